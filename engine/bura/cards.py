"""Cards: suits, ranks, packs, and sets of cards as bit masks.

A card has one text form, rank then suit letter (``10H``), and ``Card.parse(str(card)) == card``.
The parser also reads what people write at Russian, Ukrainian and Georgian tables (``Т К Д В``,
``R D V``, ``1`` for the ace) and the suit symbols ``♣ ♦ ♥ ♠``.

>>> Card.parse("10♥"), Card.parse("Тпик"), str(Card.parse("1s"))
(Card('10H'), Card('AS'), 'AS')
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from bura.errors import ParseError


class Suit(StrEnum):
    """The four suits; the value is the letter of the text form."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """``♣ ♦ ♥ ♠``."""
        return _SYMBOLS[self]


class Rank(StrEnum):
    """The thirteen ranks, in the natural order (two low, ace high); the value is the text form."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


_SYMBOLS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)
_SUIT_INDEX = {suit: i for i, suit in enumerate(SUITS)}
_RANK_INDEX = {rank: i for i, rank in enumerate(RANKS)}

#: Card points of the Bura family and of Marriage (RULEBOOK 1.1): 30 a suit, 120 a pack.
RANK_POINTS: dict[Rank, int] = dict.fromkeys(RANKS, 0) | {
    Rank.ACE: 11,
    Rank.TEN: 10,
    Rank.KING: 4,
    Rank.QUEEN: 3,
    Rank.JACK: 2,
}

_RANK_TEXTS: dict[str, Rank] = {rank.value: rank for rank in RANKS} | {
    "1": Rank.ACE,
    "T": Rank.TEN,  # Latin T: the ten of English notation; the Cyrillic letter below is the ace
    "R": Rank.KING,
    "D": Rank.QUEEN,
    "V": Rank.JACK,
    "B": Rank.JACK,
    "Т": Rank.ACE,
    "К": Rank.KING,
    "Д": Rank.QUEEN,
    "В": Rank.JACK,
}

_SUIT_TEXTS: dict[str, Suit] = {suit.value: suit for suit in SUITS} | {
    "♣": Suit.CLUBS,
    "♧": Suit.CLUBS,
    "♦": Suit.DIAMONDS,
    "♢": Suit.DIAMONDS,
    "♥": Suit.HEARTS,
    "♡": Suit.HEARTS,
    "♠": Suit.SPADES,
    "♤": Suit.SPADES,
    "Т": Suit.CLUBS,
    "ТРЕФ": Suit.CLUBS,
    "К": Suit.CLUBS,  # крести
    "КР": Suit.CLUBS,
    "Б": Suit.DIAMONDS,
    "БУБ": Suit.DIAMONDS,
    "БУБЕН": Suit.DIAMONDS,
    "Ч": Suit.HEARTS,
    "ЧЕР": Suit.HEARTS,
    "ЧЕРВ": Suit.HEARTS,
    "П": Suit.SPADES,
    "ПИК": Suit.SPADES,
}


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card. Equal cards are equal values; hashing and comparing go by ``index``."""

    rank: Rank
    """two to ace"""
    suit: Suit
    """clubs, diamonds, hearts or spades"""
    index: int = field(init=False)
    """0..51: thirteen clubs from two to ace, then diamonds, hearts, spades"""
    bit: int = field(init=False)
    """``1 << index``: this card in a mask of cards"""
    points: int = field(init=False)
    """A 11, 10 10, K 4, Q 3, J 2, all others 0 (RULEBOOK 1.1)"""

    def __post_init__(self) -> None:
        index = _SUIT_INDEX[self.suit] * 13 + _RANK_INDEX[self.rank]
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "bit", 1 << index)
        object.__setattr__(self, "points", RANK_POINTS[self.rank])

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: rank, then suit.

        :raises ParseError: when the text names no card.
        """
        card = _BY_TEXT.get(text)
        if card is not None:
            return card
        compact = "".join(text.split()).upper()
        for cut in range(1, len(compact)):
            rank = _RANK_TEXTS.get(compact[:cut])
            suit = _SUIT_TEXTS.get(compact[cut:])
            if rank is not None and suit is not None:
                return CARDS[_SUIT_INDEX[suit] * 13 + _RANK_INDEX[rank]]
        raise ParseError(
            f"{text!r} is not a card: write rank (6-10, J, Q, K, A), then suit (C, D, H, S), as in 10H"
        )

    @property
    def symbol(self) -> str:
        """The form for people: ``10♥``."""
        return f"{self.rank.value}{_SYMBOLS[self.suit]}"

    def __str__(self) -> str:
        return _TEXT_OF[self.index]

    def __repr__(self) -> str:
        return f"Card({_TEXT_OF[self.index]!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and self.index == other.index

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index


