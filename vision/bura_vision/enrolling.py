"""Enrolling a deck: from photographs of known cards to views of their indices.

The cards lie apart, whole and upright, on a ground darker than they are; several in one picture are told apart by the
order in which they lie (rows from the top, each from the left). What they show need not be readable: only where their
indices stand is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura.errors import SourceError
from bura_vision.detector import Kind, Sighting
from bura_vision.enrolled import NO_CARD, DeckViews, EnrolledDeck, EnrolSettings, fit_layer, view_of
from bura_vision.find_then_read import FindThenRead
from bura_vision.index_reader import IndexReader
from bura_vision.reading import look

Pixels = NDArray[np.uint8]
Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ShotSettings:
    """How cards are found in a photograph for enrolment."""

    work_px: int = 1200
    """long side at which cards are looked for"""
    aspect: tuple[float, float] = (1.15, 1.9)
    """a card's long side over its short one"""
    least_share: float = 0.002
    """a card fills at least this share of the picture"""
    filled: float = 0.85
    """… and this share of its rectangle"""
    corner: float = 0.36
    """an index stands within this share of the card's width and height from its corner"""
    least_score: float = 0.15
    """finder's score from which a box in a card's corner is its index; low, because place and count vouch for it"""
    least_px: float = 14.0
    """an index must be this high"""
    blanks: int = 2
    """views of the middle of each card, which show no index"""


@dataclass(frozen=True, eq=False)
class FoundCard:
    """A card in a photograph."""

    outline: Points
    """(4, 2) pixels, clockwise from its top left, upright as it lies"""
    indices: tuple[Points, ...]
    """(4, 2) each, clockwise from the index's own top left"""


def find_cards(
    image: Pixels, detector: FindThenRead, settings: ShotSettings | None = None
) -> tuple[FoundCard, ...]:
    """All cards that lie apart in a photograph, in reading order."""
    s = settings or ShotSettings()
    outlines = card_outlines(image, s)
    boxes = [x for x in look(image, detector) if x.kind is Kind.INDEX and x.score >= s.least_score]
    return tuple(FoundCard(outline, _indices(outline, boxes, s)) for outline in in_rows(outlines))


