"""Places of the play zone where something has come to lie that was not read: they are looked at again.

A card may be out of the detector's sight for a moment (a glint, a shadow, a finger's edge) just while its change is
read. The change then becomes part of the settled table and nothing would ever ask about it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bura.table import ZoneKind
from bura_vision.layout import Layout, Points
from bura_vision.motion import Change
from bura_vision.scene import Scene, bounds_of, box_polygon, grow
from bura_vision.seen import Box
from bura_vision.settings import ActSettings
from bura_vision.shapes import inside
from bura_vision.tracks import TrackBook


@dataclass(eq=False)
class _Place:
    """One such place."""

    box: Box
    since_s: float
    """when it changed"""
    looked_s: float
    """when it was last asked to be looked at"""


class Unread:
    """Remembers unread places for a while."""

    def __init__(self, layout: Layout, settings: ActSettings | None = None) -> None:
        self._play = layout.of(ZoneKind.PLAY)[0]
        self._s = settings or ActSettings()
        self._places: list[_Place] = []

    def note(self, scene: Scene, changes: Sequence[Change], book: TrackBook, left: Sequence[Points]) -> None:
        """Take in changes that have been read often enough; call before they become part of the settled table.

        :param left: (4, 2) where cards lay that have just left: that these places look otherwise needs no card.
        """
        for change in changes:
            x0, y0, x1, y1 = change.bounds_cm
            if (x1 - x0) * (y1 - y0) < self._s.unread_cm2 or change.still_s > self._s.unread_s:
                continue
            outlines = [*(track.outline_cm for track in book.all if track.counted), *left]
            box = self._unexplained(scene, change.bounds_cm, outlines)
            if box is not None:
                self._places.append(_Place(box, scene.at_s - change.still_s, scene.at_s))

    def _unexplained(self, scene: Scene, bounds: Box, outlines: Sequence[Points]) -> Box | None:
        """The box around what has changed there in the play zone and is no card that is known; None if it is little."""
        step = self._s.unread_step_cm
        x0, y0, x1, y1 = bounds
        found = [
            point
            for x in np.arange(x0 + step / 2.0, x1, step)
            for y in np.arange(y0 + step / 2.0, y1, step)
            for point in [np.array([x, y])]
            if self._play.contains(point)
            and not any(inside(outline, point, self._s.unread_margin_cm) for outline in outlines)
            and scene.changed(box_polygon(grow((x, y, x, y), step / 2.0))) >= 0.5
        ]
        if len(found) * step * step < self._s.unread_cm2:
            return None
        return bounds_of(np.array(found))

    def due(self, scene: Scene, book: TrackBook) -> tuple[Box, ...]:
        """Where to look again now; places that are explained by now, or old, are forgotten."""
        self._places = [
            place
            for place in self._places
            if scene.at_s - place.since_s <= self._s.unread_s and not _is_known(book, place.box)
        ]
        due = [
            place
            for place in self._places
            if scene.at_s - place.looked_s >= self._s.unread_again_s
            and scene.covered(box_polygon(place.box)) <= 0.05
        ]
        for place in due:
            place.looked_s = scene.at_s
        return tuple(place.box for place in due)


def _is_known(book: TrackBook, box: Box) -> bool:
    """Does a card lie there that has been told? One that was seen once does not count yet."""
    middle = box_polygon(box).mean(axis=0)
    return any(inside(track.outline_cm, middle) for track in book.all if track.counted)
