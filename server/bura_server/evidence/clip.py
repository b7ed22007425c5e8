"""Clips that every browser plays: H.264 in MP4, written by PyAV (OpenCV's wheel has no encoder for it)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction

import av
import cv2
import numpy as np
from av.container import InputContainer

from bura_server.evidence.ring import Kept, shrunk

CRF = "27"
"""quality of the encoder (lower is better): cards of 40 px stay legible, a clip takes 100 to 300 KB"""
TICKS = 1000
"""time base: milliseconds, so that a clip runs as the table did, whatever the camera's rate"""
LAST_S = 0.4
"""how long the last picture stands"""


MOMENT = "bura: understood at "
"""how the clip's comment begins that tells when in it, in seconds, its entry was understood"""


def moment_of(clip: InputContainer) -> float | None:
    """When in an open clip its entry was understood, seconds; None when it does not tell."""
    comment = clip.metadata.get("comment", "")
    try:
        return float(comment.removeprefix(MOMENT)) if comment.startswith(MOMENT) else None
    except ValueError:
        return None


def mp4(frames: Sequence[Kept], width_px: int, moment_s: float | None = None) -> bytes:
    """A clip of some pictures at their own times.

    :param frames: at least one, in order of time; the first one's size is the clip's.
    :param width_px: most width.
    :param moment_s: when its entry was understood, by the pictures' clock; the clip tells it to `moment_of`.
    :raises ValueError: without pictures.
    """
    if not frames:
        raise ValueError("a clip needs at least one picture")
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        if moment_s is not None:
            out.metadata["comment"] = f"{MOMENT}{max(0.0, moment_s - frames[0].at_s):.3f}"
        stream = out.add_stream("libx264", options={"preset": "veryfast", "crf": CRF})
        first = shrunk(_decoded(frames[0].jpeg), width_px)
        stream.height, stream.width = first.shape[:2]
        stream.pix_fmt = "yuv420p"
        stream.time_base = Fraction(1, TICKS)
        stream.codec_context.time_base = Fraction(1, TICKS)
        # one core is the table's
        stream.codec_context.thread_count = 1
        tail = Kept(frames[-1].at_s + LAST_S, frames[-1].jpeg)
        last = -1
        for kept in (*frames, tail):
            tick = max(last + 1, round((kept.at_s - frames[0].at_s) * TICKS))
            image = shrunk(_decoded(kept.jpeg), width_px)
            if image.shape != first.shape:
                image = np.asarray(cv2.resize(image, (stream.width, stream.height)), np.uint8)
            picture = av.VideoFrame.from_ndarray(image, format="bgr24")
            picture.pts, picture.time_base = tick, Fraction(1, TICKS)
            out.mux(stream.encode(picture))
            last = tick
        out.mux(stream.encode(None))
    return file.getvalue()


def _decoded(jpeg: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("a kept picture cannot be read again")
    return np.asarray(image, np.uint8)
