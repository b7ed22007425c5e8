"""One card or back that lies, or lay, on the table.

A deck holds each card once, so what a face-up card *is* is its track key: wherever the ten of hearts lies, it
is the same track, and losing sight of it for a while starts no new one. Its identity is not copied from the
first reading but accumulated over all of them. Backs have no identity and are followed by place.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from bura.cards import CARDS, Card
from bura.table import Belief, Seat, ZoneKind
from bura_vision.layout import Points, Zone
from bura_vision.seen import Probs, SeenCard, belief_of
from bura_vision.seen_back import SeenBack


class Track:
    """Something card-shaped that lies, or lay, on the table."""

    def __init__(self, number: int, outline_cm: Points, at_s: float, zone: Zone | None) -> None:
        self.number = number
        """grows with every track: a later one lies on top"""
        self.outline_cm = outline_cm
        """(4, 2) the card"""
        self.zone = zone
        """where its middle lies; None between the zones"""
        self.first_s = at_s
        """when it was seen first"""
        self.last_s = at_s
        """when it was seen last"""
        self.sure_s = at_s
        """when it was known to lie here last: seen, and not for the first time since something moved there"""
        self.looks = 1
        """how many readings saw it"""
        self.missed = 0
        """how many readings in a row looked at its place and did not see it"""
        self.missed_s = at_s
        """when the first of these did"""
        self.gone = False
        """True once it has left the table"""
        self.counted = False
        """True once it is part of an event"""
        self.in_table = False
        """True once the settled table shows it"""
        self.seat: Seat | None = None
        """whose hand laid it"""
        self.still_at_s = at_s
        """since when it has been lying still"""

    @property
    def centre_cm(self) -> Points:
        """(2,) its middle."""
        return np.asarray(self.outline_cm.mean(axis=0))

    @property
    def kind(self) -> ZoneKind | None:
        """The kind of its zone."""
        return self.zone.kind if self.zone is not None else None

    def is_at(self, point_cm: Points, within_cm: float) -> bool:
        """Is the point this near to its middle?"""
        return float(np.hypot(*(self.centre_cm - point_cm))) <= within_cm

    def saw(self, outline_cm: Points, at_s: float) -> None:
        """One more reading saw it here."""
        self.outline_cm = outline_cm
        self.last_s = at_s
        self.looks += 1
        self.missed = 0
        self.gone = False


class CardTrack(Track):
    """A face-up card."""

    def __init__(self, number: int, seen: SeenCard, at_s: float, zone: Zone | None) -> None:
        super().__init__(number, seen.outline_cm, at_s, zone)
        self.corners_cm = seen.corners_cm
        """(n, 2) where its indices were seen last"""
        self.indices_cm = seen.corners_cm
        """(n, 2) where its indices were seen when most of them were, since it lies here"""
        self._sum: Probs = seen.probs.copy()

    @property
    def probs(self) -> Probs:
        """(52,) the mean of all readings.

        Not their product: readings of one still card share its light and print, so their errors are not
        independent, and a product would be sure of a wrong card after three pictures.
        """
        return np.asarray(self._sum / self.looks)

    @property
    def card(self) -> Card:
        """The best supported card."""
        return CARDS[int(self._sum.argmax())]

    @property
    def confidence(self) -> float:
        """Its belief, 0..1."""
        return float(self.probs.max())

    def saw_card(self, seen: SeenCard, at_s: float) -> None:
        """One more reading of it."""
        moved = not self.is_at(seen.outline_cm.mean(axis=0), 1.5)
        self.saw(seen.outline_cm, at_s)
        self.corners_cm = seen.corners_cm
        if moved or len(seen.corners_cm) >= len(self.indices_cm):
            self.indices_cm = seen.corners_cm
        self._sum = self._sum + seen.probs

    def restart(self, at_s: float) -> None:
        """Begin to collect readings anew."""
        self._sum = np.zeros_like(self._sum)
        self.looks = 0
        self.first_s = at_s

    def belief(self, excluded: Iterable[Card] = ()) -> Belief:
        """Its ranked belief, knowing that it is none of the excluded cards (they are seen elsewhere)."""
        probs = self.probs.copy()
        for card in excluded:
            probs[card.index] *= 0.02
        total = probs.sum()
        return belief_of(probs / total if total > 1e-6 else self.probs)


class BackTrack(Track):
    """A face-down card."""

    def __init__(self, number: int, seen: SeenBack, at_s: float, zone: Zone | None) -> None:
        super().__init__(number, seen.outline_cm, at_s, zone)
