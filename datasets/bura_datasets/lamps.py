"""Light that changes while the deal goes on: a lamp switched, the sun through a window."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]

RAMP_S = 0.08
"""a lamp takes this long to light up or go out"""
COARSE = 8
"""the sun's soft edges are worked out at a picture this much smaller"""


@dataclass(frozen=True, slots=True)
class Switch:
    """A lamp goes on or out; the camera follows with its own exposure."""

    at_s: float
    factor: float = 0.5
    """on the light: below 1 a lamp goes out, above 1 one goes on"""
    warmth: float = 0.0
    """positive makes the light yellower from then on"""
    adapt: float = 0.6
    """share of the change (in stops) that the camera's exposure takes back …"""
    adapt_s: float = 1.2
    """… in about this time"""


@dataclass(frozen=True, slots=True)
class Sun:
    """A sunbeam that wanders over the table, two panes of a window wide, and is covered by clouds."""

    strength: float = 0.5
    """how much brighter the cloth is in it"""
    angle_deg: float = 25.0
    """direction of its edges, from upright"""
    width: float = 0.22
    """of one pane, as a share of the picture's width"""
    start: float = 0.2
    """where its middle is at the beginning, as a share of the picture's width"""
    speed: float = 0.004
    """… and how far it wanders in a second"""
    cloud_s: float = 23.0
    """a cloud passes this often; 0: none"""


def switched(switches: tuple[Switch, ...], t: float) -> tuple[float, float]:
    """(gain on grey levels, warmth) of the lamps at time ``t``."""
    stops = warmth = 0.0
    for lamp in switches:
        share = min(1.0, max(0.0, (t - lamp.at_s) / RAMP_S))
        kept = 1.0 - lamp.adapt * (1.0 - math.exp(-max(0.0, t - lamp.at_s) / lamp.adapt_s))
        stops += math.log2(lamp.factor) * share * kept
        warmth += lamp.warmth * share
    return float(2.0 ** (stops / 2.2)), warmth


def sunlight(sun: Sun, t: float, size_px: tuple[int, int]) -> Floats:
    """How much brighter each place is, (h, w) 0..`Sun.strength`, at a coarse size."""
    width, height = max(8, size_px[0] // COARSE), max(8, size_px[1] // COARSE)
    x, y = np.meshgrid(
        np.arange(width, dtype=np.float32) / width, np.arange(height, dtype=np.float32) / width
    )
    slope = math.tan(math.radians(sun.angle_deg))
    across = x - (y - 0.28) * slope - (sun.start + sun.speed * t)
    pane, bar, soft = sun.width, 0.02, 0.012
    lit = np.zeros_like(across)
    for middle in (-(pane + bar) / 2.0, (pane + bar) / 2.0):
        lit += np.clip((pane / 2.0 - np.abs(across - middle)) / soft + 0.5, 0.0, 1.0)
    cloud = 1.0
    if sun.cloud_s > 0.0:
        cloud = min(1.0, max(0.0, 0.75 + 0.9 * math.sin(2.0 * math.pi * t / sun.cloud_s + 1.0)))
    return np.asarray(lit * np.float32(sun.strength * cloud), np.float32)


def relit(picture: Pixels, switches: tuple[Switch, ...], sun: Sun | None, t: float) -> Pixels:
    """The picture (h, w, 3) under the changing lights; the same object where nothing shines."""
    gain, warmth = switched(switches, t)
    if sun is None:
        if abs(gain - 1.0) < 1e-3 and warmth == 0.0:
            return picture
        levels = np.arange(256, dtype=np.float32)
        tint = [gain * (1.0 - warmth), gain, gain * (1.0 + warmth)]
        table = np.stack([np.clip(levels * factor + 0.5, 0, 255) for factor in tint], axis=-1)
        return np.asarray(cv2.LUT(picture, table.astype(np.uint8)[None]), np.uint8)
    beam = sunlight(sun, t, (picture.shape[1], picture.shape[0]))
    # sunlight is yellower than the room's
    parts = [gain * (1.0 - warmth + 0.8 * beam), gain * (1.0 + 0.95 * beam), gain * (1.0 + warmth + beam)]
    coarse = np.clip(np.stack(parts, axis=-1) * 64.0 + 0.5, 0, 255).astype(np.uint8)
    fine = cv2.resize(coarse, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(picture, fine, scale=1.0 / 64.0), np.uint8)
