"""Is this picture good enough to referee by? Measures it, and says what to change.

    picture + reading ──`measure`──▶ Quality ──`advice`──▶ (Advice("blurred", …), …)

Every measure is taken at the cards where cards are seen, because that is what must be legible: a sharp tablecloth
helps nobody. Without cards the whole picture stands in for sharpness and exposure, and the rest is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM
from bura_vision.reading import CardReading, Reading

Image = NDArray[np.uint8]


class Fault(StrEnum):
    """What may be wrong with a picture; the pages hold a sentence for each (`quality.<fault>`)."""

    NO_CARDS = "no_cards"
    """no card is seen: lay some face up"""
    SMALL = "small"
    """the cards are too small in the picture: nearer, or more pixels"""
    BLURRED = "blurred"
    """out of focus, or moving"""
    DARK = "dark"
    """too little light"""
    BRIGHT = "bright"
    """too much light, or exposed too long"""
    GLARE = "glare"
    """a lamp is mirrored in the cards or the table"""
    TILTED = "tilted"
    """the camera looks from the side"""
    MIRRORED = "mirrored"
    """the picture is the wrong way round (`bura_vision.mirror`)"""
    LOW_CONTRAST = "low_contrast"
    """ink and paper are hardly told apart: haze, a dirty lens, one-sided light"""


class Grade(StrEnum):
    """How one measure is."""

    GOOD = "good"
    FAIR = "fair"
    """it works, not always"""
    BAD = "bad"
    """it will not work"""
    UNKNOWN = "unknown"
    """not measured: no card is seen"""


@dataclass(frozen=True, slots=True)
class QualitySettings:
    """Every threshold of the meter. Pairs are (fair from or up to here, bad from or up to here)."""

    index_px: tuple[float, float] = (28.0, 20.0)
    """height of an index in the picture's own pixels; below the second the finder misses cards"""
    blur_share: tuple[float, float] = (0.085, 0.13)
    """an edge's width as a share of the index height: from 0.1 on suits of one colour are confused"""
    blur_px: tuple[float, float] = (2.6, 4.5)
    """an edge's width in pixels where no index is seen: a lens in focus gives 1 to 2.5"""
    paper: tuple[float, float] = (105.0, 70.0)
    """grey level (0..255) of the cards' paper, below which it is dim, or dark"""
    scene: tuple[float, float] = (55.0, 30.0)
    """… of the picture's brightest twentieth, where no card is seen"""
    clipped: tuple[float, float] = (0.45, 0.8)
    """share of the cards' paper that is white without any shade (`white`)"""
    scene_clipped: tuple[float, float] = (0.18, 0.4)
    """… of the whole picture, where no card is seen"""
    white: int = 252
    """grey level from which a pixel is clipped"""
    glare: tuple[float, float] = (0.004, 0.02)
    """share of the picture covered by round clipped blots outside the cards, or of one card washed out"""
    blot_share: float = 0.0008
    """a clipped blot smaller than this share of the picture is print or a spark"""
    contrast: tuple[float, float] = (60.0, 35.0)
    """grey levels between the darkest and the lightest of an index"""
    tilt_deg: tuple[float, float] = (35.0, 50.0)
    """angle between the camera's axis and the upright: cards look short beyond it"""
    long_side_px: int = 1280
    """light and glare are measured on a picture shrunk to this"""


