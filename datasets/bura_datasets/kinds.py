"""The kinds of clips of the suite: honest tables of every sort, and each foul several ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from bura_datasets.camera import CameraSettings
from bura_datasets.lamps import Sun, Switch
from bura_datasets.lens import Knock, Lens
from bura_datasets.players import Clumsy, Foul
from bura_datasets.script import Manner
from bura_datasets.simulate import Settings
from bura_datasets.sprinkle import Life
from bura_datasets.timing import Timing

Change = Callable[[Settings, Random], Settings]
"""what is special about the picture, drawn by chance"""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of clip in the suite."""

    name: str
    seats: int = 2
    rules: str = "classic31"
    fouls: tuple[Foul, ...] = ()
    clumsy: tuple[Clumsy, ...] = ()
    claim: bool = False
    after: int = 1
    change: Change | None = None
    life: Life = field(default_factory=Life)
    photographed: bool = False
    """shown with photographed cards, where a deck of them is given"""


def _bright(settings: Settings, _rng: Random) -> Settings:
    return replace(settings, surface="cloth:pale", light=replace(settings.light, exposure=1.6, gradient=0.1))


def _side_light(settings: Settings, rng: Random) -> Settings:
    light = replace(
        settings.light,
        shadow=0.65,
        shadow_cm=1.6,
        shadow_soft=0.15,
        gradient=0.45,
        direction_deg=rng.choice([170.0, 20.0, -100.0]),
    )
    return replace(settings, light=light)


def _dim(settings: Settings, rng: Random) -> Settings:
    light = replace(settings.light, exposure=0.42, noise=4.5, warmth=0.12, shutter_s=1 / 30, gradient=0.5)
    return replace(settings, light=replace(light, direction_deg=rng.uniform(-180, 180)))


def _flicker(settings: Settings, _rng: Random) -> Settings:
    return replace(settings, light=replace(settings.light, flicker=0.4))


def _tilt(settings: Settings, rng: Random) -> Settings:
    tilt = rng.choice([-16.0, 18.0, 24.0])
    zoom = 0.92 if abs(tilt) < 20 else 0.86
    return replace(
        settings, camera=CameraSettings(height_cm=110.0, tilt_deg=tilt, roll_deg=rng.gauss(0, 3), zoom=zoom)
    )


def _roomy(settings: Settings) -> Settings:
    """Some floor around the table: what is seen of it after a knock."""
    return replace(settings, camera=replace(settings.camera, zoom=min(settings.camera.zoom, 0.93)))


def _knocks(count: int) -> Change:
    def change(settings: Settings, rng: Random) -> Settings:
        knocks = tuple(
            Knock(
                round(15.0 + 20.0 * n + rng.uniform(-3.0, 3.0), 2),
                (
                    rng.choice([-1, 1]) * rng.uniform(0.006, 0.014),
                    rng.choice([-1, 1]) * rng.uniform(0.003, 0.009),
                ),
                rng.uniform(-0.8, 0.8),
            )
            for n in range(count)
        )
        return replace(_roomy(settings), lens=Lens(knocks=knocks))

    return change


def _lamp(*factors: float) -> Change:
    def change(settings: Settings, rng: Random) -> Settings:
        switches = tuple(
            Switch(round(12.0 + 15.0 * n + rng.uniform(-3, 3), 2), factor, rng.uniform(-0.04, 0.08))
            for n, factor in enumerate(factors)
        )
        exposure = 0.7 if factors[0] > 1.0 else 1.05
        return replace(settings, light=replace(settings.light, switches=switches, exposure=exposure))

    return change


def _sun(speed: float, cloud_s: float) -> Change:
    def change(settings: Settings, rng: Random) -> Settings:
        sun = Sun(
            rng.uniform(0.25, 0.6),
            rng.uniform(-35, 35),
            rng.uniform(0.1, 0.2),
            rng.uniform(0.1, 0.5),
            speed,
            cloud_s,
        )
        return replace(settings, light=replace(settings.light, sun=sun, exposure=0.8, gradient=0.15))

    return change


def _timing(timing: Timing, fps: float | None = None) -> Change:
    def change(settings: Settings, _rng: Random) -> Settings:
        return replace(settings, timing=timing, fps=fps or settings.fps)

    return change


def _camera(
    size_px: tuple[int, int] | None = None, fps: float | None = None, quality: int | None = None
) -> Change:
    """Another size, rate or compression; only where the suite itself is made at the usual size (720p)."""

    def change(settings: Settings, _rng: Random) -> Settings:
        usual = settings.size_px == (1280, 720)
        return replace(
            settings,
            size_px=size_px if size_px and usual else settings.size_px,
            fps=fps or settings.fps,
            quality=quality or settings.quality,
        )

    return change


