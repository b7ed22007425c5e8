"""What a spoken word means as an event, and the one-line form of side files (``say.jsonl``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bura.cards import Card, Suit
from bura.errors import ParseError
from bura.events import (
    Accepted,
    Claimed,
    Closed,
    Declared,
    Event,
    Exchanged,
    Married,
    Ordered,
    Raised,
    Refused,
    Stopped,
)
from bura.table import Said, Word, sure

_EVENTS: dict[Word, Callable[[Said, tuple[Card | None, ...]], Event]] = {
    Word.CLAIM: lambda said, _: Claimed(said.seat),
    Word.STOP: lambda said, cards: Stopped(said.seat, said.combination, cards),
    Word.RAISE: lambda said, _: Raised(said.seat, said.number),
    Word.ACCEPT: lambda said, _: Accepted(said.seat),
    Word.REFUSE: lambda said, _: Refused(said.seat),
    Word.ORDER: lambda said, _: Ordered(said.seat, said.number or 0),
    # a suit that was not understood is told by the card led with the marriage
    Word.MARRIAGE: lambda said, _: Married(said.seat, said.suit if said.suit in set(Suit) else None),
    Word.BEAT: lambda said, _: Declared(said.seat, True),
    Word.GIVE: lambda said, _: Declared(said.seat, False),
    Word.CLOSE: lambda said, _: Closed(said.seat),
    Word.EXCHANGE: lambda said, _: Exchanged(said.seat),
}


def spoken(said: Said, cards: tuple[Card | None, ...] = ()) -> Event | None:
    """The event of a spoken word; ``cards`` are those shown with it, as read."""
    make = _EVENTS.get(said.word)
    return None if make is None else make(said, cards)


def said_from_json(value: object) -> Said:
    """Read a line of a side file: ``{"at_s": 61.0, "seat": "A", "say": "claim"}``.

    ``number`` (a stake or an order), ``combination``, ``suit`` and ``cards`` may stand beside it.

    :raises ParseError: naming what cannot be read.
    """
    if not isinstance(value, dict):
        raise ParseError(f"{value!r} is not a spoken word: write at_s, seat and say")
    at_s, seat = value.get("at_s"), value.get("seat")
    if isinstance(at_s, bool) or not isinstance(at_s, int | float):
        raise ParseError(f"{at_s!r} is not a time in seconds: a spoken word needs at_s")
    if not isinstance(seat, str):
        raise ParseError(f"{seat!r} is not a seat: a spoken word needs the seat of who said it")
    try:
        word = Word(str(value.get("say")))
    except ValueError:
        raise ParseError(
            f"{value.get('say')!r} is no word of the game: say one of {', '.join(Word)}"
        ) from None
    extra: dict[str, Any] = {}
    number = value.get("number")
    if number is not None:
        if isinstance(number, bool) or not isinstance(number, int):
            raise ParseError(f"{number!r} is not a number")
        extra["number"] = number
    for name in ("combination", "suit"):
        text = value.get(name)
        if text is not None and not isinstance(text, str):
            raise ParseError(f"{text!r} cannot be the {name} of a spoken word")
        extra[name] = text
    cards = value.get("cards", [])
    if not isinstance(cards, list):
        raise ParseError(f"{cards!r} is not a list of cards")
    extra["cards"] = sure(" ".join(str(card) for card in cards))
    return Said(seat, word, at_s=at_s, **extra)
