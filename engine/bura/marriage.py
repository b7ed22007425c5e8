"""Marriage (66) by the written rules: legality, marriages and game points as pure functions (RULEBOOK 4.9).

The running game is `bura.marriage_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.beat import Order
from bura.cards import Card, Rank, Suit
from bura.following import FREE, Follow, FollowFoul, check_follow
from bura.rules import RuleSet

#: points that win a deal
GOAL = 66


class MarriageFoul(StrEnum):
    """Why a marriage is not allowed."""

    NOT_LED = "must_lead_king_or_queen"
    """the card led with it is neither its king nor its queen"""
    NOT_HELD = "not_held"
    """king and queen are not both in the hand"""
    STOCK_GONE = "stock_gone"
    """the stock is gone or closed, and the table allows no marriages then (`marriage_after_stock`)"""
    TWICE = "announced_before"
    """this marriage was announced before"""
    NOT_ON_LEAD = "marriage_off_lead"
    """announced by a player who is not about to lead"""


def follow_rule(rules: RuleSet, *, strict: bool) -> Follow:
    """What a reply owes: nothing while the stock lasts, then suit, else trump; to head if the table says."""
    return Follow(suit=True, trump=True, head=rules.must_head) if strict else FREE


def is_strict(rules: RuleSet, *, stock: int, closed: bool) -> bool:
    """Must replies follow now? From the first trick where the whole pack is dealt."""
    return closed or stock == 0 or rules.trump_card_place == "dealer_last_card"


def check_reply(
    rules: RuleSet,
    trump: Suit | None,
    led: Card,
    card: Card,
    hand: Iterable[Card],
    *,
    strict: bool,
    best: Card | None = None,
) -> FollowFoul | None:
    """Why this reply from this hand is illegal, or None.

    :param best: the card that wins the trick so far, where that is not the card led.
    """
    follow = follow_rule(rules, strict=strict)
    return check_follow(Order.of(rules, trump), follow, led, card, hand, best=best)


def marriage_points(suit: Suit, trump: Suit | None) -> int:
    """20, or 40 in trumps."""
    return 40 if suit is trump else 20


def check_marriage(
    rules: RuleSet, suit: Suit, lead: Card | None, hand: Iterable[Card] | None, *, strict: bool
) -> MarriageFoul | None:
    """Why a marriage of ``suit`` announced with this lead is not allowed, or None.

    :param lead: the card led with it; None: not led yet.
    :param hand: the hand, lead included, where it is known.
    :param strict: is the stock gone or closed?
    """
    if strict and not rules.marriage_after_stock:
        return MarriageFoul.STOCK_GONE
    pair = {Card(Rank.KING, suit), Card(Rank.QUEEN, suit)}
    if hand is not None and not pair <= set(hand):
        return MarriageFoul.NOT_HELD
    if lead is not None and lead not in pair:
        return MarriageFoul.NOT_LED
    return None


@dataclass(frozen=True, slots=True)
class GamePoints:
    """What a deal of Marriage is worth."""

    winner: str | None
    """who won; None: nobody reached 66"""
    points: int
    """game points for him"""


def game_points(
    rules: RuleSet,
    totals: Mapping[str, int],
    *,
    closed_by: str | None = None,
    first: str | None = None,
    goal: int | None = None,
) -> GamePoints:
    """Who wins the deal and how many game points it is worth.

    The loser's points decide: `schneider_limit` or more 1, fewer 2, none 3; with three players those of the
    better loser. A closed game is always worth 3, also against the closer.

    :param totals: card points and marriages, by player.
    :param closed_by: who closed the stock.
    :param first: who reached the goal first, where several have it.
    """
    needed = rules.needed if goal is None else goal
    reached = [who for who, total in totals.items() if total >= needed]
    winner = first if first in reached else max(reached, key=lambda who: totals[who], default=None)
    if closed_by is not None:
        if winner is None:
            winner = max((who for who in totals if who != closed_by), key=lambda who: totals[who])
        return GamePoints(winner, 3)
    if winner is None:
        return GamePoints(None, 0)
    best_loser = max((total for who, total in totals.items() if who != winner), default=0)
    if best_loser == 0:
        return GamePoints(winner, 3)
    return GamePoints(winner, 1 if best_loser >= rules.schneider_limit else 2)


def can_exchange(
    rules: RuleSet, trump_card: Card | None, hand: Sequence[Card] | None, *, strict: bool
) -> bool:
    """May the trump nine be exchanged for the turned card (`nine_exchange`)?"""
    if not rules.nine_exchange or strict or trump_card is None or trump_card.rank is Rank.NINE:
        return False
    return hand is None or Card(Rank.NINE, trump_card.suit) in hand
