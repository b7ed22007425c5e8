"""Pictures of court cards for drawn decks: taken from artwork decks, or drawn figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Rank
from bura_datasets.training.decks import FolderDeck

CourtSource: TypeAlias = Sequence[FolderDeck]
Canvas: TypeAlias = NDArray[np.float32]

#: the part of a court card that lies clear of the indices: fractions x0, y0, x1, y1
_INNER = (0.22, 0.05, 0.78, 0.95)


def draw_court(
    canvas: Canvas,
    source: CourtSource | None,
    rng: np.random.Generator,
    inset: float,
    sign: NDArray[np.uint8],
    colour: tuple[float, float, float],
) -> None:
    """Draw the body of a jack, queen or king.

    :param inset: free strip at the left and right for the indices, fraction of the width.
    :param sign: mask of the suit that stands in the picture's corners.
    """
    height, width = canvas.shape[:2]
    x0, x1 = round(inset * width), round((1 - inset) * width)
    y0, y1 = round(0.05 * height), round(0.95 * height)
    if source and rng.random() < 0.7:
        picture = _from_artwork(source, rng)
    else:
        picture = _figure(rng, max(40, x1 - x0), max(60, y1 - y0))
    body = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    canvas[y0:y1, x0:x1] = body
    if rng.random() < 0.65:
        line = tuple(float(v) for v in rng.choice([[20, 20, 20], [150, 60, 20], [30, 30, 170]]))
        cv2.rectangle(canvas, (x0, y0), (x1, y1), line, int(rng.integers(1, 4)), cv2.LINE_AA)
    if rng.random() < 0.7:  # suits in the picture's corners
        size = int(rng.uniform(0.06, 0.12) * height)
        mask = (
            cv2.resize(sign, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        )
        ink = np.array(colour, np.float32)
        for flip, x, y in ((False, x0 + 4, y0 + 4), (True, x1 - size - 4, y1 - size - 4)):
            part = canvas[y : y + size, x : x + size]
            part += (mask[::-1, ::-1] if flip else mask) * (ink - part)


def _from_artwork(source: CourtSource, rng: np.random.Generator) -> NDArray[np.float32]:
    for _ in range(6):
        deck = source[int(rng.integers(len(source)))]
        courts = [c for c in deck.files if c.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)]
        if courts:
            face = deck.face_pixels(courts[int(rng.integers(len(courts)))])
            height, width = face.shape[:2]
            left, top, right, bottom = _INNER
            part = face[int(top * height) : int(bottom * height), int(left * width) : int(right * width), :3]
            return part.astype(np.float32)
    return _figure(rng, 160, 300)


def _figure(rng: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """A two-headed figure of flat shapes, the same both ways up."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = rng.uniform(220, 255)
    half = height // 2 + 1
    palette = rng.uniform(0, 255, (5, 3))
    palette[0], palette[1], palette[2] = (30, 30, 190), (20, 190, 235), (150, 60, 20)
    for _ in range(int(rng.integers(8, 26))):
        centre = rng.uniform([0, half * 0.25], [width, half * 1.2])
        points = centre + rng.normal(0, width * rng.uniform(0.06, 0.22), (int(rng.integers(3, 7)), 2))
        shade = tuple(float(v) for v in palette[int(rng.integers(5))])
        hull = cv2.convexHull(points.astype(np.int32))
        cv2.fillPoly(picture, [hull], shade, cv2.LINE_AA)
        cv2.polylines(picture, [hull], True, (20, 20, 20), int(rng.integers(1, 3)), cv2.LINE_AA)
    head = (int(width * rng.uniform(0.35, 0.65)), int(half * rng.uniform(0.3, 0.5)))
    size = (int(width * rng.uniform(0.1, 0.18)), int(width * rng.uniform(0.13, 0.22)))
    skin = (180.0, 205.0, 240.0)
    cv2.ellipse(picture, head, size, rng.uniform(-20, 20), 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(picture, head, size, 0, 0, 360, (20, 20, 20), 2, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.circle(picture, (head[0] + side * size[0] // 3, head[1] - size[1] // 5), 2, (20, 20, 20), -1)
    crown = np.array([[-1, -0.9], [-0.8, -1.9], [-0.3, -1.2], [0, -2.0], [0.3, -1.2], [0.8, -1.9], [1, -0.9]])
    points = (crown * size + head).astype(np.int32)
    cv2.fillPoly(picture, [points], tuple(float(v) for v in palette[1]), cv2.LINE_AA)
    cv2.polylines(picture, [points], True, (20, 20, 20), 2, cv2.LINE_AA)
    picture[height - height // 2 :] = picture[: height // 2][::-1, ::-1]
    return picture.astype(np.float32)
