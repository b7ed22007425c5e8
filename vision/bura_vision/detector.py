"""What a detector sees, and the one verb every detector has.

A detector reports *sightings*: index corners and card backs, each an oriented box. An index sighting carries the
reader's two distributions (rank, suit), from which a `bura.table.Belief` follows. Third-party detectors enter
through one adapter file each and never past this module's types.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card

#: region of a picture in pixels: x0, y0, x1, y1 (x1 and y1 excluded)
Region = tuple[int, int, int, int]


class Kind(StrEnum):
    """What an oriented box holds."""

    INDEX = "index"
    """the corner of a face-up card: rank over suit"""
    BACK = "back"
    """a whole card lying face down"""


@dataclass(frozen=True, eq=False)
class Sighting:
    """One index corner or one back in one picture."""

    kind: Kind
    """index or back"""
    corners: NDArray[np.float32]
    """(4, 2) pixels of the full picture, clockwise from the box's own top left; an index stands upright in it"""
    score: float
    """the finder's score, 0..1"""
    rank_probs: NDArray[np.float32] | None = None
    """(14,) two to ace, then "none"; None for a back"""
    suit_probs: NDArray[np.float32] | None = None
    """(5,) clubs, diamonds, hearts, spades, then "none"; None for a back"""
    joint: NDArray[np.float32] | None = None
    """(52,) calibrated probability of each card; None: rank and suit are taken as independent and as they are"""
    real: float | None = None
    """calibrated probability that the box holds what ``kind`` says; None: the score is taken for it"""

    @property
    def centre(self) -> NDArray[np.float32]:
        """(2,) pixels."""
        return np.asarray(self.corners.mean(axis=0), np.float32)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box in its own upright direction, pixels."""
        top, right = self.corners[1] - self.corners[0], self.corners[2] - self.corners[1]
        return float(np.hypot(*top)), float(np.hypot(*right))

    @property
    def up(self) -> NDArray[np.float32]:
        """(2,) unit vector from the box's lower edge to its upper one: the direction in which the index stands."""
        vector = self.corners[0] - self.corners[3]
        return np.asarray(vector / max(float(np.hypot(*vector)), 1e-6), np.float32)

    @cached_property
    def card_probs(self) -> NDArray[np.float32]:
        """(52,) probability of each card in the order of `bura.cards.CARDS`; zeros for a back."""
        if self.joint is not None:
            return self.joint
        if self.rank_probs is None or self.suit_probs is None:
            return np.zeros(52, np.float32)
        return np.outer(self.suit_probs[:4], self.rank_probs[:13]).ravel()

    @cached_property
    def card(self) -> Card | None:
        """The likeliest card; None for a back."""
        return None if self.rank_probs is None else CARDS[int(self.card_probs.argmax())]

    @cached_property
    def confidence(self) -> float:
        """Probability of the likeliest card; of being one, for a back."""
        if self.rank_probs is not None:
            return float(self.card_probs.max())
        return self.score if self.real is None else self.real

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Upright bounding box x0, y0, x1, y1 in pixels."""
        low, high = self.corners.min(axis=0), self.corners.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


class CardDetector(Protocol):
    """Finds and reads card corners and backs in one picture."""

    def detect(
        self, image: NDArray[np.uint8], region: Region | None = None, scale: float = 1.0
    ) -> tuple[Sighting, ...]:
        """All sightings, surest first.

        :param image: (H, W, 3) uint8, BGR.
        :param region: look only here (pixels); None for the whole picture.
        :param scale: the picture is resized by this factor before the finder sees it; reading always uses the
            full-resolution picture. Choose it so that cards are 85 to 330 px high afterwards.
        """
        ...
