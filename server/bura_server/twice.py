"""A person enters what lay on the table: cards of the pack, and no card twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from bura.cards import PACK_MASKS, Card
from bura.events import Event
from bura.rules import RuleSet
from bura_server.errors import ApiError, Code


def no_card_twice(event: Event) -> None:
    """Is every card of an event another one? Cards that could not be read may be any.

    :raises ApiError: BAD_REQUEST naming a card that stands there twice.
    """
    cards: tuple[Card | None, ...] = getattr(event, "cards", ())
    counts = Counter(card for card in cards if card is not None)
    for card, count in counts.items():
        if count > 1:
            raise ApiError(
                Code.BAD_REQUEST,
                f"the card {card} is there more than once: a pack has it once, enter another",
            )


def cards_named(event: Event) -> tuple[Card, ...]:
    """The cards that an event names; those that could not be read are none."""
    cards: tuple[Card | None, ...] = (*getattr(event, "cards", ()), getattr(event, "card", None))
    return tuple(card for card in cards if card is not None)


def no_foreign_card(event: Event, rules: RuleSet, there: Callable[[], Collection[Card]] = tuple) -> None:
    """Are all cards of an event in the pack that is played with?

    :param there: asked where one is not: the cards that stand in the entry already, where a camera read it and another
        card is corrected.
    :raises ApiError: BAD_REQUEST naming one that is not.
    """
    for card in cards_named(event):
        if not card.bit & PACK_MASKS[rules.pack_size] and card not in there():
            raise ApiError(
                Code.BAD_REQUEST,
                f"the card {card} is not in the pack of {rules.pack_size}: enter another",
            )
