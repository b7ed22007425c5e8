"""What goes over the wire, as OpenAPI shows it.

Answers are built by the session as plain data (see `bura_server.live`); these models describe them, and a
test holds every message against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from bura_server.plain import Plain, plain_throughout
from bura_server.schemas_view import AlertView, LogEvent, Scoreboard

SeatName = Annotated[str, Field(pattern="^[A-F]$", description="clockwise; A is the picture's bottom edge")]

NAME_MOST = 60
"""longest display name of a player, letters"""


class Strict(BaseModel):
    """A request body: a field we do not know is a mistake worth telling."""

    model_config = ConfigDict(extra="forbid")


# --- requests: what a person says or corrects --------------------------------------------------------------


class Said(Strict):
    """A player said it; sent by a person at a button."""

    type: Literal[
        "claim", "stop", "raise", "accept", "refuse", "beat", "give", "marriage", "close", "exchange"
    ]
    seat: SeatName
    number: Annotated[int, Field(strict=True, ge=1, le=100)] | None = None
    combination: Annotated[Plain, Field(max_length=40)] | None = None
    suit: Literal["C", "D", "H", "S"] | None = None
    """of a marriage; null: told by the card led with it"""


class NewDeal(Strict):
    """The next deal is on the table."""

    type: Literal["new_deal"]
    dealer: SeatName | None = None
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class EndDeal(Strict):
    """The deal is over: the cards are being collected."""

    type: Literal["end_deal"]
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Entered(Strict):
    """Something happened at the table after all that the log holds: an entry of its own, told by a person."""

    type: Literal["enter"]
    event: Annotated[dict[str, Any], AfterValidator(plain_throughout)]
    """one event as the log holds it, of those in `bura_server.entering.ENTERED`"""
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Correction(Strict):
    """Read entry `target` as `instead`: [] removes it, null takes back the corrections of it."""

    type: Literal["amend"]
    target: Annotated[int, Field(strict=True, ge=1)]
    instead: Annotated[list[dict[str, Any]], Field(max_length=20), AfterValidator(plain_throughout)] | None
    reason: Annotated[Plain, Field(max_length=200)] = ""
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Swap(Strict):
    """Entry `target` happened after the next one that stands, not before it."""

    type: Literal["swap"]
    target: Annotated[int, Field(strict=True, ge=1)]
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Undo(Strict):
    """Take back the newest thing a person did that still holds."""

    type: Literal["undo"]
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Ruling(Strict):
    """The umpire enforces or waives the loss that was proposed for entry `target`."""

    type: Literal["rule"]
    target: Annotated[int, Field(strict=True, ge=1)]
    enforce: Annotated[bool, Field(strict=True)]
    seen: Annotated[int, Field(strict=True, ge=0)] | None = None


class Objection(Strict):
    """A player objects to the correction that is entry `target`; the umpire sees it."""

    type: Literal["object"]
    seat: SeatName
    target: Annotated[int, Field(strict=True, ge=1)]
    reason: Annotated[Plain, Field(max_length=200)] = ""


class Acknowledgement(Strict):
    """Somebody has seen to the alerts of entry `target`."""

    type: Literal["acknowledge"]
    target: Annotated[int, Field(strict=True, ge=1)]


PersonEvent = Annotated[
    Said | NewDeal | EndDeal | Entered | Correction | Swap | Undo | Ruling | Acknowledgement | Objection,
    Field(discriminator="type"),
]


class LinkWish(Strict):
    """A link to be made."""

    role: Literal["umpire", "table", "seat", "spectator", "camera"]
    seat: SeatName | None = None
    """with role seat, and only then"""
    hours: Annotated[float, Field(strict=True, gt=0, le=24 * 366)] = 24.0
    """how long it holds"""
    label: Annotated[Plain, Field(max_length=60)] = ""
    """what it is for, for the umpire's list"""


# --- answers ------------------------------------------------------------------------------------------------


class ErrorBody(BaseModel):
    """Why a request was refused."""

    code: str
    message: str


class ErrorAnswer(BaseModel):
    """The one error shape."""

    error: ErrorBody
    now: dict[str, Any] | None = None
    """with `conflict`: the view message as it is now"""


class SourceInfo(BaseModel):
    """Where the pictures come from."""

    name: str
    live: bool
    status: Literal["running", "lost", "ended", "broken", "refused"]
    message: str


