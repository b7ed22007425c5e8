"""What lies between the table and the sensor: a lens that bends lines, and knocks against the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Maps = tuple[NDArray[np.int16], NDArray[np.uint16]]

SHAKE_HZ = 6.0
"""a knocked camera swings this often in a second while it settles"""


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody knocks against the camera: it swings for a moment and stays a little aside."""

    at_s: float
    shift: tuple[float, float] = (0.01, 0.005)
    """where the picture's content comes to lie, as shares of the picture's width"""
    turn_deg: float = 0.0
    takes_s: float = 0.5
    """how long it swings"""


@dataclass(frozen=True, slots=True)
class Lens:
    """The defaults change nothing."""

    barrel: float = 0.0
    """how much larger the middle is drawn than the corners, which stay; a wide phone lens: 0.03 to 0.08"""
    knocks: tuple[Knock, ...] = ()

    def __post_init__(self) -> None:
        if not -0.2 <= self.barrel <= 0.2:
            raise BuraError(f"lens barrel {self.barrel:g}: give -0.2 to 0.2")

    def bent(self, points: Floats, size_px: tuple[int, int]) -> Floats:
        """Where the lens shows points (n, 2) of a straight picture, in px; knocks left out."""
        middle, reach = np.array(size_px) / 2.0, math.hypot(*size_px) / 2.0
        straight = (np.asarray(points, np.float64) - middle) / reach
        bent = straight.copy()
        for _ in range(12):
            radius = (bent**2).sum(axis=1, keepdims=True)
            bent = straight * (1.0 + self.barrel) / (1.0 + self.barrel * radius)
        return np.asarray(bent * reach + middle, np.float64)

    def aside(self, t: float) -> tuple[float, float, float]:
        """(shift x, shift y, turn in degrees) of the picture at time ``t``, shifts as shares of its width."""
        x = y = turn = 0.0
        for knock in self.knocks:
            share = (t - knock.at_s) / max(knock.takes_s, 1e-6)
            if share <= 0.0:
                continue
            swing = math.cos(2.0 * math.pi * SHAKE_HZ * (t - knock.at_s)) * math.exp(-4.0 * share)
            gone = 1.0 - swing if share < 1.0 else 1.0
            x, y = x + knock.shift[0] * gone, y + knock.shift[1] * gone
            turn += knock.turn_deg * gone
        return x, y, turn


@dataclass
class LensView:
    """Looks at straight pictures through a lens; keeps the way of the pixels while nothing moves."""

    lens: Lens
    size_px: tuple[int, int]
    _known: tuple[tuple[float, float, float], Maps] | None = field(default=None, repr=False)

    def show(self, picture: Pixels, t: float) -> Pixels:
        """The picture as the sensor sees it at time ``t``."""
        aside = self.lens.aside(t)
        if self.lens.barrel == 0.0 and aside == (0.0, 0.0, 0.0):
            return picture
        if self._known is None or self._known[0] != aside:
            self._known = (aside, self._maps(aside))
        one, two = self._known[1]
        # What is beyond the drawn picture goes on as its edge does: floor, or the table's own cloth.
        shown = cv2.remap(picture, one, two, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(shown, np.uint8)

    def _maps(self, aside: tuple[float, float, float]) -> Maps:
        width, height = self.size_px
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        x, y = np.asarray(x - width / 2.0, np.float32), np.asarray(y - height / 2.0, np.float32)
        if self.lens.barrel:
            reach2 = (width * width + height * height) / 4.0
            factor = (1.0 + self.lens.barrel * (x * x + y * y) / reach2) / (1.0 + self.lens.barrel)
            x, y = np.asarray(x * factor, np.float32), np.asarray(y * factor, np.float32)
        x = np.asarray(x - aside[0] * width, np.float32)
        y = np.asarray(y - aside[1] * width, np.float32)
        cos, sin = math.cos(math.radians(aside[2])), math.sin(math.radians(aside[2]))
        back_x, back_y = x * cos + y * sin, y * cos - x * sin
        one, two = cv2.convertMaps(
            np.asarray(back_x + width / 2.0, np.float32),
            np.asarray(back_y + height / 2.0, np.float32),
            cv2.CV_16SC2,
        )
        return np.asarray(one, np.int16), np.asarray(two, np.uint16)
