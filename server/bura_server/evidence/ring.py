"""The pictures of the last seconds, compressed, within a fixed amount of memory."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from bura_server.evidence.settings import EvidenceSettings
from bura_server.picture import Image


@dataclass(frozen=True, slots=True)
class Kept:
    """One picture of the ring."""

    at_s: float
    """the table's time"""
    jpeg: bytes
    """at most as wide as a clip"""


def shrunk(image: Image, width_px: int) -> Image:
    """The picture at most so wide; both sides even, as video wants them."""
    height, width = image.shape[:2]
    zoom = min(1.0, width_px / width)
    size = (max(2, round(width * zoom) // 2 * 2), max(2, round(height * zoom) // 2 * 2))
    if size == (width, height):
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def jpeg_of(image: Image, quality: int) -> bytes:
    """The picture as JPEG.

    :raises ValueError: for something that is no picture.
    """
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError(f"a picture of shape {image.shape} cannot be compressed")
    return data.tobytes()


def unpacked(kept: Kept) -> Image:
    """A picture of the ring.

    :raises ValueError: when it cannot be read again.
    """
    image = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a kept picture cannot be read again")
    return np.asarray(image, np.uint8)


class FrameRing:
    """The newest pictures. Any thread may add and look."""

    def __init__(self, settings: EvidenceSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._frames: deque[Kept] = deque()
        self._bytes = 0

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return self._bytes

    def wants(self, at_s: float) -> bool:
        """Is a picture of this time due? A time before the newest begins anew (a recording watched again)."""
        with self._lock:
            if not self._frames:
                return True
            gap = at_s - self._frames[-1].at_s
            return gap < 0 or gap >= 0.95 / self._settings.fps

    def add(self, at_s: float, image: Image) -> None:
        """Keep a picture; the oldest go when they are too old or too many."""
        jpeg = jpeg_of(shrunk(image, self._settings.clip_width_px), self._settings.ring_quality)
        with self._lock:
            if self._frames and at_s < self._frames[-1].at_s:
                self._frames.clear()
                self._bytes = 0
            self._frames.append(Kept(at_s, jpeg))
            self._bytes += len(jpeg)
            # twice the time before an entry: its clip may have to wait for others
            oldest = at_s - 2.0 * (self._settings.before_s + self._settings.after_s)
            while self._frames and (self._frames[0].at_s < oldest or self._bytes > self._settings.ring_bytes):
                self._bytes -= len(self._frames.popleft().jpeg)

    def between(self, from_s: float, to_s: float) -> tuple[Kept, ...]:
        """The pictures of a stretch of time, in order."""
        with self._lock:
            return tuple(kept for kept in self._frames if from_s <= kept.at_s <= to_s)
