"""Are the backs of a table counted right? `python benchmarks/table_backs.py [--markdown docs/table-backs.md]`.

Still pictures of simulated tables (`bura_datasets.suite`: decks, drawn and of artwork, tables and lights that nothing
was trained on; 720p and more) at moments when no hand is in the picture are read as `bura count` reads. A picture is
right when the number of backs lies between those that show at least half and those that show at least a sixth. Squared
piles show their uppermost card. Wrong counts are named with their deck; `--sheet` draws them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bura_datasets.kinds import KINDS
from bura_datasets.simulate import Settings, prepare
from bura_datasets.stage import Plan
from bura_datasets.suite import deck_pool, kind_clip
from bura_server.compare import interval
from bura_vision.find_then_read import load_detector
from bura_vision.reading import read_picture

SEED = 9_100_000
#: pixels per centimetre of the map that tells what lies on top
FINE = 8
LEAST, HALF = 1 / 6, 1 / 2
#: a table is still when nothing moves for this long before and after, seconds
STILL_S = 0.25


@dataclass(frozen=True, slots=True)
class Table:
    """One picture and how many backs it shows at least and at most."""

    kind: str
    deck: str
    pixels: NDArray[np.uint8]
    least: int
    most: int
    cards: frozenset[str]
    """faces that show at least half"""


def visible(plan: Plan, at_s: float, size_cm: tuple[float, float]) -> list[tuple[str, bool, float]]:
    """(card, face up, share of it that is to be seen) of everything that lies on the table."""
    keys = [(track.at(at_s), card) for card, track in plan.cards.items()]
    keys = sorted(((key, card) for key, card in keys if key.visible), key=lambda pair: pair[0].order)
    tops = np.zeros((round(size_cm[1] * FINE), round(size_cm[0] * FINE)), np.uint8)
    areas = {}
    for key, card in keys:
        outline = np.round(key.pose.corners()[:, :2] * FINE).astype(np.int32)
        alone = np.zeros_like(tops)
        cv2.fillConvexPoly(alone, outline, 1)
        areas[card] = max(1, int(np.count_nonzero(alone)))
        cv2.fillConvexPoly(tops, outline, card.index + 1)
    return [
        (str(card), key.pose.flip < 90.0, float(np.count_nonzero(tops == card.index + 1)) / areas[card])
        for key, card in keys
    ]


def still_moments(plan: Plan, rng: Random, many: int) -> list[float]:
    """Moments, in time order, at which no hand and nothing that moves is to be seen, and no thing covers cards."""
    found: list[float] = []
    for _ in range(60):
        at_s = rng.uniform(1.0, plan.duration_s - 0.5)
        busy = any(m.start_s - STILL_S <= at_s <= m.end_s + STILL_S for m in plan.hands)
        moves = any(not t.still(at_s - STILL_S, at_s + STILL_S) for t in plan.cards.values())
        things = any(t.at(at_s).visible for t in plan.things.values())
        if not busy and not moves and not things:
            found.append(at_s)
        if len(found) == many:
            break
    return sorted(found)


def tables(count: int, decks: list[str], per_deal: int, first: int) -> Iterator[Table]:
    """The pictures, of all kinds in turn."""
    pool = deck_pool(decks, first)
    done = number = 0
    while done < count:
        kind, seed = KINDS[number % len(KINDS)], first + number
        number += 1
        script, settings = kind_clip(kind, seed, Settings(), 60.0, pool, number)
        plan, renderer = prepare(script, settings, seed)
        for at_s in still_moments(plan, Random(seed), per_deal):
            seen = visible(plan, at_s, renderer.camera.table_cm)
            backs = [share for _, up, share in seen if not up]
            faces = frozenset(card for card, up, share in seen if up and share >= HALF)
            pixels = np.asarray(renderer.frame(at_s), np.uint8).copy()
            least, most = (sum(share >= bound for share in backs) for bound in (HALF, LEAST))
            yield Table(kind.name, Path(settings.deck).name, pixels, least, most, faces)
            done += 1
            if done == count:
                return


def main() -> None:
    """Count, print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--deck", action="append", default=[], help="as bura simulate --suite; default: unseen"
    )
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--per-deal", type=int, default=3)
    parser.add_argument("--seed", type=int, default=SEED, help="of the first deal")
    parser.add_argument("--finder", type=Path, help="another finder than the shipped one")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--sheet", type=Path, help="draw the pictures that were counted wrongly")
    a = parser.parse_args()
    cv2.setNumThreads(1)
    detector = load_detector(finder=a.finder)
    right = cards = found = wrong_cards = 0
    off: Counter[str] = Counter()
    drawn: list[NDArray[np.uint8]] = []
    lines: list[str] = []
    every = tables(a.count, a.deck or ["unseen"], a.per_deal, a.seed)
    for table in track(every, total=a.count, disable=not sys.stderr.isatty()):
        reading = read_picture(table.pixels, detector)
        named = {str(belief.card) for belief in reading.cards}
        cards += len(table.cards)
        found += len(named & table.cards)
        wrong_cards += len(named - table.cards)
        if table.least <= len(reading.backs) <= table.most:
            right += 1
            continue
        off["too many" if len(reading.backs) > table.most else "too few"] += 1
        lines.append(
            f"| {table.kind} | {table.deck} | {len(reading.backs)} | {table.least} to {table.most} |"
        )
        if a.sheet:
            picture = table.pixels.copy()
            cv2.polylines(picture, [b.corners.astype(np.int32) for b in reading.backs], True, (0, 0, 230), 4)
            drawn.append(np.asarray(cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA), np.uint8))
    low, high = interval(right, a.count)
    text = "\n".join(
        [
            f"{a.count} still pictures of simulated tables (`--seed {a.seed}`); machine load {os.getloadavg()[0]:.1f}.",
            "",
            f"Backs counted right: **{right} of {a.count}** ({100 * right / a.count:.1f} %, 95 % interval"
            f" {100 * low:.1f} to {100 * high:.1f}); too few {off['too few']}, too many {off['too many']}. Of {cards}"
            f" faces that show at least half, {found} were named ({wrong_cards} other names; a face that shows less"
            " than half may be among them).",
            "",
            *(["| kind of table | deck | counted | there |", "|---|---|---|---|", *lines] if lines else []),
        ]
    )
    print(text)
    if a.sheet and drawn:
        drawn += [np.zeros_like(drawn[0])] * (-len(drawn) % 3)
        cv2.imwrite(str(a.sheet), np.vstack([np.hstack(drawn[i : i + 3]) for i in range(0, len(drawn), 3)]))
    if a.markdown:
        a.markdown.write_text(
            "# Counting backs on simulated tables\n\n`python benchmarks/table_backs.py --markdown docs/table-backs.md`"
            "\n\n" + text + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
