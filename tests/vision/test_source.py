"""Sources: what they accept, how they refuse, time stamps, rotation, loss and recovery."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.errors import SourceError
from bura.table import SourceBack, SourceLost
from bura_vision.live import LiveSource
from bura_vision.source import Frame, Image, SourceSettings, open_source


def grey(level: int, size: tuple[int, int] = (64, 48)) -> Image:
    """One flat picture (width, height)."""
    return np.full((size[1], size[0], 3), level, np.uint8)


def write_clip(path: Path, frames: int = 20, fps: float = 10.0, size: tuple[int, int] = (64, 48)) -> Path:
    """A small recording whose brightness counts up."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    for number in range(frames):
        writer.write(grey(10 * number, size))
    writer.release()
    return path


def frames_of(text: str) -> list[Frame]:
    """All pictures of a file source."""
    return [item for item in open_source(text) if isinstance(item, Frame)]


def test_a_recording_gives_every_picture_with_its_time(tmp_path: Path) -> None:
    frames = frames_of(str(write_clip(tmp_path / "a.mp4")))
    assert [frame.index for frame in frames] == list(range(20))
    assert [round(frame.at_s, 2) for frame in frames] == [round(n / 10.0, 2) for n in range(20)]
    levels = [float(frame.image.mean()) for frame in frames]
    assert levels == sorted(levels)


def test_a_recording_gives_the_same_pictures_twice(tmp_path: Path) -> None:
    source = open_source(str(write_clip(tmp_path / "a.mp4")))
    first = [item.at_s for item in source]
    assert first == [item.at_s for item in source]


def test_a_folder_is_shown_in_natural_order_and_held(tmp_path: Path) -> None:
    for name, level in (("p10.png", 200), ("p2.png", 100), ("p1.png", 50)):
        cv2.imwrite(str(tmp_path / name), grey(level))
    frames = frames_of(str(tmp_path))
    shown = list(dict.fromkeys(int(frame.image[0, 0, 0]) for frame in frames))
    assert shown == [50, 100, 200]
    assert frames[-1].at_s == pytest.approx(3.0 - 1.0 / 5.0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        pytest.param(lambda folder: folder / "none.mp4", "there is no file", id="missing"),
        pytest.param(lambda folder: _written(folder / "x.mp4", b"hello"), "cannot be opened", id="no-video"),
        pytest.param(lambda folder: _written(folder / "x.jpg", b"hello"), "bura count", id="a-picture"),
        pytest.param(lambda folder: _folder(folder / "empty"), "holds no pictures", id="empty-folder"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_a_sentence(tmp_path: Path, make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(SourceError, match=words) as caught:
        open_source(str(make(tmp_path)))
    assert "\n" not in str(caught.value)


def test_a_broken_picture_in_a_folder_is_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), grey(50))
    (tmp_path / "2.png").write_bytes(b"not a picture")
    with pytest.raises(SourceError, match=r"2\.png"):
        list(open_source(str(tmp_path)))


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


class FakeCamera:
    """A device that gives pictures until it is told to die."""

    def __init__(self, alive: threading.Event) -> None:
        self._alive = alive
        self.released = False

    def read(self) -> tuple[bool, Image | None]:
        time.sleep(0.005)
        return (True, grey(100)) if self._alive.is_set() else (False, None)

    def release(self) -> None:
        self.released = True


FAST = SourceSettings(lost_after_s=0.1, retry_first_s=0.02, retry_most_s=0.05)


def until(items: Iterator[object], kind: type) -> object:
    """The next item of a kind; bounded so that a failure does not hang."""
    for _, item in zip(range(100_000), items, strict=False):
        if isinstance(item, kind):
            return item
    raise AssertionError(f"no {kind.__name__} came")


def test_a_live_source_is_lost_once_and_comes_back_by_itself() -> None:
    alive = threading.Event()
    alive.set()
    source = LiveSource(0, FAST, opener=lambda: FakeCamera(alive) if alive.is_set() else None)
    items = iter(source)
    assert isinstance(until(items, Frame), Frame)
    alive.clear()
    lost = until(items, SourceLost)
    assert isinstance(lost, SourceLost)
    alive.set()
    back = until(items, SourceBack)
    assert isinstance(back, SourceBack)
    assert back.at_s >= lost.at_s
    assert isinstance(until(items, Frame), Frame)
    source.close()


def test_a_live_source_keeps_only_the_newest_picture() -> None:
    alive = threading.Event()
    alive.set()
    source = LiveSource(0, FAST, opener=lambda: FakeCamera(alive))
    items = iter(source)
    first = until(items, Frame)
    time.sleep(0.2)
    second = until(items, Frame)
    assert isinstance(first, Frame)
    assert isinstance(second, Frame)
    assert second.index > first.index + 1
    source.close()


def test_a_camera_that_is_not_there_is_refused() -> None:
    with pytest.raises(SourceError, match="camera 7 cannot be opened"):
        LiveSource(7, FAST, opener=lambda: None)
