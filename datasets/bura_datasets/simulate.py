"""From a script to files: clip.mp4, truth.jsonl, say.jsonl, table.toml and meta.json.

Everything follows from the script, the settings and the seed: the same three give the same frames.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np

from bura.cards import Card, pack
from bura.errors import BuraError, SourceError
from bura.events import Dealt, event_to_json
from bura_datasets.camera import Camera, CameraSettings
from bura_datasets.choreography import plan
from bura_datasets.decks import KENNARD, Deck, kennard_folder, load_deck
from bura_datasets.habits import Habits, random_habits
from bura_datasets.hands import SKINS, SLEEVES, HandSprite, draw_elbow, draw_hand
from bura_datasets.lens import Lens
from bura_datasets.places import load_places, write_layout
from bura_datasets.procedural import procedural_deck
from bura_datasets.render import Renderer
from bura_datasets.ruling import rulings
from bura_datasets.script import PACKS, Script, script_toml
from bura_datasets.stage import Plan
from bura_datasets.surfaces import SURFACES, Light, draw_surface, photographed_surface
from bura_datasets.things import draw_thing
from bura_datasets.timing import Timing, frame_times
from bura_datasets.video import UnevenWriter, VideoWriter
from bura_datasets.warping import OVERSAMPLE

Progress = Callable[[int, int], None]
"""called with (frames done, frames in all)"""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a deal is shown and filmed."""

    size_px: tuple[int, int] = (1280, 720)
    fps: float = 15.0
    table_width_cm: float = 100.0
    """width of the table in the picture: smaller frames the cards larger"""
    surface: str = "cloth:green"
    """one of `surfaces.SURFACES`, or a folder of photographed table tops"""
    deck: str = "procedural"
    """a folder of card pictures, the word kennard, or a procedural deck (see `procedural.deck_names`)"""
    back: str = "back"
    """with a folder: how the back's file name begins"""
    camera: CameraSettings = field(default_factory=CameraSettings)
    light: Light = field(default_factory=Light)
    habits: Habits = field(default_factory=Habits)
    rest_s: float = 2.0
    """still table at the end"""
    least_s: float = 0.0
    """… and longer, until the clip lasts this long"""
    quality: int = 24
    """x264 rate factor: smaller is better and larger"""
    lens: Lens = field(default_factory=Lens)
    timing: Timing = field(default_factory=Timing)
    """how unsteadily the camera delivers its pictures"""

    def __post_init__(self) -> None:
        width, height = self.size_px
        if not (160 <= width <= 7680 and 90 <= height <= 4320) or width % 2 or height % 2:
            raise BuraError(f"picture size {width}x{height}: give even numbers from 160x90 to 7680x4320")
        if not 1.0 <= self.fps <= 240.0:
            raise BuraError(f"{self.fps:g} frames a second: give 1 to 240")


def random_settings(rng: Random, base: Settings) -> Settings:
    """Another evening: table, lamp, camera and people drawn at random around ``base``."""
    light = Light(
        exposure=rng.uniform(0.8, 1.12),
        gradient=rng.uniform(0.05, 0.4),
        direction_deg=rng.uniform(-180, 180),
        warmth=rng.uniform(-0.05, 0.1),
        vignette=rng.uniform(0.0, 0.25),
        shadow=rng.uniform(0.25, 0.6),
        shadow_cm=rng.uniform(0.2, 0.9),
        shadow_soft=rng.uniform(0.2, 0.8),
        noise=rng.uniform(0.8, 3.0),
        blur_px=rng.uniform(0.4, 0.8),
        shutter_s=rng.choice([1 / 120, 1 / 80, 1 / 50]),
    )
    tilt = rng.choice([0.0, 0.0, rng.uniform(-14, 14)])
    camera = CameraSettings(
        height_cm=rng.uniform(75, 130),
        tilt_deg=tilt,
        roll_deg=rng.gauss(0, 1.0),
        zoom=0.93 if tilt else rng.uniform(0.96, 1.0),
    )
    width = round(base.table_width_cm * rng.uniform(0.85, 1.0), 1)
    return replace(
        base,
        table_width_cm=width,
        surface=rng.choice(SURFACES),
        light=light,
        camera=camera,
        habits=random_habits(rng),
    )


def choose_deck(settings: Settings, cards: tuple[Card, ...], rng: Random) -> Deck:
    """The deck that the settings name.

    :raises SourceError: when it cannot be had.
    """
    if settings.deck.startswith("procedural"):
        return procedural_deck(settings.deck, cards, rng)
    if settings.deck.startswith(DRAWN):
        return drawn_deck(settings.deck, cards)
    if settings.deck == KENNARD:
        return load_deck(kennard_folder(), cards, settings.back)
    return load_deck(Path(settings.deck), cards, settings.back)


DRAWN = "drawn-"
"""drawn-17: the deck that the training pictures' own drawing makes of this number"""


def drawn_deck(name: str, cards: tuple[Card, ...]) -> Deck:
    """A deck of `bura_datasets.training.procedural`, named ``drawn-NUMBER``.

    :raises BuraError: for another name, or where no font is found.
    """
    from bura_datasets.training.procedural import DrawnDeck

    number = name.removeprefix(DRAWN)
    if not (number.isascii() and number.isdigit()):
        raise BuraError(f"deck {name!r}: write drawn-NUMBER, such as drawn-17")
    drawn = DrawnDeck(int(number))
    faces = {card: np.asarray(drawn.face(card).pixels, np.uint8) for card in cards}
    back = drawn.back(0)
    assert back is not None
    return Deck(name, faces, np.asarray(back.pixels, np.uint8), "drawn by the program, free of rights")


