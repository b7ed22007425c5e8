"""Referees a folder of clips with known truth and prints what came out right, kind by kind, and how fast.

    .venv/bin/python benchmarks/watching.py CLIPS [--results FILE.jsonl] [--jobs 2] [--json OUT.json]
                                            [--markdown OUT.md] [--only WORD …] [--method bura …] [--details]

A clip is a folder with clip.mp4, truth.jsonl and, where needed, table.toml, say.jsonl and meta.json, as
`bura simulate` makes them. One line a clip and method is appended to ``--results``; what stands there is not done
again. Methods: ``bura``; ``baseline`` (whole pictures, majority vote); and Bura without one of its parts
(``no-gate``, ``no-belief``, ``no-settling``, ``no-uniqueness``, ``no-conservation``, ``no-doubt``). Several methods
are compared on the clips that all of them have done. Intervals are 95 % (Wilson); times mean nothing without the
load beside them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from bura.errors import BuraError
from bura_server.compare import interval
from bura_vision.find_then_read import FindThenRead, load_detector
from clip_runs import METHODS, Row, referee_clip

#: kinds of acts that are told kind by kind, and what they are called
TOLD_KINDS = {"plays": "plays", "draws": "draws", "takes": "tricks", "alerts": "fouls flagged"}

_detector: FindThenRead | None = None


def percentile(values: Sequence[float], share: float) -> float:
    """A percentile of a list; 0 when it is empty."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def count(rows: Iterable[Row], kind: str) -> tuple[int, int, int]:
    """(right, of, invented) of a kind of acts."""
    scores = [row["scores"][kind] for row in rows if kind in row["scores"]]
    right, total, invented = (
        sum(int(score[part]) for score in scores) for part in ("right", "of", "invented")
    )
    return right, total, invented


def figures_of(rows: Sequence[Row]) -> dict[str, Any]:
    """Everything that is told of some clips."""
    delays = [delay for row in rows for delay in row["delays_s"]]
    duration = sum(row["duration_s"] for row in rows)
    honest = [row for row in rows if not row["foul"]]
    loads = [row["load"] for row in rows]
    figures: dict[str, Any] = {
        "clips": len(rows),
        "honest_clips": len(honest),
        "seconds": round(duration, 1),
        "false_accusations": sum(len(row["false_accusations"]) for row in rows),
        "clips_with_false_accusations": sum(bool(row["false_accusations"]) for row in rows),
        "claims": {
            word: sum(row["claims"][word] for row in rows)
            for word in ("right", "must_count", "wrong", "unheard")
        },
        "still_to_event_p50_s": round(percentile(delays, 0.5), 3),
        "still_to_event_p95_s": round(percentile(delays, 0.95), 3),
        "times_real_time": round(duration / max(sum(row["wall_s"] for row in rows), 1e-9), 2),
        "cpu_seconds_per_second": round(sum(row["cpu_s"] for row in rows) / max(duration, 1e-9), 3),
        "load_average": [min(loads, default=0.0), max(loads, default=0.0)],
        "cores": os.cpu_count(),
    }
    for kind in dict.fromkeys([*TOLD_KINDS, *(kind for row in rows for kind in row["scores"])]):
        right, total, invented = count(rows, kind)
        figures[kind] = _share(right, total) | {"invented": invented}
    figures["deals_untouched"] = _share(sum(row["untouched"] for row in rows), len(rows))
    figures["honest_deals_untouched"] = _share(sum(row["untouched"] for row in honest), len(honest))
    return figures


def _share(right: int, total: int) -> dict[str, Any]:
    low, high = interval(right, total)
    return {"right": right, "of": total, "interval": [round(low, 4), round(high, 4)]}


def _words(share: dict[str, Any]) -> str:
    low, high = share["interval"]
    return f"{share['right']} of {share['of']} ({low:.3f} to {high:.3f})" if share["of"] else "none"


