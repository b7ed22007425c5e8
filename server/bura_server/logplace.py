"""Which log a table writes: the file a person names, else rows of the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bura_server.evidence.store import move_evidence
from bura_server.journal import FileJournal, FilePlace, Place
from bura_server.storage import check_unused, data_folder, set_aside
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace, TableLock, match_key, new_match
from bura_server.store.matches import delete_match, match_of_file, newest_match


class KnownFile(FilePlace):
    """A log file that the history knows of: its entries stay in the file, the database holds where it lies."""

    def __init__(self, path: Path, database: Database) -> None:
        super().__init__(path)
        self._database = database

    def open(self) -> FileJournal:
        """See `Place`."""
        journal = super().open()
        try:
            now = datetime.now(UTC)
            with self._database.begin() as connection:
                match = match_of_file(connection, self.path)
                if match is None:
                    number = new_match(connection, self.path.stem, now, self.path.resolve())
                    journal.known_as = match_key(number, now)
                elif not journal.loaded.entries:
                    journal.known_as = match.begin(connection, now).key
                else:
                    journal.known_as = match.key
        except BaseException:
            journal.close()
            raise
        return journal


def database_of(url: str | None, data: Path | None) -> Database:
    """The database asked for: by URL, else the file in the data folder.

    :raises StoreError: when it cannot be used.
    """
    return Database(url) if url else Database.in_folder(data_folder(data))


def log_place(
    database: Database,
    *,
    table: str,
    folder: Path,
    log: Path | None,
    new: bool,
    keep_old: bool,
    say: Callable[[str], None],
) -> Place:
    """Where a table's log is or will be.

    :param table: name of the table, after its camera.
    :param folder: the data folder.
    :param log: the file that a person named.
    :param new: begin another log; the one so far is kept.
    :param keep_old: False: it is deleted instead.
    :param say: told what a person should know.
    :raises InUseError: when another program writes the log so far, which would be closed or deleted.
    :raises LogError: when the log so far cannot be set aside, or is no log.
    """
    if log is not None:
        if new and keep_old:
            _set_aside(database, log)
        elif new:
            check_unused(log)
            log.unlink(missing_ok=True)
        return KnownFile(log, database)
    place = DatabasePlace(database, table, folder)
    older = folder / f"{table}.jsonl"
    copied = place.take_over(older)
    if copied:
        say(
            f"{copied} entries of {older} are in the database {database.name} now; the file is left as it is."
        )
    if new and keep_old:
        place.begin_anew()
    elif new:
        with TableLock(database, table, folder), database.begin() as connection:
            old = newest_match(connection, table)
            if old is not None:
                delete_match(connection, old)
    return place


def _set_aside(database: Database, log: Path) -> None:
    check_unused(log)
    moved = set_aside(log, datetime.now())
    if moved is None:
        return
    move_evidence(log, moved)
    with database.begin() as connection:
        old = match_of_file(connection, log)
        if old is not None:
            old.move(connection, moved)
