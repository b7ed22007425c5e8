"""Finding the indices on the faces of a deck.

The small suit of one suit stands in the same place on (nearly) all its ranks, while everything else in that corner
differs from card to card: the piece of ink that most cards of a suit share, to a few pixels, is its index pip. The
letters are the pieces above it that the four cards of a rank agree on. Opposite and neighbouring corners are then
confirmed by comparing ink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import RANKS, SUITS, Card, Rank, Suit
from bura_datasets.training.faces import Box, IndexMark, Pixels

Ink = NDArray[np.float32]
Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Thresholds, lengths as fractions of the card."""

    ink_distance: float = 42.0
    """distance from the paper's colour (sum over the channels, 0..765) above which a pixel is ink"""
    corner: tuple[float, float] = (0.34, 0.46)
    """width and height of the corner in which the index stands"""
    suit_share: float = 0.56
    """share of a suit's cards that must have the same piece where the index pip is; 7 of 13 have a body pip in place"""
    confirmed_share: float = 0.25
    """the same, when the ink that all cards of the suit share has a piece there too"""
    same_box: float = 0.013
    """how far the edges of two boxes may differ and still be the same piece"""
    max_rank_height: float = 0.27
    """taller ink is no letter"""
    same_ink: float = 0.45
    """overlap (IoU) of ink from which two corners show the same index"""


def ink_of(face: Pixels, distance: float) -> Ink:
    """(h, w) 0/1: what differs from the paper; transparent corners are paper."""
    solid = face[..., 3] > 128
    colours = face[..., :3].astype(np.int32)
    paper = _paper(colours[solid])
    ink = (np.abs(colours - paper).sum(axis=2) > distance) & solid
    return np.asarray(ink, np.float32)


def _paper(pixels: NDArray[np.int32]) -> NDArray[np.int32]:
    """The commonest bright colour."""
    bright = pixels[pixels.sum(axis=1) > 480]
    return np.asarray(np.median(bright if len(bright) else pixels, axis=0), np.int32)


def find_marks(
    faces: Mapping[Card, Pixels], settings: BoxSettings | None = None
) -> dict[Card, tuple[IndexMark, ...]]:
    """The index marks of every face on which letters and suit were found; a face without is left out.

    :param faces: (h, w, 4) BGRA pictures of one deck, all about the same size; at least two ranks of a suit.
    """
    s = settings or BoxSettings()
    if not faces:
        return {}
    width = int(np.median([f.shape[1] for f in faces.values()]))
    height = int(np.median([f.shape[0] for f in faces.values()]))
    inks = {card: ink_of(_fitted(face, width, height), s.ink_distance) for card, face in faces.items()}
    pieces = {card: _pieces(ink, s) for card, ink in inks.items()}
    suits = {suit: _suit_box(_only(pieces, suit), _only(inks, suit), s) for suit in SUITS}
    found: dict[Card, tuple[Box, Box]] = {}
    for card, ink in inks.items():
        common = suits[card.suit]
        if common is None:
            continue
        suit = _own_suit(ink, pieces[card], common, [inks[c] for c in inks if c.suit is card.suit], s)
        rank = None if suit is None else _rank_box(pieces[card], suit, width, height, s)
        if suit is not None and rank is not None:
            found[card] = rank, suit
    result: dict[Card, tuple[IndexMark, ...]] = {}
    for card, (rank, suit) in found.items():
        mark = IndexMark(_agreed(card, rank, found, s.same_box * width * 2), suit)
        marks = [
            mark,
            *(m for m in _elsewhere(mark, width, height) if _same_ink(inks[card], mark, m, s.same_ink)),
        ]
        face = faces[card]
        result[card] = tuple(_scaled(m, face.shape[1] / width, face.shape[0] / height) for m in marks)
    return result


def _only(of_all: Mapping[Card, Held], suit: Suit) -> dict[Card, Held]:
    return {card: held for card, held in of_all.items() if card.suit is suit}


