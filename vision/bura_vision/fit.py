"""How large the table in the picture is, when no layout says so: told from the cards on it.

The ready layouts are for a camera that sees a table of a metre. Cameras hang at any height, but cards are of
one size: the stock's back, or a face-up card with both its corners, gives the scale. The finder's box tells
where a back lies, not exactly how long it is; its ends are therefore looked for in the picture itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import CardDetector, Kind, Region, Sighting
from bura_vision.layout import CARD_HEIGHT_CM, Layout, Points, View
from bura_vision.reading import merge

#: two ends of a card's long axis: (2, 2) pixels
Axis = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FitSettings:
    """Fitting a ready layout to the picture (`bura_vision.fit`)."""

    levels_px: tuple[int, ...] = (640, 1280, 2560)
    """long sides at which the first pictures are searched, until one shows a card: the finder knows 85 to 330 px"""
    zoom_most: float = 2.0
    """… but never enlarged by more than this: there is no more detail, and it takes long"""
    card_px: float = 120.0
    """what was found is looked at again, resized so that the card is about this long"""
    scales: tuple[float, ...] = (0.85, 1.0, 1.25, 1.5)
    """… times each of these; the middle one of the lengths counts"""
    back_score: float = 0.58
    """how sure it must be that a back lies there for it to be measured"""
    aspect: tuple[float, float] = (0.55, 0.95)
    """a back's short side over its long side lies between these; one half hidden by a hand mostly does not"""
    index_share: tuple[float, float] = (3.6, 6.2)
    """a card is this many times as long as its index is high; a back that is not so long is measured wrongly"""
    index_times: float = 4.8
    """… and where only an index is seen, this many times"""
    index_keep_share: float = 0.2
    """a scale that only an index tells, this near to the ready layout's, is taken for the same"""
    index_confidence: float = 0.7
    """only indices that are read with at least this probability are measured"""
    index_px: float = 22.0
    """… and that are this high when the finder looks: smaller ones are found, but larger than they are"""
    strip_share: float = 0.5
    """the ends of a back are looked for in this share of its width, around the middle: the trump lies beside it"""
    end_share: float = 0.25
    """… and at most this share of its length away from where the finder puts them"""
    contrast: float = 24.0
    """grey levels by which a back's border must differ from the table, or the finder's box is taken"""
    every_s: float = 0.2
    """pause between two pictures that are measured"""
    retry_s: float = 1.0
    """… after one in which no card could be measured"""
    agree_share: float = 0.06
    """two pictures' scales that differ by less than this agree, and the layout is fitted"""
    within_s: float = 3.0
    """when no two agree for this long, the ready layout stays as it is"""
    keep_share: float = 0.05
    """a scale this near to the ready layout's is taken for the same"""
    least: float = 0.4
    """no table is made smaller than the ready layout's times this"""
    most: float = 2.0
    """… or larger than this"""


def fit_layout(
    images: Iterable[NDArray[np.uint8]],
    detector: CardDetector,
    layout: Layout,
    settings: FitSettings | None = None,
) -> Layout | None:
    """The layout, scaled so that the cards in the pictures are as large as cards are.

    :param images: (H, W, 3) uint8 BGR, of one table.
    :returns: None when no picture shows a card that can be measured.
    """
    s = settings or FitSettings()
    scales = [scale for image in images if (scale := table_scale(image, detector, layout, s)) is not None]
    return scaled(layout, float(np.median(scales)), s) if scales else None


def scaled(layout: Layout, scale: float, settings: FitSettings | None = None) -> Layout:
    """The layout times a measured scale, within the limits of the settings."""
    s = settings or FitSettings()
    scale = min(max(scale, s.least), s.most)
    return layout if abs(scale - 1.0) <= s.keep_share else layout.scaled(scale)


def table_scale(
    image: NDArray[np.uint8], detector: CardDetector, layout: Layout, settings: FitSettings | None = None
) -> float | None:
    """How many times larger the table is than the layout says (0.8: the camera sees 80 cm, not a metre).

    :returns: None when no card can be measured in this picture.
    """
    s = settings or FitSettings()
    height, width = image.shape[:2]
    view = layout.view(width, height)
    for level in s.levels_px:
        zoom = level / max(width, height)
        if zoom > s.zoom_most:
            break
        sightings = detector.detect(image, None, zoom)
        indices = _indices(sightings, s.index_px / zoom, s)
        high = float(np.median([_length(axis) for axis in indices])) if indices else None
        axes = [_measured(image, detector, axis, s) for axis in _axes(image, sightings, s)]
        if high is not None:
            axes = [a for a in axes if s.index_share[0] <= _length(a) / high <= s.index_share[1]]
        if axes:
            return CARD_HEIGHT_CM / _length_cm(axes, view)
        if indices:
            scale = CARD_HEIGHT_CM / (s.index_times * _length_cm(indices, view))
            return 1.0 if abs(scale - 1.0) <= s.index_keep_share else scale
    return None


