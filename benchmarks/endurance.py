"""Watches a looped clip for hours of the stream's time, as fast as it can, and says what memory and time it takes.

    .venv/bin/python benchmarks/endurance.py CLIP_FOLDER [--hours 3] [--every-s 60] [--json OUT.json]
    .venv/bin/python benchmarks/endurance.py CLIP_FOLDER --still            # a still table: share of one core at 15 fps
    .venv/bin/python benchmarks/endurance.py CLIP_FOLDER --speed            # pictures a second while people play

The loop is one long stream to the watcher: times go on, and every loop is a new deal. ``--still`` repeats the clip's
first picture. ``--speed`` times every picture by itself and tells those apart in which a hand is over the table or
something is read. Times mean nothing without the load, which stands beside them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from bura.errors import BuraError
from bura.position import Phase
from bura.referee import Referee
from bura_vision.find_then_read import load_detector
from bura_vision.interpreter import TableState
from bura_vision.layout import load_layout
from bura_vision.source import Frame, open_source
from bura_vision.watcher import Watcher


def resident_mb() -> float:
    """Memory that this process holds now, MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def looped(clip: Path, seconds: float) -> Iterator[tuple[int, Frame]]:
    """(loop, picture) of a clip that is shown again and again, its times going on."""
    base, number, loop = 0.0, 0, 0
    while base < seconds:
        last = 0.0
        for item in open_source(str(clip)):
            if isinstance(item, Frame):
                last = item.at_s
                yield loop, Frame(item.image, number, base + item.at_s)
                number += 1
        base, loop = base + last + 0.1, loop + 1


def endure(folder: Path, hours: float, every_s: float, threads: int) -> dict[str, Any]:
    """Memory over a long stream.

    :raises BuraError: when the clip or its layout cannot be read.
    """
    layout = load_layout(folder / "table.toml")
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    watcher = Watcher(layout, load_detector(threads=threads))
    referee = Referee(meta["rules"], layout.seats)
    memory: list[tuple[float, float]] = []
    began, cpu, next_s, events = time.perf_counter(), time.process_time(), 0.0, 0
    at_s = 0.0
    for _, frame in looped(folder / "clip.mp4", 3600.0 * hours):
        at_s = frame.at_s
        for event in watcher.step(frame).events:
            events += 1
            referee.feed(event)
        if referee.state.phase is Phase.OVER:
            watcher.end_deal()
        if at_s >= next_s:
            memory.append((round(at_s, 1), round(resident_mb(), 1)))
            next_s += every_s
            print(f"{at_s:8.0f} s  {memory[-1][1]:7.1f} MB  {len(referee.entries):6d} entries", flush=True)
    wall = time.perf_counter() - began
    settled = [mb for _, mb in memory[max(1, len(memory) // 10) :]] or [memory[-1][1]]
    return {
        "stream_s": round(at_s, 1),
        "wall_s": round(wall, 1),
        "cpu_s": round(time.process_time() - cpu, 1),
        "events": events,
        "log_entries": len(referee.entries),
        "memory_mb_first": memory[0][1],
        "memory_mb_settled": settled[0],
        "memory_mb_last": settled[-1],
        "memory_mb_most": max(settled),
        "growth_mb_per_hour": round((settled[-1] - settled[0]) / max(at_s * 0.9 / 3600.0, 1e-9), 2),
        "load_average": round(os.getloadavg()[0], 1),
    }


def still(folder: Path, seconds: float, fps: float, threads: int) -> dict[str, Any]:
    """What a still table costs: the clip's first picture, with its noise, again and again."""
    layout = load_layout(folder / "table.toml")
    watcher = Watcher(layout, load_detector(threads=threads))
    pictures = []
    for item in open_source(str(folder / "clip.mp4")):
        if isinstance(item, Frame):
            pictures.append(item.image)
        if len(pictures) == 10:  # the first act comes later
            break
    cpu, began = 0.0, 0.0
    frames = round(seconds * fps)
    for number in range(frames):
        if number == round(4.0 * fps):  # the first look at the table is over
            cpu, began = time.process_time(), number / fps
        watcher.step(Frame(pictures[number % len(pictures)], number, number / fps))
    share = (time.process_time() - cpu) / (frames / fps - began)
    height, width = pictures[0].shape[:2]
    return {
        "picture": f"{width}x{height}",
        "fps": fps,
        "share_of_one_core": round(share, 4),
        "load_average": round(os.getloadavg()[0], 1),
    }


def speed(folder: Path, threads: int) -> dict[str, Any]:
    """Pictures a second, while people play and over the whole clip; decoding is counted."""
    layout = load_layout(folder / "table.toml")
    watcher = Watcher(layout, load_detector(threads=threads))
    play: list[float] = []
    every: list[float] = []
    size = ""
    before = time.perf_counter()
    for item in open_source(str(folder / "clip.mp4")):
        if not isinstance(item, Frame):
            continue
        size = f"{item.image.shape[1]}x{item.image.shape[0]}"
        step = watcher.step(item)
        now = time.perf_counter()
        every.append(now - before)
        if step.state is not TableState.READY or step.hands or step.looked_cm:
            play.append(now - before)
        before = now
    return {
        "picture": size,
        "pictures": len(every),
        "fps": round(len(every) / sum(every), 1),
        "pictures_during_play": len(play),
        "fps_during_play": round(len(play) / max(sum(play), 1e-9), 1),
        "slowest_ms_p95": round(1000 * sorted(play or every)[int(0.95 * len(play or every))], 1),
        "threads": threads,
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clip", type=Path, help="a clip folder, as `bura simulate` makes it")
    parser.add_argument("--hours", type=float, default=3.0, help="of the stream's time")
    parser.add_argument("--every-s", type=float, default=60.0, help="how often memory is told, stream time")
    parser.add_argument("--still", action="store_true", help="measure a still table instead")
    parser.add_argument("--speed", action="store_true", help="measure pictures a second instead")
    parser.add_argument("--threads", type=int, default=2, help="threads of the networks")
    parser.add_argument("--json", type=Path, help="write the figures here")
    args = parser.parse_args()
    cv2.setNumThreads(args.threads)
    try:
        if args.still:
            figures = still(args.clip, 64.0, 15.0, args.threads)
        elif args.speed:
            figures = speed(args.clip, args.threads)
        else:
            figures = endure(args.clip, args.hours, args.every_s, args.threads)
    except (BuraError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(figures, indent=2))
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
