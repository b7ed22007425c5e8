"""How often somebody may do a thing: so many times in so long, counted for each one who does it."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable


class Rate:
    """Counts what is done. Any thread may ask.

    :param most: so many times …
    :param within_s: … in this many seconds.
    :param clock: seconds, never going back.
    """

    def __init__(self, most: int, within_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._within_s = within_s
        self._clock = clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, who: str) -> float:
        """Count one more of somebody's, or say in how many seconds he may do it again; 0: he may now.

        What is refused is not counted, so that whoever waits that long is let in.
        """
        now = self._clock()
        with self._lock:
            times = self._times.setdefault(who, deque())
            self._times.move_to_end(who)
            while times and now - times[0] >= self._within_s:
                times.popleft()
            wait = 0.0 if len(times) < self._most else times[0] + self._within_s - now
            if not wait:
                times.append(now)
            # whoever has done nothing for that long is forgotten; the oldest stand first
            while (oldest := next(iter(self._times.values()))) and now - oldest[-1] >= self._within_s:
                self._times.popitem(last=False)
            return wait
