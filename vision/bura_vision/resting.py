"""What rests at the table's edge: a glass, a phone, an elbow. It came as a hand and is none while it lies there.

Its place and its looks are kept in mind. An arm that passes over it wakes only what it covers, and what looks as
before again rests again at once, so that the arm's way home is not mistaken for a hand that stays.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.table import Seat
from bura_vision.eye import Map, Mask
from bura_vision.settings import MotionSettings
from bura_vision.source import Image


class Resting:
    """Remembers the things that rest, seat by seat.

    :param shape: height and width of the maps.
    """

    def __init__(self, seats: tuple[Seat, ...], shape: tuple[int, int], settings: MotionSettings) -> None:
        self._s = settings
        self._known: dict[Seat, NDArray[np.bool_]] = {seat: np.zeros(shape, bool) for seat in seats}
        self._looks: Image = np.zeros((*shape, 3), np.uint8)
        self.now: dict[Seat, Mask] = {}
        """seat -> (h, w) 1 where something of it rests now; only the seats of which something does"""

    @property
    def anywhere(self) -> NDArray[np.bool_] | None:
        """(h, w) where anything rests now; None when nothing does."""
        return np.maximum.reduce(list(self.now.values())) > 0 if self.now else None

    def update(self, changed: Mask, moved_at: Map, at_s: float, small: Image | None) -> None:
        """Take in one picture.

        :param changed: (h, w) 1 where it differs from the settled table.
        :param moved_at: (h, w) when each place moved last.
        :param small: (h, w, 3) the picture.
        """
        self.now = {}
        for seat, known in self._known.items():
            if not known.any():
                continue
            known &= changed > 0  # what shows the bare table again has been taken away
            same = known & (at_s - moved_at >= self._s.rest_again_s)
            if small is not None:
                off = cv2.absdiff(small, self._looks).max(axis=2)
                same &= off <= self._s.rest_level
            if same.any():
                self.now[seat] = same.astype(np.uint8)

    def add(self, seat: Seat, chosen: NDArray[np.bool_], small: Image | None) -> None:
        """From now on these places of a hand are a thing that rests."""
        self._known[seat] |= chosen
        if small is not None:
            self._looks[chosen] = small[chosen]
        self.now[seat] = np.maximum(self.now.get(seat, np.uint8(0)), chosen.astype(np.uint8))
