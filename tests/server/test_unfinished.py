"""What set-up knows of the match that can be gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from tests.e2e.browser import serving
from tests.server.test_handkept import by_hand, told
from tests.server.test_setup import CLIP, Fixture, order

from bura_server.store.schema import entries


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Fixture]:
    fixture = Fixture(tmp_path)
    yield fixture
    fixture.database.close()


@pytest.fixture
def client(made: Fixture) -> Iterator[TestClient]:
    with TestClient(made.app, client=("127.0.0.1", 50000)) as running:
        yield running


def unfinished(client: TestClient) -> Any:
    return client.get("/api/v1/setup").json()["unfinished"]


def test_it_is_told_while_none_runs_and_goes_on(client: TestClient) -> None:
    assert unfinished(client) is None  # nothing was ever set up
    assert client.post("/api/v1/table", json=by_hand(["Ann", "Boris"])).status_code == 201
    assert unfinished(client) is None  # it runs
    client.delete("/api/v1/table")
    assert unfinished(client) is None  # no deal was begun
    assert client.post("/api/v1/table", json=by_hand(["Ann", "Boris"], new=False)).status_code == 201
    for _ in range(2):
        dealt = told(client, {"type": "enter", "event": {"type": "dealt", "dealer": "B"}})["seq"]
        told(client, {"type": "enter", "event": {"type": "lead", "seat": "A", "cards": ["KS"]}})
    client.delete("/api/v1/table")
    assert unfinished(client) == {"names": ["Ann", "Boris"], "deal": 2}
    # as corrected, and by the names it has now
    assert client.post("/api/v1/table", json=by_hand(["Ana", "Boris"], new=False)).status_code == 201
    told(client, {"type": "amend", "target": dealt, "instead": []})
    client.delete("/api/v1/table")
    assert unfinished(client) == {"names": ["Ana", "Boris"], "deal": 1}
    # another match was begun
    assert client.post("/api/v1/table", json=by_hand(["Ana", "Boris"], new=True)).status_code == 201
    client.delete("/api/v1/table")
    assert unfinished(client) is None


def test_a_log_that_cannot_be_read_is_no_offer(made: Fixture, client: TestClient) -> None:
    assert client.post("/api/v1/table", json=by_hand(["Ann", "Boris"])).status_code == 201
    told(client, {"type": "enter", "event": {"type": "dealt", "dealer": "B"}})
    client.delete("/api/v1/table")
    with made.database.begin() as connection:
        connection.execute(update(entries).values(line="torn"))
    assert unfinished(client) is None


def test_a_table_of_the_command_line_is_told_as_well(tmp_path: Path) -> None:
    """Whatever it left out is the log's; a log in a file is found there, and no page is told where that is."""
    for extra in ([], ["--log", str(tmp_path / "own.jsonl")]):
        data = tmp_path / f"data{len(extra)}"
        command = ["serve", "--camera", "none", "--names", "Ann,Boris,Cem", "--rules", "classic31"]
        arguments = [*command, "--data", str(data), "--port", "0", "--no-browser", *extra]
        with serving("bura_server", *arguments) as (address, _):
            for event in (
                {"type": "dealt", "dealer": "C"},
                {"type": "lead", "seat": "A", "cards": ["KS"]},
            ):
                entered = httpx.post(f"{address}/api/v1/events", json={"type": "enter", "event": event})
                assert entered.status_code == 200
            assert httpx.delete(f"{address}/api/v1/table").status_code == 204
            stopped = httpx.get(f"{address}/api/v1/setup").json()
            assert stopped["unfinished"] == {"names": ["Ann", "Boris", "Cem"], "deal": 1}
        # killed, and begun without a table
        with serving("bura_server", "serve", "--data", str(data), "--port", "0", "--no-browser") as (
            address,
            _,
        ):
            told = httpx.get(f"{address}/api/v1/setup").json()
            assert told["unfinished"] == stopped["unfinished"]
            last = told["last"]
            assert last["camera"] == "none"
            assert last["rules"] == {"preset": "classic31", "options": {}}
            assert not {"match", "table", "log_file"} & set(last)
            again = httpx.post(f"{address}/api/v1/table", json={**last, "log": "last", "new": False})
            assert again.status_code == 201, again.text
            assert again.json() == {"seq": 3, "resumed": True}
            assert httpx.delete(f"{address}/api/v1/table").status_code == 204
            assert httpx.get(f"{address}/api/v1/setup").json()["unfinished"] == stopped["unfinished"]


def test_it_goes_on_with_another_camera(made: Fixture, client: TestClient, tmp_path: Path) -> None:
    film = tmp_path / "gone.mp4"
    film.write_bytes(Path(CLIP).read_bytes())
    wish = order(camera=str(film))
    assert client.post("/api/v1/table", json={**wish, "log": "last", "new": False}).status_code == 404
    assert client.post("/api/v1/table", json={**wish, "new": True}).status_code == 201
    told(client, {"type": "enter", "event": {"type": "dealt", "dealer": "B"}})
    known = client.get("/api/v1/entries").json()["entries"][0]
    client.delete("/api/v1/table")
    film.unlink()
    on = {**wish, "log": "last", "new": False}
    refused = client.post("/api/v1/table", json=on)
    assert refused.status_code == 422
    assert "gone.mp4" in refused.json()["error"]["message"]
    match = unfinished(client)
    assert match["names"] == ["Ann", "Boris"]
    # game and names are the log's, whatever the form has now; it stays the one that is meant
    house = {"preset": "georgian3", "options": {}}
    other = {**on, "camera": "none", "names": ["Cem", "Dan", "Eka"], "rules": house}
    for _ in range(2):
        answer = client.post("/api/v1/table", json=other)
        assert answer.status_code == 201, answer.text
        assert answer.json()["resumed"] is True
        assert client.get("/api/v1/view").json()["table"]["source"]["name"] == "none"
        assert client.get("/api/v1/entries").json()["entries"][0] == known
        client.delete("/api/v1/table")
        assert unfinished(client) == match
        assert not {"match", "table", "log_file", "log"} & set(client.get("/api/v1/setup").json()["last"])
    # another match without a camera leaves it where it is
    fresh = {**wish, "camera": "none", "log": "last", "new": True}
    assert client.post("/api/v1/table", json=fresh).status_code == 201
    assert client.get("/api/v1/view").json()["seq"] == 1
    client.delete("/api/v1/table")
    assert unfinished(client) is None
