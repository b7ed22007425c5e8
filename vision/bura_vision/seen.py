"""From sightings in pixels to cards on the table: what one picture shows of a part of it, in centimetres.

The table's scale is known, so one index tells where its whole card lies. Indices that belong to one card are
joined by identity or by place: two corners of one card may be read differently, and a half hidden corner must
not make a second card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card
from bura.table import Belief
from bura_vision.detector import Kind, Sighting
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, View
from bura_vision.settings import TrackSettings
from bura_vision.source import Image

#: x0, y0, x1, y1 in centimetres
Box: TypeAlias = tuple[float, float, float, float]
#: (52,) probabilities in the order of `bura.cards.CARDS`
Probs: TypeAlias = NDArray[np.float64]

#: from the card's left and top edge to the middle of its index (poker indices; others differ by 2 mm)
INDEX_INSET_CM = (0.6, 1.15)


@dataclass(frozen=True, eq=False)
class SeenCard:
    """A face-up card in one picture."""

    probs: Probs
    """(52,) which card; the sum may be below one, the rest is "no card at all\""""
    outline_cm: Points
    """(4, 2) the whole card, also where it is covered"""
    corners_cm: Points
    """(n, 2) where its indices were seen"""

    @property
    def centre_cm(self) -> Points:
        """(2,) middle of the card."""
        return np.asarray(self.outline_cm.mean(axis=0))

    @property
    def best(self) -> Card:
        """The likeliest card."""
        return CARDS[int(self.probs.argmax())]

    @property
    def confidence(self) -> float:
        """Its probability."""
        return float(self.probs.max())

    def turned(self) -> SeenCard | None:
        """The same index as the other end of its card sees it; None when two ends were seen."""
        if len(self.corners_cm) != 1:
            return None
        return SeenCard(self.probs, _outline(self.corners_cm[0], -self.up), self.corners_cm)

    @property
    def up(self) -> Points:
        """(2,) unit vector along the card's long axis."""
        axis = self.outline_cm[0] - self.outline_cm[3]
        return np.asarray(axis / max(float(np.hypot(*axis)), 1e-6))


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


@dataclass(frozen=True, eq=False)
class Glance:
    """What a detector saw in one picture, and where it looked."""

    at_s: float
    """when the picture was taken, seconds"""
    regions_cm: tuple[Box, ...]
    """where it looked: nothing can be said about other places"""
    cards: tuple[SeenCard, ...] = ()
    """face-up cards"""
    backs: tuple[SeenBack, ...] = ()
    """face-down cards"""

    def looked_at(self, points_cm: Points) -> bool:
        """Did it look at all of these points (in one region)?"""
        return any(
            bool(((points_cm >= (x0, y0)) & (points_cm <= (x1, y1))).all())
            for x0, y0, x1, y1 in self.regions_cm
        )


def belief_of(probs: Probs, count: int = 5) -> Belief:
    """The ``count`` likeliest cards of a distribution."""
    order = np.argsort(-probs, kind="stable")[:count]
    return Belief.of((CARDS[int(i)], round(float(min(probs[i], 1.0)), 4)) for i in order if probs[i] > 1e-4)


def glance_of(
    sightings: Iterable[Sighting],
    view: View,
    at_s: float,
    regions_cm: Sequence[Box],
    settings: TrackSettings,
    image: Image | None = None,
) -> Glance:
    """Join one picture's sightings into cards and backs on the table.

    :param image: the picture, to tell on which side of a lone index its card lies; None trusts the index.
    """
    cards = [
        _card_of(s, view) for s in sightings if s.kind is Kind.INDEX and s.card_probs.max() >= settings.noise
    ]
    backs = [
        SeenBack(view.to_cm(s.corners), s.confidence)
        for s in sightings
        if s.kind is Kind.BACK and s.confidence >= settings.carried_score
    ]
    joined = _without_print(_joined(cards, settings), settings)
    if image is not None:
        joined = tuple(_turned_right(card, view, image) for card in joined)
    return Glance(at_s, tuple(regions_cm), joined, whole_backs(backs, settings.back_part))