def _wide_lens(settings: Settings, rng: Random) -> Settings:
    return replace(_roomy(settings), lens=Lens(barrel=rng.uniform(0.025, 0.05)))


def _untidy(settings: Settings, _rng: Random) -> Settings:
    habits = replace(
        settings.habits, turn_sd_deg=14.0, place_sd_cm=0.9, fan_cm=3.2, pile_sd_cm=0.7, jitter=0.35
    )
    return replace(settings, habits=habits)


def _askew(settings: Settings, _rng: Random) -> Settings:
    return replace(settings, habits=replace(settings.habits, turn_sd_deg=32.0, fan_cm=6.8, on_top=False))


def _on_top(settings: Settings, _rng: Random) -> Settings:
    return replace(settings, habits=replace(settings.habits, on_top=True, turn_sd_deg=9.0))


def _left_handed(settings: Settings, _rng: Random) -> Settings:
    return replace(settings, habits=replace(settings.habits, left_handed=True))


def _fast(settings: Settings, _rng: Random) -> Settings:
    habits = replace(settings.habits, reach_s=0.3, leave_s=0.26, draw_s=0.36, dwell_s=0.05, pause_s=0.25)
    return replace(settings, habits=habits)


_DRINK = Life(things=("drink",), ready=("chips",))
_CROWDED = Life(things=("drink", "phone", "notes"), ready=("paper", "chips"), leans=2)

#: what honest people do, on tables, in lights and before cameras of every sort
HONEST: tuple[Kind, ...] = (
    Kind("honest", claim=True),
    Kind("photographed", rules="georgian3", claim=True, photographed=True),
    Kind("reach-in", clumsy=(Clumsy.REACH, Clumsy.REACH, Clumsy.REACH)),
    Kind("drink", life=_DRINK, claim=True),
    Kind("show-and-withdraw", clumsy=(Clumsy.SHOW, Clumsy.SHOW, Clumsy.SHOW)),
    Kind("georgian", rules="georgian3", claim=True),
    Kind("quick-and-slow", clumsy=(Clumsy.QUICK, Clumsy.SLOW, Clumsy.QUICK, Clumsy.SLOW)),
    Kind("camera-knock", change=_knocks(1)),
    Kind("phone-on-the-table", life=Life(things=("phone", "phone"))),
    Kind("hand-in-sweep", clumsy=(Clumsy.HAND_IN_SWEEP, Clumsy.HAND_IN_SWEEP)),
    Kind("lamp-out", change=_lamp(0.35)),
    Kind("three-players", seats=3, claim=True),
    Kind("thrown", life=Life(manners=(Manner.THROW, Manner.THROW, Manner.THROW))),
    Kind("fan-after-end", clumsy=(Clumsy.FAN_AFTER_END,), claim=True),
    Kind("wide-lens", change=_wide_lens),
    Kind("photographed-life", rules="georgian3", life=_DRINK, photographed=True),
    Kind("hesitating", clumsy=(Clumsy.HESITATE, Clumsy.EAGER, Clumsy.HESITATE, Clumsy.EAGER)),
    Kind("sunbeam", change=_sun(0.0012, 0.0)),
    Kind("four-players", seats=4, claim=True),
    Kind("uneven-phone", change=_timing(Timing(slowest_fps=9.0, dropped=0.03), 24.0)),
    Kind("tidying", clumsy=(Clumsy.TIDY_STOCK, Clumsy.TIDY_PILE, Clumsy.TIDY_STOCK, Clumsy.TIDY_PILE)),
    Kind("pushed", life=Life(manners=(Manner.PUSH, Manner.PUSH))),
    Kind("side-light", change=_side_light),
    Kind("pairs", seats=4, rules="pairs5"),
    Kind("elbows", life=Life(leans=6)),
    Kind("tilted-camera", change=_tilt),
    Kind("touched-discards", clumsy=(Clumsy.TOUCH_DISCARD, Clumsy.TOUCH_DISCARD)),
    Kind("hd-30", change=_camera((1920, 1080), 30.0, 22)),
    Kind("straightened", life=Life(straightens=6), change=_untidy),
    Kind("bright-pale", change=_bright),
    Kind("lamp-on-and-out", change=_lamp(2.0, 0.45, 2.2)),
    Kind("two-hands", life=Life(manners=(Manner.BOTH, Manner.BOTH), hurry=0.3)),
    Kind("strong-compression", change=_camera(quality=38)),
    Kind("odd-angles", change=_askew),
    Kind(
        "photographed-clumsy",
        rules="georgian3",
        clumsy=(Clumsy.REACH, Clumsy.SHOW, Clumsy.HESITATE),
        photographed=True,
    ),
    Kind("stalls-and-repeats", change=_timing(Timing(repeated=0.12, stall_every_s=7.0, stall_s=0.5))),
    Kind("crowded", life=_CROWDED),
    Kind("ten-a-second", change=_camera(fps=10.0)),
    Kind("hurried", life=Life(hurry=0.7), change=_fast),
    Kind("flicker", change=_flicker),
    Kind("five-cards", rules="georgian5"),
    Kind("sixty-a-second", change=_camera(fps=60.0, quality=26)),
    Kind("on-the-led-cards", change=_on_top, claim=True),
    Kind("dropped", change=_timing(Timing(dropped=0.15), 20.0)),
    Kind("dim", change=_dim),
    Kind(
        "three-alive", seats=3, life=Life(things=("phone",), leans=3, straightens=2, manners=(Manner.THROW,))
    ),
    Kind("left-handed", change=_left_handed, clumsy=(Clumsy.REACH,)),
    Kind("clouds", change=_sun(0.0, 14.0)),
    Kind("two-knocks", change=_knocks(2), clumsy=(Clumsy.REACH, Clumsy.SHOW)),
    Kind("four-alive", seats=4, life=Life(things=("drink", "notes"), leans=2, manners=(Manner.PUSH,))),
    Kind("uhd", change=_camera((3840, 2160), 10.0, 24)),
    Kind("notes-and-paper", life=Life(things=("notes", "paper", "notes"))),
)

