"""Table tops, cloths and prints: drawn, and cut from photographs where a folder of them is given.

Text and banknote-like prints live here too: they are what a finder mistakes for indices.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_datasets.training.effects import smooth_field
from bura_datasets.training.faces import Pixels
from bura_datasets.training.fonts import find_fonts, text_mask

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
WORDS = (
    "KAQJ",
    "10",
    "7",
    "THE",
    "PRICE",
    "1984",
    "ДЕНЬ",
    "ВЕК",
    "КОТ",
    "ТВ",
    "Тираж",
    "BANK",
    "D8",
    "A4",
    "K9",
    "Q3",
    "новости",
    "50",
    "100",
    "5",
    "2",
    "9",
    "6",
    "NEWS",
    "and",
    "of",
    "in",
)


@functools.lru_cache(maxsize=4)
def photographs(folder: Path | None, side: int = 900) -> tuple[Pixels, ...]:
    """Pictures of a folder, (h, w, 3) BGR, shrunk to ``side`` pixels; none when there is no folder."""
    if folder is None or not folder.is_dir():
        return ()
    result = []
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None or min(picture.shape[:2]) < 100:
            continue
        factor = side / max(picture.shape[:2])
        if factor < 1:
            picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        result.append(np.asarray(picture, np.uint8))
    return tuple(result)


def _colour(rng: np.random.Generator) -> NDArray[np.float32]:
    """Colours of tables and cloths: wood, green, grey, white, black, now and then any."""
    kind = rng.random()
    if kind < 0.35:
        base = np.array([70, 110, 160]) * rng.uniform(0.35, 1.45)
    elif kind < 0.55:
        base = np.array([60, 110, 40]) * rng.uniform(0.4, 1.5)
    elif kind < 0.75:
        base = np.ones(3) * rng.uniform(20, 235)
    else:
        base = rng.uniform(10, 235, 3)
    return np.asarray(np.clip(base + rng.normal(0, 10, 3), 0, 250), np.float32)


def drawn_texture(rng: np.random.Generator, side: int) -> Pixels:
    """(side, side, 3) BGR: wood, felt, weave, checks, stripes, stone, dots or print."""
    kind = int(rng.choice(8, p=[0.2, 0.2, 0.14, 0.1, 0.08, 0.12, 0.06, 0.10]))
    ground = np.empty((side, side, 3), np.float32)
    ground[:] = _colour(rng)
    if kind == 0:  # wood grain
        stretched = cv2.resize(
            rng.normal(0, 1, (side // int(rng.integers(2, 9)), int(rng.integers(2, 6)))).astype(np.float32),
            (side, side),
        )
        ground *= 1 + rng.uniform(0.05, 0.22) * stretched[..., None]
        for y in range(0, side, int(rng.integers(side // 5, side))):
            if rng.random() < 0.6:
                ground[y : y + 2] *= 0.5
    elif kind == 1:  # felt, paper, plastic
        ground += rng.normal(0, rng.uniform(1, 9), (side, side, 1))
        ground += rng.uniform(0, 10) * smooth_field(rng, side, side, 6)[..., None]
    elif kind == 2:  # weave
        step = rng.uniform(2, 9)
        thread = np.sin(np.arange(side) * 2 * np.pi / step)
        ground *= (1 + rng.uniform(0.04, 0.2) * (thread[None] * thread[:, None]))[..., None]
        ground += rng.normal(0, 4, (side, side, 1))
    elif kind == 3:  # checks
        step = int(rng.integers(14, 90))
        lines = (np.arange(side) // step % 2).astype(np.float32)
        share = (lines[None] + lines[:, None])[..., None] * rng.uniform(0.2, 0.5)
        ground = ground * (1 - share) + _colour(rng) * share
    elif kind == 4:  # stripes
        step = int(rng.integers(6, 80))
        diagonal = np.arange(side) + np.arange(side)[:, None] * int(rng.integers(0, 2))
        bands = (diagonal // step % 2)[..., None].astype(np.float32)
        ground = ground * (1 - bands) + _colour(rng) * bands
    elif kind == 5:  # stone, carpet
        for cells in (4, 12, 40, 110):
            ground += rng.uniform(2, 22) * smooth_field(rng, side, side, cells)[..., None]
        ground += rng.normal(0, rng.uniform(0, 14), (side, side, 1))
    elif kind == 6:  # pattern of signs on cloth
        colour = tuple(float(v) for v in _colour(rng))
        step = int(rng.integers(18, 70))
        for y in range(0, side, step):
            for x in range(0, side, step):
                centre = (x + (y // step % 2) * step // 2, y)
                cv2.ellipse(
                    ground,
                    centre,
                    (step // 3, step // 5),
                    float(x * 7 % 180),
                    0,
                    360,
                    colour,
                    -1,
                    cv2.LINE_AA,
                )
    else:
        return drawn_print(rng, side)
    return np.asarray(np.clip(ground, 0, 255), np.uint8)


def drawn_print(rng: np.random.Generator, side: int) -> Pixels:
    """Newspaper-like or banknote-like print: letters and numbers that belong to no card."""
    paper = np.empty((side, side, 3), np.float32)
    paper[:] = rng.uniform([170, 185, 190], [255, 255, 255])
    if rng.random() < 0.4:  # guilloche of a banknote
        paper[:] = rng.uniform(120, 230, 3)
        line_x = np.arange(side)
        tint = tuple(float(v) for v in rng.uniform(40, 170, 3))
        for k in range(0, side, int(rng.integers(5, 14))):
            wave = k + 9 * np.sin(line_x / rng.uniform(6, 40)) + 6 * np.sin(line_x / rng.uniform(3, 9))
            cv2.polylines(
                paper, [np.stack([line_x, wave], axis=1).astype(np.int32)], False, tint, 1, cv2.LINE_AA
            )
    fonts = find_fonts()
    ink = rng.uniform(0, 90, 3) if rng.random() < 0.7 else rng.uniform(0, 255, 3)
    size = int(rng.choice([8, 12, 16, 24, 48, 80]))
    y = int(rng.integers(0, size))
    while y + size < side:
        x = int(rng.integers(0, 2 * size))
        font = fonts[int(rng.integers(len(fonts)))]
        while x < side - 4:
            word = WORDS[int(rng.integers(len(WORDS)))]
            if not font.cyrillic and any(ord(c) > 127 for c in word):
                word = "10"
            mask = text_mask(font.path, word, size)[:, : max(1, side - x)]
            part = paper[y : y + size, x : x + mask.shape[1]]
            part += mask[..., None].astype(np.float32) / 255 * (ink.astype(np.float32) - part)
            x += mask.shape[1] + max(3, size // 2) * int(rng.integers(1, 4))
        y += round(size * rng.uniform(1.2, 2.2))
    return np.asarray(np.clip(paper, 0, 255), np.uint8)


def cut_texture(
    rng: np.random.Generator, width: int, height: int, photos: Sequence[Pixels], pool: Sequence[Pixels]
) -> NDArray[np.float32]:
    """(height, width, 3) from a random place of a random texture, at a random scale and turn."""
    source = photos if photos and rng.random() < 0.5 else pool
    picture = source[int(rng.integers(len(source)))]
    h, w = picture.shape[:2]
    longest = max(width, height)
    window = int(min(h, w, max(24, longest * np.exp(rng.uniform(-0.7, 1.0)))))
    x, y = int(rng.integers(0, w - window + 1)), int(rng.integers(0, h - window + 1))
    part = np.rot90(picture[y : y + window, x : x + window], int(rng.integers(4)))
    way = cv2.INTER_AREA if window > longest else cv2.INTER_LINEAR
    square = cv2.resize(part, (longest, longest), interpolation=way)
    return np.asarray(square[:height, :width], np.float32)
