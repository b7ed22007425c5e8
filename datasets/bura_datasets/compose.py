"""Putting sprites and shadows into a picture, in floating point and only where they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in px"""


@dataclass(frozen=True, slots=True)
class Patch:
    """A warped sprite in the picture, its colour premultiplied by alpha."""

    box: Box
    bgr: Floats
    """lit colour"""
    alpha: Floats


@dataclass(frozen=True, slots=True)
class Shadow:
    """A shadow cast on whatever lies below it."""

    box: Box
    dark: Floats
    """0..1, to be multiplied as 1 - dark"""


def smear(sprite: Floats, dx: float, dy: float) -> Floats:
    """A premultiplied sprite (h, w, 4) as the open shutter sees it while it travels by (dx, dy) px.

    The mean of shifted copies, one for every 2 px of travel: what leaves the sprite's own box is lost, so
    the box must have room.
    """
    copies = min(16, math.ceil(math.hypot(dx, dy) / 2.0))
    if copies < 2:
        return sprite
    total = np.zeros_like(sprite)
    rows, columns = sprite.shape[:2]
    for i in range(copies):
        share = i / (copies - 1) - 0.5
        x, y = round(dx * share), round(dy * share)
        if abs(x) >= columns or abs(y) >= rows:
            continue
        target = total[max(0, y) : rows + min(0, y), max(0, x) : columns + min(0, x)]
        target += sprite[max(0, -y) : rows + min(0, -y), max(0, -x) : columns + min(0, -x)]
    total *= np.float32(1.0 / copies)
    return total


SHOULDER = 205.0
"""grey level from which a camera presses bright light together instead of cutting it off"""


def to_pixels(picture: Floats) -> Pixels:
    """The scene's brightness (may exceed 255) as the sensor shows it: straight up to `SHOULDER`, then pressed."""
    room = np.float32(255.0 - SHOULDER)
    above = np.maximum(picture - np.float32(SHOULDER), 0.0)
    pressed = np.minimum(picture, np.float32(SHOULDER)) + room * (1.0 - np.exp(-above / room))
    return np.asarray(np.clip(pressed + 0.5, 0, 255), dtype=np.uint8)


def overlap(
    box: Box, origin: tuple[int, int], shape: tuple[int, ...]
) -> tuple[slice, slice, slice, slice] | None:
    """Slices of the canvas and of the sprite where both lie."""
    x0, y0 = max(box[0], origin[0]), max(box[1], origin[1])
    x1, y1 = min(box[2], origin[0] + shape[1]), min(box[3], origin[1] + shape[0])
    if x1 <= x0 or y1 <= y0:
        return None
    return (
        slice(y0 - origin[1], y1 - origin[1]),
        slice(x0 - origin[0], x1 - origin[0]),
        slice(y0 - box[1], y1 - box[1]),
        slice(x0 - box[0], x1 - box[0]),
    )


class Canvas:
    """A piece of the picture being drawn on.

    Shadows do not add up: thirty cards in a stack shade the cloth as one body does, so each place takes the
    deepest of the shadows that fall on the same surface.
    """

    def __init__(self, pixels: Floats, origin: tuple[int, int]) -> None:
        self.pixels, self.origin = pixels, origin
        self.shade = np.zeros(pixels.shape[:2], np.float32)

    def draw(self, item: Patch | Shadow) -> None:
        """Put a sprite or a shadow onto what has been drawn so far."""
        part = overlap(item.box, self.origin, self.pixels.shape)
        if part is None:
            return
        cy, cx, sy, sx = part
        shade = self.shade[cy, cx]
        if isinstance(item, Shadow):
            deeper = np.maximum(shade, item.dark[sy, sx])
            self.pixels[cy, cx] *= ((1.0 - deeper) / (1.0 - shade))[..., None]
            shade[...] = deeper
        else:
            rest = 1.0 - item.alpha[sy, sx]
            self.pixels[cy, cx] *= rest[..., None]
            self.pixels[cy, cx] += item.bgr[sy, sx]
            shade *= rest


def union(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def merge(boxes: list[Box]) -> list[Box]:
    """Join overlapping boxes, so that nothing is drawn twice."""
    merged: list[Box] = []
    for box in boxes:
        if box[2] <= box[0] or box[3] <= box[1]:
            continue
        grown = box
        again = True
        while again:
            again = False
            for other in merged:
                if not (
                    other[2] < grown[0] or grown[2] < other[0] or other[3] < grown[1] or grown[3] < other[1]
                ):
                    merged.remove(other)
                    grown = union(grown, other)
                    again = True
                    break
        merged.append(grown)
    return merged
