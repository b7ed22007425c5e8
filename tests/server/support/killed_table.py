"""A table with large pictures, as a program to be killed: ``python -m tests.server.support.killed_table LOG``."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura_server.book import Book
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.store import EvidenceStore
from bura_server.observer import Look
from bura_server.session import TableSession


class LargePictures(ScriptedObserver):
    """The scripted deal, its pictures as large and as hard to compress as a camera's."""

    def looks(self) -> Iterator[Look]:
        """See `bura_server.observer.Observer`."""
        noise = np.random.default_rng(1).integers(90, 166, (1080, 1920, 3), np.uint8)
        for look in super().looks():
            yield Look(look.at_s, look.state, look.events, look.draw, np.roll(noise, int(look.at_s * 7), 1))


def main() -> None:
    """Watch until the end, then wait to be killed."""
    log = Path(sys.argv[1])
    book = Book(log, names={"A": "Ann", "B": "Boris"}, live=True)
    recorder = Recorder(EvidenceStore(book.path))
    # a camera's time goes on where the log's stopped
    observer = LargePictures(deal_events(), live=True, hold=threading.Event())
    TableSession(book, observer, speed=0, evidence=recorder).start()
    threading.Event().wait()


if __name__ == "__main__":
    main()