#: the other ways of a foul: how many sit there, what else goes on
_WAYS: tuple[Kind, ...] = (
    Kind("plain", after=2),
    Kind("three", seats=3, after=1),
    Kind("alive", after=1, life=Life(things=("phone",), leans=1, hurry=0.2)),
    Kind("quick", after=3, change=_fast),
    Kind("photographed", rules="georgian3", after=1, photographed=True),
)
#: fouls that two players give no occasion for
_THREE = frozenset({Foul.REPLY_OUT_OF_TURN})
#: fouls that a game in which given cards lie face down gives no occasion for
_OPEN = frozenset({Foul.PARTIAL_BEAT, Foul.SWAP})
#: fouls that came later: their kinds stand at the end, so that the others keep their numbers and seeds
_LATER = (Foul.LOOK_PILE, Foul.LOOK_OTHER_PILE, Foul.PARTIAL_BEAT, Foul.SWAP)


def _foul_kinds(fouls: tuple[Foul, ...]) -> tuple[Kind, ...]:
    """Every foul at least twice, each time another way."""
    found = []
    for lap in range(2):
        for n, foul in enumerate(fouls):
            way = _WAYS[(n + lap * 2) % len(_WAYS)]
            if foul in _THREE:
                way = replace(way, seats=3, rules="classic31", photographed=False)
            if foul in _OPEN and way.rules != "classic31":
                way = replace(way, name="classic", rules="classic31", photographed=False)
            name = str(foul).replace("_", "-")
            found.append(replace(way, name=f"{name} ({way.name})", fouls=(foul,)))
    return tuple(found)


def _mixed(honest: tuple[Kind, ...], fouls: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Two honest ones, then a foul one, and so on: any beginning of the suite holds both."""
    out: list[Kind] = []
    rest = list(fouls)
    for n, kind in enumerate(honest):
        out.append(kind)
        if n % 2 and rest:
            out.append(rest.pop(0))
    return (*out, *rest)


#: honest kinds that came later, beside the fouls that look like them
_LATER_HONEST: tuple[Kind, ...] = (
    Kind("lifted-piles", clumsy=(Clumsy.LIFT_PILE, Clumsy.LIFT_PILE, Clumsy.TIDY_PILE)),
    Kind("straightened-cards", clumsy=(Clumsy.STRAIGHTEN, Clumsy.STRAIGHTEN, Clumsy.STRAIGHTEN)),
    Kind("pairs-alive", seats=4, rules="pairs5", life=Life(things=("phone",), leans=2)),
)

#: in the order in which a suite goes through them; then it starts again with other seeds
KINDS: tuple[Kind, ...] = (
    *_mixed(HONEST, _foul_kinds(tuple(foul for foul in Foul if foul not in _LATER))),
    *_mixed(_LATER_HONEST, _foul_kinds(_LATER)),
)
