"""What goes on beside the play: knocks, lamps, unsteady cameras, drinks, elbows, thrown and pushed cards."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import av
import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.errors import BuraError
from bura_datasets.camera import Camera
from bura_datasets.choreography import plan
from bura_datasets.habits import Habits
from bura_datasets.lamps import Sun, Switch, relit, switched
from bura_datasets.lens import Knock, Lens, LensView
from bura_datasets.places import load_places
from bura_datasets.players import Wishes, random_deal
from bura_datasets.script import Fetch, Lay, Lean, Manner, Put, Script, deal, parse_script, script_toml
from bura_datasets.simulate import Settings, prepare, simulate
from bura_datasets.sprinkle import Life, sprinkled
from bura_datasets.stage import Plan
from bura_datasets.things import KINDS, draw_thing
from bura_datasets.timing import Timing, frame_times

SIZE = (320, 180)
ALL = Life(
    things=("drink", "phone"),
    ready=("chips", "paper"),
    leans=2,
    straightens=2,
    hurry=0.5,
    manners=(Manner.THROW, Manner.PUSH, Manner.BOTH),
)


def staged(script: Script, seed: int) -> Plan:
    places = load_places(len(script.seats))
    return plan(script, places, Camera(SIZE, places.size_cm), Habits(), Random(seed))


# -- lens and lamps ----------------------------------------------------------------------------------


def test_a_lens_moves_points_as_it_moves_the_picture() -> None:
    lens = Lens(barrel=0.08)
    at = np.array([[80.0, 60.0], [200.0, 90.0]])
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for x, y in at:
        cv2.circle(picture, (int(x), int(y)), 2, (255, 255, 255), -1)
    shown = LensView(lens, SIZE).show(picture, 0.0)
    for x, y in lens.bent(at, SIZE):
        assert shown[round(float(y)), round(float(x))].max() > 150
    corners = np.array([[0.0, 0.0], [320.0, 180.0]])
    assert np.allclose(lens.bent(corners, SIZE), corners, atol=0.1)


def test_a_knock_swings_and_stays() -> None:
    lens = Lens(knocks=(Knock(2.0, (0.02, -0.01), 1.0),))
    assert lens.aside(1.9) == (0.0, 0.0, 0.0)
    assert lens.aside(3.0) == pytest.approx((0.02, -0.01, 1.0))
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    picture[80:100, 150:170] = 255
    view = LensView(lens, SIZE)
    assert view.show(picture, 0.0) is picture
    ys, xs = np.nonzero(view.show(picture, 5.0)[..., 0] > 128)
    assert float(xs.mean()) - 159.5 == pytest.approx(6.4, abs=0.5)
    assert float(ys.mean()) - 89.5 == pytest.approx(-3.2, abs=0.5)


def test_lamps_change_the_light_and_the_camera_follows() -> None:
    lamps = (Switch(5.0, factor=0.4, warmth=0.05),)
    before, at_once, later = (switched(lamps, t)[0] for t in (4.9, 5.1, 20.0))
    assert before == 1.0
    assert at_once < later < before
    picture = np.full((90, 160, 3), 120, np.uint8)
    assert relit(picture, lamps, None, 1.0) is picture
    dark = relit(picture, lamps, None, 5.1)
    assert float(dark.mean()) < 100
    assert dark[0, 0, 2] > dark[0, 0, 0]  # yellower
    early, late = (relit(picture, (), Sun(cloud_s=0.0), t) for t in (0.0, 30.0))
    assert float(early.max()) > 150
    assert not np.array_equal(early, late)


# -- cameras -----------------------------------------------------------------------------------------


def test_a_steady_camera_shows_every_moment_once() -> None:
    assert frame_times(Timing(), 10.0, 0.5, Random(1)) == [(n / 10, n / 10) for n in range(5)]


@given(st.floats(1.0, 240.0), st.floats(0.01, 8.0))
def test_pictures_reach_to_the_end_of_the_deal(fps: float, duration_s: float) -> None:
    last, _ = frame_times(Timing(), fps, duration_s, Random(1))[-1]
    assert last < duration_s <= last + 1 / fps + 1e-5


@pytest.mark.parametrize(
    "timing",
    [
        Timing(repeated=0.2),
        Timing(dropped=0.2),
        Timing(stall_every_s=2.0, stall_s=0.5),
        Timing(slowest_fps=6.0, dropped=0.05),
    ],
)
def test_unsteady_cameras_never_run_backwards(timing: Timing) -> None:
    times = frame_times(timing, 15.0, 20.0, Random(3))
    shown, stamps = [a for a, _ in times], [b for _, b in times]
    assert shown == sorted(shown)
    assert stamps == sorted(set(stamps))
    assert all(a <= b for a, b in times)
    assert times == frame_times(timing, 15.0, 20.0, Random(3))
    if not timing.uneven:
        assert len(times) == 300
        assert len(set(shown)) < 290


def test_a_clip_of_uneven_times_carries_them(tmp_path: Path) -> None:
    settings = Settings(size_px=(160, 90), fps=8, rest_s=0.0, timing=Timing(dropped=0.3))
    script = replace(deal("classic31", 2, Random(1)), acts=())
    meta = simulate(tmp_path, script, settings, 1)
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        stamps = [float(frame.time or 0.0) for frame in clip.decode(video=0)]
    expected = [
        b for _, b in frame_times(settings.timing, 8, float(str(meta["duration_s"])), Random("timing 1"))
    ]
    assert stamps == pytest.approx(expected, abs=1e-3)
    assert len(stamps) == meta["frames"]


# -- table life --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_life_beside_the_play_changes_nothing_of_it(seats: int, seed: int) -> None:
    script = random_deal("classic31", seats, Random(seed), Wishes(40.0))
    alive = sprinkled(script, ALL, Random(seed))
    bare, full = staged(script, seed), staged(alive, seed)
    assert [event for _, event in full.truth] == [event for _, event in bare.truth]
    times = [at_s for at_s, _ in full.truth]
    assert times == sorted(times)
    assert len(full.hands) > len(bare.hands)
    assert {name.split()[-1] for name in full.things} == {"drink", "phone", "chips", "paper"}
    for track in (*full.cards.values(), *full.things.values()):
        assert track.times == sorted(track.times)
    assert full.duration_s >= max(move.end_s for move in full.hands)
    assert sprinkled(script, ALL, Random(seed)) == alive


@pytest.mark.parametrize("manner", [Manner.THROW, Manner.PUSH, Manner.BOTH])
def test_cards_come_to_rest_however_they_are_laid(manner: Manner) -> None:
    script = deal("classic31", 2, Random(4))
    cards = script.hands["A"][:2]
    course = staged(replace(script, acts=(Lay(seat="A", cards=cards, manner=manner),)), 4)
    at_s = course.truth[-1][0]
    x0, y0, x1, y1 = load_places(2).play
    for card in cards:
        track = course.cards[card]
        assert track.still(at_s, at_s + 1.0)
        assert track.at(at_s).pose.z < 0.2
        assert x0 < track.last.pose.x < x1
        assert y0 < track.last.pose.y < y1


def test_things_stand_apart_from_the_cards_and_are_seen() -> None:
    script = replace(
        deal("classic31", 2, Random(1)),
        acts=(
            Put(seat="A", thing="drink"),
            Put(seat="B", thing="phone", ready=True),
            Fetch(seat="A", thing="drink"),
        ),
    )
    settings = Settings(size_px=SIZE, fps=5)
    course, renderer = prepare(script, settings, 1)
    drink = course.things["A drink"]
    empty, there = (renderer.frame(t).astype(int) for t in (0.0, drink.times[2] + 0.9))
    assert drink.at(drink.times[2] + 0.9).visible
    pose = drink.at(drink.times[2] + 0.9).pose
    scale = SIZE[0] / 100.0
    x, y = round(pose.x * scale), round(pose.y * scale)
    spot = np.abs(there - empty)[max(0, y - 4) : y + 4, max(0, x - 4) : x + 4]
    assert float(spot.mean()) > 12.0
    assert not drink.last.visible


@pytest.mark.parametrize("kind", KINDS)
def test_every_thing_can_be_drawn(kind: str) -> None:
    thing = draw_thing(kind, 12.0, np.random.default_rng(1))
    assert thing.kind == kind
    if kind != "drink":
        assert thing.picture[..., 3].max() == 255


def test_scripts_with_life_are_read_back_equal() -> None:
    script = sprinkled(random_deal("classic31", 2, Random(2), Wishes(30.0)), ALL, Random(2))
    assert parse_script(tomllib.loads(script_toml(script)), Random(1)) == script


REFUSED = [
    (Put(seat="A", thing="cat"), "'cat'"),
    (Fetch(seat="A"), "no drink"),
    (Lean(seat="A", what="foot"), "'foot'"),
]


@pytest.mark.parametrize(("act", "named"), REFUSED)
def test_impossible_life_is_refused(act: Put | Fetch | Lean, named: str) -> None:
    script = replace(deal("classic31", 2, Random(1)), acts=(act,))
    with pytest.raises(BuraError, match=named):
        staged(script, 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Lens(barrel=0.9),
        lambda: Timing(dropped=1.0),
        lambda: Timing(slowest_fps=0.1),
        lambda: Life(things=("cat",)),
    ],
)
def test_impossible_settings_are_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(BuraError):
        make()
