"""What differs between pictures: the only part of watching that looks at the colour of pixels.

An `Eye` answers two questions about each picture, as small maps: where does it differ from the one before, and
where from the settled table? `PixelEye` answers from pictures; the fast simulation has an eye of its own, which
knows what it drew. Everything after it is the same for both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.table import Seat
from bura_vision.layout import Points, View
from bura_vision.settings import MotionSettings
from bura_vision.source import Image

Mask: TypeAlias = NDArray[np.uint8]
"""(h, w) 0 or 1"""
Map: TypeAlias = NDArray[np.float32]
"""(h, w), or (h, w, 3) of a picture"""

_Colours: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
"""mean (3,) and inverse covariance (3, 3) of some pixels"""


class Eye(Protocol):
    """Compares pictures. All maps are (h, w) of one size."""

    size: tuple[int, int]
    """width and height of its maps"""
    shrink: float
    """a map's pixels are the picture's times this"""
    small: Image | None
    """(h, w, 3) the newest picture, shrunk; None before the first"""

    def see(
        self, image: Image, same: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
        """(where it moves, where it differs from the settled table); None for the first picture.

        :param image: (H, W, 3) uint8 BGR.
        :param same: (h, w) what did not differ from the settled table in the picture before.
        """
        ...

    def follow(self, quiet: NDArray[np.bool_]) -> None:
        """Let the settled table follow slow light where nothing is changed."""
        ...

    def settle(self, chosen: NDArray[np.bool_] | None, *, light: bool = False) -> None:
        """What these places look like now is the settled table; None: all of it.

        :param light: only the light has changed there: nothing has come or gone.
        """
        ...

    def empty_share(self, chosen: NDArray[np.bool_]) -> float:
        """How much of these places looks as when nothing lay there, 0..1."""
        ...

    def learn_back(self, chosen: NDArray[np.bool_]) -> None:
        """Remember how the backs look, from a settled one that lies there."""
        ...

    def back_px(self, seat: Seat, chosen: NDArray[np.bool_], *, coming: bool) -> int | None:
        """How many of these pixels of a hand look like a back; see `bura_vision.scene.Scene.back_cards`."""
        ...

    def back_like(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """Where these pixels look like a back; None while it is not known how backs look."""
        ...

    def elsewhere(self, view: View) -> Eye:
        """A new beginning for a camera that stands elsewhere; how the backs look is still known."""
        ...


EyeMaker: TypeAlias = Callable[[View, MotionSettings], Eye]


class PixelEye:
    """The eye for pictures: shrunk, freed of flicker, and compared colour by colour.

    :param view: the layout for pictures of the size that will be given to `see`.
    """

    def __init__(self, view: View, settings: MotionSettings | None = None) -> None:
        self._s = settings or MotionSettings()
        width, height = view.size_px
        self.shrink = min(1.0, self._s.width_px / width)
        self.size = (max(8, round(width * self.shrink)), max(8, round(height * self.shrink)))
        self.small: Image | None = None
        self._settled: Map | None = None
        self._before: Map | None = None
        #: as the settled table, but without what has come to lie on it since
        self._bare: Map | None = None
        self._taken = np.zeros(self.size[::-1], bool)
        self._back: _Colours | None = None
        self._own: dict[Seat, _Colours] = {}

    def see(
        self, image: Image, same: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
        """See `Eye.see`."""
        self.small = _shrunk(image, self.size)
        now = cv2.GaussianBlur(self.small, (3, 3), 0).astype(np.float32)
        if self._settled is None or self._before is None:
            self._settled, self._before, self._bare = now.copy(), now, now.copy()
            return None
        gain = self._gain(now, self._settled, same)
        if gain is not None:
            now = now * gain
        moving = _differs(now, self._before, self._s.moving_level)
        changed = _differs(now, self._settled, self._s.changed_level)
        self._before = now
        return moving, changed

    def follow(self, quiet: NDArray[np.bool_]) -> None:
        """See `Eye.follow`."""
        if self._settled is not None and self._before is not None and self._bare is not None:
            cv2.accumulateWeighted(self._before, self._settled, self._s.drift_rate, quiet.view(np.uint8))
            bare = (quiet & ~self._taken).view(np.uint8)
            cv2.accumulateWeighted(self._before, self._bare, self._s.drift_rate, bare)

    def settle(self, chosen: NDArray[np.bool_] | None, *, light: bool = False) -> None:
        """See `Eye.settle`."""
        if self._settled is None or self._before is None or self._bare is None:
            return
        if chosen is None:
            self._settled = self._before.copy()
            self._bare[~self._taken] = self._before[~self._taken]
            return
        self._settled[chosen] = self._before[chosen]
        if light:
            chosen = chosen & ~self._taken
            self._bare[chosen] = self._before[chosen]
        else:
            self._taken[chosen] = _differs(self._before, self._bare, self._s.changed_level)[chosen]

    def empty_share(self, chosen: NDArray[np.bool_]) -> float:
        """See `Eye.empty_share`."""
        if self._before is None or self._bare is None or not chosen.any():
            return 0.0
        return 1.0 - float(_differs(self._before, self._bare, self._s.changed_level)[chosen].mean())

    def learn_back(self, chosen: NDArray[np.bool_]) -> None:
        """See `Eye.learn_back`."""
        if self._settled is None:
            return
        pixels = self._settled[chosen].astype(np.float64)
        if len(pixels) < 20:
            return
        spread = np.cov(pixels.T) + np.eye(3) * self._s.back_spread**2
        self._back = (pixels.mean(axis=0), np.asarray(np.linalg.inv(spread), np.float64))

    def back_px(self, seat: Seat, chosen: NDArray[np.bool_], *, coming: bool) -> int | None:
        """See `Eye.back_px`."""
        if self._back is None or self._before is None:
            return None
        pixels = self._before[chosen]
        distance = _distances(pixels, self._back)
        like = distance < self._s.back_distance**2
        if coming:
            own = pixels[like]
            if len(own) >= 12:
                spread = np.cov(own.T) + np.eye(3) * self._s.back_spread**2 / 4.0
                mean = np.asarray(own.mean(axis=0), np.float64)
                self._own[seat] = (mean, np.asarray(np.linalg.inv(spread)))
        elif seat in self._own:
            like &= distance < _distances(pixels, self._own[seat])
        return int(np.count_nonzero(like))

    def back_like(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """See `Eye.back_like`."""
        if self._back is None or self._before is None:
            return None
        like = np.zeros(chosen.shape, bool)
        like[chosen] = _distances(self._before[chosen], self._back) < self._s.back_distance**2
        return like

    def elsewhere(self, view: View) -> PixelEye:
        """See `Eye.elsewhere`."""
        other = PixelEye(view, self._s)
        other._back, other._own = self._back, dict(self._own)
        return other

    def _gain(self, now: Map, settled: Map, same: NDArray[np.bool_]) -> NDArray[np.float32] | None:
        """(3,) by what to multiply the picture so that its unchanged part is as bright as the settled table.

        Flickering lamps and automatic exposure change the whole picture; a card changes a part of it.
        """
        step = 5
        same = same[::step, ::step]
        if same.mean() < 0.05:
            return None
        ratio = (settled[::step, ::step][same] + 1.0) / (now[::step, ::step][same] + 1.0)
        return np.asarray(np.clip(np.median(ratio, axis=0), 0.4, 2.5), np.float32)


def inside(points: Points, size: tuple[int, int]) -> tuple[tuple[slice, slice], NDArray[np.bool_]] | None:
    """(rows and columns, (h, w) which of them) of a map inside a convex polygon; None outside the map.

    :param points: (n, 2) in the map's pixels.
    :param size: the map's width and height.
    """
    low = np.floor(np.clip(points.min(axis=0), 0, size)).astype(int)
    high = np.ceil(np.clip(points.max(axis=0), 0, size)).astype(int) + 1
    high = np.minimum(high, size)
    if (high <= low).any():
        return None
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round(points - low).astype(np.int32), 1)
    return (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))), mask > 0


def _distances(pixels: NDArray[np.float32], colours: _Colours) -> NDArray[np.float64]:
    """(n,) squared distances of (n, 3) pixels from some colours, in their standard deviations."""
    mean, inverse = colours
    off = pixels - mean
    return np.asarray(((off @ inverse) * off).sum(axis=1), np.float64)


def _shrunk(image: Image, size: tuple[int, int]) -> Image:
    """A picture of this width and height by averaging; halved first, which OpenCV does several times as fast."""
    width, height = image.shape[1], image.shape[0]
    while width % 2 == 0 and height % 2 == 0 and width >= 3 * size[0] and height >= 3 * size[1]:
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _differs(a: Map, b: Map, level: float) -> NDArray[np.bool_]:
    """(h, w) where two pictures differ by more than a level in any channel."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red)) > level
