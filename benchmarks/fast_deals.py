"""Thousands of deals of the fast simulation: is anybody accused falsely, and is every foul seen?

    .venv/bin/python benchmarks/fast_deals.py [--deals 5000] [--fouls 30] [--seed 1] [--out fast-deals.jsonl]
                                              [--json FILE] [--markdown docs/fast-deals.md] [--details]
                                              [--only FOUL ...]

Honest and clumsy deals first, then each kind of foul that many times. One JSON line a deal is appended to ``--out``;
a run that was broken off goes on where it was. Intervals are 95 % (Wilson).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from bura.errors import BuraError
from bura_datasets.players import Foul
from bura_server.compare import interval
from bura_server.fast_deals import case_of, run

Row = dict[str, Any]
Job = tuple[int, int, str]
"""number, seed, foul ("" for honest)"""

#: what to reach, per kind of act
WANTED = {"plays": 0.995, "draws": 0.99, "takes": 0.995}


def one(job: Job) -> Row:
    """One deal; a deal that cannot be dealt says so."""
    number, seed, foul = job
    cv2.setNumThreads(1)
    try:
        return run(case_of(number, seed, foul=Foul(foul) if foul else None))
    except BuraError as error:
        return {"number": number, "seed": seed, "kind": foul or "honest", "undealt": str(error)}


def jobs(deals: int, fouls: int, seed: int, only: Sequence[Foul] = ()) -> Iterator[Job]:
    """Every deal of a run, in order; of the fouls all, or only these."""
    for number in range(deals):
        yield number, seed, ""
    for number in range(fouls):
        for foul in only or Foul:
            yield number, seed, str(foul)


def read(path: Path) -> list[Row]:
    """The lines of an earlier run; one that was cut off is left out."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def key(row: Row) -> Job:
    """Which job a line is of."""
    return row["number"], row["seed"], "" if row["kind"] in ("honest", "clumsy") else row["kind"]


def share(right: int, total: int) -> Row:
    """A share with its interval."""
    low, high = interval(right, total)
    return {"right": right, "of": total, "interval": [round(low, 5), round(high, 5)]}


def acts(rows: Sequence[Row], kind: str) -> Row:
    """How one kind of act came out."""
    scores = [row["scores"].get(kind, [0, 0, 0]) for row in rows]
    right, missed, invented = (sum(score[i] for score in scores) for i in range(3))
    return {**share(right, right + missed), "invented": invented}


def report(rows: Sequence[Row]) -> Row:
    """Sum up a run."""
    done = [row for row in rows if "undealt" not in row]
    honest = [row for row in done if row["kind"] in ("honest", "clumsy") and row["honest"]]
    foul = [row for row in done if row["kind"] not in ("honest", "clumsy")]
    claims = [claim for row in done for claim in row["claims"]]
    figures: Row = {
        "honest_deals": len(honest),
        "clumsy_among_them": sum(row["kind"] == "clumsy" for row in honest),
        "foul_deals": len(foul),
        "cpu_s_per_honest_deal": round(sum(r["cpu_s"] for r in honest) / max(1, len(honest)), 3),
        "played_s_per_honest_deal": round(sum(r["seconds"] for r in honest) / max(1, len(honest)), 1),
        "load_average": [round(value, 1) for value in os.getloadavg()],
        "false_accusations": sum(len(row["false"]) for row in honest),
        "false_accusations_that_stood": sum(len(row["false_standing"]) for row in honest),
        "deals_with_a_false_accusation": share(sum(bool(row["false"]) for row in honest), len(honest)),
        "false_accusations_in_foul_deals": sum(len(row["false"]) for row in foul),
        "deals_exact": share(sum(row["exact"] for row in honest), len(honest)),
        "deals_untouched": share(sum(row["untouched"] for row in honest), len(honest)),
        "deals_without_please_check": share(sum(not row["check"] for row in honest), len(honest)),
        **{kind: acts(honest, kind) for kind in WANTED},
        "claims": len(claims),
        "claims_to_count": sum(claim["said"] == "claim_must_count" for claim in claims),
        "claim_verdicts_wrong": sum(claim["wrong"] for claim in claims),
        "fouls_flagged": share(sum(row["flagged"] for row in foul), len(foul)),
        "fouls": {},
    }
    for kind in Foul:
        mine = [row for row in foul if row["kind"] == str(kind)]
        if mine:
            figures["fouls"][str(kind)] = {
                **share(sum(row["flagged"] for row in mine), len(mine)),
                "accused": sum(row["accused"] for row in mine),
            }
    return figures


