"""Motion over time: poses between keys, for cards and for hands."""

from __future__ import annotations

import bisect
import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bura_datasets.places import CARD_CM, Point

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies: its centre (cm), turn in the plane and turn about its long axis (degrees)."""

    x: float
    y: float
    z: float = 0.0
    turn: float = 0.0
    """clockwise in the picture; 0 is upright for seat A"""
    flip: float = 0.0
    """0 face up, 180 face down"""

    def corners(self, size_cm: Point = CARD_CM) -> Floats:
        """Corners (4, 3) in cm of a thing of that size: the face's top-left, top-right, bottom-right, bottom-left."""
        half_w, half_h = size_cm[0] / 2, size_cm[1] / 2
        local = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        flip, turn = math.radians(self.flip), math.radians(self.turn)
        x = local[:, 0] * math.cos(flip)
        z = self.z + half_w * abs(math.sin(flip)) + local[:, 0] * math.sin(flip)
        y = local[:, 1]
        cos, sin = math.cos(turn), math.sin(turn)
        return np.stack([self.x + x * cos - y * sin, self.y + x * sin + y * cos, z], axis=1)


def mix(a: Pose, b: Pose, share: float) -> Pose:
    """The pose between two; turns go the short way round."""
    turn = (b.turn - a.turn + 180.0) % 360.0 - 180.0
    return Pose(
        a.x + (b.x - a.x) * share,
        a.y + (b.y - a.y) * share,
        a.z + (b.z - a.z) * share,
        a.turn + turn * share,
        a.flip + (b.flip - a.flip) * share,
    )


def ease(share: float) -> float:
    """Minimum-jerk course of a reaching movement, 0..1 to 0..1."""
    s = min(1.0, max(0.0, share))
    return s * s * s * (10.0 + s * (6.0 * s - 15.0))


@dataclass(frozen=True, slots=True)
class Key:
    """A card at one moment."""

    at_s: float
    pose: Pose
    order: int
    """what lies on what: higher covers lower"""
    visible: bool = True
    """False from here on: in a hand outside the picture"""
    held: str = ""
    """the hand that holds it from here to the next key ("" when it lies or is pushed by nobody)"""
    steady: bool = False
    """moves from here to the next key without speeding up or slowing down"""


@dataclass(slots=True)
class Track:
    """One card's keys in time order."""

    keys: list[Key] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, key: Key) -> None:
        if self.times and key.at_s < self.times[-1] - 1e-9:
            raise ValueError(f"a key at {key.at_s} after one at {self.times[-1]}")
        self.keys.append(key)
        self.times.append(key.at_s)

    @property
    def last(self) -> Key:
        return self.keys[-1]

    def at(self, t: float) -> Key:
        """The card at time ``t``, between its keys."""
        i = max(0, bisect.bisect_right(self.times, t) - 1)
        here = self.keys[i]
        if i + 1 >= len(self.keys) or not here.visible:
            return here
        after = self.keys[i + 1]
        span = after.at_s - here.at_s
        if span <= 0.0 or here.pose == after.pose:
            return here
        share = (t - here.at_s) / span
        way = share if here.steady else ease(share)
        return Key(t, mix(here.pose, after.pose, way), here.order, True, here.held, here.steady)

    def still(self, t0: float, t1: float) -> bool:
        """Whether the card keeps pose and place from ``t0`` to ``t1``."""
        i = max(0, bisect.bisect_right(self.times, t0) - 1)
        j = bisect.bisect_left(self.times, t1)
        here = self.keys[i]
        if any(key.held or key.pose != here.pose or key.visible != here.visible for key in self.keys[i:j]):
            return False
        # The first key at or after t1 matters only as the end of a way that has begun.
        return j >= len(self.keys) or not here.visible or self.keys[j].pose == here.pose


@dataclass(frozen=True, slots=True)
class HandKey:
    """A hand's fingertips at one moment (cm)."""

    at_s: float
    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True)
class HandMove:
    """One visit of a hand: in from the edge, about the table, out again."""

    seat: str
    shape: str
    """pinch or flat"""
    shoulder: Point
    """where the arm comes from, outside the table (cm)"""
    keys: tuple[HandKey, ...]
    mirrored: bool = False
    """True for a left hand"""
    grip: tuple[tuple[float, float], ...] = ()
    """times during which the held cards lie between fingers and thumb"""

    @property
    def start_s(self) -> float:
        return self.keys[0].at_s

    @property
    def end_s(self) -> float:
        return self.keys[-1].at_s

    def at(self, t: float) -> HandKey | None:
        """The hand at time ``t``; None while it is away."""
        if not self.start_s <= t <= self.end_s:
            return None
        for a, b in pairwise(self.keys):
            if a.at_s <= t <= b.at_s:
                share = ease((t - a.at_s) / (b.at_s - a.at_s)) if b.at_s > a.at_s else 1.0
                return HandKey(
                    t, a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share
                )
        return self.keys[-1]

    def gripping(self, t: float) -> bool:
        return any(start <= t < end for start, end in self.grip)
