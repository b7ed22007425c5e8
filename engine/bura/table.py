"""The port through which any observer reports: a camera, a test, or a person at the table.

An observer says what was *seen*, with how sure it is; what it means under the rules is decided by
`bura.referee`. Seats are "A", "B", "C", … clockwise. A sits at the bottom edge of the picture, with two
players B at the top. Times are seconds since the observer began, at the moment the act was complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias

from bura.cards import Card
from bura.errors import ParseError

Seat: TypeAlias = str
"""A place at the table: "A", "B", … clockwise. Display names are kept apart."""

#: the most seats any game of the rulebook has
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D", "E", "F")


class ZoneKind(StrEnum):
    """What a part of the table is for."""

    PLAY = "play"
    STOCK = "stock"
    TRUMP = "trump"
    PILE = "pile"
    SEAT = "seat"


class Word(StrEnum):
    """What a player can say. Spoken words come from a button, a side file, or speech recognition."""

    CLAIM = "claim"
    """"I have 31": the points are claimed"""
    STOP = "stop"
    """"Stop!": a combination is announced"""
    RAISE = "raise"
    """davi, se, chari …: the stake is raised"""
    ACCEPT = "accept"
    """the raise is accepted"""
    REFUSE = "refuse"
    """the raise is refused: the deal is given up"""
    ORDER = "order"
    """Macao: the number of tricks ordered"""
    MARRIAGE = "marriage"
    """Marriage: king and queen of a suit are announced"""
    CLOSE = "close"
    """Marriage: the stock is closed"""
    BEAT = "beat"
    """the laid cards are meant to beat (`beat_intent` = declared)"""
    GIVE = "give"
    """the laid cards are given"""
    EXCHANGE = "exchange"
    """Marriage: the trump nine is exchanged for the turned card"""


class Place(StrEnum):
    """Where cards were that are now seen face up."""

    DISCARD = "discard"
    """face-down cards of the trick on the table"""
    PILE = "pile"
    """a pile of taken tricks"""
    HAND = "hand"
    """a hand"""
    STOCK = "stock"
    """the stock"""


@dataclass(frozen=True, slots=True)
class Belief:
    """Which card one sighting may be, with probabilities. No cards at all: face up, but unreadable."""

    ranked: tuple[tuple[Card, float], ...] = ()
    """(card, probability 0..1), the most probable first; what is missing to 1 belongs to the other cards"""

    @classmethod
    def sure(cls, card: Card) -> Belief:
        """Certainly this card."""
        return cls(((card, 1.0),))

    @classmethod
    def of(cls, probabilities: Mapping[Card, float] | Iterable[tuple[Card, float]]) -> Belief:
        """Rank cards by probability; equal ones by card, so that the same input gives the same belief."""
        pairs = probabilities.items() if isinstance(probabilities, Mapping) else probabilities
        return cls(tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0].index))))

    @property
    def best(self) -> Card | None:
        """The most probable card; None when nothing could be read."""
        return self.ranked[0][0] if self.ranked else None

    @property
    def confidence(self) -> float:
        """Probability of the best card, 0..1; 0 when nothing could be read."""
        return self.ranked[0][1] if self.ranked else 0.0

    def to_json(self) -> list[list[Any]]:
        """``[["KS", 0.9], ["KC", 0.1]]``."""
        return [[str(card), probability] for card, probability in self.ranked]

    @classmethod
    def from_json(cls, value: object) -> Belief:
        """Read what `to_json` wrote; a bare card text is a sure card.

        :raises ParseError: when it is neither.
        """
        if isinstance(value, str):
            return cls.sure(Card.parse(value))
        try:
            return cls(tuple((Card.parse(card), float(probability)) for card, probability in value))  # type: ignore[attr-defined]
        except (TypeError, ValueError) as error:
            raise ParseError(f"{value!r} is not a belief: write [[card, probability], ...]") from error


def sure(text: str) -> tuple[Belief, ...]:
    """Beliefs in these cards, for tests and for people: ``sure("KS 10S")``."""
    return tuple(Belief.sure(Card.parse(word)) for word in text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEvent:
    """One thing that was seen or heard. The base of all of them."""

    NAME: ClassVar[str] = ""
    at_s: float = 0.0
    """seconds since the observer began, when the act was complete"""
    confidence: float = 1.0
    """how sure the observer is that this happened at all, 0..1"""
    evidence: str | None = None
    """where the still and the clip of it are kept, relative to the session's folder"""


