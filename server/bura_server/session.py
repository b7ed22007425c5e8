"""One table: the only writer of its log, and what everybody who looks at it is shown.

    observer ──looks──▶ worker thread ──table events──▶ Book (referee + log on disk) ──▶ Snapshot ──▶ screens

The worker is one thread; people's actions come from the server's threads; one lock lets one of them at a time
into the book. Screens never enter it: they read the newest `Snapshot`, which is immutable.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from bura.errors import BuraError, LogError, SourceError
from bura.events import Amend
from bura.table import SourceBack, SourceLost, TableEvent
from bura_server.book import Book
from bura_server.observer import Look, Observer
from bura_server.picture import PictureDesk

log = logging.getLogger(__name__)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableStatus:
    """How the table and its source are, apart from the score."""

    state: str = "STARTING"
    """STARTING, the states of a `Look`, PAUSED while the source is lost, ENDED after a recording"""
    source: str = "running"
    """running, lost (live, no pictures), ended, broken (breaks off), or refused (log or watching failed)"""
    message: str = ""
    """one sentence when something is wrong"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a screen shows, at one moment."""

    version: int
    """grows with every change of anything"""
    epoch: int
    """grows when earlier rows changed (a correction): increments of another epoch cannot be used"""
    seq: int
    """number of the newest entry of the log"""
    view: Json
    """`bura.view.scoreboard` as JSON"""
    rows: tuple[Json, ...]
    """the entries, as `bura_server.rows` tells them; row ``n`` has seq ``n + 1``"""
    table: Json
    """`TableStatus` and the source's name"""


class Pace:
    """Lets a recording run at its own speed, by the wall clock."""

    def __init__(self, clock: Callable[[], float], wait: Callable[[float], object]) -> None:
        self._clock = clock
        self._wait = wait
        self._origin: float | None = None

    def keep(self, at_s: float) -> None:
        """Wait until the picture taken at ``at_s`` is due. What comes late stays late: nothing is dropped."""
        now = self._clock()
        if self._origin is None or now - self._origin > at_s:
            self._origin = now - at_s
            return
        self._wait(at_s - (now - self._origin))


class TableSession:
    """A table being watched.

    :param speed: how fast recordings run; 1 is their own speed, 0 is as fast as they can be read.
    """

    def __init__(
        self,
        book: Book,
        observer: Observer,
        *,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pictures = PictureDesk()
        self._book = book
        self._observer = observer
        self._speed = speed
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._pace = Pace(clock, self._stopping.wait)
        self._listeners: set[Callable[[], None]] = set()
        self._status = TableStatus()
        # A log that is continued: a recording is watched again from its start and what the log already holds
        # is passed over; a camera goes on where the log's time stopped.
        self._known_s = book.last_seen_s
        self._offset_s = book.last_at_s if observer.live else 0.0
        self._at_s = book.last_at_s
        self._snapshot = self._build(None)
        self._worker = threading.Thread(target=self._run, name="table", daemon=True)

    # --- life ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to watch."""
        self._worker.start()

    def stop(self) -> None:
        """End watching and close the log."""
        self._stopping.set()
        self._observer.close()
        if self._worker.is_alive():
            self._worker.join(timeout=10.0)
        with self._lock:
            self._book.close()

    # --- what screens read --------------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""
        return self._snapshot

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` (any thread; it must be quick) after every change or picture; returns the end."""
        with self._lock:
            self._listeners.add(listener)

        def end() -> None:
            with self._lock:
                self._listeners.discard(listener)

        return end

    # --- what people do -----------------------------------------------------------------------------------

    def say(self, event: TableEvent) -> Snapshot:
        """A person reports an act; it is dated now.

        :raises LogError: when the log cannot be written.
        """
        with self._lock:
            self._book.tell(replace(event, at_s=self._at_s))
            return self._publish()

    def correct(self, amend: Amend) -> Snapshot:
        """A person corrects an entry.

        :raises LogError: when the log cannot be written.
        """
        with self._lock:
            self._book.correct(amend, self._at_s)
            return self._publish()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """While this is held nothing else enters the book: look, decide, then write."""
        with self._lock:
            yield

    @property
    def book(self) -> Book:
        """The referee's book, for reading."""
        return self._book

    # --- the worker ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            for look in self._observer.looks():
                if self._stopping.is_set():
                    return
                self._take(look)
            self._end(TableStatus("ENDED", "ended"))
        except LogError as error:
            self._end(TableStatus("PAUSED", "refused", str(error)))
        except SourceError as error:
            self._end(TableStatus("PAUSED", "broken", str(error)))
        except BuraError as error:
            self._end(TableStatus("PAUSED", "refused", str(error)))
        except Exception:
            log.exception("watching the table failed")
            text = "the program failed while watching; start it again, the log is kept"
            self._end(TableStatus("PAUSED", "refused", text))

    def _end(self, status: TableStatus) -> None:
        if self._stopping.is_set():
            return
        with self._lock:
            self._status = status
            self._publish()

    def _take(self, look: Look) -> None:
        catching_up = not self._observer.live and look.at_s <= self._known_s
        if not self._observer.live and not catching_up and self._speed > 0:
            self._pace.keep(look.at_s / self._speed)
        if look.draw is not None and not catching_up:
            self.pictures.put(look.draw)
        with self._lock:
            self._at_s = max(self._at_s, look.at_s + self._offset_s)
            fed = [event for event in look.events if self._observer.live or event.at_s > self._known_s]
            if fed:
                self._book.feed([replace(event, at_s=event.at_s + self._offset_s) for event in fed])
            status = self._status_after(look)
            if fed or status != self._status:
                self._status = status
                self._publish()
            elif look.draw is not None:
                self._notify()

    def _status_after(self, look: Look) -> TableStatus:
        lost = self._status.source == "lost"
        for event in look.events:
            if isinstance(event, SourceLost):
                lost = True
            elif isinstance(event, SourceBack):
                lost = False
        return TableStatus("PAUSED", "lost") if lost else TableStatus(look.state)

    # --- publishing ---------------------------------------------------------------------------------------

    def _build(self, before: Snapshot | None) -> Snapshot:
        table = {
            "state": self._status.state,
            "at_s": round(self._at_s, 2),
            "source": {
                "name": self._observer.name,
                "live": self._observer.live,
                "status": self._status.source,
                "message": self._status.message,
            },
        }
        if before is not None and before.seq == self._book.seq:
            return replace(before, version=before.version + 1, table=table)
        rows = self._book.rows()
        return Snapshot(
            version=1 if before is None else before.version + 1,
            epoch=self._book.corrections,
            seq=self._book.seq,
            view=self._book.view(),
            rows=rows,
            table=table,
        )

    def _publish(self) -> Snapshot:
        self._snapshot = self._build(self._snapshot)
        self._notify()
        return self._snapshot

    def _notify(self) -> None:
        for listener in tuple(self._listeners):
            listener()
