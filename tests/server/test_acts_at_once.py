"""Several umpires act at once: nothing is overwritten that the later one has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_api import FIRST, LEAD, post, serve

from bura_server.settings import ServerSettings


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    yield from serve(tmp_path, ServerSettings(beat_s=0.2, gather_s=0.0, picture_gap_s=0.0))


def seen_by_all(client: TestClient) -> int:
    seq: int = client.get("/api/v1/view").json()["seq"]
    return seq


def count(client: TestClient, kind: str) -> int:
    rows = client.get("/api/v1/entries").json()["entries"]
    return sum(row["event"]["type"] == kind for row in rows)


def refused(answer: Any, seq: int) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict"), answer.text
    assert answer.json()["now"]["seq"] == seq


@pytest.mark.parametrize("kind", ["new_deal", "end_deal"])
def test_three_who_press_at_once_change_the_deal_once(client: TestClient, kind: str) -> None:
    seen = seen_by_all(client)
    told = {"new_deal": "dealt", "end_deal": "deal_ended"}[kind]
    before = count(client, told)
    with ThreadPoolExecutor(3) as three:
        answers = list(three.map(lambda _: post(client, type=kind, seen=seen), range(3)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert count(client, told) == before + 1
    # who has seen it begins another one
    assert post(client, type="new_deal", seen=seen_by_all(client)).status_code == 200


def test_a_new_deal_follows_the_end_that_came_meanwhile(client: TestClient) -> None:
    seen = seen_by_all(client)
    assert post(client, type="end_deal", seen=seen).status_code == 200
    assert post(client, type="new_deal", seen=seen).status_code == 200
    refused(post(client, type="end_deal", seen=seen), seen + 2)


def test_who_leaves_seen_out_is_not_asked(client: TestClient) -> None:
    before = count(client, "dealt")
    for _ in range(2):
        assert post(client, type="new_deal").status_code == 200
    assert count(client, "dealt") == before + 2


def test_no_ruling_on_an_entry_that_was_corrected_meanwhile(client: TestClient) -> None:
    seen = seen_by_all(client)
    assert post(client, type="amend", target=FIRST + 1, instead=[], seen=seen).status_code == 200
    refused(post(client, type="rule", target=FIRST + 1, enforce=True, seen=seen), seen + 1)
    assert count(client, "ruled") == 0


def test_no_correction_of_an_entry_that_was_ruled_on_meanwhile(client: TestClient) -> None:
    seen = seen_by_all(client)
    assert post(client, type="rule", target=LEAD, enforce=False, seen=seen).status_code == 200
    refused(post(client, type="amend", target=LEAD, instead=[], seen=seen), seen + 1)


def test_no_second_ruling_after_the_first_was_taken_back_unseen(client: TestClient) -> None:
    assert post(client, type="rule", target=LEAD, enforce=False).status_code == 200
    seen = seen_by_all(client)
    assert post(client, type="undo", seen=seen).status_code == 200
    refused(post(client, type="rule", target=LEAD, enforce=True, seen=seen), seen + 1)
