"""Is a picture mirrored, as by a front camera or a program's own preview?

In a mirrored picture hardly an index is read, and some wrongly. So where no card shows its two indices as they are
printed (top left and bottom right), the picture is mirrored back and read again: cards that show them then were
mirrored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import Sighting
from bura_vision.reading import Reading

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class MirrorSettings:
    """When a picture is called mirrored."""

    least_confidence: float = 0.8
    """cards read with less say nothing"""
    parallel_cos: float = 0.9
    """the two indices of a card stand parallel"""
    along: tuple[float, float] = (2.4, 5.5)
    """how far they stand from each other along the card, as multiples of the index's height"""
    aside: tuple[float, float] = (1.2, 4.5)
    """… and across it"""
    least: int = 2
    """so many whole cards must be read in the picture mirrored back"""


def is_mirrored(
    image: Image, reading: Reading, look: Callable[[Image], Reading], settings: MirrorSettings | None = None
) -> bool:
    """Does the picture show cards only when it is mirrored back? False while that cannot be told.

    :param image: (H, W, 3) uint8 BGR.
    :param reading: what was read in it.
    :param look: reads a picture; asked for a second reading only where no card showed both indices as printed.
    """
    s = settings or MirrorSettings()
    if whole_cards(reading, s):
        return False
    back = np.ascontiguousarray(image[:, ::-1])
    return whole_cards(look(back), s) >= s.least


def whole_cards(reading: Reading, settings: MirrorSettings) -> int:
    """Cards of which two indices were surely read, standing where a card's two indices are printed."""
    return sum(
        card.confidence >= settings.least_confidence
        and any(
            _as_printed(one, other, settings)
            for n, one in enumerate(card.sightings)
            for other in card.sightings[n + 1 :]
        )
        for card in reading.cards
    )


def _as_printed(one: Sighting, other: Sighting, s: MirrorSettings) -> bool:
    """Top left and bottom right: the same from either end, and upside down."""
    if abs(float(one.up @ other.up)) < s.parallel_cos:
        return False
    height = max((one.size[1] + other.size[1]) / 2.0, 1e-6)
    way = (other.centre - one.centre) / height
    along, aside = float(way @ -one.up), float(way @ np.array([-one.up[1], one.up[0]]))
    fits = s.along[0] <= abs(along) <= s.along[1] and s.aside[0] <= abs(aside) <= s.aside[1]
    return fits and along * aside > 0