@dataclass(frozen=True, slots=True)
class Quality:
    """What one picture measures. None: it cannot be told from this picture."""

    cards: int
    """face-up cards read"""
    index_px: float | None
    """median height of an index, pixels of the picture as it is"""
    edge_px: float
    """width of the sharpest edges (10 % to 90 % of their step), pixels"""
    edge_share: float | None
    """… at the indices, over the height of the index"""
    paper: float
    """grey level of the cards' paper, 0..255; without cards: of the brightest twentieth of the picture"""
    clipped: float
    """share of the cards' paper (without cards: of the picture) that is clipped, 0..1"""
    glare: float
    """share of the picture under clipped blots outside the cards, 0..1"""
    contrast: float | None
    """grey levels between ink and paper at the indices"""
    tilt_deg: float | None
    """tilt of the cards against the camera, degrees; good to about 10"""
    grades: dict[str, Grade]
    """``index``, ``sharpness``, ``light``, ``glare``, ``contrast``, ``tilt``"""
    faults: tuple[tuple[Fault, Grade], ...]
    """what to change, the worst first"""

    @property
    def grade(self) -> Grade:
        """The worst of all; `UNKNOWN` while no card is seen and nothing else is bad."""
        for grade in (Grade.BAD, Grade.FAIR, Grade.UNKNOWN):
            if grade in self.grades.values():
                return grade
        return Grade.GOOD

    def to_json(self) -> dict[str, object]:
        """Plain data; lengths and shares rounded."""

        def short(value: float | None) -> float | None:
            return None if value is None else round(value, 3)

        return {
            "grade": self.grade.value,
            "cards": self.cards,
            "index_px": short(self.index_px),
            "edge_px": short(self.edge_px),
            "edge_share": short(self.edge_share),
            "paper": short(self.paper),
            "clipped": short(self.clipped),
            "glare": short(self.glare),
            "contrast": short(self.contrast),
            "tilt_deg": short(self.tilt_deg),
            "grades": {name: grade.value for name, grade in self.grades.items()},
            "faults": [{"fault": fault.value, "grade": grade.value} for fault, grade in self.faults],
        }


def measure(
    image: Image, reading: Reading, settings: QualitySettings | None = None, *, mirrored: bool = False
) -> Quality:
    """Measure a picture.

    :param image: (H, W, 3) uint8 BGR, as it came from the camera.
    :param reading: what was read in it (`bura_vision.reading.read_picture`); doubtful cards count for the
        measures, since bad pictures are what is looked for.
    :param mirrored: it was found to be mirrored: nothing that was read in it counts.
    """
    s = settings or QualitySettings()
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    cards = (*reading.cards, *reading.doubtful)
    heights = [sighting.size[1] for card in cards for sighting in card.sightings]
    index_px = float(np.median(heights)) if heights else None
    edges = [edge for card in cards for edge in _index_edges(grey, card)]
    edge_px = float(np.median([width for width, _ in edges])) if edges else _scene_edge(grey)
    share = float(np.median([part for _, part in edges])) if edges else None
    contrast = _contrast(grey, cards)
    paper, clipped = _paper(grey, cards, s) if cards else _scene_light(grey, s)
    glare = _glare(image, cards, s)
    # a card of which one corner is hidden shows a part of itself, which looks like a tilted card
    whole = [card for card in reading.cards if len(card.sightings) > 1]
    tilts = [tilt for card in whole if (tilt := card_tilt(grey, card)) is not None]
    # whatever goes wrong with one card's edges makes it look more tilted, not less
    tilt = float(np.percentile(tilts, 25)) if tilts else None
    limits = (s.paper, s.clipped) if cards else (s.scene, s.scene_clipped)
    dark, bright = _below(paper, limits[0]), _above(clipped, limits[1])
    grades = {
        "index": _below(index_px, s.index_px),
        "sharpness": _above(edge_px, s.blur_px) if share is None else _above(share, s.blur_share),
        "light": max(dark, bright, key=_WORSE.index),
        "glare": _above(glare, s.glare),
        "contrast": _below(contrast, s.contrast),
        "tilt": _above(tilt, s.tilt_deg),
        **({"mirror": Grade.BAD} if mirrored else {}),
    }
    found = [
        (Fault.MIRRORED, Grade.BAD if mirrored else Grade.GOOD),
        (Fault.NO_CARDS, Grade.UNKNOWN if not cards else Grade.GOOD),
        (Fault.SMALL, grades["index"]),
        (Fault.BLURRED, grades["sharpness"]),
        (Fault.DARK, dark),
        (Fault.BRIGHT, bright),
        (Fault.GLARE, grades["glare"]),
        (Fault.LOW_CONTRAST, grades["contrast"]),
        (Fault.TILTED, grades["tilt"]),
    ]
    wrong = [
        (f, g) for f, g in found if g in (Grade.FAIR, Grade.BAD) or (f, g) == (Fault.NO_CARDS, "unknown")
    ]
    wrong.sort(key=lambda item: -_WORSE.index(item[1]))
    return Quality(
        len(reading.cards),
        index_px,
        edge_px,
        share,
        paper,
        clipped,
        glare,
        contrast,
        tilt,
        grades,
        tuple(wrong),
    )


