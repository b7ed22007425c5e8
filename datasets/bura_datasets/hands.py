"""Drawn hands and arms: soft shaded shapes with sleeves, seen from above.

A hand is built from tapered capsules (fingers, palm, forearm) whose signed distances are joined; the
distance also gives the height from which the shading comes. Coordinates are centimetres, fingertips at
the origin, the arm running along +y.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

LEFT_CM, RIGHT_CM, AHEAD_CM, ARM_CM = 9.0, 11.0, 4.0, 78.0
"""extent of the drawn sprite around the fingertips"""
FINGERS_CM = 16.0
"""fingers and palm lie above this"""

#: (B, G, R) of skin from light to dark
SKINS: tuple[tuple[int, int, int], ...] = (
    (172, 196, 235),
    (150, 180, 224),
    (120, 155, 205),
    (88, 124, 178),
    (62, 90, 138),
    (42, 60, 96),
)
#: (B, G, R) of sleeves
SLEEVES: tuple[tuple[int, int, int], ...] = (
    (92, 60, 38),
    (60, 60, 64),
    (150, 148, 142),
    (40, 44, 120),
    (70, 96, 60),
    (200, 205, 210),
    (120, 90, 52),
    (35, 32, 34),
)


@dataclass(frozen=True, slots=True)
class HandSprite:
    """A drawn hand: colour and alpha, with the part that lies above a held card apart."""

    whole: Pixels
    """(h, w, 4) BGRA, colour premultiplied by alpha"""
    over: Pixels
    """the same of only what is above a held card: the thumb and the arm"""
    px_per_cm: float
    turned: bool = False
    """the other hand: the drawing is mirrored"""

    @property
    def origin_px(self) -> tuple[float, float]:
        """The fingertips in the sprite."""
        return (RIGHT_CM if self.turned else LEFT_CM) * self.px_per_cm, AHEAD_CM * self.px_per_cm

    def other(self) -> HandSprite:
        """The same person's other hand."""
        whole, over = (np.ascontiguousarray(picture[:, ::-1]) for picture in (self.whole, self.over))
        return HandSprite(whole, over, self.px_per_cm, not self.turned)


Points = list[tuple[float, float, float]]
"""x, y, radius of a chain of capsules, cm"""

_FINGERS: dict[str, tuple[Points, ...]] = {
    "pinch": (
        [(4.6, 8.6, 0.85), (5.0, 5.6, 0.75), (4.2, 3.4, 0.62)],
        [(2.9, 7.6, 0.95), (3.2, 4.0, 0.85), (2.6, 1.2, 0.68)],
        [(1.0, 7.0, 1.0), (1.2, 3.0, 0.9), (1.0, 0.1, 0.7)],
        [(-0.9, 7.3, 0.98), (-1.1, 3.6, 0.88), (-0.4, 0.4, 0.7)],
    ),
    "flat": (
        [(4.4, 8.4, 0.85), (5.6, 5.6, 0.78), (6.2, 3.4, 0.62)],
        [(2.8, 7.4, 0.95), (3.4, 3.8, 0.88), (3.6, 0.9, 0.7)],
        [(1.0, 6.9, 1.0), (1.1, 2.6, 0.92), (1.1, -0.4, 0.72)],
        [(-0.9, 7.2, 0.98), (-1.4, 3.2, 0.9), (-1.7, 0.4, 0.7)],
    ),
}
_THUMBS: dict[str, Points] = {
    "pinch": [(-2.0, 12.0, 1.35), (-3.3, 8.4, 1.1), (-2.6, 5.2, 0.98), (-1.5, 2.6, 0.82)],
    "flat": [(-2.0, 12.0, 1.35), (-4.2, 9.2, 1.1), (-5.4, 6.8, 0.95), (-6.0, 4.8, 0.8)],
}
_PALM: Points = [(0.6, 8.4, 2.0), (0.9, 11.2, 2.6), (1.2, 14.0, 2.4), (1.6, 17.5, 2.35)]
_PALM2: Points = [(3.4, 8.8, 1.5), (3.0, 12.5, 1.9)]
_ARM: Points = [(1.6, 16.0, 2.35), (2.0, 24.0, 3.0), (2.6, 40.0, 3.9), (3.0, 80.0, 4.4)]
_SLEEVE: Points = [(1.8, 22.0, 3.6), (2.2, 30.0, 4.2), (2.8, 46.0, 5.2), (3.0, 80.0, 5.8)]


def _distance(grid: tuple[Floats, Floats], chain: Points) -> Floats:
    """Signed distance (cm, negative inside) to a chain of tapered capsules."""
    x, y = grid
    best = np.full(x.shape, 1e6, dtype=np.float32)
    for (ax, ay, ar), (bx, by, br) in pairwise(chain):
        dx, dy = bx - ax, by - ay
        share = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
        away = np.hypot(x - ax - share * dx, y - ay - share * dy) - (ar + (br - ar) * share)
        best = np.minimum(best, away.astype(np.float32))
    return best


