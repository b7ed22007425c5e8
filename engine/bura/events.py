"""What happened at the table, as the log keeps it.

Every event is a small frozen value with a wire name and a stable JSON form. Nothing derived (a
verdict, a score, an alert) is ever an event: `bura.replay` computes those from the events.

The wire form is ``{"type": name, …fields…}``; a field that has its default value is left out, but for
the few named in `_ALWAYS`. A card that lies face up but could not be read is ``null``.

>>> from bura.cards import parse_cards
>>> event_to_json(Lead("A", parse_cards("KS 10S")))
{'type': 'lead', 'seat': 'A', 'cards': ['KS', '10S']}
>>> event_from_json({"type": "reply", "seat": "B", "face_down": 2})
Reply(seat='B', cards=(), face_down=2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any

from bura.cards import Card, Suit
from bura.errors import ParseError
from bura.eventtypes import (
    Accepted,
    Acknowledged,
    Amend,
    Claimed,
    Closed,
    Counted,
    DealOver,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    GameStarted,
    Lead,
    Left,
    Married,
    Missed,
    Objected,
    Ordered,
    Paused,
    Raised,
    Refused,
    Reply,
    Resumed,
    Returned,
    Revealed,
    Ruled,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.table import Place, Seat

__all__ = [
    "EVENT_TYPES",
    "Accepted",
    "Acknowledged",
    "Amend",
    "Claimed",
    "Closed",
    "Counted",
    "DealOver",
    "Dealt",
    "Declared",
    "Drew",
    "Event",
    "Exchanged",
    "GameStarted",
    "Lead",
    "Left",
    "Married",
    "Missed",
    "Objected",
    "Ordered",
    "Paused",
    "Raised",
    "Refused",
    "Reply",
    "Resumed",
    "Returned",
    "Revealed",
    "Ruled",
    "Stopped",
    "TakenBack",
    "Took",
    "TrumpShown",
    "event_from_json",
    "event_to_json",
]

EVENT_TYPES: dict[str, type[Event]] = {
    cls.TYPE: cls
    for cls in (
        GameStarted,
        Dealt,
        TrumpShown,
        Lead,
        Reply,
        Declared,
        TakenBack,
        Took,
        Drew,
        Returned,
        Claimed,
        Counted,
        Revealed,
        Stopped,
        Raised,
        Accepted,
        Refused,
        Ordered,
        Married,
        Closed,
        Exchanged,
        Left,
        Missed,
        Acknowledged,
        Objected,
        Ruled,
        Amend,
        Paused,
        Resumed,
        DealOver,
    )
}

#: written even when they have their default value, because readers outside look for them
_ALWAYS = {("reply", "face_down"), ("drew", "count"), ("returned", "count"), ("amend", "instead")}
_CARD_LIST = "tuple[Card | None, ...]"


def _cards_to_json(cards: tuple[Card | None, ...]) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


def _cards_from_json(value: object) -> tuple[Card | None, ...]:
    if not isinstance(value, list):
        raise ParseError(f"{value!r} is not a list of cards")
    return tuple(None if item is None else _card(item) for item in value)


def _card(value: object) -> Card:
    if not isinstance(value, str):
        raise ParseError(f"{value!r} is not a card")
    return Card.parse(value)


def _events_from_json(value: object) -> tuple[Event, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise ParseError(f"'instead' must be a list of events, not {value!r}")
    events = tuple(event_from_json(item) for item in value)
    if any(isinstance(event, Amend) for event in events):
        raise ParseError("an amendment cannot contain another amendment")
    return events


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ParseError(f"{value!r} is not a text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ParseError(f"{value!r} is not a whole number")
    return value


def _count(value: object) -> int:
    number = _number(value)
    if not 0 <= number <= 52:
        raise ParseError(f"{number} is not a number of cards")
    return number


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ParseError(f"{value!r} is not true or false")
    return value


def _seats(value: object) -> tuple[Seat, ...]:
    if not isinstance(value, list):
        raise ParseError(f"{value!r} is not a list of seats")
    return tuple(_text(seat) for seat in value)


def _pairs(value: object) -> tuple[tuple[str, Any], ...]:
    if not isinstance(value, dict):
        raise ParseError(f"{value!r} is not an object")
    return tuple((name, _freeze(item)) for name, item in value.items())


def _names(value: object) -> tuple[tuple[str, str], ...]:
    return tuple((seat, _text(name)) for seat, name in _pairs(value))


def _freeze(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_freeze(item) for item in value)
    if isinstance(value, dict):
        return tuple((name, _freeze(item)) for name, item in value.items())
    return value


def _suit(value: object) -> str:
    text = _text(value)
    if text not in set(Suit):
        raise ParseError(f"{text!r} is not a suit: write one of {', '.join(Suit)}")
    return text


def _place(value: object) -> Place:
    try:
        return Place(_text(value))
    except ValueError:
        raise ParseError(f"{value!r} is not a place: write one of {', '.join(Place)}") from None


def _optional(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else read(value)


_READERS: dict[str, Callable[[object], Any]] = {
    "rules": _text,
    "pack": _text,
    "seats": _seats,
    "names": _names,
    "options": _pairs,
    "settings": _pairs,
    "dealer": _optional(_text),
    "leader": _optional(_text),
    "hand": _optional(_count),
    "card": _optional(_card),
    "cards": _cards_from_json,
    "seat": _text,
    "face_down": _count,
    "count": _count,
    "tricks": _count,
    "place": _place,
    "owner": _optional(_text),
    "combination": _optional(_text),
    "suit": _optional(_suit),
    "to": _optional(_number),
    "what": _text,
    "target": _number,
    "by": _text,
    "enforce": _flag,
    "beats": _flag,
    "reason": _text,
    "seen": _optional(_number),
    "instead": _events_from_json,
}
#: fields that may be null although the reader above refuses null, by event type
_NULLABLE = {("missed", "seat")}


def event_to_json(event: Event) -> dict[str, Any]:
    """The wire form of an event; `event_from_json` reads it back unchanged."""
    wire: dict[str, Any] = {"type": event.TYPE}
    for name, default in _FIELDS[event.TYPE]:
        value = getattr(event, name)
        if value == default and (event.TYPE, name) not in _ALWAYS:
            continue
        if name == "cards":
            value = _cards_to_json(value)
        elif name == "card":
            value = None if value is None else str(value)
        elif name == "instead":
            value = None if value is None else [event_to_json(item) for item in value]
        elif name == "seats":
            value = list(value)
        elif name in ("names", "options", "settings"):
            value = {key: _thaw(item) for key, item in value}
        wire[name] = value
    return wire


def event_from_json(value: object) -> Event:
    """Read the wire form of an event.

    :raises ParseError: naming the type or the field that cannot be read.
    """
    if not isinstance(value, dict):
        raise ParseError(f"{value!r} is not an event: an event is an object with a 'type'")
    name = value.get("type")
    cls = EVENT_TYPES.get(name) if isinstance(name, str) else None
    if cls is None:
        raise ParseError(f"{name!r} is not an event type: known are {', '.join(EVENT_TYPES)}")
    known = {field for field, _ in _FIELDS[cls.TYPE]}
    arguments: dict[str, Any] = {}
    for field, item in value.items():
        if field == "type":
            continue
        if field not in known:
            raise ParseError(f"a {cls.TYPE} event has no field {field!r}: remove it")
        if item is None and (cls.TYPE, field) in _NULLABLE:
            arguments[field] = None
            continue
        try:
            arguments[field] = _READERS[field](item)
        except ParseError as error:
            raise ParseError(f"{field!r} of a {cls.TYPE} event: {error}") from error
    missing = [field for field, default in _FIELDS[cls.TYPE] if default is MISSING and field not in arguments]
    if missing:
        raise ParseError(f"a {cls.TYPE} event needs {missing[0]!r}")
    event: Event = cls(**arguments)
    return event


def _thaw(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_thaw(item) for item in value]
    return value


#: event type -> (field, default or MISSING)
_FIELDS: dict[str, tuple[tuple[str, Any], ...]] = {
    name: tuple((spec.name, spec.default) for spec in fields(cls))  # type: ignore[arg-type]
    for name, cls in EVENT_TYPES.items()
}