def _length_cm(axes: Sequence[Axis], view: View) -> float:
    """The middle one of their lengths on the layout's table."""
    ends = [view.to_cm(axis) for axis in axes]
    return float(np.median([np.hypot(*(b - a)) for a, b in ends]))


def _indices(sightings: Sequence[Sighting], least_px: float, s: FitSettings) -> list[Axis]:
    """The upright axes of the indices that are surely some and at least so high."""
    return [
        np.array([sighting.corners[0], sighting.corners[3]], np.float64)
        for sighting in sightings
        if sighting.kind is Kind.INDEX
        and sighting.confidence >= s.index_confidence
        and sighting.size[1] >= least_px
    ]


def _measured(image: NDArray[np.uint8], detector: CardDetector, axis: Axis, s: FitSettings) -> Axis:
    """The same card looked at again at several sizes; the middle one of what is found there."""
    height, width = image.shape[:2]
    middle, length = axis.mean(axis=0), _length(axis)
    low = np.maximum(middle - 1.5 * length, 0).astype(int)
    high = np.minimum(middle + 1.5 * length, (width, height)).astype(int)
    region: Region = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    found = [axis]
    for turn in s.scales:
        again = _axes(image, detector.detect(image, region, turn * s.card_px / length), s)
        found.extend(a for a in again if np.hypot(*(a.mean(axis=0) - middle)) < 0.3 * length)
    return sorted(found, key=_length)[len(found) // 2]


def _axes(image: NDArray[np.uint8], sightings: Sequence[Sighting], s: FitSettings) -> list[Axis]:
    """The long axes of the backs and of the face-up cards that show both corners."""
    axes = []
    for sighting in sightings:
        if sighting.kind is not Kind.BACK or sighting.confidence < s.back_score:
            continue
        short, long = sorted(sighting.size)
        if s.aspect[0] <= short / max(long, 1e-6) <= s.aspect[1]:
            axes.append(_between_ends(image, sighting, s))
    axes.extend(
        _axis_of(card.outline.astype(np.float64))
        for card in merge(sightings).cards
        if len(card.sightings) > 1
    )
    return axes


def _axis_of(outline: Points) -> Axis:
    """From the middle of one short side to the middle of the other."""
    sides = [(outline[i] + outline[(i + 1) % 4]) / 2.0 for i in range(4)]
    pairs = np.array([[sides[0], sides[2]], [sides[1], sides[3]]])
    return np.asarray(max(pairs, key=_length), np.float64)


def _length(axis: Axis) -> float:
    return float(np.hypot(*(axis[1] - axis[0])))


def _between_ends(image: NDArray[np.uint8], back: Sighting, s: FitSettings) -> Axis:
    """A back's long axis, its ends where the picture changes from border to table."""
    axis = _axis_of(back.corners.astype(np.float64))
    length = _length(axis)
    along = (axis[1] - axis[0]) / length
    half = np.array([-along[1], along[0]]) * min(back.size) * s.strip_share / 2.0
    reach = 1.0 + 4.0 * s.end_share
    out = along * length * reach / 2.0
    start, end = axis.mean(axis=0) - out, axis.mean(axis=0) + out
    steps, across = max(8, round(length * reach)), max(2, round(float(np.hypot(*half)) * 2))
    source = np.array([start - half, end - half, start + half], np.float32)
    target = np.array([[0, 0], [steps, 0], [0, across]], np.float32)
    strip = cv2.warpAffine(
        image, cv2.getAffineTransform(source, target), (steps, across), borderMode=cv2.BORDER_REPLICATE
    )
    profile = np.median(strip.astype(np.float64), axis=0)
    ends = [_edge(profile, length, s), _edge(profile[::-1], length, s)]
    if ends[0] is None or ends[1] is None:
        return axis
    return np.array([start + along * ends[0], end - along * ends[1]])


def _edge(profile: NDArray[np.float64], length: float, s: FitSettings) -> float | None:
    """Steps from the profile's beginning, which lies on the table, to the back's end; None when it is not plain."""
    guess = (len(profile) - length) / 2.0
    first, last = round(guess - s.end_share * length), round(guess + s.end_share * length)
    if first < 2:
        return None
    table = np.median(profile[:first], axis=0)
    differs = np.abs(profile - table).max(axis=1)
    top = float(differs[first : last + 1].max())
    if top < s.contrast:
        return None
    # a shadow beside the stock differs less than half as much as its white border does
    return float(first + int(np.argmax(differs[first : last + 1] > top / 2.0)))