def _fitted(face: Pixels, width: int, height: int) -> Pixels:
    if face.shape[:2] == (height, width):
        return face
    return np.asarray(cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _scaled(mark: IndexMark, fx: float, fy: float) -> IndexMark:
    def scale(box: Box) -> Box:
        return box[0] * fx, box[1] * fy, box[2] * fx, box[3] * fy

    return IndexMark(scale(mark.rank), scale(mark.suit), mark.turn)


def _pieces(ink: Ink, s: BoxSettings) -> list[Box]:
    """Boxes of the connected pieces of ink in the corner that do not run out of it."""
    height, width = ink.shape
    cw, ch = int(s.corner[0] * width), int(s.corner[1] * height)
    count, _, stats, _ = cv2.connectedComponentsWithStats(
        (ink[:ch, :cw] > 0).astype(np.uint8), connectivity=8
    )
    boxes = []
    for x, y, w, h, area in stats[1:count]:
        inside = x + w < cw and y + h < ch
        if x == 0 or y == 0:  # letters may reach the edge of the card; a printed outline is no letter
            inside = inside and 0.03 * width < w < 0.2 * width and h > 0.06 * height
        if x + w < 0.07 * width and y + h < 0.05 * height:
            inside = False  # what is left of a drawn outline in the rounded corner
        if inside and area > 4e-5 * width * height and h > 0.015 * height and w > 0.006 * width:
            boxes.append((float(x), float(y), float(x + w), float(y + h)))
    return boxes


def _near(a: Box, b: Box, within: float) -> bool:
    return max(abs(p - q) for p, q in zip(a, b, strict=True)) <= within


def _suit_box(pieces: Mapping[Card, list[Box]], inks: Mapping[Card, Ink], s: BoxSettings) -> Box | None:
    """The index pip of a suit: the lowest piece of the leftmost column that most of its cards have.

    Where the pip touches something on many cards, the ink that all of them share still has its shape.
    """
    if len(pieces) < 2:
        return None
    width = next(iter(inks.values())).shape[1]
    within = max(2.0, s.same_box * width)
    common = _pieces((np.mean(list(inks.values()), axis=0) >= 0.75).astype(np.float32), s)
    shared: list[tuple[int, Box]] = []
    for own in pieces.values():
        for box in own:
            if box[2] - box[0] < 0.03 * width or any(_near(box, other, within) for _, other in shared):
                continue
            alike = [b for boxes in pieces.values() for b in boxes if _near(box, b, within)]
            confirmed = any(_near(box, other, within) for other in common)
            if len(alike) >= max(2, (s.confirmed_share if confirmed else s.suit_share) * len(pieces)):
                x0, y0, x1, y1 = np.median(np.array(alike), axis=0)
                shared.append((len(alike), (float(x0), float(y0), float(x1), float(y1))))
    if not shared:
        return None
    leftmost = min(box[0] for _, box in shared)
    # the letters of a narrow range of ranks may agree as well: the pip is the lowest of the column
    return max((box for _, box in shared if box[0] < leftmost + 0.06 * width), key=lambda box: box[1])


def _own_suit(ink: Ink, pieces: list[Box], common: Box, suit_inks: list[Ink], s: BoxSettings) -> Box | None:
    """The index pip on one card: its own piece, or the common place when the ink there touches something else."""
    width = ink.shape[1]
    own = [box for box in pieces if _near(box, common, max(3.0, 2 * s.same_box * width))]
    if own:
        return own[0]
    x0, y0, x1, y1 = common
    middle, pip_width = (x0 + x1) / 2, x1 - x0
    # some decks print a larger pip on court cards
    for box in pieces:
        if abs((box[0] + box[2]) / 2 - middle) < 0.35 * pip_width and abs(box[1] - y0) < 0.3 * pip_width:
            grown = (box[2] - box[0]) / pip_width
            if 0.55 < grown < 1.6 and box[3] - box[1] < 1.7 * (y1 - y0):
                return box
    shape = np.mean([_patch(i, common) for i in suit_inks], axis=0) >= 0.5
    here = _patch(ink, common) > 0
    if shape.sum() and (here & shape).sum() > 0.9 * shape.sum() and here.sum() < 1.35 * shape.sum():
        return common
    return None


def _rank_box(pieces: list[Box], suit: Box, width: int, height: int, s: BoxSettings) -> Box | None:
    """Box of the letters above the index pip: the nearest piece, and what stands beside it in the same column."""
    centre, pip_width = (suit[0] + suit[2]) / 2, suit[2] - suit[0]
    reach = max(0.8 * pip_width, 0.05 * width)
    column = [
        b
        for b in pieces
        if b[3] <= suit[1] + 0.02 * height
        and 0.025 * height < b[3] - b[1] < s.max_rank_height * height
        and abs((b[0] + b[2]) / 2 - centre) < reach
        and b[2] - b[0] < 0.24 * width
    ]
    if not column:
        return None
    nearest = max(column, key=lambda b: b[3])
    row = [
        b for b in column if min(b[3], nearest[3]) - max(b[1], nearest[1]) > 0.6 * (nearest[3] - nearest[1])
    ]
    x0, y0 = min(b[0] for b in row), min(b[1] for b in row)
    x1, y1 = max(b[2] for b in row), max(b[3] for b in row)
    return (x0, y0, x1, y1) if x1 - x0 >= 0.012 * width else None


def _agreed(card: Card, own: Box, found: Mapping[Card, tuple[Box, Box]], within: float) -> Box:
    """The letters' box of one card, unless the other suits of its rank agree on another."""
    others = [boxes[0] for other, boxes in found.items() if other.rank is card.rank]
    x0, y0, x1, y1 = np.median(np.array(others), axis=0)
    usual = (float(x0), float(y0), float(x1), float(y1))
    return own if len(others) < 3 or _near(own, usual, within) else usual


def _elsewhere(mark: IndexMark, width: int, height: int) -> tuple[IndexMark, ...]:
    """The same index in the other three corners, if the card has it there."""
    x0, _, x1, _ = mark.box
    shift = width - x1 - x0

    def moved(box: Box) -> Box:
        return box[0] + shift, box[1], box[2] + shift, box[3]

    right = IndexMark(moved(mark.rank), moved(mark.suit), mark.turn)
    return mark.turned_half(width, height), right, right.turned_half(width, height)


def _same_ink(ink: Ink, first: IndexMark, second: IndexMark, least: float) -> bool:
    """Whether the ink of two corners is the same, within two pixels."""
    a = _patch(ink, first.box)
    x0, y0, x1, y1 = second.box
    for dy in (-2, -1, 0, 1, 2):
        for dx in (-2, -1, 0, 1, 2):
            b = _patch(ink, (x0 + dx, y0 + dy, x1 + dx, y1 + dy))
            if second.turn != first.turn:
                b = b[::-1, ::-1]
            if a.shape == b.shape and a.size:
                union = np.maximum(a, b).sum()
                if union and np.minimum(a, b).sum() / union >= least:
                    return True
    return False


def _patch(ink: Ink, box: Box) -> Ink:
    x0, y0, x1, y1 = (round(v) for v in box)
    if x0 < 0 or y0 < 0 or x1 > ink.shape[1] or y1 > ink.shape[0]:
        return np.zeros((0, 0), np.float32)
    return ink[y0:y1, x0:x1]


def missing_ranks(marks: Mapping[Card, tuple[IndexMark, ...]]) -> tuple[Rank, ...]:
    """Ranks of which no card's index was found."""
    return tuple(rank for rank in RANKS if not any(card.rank is rank for card in marks))
