"""What is no camera, and text that nobody can keep, is refused at the door: one shape, never a fault of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError
from tests.server.support import postgres
from tests.server.test_setup import Fixture, order

from bura.errors import SourceError
from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.links import Links
from bura_server.opening import Opener
from bura_server.plain import is_plain
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.links import DatabaseLinks
from bura_vision.source import CAMERA_MOST, camera_number

NO_CAMERAS = [
    "²",
    "٣",
    "①",
    "999999999999999999999",
    str(CAMERA_MOST + 1),
    "9" * 499,
    "x" * 499,
    "é" * 200,
    "a/" * 200 + "x" * 256,
    "/" + "x" * 499,
    "~" + "x" * 490,
    "0\x00",
    "\x00",
    "\ud800",
    ".",
    "/proc/1/root/nothing",
]

CONTROL = ["\x00", "An\x00n", "Ann\x1b", "An\nn", "\x7f", "Ann\u202ekO", "\u2066Ann", "\u200fAnn"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    made = Fixture(tmp_path)
    with TestClient(made.app, client=("127.0.0.1", 50000)) as running:
        yield running
    made.opener.preview.close()
    made.database.close()


def told(answer: Any, status: int = 422, code: str = "bad_request") -> str:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    message: str = answer.json()["error"]["message"]
    assert message
    return message


def posted(client: TestClient, path: str, body: dict[str, Any]) -> Any:
    """Sent in ASCII, as JSON can: half a character goes no other way."""
    return client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})


def test_what_is_no_camera_is_refused(client: TestClient) -> None:
    for camera in NO_CAMERAS:
        told(posted(client, "/api/v1/table", order(camera=camera)))
        looked = posted(client, "/api/v1/setup/camera", {"camera": camera})
        assert looked.status_code in (200, 422), looked.text
    assert client.get("/api/v1/health").json()["state"] == "NO_TABLE"


def test_only_plain_digits_are_a_cameras_number() -> None:
    assert [camera_number(text) for text in ("0", "007", str(CAMERA_MOST), "²", "1e3", "")] == [
        *(0, 7, CAMERA_MOST),
        *(None, None, None),
    ]
    with pytest.raises(SourceError, match="numbered from 0"):
        camera_number("1" + "0" * 5000)


def test_control_characters_are_refused_in_every_text(client: TestClient) -> None:
    for text in CONTROL:
        assert not is_plain(text)
        refused_everywhere(client, text)


def refused_everywhere(client: TestClient, text: str) -> None:
    for change in (
        {"names": [text, "Boris"]},
        {"rules": {"preset": text, "options": {}}},
        {"rules": {"preset": "classic31", "options": {text: 1}}},
        {"rules": {"preset": "classic31", "options": {"threshold": [text]}}},
    ):
        assert "control character" in told(posted(client, "/api/v1/table", order(**change)))
    assert "label" in told(posted(client, "/api/v1/links", {"role": "table", "label": text}))
    for event in (
        {"type": "amend", "target": 1, "instead": [], "reason": text},
        {"type": "amend", "target": 1, "instead": [{"type": "missed", "what": text}]},
        {"type": "amend", "target": 1, "instead": [{text: "x"}]},
        {"type": "object", "seat": "A", "target": 1, "reason": text},
        {"type": "stop", "seat": "A", "combination": text},
    ):
        with pytest.raises(ValidationError, match="control character"):
            TypeAdapter(schemas.PersonEvent).validate_python(event)


def test_names_of_all_alphabets_are_plain() -> None:
    assert all(is_plain(name) for name in ("Ann", "Борис", "ნინო", "O’Neill-Łódź", "👩‍🦰", "مریم"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[Database]:
    with ExitStack() as until_done:
        url = "sqlite://"
        if request.param == "postgresql":
            server = until_done.enter_context(postgres.running())
            if server is None:
                pytest.skip("PostgreSQL is not installed")
            url = server.new_database()
        made = until_done.enter_context(closing(Database(url)))
        yield made


def test_an_id_or_a_name_that_no_database_can_hold_is_not_there(database: Database, tmp_path: Path) -> None:
    app = create_app(
        AppSettings(
            None,
            ServerSettings(hosts=("testserver",)),
            links=Links(DatabaseLinks(database)),
            database=database,
            data=tmp_path,
            opener=Opener(tmp_path, database, speed=0),
        )
    )
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        told(client.delete("/api/v1/links/a%00b"), 404, "not_found")
        told(client.delete("/api/v1/links/%00"), 404, "not_found")
        for name in ("player", "rules"):
            for what in ("matches", "players"):
                told(client.get(f"/api/v1/history/{what}", params={name: "A\x00"}))
        told(posted(client, "/api/v1/links", {"role": "table", "label": "\x00"}))
        assert client.get("/api/v1/history/matches").status_code == 200
        assert client.get("/api/v1/links").json()["links"] == []
