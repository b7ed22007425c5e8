"""Fit what makes the networks' scores probabilities, and enter it in the manifest.

    python -m bura_datasets.training.calibrate [--decks FOLDER] [--count 240] [--dry-run]

Run it once after new weights were installed. It draws scenes with decks that training never uses (the validation side
of the decks), reads them as `bura count` does, and compares with what was drawn. Half of the blocks of scenes serve the
fit, the other half the figures. Written are the manifest, ``docs/img/reliability.png`` and ``docs/calibration.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from bura.errors import BuraError
from bura_datasets.training.decks import cache_folder
from bura_datasets.training.diagram import Panel, reliability
from bura_datasets.training.labels import BACK_CLASS, INDEX_CLASS
from bura_datasets.training.scenes import Scene, SceneBlock, SceneSettings
from bura_models.calibration import (
    FinderCalibration,
    ReaderCalibration,
    calibration_error,
    fit_line,
    fit_reader,
    on_line,
    reader_loss,
    top_cards,
)
from bura_models.registry import MANIFEST_PATH
from bura_vision.detector import Kind, Sighting
from bura_vision.find_then_read import FindThenRead
from bura_vision.finder import FinderSettings, OnnxFinder
from bura_vision.index_reader import IndexReader
from bura_vision.reading import look

#: every label counts that shows at least this share: a half hidden card that is read right is no error
SEEN = 0.1
#: a box this far from an index's middle, in its heights, is a box round something else
NEAR = 0.5
#: a box that shares this much with a back (rotated IoU) is that back
SAME_BACK = 0.4
PER_BLOCK = 10
COMMAND = "python -m bura_datasets.training.calibrate"


@dataclass(frozen=True, eq=False)
class Boxes:
    """What was found, beside what is there."""

    rank: NDArray[np.float32]
    """(n, 14) as the network gives it"""
    suit: NDArray[np.float32]
    """(n, 5)"""
    card: NDArray[np.int64]
    """(n,) number of the card that is there, or -1"""
    index_score: NDArray[np.float32]
    """(n,) the finder's, for the same boxes"""
    index_fit: NDArray[np.bool_]
    """(n,) whether the box serves the fit; the others serve the figures"""
    back_score: NDArray[np.float32]
    """(m,)"""
    back: NDArray[np.bool_]
    """(m,) whether there is a back"""
    back_fit: NDArray[np.bool_]
    """(m,)"""


def collect(scenes: Iterable[tuple[bool, Scene]], detector: FindThenRead) -> Boxes:
    """Read scenes and compare.

    :param scenes: whether each serves the fit, and the scene.
    """
    ranks, suits, cards, index_scores, index_fit = [], [], [], [], []
    back_scores, backs, back_fit = [], [], []
    for fits, scene in scenes:
        indices = [label for label in scene.labels if label.kind == INDEX_CLASS]
        outlines = [label.corners for label in scene.labels if label.kind == BACK_CLASS]
        for sighting in look(scene.pixels, detector):
            if sighting.kind is Kind.BACK:
                back_scores.append(sighting.score)
                backs.append(any(overlap(sighting.corners, o) >= SAME_BACK for o in outlines))
                back_fit.append(fits)
                continue
            ranks.append(sighting.rank_probs)
            suits.append(sighting.suit_probs)
            near = [label for label in indices if is_at(sighting, label.corners)]
            card = near[0].card if near else None
            cards.append(-1 if card is None else card.index)
            index_scores.append(sighting.score)
            index_fit.append(fits)
    return Boxes(
        np.array(ranks, np.float32).reshape(-1, 14),
        np.array(suits, np.float32).reshape(-1, 5),
        np.array(cards, np.int64),
        np.array(index_scores, np.float32),
        np.array(index_fit, bool),
        np.array(back_scores, np.float32),
        np.array(backs, bool),
        np.array(back_fit, bool),
    )


def is_at(sighting: Sighting, corners: NDArray[np.float64]) -> bool:
    """Whether an index was found where one is, given by its (4, 2) corners."""
    height = float(np.hypot(*(corners[3] - corners[0])))
    return float(np.hypot(*(sighting.centre - corners.mean(axis=0)))) < NEAR * height


