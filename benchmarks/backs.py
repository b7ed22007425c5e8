"""Are the backs counted right? `python benchmarks/backs.py [--decks FOLDER] [--count 60] [--markdown docs/backs.md]`.

Generated scenes with decks that training never uses are read as `bura count` reads. A scene is right when the number of
backs lies between the backs that show at least half and those that show at least a sixth: whether a back of which a
strip is left should be counted is a matter of taste, everything else is not. For every back that was missed it is told
where it was lost.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bura_datasets.training.calibrate import overlap
from bura_datasets.training.decks import cache_folder
from bura_datasets.training.labels import BACK_CLASS
from bura_datasets.training.scenes import Label, SceneBlock, SceneSettings
from bura_models.registry import finder_calibration
from bura_vision.detector import Kind, Sighting
from bura_vision.find_then_read import FindThenRead, load_detector
from bura_vision.finder import FinderSettings, OnnxFinder
from bura_vision.index_reader import IndexReader
from bura_vision.reading import look, read_picture

SEED = 61_009
#: backs of which less is to be seen need not be counted, and may be
LEAST = 1 / 6
#: a found back is this back from this overlap on (rotated IoU)
SAME = 0.3


def scenes(
    count: int, decks: Path | None, textures: Path | None, card_px: tuple[float, float]
) -> Iterator[tuple[NDArray[np.uint8], list[Label], list[Label]]]:
    """Labels of everything that shows a sixth, those that show half, and the picture."""
    loose = SceneSettings(card_px=card_px, index_visible=2.0, back_visible=LEAST)
    strict = SceneSettings(card_px=card_px, index_visible=2.0, back_visible=0.5)
    per_block = 12
    for number in range(-(-count // per_block)):
        blocks = [SceneBlock(SEED, number * loose.val_every, decks, textures, s) for s in (loose, strict)]
        for scene in range(min(per_block, count - number * per_block)):
            every, half = (block.scene(scene) for block in blocks)
            yield every.pixels, _backs(every.labels), _backs(half.labels)


def _backs(labels: tuple[Label, ...]) -> list[Label]:
    return [label for label in labels if label.kind == BACK_CLASS]


def why(label: Label, kept: list[Sighting], found: list[Sighting], faint: list[Sighting]) -> str | None:
    """Where a back was lost; None when it was reported."""

    def there(sightings: list[Sighting]) -> bool:
        return any(overlap(s.corners, label.corners) >= SAME for s in sightings)

    if there(kept):
        return None
    if there(found):
        return "dropped as implausible (shape, size, inside a card)"
    if there(faint):
        return "found, but with a score below the threshold"
    return "not found"


def main() -> None:
    """Count, print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--decks", type=Path, help="folder of deck folders; default: the cache's, if it is there"
    )
    parser.add_argument("--drawn", action="store_true", help="drawn decks only, whatever the cache holds")
    parser.add_argument("--textures", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument(
        "--card-px", type=float, nargs=2, default=(90.0, 330.0), help="heights of cards, pixels"
    )
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--list", action="store_true", help="name every scene that was counted wrongly")
    parser.add_argument("--finder", type=Path, help="another finder than the shipped one")
    parser.add_argument("--sheet", type=Path, help="draw the scenes that were counted wrongly")
    a = parser.parse_args()
    cv2.setNumThreads(1)
    ready = cache_folder() / "decks"
    decks = None if a.drawn else a.decks or (ready if ready.is_dir() else None)
    detector = load_detector(finder=a.finder)
    keen = FindThenRead(
        OnnxFinder(a.finder, settings=FinderSettings(min_back_score=0.03)),
        IndexReader(),
        finder_calibration(),
        0.03,
    )
    right = total = false = 0
    reasons: Counter[str] = Counter()
    heights: list[float] = []
    shown = 0
    wrong: list[NDArray[np.uint8]] = []
    for number, (pixels, every, half) in enumerate(
        track(
            scenes(a.count, decks, a.textures, (a.card_px[0], a.card_px[1])),
            total=a.count,
            disable=not sys.stderr.isatty(),
        )
    ):
        reading = read_picture(pixels, detector)
        total += 1
        shown += len(half)
        good = len(half) <= len(reading.backs) <= len(every)
        right += good
        false += sum(all(overlap(b.corners, e.corners) < SAME for e in every) for b in reading.backs)
        if a.sheet and not good:
            drawn = pixels.copy()
            cv2.polylines(drawn, [label.corners.astype(np.int32) for label in half], True, (0, 220, 0), 3)
            cv2.polylines(drawn, [b.corners.astype(np.int32) for b in reading.backs], True, (0, 0, 230), 2)
            wrong.append(np.asarray(cv2.resize(drawn, (320, 320), interpolation=cv2.INTER_AREA), np.uint8))
        if a.list and not good:
            print(f"scene {number}: {len(reading.backs)} counted, {len(half)} to {len(every)} there")
        if not any(why(label, list(reading.backs), [], []) for label in half):
            continue
        found = [s for s in look(pixels, detector) if s.kind is Kind.BACK]
        faint = [s for s in look(pixels, keen) if s.kind is Kind.BACK]
        for label in half:
            reason = why(label, list(reading.backs), found, faint)
            if reason is not None:
                reasons[reason] += 1
                heights.append(float(np.hypot(*(label.corners[3] - label.corners[0]))))
    table = "\n".join(
        [
            f"{total} scenes of decks that training never uses, cards {a.card_px[0]:.0f} to {a.card_px[1]:.0f} px high;"
            f" machine load {os.getloadavg()[0]:.1f}.",
            "",
            f"Counted right: **{right} of {total}** ({100 * right / max(total, 1):.1f} %). {shown} backs show at least"
            f" half; {sum(reasons.values())} of them were missed, {false} were reported where none is.",
            "",
            "| where a back was lost | backs |",
            "|---|---|",
            *(f"| {reason} | {n} |" for reason, n in reasons.most_common()),
            "",
            f"Heights of the missed ones, pixels: {', '.join(f'{h:.0f}' for h in sorted(heights)) or 'none'}.",
        ]
    )
    print(table)
    if a.sheet and wrong:
        wrong += [np.zeros_like(wrong[0])] * (-len(wrong) % 4)
        cv2.imwrite(str(a.sheet), np.vstack([np.hstack(wrong[i : i + 4]) for i in range(0, len(wrong), 4)]))
    if a.markdown:
        a.markdown.write_text(
            "# Counting backs\n\n`python benchmarks/backs.py --markdown docs/backs.md`\n\n" + table + "\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
