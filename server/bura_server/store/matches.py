"""The matches that are kept: found, read, moved, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update

from bura.errors import LogError
from bura.log import Entry, read_log
from bura_server.store.journal import as_utc, match_key, read_entries
from bura_server.store.schema import entries, links, matches, tables


@dataclass(frozen=True, slots=True)
class Match:
    """One log: what was played at a table from its beginning until another log was begun there."""

    id: int
    """number of the match in the database"""
    table: str
    """name of its table"""
    started_at: datetime
    """when it was begun, UTC"""
    closed: bool
    """another one was begun at its table"""
    log_file: Path | None
    """the file its log lies in; None: in the database"""
    indexed_seq: int
    """how many entries its index was made from"""
    index_version: int
    """what made the index; 0: nothing did"""
    rules: str
    """name of the preset, from the index"""
    names: dict[str, str]
    """seat → display name, from the index"""

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        return f"match {self.id}" if self.log_file is None else str(self.log_file)

    @property
    def key(self) -> str:
        """What tells it from every other match (`match_key`)."""
        return match_key(self.id, self.started_at)

    @property
    def stem(self) -> str:
        """What its files are called: evidence, exports."""
        return f"{self.table}-{self.id}" if self.log_file is None else self.log_file.stem

    def log(self, connection: Connection) -> tuple[Entry, ...]:
        """Its entries.

        :raises LogError: when they cannot be read.
        """
        if self.log_file is None:
            return read_entries(connection, self.id, self.name)
        return read_log(self.log_file).entries

    def length(self, connection: Connection) -> int:
        """How many entries it has; of a file, how many bytes. Only good for telling whether it has grown."""
        if self.log_file is None:
            newest = select(func.max(entries.c.seq)).where(entries.c.match_id == self.id)
            return int(connection.scalar(newest) or 0)
        try:
            return self.log_file.stat().st_size
        except OSError:
            return 0

    def written(self, connection: Connection, seqs: Sequence[int]) -> dict[int, datetime]:
        """When entries were written, UTC; nothing of a log file, which does not tell."""
        if self.log_file is not None or not seqs:
            return {}
        rows = connection.execute(
            select(entries.c.seq, entries.c.written_at)
            .where(entries.c.match_id == self.id)
            .where(entries.c.seq.in_(seqs))
        )
        return {int(seq): as_utc(at) for seq, at in rows}

    def begin(self, connection: Connection, now: datetime) -> Match:
        """Its log begins now: a new log in the file of one that is gone."""
        connection.execute(update(matches).where(matches.c.id == self.id).values(started_at=now))
        return replace(self, started_at=now)

    def move(self, connection: Connection, file: Path) -> None:
        """Its log file has another name now, because another log was begun."""
        change = update(matches).where(matches.c.id == self.id)
        connection.execute(change.values(log_file=str(file.resolve()), closed=True))


def _match(row: Row[Any]) -> Match:
    return Match(
        id=row.id,
        table=row.table_name,
        started_at=as_utc(row.started_at),
        closed=bool(row.closed),
        log_file=None if row.log_file is None else Path(row.log_file),
        indexed_seq=row.indexed_seq,
        index_version=row.index_version,
        rules=row.rules,
        names=dict(row.names or {}),
    )


_COLUMNS = select(matches, tables.c.name.label("table_name")).join(tables)


def all_matches(connection: Connection) -> tuple[Match, ...]:
    """Every match, the newest first."""
    return tuple(_match(row) for row in connection.execute(_COLUMNS.order_by(matches.c.id.desc())))


def find_match(connection: Connection, match_id: int) -> Match | None:
    """The match of a number."""
    row = connection.execute(_COLUMNS.where(matches.c.id == match_id)).one_or_none()
    return None if row is None else _match(row)


def newest_match(connection: Connection, table: str) -> Match | None:
    """The newest match of a table."""
    row = connection.execute(
        _COLUMNS.where(tables.c.name == table).order_by(matches.c.id.desc()).limit(1)
    ).one_or_none()
    return None if row is None else _match(row)


def match_of_file(connection: Connection, file: Path) -> Match | None:
    """The match whose log is that file."""
    row = connection.execute(
        _COLUMNS.where(matches.c.log_file == str(file.resolve())).order_by(matches.c.id.desc()).limit(1)
    ).one_or_none()
    return None if row is None else _match(row)


def delete_match(connection: Connection, match: Match) -> None:
    """Delete a match: its entries, its index, the links of its seats, its row.

    Its table goes when that has no other match, and a log file is deleted as well.

    :raises LogError: when the file cannot be deleted; then nothing is.
    """
    connection.execute(delete(links).where(links.c.match_key == match.key))
    connection.execute(delete(matches).where(matches.c.id == match.id))
    others = select(matches.c.table_id)
    connection.execute(delete(tables).where(tables.c.name == match.table).where(tables.c.id.not_in(others)))
    if match.log_file is not None:
        try:
            for file in (
                match.log_file,
                match.log_file.with_name(f"{match.log_file.name}.torn"),
                match.log_file.with_name(f".{match.log_file.name}.lock"),
            ):
                file.unlink(missing_ok=True)
        except OSError as error:
            raise LogError(
                f"the log {match.log_file} cannot be deleted ({error.strerror or error}): nothing was deleted"
            ) from error