def _join(a: Floats, b: Floats, soft: float) -> Floats:
    """Smooth union of two distances."""
    share = np.clip(0.5 + 0.5 * (b - a) / soft, 0.0, 1.0)
    return np.asarray(b + (a - b) * share - soft * share * (1.0 - share), dtype=np.float32)


def _height(distance: Floats, radius: float, px_per_cm: float) -> Floats:
    """Height (cm) of a rounded body over its distance field."""
    depth = np.clip(-distance / radius, 0.0, 1.0)
    height = radius * np.sqrt(np.clip(1.0 - (1.0 - depth) ** 2, 0.0, 1.0))
    return np.asarray(cv2.GaussianBlur(height.astype(np.float32), (0, 0), 0.1 * px_per_cm), dtype=np.float32)


def _soft_max(a: Floats, b: Floats, soft: float) -> Floats:
    """Smooth maximum of two heights."""
    return np.asarray(-_join(-a, -b, soft), dtype=np.float32)


def _lit(height: Floats, px_per_cm: float) -> Floats:
    """Brightness 0.25..1.15 of a height field (cm) lit from the upper left."""
    gx = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) * (px_per_cm / 8.0)
    gy = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) * (px_per_cm / 8.0)
    light = (0.3 * gx + 0.3 * gy + 0.86) / np.sqrt(gx * gx + gy * gy + 1.0)
    return np.asarray(np.clip(0.42 + 0.62 * light, 0.25, 1.15), dtype=np.float32)


