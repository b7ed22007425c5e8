"""Writing scenes to a folder that Ultralytics trains from; run as `python -m bura_datasets.training.scenes`."""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import cv2
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bura.errors import BuraError, SourceError
from bura_datasets.training.pool import PoolSettings
from bura_datasets.training.scenes import SceneBlock, SceneSettings

RUN_FILE = "run.json"


def prepare_folder(out: Path, seed: int, settings: SceneSettings) -> None:
    """Make the folders, and see that a folder that was begun belongs to the same run.

    :raises SourceError: when it holds another run.
    """
    run: dict[str, float] = {
        "seed": seed,
        "size": settings.size,
        "block": settings.block,
        "val_every": settings.val_every,
    }
    if settings.face_down:
        run["face_down"] = settings.face_down
    if settings.pool.plain:
        run["plain"] = settings.pool.plain
    note = out / RUN_FILE
    if note.is_file():
        try:
            held = json.loads(note.read_text(encoding="utf-8"))
        except ValueError:
            held = None
        if held != run:
            raise SourceError(
                f"{out} holds scenes of another run ({held}): choose an empty folder or its own seed"
            )
    for part in ("images", "labels", "truth"):
        for split in ("train", "val"):
            (out / part / split).mkdir(parents=True, exist_ok=True)
    note.write_text(json.dumps(run), encoding="utf-8")
    (out / "data.yaml").write_text(
        f"path: {out.resolve()}\ntrain: images/train\nval: images/val\nnames:\n  0: index\n  1: back\n",
        encoding="utf-8",
    )


def write_block(
    out: Path,
    seed: int,
    number: int,
    count: int,
    decks: Path | None,
    textures: Path | None,
    settings: SceneSettings,
) -> int:
    """Write the first ``count`` scenes of a block that are not there yet; gives ``count``.

    A label file is written last and under its final name only when whole, so its presence means a finished scene.
    """
    split = "val" if number % settings.val_every == 0 else "train"
    names = [f"{number:05d}_{i:03d}" for i in range(count)]
    missing = [i for i, name in enumerate(names) if not (out / "labels" / split / f"{name}.txt").is_file()]
    if not missing:
        return count
    cv2.setNumThreads(1)
    block = SceneBlock(seed, number, decks, textures, settings)
    for i in missing:
        scene = block.scene(i)
        name = names[i]
        cv2.imwrite(str(out / "images" / split / f"{name}.jpg"), scene.pixels, [cv2.IMWRITE_JPEG_QUALITY, 95])
        cards = sorted({str(label.card) for label in scene.labels if label.card is not None})
        truth = {"cards": cards, "labels": [str(b.card) if b.card else "back" for b in scene.labels]}
        (out / "truth" / split / f"{name}.json").write_text(json.dumps(truth), encoding="utf-8")
        part = out / "labels" / split / f"{name}.part"
        part.write_text("".join(label.line(settings.size) + "\n" for label in scene.labels), encoding="utf-8")
        part.rename(part.with_suffix(".txt"))
    return count


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m bura_datasets.training.scenes",
        description="Write synthetic pictures of card tables with oriented boxes for Ultralytics.",
    )
    parser.add_argument(
        "out", type=Path, help="folder to write; taken up where it stopped if it holds the same run"
    )
    parser.add_argument("--count", type=int, default=1000, help="pictures, training and validation together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=Path, help="folder of deck folders; drawn decks only without it")
    parser.add_argument("--textures", type=Path, help="folder of pictures for backgrounds")
    parser.add_argument("--size", type=int, default=SceneSettings().size, help="side of the pictures, pixels")
    parser.add_argument(
        "--face-down", type=float, default=0.0, help="share of pictures with most cards face down"
    )
    parser.add_argument(
        "--plain", type=float, default=0.0, help="share of drawn decks with backs of one colour"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args(arguments)
    if options.count < 1 or options.size < 64 or options.jobs < 1:
        sys.stderr.write(
            "--count and --jobs must be at least 1 and --size at least 64: give larger numbers\n"
        )
        return 2
    for name, share in (("--face-down", options.face_down), ("--plain", options.plain)):
        if not 0.0 <= share <= 1.0:
            sys.stderr.write(f"{name} is a share: give a number from 0 to 1\n")
            return 2
    pool = PoolSettings(plain=options.plain)
    settings = SceneSettings(size=options.size, face_down=options.face_down, pool=pool)
    blocks = [
        (n, min(settings.block, options.count - n * settings.block))
        for n in range(-(-options.count // settings.block))
    ]
    try:
        prepare_folder(options.out, options.seed, settings)
        _run(options, settings, blocks)
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _run(options: argparse.Namespace, settings: SceneSettings, blocks: list[tuple[int, int]]) -> None:
    columns = (TextColumn("scenes"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("scenes", total=options.count)
        given = (options.decks, options.textures, settings)
        if options.jobs == 1:
            for number, count in blocks:
                progress.advance(task, write_block(options.out, options.seed, number, count, *given))
            return
        # a fresh interpreter each: OpenCV's threads do not survive a fork
        with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as workers:
            jobs = [workers.submit(write_block, options.out, options.seed, n, c, *given) for n, c in blocks]
            for job in as_completed(jobs):
                progress.advance(task, job.result())
