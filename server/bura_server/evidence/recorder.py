"""Takes the table's pictures as they come and keeps, for each entry of the log, a still and a clip.

    session ──see(at_s, image)──▶ ring ──┐
            ──keep(seqs, at_s)───────────┴──▶ worker thread ──▶ store
            ──draft(image), keep(draft)─────▶ `StillWriter` ──▶ store

The session's thread hands over references; compressing and writing happen on threads of the recorder. A still is
waited for, some milliseconds, so that it is written before its entry; the clip comes seconds later. A
camera's pictures are left out when the worker is behind; a recording waits for it, so that every clip is the same
each time.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bura_server.evidence.clip import mp4
from bura_server.evidence.closeup import changed_box, closeup_of
from bura_server.evidence.ring import FrameRing, Kept, unpacked
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.stills import Draft, StillWriter
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image

log = logging.getLogger(__name__)

WAIT_S = 2.0
"""a recording waits this long for the worker at most"""
FULL_PX = 1_000_000
"""wider than any picture: it is kept as it is"""
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
        self._sharp = FrameRing(_full_size(self._settings))
        self._tasks: queue.SimpleQueue[_Picture | _Wish | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(self._settings.waiting)
        self._due: list[_Wish] = []
        self._stills = StillWriter(store, self._settings)
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

    def draft(self, first: int, image: Image | None) -> Draft | None:
        """Before anything is written into the log: its still, should an entry come. Waits some milliseconds.

        :param first: number of the next entry.
        :param image: the picture in which it is understood.
        """
        return None if image is None else self._stills.draft(first, image)

    def keep(
        self,
        seqs: Sequence[int],
        at_s: float,
        until_s: float,
        image: Image | None,
        draft: Draft | None = None,
    ) -> None:
        """Keep evidence of some entries.

        :param at_s: when the act was complete (the table's time).
        :param until_s: when it was understood.
        :param image: the picture in which it was understood; None: only a clip, from what there is.
        :param draft: their still, as `draft` gave it; None: it is still to be written.
        """
        if draft is None and image is not None and seqs:
            draft = self._stills.draft(seqs[0], image, wait=False)
        if draft is not None:
            self._stills.settle(draft, seqs)
        if seqs:
            self._tasks.put(_Wish(tuple(seqs), at_s, until_s))

    def drop(self, draft: Draft | None) -> None:
        """Nothing was written into the log."""
        if draft is not None:
            self._stills.settle(draft, ())

    def recover(self, last: int) -> None:
        """What an earlier program has left of the same log, before anything is kept.

        :param last: number of its newest entry.
        """
        self.store.recover(last)

    def flush(self) -> None:
        """No more pictures come for now: write the clips with what there is."""
        self._tasks.put(_Wish((), 0.0, 0.0))

    def close(self) -> None:
        """Write what is due and end."""
        self._stills.close()
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

    def _do(self, task: _Picture | _Wish) -> None:
        if isinstance(task, _Picture):
            self._newest_s = task.at_s
            self._ring.add(task.at_s, task.image)
            if self._sharp.wants(task.at_s):
                self._sharp.add(task.at_s, task.image)
            self._finish()
            return
        if not task.seqs:
            self._finish(everything=True)
            return
        self._due.append(task)

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
            data = mp4(frames, self._settings.clip_width_px, wish.until_s)
            for seq in wish.seqs:
                self.store.write(seq, Piece.CLIP, data)
            close = self._closeup(wish, frames)
            if close is not None:
                for seq in wish.seqs:
                    self.store.write(seq, Piece.CLOSE, close)

    def _closeup(self, wish: _Wish, frames: Sequence[Kept]) -> bytes | None:
        """The close-up of some entries; None when no picture of its time was kept.

        :param frames: of their clip.
        """
        s = self._settings
        near = self._sharp.between(wish.until_s - s.close_before_s, wish.until_s + s.close_after_s)
        if not near:
            return None
        places = np.unique(
            np.linspace(0, len(near) - 1, min(s.close_pictures, len(near))).round().astype(int)
        )
        near = tuple(near[place] for place in places)
        after = [unpacked(one) for one in frames if one.at_s >= wish.until_s] or [unpacked(frames[-1])]
        return closeup_of(near, changed_box(unpacked(frames[0]), after, s), s)


def _full_size(settings: EvidenceSettings) -> EvidenceSettings:
    """Of the ring in which pictures wait for close-ups."""
    return replace(
        settings,
        fps=settings.close_fps,
        clip_width_px=FULL_PX,
        ring_quality=settings.still_quality,
        ring_bytes=settings.close_ring_bytes,
    )
