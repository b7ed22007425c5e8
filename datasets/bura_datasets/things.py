"""What lies on a card table besides cards: a drink, a phone, banknotes, chips, a sheet of paper; drawn from above."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_datasets.compose import Box, Floats, Pixels

SIZES_CM: dict[str, tuple[float, float, float]] = {
    "drink": (7.4, 7.4, 10.5),
    "phone": (7.3, 15.0, 0.8),
    "notes": (16.0, 11.0, 0.15),
    "chips": (10.0, 9.0, 1.2),
    "paper": (14.8, 21.0, 0.02),
}
"""width, length and height of each kind of thing"""
KINDS = tuple(SIZES_CM)
#: (B, G, R) of what is drunk: tea, cola, beer, water, wine
DRINKS = ((30, 74, 150), (18, 28, 52), (60, 160, 225), (200, 205, 200), (40, 20, 96))


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing as it is drawn."""

    kind: str
    size_cm: tuple[float, float]
    height_cm: float
    picture: Pixels = field(repr=False)
    """(h, w, 4) BGRA from above; of a drink only its colour is used"""
    colour: tuple[int, int, int] = (0, 0, 0)


def draw_thing(kind: str, px_per_cm: float, rng: np.random.Generator) -> Thing:
    """A thing of one of the `KINDS`, with its looks by chance."""
    width, length, height = SIZES_CM[kind]
    size = (max(8, round(width * px_per_cm)), max(8, round(length * px_per_cm)))
    if kind == "drink":
        colour = DRINKS[int(rng.integers(len(DRINKS)))]
        return Thing(kind, (width, length), height, np.zeros((1, 1, 4), np.uint8), colour)
    draw = {"phone": _phone, "notes": _notes, "chips": _chips, "paper": _paper}[kind]
    return Thing(kind, (width, length), height, draw(size, px_per_cm, rng))


def _blank(size: tuple[int, int]) -> Pixels:
    return np.zeros((size[1], size[0], 4), np.uint8)


def _phone(size: tuple[int, int], px: float, rng: np.random.Generator) -> Pixels:
    """A slab with round corners; its screen is dark or shows a few lines."""
    out = _blank(size)
    mask = np.zeros((size[1], size[0]), np.uint8)
    r = max(2, round(0.9 * px))
    cv2.rectangle(mask, (r, 0), (size[0] - r, size[1]), 255, -1)
    cv2.rectangle(mask, (0, r), (size[0], size[1] - r), 255, -1)
    for x in (r, size[0] - r - 1):
        for y in (r, size[1] - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    out[..., :3] = (40, 38, 38)
    edge = max(1, round(0.25 * px))
    screen = out[2 * edge : -2 * edge, edge:-edge, :3].copy()
    if rng.random() < 0.5:
        screen[:] = (26, 22, 20)
        shine = np.linspace(0, 34, screen.shape[1])[None, :] * np.linspace(1, 0, screen.shape[0])[:, None]
        screen[:] = np.clip(screen + shine[..., None], 0, 255).astype(np.uint8)
    else:
        screen[:] = (236, 232, 228)
        for row in range(int(1.5 * px), screen.shape[0] - int(px), max(3, int(1.1 * px))):
            length = int(screen.shape[1] * rng.uniform(0.35, 0.85))
            left = int(0.5 * px) if rng.random() < 0.5 else max(0, screen.shape[1] - length - int(0.5 * px))
            colour = (90, 170, 80) if left > px else (200, 196, 192)
            cv2.rectangle(screen, (left, row), (left + length, row + int(0.7 * px)), colour, -1)
    out[2 * edge : -2 * edge, edge:-edge, :3] = screen
    out[..., 3] = mask
    return out


def _notes(size: tuple[int, int], px: float, rng: np.random.Generator) -> Pixels:
    """Three banknotes, loosely on each other."""
    out = _blank(size)
    colours = [(120, 160, 130), (110, 130, 190), (170, 140, 110), (100, 170, 200)]
    for _ in range(3):
        colour = np.array(colours[int(rng.integers(len(colours)))], np.float64)
        w, h = 13.0 * px, 6.4 * px
        note = np.zeros((round(h), round(w), 4), np.uint8)
        note[..., :3] = colour
        note[..., 3] = 255
        edge = max(1, round(0.35 * px))
        cv2.rectangle(note, (edge, edge), (round(w) - edge, round(h) - edge), (*(colour * 0.7), 255), 1)
        middle = (round(w * 0.7), round(h / 2))
        cv2.ellipse(note, middle, (round(1.6 * px), round(2.2 * px)), 0, 0, 360, (*(colour * 0.8), 255), -1)
        for n in range(5):
            y = round(h * (0.2 + 0.14 * n))
            cv2.line(note, (round(0.9 * px), y), (round(6.5 * px), y), (*(colour * 0.82), 255), 1)
        scale = max(0.3, px / 22.0)
        word = str(int(rng.choice([5, 10, 20, 50])))
        cv2.putText(note, word, (round(px), round(2.0 * px)), 0, scale, (*(colour * 0.45), 255), 1)
        turn = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.normal(0, 9)), 1.0)
        aside = rng.normal(0, 0.5 * px, 2)
        turn[:, 2] = turn[:, 2] + (np.array(size) - (w, h)) / 2 + aside
        laid = cv2.warpAffine(note, turn, size)
        share = laid[..., 3:].astype(np.float32) / 255.0
        out[:] = np.rint(out * (1 - share) + laid * share).astype(np.uint8)
        out[..., 3] = np.maximum(out[..., 3], laid[..., 3])
    return out


