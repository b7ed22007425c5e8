"""Takes the table's pictures as they come and keeps, for each entry of the log, a still and a clip.

    session ──see(at_s, image)──▶ ring ──┐
            ──keep(seqs, at_s, image)────┴──▶ worker thread ──▶ store

The session's thread only hands over references; compressing and writing happen on the recorder's own thread. A
camera's pictures are left out when the worker is behind; a recording waits for it, so that every clip is the same
each time.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bura_server.evidence.clip import mp4
from bura_server.evidence.ring import FrameRing, jpeg_of, shrunk
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image

log = logging.getLogger(__name__)

WAIT_S = 2.0
"""a recording waits this long for the worker at most"""
BEFORE_ACT_S = 1.0
"""a clip begins at least this long before its act was complete"""


@dataclass(frozen=True, slots=True)
class _Picture:
    at_s: float
    image: Image


@dataclass(frozen=True, slots=True)
class _Wish:
    seqs: tuple[int, ...]
    at_s: float
    """when the act was complete"""
    until_s: float
    """when it was understood"""
    image: Image | None


class Recorder:
    """One table's evidence.

    :param patient: wait for the worker rather than leave pictures out (recordings).
    """

    def __init__(
        self, store: EvidenceStore, settings: EvidenceSettings | None = None, *, patient: bool = False
    ) -> None:
        self.store = store
        self._settings = settings or EvidenceSettings()
        self._patient = patient
        self._ring = FrameRing(self._settings)
        self._tasks: queue.SimpleQueue[_Picture | _Wish | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(self._settings.waiting)
        self._due: list[_Wish] = []
        self._stills = threading.Semaphore(self._settings.waiting)
        self._newest_s = float("-inf")
        self._taken_s: float | None = None
        self._worker = threading.Thread(target=self._run, name="evidence", daemon=True)
        self._worker.start()

    def see(self, at_s: float, image: Image) -> None:
        """A picture of the table, not changed by anybody afterwards. Called by one thread."""
        last = self._taken_s
        if last is not None and 0 <= at_s - last < 0.95 / self._settings.fps:
            return
        if self._room.acquire(blocking=self._patient, timeout=WAIT_S if self._patient else None):
            self._taken_s = at_s
            self._tasks.put(_Picture(at_s, image))

    def keep(self, seqs: Sequence[int], at_s: float, until_s: float, image: Image | None) -> None:
        """Keep evidence of some entries.

        :param at_s: when the act was complete (the table's time).
        :param until_s: when it was understood.
        :param image: the picture in which it was understood; None: only a clip, from what there is.
        """
        if seqs:
            # Pictures that wait are large: when many do, the next entries have clips only.
            if image is not None and not self._stills.acquire(blocking=False):
                image = None
            self._tasks.put(_Wish(tuple(seqs), at_s, until_s, image))

    def flush(self) -> None:
        """No more pictures come for now: write the clips with what there is."""
        self._tasks.put(_Wish((), 0.0, 0.0, None))

    def close(self) -> None:
        """Write what is due and end."""
        if self._worker.is_alive():
            self._tasks.put(None)
            self._worker.join(timeout=10.0)

    def _run(self) -> None:
        while True:
            task = self._tasks.get()
            try:
                if task is None:
                    self._finish(everything=True)
                    return
                self._do(task)
            except Exception:
                log.exception("evidence of an entry could not be kept")
            finally:
                if isinstance(task, _Picture):
                    self._room.release()
                elif task is not None and task.image is not None:
                    self._stills.release()

    def _do(self, task: _Picture | _Wish) -> None:
        if isinstance(task, _Picture):
            self._newest_s = task.at_s
            self._ring.add(task.at_s, task.image)
            self._finish()
            return
        if not task.seqs:
            self._finish(everything=True)
            return
        if task.image is not None:
            still = jpeg_of(task.image, self._settings.still_quality)
            small = jpeg_of(shrunk(task.image, self._settings.thumb_width_px), self._settings.ring_quality)
            for seq in task.seqs:
                self.store.write(seq, Piece.THUMB, small)
                self.store.write(seq, Piece.STILL, still)
        # the clip needs no more than the ring holds
        self._due.append(replace(task, image=None))

    def _finish(self, *, everything: bool = False) -> None:
        """Write the clips whose last picture has come."""
        for wish in tuple(self._due):
            if not everything and self._newest_s < wish.until_s + self._settings.after_s:
                continue
            self._due.remove(wish)
            # the act itself, when it took long to be understood
            from_s = min(wish.until_s - self._settings.before_s, wish.at_s - BEFORE_ACT_S)
            frames = self._ring.between(from_s, wish.until_s + self._settings.after_s)
            if not frames:
                continue
            data = mp4(frames, self._settings.clip_width_px)
            for seq in wish.seqs:
                self.store.write(seq, Piece.CLIP, data)