def _sprites(
    script: Script, camera: Camera, habits: Habits, rng: np.random.Generator
) -> dict[tuple[str, str], HandSprite]:
    """Each seat's hand in its shapes, in a skin and a sleeve of its own."""
    skins = rng.permutation(len(SKINS))
    sleeves = rng.permutation(len(SLEEVES))
    hands: dict[tuple[str, str], HandSprite] = {}
    for n, seat in enumerate(script.seats):
        bare = bool(rng.random() < 0.2)
        for shape in ("pinch", "flat"):
            hands[seat, shape] = draw_hand(
                shape,
                SKINS[skins[n % len(SKINS)]],
                SLEEVES[sleeves[n % len(SLEEVES)]],
                camera.px_per_cm * 1.1,
                rng,
                mirrored=habits.left_handed,
                bare_arm=bare,
            )
        hands[seat, "pinch-other"] = hands[seat, "pinch"].other()
        cloth = SKINS[skins[n % len(SKINS)]] if bare else SLEEVES[sleeves[n % len(SLEEVES)]]
        hands[seat, "elbow"] = draw_elbow(cloth, camera.px_per_cm, np.random.default_rng(n))
    return hands


def prepare(script: Script, settings: Settings, seed: int) -> tuple[Plan, Renderer]:
    """The plan of a clip and the renderer that draws it."""
    places = load_places(len(script.seats), settings.table_width_cm)
    camera = Camera(settings.size_px, places.size_cm, settings.camera)
    course = plan(script, places, camera, settings.habits, Random(f"plan {seed}"), rest_s=settings.rest_s)
    course.duration_s = max(course.duration_s, settings.least_s)
    rng = np.random.default_rng(seed)
    if settings.surface in SURFACES or not Path(settings.surface).is_dir():
        table = draw_surface(settings.surface, places.size_cm, camera.px_per_cm, rng)
    else:
        table = photographed_surface(Path(settings.surface), places.size_cm, camera.px_per_cm, rng)
    deck = choose_deck(settings, pack(PACKS[script.rules][0]), Random(f"deck {seed}"))
    hands = _sprites(script, camera, settings.habits, rng)
    looks = np.random.default_rng([seed, 7])
    things = {
        name: draw_thing(name.split()[-1], camera.px_per_cm * OVERSAMPLE, looks) for name in course.things
    }
    return course, Renderer(course, camera, deck, table, settings.light, hands, rng, settings.lens, things)


def truth_lines(script: Script, course: Plan) -> list[dict[str, object]]:
    """The lines of truth.jsonl, in time order: what happened, and what the engine's judge says of it."""
    lines: list[dict[str, object]] = [{"at_s": 0.0, "event": event_to_json(Dealt(dealer=script.dealer))}]
    lines += [{"at_s": round(at_s, 3), "event": event_to_json(event)} for at_s, event in course.truth]
    for at_s, verdict in rulings(script.rules, script.seats, script.dealer, course.truth):
        lines.append({"at_s": round(at_s, 3), "verdict": {"rule": str(verdict.rule), "seat": verdict.seat}})
    return sorted(lines, key=lambda line: (line["at_s"], "verdict" in line))


def simulate(
    out: Path, script: Script, settings: Settings, seed: int, progress: Progress | None = None
) -> dict[str, object]:
    """Write the clip and its side files into the folder ``out``; returns what meta.json holds.

    :raises BuraError: when the script is impossible or something cannot be read or written.
    """
    course, renderer = prepare(script, settings, seed)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SourceError(f"folder {out} cannot be made ({error.strerror}): choose another one") from None
    times = frame_times(settings.timing, settings.fps, course.duration_s, Random(f"timing {seed}"))
    total = len(times)
    kind = UnevenWriter if settings.timing.uneven else VideoWriter
    with kind(out / "clip.mp4", settings.size_px, settings.fps, settings.quality) as writer:
        shown, picture = -1.0, None
        for number, (shown_s, stamp_s) in enumerate(times):
            if picture is None or shown_s > shown:
                shown, picture = shown_s, renderer.frame(shown_s, number)
            writer.write(picture, stamp_s)
            if progress is not None:
                progress(number + 1, total)
        codec = writer.codec
    lines = truth_lines(script, course)
    _write_lines(out / "truth.jsonl", lines)
    _write_lines(out / "say.jsonl", [asdict(spoken) for spoken in course.said])
    places = load_places(len(script.seats), settings.table_width_cm)
    write_layout(out / "table.toml", places, renderer.camera.table_corners(settings.lens))
    (out / "script.toml").write_text(script_toml(script), encoding="utf-8")
    meta: dict[str, object] = {
        "title": script.title,
        "rules": script.rules,
        "seats": list(script.seats),
        "seed": seed,
        "frames": total,
        "fps": settings.fps,
        "duration_s": round(course.duration_s, 3),
        "codec": codec,
        "deck": renderer.deck_name,
        "licence": renderer.deck_licence,
        "fouls": list(script.verdicts),
        "settings": {key: value for key, value in asdict(settings).items() if key != "deck"},
    }
    (out / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return meta


def _write_lines(path: Path, lines: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