_TEXT_OF: tuple[str, ...] = tuple(f"{rank.value}{suit.value}" for suit in SUITS for rank in RANKS)

#: All 52 cards by index.
CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_TEXT: dict[str, Card] = {str(card): card for card in CARDS}

#: size of the pack -> its ranks (RULEBOOK 1.1, 4.9, 4.10; 32 serves tables that take out only the sixes)
PACK_RANKS: dict[int, tuple[Rank, ...]] = {
    20: RANKS[8:],
    24: RANKS[7:],
    32: RANKS[5:],
    36: RANKS[4:],
    52: RANKS,
}


def pack(size: int) -> tuple[Card, ...]:
    """All cards of a pack of ``size`` cards, by index.

    :raises ParseError: for a size no game uses.
    """
    try:
        return _PACKS[size]
    except KeyError:
        sizes = ", ".join(str(s) for s in PACK_RANKS)
        raise ParseError(f"there is no pack of {size} cards: choose one of {sizes}") from None


_PACKS: dict[int, tuple[Card, ...]] = {
    size: tuple(card for card in CARDS if card.rank in ranks) for size, ranks in PACK_RANKS.items()
}


def pack_check(size: int) -> str:
    """Size of a pack and a check sum of its cards and their points, to tell logs of other packs apart.

    >>> pack_check(36)
    '36:a9cd8a7e'
    """
    text = " ".join(f"{card}={card.points}" for card in pack(size))
    return f"{size}:{zlib.crc32(text.encode()):08x}"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks or commas: ``"KS 10S"``.

    :raises ParseError: naming the first word that is no card.
    """
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


# --- sets of cards as one integer: bit i is CARDS[i] -------------------------------------------------


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_in(mask: int) -> Iterator[Card]:
    """The cards of a mask, by index."""
    while mask:
        low = mask & -mask
        yield CARDS[low.bit_length() - 1]
        mask ^= low


#: the mask of a whole pack by its size
PACK_MASKS: dict[int, int] = {size: mask_of(cards) for size, cards in _PACKS.items()}

#: the mask of a whole suit
SUIT_MASKS: dict[Suit, int] = {suit: mask_of(card for card in CARDS if card.suit is suit) for suit in SUITS}

#: points -> mask of the 4 cards worth that many
_VALUE_MASKS: tuple[tuple[int, int], ...] = tuple(
    (value, mask_of(card for card in CARDS if card.points == value)) for value in (11, 10, 4, 3, 2)
)


def mask_points(mask: int) -> int:
    """Sum of the points of a mask's cards.

    >>> mask_points(mask_of(parse_cards("AS 10S KS QH")))
    28
    """
    total = 0
    for value, cards in _VALUE_MASKS:
        total += value * (mask & cards).bit_count()
    return total


def smallest_points(mask: int, count: int) -> int:
    """Least points that ``count`` different cards of ``mask`` can hold (all of them when it has fewer)."""
    total = 0
    rest = count - (mask & ~_POINT_MASK).bit_count()
    for value, cards in reversed(_VALUE_MASKS):
        if rest <= 0:
            break
        n = min(rest, (mask & cards).bit_count())
        total += n * value
        rest -= n
    return total


def largest_points(mask: int, count: int) -> int:
    """Most points that ``count`` different cards of ``mask`` can hold (all of them when it has fewer)."""
    total = 0
    rest = count
    for value, cards in _VALUE_MASKS:
        if rest <= 0:
            break
        n = min(rest, (mask & cards).bit_count())
        total += n * value
        rest -= n
    return total


_POINT_MASK = mask_of(card for card in CARDS if card.points)
