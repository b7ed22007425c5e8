"""Swapping two entries, and undoing it, through the interface."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_api import FIRST, post, serve

from bura_server.settings import ServerSettings

LEAD, REPLY, TOOK = 4, 5, 6


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    yield from serve(tmp_path, ServerSettings(beat_s=0.2, gather_s=0.0, picture_gap_s=0.0))


def rows(answer: Any) -> list[Any]:
    entries: list[Any] = answer.json()["entries"]
    return entries


def test_two_entries_change_places_and_back(client: TestClient) -> None:
    before = rows(client.get("/api/v1/view"))
    swapped = rows(post(client, type="swap", target=LEAD, seen=FIRST + 1))
    assert swapped[REPLY - 1]["now"] == []
    assert swapped[LEAD - 1]["now"] == [before[REPLY - 1]["event"], before[LEAD - 1]["event"]]
    # one undo takes both halves back
    undone = rows(post(client, type="undo"))
    assert [row.get("now", [row["event"]]) for row in undone[: FIRST + 1]] == [
        [row["event"]] for row in before
    ]
    assert post(client, type="undo").status_code == 409


def test_a_removed_entry_is_passed_over(client: TestClient) -> None:
    post(client, type="amend", target=REPLY, instead=[])
    after = rows(post(client, type="swap", target=LEAD))
    assert after[TOOK - 1]["now"] == []
    assert len(after[LEAD - 1]["now"]) == 2


def test_what_cannot_be_swapped_is_refused(client: TestClient) -> None:
    assert post(client, type="swap", target=FIRST + 1).status_code == 409
    assert post(client, type="swap", target=99).status_code == 404
    post(client, type="amend", target=REPLY, instead=[])
    late = post(client, type="swap", target=REPLY, seen=FIRST + 1)
    assert late.status_code == 409
    seen = post(client, type="amend", target=LEAD, instead=None).json()["seq"] - 1
    assert post(client, type="swap", target=LEAD, seen=seen).status_code == 409


def test_a_swap_after_what_stood_between_was_removed_hits_no_other_pair(client: TestClient) -> None:
    """The next one that stands is another one than was seen: it is told, not swapped."""
    seen = client.get("/api/v1/view").json()["seq"]
    assert post(client, type="amend", target=REPLY, instead=[], seen=seen).status_code == 200
    stale = post(client, type="swap", target=LEAD, seen=seen)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "conflict")
    now = stale.json()["now"]
    assert now["seq"] == seen + 1
    assert now["entries"][REPLY - 1]["now"] == []
    assert "now" not in now["entries"][LEAD - 1]
    assert post(client, type="swap", target=LEAD, seen=now["seq"]).status_code == 200


def test_a_swap_with_an_entry_that_nobody_saw_is_refused(client: TestClient) -> None:
    stale = post(client, type="swap", target=LEAD, seen=LEAD)
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "conflict")
    assert f"entry {REPLY} came meanwhile" in stale.json()["error"]["message"]
