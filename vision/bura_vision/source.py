"""Where pictures come from: a recording, a folder of pictures, a camera, or a network address.

Recordings and folders are *files*: every picture is handed on, in order, with the recording's own time stamps
(variable frame rate included) and turned upright as the recording says. Cameras and addresses are *live*
(`bura_vision.live`): only the newest picture is kept, and a source that dies is opened again.

A source is iterated: it yields `Frame`s, and the table events `SourceLost` / `SourceBack` when a live one
dies and recovers. What cannot be opened, or ends before its end, raises `bura.errors.SourceError` with one
sentence.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import SourceError
from bura.table import SourceBack, SourceLost

log = logging.getLogger(__name__)

# FFmpeg's own complaints about a broken file would surround our one sentence on the terminal.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_FATAL)

#: (H, W, 3) uint8, BGR
Image: TypeAlias = NDArray[np.uint8]

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
LIVE_SCHEMES = ("rtsp://", "rtsps://", "http://", "https://", "rtmp://", "udp://")


CAMERA_MOST = 9999
"""highest number of a camera; OpenCV counts a few for each of its some twenty backends, a hundred apart"""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture and when it was taken."""

    image: Image
    """(H, W, 3) uint8, BGR, upright"""
    index: int
    """0, 1, 2 … in the order taken; live sources skip numbers for pictures nobody asked for"""
    at_s: float
    """seconds since the first picture of the source"""


Item: TypeAlias = Frame | SourceLost | SourceBack


class Source(Protocol):
    """Anything that gives pictures in order of time."""

    name: str
    """what the person typed"""
    live: bool
    """True: pictures may be skipped and the source may come back after a loss"""
    duration_s: float | None
    """length of a recording in seconds; None when unknown or live"""

    def __iter__(self) -> Iterator[Item]:
        """The pictures, once; a second iteration of a file starts again at its beginning."""
        ...

    def close(self) -> None:
        """Let go of the device or file; iterating ends."""
        ...


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """Every threshold of the sources."""

    truncation_s: float = 1.0
    """a recording whose last picture comes this much earlier than its header promises is called cut off"""
    truncation_share: float = 0.1
    """… and it must also miss this share of its length: headers of variable frame rate only estimate it"""
    folder_hold_s: float = 1.0
    """how long each picture of a folder is shown"""
    folder_fps: float = 5.0
    """how often it is shown meanwhile, so that settling can be seen"""
    open_timeout_s: float = 5.0
    """a network address that does not answer for this long is not there"""
    read_timeout_s: float = 4.0
    """a network read that takes this long has died"""
    lost_after_s: float = 1.5
    """a live source silent for this long is reported lost"""
    retry_first_s: float = 0.5
    """pause before a lost source is opened again; doubled after every failure"""
    retry_most_s: float = 10.0
    """… up to this"""


