"""Cards on a plane seen by a camera.

The plane's unit is one card width. A card lies on it by a rigid motion; a camera shows it by a 3 × 3 matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_datasets.training.faces import CardFace

Matrix: TypeAlias = NDArray[np.float64]
Points: TypeAlias = NDArray[np.float64]


def rotation(angle: float) -> Matrix:
    """3 × 3, clockwise on a picture."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def shift(x: float, y: float) -> Matrix:
    """3 × 3."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def scaling(factor: float) -> Matrix:
    """3 × 3."""
    return np.diag([factor, factor, 1.0])


def tilt(angle: float, axis: float, distance: float) -> Matrix:
    """View of a plane that is turned by ``angle`` about a line through the origin.

    :param axis: direction of that line, radians.
    :param distance: of the camera, in units of the plane.
    """
    squeeze = np.diag([1.0, np.cos(angle), 1.0])
    squeeze[2, 1] = np.sin(angle) / distance
    return np.asarray(rotation(axis) @ squeeze @ rotation(-axis))


def apply(matrix: Matrix, points: NDArray[np.floating]) -> Points:
    """(n, 2) points through a 3 × 3 matrix."""
    lifted = np.concatenate([np.asarray(points, np.float64), np.ones((len(points), 1))], axis=1) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def face_to_unit(face: CardFace) -> Matrix:
    """From a face's pixels to units of one card width, with the card's middle at the origin."""
    width, height = face.size
    return np.asarray(scaling(1 / width) @ shift(-width / 2, -height / 2))


@dataclass(frozen=True, slots=True)
class Bow:
    """A card that does not lie flat: its middle line is pushed sideways, which bends the edges and the print."""

    amount: float
    """largest displacement, fraction of the card's width"""
    along: bool
    """whether the long edges bend (else the short ones)"""


def draw_card(
    picture: NDArray[np.float32], face: CardFace, to_picture: Matrix, bow: Bow | None = None
) -> NDArray[np.float32]:
    """Draw a face onto the picture.

    :param to_picture: from units about the card's middle to pixels of the picture.
    :returns: (h, w) how much of the card covers each pixel, 0..1.
    """
    height, width = picture.shape[:2]
    matrix = to_picture @ face_to_unit(face)
    area = abs(float(np.linalg.det(matrix[:2, :2]))) / abs(matrix[2, 2]) ** 3
    pixels = face.level(float(np.sqrt(max(area, 1e-9))))
    down = face.size[0] / pixels.shape[1], face.size[1] / pixels.shape[0]
    matrix = matrix @ np.diag([down[0], down[1], 1.0])
    x0, y0, x1, y1 = _window(apply(matrix, _rectangle(pixels.shape[1], pixels.shape[0])), picture, bow)
    cover = np.zeros((height, width), np.float32)
    if x1 <= x0 or y1 <= y0:
        return cover
    matrix = shift(-x0, -y0) @ matrix
    # transparent corners have the paper's colour, and so has what lies outside: edges blend without a dark fringe
    paper = (*(float(v) for v in pixels[0, 0, :3]), 0.0)
    if bow is None:
        size = (x1 - x0, y1 - y0)
        drawn = cv2.warpPerspective(pixels, matrix, size, flags=cv2.INTER_LINEAR, borderValue=paper)
    else:
        ys, xs = np.mgrid[0 : y1 - y0, 0 : x1 - x0].astype(np.float64)
        source = apply(
            np.asarray(np.linalg.inv(matrix), np.float64), np.stack([xs.ravel(), ys.ravel()], axis=1)
        ).reshape(*xs.shape, 2)
        h, w = pixels.shape[:2]
        if bow.along:
            source[..., 0] += bow.amount * w * (1 - (2 * source[..., 1] / h - 1) ** 2)
        else:
            source[..., 1] += bow.amount * w * (1 - (2 * source[..., 0] / w - 1) ** 2)
        maps = source.astype(np.float32)
        drawn = cv2.remap(pixels, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=paper)
    alpha = drawn[..., 3:].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    part += alpha * (drawn[..., :3] - part)
    cover[y0:y1, x0:x1] = alpha[..., 0]
    return cover


