"""How well photographs are read: `python benchmarks/real_photos.py FOLDER [--markdown FILE] [--json FILE]`.

FOLDER holds `images/` and `truth.jsonl` (one line a picture: name, cards; where known, backs: at least, at most).
One fixed setting for all pictures. Scored over card identities: a card of the truth that is named is right, a named
card that is not there is wrong. Beside it, generated pictures without a card are read (`--no-cards 0` leaves them
out): whatever is named there is wrong.

`--sheet FILE` draws the pictures that were read wrongly, for looking at; keep it where the photographs may be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bura.errors import BuraError
from bura_vision.annotate import annotate
from bura_vision.find_then_read import FindThenRead, load_detector
from bura_vision.picture import load_picture
from bura_vision.reading import Reading, ReadingSettings, read_picture

Counts = tuple[int, int, int]
RANKS = (*"23456789", "10", *"JQKA")
SUITS = tuple("CDHS")
#: of the generated pictures; training and calibration use others
NO_CARDS_SEED = 52_007


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture as it was read."""

    name: str
    seen: frozenset[str]
    real: frozenset[str]
    backs: int
    seconds: float
    sure: tuple[tuple[str, float], ...]
    """every card that was named, with its probability"""
    back_range: tuple[int, int] | None = None
    """how many backs there are, at least and at most, where the truth says so"""

    @property
    def counts(self) -> Counts:
        """Right, wrong, missed."""
        return len(self.seen & self.real), len(self.seen - self.real), len(self.real - self.seen)

    def mistaken(self) -> list[tuple[str, str]]:
        """(there, named) pairs: a missed card with the wrong one nearest to it, "-" where there is none."""
        missed, wrong = sorted(self.real - self.seen), sorted(self.seen - self.real)
        pairs = []
        for card in missed:
            near = [w for w in wrong if w[-1] == card[-1] or w[:-1] == card[:-1]]
            if near:
                wrong.remove(near[0])
            pairs.append((card, near[0] if near else "-"))
        return pairs + [("-", card) for card in wrong]


def figures(right: int, wrong: int, missed: int) -> tuple[float, float, float]:
    """Precision, recall and F1; 1 where there was nothing to say."""
    precision = right / (right + wrong) if right + wrong else 1.0
    recall = right / (right + missed) if right + missed else 1.0
    return precision, recall, 2 * right / max(2 * right + wrong + missed, 1)


def added(rows: Iterable[Counts]) -> Counts:
    """The sum of counts."""
    right = wrong = missed = 0
    for r, w, m in rows:
        right, wrong, missed = right + r, wrong + w, missed + m
    return right, wrong, missed


