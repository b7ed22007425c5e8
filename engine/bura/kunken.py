"""Kunken as far as the rulebook bounds it: melds, their values, lay-downs (RULEBOOK 4.11).

Payment, an exhausted stock and joker replacement are unknown to the written rules: the referee asks there.
Two packs are mixed, so a card may be met twice; jokers are written ``JK``, ``JK1`` … ``JK4``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.cards import RANKS, Card, Rank, Suit
from bura.errors import ParseError
from bura.rules import RuleSet


class MeldKind(StrEnum):
    """The two kinds of meld."""

    SET = "set"
    """three or four of one rank"""
    RUN = "run"
    """three or more of one suit in sequence, ace high"""


class MeldFoul(StrEnum):
    """Why cards are no meld."""

    TOO_FEW = "too_few_cards"
    """fewer than three"""
    TOO_MANY = "too_many_cards"
    """a set of more than four, or a run longer than the suit"""
    TOO_MANY_JOKERS = "too_many_jokers"
    """more than half of it are jokers, or more than the pack has"""
    DUPLICATE = "duplicate_card"
    """the same card twice in a run"""
    DIFFERENT_RANKS = "different_ranks"
    """a set of several ranks"""
    SAME_SUIT = "same_suit_twice"
    """a set with one suit twice where that is not allowed (`set_distinct_suits`)"""
    DIFFERENT_SUITS = "different_suits"
    """a run of several suits"""
    NOT_CONSECUTIVE = "not_consecutive"
    """a run with a hole that no joker fills"""


@dataclass(frozen=True, slots=True)
class Joker:
    """A joker; the number tells several apart."""

    number: int = 0
    """1..4, or 0 when it was not told"""

    def __str__(self) -> str:
        return f"JK{self.number or ''}"


MeldCard = Card | Joker


def parse_meld_card(text: str) -> MeldCard:
    """Read a card or a joker.

    :raises ParseError: when the text is neither.
    """
    compact = text.strip().upper()
    if compact in ("JK", "JOKER"):
        return Joker()
    if compact.startswith("JK") and compact[2:] in ("1", "2", "3", "4"):
        return Joker(int(compact[2:]))
    return Card.parse(text)


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld, judged."""

    valid: bool
    """is it one?"""
    value: int
    """its points; 0 when it is none"""
    foul: MeldFoul | None
    """why it is none"""
    stands_for: tuple[Card | None, ...] = ()
    """what each card stands for, jokers included; None: a joker of a set, any suit"""


def rank_value(rank: Rank) -> int:
    """A K Q J 10; 10 to 2 five."""
    return 10 if rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK) else 5


def judge_meld(rules: RuleSet, kind: MeldKind, cards: Sequence[MeldCard]) -> Meld:
    """Is this a meld, and what is it worth?

    A joker of a run stands for the card that its place tells, laid upwards or downwards; laid in no order, a run
    grows upwards first, as that is worth more.
    """
    jokers = [card for card in cards if isinstance(card, Joker)]
    plain = [card for card in cards if isinstance(card, Card)]
    numbered = [joker.number for joker in jokers if joker.number]
    if len(cards) < 3:
        return _no(MeldFoul.TOO_FEW)
    if kind is MeldKind.RUN and len(set(plain)) != len(plain):
        return _no(MeldFoul.DUPLICATE)
    if len(set(numbered)) != len(numbered):
        return _no(MeldFoul.DUPLICATE)
    if len(jokers) * 2 > len(cards) or len(jokers) > rules.jokers_total:
        return _no(MeldFoul.TOO_MANY_JOKERS)
    return _judge_set(rules, cards, plain) if kind is MeldKind.SET else _judge_run(cards, plain)


def _no(foul: MeldFoul) -> Meld:
    return Meld(False, 0, foul)


def _judge_set(rules: RuleSet, cards: Sequence[MeldCard], plain: Sequence[Card]) -> Meld:
    ranks = {card.rank for card in plain}
    if len(ranks) > 1:
        return _no(MeldFoul.DIFFERENT_RANKS)
    if len(cards) > 4:
        return _no(MeldFoul.TOO_MANY)
    suits = [card.suit for card in plain]
    if rules.set_distinct_suits and len(set(suits)) != len(suits):
        return _no(MeldFoul.SAME_SUIT)
    value = rank_value(next(iter(ranks))) * len(cards)
    return Meld(True, value, None, tuple(card if isinstance(card, Card) else None for card in cards))


def _judge_run(cards: Sequence[MeldCard], plain: Sequence[Card]) -> Meld:
    suits = {card.suit for card in plain}
    if len(suits) > 1:
        return _no(MeldFoul.DIFFERENT_SUITS)
    if len(cards) > len(RANKS):
        return _no(MeldFoul.TOO_MANY)
    suit = next(iter(suits))
    places = _laid_places(cards) or _laid_downwards(cards) or _free_places(cards, plain)
    if places is None:
        return _no(MeldFoul.NOT_CONSECUTIVE)
    stands_for = tuple(Card(RANKS[place], suit) for place in places)
    return Meld(True, sum(rank_value(card.rank) for card in stands_for), None, stands_for)


