"""The scoreboard and the events of the log, as they go over the wire.

The engine makes both as plain data (`bura.view.Scoreboard.to_json`, `bura.events.event_to_json`); these models describe
them for OpenAPI and for the pages' types, and a test holds what the engine makes against them, field by field.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from bura.events import EVENT_TYPES
from bura.infractions import Severity, Status
from bura.position import ClaimState, Phase, Standing
from bura.result import Reason
from bura.table import Place
from bura.view import Counting


class PointRange(BaseModel):
    """Points as far as they are known; `lo` equals `hi` where they are exact."""

    lo: int
    hi: int


class TrumpView(BaseModel):
    """The trump."""

    suit: str | None
    card: str | None
    """the turned card; null: not seen, or the game turns none"""


class PlayView(BaseModel):
    """What one seat has laid in the open trick."""

    seat: str
    cards: list[str | None]
    """face up; null: not readable"""
    face_down: int
    beats: bool | None
    """null: it is the lead, not complete, or cannot be told"""
    standing: Standing


class TrickView(BaseModel):
    """The open trick."""

    leader: str
    taker: str | None
    """who would take it as it lies"""
    plays: list[PlayView]


class SeatView(BaseModel):
    """One player."""

    name: str
    hand: int
    """cards in his hand"""
    side: str
    """the seats that count together, as in `A` or `AC`"""
    active: bool
    """does he still play this deal?"""
    tricks: int
    pile: int
    """cards in the pile of his side"""
    points: PointRange | None
    """of his side's pile; null: hidden from this viewer"""
    cards: list[str] = []
    """of a hand that lies open by agreement, the cards that were seen"""


class AlertView(BaseModel):
    """One thing the referee has to say."""

    seq: int
    """the entry it is about"""
    at_s: float
    rule: str
    """name of `bura.infractions.Rule`"""
    status: Status
    severity: Severity
    seat: str | None
    text: str
    """in a sentence"""
    ruling: str | None
    """what it costs"""
    facts: dict[str, Any]
    rests_on: list[int]
    """entries it was concluded from"""
    acknowledged: bool


class ProofView(BaseModel):
    """What a verdict on a claim rests on."""

    seen: int
    """points that lie face up in the pile"""
    hidden: int
    """cards of it that were not seen"""
    lo: int
    hi: int
    needed: int
    text: str


class ClaimView(BaseModel):
    """The newest claim of the deal."""

    seat: str
    seq: int
    verdict: ClaimState
    proof: ProofView | None


class ResultView(BaseModel):
    """How the deal ended, or would."""

    deal: int
    reason: Reason
    winners: list[str]
    """seats"""
    losers: list[str]
    stake: int
    points: dict[str, PointRange] | None
    """side → points; null: hidden from this viewer"""
    tricks: dict[str, int]
    """side → tricks"""
    text: str


class StakeView(BaseModel):
    """What the deal is worth."""

    value: int
    asked: int | None
    """the stake that was asked for and not answered yet"""
    raised_by: str | None
    """the side that raised last"""
    crawford: bool
    """may nobody raise?"""


class MatchView(BaseModel):
    """The match that the deals add up to."""

    kind: str | None = None
    """name of `bura.rules.MatchKind`; absent before the first deal"""
    score: dict[str, int]
    """side → its score"""
    over: bool
    winners: list[str]
    losers: list[str]


class PendingCounts(BaseModel):
    """How much waits for the umpire."""

    alerts: int
    """nobody has seen to"""
    objections: int
    """nobody has dealt with"""


class Scoreboard(BaseModel):
    """All that one viewer may see."""

    seq: int
    rules: str
    status: Phase
    paused: bool
    deal: int
    """its number, from 1; 0: none yet"""
    dealer: str | None
    turn: str | None
    leader: str | None
    trump: TrumpView
    stock: int | None
    """cards in it; null: nobody knows of one"""
    trick: TrickView | None
    seats: dict[str, SeatView]
    alerts: list[AlertView]
    """of this deal; the newest 60"""
    alerts_earlier: int | None = None
    """how many more there were"""
    pending: PendingCounts | None = None
    """what waits for the umpire, of all deals; the umpire's alone"""
    claim: ClaimView | None
    result: ResultView | None
    proposed: ResultView | None
    """what a foul would cost if the umpire enforced it; the umpire's alone"""
    stake: StakeView
    match: MatchView
    counting: Counting


class LogEvent(BaseModel):
    """One event of the log: its type and the fields of that type, as docs/engine.md lists them."""

    type: str = Field(json_schema_extra={"enum": list(EVENT_TYPES)})
    seat: str | None = None
    cards: list[str | None] = []
    """face up; null: not readable"""
    face_down: int = 0
    card: str | None = None
    """the turned card"""
    count: int | None = None
    tricks: int | None = None
    """how many were ordered"""
    dealer: str | None = None
    leader: str | None = None
    hand: int | None = None
    rules: str | None = None
    seats: list[str] = []
    names: dict[str, str] = {}
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    pack: str = ""
    beats: bool = True
    place: Place | None = None
    owner: str | None = None
    combination: str | None = None
    to: int | None = None
    """the stake that is asked for"""
    suit: str | None = None
    what: str | None = None
    """which type of event was missed"""
    target: int | None = None
    """the entry it is about"""
    by: str | None = None
    reason: str = ""
    enforce: bool | None = None
    instead: list[LogEvent] | None = None
    seen: int | None = None
