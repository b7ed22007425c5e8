"""A server on a scripted observer, as a program: ``python -m tests.server.support.scripted_server``."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

import numpy as np
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura.cards import Card
from bura.errors import SourceError
from bura.position import Settings
from bura.table import Belief
from bura_server.app import AppSettings
from bura_server.book import Book
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore
from bura_server.links import Links, kept_secret
from bura_server.logplace import KnownFile
from bura_server.opening import Opener, Reader, TableOrder
from bura_server.picture import Image
from bura_server.runner import listen, run
from bura_server.session import TableSession
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace
from bura_server.store.links import DatabaseLinks
from bura_vision.reading import CardReading, Reading


def main() -> None:
    """Serve the scripted deal until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--until", type=float, default=float("inf"), help="the recording ends here, seconds")
    parser.add_argument("--live", action="store_true", help="as a camera, not as a recording")
    parser.add_argument("--torn", action="store_true", help="… by breaking off")
    parser.add_argument("--delay", type=float, default=60.0, help="spectators see it so many seconds later")
    parser.add_argument("--counting", default="rules", choices=("rules", "open", "hidden"))
    parser.add_argument(
        "--evidence", action="store_true", help="keep stills and clips; reading one again says KS"
    )
    parser.add_argument("--tables", action="store_true", help="the set-up page may start other tables")
    parser.add_argument("--names", nargs="+", default=["Ann", "Boris"], help="one for each seat, from A on")
    options = parser.parse_args()
    events = tuple(event for event in deal_events() if event.at_s <= options.until)
    error = SourceError("script.mp4 breaks off after some seconds: copy it again") if options.torn else None
    hold = None if options.torn else threading.Event()
    if hold is not None and options.until == float("inf"):
        hold.set()
    database = Database.in_folder(options.log.parent)
    place = KnownFile(options.log, database)
    settings = Settings(counting=options.counting, spectator_delay_s=options.delay)
    names = dict(zip("ABCDEF", options.names, strict=False))
    book = Book(place, seats=tuple(names), names=names, live=options.live, settings=settings)
    recorder = None
    if options.evidence:
        small = EvidenceSettings(fps=4.0, after_s=0.4, clip_width_px=320)
        recorder = Recorder(EvidenceStore(book.path, small), small, patient=True)
    observer = ScriptedObserver(events, live=options.live, error=error, hold=hold)
    session = TableSession(book, observer, speed=options.speed, evidence=recorder)
    links = Links(DatabaseLinks(database), kept_secret(options.log.parent))
    opener = ScriptedTables(options.log.parent, database) if options.tables else None
    app = AppSettings(
        session, ServerSettings(), links=links, database=database, reader=KingOfSpades(), opener=opener
    )
    run(app, listen("127.0.0.1", options.port), browser=False, say=_say)
    database.close()


class ScriptedTables(Opener):
    """Opens tables at which the same deal is played, whatever the camera: their log is in the database."""

    def open(self, order: TableOrder) -> TableSession:
        """See `Opener`."""
        place = DatabasePlace(self._database, "script", self._data)
        if order.new:
            place.begin_anew()
        book = Book(place, names=dict(zip("AB", order.names, strict=True)), live=True)
        return TableSession(book, ScriptedObserver(deal_events(), hold=threading.Event()), speed=0)


class KingOfSpades(Reader):
    """Reads every still as KS (or else KC) and QC."""

    def __call__(self, image: Image) -> Reading:
        """The same, whatever the picture."""
        return Reading((_read({"QC": 0.99}), _read({"KS": 0.8, "KC": 0.19})), (), ())


def _read(ranked: dict[str, float]) -> CardReading:
    belief = Belief.of({Card.parse(text): share for text, share in ranked.items()})
    assert belief.best is not None
    return CardReading(belief.best, belief.confidence, belief, (), np.zeros((4, 2), np.float32))


def _say(text: str) -> None:
    import sys

    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
