"""Where to look, and when: the detector is asked only about what has changed, once it lies still.

A still table costs nothing. A settled change is read a few times, more often while something in it stays
doubtful, and then becomes part of the settled table. A hand on its way from the stock is looked at several
times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bura_vision.layout import Layout
from bura_vision.motion import Change
from bura_vision.scene import Scene, grow, join
from bura_vision.seen import Box
from bura_vision.settings import WatchSettings


@dataclass(eq=False)
class _Reading:
    """A change that is being read."""

    box: Box
    looks: int
    last_s: float
    since_s: float


#: (box in centimetres, time) -> does something that was found there since then explain the change?
Explained = Callable[[Box, float], bool]


class Attention:
    """Chooses the regions for each picture."""

    def __init__(self, layout: Layout, settings: WatchSettings | None = None) -> None:
        self._s = settings or WatchSettings()
        w, h = layout.size_cm
        self._table: Box = (0.0, 0.0, w, h)
        self._begun = 0
        self._begun_s = -1e6
        self._opening = True
        self._readings: list[_Reading] = []
        self._followed_s = -1e6
        self._doubted_s = -1e6

    @property
    def reading(self) -> bool:
        """Is a change being read?"""
        return bool(self._readings) or self._opening

    @property
    def pending_s(self) -> float | None:
        """Since when a change is being read; None when none is."""
        return min((reading.since_s for reading in self._readings), default=None)

    def look_again(self) -> None:
        """The whole table is read anew, as at the beginning: it is seen from elsewhere now."""
        self._begun, self._begun_s, self._opening = 0, -1e6, True
        self._readings.clear()

    def choose(
        self, scene: Scene, changes: Sequence[Change], follow: Sequence[Box], doubted: Sequence[Box] = ()
    ) -> tuple[Box, ...]:
        """Where to look in this picture, centimetres; nowhere most of the time.

        :param follow: hands on their way from the stock.
        :param doubted: places that look settled and are not (`bura_vision.tracks.TrackBook.doubted`).
        """
        g = self._s.glance
        if self._opening:  # the table as it is found; what rests at its edge hides little of it
            if scene.at_s - self._begun_s < g.every_s or any(hand.moving for hand in scene.hands):
                return ()
            self._begun += 1
            self._begun_s = scene.at_s
            return (self._table,)
        boxes: list[Box] = []
        settled = [c for c in changes if self._is_settled(c)]
        self._readings = [r for r in self._readings if any(_overlap(r.box, c.bounds_cm) for c in settled)]
        if not scene.unsettled:
            for box in _merged([c.bounds_cm for c in settled]):
                reading = self._reading_of(box, scene.at_s)
                if scene.at_s - reading.last_s >= g.every_s:
                    reading.looks += 1
                    reading.last_s = scene.at_s
                    boxes.append(grow(box, g.pad_cm))
        if doubted and not scene.unsettled and scene.at_s - self._doubted_s >= g.every_s:
            self._doubted_s = scene.at_s
            boxes.extend(grow(box, g.pad_cm) for box in doubted)
        if follow and scene.at_s - self._followed_s >= g.follow_every_s:
            self._followed_s = scene.at_s
            boxes.extend(follow)
        return tuple(_merged([cut for box in boxes if (cut := self._cut(box)) is not None]))

    def done(
        self, scene: Scene, changes: Sequence[Change], unresolved: bool, explained: Explained | None = None
    ) -> tuple[Change, ...]:
        """The changes that have been read often enough: they become part of the settled table.

        :param unresolved: something on the table is doubtful.
        :param explained: was anything found, or found gone, in a box since a time? Where nothing was, it is read on.
        """
        g = self._s.glance
        enough = g.most if unresolved else g.least
        # once it is over it does not begin again: what is doubtful later is a change, and is read as one
        self._opening = self._opening and self._begun < enough
        finished = [
            r
            for r in self._readings
            if r.last_s == scene.at_s
            and r.looks >= (enough if explained is None or explained(r.box, r.since_s) else g.most)
        ]
        self._readings = [r for r in self._readings if r not in finished]
        return tuple(
            change
            for change in changes
            if self._is_settled(change)
            and not change.hand
            and any(_overlap(r.box, change.bounds_cm) for r in finished)
        )

    def _is_settled(self, change: Change) -> bool:
        g = self._s.glance
        return change.still_s >= (g.held_s if change.hand else g.settle_s)

    def _reading_of(self, box: Box, at_s: float) -> _Reading:
        for reading in self._readings:
            if _overlap(reading.box, box):
                reading.box = join(reading.box, box)
                return reading
        reading = _Reading(box, 0, -1e6, at_s - self._s.glance.settle_s)
        self._readings.append(reading)
        return reading

    def _cut(self, box: Box) -> Box | None:
        x0, y0 = max(box[0], self._table[0]), max(box[1], self._table[1])
        x1, y1 = min(box[2], self._table[2]), min(box[3], self._table[3])
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _merged(boxes: Sequence[Box]) -> list[Box]:
    """Join boxes that overlap, or whose join is hardly larger than both: one reading costs less than two."""
    merged: list[Box] = []
    for new in boxes:
        box = new
        again = True
        while again:
            again = False
            for other in merged:
                both = join(other, box)
                if _overlap(other, box) or _area(both) <= 1.4 * (_area(other) + _area(box)):
                    merged.remove(other)
                    box, again = both, True
                    break
        merged.append(box)
    return merged
