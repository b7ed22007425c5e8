"""A phone as the camera: pictures in any order, gaps, garbage, turned pictures, limits."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow

from bura.table import SourceBack, SourceLost
from bura_vision.phone import PhoneFeed, PhoneSettings, PhoneSource, PictureError, unpack
from bura_vision.source import Frame, Image, Item

PATIENCE_S = 20.0


def jpeg(level: int = 100, size: tuple[int, int] = (64, 48), orientation: int = 1) -> bytes:
    """A picture (width, height) whose upper left quarter is white."""
    pixels = np.full((size[1], size[0], 3), level, np.uint8)
    pixels[: size[1] // 2, : size[0] // 2] = 255
    out = io.BytesIO()
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    Pillow.fromarray(pixels).save(out, "JPEG", quality=90, exif=exif)
    return out.getvalue()


def bright_corner(image: Image) -> str:
    """Which quarter is the white one: "top left" and so on."""
    h, w = image.shape[0] // 2, image.shape[1] // 2
    quarters = {
        "top left": image[:h, :w],
        "top right": image[:h, w:],
        "bottom left": image[h:, :w],
        "bottom right": image[h:, w:],
    }
    return max(quarters, key=lambda name: float(quarters[name].mean()))


class Clock:
    """Time that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def gathered(source: PhoneSource) -> tuple[list[Item], threading.Thread]:
    """Everything a source gives, gathered by a thread."""
    items: list[Item] = []

    def gather() -> None:
        items.extend(iter(source))

    thread = threading.Thread(target=gather, daemon=True)
    thread.start()
    return items, thread


def until(good: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not good():
        assert time.monotonic() < deadline, f"{what} never came"
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("orientation", "corner", "size"),
    [
        (1, "top left", (64, 48)),
        (2, "top right", (64, 48)),
        (3, "bottom right", (64, 48)),
        (4, "bottom left", (64, 48)),
        (5, "top left", (48, 64)),
        (6, "top right", (48, 64)),
        (7, "bottom right", (48, 64)),
        (8, "bottom left", (48, 64)),
        (99, "top left", (64, 48)),  # no orientation there is
    ],
)
def test_turned_pictures_come_out_upright(orientation: int, corner: str, size: tuple[int, int]) -> None:
    image = unpack(jpeg(orientation=orientation))
    assert image.shape == (size[1], size[0], 3)
    assert image.flags["C_CONTIGUOUS"]
    assert bright_corner(image) == corner


def test_colours_are_blue_green_red() -> None:
    out = io.BytesIO()
    Pillow.new("RGB", (64, 64), (250, 10, 10)).save(out, "JPEG")
    blue, green, red = (float(unpack(out.getvalue())[:, :, c].mean()) for c in range(3))
    assert red > 200 > 60 > max(blue, green)


def test_grey_and_print_colours_are_taken_too() -> None:
    for mode in ("L", "CMYK"):
        out = io.BytesIO()
        Pillow.new(mode, (64, 40)).save(out, "JPEG")
        assert unpack(out.getvalue()).shape == (40, 64, 3)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "no JPEG", id="nothing"),
        pytest.param(b"hello", "no JPEG", id="text"),
        pytest.param(jpeg()[:200], "no JPEG", id="cut in its head"),
        pytest.param(jpeg(size=(300, 300))[:1500], "no JPEG", id="cut in its middle"),
        pytest.param(jpeg(size=(20, 300)), "no card can be read in 20×300", id="too small"),
        pytest.param(jpeg(size=(400, 300)), "400×300 pixels are more than 100000", id="too many pixels"),
        pytest.param(b"\xff\xd8" + b"\0" * 30_000, "larger than 20000", id="too many bytes"),
    ],
)
def test_what_is_no_picture_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        unpack(data, PhoneSettings(bytes_most=20_000, pixels_most=100_000))


def test_a_png_is_no_jpeg() -> None:
    out = io.BytesIO()
    Pillow.new("RGB", (64, 64)).save(out, "PNG")
    with pytest.raises(PictureError):
        unpack(out.getvalue())


@given(st.binary(max_size=200), st.integers(0, 2000), st.integers(0, 255))
def test_no_bytes_make_it_crash(rubbish: bytes, at: int, value: int) -> None:
    whole = bytearray(jpeg())
    whole[at % len(whole)] = value
    for data in (rubbish, bytes(whole), bytes(whole[: at % len(whole)]), bytes(whole) + rubbish):
        try:
            image = unpack(data)
        except PictureError:
            continue
        assert image.dtype == np.uint8
        assert image.ndim == 3


GOOD, GARBAGE, HUGE = jpeg(), b"\xff\xd8 garbage", b"\xff" * 60_000
ACTS = st.lists(
    st.one_of(
        st.sampled_from([GOOD, jpeg(orientation=6), jpeg(size=(48, 64)), GARBAGE, HUGE, b""]),
        st.floats(0.0, 5.0),  # so many seconds pass
        st.just("read"),
    ),
    max_size=40,
)


