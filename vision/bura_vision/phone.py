"""A phone as a camera: JPEG pictures that arrive from outside, and the live source they make.

    network ──JPEG──▶ PhoneFeed (only the newest is kept) ──▶ PhoneSource ──Frame──▶ watcher

The feed stays while the program runs; a source is one reader of it, as a table or a preview wants one. Pictures are
unpacked by the reader, so that those nobody looks at cost nothing. What cannot be unpacked is dropped and counted.
"""

from __future__ import annotations

import io
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps

from bura.table import SourceBack, SourceLost
from bura_vision.picture import MIN_SIDE_PX
from bura_vision.source import Frame, Image, Item

log = logging.getLogger(__name__)

PHONE = "phone"
"""what a person types, or chooses, to have a phone as the camera"""
WAIT_S = 0.1
"""how long a reader waits for a picture before it looks whether it is to end, or the phone is lost"""
_ORIENTATION = 0x0112
_FORMATS = ("JPEG", "MPO")
"""MPO: what some phones write, a JPEG with a second picture behind it"""


@dataclass(frozen=True, slots=True)
class PhoneSettings:
    """A phone as the camera (`bura_vision.phone`)."""

    bytes_most: int = 4 * 1024 * 1024
    """a picture of more bytes is refused; 4K at JPEG quality 0.9 has about 2.5 MB"""
    pixels_most: int = 16_000_000
    """… and one of more pixels: it would only be shrunk, and unpacking it takes longer than the next is away"""
    lost_after_s: float = 2.0
    """when no picture has arrived for this long the source is reported lost"""
    fresh_s: float = 1.5
    """a picture that arrived this long before a reader came is still shown to it"""


@dataclass(frozen=True, slots=True)
class FeedCounts:
    """What has become of the pictures, since the program began."""

    arrived: int = 0
    """pictures that were small enough to be kept"""
    refused: int = 0
    """… and that were not: no bytes or too many"""
    corrupt: int = 0
    """pictures that a reader could not unpack, or that were too large when it looked; dropped"""
    shown: int = 0
    """pictures that a reader handed on"""


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """One packed picture."""

    number: int
    """1, 2, 3 … in the order of arrival"""
    data: bytes
    """JPEG"""
    at_s: float
    """when it arrived, by the feed's clock"""


class PictureError(ValueError):
    """A picture that cannot be unpacked, or is too large; says which."""


def unpack(data: bytes, settings: PhoneSettings | None = None) -> Image:
    """A JPEG as an upright (H, W, 3) uint8 BGR picture; the camera's orientation mark (EXIF) is honoured.

    :raises PictureError: when it is no JPEG, is cut short, or has too many or too few pixels.
    """
    limits = settings or PhoneSettings()
    if len(data) > limits.bytes_most:
        raise PictureError(f"a picture of {len(data)} bytes is larger than {limits.bytes_most}")
    try:
        with Pillow.open(io.BytesIO(data), formats=_FORMATS) as opened:
            width, height = opened.size
            if width * height > limits.pixels_most:
                raise PictureError(f"{width}×{height} pixels are more than {limits.pixels_most}")
            if min(width, height) < MIN_SIDE_PX:
                raise PictureError(f"no card can be read in {width}×{height} pixels")
            upright = _upright(opened)
            return np.ascontiguousarray(np.asarray(upright.convert("RGB"), np.uint8)[:, :, ::-1])
    except PictureError:
        raise
    except Exception as error:  # Pillow has no common base for what it raises on broken bytes
        raise PictureError(f"this is no JPEG that can be read ({error})") from error


def _upright(opened: Pillow.Image) -> Pillow.Image:
    try:
        turned = opened.getexif().get(_ORIENTATION, 1) != 1
    except Exception:  # broken notes beside the picture do not make it a worse picture
        turned = False
    return ImageOps.exif_transpose(opened) if turned else opened