def card_outlines(image: Pixels, settings: ShotSettings | None = None) -> list[Points]:
    """(4, 2) of every light rectangle of a card's proportions, clockwise from its top left, in no order."""
    s = settings or ShotSettings()
    shrink = min(1.0, s.work_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(small.min(axis=2), (5, 5), 0)
    _, mask = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        rectangle = cv2.minAreaRect(hull)
        short, long = sorted(rectangle[1])
        if short < 12 or not s.aspect[0] <= long / short <= s.aspect[1]:
            continue
        if cv2.contourArea(hull) < max(s.filled * short * long, s.least_share * mask.size):
            continue
        corners = cv2.boxPoints(rectangle)
        if np.hypot(*(corners[1] - corners[0])) > np.hypot(*(corners[2] - corners[1])):
            corners = np.roll(corners, -1, axis=0)
        if corners[0][1] + corners[1][1] > corners[2][1] + corners[3][1]:
            corners = np.roll(corners, 2, axis=0)
        found.append((corners / shrink).astype(np.float32))
    return found


def in_rows(outlines: Sequence[Points]) -> list[Points]:
    """The cards row by row from the top, each row from the left."""
    rest = sorted(outlines, key=lambda o: float(o[:, 1].mean()))
    rows: list[list[Points]] = []
    for outline in rest:
        height = float(np.hypot(*(outline[3] - outline[0])))
        middle = float(outline[:, 1].mean())
        if rows and abs(middle - float(np.mean([o[:, 1].mean() for o in rows[-1]]))) < 0.5 * height:
            rows[-1].append(outline)
        else:
            rows.append([outline])
    return [outline for row in rows for outline in sorted(row, key=lambda o: float(o[:, 0].mean()))]


def _indices(outline: Points, boxes: Sequence[Sighting], settings: ShotSettings) -> tuple[Points, ...]:
    """The surest index box in each corner of a card, held upright as it stands on the card."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    into = cv2.getPerspectiveTransform(outline, unit)
    up = outline[0] - outline[3]
    best: dict[tuple[bool, bool], tuple[float, Points]] = {}
    for box in boxes:
        x, y = cv2.perspectiveTransform(box.centre[None, None].astype(np.float32), into)[0, 0]
        right, low = bool(x > 0.5), bool(y > 0.5)
        if not (-0.05 < min(x, 1 - x) < settings.corner and -0.05 < min(y, 1 - y) < settings.corner):
            continue
        if box.size[1] < settings.least_px:
            continue
        wanted = -up if low else up
        # the reader holds a box as it reads best, which on an unknown deck need not be upright
        held = max((np.roll(box.corners, turn, axis=0) for turn in range(4)), key=lambda c: _along(c, wanted))
        if box.score > best.get((right, low), (0.0, held))[0]:
            best[right, low] = (box.score, held.astype(np.float32))
    return tuple(corners for _, corners in best.values())


def _along(corners: NDArray[np.floating], wanted: NDArray[np.floating]) -> float:
    """How well a box's own upward direction agrees with the wanted one."""
    up = corners[0] - corners[3]
    return float(up @ wanted) / max(float(np.hypot(*up)), 1e-6)


def usual_places(cards: Sequence[FoundCard]) -> list[NDArray[np.float64]]:
    """(4, 2) each, in shares of a card: where the indices of a deck stand, from the cards on which they were found."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    corners: dict[tuple[bool, bool], list[NDArray[np.float64]]] = {}
    for card in cards:
        into = cv2.getPerspectiveTransform(card.outline, unit)
        for index in card.indices:
            place = cv2.perspectiveTransform(index[None], into)[0].astype(np.float64)
            middle = place.mean(axis=0)
            corners.setdefault((bool(middle[0] > 0.5), bool(middle[1] > 0.5)), []).append(place)
    usual = [places for places in corners.values() if len(places) >= max(2, len(cards) // 4)]
    return [np.median(np.stack(places), axis=0) for places in usual]


def views_of(
    image: Pixels,
    card: FoundCard,
    places: Sequence[NDArray[np.float64]],
    settings: ShotSettings | None = None,
) -> tuple[list[Pixels], list[Pixels]]:
    """Views of a card's indices, and of places on it where none stands.

    :param places: where this deck's indices stand, for corners in which none was found.
    """
    s = settings or ShotSettings()
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    out = cv2.getPerspectiveTransform(unit, card.outline)
    indices = list(card.indices)
    for place in places:
        corners = cv2.perspectiveTransform(place[None].astype(np.float32), out)[0]
        height = float(np.hypot(*(corners[3] - corners[0])))
        if all(float(np.hypot(*(corners.mean(axis=0) - i.mean(axis=0)))) > 0.7 * height for i in indices):
            indices.append(corners.astype(np.float32))
    shown = [view_of(image, corners) for corners in indices]
    if not indices:
        return [], []
    first, middle = indices[0], card.outline.mean(axis=0)
    blanks = []
    for number in range(s.blanks):
        spread = (number - (s.blanks - 1) / 2) * 0.25
        at = middle + spread * (card.outline[3] - card.outline[0])
        blanks.append(view_of(image, first - first.mean(axis=0) + at))
    return shown, blanks


class Enrolment:
    """Collects photographs of a deck; what is missing and what is shown twice is known at any time."""

    def __init__(self, detector: FindThenRead, settings: ShotSettings | None = None) -> None:
        self._detector = detector
        self._s = settings or ShotSettings()
        self._shots: list[tuple[Pixels, FoundCard, Card]] = []

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards shown so far, each once, in the order of `bura.cards.CARDS`."""
        return tuple(sorted({card for _, _, card in self._shots}, key=lambda card: card.index))

    def add(self, image: Pixels, cards: Sequence[Card], name: str) -> None:
        """Take in a photograph of these cards, in reading order.

        :param name: what to call the photograph in a message.
        :raises SourceError: when not as many cards are seen.
        """
        found = find_cards(image, self._detector, self._s)
        if len(found) != len(cards):
            raise SourceError(
                f"{name} ought to show {len(cards)} card{'s' if len(cards) != 1 else ''}, but {len(found)} can be told"
                " apart: lay them whole, upright and apart on a plain ground darker than they are"
            )
        self._shots += [(image, seen, card) for seen, card in zip(found, cards, strict=True)]

    def finish(self, name: str, reader: IndexReader, settings: EnrolSettings | None = None) -> EnrolledDeck:
        """Fit the deck.

        :param reader: the shipped reader, without a deck.
        :raises SourceError: when no place is found in which indices stand, or fewer than two cards were shown.
        """
        if len(self.cards) < 2:
            raise SourceError("a deck needs at least two different cards: show more of them")
        places = usual_places([card for _, card, _ in self._shots])
        if not places:
            raise SourceError(
                "no index was found in the corners of these cards: photograph them sharply and from nearer,"
                " with the indices at least 14 pixels high"
            )
        pixels: list[Pixels] = []
        cards: list[int] = []
        for image, found, card in self._shots:
            shown, blanks = views_of(image, found, places, self._s)
            pixels += shown + blanks
            cards += [card.index] * len(shown) + [NO_CARD] * len(blanks)
        views = DeckViews(np.stack(pixels), np.array(cards, np.int64))
        return EnrolledDeck(name, views, fit_layer(views, reader, settings))