def with_patches(glance: Glance, patches_cm: Sequence[Points], score: float) -> Glance:
    """Add the backs that only their colours show, where the detector saw neither back nor card."""
    known = [back.centre_cm for back in glance.backs if back.score >= score]
    known += [card.centre_cm for card in glance.cards]
    new = [
        SeenBack(patch, score)
        for patch in patches_cm
        if glance.looked_at(patch)
        and all(float(np.hypot(*(patch.mean(axis=0) - other))) > CARD_WIDTH_CM / 2.0 for other in known)
    ]
    if not new:
        return glance
    faint = [
        back
        for back in glance.backs
        if back.score >= score
        or all(float(np.hypot(*(back.centre_cm - other.centre_cm))) > CARD_WIDTH_CM / 2.0 for other in new)
    ]
    return replace(glance, backs=(*faint, *new))


def _card_of(sighting: Sighting, view: View) -> SeenCard:
    """The card that one index stands on."""
    corners = view.to_cm(sighting.corners)
    up = corners[0] + corners[1] - corners[2] - corners[3]
    up = up / max(float(np.hypot(*up)), 1e-6)
    centre = corners.mean(axis=0)
    return SeenCard(sighting.card_probs.astype(np.float64), _outline(centre, up), centre[None, :])


def _outline(index_cm: Points, up: Points) -> Points:
    """(4, 2) the card whose index stands at a point, upright along ``up``."""
    right = np.array([-up[1], up[0]])
    origin = index_cm - right * INDEX_INSET_CM[0] + up * INDEX_INSET_CM[1]
    across, down = right * CARD_WIDTH_CM, -up * CARD_HEIGHT_CM
    return np.stack([origin, origin + across, origin + across + down, origin + down])


def _turned_right(card: SeenCard, view: View, image: Image) -> SeenCard:
    """A card known by one index, on the side of it where card stock lies.

    Readers take many indices for their own half turn (K over ♣ reads well upside down), so the index alone
    does not tell on which side of it the card lies; the picture mostly does.
    """
    other = card.turned()
    if other is None:
        return card
    index_px = view.to_px(card.corners_cm)[0]
    reach = 0.5 * view.px_per_cm(card.corners_cm[0])
    stock = _patch(image, index_px, reach)
    if stock is None:
        return card
    paper = np.percentile(stock, 85, axis=0)

    def share(candidate: SeenCard) -> float:
        points = view.to_px(_spread_over(candidate.outline_cm))
        size = np.array([image.shape[1], image.shape[0]])
        inside = ((points >= 0) & (points < size)).all(axis=1)
        if not inside.any():
            return 0.0
        columns, rows = points[inside].astype(int).T
        near = np.abs(image[rows, columns].astype(float) - paper).max(axis=1) < 45.0
        return float(near.sum()) / len(points)

    return other if share(other) > share(card) + 0.08 else card


