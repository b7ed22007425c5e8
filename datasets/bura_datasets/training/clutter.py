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
    return np.asarray(alpha, np.float32)


def draw_hand(
    picture: NDArray[np.float32],
    tip: NDArray[np.float64],
    direction: float,
    card_px: float,
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Fingers, the back of a hand, a forearm in a sleeve that leaves the picture.

    :param tip: (2,) where the fingers end.
    :param direction: from the fingertips to the arm, radians.
    :param card_px: width of a card in pixels; a hand is about one and a half as broad.
    :returns: (h, w) how much of it covers each pixel.
    """
    tone = skin(rng)
    away = np.array([np.cos(direction), np.sin(direction)])
    side = np.array([-away[1], away[0]])
    cover = np.zeros(picture.shape[:2], np.float32)
    palm = tip + away * card_px * rng.uniform(1.3, 1.8)
    sleeve = palm + away * card_px * rng.uniform(0.8, 1.6)
    end = sleeve + away * float(np.hypot(*picture.shape[:2])) * 1.2
    cloth = np.asarray(rng.uniform(15, 235, 3), np.float32)
    parts = [
        (palm, sleeve + away * card_px * 0.4, 1.0, tone),
        (sleeve, end, rng.uniform(1.1, 1.6), cloth),
        (palm - away * card_px * 0.25, palm + away * card_px * 0.35, 1.35, tone),
    ]
    for number, spread in enumerate(np.linspace(-0.5, 0.5, 4)):
        bend = rng.normal(0, 0.12)
        reach = 0.08 * abs(number - 1.4) + rng.uniform(0, 0.3)
        point = tip + side * card_px * (spread + bend) + away * card_px * reach
        parts.append((point, palm + side * card_px * spread * 0.9, rng.uniform(0.24, 0.3), tone))
    thumb = (
        tip
        + side * card_px * rng.choice([-1, 1]) * rng.uniform(0.5, 1.0)
        + away * card_px * rng.uniform(0.5, 1.1)
    )
    parts.append((thumb, palm, 0.3, tone))
    for start, stop, broad, colour in parts:
        alpha = draw_finger(picture, start, stop, card_px * float(broad), rng, colour)
        np.maximum(cover, alpha, out=cover)
    return cover


def note(rng: np.random.Generator, printed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A paper with print on it as a BGRA picture of random shape: banknote, newspaper, letter, photograph.

    :param printed: (h, w, 3) what is on it.
    """
    height, width = printed.shape[:2]
    h = int(height * rng.uniform(0.35, 1.0))
    w = int(width * rng.uniform(0.4, 1.0))
    part = printed[:h, :w]
    return np.dstack([part, np.full((h, w), 255, np.uint8)])


def chip(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A gambling chip or coin, BGRA."""
    side = 120
    disc = np.zeros((side, side, 4), np.uint8)
    colour = tuple(float(v) for v in rng.uniform(10, 230, 3))
    stripe = tuple(float(v) for v in rng.uniform(150, 255, 3))
    cv2.circle(disc, (60, 60), 58, (*colour, 255.0), -1, cv2.LINE_AA)
    if rng.random() < 0.75:
        for start in range(0, 360, int(rng.choice([30, 45, 60]))):
            cv2.ellipse(disc, (60, 60), (51, 51), 0, start, start + 14, (*stripe, 255.0), 14, cv2.LINE_AA)
    cv2.circle(
        disc, (60, 60), int(rng.integers(26, 44)), (*stripe, 255.0), int(rng.choice([-1, 2])), cv2.LINE_AA
    )
    text = str(rng.choice(["5", "10", "1", "2", "100", "25", "A", "50", "7"]))
    cv2.putText(
        disc, text, (60 - 13 * len(text), 72), cv2.FONT_HERSHEY_DUPLEX, 1.2, (*colour, 255.0), 2, cv2.LINE_AA
    )
    return disc


def phone(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A telephone, dark or lit, BGRA."""
    height, width = 300, 146
    body = np.zeros((height, width, 4), np.uint8)
    frame = (*(float(v) for v in rng.uniform(5, 70, 3)), 255.0)
    cv2.rectangle(body, (6, 0), (width - 7, height - 1), frame, -1)
    cv2.rectangle(body, (0, 6), (width - 1, height - 7), frame, -1)
    if rng.random() < 0.6:
        screen = (*(float(v) for v in rng.uniform(0, 255, 3)), 255.0)
        cv2.rectangle(body, (8, 18), (width - 9, height - 19), screen, -1)
        for _ in range(int(rng.integers(0, 20))):
            x, y = int(rng.integers(12, width - 40)), int(rng.integers(24, height - 50))
            tint = (*(float(v) for v in rng.uniform(0, 255, 3)), 255.0)
            cv2.rectangle(
                body, (x, y), (x + int(rng.integers(8, 28)), y + int(rng.integers(8, 28))), tint, -1
            )
        label = f"{rng.integers(0, 24)}:{rng.integers(10, 60)}"
        cv2.putText(body, label, (24, 64), cv2.FONT_HERSHEY_DUPLEX, 1.1, (255, 255, 255, 255), 2, cv2.LINE_AA)
    return body


def joker(rng: np.random.Generator, letters: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """A card that is none of the 52: a joker or a rules card, BGRA.

    :param letters: masks of the word's letters, which run down the card's edge.
    """
    width, height = 250, 355
    card = np.full((height, width, 3), rng.uniform(225, 255), np.float32)
    ink = np.array([20.0, 20.0, 190.0] if rng.random() < 0.5 else [20.0, 20.0, 20.0], np.float32)
    y = 12
    for mask in letters:
        h, w = mask.shape
        if y + h >= height or 10 + w >= width:
            break
        for part in (card[y : y + h, 10 : 10 + w], card[::-1, ::-1][y : y + h, 10 : 10 + w]):
            part += mask[..., None].astype(np.float32) / 255 * (ink - part)
        y += h + 4
    for _ in range(int(rng.integers(5, 18))):
        points = rng.normal(
            [width / 2, height / 2], [width * 0.16, height * 0.2], (int(rng.integers(3, 6)), 2)
        )
        shade = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.fillPoly(card, [cv2.convexHull(points.astype(np.int32))], shade, cv2.LINE_AA)
    return np.dstack([np.clip(card, 0, 255).astype(np.uint8), np.full((height, width), 255, np.uint8)])
