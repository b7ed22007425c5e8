"""Evidence, as it goes over the wire."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from bura_server.schemas_view import LogEvent


class EvidenceList(BaseModel):
    """Of what there is evidence."""

    entries: list[int]
    """entries with a still"""
    bytes: int
    """all evidence in the data folder"""
    full: bool
    """the disk has no room for more"""


class RecheckChoice(BaseModel):
    """What a card may be, by the pictures."""

    card: str
    probability: float
    instead: list[LogEvent]
    """what to send as `instead` of an amendment"""


class RecheckCard(BaseModel):
    """One face-up card of the entry."""

    card: int
    """its number in the entry"""
    now: str | None
    """as logged; null: not known"""
    confidence: float
    """with which the pictures show it; 0: they do not"""
    choices: list[RecheckChoice]
    """what else it may be, likeliest first"""


class Recheck(BaseModel):
    """What was kept of an entry, read once more."""

    seq: int
    """seq of the log when this was worked out; send it as `seen`"""
    target: int
    outcome: Literal["confirmed", "differs", "unread"]
    read_from: Literal["close", "clip", "still"]
    """what was read: close-ups in the camera's full size, or else pictures of the smaller clip, with the still; or the
    still alone"""
    pictures: int
    """how many pictures were read"""
    cards: list[RecheckCard]
    unexplained: list[str]
    """cards in the pictures that no entry of the deal accounts for"""
    backs: int
    """cards lying face down in the pictures"""
    face_down: int
    """… of the entry"""
