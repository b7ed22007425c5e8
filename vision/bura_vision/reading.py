"""From sightings to cards: both corners of a card are one card, and a deck holds each card once.

`merge` turns one picture's sightings into cards with ranked alternatives; `read_picture` chooses the scales at which
a picture of any size is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card
from bura.table import Belief
from bura_vision.backs import BackSettings, choose_backs
from bura_vision.detector import Kind, Sighting
from bura_vision.find_then_read import FindThenRead
from bura_vision.finder import INDEX_CLASS, Boxes, suppress
from bura_vision.joining import JoinSettings, join_corners
from bura_vision.outline import guessed_outline, measured_outline


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """One fixed setting for all pictures."""

    min_confidence: float = 0.6
    """a card below this probability is not reported as seen"""
    min_doubtful: float = 0.3
    """a card between this and ``min_confidence`` is reported apart, as doubtful"""
    alternatives: int = 5
    """how many cards a belief ranks"""
    min_alternative: float = 0.001
    """alternatives below this are left out"""
    joining: JoinSettings = field(default_factory=JoinSettings)
    """how corners become cards"""
    levels_px: tuple[int, ...] = (320, 640, 1280)
    """long sides to which a picture is shrunk and searched: octaves, because the finder knows cards of 85 to 330 px;
    a picture smaller than the last is searched at its own size too"""
    fine_index_px: float = 24.0
    """while the smaller indices found on the finest level are lower than this there, a level twice as fine follows"""
    small_quantile: float = 0.25
    """which of the indices, by height, decide that"""
    trusted_score: float = 0.45
    """finder score from which an index takes part in that decision"""
    max_enlarge: float = 2.0
    """no level enlarges the picture by more than this"""
    max_enlarged_px: int = 2560
    """nor to a longer side than this: beyond the picture's own detail, finer levels only cost time"""
    max_level_px: int = 5120
    """long side of the finest level of a picture that has the detail"""
    backs: BackSettings = field(default_factory=BackSettings)
    """which boxes are backs"""
    index_height: tuple[float, float] = (0.55, 1.6)
    """a card seen by one index only whose height over the other cards' indices lies outside is doubtful: letters on a
    box, or two pips taken for an index"""
    index_sure: float = 0.95
    """… unless it is at least this sure"""
    same_box: float = 0.6
    """rotated IoU above which boxes of two levels are one, before reading"""
    overlap: float = 0.3
    """rotated IoU above which two read indices are one: the surer stays"""


@dataclass(frozen=True, eq=False)
class CardReading:
    """One face-up card of a picture."""

    card: Card
    """the likeliest card"""
    confidence: float
    """its probability, 0..1"""
    belief: Belief
    """ranked alternatives"""
    sightings: tuple[Sighting, ...]
    """its corners, surest first"""
    outline: NDArray[np.float32]
    """(4, 2) pixels: the whole card as estimated from its corners, clockwise from the top left of the first"""
    measured: bool = False
    """two corners tell its size; else the usual size over its index is taken"""


@dataclass(frozen=True, eq=False)
class Reading:
    """What one picture shows."""

    cards: tuple[CardReading, ...]
    """face-up cards, surest first, each identity once"""
    doubtful: tuple[CardReading, ...]
    """face-up cards whose identity is not sure enough to be reported as seen"""
    backs: tuple[Sighting, ...]
    """cards lying face down"""

    @property
    def points(self) -> int:
        """Card points of the cards seen (RULEBOOK 1.1)."""
        return sum(reading.card.points for reading in self.cards)


def belief_of(probs: NDArray[np.floating], count: int = 5, least: float = 0.0) -> Belief:
    """The ``count`` likeliest cards of a (52,) distribution whose sum may be below one (the rest is "no card").

    :param least: cards with no more than this are left out.
    """
    order = np.argsort(-probs, kind="stable")[:count]
    return Belief(tuple((CARDS[int(i)], float(min(probs[i], 1.0))) for i in order if probs[i] > least))