def overlap(a: NDArray[np.floating], b: NDArray[np.floating]) -> float:
    """Area shared by two convex (4, 2) outlines over the area of both together."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    both = cv2.contourArea(a.astype(np.float32)) + cv2.contourArea(b.astype(np.float32)) - shared
    return float(shared / max(both, 1e-6))


def validation_scenes(
    seed: int, count: int, decks: Path | None, textures: Path | None
) -> Iterator[tuple[bool, Scene]]:
    """Scenes with decks of the validation side, every other block for the fit."""
    settings = SceneSettings(index_visible=SEEN, back_visible=SEEN, min_index_px=4.0)
    for number in range(-(-count // PER_BLOCK)):
        block = SceneBlock(seed, number * settings.val_every, decks, textures, settings)
        for scene in range(min(PER_BLOCK, count - number * PER_BLOCK)):
            yield number % 2 == 0, block.scene(scene)


def fit(boxes: Boxes) -> tuple[ReaderCalibration, FinderCalibration]:
    """Both calibrations from the boxes that serve the fit."""
    i, b = boxes.index_fit, boxes.back_fit
    reader = fit_reader(boxes.rank[i], boxes.suit[i], boxes.card[i])
    finder = FinderCalibration(
        fit_line(boxes.index_score[i], boxes.card[i] >= 0), fit_line(boxes.back_score[b], boxes.back[b])
    )
    return reader, finder


def panels(boxes: Boxes, reader: ReaderCalibration, finder: FinderCalibration) -> list[Panel]:
    """Before and after, for cards, indices and backs, on the boxes that did not serve the fit."""
    i, b = ~boxes.index_fit, ~boxes.back_fit
    result = []
    for name, used in (("before", ReaderCalibration()), ("after", reader)):
        likely, right = top_cards(used.cards(boxes.rank[i], boxes.suit[i]), boxes.card[i], 1)
        result.append(Panel(f"card, {name}", likely[:, 0], right[:, 0]))
    for what, scores, truth, line in (
        ("index box", boxes.index_score[i], boxes.card[i] >= 0, finder.index),
        ("back", boxes.back_score[b], boxes.back[b], finder.back),
    ):
        result.append(Panel(f"{what}, before", scores, truth))
        result.append(Panel(f"{what}, after", on_line(scores, line), truth))
    return result


def enter(reader: ReaderCalibration, finder: FinderCalibration, shown: list[Panel], path: Path) -> None:
    """Write both calibrations into the manifest, bound to the weights that it names."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    error = [round(calibration_error(panel.confidence, panel.right), 4) for panel in shown]
    networks = raw["networks"]
    networks["reader"]["calibration"] = {
        "sha256": networks["reader"]["sha256"],
        "rank_temperature": reader.rank_temperature,
        "suit_temperature": reader.suit_temperature,
        "card": list(reader.card),
        "ece_before": error[0],
        "ece_after": error[1],
        "command": COMMAND,
    }
    networks["finder"]["calibration"] = {
        "sha256": networks["finder"]["sha256"],
        "index": list(finder.index),
        "back": list(finder.back),
        "ece_before": {"index": error[2], "back": error[4]},
        "ece_after": {"index": error[3], "back": error[5]},
        "command": COMMAND,
    }
    path.write_text(json.dumps(raw, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def kept(path: Path, finder: FinderCalibration) -> tuple[ReaderCalibration, FinderCalibration]:
    """The calibration of cards in an earlier manifest, with the new line of backs.

    For a finder whose indices got the very scores they had (`bura_models.training.two_tails`, ``--exact``).

    :raises BuraError: when the file is no manifest with a calibration.
    """
    try:
        networks = json.loads(path.read_text(encoding="utf-8"))["networks"]
        reader, index = networks["reader"]["calibration"], networks["finder"]["calibration"]["index"]
        return (
            ReaderCalibration(
                rank_temperature=float(reader["rank_temperature"]),
                suit_temperature=float(reader["suit_temperature"]),
                card=(float(reader["card"][0]), float(reader["card"][1])),
            ),
            FinderCalibration(index=(float(index[0]), float(index[1])), back=finder.back),
        )
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise BuraError(
            f"{path} is no manifest of calibrated networks: give an earlier manifest.json"
        ) from error


def page(boxes: Boxes, reader: ReaderCalibration, finder: FinderCalibration, shown: list[Panel]) -> str:
    """The page for ``docs/``."""
    i = ~boxes.index_fit
    losses = [
        reader_loss(used, boxes.rank[i], boxes.suit[i], boxes.card[i])
        for used in (ReaderCalibration(), reader)
    ]
    error = [calibration_error(panel.confidence, panel.right) for panel in shown]
    rows = [
        f"| {name} | {len(shown[2 * n].right)} | {error[2 * n]:.3f} | {error[2 * n + 1]:.3f} |"
        for n, name in enumerate(("card", "index box", "back"))
    ]
    return "\n".join(
        [
            "# Confidence as probability",
            "",
            f"`{COMMAND}` fits this page, the diagram and the manifest's numbers; run it after new weights were"
            " installed. `export --install` drops the old ones, which hold for the old weights only.",
            "",
            "Scenes of decks that training never uses are read as `bura count` reads. Every other block of scenes"
            " serves the fit; the figures below are of the others. A card's probability is a line through the logit of"
            " rank × suit, each softened by a temperature; a box's is a line through the logit of the finder's score."
            " ECE is the expected calibration error over 15 bins.",
            "",
            "| what | boxes | ECE before | ECE after |",
            "|---|---|---|---|",
            *rows,
            "",
            f"Loss over the five likeliest cards of a box: {losses[0]:.3f} before, {losses[1]:.3f} after. "
            f"Temperatures: rank {reader.rank_temperature}, suit {reader.suit_temperature}; lines (slope, offset): card"
            f" {reader.card}, index {finder.index}, back {finder.back}.",
            "",
            "![Share of right answers against confidence, before and after](img/reliability.png)",
            "",
        ]
    )


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "--decks", type=Path, help="folder of deck folders; default: the cache's, if it is there"
    )
    parser.add_argument("--textures", type=Path, help="folder of pictures for backgrounds")
    parser.add_argument("--count", type=int, default=240, help="scenes, for fit and figures together")
    parser.add_argument("--seed", type=int, default=90210)
    parser.add_argument(
        "--keep-cards",
        type=Path,
        metavar="MANIFEST",
        help="fit backs alone; what holds for cards comes from this earlier manifest of the same reader and indices",
    )
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="where page and diagram go")
    parser.add_argument("--dry-run", action="store_true", help="print, and write nothing")
    options = parser.parse_args(arguments)
    if options.count < 2 * PER_BLOCK:
        sys.stderr.write(f"--count must be at least {2 * PER_BLOCK}: fit and figures need a block each\n")
        return 2
    ready = cache_folder() / "decks"
    decks = options.decks or (ready if ready.is_dir() else None)
    cv2.setNumThreads(1)
    try:
        finder_settings = FinderSettings(min_back_score=0.05)
        detector = FindThenRead(OnnxFinder(settings=finder_settings), IndexReader(), back_score=0.0)
        scenes = validation_scenes(options.seed, options.count, decks, options.textures)
        boxes = collect(track(scenes, description="scenes", total=options.count), detector)
        if not (boxes.index_fit.any() and (~boxes.index_fit).any()):
            raise BuraError("the finder found no index in the scenes: are these the right weights?")
        reader, finder = fit(boxes)
        if options.keep_cards is not None:
            reader, finder = kept(options.keep_cards, finder)
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    shown = panels(boxes, reader, finder)
    text = page(boxes, reader, finder, shown)
    sys.stdout.write(text)
    if not options.dry_run:
        (options.docs / "img").mkdir(parents=True, exist_ok=True)
        reliability(shown).save(options.docs / "img" / "reliability.png", optimize=True)
        (options.docs / "calibration.md").write_text(text, encoding="utf-8")
        enter(reader, finder, shown, MANIFEST_PATH)
    return 0


if __name__ == "__main__":
    sys.exit(main())