def _chips(size: tuple[int, int], px: float, rng: np.random.Generator) -> Pixels:
    """A handful of chips: discs with a striped edge."""
    out = _blank(size)
    colours = [(40, 40, 190), (180, 90, 30), (60, 130, 50), (40, 40, 40), (215, 220, 225)]
    radius = 1.95 * px
    for _ in range(6):
        at = np.array([rng.uniform(radius, size[0] - radius), rng.uniform(radius, size[1] - radius)])
        x, y = int(at[0]), int(at[1])
        colour = colours[int(rng.integers(len(colours)))]
        dark = tuple(int(c * 0.45) for c in colour)
        cv2.circle(
            out, (x + max(1, round(0.1 * px)), y + max(1, round(0.1 * px))), int(radius), (*dark, 255), -1
        )
        cv2.circle(out, (x, y), int(radius), (*colour, 255), -1, cv2.LINE_AA)
        start = float(rng.uniform(0, 60))
        for n in range(6):
            cv2.ellipse(
                out,
                (x, y),
                (int(radius * 0.88), int(radius * 0.88)),
                start + 60 * n,
                0,
                22,
                (235, 238, 240, 255),
                max(1, round(0.35 * px)),
            )
        cv2.circle(
            out, (x, y), int(radius * 0.62), (235, 238, 240, 255), max(1, round(0.08 * px)), cv2.LINE_AA
        )
    return out


def _paper(size: tuple[int, int], px: float, rng: np.random.Generator) -> Pixels:
    """A score sheet: ruled or squared, with two columns of figures."""
    out = _blank(size)
    out[..., :3] = (232, 238, 240)
    out[..., 3] = 255
    step = max(3, round(0.7 * px))
    for y in range(step, size[1], step):
        cv2.line(out, (0, y), (size[0], y), (222, 208, 196, 255), 1)
    if rng.random() < 0.5:
        for x in range(step, size[0], step):
            cv2.line(out, (x, 0), (x, size[1]), (226, 214, 204, 255), 1)
    cv2.line(out, (size[0] // 2, round(px)), (size[0] // 2, size[1] - round(px)), (90, 50, 40, 255), 1)
    ink = (110, 50, 30, 255)
    rows = int(rng.integers(3, 9))
    for n in range(rows):
        for column in (0.22, 0.68):
            at = (round(size[0] * column), round((2.6 + 1.9 * n) * px))
            word = str(int(rng.integers(3, 70)))
            cv2.putText(out, word, at, cv2.FONT_HERSHEY_SIMPLEX, max(0.3, px / 24.0), ink, 1, cv2.LINE_AA)
    return out


def ring(centre: tuple[float, float, float], radius: float) -> NDArray[np.float64]:
    """(40, 3) points of a level circle, cm."""
    angle = np.linspace(0.0, 2.0 * math.pi, 40, endpoint=False)
    x, y, z = centre
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), np.full(40, z)], axis=1)


def draw_glass(
    base: NDArray[np.float64],
    surface: NDArray[np.float64],
    rim: NDArray[np.float64],
    box: Box,
    colour: tuple[int, int, int],
) -> Floats:
    """A glass with a drink in it: premultiplied BGR and alpha (h, w, 4), 0..255 and 0..1, inside ``box``.

    :param base: the foot's circle (n, 2), px.
    :param surface: the drink's surface.
    :param rim: the upper edge.
    """
    x0, y0, x1, y1 = box
    shape = (y1 - y0, x1 - x0)
    out = np.zeros((*shape, 4), np.float32)

    def over(mask: NDArray[np.float32], tone: tuple[float, float, float], alpha: float) -> None:
        share = mask * np.float32(alpha)
        out[...] *= (1.0 - share)[..., None]
        out[..., :3] += share[..., None] * np.array(tone, np.float32)
        out[..., 3] += share

    def filled(points: NDArray[np.float64]) -> NDArray[np.float32]:
        mask = np.zeros(shape, np.uint8)
        hull = cv2.convexHull((points - [x0, y0]).astype(np.float32)).reshape(-1, 2)
        cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask.astype(np.float32) / np.float32(255.0)

    def edge(points: NDArray[np.float64], thick: int) -> NDArray[np.float32]:
        mask = np.zeros(shape, np.uint8)
        course = np.rint((points - [x0, y0]) * 16).astype(np.int32)
        cv2.polylines(mask, [course], True, 255, thick, cv2.LINE_AA, 4)
        return mask.astype(np.float32) / np.float32(255.0)

    size = float(np.ptp(rim[:, 0]))
    thin = max(1, round(size / 40))
    over(filled(np.vstack([base, rim])), (196.0, 204.0, 204.0), 0.22)
    over(filled(np.vstack([base, surface])), tuple(0.8 * c for c in colour), 0.72)  # type: ignore[arg-type]
    over(filled(surface), tuple(float(c) for c in colour), 0.85)  # type: ignore[arg-type]
    over(edge(surface, thin), tuple(min(255.0, 1.3 * c + 20) for c in colour), 0.7)  # type: ignore[arg-type]
    over(edge(rim, max(1, 2 * thin)), (236.0, 240.0, 240.0), 0.8)
    spot = surface.mean(axis=0) + (np.array([-0.18, -0.2]) * size)
    glare = np.zeros(shape, np.uint8)
    axes = (max(1, round(size * 0.09)), max(1, round(size * 0.04)))
    cv2.ellipse(glare, (int(spot[0] - x0), int(spot[1] - y0)), axes, -40, 0, 360, 255, -1, cv2.LINE_AA)
    over(glare.astype(np.float32) / np.float32(255.0), (252.0, 252.0, 250.0), 0.75)
    return out
