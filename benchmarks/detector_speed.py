"""How fast the table is watched, beside plain Ultralytics: `python benchmarks/detector_speed.py --weights FINDER.pt`.

Three processes, one after another, so that neither time nor memory of one falls on another:

* Ultralytics' ``predict`` (torch) on the full 1080p frame at its own size, with the finder's weights;
* the watcher on a frame in which one card has come to lie: the changed region is found and read;
* the watcher on frames in which nothing has changed.

The table is drawn: a cloth, cards in the middle, a stock, at 1920 × 1080 with a camera's noise. Ultralytics needs the
environment with torch (``--python .venv-train/bin/python``); without it our figures stand alone.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CLI_THREADS = 2


def peak_mb() -> float:
    """Largest resident memory of this process so far, MB."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def table_frames(folder: Path) -> None:
    """Write ``before.png`` (a stock, five cards) and ``after.png`` (one card more), 1920 × 1080."""
    import cv2
    import numpy as np

    from bura.cards import Card
    from bura_datasets.training.plane import draw_card, rotation, scaling, shift
    from bura_datasets.training.pool import VALIDATION_SEEDS
    from bura_datasets.training.procedural import DrawnDeck

    rng = np.random.default_rng(7)
    deck = DrawnDeck(VALIDATION_SEEDS + 3)
    cloth = cv2.resize(
        rng.normal(0, 9, (270, 480, 3)).astype(np.float32), (1920, 1080), interpolation=cv2.INTER_CUBIC
    )
    table = np.asarray(cloth + np.array([70, 95, 60], np.float32), np.float32)
    width = 6.3 * 19.2  # a table of one metre fills the frame's width
    back = deck.back(0)
    assert back is not None
    places = [("AS", 800, 500, 0.1), ("KS", 860, 520, 0.2), ("9H", 960, 420, -0.4), ("QD", 1050, 560, 0.3)]
    draw_card(table, back, np.asarray(shift(300, 540) @ scaling(width)))
    for name, x, y, turn in places:
        draw_card(
            table, deck.face(Card.parse(name)), np.asarray(shift(x, y) @ scaling(width) @ rotation(turn))
        )
    for which in ("before", "after"):
        if which == "after":
            last = np.asarray(shift(1180, 430) @ scaling(width) @ rotation(-0.15))
            draw_card(table, deck.face(Card.parse("10C")), last)
        cv2.imwrite(str(folder / f"{which}.png"), np.clip(table, 0, 255).astype(np.uint8))


def noisy(image: Any, count: int) -> list[Any]:
    """Copies of a frame as a camera would give them: with a little noise, each its own."""
    import cv2
    import numpy as np

    rng = np.random.default_rng(1)
    result = []
    for _ in range(count):
        noise = rng.normal(0, 2, (540, 960, 3)).astype(np.float32)
        full = cv2.resize(noise, (1920, 1080), interpolation=cv2.INTER_NEAREST)
        result.append(np.clip(image.astype(np.float32) + full, 0, 255).astype(np.uint8))
    return result


def measure_watcher(folder: Path, rounds: int, what: str) -> dict[str, Any]:
    """Wall and processor seconds of each step of one kind, and the process's memory."""
    import cv2

    from bura_vision.find_then_read import load_detector
    from bura_vision.layout import default_layout
    from bura_vision.source import Frame
    from bura_vision.watcher import Watcher

    cv2.setNumThreads(CLI_THREADS)
    before, after = (cv2.imread(str(folder / f"{name}.png")) for name in ("before", "after"))
    assert before is not None
    assert after is not None
    detector = load_detector(threads=CLI_THREADS)
    changed: list[tuple[float, float]] = []
    still: list[tuple[float, float]] = []
    seen: set[str] = set()
    for _ in range(rounds if what == "changed" else 1):
        watcher = Watcher(default_layout(2), detector)
        at_s, index = 0.0, 0

        def step(image: Any, watcher: Watcher = watcher) -> tuple[tuple[float, float], int]:
            nonlocal at_s, index
            start, busy = time.perf_counter(), time.process_time()
            done = watcher.step(Frame(image, index, at_s))
            spent = time.perf_counter() - start, time.process_time() - busy
            at_s, index = at_s + 0.1, index + 1
            return spent, len(done.looked_cm)

        for image in noisy(before, 12):  # the table as it is found is read a few times
            step(image)
        if what == "still":
            frames = noisy(before, 8)
            for number in range(max(60, 10 * rounds)):
                spent, looked = step(frames[number % len(frames)])
                if not looked:
                    still.append(spent)
            continue
        for image in noisy(after, 12):
            spent, looked = step(image)
            if looked:
                changed.append(spent)
        seen |= {str(track.card) for track in watcher.understanding.book.cards}
    return {"s": changed if what == "changed" else still, "mb": peak_mb(), "seen": sorted(seen)}