def markdown(figures: Row) -> str:
    """The report as a page."""

    def cell(row: Row) -> str:
        low, high = row["interval"]
        part = row["right"] / row["of"] if row["of"] else 0.0
        return f"{row['right']:,} of {row['of']:,} ({part:.2%}) | {low:.2%} to {high:.2%} |"

    lines = [
        "# Deals of the fast simulation",
        "",
        "Made by `python benchmarks/fast_deals.py --markdown docs/fast-deals.md`; how it works:",
        "[watching](watching.md), [simulator](simulator.md).",
        "",
        f"{figures['honest_deals']:,} deals of honest players ({figures['clumsy_among_them']:,} of them clumsy) and "
        f"{figures['foul_deals']:,} with a foul; two, three and four players, varied habits, a detector whose errors "
        f"vary from good to twice as bad as measured. {figures['cpu_s_per_honest_deal']} s of one core for a deal of "
        f"{figures['played_s_per_honest_deal']} s (load average {figures['load_average'][0]}).",
        "",
        "| honest deals | right | 95 % interval |",
        "|---|---|---|",
        f"| plays (seat, cards, face) | {cell(figures['plays'])}",
        f"| draws | {cell(figures['draws'])}",
        f"| tricks to the right pile | {cell(figures['takes'])}",
        f"| deals of which every act was told as it was | {cell(figures['deals_exact'])}",
        f"| deals that need no human touch | {cell(figures['deals_untouched'])}",
        f"| deals without a “please check” | {cell(figures['deals_without_please_check'])}",
        f"| deals with a false accusation | {cell(figures['deals_with_a_false_accusation'])}",
        "",
        f"False accusations that were shown at any time: **{figures['false_accusations']}**, of which "
        f"{figures['false_accusations_that_stood']} still stood at the end; in the foul deals, of somebody or "
        f"something else than the foul: {figures['false_accusations_in_foul_deals']}.",
        "",
        f"Claims: {figures['claims']:,}, of which {figures['claims_to_count']} were told to count the pile; wrong "
        f"verdicts: **{figures['claim_verdicts_wrong']}**.",
        "",
        "| foul | flagged | 95 % interval | accused (the rest: “please check”) |",
        "|---|---|---|---|",
    ]
    lines += [f"| {name} | {cell(row)} {row['accused']} |" for name, row in figures["fouls"].items()]
    lines.append(f"| all | {cell(figures['fouls_flagged'])} |")
    return "\n".join(lines) + "\n"


def work(todo: Sequence[Job], processes: int) -> Iterable[Row]:
    """The deals as they are done."""
    if processes <= 1:
        return map(one, todo)
    return get_context("spawn").Pool(processes).imap_unordered(one, todo, chunksize=4)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=5000, help="honest and clumsy deals")
    parser.add_argument("--fouls", type=int, default=30, help="deals of each kind of foul")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--out", type=Path, default=Path("fast-deals.jsonl"), help="one line a deal; resumable"
    )
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--markdown", type=Path, help="write the page here")
    parser.add_argument("--details", action="store_true", help="print every deal that did not come out")
    parser.add_argument(
        "--only",
        nargs="+",
        type=Foul,
        choices=list(Foul),
        default=(),
        metavar="FOUL",
        help="these fouls only",
    )
    args = parser.parse_args()
    if args.deals < 0 or args.fouls < 0 or args.jobs < 1:
        print("--deals and --fouls are numbers from 0 on, --jobs from 1 on", file=sys.stderr)
        return 2
    every = list(jobs(args.deals, args.fouls, args.seed, args.only))
    rows = [row for row in read(args.out) if key(row) in set(every)]
    todo = [job for job in every if job not in {key(row) for row in rows}]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("a", encoding="utf-8") as out:
        for row in work(todo, args.jobs):
            rows.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
            wrong = sum(len(r.get("false", ())) for r in rows)
            print(
                f"\r{len(rows)} of {len(every)} deals, false accusations {wrong}  ", end="", file=sys.stderr
            )
            if args.details and not row.get("untouched", True):
                print(f"\n{key(row)} {row['rules']} {row['seats']}: {row.get('differences')} {row['false']}")
    print(file=sys.stderr)
    figures = report(rows)
    print(json.dumps(figures, indent=2))
    if args.json is not None:
        args.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if args.markdown is not None:
        args.markdown.write_text(markdown(figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
