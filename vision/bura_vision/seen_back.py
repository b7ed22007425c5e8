"""Face-down cards as one picture shows them: a box round two is two, two halves of one are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points


@dataclass(frozen=True, eq=False)
class SeenBack:
    """A face-down card in one picture."""

    outline_cm: Points
    """(4, 2) its visible part"""
    score: float
    """how sure it is that a back lies there, 0..1"""

    @property
    def centre_cm(self) -> Points:
        """(2,) middle of the visible part."""
        return np.asarray(self.outline_cm.mean(axis=0))

    @property
    def area_share(self) -> float:
        """Its area as a share of a whole card."""
        area = cv2.contourArea(self.outline_cm.astype(np.float32))
        return float(area) / (CARD_WIDTH_CM * CARD_HEIGHT_CM)


def two_backs(back: SeenBack, share: float) -> tuple[SeenBack, ...]:
    """The two cards of a box that is too large for one; the box itself where it is not.

    A finder often puts one box round two backs of which one lies half on the other. Their middles are told apart by
    where a card would lie at either end of the box.

    :param share: area of the box over that of a card from which it holds two.
    """
    if back.area_share < share:
        return (back,)
    first, second = (back.outline_cm[n + 1] - back.outline_cm[n] for n in (0, 1))
    sides = float(np.hypot(*first)), float(np.hypot(*second))
    card = CARD_WIDTH_CM, CARD_HEIGHT_CM
    # along one side of the box the cards follow each other, across it one of their sides has to fit
    fits = [
        (abs(sides[1 - along] - across), along, length)
        for along in (0, 1)
        for across, length in (card, card[::-1])
        if sides[along] > 1.15 * length
    ]
    if not fits:
        return (back,)
    _, along, length = min(fits)
    way = (first, second)[along]
    a, b, c, d = back.outline_cm if along == 0 else np.roll(back.outline_cm, -1, axis=0)
    part = way * (length / sides[along])
    return (
        SeenBack(np.stack([a, a + part, d + part, d]), back.score),
        SeenBack(np.stack([b - part, b, c, c - part]), back.score),
    )


def whole_backs(backs: Sequence[SeenBack], part: float) -> tuple[SeenBack, ...]:
    """The backs, each once: a finder sometimes takes the two halves of one for two, or a half of it once more.

    :param part: share of a card below which a box may be a part of one; two that together are no larger than a card
        (within a tenth) are one, and so is one that lies within another.
    """
    whole: list[SeenBack] = []
    for back in sorted(backs, key=lambda b: -b.area_share):
        for i, other in enumerate(whole):
            if back.area_share < part and (one := _one_back(other, back, part)) is not None:
                whole[i] = one
                break
        else:
            whole.append(back)
    return tuple(whole)


def _one_back(larger: SeenBack, smaller: SeenBack, part: float) -> SeenBack | None:
    """The one card of two boxes, of which the smaller may be a part; None when they are two."""
    both = cv2.minAreaRect(np.vstack([larger.outline_cm, smaller.outline_cm]).astype(np.float32))
    joined = SeenBack(cv2.boxPoints(both).astype(np.float64), max(larger.score, smaller.score))
    if larger.area_share >= part:
        return larger if joined.area_share <= 1.1 * larger.area_share else None
    sides = zip(sorted(both[1]), (CARD_WIDTH_CM, CARD_HEIGHT_CM), strict=True)
    return joined if all(0.8 * whole <= side <= 1.1 * whole for side, whole in sides) else None
