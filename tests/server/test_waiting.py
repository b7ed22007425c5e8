"""The event loop never waits for the book: screens connect and are served while a long correction is worked out."""

from __future__ import annotations

import threading
from pathlib import Path

from tests.server.support.scripted import ScriptedObserver

from bura.view import Role, Viewer
from bura_server.book import Book
from bura_server.session import TableSession


def test_looking_needs_no_lock(tmp_path: Path) -> None:
    session = TableSession(Book(tmp_path / "t.jsonl"), ScriptedObserver(()), speed=0)
    done = threading.Event()

    def look() -> None:
        session.listen(done.set)()
        for viewer in (Viewer(), Viewer(Role.SPECTATOR), Viewer(Role.UMPIRE), Viewer(Role.SEAT, "A")):
            session.seen_by(viewer)
            session.next_s(viewer)
        done.set()

    with session.exclusive():  # as whoever writes holds it
        threading.Thread(target=look, daemon=True).start()
        assert done.wait(20)
    session.stop()