@dataclass(frozen=True, slots=True)
class DealBegan(TableEvent):
    """A new deal is on the table: the players have their hands."""

    NAME: ClassVar[str] = "deal_began"
    rules: str | None = None
    """name of the rule set; None keeps the table's"""
    seats: tuple[Seat, ...] = ()
    """the seats in play, clockwise; none keeps the table's"""
    dealer: Seat | None = None
    """who dealt; None when it was not seen"""


@dataclass(frozen=True, slots=True)
class TrumpSeen(TableEvent):
    """The turned card is seen beside or under the stock."""

    NAME: ClassVar[str] = "trump_seen"
    belief: Belief
    """which card it is"""


@dataclass(frozen=True, slots=True)
class CardsLaid(TableEvent):
    """One settled act in the play zone: one or several cards were laid."""

    NAME: ClassVar[str] = "cards_laid"
    seat: Seat | None
    """from whose side they came; None when that was not seen"""
    cards: tuple[Belief, ...] = ()
    """the cards that lie face up, in the order seen"""
    face_down: int = 0
    """how many lie face down"""


@dataclass(frozen=True, slots=True)
class CardsTaken(TableEvent):
    """The trick was gathered towards a seat's pile."""

    NAME: ClassVar[str] = "cards_taken"
    seat: Seat | None
    """to whose pile it went"""


@dataclass(frozen=True, slots=True)
class CardsDrawn(TableEvent):
    """Backs moved from the stock to a seat."""

    NAME: ClassVar[str] = "cards_drawn"
    seat: Seat | None
    """who drew"""
    count: int = 1
    """how many cards; normally one per event"""


@dataclass(frozen=True, slots=True)
class CardsReturned(TableEvent):
    """Backs moved from a seat to the stock."""

    NAME: ClassVar[str] = "cards_returned"
    seat: Seat | None
    """who put them back"""
    count: int = 1
    """how many cards"""


@dataclass(frozen=True, slots=True)
class CardsTakenBack(TableEvent):
    """Laid cards went back to a hand."""

    NAME: ClassVar[str] = "cards_taken_back"
    seat: Seat | None
    """whose cards"""
    cards: tuple[Belief, ...] = ()
    """the face-up cards that went back"""
    face_down: int = 0
    """how many face-down cards went back"""


@dataclass(frozen=True, slots=True)
class CardsTurned(TableEvent):
    """Face-down cards were turned up or looked at."""

    NAME: ClassVar[str] = "cards_turned"
    seat: Seat | None
    """who turned them"""
    cards: tuple[Belief, ...] = ()
    """what was seen; none when only the looking was seen"""
    place: Place = Place.DISCARD
    """where the cards were"""
    owner: Seat | None = None
    """whose pile or hand it was; None: the turner's own"""


@dataclass(frozen=True, slots=True)
class Said(TableEvent):
    """A player said something the rules know."""

    NAME: ClassVar[str] = "said"
    seat: Seat
    """who spoke"""
    word: Word
    """what was said"""
    cards: tuple[Belief, ...] = ()
    """cards shown with it ("Stop!", a marriage)"""
    number: int | None = None
    """the stake of a raise, or the tricks of an order"""
    combination: str | None = None
    """the combination named with "Stop!" (bura, molodka, moscow, …); None when only "Stop!" was said"""
    suit: str | None = None
    """the suit of a marriage ("C", "D", "H", "S")"""


@dataclass(frozen=True, slots=True)
class PileSpread(TableEvent):
    """A pile was spread face up and counted."""

    NAME: ClassVar[str] = "pile_spread"
    seat: Seat
    """whose pile"""
    cards: tuple[Belief, ...] = ()
    """all cards that were read"""
    unread: int = 0
    """cards of the pile that could not be read (backs, or hidden)"""


