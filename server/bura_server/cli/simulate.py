"""`bura simulate`: render a simulated deal, or a whole suite of them, as video with its true events."""

from __future__ import annotations

import json
import math
import re
from contextlib import nullcontext
from dataclasses import replace
from importlib import resources
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bura.errors import BuraError
from bura_datasets.camera import CameraSettings
from bura_datasets.players import Clumsy, Foul, Wishes, random_deal
from bura_datasets.script import PACKS, Script, read_script
from bura_datasets.simulate import Settings, random_settings, simulate
from bura_datasets.suite import deck_pool, kind_clip, kind_named, make_suite

#: what `--script demo` means: the deal of the bundled clip
DEMO_SCRIPT = "demo"


def _size(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)x(\d+)", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is no picture size: write WIDTHxHEIGHT, as in 1280x720")
    return int(match[1]), int(match[2])


def _folder(_ctx: click.Context, _param: click.Parameter, value: str) -> Path:
    # as text first: an empty name would become the current folder
    if not value.strip():
        raise click.BadParameter("the folder's name is empty: name the folder that the clip goes to")
    if Path(value).is_file():
        raise click.BadParameter(f"{value} is a file: name the folder that the clip goes to")
    return Path(value)


def _finite(_ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"--{str(param.name).replace('_', '-')} {value:g} is not a number to go by")
    return value


