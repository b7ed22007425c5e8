"""How well photographs are read: `python benchmarks/real_photos.py FOLDER [--markdown FILE]`.

FOLDER holds `images/` and `truth.jsonl` (one line a picture: name, cards). One fixed setting for all pictures. Scored
over card identities: a card of the truth that is named is right, a named card that is not there is wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from rich.progress import track

from bura_vision.find_then_read import load_detector
from bura_vision.picture import load_picture
from bura_vision.reading import read_picture

Counts = tuple[int, int, int]


def figures(right: int, wrong: int, missed: int) -> tuple[float, float, float]:
    """Precision, recall and F1; 1 where there was nothing to say."""
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = right / (right + missed) if right + missed else 1.0
    return precision, recall, 2 * right / max(2 * right + wrong + missed, 1)


def interval(per_picture: list[Counts], which: int, rounds: int = 1000) -> tuple[float, float]:
    """95 % bootstrap interval of a figure, pictures drawn with replacement."""
    chance = random.Random(0)
    values = []
    for _ in range(rounds):
        drawn = chance.choices(per_picture, k=len(per_picture))
        values.append(
            figures(sum(c[0] for c in drawn), sum(c[1] for c in drawn), sum(c[2] for c in drawn))[which]
        )
    values.sort()
    return values[int(rounds * 0.025)], values[int(rounds * 0.975)]


def main() -> None:
    """Read every picture, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--markdown", type=Path, help="also write the table here")
    parser.add_argument("--list", action="store_true", help="name every picture that was read wrongly")
    arguments = parser.parse_args()
    truth_path = arguments.folder / "truth.jsonl"
    if not truth_path.exists():
        sys.exit(f"real_photos: there is no {truth_path}: name a folder with images/ and truth.jsonl")
    truths = [json.loads(line) for line in truth_path.read_text(encoding="utf-8").splitlines()]
    detector = load_detector()
    per_source: dict[str, list[Counts]] = defaultdict(list)
    per_part: dict[str, Counter[str]] = defaultdict(Counter)
    seconds = []
    backs = 0
    for truth in track(truths, description="reading", disable=not sys.stderr.isatty()):
        image = load_picture(arguments.folder / "images" / truth["name"])
        start = time.perf_counter()
        reading = read_picture(image, detector)
        seconds.append(time.perf_counter() - start)
        seen, real = {str(card.card) for card in reading.cards}, set(truth["cards"])
        backs += len(reading.backs)
        counts = (len(seen & real), len(seen - real), len(real - seen))
        per_source[truth["name"].split("_")[0]].append(counts)
        for word, cards in (("right", seen & real), ("wrong", seen - real), ("missed", real - seen)):
            for card in cards:
                per_part[card[-1]][word] += 1
                per_part[card[:-1]][word] += 1
        if arguments.list and seen != real:
            print(truth["name"], "wrong:", *sorted(seen - real), "missed:", *sorted(real - seen))
    everything = [counts for rows in per_source.values() for counts in rows]
    lines = [
        f"{len(truths)} pictures, one setting; {sum(seconds) / len(seconds):.2f} s a picture on average, "
        f"median {sorted(seconds)[len(seconds) // 2]:.2f} s, two threads, machine load {os.getloadavg()[0]:.1f}; "
        f"{backs} backs reported.",
        "",
        "| source | pictures | cards | precision (95 %) | recall (95 %) | F1 |",
        "|---|---|---|---|---|---|",
    ]
    for name, rows in [*sorted(per_source.items()), ("**all**", everything)]:
        right, wrong, missed = (sum(c[i] for c in rows) for i in range(3))
        precision, recall, f1 = figures(right, wrong, missed)
        (p0, p1), (r0, r1) = interval(rows, 0), interval(rows, 1)
        lines.append(
            f"| {name} | {len(rows)} | {right + missed} | {precision:.4f} ({p0:.3f}–{p1:.3f}) "
            f"| {recall:.4f} ({r0:.3f}–{r1:.3f}) | {f1:.4f} |"
        )
    lines += ["", "| rank or suit | right | wrong | missed | F1 |", "|---|---|---|---|---|"]
    for part in [*"CDHS", *"23456789", "10", *"JQKA"]:
        c = per_part.get(part)
        if c:
            f1 = figures(c["right"], c["wrong"], c["missed"])[2]
            lines.append(f"| {part} | {c['right']} | {c['wrong']} | {c['missed']} | {f1:.4f} |")
    table = "\n".join(lines)
    print(table)
    if arguments.markdown:
        arguments.markdown.write_text(
            "# Reading real photographs\n\n`python benchmarks/real_photos.py FOLDER --markdown docs/real-photos.md`\n\n"
            "Nothing was trained on these photographs, but thresholds and scales were chosen by them. "
            "Identities per picture; the interval is a bootstrap over pictures.\n\n" + table + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
