"""Piles that are spread in the play zone to be counted while the deal still runs.

A card that was taken exists no second time, so cards of a pile that lie in the play zone again are no play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bura.table import PileSpread, Seat, TableEvent, ZoneKind
from bura_vision.layout import Layout
from bura_vision.scene import Scene
from bura_vision.settings import WatchSettings
from bura_vision.track import CardTrack, Track
from bura_vision.tracks import TrackBook
from bura_vision.trick import Taken


class Spreading:
    """Follows one pile from its first cards in the play zone until the zone is empty again.

    :param taken: whose pile each taken card is in.
    """

    def __init__(self, layout: Layout, settings: WatchSettings, taken: Taken) -> None:
        self._layout = layout
        self._s = settings
        self._taken = taken
        #: whose pile lies spread
        self._seat: Seat | None = None
        self._tracks: list[Track] = []
        #: when the last card came
        self._came_s = 0.0
        self._told = True

    @property
    def under_way(self) -> bool:
        """Does a pile lie spread?"""
        return self._seat is not None

    def begins(self, scene: Scene, cards: Sequence[CardTrack]) -> bool:
        """Do these cards, new in the play zone, come from a pile?"""
        sure = self._s.track.sure - 0.1
        old = [t for t in cards if t.card in self._taken.owner and t.confidence >= sure]
        if not old or 2 * len(old) < len(cards):
            return False
        if self._seat is not None or len(old) >= 2:
            return True
        owner = self._taken.owner[old[0].card]
        for zone in self._layout.of(ZoneKind.PILE, owner):
            hand = scene.last_hand(zone.polygon_cm, 0.12)
            if hand is not None and old[0].still_at_s - hand[1] < 2.5:
                return True
        return False

    def begin(self, scene: Scene, tracks: Iterable[Track]) -> None:
        """A pile is being spread; these are its first cards and backs."""
        tracks = list(tracks)
        cards = [t.card for t in tracks if isinstance(t, CardTrack)]
        owners = [self._taken.owner[card] for card in cards if card in self._taken.owner]
        if self._seat is None and owners:
            self._seat = max(set(owners), key=owners.count)
        self._add(scene, tracks)

    def update(self, scene: Scene, book: TrackBook, ready: Sequence[Track]) -> Iterable[TableEvent]:
        """While a pile lies spread in the play zone, whatever comes there is part of it.

        :param ready: what has come.
        """
        if ready:
            self._add(scene, ready)
        here = [t for t in self._tracks if not t.gone and t.kind is ZoneKind.PLAY]
        busy = scene.covered(self._layout.play.polygon_cm) > 0.01
        if not self._told and not busy and scene.at_s - self._came_s >= self._s.act.spread_s:
            self._told = True
            cards = [t for t in self._tracks if isinstance(t, CardTrack)]
            yield PileSpread(
                seat=self._seat or "",
                cards=tuple(t.belief() for t in cards),
                unread=len(self._tracks) - len(cards),
                at_s=max(t.still_at_s for t in self._tracks),
                confidence=0.95,
            )
        if not here:
            book.forget(self._tracks)
            self._tracks.clear()
            self._seat = None

    def _add(self, scene: Scene, tracks: Iterable[Track]) -> None:
        for track in tracks:
            track.counted = True
            self._tracks.append(track)
        self._came_s, self._told = scene.at_s, False
