"""What one picture says about movement, before any card is read.

`Scene` is the seam between pictures and understanding: `bura_vision.motion` answers it from pixels, tests
and the fast simulation from geometry. All places are polygons in table centimetres.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from bura.table import Seat
from bura_vision.layout import Points


@dataclass(frozen=True, eq=False)
class Hand:
    """Something large that reaches in from a seat's edge."""

    seat: Seat
    """from whose side"""
    tip_cm: Points
    """(2,) the point furthest from that edge"""
    bounds_cm: tuple[float, float, float, float]
    """x0, y0, x1, y1 of all of it"""
    moving: bool
    """False for an arm that rests on the table"""


class Scene(Protocol):
    """One moment of the table. Valid until the next one is asked for."""

    at_s: float
    """seconds since the source began"""
    hands: tuple[Hand, ...]
    """hands over the table now"""
    unsettled: bool
    """True while light or camera change: nothing that is missing now is gone"""

    def still_s(self, polygon_cm: Points) -> float:
        """For how long nothing has moved there, seconds."""
        ...

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        """Share of the place under a hand now (of this seat, when one is named), 0..1."""
        ...

    def changed(self, polygon_cm: Points) -> float:
        """Share of the place that looks different from the last settled table, 0..1."""
        ...

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        """Whose hand was over the place last, and when (as ``at_s``); None when nobody's.

        :param share: how much of the place the hand must have covered.
        """
        ...

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        """How much of what a hand holds out looks like the stock's backs, as a multiple of a card's area.

        Sleeves and skin may look like it too. A hand that is coming shows them without a card, and they are
        remembered; of a hand that is going, what looks more like them is left out. None while it is not known
        how the backs look.

        :param without: (n, 2) places that do not count, centimetres: backs that lie beside its way.
        """
        ...


def box_polygon(bounds: tuple[float, float, float, float]) -> Points:
    """The four corners of an upright box."""
    x0, y0, x1, y1 = bounds
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)


def grow(bounds: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    """A box made larger on all sides."""
    x0, y0, x1, y1 = bounds
    return x0 - by, y0 - by, x1 + by, y1 + by


def bounds_of(points: Points) -> tuple[float, float, float, float]:
    """The upright box around points."""
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def join(
    a: tuple[float, float, float, float] | None, b: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """The box around two boxes."""
    if a is None:
        return b
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])
