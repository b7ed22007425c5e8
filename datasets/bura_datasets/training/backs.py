"""Drawn card backs: lattices, dots, stripes, rosettes, tartans, textures and plain ones, with or without a border."""

from __future__ import annotations

import cv2
import numpy as np

from bura_datasets.training.faces import Pixels
from bura_datasets.training.textures import drawn_texture


def draw_back(rng: np.random.Generator, width: int, height: int, plain: bool = False) -> Pixels:
    """(height, width, 3) BGR; reads the same both ways up, as backs do.

    :param plain: little to see: one colour, mostly without a border, or paper with a few loose ornaments.
    """
    if plain:
        return _loose(rng, width, height) if rng.random() < 0.4 else _plain(rng, width, height)
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
    kind = int(rng.choice(10, p=[0.2, 0.08, 0.14, 0.1, 0.08, 0.02, 0.08, 0.12, 0.08, 0.1]))
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
    if kind == 7:
        _tartan(half, rng)
    if kind == 8:  # one colour, its print too fine to be seen
        half[:] = np.clip(ground + rng.normal(0, rng.uniform(2, 14), (height, width, 1)), 0, 255)
    if kind == 9:  # marbled, wooden, woven: whatever a printer took a photograph of
        half[:] = cv2.resize(drawn_texture(rng, max(height, width)), (width, height))
    back = half.copy()
    back[height - height // 2 :] = half[: height // 2][::-1, ::-1]
    if rng.random() < 0.5:
        radius = int(rng.uniform(0.08, 0.3) * width)
        cv2.circle(back, (width // 2, height // 2), radius, tuple(float(v) for v in ground), -1, cv2.LINE_AA)
        cv2.circle(back, (width // 2, height // 2), radius, colour, 3, cv2.LINE_AA)
    # a photographed pattern without a border could be anything
    border = int(rng.choice([0.03, 0.05, 0.08] if kind == 9 else [0.0, 0.03, 0.05, 0.08]) * width)
    if border:
        framed = np.empty_like(back)
        framed[:] = paper
        framed[border:-border, border:-border] = back[border:-border, border:-border]
        back = framed
        if rng.random() < 0.4:
            corner = (width - border * 2, height - border * 2)
            cv2.rectangle(back, (border * 2, border * 2), corner, tuple(float(v) for v in paper), 2)
    return back


def _plain(rng: np.random.Generator, width: int, height: int) -> Pixels:
    """One colour, seldom that of paper, with nothing on it or one ring or diamond in the middle."""
    paper, ink = rng.uniform(225, 255, 3), rng.uniform(0, 190, 3)
    if rng.random() < 0.6:  # most backs are red or blue
        ink = np.array([rng.uniform(90, 210), rng.uniform(10, 90), rng.uniform(0, 70)])
        ink = ink if rng.random() < 0.5 else ink[::-1]
    ground, line = (ink, paper) if rng.random() < 0.85 else (paper, ink)  # a blank back is rare
    grain = rng.normal(0, rng.uniform(1, 14), (height, width, 1))
    back = np.clip(ground + grain, 0, 255).astype(np.uint8)
    colour = tuple(float(v) for v in line)
    middle, reach = np.array([width // 2, height // 2]), int(rng.uniform(0.08, 0.35) * width)
    drawn = rng.random()
    if drawn < 0.35:
        cv2.circle(back, (width // 2, height // 2), reach, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    elif drawn < 0.5:
        tips = middle + reach * np.array([(0, -1.4), (1, 0), (0, 1.4), (-1, 0)])
        cv2.polylines(back, [tips.astype(np.int32)], True, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    border = int(rng.choice([0.0, 0.0, 0.0, 0.03, 0.08]) * width)
    if border:
        cv2.rectangle(back, (0, 0), (width - 1, height - 1), tuple(float(v) for v in paper), 2 * border)
    return back


def _loose(rng: np.random.Generator, width: int, height: int) -> Pixels:
    """Paper, or a pale colour, with a few ornaments far apart: such a back looks like a blank card."""
    paper = rng.uniform(225, 255, 3) if rng.random() < 0.7 else rng.uniform(150, 255, 3)
    back = np.empty((height, width, 3), np.uint8)
    back[:] = paper
    for _ in range(int(rng.integers(1, 3))):
        ink = tuple(float(v) for v in rng.uniform(0, 200, 3))
        for _ in range(int(rng.integers(1, 4))):
            middle = rng.uniform((0, 0), (width, height / 2))
            _ornament(back, rng, middle, rng.uniform(0.08, 0.4) * width, ink)
    back[height - height // 2 :] = back[: height // 2][::-1, ::-1]
    if rng.random() < 0.4:
        inset = int(rng.uniform(0.02, 0.1) * width)
        corner = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(back, (inset, inset), corner, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    if rng.random() < 0.5:
        _ornament(back, rng, np.array([width / 2, height / 2]), rng.uniform(0.1, 0.35) * width, ink)
    return back


def _ornament(
    canvas: Pixels,
    rng: np.random.Generator,
    middle: np.ndarray[tuple[int], np.dtype[np.float64]],
    reach: float,
    ink: tuple[float, ...],
) -> None:
    """A rosette, disc, star or spray of lines around a point, drawn onto the canvas."""
    x, y = (int(v) for v in middle)
    kind = int(rng.integers(0, 4))
    thick = int(rng.integers(1, 5))
    if kind == 0:
        for radius in range(3, max(4, int(reach)), int(rng.integers(3, 14))):
            cv2.circle(canvas, (x, y), radius, ink, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(canvas, (x, y), max(2, int(reach)), ink, -1, cv2.LINE_AA)
    else:
        tips = int(rng.integers(4, 13))
        turn = rng.uniform(0, np.pi)
        angles = turn + np.arange(tips) * 2 * np.pi / tips
        radii = reach * np.where(np.arange(tips) % 2 == 0, 1.0, rng.uniform(0.3, 1.0))
        points = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], axis=1).astype(np.int32)
        if kind == 2:
            cv2.fillPoly(canvas, [points], ink, cv2.LINE_AA)
        else:
            for end in points:
                cv2.line(canvas, (x, y), (int(end[0]), int(end[1])), ink, thick, cv2.LINE_AA)


def _tartan(canvas: Pixels, rng: np.random.Generator) -> None:
    """Crossed stripes of two or three colours, upright or slanting, drawn over the ground."""
    height, width = canvas.shape[:2]
    turn = rng.choice([0.0, np.pi / 4, rng.uniform(0, np.pi)])
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    sett = rng.uniform(0.12, 0.6) * width
    mixed = canvas.astype(np.float32)
    for _ in range(int(rng.integers(2, 5))):
        colour, place, wide = rng.uniform(0, 255, 3), rng.uniform(0, 1), rng.uniform(0.04, 0.4)
        for axis in (along, across):
            stripe = ((axis / sett + place) % 1.0 < wide).astype(np.float32)[..., None] * rng.uniform(
                0.3, 0.7
            )
            mixed = mixed * (1 - stripe) + colour.astype(np.float32) * stripe
    canvas[:] = np.clip(mixed, 0, 255)