def interval(per_picture: Sequence[Counts], which: int, rounds: int = 1000) -> tuple[float, float]:
    """95 % bootstrap interval of a figure, pictures drawn with replacement."""
    chance = random.Random(0)
    values = sorted(
        figures(*added(chance.choices(per_picture, k=len(per_picture))))[which] for _ in range(rounds)
    )
    return values[int(rounds * 0.025)], values[int(rounds * 0.975)]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """95 % Wilson interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z, share = 1.96, hits / of
    middle, spread = (
        share + z * z / (2 * of),
        z * float(np.sqrt(share * (1 - share) / of + z * z / (4 * of * of))),
    )
    return max(0.0, (middle - spread) / (1 + z * z / of)), min(1.0, (middle + spread) / (1 + z * z / of))


def read(
    name: str,
    image: NDArray[np.uint8],
    real: Iterable[str],
    detector: FindThenRead,
    back_range: Sequence[int] | None = None,
) -> tuple[Picture, Reading]:
    """Read one picture and keep what matters."""
    start = time.perf_counter()
    reading = read_picture(image, detector)
    seconds = time.perf_counter() - start
    sure = tuple((str(card.card), round(card.confidence, 4)) for card in (*reading.cards, *reading.doubtful))
    seen = frozenset(str(card.card) for card in reading.cards)
    backs = None if back_range is None else (back_range[0], back_range[1])
    return Picture(name, seen, frozenset(real), len(reading.backs), seconds, sure, backs), reading


def cardless(count: int) -> Iterable[NDArray[np.uint8]]:
    """Generated tables without a card: notes, print, chips, telephones, jokers, papers, hands, cloth."""
    from bura_datasets.training.scenes import SceneBlock, SceneSettings

    settings = SceneSettings(empty=1.0, clutter=1.0, hands=0.4, block=20, textures=6)
    for number in range(-(-count // settings.block)):
        block = SceneBlock(NO_CARDS_SEED, number * settings.val_every, None, None, settings)
        for scene in range(min(settings.block, count - number * settings.block)):
            yield block.scene(scene).pixels


def sheet(failures: Sequence[tuple[Picture, NDArray[np.uint8]]], columns: int = 4) -> NDArray[np.uint8]:
    """Annotated pictures side by side, with what was missed and what was wrong written under each."""
    tiles = []
    for picture, drawn in failures:
        scale = 460 / max(drawn.shape[:2])
        small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.full((520, 460, 3), 30, np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        words = [
            picture.name[:52],
            f"wrong {' '.join(sorted(picture.seen - picture.real)) or '-'}  "
            f"missed {' '.join(sorted(picture.real - picture.seen)) or '-'}",
        ]
        for line, text in enumerate(words):
            cv2.putText(
                tile, text[:60], (6, 482 + 24 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1
            )
        tiles.append(tile)
    tiles += [np.full((520, 460, 3), 30, np.uint8)] * (-len(tiles) % columns)
    return np.vstack([np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)])


def part_row(part: str, pictures: Sequence[Picture]) -> tuple[str, Counts]:
    """Counts of one rank or suit."""
    mine = (lambda card: card[-1] == part) if part in SUITS else (lambda card: card[:-1] == part)
    rows = [
        (
            sum(map(mine, p.seen & p.real)),
            sum(map(mine, p.seen - p.real)),
            sum(map(mine, p.real - p.seen)),
        )
        for p in pictures
    ]
    return part, added(rows)


def report(pictures: Sequence[Picture], without: Sequence[Picture]) -> tuple[str, dict[str, Any]]:
    """The page's tables, and the same figures for programs."""
    seconds = sorted(p.seconds for p in pictures)
    sources: dict[str, list[Picture]] = {}
    for picture in pictures:
        sources.setdefault(picture.name.split("_")[0], []).append(picture)
    lines = [
        f"{len(pictures)} pictures, one setting; {sum(seconds) / len(seconds):.2f} s a picture on average, "
        f"median {seconds[len(seconds) // 2]:.2f} s, two threads, machine load {os.getloadavg()[0]:.1f}; "
        f"{sum(p.backs for p in pictures)} backs reported.",
        "",
        "| source | pictures | cards | precision (95 %) | recall (95 %) | F1 |",
        "|---|---|---|---|---|---|",
    ]
    told: dict[str, Any] = {"sources": {}, "parts": {}}
    for name, group in [*sorted(sources.items()), ("**all**", list(pictures))]:
        rows = [p.counts for p in group]
        right, wrong, missed = added(rows)
        precision, recall, f1 = figures(right, wrong, missed)
        (p0, p1), (r0, r1) = interval(rows, 0), interval(rows, 1)
        lines.append(
            f"| {name} | {len(rows)} | {right + missed} | {precision:.4f} ({p0:.3f}–{p1:.3f}) "
            f"| {recall:.4f} ({r0:.3f}–{r1:.3f}) | {f1:.4f} |"
        )
        told["sources"][name.strip("*")] = {
            "pictures": len(rows),
            "cards": right + missed,
            "precision": round(precision, 4),
            "precision_interval": [round(p0, 4), round(p1, 4)],
            "recall": round(recall, 4),
            "recall_interval": [round(r0, 4), round(r1, 4)],
            "f1": round(f1, 4),
        }
    lines += [
        "",
        "| rank or suit | right | wrong | missed | precision (95 %, Wilson) | recall (95 %, Wilson) |",
        "|---|---|---|---|---|---|",
    ]
    for part, (right, wrong, missed) in (part_row(part, pictures) for part in (*SUITS, *RANKS)):
        if right + wrong + missed == 0:
            continue
        precision, recall, _ = figures(right, wrong, missed)
        (p0, p1), (r0, r1) = wilson(right, right + wrong), wilson(right, right + missed)
        lines.append(
            f"| {part} | {right} | {wrong} | {missed} | {precision:.3f} ({p0:.2f}–{p1:.2f}) "
            f"| {recall:.3f} ({r0:.2f}–{r1:.2f}) |"
        )
        told["parts"][part] = {"right": right, "wrong": wrong, "missed": missed}
    confusions = Counter(pair for p in pictures for pair in p.mistaken())
    told["confusions"] = {f"{there} > {named}": n for (there, named), n in sorted(confusions.items())}
    lines += ["", *confusion_tables(confusions)]
    ranged = [(p.backs, p.back_range) for p in pictures if p.back_range is not None]
    if ranged:
        good = sum(low <= backs <= high for backs, (low, high) in ranged)
        lines += [
            "",
            f"Backs counted right in {good} of {len(ranged)} pictures ({100 * good / len(ranged):.0f} %).",
        ]
        told["backs"] = {"pictures": len(ranged), "right": good}
    if without:
        false = [card for p in without for card in sorted(p.seen)]
        low, high = wilson(len(false), len(without))
        backs = sum(p.backs for p in without)
        lines += [
            "",
            f"Pictures without a card (generated: notes, print, chips, telephones, jokers, hands): {len(false)} false"
            f" cards and {backs} false backs in {len(without)} pictures"
            f" ({100 * len(false) / len(without):.1f} cards in 100; 95 %: {100 * low:.1f}–{100 * high:.1f}).",
        ]
        told["no_cards"] = {"pictures": len(without), "false_cards": false, "false_backs": backs}
    return "\n".join(lines), told


