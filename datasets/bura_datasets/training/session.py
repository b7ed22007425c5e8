"""One training session that fits into a few minutes, for a machine that is at hand only so long (a lent GPU).

`python -m bura_datasets.training.session --out OUT --minutes 9 [--decks FOLDER] [--textures FOLDER] [--photos FOLDER]`

Everything happens there: scenes are made on all cores, the finder is trained on from the shipped one (on the GPU where
there is one), exported, and measured before and after on scenes of decks that training does not use and, where given,
on labelled photographs. Needed are only the checkout and, to be better than drawn decks alone allow, folders of decks
and textures; 64 MiB are plenty. Nothing in the project depends on it: the same steps run on two cores, slower.

``OUT/session.json`` holds what was done and the figures; ``OUT/index_obb.onnx`` is what would be shipped. Whether it is
better is for a person to say: nothing is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
import torch

from bura.errors import BuraError
from bura_datasets.training.scene_writer import prepare_folder, write_block
from bura_datasets.training.scenes import SceneSettings
from bura_models.registry import network_path
from bura_models.training.export import export_finder
from bura_models.training.from_export import read_pictures, recover
from bura_models.training.train_finder import train
from bura_models.training.validate_finder import validate

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How the minutes are shared out, and what is trained."""

    scenes_share: float = 0.35
    """of the time goes into making scenes"""
    train_share: float = 0.4
    """… and into training; the rest is for starting, export and measuring"""
    size: int = 640
    face_down: float = 0.35
    """share of pictures with most cards face down (`SceneSettings.face_down`)"""
    batch_gpu: int = 48
    batch_cpu: int = 8
    lr: float = 4e-4


def make_scenes(
    out: Path,
    seconds: float,
    jobs: int,
    seed: int,
    decks: Path | None,
    textures: Path | None,
    settings: SceneSettings,
) -> int:
    """Write blocks of scenes until the time is up, the first (for validation) and one more in any case."""
    prepare_folder(out, seed, settings)
    until = time.monotonic() + seconds
    done = 0
    numbers = count()
    running: set[Future[int]] = set()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as workers:
        begun = 0
        while True:
            while len(running) < jobs and (begun < 2 or time.monotonic() < until):
                running.add(
                    workers.submit(
                        write_block, out, seed, next(numbers), settings.block, decks, textures, settings
                    )
                )
                begun += 1
            if not running:
                return done
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            done += sum(job.result() for job in finished)


def photographs(finder: Path, photos: Path) -> dict[str, Any]:
    """What `benchmarks/real_photos.py` says of the photographs read with this finder.

    :raises BuraError: when the benchmark fails.
    """
    report = finder.with_suffix(".photos.json")
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "benchmarks" / "real_photos.py"), str(photos)),
            *("--no-cards", "0", "--finder", str(finder), "--json", str(report)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuraError(f"measuring {photos} failed: {done.stderr.strip()[-400:]}")
    figures = json.loads(report.read_text(encoding="utf-8"))
    return {key: figures[key] for key in ("precision", "recall") if key in figures} or figures


def session(
    out: Path,
    minutes: float,
    *,
    jobs: int,
    seed: int,
    decks: Path | None = None,
    textures: Path | None = None,
    photos: Path | None = None,
    settings: SessionSettings | None = None,
) -> dict[str, Any]:
    """Run the whole session; gives what ``session.json`` holds."""
    s = settings or SessionSettings()
    began = time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    gpu = torch.cuda.is_available()
    scenes = out / "scenes"
    scene_settings = SceneSettings(size=s.size, face_down=s.face_down)
    made = make_scenes(scenes, 60 * minutes * s.scenes_share, jobs, seed, decks, textures, scene_settings)
    after_scenes = time.monotonic()
    shipped = network_path("finder")
    start = out / "start.pt"
    recover(shipped, start, read_pictures(scenes / "images" / "train", 48, s.size), "yolo11n-obb.yaml")
    weights = train(
        scenes / "data.yaml",
        str(start),
        out / "run",
        epochs=100,
        size=s.size,
        batch=s.batch_gpu if gpu else s.batch_cpu,
        threads=jobs,
        seed=seed,
        lr=s.lr,
        hours=minutes * s.train_share / 60,
    )
    after_training = time.monotonic()
    exported = out / "index_obb.onnx"
    shutil.copy(export_finder(weights), exported)
    figures: dict[str, Any] = {
        "device": torch.cuda.get_device_name(0) if gpu else "cpu",
        "scenes": made,
        "seconds": {
            "scenes": round(after_scenes - began, 1),
            "training": round(after_training - after_scenes, 1),
        },
        "before": {"scenes": validate(start, scenes / "data.yaml", s.size)},
        "after": {"scenes": validate(weights, scenes / "data.yaml", s.size)},
    }
    if photos is not None:
        figures["before"]["photographs"] = photographs(shipped, photos)
        figures["after"]["photographs"] = photographs(exported, photos)
    figures["seconds"]["all"] = round(time.monotonic() - began, 1)
    (out / "session.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return figures


def main() -> int:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=9.0, help="for everything together, about")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--decks", type=Path)
    parser.add_argument("--textures", type=Path)
    parser.add_argument(
        "--photos", type=Path, help="labelled photographs, as benchmarks/real_photos.py takes"
    )
    parser.add_argument("--size", type=int, default=SessionSettings().size)
    a = parser.parse_args()
    try:
        figures = session(
            a.out,
            a.minutes,
            jobs=a.jobs,
            seed=a.seed,
            decks=a.decks,
            textures=a.textures,
            photos=a.photos,
            settings=SessionSettings(size=a.size),
        )
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
