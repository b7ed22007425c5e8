"""Stills are written before their entries, so that no entry loses its still however the program ends.

    session ──draft(image)──▶ writer thread: compress, write ──written──▶ session: the entry goes into the log
            ──settle(seqs)──▶ the draft gets its entries' names; thumbnail, and all of it forced to the disk

Until an entry is written nobody knows whether it comes, so a draft carries the number of the next one. What a killed
program left is settled when the log is opened again (`EvidenceStore.recover`).
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from bura_server.evidence.ring import jpeg_of, shrunk
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Draft:
    """A still that is being written."""

    first: int
    """number of the next entry of the log"""
    image: Image
    done: threading.Event = field(default_factory=threading.Event)
    """it is written, or cannot be"""
    written: bool = False


class StillWriter:
    """Writes the stills of one table on a thread of its own; called by one thread at a time."""

    def __init__(self, store: EvidenceStore, settings: EvidenceSettings) -> None:
        self._store = store
        self._settings = settings
        self._tasks: queue.SimpleQueue[Draft | tuple[Draft, tuple[int, ...]] | None] = queue.SimpleQueue()
        # Pictures that wait are large: when many do, the next entries have clips only.
        self._room = threading.Semaphore(settings.waiting)
        self._worker = threading.Thread(target=self._run, name="stills", daemon=True)
        self._worker.start()

    def draft(self, first: int, image: Image, *, wait: bool = True) -> Draft | None:
        """Begin to write a still; None when too many wait already.

        :param first: number of the next entry of the log.
        :param wait: come back when it is written, or after `EvidenceSettings.still_wait_s`.
        """
        if not self._room.acquire(blocking=False):
            return None
        made = Draft(first, image)
        self._tasks.put(made)
        if wait:
            made.done.wait(self._settings.still_wait_s)
        return made

    def settle(self, draft: Draft, seqs: Sequence[int]) -> None:
        """These entries were written; none: the draft goes."""
        if draft.done.is_set() and draft.written:
            # at once: whoever hears of an entry finds its still
            self._store.settle(draft.first, seqs)
        self._tasks.put((draft, tuple(seqs)))

    def close(self) -> None:
        """Write what is due and end."""
        if self._worker.is_alive():
            self._tasks.put(None)
            self._worker.join(timeout=10.0)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                if isinstance(task, Draft):
                    self._write(task)
                else:
                    self._finish(*task)
            except Exception:
                log.exception("the still of an entry could not be kept")
            finally:
                if isinstance(task, Draft):
                    task.done.set()
                else:
                    self._room.release()

    def _write(self, draft: Draft) -> None:
        draft.written = self._store.draft(draft.first, jpeg_of(draft.image, self._settings.still_quality))

    def _finish(self, draft: Draft, seqs: tuple[int, ...]) -> None:
        if not draft.written:
            return
        self._store.settle(draft.first, seqs)  # when the session did not wait for it to be written
        if not seqs:
            return
        small = jpeg_of(shrunk(draft.image, self._settings.thumb_width_px), self._settings.ring_quality)
        for seq in seqs:
            self._store.write(seq, Piece.THUMB, small)
        self._store.force(seqs[0], Piece.STILL)
