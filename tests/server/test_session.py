"""One table: what the observer sees reaches the log, the view and the pictures; a stopped one is taken up again."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura.cards import Card
from bura.errors import LogError, RulesError, SourceError
from bura.events import Acknowledged, Amend, Claimed, Dealt, Lead, Ruled
from bura.log import Entry, Source, read_log
from bura.referee import Referee
from bura.rules import find_ruleset
from bura.table import (
    Belief,
    CardsLaid,
    DealBegan,
    Said,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    Word,
    sure,
)
from bura_server.book import Book
from bura_server.handkept import HandKept
from bura_server.observer import Observer
from bura_server.retrace import Retrace
from bura_server.session import Pace, Snapshot, TableSession

NAMES = {"A": "Ann", "B": "Boris"}
PATIENCE_S = 20.0


def whole_deal() -> tuple[TableEvent, ...]:
    return deal_events()


@contextmanager
def table(path: Path, observer: Observer, speed: float = 0.0) -> Iterator[TableSession]:
    session = TableSession(Book(path, names=NAMES, live=observer.live), observer, speed=speed)
    session.start()
    try:
        yield session
    finally:
        session.stop()


def wait_for(session: TableSession, done: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot that is as wanted; the time limit only keeps a broken test from hanging."""
    changed = threading.Event()
    end = session.listen(changed.set)
    deadline = time.monotonic() + PATIENCE_S
    try:
        while not done(session.snapshot):
            changed.clear()
            if done(session.snapshot):
                break
            assert changed.wait(max(0.0, deadline - time.monotonic())), session.snapshot.table
    finally:
        end()
    return session.snapshot


def ended(now: Snapshot) -> bool:
    return now.table["source"]["status"] in ("ended", "broken", "refused")


def test_a_deal_is_refereed_to_its_end(tmp_path: Path) -> None:
    observer = ScriptedObserver(whole_deal())
    with table(tmp_path / "t.jsonl", observer) as session:
        now = wait_for(session, ended)
        view = now.view("en")
        assert view["result"]["reason"] == "claim_false"
        assert view["result"]["winners"] == ["B"]
        assert [alert["rule"] for alert in view["alerts"]] == ["extra_card", "false_claim"]
        assert view["seats"]["A"]["tricks"] == 3
        assert now.table["state"] == "ENDED"
        assert observer.ended == 1
        assert now.seq == len(now.rows) == read_log(tmp_path / "t.jsonl").entries[-1].seq
        picture = session.pictures.jpeg()
        assert picture is not None
        assert picture[1][:2] == b"\xff\xd8"
        # a picture nobody has asked for before is made once
        assert session.pictures.jpeg() is picture


def test_the_view_speaks_the_language_asked_for(tmp_path: Path) -> None:
    with table(tmp_path / "t.jsonl", ScriptedObserver(whole_deal())) as session:
        now = wait_for(session, ended)
        texts = {lang: now.view(lang)["alerts"][0]["text"] for lang in ("en", "ru", "uk", "ka")}
        assert len(set(texts.values())) == 4


def plain(now: Snapshot) -> dict[str, Any]:
    """The score, as JSON: what must survive a restart."""
    value: dict[str, Any] = json.loads(json.dumps(now.view("en")))
    return value


@pytest.mark.parametrize("kept", [1, 2, 3, 7, 15, 30, 33, 34])
@pytest.mark.parametrize("torn", [False, True])
def test_a_recording_is_taken_up_where_the_log_stops(kept: int, torn: bool, tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    with table(log, ScriptedObserver(whole_deal())) as session:
        final = plain(wait_for(session, ended))
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:kept]) + (lines[kept % len(lines)][:20] if torn else b""))
    book = Book(log, names=NAMES)
    shown = book.view()("en")
    book.close()
    assert shown["seq"] == kept
    with table(log, ScriptedObserver(whole_deal())) as session:
        assert plain(wait_for(session, ended)) == final
    assert log.read_bytes() == b"".join(lines)


