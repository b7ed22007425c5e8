"""Long logs: what is kept, told and sent for one more entry does not grow with the log."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.support.scripted import ScriptedObserver

from bura.cards import Card
from bura.events import Acknowledged, Amend, Dealt, Event, GameStarted, Lead, Reply, TakenBack, Took
from bura.log import Entry, Source, entry_to_line
from bura.view import Role, Viewer
from bura_server import sight
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.messages import TAIL as TAIL_OF_ALL
from bura_server.messages import Texts, difference, whole, wire
from bura_server.rows import to_rows
from bura_server.session import Snapshot, TableSession
from bura_server.settings import ServerSettings
from bura_server.sight import ALERTS_MOST, Sights, public
from bura_server.stretch import Rows

LONG = 10_000
TAIL = 300
CARDS = tuple(Card.parse(text) for text in ("KS", "QS", "9H", "6D"))
VIEWERS = [Viewer(Role.UMPIRE), Viewer(), Viewer(Role.SEAT, "A"), Viewer(Role.SPECTATOR)]


def one_deal(length: int, preset: str = "georgian3") -> list[Entry]:
    """A deal without end: somebody leads a card and takes it back, again and again, which is a foul each time."""
    events: list[Event] = [GameStarted(preset, ("A", "B"), (("A", "Ann"), ("B", "Boris"))), Dealt("A")]
    while len(events) < length:
        card = CARDS[len(events) // 2 % len(CARDS)]
        events += [Lead("B", (card,)), TakenBack("B", (card,))]
    return [Entry(seq, seq * 0.5, Source.HUMAN, event) for seq, event in enumerate(events[:length], start=1)]


def written(folder: Path, entries: list[Entry]) -> Path:
    path = folder / "t.jsonl"
    path.write_text("".join(entry_to_line(entry) + "\n" for entry in entries), "utf-8")
    return path


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    made = Book(written(tmp_path_factory.mktemp("long"), one_deal(LONG)), live=True)
    yield made
    made.close()


#: how a table is that goes well
TABLE = {"source": {"message": ""}}


def snapshot(sights: Sights, version: int = 1) -> Snapshot:
    return Snapshot(version, 0, sights.seq, lambda _lang: {}, sights.all_rows, TABLE, sights)


def test_rows_stay_as_they_were_while_the_list_grows() -> None:
    grown = [{"seq": n} for n in range(5)]
    rows = Rows(grown)
    grown += [{"seq": 5}]
    assert len(rows) == 5
    assert list(rows) == grown[:5]
    assert rows[-1] == {"seq": 4}
    assert rows[3:99] == ({"seq": 3}, {"seq": 4})
    assert rows[-2:] == rows[3:]
    assert len(Rows(grown, 99)) == 6
    for place in (5, -6):
        with pytest.raises(IndexError, match="there are 5"):
            rows[place]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_deal_of_ten_thousand_entries_is_sent_as_a_tail(book: Book, viewer: Viewer) -> None:
    now = snapshot(book.sights()).seen_by(viewer)
    message = whole(now, "en", TAIL)
    assert (message["first"], len(message["entries"])) == (now.seq - TAIL + 1, TAIL)
    assert [row["seq"] for row in message["entries"]] == list(range(message["first"], now.seq + 1))
    assert message["entries"] == list(now.rows)[-TAIL:]
    # some tens of kilobytes, where the whole log has a megabyte
    assert len(wire(message)) < 100_000 < len(wire(whole(now, "en"))) / 4
    assert whole(now, "en", 0)["entries"] == []
    assert whole(now, "en", 0)["first"] == now.seq + 1
    assert whole(now, "en")["first"] == 1


def test_alerts_of_a_deal_without_end_are_told_up_to_a_number(book: Book) -> None:
    replay = book.sights().replay
    of_deal = [alert for alert in replay.alerts if alert.deal == replay.state.deal]
    assert len(of_deal) > 2 * ALERTS_MOST
    view = book.view()("en")
    assert [alert["seq"] for alert in view["alerts"]] == [alert.seq for alert in of_deal[-ALERTS_MOST:]]
    assert view["alerts_earlier"] == len(of_deal) - ALERTS_MOST


@pytest.mark.parametrize("viewer", VIEWERS)
def test_one_more_entry_is_one_more_row(book: Book, viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot(book.sights()).seen_by(viewer)
    told: list[int] = []
    of_book = book._curtain
    cover = of_book._cover

    def counted(row: Any, types: frozenset[str]) -> Any:
        told.append(row["seq"])
        return cover(row, types)

    monkeypatch.setattr(of_book, "_cover", counted)
    book.add(Acknowledged(7, "table"), book.last_at_s)
    now = snapshot(book.sights(), 2).seen_by(viewer)
    text = Texts().text(None, before, now, viewer, "en", TAIL)  # type: ignore[arg-type]
    assert text is not None
    assert len(text) < 60_000
    message = json.loads(text)
    assert (message["whole"], message["since"]) == (False, before.seq)
    assert [row["seq"] for row in message["entries"]] == [now.seq]
    assert told == ([] if viewer.role is Role.UMPIRE else [now.seq])
    # what was kept before is still what it was
    assert len(before.rows) == now.seq - 1


def test_a_text_is_made_once_for_all_screens_that_need_it(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    from bura_server import messages

    def counted(message: Any) -> str:
        made.append(message["type"])
        return wire(message)

    monkeypatch.setattr(messages, "wire", counted)
    texts, sights = Texts(), book.sights()
    for _ in range(50):
        now = snapshot(sights).seen_by(Viewer())
        assert texts.text(None, None, now, Viewer(), "en", TAIL)  # type: ignore[arg-type]
    assert made == ["view"]
    for tail in range(3 * messages.KEPT_TEXTS):
        texts.text(None, None, snapshot(sights).seen_by(Viewer()), Viewer(), "en", tail)  # type: ignore[arg-type]
    assert len(texts._kept) == messages.KEPT_TEXTS
    assert texts._bytes == sum(len(text or "") for text in texts._kept.values())


def test_rows_that_are_covered_one_by_one_are_those_covered_at_once(tmp_path: Path) -> None:
    book = Book(written(tmp_path, one_deal(2)), live=True)
    story = [*(entry.event for entry in one_deal(40)[2:]), Amend(5, (Took("B"),), "", "", None), Dealt("B")]
    story += [Lead("A", (), 2), Reply("B", (), 2)]
    for event in story:
        book.add(event, book.last_at_s)
        shared = book.sights()
        rows = tuple(shared.all_rows)
        fresh = Sights(shared.replay, rows, tuple(public(row) for row in rows), book.corrections)
        for viewer in VIEWERS:
            assert list(shared.rows(viewer)) == list(fresh.rows(viewer))
            assert shared.epoch(viewer) == fresh.epoch(viewer)
    book.close()


def test_rows_corrected_one_by_one_are_those_told_at_once(tmp_path: Path) -> None:
    """… for removal, replacement, insertion, undo, and a correction of what was corrected."""
    book = Book(written(tmp_path, one_deal(60)), live=True)
    lead = Lead("A", (CARDS[1],))
    wishes = [(20, ()), (21, (lead,)), (21, (lead, lead)), (20, None), (3, (lead,)), (21, ()), (21, None)]
    for target, instead in wishes:
        before, then = book.rows(), list(book.rows())
        book.add(Amend(target, instead), book.last_at_s)
        rows = to_rows(book.entries, book.story())
        assert list(book.rows()) == list(rows)
        assert list(book.sights().all_rows) == list(rows)
        told = Sights(book.sights().replay, rows, [public(row) for row in rows], book.corrections)
        for viewer in VIEWERS:
            assert list(book.sights().rows(viewer)) == list(told.rows(viewer))
        # who still looks at the moment before sees it as it was
        assert list(before) == then
    book.close()


def test_the_whole_log_is_walked_backwards(tmp_path: Path) -> None:
    log = written(tmp_path, one_deal(1234, "classic31"))
    hold = threading.Event()
    session = TableSession(Book(log, live=True), ScriptedObserver((), live=True, hold=hold))
    app = create_app(AppSettings(session, ServerSettings(hosts=("testserver",), gather_s=0.0)))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        with client.websocket_connect("/api/v1/live?tail=20") as socket:
            message = socket.receive_json()
            known = message["entries"]
            assert (message["first"], len(known)) == (message["seq"] - 19, 20)
            while known[0]["seq"] > 1:
                query = f"before={known[0]['seq']}&limit=500"
                known = client.get(f"/api/v1/entries?{query}").json()["entries"] + known
            assert [row["seq"] for row in known] == list(range(1, message["seq"] + 1))
            assert known == client.get("/api/v1/view?tail=10000").json()["entries"]
            # a wish for everything keeps the tail, and so does the view after a correction
            socket.send_json({"type": "whole"})
            assert len(until_whole(socket)["entries"]) == 20
            amend = {"type": "amend", "target": 3, "instead": []}
            answer = client.post("/api/v1/events?tail=0", json=amend).json()
            assert (answer["entries"], answer["first"]) == ([], answer["seq"] + 1)
            after = until_whole(socket)
            assert (after["seq"], len(after["entries"])) == (answer["seq"], 20)
        earlier = client.get("/api/v1/entries?before=6&limit=3").json()["entries"]
        assert [(row["seq"], row.get("now")) for row in earlier] == [(3, []), (4, None), (5, None)]
        assert client.get("/api/v1/entries?before=1").json()["entries"] == []
        assert [r["seq"] for r in client.get("/api/v1/entries?before=9&since=6").json()["entries"]] == [7, 8]
        for wrong in ("entries?before=0", "view?tail=-1", "view?tail=10001", "entries?before=x"):
            assert client.get(f"/api/v1/{wrong}").status_code == 422


Longest = tuple[TestClient, TableSession]


@pytest.fixture(scope="module")
def longest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Longest]:
    """A table whose log has 10,000 entries."""
    log = written(tmp_path_factory.mktemp("longest"), one_deal(LONG, "classic31"))
    session = TableSession(Book(log, live=True), ScriptedObserver((), live=True, hold=threading.Event()))
    app = create_app(AppSettings(session, ServerSettings(hosts=("testserver",), gather_s=0.0)))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        yield client, session


def test_nobody_who_asks_for_no_number_is_sent_the_whole_log(
    longest: Longest,
) -> None:
    client, _ = longest
    newest = list(range(LONG - TAIL_OF_ALL + 1, LONG + 1))
    page = client.get("/api/v1/entries").json()
    assert [row["seq"] for row in page["entries"]] == list(range(1, TAIL_OF_ALL + 1))
    assert (page["seq"], page["next"], page["before"]) == (LONG, TAIL_OF_ALL, None)
    # a larger page is not to be had
    assert client.get("/api/v1/entries?limit=9999").json() == page
    answers = [client.get("/api/v1/view").json()]
    with client.websocket_connect("/api/v1/live") as socket:
        answers.append(socket.receive_json())
    for message in answers:
        assert [row["seq"] for row in message["entries"]] == newest
        assert message["first"] == newest[0]
    assert len(client.get("/api/v1/view?tail=10000").json()["entries"]) == LONG


@pytest.mark.parametrize("limit", [499, 500])
def test_the_cursors_lead_through_the_whole_log_both_ways(longest: Longest, limit: int) -> None:
    client, _ = longest
    for ask, cursor in (("since", "next"), ("before", "before")):
        seqs: list[int] = []
        at: int | None = 0 if ask == "since" else LONG + 1
        while at is not None:
            page = client.get("/api/v1/entries", params={ask: at, "limit": limit}).json()
            found = [row["seq"] for row in page["entries"]]
            seqs = seqs + found if ask == "since" else found + seqs
            at = page[cursor]
        assert seqs == list(range(1, LONG + 1))
    past = client.get(f"/api/v1/entries?since={LONG + 5}").json()
    assert (past["entries"], past["next"]) == ([], None)
    # a search that ends at an entry has no page before it
    ended = client.get("/api/v1/entries?before=9&since=6").json()
    assert ([row["seq"] for row in ended["entries"]], ended["before"], ended["next"]) == ([7, 8], None, 8)


def test_who_comes_back_late_finds_what_he_missed(longest: Longest) -> None:
    client, _ = longest
    seen = 9_000  # … when the connection was lost
    with client.websocket_connect("/api/v1/live") as socket:
        message = socket.receive_json()
    # the message says itself that it does not reach as far back
    assert message["first"] > seen + 1
    missed: list[Any] = []
    since: int | None = seen
    while since is not None and since < message["first"] - 1:
        limit = min(message["first"] - 1 - since, TAIL_OF_ALL)
        page = client.get("/api/v1/entries", params={"since": since, "limit": limit}).json()
        missed += page["entries"]
        since = page["next"]
    known = [row["seq"] for row in (*missed, *message["entries"])]
    assert known == list(range(seen + 1, LONG + 1))


@pytest.mark.parametrize(("behind", "is_whole"), [(TAIL_OF_ALL, False), (TAIL_OF_ALL + 1, True)])
def test_a_screen_that_fell_far_behind_is_told_to_fetch(book: Book, behind: int, is_whole: bool) -> None:
    now = snapshot(book.sights(), 2)
    before = Snapshot(1, 0, now.seq - behind, now.view, now.rows[: now.seq - behind], TABLE, None)
    message = difference(before, now, "en", TAIL)
    assert message is not None
    assert message["whole"] is is_whole
    assert len(message["entries"]) == (TAIL if is_whole else behind)
    # who asked for more at once gets more at once
    assert not (difference(before, now, "en", 2 * TAIL_OF_ALL) or {})["whole"]


def until_whole(socket: Any) -> Any:
    while True:
        message = socket.receive_json()
        if message["type"] == "view" and message["whole"]:
            return message


def test_hidden_rows_are_hidden_however_they_are_asked_for(book: Book) -> None:
    table = snapshot(book.sights()).seen_by(Viewer())
    assert sight.PLAYED
    hidden = [row for row in table.rows[:200] if row["event"].get("cards")]
    assert all(row.get("hidden") for row in hidden)
