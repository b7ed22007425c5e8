"""Close-ups: the places that an act changed, some pictures of them as the camera gave them, in one file.

A clip is half as fine as the camera's picture or less, and a still is one moment, in which a hand may lie over the
card. A close-up keeps what checking again needs, and little more: it takes some hundred kilobytes where the whole
pictures would take two megabytes.

The file is a ZIP of JPEGs, named by their number; its comment tells where they lie in the whole picture.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_server.evidence.ring import Kept, jpeg_of
from bura_server.evidence.settings import EvidenceSettings
from bura_server.picture import Image

MOST_PX = 100_000_000
"""no close-up holds more pixels: a file that says otherwise is damaged"""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a picture."""

    image: Image
    left: int
    """where it lies in the whole picture, pixels"""
    top: int
    width: int
    """of the whole picture"""


def changed_box(
    before: Image, after: Sequence[Image], settings: EvidenceSettings
) -> tuple[float, float, float, float] | None:
    """Where pictures of the act differ from one before it, and all alike: what came to lie there, not a passing hand.

    :param after: at least one, of the size of ``before``.
    :return: left, top, right, bottom as shares of the picture, with a margin; None: nothing, or nearly everything
        (the light) is changed.
    """
    small = _small(before)
    apart: NDArray[np.uint8] | None = None
    for image in after:
        other = _small(image)
        if other.shape != small.shape:
            return None
        now = np.asarray(cv2.absdiff(small, other).max(axis=2), np.uint8)
        apart = now if apart is None else np.minimum(apart, now)
    if apart is None:
        return None
    mask = (apart >= settings.close_level).astype(np.uint8)
    # single pixels are noise
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    if not mask.any():
        return None
    height, width = mask.shape
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    margin = settings.close_margin
    box = (
        max(0.0, columns[0] / width - margin),
        max(0.0, rows[0] / height - margin * width / height),
        min(1.0, (columns[-1] + 1) / width + margin),
        min(1.0, (rows[-1] + 1) / height + margin * width / height),
    )
    return None if (box[2] - box[0]) * (box[3] - box[1]) > settings.close_share else box


COMPARED_PX = 480
"""pictures are compared at this width: a card is then 20 px wide or more"""


def _small(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (COMPARED_PX, max(1, round(height * COMPARED_PX / width)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def closeup_of(
    frames: Sequence[Kept], box: tuple[float, float, float, float] | None, settings: EvidenceSettings
) -> bytes:
    """A close-up of some pictures in the camera's full size.

    :param box: as `changed_box` gives it; None: the whole pictures.
    :raises ValueError: without pictures, or when one cannot be read.
    """
    if not frames:
        raise ValueError("a close-up needs at least one picture")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as out:
        place: tuple[int, int, int] | None = None
        for number, kept in enumerate(frames):
            image = cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR)
            if image is None:
                raise ValueError("a kept picture cannot be read again")
            height, width = image.shape[:2]
            left, top, right, bottom = box or (0.0, 0.0, 1.0, 1.0)
            x0, y0 = int(left * width), int(top * height)
            cut = np.asarray(
                image[y0 : max(y0 + 8, round(bottom * height)), x0 : max(x0 + 8, round(right * width))]
            )
            place = place or (x0, y0, width)
            if place == (x0, y0, width):  # a camera that changes its size meanwhile: the first one's
                out.writestr(f"{number}.jpg", jpeg_of(np.asarray(cut, np.uint8), settings.still_quality))
        assert place is not None
        out.comment = json.dumps(dict(zip(("left", "top", "width"), place, strict=True))).encode()
    return file.getvalue()


def parts_of(data: bytes) -> list[Part]:
    """The pictures of a close-up.

    :raises ValueError: when it is none, or damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            place = json.loads(file.comment)
            left, top, width = (int(place[name]) for name in ("left", "top", "width"))
            if sum(info.file_size for info in file.infolist()) > MOST_PX:
                raise ValueError("it is too large")
            pictures = [file.read(info) for info in file.infolist()]
    except (zipfile.BadZipFile, KeyError, TypeError, OSError, EOFError) as error:
        raise ValueError(f"it is no close-up that can be read: {error}") from error
    parts = []
    for jpeg in pictures:
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError("a picture of it cannot be read")
        parts.append(Part(np.asarray(image, np.uint8), left, top, width))
    if not parts or width < 1:
        raise ValueError("it holds no picture")
    return parts
