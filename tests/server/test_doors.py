"""What comes in by a door is only what it is for: addresses by a link, numbers as numbers, names as long as names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from tests.server.test_api import LEAD, post, serve
from tests.server.test_setup import Fixture, order

from bura_server.rights import Role
from bura_server.routes import evidence, people
from bura_server.routes import table as tables
from bura_server.routes.common import PREFIX, table
from bura_server.schemas import NAME_MOST
from bura_server.settings import ServerSettings

FILES = (
    "/tmp/x://../../film.mp4",
    "x://../film.mp4",
    "file:///tmp/film.mp4",
    "ftp://here/film.mp4",
    "concat://a|b",
    " /tmp/http://../film.mp4",
    "http:///tmp/film.mp4",
    "http://../film.mp4",
    "HTTP://../film.mp4",
    "ahttp://x/film.mp4",
    "./rtsp://x",
    "film.mp4",
    "~/film.mp4",
)
ADDRESSES = ("rtsp://10.0.0.5/live", "rtsps://cam/1", "http://10.0.0.5:8080/a://b", "https://[::1]/x", "0")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Fixture]:
    made = Fixture(tmp_path)
    yield made
    made.opener.preview.close()
    made.database.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[TestClient]:
    yield from serve(tmp_path, ServerSettings(beat_s=0.2, gather_s=0.0, picture_gap_s=0.0))


def test_a_link_names_addresses_and_no_files(server: Fixture) -> None:
    token = server.links.token(server.links.make(Role.UMPIRE, None, 60.0))
    link = {"authorization": f"Bearer {token}"}
    with TestClient(server.app, client=("127.0.0.1", 50000)) as client:
        for camera in FILES:
            for path, body in (
                ("/setup/camera", {"camera": camera}),
                ("/table", {**order(), "camera": camera}),
            ):
                answer = client.post(f"{PREFIX}{path}", json=body, headers=link)
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden"), camera
        assert server.opened == []
        for camera in ADDRESSES:
            answer = client.post(f"{PREFIX}/setup/camera", json={"camera": camera}, headers=link)
            assert answer.status_code == 200, answer.text


def needs_a_table(route: Any) -> bool:
    waiting = list(route.dependant.dependencies)
    while waiting:
        one = waiting.pop()
        if one.call is table:
            return True
        waiting += one.dependencies
    return False


def test_who_may_not_come_in_is_told_that_and_not_whether_a_table_runs(server: Fixture) -> None:
    routes = [
        (method, route.path)
        for route in (*tables.router.routes, *people.router.routes, *evidence.router.routes)
        if isinstance(route, APIRoute) and needs_a_table(route)
        for method in route.methods or ()
    ]
    assert len(routes) > 5
    with TestClient(server.app, client=("192.0.2.7", 50000)) as stranger:
        for method, path in routes:
            answer = stranger.request(method, path.format(seq=1, piece="still.jpg"))
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized"), path
    with TestClient(server.app, client=("127.0.0.1", 50000)) as here:
        answer = here.get(f"{PREFIX}/view")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_table")


@pytest.mark.parametrize("wrong", [True, False, "1", 1.0, 1.5, None, [1]])
def test_a_number_is_a_number(running: TestClient, wrong: Any) -> None:
    acts: tuple[dict[str, Any], ...] = (
        {"type": "acknowledge", "target": wrong},
        {"type": "rule", "target": wrong, "enforce": True},
        {"type": "amend", "target": wrong, "instead": None},
        {"type": "swap", "target": wrong},
        {"type": "object", "seat": "A", "target": wrong},
        {"type": "rule", "target": LEAD, "enforce": wrong},
    )
    acts += tuple(
        {**act, "seen": wrong}
        for act in (
            {"type": "undo"},
            {"type": "new_deal"},
            {"type": "end_deal"},
            {"type": "amend", "target": LEAD, "instead": []},
        )
        if wrong is not None
    )
    if wrong is not None:
        acts += ({"type": "raise", "seat": "A", "number": wrong},)
    before = running.get(f"{PREFIX}/view").json()["seq"]
    for act in acts:
        if isinstance(act.get("enforce"), bool) and act["target"] == LEAD:
            continue  # that is what it is for
        answer = post(running, **act)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request"), act
    assert running.get(f"{PREFIX}/view").json()["seq"] == before


@pytest.mark.parametrize("target", [1, LEAD])
@pytest.mark.parametrize(
    "names", [{"A": "n" * 40_000}, {"A": "n" * (NAME_MOST + 1)}, {"Z": "Ann"}, {"A": "Ann\u202e"}]
)
def test_a_corrected_start_has_names_as_at_the_set_up(
    running: TestClient, target: int, names: dict[str, str]
) -> None:
    start = running.get(f"{PREFIX}/entries?limit=1").json()["entries"][0]["event"]
    answer = post(running, type="amend", target=target, instead=[{**start, "names": names}])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request"), answer.text
    longest = {"A": "n" * NAME_MOST, "B": "Boris"}
    assert post(running, type="amend", target=1, instead=[{**start, "names": longest}]).status_code == 200
