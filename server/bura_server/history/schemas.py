"""What the history's addresses answer (`bura_server.routes.history`)."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel


class DealPlayer(BaseModel):
    """One player in one deal."""

    seat: str
    name: str
    won: bool | None
    points_lo: int
    points_hi: int
    tricks: int
    claims_true: int
    claims_false: int
    claims_other: int
    fouls: int
    acts: int
    """leads and replies"""
    seconds: float
    """taken for them"""


class DealInfo(BaseModel):
    """One deal that was played."""

    number: int
    first_seq: int
    last_seq: int
    played_at: datetime
    seconds: float
    reason: str | None
    """what ended it; null while it runs"""
    winners: list[str]
    stake: int
    plays: int
    """leads and replies that the camera reported"""
    corrected: int
    """how many of them a person corrected"""
    players: list[DealPlayer]


class MatchInfo(BaseModel):
    """One log: what was played at a table until another log was begun there."""

    id: int
    table: str
    started_at: datetime
    closed: bool
    running: bool
    """this very program writes it now; of what another one plays nothing is known here"""
    rules: str
    names: dict[str, str]
    deals: list[DealInfo]
    """those that fit"""


class MatchList(BaseModel):
    """Matches that fit."""

    total: int
    matches: list[MatchInfo]


class PlayerDeal(BaseModel):
    """A finished deal of a player, for plots."""

    match: int
    deal: int
    played_at: datetime
    won: bool | None
    points: int
    """the least that his piles held"""
    points_most: int
    """the most; equal where every card is known"""
    tricks: int
    claims_true: int
    claims_false: int
    fouls: int
    seconds_per_act: float | None


class PlayerInfo(BaseModel):
    """What a player did in all deals that fit."""

    name: str
    deals: int
    won: int
    points: int
    """over the deals, the least that his piles held"""
    points_most: int
    """the most"""
    tricks: int
    claims_true: int
    claims_false: int
    claims_other: int
    fouls: int
    acts: int
    seconds_per_act: float | None
    series: list[PlayerDeal]


class RigDeal(BaseModel):
    """How well one deal was read."""

    played_at: datetime
    plays: int
    corrected: int


class RigInfo(BaseModel):
    """How well the camera of a table reads."""

    table: str
    deals: int
    plays: int
    corrected: int
    share: float | None
    """of the plays that the camera reported, how many people corrected, 0..1"""
    series: list[RigDeal]


class PlayerList(BaseModel):
    """Statistics."""

    players: list[PlayerInfo]
    rigs: list[RigInfo]
