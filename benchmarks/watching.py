"""Referees a folder of clips with known truth and prints what came out right, and how fast.

    .venv/bin/python benchmarks/watching.py CLIPS [--json OUT.json] [--only NAME] [--details]

A clip is a folder with clip.mp4, truth.jsonl and, where needed, table.toml, say.jsonl and meta.json, as
`bura simulate` makes them. Figures come with 95 % intervals (Wilson) and with the machine's load, because
they mean nothing without.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bura.errors import BuraError
from bura.position import Phase
from bura.referee import Referee
from bura.table import CardsLaid
from bura.view import scoreboard
from bura_server.compare import Comparison, Score, compare, read_truth
from bura_vision.detector import CardDetector
from bura_vision.find_then_read import load_detector
from bura_vision.layout import default_layout, load_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.say import read_spoken
from bura_vision.source import open_source
from bura_vision.watcher import Watcher


@dataclass
class Outcome:
    """One clip."""

    name: str
    title: str
    comparison: Comparison
    duration_s: float
    wall_s: float
    cpu_s: float
    delays_s: list[float] = field(default_factory=list)


def referee_clip(folder: Path, detector: CardDetector) -> Outcome:
    """Referee one clip folder and compare."""
    meta: dict[str, Any] = {}
    if (folder / "meta.json").exists():
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    seats = len(meta.get("seats", "AB"))
    table = folder / "table.toml"
    layout = load_layout(table) if table.exists() else default_layout(seats)
    say = folder / "say.jsonl"
    spoken = read_spoken(say) if say.exists() else ()
    truth = read_truth(folder / "truth.jsonl")
    dealer = next(
        (r["event"].get("dealer") for r in truth if r.get("event", {}).get("type") == "dealt"), None
    )
    referee = Referee(meta.get("rules", "classic31"), layout.seats, dealer=dealer)
    watcher = Watcher(layout, detector)
    joiner = ActJoiner()
    delays: list[float] = []
    began, cpu = time.perf_counter(), time.process_time()
    last = 0.0
    for tick in watch(open_source(str(folder / "clip.mp4")), watcher, spoken):
        last = tick.at_s
        delays += [tick.at_s - event.at_s for event in tick.events if isinstance(event, CardsLaid)]
        for event in joiner.join(tick.events):
            referee.feed(event)
            if referee.state.phase is Phase.OVER:
                watcher.end_deal()
    for event in joiner.rest():
        referee.feed(event)
    alerts = scoreboard(referee.replay, "umpire").to_json()["alerts"]
    comparison = compare(truth, referee.entries, alerts)
    title = str(meta.get("title", ""))
    wall, spent = time.perf_counter() - began, time.process_time() - cpu
    return Outcome(folder.name, title, comparison, last, wall, spent, delays)


def interval(right: int, total: int) -> tuple[float, float]:
    """95 % Wilson interval of a share."""
    if total == 0:
        return 0.0, 1.0
    z, p = 1.96, right / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def percentile(values: list[float], share: float) -> float:
    """A percentile of a list; 0 when it is empty."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def report(outcomes: list[Outcome]) -> dict[str, Any]:
    """Sum up the clips."""
    kinds = dict.fromkeys(kind for outcome in outcomes for kind in outcome.comparison.scores)
    totals = {kind: Score() for kind in kinds}
    for outcome in outcomes:
        for kind, score in outcome.comparison.scores.items():
            totals[kind].add(score)
    delays = [delay for outcome in outcomes for delay in outcome.delays_s]
    duration = sum(outcome.duration_s for outcome in outcomes)
    figures: dict[str, Any] = {
        "clips": len(outcomes),
        "clips_without_any_difference": sum(outcome.comparison.perfect for outcome in outcomes),
        "false_accusations": sum(len(outcome.comparison.false_accusations) for outcome in outcomes),
        "seconds": round(duration, 1),
        "times_real_time": round(duration / max(sum(o.wall_s for o in outcomes), 1e-9), 2),
        "cpu_seconds_per_second": round(sum(o.cpu_s for o in outcomes) / max(duration, 1e-9), 3),
        "still_to_event_p50_s": round(percentile(delays, 0.5), 3),
        "still_to_event_p95_s": round(percentile(delays, 0.95), 3),
        "load_average": [round(value, 1) for value in os.getloadavg()],
        "cores": os.cpu_count(),
    }
    for kind, score in totals.items():
        low, high = interval(score.right, score.total)
        figures[kind] = {
            "right": score.right,
            "of": score.total,
            "invented": len(score.invented),
            "interval": [round(low, 4), round(high, 4)],
        }
    return figures


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", type=Path, help="a folder of clip folders, or one clip folder")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--only", help="only clips whose name or title contains this")
    parser.add_argument("--details", action="store_true", help="print every difference")
    parser.add_argument("--threads", type=int, default=2, help="threads of the networks")
    args = parser.parse_args()
    folders = [args.clips] if (args.clips / "clip.mp4").exists() else sorted(args.clips.iterdir())
    folders = [f for f in folders if (f / "clip.mp4").exists() and (f / "truth.jsonl").exists()]
    detector = load_detector(threads=args.threads)
    outcomes = []
    for folder in folders:
        try:
            outcome = referee_clip(folder, detector)
        except BuraError as error:
            print(f"{folder.name}: {error}", file=sys.stderr)
            continue
        if args.only and args.only not in f"{outcome.name} {outcome.title}":
            continue
        outcomes.append(outcome)
        scores = outcome.comparison.scores
        parts = [f"{kind} {score.right}/{score.total}" for kind, score in scores.items() if score.total]
        speed = outcome.duration_s / max(outcome.wall_s, 1e-9)
        print(f"{outcome.name:10} {outcome.title[:40]:40} {', '.join(parts)}  ({speed:.1f}x)")
        if args.details:
            for act, how in outcome.comparison.differences():
                print(f"    {act.at_s:7.2f}  {how:8}  {act.kind}: {act.what}")
    if not outcomes:
        print("no clips", file=sys.stderr)
        return 2
    figures = report(outcomes)
    print(json.dumps(figures, indent=2))
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