def markdown(by_method: dict[str, list[Row]]) -> str:
    """The tables: methods beside each other on the clips they share, then kind by kind for the first one."""
    names = list(by_method)
    shared = set.intersection(*(_clips(rows) for rows in by_method.values()))
    told = {
        name: figures_of([row for row in rows if row["clip"] in shared]) for name, rows in by_method.items()
    }
    lines = [f"{len(shared)} clips.", "", "| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for kind, word in (
        *TOLD_KINDS.items(),
        ("deals_untouched", "deals untouched"),
        ("honest_deals_untouched", "… of the honest ones"),
    ):
        lines.append(f"| {word} | " + " | ".join(_words(told[name][kind]) for name in names) + " |")
    for key, word in (
        ("false_accusations", "false accusations"),
        ("still_to_event_p50_s", "card still to event, median (s)"),
        ("still_to_event_p95_s", "… 95th percentile (s)"),
        ("times_real_time", "times real time"),
        ("cpu_seconds_per_second", "seconds of one core a second"),
        ("load_average", "machine's load, least and most"),
    ):
        lines.append(f"| {word} | " + " | ".join(str(told[name][key]) for name in names) + " |")
    cells = [
        ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in told[m]["claims"].items() if n)
        for m in names
    ]
    lines.append("| claims judged | " + " | ".join(cell or "none" for cell in cells) + " |")
    head = ["kind", "clips", *TOLD_KINDS.values(), "false accusations", "untouched"]
    lines += ["", f"Kind by kind ({names[0]}):", "", "| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    groups: dict[str, list[Row]] = {}
    for row in by_method[names[0]]:
        groups.setdefault(row["title"].split(":")[0] or row["clip"], []).append(row)
    for name, rows in groups.items():
        parts = ["{}/{}".format(*count(rows, kind)) for kind in TOLD_KINDS]
        accused = sum(len(row["false_accusations"]) for row in rows)
        free = f"{sum(row['untouched'] for row in rows)}/{len(rows)}"
        lines.append("| " + " | ".join([name, str(len(rows)), *parts, str(accused), free]) + " |")
    return "\n".join(lines) + "\n"


def _clips(rows: Iterable[Row]) -> set[str]:
    return {row["clip"] for row in rows}


# -- running -----------------------------------------------------------------------------------------


def _prepare(threads: int) -> None:
    """What a process needs once."""
    global _detector
    cv2.setNumThreads(threads)
    _detector = load_detector(threads=threads)


def _run(folder: Path, method: str) -> Row:
    assert _detector is not None
    try:
        return referee_clip(folder, _detector, method)[0]
    except BuraError as error:
        return {"clip": folder.name, "method": method, "error": str(error)}


def run(work: Sequence[tuple[Path, str]], jobs: int, threads: int) -> Iterator[Row]:
    """Rows in the order in which they are ready."""
    if jobs == 1:
        _prepare(threads)
        for folder, method in work:
            yield _run(folder, method)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (threads,)) as workers:
        for future in as_completed([workers.submit(_run, *piece) for piece in work]):
            yield future.result()


def read_rows(path: Path | None) -> list[Row]:
    """The whole lines of a results file."""
    rows: list[Row] = []
    for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else ():
        try:
            rows.append(json.loads(line))
        except ValueError:  # a run was cut off while it wrote
            continue
    return rows


def line_of(row: Row) -> str:
    """One clip, for people."""
    parts = [f"{kind} {s['right']}/{s['of']}" for kind, s in row["scores"].items() if s["of"]]
    speed = row["duration_s"] / max(row["wall_s"], 1e-9)
    accused = f"  FALSE: {'; '.join(row['false_accusations'])}" if row["false_accusations"] else ""
    title = f"{row['method'] if row['method'] != 'bura' else ''} {row['title'][:44]}".strip()
    return f"{row['clip']:6} {title:45} {', '.join(parts)}  ({speed:.1f}x){accused}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clips", type=Path, help="a folder of clip folders, or one clip folder")
    parser.add_argument(
        "--results", type=Path, help="append one JSON line a clip here, and skip what is done"
    )
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--markdown", type=Path, help="write the tables here")
    parser.add_argument(
        "--only", nargs="*", default=[], help="only clips whose name or title contains one of these"
    )
    parser.add_argument(
        "--method", nargs="*", default=["bura"], choices=list(METHODS), help="ways of watching"
    )
    parser.add_argument("--details", action="store_true", help="print every difference")
    parser.add_argument("--jobs", type=int, default=1, help="processes; each then has one thread")
    parser.add_argument("--threads", type=int, default=2, help="threads of the networks, with one process")
    args = parser.parse_args()
    folders = [args.clips] if (args.clips / "clip.mp4").exists() else sorted(args.clips.iterdir())
    folders = [f for f in folders if (f / "clip.mp4").exists() and (f / "truth.jsonl").exists()]
    folders = [f for f in folders if not args.only or any(word in _name(f) for word in args.only)]
    wanted = {folder.name for folder in folders}
    rows = [row for row in read_rows(args.results) if row["clip"] in wanted and "error" not in row]
    done = {(row["clip"], row["method"]) for row in rows}
    work = [(f, method) for method in args.method for f in folders if (f.name, method) not in done]
    for row in run(work, args.jobs, 1 if args.jobs > 1 else args.threads):
        if "error" in row:
            print(f"{row['clip']}: {row['error']}", file=sys.stderr)
            continue
        rows.append(row)
        print(line_of(row), flush=True)
        if args.details:
            print("".join(f"    {line}\n" for line in row["differences"]), end="", flush=True)
        if args.results is not None:
            with args.results.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
    by_method = {
        m: sorted((r for r in rows if r["method"] == m), key=lambda r: r["clip"]) for m in args.method
    }
    by_method = {method: found for method, found in by_method.items() if found}
    if not by_method:
        print("no clips", file=sys.stderr)
        return 2
    figures = {method: figures_of(found) for method, found in by_method.items()}
    told = figures if len(figures) > 1 else next(iter(figures.values()))
    print(markdown(by_method))
    if args.json is not None:
        args.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    if args.markdown is not None:
        args.markdown.write_text(markdown(by_method), encoding="utf-8")
    return 0


def _name(folder: Path) -> str:
    """Name and title of a clip, to choose by."""
    try:
        title = json.loads((folder / "meta.json").read_text(encoding="utf-8")).get("title", "")
    except (OSError, ValueError):
        title = ""
    return f"{folder.name} {title}"


if __name__ == "__main__":
    raise SystemExit(main())