def test_what_people_did_is_kept_when_a_recording_is_taken_up(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    first = tuple(event for event in whole_deal() if event.at_s < 30)
    with table(log, ScriptedObserver(first)) as session:
        wait_for(session, ended)
        lead = next(e.seq for e in session.book.entries if isinstance(e.event, Lead))
        session.add(Amend(lead, (Lead("A", (Card.parse("KC"), Card.parse("JC"))),), "table"))
        session.add(Ruled(2, False))
        score = plain(session.snapshot)
        people = [entry.seq for entry in session.book.entries][-2:]
    with table(log, ScriptedObserver(whole_deal())) as session:
        assert plain(session.snapshot)["seats"] == score["seats"]
        now = wait_for(session, ended)
        assert [row["seq"] for row in now.rows if row["event"]["type"] in ("amend", "ruled")] == people
        assert now.rows[lead - 1]["now"][0]["cards"] == ["KC", "JC"]
        assert now.view("en")["result"]["reason"] == "claim_false"
        # nothing was told twice
        acts = [(row["event"], row["at_s"]) for row in now.rows]
        assert len(acts) == len({json.dumps(act) for act in acts})


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 33), st.sampled_from(["amend", "ack", "claim"])), max_size=4), st.data()
)
def test_wherever_it_is_cut_and_whatever_people_did_nothing_is_told_twice(
    acts: list[tuple[int, str]], data: st.DataObject
) -> None:
    """The log of an interrupted sitting, taken up, is the log of an uninterrupted one."""

    def sit(referee: Referee, events: tuple[TableEvent, ...], start: int) -> None:
        for number, event in enumerate(events, start):
            referee.feed(event)
            for when, what in acts:
                if when != number:
                    continue
                if what == "amend" and len(referee.entries) > 4:
                    referee.amend(4, (), at_s=event.at_s)
                elif what == "ack":
                    referee.add(Acknowledged(2), event.at_s)
                elif what == "claim":
                    referee.add(Claimed("B"), event.at_s)

    events = whole_deal()
    straight = Referee("classic31", ("A", "B"), names=NAMES)
    sit(straight, events, 0)
    # What people did after the cut is lost with it, so the cut lies after the last of it.
    spoken = Claimed("A")  # the deal's own, reported by the observer
    by_people = [e.seq for e in straight.entries if e.source is Source.HUMAN and e.event != spoken]
    least = max(by_people, default=1)
    kept = data.draw(st.integers(least, len(straight.entries)))
    referee = Referee("", (), entries=straight.entries[:kept])
    retrace = Retrace(straight.entries[:kept])
    for event in events:
        known, missing = retrace.pass_on(event)
        if missing:
            referee = Referee("", (), entries=(*referee.entries, *missing))
        if not known:
            referee.feed(event)
    assert referee.entries == straight.entries


def test_a_recording_that_breaks_off_is_told_and_kept(tmp_path: Path) -> None:
    error = SourceError("script.mp4 breaks off after 30.0 s of 70.0 s: copy it again")
    events = tuple(event for event in whole_deal() if event.at_s < 30)
    with table(tmp_path / "t.jsonl", ScriptedObserver(events, error=error)) as session:
        now = wait_for(session, ended)
        assert now.table["source"]["status"] == "broken"
        assert now.table["source"]["message"] == str(error)
        assert now.table["state"] == "PAUSED"
        assert now.view("en")["seats"]["B"]["tricks"] == 2


def test_a_fault_of_the_watching_side_is_told_and_the_log_is_intact(tmp_path: Path) -> None:
    class Broken(ScriptedObserver):
        def looks(self) -> Iterator[Any]:
            yield from super().looks()
            raise RuntimeError("boom")

    with table(tmp_path / "t.jsonl", Broken(whole_deal()[:5])) as session:
        now = wait_for(session, ended)
        assert now.table["source"]["status"] == "refused"
        assert "boom" not in now.table["source"]["message"]
    assert read_log(tmp_path / "t.jsonl").problem is None


FULL = "the log t.jsonl cannot be written: No space left on device"


def refuse(*entries: object) -> None:
    raise LogError(FULL)


def test_a_log_that_cannot_be_written_is_said_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(tmp_path / "t.jsonl", names=NAMES)
    before = (tmp_path / "t.jsonl").read_bytes()
    monkeypatch.setattr(book._journal, "append", refuse)
    session = TableSession(book, ScriptedObserver(whole_deal()), speed=0)
    session.start()
    now = wait_for(session, lambda s: ended(s) and s.view("en")["result"] is not None)
    assert now.table["source"] == {"name": "script.mp4", "live": False, "status": "refused", "message": FULL}
    assert now.table["log"] == "unwritten"
    # a person's act that cannot be written has not happened
    with pytest.raises(LogError):
        session.say(Said(seat="A", word=Word.CLAIM))
    assert session.snapshot.seq == now.seq
    session.stop()
    assert (tmp_path / "t.jsonl").read_bytes() == before
    rescued = next(tmp_path.glob("t-unwritten-*.jsonl"))
    (tmp_path / "t.jsonl").write_bytes(before + rescued.read_bytes())
    again = Book(tmp_path / "t.jsonl")
    assert again.view()("en")["result"]["reason"] == "claim_false"
    again.close()


