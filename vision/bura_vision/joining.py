"""Which sightings are one card, and what they say together: corners joined, each identity once in a deck.

Every step works on distributions over the 52 cards, so that what comes out is a ranked belief and not only a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import Kind, Sighting
from bura_vision.outline import CardShape

Probs = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JoinSettings:
    """How corners become cards."""

    corner_weight: float = 0.5
    """how much a card's further corners count beside its surest: 0 not at all, 1 as if their errors had nothing in
    common. Measured on 324 generated cards with two to six corners seen: loss 1.52 at 0, 1.41 at 0.5, 1.43 at 1"""
    same_reach: float = 1.5
    """two corners of one identity are one card unless they are this many of the longest diagonals apart"""
    other_share: float = 0.1
    """two corners read differently may be one card when each gives the other's card this share of its likeliest"""
    taken: float = 0.05
    """what is left of a card's probability where that card is surely seen elsewhere: a deck holds each card once, but
    corners of one card may also have been taken for two"""
    least: float = 0.02
    """sightings whose likeliest card is below this say nothing"""


@dataclass(frozen=True, eq=False)
class JoinedCard:
    """One card of a picture."""

    probs: Probs
    """(52,) which card it is; the rest to 1 is "no card" """
    sightings: tuple[Sighting, ...]
    """its corners, surest first"""

    @property
    def best(self) -> int:
        """Number of the likeliest card in `bura.cards.CARDS`."""
        return int(self.probs.argmax())

    @property
    def confidence(self) -> float:
        """Its probability."""
        return float(self.probs.max())


def join_corners(
    sightings: Sequence[Sighting], settings: JoinSettings | None = None
) -> tuple[JoinedCard, ...]:
    """All face-up cards of one picture, surest first; no two have the same likeliest card."""
    s = settings or JoinSettings()
    indices = [x for x in sightings if x.kind is Kind.INDEX and x.confidence >= s.least]
    groups: list[list[Sighting]] = []
    for sighting in sorted(indices, key=lambda x: -x.confidence):
        fitting = next((g for g in groups if any(_one_card(sighting, other, s) for other in g)), None)
        if fitting is None:
            groups.append([sighting])
        else:
            fitting.append(sighting)
    cards = [JoinedCard(pooled(_agreeing(g), s.corner_weight), tuple(g)) for g in groups]
    return _each_once(without_taken(cards, s.taken))


def _agreeing(corners: Sequence[Sighting]) -> list[NDArray[np.float32]]:
    """What the surest corner says, and those that stand where the same card's other indices do.

    Letters scattered over a box or a net may each look a little like one card; together they prove nothing.
    """
    first = corners[0]
    return [first.card_probs, *(other.card_probs for other in corners[1:] if _fits(first, other))]


def pooled(corners: Sequence[NDArray[np.floating]], weight: float) -> Probs:
    """(52,) what several corners of one card say together.

    That there is a card at all is told by each on its own (a covered corner takes nothing away); which card it is, by
    the product of what they say, each weighed by how much it says.

    :param corners: (52,) each, surest first.
    """
    rows = np.asarray(corners, np.float64)
    if len(rows) == 1:
        return np.asarray(rows[0])
    mass = np.clip(rows.sum(axis=1), 1e-6, 1.0)
    weights = np.where(np.arange(len(rows)) == 0, 1.0, weight)
    there = 1.0 - float(np.prod(1.0 - mass * weights))
    share = weights * np.minimum(mass / mass[0], 1.0)
    logs = (share[:, None] * np.log(np.maximum(rows / mass[:, None], 1e-4))).sum(axis=0)
    which = np.exp(logs - logs.max())
    return np.asarray(there * which / which.sum())


def without_taken(cards: Sequence[JoinedCard], left: float) -> list[JoinedCard]:
    """Each card's distribution, knowing what the others are: whoever is surer of an identity takes it.

    What a card loses goes to its other readings and to "no card" alike, in their proportion.
    """
    if len(cards) < 2:
        return list(cards)
    rows = np.stack([card.probs for card in cards])
    free = np.ones_like(rows)
    for number, row in enumerate(rows):
        surer = rows * (rows > row)  # only who is surer of a card than this one takes it from it
        surer[number] = 0.0
        free[number] = np.maximum(np.prod(1.0 - surer, axis=0), left)
    none = np.clip(1.0 - rows.sum(axis=1, keepdims=True), 1e-3, 1.0)
    kept = rows * free
    kept /= kept.sum(axis=1, keepdims=True) + none
    return [JoinedCard(row, card.sightings) for row, card in zip(kept, cards, strict=True)]


def _each_once(cards: Sequence[JoinedCard]) -> tuple[JoinedCard, ...]:
    """Cards with one likeliest identity are one card: the surer, with the other's corners beside its own."""
    kept: dict[int, JoinedCard] = {}
    for card in sorted(cards, key=lambda c: -c.confidence):
        first = kept.get(card.best)
        if first is None:
            kept[card.best] = card
        else:
            kept[card.best] = JoinedCard(first.probs, (*first.sightings, *card.sightings))
    return tuple(kept.values())


def _one_card(a: Sighting, b: Sighting, settings: JoinSettings) -> bool:
    """Whether two corners belong to one card."""
    shape = CardShape()
    height = max(a.size[1], b.size[1])
    distance = float(np.hypot(*(a.centre - b.centre)))
    if a.card == b.card:
        return distance <= settings.same_reach * shape.max_diagonal * height
    mine, theirs = a.card_probs, b.card_probs
    agree = (
        theirs[int(mine.argmax())] >= settings.other_share * theirs.max()
        and mine[int(theirs.argmax())] >= settings.other_share * mine.max()
    )
    return bool(agree) and _are_ends(a, b, shape, height)


def _are_ends(a: Sighting, b: Sighting, shape: CardShape, height: float) -> bool:
    """Whether two corners stand where the two indices of a card stand: parallel, across the diagonal."""
    return any(0.6 < along < 1.5 and 0.5 < aside < 1.6 for along, aside in _places(a, b, shape, height))


def _fits(a: Sighting, b: Sighting) -> bool:
    """Whether two corners may be of one card: at its two ends, or, on cards with four indices, along one side."""
    shape = CardShape()
    places = _places(a, b, shape, max(a.size[1], b.size[1]))
    return any(
        (0.6 < along < 1.5 and (0.5 < aside < 1.6 or abs(aside) < 0.3))
        or (abs(along) < 0.2 and 0.5 < abs(aside) < 1.6)
        for along, aside in places
    )


def _places(a: Sighting, b: Sighting, shape: CardShape, height: float) -> list[tuple[float, float]]:
    """Where ``b`` stands on a card whose top left index is ``a``, held either way up.

    Down the card and across it, as multiples of the way from one index to the other; none when the two are not
    parallel, or of quite different size.
    """
    if abs(float(a.up @ b.up)) < shape.parallel_cos or min(a.size[1], b.size[1]) < 0.6 * height:
        return []
    way = (b.centre - a.centre) / height
    width, length = shape.height * shape.aspect - 2 * shape.inset_x, shape.height - 2 * shape.inset_y
    places = []
    for up in (a.up, -a.up):  # many an index reads as well upside down
        down, right = -up, np.array([-up[1], up[0]])
        places.append((float(way @ down) / length, float(way @ right) / width))
    return places
