"""Float or int8? `python benchmarks/int8.py FOLDER --finder FINDER8.onnx --reader READER8.onnx [--markdown FILE]`.

FOLDER holds photographs with their truth, as for `benchmarks/real_photos.py`; the int8 files come from
`python -m bura_models.training.quantize`. Each pair of networks reads all pictures with the same setting; times are
medians over many runs, all four networks in turn in one process. The faster is shipped unless int8 loses more than 0.3
points of F1.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from bura_models.registry import finder_calibration, network_path, reader_calibration
from bura_vision.find_then_read import FindThenRead
from bura_vision.finder import OnnxFinder
from bura_vision.index_reader import IndexReader
from bura_vision.picture import load_picture
from bura_vision.reading import read_picture

THREADS = 2
#: points of F1 that int8 may lose
MAY_LOSE = 0.3


def scored(folder: Path, finder: Path, reader: Path) -> tuple[float, float, float]:
    """(precision, recall, F1) over card identities."""
    detector = FindThenRead(
        OnnxFinder(finder, threads=THREADS),
        IndexReader(reader, threads=THREADS, calibration=reader_calibration()),
        finder_calibration(),
    )
    right = wrong = missed = 0
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        reading = read_picture(load_picture(folder / "images" / row["name"]), detector)
        told, true = {str(card.card) for card in reading.cards}, set(row["cards"])
        right, wrong, missed = right + len(told & true), wrong + len(told - true), missed + len(true - told)
    precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def timed(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median milliseconds of each, run in turn so that a busy machine is busy for all."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            times[name].append(1000 * (time.perf_counter() - start))
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--finder", type=Path, required=True, help="int8 export of the finder")
    parser.add_argument("--reader", type=Path, required=True, help="int8 export of the reader")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--markdown", type=Path)
    a = parser.parse_args()
    rng = np.random.default_rng(0)
    tile = rng.integers(0, 255, (640, 640, 3), np.uint8)
    boxes = np.array(
        [[x, y, 20, 30, 0.1] for x in range(50, 600, 90) for y in range(50, 600, 110)], np.float32
    )[:30]
    finders = {"fp32": network_path("finder"), "int8": a.finder}
    readers = {"fp32": network_path("reader"), "int8": a.reader}
    works: dict[str, Callable[[], object]] = {}
    for kind, path in finders.items():
        finder = OnnxFinder(path, threads=THREADS)
        works[f"finder {kind}"] = partial(finder.find, tile)
    for kind, path in readers.items():
        reader = IndexReader(path, threads=THREADS)
        works[f"reader {kind}"] = partial(reader.read, tile, boxes)
    for work in works.values():
        work()
    times = timed(works, a.rounds)
    lines = [
        "# Float or int8",
        "",
        "    python -m bura_models.training.quantize finder --pictures SCENES/images/train --out finder8.onnx",
        "    python -m bura_models.training.quantize reader --pictures SHARDS --out reader8.onnx",
        "    python benchmarks/int8.py FOLDER --finder finder8.onnx --reader reader8.onnx --markdown docs/int8.md",
        "",
        f"{THREADS} threads, machine load {os.getloadavg()[0]:.1f}; medians of {a.rounds} runs in turn.",
        "",
        "| network | fp32, ms | int8, ms | int8 takes |",
        "|---|---|---|---|",
    ]
    for name, what in (("finder", "a tile of 640 × 640"), ("reader", "30 indices, two ways up, two sizes")):
        fp32, int8 = times[f"{name} fp32"], times[f"{name} int8"]
        lines.append(f"| {name}: {what} | {fp32:.1f} | {int8:.1f} | {int8 / fp32:.2f} of the time |")
    lines += ["", "| finder | reader | precision | recall | F1 |", "|---|---|---|---|---|"]
    whole = 0.0
    for finder_kind, reader_kind in (("fp32", "fp32"), ("int8", "fp32"), ("fp32", "int8"), ("int8", "int8")):
        precision, recall, f1 = scored(a.folder, finders[finder_kind], readers[reader_kind])
        whole = whole or f1
        verdict = "" if f1 >= whole - MAY_LOSE / 100 else " (loses too much)"
        lines.append(
            f"| {finder_kind} | {reader_kind} | {precision:.4f} | {recall:.4f} | {f1:.4f}{verdict} |"
        )
    text = "\n".join(lines) + "\n"
    print(text)
    if a.markdown:
        a.markdown.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
