"""The annotated picture of a reading: every card outlined and named, for people to check at a glance."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bura_vision.reading import CardReading, Reading

#: BGR; red suits and black suits are told apart by letter too, never by colour alone
_SURE, _DOUBTFUL, _BACK = (60, 180, 40), (0, 170, 255), (200, 120, 40)


def annotate(image: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """A copy of ``image`` with outlines, names and a summary line.

    Green: read; amber with a question mark: doubtful; blue: a back.
    """
    canvas = image.copy()
    unit = max(image.shape[:2]) / 1000
    line = max(1, round(2 * unit))
    for back in reading.backs:
        cv2.polylines(canvas, [back.corners.astype(np.int32)], True, _BACK, line, cv2.LINE_AA)
    for card, colour in [(c, _DOUBTFUL) for c in reading.doubtful] + [(c, _SURE) for c in reading.cards]:
        for sighting in card.sightings:
            cv2.polylines(canvas, [sighting.corners.astype(np.int32)], True, colour, line, cv2.LINE_AA)
        if len(card.sightings) > 1:
            cv2.polylines(
                canvas, [card.outline.astype(np.int32)], True, colour, max(1, line // 2), cv2.LINE_AA
            )
    picture = Image.fromarray(np.ascontiguousarray(canvas[:, :, ::-1]))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(max(12, round(20 * unit)))
    for card in reading.doubtful:
        _tag(draw, font, card, f"{label(card)}?", (255, 170, 0))
    for card in reading.cards:
        _tag(draw, font, card, label(card), (40, 180, 60))
    count, points = len(reading.cards), reading.points
    summary = f"{count} card{'' if count == 1 else 's'} · {points} points"
    if reading.backs:
        summary += f" · {len(reading.backs)} face down"
    big = ImageFont.load_default(max(14, round(28 * unit)))
    box = draw.textbbox((0, 0), summary, font=big)
    pad = round(8 * unit) + 2
    draw.rectangle((0, 0, box[2] + 2 * pad, box[3] + 2 * pad), fill=(20, 20, 20))
    draw.text((pad, pad), summary, font=big, fill=(255, 255, 255))
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def label(card: CardReading) -> str:
    """``10 hearts`` in the short form drawn on pictures: rank and suit letter, since the font has no suit symbols."""
    return f"{card.card.rank.value}{card.card.suit.value}"


def _tag(
    draw: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    card: CardReading,
    text: str,
    fill: tuple[int, int, int],
) -> None:
    """The card's name on a label just above each of its corners."""
    for sighting in card.sightings[:2]:
        x0, y0, _, y1 = sighting.box
        left, _, right, bottom = draw.textbbox((0, 0), text, font=font)
        height = bottom + 4
        y = y0 - height if y0 - height > 0 else y1
        draw.rectangle((x0, y, x0 + right - left + 6, y + height), fill=fill)
        draw.text((x0 + 3 - left, y + 1), text, font=font, fill=(0, 0, 0))
