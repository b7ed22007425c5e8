"""Who decides in a played deal: the `Player` protocol and a simple computer player.

A player sees what a person in that seat sees (`Look`): his hand, the table, what he has taken. Chance is injected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Protocol

from bura.beat import Order
from bura.cards import Card
from bura.combos import Combo
from bura.rules import RuleSet
from bura.table import Seat


@dataclass(frozen=True, slots=True)
class Look:
    """What a player sees when he has to decide."""

    rules: RuleSet
    """the rules of the table"""
    seat: Seat
    """his seat"""
    hand: tuple[Card, ...]
    """his cards"""
    order: Order
    """trump, and what beats what"""
    trump: Card
    """the turned card"""
    stock: int
    """cards left to draw"""
    plays: tuple[tuple[Seat, tuple[Card, ...], int], ...] = ()
    """(seat, open cards, face-down cards) of the open trick, the lead first"""
    target: tuple[Card, ...] = ()
    """the cards to beat"""
    most: int = 1
    """most cards that may be led"""
    taken: int = 0
    """points of his side's taken tricks; only he may look there"""
    stake: int = 1
    """what the deal is worth"""


class Answer:
    """What one may say to a raise."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    RAISE = "raise"


class Player(Protocol):
    """Decides for one seat."""

    def lead(self, look: Look, /) -> tuple[Card, ...]:
        """The cards to lead: at most ``look.most`` out of the hand."""
        ...

    def reply(self, look: Look, /) -> tuple[tuple[Card, ...], bool]:
        """(as many cards as the target has, do they lie face down?)."""
        ...

    def claims(self, look: Look, /) -> bool:
        """Claim the threshold now?"""
        ...

    def stops(self, look: Look, combo: Combo, /) -> bool:
        """Announce this combination?"""
        ...

    def raises(self, look: Look, /) -> bool:
        """Raise the stake before leading?"""
        ...

    def answers(self, look: Look, to: int, may_raise: bool, /) -> str:
        """`Answer` to a raise to ``to``."""
        ...


@dataclass(frozen=True, slots=True)
class Style:
    """How a simple player plays: probabilities 0..1."""

    beat: float = 0.7
    """of beating when it can be done"""
    several: float = 0.5
    """of leading one card more while there are more of the suit"""
    hide: float = 0.6
    """of giving face down where it is allowed"""
    claim: float = 0.9
    """of claiming when the points are there"""
    bluff: float = 0.0
    """of claiming when they are not"""
    stop: float = 0.7
    """of announcing a combination"""
    raise_: float = 0.08
    """of raising the stake"""
    refuse: float = 0.15
    """of refusing a raise"""
    greedy: bool = False
    """True: lead and beat with the best, give the least"""


class SimplePlayer:
    """Plays at random within the rules, or greedily."""

    def __init__(self, chance: Random, style: Style | None = None) -> None:
        """A player with this source of chance."""
        self.chance = chance
        self.style = style or Style()

    def lead(self, look: Look) -> tuple[Card, ...]:
        """A card, and more of its suit as far as it goes."""
        chance, style, hand = self.chance, self.style, list(look.hand)
        first = max(hand, key=lambda card: card.points) if style.greedy else chance.choice(hand)
        same = [card for card in hand if card != first and card.suit == first.suit]
        if not style.greedy:
            chance.shuffle(same)
        led = [first]
        for card in same:
            if len(led) < look.most and chance.random() < style.several:
                led.append(card)
        allowed = [n for n in look.rules.lead_counts if n <= len(led)]
        return tuple(led[: max(allowed, default=1)])

    def reply(self, look: Look) -> tuple[tuple[Card, ...], bool]:
        """Beat, or give something."""
        size = min(len(look.target), len(look.hand))
        choices = beating(look.order, look.hand, look.target) if size == len(look.target) else []
        if choices and self.chance.random() < self.style.beat:
            return (choices[0] if self.style.greedy else self.chance.choice(choices)), False
        if self.style.greedy:
            given = tuple(sorted(look.hand, key=lambda card: (card.points, card.index))[:size])
        else:
            given = tuple(self.chance.sample(list(look.hand), size))
        return given, self._hides(look, given)

    def _hides(self, look: Look, given: tuple[Card, ...]) -> bool:
        face = look.rules.discard_face
        if face != "down_allowed":
            return face == "down_mandatory"
        partly = len(given) == len(look.target) and look.order.coverable(given, look.target) > 0
        # where a partial beat is taken back, cards that are given must not look like one
        awkward = partly and look.rules.partial_beat == "take_back"
        return awkward or self.chance.random() < self.style.hide

    def claims(self, look: Look) -> bool:
        """Mostly when it is true."""
        total = look.taken + look.rules.compensation(look.seat)
        return self.chance.random() < (self.style.claim if total >= look.rules.needed else self.style.bluff)

    def stops(self, _look: Look, _combo: Combo) -> bool:
        """Mostly."""
        return self.chance.random() < self.style.stop

    def raises(self, _look: Look) -> bool:
        """Seldom."""
        return self.chance.random() < self.style.raise_

    def answers(self, look: Look, _to: int, may_raise: bool) -> str:
        """Mostly accepts."""
        if self.chance.random() < self.style.refuse:
            return Answer.REFUSE
        return Answer.RAISE if may_raise and self.raises(look) else Answer.ACCEPT


def beating(order: Order, hand: Sequence[Card], target: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Every choice of cards from the hand that beats the set, the cheapest first."""
    found = [choice for choice in combinations(hand, len(target)) if order.beats(choice, target)]
    return sorted(found, key=lambda choice: sum(card.points for card in choice))
