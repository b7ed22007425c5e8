"""A match told: its entries, their replay and rows. One that has grown is told on, not told anew."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from bura.errors import LogError, ParseError
from bura.log import Entry, effective
from bura.replay import Fold, Replay, acknowledged, changes_past, fold_all
from bura.strictjson import read_json
from bura_server.rows import to_row, to_rows
from bura_server.store.journal import read_entries
from bura_server.store.matches import Match
from bura_server.stretch import Rows

Json = dict[str, Any]


class Told:
    """What is known of a match's log so far. One thread at a time may call `update`.

    What it gives stays as it is while it is told on.
    """

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._length = 0
        self._rows: list[Json] = []
        self._replay: Replay | None = None
        self._fold: Fold | None = None
        self._refused: tuple[tuple[int, str], ...] = ()

    def update(self, connection: Connection, match: Match) -> None:
        """Read what the log has grown by, and tell it.

        :raises LogError: when the log cannot be read; what was told before stays.
        """
        length = match.length(connection)
        if length == self._length:
            return
        new: Sequence[Entry] | None = None
        if self._fold is not None and length > self._length:
            new = self._grown_by(connection, match, length)
        if new is None or self._fold is None:
            self._tell_all(match.log(connection))
        elif any(changes_past(entry.event) for entry in new):
            self._tell_all((*self._entries, *new))
        else:
            for entry in new:
                self._fold.tell(entry, entry.event)
            self._entries.extend(new)
            self._rows.extend(to_row(entry) for entry in new)
            self._replay = None
        self._length = length

    def _grown_by(self, connection: Connection, match: Match, length: int) -> Sequence[Entry] | None:
        """The new entries; None: they are not simply more of the same, the log has to be read whole."""
        if match.log_file is None:
            return read_entries(connection, match.id, match.name, since=len(self._entries))
        return entries_between(match.log_file, self._length, length, since=len(self._entries))

    def _tell_all(self, entries: Sequence[Entry]) -> None:
        # what is kept is changed only when all of it could be told
        self._fold, self._refused = fold_all(entries)
        self._rows = list(to_rows(entries, effective(entries)))
        self._entries = list(entries)
        self._replay = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log."""
        return tuple(self._entries)

    @property
    def rows(self) -> Sequence[Json]:
        """The log as corrected (`bura_server.rows`)."""
        return Rows(self._rows)

    @property
    def replay(self) -> Replay:
        """Told and judged.

        :raises LogError: when there is no entry.
        """
        if self._fold is None:
            raise LogError("nothing of this match has been written yet")
        if self._replay is None:
            self._replay = self._fold.replay(acknowledged(self._fold), self._refused, self._entries[-1])
        return self._replay


def entries_between(file: Path, start: int, end: int, *, since: int) -> Sequence[Entry] | None:
    """The entries that a log file holds between two bytes; None when these are not whole lines that go on the log.

    :param since: seq of the last entry before.
    """
    try:
        with file.open("rb") as log:
            log.seek(start - 1)
            data = log.read(end - start + 1)
    except OSError:
        return None
    # the newline that ends the line before, and the one that ends the last
    if len(data) < 2 or data[:1] != b"\n" or data[-1:] != b"\n":
        return None
    entries: list[Entry] = []
    try:
        for line in data[1:-1].split(b"\n"):
            entry = Entry.from_json(read_json(line))
            if entry.seq != since + len(entries) + 1:
                return None
            entries.append(entry)
    except (ParseError, UnicodeDecodeError):
        return None
    return entries
