"""A deck as the generators see it: card faces whose indices are marked, and backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card

Pixels = NDArray[np.uint8]
Points = NDArray[np.float32]

#: x0, y0, x1, y1 in pixels of the face, the last two excluded
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class IndexMark:
    """Where one index stands on a face: the tight boxes of its rank letters and of its suit."""

    rank: Box
    suit: Box
    turn: int = 0
    """clockwise quarter turns of the index's own up against the card's; 2 for the usual lower right corner"""

    @property
    def box(self) -> Box:
        """Tight box round both."""
        return (
            min(self.rank[0], self.suit[0]),
            min(self.rank[1], self.suit[1]),
            max(self.rank[2], self.suit[2]),
            max(self.rank[3], self.suit[3]),
        )

    @property
    def corners(self) -> Points:
        """(4, 2) pixels of the face, clockwise from the index's own top left."""
        return np.roll(box_corners(self.box), -self.turn, axis=0)

    def turned_half(self, width: float, height: float) -> IndexMark:
        """The same index in the opposite corner of a card that reads the same both ways up."""
        return IndexMark(
            _half_turn(self.rank, width, height), _half_turn(self.suit, width, height), (self.turn + 2) % 4
        )


def box_corners(box: Box) -> Points:
    """(4, 2), clockwise from the top left."""
    x0, y0, x1, y1 = box
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)


def _half_turn(box: Box, width: float, height: float) -> Box:
    return width - box[2], height - box[3], width - box[0], height - box[1]


@dataclass(eq=False)
class CardFace:
    """One picture of a face or back, (h, w, 4) BGRA, with its index marks; keeps halved copies for small drawings."""

    pixels: Pixels
    marks: tuple[IndexMark, ...] = ()
    card: Card | None = None
    _levels: list[Pixels] = field(default_factory=list, repr=False)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def level(self, shrink: float) -> Pixels:
        """The picture halved as often as it stays at least ``shrink`` times (≤ 1) its size."""
        if not self._levels:
            self._levels.append(self.pixels)
        number = 0
        while shrink <= 0.5 and min(self.size) >> (number + 1) >= 8:
            shrink *= 2
            number += 1
            if len(self._levels) <= number:
                last = self._levels[-1]
                half = cv2.resize(
                    last, (last.shape[1] // 2, last.shape[0] // 2), interpolation=cv2.INTER_AREA
                )
                self._levels.append(np.asarray(half, np.uint8))
        return self._levels[number]


class TrainingDeck(Protocol):
    """A source of faces and backs; pictures are made or read when first asked for."""

    @property
    def name(self) -> str:
        """Unique among the decks of a run; the train/validation split goes by it."""
        ...

    @property
    def cards(self) -> Sequence[Card]:
        """The cards that have a face with at least one index."""
        ...

    def face(self, card: Card) -> CardFace:
        """The face of one of `cards`."""
        ...

    def back(self, number: int) -> CardFace | None:
        """One of the deck's backs, counted round; None when the deck has none."""
        ...


def opaque_edges(pixels: Pixels) -> Pixels:
    """Give transparent pixels the colour of the paper, so that smoothing makes no dark fringe."""
    hidden = pixels[..., 3] <= 200
    if not hidden.any():
        return pixels
    sample = pixels[::7, ::7].reshape(-1, 4)
    solid = sample[sample[:, 3] > 200]
    colour = np.median(solid[:, :3], axis=0) if len(solid) else np.array([255.0, 255.0, 255.0])
    result = pixels.copy()
    result[hidden, :3] = colour.astype(np.uint8)
    return result