def test_at_a_table_by_hand_a_full_disk_is_shown_until_something_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Book(tmp_path / "t.jsonl", names=NAMES, live=True)
    session = TableSession(book, HandKept(), speed=0)
    session.start()
    assert session.snapshot.table["log"] == "kept"
    with monkeypatch.context() as full:
        full.setattr(book._journal, "append", refuse)
        for _ in range(2):
            with pytest.raises(LogError, match="cannot be written"):
                session.add(Dealt("B"))
            assert session.snapshot.table["log"] == "unwritten"
    session.add(Dealt("B"))
    assert session.snapshot.table["log"] == "kept"
    session.stop()


def test_when_the_disk_has_room_again_the_log_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bura_server.session.RETRY_S", 0.0)
    book = Book(tmp_path / "t.jsonl", names=NAMES)
    write, failures = book._journal.append, iter(range(5))

    def sometimes(*entries: Entry) -> None:
        if next(failures, None) is not None:
            raise LogError(FULL)
        write(*entries)

    monkeypatch.setattr(book._journal, "append", sometimes)
    session = TableSession(book, ScriptedObserver(whole_deal()), speed=0)
    session.start()
    now = wait_for(session, lambda s: s.table["source"]["status"] == "ended")
    session.stop()
    assert [e.seq for e in read_log(tmp_path / "t.jsonl").entries] == list(range(1, now.seq + 1))


def test_a_camera_that_dies_pauses_the_table_and_comes_back(tmp_path: Path) -> None:
    hold = threading.Event()
    events = (*whole_deal()[:4], SourceLost(at_s=12.0))
    with table(tmp_path / "t.jsonl", ScriptedObserver(events, live=True, hold=hold)) as session:
        now = wait_for(session, lambda s: s.table["source"]["status"] == "lost")
        assert now.table["state"] == "PAUSED"
        assert now.view("en")["paused"]
    back = (*events, SourceBack(at_s=13.0))
    with table(tmp_path / "u.jsonl", ScriptedObserver(back, live=True, hold=hold)) as session:
        now = wait_for(session, lambda s: s.rows[-1]["event"]["type"] == "resumed")
        assert now.table["source"]["status"] == "running"
        assert not now.view("en")["paused"]


def test_a_camera_goes_on_in_the_middle_of_a_deal(tmp_path: Path) -> None:
    """The camera finds the cards of the open trick and the trump; none of that is news."""
    log = tmp_path / "t.jsonl"
    hold = threading.Event()
    begun = whole_deal()[:11]  # … B has led JS 9S, A has replied 7C and one face down
    with table(log, ScriptedObserver(begun, live=True, hold=hold)) as session:
        wait_for(session, lambda s: s.seq == 12)
        before = plain(session.snapshot)
    found = (
        DealBegan(at_s=0.5),
        TrumpSeen(at_s=0.5, belief=Belief.sure(Card.parse("9D"))),
        CardsLaid(at_s=0.6, seat="B", cards=sure("JS 9S")),
        CardsLaid(at_s=0.6, seat=None, cards=sure("7C"), face_down=1),
    )
    rest = tuple(event for event in whole_deal() if event.at_s > 23)
    with table(log, ScriptedObserver((*found, *rest), live=True, hold=hold)) as session:
        assert plain(session.snapshot) == before
        now = wait_for(session, lambda s: s.view("en")["result"] is not None)
        assert [row["event"]["type"] for row in now.rows].count("dealt") == 1
        assert now.view("en")["seats"]["A"]["tricks"] == 3
        # time goes on where the log's stopped
        times = [row["at_s"] for row in now.rows]
        assert times == sorted(times)


