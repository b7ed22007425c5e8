"""The match that set-up can go on with: what is told of it before somebody decides to."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from bura.errors import BuraError
from bura.events import Dealt, GameStarted
from bura.log import Entry, effective, read_log
from bura_server.session import Json
from bura_server.store.database import Database
from bura_server.store.journal import open_match, read_entries
from bura_server.store.schema import entries


class Unfinished:
    """Looks for the open match of a table. Any thread may call it; a log is read once while it does not grow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._told: tuple[tuple[Any, ...], Json | None] | None = None

    def of(self, table: str, log_file: Path | None = None) -> Json | None:
        """What is told of it (`bura_server.schemas_setup.UnfinishedTable`).

        :param table: its name in the database.
        :param log_file: the file that holds the log; None: the database does.
        :return: None where nothing was played at that table yet, where another match was begun since, or where the
            log cannot be read.
        """
        with self._lock:
            try:
                return self._look(table) if log_file is None else self._look_into(log_file)
            except (BuraError, OSError, ValueError):
                return None  # a log that cannot be read is told at the start

    def _look(self, table: str) -> Json | None:
        with self._database.begin() as connection:
            match = open_match(connection, table)
            if match is None:
                return None
            # SQLite gives the number of a deleted match to the next one: when it was written tells them apart
            newest = select(func.max(entries.c.seq), func.max(entries.c.written_at))
            known = (match, *connection.execute(newest.where(entries.c.match_id == match)).one())
            if self._told is None or self._told[0] != known:
                self._told = known, _told(read_entries(connection, match, table))
            return self._told[1]

    def _look_into(self, file: Path) -> Json | None:
        how = file.stat()
        known = (file, how.st_size, how.st_mtime_ns)
        if self._told is None or self._told[0] != known:
            self._told = known, _told(read_log(file).entries)
        return self._told[1]


def _told(log: tuple[Entry, ...]) -> Json | None:
    story = [one.event for one in effective(log).told]
    deals = sum(isinstance(event, Dealt) for event in story)
    if not story or not isinstance(story[0], GameStarted) or not deals:
        return None
    names = dict(story[0].names)
    return {"names": [names.get(seat) or seat for seat in story[0].seats], "deal": deals}
