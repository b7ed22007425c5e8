"""What lamps, lenses, sensors and files do to a picture of a table.

Every function takes and gives an (h, w, 3) array; `photograph` strings them together with random strengths. Lengths
are relative to ``unit``, the height in pixels of the smallest thing that must stay readable (an index), so that the
same strengths suit a crop and a whole table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.float32]
Bytes: TypeAlias = NDArray[np.uint8]
Generator: TypeAlias = np.random.Generator


@dataclass(frozen=True, slots=True)
class EffectSettings:
    """How often and how strongly."""

    exposure: tuple[float, float] = (0.4, 1.8)
    """factor, log-uniform between the two in three pictures of ten, nearer to 1 in the rest"""
    cast: float = 0.06
    """standard deviation of the colour channels' gains (log)"""
    shadow: float = 0.35
    """share of pictures with cast shadows"""
    glare: float = 0.25
    """share of pictures with shine"""
    defocus: float = 0.022
    """typical blur radius (sigma), fraction of the unit"""
    motion: float = 0.12
    """share of pictures with motion blur"""
    noise: float = 4.5
    """typical standard deviation of the noise, grey levels of 255"""
    jpeg: tuple[int, int] = (40, 95)
    """quality, uniform"""
    resized: float = 0.3
    """share of pictures that were shrunk and enlarged or over-sharpened on the way"""