def _laid_places(cards: Sequence[MeldCard]) -> list[int] | None:
    """The ranks' places when the run was laid in order, so that each joker's place tells what it is."""
    first = next((i, RANKS.index(card.rank)) for i, card in enumerate(cards) if isinstance(card, Card))
    start = first[1] - first[0]
    places = list(range(start, start + len(cards)))
    fits = all(
        isinstance(card, Joker) or RANKS.index(card.rank) == place
        for card, place in zip(cards, places, strict=True)
    )
    return places if fits and start >= 0 and places[-1] < len(RANKS) else None


def _laid_downwards(cards: Sequence[MeldCard]) -> list[int] | None:
    """As `_laid_places`, for a run laid from its highest card down: two cards at least must tell that it is."""
    if sum(isinstance(card, Card) for card in cards) < 2:
        return None
    places = _laid_places(cards[::-1])
    return None if places is None else places[::-1]


def _free_places(cards: Sequence[MeldCard], plain: Sequence[Card]) -> list[int] | None:
    """The same for a run laid in any order: jokers fill the holes, then the upper end, then the lower."""
    taken = sorted(RANKS.index(card.rank) for card in plain)
    low, high = taken[0], taken[-1]
    free = len(cards) - len(plain) - (high - low + 1 - len(taken))
    if free < 0:
        return None
    up = min(free, len(RANKS) - 1 - high)
    down = free - up
    if down > low:
        return None
    want = iter(sorted(set(range(low - down, high + up + 1)) - set(taken)))
    return [RANKS.index(card.rank) if isinstance(card, Card) else next(want) for card in cards]


def best_kind(rules: RuleSet, cards: Sequence[MeldCard]) -> MeldKind | None:
    """Which kind of meld these cards are; the dearer where they could be both, None when neither."""
    judged = [(judge_meld(rules, kind, cards), kind) for kind in MeldKind]
    valid = [(meld.value, kind) for meld, kind in judged if meld.valid]
    return max(valid, key=lambda pair: pair[0])[1] if valid else None


class LaydownFoul(StrEnum):
    """Why a lay-down is not allowed."""

    BAD_MELD = "bad_meld"
    """one of the melds is none"""
    NOT_IN_BANK = "not_in_bank"
    """the bank card is not in the bank"""
    BANK_CARD_UNUSED = "bank_card_unused"
    """the bank card is in none of the melds"""
    BELOW_MINIMUM = "below_minimum"
    """the melds are not worth enough"""


@dataclass(frozen=True, slots=True)
class Laydown:
    """A lay-down with a bank card, judged."""

    foul: LaydownFoul | None
    """why it is not allowed"""
    total: int
    """points of the melds"""
    takes: tuple[MeldCard, ...]
    """the cards of the bank that go to the player: from the bank card on"""


def judge_laydown(
    rules: RuleSet,
    bank: Sequence[MeldCard],
    bank_card: MeldCard,
    melds: Iterable[tuple[MeldKind, Sequence[MeldCard]]],
) -> Laydown:
    """May a player lay these melds down with that card of the bank, and what does he take?

    `laydown_scope` decides whether the melds together or one of them must be worth `laydown_min`.
    """
    laid = list(melds)
    judged = [judge_meld(rules, kind, cards) for kind, cards in laid]
    total = sum(meld.value for meld in judged)
    worth = total
    if rules.laydown_scope == "single_meld":
        worth = max((meld.value for meld in judged), default=0)
    if not all(meld.valid for meld in judged):
        return Laydown(LaydownFoul.BAD_MELD, total, ())
    if bank_card not in bank:
        return Laydown(LaydownFoul.NOT_IN_BANK, total, ())
    if not any(bank_card in cards for _, cards in laid):
        return Laydown(LaydownFoul.BANK_CARD_UNUSED, total, ())
    if worth < rules.laydown_min:
        return Laydown(LaydownFoul.BELOW_MINIMUM, total, ())
    # of two equal cards the one laid last is meant: it gives the player fewer cards
    place = len(bank) - 1 - list(reversed(bank)).index(bank_card)
    return Laydown(None, total, tuple(bank[place:]))


def pack_counts(rules: RuleSet) -> dict[MeldCard, int]:
    """How often each card is in the two packs with jokers: what a referee checks sightings against."""
    counts: dict[MeldCard, int] = {Card(rank, suit): 2 for suit in Suit for rank in RANKS}
    counts |= {Joker(number): 1 for number in range(1, rules.jokers_total + 1)}
    return counts


def check_sightings(rules: RuleSet, cards: Iterable[MeldCard]) -> MeldCard | None:
    """The first card that is seen more often than the packs hold it, or None."""
    left = pack_counts(rules)
    jokers: int = rules.jokers_total
    for card in cards:
        if isinstance(card, Joker):
            jokers -= 1
            if jokers < 0:
                return card
            continue
        left[card] -= 1
        if left[card] < 0:
            return card
    return None


def parse_meld(kind: str, cards: Sequence[str]) -> tuple[MeldKind, tuple[MeldCard, ...]]:
    """Read a meld as worked cases write it.

    :raises ParseError: for an unknown kind or card.
    """
    try:
        meld_kind = MeldKind(kind)
    except ValueError:
        raise ParseError(f"{kind!r} is not a kind of meld: write set or run") from None
    return meld_kind, tuple(parse_meld_card(card) for card in cards)
