"""A camera that is pushed: seen, and the table found again; cards, hands and lamps are no such push."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bura.table import TableEvent
from bura_vision.alignment import Alignment, AlignmentSettings, CameraWatch, Fit, anchor_of, apart_cm, check
from bura_vision.detector import Region, Sighting
from bura_vision.interpreter import TableState
from bura_vision.layout import default_layout
from bura_vision.source import Frame
from bura_vision.watcher import Watcher

Picture = NDArray[np.uint8]

LAYOUT = default_layout(2)
SIZE = (960, 540)
STRAIGHT = np.eye(3)


@cache
def room(seed: int) -> Picture:
    """(700, 1200, 3): a table with a grain, and things about it."""
    rng = np.random.default_rng(seed)
    grain = cv2.resize(
        rng.normal(0, 30, (120, 60)).astype(np.float32), (1200, 700), interpolation=cv2.INTER_CUBIC
    )
    picture = np.full((700, 1200, 3), (70, 110, 150), np.float32) + grain[..., None]
    for _ in range(40):
        x, y = (int(v) for v in rng.integers(0, (1200, 700)))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        cv2.circle(picture, (x, y), int(rng.integers(4, 22)), colour, -1, cv2.LINE_AA)
    return np.asarray(picture.clip(0, 255), np.uint8)


def push(dx: float, dy: float, degrees: float = 0.0, size: float = 1.0) -> NDArray[np.float64]:
    """(3, 3) how a push of the camera moves the picture's pixels."""
    turn = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, size)
    turn[:, 2] += np.array([dx, dy])
    return np.vstack([turn, [0.0, 0.0, 1.0]])


def seen(
    place: Picture, move: NDArray[np.float64] = STRAIGHT, *, light: float = 1.0, cards: int = 0, seed: int = 0
) -> Picture:
    """What the camera sees of a place, with noise and with cards that lie elsewhere every time."""
    rng = np.random.default_rng(seed)
    place = place.copy()
    for _ in range(cards):
        x, y = int(rng.integers(250, 850)), int(rng.integers(150, 450))
        cv2.rectangle(place, (x, y), (x + 60, y + 84), (245, 245, 245), -1)
        cv2.putText(place, "K", (x + 5, y + 25), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (0, 0, 190), 2)
    shift = np.array([[1, 0, -120], [0, 1, -80], [0, 0, 1.0]])
    view = cv2.warpPerspective(place, move @ shift, SIZE, borderMode=cv2.BORDER_REFLECT).astype(np.float32)
    return np.asarray((view * light + rng.normal(0, 3, view.shape)).clip(0, 255), np.uint8)


def corners_after(move: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the table's corners are then, fractions."""
    return np.asarray(cv2.perspectiveTransform((LAYOUT.corners * SIZE)[None], move)[0] / SIZE, np.float64)


@given(
    seed=st.integers(0, 3),
    dx=st.floats(-60, 60),
    dy=st.floats(-40, 40),
    degrees=st.floats(-5, 5),
    size=st.floats(0.95, 1.05),
    light=st.floats(0.7, 1.2),
    cards=st.integers(0, 8),
)
@settings(max_examples=12)
def test_any_push_is_measured(
    seed: int, dx: float, dy: float, degrees: float, size: float, light: float, cards: int
) -> None:
    place, move = room(seed), push(dx, dy, degrees, size)
    found = check(anchor_of(seen(place), LAYOUT), seen(place, move, light=light, cards=cards, seed=seed + 1))
    true = corners_after(move)
    assert found.fit is not Fit.STRANGE
    assert apart_cm(found.corners, true, LAYOUT) <= (0.3 if found.fit is Fit.MOVED else 0.8)
    if apart_cm(true, LAYOUT.corners, LAYOUT) > 0.8:
        assert found.fit is Fit.MOVED


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(seen(room(9)), id="another table"),
        pytest.param(np.full((540, 960, 3), 120, np.uint8), id="a plain wall"),
        pytest.param(np.zeros((540, 960, 3), np.uint8), id="the light is off"),
        pytest.param(seen(room(1))[:, ::-1].copy(), id="mirrored"),
    ],
)
def test_what_shows_nothing_known_is_strange_and_moves_nothing(other: Picture) -> None:
    found = check(anchor_of(seen(room(1)), LAYOUT), other)
    assert found.fit is Fit.STRANGE
    assert np.array_equal(found.corners, LAYOUT.corners)


def test_a_heap_that_moves_is_no_camera_that_moves() -> None:
    """All that can be told apart lies in one small place: it may have been moved by hand."""
    plain = np.full((700, 1200, 3), 120, np.uint8)
    heap = cv2.resize(room(2), (130, 110))
    before, after = plain.copy(), plain.copy()
    before[300:410, 300:430] = heap
    after[330:440, 320:450] = heap
    assert check(anchor_of(seen(before), LAYOUT), seen(after)).fit is Fit.STRANGE