def check_free(out: Path, seed: int, rules: str | None) -> None:
    """A clip in the folder may only be made again, never lost to another one.

    :param rules: the game; None when a script says.
    :raises BuraError: when the folder holds a clip that this seed and game did not make.
    """
    clip = out / "clip.mp4"
    if not clip.exists():
        return
    try:
        meta = json.loads((out / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        meta = None
    ours = isinstance(meta, dict) and meta.get("seed") == seed and rules in (None, meta.get("rules"))
    if not ours:
        raise BuraError(f"{clip} is another clip: name a new folder, or overwrite it with --force")


@click.command()
@click.argument("out", callback=_folder)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Another seed, another deal and scene.",
)
@click.option("--rules", type=click.Choice(sorted(PACKS)), default="classic31", show_default=True)
@click.option(
    "--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="Players of a random deal."
)
@click.option("--script", help="A script file (TOML), or the word demo; without it a random deal is played.")
@click.option(
    "--foul",
    "fouls",
    type=click.Choice([str(foul) for foul in Foul]),
    multiple=True,
    help="Foul play in a random deal.",
)
@click.option(
    "--clumsy",
    "clumsy",
    type=click.Choice([str(kind) for kind in Clumsy]),
    multiple=True,
    help="Honest clumsiness in a random deal.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(5, 3600),
    callback=_finite,
    default=60.0,
    show_default=True,
    help="About how long a random deal lasts.",
)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    help="A folder of card pictures, kennard, procedural[-en|-ru|-fr|-de] or drawn-NUMBER; procedural where none is"
    " named. With --suite it may be repeated; there it is unseen (decks that nothing was trained on).",
)
@click.option(
    "--back", default="back", show_default=True, help="How the file name of the deck's back begins."
)
@click.option("--surface", help="The table: cloth:green, wood:oak, check:red …, or a folder of photographs.")
@click.option(
    "--table-width",
    type=float,
    callback=_finite,
    default=100.0,
    show_default=True,
    help="Width of the table in the picture, cm.",
)
@click.option(
    "--tilt", type=float, callback=_finite, help="Tilt of the camera, degrees; 0 looks straight down."
)
@click.option("--vary/--plain", default=False, help="Draw table, light, camera and habits by chance.")
@click.option("--fps", type=float, callback=_finite, default=15.0, show_default=True)
@click.option("--size", default="1280x720", show_default=True, callback=_size, help="Picture size.")
@click.option(
    "--quality",
    type=click.IntRange(10, 40),
    default=24,
    show_default=True,
    help="Smaller is better and larger.",
)
@click.option(
    "--suite",
    type=click.IntRange(1, 10_000),
    help="Make this many clips of all kinds in OUT/000, 001, …; resumable.",
)
@click.option("--kind", "kind_name", help="Make a clip of this kind of the suite; a wrong name lists them.")
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes of a suite."
)
@click.option("--force", is_flag=True, help="Overwrite another clip in OUT.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a clip.")
def command(
    out: Path,
    seed: int,
    rules: str,
    seats: int,
    script: str | None,
    fouls: tuple[str, ...],
    clumsy: tuple[str, ...],
    seconds: float,
    decks: tuple[str, ...],
    back: str,
    surface: str | None,
    table_width: float,
    tilt: float | None,
    vary: bool,
    fps: float,
    size: tuple[int, int],
    quality: int,
    suite: int | None,
    kind_name: str | None,
    jobs: int,
    force: bool,
    as_json: bool,
) -> None:
    """Render a deal into the folder OUT: clip.mp4, truth.jsonl, say.jsonl, table.toml, script.toml, meta.json."""
    deck = decks[0] if decks else "procedural"
    settings = Settings(
        size_px=size, fps=fps, table_width_cm=table_width, deck=deck, back=back, quality=quality
    )
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("frames"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    # where nobody sees a bar, ending it would print an empty line before an error's sentence
    with bar if console.is_interactive else nullcontext():

        def watch(number: int, name: str) -> BarStep:
            return BarStep(bar, f"{number:03d} {name}" if suite else name)

        if suite is not None:
            if script is not None:
                raise click.UsageError("--suite makes its own deals: leave out --script")
            pool = deck_pool(decks, seed)
            for meta in make_suite(out, suite, seed, settings, seconds, pool, watch, jobs):
                _tell(meta, as_json)
            return
        if len(decks) > 1:
            raise click.UsageError("several --deck are for a suite: name one, or add --suite")
        if not force:
            check_free(out, seed, None if script is not None or kind_name is not None else rules)
        if kind_name is not None:
            if script is not None or fouls or clumsy:
                raise click.UsageError("--kind says what is played: leave out --script, --foul and --clumsy")
            kind = kind_named(kind_name)
            deal, settings = kind_clip(
                kind, seed, settings, seconds, deck_pool(decks or ["procedural"], seed)
            )
            meta = simulate(out, deal, settings, seed, watch(0, out.name))
            _tell({**meta, "folder": str(out)}, as_json)
            return
        rng = Random(f"simulate {seed}")
        if vary:
            settings = random_settings(rng, settings)
        if surface is not None:
            settings = replace(settings, surface=surface)
        if tilt is not None:
            settings = replace(
                settings, camera=CameraSettings(tilt_deg=tilt, zoom=1.0 if tilt == 0 else 0.93)
            )
        deal = _deal(
            script,
            rules,
            seats,
            rng,
            Wishes(seconds, tuple(map(Foul, fouls)), tuple(map(Clumsy, clumsy)), claim=not fouls),
        )
        meta = simulate(out, deal, settings, seed, watch(0, out.name))
        _tell({**meta, "folder": str(out)}, as_json)


class BarStep:
    """Moves one bar of the progress display."""

    def __init__(self, bar: Progress, name: str) -> None:
        self.bar, self.task = bar, bar.add_task(name, total=None)

    def __call__(self, done: int, total: int) -> None:
        self.bar.update(self.task, completed=done, total=total)
        if done == total:
            self.bar.remove_task(self.task)


def _deal(script: str | None, rules: str, seats: int, rng: Random, wishes: Wishes) -> Script:
    if script is None:
        return random_deal(rules, seats, rng, wishes)
    if script == DEMO_SCRIPT:
        with resources.as_file(resources.files("bura_datasets") / "scripts" / "demo.toml") as path:
            return read_script(path, rng)
    if not script.endswith(".toml"):
        raise BuraError(f"script {script}: give a .toml file, or the word {DEMO_SCRIPT}")
    return read_script(Path(script), rng)


def _tell(meta: dict[str, object], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(meta, ensure_ascii=False))
    else:
        kept = " (kept)" if meta.get("kept") else ""
        click.echo(
            f"{meta['folder']}: {meta['duration_s']:g} s, {meta['frames']} frames, {meta['title']}{kept}"
        )
