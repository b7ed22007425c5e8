"""One line of text per event, for transcripts, tests and people: ``A leads KS 10S``.

`write_event` and `read_event` are inverse to each other. The words are English and fixed; sentences for people in
their own language come from `bura.texts`.

>>> read_event("B lays KS 2 down")
Reply(seat='B', cards=(Card('KS'),), face_down=2)
>>> write_event(read_event("amend 5: A leads KS | A takes; by umpire; reason misread"))
'amend 5: A leads KS | A takes; by umpire; reason misread'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from bura.cards import Card, Suit
from bura.errors import ParseError
from bura.events import (
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
    event_from_json,
    event_to_json,
)
from bura.strictjson import quoted, read_json
from bura.table import Place

_UNREAD = "?"


def _cards(cards: tuple[Card | None, ...], down: int = 0) -> str:
    words = [_UNREAD if card is None else str(card) for card in cards]
    if down:
        words += [str(down), "down"]
    return "".join(f" {word}" for word in words)


def _tail(**extra: str | None) -> str:
    """``; by umpire; reason misread`` for what is set. A text that would not read back is put in quotes."""
    return "".join(f"; {name} {_quoted(value)}" for name, value in extra.items() if value)


def _quoted(text: str) -> str:
    plain = text == text.strip() and not any(mark in text for mark in ';|"\\\n\r') and text.isprintable()
    if plain:
        return text
    # the marks that structure a line must not appear inside a quoted text either
    return json.dumps(text).replace(";", "\\u003b").replace("|", "\\u007c")


def write_event(event: Event) -> str:
    """The line of an event."""
    return _WRITERS[type(event)](event)


def _write_amend(event: Amend) -> str:
    instead = event.instead
    what = "undo" if instead is None else " | ".join(map(write_event, instead)) or "nothing"
    seen = None if event.seen is None else str(event.seen)
    return f"amend {event.target}: {what}{_tail(by=event.by, reason=event.reason, seen=seen)}"


def _write_started(event: GameStarted) -> str:
    wire = event_to_json(event)
    extra = {name: wire[name] for name in ("names", "options", "settings", "pack") if name in wire}
    tail = f" {json.dumps(extra, ensure_ascii=False)}" if extra else ""
    return f"game {event.rules} {' '.join(event.seats)}{tail}"


def _write_dealt(event: Dealt) -> str:
    dealer = f" by {event.dealer}" if event.dealer is not None else ""
    leader = f" lead {event.leader}" if event.leader is not None else ""
    return f"deal{dealer}{leader}{'' if event.hand is None else f' hand {event.hand}'}"


def _write_missed(event: Missed) -> str:
    seat = f" by {event.seat}" if event.seat is not None else ""
    return f"missed {event.what}{seat}{f' count {event.count}' if event.count else ''}"


def _write_revealed(event: Revealed) -> str:
    owner = f" of {event.owner}" if event.owner is not None else ""
    return f"{event.seat} turns{_cards(event.cards)} in {event.place.value}{owner}"


_WRITERS: dict[type[Event], Callable[[Any], str]] = {
    GameStarted: _write_started,
    Dealt: _write_dealt,
    TrumpShown: lambda e: f"trump{_cards((e.card,))}",
    Lead: lambda e: f"{e.seat} leads{_cards(e.cards, e.face_down)}",
    Reply: lambda e: f"{e.seat} lays{_cards(e.cards, e.face_down)}",
    Declared: lambda e: f"{e.seat} declares {'beat' if e.beats else 'give'}",
    TakenBack: lambda e: f"{e.seat} takes-back{_cards(e.cards, e.face_down)}",
    Took: lambda e: f"{e.seat} takes",
    Drew: lambda e: f"{e.seat} draws{'' if e.count == 1 else f' {e.count}'}",
    Returned: lambda e: f"{e.seat} returns{'' if e.count == 1 else f' {e.count}'}",
    Claimed: lambda e: f"{e.seat} claims",
    Counted: lambda e: f"{e.seat} counts{_cards(e.cards)}",
    Revealed: _write_revealed,
    Stopped: lambda e: f"{e.seat} stops{f' {e.combination}:' if e.combination else ''}{_cards(e.cards)}",
    Raised: lambda e: f"{e.seat} raises{'' if e.to is None else f' to {e.to}'}",
    Accepted: lambda e: f"{e.seat} accepts",
    Refused: lambda e: f"{e.seat} refuses",
    Ordered: lambda e: f"{e.seat} orders {e.tricks}",
    Married: lambda e: f"{e.seat} marries{'' if e.suit is None else f' {e.suit}'}",
    Closed: lambda e: f"{e.seat} closes",
    Exchanged: lambda e: f"{e.seat} exchanges",
    Left: lambda e: f"{e.seat} leaves",
    Missed: _write_missed,
    Acknowledged: lambda e: f"acknowledged {e.target}{_tail(by=e.by)}",
    Objected: lambda e: f"objection {e.seat} {e.target}{_tail(reason=e.reason)}",
    Ruled: lambda e: f"{'enforce' if e.enforce else 'waive'} {e.target}{_tail(by=e.by)}",
    Amend: _write_amend,
    Paused: lambda e: f"paused{_tail(reason=e.reason)}",
    Resumed: lambda _: "resumed",
    DealOver: lambda _: "collected",
}


# --- reading --------------------------------------------------------------------------------------------


#: an error's own words are repeated up to this length, characters
MESSAGE = 300


def read_event(line: str) -> Event:
    """Read the line of an event.

    :raises ParseError: naming the line and what is expected.
    """
    text = line.strip()
    try:
        words = text.split()
        if not words:
            raise ParseError("it is empty")
        reader = _LINES.get(words[0].rstrip(";"))
        if reader is not None:
            return reader(text, words[1:])
        if len(words) > 1 and words[1] in _ACTS:
            return _ACTS[words[1]](words[0], words[2:])
        raise ParseError("write a seat and what it does, as in: A leads KS 10S")
    except (ParseError, ValueError, IndexError) as error:
        # int() quotes the whole text it could not read
        raise ParseError(f"the line {quoted(text)} cannot be read: {str(error)[:MESSAGE]}") from error


def _read_cards(words: list[str]) -> tuple[tuple[Card | None, ...], int]:
    down = 0
    if len(words) >= 2 and words[-1] == "down":
        down = int(words[-2])
        words = words[:-2]
    return tuple(None if word == _UNREAD else Card.parse(word) for word in words), down


def _only_cards(words: list[str]) -> tuple[Card | None, ...]:
    cards, down = _read_cards(words)
    if down:
        raise ParseError("no card can lie face down here")
    return cards


def _one(words: list[str], default: int | None = None) -> int:
    if not words and default is not None:
        return default
    if len(words) != 1:
        raise ParseError("one number is expected")
    return int(words[0])


def _bare(words: list[str]) -> None:
    if words:
        raise ParseError(f"{' '.join(words)!r} is too much")


def _seat_only(make: Callable[[str], Event]) -> Callable[[str, list[str]], Event]:
    def read(seat: str, words: list[str]) -> Event:
        _bare(words)
        return make(seat)

    return read


def _read_turns(seat: str, words: list[str]) -> Event:
    at = len(words) - 1 - words[::-1].index("in")
    rest = words[at + 1 :]
    owner = rest[2] if len(rest) == 3 and rest[1] == "of" else None
    if owner is None and len(rest) != 1:
        raise ParseError("say where: in pile of B, in discard")
    return Revealed(seat, _only_cards(words[:at]), Place(rest[0]), owner)


def _read_declares(seat: str, words: list[str]) -> Event:
    if words not in (["beat"], ["give"]):
        raise ParseError("say what he declares: beat or give")
    return Declared(seat, words == ["beat"])


def _read_stops(seat: str, words: list[str]) -> Event:
    name = None
    if words and words[0].endswith(":"):
        name, words = words[0][:-1], words[1:]
    return Stopped(seat, name, _only_cards(words))


def _read_marries(seat: str, words: list[str]) -> Event:
    _bare(words[1:])
    if words and words[0] not in set(Suit):
        raise ParseError(f"{words[0]!r} is not a suit: write one of {', '.join(Suit)}")
    return Married(seat, words[0] if words else None)


def _read_raises(seat: str, words: list[str]) -> Event:
    if not words:
        return Raised(seat)
    if words[0] != "to":
        raise ParseError("a raise is 'raises to 2'")
    return Raised(seat, _one(words[1:]))


_ACTS: dict[str, Callable[[str, list[str]], Event]] = {
    "leads": lambda seat, words: Lead(seat, *_read_cards(words)),
    "lays": lambda seat, words: Reply(seat, *_read_cards(words)),
    "declares": _read_declares,
    "takes-back": lambda seat, words: TakenBack(seat, *_read_cards(words)),
    "takes": _seat_only(Took),
    "draws": lambda seat, words: Drew(seat, _one(words, 1)),
    "returns": lambda seat, words: Returned(seat, _one(words, 1)),
    "claims": _seat_only(Claimed),
    "counts": lambda seat, words: Counted(seat, _only_cards(words)),
    "turns": _read_turns,
    "stops": _read_stops,
    "raises": _read_raises,
    "accepts": _seat_only(Accepted),
    "refuses": _seat_only(Refused),
    "orders": lambda seat, words: Ordered(seat, _one(words)),
    "marries": _read_marries,
    "closes": _seat_only(Closed),
    "exchanges": _seat_only(Exchanged),
    "leaves": _seat_only(Left),
}

_TAIL = re.compile(r";\s*(by|reason|seen)\s+")


def _split_tail(text: str) -> tuple[str, dict[str, str]]:
    """(the line without its tail, what the tail says)."""
    parts = _TAIL.split(text)
    extra = {}
    for name, value in zip(parts[1::2], parts[2::2], strict=True):
        value = value.strip()
        extra[name] = read_json(value) if value.startswith('"') else value
    return parts[0].strip(), extra


def _read_amend(text: str, _words: list[str]) -> Event:
    body, extra = _split_tail(text)
    head, _, what = body.partition(":")
    target = int(head.split()[1])
    what = what.strip()
    instead: tuple[Event, ...] | None
    if what == "undo":
        instead = None
    elif what == "nothing":
        instead = ()
    else:
        instead = tuple(read_event(part) for part in what.split("|"))
        if any(isinstance(event, Amend) for event in instead):
            raise ParseError("an amendment cannot contain another amendment")
    seen = extra.get("seen")
    return Amend(
        target,
        instead,
        extra.get("by", ""),
        extra.get("reason", ""),
        None if seen is None else int(seen),
    )


def _read_started(text: str, words: list[str]) -> Event:
    head, brace, tail = text.partition("{")
    words = head.split()[1:]
    extra = read_json(brace + tail) if brace else {}
    return event_from_json({"type": "game_started", "rules": words[0], "seats": words[1:], **extra})


def _read_pairs(words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    if len(words) % 2:
        raise ParseError(f"{words[-1]!r} is too much")
    pairs = dict(zip(words[::2], words[1::2], strict=True))
    for name in pairs:
        if name not in known:
            raise ParseError(f"{name!r} is not one of {', '.join(known)}")
    return pairs


def _read_dealt(_text: str, words: list[str]) -> Event:
    pairs = _read_pairs(words, ("by", "lead", "hand"))
    hand = pairs.get("hand")
    return Dealt(pairs.get("by"), pairs.get("lead"), None if hand is None else int(hand))


def _read_missed(_text: str, words: list[str]) -> Event:
    pairs = _read_pairs(words[1:], ("by", "count"))
    return Missed(words[0], pairs.get("by"), int(pairs.get("count", "0")))


def _read_ruling(make: Callable[[int, str], Event]) -> Callable[[str, list[str]], Event]:
    def read(text: str, _words: list[str]) -> Event:
        body, extra = _split_tail(text)
        return make(_one(body.split()[1:]), extra.get("by", ""))

    return read


def _read_objection(text: str, _words: list[str]) -> Event:
    body, extra = _split_tail(text)
    _, seat, *rest = body.split()
    return Objected(seat, _one(rest), extra.get("reason", ""))


def _read_trump(_text: str, words: list[str]) -> Event:
    if len(words) != 1:
        raise ParseError("one card is expected")
    return TrumpShown(_only_cards(words)[0])


def _read_paused(text: str, _words: list[str]) -> Event:
    return Paused(_split_tail(text)[1].get("reason", ""))


def _no_words(make: Callable[[], Event]) -> Callable[[str, list[str]], Event]:
    def read(_text: str, words: list[str]) -> Event:
        _bare(words)
        return make()

    return read


_LINES: dict[str, Callable[[str, list[str]], Event]] = {
    "game": _read_started,
    "deal": _read_dealt,
    "trump": _read_trump,
    "missed": _read_missed,
    "acknowledged": _read_ruling(Acknowledged),
    "objection": _read_objection,
    "enforce": _read_ruling(lambda target, by: Ruled(target, True, by)),
    "waive": _read_ruling(lambda target, by: Ruled(target, False, by)),
    "amend": _read_amend,
    "paused": _read_paused,
    "resumed": _no_words(Resumed),
    "collected": _no_words(DealOver),
}