def test_a_camera_that_finds_the_next_deal_begins_it(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    hold = threading.Event()
    with table(log, ScriptedObserver(whole_deal()[:11], live=True, hold=hold)) as session:
        wait_for(session, lambda s: s.seq == 12)
    found = (DealBegan(at_s=0.5), TrumpSeen(at_s=0.5, belief=Belief.sure(Card.parse("6H"))))
    with table(log, ScriptedObserver(found, live=True, hold=hold)) as session:
        now = wait_for(session, lambda s: s.view("en")["trump"]["card"] == "6H")
        assert now.view("en")["deal"] == 2


def test_a_person_says_and_begins(tmp_path: Path) -> None:
    hold = threading.Event()
    with table(tmp_path / "t.jsonl", ScriptedObserver(whole_deal()[:9], hold=hold)) as session:
        wait_for(session, lambda s: s.seq == 10)
        now = session.say(Said(seat="B", word=Word.CLAIM))
        assert now.view("en")["claim"]["seat"] == "B"
        assert now.rows[-1]["source"] == "human"
        now = session.add(Dealt("A"))
        assert now.view("en")["deal"] == 2


@pytest.mark.parametrize(
    ("rules", "seats", "error", "text"),
    [
        ("georgian3", ("A", "B"), LogError, "is of classic31, not georgian3"),
        (None, ("A", "B", "C"), LogError, "is of seats A, B, the table has A, B, C"),
        ("whist", ("A", "B"), RulesError, "whist"),
    ],
)
def test_a_log_is_gone_on_with_only_by_its_own_game(
    rules: str | None, seats: tuple[str, ...], error: type[Exception], text: str, tmp_path: Path
) -> None:
    path = tmp_path / "t.jsonl"
    Book(path, names=NAMES).close()
    before = path.read_bytes()
    with pytest.raises(error, match=text):
        Book(path, rules=rules, seats=seats)
    assert path.read_bytes() == before
    Book(path).close()  # the lock was let go


@pytest.mark.parametrize(
    "content", [b"garbage\nmore\n", b'{"v": 99}\n{}\n', b"\xff\xfe\x00\n\n{}", b"[]\n[]\n"]
)
def test_a_broken_log_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(content)
    with pytest.raises(LogError, match=r"t\.jsonl"):
        Book(path)
    assert path.read_bytes() == content


def test_another_name_is_a_correction_of_the_first_entry(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    Book(path, names=NAMES).close()
    book = Book(path, names={"A": "Zoe", "B": "Boris"})
    assert book.view()("en")["seats"]["A"]["name"] == "Zoe"
    book.close()
    again = Book(path)
    assert again.view()("en")["seats"]["A"]["name"] == "Zoe"
    assert again.seq == 2
    again.close()


def test_a_recording_keeps_its_own_pace_and_drops_nothing() -> None:
    now = 100.0
    waits: list[float] = []

    def wait(seconds: float) -> None:
        nonlocal now
        waits.append(round(seconds, 3))
        now += seconds

    pace = Pace(lambda: now, wait)
    pace.keep(0.0)
    pace.keep(0.5)
    now += 2.0  # a slow picture: what is late stays late, nothing is hurried after it
    pace.keep(1.0)
    pace.keep(1.5)
    assert waits == [0.5, 0.5]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("/home/ann/secret/clip.mp4", "clip.mp4"),
        ("clip.mp4", "clip.mp4"),
        ("/home/ann/pictures/", "pictures"),
        ("0", "0"),
        ("rtsp://admin:pass@10.0.0.5/live", "rtsp://10.0.0.5/live"),
        ("http://10.0.0.5/a@b", "http://10.0.0.5/a@b"),
    ],
)
def test_a_source_is_shown_without_folders_and_passwords(name: str, shown: str, tmp_path: Path) -> None:
    error = SourceError(f"{name} breaks off")
    with table(tmp_path / "t.jsonl", ScriptedObserver((), name=name, error=error)) as session:
        now = wait_for(session, lambda now: now.table["source"]["status"] == "broken")
        assert now.table["source"]["name"] == shown
        assert now.table["source"]["message"] == f"{shown} breaks off"


def test_house_rules_are_kept_by_the_log(tmp_path: Path) -> None:
    options = {"discard_face": "open", "open_hands": ["A"], "open_compensation": {"A": 6}}
    house = find_ruleset("classic31").with_options(options, name="our table")
    log = tmp_path / "t.jsonl"
    Book(log, rules=house).close()
    for again in (house, None):
        book = Book(log, rules=again)
        assert book.state.rules.options() == house.options()
        book.close()
    with pytest.raises(LogError, match="other house rules"):
        Book(log, rules="classic31")
