"""Room on the disk that is held for the day on which it is full: deleting needs some before it gives any back."""

from __future__ import annotations

import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)

RESERVE_BYTES = 4 * 1024 * 1024
"""how much is held: enough to delete a match of some 10,000 entries, whose pages SQLite writes once more, emptied"""


class Reserve:
    """A file of nothing beside the database.

    :param database: the database's file; None: there is none to delete from, so nothing is held.
    """

    def __init__(self, database: Path | None, size: int = RESERVE_BYTES) -> None:
        self.path = None if database is None else database.with_name(f"{database.name}.reserve")
        self._size = size

    def hold(self) -> None:
        """Hold the room, where there is some."""
        if self.path is None:
            return
        try:
            if self.path.exists() and self.path.stat().st_size == self._size:
                return
            # no zeros: some disks would keep them in no room at all
            self.path.write_bytes(os.urandom(self._size))
        except OSError as error:
            self.give_up()
            log.info("no room is held for deleting on a full disk: %s", error)

    def give_up(self) -> None:
        """Let go of it, so that something can be written."""
        if self.path is not None:
            try:
                self.path.unlink(missing_ok=True)
            except OSError as error:
                log.warning("the reserve %s cannot be given up: %s", self.path, error)
