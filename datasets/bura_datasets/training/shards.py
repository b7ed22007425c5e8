"""Write index crops as shards for training: `python -m bura_datasets.training.shards OUT --count N --decks FOLDER`.

Each shard ``crops-SEED-NUMBER.npz`` holds ``crops`` (n, 64, 40, 3) uint8 BGR, ``rank`` (n,) and ``suit`` (n,). A shard
depends on the seed and its number only, so a run that was stopped goes on with the next missing one, and several
processes may fill one folder with different seeds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from bura_datasets.training.crops import CropSettings, CropSource
from bura_datasets.training.pool import PoolSettings

SHARD = 2000


def write_shard(path: Path, source: CropSource, count: int) -> None:
    """Write ``count`` crops; the file appears whole or not at all."""
    crops, ranks, suits = source.batch(count)
    part = path.with_suffix(".part")
    with part.open("wb") as out:
        np.savez_compressed(out, crops=crops, rank=ranks.astype(np.uint8), suit=suits.astype(np.uint8))
    part.rename(path)


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and write the missing shards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=20_000, help="crops in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--decks", type=Path, help="folder of deck folders; drawn decks only without it")
    parser.add_argument("--textures", type=Path, help="folder of pictures for backgrounds")
    parser.add_argument("--split", choices=["train", "val", "all"], default="train")
    a = parser.parse_args(arguments)
    cv2.setNumThreads(1)  # several processes may fill one folder
    a.out.mkdir(parents=True, exist_ok=True)
    settings = CropSettings(pool=PoolSettings(split=a.split, live=16, uses=1500))
    for number in track(range(-(-a.count // SHARD)), description="shards"):
        path = a.out / f"crops-{a.seed}-{number:04d}.npz"
        if not path.exists():
            source = CropSource(a.seed * 100_003 + number, a.decks, textures=a.textures, settings=settings)
            write_shard(path, source, min(SHARD, a.count - number * SHARD))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
