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
from bura_vision.seen_back import SeenBack, whole_backs
from bura_vision.settings import TrackSettings
from bura_vision.shapes import inside
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


def with_patches(glance: Glance, patches_cm: Sequence[Points], score: float, read: float) -> Glance:
    """Add the backs that only their colours show, where the detector saw neither back nor card.

    Within one that shows an index lies the picture of that card, however like the backs it is printed.

    :param score: of a back that only its colours show.
    :param read: belief from which an index counts.
    """
    indices = [corner for card in glance.cards if card.confidence >= read for corner in card.corners_cm]
    known = [back.centre_cm for back in glance.backs if back.score >= score]
    known += [card.centre_cm for card in glance.cards]
    new = [
        SeenBack(patch, score)
        for patch in patches_cm
        if glance.looked_at(patch)
        and not any(inside(patch, corner) for corner in indices)
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
        _add(card, joined, settings)
    # what was the surest stood alone as long as the other corners of its card were not known
    again: list[SeenCard] = []
    for card in sorted(joined, key=lambda c: (-len(c.corners_cm), -c.confidence)):
        _add(card, again, settings)
    return tuple(sorted(again, key=lambda c: -c.confidence))


def _add(card: SeenCard, joined: list[SeenCard], settings: TrackSettings) -> None:
    """Join a card to the first that it fits, or add it to them."""
    for i, other in enumerate(joined):
        if _same_card(card, other, settings):
            joined[i] = _join(other, card, settings)
            return
    joined.append(card)


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
    at_corners = _stand_at_corners(a, b, settings.corner_cm) or _stand_at_corners(b, a, settings.corner_cm)
    return doubtful and (_are_ends(a, b) or at_corners)


def _are_ends(a: SeenCard, b: SeenCard) -> bool:
    """Are two single indices where the two indices of one card would be?"""
    if len(a.corners_cm) != 1 or len(b.corners_cm) != 1:
        return False
    return _between(a.corners_cm[0], b.corners_cm[0], a.up, b.up, mirrored=False) is not None


def _stand_at_corners(card: SeenCard, other: SeenCard, within_cm: float) -> bool:
    """Do all indices of a card stand in corners of one that shows two of its own, as in decks with four?"""
    if len(other.corners_cm) < 2:
        return False
    a, b, c, d = other.outline_cm
    right, down = (b - a) / CARD_WIDTH_CM, (d - a) / CARD_HEIGHT_CM
    places = [
        corner + right * x * INDEX_INSET_CM[0] + down * y * INDEX_INSET_CM[1]
        for corner, x, y in ((a, 1, 1), (b, -1, 1), (c, -1, -1), (d, 1, -1))
    ]
    gaps = np.hypot(*(card.corners_cm[:, None] - np.array(places)[None]).transpose(2, 0, 1))
    return bool((gaps.min(axis=1) <= within_cm).all())


def _from_ends(a: SeenCard, b: SeenCard) -> Points | None:
    """(4, 2) the card of which two indices stand at opposite corners, upright as the first stands; None when none do.

    The line between the two indices tells how the card lies far better than the box of one: a "10" is as
    wide as it is high, and its box may lean by 20 degrees.
    """
    found = (
        _between(p, q, a.up, b.up, mirrored)
        for mirrored in (False, True)
        for p in a.corners_cm
        for q in b.corners_cm
    )
    return next((outline for outline in found if outline is not None), None)


def _between(p: Points, q: Points, p_up: Points, q_up: Points, mirrored: bool) -> Points | None:
    """(4, 2) the card whose indices stand at ``p`` and ``q``; None when they cannot.

    :param mirrored: the two are the right upper and the left lower one, of a deck with four.
    """
    width, height = CARD_WIDTH_CM - 2 * INDEX_INSET_CM[0], CARD_HEIGHT_CM - 2 * INDEX_INSET_CM[1]
    between = q - p
    length = float(np.hypot(*between))
    if abs(length - float(np.hypot(width, height))) > 1.3:
        return None
    # between = right * width + down * height, and right is down turned by a quarter against the clock
    x, y = between / length
    cos, sin = height / float(np.hypot(width, height)), width / float(np.hypot(width, height))
    if mirrored:
        sin = -sin
    down = np.array([x * cos - y * sin, x * sin + y * cos])
    if abs(float(down @ p_up)) < 0.8 or abs(float(down @ q_up)) < 0.8:
        return None
    middle = (p + q) / 2.0
    right = np.array([down[1], -down[0]])
    across, along = right * CARD_WIDTH_CM / 2.0, down * CARD_HEIGHT_CM / 2.0
    return np.stack(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def _join(first: SeenCard, more: SeenCard, settings: TrackSettings) -> SeenCard:
    """One card from two of its corners.

    Agreeing corners keep the surer distribution (they share light and print, so their errors are not
    independent); corners that differ are averaged, each counting once, which shows the doubt. Where two agree
    and are much surer than the one that differs, that is print, or half hidden, and tells nothing.
    """
    weights = len(first.corners_cm), len(more.corners_cm)
    surer = weights[0] > 1 and first.confidence - more.confidence >= settings.corner_surer
    if first.best == more.best or surer:
        probs = first.probs
    else:
        probs = np.average([first.probs, more.probs], axis=0, weights=weights)
    outline = _from_ends(first, more)
    if outline is None:
        outline = first.outline_cm
    return SeenCard(probs, outline, np.vstack([first.corners_cm, more.corners_cm]))
