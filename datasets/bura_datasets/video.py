"""Writing video: H.264 through ffmpeg where it is installed, else OpenCV's own writer."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from types import TracebackType

import av
import av.video
import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import SourceError

Pixels = NDArray[np.uint8]


class VideoWriter:
    """Writes BGR frames (h, w, 3) to ``path``; use it in a ``with`` block.

    The file appears under its name only when it is complete: an interrupted run leaves no half clip.
    """

    def __init__(self, path: Path, size_px: tuple[int, int], fps: float, quality: int = 24) -> None:
        self.path, self.size_px = path, size_px
        self.part = path.with_name(f".{path.stem}.part{path.suffix}")
        self._pipe: subprocess.Popen[bytes] | None = None
        self._plain: cv2.VideoWriter | None = None
        ffmpeg = shutil.which("ffmpeg")
        if ffmpeg:
            command = [ffmpeg, "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "bgr24"]
            command += ["-s", f"{size_px[0]}x{size_px[1]}", "-r", f"{fps:g}", "-i", "-", "-an"]
            command += ["-c:v", "libx264", "-preset", "faster", "-threads", "1", "-crf", str(quality)]
            command += ["-pix_fmt", "yuv420p", "-g", str(int(2 * fps)), "-movflags", "+faststart"]
            command += [
                "-map_metadata",
                "-1",
                "-fflags",
                "+bitexact",
                "-flags:v",
                "+bitexact",
                "-f",
                "mp4",
                str(self.part),
            ]
            self._pipe = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        else:
            self._plain = cv2.VideoWriter(str(self.part), cv2.VideoWriter.fourcc(*"mp4v"), fps, size_px)
            if not self._plain.isOpened():
                raise SourceError(
                    f"clip {path} cannot be written: install ffmpeg, or choose a folder that can be written"
                )

    @property
    def codec(self) -> str:
        return "h264" if self._pipe else "mp4v"

    def write(self, frame: Pixels, at_s: float | None = None) -> None:
        """Add a frame; ``at_s`` is for writers of uneven times."""
        del at_s
        if self._plain is not None:
            self._plain.write(frame)
            return
        assert self._pipe is not None
        assert self._pipe.stdin is not None
        try:
            self._pipe.stdin.write(frame.tobytes())
        except BrokenPipeError:
            raise SourceError(f"clip {self.path}: ffmpeg stopped ({self._complaint()})") from None

    def _complaint(self) -> str:
        assert self._pipe is not None
        assert self._pipe.stderr is not None
        text = self._pipe.stderr.read().decode(errors="replace").strip()
        return text.splitlines()[-1] if text else "it gave no reason"

    def close(self, *, keep: bool = True) -> None:
        """Finish the file, or drop it."""
        if self._plain is not None:
            self._plain.release()
        if self._pipe is not None:
            assert self._pipe.stdin is not None
            self._pipe.stdin.close()
            complaint = self._complaint() if keep else ""
            if self._pipe.wait() != 0 and keep:
                self.part.unlink(missing_ok=True)
                raise SourceError(f"clip {self.path} could not be encoded by ffmpeg ({complaint})")
            if self._pipe.stderr is not None:
                self._pipe.stderr.close()
        if keep:
            self.part.replace(self.path)
        else:
            self.part.unlink(missing_ok=True)

    def __enter__(self) -> VideoWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close(keep=kind is None)


TICKS = 90_000
"""time base of clips with uneven times: parts of a second"""


class UnevenWriter:
    """Writes BGR frames that carry their own times, with PyAV; otherwise like `VideoWriter`."""

    codec = "h264"

    def __init__(self, path: Path, size_px: tuple[int, int], fps: float, quality: int = 24) -> None:
        self.path = path
        self.part = path.with_name(f".{path.stem}.part{path.suffix}")
        try:
            self._file = av.open(str(self.part), "w", format="mp4", options={"movflags": "+faststart"})
        except OSError as error:
            raise SourceError(f"clip {path} cannot be written ({error}): choose another folder") from None
        options = {"preset": "faster", "crf": str(quality), "g": str(int(2 * fps))}
        stream = self._file.add_stream("libx264", options=options)
        assert isinstance(stream, av.video.stream.VideoStream)
        stream.width, stream.height = size_px
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, TICKS)
        stream.codec_context.thread_count = 1
        self._stream = stream

    def write(self, frame: Pixels, at_s: float | None = None) -> None:
        """Add a frame that is shown from ``at_s`` on."""
        if at_s is None:
            raise ValueError("a frame of uneven times needs its own")
        picture = av.VideoFrame.from_ndarray(frame, format="bgr24")
        picture.pts, picture.time_base = round(at_s * TICKS), Fraction(1, TICKS)
        self._file.mux(self._stream.encode(picture))

    def __enter__(self) -> UnevenWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._file.mux(self._stream.encode(None))
        self._file.close()
        if kind is None:
            self.part.replace(self.path)
        else:
            self.part.unlink(missing_ok=True)
