"""Which decks are on the table: a few at a time, of folders and drawn, exchanged as they wear out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bura.cards import Card
from bura_datasets.training.decks import FolderDeck, load_folder_decks
from bura_datasets.training.faces import CardFace, TrainingDeck
from bura_datasets.training.procedural import DrawnDeck


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """How many decks are held, and which."""

    live: int = 24
    """decks held in memory at a time; each may hold 52 faces of up to 1 MB"""
    uses: int = 2600
    """faces taken from a deck before another takes its place"""
    drawn: float = 0.55
    """share of drawn decks where a folder of decks is given"""
    plain: float = 0.0
    """share of drawn decks whose backs are of one colour, for finders that take those for a piece of the table"""
    split: str = "train"
    """``train``, ``val`` or ``all``: decks go to one side or the other by their name"""
    val_share: float = 0.15
    """share of the folder's decks kept for validation; drawn decks are split by the parity of their numbers' range"""


def in_split(name: str, settings: PoolSettings) -> bool:
    """Whether a deck of a folder belongs to the split: fixed by its name, whatever else is in the folder."""
    if settings.split == "all":
        return True
    number = int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 16**8
    return (number < settings.val_share) == (settings.split == "val")


#: drawn decks with numbers from here on are for validation
VALIDATION_SEEDS = 1 << 40


@dataclass(eq=False)
class HeldDeck:
    """A deck whose faces, once made, are kept."""

    deck: TrainingDeck
    left: int
    """how many more faces may be taken"""
    faces: dict[Card | int, CardFace] = field(default_factory=dict)

    def face(self, card: Card) -> CardFace:
        """A face, from memory if it was made before."""
        self.left -= 1
        if card not in self.faces:
            self.faces[card] = self.deck.face(card)
        return self.faces[card]

    def random_face(self, rng: np.random.Generator) -> CardFace:
        """A face with at least one index."""
        cards = self.deck.cards
        return self.face(cards[int(rng.integers(len(cards)))])

    def neighbour(self, rng: np.random.Generator) -> CardFace:
        """Any face that is at hand: for cards that only lie beside or under the one that matters."""
        made = [face for face in self.faces.values() if face.card is not None]
        if len(made) < 6:
            return self.random_face(rng)
        return made[int(rng.integers(len(made)))]

    def back(self, rng: np.random.Generator) -> CardFace | None:
        """One of two backs of the deck."""
        number = int(rng.integers(2))
        if number not in self.faces:
            back = self.deck.back(number)
            if back is None:
                return None
            self.faces[number] = back
        return self.faces[number]


class DeckPool:
    """A seeded, endless supply of decks."""

    def __init__(
        self,
        decks: Path | None,
        rng: np.random.Generator,
        settings: PoolSettings | None = None,
        fonts: Path | None = None,
    ) -> None:
        """Take folder decks from the sub-folders of ``decks`` (None: drawn decks only).

        :raises SourceError: when ``decks`` holds no decks, or no font is found.
        """
        self._rng = rng
        self._settings = settings or PoolSettings()
        found = load_folder_decks(decks) if decks is not None else ()
        self._folders: Sequence[FolderDeck] = [deck for deck in found if in_split(deck.name, self._settings)]
        self._courts = [deck for deck in self._folders if len(deck.files) >= 52]
        self._fonts = fonts
        self._live: list[HeldDeck] = []

    def take(self) -> HeldDeck:
        """A deck of those held; now and then a new one."""
        s = self._settings
        if len(self._live) < s.live:
            self._live.append(self._new())
            return self._live[-1]
        number = int(self._rng.integers(s.live))
        if self._live[number].left <= 0:
            self._live[number] = self._new()
        return self._live[number]

    def _new(self) -> HeldDeck:
        s = self._settings
        uses = round(s.uses * self._rng.uniform(0.5, 1.5))
        if self._folders and self._rng.random() >= s.drawn:
            return HeldDeck(self._folders[int(self._rng.integers(len(self._folders)))], uses)
        seed = int(self._rng.integers(1 << 39)) + (VALIDATION_SEEDS if s.split == "val" else 0)
        plain = bool(s.plain) and bool(self._rng.random() < s.plain)
        return HeldDeck(DrawnDeck(seed, self._fonts, self._courts or None, plain), uses)
