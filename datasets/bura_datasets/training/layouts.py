"""How cards lie on a table: lists of places, lowest card first.

Lengths are card widths. Each layout is a function of a generator and the half extents of what the camera sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from bura_datasets.training.plane import Matrix, rotation, shift

Generator: TypeAlias = np.random.Generator
ASPECT = 1.42
"""height over width assumed when places are planned; the decks differ a little"""


@dataclass(frozen=True, slots=True)
class Place:
    """One card."""

    x: float
    y: float
    angle: float
    """clockwise, radians"""
    face_up: bool = True

    @property
    def matrix(self) -> Matrix:
        """From units about the card's middle to the plane."""
        return np.asarray(shift(self.x, self.y) @ rotation(self.angle))


Layout: TypeAlias = Callable[[Generator, float, float], list[Place]]


def _spot(rng: Generator, half_w: float, half_h: float) -> tuple[float, float]:
    return rng.uniform(-half_w, half_w) * 0.9, rng.uniform(-half_h, half_h) * 0.9


def singles(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """A few cards that lie where they fell."""
    up = rng.random() < 0.85
    return [
        Place(*_spot(rng, half_w, half_h), rng.uniform(0, 2 * np.pi), up or bool(rng.random() < 0.3))
        for _ in range(int(rng.integers(1, 6)))
    ]


def fan(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """Cards turned about a point below them, as laid down or held; long ones hold half a pack."""
    count = int(rng.integers(2, 7)) if rng.random() < 0.75 else int(rng.integers(8, 18))
    x, y = _spot(rng, half_w, half_h)
    heading = rng.uniform(0, 2 * np.pi)
    radius = rng.uniform(0.9, 3.5)
    step = rng.uniform(0.13, 0.6 if count < 7 else 0.28) / (radius + ASPECT / 2) * rng.choice([1, 1, 1, -1])
    up = rng.random() < 0.88
    places = []
    for number in range(count):
        turn = heading + (number - count / 2) * step + rng.normal(0, 0.02)
        reach = radius + rng.normal(0, 0.04)
        places.append(Place(x + reach * np.sin(turn), y - reach * np.cos(turn), turn, up))
    middle = np.array([(p.x - x, p.y - y) for p in places]).mean(axis=0)
    return [Place(p.x - middle[0], p.y - middle[1], p.angle, p.face_up) for p in places]


def row(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """A spread pile or a laid row: cards shifted along a line."""
    count = int(rng.integers(3, 9)) if rng.random() < 0.6 else int(rng.integers(9, 24))
    x, y = _spot(rng, half_w, half_h)
    heading = rng.uniform(0, 2 * np.pi)
    # along the card's width, its height, or in between: then the corners form a staircase
    lean = float(rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)]))
    step = rng.uniform(0.16, 0.5) if count < 9 else rng.uniform(0.14, 0.3)
    step *= float(rng.choice([1, 1, -1]))
    up = rng.random() < 0.9
    places = []
    for number in range(count):
        along = (number - count / 2) * step
        dx, dy = along * np.cos(heading + lean), along * np.sin(heading + lean)
        jitter = rng.normal(0, 0.03, 3)
        places.append(Place(x + dx + jitter[0], y + dy + jitter[1], heading + jitter[2], up))
    return places


def beaten(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """A trick: each card of the lead with the one that beats it lying across."""
    x, y = _spot(rng, half_w * 0.7, half_h * 0.7)
    heading = rng.uniform(0, 2 * np.pi)
    places = []
    count = int(rng.integers(1, 5))
    gap = rng.uniform(0.7, 1.3)
    for number in range(count):
        along = (number - (count - 1) / 2) * gap
        px, py = x + along * np.cos(heading), y + along * np.sin(heading)
        places.append(Place(px, py, heading + rng.normal(0, 0.15)))
        for _ in range(int(rng.choice([1, 2, 3], p=[0.75, 0.2, 0.05]))):
            turn = heading + rng.choice([0, 0, np.pi / 2]) + rng.normal(0, 0.35)
            dx, dy = rng.normal(0, 0.28, 2)
            places.append(Place(px + dx, py + dy, turn, bool(rng.random() < 0.9)))
    return places


def stock(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """The stock face down with the turned trump crosswise under it."""
    x, y = _spot(rng, half_w, half_h)
    heading = rng.uniform(0, 2 * np.pi)
    out = rng.uniform(0.35, 0.8) * rng.choice([-1, 1])
    trump = Place(
        x + out * np.cos(heading), y + out * np.sin(heading), heading + np.pi / 2 + rng.normal(0, 0.08)
    )
    pile = [
        Place(x + rng.normal(0, 0.02), y + rng.normal(0, 0.02), heading + rng.normal(0, 0.03), False)
        for _ in range(int(rng.integers(1, 6)))
    ]
    return [trump, *pile] if rng.random() < 0.75 else pile


def backs(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """Cards face down: won tricks, hands laid aside, single ones."""
    x, y = _spot(rng, half_w, half_h)
    spread = rng.uniform(0.05, 1.2)
    heading = rng.uniform(0, 2 * np.pi)
    return [
        Place(x + rng.normal(0, spread), y + rng.normal(0, spread), heading + rng.normal(0, spread), False)
        for _ in range(int(rng.integers(1, 8)))
    ]


def heap(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """Cards thrown together."""
    x, y = _spot(rng, half_w * 0.6, half_h * 0.6)
    spread = rng.uniform(0.4, 1.6)
    return [
        Place(
            x + rng.normal(0, spread),
            y + rng.normal(0, spread),
            rng.uniform(0, 2 * np.pi),
            bool(rng.random() < 0.9),
        )
        for _ in range(int(rng.integers(4, 22)))
    ]


def counted(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """A pile or a whole pack laid out for counting: rows of cards that overlap, or a grid."""
    total = int(rng.integers(20, 53))
    heading = rng.uniform(0, 2 * np.pi)
    columns = int(rng.integers(5, 14))
    step_x, step_y = rng.uniform(0.24, 1.1), rng.uniform(0.35, 1.5)
    lines = -(-total // columns)
    places = []
    for number in range(total):
        line, column = divmod(number, columns)
        dx = (column - columns / 2) * step_x + rng.normal(0, 0.03)
        dy = (line - lines / 2) * step_y + rng.normal(0, 0.03)
        c, s = np.cos(heading), np.sin(heading)
        places.append(Place(dx * c - dy * s, dx * s + dy * c, heading + rng.normal(0, 0.04)))
    del half_w, half_h
    return places


LAYOUTS: tuple[tuple[Layout, float], ...] = (
    (singles, 0.24),
    (fan, 0.2),
    (row, 0.14),
    (beaten, 0.15),
    (stock, 0.08),
    (backs, 0.07),
    (heap, 0.08),
    (counted, 0.04),
)


def arrange(rng: Generator, half_w: float, half_h: float) -> list[Place]:
    """One to four layouts, the later ones on top; at most 52 cards."""
    weights = np.array([weight for _, weight in LAYOUTS])
    places: list[Place] = []
    roomy = half_w * half_h > 6
    for _ in range(int(rng.integers(1, 5 if roomy else 3))):
        layout = LAYOUTS[int(rng.choice(len(LAYOUTS), p=weights / weights.sum()))][0]
        places += layout(rng, half_w, half_h)
    return places[-52:]
