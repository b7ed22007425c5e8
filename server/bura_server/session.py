"""One table: the only writer of its log, and what everybody who looks at it is shown.

    observer ──looks──▶ worker thread ──table events──▶ Book (referee + log on disk) ──▶ Snapshot ──▶ screens

The worker is one thread; people's actions come from the server's threads; one lock lets one of them at a time
into the book. Screens never enter it: they read the newest `Snapshot`, which is immutable.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bura.errors import BuraError, LogError, SourceError
from bura.events import Event
from bura.table import Said, SourceBack, SourceLost, TableEvent
from bura.view import Counting, Role, Viewer, counting_of
from bura_server.book import Book
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.store import EvidenceStore
from bura_server.observer import Look, Observer, shown_name
from bura_server.picture import Image, PictureDesk
from bura_server.sight import DELAY_MOST_S
from bura_server.snapshot import Json, Snapshot, TableStatus

log = logging.getLogger(__name__)

__all__ = ["Json", "Pace", "Snapshot", "TableSession", "TableStatus"]

RETRY_S = 1.0
"""how long after a failure it is tried again to write the log, seconds"""


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
    :param evidence: keeps stills and clips of the entries; closed with the table. None: nothing is kept.
    """

    def __init__(
        self,
        book: Book,
        observer: Observer,
        *,
        speed: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        evidence: Recorder | None = None,
    ) -> None:
        self.pictures = PictureDesk()
        self._evidence = evidence
        if evidence is not None:
            evidence.recover(book.seq)
        self._frame: Image | None = None
        self._clock = clock
        self._book = book
        self._observer = observer
        self._speed = speed
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._pace = Pace(clock, self._stopping.wait)
        # who is told of changes → of pictures too?
        self._listeners: dict[Callable[[], None], bool] = {}
        # What the event loop asks for must never wait for the book, which a correction of a long log holds for seconds.
        self._told = threading.Lock()
        self._status = TableStatus()
        self._trouble = ""
        self._retry_at = 0.0
        # A log that is taken up: a recording is watched again from its start (see `bura_server.retrace`), a
        # camera goes on where the log's time stopped.
        self._offset_s = book.last_at_s if observer.live else 0.0
        self._at_s = book.last_at_s
        self._over = False
        self._snapshot = self._build(None)
        # (when it was published, what): what somebody sees who sees everything later
        self._past: deque[tuple[float, Snapshot]] = deque([(clock(), self._snapshot)])
        self._begun = self._snapshot
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
        if self._evidence is not None:
            self._evidence.close()

    # --- what screens read --------------------------------------------------------------------------------

    @property
    def snapshot(self) -> Snapshot:
        """The newest state."""
        return self._snapshot

    def delay_s(self, viewer: Viewer, wanted: float | None = None) -> float:
        """How many seconds later than the table a viewer sees everything; seats and the table's screens: 0.

        :param wanted: a longer delay that he asks for, as the umpire or, where points are open, a spectator.
        """
        if viewer.role not in (Role.SPECTATOR, Role.UMPIRE):
            return 0.0
        least = self._book.state.settings.spectator_delay_s if viewer.role is Role.SPECTATOR else 0.0
        if viewer.role is Role.SPECTATOR and self.hides_points:
            return least  # by another one he could read a trick again that was gathered meanwhile
        return min(max(least, wanted or 0.0), max(least, DELAY_MOST_S))

    @property
    def hides_points(self) -> bool:
        """Are the points of a running deal the umpire's alone?"""
        return counting_of(self._book.state) is Counting.HIDDEN

    def seen_by(self, viewer: Viewer, wanted_s: float | None = None) -> Snapshot:
        """The newest state that a viewer may see, as he may see it.

        :param wanted_s: as in `delay_s`.
        """
        delay_s = self.delay_s(viewer, wanted_s)
        if not delay_s:
            return self._snapshot.seen_by(viewer)
        until = self._clock() - delay_s
        with self._told:
            then = next((shot for at, shot in reversed(self._past) if at <= until), None)
        if then is not None:
            return then.seen_by(viewer)
        # The table was opened less than the delay ago: of a log that was taken up, what was old then.
        begun = self._begun
        if begun.sights is None:
            return begun
        sights = begun.sights.before(delay_s)
        return replace(begun, seq=sights.seq, rows=sights.all_rows, sights=sights).seen_by(viewer)

    def next_s(self, viewer: Viewer, wanted_s: float | None = None) -> float | None:
        """In how many seconds there will be news for one who sees everything later; None: nothing is waiting."""
        delay_s = self.delay_s(viewer, wanted_s)
        if not delay_s:
            return None
        until = self._clock() - delay_s
        with self._told:
            return next((at - until for at, _ in self._past if at > until), None)

    def listen(self, listener: Callable[[], None], *, pictures: bool = False) -> Callable[[], None]:
        """Call ``listener`` (any thread; it must be quick) after every change; returns the end.

        :param pictures: after every picture as well.
        """
        with self._told:
            self._listeners[listener] = pictures

        def end() -> None:
            with self._told:
                self._listeners.pop(listener, None)

        return end

    # --- what people do -----------------------------------------------------------------------------------

    def say(self, said: Said) -> Snapshot:
        """A player said something, sent by a person; it is dated now.

        :raises LogError: when the log cannot be written.
        """
        with self._acting():
            self._book.say(replace(said, at_s=self._at_s))
            return self._after_act()

    def add(self, event: Event, *more: Event) -> Snapshot:
        """A person states an act or corrects an entry, or several at once; they are dated now.

        :raises LogError: when a correction cannot stand, or the log cannot be written.
        :raises BuraError: when the referee cannot go on by it. Nothing is added by what is refused.
        """
        with self._acting():
            self._book.add(event, self._at_s, *more)
            return self._after_act()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """A person acts; that the log cannot be written he is told, and everybody is shown."""
        with self._lock, self._kept():
            before = self._book.unwritable
            try:
                yield
            finally:
                if self._book.unwritable and not before:
                    self._publish()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """While this is held nothing else enters the book: look, decide, then write."""
        with self._lock:
            yield

    @property
    def book(self) -> Book:
        """The referee's book, for reading."""
        return self._book

    @property
    def evidence(self) -> EvidenceStore | None:
        """The stills and clips of the entries; None: none are kept."""
        return None if self._evidence is None else self._evidence.store

    @property
    def frame(self) -> Image | None:
        """The newest picture as it was taken; None before the first."""
        return self._frame

    @property
    def source_name(self) -> str:
        """What is watched, as it was typed."""
        return self._observer.name

    @contextmanager
    def _kept(self, *, likely: bool = True) -> Iterator[None]:
        """Entries that are written meanwhile get their still and clip.

        :param likely: some will be: their still is written first, so that no entry is without it.
        """
        if self._evidence is None:
            yield
            return
        before = self._book.seq
        draft = self._evidence.draft(before + 1, self._frame) if likely else None
        try:
            yield
        finally:
            entries = self._book.entries[before:]
            if entries:
                at_s = min(entry.at_s for entry in entries)
                seqs = [entry.seq for entry in entries]
                self._evidence.keep(seqs, at_s, self._at_s, self._frame, draft)
            else:
                self._evidence.drop(draft)

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
            if self._book.unwritten:
                self._feed(())
            self._status = TableStatus("PAUSED", "refused", self._trouble) if self._trouble else status
            self._publish()
        if self._evidence is not None:
            self._evidence.flush()

    def _take(self, look: Look) -> None:
        if not self._observer.live and self._speed > 0 and not self._book.catching_up:
            self._pace.keep(look.at_s / self._speed)
        if look.draw is not None:
            self.pictures.put(look.draw)
        if look.frame is not None:
            self._frame = look.frame
            if self._evidence is not None and not self._book.catching_up:
                self._evidence.see(look.at_s + self._offset_s, look.frame)
        with self._lock, self._kept(likely=bool(look.events) and not self._book.catching_up):
            if not self._book.catching_up:
                self._at_s = max(self._at_s, look.at_s + self._offset_s)
            changed = False
            if look.events:
                events = [replace(event, at_s=event.at_s + self._offset_s) for event in look.events]
                changed = self._feed(events)
                self._tell_end()
            elif self._book.unwritten and self._clock() >= self._retry_at:
                self._feed(())
            status = self._status_after(look)
            if self._trouble:
                status = TableStatus("PAUSED", "refused", self._trouble)
            if changed or status != self._status:
                self._status = status
                self._publish()
            elif look.draw is not None:
                self._notify(change=False)

    def _feed(self, events: Sequence[TableEvent]) -> bool:
        """What the observer saw goes into the book; True when it led to entries.

        A log that cannot be written (a full disk, a database that does not answer) stops nobody from watching:
        what happens is kept in memory, everybody is told, and it is tried again.
        """
        before = self._book.seq
        try:
            if events:
                self._book.feed(events)
            else:
                self._book.flush()
        except LogError as error:
            if str(error) != self._trouble:
                log.warning("%s; what happens is kept in memory, and it is tried again", error)
            self._trouble = str(error)
            self._retry_at = self._clock() + RETRY_S
        else:
            self._trouble = ""
        return self._book.seq != before

    def _tell_end(self) -> None:
        """The observer knows no rules: that a deal is over, so that nothing is a play any more, it is told."""
        over = self._book.over
        if over and not self._over:
            self._observer.end_deal()
        self._over = over

    def _after_act(self) -> Snapshot:
        self._tell_end()
        return self._publish()

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
            "threshold": self._book.state.rules.needed,
            "pack": self._book.state.rules.pack_size,
            "spectator_delay_s": self._book.state.settings.spectator_delay_s,
            "source": {
                "name": shown_name(self._observer.name),
                "live": self._observer.live,
                "status": self._status.source,
                "message": self._status.message.replace(self._observer.name, shown_name(self._observer.name)),
            },
            "evidence": self._evidence_state(),
            "log": "unwritten" if self._book.unwritable else "kept",
        }
        if before is not None and before.seq == self._book.seq:
            return replace(before, version=before.version + 1, table=table)
        sights = self._book.sights()
        return Snapshot(
            version=1 if before is None else before.version + 1,
            epoch=self._book.corrections,
            seq=self._book.seq,
            view=sights.view(Viewer()),
            rows=sights.all_rows,
            table=table,
            sights=sights,
        )

    def _evidence_state(self) -> str:
        if self._evidence is None:
            return "off"
        return "full" if self._evidence.store.usage.full else "kept"

    def _publish(self) -> Snapshot:
        self._snapshot = self._build(self._snapshot)
        now = self._clock()
        with self._told:
            self._past.append((now, self._snapshot))
        keep_s = max(DELAY_MOST_S, self._book.state.settings.spectator_delay_s)
        with self._told:
            while len(self._past) > 1 and self._past[1][0] <= now - keep_s:
                self._past.popleft()
        self._notify()
        return self._snapshot

    def _notify(self, *, change: bool = True) -> None:
        with self._told:
            listeners = [listener for listener, pictures in self._listeners.items() if change or pictures]
        for listener in listeners:
            listener()
