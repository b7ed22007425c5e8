"""Leads, replies, tricks and draws as pure functions of what lies on the table (RULEBOOK 1.3-1.7).

Nothing here knows a hand unless it is given one: a referee has none, a worked case or a simulator may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.beat import Order
from bura.cards import Card, Suit
from bura.combos import may_lead_mixed
from bura.rules import RuleSet
from bura.table import Seat


class Illegal(StrEnum):
    """Why a lead or reply is not legal."""

    OUT_OF_TURN = "out_of_turn"
    """not this player's turn"""
    NOT_IN_HAND = "not_in_hand"
    """a card the player does not hold (only where the hand is known)"""
    MIXED_SUIT_LEAD = "mixed_suit_lead"
    """led cards of several suits that are no combination"""
    LEAD_COUNT = "count_not_allowed"
    """a number of cards that may not be led"""
    MORE_THAN_SMALLEST_HAND = "more_than_smallest_hand"
    """more cards led than the smallest hand can answer"""
    WRONG_COUNT = "wrong_count"
    """not as many cards as were led"""
    FACE_DOWN_NOT_ALLOWED = "face_down_not_allowed"
    """a face-down card where all lie open: any lead, or a reply under `discard_face` = open"""
    FACE_UP_NOT_ALLOWED = "face_up_not_allowed"
    """an open discard where discards must lie face down"""


def check_lead(
    rules: RuleSet,
    trump: Suit | None,
    cards: Sequence[Card],
    *,
    seat: Seat,
    leader: Seat,
    hand: Sequence[Card] | None = None,
    other_hand_sizes: Sequence[int] = (),
) -> Illegal | None:
    """Why this lead is illegal, or None.

    :param cards: the face-up cards led.
    :param hand: the leader's hand before the lead, where it is known.
    :param other_hand_sizes: cards in the hands of the other active players.
    """
    if seat != leader:
        return Illegal.OUT_OF_TURN
    if hand is not None and not set(cards) <= set(hand):
        return Illegal.NOT_IN_HAND
    # a combination is led as the whole hand, so the laid cards themselves show whether it is one
    mixed = len({card.suit for card in cards}) > 1
    if mixed and rules.lead_suit == "same" and not may_lead_mixed(rules, trump, cards):
        return Illegal.MIXED_SUIT_LEAD
    if len(cards) not in rules.lead_counts and not may_lead_mixed(rules, trump, cards):
        return Illegal.LEAD_COUNT
    capped = rules.short_hand == "lead_capped" and bool(other_hand_sizes)
    if capped and len(cards) > min(other_hand_sizes):
        return Illegal.MORE_THAN_SMALLEST_HAND
    return None


def check_reply(
    rules: RuleSet,
    *,
    seat: Seat,
    to_act: Seat,
    led: int,
    face_up: int,
    face_down: int,
    hand_size: int | None = None,
) -> Illegal | None:
    """Why this reply is illegal, or None. Whether it beats is another matter: see `resolve_trick`.

    :param led: number of cards led.
    :param face_up: number of open cards of the reply.
    :param face_down: number of face-down cards of the reply.
    :param hand_size: cards the player held before it, where known: with ``short_hand`` =
        ``play_all_cannot_beat`` a short hand is laid whole.
    """
    if seat != to_act:
        return Illegal.OUT_OF_TURN
    due = led
    if hand_size is not None and rules.short_hand == "play_all_cannot_beat":
        due = min(led, hand_size)
    if face_up + face_down != due:
        return Illegal.WRONG_COUNT
    if face_down and rules.discard_face == "open":
        return Illegal.FACE_DOWN_NOT_ALLOWED
    return None


class Status(StrEnum):
    """What a play to a trick is."""

    LEAD = "lead"
    """the first play"""
    BEAT = "beat"
    """beats the set of the last beater"""
    DISCARD = "discard"
    """given to the taker"""


@dataclass(frozen=True, slots=True)
class Play:
    """What one player laid to a trick."""

    seat: Seat
    """who"""
    up: tuple[Card, ...] = ()
    """open cards"""
    down: tuple[Card | None, ...] = ()
    """face-down cards; None where not known"""
    meant_to_beat: bool | None = None
    """said so, with `beat_intent` = declared; None: nothing was said"""


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished or running trick."""

    taker: Seat
    """who takes it as it stands: the last beater, else the leader"""
    to_beat: tuple[Card, ...]
    """the set the next player would have to beat"""
    status: tuple[tuple[Seat, Status], ...]
    """what each play was, in order"""
    seen_points: int
    """points of the open cards"""
    hidden: int
    """face-down cards"""
    points: int | None
    """points of all cards; None when a face-down card is not known"""


def beats_play(rules: RuleSet, order: Order, to_beat: Sequence[Card], play: Play) -> bool:
    """Does this play beat the set?

    A face-down card makes the whole reply a discard; with `beat_intent` = declared an open reply beats only
    when the player says so [X09].
    """
    if play.down or (rules.beat_intent == "declared" and play.meant_to_beat is not True):
        return False
    return order.beats(play.up, to_beat)


def resolve_trick(rules: RuleSet, trump: Suit | None, plays: Sequence[Play]) -> Trick:
    """Who takes these plays, the first of which is the lead."""
    order = Order.of(rules, trump)
    lead = plays[0]
    taker, to_beat = lead.seat, lead.up
    status = [(lead.seat, Status.LEAD)]
    for play in plays[1:]:
        if beats_play(rules, order, to_beat, play):
            taker, to_beat = play.seat, play.up
            status.append((play.seat, Status.BEAT))
        else:
            status.append((play.seat, Status.DISCARD))
    seen = sum(card.points for play in plays for card in play.up)
    down = [card for play in plays for card in play.down]
    known = [card for card in down if card is not None]
    total = seen + sum(card.points for card in known) if len(known) == len(down) else None
    return Trick(taker, to_beat, tuple(status), seen, len(down), total)


def draw_order(
    rules: RuleSet, seats: Sequence[Seat], taker: Seat, hand_sizes: Mapping[Seat, int], stock: int
) -> tuple[Seat, ...]:
    """Who draws, card by card: one each in turn from the taker, until hands are full or the stock is empty.

    :param seats: active seats, clockwise.
    :param taker: who took the trick; when he has left the play, the seat after him must be given.
    :param stock: cards that can be drawn, the turned trump included where it is one of them.
    """
    missing = {seat: max(0, rules.hand_size - hand_sizes[seat]) for seat in seats}
    if rules.short_stock == "leave_unused" and sum(missing.values()) > stock:
        return ()
    start = seats.index(taker)
    turn = [*seats[start:], *seats[:start]]
    draws: list[Seat] = []
    while len(draws) < stock and any(missing.values()):
        for seat in turn:
            if missing[seat] and len(draws) < stock:
                missing[seat] -= 1
                draws.append(seat)
    return tuple(draws)