def _patch(image: Image, centre_px: Points, reach_px: float) -> NDArray[np.float64] | None:
    """(n, 3) the pixels around a point; None outside the picture."""
    x, y = centre_px
    x0, x1 = int(max(x - reach_px, 0)), int(min(x + reach_px + 1, image.shape[1]))
    y0, y1 = int(max(y - reach_px, 0)), int(min(y + reach_px + 1, image.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return None
    return image[y0:y1, x0:x1].reshape(-1, 3).astype(np.float64)


def _spread_over(outline_cm: Points) -> Points:
    """(n, 2) points spread over a card, denser along its white margins than over its picture."""
    a, b, d = outline_cm[0], outline_cm[1], outline_cm[3]
    steps = np.array([0.04, 0.08, 0.25, 0.4, 0.6, 0.75, 0.92, 0.96])
    return np.array([a + (b - a) * u + (d - a) * v for u in steps for v in steps])


def _joined(cards: list[SeenCard], settings: TrackSettings) -> tuple[SeenCard, ...]:
    """Join indices of one card: the surest first, each of the others to the first card that it fits."""
    joined: list[SeenCard] = []
    for card in sorted(cards, key=lambda c: -c.confidence):
        for i, other in enumerate(joined):
            if _same_card(card, other, settings):
                joined[i] = _join(other, card)
                break
        else:
            joined.append(card)
    return tuple(joined)


def _without_print(cards: tuple[SeenCard, ...], settings: TrackSettings) -> tuple[SeenCard, ...]:
    """Leave out what is read, doubtfully, in the middle of a card that shows both its indices: its own print."""

    def is_print(card: SeenCard) -> bool:
        if card.confidence >= settings.sure or len(card.corners_cm) > 1:
            return False
        point = (float(card.corners_cm[0][0]), float(card.corners_cm[0][1]))
        return any(
            other is not card
            and other.confidence >= settings.sure
            and len(other.corners_cm) > 1
            and cv2.pointPolygonTest(other.outline_cm.astype(np.float32), point, True) > 0.3
            for other in cards
        )

    return tuple(card for card in cards if not is_print(card))


def _same_card(a: SeenCard, b: SeenCard, settings: TrackSettings) -> bool:
    """Do two sets of indices lie on one card?"""
    distance = float(np.min(np.hypot(*(a.corners_cm[:, None] - b.corners_cm[None]).T)))
    if a.best == b.best:
        return distance <= settings.same_card_cm
    if distance < 0.5:
        return True  # one index found twice and read in two ways
    # two corners of one card, read differently: they stand where the two indices of a card stand
    doubtful = min(a.confidence, b.confidence) < settings.sure
    return doubtful and _are_ends(a, b)


def _are_ends(a: SeenCard, b: SeenCard) -> bool:
    """Are two single indices where the two indices of one card would be?"""
    return _from_ends(a, b) is not None


def _from_ends(a: SeenCard, b: SeenCard) -> Points | None:
    """(4, 2) the card whose two indices these are, upright as the first stands; None when they cannot be.

    The line between the two indices tells how the card lies far better than the box of one: a "10" is as
    wide as it is high, and its box may lean by 20 degrees.
    """
    if len(a.corners_cm) != 1 or len(b.corners_cm) != 1:
        return None
    width, height = CARD_WIDTH_CM - 2 * INDEX_INSET_CM[0], CARD_HEIGHT_CM - 2 * INDEX_INSET_CM[1]
    between = b.corners_cm[0] - a.corners_cm[0]
    length = float(np.hypot(*between))
    if abs(length - float(np.hypot(width, height))) > 1.3:
        return None
    # between = right * width + down * height, and right is down turned by a quarter against the clock
    x, y = between / length
    cos, sin = height / float(np.hypot(width, height)), width / float(np.hypot(width, height))
    down = np.array([x * cos - y * sin, x * sin + y * cos])
    if abs(float(down @ a.up)) < 0.8 or abs(float(down @ b.up)) < 0.8:
        return None
    middle = (a.corners_cm[0] + b.corners_cm[0]) / 2.0
    right = np.array([down[1], -down[0]])
    across, along = right * CARD_WIDTH_CM / 2.0, down * CARD_HEIGHT_CM / 2.0
    return np.stack(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def _join(first: SeenCard, more: SeenCard) -> SeenCard:
    """One card from two of its corners.

    Agreeing corners keep the surer distribution (they share light and print, so their errors are not
    independent); corners that differ are averaged, which shows the doubt.
    """
    probs = first.probs if first.best == more.best else (first.probs + more.probs) / 2.0
    outline = _from_ends(first, more)
    if outline is None:
        outline = first.outline_cm
    return SeenCard(probs, outline, np.vstack([first.corners_cm, more.corners_cm]))
