"""Plan a test set for Blender: which cards lie where, under which lamps, seen from where.

    python -m bura_datasets.blender.plan OUT [--count 24] [--seed 1] [--decks FOLDER]

writes the faces as pictures (``OUT/faces``) and one JSON file a scene (``OUT/plans``);
``datasets/bura_datasets/blender/render.py`` renders them in Blender's own Python, and ``OUT`` is then what
`benchmarks/real_photos.py` reads. Planning knows our decks and nothing of Blender; rendering knows Blender and nothing
of us, because Blender's Python package pins libraries of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bura.cards import Card
from bura.errors import BuraError
from bura_datasets.training.decks import cache_folder
from bura_datasets.training.faces import CardFace
from bura_datasets.training.layouts import Place, arrange
from bura_datasets.training.pool import DeckPool, HeldDeck, PoolSettings

#: cards on the table are this wide, centimetres
CARD_CM = 6.3
#: what the camera sees of the table reaches this far from the middle, card widths
HALF = (4.2, 3.0)
TABLES = ("felt", "wood", "stone", "cloth")


def plan_scene(rng: np.random.Generator, deck: HeldDeck, faces: Path, prefix: str) -> dict[str, Any]:
    """One scene: cards from the lowest to the uppermost, camera, lamps, table."""
    cards = []
    used: set[Card] = set()
    for place in arrange(rng, *HALF):
        face = None if place.face_up else deck.back(rng)
        if face is None:
            free = [card for card in deck.deck.cards if card not in used]
            if not free:
                continue
            face = deck.face(free[int(rng.integers(len(free)))])
            assert face.card is not None
            used.add(face.card)
        cards.append(_card(face, place, faces, prefix, rng))
    return {
        "cards": cards,
        "camera": {
            "lens_mm": float(rng.uniform(24, 50)),
            "tilt": float(rng.beta(1.2, 2.0)) * 0.75,
            "turn": float(rng.uniform(0, 2 * np.pi)),
            "roll": float(rng.uniform(-0.3, 0.3)),
            "see_cm": float(rng.uniform(1.0, 1.25)) * 2 * HALF[0] * CARD_CM,
        },
        "lamps": [
            {
                "at_cm": [float(v) for v in rng.uniform(-90, 90, 2)] + [float(rng.uniform(60, 160))],
                "size_cm": float(rng.uniform(8, 60)),
                "power": float(rng.uniform(0.5, 1.5)),
                "warmth": float(rng.uniform(-0.15, 0.25)),
            }
            for _ in range(int(rng.integers(1, 4)))
        ],
        "exposure": float(rng.normal(0, 0.6)),
        "table": {
            "kind": str(rng.choice(TABLES)),
            "colours": [[float(v) for v in rng.uniform(0.02, 0.5, 3)] for _ in range(2)],
            "scale": float(rng.uniform(0.5, 2.0)),
            "rough": float(rng.uniform(0.15, 0.9)),
        },
        "gloss": float(rng.uniform(0.15, 0.6)),
        "seed": int(rng.integers(1 << 30)),
    }


def _card(face: CardFace, place: Place, faces: Path, prefix: str, rng: np.random.Generator) -> dict[str, Any]:
    name = f"{prefix}-{face.card or 'back'}.png"
    if not (faces / name).is_file():
        cv2.imwrite(str(faces / name), face.pixels)
    width, height = face.size
    return {
        "face": name,
        "card": None if face.card is None else str(face.card),
        "at": [place.x, place.y],
        "angle": place.angle,
        "height": height / width,
        "bend": float(rng.normal(0, 0.012)),
        # fractions of the face, so that the renderer need not know its size
        "indices": [(mark.corners / [width, height]).tolist() for mark in face.marks],
    }


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m bura_datasets.blender.plan", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--decks", type=Path, help="folder of deck folders; default: the cache's, if it is there"
    )
    options = parser.parse_args(arguments)
    ready = cache_folder() / "decks"
    decks = options.decks or (ready if ready.is_dir() else None)
    faces, plans = options.out / "faces", options.out / "plans"
    for folder in (faces, plans):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        rng = np.random.default_rng([options.seed, 311])
        supply = DeckPool(decks, rng, PoolSettings(live=8, split="val"))
        held = [supply.take() for _ in range(8)]
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for number in range(options.count):
        rng = np.random.default_rng([options.seed, 312, number])
        which = number % len(held)
        plan = plan_scene(rng, held[which], faces, f"deck{which}")
        (plans / f"blender_{number:03d}.json").write_text(json.dumps(plan), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
