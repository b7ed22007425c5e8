"""What lies in the play zone: the running trick, act by act, and what has become of the cards of earlier ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bura.cards import Card
from bura.table import Seat, ZoneKind
from bura_vision.track import BackTrack, CardTrack, Track


@dataclass(eq=False)
class Act:
    """Cards that one seat laid in this trick."""

    seat: Seat | None
    at_s: float
    cards: list[CardTrack] = field(default_factory=list)
    backs: list[BackTrack] = field(default_factory=list)
    told_s: float = 0.0
    """when it was told: the hand that laid the cards had let go of them by then"""

    @property
    def tracks(self) -> list[Track]:
        """All of them."""
        return [*self.cards, *self.backs]


class Trick:
    """The cards of the running trick, also those that lie under others by now, until they have been told gone.

    :param seats: everybody at the table.
    """

    def __init__(self, seats: Iterable[Seat]) -> None:
        self._seats = tuple(seats)
        self.acts: list[Act] = []
        """in the order in which they were told; an act without cards is none"""

    @property
    def full(self) -> bool:
        """Has every seat laid?"""
        laid = [act.seat for act in self.acts]
        return all(seat in laid for seat in self._seats)

    @property
    def tracks(self) -> list[Track]:
        """All its cards, act by act."""
        return [track for act in self.acts for track in act.tracks]

    @property
    def left(self) -> list[Track]:
        """Those of its cards that have left the play zone and are not told gone yet."""
        return [track for track in self.tracks if track.gone or track.kind is not ZoneKind.PLAY]

    def act_of(self, track: Track) -> Act | None:
        """The act in which a card was laid; None for one that is no part of the trick."""
        return next((act for act in self.acts if track in act.tracks), None)


class Taken:
    """The cards of the tricks that have been taken in this deal, as far as they were seen."""

    def __init__(self) -> None:
        self.owner: dict[Card, Seat] = {}
        """to whose pile each card went; without those of which nobody knows"""
        self.latest: set[Card] = set()
        """the cards of the last trick"""
        self.tricks = 0
        """how many tricks have been taken, in all deals"""

    def note(self, tracks: Iterable[Track], seat: Seat | None) -> None:
        """A trick has been taken.

        :param seat: to whose pile; None when nobody knows.
        """
        self.tricks += 1
        self.latest = {track.card for track in tracks if isinstance(track, CardTrack)}
        if seat is not None:
            self.owner |= dict.fromkeys(self.latest, seat)

    def clear(self) -> None:
        """A new deal has begun."""
        self.latest.clear()
        self.owner.clear()
