"""A person enters what lay on the table, where no card lies twice."""

from __future__ import annotations

from collections import Counter

from bura.cards import Card
from bura.events import Event
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
