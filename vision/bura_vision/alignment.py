"""Has the camera moved? The picture now is held against the picture in which the layout was right.

A stand is pushed, a phone sags. Everything then lies elsewhere in the picture, and a layout that is off by a
centimetre gives cards to the wrong seat. Features of table and room (SIFT; Lowe, 2004) are matched with those of the
first picture; what most of them agree on is how the camera moved (RANSAC; Fischler and Bolles, 1981). Cards and
hands move otherwise and are outvoted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_vision.layout import Layout
from bura_vision.source import Image


@dataclass(frozen=True, slots=True)
class AlignmentSettings:
    """When the camera is looked after, and what counts as moved (`bura_vision.alignment`)."""

    width_px: int = 640
    """pictures are compared at this width"""
    blur_px: float = 1.0
    """… after this blur, which keeps a cloth's weave and a camera's noise from counting as features"""
    features: int = 800
    """features kept of a picture, the strongest"""
    contrast: float = 0.01
    """the least contrast of a feature (SIFT's own threshold; low, because table tops are plain)"""
    ratio: float = 0.8
    """a match must be this much better than the second best"""
    error_px: float = 2.0
    """a match agrees with a movement when it is explained up to this, at ``width_px``"""
    least: int = 25
    """as many matches must agree, else nothing is said"""
    least_share: float = 0.35
    """… and this share of all: a picture of another table shares few"""
    spread: float = 0.12
    """… and they must be spread over this share of the picture's sides: a single pile says nothing of the camera"""
    moved_cm: float = 0.5
    """a corner of the table that has moved by more than this on the table: the camera moved (a zone's tolerance is
    about a centimetre)"""
    agree_cm: float = 0.4
    """two pictures in a row must tell the same movement up to this"""
    quiet_s: float = 0.1
    """only pictures in which nothing has moved for this long are checked"""
    check_s: float = 1.5
    """least time between two checks"""
    again_s: float = 0.2
    """… and between the two that must agree"""
    same_level: float = 1.2
    """a picture that differs from the last one that was checked by less than this on the average (grey levels, 64 px
    wide) is not checked again: a still table costs nothing"""
    strange_level: float = 10.0
    """grey levels by which a place (64 px wide picture) differs from the first picture"""
    strange_share: float = 0.35
    """a picture that differs so in less than this share is of the same table, whatever its features say: on a plain
    cloth they are the cards'"""
    lost_s: float = 3.0
    """a still picture that fits the first one in nothing for this long is of another table, or the light is off"""


class Fit(StrEnum):
    """How a picture lies over the first one."""

    SAME = "same"
    """the camera has not moved"""
    MOVED = "moved"
    """it has, and it is known how"""
    STRANGE = "strange"
    """nothing in the picture is known"""


@dataclass(frozen=True, eq=False)
class Alignment:
    """What a check found."""

    fit: Fit
    corners: NDArray[np.float64]
    """(4, 2) where the table's corners are now, fractions of the picture; as before when nothing is known"""
    shift_cm: float
    """by how much the corner that moved most has moved on the table, centimetres"""


@dataclass(frozen=True, eq=False)
class Anchor:
    """A picture in which the layout was right."""

    points: NDArray[np.float32]
    """(n, 2) its features, fractions of the picture's width and height"""
    descriptors: NDArray[np.float32]
    """(n, 128)"""
    layout: Layout
    """the layout that was right there"""


def _features(
    image: Image, settings: AlignmentSettings
) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
    """(points (n, 2) in pixels of the shrunk picture, descriptors (n, 128), shrink)."""
    shrink = min(1.0, settings.width_px / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if shrink < 1.0:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(grey, (0, 0), settings.blur_px)
    finder = cv2.SIFT.create(settings.features, contrastThreshold=settings.contrast)
    points, descriptors = finder.detectAndCompute(grey, None)  # type: ignore[call-overload, unused-ignore]
    if descriptors is None or not points:
        return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32), shrink
    return np.array([point.pt for point in points], np.float32), np.asarray(descriptors, np.float32), shrink


def anchor_of(image: Image, layout: Layout, settings: AlignmentSettings | None = None) -> Anchor:
    """Remember a picture for which the layout is right.

    :param image: (H, W, 3) uint8 BGR.
    """
    s = settings or AlignmentSettings()
    points, descriptors, shrink = _features(image, s)
    size = np.array([image.shape[1], image.shape[0]], np.float32) * shrink
    return Anchor(points / size, descriptors, layout)


def check(
    anchor: Anchor, image: Image, layout: Layout | None = None, settings: AlignmentSettings | None = None
) -> Alignment:
    """Where the anchor's table is in this picture.

    :param image: (H, W, 3) uint8 BGR, of the same shape as the anchor's.
    :param layout: the layout that is used now, against which it is judged what moved; None: the anchor's.
    """
    s = settings or AlignmentSettings()
    layout = layout or anchor.layout
    nothing = Alignment(Fit.STRANGE, layout.corners, 0.0)
    points, descriptors, shrink = _features(image, s)
    if len(points) < s.least or len(anchor.points) < s.least:
        return nothing
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(anchor.descriptors, descriptors, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < s.ratio * pair[1].distance]
    if len(good) < s.least:
        return nothing
    size = np.array([image.shape[1], image.shape[0]], np.float64) * shrink
    before = anchor.points[[match.queryIdx for match in good]].astype(np.float64) * size
    now = points[[match.trainIdx for match in good]].astype(np.float64)
    matrix, agree = _movement(before, now, s)
    if matrix is None or int(agree.sum()) < s.least or float(agree.mean()) < s.least_share:
        return nothing
    if bool((before[agree].std(axis=0) < s.spread * size / 2).any()):
        return nothing
    corners = cv2.perspectiveTransform((anchor.layout.corners * size)[None], matrix)[0] / size
    # What moved is judged on the table: how far off the layout that is used puts the table's corners.
    shift = apart_cm(corners, layout.corners, layout)
    if shift <= s.moved_cm:
        return Alignment(Fit.SAME, layout.corners, shift)
    return Alignment(Fit.MOVED, np.asarray(corners, np.float64), shift)


def _movement(
    before: NDArray[np.float64], now: NDArray[np.float64], settings: AlignmentSettings
) -> tuple[NDArray[np.float64] | None, NDArray[np.bool_]]:
    """(the movement (3, 3) that most matches agree on, which do (n,)); a plain one where that explains as much.

    A homography has eight free numbers and bends where there are no features, at the table's corners above all; shift,
    turn and scale have four.
    """
    nobody = np.zeros(len(before), bool)
    plain, few = cv2.estimateAffinePartial2D(before, now, ransacReprojThreshold=settings.error_px)
    full, more = cv2.findHomography(before, now, cv2.RANSAC, settings.error_px)
    plain_agree = nobody if plain is None else few.ravel() > 0
    full_agree = nobody if full is None else more.ravel() > 0
    if plain is not None and plain_agree.sum() >= 0.9 * full_agree.sum():
        return np.vstack([plain, [0.0, 0.0, 1.0]]), plain_agree
    return (None if full is None else np.asarray(full, np.float64)), full_agree


class CameraWatch:
    """Looks after the camera: from time to time, while nothing moves, the picture is held against the anchor."""

    def __init__(self, settings: AlignmentSettings | None = None) -> None:
        self._s = settings or AlignmentSettings()
        self._anchor: Anchor | None = None
        self._due_s = -1e6
        self._moved: Alignment | None = None
        self._known = False
        self._strange_from_s: float | None = None
        self._lost = False
        self._began: NDArray[np.float32] | None = None
        self._looked: tuple[NDArray[np.float32], Fit] | None = None

    @property
    def lost(self) -> bool:
        """Has the picture shown nothing that is known for a while, after it once did?"""
        return self._lost

    def step(
        self, image: Image, at_s: float, layout: Layout, *, quiet: bool, small: Image | None = None
    ) -> Layout | None:
        """The layout for where the camera stands now, when it has moved; None when it has not, or nothing is known.

        :param image: (H, W, 3) uint8 BGR, always of one shape.
        :param layout: the one that is used now.
        :param quiet: nothing moves in this picture.
        :param small: the same picture, shrunk, where it is at hand.
        """
        if not quiet or at_s < self._due_s:
            return None
        tiny = _tiny(image if small is None else small)
        if self._looked is not None and float(np.abs(tiny - self._looked[0]).mean()) < self._s.same_level:
            if self._looked[1] is Fit.STRANGE:
                self._note_strange(at_s, tiny)
            return None
        self._due_s = at_s + self._s.check_s
        if self._anchor is None:
            anchor = anchor_of(image, layout, self._s)
            # A plain cloth before a plain wall shows nothing to compare with; cards may, later.
            self._anchor = anchor if len(anchor.points) >= 2 * self._s.least else None
            self._looked = tiny, Fit.SAME
            self._began = tiny
            return None
        found = check(self._anchor, image, layout, self._s)
        self._looked = None if found.fit is Fit.MOVED else (tiny, found.fit)
        if found.fit is Fit.STRANGE:
            self._note_strange(at_s, tiny)
            return None
        self._known, self._lost, self._strange_from_s = True, False, None
        before, self._moved = self._moved, found if found.fit is Fit.MOVED else None
        if found.fit is Fit.SAME:
            return None
        if before is None or apart_cm(before.corners, found.corners, layout) > self._s.agree_cm:
            self._due_s = at_s + self._s.again_s
            return None
        self._moved = None
        return layout.with_corners((before.corners + found.corners) / 2.0)

    def _note_strange(self, at_s: float, tiny: NDArray[np.float32]) -> None:
        """A table that was never known again cannot be lost, nor one that mostly looks as it did.

        On a plain cloth the cards are all there is to compare, and other cards are no other table.
        """
        self._moved = None
        if not self._known:
            return
        off = np.abs(tiny - self._began) > self._s.strange_level if self._began is not None else None
        if off is not None and float(off.mean()) < self._s.strange_share:
            self._lost, self._strange_from_s = False, None
            return
        self._strange_from_s = at_s if self._strange_from_s is None else self._strange_from_s
        self._lost = at_s - self._strange_from_s >= self._s.lost_s


def _tiny(image: Image) -> NDArray[np.float32]:
    """(h, 64) grey: enough to tell that a picture is the same."""
    height = max(1, round(64 * image.shape[0] / image.shape[1]))
    small = cv2.resize(image, (64, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def apart_cm(corners: NDArray[np.float64], others: NDArray[np.float64], layout: Layout) -> float:
    """The largest distance on the table between two answers to where its corners are, centimetres.

    :param corners: (4, 2) fractions of the picture, as ``others``.
    """
    view = layout.view(1000, 1000)
    gap = view.to_cm(corners * 1000.0) - view.to_cm(others * 1000.0)
    return float(np.hypot(gap[:, 0], gap[:, 1]).max())
