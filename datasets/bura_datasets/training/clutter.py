"""Things on a card table that are no cards: fingers, hands and sleeves, chips, phones, notes, papers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def skin(rng: np.random.Generator) -> NDArray[np.float32]:
    """A skin tone, BGR."""
    tones = np.array(
        [[170, 195, 235], [140, 175, 225], [105, 145, 205], [75, 110, 165], [50, 75, 120], [40, 55, 85]]
    )
    return np.asarray(
        tones[int(rng.integers(len(tones)))] * rng.uniform(0.8, 1.1) + rng.normal(0, 6, 3), np.float32
    )


def draw_finger(
    picture: NDArray[np.float32],
    tip: NDArray[np.float64],
    root: NDArray[np.float64],
    width: float,
    rng: np.random.Generator,
    colour: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """A finger from its root to its tip, shaded as a cylinder, sometimes with a nail.

    :returns: (h, w) how much of it covers each pixel, 0..1.
    """
    tone = skin(rng) if colour is None else colour
    height, columns = picture.shape[:2]
    axis = root - tip
    length = max(float(np.hypot(*axis)), 1e-6)
    axis = axis / length
    xs = np.arange(columns, dtype=np.float32) - np.float32(tip[0])
    ys = np.arange(height, dtype=np.float32)[:, None] - np.float32(tip[1])
    along = xs * np.float32(axis[0]) + ys * np.float32(axis[1])
    across = -xs * np.float32(axis[1]) + ys * np.float32(axis[0])
    radius = np.float32(width / 2) * (1 + np.float32(0.18) * np.clip(along / length, 0, 1))
    past = np.maximum(np.maximum(-along, along - length), 0)
    distance = np.sqrt(across**2 + past**2)
    alpha = np.clip(radius - distance + 0.5, 0, 1).astype(np.float32)
    round_ = np.clip(1 - (distance / np.maximum(radius, 0.5)) ** 2, 0, 1)
    shade = (0.6 + 0.45 * np.sqrt(round_))[..., None] * tone
    if rng.random() < 0.5:
        nail = (((along - radius * 0.35) / (radius * 0.7)) ** 2 + (across / (radius * 0.62)) ** 2) < 1
        shade[nail] = shade[nail] * 0.75 + np.array([185, 190, 225], np.float32) * 0.25
    picture += alpha[..., None] * (shade.astype(np.float32) - picture)
    return alpha
