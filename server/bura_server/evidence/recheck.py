"""Check again: what was kept of an entry, read once more at its full resolution, and what its cards may be.

Close-ups of what the act changed are read and joined with the still: both are as large as the camera gives them. Where
there is no close-up, pictures of the smaller clip take its place; where there is no clip, the still is read alone.
Where a card lay is not in the log, so what was kept is read whole. What other entries of the deal account for (the
trump, earlier plays) is set aside; what is left over is what this entry's cards may be. Legality plays no part: the
pictures alone speak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np

from bura.cards import Card
from bura.events import Dealt, event_to_json
from bura.log import Entry, Story
from bura_server.errors import ApiError, Code
from bura_server.evidence.closeup import Part
from bura_server.evidence.rereading import clip_pictures, closeup_parts
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image
from bura_server.rows import cards_of, events_at, with_card
from bura_vision.reading import CardReading, Reading

Json = dict[str, Any]

SHOWN = 6
"""how many alternatives are offered for a card"""
LEAST = 0.02
"""an alternative less probable than this is none"""


class Outcome(StrEnum):
    """What reading again says of an entry."""

    CONFIRMED = "confirmed"
    """every face-up card of the entry is read"""
    DIFFERS = "differs"
    """a card of the entry is not there, and others are that nothing accounts for"""
    UNREAD = "unread"
    """a card of the entry is not read, nor anything instead (covered, or a hand before it)"""


@dataclass(frozen=True, slots=True)
class _Slot:
    number: int
    index: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What was kept of an entry, as pictures."""

    pictures: tuple[Image | Part, ...]
    """to be read; at least one"""
    source: str
    """``close``, ``clip`` or ``still``: what is among them beside the still, as `schemas.Recheck.read_from`"""


def kept_of(store: EvidenceStore | None, seq: int) -> Kept:
    """The pictures of an entry.

    :raises ApiError: when there are none, or they are damaged.
    """
    still = None if store is None else store.path(seq, Piece.STILL)
    close = [] if store is None else closeup_parts(store.path(seq, Piece.CLOSE))
    film: list[Image | Part] = [*close]
    if store is not None and not close:
        film = [*clip_pictures(store.path(seq, Piece.CLIP))]
    if still is None and not film:
        raise ApiError(Code.NOT_FOUND, f"there is no still of entry {seq}: look at the table itself")
    stills = []
    if still is not None:
        try:
            stills = [still_of(still.read_bytes())]
        except (ApiError, OSError) as error:
            if not film:
                raise ApiError(
                    Code.NOT_FOUND, f"the still of entry {seq} is damaged: look at the table"
                ) from error
    return Kept((*film, *stills), "close" if close else "clip" if film else "still")


def recheck(reading: Reading, entries: Sequence[Entry], story: Story, seq: int) -> Json:
    """What the pictures of entry ``seq`` say of it, as `bura_server.evidence.schemas.Recheck` without their source.

    :param reading: the pictures, read again.
    :raises ApiError: when there is no such entry, or it is a correction.
    """
    events = events_at(entries, story, seq)
    slots = [_Slot(n, i, card) for n, event in enumerate(events) for i, card in enumerate(cards_of(event))]
    own = {slot.card for slot in slots if slot.card is not None}
    elsewhere = _accounted(story, seq) - own
    everything = (*reading.cards, *reading.doubtful)
    seen = {found.card: found for found in everything if found.card in own}
    free = [found for found in everything if found.card not in own and found.card not in elsewhere]
    cards = []
    for number, slot in enumerate(slots):
        here = seen.get(slot.card) if slot.card is not None else None
        ranked = _ranked(here, free if here is None else (), own, slot.card)
        cards.append(
            {
                "card": number,
                "now": None if slot.card is None else str(slot.card),
                "confidence": round(here.confidence, 3) if here is not None else 0.0,
                "choices": [
                    {
                        "card": str(card),
                        "probability": round(probability, 3),
                        "instead": [
                            event_to_json(with_card(event, slot.index, card) if n == slot.number else event)
                            for n, event in enumerate(events)
                        ],
                    }
                    for card, probability in ranked
                ],
            }
        )
    return {
        "seq": len(entries),
        "target": seq,
        "outcome": _outcome(slots, set(seen), free).value,
        "cards": cards,
        "unexplained": [str(found.card) for found in free],
        "backs": len(reading.backs),
        "face_down": sum(getattr(event, "face_down", 0) for event in events),
    }


def _accounted(story: Story, seq: int) -> set[Card]:
    """The face-up cards of the other entries of the same deal, up to this one."""
    cards: set[Card] = set()
    for told in story.told:
        if told.entry.seq > seq:
            break
        if isinstance(told.event, Dealt):
            cards.clear()
        if told.entry.seq != seq:
            cards.update(card for card in cards_of(told.event) if card is not None)
    return cards


def _ranked(
    here: CardReading | None, free: Iterable[CardReading], own: set[Card], now: Card | None
) -> list[tuple[Card, float]]:
    """What the card may be instead: the surest first."""
    likely: dict[Card, float] = {}
    for found in (here,) if here is not None else free:
        for card, probability in found.belief.ranked:
            if card != now and card not in own and probability >= LEAST:
                likely[card] = max(likely.get(card, 0.0), probability)
    return sorted(likely.items(), key=lambda item: (-item[1], item[0].index))[:SHOWN]


def _outcome(slots: Sequence[_Slot], seen: set[Card], free: Sequence[CardReading]) -> Outcome:
    missing = [slot for slot in slots if slot.card is None or slot.card not in seen]
    if not missing:
        return Outcome.CONFIRMED
    return Outcome.DIFFERS if free else Outcome.UNREAD


def still_of(data: bytes) -> Image:
    """A stored still as a picture.

    :raises ApiError: when the file is damaged.
    """
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ApiError(Code.NOT_FOUND, "the still of this entry is damaged: look at the clip instead")
    return np.asarray(image, np.uint8)
