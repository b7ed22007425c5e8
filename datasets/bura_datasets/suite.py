"""The suite: many clips of many kinds, made by one command that can be interrupted and taken up again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bura.errors import BuraError
from bura_datasets.camera import CameraSettings
from bura_datasets.players import Clumsy, Foul, Wishes, random_deal
from bura_datasets.procedural import deck_names
from bura_datasets.script import Script
from bura_datasets.simulate import Progress, Settings, random_settings, simulate


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
    change: Callable[[Settings], Settings] | None = None
    """what is special about the picture"""


def _bright(settings: Settings) -> Settings:
    return replace(settings, surface="cloth:pale", light=replace(settings.light, exposure=1.6, gradient=0.1))


def _side_light(settings: Settings) -> Settings:
    light = replace(
        settings.light, shadow=0.65, shadow_cm=1.6, shadow_soft=0.15, gradient=0.45, direction_deg=170.0
    )
    return replace(settings, light=light)


def _flicker(settings: Settings) -> Settings:
    return replace(settings, light=replace(settings.light, flicker=0.4))


def _tilt(settings: Settings) -> Settings:
    return replace(settings, camera=CameraSettings(height_cm=110.0, tilt_deg=18.0, roll_deg=2.0, zoom=0.92))


def _untidy(settings: Settings) -> Settings:
    habits = replace(
        settings.habits, turn_sd_deg=14.0, place_sd_cm=0.9, fan_cm=3.2, pile_sd_cm=0.7, jitter=0.35
    )
    return replace(settings, habits=habits)


#: in the order in which a suite goes through them; then it starts again with other seeds
KINDS: tuple[Kind, ...] = (
    Kind("honest", claim=True),
    Kind("extra-card", fouls=(Foul.EXTRA_CARD,), after=2),
    Kind("reach-in", clumsy=(Clumsy.REACH, Clumsy.REACH, Clumsy.REACH)),
    Kind("false-claim", fouls=(Foul.FALSE_CLAIM,), after=3),
    Kind("show-and-withdraw", clumsy=(Clumsy.SHOW, Clumsy.SHOW, Clumsy.SHOW)),
    Kind("georgian", rules="georgian3", claim=True),
    Kind("quick-and-slow", clumsy=(Clumsy.QUICK, Clumsy.SLOW, Clumsy.QUICK, Clumsy.SLOW)),
    Kind("flicker", change=_flicker),
    Kind("hand-in-sweep", clumsy=(Clumsy.HAND_IN_SWEEP, Clumsy.HAND_IN_SWEEP)),
    Kind("fan-after-end", clumsy=(Clumsy.FAN_AFTER_END,), claim=True),
    Kind("draw-out-of-turn", fouls=(Foul.DRAW_OUT_OF_TURN,), after=2),
    Kind("side-light", change=_side_light),
    Kind("stuck-cards", fouls=(Foul.EXTRA_CARD_STUCK,), after=2),
    Kind("bright-pale", change=_bright),
    Kind("tilted-camera", change=_tilt),
    Kind("three-players", seats=3, claim=True),
    Kind("mixed-lead", fouls=(Foul.MIXED_LEAD,), after=2),
    Kind("untidy", change=_untidy, claim=True),
    Kind("wrong-pile", fouls=(Foul.WRONG_PILE,), after=2),
    Kind("four-players", seats=4, claim=True),
    Kind("wrong-count", fouls=(Foul.WRONG_COUNT,), after=2),
    Kind("peek", fouls=(Foul.PEEK,), after=1),
    Kind("lead-out-of-turn", fouls=(Foul.LEAD_OUT_OF_TURN,), after=2),
    Kind("take-back", fouls=(Foul.TAKE_BACK,), after=2),
)


def deck_pool(names: Iterable[str]) -> tuple[str, ...]:
    """The decks that a suite goes through: those named, and those inside a folder of deck folders.

    :raises BuraError: when a folder holds neither a deck nor folders of decks.
    """
    pool: list[str] = []
    for name in names:
        folder = Path(name)
        if name == "procedural":
            pool += deck_names()[1:]
        elif folder.is_dir() and not any(folder.glob("AS.*")):
            found = sorted(
                str(path) for path in folder.iterdir() if any(path.glob("AS.*")) and any(path.glob("back*"))
            )
            if not found:
                raise BuraError(f"deck folder {name} holds no deck: give a folder with AS.webp … back.webp")
            pool += found
        else:
            pool.append(name)
    return tuple(pool)


def suite_clip(
    number: int, seed: int, base: Settings, seconds: float, pool: tuple[str, ...]
) -> tuple[Kind, Script, Settings, int]:
    """What clip ``number`` of the suite shows; the same arguments give the same clip."""
    kind = KINDS[number % len(KINDS)]
    clip_seed = seed * 100_000 + number
    rng = Random(f"suite {clip_seed}")
    wishes = Wishes(seconds, kind.fouls, kind.clumsy, kind.after, kind.claim)
    script = random_deal(kind.rules, kind.seats, rng, wishes)
    settings = replace(random_settings(rng, base), deck=pool[number % len(pool)])
    if kind.change is not None:
        settings = kind.change(settings)
    return kind, replace(script, title=f"{kind.name}: {script.title}"), settings, clip_seed


def make_suite(
    out: Path,
    count: int,
    seed: int,
    base: Settings,
    seconds: float,
    pool: tuple[str, ...],
    progress: Callable[[int, str], Progress] | None = None,
) -> Iterator[dict[str, object]]:
    """Make ``count`` clips in ``out``/000, 001, …; complete ones of the same suite are kept as they are.

    :raises BuraError: when a folder holds another suite's clip, or a clip cannot be made.
    """
    for number in range(count):
        folder = out / f"{number:03d}"
        kind, script, settings, clip_seed = suite_clip(number, seed, base, seconds, pool)
        done = folder / "meta.json"
        if done.is_file():
            meta = json.loads(done.read_text(encoding="utf-8"))
            if meta.get("seed") != clip_seed or meta.get("title") != script.title:
                raise BuraError(
                    f"{folder} holds a clip of another suite (seed {meta.get('seed')}): choose another folder"
                )
            yield {**meta, "folder": str(folder), "kept": True}
            continue
        watch = progress(number, kind.name) if progress is not None else None
        yield {**simulate(folder, script, settings, clip_seed, watch), "folder": str(folder), "kept": False}