_WORSE = (Grade.GOOD, Grade.UNKNOWN, Grade.FAIR, Grade.BAD)


def _below(value: float | None, limits: tuple[float, float]) -> Grade:
    if value is None:
        return Grade.UNKNOWN
    return Grade.BAD if value < limits[1] else Grade.FAIR if value < limits[0] else Grade.GOOD


def _above(value: float | None, limits: tuple[float, float]) -> Grade:
    if value is None:
        return Grade.UNKNOWN
    return Grade.BAD if value > limits[1] else Grade.FAIR if value > limits[0] else Grade.GOOD


def _index_edges(grey: Image, card: CardReading) -> list[tuple[float, float]]:
    """Width of the steepest edges of each index of a card: pixels, and as a share of the index height."""
    found = []
    for sighting in card.sightings:
        patch = _patch(grey, sighting.box)
        width = _edge_width(patch)
        if width is not None and sighting.size[1] > 4:
            found.append((width, width / sighting.size[1]))
    return found


def _patch(grey: Image, box: tuple[float, float, float, float]) -> Image:
    height, width = grey.shape
    x0, y0 = max(0, int(box[0]) - 1), max(0, int(box[1]) - 1)
    x1, y1 = min(width, int(box[2]) + 2), min(height, int(box[3]) + 2)
    return grey[y0:y1, x0:x1]


def _edge_width(patch: Image) -> float | None:
    """10 % to 90 % width of the steepest edges: 0.8 of the step over the slope. None in a flat patch."""
    if min(patch.shape) < 5:
        return None
    low, high = np.percentile(patch, (5, 95))
    step = float(high - low)
    if step < 12.0:
        return None
    # central differences: grey levels a pixel
    gy, gx = np.gradient(patch.astype(np.float32))
    slope = float(np.percentile(np.hypot(gx, gy), 98))
    return 0.8 * step / max(slope, 1e-3)


