"""Trick games with a duty to follow, refereed without seeing hands (Marriage once strict, Macao).

Whether a player *could* follow is hidden when he does not. So a reply leaves a `Duty` behind: the cards he
must not have held. As nobody draws any more, every card he shows later was in his hand then, and one of those
cards proves the earlier foul. The verdict points back at the reply it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.beat import Order
from bura.cards import CARDS, Card
from bura.table import Seat


class FollowFoul(StrEnum):
    """Which duty a reply breaks."""

    MUST_FOLLOW_SUIT = "must_follow_suit"
    """he holds the led suit"""
    MUST_TRUMP = "must_trump"
    """he is void in the led suit and holds a trump"""
    MUST_HEAD = "must_head"
    """he could win the trick and does not (`must_head`)"""


@dataclass(frozen=True, slots=True)
class Follow:
    """What a reply owes."""

    suit: bool = True
    """follow the led suit"""
    trump: bool = False
    """when void in it, play a trump"""
    head: bool = False
    """win the trick when the duties above leave the choice"""


FREE = Follow(suit=False)
"""no duty at all"""


@dataclass(frozen=True, slots=True)
class Laid:
    """One card laid to a trick of single cards."""

    seat: Seat
    """who laid it"""
    card: Card
    """which"""
    seq: int = 0
    """its entry in the log"""


def winner(order: Order, plays: Sequence[Laid]) -> Laid:
    """The play that takes the trick: highest trump, else highest card of the led suit."""
    best = plays[0]
    for play in plays[1:]:
        if order.beats_card(play.card, best.card):
            best = play
    return best


def forbidden(order: Order, follow: Follow, led: Card, best: Card, card: Card) -> dict[Card, FollowFoul]:
    """The cards that a player who replies ``card`` must not hold, each with the duty it would break.

    :param led: the card led.
    :param best: the card that wins the trick so far.
    """
    duties: dict[Card, FollowFoul] = {}
    beats = order.beats_card(card, best)
    for other in CARDS:
        if other in (card, led):
            continue
        heads = follow.head and not beats and order.beats_card(other, best)
        if follow.suit and other.suit is led.suit and card.suit is not led.suit:
            duties[other] = FollowFoul.MUST_FOLLOW_SUIT
        elif card.suit is led.suit:
            if heads and other.suit is led.suit:
                duties[other] = FollowFoul.MUST_HEAD
        elif other.suit is order.trump:
            if follow.trump and card.suit is not order.trump:
                duties[other] = FollowFoul.MUST_TRUMP
            elif heads:
                duties[other] = FollowFoul.MUST_HEAD
    return duties


def check_follow(
    order: Order, follow: Follow, led: Card, card: Card, hand: Iterable[Card], *, best: Card | None = None
) -> FollowFoul | None:
    """Why this reply is illegal for a player who holds ``hand`` (with or without the card), or None."""
    duties = forbidden(order, follow, led, best or led, card)
    broken = {duties[other] for other in hand if other in duties}
    return next((foul for foul in FollowFoul if foul in broken), None)


@dataclass(frozen=True, slots=True)
class Duty:
    """What a reply says about the hand it came from."""

    seat: Seat
    """who replied"""
    led: Card
    """the card led"""
    card: Card
    """the card replied"""
    cards: tuple[tuple[Card, FollowFoul], ...]
    """cards he must not have held, with the duty each would break"""
    seq: int
    """entry of the reply"""


@dataclass(frozen=True, slots=True)
class Revoke:
    """A proven failure to follow."""

    duty: Duty
    """the earlier reply"""
    shown: Card
    """the card that proves it"""
    foul: FollowFoul
    """which duty was broken"""
    seq: int
    """entry that shows the card"""


def duty_of(order: Order, follow: Follow, plays: Sequence[Laid], reply: Laid) -> Duty | None:
    """The duty that ``reply`` to the cards ``plays`` leaves behind; None when it binds nothing."""
    led, best = plays[0].card, winner(order, plays).card
    cards = tuple(forbidden(order, follow, led, best, reply.card).items())
    return Duty(reply.seat, led, reply.card, cards, reply.seq) if cards else None


def proven(duties: Iterable[Duty], laid: Laid) -> tuple[Revoke, ...]:
    """The earlier replies that this card proves illegal."""
    found = []
    for duty in duties:
        foul = dict(duty.cards).get(laid.card)
        if duty.seat == laid.seat and foul is not None:
            found.append(Revoke(duty, laid.card, foul, laid.seq))
    return tuple(found)
