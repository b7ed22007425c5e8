"""What waits for the umpire is told however old it is, and goes when somebody has seen to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from tests.server.support.scripted import ScriptedObserver
from tests.server.test_long_logs import CARDS, one_deal, written

from bura.cards import Card
from bura.events import (
    Acknowledged,
    Amend,
    Claimed,
    Counted,
    Dealt,
    Drew,
    Event,
    Lead,
    Objected,
    Reply,
    Took,
)
from bura.infractions import Rule
from bura.log import Entry
from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.links import Links
from bura_server.pending import _page, pending_of
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

LENGTH = 1_000
CORRECTION, OBJECTION = 11, 12
"""entries far back: of entry 3, and by Ann"""


def long_log(*more: Event) -> list[Entry]:
    """A deal of a thousand entries, most of them fouls, with an objection near its beginning."""
    entries = one_deal(LENGTH - 2, "classic31")
    early = [
        Amend(3, (Lead("B", (CARDS[2],)),), "table", "", None),
        Objected("A", CORRECTION, "it was a king"),
    ]
    events = [entry.event for entry in entries]
    events[CORRECTION - 1 : CORRECTION - 1] = early
    return [
        replace(entries[0], seq=n, at_s=n * 0.5, event=event) for n, event in enumerate([*events, *more], 1)
    ]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, TableSession, Links]]:
    log = written(tmp_path_factory.mktemp("pending"), long_log())
    session = TableSession(Book(log, live=True), ScriptedObserver((), live=True, hold=threading.Event()))
    links = Links()
    app = create_app(AppSettings(session, ServerSettings(hosts=("testserver",)), links=links))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        yield client, session, links


def all_of(client: TestClient, what: str, limit: int) -> list[Any]:
    """All pages, joined."""
    items: list[Any] = []
    before: int | None = None
    while True:
        query = {"limit": limit} | ({} if before is None else {"before": before})
        page = client.get(f"/api/v1/{what}", params=query).json()
        model = schemas.PendingAlerts if what == "alerts" else schemas.PendingObjections
        model.model_validate(page)
        assert len(page[what]) <= limit + 5
        items += page[what]
        before = page["next"]
        if before is None:
            assert len(items) == page["count"]
            return items


def say(client: TestClient, event: dict[str, Any]) -> Any:
    answer = client.post("/api/v1/events?tail=0", json=event)
    assert answer.status_code == 200, answer.text
    return answer.json()["view"]["pending"]


def test_the_oldest_alert_of_a_long_log_is_told_and_seen_to(
    table: tuple[TestClient, TableSession, Links],
) -> None:
    client, session, _ = table
    before = client.get("/api/v1/view?tail=300").json()
    told = all_of(client, "alerts", 100)
    wanted = [
        (alert.seq, alert.verdict.rule.value)
        for alert in session.book.sights().replay.alerts
        if not alert.acknowledged
    ]
    assert [(alert["seq"], alert["rule"]) for alert in reversed(told)] == wanted
    assert len(wanted) > 400
    assert before["view"]["pending"]["alerts"] == len(wanted)
    oldest = told[-1]
    # neither the page's entries nor the scoreboard's alerts reach as far back
    assert oldest["seq"] < before["first"]
    assert oldest["seq"] not in [alert["seq"] for alert in before["view"]["alerts"]]
    gone = sum(alert["seq"] == oldest["seq"] for alert in told)
    assert say(client, {"type": "acknowledge", "target": oldest["seq"]})["alerts"] == len(wanted) - gone
    assert oldest["seq"] not in [alert["seq"] for alert in all_of(client, "alerts", 37)]
    assert say(client, {"type": "undo"})["alerts"] == len(wanted)
    russian = client.get("/api/v1/alerts?limit=1&lang=ru").json()["alerts"][0]
    assert russian["text"] != client.get("/api/v1/alerts?limit=1&lang=en").json()["alerts"][0]["text"]


def test_an_old_objection_is_told_until_it_is_dealt_with(
    table: tuple[TestClient, TableSession, Links],
) -> None:
    client, _, _ = table
    (told,) = all_of(client, "objections", 100)
    assert (told["seq"], told["seat"], told["target"], told["about"]) == (OBJECTION, "A", CORRECTION, 3)
    assert told["reason"] == "it was a king"
    assert say(client, {"type": "acknowledge", "target": OBJECTION})["objections"] == 0
    assert all_of(client, "objections", 1) == []
    # the note is taken back: the objection stands again; another correction of the same entry answers it
    assert say(client, {"type": "undo"})["objections"] == 1
    king = {"type": "lead", "seat": "B", "cards": ["KS"]}
    assert say(client, {"type": "amend", "target": 3, "instead": [king]})["objections"] == 0


def test_what_waits_is_the_umpires(table: tuple[TestClient, TableSession, Links]) -> None:
    client, _, links = table
    for role, seat in ((Role.TABLE, None), (Role.SEAT, "A"), (Role.SPECTATOR, None), (Role.CAMERA, None)):
        bearer = {"authorization": f"Bearer {links.token(links.make(role, seat, 60.0))}"}
        for path in ("alerts", "objections"):
            assert client.get(f"/api/v1/{path}", headers=bearer).status_code == 403
        if role is not Role.CAMERA:
            assert "pending" not in client.get("/api/v1/view?tail=0", headers=bearer).json()["view"]
    for wrong in ("alerts?before=0", "alerts?limit=0", "alerts?limit=101", "objections?before=x"):
        assert client.get(f"/api/v1/{wrong}").status_code == 422


def test_the_next_deal_takes_no_alert_away(tmp_path: Path) -> None:
    book = Book(written(tmp_path, long_log()[:40]), live=True)
    waiting = len(book.sights().pending.alerts)
    assert waiting > 10
    book.add(Dealt("A"), book.last_at_s)
    assert len(book.sights().pending.alerts) >= waiting
    first = book.sights().pending.alerts[0]
    book.add(Acknowledged(first.seq, "table"), book.last_at_s)
    assert first.seq not in [alert.seq for alert in book.sights().pending.alerts]
    # an objection that was itself taken back waits for nobody
    assert len(pending_of(book.sights().replay, book.rows()).objections) == 1
    book.add(Amend(OBJECTION, (), "table", "", None), book.last_at_s)
    assert pending_of(book.sights().replay, book.rows()).objections == ()
    book.close()


@given(st.lists(st.integers(1, 30), max_size=40), st.integers(1, 7))
def test_pages_hold_everything_once_and_split_no_entry(numbers: list[int], limit: int) -> None:
    seqs = sorted(numbers)
    items = [(seq, place) for place, seq in enumerate(seqs)]
    told: list[Any] = []
    before: int | None = None
    while True:
        page, before = _page(items, seqs, before, limit)
        told += page
        if before is None:
            break
        assert all(seq >= before for seq, _ in page)
    assert told == list(reversed(items))


def test_a_verdict_on_a_claim_does_not_wait_and_its_count_only_until_it_is_made(tmp_path: Path) -> None:
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    book.add(Dealt("B"), 0.0)
    for card in ("AS", "10S"):
        book.add(Lead("A", (Card.parse(card),)), 1.0)
        book.add(Reply("B", (), face_down=1), 2.0)
        book.add(Took("A"), 3.0)
        book.add(Drew("A"), 4.0)
        book.add(Drew("B"), 5.0)

    def waiting() -> list[Rule]:
        return [alert.verdict.rule for alert in book.sights().pending.alerts]

    assert waiting() == []
    book.add(Claimed("A"), 6.0)
    assert waiting() == [Rule.CLAIM_MUST_COUNT]
    pile = tuple(Card.parse(card) for card in ("AS", "10S", "AC", "10C"))
    book.add(Counted("A", pile), 7.0)
    told = [alert.verdict.rule for alert in book.sights().replay.alerts]
    assert told == [Rule.CLAIM_MUST_COUNT, Rule.CLAIM_TRUE]
    assert waiting() == []
    # a count that was none is wished for again
    book.add(Amend(book.seq, (), "umpire"), 8.0)
    assert waiting() == [Rule.CLAIM_MUST_COUNT]
    book.close()
