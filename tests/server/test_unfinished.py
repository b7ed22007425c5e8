"""What set-up knows of the match that can be gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from tests.server.test_handkept import by_hand, told
from tests.server.test_setup import Fixture

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