def draw_hand(
    shape: str,
    skin: tuple[int, int, int],
    sleeve: tuple[int, int, int],
    px_per_cm: float,
    rng: np.random.Generator,
    *,
    mirrored: bool = False,
    bare_arm: bool = False,
) -> HandSprite:
    """Draw one hand; ``shape`` is pinch (holding a card) or flat (sweeping)."""
    width, height_px = int((LEFT_CM + RIGHT_CM) * px_per_cm), int((AHEAD_CM + ARM_CM) * px_per_cm)
    xs = (np.arange(width, dtype=np.float32) / px_per_cm) - LEFT_CM
    ys = (np.arange(height_px, dtype=np.float32) / px_per_cm) - AHEAD_CM
    grid_x, grid_y = np.meshgrid(xs, ys)
    if mirrored:
        grid_x = -grid_x
    grid = (grid_x, grid_y)
    palm = _join(_join(_distance(grid, _PALM), _distance(grid, _PALM2), 2.0), _distance(grid, _ARM), 2.0)
    # Fingers reach only into the upper part of the sprite: there is no need to look for them along the arm.
    rows = int((FINGERS_CM + AHEAD_CM) * px_per_cm)
    upper = (grid_x[:rows], grid_y[:rows])
    fingers = [_distance(upper, chain) for chain in _FINGERS[shape]]
    thumb = _distance(upper, _THUMBS[shape])
    soft = 1.2 / px_per_cm

    # One body: heights of palm and fingers flow into each other, so that no joint shows as a seam.
    body, height = palm.copy(), _height(palm, 2.5, px_per_cm)
    for finger in (*fingers, thumb):
        body[:rows] = _join(body[:rows], finger, 2.6 if finger is thumb else 0.9)
        swelling = _height(finger, 0.95, px_per_cm) * (1.5 if finger is thumb else 1.0)
        height[:rows] = _soft_max(height[:rows], swelling, 0.5)
    groove = np.zeros(palm.shape, np.float32)
    for first, second in pairwise(fingers):
        near = np.clip(1.0 - np.abs(first - second) / 0.16, 0, 1) * (np.maximum(first, second) < 0.3)
        groove[:rows] = np.maximum(groove[:rows], near * np.clip((7.0 - upper[1]) / 3.0, 0.0, 1.0))

    blotch = cv2.resize(
        rng.normal(0, 1, (height_px // 24 + 2, width // 24 + 2)).astype(np.float32), (width, height_px)
    )
    fine = cv2.GaussianBlur(rng.normal(0, 1, (height_px, width)).astype(np.float32), (0, 0), 0.8)
    tone = (1.0 + 0.025 * blotch + 0.025 * fine)[..., None] * np.array(skin, np.float32)
    # Knuckles and fingertips are redder than the back of the hand.
    flush = np.exp(-(((grid_y - 7.2) / 1.3) ** 2)) + np.exp(-(((grid_y - 0.6) / 1.2) ** 2))
    tone *= 1.0 - 0.05 * flush[..., None] * np.array([1.0, 0.9, 0.0], np.float32)
    bgr = tone * _lit(height, px_per_cm)[..., None] * (1.0 - 0.4 * groove)[..., None]
    alpha = np.clip(0.5 - body / (2 * soft), 0.0, 1.0)
    # Above a held card there are only the thumb and what lies behind the card's edge.
    over = alpha * np.clip((grid_y - (5.0 if shape == "pinch" else 6.5)) / 1.5, 0.0, 1.0)
    if shape == "pinch":
        over[:rows] = np.maximum(over[:rows], np.clip(0.5 - thumb / (2 * soft), 0.0, 1.0))
    _details(bgr[:rows], upper, shape, skin, alpha[:rows])
    if not bare_arm:
        # The cuff is cut straight across, a little rounded by the wrist below it.
        cloth = np.maximum(_distance(grid, _SLEEVE), 20.4 - 0.03 * (grid_x - 1.8) ** 2 - grid_y)
        folds = cv2.GaussianBlur(
            rng.normal(0, 1, (height_px, width)).astype(np.float32), (0, 0), 0.9 * px_per_cm
        )
        folds = np.asarray(folds / max(1e-6, float(np.std(folds))), np.float32)
        weave = rng.normal(0, 1, (height_px, width)).astype(np.float32)
        cover = np.clip(0.5 - cloth / (2 * soft), 0.0, 1.0)
        cuff = np.clip(1.0 - np.abs(grid_y - 21.9 + 0.03 * (grid_x - 1.8) ** 2) / 0.18, 0.0, 1.0)
        shade = (
            _lit(_height(cloth, 4.2, px_per_cm), px_per_cm)
            * (1.0 + 0.07 * folds + 0.035 * weave)
            * (1.0 - 0.25 * cuff)
        )
        drop = np.clip(1.0 - np.clip(cloth, 0.0, None) / 0.7, 0.0, 1.0)
        bgr *= (1.0 - 0.45 * drop)[..., None]
        bgr = (
            bgr * (1.0 - cover[..., None])
            + shade[..., None] * np.array(sleeve, np.float32) * cover[..., None]
        )
        alpha, over = np.maximum(alpha, cover), np.maximum(over, cover)
    return HandSprite(_premultiplied(bgr, alpha), _premultiplied(bgr, over), px_per_cm)


def draw_elbow(sleeve: tuple[int, int, int], px_per_cm: float, rng: np.random.Generator) -> HandSprite:
    """A sleeved forearm that leans on the table's edge; its tip is at the origin."""
    width, height_px = int((LEFT_CM + RIGHT_CM) * px_per_cm), int((AHEAD_CM + ARM_CM) * px_per_cm)
    xs = (np.arange(width, dtype=np.float32) / px_per_cm) - LEFT_CM
    ys = (np.arange(height_px, dtype=np.float32) / px_per_cm) - AHEAD_CM
    grid_x, grid_y = np.meshgrid(xs, ys)
    body = _distance((grid_x, grid_y), [(0.0, 4.0, 4.0), (0.6, 14.0, 5.2), (2.0, 80.0, 6.4)])
    folds = cv2.GaussianBlur(rng.normal(0, 1, (height_px, width)).astype(np.float32), (0, 0), px_per_cm)
    folds = np.asarray(folds / max(1e-6, float(np.std(folds))), np.float32)
    weave = rng.normal(0, 1, (height_px, width)).astype(np.float32)
    shade = _lit(_height(body, 4.6, px_per_cm), px_per_cm) * (1.0 + 0.07 * folds + 0.035 * weave)
    bgr = np.asarray(shade[..., None] * np.array(sleeve, np.float32), np.float32)
    alpha = np.asarray(np.clip(0.5 - body * px_per_cm / 2.4, 0.0, 1.0), np.float32)
    picture = _premultiplied(bgr, alpha)
    return HandSprite(picture, picture, px_per_cm)


def _premultiplied(bgr: Floats, alpha: Floats) -> Pixels:
    picture = np.dstack([np.clip(bgr, 0, 255) * alpha[..., None], alpha * 255.0])
    return np.asarray(np.rint(picture), dtype=np.uint8)


def _details(
    bgr: Floats, grid: tuple[Floats, Floats], shape: str, skin: tuple[int, int, int], alpha: Floats
) -> None:
    """Knuckle lines and nails, in place."""
    x, y = grid
    for chain in (*_FINGERS[shape], _THUMBS[shape][1:]):
        (mx, my, mr), (tx, ty, tr) = chain[-2], chain[-1]
        ux, uy = tx - mx, ty - my
        length = float(np.hypot(ux, uy))
        ux, uy = ux / length, uy / length
        for share, depth in ((0.05, 0.16), (0.45, 0.10)):
            px, py = mx + share * length * ux, my + share * length * uy
            along, across = (x - px) * ux + (y - py) * uy, (x - px) * -uy + (y - py) * ux
            line = np.exp(-((along / 0.11) ** 2)) * (np.abs(across) < mr * 0.75)
            bgr *= (1.0 - depth * line)[..., None]
        along, across = (x - tx) * ux + (y - ty) * uy, (x - tx) * -uy + (y - ty) * ux
        oval = ((along - 0.12) / (tr * 0.85)) ** 2 + (across / (tr * 0.62)) ** 2
        nail = np.clip((1.0 - oval) * 4.0, 0.0, 1.0) * alpha
        colour = np.minimum(np.array(skin, np.float32) * 1.02 + np.array([22, 14, 10], np.float32), 255)
        bgr[...] = bgr * (1.0 - 0.55 * nail[..., None]) + colour * 0.55 * nail[..., None]
