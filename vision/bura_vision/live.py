"""Live sources: a camera or a network address, read by a thread that keeps only the newest picture.

The thread is the only one that touches the device. When it fails it closes the device, waits (longer after
every failure) and opens it again; whoever iterates is told `SourceLost` once and `SourceBack` once, and
meanwhile sleeps.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from bura.errors import SourceError
from bura.table import SourceBack, SourceLost
from bura_vision.source import Frame, Image, Item, SourceSettings

log = logging.getLogger(__name__)


class Device(Protocol):
    """The part of `cv2.VideoCapture` a live source uses."""

    def read(self) -> tuple[bool, Image | None]:
        """The next picture; False when the device has died."""
        ...

    def release(self) -> None:
        """Close the device."""
        ...


Opener = Callable[[], Device | None]


class LiveSource:
    """A camera (by number) or a stream (by address); yields the newest picture each time it is asked.

    :param clock: seconds, growing; injected so that tests need not wait.
    :param opener: opens the device or gives None; injected likewise.
    :raises SourceError: when the source cannot be opened at first.
    """

    live = True
    duration_s: float | None = None

    def __init__(
        self,
        address: int | str,
        settings: SourceSettings | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        opener: Opener | None = None,
    ) -> None:
        self.name = str(address)
        self._settings = settings or SourceSettings()
        self._clock = clock
        self._opener = opener or (lambda: _open_device(address, self._settings))
        self._news = threading.Condition()
        self._newest: tuple[int, Image, float] | None = None
        self._closing = threading.Event()
        device = self._opener()
        if device is None:
            what = f"camera {address}" if isinstance(address, int) else f"the address {address}"
            way = (
                "is it plugged in and not in use?"
                if isinstance(address, int)
                else "is it switched on and on this network?"
            )
            raise SourceError(f"{what} cannot be opened: {way}")
        self._began = clock()
        self._thread = threading.Thread(
            target=self._pump, args=(device,), name=f"source {address}", daemon=True
        )
        self._thread.start()

    def __iter__(self) -> Iterator[Item]:
        seen = -1
        lost = False
        heard = self._clock()
        while not self._closing.is_set():
            with self._news:
                if not self._is_newer(seen) and not self._closing.is_set():
                    self._news.wait(0.1)
                newest = self._newest if self._is_newer(seen) else None
            now = self._clock()
            if newest is None:
                if not lost and now - heard > self._settings.lost_after_s:
                    lost = True
                    log.warning("%s gives no pictures any more; trying again", self.name)
                    yield SourceLost(at_s=now - self._began)
                continue
            index, image, at_s = newest
            if lost:
                lost = False
                yield SourceBack(at_s=at_s)
            seen, heard = index, now
            yield Frame(image, index, at_s)

    def close(self) -> None:
        """End the iteration and the thread; waits for the thread at most one read."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(self._settings.read_timeout_s)

    def _is_newer(self, seen: int) -> bool:
        return self._newest is not None and self._newest[0] > seen

    def _pump(self, device: Device | None) -> None:
        index = 0
        pause_s = self._settings.retry_first_s
        while not self._closing.is_set():
            if device is None:
                if self._closing.wait(pause_s):
                    return
                pause_s = min(2.0 * pause_s, self._settings.retry_most_s)
                device = self._opener()
                continue
            ok, image = device.read()
            if not ok or image is None:
                device.release()
                device = None
                continue
            pause_s = self._settings.retry_first_s
            with self._news:
                self._newest = (index, np.asarray(image, np.uint8), self._clock() - self._began)
                self._news.notify_all()
            index += 1
        if device is not None:
            device.release()


def _open_device(address: int | str, settings: SourceSettings) -> Device | None:
    """A capture that has given a first picture, or None."""
    if isinstance(address, str):
        # RTSP over UDP loses packets on home networks and shows torn pictures; TCP does not.
        os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
        options = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            int(settings.open_timeout_s * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            int(settings.read_timeout_s * 1000),
        ]
        capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, options)
    else:
        capture = cv2.VideoCapture(address)
    if not capture.isOpened():
        capture.release()
        return None
    return capture  # type: ignore[return-value]  # OpenCV's stub types the picture more loosely than it is
