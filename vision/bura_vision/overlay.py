"""What the watcher knows, described for drawing: a value that may be kept, sent to a page, or drawn later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bura.table import Seat, ZoneKind
from bura_vision.interpreter import TableState
from bura_vision.layout import Points, View
from bura_vision.scene import box_polygon
from bura_vision.seen import Box
from bura_vision.settings import TrackSettings
from bura_vision.track import CardTrack
from bura_vision.tracks import TrackBook


class Band(StrEnum):
    """How sure a card is."""

    SURE = "sure"
    """committed"""
    DOUBTFUL = "doubtful"
    """committed, but a look at it is asked for"""
    WAITING = "waiting"
    """not part of any act yet"""


@dataclass(frozen=True, eq=False)
class ShownCard:
    """One card to outline."""

    outline_px: Points
    """(4, 2) pixels"""
    text: str
    """its name, such as ``10♥``; empty for a back"""
    confidence: float
    """0..1; for a back 1"""
    band: Band
    """how to show it"""


@dataclass(frozen=True, eq=False)
class ShownZone:
    """One zone of the table."""

    kind: ZoneKind
    seat: Seat | None
    outline_px: Points
    """(n, 2) pixels"""


@dataclass(frozen=True, eq=False)
class Overlay:
    """Everything to draw over one picture."""

    at_s: float
    """the picture's time"""
    size_px: tuple[int, int]
    """the picture's width and height"""
    state: TableState
    """what the table is doing"""
    cards: tuple[ShownCard, ...] = ()
    """face-up and face-down cards that lie on the table"""
    zones: tuple[ShownZone, ...] = ()
    """the table's zones"""
    hands: tuple[tuple[Seat, Points], ...] = ()
    """whose hands are over the table, and a box (4, 2) in pixels around each"""
    looked: tuple[Points, ...] = ()
    """where the detector looked in this picture, (4, 2) pixels"""

    def to_json(self) -> dict[str, Any]:
        """Points as fractions of the picture, so that a page can draw at any size."""

        def part(points: Points) -> list[list[float]]:
            return [[round(float(v), 4) for v in point] for point in points / self.size_px]

        return {
            "at_s": round(self.at_s, 3),
            "state": self.state.value,
            "cards": [
                {
                    "outline": part(c.outline_px),
                    "text": c.text,
                    "confidence": round(c.confidence, 3),
                    "band": c.band,
                }
                for c in self.cards
            ],
            "zones": [{"kind": z.kind, "seat": z.seat, "outline": part(z.outline_px)} for z in self.zones],
            "hands": [{"seat": seat, "box": part(box)} for seat, box in self.hands],
        }


def overlay_of(
    view: View,
    book: TrackBook,
    state: TableState,
    at_s: float,
    hands: tuple[tuple[Seat, Box], ...],
    looked: tuple[Box, ...],
    settings: TrackSettings,
) -> Overlay:
    """Describe what is known now."""
    cards = []
    for track in book.all:
        if track.gone or track.missed or track.looks < settings.min_looks:
            continue
        outline = view.to_px(track.outline_cm)
        if isinstance(track, CardTrack):
            band = Band.WAITING
            if track.counted:
                band = Band.SURE if track.confidence >= settings.sure else Band.DOUBTFUL
            cards.append(ShownCard(outline, track.card.symbol, track.confidence, band))
        else:
            cards.append(ShownCard(outline, "", 1.0, Band.SURE if track.counted else Band.WAITING))
    return Overlay(
        at_s=at_s,
        size_px=view.size_px,
        state=state,
        cards=tuple(cards),
        zones=tuple(ShownZone(z.kind, z.seat, view.to_px(z.polygon_cm)) for z in view.layout.zones),
        hands=tuple((seat, view.to_px(box_polygon(box))) for seat, box in hands),
        looked=tuple(view.to_px(box_polygon(box)) for box in looked),
    )
