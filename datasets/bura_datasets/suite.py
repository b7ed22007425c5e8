"""The suite: many clips of many kinds, made by one command that can be interrupted and taken up again."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2

from bura.cards import pack
from bura.errors import BuraError, SourceError
from bura_datasets.decks import SUFFIXES
from bura_datasets.kinds import KINDS, Kind
from bura_datasets.players import Wishes, random_deal
from bura_datasets.procedural import deck_names
from bura_datasets.script import PACKS, Script
from bura_datasets.simulate import DRAWN, Progress, Settings, random_settings, simulate
from bura_datasets.sprinkle import sprinkled
from bura_datasets.surfaces import UNSEEN_SURFACES
from bura_datasets.training.decks import cache_folder
from bura_datasets.training.pool import PoolSettings, in_split
from bura_datasets.training.procedural import DrawnDeck

UNSEEN = "unseen"
"""stands for every deck that nothing was trained on"""
FIRST_DRAWN = 1 << 41
"""drawn decks with numbers from here on were used neither for training nor for validation"""
DRAWN_DECKS = 8
PHOTOGRAPHED = "photographed.json"
"""a deck folder with this file holds cut-outs of photographs (`bura_datasets.cutouts`)"""


@dataclass(frozen=True, slots=True)
class Pool:
    """The decks that a suite goes through."""

    decks: tuple[str, ...]
    photographed: tuple[str, ...] = ()
    """folders of photographed cards; their sub-folder ``tables`` holds photographed table tops"""


def covers(deck: str, size: int) -> bool:
    """Whether a deck has every card of a pack of ``size``."""
    folder = Path(deck)
    if not folder.is_dir():
        return True
    return all(any((folder / f"{card}{suffix}").is_file() for suffix in SUFFIXES) for card in pack(size))


def unseen_decks(seed: int) -> tuple[str, ...]:
    """Decks that nothing was trained on: the artwork kept for validation, where it is installed, and drawn ones.

    Without fonts for those, the simulator's own.
    """
    found: list[str] = []
    artwork = cache_folder() / "decks"
    if artwork.is_dir():
        held = PoolSettings(split="val")
        found = [
            str(path)
            for path in sorted(artwork.iterdir())
            if in_split(path.name, held) and covers(str(path), 36) and any(path.glob("back*"))
        ]
    first = FIRST_DRAWN + 1000 * seed
    numbers = range(first, first + DRAWN_DECKS)
    try:
        for number in numbers:  # whether there are fonts for each
            DrawnDeck(number)
    except SourceError:
        return (*found, *deck_names()[1:])
    drawn = [f"{DRAWN}{number}" for number in numbers]
    mixed = [deck for pair in zip(found, drawn, strict=False) for deck in pair]
    return (*mixed, *found[len(drawn) :], *drawn[len(found) :])


def deck_pool(names: Iterable[str], seed: int = 1) -> Pool:
    """The decks that a suite goes through: those named, and those inside a folder of deck folders.

    :param names: folders, ``procedural``, ``unseen`` (also without any name), ``drawn-NUMBER``, …
    :raises BuraError: when a folder holds neither a deck nor folders of decks.
    """
    pool: list[str] = []
    photographed: list[str] = []
    for name in names:
        folder = Path(name)
        if name == "procedural":
            pool += deck_names()[1:]
        elif name == UNSEEN:
            pool += unseen_decks(seed)
        elif folder.is_dir() and (folder / PHOTOGRAPHED).is_file():
            photographed.append(name)
        elif folder.is_dir() and not any(folder.glob("AS.*")):
            found = sorted(
                str(path) for path in folder.iterdir() if any(path.glob("AS.*")) and any(path.glob("back*"))
            )
            if not found:
                raise BuraError(f"deck folder {name} holds no deck: give a folder with AS.webp … back.webp")
            pool += found
        else:
            pool.append(name)
    return Pool(tuple(pool) or unseen_decks(seed), tuple(photographed))


def suite_clip(
    number: int, seed: int, base: Settings, seconds: float, pool: Pool
) -> tuple[Kind, Script, Settings, int]:
    """What clip ``number`` of the suite shows; the same arguments give the same clip."""
    kind = KINDS[number % len(KINDS)]
    clip_seed = seed * 100_000 + number
    script, settings = kind_clip(kind, clip_seed, base, seconds, pool, number)
    return kind, script, settings, clip_seed


def kind_named(name: str) -> Kind:
    """A kind of the suite.

    :raises BuraError: when there is none of that name.
    """
    for kind in KINDS:
        if kind.name == name:
            return kind
    raise BuraError(f"kind {name!r}: choose one of {', '.join(kind.name for kind in KINDS)}")


def kind_clip(
    kind: Kind, clip_seed: int, base: Settings, seconds: float, pool: Pool, number: int = 0
) -> tuple[Script, Settings]:
    """A clip of one kind; ``number`` chooses the deck.

    :raises BuraError: when no deck has all cards, or no deal gave an occasion for the kind's foul.
    """
    rng = Random(f"suite {clip_seed}")
    wishes = Wishes(seconds, kind.fouls, kind.clumsy, kind.after, kind.claim)
    script = sprinkled(
        random_deal(kind.rules, kind.seats, rng, wishes), kind.life, Random(f"life {clip_seed}")
    )
    size = PACKS[kind.rules][0]
    decks = [deck for deck in pool.decks if covers(deck, size)]
    if kind.photographed and pool.photographed:
        decks = [deck for deck in pool.photographed if covers(deck, size)]
    if not decks:
        raise BuraError(f"no deck has all {size} cards of {kind.rules}: give another --deck")
    settings = replace(random_settings(rng, base), deck=decks[number % len(decks)], least_s=seconds)
    settings = replace(settings, surface=rng.choice(UNSEEN_SURFACES))
    if kind.change is not None:
        settings = kind.change(settings, rng)
    tables = Path(settings.deck) / "tables"
    if kind.photographed and tables.is_dir():
        settings = replace(settings, surface=str(tables))
    return replace(script, title=f"{kind.name}: {script.title}"), settings


@dataclass(frozen=True, slots=True)
class _Job:
    """One clip to be made, as it is sent to a process."""

    folder: Path
    number: int
    seed: int
    base: Settings
    seconds: float
    pool: Pool


def _make(job: _Job, watch: Progress | None = None) -> dict[str, object]:
    _, script, settings, clip_seed = suite_clip(job.number, job.seed, job.base, job.seconds, job.pool)
    meta = simulate(job.folder, script, settings, clip_seed, watch)
    return {**meta, "folder": str(job.folder), "kept": False}


def _alone() -> None:
    """A process of several: one core each."""
    cv2.setNumThreads(1)


def make_suite(
    out: Path,
    clips: int,
    seed: int,
    base: Settings,
    seconds: float,
    pool: Pool,
    progress: Callable[[int, str], Progress] | None = None,
    jobs: int = 1,
) -> Iterator[dict[str, object]]:
    """Make ``clips`` clips in ``out``/000, 001, …; complete ones of the same suite are kept as they are.

    :param jobs: so many processes; with more than one, clips are told as they are ready, and no progress in between.
    :raises BuraError: when a folder holds another suite's clip, or a clip cannot be made.
    """
    waiting: list[_Job] = []
    for number in range(clips):
        folder = out / f"{number:03d}"
        job = _Job(folder, number, seed, base, seconds, pool)
        done = folder / "meta.json"
        if done.is_file():
            meta = json.loads(done.read_text(encoding="utf-8"))
            kind = KINDS[number % len(KINDS)]
            ours = str(meta.get("title", "")).startswith(f"{kind.name}: ")
            if meta.get("seed") != seed * 100_000 + number or not ours:
                raise BuraError(
                    f"{folder} holds a clip of another suite (seed {meta.get('seed')}): choose another folder"
                )
            yield {**meta, "folder": str(folder), "kept": True}
        elif jobs > 1:
            waiting.append(job)
        else:
            yield _make(job, progress(number, KINDS[number % len(KINDS)].name) if progress else None)
    if waiting:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, initializer=_alone) as workers:
            futures = [workers.submit(_make, job) for job in waiting]
            try:
                for future in as_completed(futures):
                    yield future.result()
            finally:
                for future in futures:
                    future.cancel()
