"""Combinations of a full hand: bura, molodka, Moscow, little Moscow, four ends (RULEBOOK 1.9).

A referee never sees hands: `find_combos` judges a hand that was laid or shown, `resolve` decides between the
players who announced one. What a combination *does* comes from the rules as an `Effect`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.beat import Order
from bura.cards import Card, Rank, Suit
from bura.rules import RuleSet
from bura.table import Seat


class Combo(StrEnum):
    """A hand with rights of its own."""

    BURA = "bura"
    """all trumps"""
    MOSCOW = "moscow"
    """three aces; or aces and tens"""
    LITTLE_MOSCOW = "little_moscow"
    """three sixes with the trump six; or three tens"""
    FOUR_ENDS = "four_ends"
    """four aces or four tens"""
    MOLODKA = "molodka"
    """all of one plain suit; also pismo, maliutka"""


class Effect(StrEnum):
    """What a combination does for the player who announces it."""

    WIN = "win"
    """the deal is won at once"""
    LEAVE = "leave"
    """counts as having claimed: the player leaves the play (game 6)"""
    LEAD = "lead"
    """the right to lead the whole hand"""
    NONE = "none"
    """nothing: the rules do not know this combination"""


class ComboResult(StrEnum):
    """What comes of the announcements in one window."""

    DEAL_WON = "deal_won"
    """the seat wins the deal uncounted"""
    LEAVES = "leaves"
    """the seat leaves the play as one who got out"""
    TAKES_LEAD = "takes_lead"
    """the seat leads its whole hand"""
    ANNUL = "annul"
    """two buras: the deal is thrown in"""
    REDEAL = "redeal"
    """a combination in the hand as dealt: dealt again"""
    NO_EFFECT = "no_effect"
    """nothing changes; the leader leads"""


@dataclass(frozen=True, slots=True)
class ComboOutcome:
    """How a window of announcements ends."""

    result: ComboResult
    """what happens"""
    seat: Seat | None
    """to whom; the leader when nothing changes, None when the deal is void"""
    combo: Combo | None
    """by which combination"""


@dataclass(frozen=True, slots=True)
class ComboRights:
    """What each combination does under a set of rules; `of` reads it from the options."""

    effects: Mapping[Combo, Effect]
    """what it does"""
    out_of_turn: frozenset[Combo]
    """those that work although another player has the lead"""
    order: tuple[Combo, ...]
    """strongest first"""

    @classmethod
    def of(cls, rules: RuleSet) -> ComboRights:
        """The rights under these rules."""
        leaving = rules.deal_end == "until_one_left"
        bura = {
            "instant_win": Effect.WIN,
            "instant_win_on_lead": Effect.WIN,
            "lead_right": Effect.LEAD,
            "off": Effect.NONE,
        }[rules.bura_effect]
        if leaving and bura is Effect.WIN:
            bura = Effect.LEAVE if rules.bura_in_leave31 == "instant_leave" else Effect.LEAD
        moscow = Effect.WIN if rules.moscow_effect == "instant_win" else Effect.LEAD
        effects = {
            Combo.BURA: bura,
            Combo.MOSCOW: moscow if rules.moscow != "off" else Effect.NONE,
            Combo.LITTLE_MOSCOW: Effect.LEAD if rules.little_moscow != "off" else Effect.NONE,
            Combo.FOUR_ENDS: Effect.LEAD if rules.four_ends else Effect.NONE,
            Combo.MOLODKA: Effect.LEAD,
        }
        in_turn = set()
        if rules.bura_effect == "instant_win_on_lead":
            in_turn.add(Combo.BURA)
        if not rules.molodka_out_of_turn:
            in_turn.add(Combo.MOLODKA)
        order = tuple(Combo(word) for word in rules.precedence)
        return cls(effects, frozenset(set(Combo) - in_turn), order)


def find_combos(rules: RuleSet, trump: Suit | None, hand: Sequence[Card]) -> tuple[Combo, ...]:
    """The combinations this hand is, strongest first; none for a hand that is not full (K08).

    >>> from bura.cards import parse_cards
    >>> from bura.rules import find_ruleset
    >>> find_combos(find_ruleset("classic31"), Suit.HEARTS, parse_cards("6H 9H QH"))
    (<Combo.BURA: 'bura'>,)
    """
    if len(hand) != rules.hand_size or len(set(hand)) != len(hand):
        return ()
    found = []
    suits = {card.suit for card in hand}
    if suits == {trump}:
        if rules.bura_effect != "off":
            found.append(Combo.BURA)
    elif len(suits) == 1:
        found.append(Combo.MOLODKA)
    if _is_moscow(rules, trump, hand):
        found.append(Combo.MOSCOW)
    if _is_little_moscow(rules, trump, hand):
        found.append(Combo.LITTLE_MOSCOW)
    if rules.four_ends and len(hand) == 4 and {card.rank for card in hand} in ({Rank.ACE}, {Rank.TEN}):
        found.append(Combo.FOUR_ENDS)
    order = [Combo(word) for word in rules.precedence]
    # a combination that a table left out of its order comes last: it still is one
    return tuple(sorted(found, key=lambda combo: order.index(combo) if combo in order else len(order)))


def find_combo(rules: RuleSet, trump: Suit | None, hand: Sequence[Card]) -> Combo | None:
    """The strongest combination of this hand, or None."""
    return next(iter(find_combos(rules, trump, hand)), None)


def _is_moscow(rules: RuleSet, trump: Suit | None, hand: Sequence[Card]) -> bool:
    aces = [card for card in hand if card.rank is Rank.ACE]
    if rules.moscow_requires_trump_ace and trump not in {card.suit for card in aces}:
        return False
    if rules.moscow == "three_aces":
        return len(aces) >= 3
    if rules.moscow == "aces_and_tens4":
        return len(hand) == 4 and bool(aces) and all(card.rank in (Rank.ACE, Rank.TEN) for card in hand)
    return False


def _is_little_moscow(rules: RuleSet, trump: Suit | None, hand: Sequence[Card]) -> bool:
    ranks = {card.rank for card in hand}
    if rules.little_moscow == "sixes_with_trump":
        return len(hand) == 3 and ranks == {Rank.SIX} and trump in {card.suit for card in hand}
    return rules.little_moscow == "tens" and len(hand) == 3 and ranks == {Rank.TEN}


def may_lead_mixed(rules: RuleSet, trump: Suit | None, hand: Sequence[Card]) -> bool:
    """May these cards, a whole hand, be led together although their suits differ (RULEBOOK 1.3)?"""
    whole = {Combo.MOSCOW, Combo.LITTLE_MOSCOW, Combo.FOUR_ENDS}
    return any(combo in whole for combo in find_combos(rules, trump, hand))


def compare_key(rules: RuleSet, order: Order, hand: Sequence[Card]) -> tuple[int, ...]:
    """The value by which equal combinations are compared: greater is better (`combo_compare` [X32]).

    ``lexicographic``: strongest card first. ``points_sum``: card points, then as before.
    """
    strengths = tuple(sorted((order.strength(card) for card in hand), reverse=True))
    if rules.combo_compare == "points_sum":
        return (sum(card.points for card in hand), *strengths)
    return strengths


def annuls(rules: RuleSet, *, first_deal_of_match: bool) -> bool:
    """Is a combination in the hand as dealt thrown in (`first_deal_combo` [X33])?"""
    if rules.first_deal_combo != "redeal":
        return False
    return rules.first_deal_scope == "initial_hand_of_each_deal" or first_deal_of_match


def resolve(
    rules: RuleSet,
    trump: Suit | None,
    hands: Mapping[Seat, Sequence[Card]],
    leader: Seat,
    *,
    seats: Sequence[Seat] | None = None,
    rights: ComboRights | None = None,
    initial_hand: bool = False,
    first_deal_of_match: bool = False,
) -> ComboOutcome:
    """What happens when every player whose hand is given announces what he holds.

    :param hands: the announced hands, all in one window between tricks.
    :param seats: seating order, clockwise; by default the order of ``hands``.
    :param rights: overrides what the options say of the effects.
    :param initial_hand: the hands are those that were dealt.
    """
    seats = tuple(hands) if seats is None else tuple(seats)
    rights = ComboRights.of(rules) if rights is None else rights
    held = {seat: find_combos(rules, trump, hand) for seat, hand in hands.items()}
    if initial_hand and any(held.values()) and annuls(rules, first_deal_of_match=first_deal_of_match):
        return ComboOutcome(ComboResult.REDEAL, None, None)
    for combo in rights.order:
        effect = rights.effects[combo]
        if effect is Effect.NONE:
            continue
        holders = [
            seat
            for seat in seats
            if combo in held.get(seat, ()) and (seat == leader or combo in rights.out_of_turn)
        ]
        if not holders:
            continue
        if len(holders) > 1 and combo is Combo.BURA and rules.equal_bura == "annul":
            return ComboOutcome(ComboResult.ANNUL, None, combo)
        seat = _best(rules, trump, hands, leader, seats, holders, combo)
        result = {
            Effect.WIN: ComboResult.DEAL_WON,
            Effect.LEAVE: ComboResult.LEAVES,
            Effect.LEAD: ComboResult.TAKES_LEAD,
        }[effect]
        return ComboOutcome(result, seat, combo)
    return ComboOutcome(ComboResult.NO_EFFECT, leader, None)


def _best(
    rules: RuleSet,
    trump: Suit | None,
    hands: Mapping[Seat, Sequence[Card]],
    leader: Seat,
    seats: Sequence[Seat],
    holders: Sequence[Seat],
    combo: Combo,
) -> Seat:
    """Which of several holders of one combination goes first [X30, X31]."""
    start = seats.index(leader) if leader in seats else 0
    in_turn = sorted(holders, key=lambda seat: (seats.index(seat) - start) % len(seats))
    by_turn = (combo is Combo.BURA and rules.equal_bura == "leader_first") or (
        combo is Combo.MOLODKA and rules.equal_molodka == "current_leader_keeps"
    )
    if by_turn:
        return in_turn[0]
    order = Order.of(rules, trump)
    # max keeps the first of equals: between equal hands the nearer to the lead goes first
    return max(in_turn, key=lambda seat: compare_key(rules, order, hands[seat]))
