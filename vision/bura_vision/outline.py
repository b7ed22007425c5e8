"""Where the whole card lies, told from its corner indices.

An index stands in the card's own top left corner, so one index gives the card's direction and, by the usual
proportions of a printed card, its outline. Two opposite indices give its centre exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import Sighting


@dataclass(frozen=True, slots=True)
class CardShape:
    """Proportions of a printed card, as multiples of the index box's height unless said otherwise."""

    height: float = 5.2
    """card height over index height: poker cards measure 4.5 (large indices) to 6 (small)"""
    aspect: float = 0.708
    """card width over card height: 63 mm by 89 mm"""
    inset_x: float = 0.32
    """from the card's left edge to the centre of the index"""
    inset_y: float = 0.68
    """from the card's top edge to the centre of the index"""
    parallel_cos: float = 0.9
    """two corners belong to one card when the cosine between their axes is above this, either way round"""
    min_diagonal: float = 2.0
    """two corners of one card are at least this far apart"""
    max_diagonal: float = 9.0
    """and at most this far"""
    level: float = 0.25
    """two indices of one short side stand side by side: the line between them leans no more than this (its sine)"""
    min_width: float = 1.8
    """such a card is at least this wide"""
    max_width: float = 6.5
    """and at most this wide"""


def guessed_outline(first: Sighting, shape: CardShape | None = None) -> NDArray[np.float32]:
    """The outline (4, 2) in pixels from one index, clockwise from the card's top left as it stands.

    How large a card is over its index differs from deck to deck.
    """
    s = shape or CardShape()
    height = first.size[1]
    down = -first.up
    right = np.array([down[1], -down[0]], np.float32)
    origin = first.centre - (right * s.inset_x + down * s.inset_y) * height
    return _rectangle(origin, right * s.height * s.aspect * height, down * s.height * height)


def measured_outline(
    corners: Sequence[Sighting], shape: CardShape | None = None
) -> NDArray[np.float32] | None:
    """The outline where two corners tell the card's size; None where only the index does.

    :param corners: one or more index sightings of one card, surest first.
    """
    s = shape or CardShape()
    first = corners[0]
    near: NDArray[np.float32] | None = None
    for other in corners[1:]:
        distance = float(np.hypot(*(first.centre - other.centre)))
        if abs(float(other.up @ first.up)) <= s.parallel_cos:
            continue
        if s.min_diagonal * first.size[1] < distance < s.max_diagonal * first.size[1]:
            opposite = _from_opposite(first, other, s)
            if opposite is not None:
                return opposite
        if near is None:
            near = _from_one_end(first, other, s)
    return near


def _from_opposite(first: Sighting, other: Sighting, s: CardShape) -> NDArray[np.float32] | None:
    """From the two indices at the ends of a diagonal.

    An 8 or a 10 reads almost as well upside down; which end of the card the corner is at tells it for sure. The
    direction comes from the line between the corners, which is far longer than an index box is.
    """
    across = other.centre - first.centre
    span = np.array([s.height * s.aspect - 2 * s.inset_x, s.height - 2 * s.inset_y])
    unit = float(np.hypot(*across)) / float(np.hypot(*span))
    turn = float(np.arctan2(across[1], across[0]) - np.arctan2(span[1], span[0]))
    right = np.array([np.cos(turn), np.sin(turn)], np.float32)
    down = np.array([-right[1], right[0]], np.float32)
    if abs(float(down @ first.up)) <= s.parallel_cos:
        return None
    origin = first.centre - (right * s.inset_x + down * s.inset_y) * unit
    return _rectangle(origin, right * s.height * s.aspect * unit, down * s.height * unit)


def _from_one_end(first: Sighting, other: Sighting, s: CardShape) -> NDArray[np.float32] | None:
    """From the two indices of one short side, of a card that has four: they tell how wide it is."""
    across = other.centre - first.centre
    distance, height = float(np.hypot(*across)), first.size[1]
    if float(other.up @ first.up) <= 0 or abs(float(across @ first.up)) > s.level * distance:
        return None
    width = distance + 2 * s.inset_x * height
    if not s.min_width * height < width < s.max_width * height:
        return None
    right = (across / distance).astype(np.float32)
    down = np.array([-right[1], right[0]], np.float32)
    if float(down @ first.up) > 0:  # the other one stands to the left
        right, down = -right, -down
        origin = other.centre - (right * s.inset_x + down * s.inset_y) * height
    else:
        origin = first.centre - (right * s.inset_x + down * s.inset_y) * height
    return _rectangle(origin, right * width, down * width / s.aspect)


def _rectangle(
    origin: NDArray[np.floating], right: NDArray[np.floating], down: NDArray[np.floating]
) -> NDArray[np.float32]:
    return np.stack([origin, origin + right, origin + right + down, origin + down]).astype(np.float32)
