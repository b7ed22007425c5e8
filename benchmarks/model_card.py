"""Write the model card from what was measured: `python benchmarks/model_card.py [--out models/README.md]`.

Takes the manifest (networks, licences, provenance, calibration) and the JSON files that the benchmarks write
(`real_photos.py --json benchmarks/real_photos.json`, and any further sets named with `--set NAME=FILE`). Nothing is
typed in by hand: a figure that no file holds is not in the card.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bura_models.registry import MANIFEST_PATH, manifest

ROOT = Path(__file__).resolve().parents[1]
RANKS = (*"23456789", "10", *"JQKA")


def networks() -> list[str]:
    """What ships."""
    lines = ["## Networks", "", "| network | file | licence | input | output |", "|---|---|---|---|---|"]
    for name, info in manifest().items():
        lines.append(f"| {name} | `{info.file}` | {info.licence} | {info.input} | {info.output} |")
    lines += ["", "## Data and initialisation", ""]
    for name, info in manifest().items():
        lines.append(f"* **{name}**: {info.provenance}")
    lines += [
        "",
        "Artwork, fonts and textures are fetched from package registries at training time, each under its own licence"
        " (`docs/training-data.md`); none is part of this repository. No photograph of a real table was trained on.",
    ]
    return lines


def calibration() -> list[str]:
    """How far confidence can be trusted."""
    reader, finder = manifest()["reader"].calibration, manifest()["finder"].calibration
    lines = ["", "## Confidence", ""]
    if not reader or not finder:
        return [*lines, "Not calibrated for these weights: run `python -m bura_datasets.training.calibrate`."]
    before, after = finder["ece_before"], finder["ece_after"]
    return [
        *lines,
        "Expected calibration error on generated scenes of decks that neither training nor the fit used: card"
        f" {reader['ece_before']:.3f} → {reader['ece_after']:.3f}, index box {before['index']:.3f} →"
        f" {after['index']:.3f}, back {before['back']:.3f} → {after['back']:.3f}. Diagram and method:"
        " `docs/calibration.md`.",
    ]


def measured(title: str, told: dict[str, Any]) -> list[str]:
    """One set of photographs: figures with intervals, ranks and suits, confusions, failures."""
    lines = ["", f"## {title}", "", "| source | pictures | cards | precision (95 %) | recall (95 %) | F1 |"]
    lines.append("|---|---|---|---|---|---|")
    for name, row in told["sources"].items():
        p0, p1 = row["precision_interval"]
        r0, r1 = row["recall_interval"]
        lines.append(
            f"| {name} | {row['pictures']} | {row['cards']} | {row['precision']:.4f} ({p0:.3f}–{p1:.3f}) "
            f"| {row['recall']:.4f} ({r0:.3f}–{r1:.3f}) | {row['f1']:.4f} |"
        )
    parts = told.get("parts", {})
    weak = sorted(
        (name for name in parts if parts[name]["wrong"] + parts[name]["missed"]),
        key=lambda name: -(parts[name]["wrong"] + parts[name]["missed"]),
    )
    if weak:
        lines += [
            "",
            "Ranks and suits with mistakes, most first: "
            + ", ".join(
                f"{name} ({parts[name]['right']} right, {parts[name]['wrong']} wrong, {parts[name]['missed']} missed)"
                for name in weak
            )
            + ".",
        ]
    confusions = told.get("confusions", {})
    if confusions:
        lines += ["", "| there | named | times |", "|---|---|---|"]
        for pair, times in sorted(confusions.items(), key=lambda item: (-item[1], item[0])):
            there, named = pair.split(" > ")
            lines.append(f"| {there} | {named} | {times} |")
        lines += ["", '"-": nothing there, or nothing named.']
    if "no_cards" in told:
        empty = told["no_cards"]
        false = empty["false_cards"]
        lines += [
            "",
            f"Generated pictures without a card: {len(false)} false cards ({' '.join(false) or 'none'}) and"
            f" {empty['false_backs']} false backs in {empty['pictures']}.",
        ]
    return lines


#: pictures of what goes wrong, with the command that draws each; drawn decks only, because photographs and artwork
#: stay out of the repository
FAILURES = (
    (
        "failures-blender.jpg",
        "Rendered by Blender, drawn decks: every picture of the set in which a card was missed or named wrongly"
        " (`python benchmarks/real_photos.py OUT --no-cards 0 --sheet docs/img/failures-blender.jpg`).",
    ),
    (
        "failures-backs.jpg",
        "Backs: green is what lies there, red what was counted"
        " (`python benchmarks/backs.py --drawn --sheet docs/img/failures-backs.jpg`).",
    ),
)


def failures() -> list[str]:
    """Pictures of what goes wrong, those that were drawn."""
    drawn = [(name, text) for name, text in FAILURES if (ROOT / "docs" / "img" / name).is_file()]
    if not drawn:
        return []
    lines = ["", "## Failures", ""]
    for name, text in drawn:
        lines += [text, "", f"![{name.removesuffix('.jpg')}](../docs/img/{name})", ""]
    return lines[:-1]


LIMITS = """
## What it cannot do

* Read a card of which no index shows: it reads corners, not pictures or pips. Decks without letters or numbers in the
  corners (some Spanish and Italian ones, German suits) are not read.
* Know letters that it was not taught: a Dutch queen is V and a Swedish jack is Kn. Enrol such a deck
  (`docs/enrolment.md`).
* Tell two suits apart that a deck prints in one shape and colour, or read in light in which red and black look alike
  and the sign is blurred.
* Read indices lower than about 9 pixels; the picture's own detail decides, not the settings.
* Read an index of which more than about half is covered.
* Count the cards of a squared pile: backs (and faces) that lie exactly on each other look like one.
* It was measured on a few decks and rooms. The intervals above say what the number of pictures allows; they say
  nothing of tables unlike these.
"""


def main() -> None:
    """Put the card together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real", type=Path, default=ROOT / "benchmarks" / "real_photos.json")
    parser.add_argument(
        "--set", action="append", default=[], metavar="TITLE=FILE", help="a further set's figures"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "README.md")
    a = parser.parse_args()
    sets = [("Real photographs", a.real)]
    for text in a.set:
        title, _, file = text.partition("=")
        sets.append((title, Path(file)))
    lines = [
        "# Model card",
        "",
        f"Written by `python benchmarks/model_card.py` from `{MANIFEST_PATH.relative_to(ROOT)}` and the benchmarks'"
        " JSON files; change those, not this page.",
        "",
        "Two networks read playing cards: a finder puts oriented boxes round index corners and backs, a reader says"
        " which rank and suit an upright crop of an index shows.",
        "",
        *networks(),
        *calibration(),
    ]
    for title, file in sets:
        try:
            lines += measured(title, json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError) as error:
            sys.exit(
                f"model_card: {file} holds no figures ({error}): write it with real_photos.py --json {file}"
            )
    lines += failures()
    a.out.write_text("\n".join(lines) + "\n" + LIMITS, encoding="utf-8")


if __name__ == "__main__":
    main()
