"""Class numbers of the networks, and the letters that decks print for their ranks.

The reader's classes are the ranks in natural order (two to ace) and then "none", and the suits clubs, diamonds,
hearts, spades and then "none"; the finder's are index and back.
"""

from __future__ import annotations

from dataclasses import dataclass

from bura.cards import RANKS, SUITS, Card, Rank, Suit

RANK_NONE = len(RANKS)
SUIT_NONE = len(SUITS)
INDEX_CLASS, BACK_CLASS = 0, 1

_RANK_CLASS = {rank: number for number, rank in enumerate(RANKS)}
_SUIT_CLASS = {suit: number for number, suit in enumerate(SUITS)}


def rank_class(rank: Rank) -> int:
    """0 for the two … 12 for the ace."""
    return _RANK_CLASS[rank]


def suit_class(suit: Suit) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return _SUIT_CLASS[suit]


def class_name(rank: int, suit: int) -> str:
    """``10H`` for a card, with ``-`` for a part that is none."""
    return (
        f"{'-' if rank == RANK_NONE else RANKS[rank].value}{'-' if suit == SUIT_NONE else SUITS[suit].value}"
    )


@dataclass(frozen=True, slots=True)
class Lettering:
    """What one printing tradition writes for jack, queen, king and ace."""

    name: str
    jack: str
    queen: str
    king: str
    ace: str
    weight: float
    """how often a drawn deck uses it, relative to the others"""

    def text(self, rank: Rank) -> str:
        """The letters printed for a rank."""
        printed = {Rank.JACK: self.jack, Rank.QUEEN: self.queen, Rank.KING: self.king, Rank.ACE: self.ace}
        return printed.get(rank, rank.value)

    @property
    def cyrillic(self) -> bool:
        """Whether the font must have Cyrillic letters."""
        return any(ord(letter) > 0x3FF for letter in self.jack + self.queen + self.king + self.ace)


LETTERINGS: tuple[Lettering, ...] = (
    Lettering("english", "J", "Q", "K", "A", 0.43),
    Lettering("russian", "В", "Д", "К", "Т", 0.27),
    Lettering("german", "B", "D", "K", "A", 0.18),
    Lettering("french", "V", "D", "R", "1", 0.07),
    Lettering("french_a", "V", "D", "R", "A", 0.03),
    Lettering("german_one", "B", "D", "K", "1", 0.02),
)


def card_of(text: str, suit: Suit) -> Card:
    """The card on which a deck prints these letters (``Т``, ``B``, ``10``)."""
    return Card.parse(f"{text}{suit.value}")