class TableInfo(BaseModel):
    """How the table is, apart from the score."""

    state: str
    at_s: float
    threshold: int
    """points a claim needs"""
    pack: int
    """how many cards are played with"""
    spectator_delay_s: float = 0.0
    """spectators see everything at least so much later, seconds, whatever shorter delay they ask for"""
    source: SourceInfo
    evidence: Literal["off", "kept", "full"] = "off"
    """are stills and clips of the entries kept? full: the disk has no room for them"""
    log: Literal["kept", "unwritten"] = "kept"
    """unwritten: the newest entries could not be written, so that nothing that a person enters is taken"""


class Row(BaseModel):
    """One entry of the log as the page shows it: the line itself, and what holds now."""

    model_config = ConfigDict(extra="allow")

    seq: int
    at_s: float
    source: Literal["vision", "human", "rule"]
    event: LogEvent
    now: list[LogEvent] | None = None
    """the events that stand there after corrections; absent: the event itself"""
    corrected: bool = False
    hidden: bool = False
    """its cards are not told (`null`) until the deal is over, by a claim or without, because points are hidden"""
    doubt: list[bool] = []
    """per face-up card: was the reading doubtful?"""


class Mine(BaseModel):
    """What a seat may do now."""

    seat: str
    words: dict[str, bool | int]
    """word → may it be said now? `raise` is the stake that would be asked for; a word the game lacks is absent"""


class ViewMessage(BaseModel):
    """Everything (`whole`), or what came after `since`."""

    type: Literal["view"]
    whole: bool
    since: int | None = None
    first: int | None = None
    """seq of the first entry that a whole view holds, or would hold"""
    seq: int
    view: Scoreboard
    table: TableInfo
    entries: list[Row]
    mine: Mine | None = None
    """with a seat's eyes only"""
    says: dict[str, dict[str, bool | int]] | None = None
    """with the umpire's eyes and the table's: seat → its words, as in `mine`"""


class TableMessage(BaseModel):
    """The table's state changed, the log did not."""

    type: Literal["table"]
    seq: int
    table: TableInfo


class Beat(BaseModel):
    """Nothing happened; the connection lives."""

    type: Literal["beat"]
    seq: int


class Entries(BaseModel):
    """A page of the log."""

    seq: int
    """of the whole log"""
    entries: list[Row]
    next: int | None
    """give it as `since` for the page after this one; null: there is none, the newest entry is here"""
    before: int | None
    """give it as `before` for the page before this one; null: there is none"""


class PendingAlerts(BaseModel):
    """Alerts of all deals that nobody has seen to."""

    seq: int
    count: int
    """how many there are"""
    alerts: list[AlertView]
    """the newest first"""
    next: int | None
    """give it as `before` for those that follow; null: these are all"""


class OpenObjection(BaseModel):
    """An objection that is neither noted (`acknowledge`) nor answered by another correction of the same entry."""

    seq: int
    at_s: float
    seat: str
    target: int
    """the correction objected to"""
    about: int | None
    """the entry that was corrected"""
    reason: str


class PendingObjections(BaseModel):
    """Objections that nobody has dealt with."""

    seq: int
    count: int
    objections: list[OpenObjection]
    next: int | None
    """as of `PendingAlerts`"""


class Choice(BaseModel):
    """One card it may have been."""

    card: str
    seen: bool
    """has this card been seen face up elsewhere in the deal?"""
    instead: list[LogEvent]
    """what to send as `instead` of an amendment"""


class ChoiceGroup(BaseModel):
    """Cards that are likely for the same reason."""

    kind: Literal["same_rank", "same_suit", "other"]
    choices: list[Choice]


class Alternatives(BaseModel):
    """What a card of an entry may have been, likeliest first."""

    seq: int
    """seq of the log when this was worked out; send it as `seen`"""
    target: int
    card: int
    groups: list[ChoiceGroup]


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]
    version: str
    seq: int
    state: str
    source: str


class Me(BaseModel):
    """What the caller is."""

    role: Literal["umpire", "table", "seat", "spectator", "camera"]
    seat: str | None
    name: str | None
    """the player's name, with role seat"""
    may: list[str]
    """what he may do: event types, and names of pages"""
    home: str
    """the page he begins with"""
    lang: str
    """the table's language (en, ru, uk, ka): what a page speaks for which nobody chose another"""


class LinkInfo(BaseModel):
    """A link, for the umpire."""

    id: str
    role: Literal["umpire", "table", "seat", "spectator", "camera"]
    seat: str | None
    label: str
    url: str
    qr: str
    """the URL as a QR code (SVG)"""
    expires_at: str
    """ISO 8601, UTC"""
    revoked: bool
    other_match: bool
    """a seat's, and of another match than the one that runs now: it opens nothing"""


class LinkList(BaseModel):
    """All links."""

    reaches_others: bool
    """False: the server listens on its own machine only, so no other device can use a link"""
    links: list[LinkInfo]