def confusion_tables(confusions: Counter[tuple[str, str]]) -> list[str]:
    """What was named for what, by rank and by suit; only what happened."""
    lines = []
    parts: tuple[tuple[str, Callable[[str], str], tuple[str, ...]], ...] = (
        ("rank", lambda card: card[:-1] if card != "-" else "-", (*RANKS, "-")),
        ("suit", lambda card: card[-1], (*SUITS, "-")),
    )
    for title, cut, names in parts:
        counted: Counter[tuple[str, str]] = Counter()
        for (there, named), n in confusions.items():
            if cut(there) != cut(named):
                counted[cut(there), cut(named)] += n
        columns = [n for n in names if any(pair[1] == n for pair in counted)]
        if not columns:
            continue
        lines += [
            f"Confusions by {title} (row: what is there, column: what was named, -: nothing):",
            "",
            "| | " + " | ".join(columns) + " |",
            "|---|" + "---|" * len(columns),
        ]
        for row in names:
            if any(pair[0] == row for pair in counted):
                lines.append(
                    f"| **{row}** | " + " | ".join(str(counted[row, c] or "") for c in columns) + " |"
                )
        lines.append("")
    return lines


def main() -> None:
    """Read every picture, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--markdown", type=Path, help="also write the page here")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--list", action="store_true", help="name every picture that was read wrongly")
    parser.add_argument("--sheet", type=Path, help="draw the pictures that were read wrongly")
    parser.add_argument("--no-cards", type=int, default=120, help="generated pictures without a card")
    parser.add_argument("--every", type=int, default=1, help="read only every so many pictures")
    parser.add_argument("--finder", type=Path, help="another finder than the shipped one")
    arguments = parser.parse_args()
    truth_path = arguments.folder / "truth.jsonl"
    if not truth_path.exists():
        sys.exit(f"real_photos: there is no {truth_path}: name a folder with images/ and truth.jsonl")
    truths = [json.loads(line) for line in truth_path.read_text(encoding="utf-8").splitlines()]
    detector = load_detector(finder=arguments.finder)
    pictures: list[Picture] = []
    failures: list[tuple[Picture, NDArray[np.uint8]]] = []
    quiet = not sys.stderr.isatty()
    try:
        for truth in track(truths[:: arguments.every], description="reading", disable=quiet):
            image = load_picture(arguments.folder / "images" / truth["name"])
            picture, reading = read(truth["name"], image, truth["cards"], detector, truth.get("backs"))
            pictures.append(picture)
            if picture.seen != picture.real:
                failures.append((picture, annotate(image, reading) if arguments.sheet else image[:1, :1]))
                if arguments.list:
                    wrong, missed = sorted(picture.seen - picture.real), sorted(picture.real - picture.seen)
                    print(truth["name"], "wrong:", *wrong, "missed:", *missed)
    except BuraError as error:
        sys.exit(f"real_photos: {error}")
    without = [
        read(f"no card {number}", image, (), detector)[0]
        for number, image in enumerate(
            track(
                cardless(arguments.no_cards), total=arguments.no_cards, description="no cards", disable=quiet
            )
        )
    ]
    table, told = report(pictures, without)
    print(table)
    if arguments.sheet and failures:
        cv2.imwrite(str(arguments.sheet), sheet(failures))
    if arguments.json:
        told["threshold"] = ReadingSettings().min_confidence
        told["pictures"] = {p.name: p.sure for p in pictures}
        arguments.json.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.markdown:
        arguments.markdown.write_text(
            "# Reading real photographs\n\n`python benchmarks/real_photos.py FOLDER --markdown docs/real-photos.md"
            " --json benchmarks/real_photos.json`\n\n"
            "Nothing was trained on these photographs, but thresholds and scales were chosen by them. "
            "Identities per picture; the intervals by source are a bootstrap over pictures.\n\n"
            + table
            + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
