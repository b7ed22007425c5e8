"""A server that can do everything, with cameras that are made up: ``python -m tests.server.support.made_up_devices``.

Whatever camera is asked for gives grey pictures, so that made-up requests open nothing of this machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bura.errors import SourceError
from bura_server import opening, table
from bura_server.app import AppSettings
from bura_server.links import Links, kept_secret
from bura_server.opening import Opener, Reader
from bura_server.phone.certificates import Certificates
from bura_server.phone.door import HttpsDoor
from bura_server.picture import Image
from bura_server.runner import listen, run
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.links import DatabaseLinks
from bura_vision.phone import PHONE, PhoneFeed
from bura_vision.reading import Reading
from bura_vision.source import Frame, Item, Source


class GreyCamera:
    """A camera that sees nothing."""

    live = True
    duration_s: float | None = None

    def __init__(self, name: str) -> None:
        if name == "404":
            raise SourceError(f"camera {name} cannot be opened: is it plugged in and not in use?")
        self.name = name
        self._closed = False

    def __iter__(self) -> Iterator[Item]:
        """See `bura_vision.source.Source`."""
        number = 0
        while not self._closed:
            yield Frame(np.full((240, 320, 3), 90, np.uint8), number, number / 10)
            number += 1
            time.sleep(0.1)

    def close(self) -> None:
        """See `bura_vision.source.Source`."""
        self._closed = True


def made_up(camera: str, feed: PhoneFeed | None) -> Source:
    """Stands for `bura_server.opening.source_of`."""
    return feed.open() if camera == PHONE and feed is not None else GreyCamera(camera)


class Nothing(Reader):
    """Reads nothing in any still."""

    def __call__(self, image: Image) -> Reading:
        """The same, whatever the picture."""
        return Reading((), (), ())


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    for module in (opening, table):
        vars(module)["source_of"] = made_up
    database = Database.in_folder(options.data)
    app = AppSettings(
        None,
        ServerSettings(),
        links=Links(DatabaseLinks(database), kept_secret(options.data)),
        database=database,
        data=options.data,
        reader=Nothing(),
        opener=Opener(options.data, database, speed=0),
        door=HttpsDoor(Certificates(options.data), lambda: listen("127.0.0.1", 0)),
    )
    run(app, listen("127.0.0.1", 0), browser=False, say=_say)
    database.close()


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
