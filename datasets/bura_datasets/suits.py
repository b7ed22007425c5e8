"""Suit shapes and letters as vector paths of our own, drawn with anti-aliasing into card pictures."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bura.cards import Suit

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.float32]
_SHIFT = 4
"""fractional bits of polygon corners"""


def _curve(*points: tuple[float, float], steps: int = 24) -> Floats:
    """A cubic Bézier curve through four control points."""
    a, b, c, d = (np.array(p) for p in points)
    t = np.linspace(0.0, 1.0, steps)[:, None]
    return np.asarray((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d)


def _circle(x: float, y: float, r: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + r * np.cos(angles), y + r * np.sin(angles)], axis=1)


def _heart(top: float, bottom: float) -> Floats:
    """A heart whose point is at ``bottom`` and whose lobes reach ``top``; width 1."""
    tall = bottom - top
    right = np.vstack(
        [
            _curve(
                (0, top + 0.26 * tall),
                (0.08, top - 0.02 * tall),
                (0.48, top - 0.06 * tall),
                (0.5, top + 0.28 * tall),
            ),
            _curve(
                (0.5, top + 0.28 * tall), (0.5, top + 0.55 * tall), (0.16, top + 0.72 * tall), (0, bottom)
            ),
        ]
    )
    left = right[::-1] * [-1, 1]
    return np.vstack([right, left])


def _stem(top: float) -> Floats:
    right = _curve((0.04, top), (0.05, 0.3), (0.1, 0.45), (0.24, 0.5))
    return np.vstack([right, right[::-1] * [-1, 1]])


@cache
def suit_path(suit: Suit) -> tuple[Floats, ...]:
    """Polygons whose union is the suit's sign, about 1 high, centred on the origin, y down."""
    match suit:
        case Suit.HEARTS:
            return (_heart(-0.46, 0.5),)
        case Suit.SPADES:
            return (_heart(-0.34, 0.5) * [1, -1] + [0, -0.02], _stem(0.0))
        case Suit.DIAMONDS:
            corner = _curve((0, -0.5), (0.1, -0.27), (0.25, -0.1), (0.4, 0.0))
            half = np.vstack([corner, corner[::-1] * [1, -1]])
            return (np.vstack([half, half[::-1] * [-1, 1]]),)
        case Suit.CLUBS:
            lobes = (_circle(0, -0.26, 0.235), _circle(-0.255, 0.09, 0.235), _circle(0.255, 0.09, 0.235))
            return (*lobes, _circle(0, 0.0, 0.12), _stem(0.0))


def paint(picture: Pixels, polygons: tuple[Floats, ...], colour: tuple[int, int, int]) -> None:
    """Fill polygons (px) in place, with soft edges."""
    for polygon in polygons:
        points = np.rint(polygon * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, _SHIFT)


def paint_suit(
    picture: Pixels,
    suit: Suit,
    centre: tuple[float, float],
    size: float,
    colour: tuple[int, int, int],
    *,
    upside_down: bool = False,
    width: float = 1.0,
) -> None:
    """Draw a suit sign of height ``size`` px around ``centre``."""
    sign = -1.0 if upside_down else 1.0
    scale = np.array([size * width * sign, size * sign])
    paint(picture, tuple(path * scale + centre for path in suit_path(suit)), colour)


def _de() -> tuple[Floats, Floats]:
    """The Cyrillic letter Д, which the built-in font lacks: outline and counter, height 1 above the baseline."""
    outline = np.array(
        [
            (-0.30, -1.0), (0.30, -1.0), (0.30, -0.14), (0.42, -0.14), (0.42, 0.20), (0.29, 0.20), (0.29, 0.0),
            (-0.29, 0.0), (-0.29, 0.20), (-0.42, 0.20), (-0.42, -0.14), (-0.36, -0.14), (-0.27, -0.42), (-0.26, -0.8),
        ]
    )  # fmt: skip
    counter = np.array([(-0.13, -0.86), (0.16, -0.86), (0.16, -0.14), (-0.21, -0.14), (-0.14, -0.42)])
    return outline, counter


@cache
def glyph(text: str, size: int, bold: int, font: str = "") -> Mask:
    """A rank's letter or number as a mask 0..1, cut to its ink; ``size`` is the cap height in px."""
    looks = {"Т": "T", "К": "K", "В": "B"}
    text = looks.get(text, text)
    if text == "Д" and not font:
        outline, counter = _de()
        canvas = np.zeros((int(size * 1.6), int(size * 1.4)), np.uint8)
        place = np.array([size * 0.7, size * 1.15])
        for polygon, value in ((outline, 255), (counter, 0)):
            points = np.rint((polygon * size + place) * 16).astype(np.int32)
            cv2.fillPoly(canvas, [points], value, cv2.LINE_AA, 4)
        return _cut(canvas)
    scale = 1.42
    face = ImageFont.truetype(font, round(size * scale)) if font else ImageFont.load_default(size * scale)
    image = Image.new("L", (size * 4, size * 3), 0)
    pen = ImageDraw.Draw(image)
    if text == "10":  # set tight, as on cards
        pen.text((size * 0.5, size * 0.5), "1", font=face, fill=255, stroke_width=bold)
        one = pen.textbbox((size * 0.5, size * 0.5), "1", font=face, stroke_width=bold)
        pen.text((one[2] + 0.02 * size, size * 0.5), "0", font=face, fill=255, stroke_width=bold)
    else:
        pen.text((size * 0.5, size * 0.5), text, font=face, fill=255, stroke_width=bold)
    return _cut(np.asarray(image, dtype=np.uint8))


def _cut(canvas: Pixels) -> Mask:
    rows, columns = np.flatnonzero(canvas.max(axis=1)), np.flatnonzero(canvas.max(axis=0))
    ink = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.asarray(ink.astype(np.float32) / 255.0)


def paint_mask(picture: Pixels, mask: Mask, corner: tuple[int, int], colour: tuple[int, int, int]) -> None:
    """Paint a mask with its top-left at ``corner`` (x, y), in place."""
    x, y = corner
    rows, columns = mask.shape
    area = picture[y : y + rows, x : x + columns]
    mask = mask[: area.shape[0], : area.shape[1], None]
    area[...] = np.rint(area * (1 - mask) + np.array(colour, np.float32) * mask).astype(np.uint8)