def test_a_push_is_believed_when_two_pictures_agree_and_the_light_is_no_push() -> None:
    watch, place, layout = CameraWatch(), room(3), LAYOUT
    assert watch.step(seen(place), 0.0, layout, quiet=True) is None
    assert watch.step(seen(place, light=0.8, cards=4), 2.0, layout, quiet=True) is None
    pushed = push(25, -12, 2.0)
    assert watch.step(seen(place, pushed), 3.0, layout, quiet=True) is None  # not due yet
    assert watch.step(seen(place, pushed, seed=1), 4.0, layout, quiet=False) is None  # a hand moves
    assert watch.step(seen(place, pushed, seed=2), 4.1, layout, quiet=True) is None  # seen once
    moved = watch.step(seen(place, pushed, seed=3), 4.4, layout, quiet=True)
    assert moved is not None
    assert apart_cm(moved.corners, corners_after(pushed), layout) < 0.3
    assert moved.zones == layout.zones
    assert watch.step(seen(place, pushed, seed=4), 6.5, moved, quiet=True) is None
    back = [watch.step(seen(place, seed=n), 8.5 + n * 0.3, moved, quiet=True) for n in range(2)]
    assert back[1] is not None
    assert apart_cm(back[1].corners, LAYOUT.corners, LAYOUT) < 0.3


def test_a_table_that_was_known_can_be_lost_and_found() -> None:
    watch, place = CameraWatch(), room(4)
    for n in range(2):
        watch.step(seen(place, seed=n, cards=n), n * 2.0, LAYOUT, quiet=True)
    for n in range(3):
        assert not watch.lost
        watch.step(seen(room(8), seed=n), 4.0 + n * 1.5, LAYOUT, quiet=True)
    assert watch.lost
    watch.step(seen(place, cards=3), 12.0, LAYOUT, quiet=True)
    assert not watch.lost


def test_a_plain_cloth_is_never_lost() -> None:
    watch = CameraWatch()
    for n in range(8):
        watch.step(np.full((540, 960, 3), 90 + 10 * n, np.uint8), n * 2.0, LAYOUT, quiet=True)
    assert not watch.lost


class Blind:
    """Sees no card."""

    def detect(
        self, image: Picture, region: Region | None = None, scale: float = 1.0
    ) -> tuple[Sighting, ...]:
        """Nothing."""
        return ()


def test_the_watcher_finds_the_pushed_table_again_within_two_seconds() -> None:
    watcher, place, pushed = Watcher(LAYOUT, Blind()), room(5), push(30, 18, -1.5)
    events: list[TableEvent] = []
    for n in range(44):
        shaking = push(n % 3 * 9.0, 4.0)
        move = STRAIGHT if n < 20 else shaking if n < 24 else pushed
        step = watcher.step(Frame(seen(place, move, seed=n), n, n / 8))
        events += step.events
        if n == 24 + 16:
            assert watcher.realigned == 1
    assert events == []
    assert watcher.realigned == 1
    assert apart_cm(watcher.layout.corners, corners_after(pushed), LAYOUT) < 0.3
    assert step.state is not TableState.DESYNC


def test_a_push_that_shows_the_floor_at_the_tables_edge_is_no_arm_that_rests_there() -> None:
    """A plain bright table: after a small push only its edge looks otherwise, a thing as long as a hand."""
    place = room(5).copy()
    low, high = (np.round(LAYOUT.corners[n] * SIZE + np.array([120, 80])).astype(int) for n in (0, 2))
    table = place[low[1] : high[1], low[0] : high[0]]
    table[:] = 190 + table // 32
    table[100:190, 60:120] = room(2)[:90, :60]
    table[300:390, 700:760] = room(3)[:90, :60]
    watcher, pushed = Watcher(LAYOUT, Blind()), push(-9, 7, 0.1)
    for n in range(48):
        watcher.step(Frame(seen(place, STRAIGHT if n < 20 else pushed, seed=n), n, n / 8))
    assert watcher.realigned == 1
    assert apart_cm(watcher.layout.corners, corners_after(pushed), LAYOUT) < 0.3


def test_another_table_is_said_to_be_another() -> None:
    watcher = Watcher(LAYOUT, Blind())
    # The lamp between them lets the first table be recognised once.
    pictures = [seen(room(6))] * 8 + [seen(room(6), light=0.9)] * 14 + [seen(room(7))] * 36
    states = [watcher.step(Frame(picture, n, n / 6)).state for n, picture in enumerate(pictures)]
    assert TableState.DESYNC not in states[:22]
    assert states[-1] is TableState.DESYNC


def test_settings_are_what_the_checks_use() -> None:
    place = room(3)
    found = check(
        anchor_of(seen(place), LAYOUT), seen(place, push(6, 0)), settings=AlignmentSettings(moved_cm=50)
    )
    assert isinstance(found, Alignment)
    assert found.fit is Fit.SAME
    assert found.shift_cm > 0.4
