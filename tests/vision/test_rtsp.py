"""A real RTSP camera: pictures come, its death is noticed within two seconds, and it is found again by itself."""

from __future__ import annotations

import functools
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bura.errors import SourceError
from bura.table import SourceBack, SourceLost
from bura_vision.live import LiveSource
from bura_vision.source import Frame, Item, SourceSettings

SCRIPT = Path(__file__).parent / "support" / "rtsp_server.py"
SYSTEM_PYTHON = "/usr/bin/python3"
PATIENCE_S = 60.0
LOST_WITHIN_S = 2.0
SLACK_S = 1.0
"""a busy machine wakes threads later than they ask for"""


@functools.cache
def what_is_missing() -> str | None:
    """Why no RTSP server can be started here; None when one can."""
    if shutil.which(SYSTEM_PYTHON) is None:
        return "there is no system Python with GStreamer's bindings on this machine"
    check = subprocess.run([SYSTEM_PYTHON, SCRIPT, "--check"], capture_output=True, text=True, check=False)
    if check.returncode == 0:
        return None
    last = (check.stderr.strip().splitlines() or ["it does not start"])[-1]
    return f"GStreamer's RTSP server (gir1.2-gst-rtsp-server-1.0) is not installed on this machine: {last}"


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    if (missing := what_is_missing()) is not None:
        pytest.skip(missing)


class Camera:
    """An RTSP server that can be killed, frozen and started again at the same address."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"rtsp://127.0.0.1:{self.port}/table"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [SYSTEM_PYTHON, SCRIPT, str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


@pytest.fixture
def camera() -> Iterator[Camera]:
    made = Camera()
    made.start()
    yield made
    made.kill()


class Watched:
    """Everything a source gives, with the time at which it came."""

    def __init__(self, source: LiveSource) -> None:
        self.items: list[tuple[float, Item]] = []
        self._source = source
        self._thread = threading.Thread(target=self._gather, daemon=True)
        self._thread.start()

    def _gather(self) -> None:
        for item in self._source:
            self.items.append((time.monotonic(), item))

    def wait(self, kind: type, after: int = 0, within_s: float = PATIENCE_S) -> int:
        """The place of the next item of a kind, from a place on."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            for place in range(after, len(self.items)):
                if isinstance(self.items[place][1], kind):
                    return place
            time.sleep(0.01)
        raise AssertionError(f"no {kind.__name__} came within {within_s} s: {len(self.items)} items")

    def close(self) -> None:
        self._source.close()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()


@pytest.fixture
def watched(camera: Camera) -> Iterator[Watched]:
    made = Watched(LiveSource(camera.address))
    made.wait(Frame)
    yield made
    made.close()


def last_frame(watched: Watched, before: int) -> float:
    """When the last picture before a place came."""
    return max(at for at, item in watched.items[:before] if isinstance(item, Frame))


def test_pictures_come_from_the_camera(watched: Watched) -> None:
    place = watched.wait(Frame, after=5)
    frame = watched.items[place][1]
    assert isinstance(frame, Frame)
    assert frame.image.shape == (360, 640, 3)
    # the bars of the test picture: white at the left, blue at the right
    assert frame.image[100, 40].min() > 150
    assert frame.image[100, 620].argmax() == 0


def test_a_killed_camera_is_lost_within_two_seconds_and_found_again(camera: Camera, watched: Watched) -> None:
    settings = SourceSettings()
    camera.kill()
    lost = watched.wait(SourceLost)
    assert watched.items[lost][0] - last_frame(watched, lost) < LOST_WITHIN_S + SLACK_S
    time.sleep(3.0)  # a few attempts find nobody
    assert isinstance(watched.items[-1][1], SourceLost)
    camera.start()
    again = time.monotonic()
    # the longest pause so far, one attempt that began too early, and one that succeeds
    within_s = settings.retry_most_s + 2 * settings.open_timeout_s
    back = watched.wait(SourceBack, after=lost, within_s=within_s)
    assert isinstance(watched.items[watched.wait(Frame, after=back)][1], Frame)
    assert watched.items[back][0] - again < within_s
    told = [type(item) for _, item in watched.items if not isinstance(item, Frame)]
    assert told == [SourceLost, SourceBack]


def test_a_frozen_camera_is_lost_within_two_seconds_and_found_again(camera: Camera, watched: Watched) -> None:
    camera.signal(signal.SIGSTOP)
    try:
        lost = watched.wait(SourceLost)
        assert watched.items[lost][0] - last_frame(watched, lost) < LOST_WITHIN_S + SLACK_S
    finally:
        camera.signal(signal.SIGCONT)
    assert watched.wait(SourceBack, after=lost)


def test_closing_a_frozen_camera_does_not_hang(camera: Camera) -> None:
    source = LiveSource(camera.address)
    gathered = Watched(source)
    gathered.wait(Frame)
    camera.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        gathered.close()
        assert time.monotonic() - began < SourceSettings().read_timeout_s + SLACK_S
    finally:
        camera.signal(signal.SIGCONT)


def test_an_address_where_nobody_answers_is_refused_in_a_sentence(camera: Camera) -> None:
    camera.kill()
    with pytest.raises(SourceError, match="switched on and on this network"):
        LiveSource(camera.address)
    camera.start()
    with pytest.raises(SourceError, match="cannot be opened"):
        LiveSource(camera.address + "-that-is-not-there")
