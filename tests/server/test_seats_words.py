"""What a seat's link may say: words that the game has, while a deal runs, and not without end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from tests.server.support.scripted import ScriptedObserver, deal_events
from tests.server.test_api import FIRST

from bura.rules import find_ruleset
from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.links import Links
from bura_server.rate import Rate
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

WORDS = ("claim", "stop", "raise", "accept", "refuse")
EVENTS = "/api/v1/events"


@contextmanager
def table(
    folder: Path, acts: int, rules: str = "classic31", server: ServerSettings | None = None
) -> Iterator[tuple[TestClient, TestClient, Book]]:
    """(the umpire, seat A's phone, the book) after so many acts of the deal."""
    book = Book(folder / "t.jsonl", rules=rules)
    book.feed(deal_events()[:acts])
    links = Links()
    session = TableSession(book, ScriptedObserver((), hold=threading.Event()), speed=0)
    settings = replace(server or ServerSettings(seat_acts=1000), hosts=("testserver",))
    app = create_app(AppSettings(session, settings, links=links))
    with TestClient(app, client=("127.0.0.1", 1)) as umpire:
        token = links.token(links.make(Role.SEAT, "A", 60.0))
        yield (
            umpire,
            TestClient(app, client=("192.0.2.7", 1), headers={"authorization": f"Bearer {token}"}),
            book,
        )


def say(client: TestClient, word: str, **more: Any) -> Any:
    return client.post(EVENTS, json={"type": word, "seat": "A", **more})


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    schemas.ErrorAnswer.model_validate(answer.json())
    assert "\n" not in answer.json()["error"]["message"]


@pytest.mark.parametrize("rules", ["classic31", "georgian3", "macao"])
def test_only_words_that_the_page_offers_are_said(tmp_path: Path, rules: str) -> None:
    with table(tmp_path, 2 if rules != "macao" else 1, rules) as (umpire, seat, book):
        has = seat.get("/api/v1/view").json()["mine"]["words"]
        for word in WORDS:
            before = book.seq
            answer = say(seat, word)
            if word in has:
                assert answer.status_code == 200, answer.text
                # a word may end the deal
                assert umpire.post(EVENTS, json={"type": "undo"}).status_code == 200
            else:
                refused(answer, 403, "forbidden")
                assert book.seq == before
                # the umpire may enter anything
                assert say(umpire, word).status_code == 200
                assert umpire.post(EVENTS, json={"type": "undo"}).status_code == 200


def test_a_claim_out_of_its_window_is_a_claim(tmp_path: Path) -> None:
    with table(tmp_path, FIRST) as (_, seat, book):
        mine = seat.get("/api/v1/view").json()["mine"]["words"]
        before = book.seq
        assert "claim" in mine
        assert say(seat, "claim").status_code == 200
        assert book.seq == before + 1


@pytest.mark.parametrize("begun", [False, True])
def test_while_no_deal_runs_a_seat_says_nothing(tmp_path: Path, begun: bool) -> None:
    with table(tmp_path, FIRST if begun else 0) as (umpire, seat, book):
        if begun:
            assert umpire.post(EVENTS, json={"type": "end_deal"}).status_code == 200
        assert find_ruleset("classic31").stakes is False
        before = book.entries
        for word in ("claim", "stop"):
            answer = say(seat, word)
            refused(answer, 409, "conflict")
            assert ("over" if begun else "begun") in answer.json()["error"]["message"]
            assert "pending" not in answer.json()["now"]["view"], "it is the seat's own view"
        assert book.entries == before
        assert say(umpire, "claim").status_code == 200
        assert umpire.post(EVENTS, json={"type": "new_deal"}).status_code == 200
        assert say(seat, "claim").status_code == 200


def test_a_seat_does_not_talk_without_end(tmp_path: Path) -> None:
    with table(tmp_path, FIRST, server=ServerSettings(seat_acts=3, seat_acts_s=1000.0)) as (
        umpire,
        seat,
        book,
    ):
        assert [say(seat, "claim").status_code for _ in range(3)] == [200] * 3
        before = book.entries
        for _ in range(20):
            refused(say(seat, "claim"), 429, "too_many")
        refused(seat.post(EVENTS, json={"type": "object", "seat": "A", "target": 1}), 429, "too_many")
        assert book.entries == before
        # he still sees, and the umpire still acts
        assert seat.get("/api/v1/view").status_code == 200
        assert [say(umpire, "claim").status_code for _ in range(20)] == [200] * 20


@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 5)), max_size=60), st.integers(1, 5))
def test_never_more_than_so_many_in_so_long(steps: list[tuple[str, float]], most: int) -> None:
    now = 0.0
    rate = Rate(most, 10.0, lambda: now)
    done: dict[str, list[float]] = {"a": [], "b": []}
    for who, later in steps:
        now += later
        wait = rate.wait_s(who)
        if not wait:
            done[who].append(now)
        recent = [at for at in done[who] if now - at < 10.0]
        assert len(recent) <= most
        assert not wait or len(recent) == most
        assert 0 <= wait <= 10.0 + 1e-6