def measure_ultralytics(folder: Path, rounds: int, weights: Path) -> dict[str, Any]:
    """Wall and processor seconds of each prediction on the full frame at its own size, and the process's memory."""
    os.environ["YOLO_OFFLINE"], os.environ["YOLO_AUTOINSTALL"] = "true", "false"
    import cv2
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(CLI_THREADS)
    model = YOLO(str(weights), task="obb")
    frames = noisy(cv2.imread(str(folder / "after.png")), 2)
    spent = []
    found = 0
    for number in range(rounds + 1):
        start, busy = time.perf_counter(), time.process_time()
        (result,) = model.predict(frames[number % 2], imgsz=(1088, 1920), device="cpu", verbose=False)
        spent.append((time.perf_counter() - start, time.process_time() - busy))
        found = 0 if result.obb is None else len(result.obb)
    return {"s": spent[1:], "mb": peak_mb(), "seen": [f"{found} boxes"]}


def in_a_process(
    python: str, folder: Path, what: str, rounds: int, weights: Path | None
) -> dict[str, Any] | None:
    """One measurement in a process of its own; None when that environment cannot do it."""
    command = [python, __file__, "--one", what, "--folder", str(folder), "--rounds", str(rounds)]
    if weights is not None:
        command += ["--weights", str(weights)]
    path = os.pathsep.join(str(ROOT / room) for room in ("engine", "models", "vision", "datasets", "server"))
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": path}
    )
    if done.returncode:
        sys.stderr.write(f"detector_speed: {what} failed: {done.stderr.strip().splitlines()[-1:]}\n")
        return None
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def medians(row: dict[str, Any]) -> tuple[float, float]:
    """Median wall and processor seconds."""
    return statistics.median(w for w, _ in row["s"]), statistics.median(b for _, b in row["s"])


def report(results: dict[str, dict[str, Any] | None], load: float) -> str:
    """The table."""
    lines = [
        f"{os.cpu_count()} cores, {CLI_THREADS} threads, machine load {load:.1f} before the run; each row a process of"
        " its own, one after another. Frames of 1920 × 1080. Shares are of medians: of wall time, and of processor"
        " time, which other programs on the machine disturb less.",
        "",
        "| what | runs | wall ms, fastest | wall ms, median | processor ms, median | share of wall | of processor |"
        " target | peak memory MB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    names = {
        "ultralytics": ("Ultralytics predict (torch), full frame", ""),
        "changed": ("a frame of play: one changed region found and read", "1/5"),
        "still": ("an unchanged frame", "1/100"),
    }
    other = results["ultralytics"]
    for key, (name, target) in names.items():
        row = results[key]
        if row is None:
            continue
        wall, busy = medians(row)
        shares = " | "
        if other is not None and key != "ultralytics":
            theirs = medians(other)
            shares = f"1/{theirs[0] / wall:.1f} | 1/{theirs[1] / busy:.1f}"
        lines.append(
            f"| {name} | {len(row['s'])} | {1000 * min(w for w, _ in row['s']):.1f} | {1000 * wall:.1f} "
            f"| {1000 * busy:.1f} | {shares} | {target} | {row['mb']:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure all three, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="the finder as Ultralytics weights (.pt)")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has Ultralytics")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", type=Path, help="also write the table into this page, after its marker")
    parser.add_argument("--one", choices=["ultralytics", "changed", "still"], help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    a = parser.parse_args()
    if a.one:
        if a.one == "ultralytics":
            print(json.dumps(measure_ultralytics(a.folder, a.rounds, a.weights)))
        else:
            print(json.dumps(measure_watcher(a.folder, a.rounds, a.one)))
        return
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table_frames(folder)
        results: dict[str, dict[str, Any] | None] = {"ultralytics": None}
        if a.weights is not None:
            results["ultralytics"] = in_a_process(a.python, folder, "ultralytics", a.rounds, a.weights)
        for what in ("changed", "still"):
            results[what] = in_a_process(sys.executable, folder, what, a.rounds, None)
    table = report(results, load)
    print(table)
    sys.stderr.write(f"seen: {[row and row['seen'] for row in results.values()]}\n")
    if a.markdown:
        head = a.markdown.read_text(encoding="utf-8").split("<!-- figures -->")[0]
        a.markdown.write_text(f"{head}<!-- figures -->\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
