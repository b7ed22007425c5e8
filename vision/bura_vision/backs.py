"""Which of the boxes that may be backs are backs.

A box counts when it is sure, or when it looks like one that is: the backs of one pack look alike, so a box the finder
only suspects is one too when its size and colours are those of a sure one on the same table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import Kind, Sighting

Outline = NDArray[np.float32]
Colours = NDArray[np.float64]
"""(6,) means and standard deviations of the Lab channels (OpenCV's float scale: L 0..100)"""


#: added to Lab, its channels shrink together in less light: L is 116 times a cube root, less 16 (CIE 15)
_BLACK = np.array([16.0, 0.0, 0.0])


@dataclass(frozen=True, slots=True)
class BackSettings:
    """Thresholds of the choice."""

    sure: float = 0.5
    """probability from which a box is a back without any other reason"""
    twice: float = 0.27
    """… and from which two that look alike are both"""
    alike: float = 0.08
    """… and from which it is one when it looks like one of these"""
    alike_size: float = 1.3
    """the longer of two long sides over the shorter, at most, for boxes that look alike"""
    alike_colour: float = 12.0
    """distance of their mean colours, Lab units, lightness counted a third because lamps light a table unevenly"""
    alike_light: float = 1.35
    """… after one of them is made lighter or darker by at most this: less light on a colour makes all of Lab smaller in
    one proportion (with 16 added to L, CIE 15)"""
    alike_spread: float = 9.0
    """distance of the standard deviations of their colours: a pattern is as lively on every back"""
    inner: float = 0.7
    """share of a box, in width and height, whose colours are compared: its rim may show the table"""
    aspect: tuple[float, float] = (0.45, 1.0)
    """a back's short side over its long side lies between these: a card seen up to 45° from above; no less than square,
    because the finder's boxes of plain backs are often nearly that"""
    height: tuple[float, float] = (0.6, 1.6)
    """a back's long side over the height of the face-up cards of which two corners are seen lies between these; a pip
    may be found as a small back"""
    height_guessed: tuple[float, float] = (0.4, 2.6)
    """… where only one corner of each is seen: their height then comes from the index, of which decks have all sizes"""
    printed: float = 0.75
    """a box of which this share lies on a face-up card of which two corners are seen is that card's print; less of the
    stock lies on the turned trump under it"""
    covered: float = 0.5
    """a box that counts for its looks lies less than this on other backs and such cards: more is pieces of those"""


def choose_backs(
    sightings: Sequence[Sighting],
    measured: Sequence[Outline],
    guessed: Sequence[Outline],
    settings: BackSettings,
    image: NDArray[np.uint8] | None = None,
) -> tuple[Sighting, ...]:
    """The sightings that are backs, surest first.

    :param measured: (4, 2) outlines of face-up cards of which two corners are seen.
    :param guessed: outlines of those of which one is seen.
    :param image: (H, W, 3) uint8 BGR, the picture; without it only what is sure counts.
    """
    boxes = [s for s in sightings if s.kind is Kind.BACK and _shaped(s, measured, guessed, settings)]
    sure = [box for box in boxes if box.confidence >= settings.sure]
    if image is None:
        return tuple(sure)
    sure = sure or _twice([box for box in boxes if box.confidence >= settings.twice], image, settings)
    if not sure:
        return ()
    looks = [colours(image, box, settings.inner) for box in sure]
    kept = list(sure)
    indices = [s for s in sightings if s.kind is Kind.INDEX and s.confidence >= settings.sure]
    for box in boxes:
        if box in sure or box.confidence < settings.alike:
            continue
        known = [*(other.corners for other in kept), *measured]
        # what is no part of something known has to look like a back by itself
        look = colours(image, box, settings.inner, known)
        if any(_inside(box.corners, index) for index in indices):
            continue
        if any(_alike(box, look, other, its, settings) for other, its in zip(sure, looks, strict=True)) and (
            sum(_share_on(outline, box) for outline in known) < settings.covered
        ):
            kept.append(box)
    return tuple(kept)


def _twice(boxes: Sequence[Sighting], image: NDArray[np.uint8], s: BackSettings) -> list[Sighting]:
    """Those of nearly sure boxes that look like another of them."""
    looks = [colours(image, box, s.inner) for box in boxes]
    return [
        box
        for n, box in enumerate(boxes)
        if any(m != n and _alike(box, looks[n], other, looks[m], s) for m, other in enumerate(boxes))
    ]


def colours(
    image: NDArray[np.uint8], box: Sighting, inner: float, without: Sequence[Outline] = ()
) -> Colours:
    """Mean and spread of the Lab channels in the inner part of a box; zeros when it lies outside the picture.

    :param without: (4, 2) outlines whose part of the box does not count.
    """
    middle = box.corners.mean(axis=0)
    part = middle + (box.corners - middle) * inner
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(part.min(axis=0)).astype(int), 0, (width, height))
    x1, y1 = np.clip(np.ceil(part.max(axis=0)).astype(int) + 1, 0, (width, height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.zeros(6)
    cut = np.asarray(image[y0:y1, x0:x1], np.float32) / np.float32(255.0)
    mask = np.zeros(cut.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(part - (x0, y0)).astype(np.int32), 1)
    for outline in without:
        cv2.fillConvexPoly(mask, np.round(outline - (x0, y0)).astype(np.int32), 0)
    mean, spread = cv2.meanStdDev(cv2.cvtColor(cut, cv2.COLOR_BGR2LAB), mask=mask)
    return np.concatenate([mean.ravel(), spread.ravel()]).astype(np.float64)


def _alike(
    first: Sighting, first_look: Colours, second: Sighting, second_look: Colours, s: BackSettings
) -> bool:
    """Whether two boxes have one size and one look."""
    long, other = max(first.size), max(second.size)
    if max(long, other) > s.alike_size * min(long, other):
        return False
    weights = np.array([1 / 3, 1.0, 1.0])
    lit, other_lit = ((look[:3] + _BLACK) * weights for look in (first_look, second_look))
    # the light between them that brings them nearest
    light = float(np.clip(lit @ other_lit / max(lit @ lit, 1e-6), 1 / s.alike_light, s.alike_light))
    spread = (first_look[3:] - second_look[3:]) * weights
    return bool(
        np.hypot.reduce(lit * light - other_lit) <= s.alike_colour
        and np.hypot.reduce(spread) <= s.alike_spread
    )


def _shaped(box: Sighting, measured: Sequence[Outline], guessed: Sequence[Outline], s: BackSettings) -> bool:
    """Whether a box has a card's proportions, is about as large as the face-up cards and not inside one of them."""
    short, long = sorted(box.size)
    if not s.aspect[0] <= short / max(long, 1e-6) <= s.aspect[1]:
        return False
    outlines = measured or guessed
    if outlines:
        usual = float(np.median([np.hypot(*(outline[3] - outline[0])) for outline in outlines]))
        low, high = s.height if measured else s.height_guessed
        if not low <= long / usual <= high:
            return False
    return not any(_share_on(outline, box) >= s.printed for outline in measured)


def _inside(outline: Outline, box: Sighting) -> bool:
    """Whether a box's centre lies inside an outline."""
    centre = (float(box.centre[0]), float(box.centre[1]))
    return cv2.pointPolygonTest(outline, centre, False) >= 0


def _share_on(outline: Outline, box: Sighting) -> float:
    """Share of a box that lies on an outline, 0..1."""
    both, _ = cv2.intersectConvexConvex(outline.astype(np.float32), box.corners.astype(np.float32))
    return float(both) / max(float(cv2.contourArea(box.corners.astype(np.float32))), 1e-6)
