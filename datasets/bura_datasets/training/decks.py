"""Decks in folders: reading the faces, finding and remembering their indices.

A deck folder holds ``AS.webp 10H.png … back*.webp``; a folder of such folders is a set of decks. Where the indices
stand is worked out once and kept in a JSON file: beside the faces when the folder can be written, else in the cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from bura.cards import CARDS, Card
from bura.errors import SourceError
from bura_datasets.training.faces import Box, CardFace, IndexMark, Pixels, opaque_edges
from bura_datasets.training.index_boxes import find_marks

SUFFIXES = (".webp", ".png", ".jpg", ".jpeg")
MARKS_FILE = "index_boxes.json"
#: raised when the search for indices changes, so that remembered boxes are found anew
MARKS_VERSION = 8


def cache_folder() -> Path:
    """Where installed artwork, fonts and remembered boxes live: ``$BURA_CACHE``, else ``~/.cache/bura``."""
    chosen = os.environ.get("BURA_CACHE")
    return (
        Path(chosen)
        if chosen
        else Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "bura"
    )


def read_face(path: Path) -> Pixels:
    """(h, w, 4) BGRA.

    :raises SourceError: when the file is no colour picture.
    """
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.dtype != np.uint8 or picture.shape[2] not in (3, 4):
        raise SourceError(f"card picture {path} cannot be read as an 8-bit colour picture: replace it")
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return opaque_edges(np.asarray(picture, np.uint8))


@dataclass(frozen=True, slots=True)
class FolderDeck:
    """A deck of picture files; pictures are read on every call (callers keep what they need)."""

    name: str
    files: dict[Card, Path]
    marks: dict[Card, tuple[IndexMark, ...]]
    backs: tuple[Path, ...]
    licence: str = "unknown"

    @property
    def cards(self) -> Sequence[Card]:
        """Cards whose index was found."""
        return tuple(self.marks)

    def face(self, card: Card) -> CardFace:
        """See `TrainingDeck.face`."""
        return CardFace(read_face(self.files[card]), self.marks[card], card)

    def face_pixels(self, card: Card) -> Pixels:
        """The picture of any card in `files`, with or without an index."""
        return read_face(self.files[card])

    def back(self, number: int) -> CardFace | None:
        """See `TrainingDeck.back`."""
        return CardFace(read_face(self.backs[number % len(self.backs)])) if self.backs else None


def load_folder_deck(folder: Path) -> FolderDeck:
    """Read one deck folder.

    :raises SourceError: when it holds no card pictures, or indices were found on none of them.
    """
    if not folder.is_dir():
        raise SourceError(f"deck {folder} is no folder: give a folder with AS.webp, 10H.png and so on")
    files: dict[Card, Path] = {}
    for card in CARDS:
        for suffix in SUFFIXES:
            if card not in files and (folder / f"{card}{suffix}").is_file():
                files[card] = folder / f"{card}{suffix}"
    if not files:
        raise SourceError(f"deck {folder} has no card pictures: name them AS.webp, 10H.png and so on")
    backs = tuple(sorted(p for p in folder.glob("back*") if p.suffix.lower() in SUFFIXES))
    marks = _remembered_marks(folder, files)
    if not marks:
        raise SourceError(
            f"deck {folder} has no index that could be found: give at least two ranks of each suit"
        )
    note = folder / "LICENCE.txt"
    licence = note.read_text(encoding="utf-8").splitlines()[0] if note.is_file() else "unknown"
    return FolderDeck(folder.name, files, marks, backs, licence)


@lru_cache(maxsize=4)
def load_folder_decks(folder: Path) -> tuple[FolderDeck, ...]:
    """All decks in the sub-folders of a folder, by name.

    :raises SourceError: when there is none.
    """
    if not folder.is_dir():
        raise SourceError(
            f"{folder} is no folder of decks: build one with python -m bura_datasets.training.artwork"
        )
    found = [sub for sub in sorted(folder.iterdir()) if sub.is_dir() and any(sub.glob("A[CDHS].*"))]
    if not found:
        raise SourceError(
            f"{folder} holds no deck folders: build them with python -m bura_datasets.training.artwork"
        )
    return tuple(load_folder_deck(sub) for sub in found)


def _remembered_marks(folder: Path, files: dict[Card, Path]) -> dict[Card, tuple[IndexMark, ...]]:
    """Marks from the JSON file when it fits the pictures, else found and written."""
    stamp = hashlib.sha256(
        "\n".join(f"{path.name} {path.stat().st_size}" for path in files.values()).encode()
    ).hexdigest()[:16]
    own = folder / MARKS_FILE
    cached = cache_folder() / "index_boxes" / f"{folder.name}-{stamp}.json"
    for path in (own, cached):
        marks = _read_marks(path, stamp)
        if marks is not None:
            return marks
    marks = find_marks({card: read_face(path) for card, path in files.items()})
    text = json.dumps({"version": MARKS_VERSION, "stamp": stamp, "cards": marks_to_json(marks)}, indent=1)
    target = own if os.access(folder, os.W_OK) else cached
    with contextlib.suppress(OSError):  # a place that cannot be written only costs the search again
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return marks


def _read_marks(path: Path, stamp: str) -> dict[Card, tuple[IndexMark, ...]] | None:
    if not path.is_file():
        return None
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        if held["version"] != MARKS_VERSION or held["stamp"] != stamp:
            return None
        return marks_from_json(held["cards"])
    except (ValueError, KeyError, TypeError):
        return None


def marks_to_json(marks: dict[Card, tuple[IndexMark, ...]]) -> dict[str, list[dict[str, object]]]:
    """``{"AS": [{"rank": [x0, y0, x1, y1], "suit": […], "turn": 0}, …]}``."""
    return {
        str(card): [
            {"rank": [round(v, 2) for v in m.rank], "suit": [round(v, 2) for v in m.suit], "turn": m.turn}
            for m in row
        ]
        for card, row in marks.items()
    }


def marks_from_json(held: dict[str, list[dict[str, object]]]) -> dict[Card, tuple[IndexMark, ...]]:
    """The inverse of `marks_to_json`.

    :raises ValueError: when a box has not four numbers.
    """

    def box(value: object) -> Box:
        if not isinstance(value, list) or len(value) != 4:
            raise ValueError("a box has four numbers")
        return float(value[0]), float(value[1]), float(value[2]), float(value[3])

    return {
        Card.parse(name): tuple(IndexMark(box(m["rank"]), box(m["suit"]), int(str(m["turn"]))) for m in row)
        for name, row in held.items()
    }
