"""Drawn suit signs: Bézier outlines with random proportions, as masks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Suit

Mask = NDArray[np.uint8]
Curve = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SuitStyle:
    """Proportions of one deck's signs."""

    heart_cleft: float
    """depth of the cleft, fraction of the height"""
    heart_belly: float
    """how far the sides bulge, 0.7 slim … 1.3 full"""
    stem_width: float
    """width of the foot of spade and club, fraction of the width"""
    stem_height: float
    """height of that foot, fraction of the height"""
    diamond_curve: float
    """how far the sides of the diamond curve inwards"""
    leaf: float
    """how far the lower leaves lie under the upper one, in radii of a leaf"""
    leaf_gap: float
    """how far the lower leaves are spread to each side, in radii"""

    @classmethod
    def random(cls, rng: np.random.Generator) -> SuitStyle:
        """Proportions of some deck."""
        return cls(
            heart_cleft=rng.uniform(0.10, 0.30),
            heart_belly=rng.uniform(0.8, 1.25),
            stem_width=rng.uniform(0.2, 0.55),
            stem_height=rng.uniform(0.18, 0.42),
            diamond_curve=rng.choice([0.0, 0.0, rng.uniform(0.02, 0.16)]),
            leaf=rng.uniform(1.6, 1.95),
            leaf_gap=rng.uniform(1.02, 1.22),
        )


def _bezier(*points: tuple[float, float], steps: int = 14) -> Curve:
    """Points of a cubic (4 points) or quadratic (3 points) curve."""
    t = np.linspace(0, 1, steps)[:, None]
    p = np.array(points)
    if len(p) == 3:
        return np.asarray((1 - t) ** 2 * p[0] + 2 * (1 - t) * t * p[1] + t**2 * p[2])
    return np.asarray(
        (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    )


def _heart(s: SuitStyle) -> list[Curve]:
    b, c = s.heart_belly, s.heart_cleft
    right = np.concatenate(
        [
            _bezier((0.5, c), (0.56, c * 0.2), (0.64, 0.0), (0.74, 0.0)),
            _bezier((0.74, 0.0), (0.9, 0.0), (1.0, 0.12), (1.0, 0.29)),
            _bezier((1.0, 0.29), (1.0, 0.29 + 0.25 * b), (0.5 + 0.22 * b, 0.62), (0.5, 1.0)),
        ]
    )
    left = right[::-1] * [-1, 1] + [1, 0]
    return [np.concatenate([right, left])]


def _foot(s: SuitStyle, top: float) -> Curve:
    w, y = s.stem_width / 2, 1.0
    right = _bezier((0.5 + 0.03, top), (0.5 + 0.05, 0.86), (0.5 + w, 1.0))
    left = right[::-1] * [-1, 1] + [1, 0]
    return np.concatenate([right, [[0.5 + w, y], [0.5 - w, y]], left])


def _spade(s: SuitStyle) -> list[Curve]:
    body = _heart(s)[0].copy()
    body[:, 1] = (1 - body[:, 1]) * (1 - s.stem_height * 0.6)
    return [body, _foot(s, 0.55)]


def _club(s: SuitStyle) -> list[Curve]:
    a = np.linspace(0, 2 * math.pi, 32)
    r = 0.235
    circle = np.stack([np.cos(a), np.sin(a)], axis=1) * r
    low = r + s.leaf * r
    bottom = low + r * (1 + 0.2 + 1.1 * s.stem_height)
    foot = _foot(s, 0.0)
    foot[:, 1] = r + foot[:, 1] * (bottom - r)
    return [
        circle + np.array([0.5, r]),
        circle + np.array([0.5 - s.leaf_gap * r, low]),
        circle + np.array([0.5 + s.leaf_gap * r, low]),
        np.array([[0.44, low - 0.8 * r], [0.56, low - 0.8 * r], [0.58, low], [0.42, low]]),
        foot,
    ]


def _diamond(s: SuitStyle) -> list[Curve]:
    c = s.diamond_curve
    quarter = _bezier((0.5, 0.0), (0.75 - c, 0.25 + c), (1.0, 0.5))
    half = np.concatenate([quarter, quarter[::-1] * [1, -1] + [0, 1]])
    return [np.concatenate([half, half[::-1] * [-1, 1] + [1, 0]])]


_DRAWN = {Suit.HEARTS: _heart, Suit.SPADES: _spade, Suit.CLUBS: _club, Suit.DIAMONDS: _diamond}


def draw_suit(suit: Suit, style: SuitStyle, width: int, height: int) -> Mask:
    """(height, width) mask 0..255 whose sign fills it."""
    scale = 4
    canvas = np.zeros((height * scale, width * scale), np.uint8)
    curves = _DRAWN[suit](style)
    points = np.concatenate(curves)
    low, high = points.min(axis=0), points.max(axis=0)
    for curve in curves:
        placed = (curve - low) / (high - low) * [width * scale - 1, height * scale - 1]
        cv2.fillPoly(canvas, [np.round(placed).astype(np.int32)], 255)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
