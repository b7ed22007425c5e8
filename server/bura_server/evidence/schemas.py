"""Evidence, as it goes over the wire."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel


class EvidenceList(BaseModel):
    """Of what there is evidence."""

    entries: list[int]
    """entries with a still"""
    bytes: int
    """all evidence in the data folder"""
    full: bool
    """the disk has no room for more"""


class RecheckChoice(BaseModel):
    """What a card may be, by the still."""

    card: str
    probability: float
    instead: list[dict[str, Any]]
    """what to send as `instead` of an amendment"""


class RecheckCard(BaseModel):
    """One face-up card of the entry."""

    card: int
    """its number in the entry"""
    now: str | None
    """as logged; null: not known"""
    confidence: float
    """with which the still shows it; 0: it does not"""
    choices: list[RecheckChoice]
    """what else it may be, likeliest first"""


class Recheck(BaseModel):
    """An entry's still, read once more."""

    seq: int
    """seq of the log when this was worked out; send it as `seen`"""
    target: int
    outcome: Literal["confirmed", "differs", "unread"]
    cards: list[RecheckCard]
    unexplained: list[str]
    """cards in the still that no entry of the deal accounts for"""
    backs: int
    """cards lying face down in the still"""
    face_down: int
    """… of the entry"""