def _scene_edge(grey: Image) -> float:
    """The same for a whole picture: the median over the places that have an edge at all."""
    size = max(16, min(grey.shape) // 12)
    widths = []
    for y in range(0, grey.shape[0] - size + 1, size):
        for x in range(0, grey.shape[1] - size + 1, size):
            patch = grey[y : y + size, x : x + size]
            if float(patch.std()) < 8.0:
                continue
            width = _edge_width(patch)
            if width is not None:
                widths.append(width)
    return float(np.percentile(widths, 25)) if widths else float(size)


def _contrast(grey: Image, cards: Sequence[CardReading]) -> float | None:
    steps = []
    for card in cards:
        for sighting in card.sightings:
            patch = _patch(grey, sighting.box)
            if patch.size:
                low, high = np.percentile(patch, (5, 95))
                steps.append(float(high - low))
    return float(np.median(steps)) if steps else None


def _paper(grey: Image, cards: Sequence[CardReading], s: QualitySettings) -> tuple[float, float]:
    """Grey level of the cards' paper, and the share of it that is clipped."""
    levels, clipped = [], []
    for card in cards:
        patches = [_patch(grey, sighting.box).ravel() for sighting in card.sightings]
        values = np.concatenate(patches) if patches else np.zeros(0, np.uint8)
        if not values.size:
            continue
        # the paper is the lighter half of an index's box
        paper = values[values >= np.median(values)]
        levels.append(float(np.median(paper)))
        clipped.append(float((paper >= s.white).mean()))
    return (float(np.median(levels)), float(np.median(clipped))) if levels else _scene_light(grey, s)


def _scene_light(grey: Image, s: QualitySettings) -> tuple[float, float]:
    return float(np.percentile(grey, 95)), float((grey >= s.white).mean())


def _glare(image: Image, cards: Sequence[CardReading], s: QualitySettings) -> float:
    """Share of the picture under clipped blots that no card's paper explains."""
    zoom = min(1.0, s.long_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA) if zoom < 1 else image
    clipped = (small.min(axis=2) >= s.white).astype(np.uint8)
    for card in cards:
        middle = card.outline.mean(axis=0)
        grown = ((card.outline - middle) * 1.15 + middle) * zoom
        cv2.fillConvexPoly(clipped, grown.astype(np.int32), 0)
    clipped = np.asarray(cv2.morphologyEx(clipped, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(clipped)
    total = 0
    for number in range(1, count):
        area = int(stats[number, cv2.CC_STAT_AREA])
        box = int(stats[number, cv2.CC_STAT_WIDTH]) * int(stats[number, cv2.CC_STAT_HEIGHT])
        # a blot fills its box like an ellipse; a hard-edged sheet of paper fills it, a thin line does not
        if area >= s.blot_share * clipped.size and area >= 0.3 * box:
            total += area
    return total / clipped.size


def card_tilt(grey: Image, card: CardReading) -> float | None:
    """The angle at which the camera sees a card, degrees from straight above; None where its edges are not plain.

    The card's own bright quadrilateral is looked for around its outline. The affine map of a 63 x 88 mm card onto it
    shrinks one direction by the cosine of the angle. A narrower deck (57 mm) alone looks like 25 degrees.
    """
    quad = card_quad(grey, card.outline)
    if quad is None:
        return None
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2.0 / CARD_WIDTH_CM
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2.0 / CARD_HEIGHT_CM
    scales = np.linalg.svd(np.column_stack([right, down]), compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(scales[1] / max(float(scales[0]), 1e-6), 0.0, 1.0))))


def card_quad(grey: Image, outline: NDArray[np.float32]) -> NDArray[np.float64] | None:
    """The four corners of a lone face-up card near an estimated outline, in the outline's order; None if unclear."""
    middle = outline.mean(axis=0)
    grown = (outline - middle) * 1.5 + middle
    low = np.maximum(np.floor(grown.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(grown.max(axis=0)), grey.shape[::-1]).astype(int)
    if (high - low < 12).any():
        return None
    part = cv2.GaussianBlur(grey[low[1] : high[1], low[0] : high[0]], (3, 3), 0)
    _, mask = cv2.threshold(part, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    at = (float(middle[0] - low[0]), float(middle[1] - low[1]))
    holding = [c for c in contours if cv2.pointPolygonTest(c, at, False) >= 0]
    if not holding:
        return None
    contour = max(holding, key=cv2.contourArea)
    hull = cv2.convexHull(contour)
    expected = float(cv2.contourArea(outline))
    area = float(cv2.contourArea(hull))
    # two cards that touch are one contour: too large, or hollow at the joint
    if not 0.4 * expected <= area <= 1.3 * expected or float(cv2.contourArea(contour)) < 0.94 * area:
        return None
    around = float(cv2.arcLength(hull, True))
    for share in (0.02, 0.03, 0.045, 0.06):
        shape = cv2.approxPolyDP(hull, share * around, True)
        if len(shape) == 4:
            break
    else:
        return None
    quad = shape.reshape(4, 2).astype(np.float64) + low
    if float(cv2.contourArea(quad.astype(np.float32))) < 0.85 * area:
        return None
    # same turning direction and start as the outline
    one, two = quad[1] - quad[0], quad[2] - quad[1]
    if one[0] * two[1] - one[1] * two[0] < 0:
        quad = quad[::-1]
    turns = [np.roll(quad, -turn, axis=0) for turn in range(4)]
    best = np.asarray(min(turns, key=lambda q: float(np.abs(q - outline).sum())), np.float64)
    sides = np.hypot(*(np.roll(best, -1, axis=0) - best).T)
    away = float(np.hypot(*(best - outline).T).mean())
    # a card is small against its distance: opposite sides are about equal, and the outline lies near
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > 1.25:
        return None
    return best if away <= 0.3 * float(np.hypot(*(outline[3] - outline[0]))) else None
