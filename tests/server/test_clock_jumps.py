"""The machine's clock is set while a table runs: the log's own time goes on, and nothing is lost by it."""

from __future__ import annotations

import errno
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.server.support.scripted import ScriptedObserver, deal_events

import bura.log
from bura.log import read_log
from bura.view import Role as Eyes
from bura.view import Viewer
from bura_server.book import Book
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.history.archive import Archive
from bura_server.links import Links
from bura_server.rights import Caller, Role
from bura_server.session import TableSession
from bura_server.store import journal
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace

HOUR_S = 3600.0
NOW_S = 1_800_000_000.0


class WallClock:
    """A wall clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOW_S

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("jump_s", [-HOUR_S, HOUR_S, -400 * 86400.0])
def test_a_jump_costs_no_evidence(tmp_path: Path, jump_s: float) -> None:
    clock = WallClock()
    store = EvidenceStore(tmp_path / "t.jsonl", EvidenceSettings(age_s=86400.0, free_bytes=0), now=clock)
    for seq in (1, 2):
        assert store.write(seq, Piece.STILL, b"x")
        os.utime(store.folder / f"{seq:06d}.jpg", (clock.now, clock.now))
        clock.now += jump_s
    assert store.tidy() == 0
    assert store.known() == {1, 2}
    clock.now = NOW_S + 86400.0 + abs(jump_s) + 1
    assert store.tidy() == 2  # in the end it ages all the same


def test_what_was_kept_before_the_clock_was_set_is_not_thrown_away(tmp_path: Path) -> None:
    clock = WallClock()
    clock.now = 500.0  # 1970
    rules = EvidenceSettings(age_s=1e9, free_bytes=0, folder_bytes=1000)  # thirty years, not fifty
    store = EvidenceStore(tmp_path / "t.jsonl", rules, now=clock)
    store.write(1, Piece.STILL, b"x" * 400)
    os.utime(store.folder / "000001.jpg", (500.0, 500.0))
    clock.now = NOW_S
    assert store.tidy() == 0
    store.write(2, Piece.STILL, b"x" * 400)
    assert store.known() == {1, 2}
    store.write(3, Piece.STILL, b"x" * 400)  # … but it goes first where there is too much
    assert store.known() == {2, 3}


def test_a_link_outlives_a_jump_and_ends_by_the_new_clock() -> None:
    clock = WallClock()
    links = Links(clock=clock)
    link = links.make(Role.SEAT, "A", HOUR_S, "")
    who = Caller(link.role, link.seat, link.id)
    clock.now -= HOUR_S
    left = links.left_s(who)
    assert left == pytest.approx(2 * HOUR_S)
    clock.now += 3 * HOUR_S
    assert (links.left_s(who) or 0.0) <= 0.0


def test_the_logs_time_goes_on_when_the_wall_clock_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries, the delay of spectators and the history of a table whose machine is set back twice an hour."""

    class Jumping:
        asked = 0

        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            cls.asked += 1
            return datetime(2026, 5, 1, 12, tzinfo=UTC) - timedelta(hours=cls.asked)

    monkeypatch.setattr(journal, "datetime", Jumping)
    monkeypatch.setattr(time, "time", lambda: NOW_S - HOUR_S * Jumping.asked)
    database = Database.in_folder(tmp_path)
    book = Book(DatabasePlace(database, "camera-0", tmp_path), names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver(deal_events()), speed=0)
    session.start()
    deadline = time.monotonic() + 30.0
    while session.snapshot.table["source"]["status"] != "ended":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert Jumping.asked > 3
    times = [entry.at_s for entry in book.entries]
    assert times == sorted(times)
    # a spectator's minute is a minute of this machine's uptime, whatever its clock says
    assert session.seen_by(Viewer(Eyes.SPECTATOR), 60.0).seq < session.snapshot.seq
    (match,) = Archive(database, tmp_path).search()
    assert [deal["number"] for deal in match["deals"]] == [1]
    assert match["deals"][0]["seconds"] >= 0.0
    assert all(player["seconds"] >= 0.0 for player in match["deals"][0]["players"])
    session.stop()
    database.close()


def test_a_full_disk_under_a_log_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system refuses to force the log to the disk: nothing of it stays, and it is written again later."""
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    before = (tmp_path / "t.jsonl").read_bytes()

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(bura.log.os, "fsync", full)  # type: ignore[attr-defined]
    with pytest.raises(Exception, match=r"cannot be written.*No space left"):
        book.feed(deal_events()[:3])
    assert book.unwritten > 0
    assert (tmp_path / "t.jsonl").read_bytes() == before  # not half an entry
    monkeypatch.undo()
    book.flush()
    book.close()
    assert [entry.seq for entry in read_log(tmp_path / "t.jsonl").entries] == list(range(1, book.seq + 1))
