"""The database: opened, brought up to date, and its failures told in one sentence."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from bura.errors import LogError

log = logging.getLogger(__name__)

URL_VARIABLE = "BURA_DATABASE"
"""environment variable that names the database"""
FILE_NAME = "bura.db"
"""the SQLite file in the data folder"""
BUSY_S = 5.0
"""how long another program's write is waited for, seconds"""
CONNECT_S = 5
"""how long a database server may take to answer, seconds"""


class StoreError(LogError):
    """The database cannot be used; one sentence says why and what to do."""


class FullError(StoreError):
    """The disk is full."""


class Database:
    """An open database.

    :param url: as SQLAlchemy writes it: ``sqlite:////home/ann/bura.db``, ``postgresql://ann@host/bura``.
    :raises StoreError: when it cannot be reached, is no database of ours, or is of a newer version.
    """

    def __init__(self, url: str) -> None:
        self.name, self.engine = _engine(url)
        try:
            with self.begin() as connection:
                migrate(connection, self.name)
        except BaseException:
            self.close()
            raise

    @classmethod
    def in_folder(cls, folder: Path) -> Database:
        """The database of a data folder.

        :raises StoreError: as the class; also when the folder cannot be made.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"the folder {folder} cannot be made ({error.strerror}): choose another with --data"
            ) from error
        return cls(f"sqlite:///{folder.expanduser().resolve() / FILE_NAME}")

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None in memory, and for a server."""
        url = self.engine.url
        if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
            return None
        return Path(url.database)

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction: all of it is kept, or nothing.

        :raises FullError: when there is no room on the disk.
        :raises StoreError: when the database refuses.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            text = problem(error, self.name)
            raise FullError(text) if _FULL in text else StoreError(text) from error

    @contextmanager
    def try_out(self, write: Callable[[Connection], None], what: str) -> Iterator[Connection]:
        """A transaction that first writes what can be worked out again at any time: reading goes on without it.

        On a full disk what was written can often still be read before the end of the transaction, and is only not kept.

        :param write: writes it.
        :param what: it, in words, for the program's log.
        :raises StoreError: when the database cannot be read.
        """
        try:
            with self.engine.connect() as connection:
                try:
                    write(connection)
                except SQLAlchemyError as error:
                    connection.rollback()
                    log.warning("%s is as old as it was: %s", what, problem(error, self.name))
                yield connection
                try:
                    connection.commit()
                except SQLAlchemyError as error:
                    connection.rollback()
                    log.warning("%s is not kept: %s", what, problem(error, self.name))
        except SQLAlchemyError as error:
            raise StoreError(problem(error, self.name)) from error

    def tidy(self) -> None:
        """Bring what SQLite wrote beside its file into it, so that the room it took is free."""
        if self.file is None:
            return
        try:
            with self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLAlchemyError as error:
            log.warning("what is written beside %s stays there: %s", self.name, problem(error, self.name))

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def _engine(text: str) -> tuple[str, Engine]:
    """(name for people, engine) of a URL."""
    try:
        url = make_url(text)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError) as error:
        raise StoreError(
            f"--database {_shown(text)} is no address of a database: write sqlite:////path/bura.db or"
            " postgresql://user@host/name"
        ) from error
    if backend == "sqlite":
        # One in memory lives in its one connection.
        memory = {} if url.database and url.database != ":memory:" else {"pool_size": 1, "max_overflow": 0}
        engine = create_engine(
            url, connect_args={"timeout": BUSY_S, "check_same_thread": False}, poolclass=QueuePool, **memory
        )
        event.listen(engine, "connect", _tune_sqlite)
        return url.database or "in memory", engine
    if backend not in ("postgresql", "postgres"):
        raise StoreError(f"--database {_shown(text)}: Bura knows sqlite and postgresql, not {backend}")
    name = url.render_as_string(hide_password=True)
    try:
        engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_S, "application_name": "bura"},
        )
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs one more package: pip install 'bura[postgres]'") from error
    return name, engine


def _shown(text: str) -> str:
    """A URL as it may be printed: without a password."""
    return re.sub(r":[^:@/]*@", ":…@", text)


def _tune_sqlite(connection: Any, _record: object) -> None:
    """Readers do not wait for the writer; what was committed is on the disk; deleting takes all that hangs on it."""
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


_FULL = "the disk is full"
#: (what the driver says, what is wrong, what to do), first match counts
_PROBLEMS = (
    ("is locked", "is in use by another program", "end it, or wait and try again"),
    ("disk is full", f"cannot be written: {_FULL}", "make room; nothing is lost"),
    ("no space left", f"cannot be written: {_FULL}", "make room; nothing is lost"),
    ("readonly", "may not be written", "allow it, or choose another with --database"),
    ("read-only", "may not be written", "allow it, or choose another with --database"),
    ("not a database", "is no database", "name another file; this one is untouched"),
    ("malformed", "is damaged", "restore it from a copy; it is untouched"),
    ("unable to open", "cannot be opened", "name another place with --data or --database"),
    ("password authentication", "refuses the user or the password", "correct them in --database"),
    ("does not exist", "does not exist", "create it, or correct --database"),
)
_UNREACHABLE = re.compile(
    r"connection (refused|failed|timed? ?out|is bad|already closed)|could not (connect|translate)|timeout expired"
    r"|server closed|terminating connection|connection is closed|failed to resolve|the connection is lost",
    re.IGNORECASE,
)


def problem(error: SQLAlchemyError, name: str) -> str:
    """What is wrong with a database, in one sentence."""
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    low = said.lower()
    if _UNREACHABLE.search(said):
        return f"the database {name} cannot be reached: see that it runs, and that --database names it"
    for sign, what, way_out in _PROBLEMS:
        if sign in low:
            return f"the database {name} {what}: {way_out}"
    first = said.strip().splitlines()[0] if said.strip() else type(error).__name__
    return f"the database {name} refuses ({first[:200]}): nothing was changed"


# --- migrations ----------------------------------------------------------------------------------------------


def _config(folder: Path, connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, name: str, revision: str = "head") -> None:
    """Bring a database up to date, within the connection's transaction.

    :param revision: how far; for tests.
    :raises StoreError: when it was written by a newer version.
    """
    from alembic import command

    with as_file(files("bura_server.store") / "migrations") as folder:
        config = _config(folder, connection)
        now = MigrationContext.configure(connection).get_current_heads()
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        if set(now) - known:
            raise StoreError(
                f"the database {name} was written by a newer version of Bura: update the program, the database is"
                " untouched"
            )
        try:
            command.upgrade(config, revision)
        except CommandError as error:
            raise StoreError(f"the database {name} cannot be brought up to date: {error}") from error