class FileSource:
    """A recording, picture by picture.

    :raises SourceError: when the file is missing, is a picture, holds no picture that can be read, or (at the
        end of the iteration) breaks off before its end.
    """

    live = False

    def __init__(self, path: Path, settings: SourceSettings | None = None) -> None:
        self.name = str(path)
        self._path = path
        self._settings = settings or SourceSettings()
        if not path.exists():
            raise SourceError(
                f"there is no file {path}: check the name, or give a camera number or an address"
            )
        if path.suffix.lower() in PICTURE_SUFFIXES:
            raise SourceError(f"{path} is a picture, not a recording: use `bura count` for pictures")
        capture = self._open()
        count, fps = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
        self.duration_s: float | None = count / fps if count > 0 and fps > 0 else None
        self.fps = fps if fps > 0 else 25.0
        self._closed = False
        readable = capture.read()[0]
        capture.release()
        if not readable:
            raise SourceError(
                f"{path} holds no picture that can be read: is it a recording, and was it copied whole?"
            )

    def _open(self) -> cv2.VideoCapture:
        # By absolute path: OpenCV takes a relative name like "clip%02d.png" for a numbered sequence, and a
        # name like "0" for a camera.
        capture = cv2.VideoCapture(str(self._path.resolve()), cv2.CAP_FFMPEG)
        if not capture.isOpened():
            raise SourceError(
                f"{self._path} cannot be opened as a recording: is it a video file, and was it copied whole?"
            )
        capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
        return capture

    def __iter__(self) -> Iterator[Item]:
        capture = self._open()
        first: float | None = None
        at_s = -1.0
        index = 0
        try:
            while not self._closed:
                ok, image = capture.read()
                if not ok:
                    break
                stamp = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
                first = stamp if first is None else first
                # Some containers carry no stamps or repeat one: time must still go on.
                at_s = stamp - first if stamp - first > at_s else at_s + 1.0 / self.fps
                yield Frame(np.asarray(image, np.uint8), index, at_s)
                index += 1
        finally:
            capture.release()
        if not self._closed and self.duration_s is not None:
            missing = self.duration_s - (at_s + 1.0 / self.fps)
            limits = self._settings
            if missing > max(limits.truncation_s, limits.truncation_share * self.duration_s):
                raise SourceError(
                    f"{self._path} breaks off after {at_s:.1f} s of {self.duration_s:.1f} s: copy it again; "
                    "what was seen so far is kept"
                )

    def close(self) -> None:
        self._closed = True


class FolderSource:
    """A folder of pictures in the order of their names, each held still for a moment (`SourceSettings`).

    :raises SourceError: when the folder holds no pictures, or one of them cannot be read.
    """

    live = False

    def __init__(self, path: Path, settings: SourceSettings | None = None) -> None:
        self.name = str(path)
        self._settings = settings or SourceSettings()
        self._paths = sorted(
            (p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES),
            key=lambda p: _natural(p.name),
        )
        if not self._paths:
            raise SourceError(f"the folder {path} holds no pictures: put .jpg or .png files into it")
        self.duration_s: float | None = len(self._paths) * self._settings.folder_hold_s
        self._closed = False

    def __iter__(self) -> Iterator[Item]:
        index = 0
        repeats = max(1, round(self._settings.folder_hold_s * self._settings.folder_fps))
        for path in self._paths:
            image = cv2.imread(str(path), cv2.IMREAD_COLOR)
            if image is None:
                raise SourceError(
                    f"{path} is not a picture that can be read: remove it from the folder or copy it again"
                )
            for _ in range(repeats):
                if self._closed:
                    return
                yield Frame(np.asarray(image, np.uint8), index, index / self._settings.folder_fps)
                index += 1

    def close(self) -> None:
        self._closed = True


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort key that puts ``2.jpg`` before ``10.jpg``."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


def camera_number(text: str) -> int | None:
    """The number of a camera; None: it is an address or a name. Only plain digits count: "²" is a name.

    :raises SourceError: when no camera can have that number.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    plain = text.lstrip("0") or "0"
    if len(plain) > len(str(CAMERA_MOST)):
        raise SourceError(f"there is no camera {text[:20]}…: cameras are numbered from 0 to {CAMERA_MOST}")
    return int(plain)


def open_source(text: str, settings: SourceSettings | None = None) -> Source:
    """The source a person named: ``0`` (camera), ``rtsp://…`` or ``http://…``, a folder, or a recording.

    :raises SourceError: when it is not there or cannot be read.
    """
    from bura_vision.live import LiveSource

    number = camera_number(text)
    if number is not None:
        return LiveSource(number, settings)
    if text.lower().startswith(LIVE_SCHEMES):
        return LiveSource(text, settings)
    path = Path(text).expanduser()
    try:
        return FolderSource(path, settings) if path.is_dir() else FileSource(path, settings)
    except OSError as error:
        # a name that is too long, a folder that may not be read
        raise SourceError(f"{text[:60]} cannot be opened: {error.strerror or error}") from error
