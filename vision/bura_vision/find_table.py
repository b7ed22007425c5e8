"""Where the table lies in the picture: its four corners, found by its colour.

The middle of the picture is table, with some cards on it. The commonest colour there is the table's; what of that
colour hangs together, with the cards' holes filled, is its top. Where that is a plain four-sided shape, its corners
are the table's. In doubt nothing is found, and a person drags the corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Thresholds of `find_table`."""

    width_px: int = 480
    """pictures are searched at this width"""
    middle_share: float = 0.5
    """share of the picture's sides, around its middle, that is surely mostly table"""
    spread: float = 16.0
    """distance in Lab colour from the table's commonest colour that still is table (cloth, grain, soft light)"""
    least_share: float = 0.2
    """a table smaller than this share of the picture is something else"""
    whole_share: float = 0.93
    """a table that covers this much of the picture goes beyond it: its corners are the picture's"""
    fill: float = 0.9
    """share of the found four-sided shape that must be table"""
    rim: float = 0.006
    """a corner this near to the picture's rim is none of the table's"""
    straight: float = 0.02
    """how far, in its own circumference, the table's rim may leave the straight sides"""


def find_table(image: NDArray[np.uint8], settings: TableSettings | None = None) -> NDArray[np.float64] | None:
    """The table's corners as fractions of the picture's width and height, clockwise from the top left; or None.

    :param image: (H, W, 3) uint8 BGR.
    :returns: (4, 2) float64 in 0..1.
    """
    s = settings or TableSettings()
    height, width = image.shape[:2]
    zoom = min(1.0, s.width_px / width)
    small = cv2.resize(image, (round(width * zoom), round(height * zoom)), interpolation=cv2.INTER_AREA)
    mask = _table_mask(np.asarray(small, np.uint8), s)
    size = np.array([small.shape[1], small.shape[0]], np.float64)
    share = float(mask.mean())
    if share >= s.whole_share:
        return np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    if share < s.least_share:
        return None
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    shape = cv2.approxPolyDP(hull, s.straight * float(cv2.arcLength(hull, True)), True)
    if len(shape) != 4:
        return None
    quad = _clockwise(shape.reshape(4, 2).astype(np.float64))
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
    area = int(inside.sum())
    if area == 0 or float((mask & inside).sum()) / area < s.fill or float(mask.sum()) > area / s.fill:
        return None
    found = quad / size
    if (found < s.rim).any() or (found > 1.0 - s.rim).any():
        # table and floor run into each other there, or the table goes on beyond the picture
        return None
    return np.asarray(found, np.float64)


def _table_mask(small: NDArray[np.uint8], s: TableSettings) -> NDArray[np.uint8]:
    """1 where the table's top is, holes (cards, hands that do not reach the rim) filled."""
    smooth = cv2.bilateralFilter(small, 7, 30, 5)
    lab = cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    dy, dx = round(height * (1 - s.middle_share) / 2), round(width * (1 - s.middle_share) / 2)
    middle = lab[dy : height - dy, dx : width - dx].reshape(-1, 3)
    # the commonest colour: the fullest cell of a coarse grid, then the mean around it
    cells, counts = np.unique((middle // 12).astype(np.int32), axis=0, return_counts=True)
    guess = (cells[int(counts.argmax())] + 0.5) * 12
    near = middle[np.abs(middle - guess).max(axis=1) < 12]
    colour = near.mean(axis=0) if len(near) else guess
    # lightness varies over a table far more than its hue does
    distance = np.sqrt(((lab - colour) ** 2 * np.array([0.35, 1.0, 1.0])).sum(axis=2))
    close = (distance < s.spread).astype(np.uint8)
    close = np.asarray(cv2.morphologyEx(close, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(close)
    if count < 2:
        return np.zeros((height, width), np.uint8)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    table = (labels == largest).astype(np.uint8)
    contours, _ = cv2.findContours(table, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(table)
    cv2.drawContours(filled, contours, -1, 1, cv2.FILLED)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
    # thin bridges into the surroundings are cut off, notches of hands and cards at the rim smoothed
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_CLOSE, kernel), np.uint8)


def _clockwise(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clockwise on the screen (y grows downwards), the corner nearest the picture's top left first."""
    middle = quad.mean(axis=0)
    angles = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    ordered = quad[np.argsort(angles)]
    return np.roll(ordered, -int(ordered.sum(axis=1).argmin()), axis=0)
