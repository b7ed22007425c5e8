"""Trick games with a duty to follow, refereed without seeing hands (Marriage once strict, Macao).

Whether a player *could* follow is hidden when he does not. So a reply leaves a `Duty` behind: the cards he
must not have held. As nobody draws any more, every card he shows later was in his hand then, and one of those
cards proves the earlier foul. The verdict points back at the reply it rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bura.beat import Order
from bura.cards import SUIT_MASKS, Card
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


#: cards that must not be held, as a mask, and the duty each of them would break
Forbidden: TypeAlias = tuple[tuple[int, FollowFoul], ...]


def forbidden(order: Order, follow: Follow, led: Card, best: Card, card: Card) -> Forbidden:
    """The cards that a player who replies ``card`` must not hold; every card is in one of the masks at most.

    :param led: the card led.
    :param best: the card that wins the trick so far.
    """
    others = ~(card.bit | led.bit)
    heads = 0
    if follow.head and not order.beats_card(card, best):
        heads = order.beaters[best.index] & others
    in_suit = SUIT_MASKS[led.suit] & others
    if card.suit is led.suit:
        return _masks((heads & in_suit, FollowFoul.MUST_HEAD))
    suit = in_suit if follow.suit else 0
    trumps = 0 if order.trump is None else SUIT_MASKS[order.trump] & others & ~suit
    if follow.trump and card.suit is not order.trump:
        return _masks((suit, FollowFoul.MUST_FOLLOW_SUIT), (trumps, FollowFoul.MUST_TRUMP))
    return _masks((suit, FollowFoul.MUST_FOLLOW_SUIT), (heads & trumps, FollowFoul.MUST_HEAD))


def _masks(*pairs: tuple[int, FollowFoul]) -> Forbidden:
    return tuple(pair for pair in pairs if pair[0])


def broken_by(duties: Forbidden, card: Card) -> FollowFoul | None:
    """The duty that holding this card would break, or None."""
    return next((foul for mask, foul in duties if mask & card.bit), None)


def check_follow(
    order: Order, follow: Follow, led: Card, card: Card, hand: Iterable[Card], *, best: Card | None = None
) -> FollowFoul | None:
    """Why this reply is illegal for a player who holds ``hand`` (with or without the card), or None."""
    duties = forbidden(order, follow, led, best or led, card)
    broken = {broken_by(duties, other) for other in hand}
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
    cards: Forbidden
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
    cards = forbidden(order, follow, led, best, reply.card)
    return Duty(reply.seat, led, reply.card, cards, reply.seq) if cards else None


def proven(duties: Iterable[Duty], laid: Laid) -> tuple[Revoke, ...]:
    """The earlier replies that this card proves illegal."""
    found = []
    for duty in duties:
        foul = broken_by(duty.cards, laid.card) if duty.seat == laid.seat else None
        if foul is not None:
            found.append(Revoke(duty, laid.card, foul, laid.seq))
    return tuple(found)
