"""Reliability diagrams: how often answers of each confidence are right, drawn as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bura_models.calibration import calibration_error

#: side of one panel's plot and the space around it, pixels
SIDE, LEFT, TOP, BELOW = 360, 70, 60, 70
BINS = 10


@dataclass(frozen=True, eq=False)
class Panel:
    """One diagram."""

    title: str
    confidence: NDArray[np.floating]
    """(n,) 0..1"""
    right: NDArray[np.bool_]
    """(n,)"""


def reliability(panels: Sequence[Panel], columns: int = 2) -> Image.Image:
    """The panels side by side: bars at the share of right answers, a diagonal where they ought to end."""
    width, height = LEFT + SIDE + 30, TOP + SIDE + BELOW
    rows = -(-len(panels) // columns)
    sheet = Image.new("RGB", (columns * width, rows * height), "white")
    for number, panel in enumerate(panels):
        _draw(ImageDraw.Draw(sheet), panel, (number % columns) * width, (number // columns) * height)
    return sheet


def _draw(draw: ImageDraw.ImageDraw, panel: Panel, x0: int, y0: int) -> None:
    small, large = ImageFont.load_default(13), ImageFont.load_default(17)
    left, bottom = x0 + LEFT, y0 + TOP + SIDE
    error = calibration_error(panel.confidence, panel.right)
    draw.text((left, y0 + 12), panel.title, fill="black", font=large)
    draw.text((left, y0 + 34), f"ECE {error:.3f}, {len(panel.right)} boxes", fill="#555555", font=small)
    bins = np.minimum((panel.confidence * BINS).astype(int), BINS - 1)
    most = max(int(np.bincount(bins, minlength=BINS).max()), 1)
    for number in range(BINS):
        chosen = bins == number
        a, b = left + number * SIDE / BINS + 2, left + (number + 1) * SIDE / BINS - 2
        if chosen.any():
            share, mean = float(panel.right[chosen].mean()), float(panel.confidence[chosen].mean())
            draw.rectangle((a, bottom - share * SIDE, b, bottom), fill="#4c78a8")
            y = bottom - mean * SIDE
            draw.line((a, y, b, y), fill="#e45756", width=3)
        draw.rectangle((a, bottom + 22, a + (b - a) * int(chosen.sum()) / most, bottom + 27), fill="#bbbbbb")
        draw.text((a, bottom + 28), str(int(chosen.sum())), fill="#777777", font=ImageFont.load_default(10))
    draw.line((left, bottom, left + SIDE, bottom - SIDE), fill="#888888")
    draw.rectangle((left, bottom - SIDE, left + SIDE, bottom), outline="black")
    for tick in (0.0, 0.5, 1.0):
        draw.text((left + tick * SIDE - 8, bottom + 5), f"{tick:.1f}", fill="black", font=small)
        draw.text((left - 28, bottom - tick * SIDE - 8), f"{tick:.1f}", fill="black", font=small)
    draw.text((left + SIDE / 2 - 45, bottom + 46), "confidence (red: its mean)", fill="black", font=small)
    draw.text((x0 + 6, y0 + TOP - 20), "right", fill="black", font=small)
