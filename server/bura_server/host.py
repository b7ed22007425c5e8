"""The table that this server runs, or none: started and stopped while the server goes on.

set-up page ──start──▶ TableHost ──▶ TableSession ──▶ screens
            ──stop───▶            (one at a time)
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from bura_server.errors import ApiError, Code
from bura_server.session import TableSession

log = logging.getLogger(__name__)

Open = Callable[[], TableSession]
"""makes a table: its log is open and its source is, but nothing runs yet; raises `bura.errors.BuraError`"""


class TableHost:
    """Owns the running table. Any thread may call it; starting and stopping happen one after another.

    :param session: the table to begin with; None: the set-up page comes first.
    :param lang: the table's language until one is chosen at set-up.
    """

    def __init__(self, session: TableSession | None = None, lang: str = "en") -> None:
        self._session = session
        self._lang = lang
        self._changing = threading.Lock()
        self._listeners: set[Callable[[], None]] = set()
        self._running = False

    @property
    def session(self) -> TableSession | None:
        """The running table, or None."""
        return self._session

    @property
    def lang(self) -> str:
        """The table's language: what devices that ask for no other are told in. It outlives the table."""
        return self._lang

    def match(self) -> str | None:
        """What tells the running match from every other (`bura_server.book.Book.match`); None: no table runs."""
        session = self._session
        return None if session is None else session.book.match

    def current(self) -> TableSession:
        """The running table.

        :raises ApiError: NO_TABLE when none runs.
        """
        session = self._session
        if session is None:
            raise ApiError(Code.NO_TABLE, "no table is being watched: start one on the page /setup")
        return session

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` (any thread; it must be quick) whenever another table, or none, runs; returns the end."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    # --- life ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """The server starts."""
        with self._changing:
            self._running = True
            if self._session is not None:
                self._session.start()

    def end(self) -> None:
        """The server ends: the log is closed."""
        with self._changing:
            self._running = False
            if self._session is not None:
                self._session.stop()

    def open(self, make: Open, lang: str | None = None) -> TableSession:
        """Start a table.

        :param lang: its language; None: the one before.
        :raises ApiError: CONFLICT when one runs already.
        :raises bura.errors.BuraError: when it cannot be made; then none runs.
        """
        with self._changing:
            if self._session is not None:
                raise ApiError(
                    Code.CONFLICT, "a table is being watched already: stop it first, its log is kept"
                )
            session = make()
            self._lang = lang or self._lang
            if self._running:
                session.start()
            self._session = session
        self._tell()
        return session

    def stop(self) -> None:
        """Stop the table; its log is kept, and everybody who looks at it is told.

        :raises ApiError: NO_TABLE when none runs.
        """
        with self._changing:
            session = self.current()
            self._session = None
            self._tell()
            session.stop()

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
