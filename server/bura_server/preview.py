"""A look through a camera before a table is watched: for choosing it, aiming it, and laying the zones.

One preview at a time. It ends by itself when nobody looks any more, and gives the camera back before a table
takes it.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bura.errors import BuraError
from bura.table import SourceLost
from bura_server.observer import shown_name
from bura_server.picture import Image
from bura_vision.source import Frame, Source, open_source

log = logging.getLogger(__name__)

UNTOLD = "this camera cannot be looked through: the server's log says more"
"""what is said of a camera that failed in a way that has no words"""
IDLE_S = 30.0
"""a preview at which nobody has looked for this long is closed"""
FILE_FPS = 8.0
"""recordings are shown at this rate, from their beginning again at their end"""


@dataclass(frozen=True, slots=True)
class PreviewState:
    """How the preview is."""

    camera: str | None
    """what is looked through, as typed; None: nothing"""
    status: str
    """none, opening, running, lost (no pictures come), or failed"""
    message: str
    """one sentence when it failed"""
    size_px: tuple[int, int] | None
    """width and height of its pictures"""


class _Look:
    """One camera being looked through, on a thread of its own."""

    def __init__(self, camera: str, opener: Callable[[str], Source], clock: Callable[[], float]) -> None:
        self.camera = camera
        self.status, self.message = "opening", ""
        self.image: Image | None = None
        self.seen_at = clock()
        self._opener, self._clock = opener, clock
        self._closing = threading.Event()
        self._source: Source | None = None
        self._thread = threading.Thread(target=self._run, name="preview", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._source is not None:
            self._source.close()
        self._thread.join(timeout=6.0)

    def _run(self) -> None:
        try:
            self._source = self._opener(self.camera)
            while not self._closing.is_set():
                self._show(self._source)
                if self._source.live:
                    break
        except BuraError as error:
            self.status = "failed"
            self.message = str(error).replace(self.camera, shown_name(self.camera))
        except Exception:
            log.exception("looking through %s failed", shown_name(self.camera))
            self.status, self.message = "failed", UNTOLD
        finally:
            if self._source is not None:
                self._source.close()

    def _show(self, source: Source) -> None:
        for item in source:
            if self._closing.is_set() or self._clock() - self.seen_at > IDLE_S:
                self._closing.set()
                return
            if isinstance(item, Frame):
                self.image, self.status = item.image, "running"
                if not source.live:
                    self._closing.wait(1.0 / FILE_FPS)
            elif isinstance(item, SourceLost):
                self.status = "lost"


class Preview:
    """Looks through one camera at a time. Any thread may call it."""

    def __init__(
        self, opener: Callable[[str], Source] = open_source, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._opener, self._clock = opener, clock
        self._lock = threading.Lock()
        self._look: _Look | None = None

    def show(self, camera: str) -> None:
        """Look through a camera from now on; one that failed or was closed is opened anew."""
        with self._lock:
            look = self._look
            if look is not None and look.camera == camera and look.status != "failed" and self._alive(look):
                look.seen_at = self._clock()
                return
            if look is not None:
                look.close()
            self._look = _Look(camera, self._opener, self._clock)

    def close(self) -> None:
        """Let go of the camera."""
        with self._lock:
            if self._look is not None:
                self._look.close()
                self._look = None

    @property
    def image(self) -> Image | None:
        """The newest picture; None before the first. Asking keeps the preview open."""
        look = self._look
        if look is None:
            return None
        look.seen_at = self._clock()
        return look.image

    @property
    def state(self) -> PreviewState:
        """How it is."""
        look = self._look
        if look is None or (look.status != "failed" and not self._alive(look)):
            return PreviewState(None, "none", "", None)
        size = None if look.image is None else (look.image.shape[1], look.image.shape[0])
        return PreviewState(look.camera, look.status, look.message, size)

    @staticmethod
    def _alive(look: _Look) -> bool:
        return look._thread.is_alive()


def cameras() -> tuple[tuple[str, str], ...]:
    """The cameras of this machine: (what to type, name), as far as the system tells."""
    found = []
    base = Path("/sys/class/video4linux")
    if base.is_dir():
        for folder in sorted(base.iterdir(), key=lambda p: int("".join(filter(str.isdigit, p.name)) or 0)):
            number = "".join(filter(str.isdigit, folder.name))
            try:
                name = (folder / "name").read_text(encoding="utf-8").strip()
                # a camera shows up several times; only its first node gives pictures
                if (folder / "index").read_text(encoding="utf-8").strip() != "0":
                    continue
            except (OSError, UnicodeDecodeError):
                name = folder.name
            found.append((number, name))
        return tuple(found)
    if sys.platform == "linux":
        return ()
    # elsewhere the system does not tell without opening each: the first two are offered
    return (("0", ""), ("1", ""))
