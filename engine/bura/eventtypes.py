"""The events of the log as small frozen values; see `bura.events`, which everybody imports them from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bura.cards import Card
from bura.table import Place, Seat


class Event:
    """One thing in the log. The base of all events; see the subclasses."""

    __slots__ = ()
    TYPE: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """A table begins to play: which rules, who sits where. The first event of every log."""

    TYPE: ClassVar[str] = "game_started"
    rules: str
    """name of the preset"""
    seats: tuple[Seat, ...]
    """seats in play, clockwise"""
    names: tuple[tuple[Seat, str], ...] = ()
    """(seat, display name)"""
    options: tuple[tuple[str, Any], ...] = ()
    """(option, value) that differ from the preset: the house rules"""
    settings: tuple[tuple[str, Any], ...] = ()
    """(setting, value) of the referee that differ from the defaults (`bura.position.Settings`)"""
    pack: str = ""
    """check of the pack's cards (`bura.cards.pack_check`); empty: not told"""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A deal begins: every seat has its hand."""

    TYPE: ClassVar[str] = "dealt"
    dealer: Seat | None = None
    """who dealt; None: not seen, taken from the rules"""
    leader: Seat | None = None
    """who leads first; None: as the rules say"""
    hand: int | None = None
    """cards in each hand; None: as the rules say"""


@dataclass(frozen=True, slots=True)
class TrumpShown(Event):
    """The turned card."""

    TYPE: ClassVar[str] = "trump_shown"
    card: Card | None
    """None: seen, but not readable"""


@dataclass(frozen=True, slots=True)
class Lead(Event):
    """Cards were led. A second lead by the same seat before any reply adds to the first."""

    TYPE: ClassVar[str] = "lead"
    seat: Seat
    """who led"""
    cards: tuple[Card | None, ...] = ()
    """cards face up"""
    face_down: int = 0
    """cards face down (never legal in a lead, but it happens)"""


@dataclass(frozen=True, slots=True)
class Reply(Event):
    """Cards were laid to a lead. A second reply by the same seat adds to its first."""

    TYPE: ClassVar[str] = "reply"
    seat: Seat
    """who replied"""
    cards: tuple[Card | None, ...] = ()
    """cards face up"""
    face_down: int = 0
    """cards face down"""


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player said whether his open reply beats (`beat_intent` = declared); before or after he laid it."""

    TYPE: ClassVar[str] = "declared"
    seat: Seat
    """who said it"""
    beats: bool = True
    """True: it beats; False: it is given"""


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """Laid cards went back to the hand."""

    TYPE: ClassVar[str] = "taken_back"
    seat: Seat
    """whose cards"""
    cards: tuple[Card | None, ...] = ()
    """the face-up ones"""
    face_down: int = 0
    """the face-down ones"""


@dataclass(frozen=True, slots=True)
class Took(Event):
    """The trick was gathered into a pile."""

    TYPE: ClassVar[str] = "took"
    seat: Seat
    """whose pile it went to"""


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards were drawn from the stock."""

    TYPE: ClassVar[str] = "drew"
    seat: Seat
    """who drew"""
    count: int = 1
    """how many"""


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """Cards were put back onto the stock."""

    TYPE: ClassVar[str] = "returned"
    seat: Seat
    """from whose hand"""
    count: int = 1
    """how many"""


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A player announced that his pile holds the threshold."""

    TYPE: ClassVar[str] = "claimed"
    seat: Seat
    """who claimed"""


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """A pile was spread and read."""

    TYPE: ClassVar[str] = "counted"
    seat: Seat
    """whose pile"""
    cards: tuple[Card | None, ...] = ()
    """all cards of it"""


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Cards that lay face down were turned up or looked at."""

    TYPE: ClassVar[str] = "revealed"
    seat: Seat
    """who turned them"""
    cards: tuple[Card | None, ...] = ()
    """what was seen; none when only the looking was seen"""
    place: Place = Place.DISCARD
    """where they were"""
    owner: Seat | None = None
    """whose pile or hand; None: his own"""


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """ "Stop!": a combination was announced; the whole hand is laid with it or next."""

    TYPE: ClassVar[str] = "stopped"
    seat: Seat
    """who said it"""
    combination: str | None = None
    """its name (bura, molodka, moscow, little_moscow, four_ends); None: only "Stop!" was said"""
    cards: tuple[Card | None, ...] = ()
    """the cards shown"""