@given(ACTS)
def test_whatever_arrives_the_source_keeps_its_promises(acts: list[bytes | float | str]) -> None:
    clock = Clock()
    feed = PhoneFeed(PhoneSettings(bytes_most=50_000), clock)
    source = feed.open()
    items: list[Item] = []
    last_good, unread_good = clock.now, False
    for act in acts:
        if isinstance(act, bytes):
            kept = feed.put(act) is not None
            assert kept == (0 < len(act) <= 50_000)
            if kept:
                unread_good = act not in (GARBAGE,)
                arrived = clock.now
        elif isinstance(act, float):
            clock.now += act
        else:
            before = len(items)
            items.extend(source.step(0.0))
            new = items[before:]
            assert len([item for item in new if isinstance(item, Frame)]) == int(unread_good)
            if unread_good:
                last_good = arrived
                unread_good = False
            elif clock.now - last_good > feed.settings.lost_after_s:
                # silence, or garbage only, for so long: it has been told by now
                assert isinstance([i for i in items if not isinstance(i, Frame)][-1], SourceLost)
    # losses and returns alternate, beginning with a loss
    told = [item for item in items if not isinstance(item, Frame)]
    assert [isinstance(item, SourceLost) for item in told] == [n % 2 == 0 for n in range(len(told))]
    # a picture follows each return, and none comes while it is lost
    lost = False
    for item, following in zip(items, [*items[1:], None], strict=False):
        if isinstance(item, SourceBack):
            assert isinstance(following, Frame)
        lost = isinstance(item, SourceLost) or (lost and not isinstance(item, SourceBack))
        assert not (lost and isinstance(item, Frame))
    frames = [item for item in items if isinstance(item, Frame)]
    assert [frame.index for frame in frames] == list(range(len(frames)))
    times = [frame.at_s for frame in frames]
    assert times == sorted(times)
    assert all(at_s >= 0 for at_s in times)
    counts = feed.counts
    assert counts.shown == len(frames)
    assert counts.shown + counts.corrupt <= counts.arrived
    source.close()
    assert feed.readers == 0


def test_only_the_newest_picture_is_kept() -> None:
    feed = PhoneFeed()
    source = feed.open()
    for level in (10, 60, 200):
        feed.put(jpeg(level))
    (frame,) = source.step(0.0)
    assert isinstance(frame, Frame)
    assert int(frame.image[-4, -4, 0]) > 190
    assert source.step(0.0) == ()
    assert (feed.taken, feed.counts.arrived, feed.counts.shown) == (3, 3, 1)


def test_a_picture_from_long_ago_is_not_shown_as_new() -> None:
    clock = Clock()
    feed = PhoneFeed(clock=clock)
    feed.put(jpeg())
    clock.now += 1.0
    fresh = feed.open()
    assert [type(item) for item in fresh.step(0.0)] == [Frame]
    clock.now += 60.0
    late = feed.open()
    assert late.step(0.0) == ()
    clock.now += 2.1
    assert [type(item) for item in late.step(0.0)] == [SourceLost]


def test_a_phone_that_was_never_there_is_lost_after_two_seconds() -> None:
    clock = Clock()
    source = PhoneFeed(clock=clock).open()
    clock.now += 2.0
    assert source.step(0.0) == ()
    clock.now += 0.01
    (lost,) = source.step(0.0)
    assert isinstance(lost, SourceLost)
    assert lost.at_s == pytest.approx(2.01)


def test_threads_feed_read_lose_and_come_back() -> None:
    feed = PhoneFeed(PhoneSettings(lost_after_s=0.3))
    rings = []
    end = feed.listen(lambda: rings.append(feed.taken))
    source = feed.open()
    items, thread = gathered(source)
    stop = threading.Event()

    def send() -> None:
        while not stop.is_set():
            feed.put(GOOD)
            feed.put(GARBAGE if feed.counts.arrived % 10 == 9 else GOOD)
            time.sleep(0.005)

    senders = [threading.Thread(target=send) for _ in range(3)]
    for sender in senders:
        sender.start()
    until(lambda: sum(isinstance(item, Frame) for item in items) > 5, "pictures")
    stop.set()
    for sender in senders:
        sender.join()
    until(lambda: isinstance(items[-1], SourceLost), "the loss")
    feed.put(GOOD)
    until(lambda: isinstance(items[-1], Frame), "the return")
    assert isinstance(items[-2], SourceBack)
    assert rings[-1] == feed.counts.arrived
    end()
    source.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


def test_closing_ends_a_waiting_reader_at_once() -> None:
    feed = PhoneFeed()
    source = feed.open()
    _, thread = gathered(source)
    source.close()
    source.close()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert feed.readers == 0
    assert feed.put(GOOD) == 1  # the phone stays
