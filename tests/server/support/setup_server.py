"""A server without a table, for the set-up page: ``python -m tests.server.support.setup_server``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bura_server.app import AppSettings
from bura_server.links import Links, kept_secret
from bura_server.opening import Opener
from bura_server.runner import listen, run
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.links import DatabaseLinks


def main() -> None:
    """Serve the set-up page; recordings are watched as fast as they can be read."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    database = Database.in_folder(options.data)
    opener = Opener(options.data, database, speed=0)
    links = Links(DatabaseLinks(database), kept_secret(options.data))
    app = AppSettings(None, ServerSettings(), links=links, database=database, opener=opener)
    run(app, listen("127.0.0.1", options.port), browser=False, say=_say)
    database.close()


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
