"""Decks of card pictures: from a folder, or drawn by procedure."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura.errors import SourceError

Pixels = NDArray[np.uint8]
SUFFIXES = (".webp", ".png")


@dataclass(frozen=True, slots=True)
class Deck:
    """Pictures of the cards and of their back, (h, w, 4) BGRA with transparent rounded corners."""

    name: str
    faces: dict[Card, Pixels] = field(repr=False)
    back: Pixels = field(repr=False)
    licence: str = "unknown"


def _read(path: Path) -> Pixels:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] not in (3, 4):
        raise SourceError(f"card picture {path} cannot be read as a colour picture: replace it")
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(picture, dtype=np.uint8)


def load_deck(folder: Path, cards: tuple[Card, ...], back: str = "back") -> Deck:
    """Read ``AS.webp 10H.png … back*.webp`` from a folder; the first back by name that starts with ``back``.

    :raises SourceError: when the folder, a card or the back is missing or not a picture.
    """
    if not folder.is_dir():
        raise SourceError(
            f"deck {folder} is no folder: give a folder with AS.webp … back.webp, or the word procedural"
        )
    faces: dict[Card, Pixels] = {}
    for card in cards:
        found = [folder / f"{card}{suffix}" for suffix in SUFFIXES if (folder / f"{card}{suffix}").is_file()]
        if not found:
            raise SourceError(f"deck {folder} has no picture of {card}: add {card}.webp or {card}.png")
        faces[card] = _read(found[0])
    backs = sorted(path for suffix in SUFFIXES for path in folder.glob(f"{back}*{suffix}"))
    if not backs:
        raise SourceError(f"deck {folder} has no back: add a file such as {back}.webp")
    note = folder / "LICENCE.txt"
    licence = note.read_text(encoding="utf-8").splitlines()[0] if note.is_file() else "unknown"
    return Deck(folder.name, faces, _read(backs[0]), licence)
