"""A server on a scripted observer, as a program: ``python -m tests.server.support.scripted_server``."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from tests.server.support.scripted import ScriptedObserver, deal_events

from bura.errors import SourceError
from bura_server.app import AppSettings
from bura_server.book import Book
from bura_server.links import Links, kept_secret
from bura_server.logplace import KnownFile
from bura_server.runner import listen, run
from bura_server.session import TableSession
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.links import DatabaseLinks


def main() -> None:
    """Serve the scripted deal until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--until", type=float, default=float("inf"), help="the recording ends here, seconds")
    parser.add_argument("--torn", action="store_true", help="… by breaking off")
    options = parser.parse_args()
    events = tuple(event for event in deal_events() if event.at_s <= options.until)
    error = SourceError("script.mp4 breaks off after some seconds: copy it again") if options.torn else None
    hold = None if options.torn else threading.Event()
    if hold is not None and options.until == float("inf"):
        hold.set()
    database = Database.in_folder(options.log.parent)
    place = KnownFile(options.log, database)
    book = Book(place, seats=("A", "B"), names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver(events, error=error, hold=hold), speed=options.speed)
    links = Links(DatabaseLinks(database), kept_secret(options.log.parent))
    app = AppSettings(session, ServerSettings(), links=links, database=database)
    run(app, listen("127.0.0.1", options.port), browser=False, say=_say)
    database.close()


def _say(text: str) -> None:
    import sys

    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
