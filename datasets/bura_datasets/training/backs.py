"""Drawn card backs: lattices, dots, stripes, rosettes and plain ones, within a white border or not."""

from __future__ import annotations

import cv2
import numpy as np

from bura_datasets.training.faces import Pixels


def draw_back(rng: np.random.Generator, width: int, height: int) -> Pixels:
    """(height, width, 3) BGR; reads the same both ways up, as backs do."""
    paper = rng.uniform(225, 255, 3)
    ink = rng.uniform(0, 190, 3)
    if rng.random() < 0.7:  # most backs are red or blue
        ink = np.array([rng.uniform(120, 200), rng.uniform(20, 90), rng.uniform(0, 60)])
        ink = ink if rng.random() < 0.5 else ink[::-1]
    half = np.empty((height, width, 3), np.uint8)
    inverse = rng.random() < 0.5
    ground, line = (paper, ink) if inverse else (ink, paper)
    half[:] = ground
    colour = tuple(float(v) for v in line)
    kind = int(rng.choice(7, p=[0.28, 0.12, 0.2, 0.14, 0.12, 0.02, 0.12]))
    step = int(rng.integers(9, 40))
    thick = int(rng.integers(1, 1 + max(2, step // 4)))
    if kind in (0, 1, 6):  # lattice, crossed or straight
        for offset in range(-height - width, height + width, step):
            cv2.line(half, (offset, 0), (offset + height, height), colour, thick, cv2.LINE_AA)
            if kind != 1:
                cv2.line(half, (offset, 0), (offset - height, height), colour, thick, cv2.LINE_AA)
    if kind in (2, 6):
        for y in range(0, height + step, step):
            for x in range((y // step % 2) * step // 2, width + step, step):
                cv2.circle(half, (x, y), max(1, step // 4), colour, -1, cv2.LINE_AA)
    if kind == 3:  # rosettes
        for _ in range(int(rng.integers(4, 14))):
            centre = (int(rng.integers(0, width)), int(rng.integers(0, height)))
            for radius in range(
                int(rng.integers(6, 14)), int(rng.integers(20, 90)), int(rng.integers(5, 12))
            ):
                cv2.circle(half, centre, radius, colour, thick if thick < 4 else 2, cv2.LINE_AA)
    if kind == 4:  # waves
        line_x = np.arange(width)
        for y in range(-step, height + step, step):
            wave = y + step * 0.4 * np.sin(line_x / max(4.0, step * rng.uniform(0.3, 1)))
            line_points = np.stack([line_x, wave], axis=1).astype(np.int32)
            cv2.polylines(half, [line_points], False, colour, thick, cv2.LINE_AA)
    back = half.copy()
    back[height - height // 2 :] = half[: height // 2][::-1, ::-1]
    if rng.random() < 0.5:
        radius = int(rng.uniform(0.08, 0.3) * width)
        cv2.circle(back, (width // 2, height // 2), radius, tuple(float(v) for v in ground), -1, cv2.LINE_AA)
        cv2.circle(back, (width // 2, height // 2), radius, colour, 3, cv2.LINE_AA)
    border = int(rng.choice([0.0, 0.03, 0.05, 0.08]) * width)
    if border:
        framed = np.empty_like(back)
        framed[:] = paper
        framed[border:-border, border:-border] = back[border:-border, border:-border]
        back = framed
        if rng.random() < 0.4:
            corner = (width - border * 2, height - border * 2)
            cv2.rectangle(back, (border * 2, border * 2), corner, tuple(float(v) for v in paper), 2)
    return back
