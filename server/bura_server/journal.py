"""Where one table's log is written: a file of JSON lines, or the database (`bura_server.store.journal`).

The log is only ever appended to.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol, runtime_checkable

from bura.log import Entry, LoadedLog, LogWriter, check_log_file, entry_to_line
from bura_server.storage import LogLock, make_folder


class Journal(Protocol):
    """An open log, held by this program alone."""

    name: str
    """what it is called in sentences"""
    path: Path
    """the log's file; of a log in the database the file it would be: what belongs to a log lies beside it"""
    loaded: LoadedLog
    """what was in it when it was opened"""
    match_id: int | None
    """number of its match in the database; None: it is a file, or has no entry yet"""

    @property
    def match(self) -> str:
        """What tells its match from every other, and stays when the log is opened again; once it has an entry."""
        ...

    def append(self, *new: Entry) -> None:
        """Write entries and wait until they are kept: all of them, or none.

        :raises LogError: when they are not the next ones, or cannot be written. They may be given again.
        """
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


@runtime_checkable
class Place(Protocol):
    """Where a log is, or will be."""

    name: str
    """what it is called in sentences"""

    def exists(self) -> bool:
        """Is there a log?"""
        ...

    def open(self) -> Journal:
        """Take it; begin one when there is none.

        :raises LogError: when it cannot be read, is in use by another program, or is no log.
        """
        ...


class FileJournal:
    """A log that is a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        """See `Place.open`."""
        self.path = path
        self.name = str(path)
        self.match_id: int | None = None
        self._lock = LogLock(path)
        try:
            self._writer = LogWriter(path)
        except BaseException:
            self._lock.release()
            raise
        self.loaded = self._writer.loaded
        self.known_as: str | None = None
        """what a database calls its match; None: no database knows of it"""
        self._first = "".join(entry_to_line(entry) for entry in self.loaded.entries[:1])

    @property
    def match(self) -> str:
        """See `Journal`. Without a database: where the file is and how it begins (game, players)."""
        if self.known_as is not None:
            return self.known_as
        return "file-" + hashlib.sha256(f"{self.path.resolve()}\n{self._first}".encode()).hexdigest()[:32]

    def append(self, *new: Entry) -> None:
        """See `Journal`."""
        self._writer.append(*new)
        self._first = self._first or "".join(entry_to_line(entry) for entry in new[:1])

    def close(self) -> None:
        """See `Journal`."""
        self._writer.close()
        self._lock.release()


class FilePlace:
    """A file, named by a person or after its camera.

    :raises LogError: when what is there is no plain file.
    """

    def __init__(self, path: Path) -> None:
        check_log_file(path)
        self.path = path
        self.name = str(path)

    def exists(self) -> bool:
        """See `Place`."""
        return self.path.exists()

    def open(self) -> FileJournal:
        """See `Place`."""
        make_folder(self.path.parent)
        return FileJournal(self.path)


def place_of(given: Path | Place) -> Place:
    """A place; a path is a file."""
    return FilePlace(given) if isinstance(given, Path) else given


def rescue(path: Path, unwritten: Sequence[Entry]) -> str:
    """Put entries that could not be written into a file of their own; where they are, in words.

    Beside the log, or, where that is full as well, among the temporary files.
    """
    name = f"{path.stem}-unwritten-{datetime.now():%Y%m%d-%H%M%S}.jsonl"
    data = "".join(entry_to_line(entry) + "\n" for entry in unwritten)
    for folder in (path.parent, Path(tempfile.gettempdir())):
        try:
            (folder / name).write_text(data, "utf-8")
        except OSError:
            (folder / name).unlink(missing_ok=True)
            continue
        return f"the {len(unwritten)} entries that it lacks are in {folder / name}: append them to it"
    return f"its last {len(unwritten)} entries are lost"
