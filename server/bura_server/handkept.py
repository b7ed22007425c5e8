"""A table without a camera: people enter at the referee's desk what happens, and nobody looks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from bura_server.observer import Look

NO_CAMERA = "none"
"""what is named as the camera of a table that has none"""
TICK_S = 0.5
"""how often such a table's time goes on, by which what people enter is dated"""


class HandKept:
    """Looks that show nothing: the time goes on, and the table is always ready.

    :param clock: seconds, never going back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = NO_CAMERA
        self.live = True
        self._clock = clock
        self._closed = threading.Event()

    def looks(self) -> Iterator[Look]:
        """See `bura_server.observer.Observer`."""
        begun = self._clock()
        while not self._closed.is_set():
            yield Look(self._clock() - begun)
            self._closed.wait(TICK_S)

    def end_deal(self) -> None:
        """See `bura_server.observer.Observer`."""

    def close(self) -> None:
        """See `bura_server.observer.Observer`."""
        self._closed.set()