@dataclass(frozen=True, slots=True)
class Raised(Event):
    """The stake was raised."""

    TYPE: ClassVar[str] = "raised"
    seat: Seat
    """who raised"""
    to: int | None = None
    """the new stake; None: the next step"""


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """A raise was accepted."""

    TYPE: ClassVar[str] = "accepted"
    seat: Seat
    """who accepted"""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A raise was refused: the deal is given up."""

    TYPE: ClassVar[str] = "refused"
    seat: Seat
    """who refused"""


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """Macao: tricks were ordered."""

    TYPE: ClassVar[str] = "ordered"
    seat: Seat
    """who ordered"""
    tricks: int = 0
    """how many"""


@dataclass(frozen=True, slots=True)
class Married(Event):
    """Marriage: king and queen of a suit were announced."""

    TYPE: ClassVar[str] = "married"
    seat: Seat
    """who announced"""
    suit: str | None = None
    """C, D, H or S; None: told by the card led with it"""


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """Marriage: the stock was closed."""

    TYPE: ClassVar[str] = "closed"
    seat: Seat
    """who closed"""


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """Marriage: the trump nine was exchanged for the turned card."""

    TYPE: ClassVar[str] = "exchanged"
    seat: Seat
    """who exchanged"""


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player stopped playing before the deal was over."""

    TYPE: ClassVar[str] = "left"
    seat: Seat
    """who left"""


@dataclass(frozen=True, slots=True)
class Missed(Event):
    """The referee knows that something happened unseen, or saw something it could not place."""

    TYPE: ClassVar[str] = "missed"
    what: str
    """wire name of what was missed ("took", "drew", "reply", "cards_laid", …); "laid": cards of a player that lay
    hidden in the last trick"""
    seat: Seat | None = None
    """whose act it was, where known"""
    count: int = 0
    """cards or acts missed, where known"""


@dataclass(frozen=True, slots=True)
class Acknowledged(Event):
    """The umpire or the table has seen the alerts of an entry; they are shown as settled."""

    TYPE: ClassVar[str] = "acknowledged"
    target: int
    """seq of the entry"""
    by: str = ""
    """who"""


@dataclass(frozen=True, slots=True)
class Objected(Event):
    """A player objects to a correction. It changes nothing; the umpire sees it and decides."""

    TYPE: ClassVar[str] = "objected"
    seat: Seat
    """who objects"""
    target: int
    """seq of the amendment"""
    reason: str = ""
    """why, in his words"""


@dataclass(frozen=True, slots=True)
class Ruled(Event):
    """The umpire decides on the ruling proposed for an entry."""

    TYPE: ClassVar[str] = "ruled"
    target: int
    """seq of the entry"""
    enforce: bool = True
    """True: the proposed loss ends the deal; False: it is waived"""
    by: str = ""
    """who"""


@dataclass(frozen=True, slots=True)
class Amend(Event):
    """A correction: read the target entry as `instead`. The newest amendment of a target wins."""

    TYPE: ClassVar[str] = "amend"
    target: int
    """seq of the corrected entry (never another amendment)"""
    instead: tuple[Event, ...] | None = ()
    """what really happened there; none at all: nothing did; None: undo, the entry stands as first written"""
    by: str = ""
    """who corrects"""
    reason: str = ""
    """why, in the words of who corrects"""
    seen: int | None = None
    """seq of the newest entry the corrector had before him; None: not told. An amendment of the same target
    that is newer than that makes this one stale"""


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The source was lost or play was interrupted."""

    TYPE: ClassVar[str] = "paused"
    reason: str = ""
    """why"""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """Play and pictures go on."""

    TYPE: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class DealOver(Event):
    """The cards are collected: nothing is a play until the next deal."""

    TYPE: ClassVar[str] = "deal_ended"
