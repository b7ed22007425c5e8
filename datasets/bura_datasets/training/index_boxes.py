"""Finding the indices on the faces of a deck.

The rank letters of one rank stand in the same place in all four suits, and the small suit of one suit stands in the
same place on (nearly) all its ranks, while everything else in that corner differs from card to card. So the ink that
most cards of a suit share is the suit's index pip, and the ink above it that the four cards of a rank share is its
letters. Opposite and neighbouring corners are then confirmed by comparing ink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import RANKS, SUITS, Card, Rank, Suit
from bura_datasets.training.faces import Box, IndexMark, Pixels

Ink = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Thresholds, lengths as fractions of the card."""

    ink_distance: float = 42.0
    """distance from the paper's colour (sum over the channels, 0..765) above which a pixel is ink"""
    corner: tuple[float, float] = (0.34, 0.46)
    """width and height of the corner in which the index stands"""
    suit_share: float = 0.7
    """share of a suit's cards that must have ink where the index pip is"""
    rank_share: float = 0.7
    """share of a rank's four cards that must have ink where the letters are"""
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
    return ink.astype(np.float32)


def _paper(pixels: NDArray[np.int32]) -> NDArray[np.int32]:
    """The commonest bright colour."""
    bright = pixels[pixels.sum(axis=1) > 480]
    return np.asarray(np.median(bright if len(bright) else pixels, axis=0), np.int32)


def find_marks(faces: Mapping[Card, Pixels], settings: BoxSettings | None = None) -> dict[Card, tuple[IndexMark, ...]]:
    """The index marks of every face on which letters and suit were found; a face without is left out.

    :param faces: (h, w, 4) BGRA pictures of one deck, all about the same size; at least two ranks of a suit.
    """
    s = settings or BoxSettings()
    if not faces:
        return {}
    width = int(np.median([f.shape[1] for f in faces.values()]))
    height = int(np.median([f.shape[0] for f in faces.values()]))
    inks = {card: ink_of(_fitted(face, width, height), s.ink_distance) for card, face in faces.items()}
    cw, ch = int(s.corner[0] * width), int(s.corner[1] * height)
    suits = {suit: _suit_box(inks, suit, (cw, ch), s) for suit in SUITS}
    result: dict[Card, tuple[IndexMark, ...]] = {}
    for card, ink in inks.items():
        suit = suits[card.suit]
        if suit is None:
            continue
        suit = _own_box(ink, suit)
        rank = _rank_box(inks, card.rank, suit, s)
        if rank is None:
            continue
        mark = IndexMark(rank, suit)
        marks = [m for m in (mark, *_elsewhere(mark, width, height)) if m is mark or _same_ink(ink, mark, m, s.same_ink)]
        face = faces[card]
        result[card] = tuple(_scaled(m, face.shape[1] / width, face.shape[0] / height) for m in marks)
    return result


def _fitted(face: Pixels, width: int, height: int) -> Pixels:
    if face.shape[:2] == (height, width):
        return face
    return np.asarray(cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _scaled(mark: IndexMark, fx: float, fy: float) -> IndexMark:
    def scale(box: Box) -> Box:
        return box[0] * fx, box[1] * fy, box[2] * fx, box[3] * fy

    return IndexMark(scale(mark.rank), scale(mark.suit), mark.turn)


def _components(mask: NDArray[np.bool_]) -> list[tuple[int, int, int, int, int]]:
    """x0, y0, x1, y1, area of every connected piece."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return [(int(x), int(y), int(x + w), int(y + h), int(a)) for x, y, w, h, a in stats[1:count]]


def _suit_box(inks: Mapping[Card, Ink], suit: Suit, corner: tuple[int, int], s: BoxSettings) -> Box | None:
    """The index pip of a suit: of what most of its cards share, the piece nearest the corner that is low enough."""
    cards = [ink for card, ink in inks.items() if card.suit is suit]
    if len(cards) < 2:
        return None
    cw, ch = corner
    height, width = cards[0].shape
    share = np.mean([ink[:ch, :cw] for ink in cards], axis=0)
    pieces = [
        piece
        for piece in _components(share >= s.suit_share)
        if piece[4] > 2e-4 * width * height
        and piece[2] - piece[0] > 0.03 * width
        and piece[3] - piece[1] > 0.02 * height
        and piece[1] > 0.05 * height
        and piece[0] < 0.2 * width
    ]
    if not pieces:
        return None
    x0, y0, x1, y1, _ = min(pieces, key=lambda p: p[0] / width + 0.3 * p[1] / height)
    return float(x0), float(y0), float(x1), float(y1)


def _own_box(ink: Ink, box: Box) -> Box:
    """The piece of this card's own ink that covers a shared box, when it is no larger than a fifth more."""
    x0, y0, x1, y1 = (int(v) for v in box)
    w, h = x1 - x0, y1 - y0
    best = box
    for px0, py0, px1, py1, _ in _components(ink[: int(y1 + h), : int(x1 + w)] > 0):
        inside = px0 <= x0 + 0.3 * w and px1 >= x1 - 0.3 * w and py0 <= y0 + 0.3 * h and py1 >= y1 - 0.3 * h
        if inside and px1 - px0 <= 1.25 * w + 2 and py1 - py0 <= 1.25 * h + 2:
            best = float(px0), float(py0), float(px1), float(py1)
    return best


def _rank_box(inks: Mapping[Card, Ink], rank: Rank, suit: Box, s: BoxSettings) -> Box | None:
    """Box of the letters of a rank above the index pip."""
    cards = [ink for card, ink in inks.items() if card.rank is rank]
    height, width = cards[0].shape
    centre, pip_width = (suit[0] + suit[2]) / 2, suit[2] - suit[0]
    right = min(int(suit[2] + 0.9 * pip_width) + 1, int(s.corner[0] * width))
    bottom = max(1, int(suit[1]))
    share = np.mean([ink[:bottom, :right] for ink in cards], axis=0)
    boxes = [
        piece[:4]
        for piece in _components(share >= s.rank_share)
        if piece[4] > 4e-5 * width * height
        and piece[3] - piece[1] > 0.02 * height
        and piece[3] - piece[1] < s.max_rank_height * height
        and abs((piece[0] + piece[2]) / 2 - centre) < max(1.1 * pip_width, 0.05 * width)
        and piece[2] - piece[0] > 0.006 * width
    ]
    if not boxes:
        return None
    nearest = max(boxes, key=lambda b: b[3])
    row = [b for b in boxes if min(b[3], nearest[3]) - max(b[1], nearest[1]) > 0.5 * (b[3] - b[1])]
    x0, y0 = min(b[0] for b in row), min(b[1] for b in row)
    x1, y1 = max(b[2] for b in row), max(b[3] for b in row)
    if x1 - x0 < 0.012 * width:
        return None
    return float(x0), float(y0), float(x1), float(y1)


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
