"""Logs in the database: a table's matches, and their entries."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bura.errors import LogError, ParseError
from bura.log import Entry, LoadedLog, entry_to_line, read_log
from bura_server.storage import InUseError, LogLock, make_folder
from bura_server.store.database import Database, StoreError
from bura_server.store.schema import entries, matches, tables


def read_entries(connection: Connection, match_id: int, name: str, since: int = 0) -> tuple[Entry, ...]:
    """The log of a match, out of the database.

    :param since: only the entries after this one.
    :raises LogError: when a line is broken or missing, or was written by a newer version.
    """
    rows = connection.execute(
        select(entries.c.seq, entries.c.line)
        .where(entries.c.match_id == match_id, entries.c.seq > since)
        .order_by(entries.c.seq)
    )
    told: list[Entry] = []
    for seq, line in rows:
        try:
            entry = Entry.from_json(json.loads(line))
        except (ParseError, json.JSONDecodeError, RecursionError) as error:
            raise LogError(
                f"entry {seq} of {name} is broken ({error}): restore the database, it is untouched"
            ) from error
        if entry.seq != seq or seq != since + len(told) + 1:
            raise LogError(
                f"entry {since + len(told) + 1} of {name} is missing: restore the database, it is untouched"
            )
        told.append(entry)
    return tuple(told)


def as_utc(at: datetime) -> datetime:
    """A moment out of the database; SQLite forgets the zone, which is always UTC."""
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def match_key(match_id: int, started_at: datetime) -> str:
    """What tells a match from every other: SQLite gives the number of a deleted one again, but not its moment."""
    return f"{match_id}-{as_utc(started_at):%Y%m%dT%H%M%S.%f}"


def table_id(connection: Connection, name: str) -> int:
    """The row of a table, made when it is not there."""
    found = connection.scalar(select(tables.c.id).where(tables.c.name == name))
    if found is not None:
        return int(found)
    made = connection.execute(insert(tables).values(name=name)).inserted_primary_key
    assert made is not None
    return int(made[0])


def open_match(connection: Connection, table: str) -> int | None:
    """The match that a table goes on with: its newest one, unless that was closed or is a file."""
    newest = connection.execute(
        select(matches.c.id, matches.c.closed, matches.c.log_file)
        .join(tables)
        .where(tables.c.name == table)
        .order_by(matches.c.id.desc())
        .limit(1)
    ).one_or_none()
    return None if newest is None or newest.closed or newest.log_file is not None else int(newest.id)


def new_match(connection: Connection, table: str, started_at: datetime, log_file: Path | None = None) -> int:
    """A match at a table; earlier ones are closed."""
    row = table_id(connection, table)
    connection.execute(update(matches).where(matches.c.table_id == row).values(closed=True))
    values = {
        "table_id": row,
        "started_at": started_at,
        "closed": False,
        "log_file": None if log_file is None else str(log_file),
    }
    made = connection.execute(insert(matches).values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0])


class TableLock:
    """Holds a table of the database for this program.

    Whoever writes a match of it, closes its matches or deletes the one that may be going on holds it.
    """

    def __init__(self, database: Database, table: str, folder: Path) -> None:
        """Take it.

        :raises InUseError: when another program holds it.
        :raises LogError: when that cannot be found out.
        """
        self._held: LogLock | None = None
        self._connection: Connection | None = None
        text_in_use = f"table {table} of the database {database.name} is in use by another bura: end that one"
        if database.engine.dialect.name == "sqlite":
            beside = database.file or folder / "bura.db"
            try:
                self._held = LogLock(beside.with_name(f"{beside.name}.{table}"))
            except InUseError as error:
                raise InUseError(text_in_use) from error
            return
        # The server lets go of it when the connection ends, however it ends.
        with database.begin():
            connection = database.engine.connect()
        taken = connection.scalar(
            select(func.pg_try_advisory_lock(_ADVISORY, zlib.crc32(table.encode()) - 2**31))
        )
        connection.commit()
        if not taken:
            connection.close()
            raise InUseError(text_in_use)
        self._connection = connection

    def release(self) -> None:
        """Let go."""
        if self._held is not None:
            self._held.release()
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()

    def __enter__(self) -> TableLock:
        return self

    def __exit__(self, *exc: object) -> None:
        self.release()


_ADVISORY = 0x42757261
"""first half of the number of our locks in a PostgreSQL server"""


class DatabaseJournal:
    """A log that is rows of the database."""

    def __init__(self, database: Database, table: str, folder: Path) -> None:
        """See `bura_server.journal.Place.open`."""
        self._database = database
        self._table = table
        self.name = f"{table} in {database.name}"
        self._lock = TableLock(database, table, folder)
        self._key = ""
        self._begun: datetime | None = None
        try:
            with database.begin() as connection:
                self.match_id: int | None = open_match(connection, table)
                told = () if self.match_id is None else read_entries(connection, self.match_id, self.name)
                if self.match_id is not None:
                    begun = select(matches.c.started_at).where(matches.c.id == self.match_id)
                    self._begun = connection.execute(begun).scalar_one()
                    self._key = match_key(self.match_id, self._begun)
                else:
                    # nothing is kept of a match until its first entry is written
                    number = connection.scalar(select(func.max(matches.c.id))) or 0
        except BaseException:
            self._lock.release()
            raise
        self.loaded = LoadedLog(told)
        self._next = len(told) + 1
        self.path = folder / f"{table}-{self.match_id or number + 1}.jsonl"

    @property
    def match(self) -> str:
        """See `bura_server.journal.Journal`."""
        return self._key

    def append(self, *new: Entry) -> None:
        """See `bura_server.journal.Journal`."""
        if not new:
            return
        for seq, entry in enumerate(new, start=self._next):
            if entry.seq != seq:
                raise LogError(f"entry {entry.seq} cannot follow entry {seq - 1} in {self.name}")
        now = datetime.now(UTC)
        with self._database.begin() as connection:
            match_id = self.match_id
            if match_id is None:
                match_id = new_match(connection, self._table, now)
            else:
                self._check_ours(connection, match_id)
            rows = [
                {"match_id": match_id, "seq": entry.seq, "written_at": now, "line": entry_to_line(entry)}
                for entry in new
            ]
            try:
                connection.execute(insert(entries), rows)
            except IntegrityError as error:
                raise StoreError(
                    f"another program writes into {self.name}: end it, and start this one again"
                ) from error
        if self.match_id is None:
            self.match_id, self._begun, self._key = match_id, now, match_key(match_id, now)
        self._next += len(new)

    def _check_ours(self, connection: Connection, match_id: int) -> None:
        """Is the match of that number still the one this journal writes? From here on nobody else can delete it.

        SQLite gives the number of a deleted match to the next one, which then is somebody else's.

        :raises StoreError: when it is gone, or another.
        """
        ours = update(matches).where(matches.c.id == match_id, matches.c.started_at == self._begun)
        # nothing is changed, but the row is held until the end of the transaction
        if connection.execute(ours.values(table_id=matches.c.table_id)).rowcount != 1:
            raise StoreError(
                f"match {match_id} of {self.name} was deleted by another program, so nothing more can be written"
                " into it: stop this table and begin another log"
            )

    def close(self) -> None:
        """See `bura_server.journal.Journal`."""
        self._lock.release()


class DatabasePlace:
    """A table of the database.

    :param table: its name, after its camera.
    :param folder: where what belongs to logs (evidence) lies.
    """

    def __init__(self, database: Database, table: str, folder: Path) -> None:
        self.database = database
        self.table = table
        self.folder = folder
        self.name = f"{table} in {database.name}"

    def exists(self) -> bool:
        """See `bura_server.journal.Place`."""
        with self.database.begin() as connection:
            return open_match(connection, self.table) is not None

    def open(self) -> DatabaseJournal:
        """See `bura_server.journal.Place`."""
        make_folder(self.folder)
        return DatabaseJournal(self.database, self.table, self.folder)

    def begin_anew(self) -> None:
        """The next log is another match; the one so far stays in the history.

        :raises InUseError: when another program writes the one so far.
        """
        with TableLock(self.database, self.table, self.folder), self.database.begin() as connection:
            row = select(tables.c.id).where(tables.c.name == self.table).scalar_subquery()
            connection.execute(update(matches).where(matches.c.table_id == row).values(closed=True))

    def take_over(self, file: Path) -> int:
        """Copy a log file of an earlier version into the database, when the table has no match yet.

        :return: how many entries were copied; 0 when there is nothing to do. The file is left as it is.
        :raises LogError: when the file is no log.
        """
        with self.database.begin() as connection:
            known = connection.scalar(
                select(func.count()).select_from(matches).join(tables).where(tables.c.name == self.table)
            )
            if known or not file.exists():
                return 0
            return copy_in(connection, self.table, file)


def copy_in(connection: Connection, table: str, file: Path) -> int:
    """Copy a log file into the database as a match of a table; how many entries it had.

    :raises LogError: when the file cannot be read or is no log.
    """
    told = read_log(file).entries
    if not told:
        return 0
    written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    match_id = new_match(connection, table, written)
    rows = [
        {"match_id": match_id, "seq": entry.seq, "written_at": written, "line": entry_to_line(entry)}
        for entry in told
    ]
    connection.execute(insert(entries), rows)
    return len(told)