def _rectangle(width: float, height: float) -> Points:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _window(outline: Points, picture: NDArray[np.float32], bow: Bow | None) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1: the part of the picture that a card can touch."""
    spare = 2.0
    if bow is not None:
        spare += 1.5 * abs(bow.amount) * float(np.abs(outline[2] - outline[0]).max())
    low, high = outline.min(axis=0) - spare, outline.max(axis=0) + spare
    return (
        max(0, int(low[0])),
        max(0, int(low[1])),
        min(picture.shape[1], int(high[0]) + 1),
        min(picture.shape[0], int(high[1]) + 1),
    )


def bow_shift(face: CardFace, points: NDArray[np.floating], bow: Bow | None) -> NDArray[np.float32]:
    """Where points of the face (pixels) come to lie when the card is bowed, still in pixels of the face."""
    moved = np.array(points, np.float32)
    if bow is not None:
        width, height = face.size
        if bow.along:
            moved[:, 0] -= bow.amount * width * (1 - (2 * moved[:, 1] / height - 1) ** 2)
        else:
            moved[:, 1] -= bow.amount * width * (1 - (2 * moved[:, 0] / width - 1) ** 2)
    return moved


def cast_shadow(
    picture: NDArray[np.float32], outline: NDArray[np.floating], rng: np.random.Generator, card_px: float
) -> None:
    """Darken where a card's edge shades what lies beneath.

    :param outline: (n, 2) pixels of the card to be drawn next.
    :param card_px: its width in pixels.
    """
    height, width = picture.shape[:2]
    depth, soft = rng.uniform(0.1, 0.55), card_px * rng.uniform(0.008, 0.05)
    shade = outline + rng.normal(0, 0.015, 2) * card_px
    spare = 3 * soft + 2
    x0, y0 = np.maximum(np.floor(shade.min(axis=0) - spare), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(shade.max(axis=0) + spare), [width, height]).astype(int)
    if x1 <= x0 or y1 <= y0:
        return
    coarse = max(1.0, soft / 2)  # a soft shadow needs few pixels
    size = max(2, round((x1 - x0) / coarse)), max(2, round((y1 - y0) / coarse))
    mask = np.zeros((size[1], size[0]), np.float32)
    cv2.fillConvexPoly(
        mask, np.round((shade - [x0, y0]) * (8 / coarse)).astype(np.int32), depth, cv2.LINE_AA, 3
    )
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, soft / coarse)), np.float32)
    if mask.shape != (y1 - y0, x1 - x0):
        mask = np.asarray(
            cv2.resize(mask, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_LINEAR), np.float32
        )
    picture[y0:y1, x0:x1] *= (1 - mask)[..., None]


def card_outline(face: CardFace, to_picture: Matrix) -> Points:
    """(4, 2) pixels of the picture."""
    width, height = face.size
    return apply(to_picture @ face_to_unit(face), _rectangle(width, height))


def visible_share(corners: NDArray[np.floating], cover: NDArray[np.float32]) -> float:
    """Share of a box that nothing covers; what lies outside the picture counts as covered.

    :param cover: (h, w) 0 free … 1 covered.
    """
    height, width = cover.shape
    low = np.floor(corners.min(axis=0)).astype(int)
    high = np.ceil(corners.max(axis=0)).astype(int) + 1
    size = np.maximum(high - low, 1)
    scale = max(1, int(np.ceil(24 / max(1, int(size.min())))))  # small boxes are counted on a finer grid
    mask = np.zeros((int(size[1]) * scale, int(size[0]) * scale), np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners - low) * scale).astype(np.int32), 1)
    total = int(mask.sum())
    if total == 0:
        return 0.0
    free = np.zeros((int(size[1]), int(size[0])), np.float32)
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    x1, y1 = min(width, int(high[0])), min(height, int(high[1]))
    if x1 <= x0 or y1 <= y0:
        return 0.0
    free[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]] = 1 - cover[y0:y1, x0:x1]
    if scale > 1:
        free = np.repeat(np.repeat(free, scale, axis=0), scale, axis=1)
    return float((free * mask).sum() / total)
