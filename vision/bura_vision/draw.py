"""Draws an overlay onto its picture: cards outlined and named, zones, hands, the table's state."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from bura.errors import SourceError
from bura_vision.interpreter import TableState
from bura_vision.layout import Points
from bura_vision.overlay import Band, Overlay
from bura_vision.source import Frame, Image

#: BGR
_BANDS = {Band.SURE: (120, 220, 60), Band.DOUBTFUL: (40, 170, 255), Band.WAITING: (220, 220, 220)}
_ZONE = (190, 190, 150)
_HAND = (60, 190, 255)
_INK = (20, 20, 20)
_STATES = {
    TableState.READY: ("ready", (120, 220, 60)),
    TableState.PLAYING: ("a hand is over the table", (60, 190, 255)),
    TableState.SETTLING: ("reading", (60, 190, 255)),
    TableState.READ: ("read", (120, 220, 60)),
    TableState.TRICK_FULL: ("trick full", (120, 220, 60)),
    TableState.COLLECTING: ("collecting", (60, 190, 255)),
    TableState.DRAWING: ("drawing", (60, 190, 255)),
    TableState.PAUSED: ("paused", (80, 80, 255)),
    TableState.DESYNC: ("please check the table", (80, 80, 255)),
}


def draw(image: Image, overlay: Overlay, *, zones: bool = True, state: bool = True) -> Image:
    """A new picture with the overlay on it; the given one is left as it is.

    :param image: (H, W, 3) uint8 BGR, of the overlay's size.
    :param zones: show the table's zones too.
    :param state: write the table's state into the corner; a page that shows it in its own language leaves it out.
    """
    canvas = image.copy()
    unit = max(image.shape[:2]) / 1280.0
    thick = max(1, round(2 * unit))
    if zones:
        for zone in overlay.zones:
            _line(canvas, zone.outline_px, _ZONE, 1)
    for seat, box in overlay.hands:
        _line(canvas, box, _HAND, thick)
        _label(canvas, seat, box[0] + (4 * unit, 4 * unit), _HAND, unit)
    for card in overlay.cards:
        colour = _BANDS[card.band]
        _line(canvas, card.outline_px, colour, thick)
        if card.text:
            doubt = "" if card.band is Band.SURE else "?"
            _label(
                canvas, card.text + doubt, card.outline_px.mean(axis=0) - (20 * unit, 14 * unit), colour, unit
            )
    if state:
        text, colour = _STATES[overlay.state]
        _label(canvas, text, np.array([10.0, 10.0]) * unit, colour, unit)
    return canvas


class ClipWriter:
    """Writes pictures with their overlays as a recording.

    :raises SourceError: (when the first picture comes) if the file cannot be written.
    """

    def __init__(self, path: Path, fps: float = 15.0) -> None:
        self._path = path
        self._fps = fps
        self._writer: cv2.VideoWriter | None = None
        self._next_s = 0.0

    def __enter__(self) -> ClipWriter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.release()

    def add(self, frame: Frame, overlay: Overlay) -> None:
        """One picture; shown as often, or skipped, as the steady rate of the recording wants."""
        if self._writer is None:
            size = (frame.image.shape[1], frame.image.shape[0])
            code = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(str(self._path), cv2.CAP_FFMPEG, code, self._fps, size)
            if not self._writer.isOpened():
                raise SourceError(
                    f"{self._path} cannot be written as a recording: name an .mp4 file in a folder"
                )
        if frame.at_s + 1e-6 < self._next_s:
            return
        drawn = draw(frame.image, overlay)
        while self._next_s <= frame.at_s + 1e-6:
            self._writer.write(drawn)
            self._next_s += 1.0 / self._fps


def _line(canvas: Image, points: Points, colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(canvas, [np.round(points).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _label(canvas: Image, text: str, at_px: Points, colour: tuple[int, int, int], unit: float) -> None:
    """A word on a dark plate. By Pillow, because OpenCV's fonts have no suits."""
    font = _font(max(10, round(22 * unit)))
    left, top, right, bottom = font.getbbox(text)
    pad = max(2, round(4 * unit))
    width, height = int(right - left) + 2 * pad, int(bottom - top) + 2 * pad
    x = int(np.clip(at_px[0], 0, max(0, canvas.shape[1] - width)))
    y = int(np.clip(at_px[1], 0, max(0, canvas.shape[0] - height)))
    plate = Pillow.new("RGB", (width, height), _INK)
    ImageDraw.Draw(plate).text((pad - left, pad - top), text, font=font, fill=colour[::-1])
    drawn = np.asarray(plate)[:, :, ::-1]
    part = canvas[y : y + height, x : x + width]
    part[:] = drawn[: part.shape[0], : part.shape[1]]


@lru_cache(maxsize=8)
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf"):
        try:
            return ImageFont.truetype(name, size_px)
        except OSError:
            continue
    return ImageFont.load_default(size_px)
