"""The newest picture of the table, drawn and compressed only when somebody looks, once for all who look."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_server.settings import ServerSettings

Image: TypeAlias = NDArray[np.uint8]
"""(H, W, 3) uint8, BGR"""
Draw: TypeAlias = Callable[[], Image]
"""gives the picture with outlines and names drawn in; called at most once, on another thread"""


class PictureDesk:
    """Holds one picture. Putting a new one costs nothing; what nobody fetched is dropped."""

    def __init__(self, settings: ServerSettings | None = None) -> None:
        self._settings = settings or ServerSettings()
        self._lock = threading.Lock()
        self._encoding = threading.Lock()
        self._number = 0
        self._draw: Draw | None = None
        self._done: tuple[int, bytes] | None = None

    @property
    def number(self) -> int:
        """Number of the newest picture; 0 before the first."""
        return self._number

    def put(self, draw: Draw) -> None:
        """A newer picture is there."""
        with self._lock:
            self._number += 1
            self._draw = draw

    def jpeg(self) -> tuple[int, bytes] | None:
        """The newest picture and its number, or None before the first. Slow: not for the event loop."""
        with self._encoding:
            with self._lock:
                number, draw = self._number, self._draw
            if draw is None:
                return None
            if self._done is None or self._done[0] != number:
                self._done = (number, self._encode(draw()))
            return self._done

    def _encode(self, image: Image) -> bytes:
        height, width = image.shape[:2]
        limit = self._settings.picture_width_px
        if width > limit:
            size = (limit, max(1, round(height * limit / width)))
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._settings.picture_quality])
        if not ok:
            raise ValueError(f"a picture of shape {image.shape} cannot be compressed")
        return data.tobytes()