@dataclass(frozen=True, slots=True)
class SourceLost(TableEvent):
    """The camera or file stopped giving pictures."""

    NAME: ClassVar[str] = "source_lost"


@dataclass(frozen=True, slots=True)
class SourceBack(TableEvent):
    """Pictures come again."""

    NAME: ClassVar[str] = "source_back"


@dataclass(frozen=True, slots=True)
class DealEnded(TableEvent):
    """The deal is over for the observer: the cards are being collected, or the clip ended."""

    NAME: ClassVar[str] = "deal_ended"


_TYPES: dict[str, type[TableEvent]] = {
    cls.NAME: cls
    for cls in (
        DealBegan,
        TrumpSeen,
        CardsLaid,
        CardsTaken,
        CardsDrawn,
        CardsReturned,
        CardsTakenBack,
        CardsTurned,
        Said,
        PileSpread,
        SourceLost,
        SourceBack,
        DealEnded,
    )
}

_BELIEF_LISTS = {"cards"}
_ENUMS: dict[str, type[StrEnum]] = {"word": Word, "place": Place}
_SCALARS: dict[str, tuple[type, ...]] = {
    "at_s": (int, float),
    "confidence": (int, float),
    "evidence": (str,),
    "rules": (str,),
    "dealer": (str,),
    "seat": (str,),
    "owner": (str,),
    "face_down": (int,),
    "count": (int,),
    "number": (int,),
    "unread": (int,),
    "combination": (str,),
    "suit": (str,),
}


def table_event_to_json(event: TableEvent) -> dict[str, Any]:
    """The wire form: ``{"see": "cards_laid", "at_s": 3.2, "seat": "A", "cards": [[["KS", 0.9]]]}``."""
    wire: dict[str, Any] = {"see": event.NAME}
    for spec in fields(event):
        value = getattr(event, spec.name)
        if spec.name != "at_s" and spec.name != "seat" and value == spec.default:
            continue
        if spec.name in _BELIEF_LISTS:
            value = [belief.to_json() for belief in value]
        elif spec.name == "belief":
            value = value.to_json()
        elif spec.name == "seats":
            value = list(value)
        wire[spec.name] = value
    return wire


def table_event_from_json(value: object) -> TableEvent:
    """Read what `table_event_to_json` wrote.

    :raises ParseError: naming the field that cannot be read.
    """
    if not isinstance(value, dict) or value.get("see") not in _TYPES:
        known = ", ".join(_TYPES)
        raise ParseError(f"{value!r} is not a table event: its 'see' must be one of {known}")
    cls = _TYPES[value["see"]]
    known_fields = {spec.name for spec in fields(cls)}
    arguments: dict[str, Any] = {}
    for name, item in value.items():
        if name == "see":
            continue
        if name not in known_fields:
            raise ParseError(f"a {cls.NAME} event has no field {name!r}: remove it")
        arguments[name] = _read_field(cls, name, item)
    try:
        return cls(**arguments)
    except TypeError as error:
        raise ParseError(f"a {cls.NAME} event is incomplete: {error}") from error


def _read_field(cls: type[TableEvent], name: str, item: object) -> object:
    if name in _BELIEF_LISTS:
        if not isinstance(item, list):
            raise ParseError(f"{name!r} of a {cls.NAME} event must be a list of beliefs, not {item!r}")
        return tuple(Belief.from_json(belief) for belief in item)
    if name == "belief":
        return Belief.from_json(item)
    if name == "seats":
        if not isinstance(item, list) or not all(isinstance(seat, str) for seat in item):
            raise ParseError(f"'seats' of a {cls.NAME} event must be a list of seat letters, not {item!r}")
        return tuple(item)
    if item is None:
        return None
    if name in _ENUMS:
        try:
            return _ENUMS[name](str(item))
        except ValueError:
            known = ", ".join(_ENUMS[name])
            raise ParseError(f"{name!r} of a {cls.NAME} event must be one of {known}, not {item!r}") from None
    if not isinstance(item, _SCALARS[name]) or isinstance(item, bool):
        raise ParseError(f"{name!r} of a {cls.NAME} event cannot be {item!r}")
    return item
