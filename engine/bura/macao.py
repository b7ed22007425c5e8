"""Macao ("peklo") by the written rules: sizes, orders, play and scores as pure functions (RULEBOOK 4.10).

The running game is `bura.macao_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.beat import Order
from bura.cards import Card, Suit
from bura.errors import RulesError
from bura.following import Follow, FollowFoul, check_follow
from bura.rules import RuleSet

#: what a reply owes: suit, and nothing else
FOLLOW = Follow(suit=True)
#: points for an order made
BONUS = 10


class OrderFoul(StrEnum):
    """Why an order is not allowed."""

    OUT_OF_TURN = "out_of_turn"
    """another player has to order"""
    IMPOSSIBLE = "impossible"
    """fewer than none or more than the cards in hand"""
    HOOK = "sum_comes_out"
    """the last player may not make the sum of the orders equal the tricks (`hook`)"""
    ALREADY = "ordered_before"
    """he has ordered"""


@dataclass(frozen=True, slots=True)
class Setup:
    """The cards of one deal."""

    cards_each: int
    """cards in a hand"""
    trump_card_index: int | None
    """which card of the pack is turned for trump, from 1; None: no trump"""
    is_last: bool
    """is this the last deal, which has no trump?"""


def last_deal(rules: RuleSet, players: int) -> int:
    """Number of the last deal, which is also its hand size (`macao_max_deal`)."""
    most = rules.pack_size // players
    return most if isinstance(rules.macao_max_deal, str) else min(most, rules.macao_max_deal)


def setup(rules: RuleSet, players: int, deal_no: int) -> Setup:
    """The cards of deal ``deal_no`` (from 1) for so many players.

    :raises RulesError: for a deal that the pack does not suffice for.
    """
    last = last_deal(rules, players)
    if not 1 <= deal_no <= last:
        raise RulesError(
            f"deal {deal_no} of macao cannot be: with {players} players there are deals 1 to {last}"
        )
    is_last = deal_no == last
    return Setup(deal_no, None if is_last else players * deal_no + 1, is_last)


def check_order(
    rules: RuleSet, order: int, cards_each: int, before: Sequence[int], players: int
) -> OrderFoul | None:
    """Why this order is not allowed, or None.

    :param before: the orders of those who ordered before, in turn.
    """
    if not 0 <= order <= cards_each:
        return OrderFoul.IMPOSSIBLE
    if rules.hook and len(before) == players - 1 and sum(before) + order == cards_each:
        return OrderFoul.HOOK
    return None


def check_reply(
    rules: RuleSet, trump: Suit | None, led: Card, card: Card, hand: Iterable[Card]
) -> FollowFoul | None:
    """Why this reply from this hand is illegal, or None: suit must be followed, nothing must be beaten."""
    return check_follow(Order.of(rules, trump), FOLLOW, led, card, hand)


def score(rules: RuleSet, order: int, taken: int) -> int:
    """Points for a player: order + 10 when it was made, else 0 (`over` settles overtricks)."""
    made = taken == order or (rules.over == "ok" and taken > order)
    return order + BONUS if made else 0


def scores(rules: RuleSet, bid_taken: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """`score` for everybody: player -> (order, tricks taken)."""
    return {who: score(rules, order, taken) for who, (order, taken) in bid_taken.items()}