def merge(
    sightings: Sequence[Sighting],
    settings: ReadingSettings | None = None,
    image: NDArray[np.uint8] | None = None,
) -> Reading:
    """Join the sightings of one picture into cards.

    Corners become cards, and a deck holds each card once: see `bura_vision.joining`.

    :param image: (H, W, 3) uint8 BGR, the picture; with it, backs are compared with each other.
    """
    s = settings or ReadingSettings()
    cards: list[CardReading] = []
    doubtful: list[CardReading] = []
    for joined in join_corners(sightings, s.joining):
        if joined.confidence < s.min_doubtful:
            continue
        outline = measured_outline(joined.sightings)
        reading = CardReading(
            card=CARDS[joined.best],
            confidence=joined.confidence,
            belief=belief_of(joined.probs, s.alternatives, s.min_alternative),
            sightings=joined.sightings,
            outline=guessed_outline(joined.sightings[0]) if outline is None else outline,
            measured=outline is not None,
        )
        (cards if reading.confidence >= s.min_confidence else doubtful).append(reading)
    odd = _of_odd_height(cards, s)
    doubtful.extend(odd)
    cards = [card for card in cards if card not in odd]
    known = [card.outline for card in cards if len(card.sightings) > 1]
    doubtful = [
        card for card in doubtful if not any(_inside(outline, card.sightings[0]) for outline in known)
    ]
    return Reading(
        cards=tuple(sorted(cards, key=lambda r: -r.confidence)),
        doubtful=tuple(sorted(doubtful, key=lambda r: -r.confidence)),
        backs=choose_backs(
            sightings,
            [card.outline for card in cards if card.measured],
            [card.outline for card in cards if not card.measured],
            s.backs,
            image,
        ),
    )


def _of_odd_height(cards: Sequence[CardReading], settings: ReadingSettings) -> list[CardReading]:
    """Cards whose only index is much larger or smaller than those of the other cards."""
    heights = [float(np.median([sighting.size[1] for sighting in card.sightings])) for card in cards]
    odd = []
    for number, card in enumerate(cards):
        others = heights[:number] + heights[number + 1 :]
        if len(card.sightings) > 1 or card.confidence >= settings.index_sure or not others:
            continue
        share = heights[number] / float(np.median(others))
        if not settings.index_height[0] <= share <= settings.index_height[1]:
            odd.append(card)
    return odd


def _inside(outline: NDArray[np.float32], sighting: Sighting) -> bool:
    """Whether a sighting's centre lies inside a card's outline."""
    centre = (float(sighting.centre[0]), float(sighting.centre[1]))
    return cv2.pointPolygonTest(outline, centre, False) >= 0


def read_picture(
    image: NDArray[np.uint8], detector: FindThenRead, settings: ReadingSettings | None = None
) -> Reading:
    """Read a picture of any size.

    :param image: (H, W, 3) uint8 BGR.
    """
    s = settings or ReadingSettings()
    return merge(look(image, detector, s), s, image)


def look(
    image: NDArray[np.uint8], detector: FindThenRead, settings: ReadingSettings | None = None
) -> tuple[Sighting, ...]:
    """Every index and back of a picture of any size once, surest first.

    The picture is searched on several scales because nothing is known about the size of its cards; the indices are
    always read from the full-resolution picture.

    :param image: (H, W, 3) uint8 BGR.
    """
    s = settings or ReadingSettings()
    long_side = max(image.shape[:2])
    scales = [level / long_side for level in s.levels_px if level <= long_side * 0.8]
    if long_side <= s.levels_px[-1] * 1.25:
        scales.append(1.0)
    found = [detector.find(image, None, scale) for scale in scales]
    scale = scales[-1]
    finest = min(s.max_enlarge, max(s.max_enlarged_px / long_side, min(1.0, s.max_level_px / long_side)))
    while scale < finest and _small_index(found[-1], s) * scale < s.fine_index_px:
        scale = min(finest, scale * 2)
        found.append(detector.find(image, None, scale))
    boxes = suppress(Boxes.join(found), s.same_box)
    return distinct(detector.read(image, boxes), s.overlap)


def distinct(sightings: Sequence[Sighting], max_overlap: float) -> tuple[Sighting, ...]:
    """Of sightings of one kind that overlap, the surest."""
    if not sightings:
        return ()
    boxes = Boxes(
        np.array([_xywhr(sighting) for sighting in sightings], np.float32),
        np.array([sighting.confidence for sighting in sightings], np.float32),
        np.array([0 if sighting.kind is Kind.INDEX else 1 for sighting in sightings], np.int64),
    )
    # suppress() answers with boxes; the row number rides along in the class-independent score order
    order = {row.tobytes(): sighting for row, sighting in zip(boxes.xywhr, sightings, strict=True)}
    kept = [order[row.tobytes()] for row in suppress(boxes, max_overlap).xywhr]
    return tuple(sorted(kept, key=lambda sighting: -sighting.confidence))


def _xywhr(sighting: Sighting) -> tuple[float, float, float, float, float]:
    centre = sighting.centre
    width, height = sighting.size
    top = sighting.corners[1] - sighting.corners[0]
    return float(centre[0]), float(centre[1]), width, height, float(np.arctan2(top[1], top[0]))


def _small_index(boxes: Boxes, settings: ReadingSettings) -> float:
    """Height of the smaller index boxes in picture pixels; 0 when there is none, so that the search goes on."""
    indices = boxes.xywhr[(boxes.classes == INDEX_CLASS) & (boxes.scores >= settings.trusted_score)]
    return float(np.quantile(indices[:, 2:4].max(axis=1), settings.small_quantile)) if len(indices) else 0.0