class PhoneFeed:
    """Where a phone's pictures arrive. Any thread may call it.

    :param clock: seconds, growing; injected so that tests need not wait.
    """

    def __init__(
        self, settings: PhoneSettings | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.settings = settings or PhoneSettings()
        self.clock = clock
        self._news = threading.Condition()
        self._newest: Arrival | None = None
        self._counts = FeedCounts()
        self._readers = 0
        self._taken = 0
        self._listeners: set[Callable[[], None]] = set()

    # --- the phone's end ----------------------------------------------------------------------------------

    def put(self, data: bytes) -> int | None:
        """Keep a picture in place of the one before; its number, or None when it is refused for its size."""
        with self._news:
            counts = self._counts
            if not data or len(data) > self.settings.bytes_most:
                self._counts = FeedCounts(counts.arrived, counts.refused + 1, counts.corrupt, counts.shown)
                return None
            self._counts = FeedCounts(counts.arrived + 1, counts.refused, counts.corrupt, counts.shown)
            self._newest = Arrival(self._counts.arrived, data, self.clock())
            self._news.notify_all()
            return self._newest.number

    @property
    def taken(self) -> int:
        """Number of the newest picture that a reader has taken; 0 before the first."""
        return self._taken

    @property
    def readers(self) -> int:
        """How many read at the moment."""
        return self._readers

    @property
    def counts(self) -> FeedCounts:
        """What has become of the pictures."""
        return self._counts

    @property
    def newest(self) -> Arrival | None:
        """The newest picture, packed; None before the first."""
        return self._newest

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` (any thread; it must be quick) when a reader takes a picture or comes; returns the end."""
        with self._news:
            self._listeners.add(listener)

        def end() -> None:
            with self._news:
                self._listeners.discard(listener)

        return end

    # --- the readers' end ---------------------------------------------------------------------------------

    def open(self) -> PhoneSource:
        """A new reader."""
        return PhoneSource(self)

    def join(self, step: int) -> None:
        """A reader comes (1) or goes (-1)."""
        with self._news:
            self._readers += step
            self._news.notify_all()
        self._tell()

    def take(self, seen: int, wait_s: float) -> Arrival | None:
        """The newest picture when its number is above ``seen``, waiting for it at most ``wait_s``."""
        with self._news:
            if not self._is_newer(seen):
                self._news.wait(wait_s)
            newest = self._newest
            if newest is None or newest.number <= seen:
                return None
            self._taken = max(self._taken, newest.number)
        self._tell()
        return newest

    def count(self, *, shown: int = 0, corrupt: int = 0) -> None:
        """A reader tells what became of a picture."""
        with self._news:
            counts = self._counts
            self._counts = FeedCounts(
                counts.arrived, counts.refused, counts.corrupt + corrupt, counts.shown + shown
            )

    def wake(self) -> None:
        """Let waiting readers look up."""
        with self._news:
            self._news.notify_all()

    def _is_newer(self, seen: int) -> bool:
        return self._newest is not None and self._newest.number > seen

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()


class PhoneSource:
    """A phone's pictures as a live source: each time it is asked it gives the newest.

    It begins without a picture; `SourceLost` comes when none has arrived for `PhoneSettings.lost_after_s`, and
    `SourceBack` before the first one after that. The phone may be another one then.
    """

    name = PHONE
    live = True
    duration_s: float | None = None

    def __init__(self, feed: PhoneFeed) -> None:
        self._feed = feed
        self._closing = threading.Event()
        self._began = self._heard = feed.clock()
        self._seen = self._index = 0
        self._lost = False
        feed.join(+1)

    def __iter__(self) -> Iterator[Item]:
        while not self._closing.is_set():
            yield from self.step(WAIT_S)

    def step(self, wait_s: float) -> tuple[Item, ...]:
        """What there is now, or comes within ``wait_s``: a picture, a loss, or nothing."""
        feed, limits = self._feed, self._feed.settings
        arrival = feed.take(self._seen, wait_s)
        now = feed.clock()
        image = None
        if arrival is not None:
            self._seen = arrival.number
            # one that is left over from before says nothing of now
            if arrival.at_s >= self._began - limits.fresh_s:
                image = self._unpacked(arrival)
        if arrival is None or image is None:
            if self._lost or now - self._heard <= limits.lost_after_s:
                return ()
            self._lost = True
            log.warning("the phone gives no pictures %s", "any more" if self._index else "yet")
            return (SourceLost(at_s=now - self._began),)
        at_s = max(0.0, arrival.at_s - self._began)
        frame = Frame(image, self._index, at_s)
        self._index += 1
        self._heard = max(self._heard, arrival.at_s)
        if not self._lost:
            return (frame,)
        self._lost = False
        return (SourceBack(at_s=at_s), frame)

    def close(self) -> None:
        """End the iteration; the phone stays connected to the feed."""
        if not self._closing.is_set():
            self._closing.set()
            self._feed.join(-1)
            self._feed.wake()

    def _unpacked(self, arrival: Arrival) -> Image | None:
        try:
            image = unpack(arrival.data, self._feed.settings)
        except PictureError as error:
            self._feed.count(corrupt=1)
            log.info("a picture of the phone is dropped: %s", error)
            return None
        self._feed.count(shown=1)
        return image
