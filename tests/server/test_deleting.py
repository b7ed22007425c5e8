"""Everything about a match can be deleted: nothing of it is left in any file of the data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_running_matches import program

from bura_server.handkept import NO_CAMERA
from bura_server.opening import LAST, OF_MATCH, Opener

MATCHES = "/api/v1/history/matches"
NAMES = ["Annunziata", "Bartholomew"]
NOTE = "telephone of Bartholomew"
CLERKS = "screen in the hall"


def play(client: TestClient, names: list[str], note: str) -> str:
    """A match is begun and stopped; the id of the link of one of its seats."""
    wish: dict[str, Any] = {
        "camera": NO_CAMERA,
        "rules": {"preset": "classic31"},
        "names": names,
        "new": True,
    }
    assert client.post("/api/v1/table", json=wish).status_code == 201
    seat = {"role": "seat", "seat": "B", "hours": 5, "label": note}
    link = client.post("/api/v1/links", json=seat)
    assert link.status_code == 201, link.text
    assert client.delete("/api/v1/table").status_code == 204
    return str(link.json()["id"])


def files_with(folder: Path, word: str) -> list[str]:
    """The files that hold a word, as text or as escaped JSON."""
    return [path.name for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


def labels(client: TestClient) -> list[str]:
    return [link["label"] for link in client.get("/api/v1/links").json()["links"]]


def test_nothing_of_a_match_is_left_in_any_file(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        play(client, NAMES, NOTE)
        client.post("/api/v1/links", json={"role": "table", "hours": 5, "label": CLERKS})
        assert files_with(tmp_path, "Bartholomew")
        assert client.get("/api/v1/setup").json()["last"]["names"] == NAMES
        assert client.delete(f"{MATCHES}/1").status_code == 204
        last = client.get("/api/v1/setup").json()["last"]
        # the seats and the game are nobody's
        assert last["names"] == ["", ""]
        assert last["camera"] == NO_CAMERA
        # a screen's link belongs to no match
        assert labels(client) == [CLERKS]
    for name in (*NAMES, NOTE):
        assert files_with(tmp_path, name) == []


def test_what_belongs_to_another_match_stays(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        play(client, NAMES, NOTE)
        kept = play(client, NAMES, "of the second")
        assert client.delete(f"{MATCHES}/1").status_code == 204
        # the same people played the match that is kept
        assert client.get("/api/v1/setup").json()["last"]["names"] == NAMES
        assert [link["id"] for link in client.get("/api/v1/links").json()["links"]] == [kept]
        assert client.delete(f"{MATCHES}/2").status_code == 204
        assert labels(client) == []
    assert files_with(tmp_path, NAMES[0]) == []


def test_what_runs_is_refused_and_loses_nothing(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        play(client, NAMES, NOTE)
        wish = {"camera": NO_CAMERA, "rules": {"preset": "classic31"}, "names": NAMES, "new": False}
        assert client.post("/api/v1/table", json=wish).status_code == 201
        assert client.delete(f"{MATCHES}/1").status_code == 409
        assert labels(client) == [NOTE]
        assert client.get("/api/v1/setup").json()["last"]["names"] == NAMES


def test_of_a_table_chosen_with_an_older_version_the_names_tell_the_match(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        play(client, NAMES, NOTE)
        path = tmp_path / LAST
        chosen = json.loads(path.read_text(encoding="utf-8"))
        del chosen[OF_MATCH]
        for names, left in ((["Zoe", "Yan"], ["Zoe", "Yan"]), (NAMES, ["", ""])):
            play(client, NAMES, NOTE)
            path.write_text(json.dumps({**chosen, "names": names}), encoding="utf-8")
            newest = client.get(MATCHES).json()["matches"][0]["id"]
            assert client.delete(f"{MATCHES}/{newest}").status_code == 204
            assert client.get("/api/v1/setup").json()["last"]["names"] == left


def test_where_the_file_can_be_neither_written_nor_deleted_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with program(tmp_path) as client:
        play(client, NAMES, NOTE)

        def full(*_args: object, **_more: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_text", full)
        with monkeypatch.context() as gone:
            gone.setattr(Path, "unlink", full)
            answer = client.delete(f"{MATCHES}/1")
            assert answer.status_code >= 400
            assert LAST in answer.json()["error"]["message"]
        Opener.forget_names(client.app.state.opener, "", NAMES)  # type: ignore[attr-defined]
        assert (tmp_path / LAST).exists()
        chosen = json.loads((tmp_path / LAST).read_text(encoding="utf-8"))
        client.app.state.opener.forget_names(chosen[OF_MATCH], ())  # type: ignore[attr-defined]
        assert not (tmp_path / LAST).exists()
