"""Beating: one card over another, and a whole reply over a whole set (RULEBOOK 1.4).

A reply beats a set when its cards can be assigned one to one so that each beats its own card of the set: a
perfect matching. Pairing cards in the order they were laid, or both sides sorted, is wrong (the first for any
set, the second for sets of mixed suits), so the matching is searched.

Whether one card beats another depends on four facts only, gathered in `Order`: the trump, the rank order, the
spade exception (trumps do not beat spades [X10]) and shokha (the six of spades is the highest card [X11]).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from bura.cards import CARDS, RANKS, Card, Rank, Suit, cards_in, mask_of
from bura.rules import RuleSet

_STRENGTH_NATURAL = {rank: place for place, rank in enumerate(RANKS)}
_STRENGTH_ACE_TEN = {
    rank: place
    for place, rank in enumerate(
        sorted(RANKS, key=lambda rank: (rank is Rank.ACE, rank is Rank.TEN, _STRENGTH_NATURAL[rank]))
    )
}

#: the card that shokha makes the highest of all
SHOKHA = Card.parse("6S")


@dataclass(frozen=True)
class Order:
    """All that decides whether a card beats another. No slots: what follows from it is kept (`beaten`)."""

    trump: Suit | None
    """None: a deal without trump"""
    ace_ten: bool = True
    """True: A 10 K Q J 9 …; False: A K Q J 10 9 …"""
    spades_untrumpable: bool = False
    """a plain spade is beaten only by a higher spade"""
    shokha: bool = False
    """6S beats every card and is beaten by none"""

    @staticmethod
    def of(rules: RuleSet, trump: Suit | None) -> Order:
        """The order of a deal under these rules with that trump."""
        return _order(trump, rules.rank_order == "ace_ten", rules.spades_untrumpable, rules.shokha)

    def strength(self, card: Card) -> int:
        """Strength inside its suit: 12 for the ace, 0 for the lowest; shokha stands above its ace."""
        if self.shokha and card == SHOKHA:
            return len(RANKS)
        return (_STRENGTH_ACE_TEN if self.ace_ten else _STRENGTH_NATURAL)[card.rank]

    def beats_card(self, card: Card, target: Card) -> bool:
        """Does ``card`` beat ``target``?

        >>> Order(Suit.HEARTS).beats_card(Card.parse("10S"), Card.parse("KS"))
        True
        """
        return bool(self.beaten[card.index] & target.bit)

    def beats(self, reply: Sequence[Card], led: Sequence[Card]) -> bool:
        """Does the reply beat the whole set? False when the counts differ."""
        if len(reply) != len(led):
            return False
        if len(led) == 1:
            return bool(self.beaten[reply[0].index] & led[0].bit)
        return -1 not in self._matching(reply, led)

    def assignment(self, reply: Sequence[Card], led: Sequence[Card]) -> tuple[tuple[Card, Card], ...] | None:
        """Which reply card beats which led card, as pairs in the order led; None when the set is not beaten.

        >>> from bura.cards import parse_cards
        >>> order = Order(Suit.HEARTS)
        >>> led, reply = parse_cards("6S AS"), parse_cards("6H 7S")
        >>> [(str(high), str(low)) for high, low in order.assignment(reply, led)]
        [('7S', '6S'), ('6H', 'AS')]
        """
        if len(reply) != len(led):
            return None
        owner = self._matching(reply, led)
        if -1 in owner:
            return None
        return tuple((reply[i], target) for i, target in zip(owner, led, strict=True))

    def coverable(self, reply: Sequence[Card], led: Sequence[Card]) -> int:
        """Most cards of the set that the reply can beat at once: some but not all is a partial beat."""
        return sum(i >= 0 for i in self._matching(reply, led))

    def _matching(self, reply: Sequence[Card], led: Sequence[Card]) -> list[int]:
        """A largest matching by augmenting paths: for each led card the place of its reply card, or -1."""
        beaten = self.beaten
        owner = [-1] * len(led)

        def place(i: int, tried: int) -> int:
            """Find a led card for reply card ``i``; the mask of those tried, or -1 when it has one now."""
            reach = beaten[reply[i].index]
            for j, target in enumerate(led):
                if reach & target.bit and not tried >> j & 1:
                    tried |= 1 << j
                    if owner[j] >= 0:
                        tried = place(owner[j], tried)
                    if owner[j] < 0 or tried < 0:
                        owner[j] = i
                        return -1
            return tried

        for i in range(len(reply)):
            place(i, 0)
        return owner

    def beaten_by(self, card: Card) -> tuple[Card, ...]:
        """Every card of the 52 that ``card`` beats."""
        return tuple(cards_in(self.beaten[card.index]))

    @cached_property
    def beaten(self) -> tuple[int, ...]:
        """For each of the 52 cards, by index, the mask of the cards it beats."""
        return tuple(mask_of(target for target in CARDS if _beats(self, card, target)) for card in CARDS)

    @cached_property
    def beaters(self) -> tuple[int, ...]:
        """For each of the 52 cards, by index, the mask of the cards that beat it."""
        return tuple(mask_of(card for card in CARDS if _beats(self, card, target)) for target in CARDS)


#: the orders there are, each kept with what follows from it
_order = lru_cache(maxsize=128)(Order)


def _beats(order: Order, card: Card, target: Card) -> bool:
    if card == target:
        return False
    if order.shokha and SHOKHA in (card, target):
        return card == SHOKHA
    if card.suit == target.suit:
        return order.strength(card) > order.strength(target)
    if card.suit != order.trump:
        return False
    # the trump suit itself is never in doubt here: were spades trump, card and target would share the suit
    return not (order.spades_untrumpable and target.suit is Suit.SPADES)
