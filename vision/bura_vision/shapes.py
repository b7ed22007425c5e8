"""Outlines of cards: points, edges and places computed from their four corners.

An outline is (4, 2): top left, top right, bottom right, bottom left of the card, in table centimetres.
"""

from __future__ import annotations

import cv2
import numpy as np

from bura_vision.layout import Points


def patch(index_cm: Points) -> Points:
    """(4, 2) the small square around an index.

    :param index_cm: (2,) the index's middle.
    """
    x, y = index_cm
    return np.array([[x - 0.9, y - 0.9], [x + 0.9, y - 0.9], [x + 0.9, y + 0.9], [x - 0.9, y + 0.9]])


def sides(outline_cm: Points) -> Points:
    """(2,) how wide and how high a card's outline is."""
    across, down = outline_cm[1] - outline_cm[0], outline_cm[3] - outline_cm[0]
    return np.array([np.hypot(*across), np.hypot(*down)])


def free_edge(outline_cm: Points, over_cm: Points) -> Points:
    """(4, 2) the strip of a card that another one of its direction, shifted, leaves free along one side."""
    corner, along, down = outline_cm[0], outline_cm[1] - outline_cm[0], outline_cm[3] - outline_cm[0]
    shift = over_cm.mean(axis=0) - outline_cm.mean(axis=0)
    parts = [float(shift @ side) / float(side @ side) for side in (along, down)]
    lengths = [abs(part) * float(np.hypot(*side)) for part, side in zip(parts, (along, down), strict=True)]
    if lengths[0] < lengths[1]:
        along, down, parts = down, along, parts[::-1]
    width = along * abs(parts[0]) * 0.8  # not up to the other's edge: outlines are a little off
    start = corner if parts[0] > 0 else corner + along - width
    return np.array([start, start + width, start + width + down, start + down])


def axis(outline_cm: Points) -> Points:
    """(2,) the direction from a card's foot to its head, of length 1."""
    up = outline_cm[0] - outline_cm[3]
    return np.asarray(up / max(float(np.hypot(*up)), 1e-6))


def inside(outline_cm: Points, point_cm: Points, margin_cm: float = 0.0) -> bool:
    """Does the point, (2,), lie in the outline, on its edge, or outside by no more than the margin?"""
    point = (float(point_cm[0]), float(point_cm[1]))
    return cv2.pointPolygonTest(outline_cm.astype(np.float32), point, margin_cm > 0.0) >= -margin_cm


def samples(outline_cm: Points) -> Points:
    """(25, 2) points spread over a card."""
    a, b, d = outline_cm[0], outline_cm[1], outline_cm[3]
    steps = np.linspace(0.1, 0.9, 5)
    return np.array([a + (b - a) * u + (d - a) * v for u in steps for v in steps])


def grown(outline_cm: Points, by_cm: float) -> Points:
    """(4, 2) a card's outline grown by this much on all sides."""
    centre = np.asarray(outline_cm.mean(axis=0))
    spokes = outline_cm - centre
    lengths = np.maximum(np.hypot(spokes[:, 0], spokes[:, 1])[:, None], 1e-6)
    return np.asarray(centre + spokes * (1.0 + by_cm * 1.4 / lengths))