def smooth_field(rng: Generator, height: int, width: int, cells: int) -> NDArray[np.float32]:
    """(h, w) smooth noise, about -1..1."""
    small = rng.uniform(-1, 1, (cells + 2, cells + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def light(picture: Picture, rng: Generator, s: EffectSettings) -> Picture:
    """Lamps: falling off across the picture, shadows of things outside it, shine, colour, exposure."""
    height, width = picture.shape[:2]
    gain = np.ones((height, width), np.float32)
    if rng.random() < 0.7:
        angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.5)
        xs = np.linspace(-1, 1, width, dtype=np.float32) * np.cos(angle)
        ys = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * np.sin(angle)
        gain += (strength * 0.5 * (xs + ys)).astype(np.float32)
    if rng.random() < s.shadow:
        for _ in range(int(rng.integers(1, 3))):
            gain *= 1 - _shadow(rng, height, width) * np.float32(rng.uniform(0.15, 0.6))
    wide = rng.random() < 0.3
    low, high = np.log(s.exposure[0]), np.log(s.exposure[1])
    exposure = np.exp(rng.uniform(low, high) if wide else rng.normal(-0.1, 0.13))
    cast = np.exp(rng.normal(0, s.cast, 3)) if rng.random() < 0.75 else np.ones(3)
    cast = cast / cast.mean()
    picture = picture * (gain[..., None] * (exposure * cast).astype(np.float32))
    if rng.random() < s.glare:
        picture = picture + _shine(rng, height, width)[..., None]
    if rng.random() < 0.3:  # veil of stray light, or a flat tone curve
        lift = rng.uniform(0, 45)
        picture = picture * np.float32(1 - lift / 255) + np.float32(lift)
    if rng.random() < 0.4:
        gamma = np.exp(rng.normal(0, 0.2))
        table = (255 * (np.arange(256) / 255) ** gamma).astype(np.float32)
        picture = table[np.clip(picture, 0, 255).astype(np.uint8)]
    if rng.random() < 0.3:  # dull or gaudy colours
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(rng.uniform(0.35, 1.4))
    return np.asarray(picture, np.float32)


def _shadow(rng: Generator, height: int, width: int) -> NDArray[np.float32]:
    """0..1 mask of one shadow: an edge of something large, or a blob, soft or hard."""
    xs = np.arange(width, dtype=np.float32)
    ys = np.arange(height, dtype=np.float32)[:, None]
    size = float(max(height, width))
    if rng.random() < 0.6:
        angle = rng.uniform(0, 2 * np.pi)
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        distance = (xs - x) * np.float32(np.cos(angle)) + (ys - y) * np.float32(np.sin(angle))
    else:
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        rx, ry = rng.uniform(0.15, 0.7, 2) * size
        distance = np.float32(min(rx, ry)) * (1 - np.sqrt(((xs - x) / rx) ** 2 + ((ys - y) / ry) ** 2))
    soft = size * rng.uniform(0.01, 0.25)
    return np.clip(distance / np.float32(soft) + 0.5, 0, 1).astype(np.float32)


def _shine(rng: Generator, height: int, width: int) -> NDArray[np.float32]:
    """Light added by a glossy surface: a spot or a band."""
    xs = np.arange(width, dtype=np.float32)
    ys = np.arange(height, dtype=np.float32)[:, None]
    size = float(max(height, width))
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    angle = rng.uniform(0, np.pi)
    along = (xs - x) * np.float32(np.cos(angle)) + (ys - y) * np.float32(np.sin(angle))
    across = -(xs - x) * np.float32(np.sin(angle)) + (ys - y) * np.float32(np.cos(angle))
    ra, rb = size * rng.uniform(0.1, 1.0), size * rng.uniform(0.05, 0.35)
    return np.asarray(rng.uniform(20, 150) * np.exp(-((along / ra) ** 2) - (across / rb) ** 2), np.float32)


def blur(picture: Picture, rng: Generator, unit: float, s: EffectSettings) -> Picture:
    """Defocus and motion."""
    sigma = abs(rng.normal(0, s.defocus)) * unit + rng.uniform(0, 0.4)
    if rng.random() < 0.07:
        sigma += rng.uniform(0.01, 0.06) * unit
    if sigma > 0.25:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    if rng.random() < s.motion:
        length = rng.uniform(0.04, 0.18) * unit
        if length > 1:
            picture = np.asarray(
                cv2.filter2D(picture, -1, motion_kernel(length, rng.uniform(0, np.pi))), np.float32
            )
    return picture


def motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    """Weights of a straight movement of ``length`` pixels."""
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    middle = (size + 1) / 2
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    shift = 16
    ends = [(round((middle + k * dx) * shift), round((middle + k * dy) * shift)) for k in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return kernel / max(float(kernel.sum()), 1e-6)


def sensor(picture: Picture, rng: Generator, s: EffectSettings) -> Bytes:
    """Noise of brightness and colour, more of it in the dark; then whole numbers."""
    height, width = picture.shape[:2]
    strength = abs(rng.normal(0, s.noise)) + 0.5
    if strength > 1.5:
        noise = rng.standard_normal((height, width), dtype=np.float32) * np.float32(strength)
        if rng.random() < 0.4:
            noise = np.asarray(cv2.GaussianBlur(noise, (3, 3), 0.7) * np.float32(1.8), np.float32)
        picture = picture + noise[..., None]
        if rng.random() < 0.5:
            chroma = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
            chroma *= np.float32(strength * 0.8)
            picture = picture + cv2.resize(chroma, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def stored(picture: Bytes, rng: Generator, s: EffectSettings) -> Bytes:
    """Sharpening, resizing and JPEG on the way to the file."""
    if rng.random() < s.resized:
        kind = rng.random()
        height, width = picture.shape[:2]
        if kind < 0.5 and min(height, width) > 24:
            factor = rng.uniform(0.65, 0.95)
            way = [cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_NEAREST][
                int(rng.choice(3, p=[0.5, 0.42, 0.08]))
            ]
            small = cv2.resize(picture, (round(width * factor), round(height * factor)), interpolation=way)
            picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
        else:
            soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 1.6))
            amount = rng.uniform(0.3, 1.6)
            picture = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.85:
        quality = int(rng.integers(s.jpeg[0], s.jpeg[1] + 1))
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def photograph(picture: Picture, rng: Generator, unit: float, s: EffectSettings) -> Bytes:
    """From an ideal rendering (float32, 0..255, BGR) to a photograph of it.

    :param unit: height of an index in pixels.
    """
    return stored(sensor(blur(light(picture, rng, s), rng, unit, s), rng, s), rng, s)
