"""A table without a camera: five and six can play at it, everything is entered by hand, and it is gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_setup import Fixture, order

from bura_server import storage
from bura_server.cli.serve import command
from bura_server.handkept import NO_CAMERA
from bura_server.table import TableWish, WishError, open_table

SIX = ["Ann", "Ben", "Cem", "Dan", "Eka", "Fen"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    made = Fixture(tmp_path)
    with TestClient(made.app, client=("127.0.0.1", 50000)) as running:
        yield running
    made.database.close()


def by_hand(names: list[str], preset: str = "classic31", **more: Any) -> dict[str, Any]:
    return order(camera=NO_CAMERA, names=names, rules={"preset": preset, "options": {}}, **more)


def told(client: TestClient, event: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/v1/events", json=event)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()
    return result


def test_six_play_a_trick_that_nobody_filmed(client: TestClient) -> None:
    assert client.get("/api/v1/setup").json()["cameras"][-1] == {"camera": NO_CAMERA, "name": ""}
    assert client.post("/api/v1/setup/camera", json={"camera": NO_CAMERA}).json()["status"] == "none"
    assert client.post("/api/v1/table", json=by_hand(SIX)).status_code == 201
    now = client.get("/api/v1/view").json()
    assert [now["view"]["seats"][seat]["name"] for seat in "ABCDEF"] == SIX
    assert now["table"]["source"]["name"] == NO_CAMERA
    dealt = told(client, {"type": "new_deal", "dealer": "F"})["seq"]
    acts: list[dict[str, Any]] = [
        {"type": "dealt", "dealer": "F"},
        {"type": "trump_shown", "card": "7H"},
        {"type": "lead", "seat": "A", "cards": ["KS"]},
        *({"type": "reply", "seat": seat, "cards": [], "face_down": 1} for seat in "BCDE"),
        {"type": "reply", "seat": "F", "cards": ["AS"]},
        {"type": "took", "seat": "F"},
    ]
    now = told(client, {"type": "amend", "target": dealt, "instead": acts})
    assert now["view"]["seats"]["F"]["tricks"] == 1
    assert [alert for alert in now["view"]["alerts"] if alert["kind"] == "foul"] == []
    # every seat has its page
    for seat in "ABCDEF":
        assert (
            client.post("/api/v1/links", json={"role": "seat", "seat": seat, "hours": 1}).status_code == 201
        )
    # stopped and gone on with, by the same names
    assert client.delete("/api/v1/table").status_code == 204
    again = client.post("/api/v1/table", json=by_hand(SIX, new=False))
    assert again.json()["resumed"] is True
    assert client.get("/api/v1/view").json()["view"]["seats"]["F"]["tricks"] == 1


def test_more_than_the_rules_allow_or_a_camera_follows_are_refused_in_one_sentence(
    client: TestClient,
) -> None:
    five = SIX[:5]
    for wish, word in (
        (by_hand(five, "burkozel"), "от 2 до 4 человек, а не 5"),
        (by_hand([*SIX, "Gio"]), "не больше 6"),
        (order(names=five), "стол без камеры"),
    ):
        answer = client.post("/api/v1/table", json=wish, headers={"accept-language": "ru"})
        assert answer.status_code == 422
        assert word in answer.json()["error"]["message"]
        assert client.get("/api/v1/setup").json()["running"] is None


def test_no_file_is_meant_by_the_word(tmp_path: Path) -> None:
    assert NO_CAMERA in storage.NO_FILES
    assert storage.log_path(Path("x"), NO_CAMERA) == Path("x/none.jsonl")
    with pytest.raises(WishError, match="without a camera"):
        open_table(
            TableWish(NO_CAMERA, layout=tmp_path / "t.toml"), lambda _: None, Fixture(tmp_path).database
        )


@pytest.mark.parametrize("players", [5, 6])
def test_the_command_begins_such_a_table_for_as_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    begun: list[TableWish] = []

    def serve(wish: TableWish, **_more: object) -> None:
        begun.append(wish)
        book, observer = open_table(wish, lambda _: None, database)
        assert book.seats == tuple("ABCDEF"[:players])
        book.close()
        observer.close()

    database = Fixture(tmp_path).database
    monkeypatch.setattr("bura_server.table.serve", serve)
    arguments = ["--camera", "none", "--seats", str(players), "--data", str(tmp_path), "--no-browser"]
    command.main(arguments, standalone_mode=False)
    assert [wish.players for wish in begun] == [players]
    database.close()
