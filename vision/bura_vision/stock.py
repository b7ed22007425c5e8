"""The stock and the turned trump: when a deal begins, and draws that only what is missing tells.

Draws that are seen are `bura_vision.visits`' business.
"""

from __future__ import annotations

from collections.abc import Iterable

from bura.table import CardsDrawn, DealBegan, Seat, TableEvent, TrumpSeen, ZoneKind
from bura_vision.layout import Layout
from bura_vision.ready import is_ready
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box
from bura_vision.settings import WatchSettings
from bura_vision.track import CardTrack, Track
from bura_vision.tracks import TrackBook

_PLACES = (ZoneKind.STOCK, ZoneKind.TRUMP)


class Stock:
    """Knows the trump, whether a deal is running, and who drew when."""

    def __init__(self, layout: Layout, settings: WatchSettings) -> None:
        self._layout = layout
        self._s = settings
        self.trump: CardTrack | None = None
        """the turned trump while it lies at the stock"""
        self.running = False
        """has a trump been turned since the last deal?"""
        self.over = False
        """has a deal ended, and no other begun?"""
        self._looked_s = -1e6
        self._last_draw: dict[Seat, float] = {}
        #: whose hand was last where something is missing, and when
        self._absences: dict[Seat, float] = {}

    def end_deal(self) -> None:
        """The deal is over, until a new trump lies at the stock."""
        self.over = True
        self.running = False

    def drew(self, events: Iterable[CardsDrawn]) -> None:
        """Take in draws that were seen: what is missing by them tells nothing more."""
        for event in events:
            if event.seat is not None:
                self._last_draw[event.seat] = event.at_s
                self._absences.pop(event.seat, None)

    def unknown(self, book: TrackBook) -> bool:
        """Does a stock lie there whose turned card is not known yet?"""
        return not self.running and any(t.kind in _PLACES and not t.gone for t in book.all)

    def due(self, scene: Scene, book: TrackBook) -> tuple[Box, ...]:
        """Where to look again for a turned card that is not known yet, shortly after the stock was first seen."""
        if not self.unknown(book) or scene.hands or scene.at_s - self._looked_s < self._s.act.unread_again_s:
            return ()
        first_s = max(t.first_s for t in book.all if t.kind in _PLACES and not t.gone)
        if scene.at_s - first_s > self._s.act.unread_s:
            return ()
        self._looked_s = scene.at_s
        return tuple(bounds_of(zone.polygon_cm) for kind in _PLACES for zone in self._layout.of(kind))

    def update(self, scene: Scene, book: TrackBook) -> Iterable[TableEvent]:
        """What has happened at the stock: a draw, told by absence; a deal begun and its trump."""
        for back in [t for t in book.backs if t.kind in _PLACES]:
            if not back.counted and is_ready(scene, back, self._s):
                back.counted = True
            if back.gone and back.counted:
                book.forget([back])
                self._note_absence(scene, back)
        if self.trump is not None and (self.trump.gone or self.trump.kind not in _PLACES):
            track, self.trump = self.trump, None
            if track.gone:
                book.forget([track])
                self._note_absence(scene, track)
        yield from self._drawn_by_absence(scene)
        for card in [t for t in book.cards if t.kind in _PLACES and not t.counted]:
            if self.trump is not None or not self._is_trump(scene, card):
                continue
            card.counted = True
            self.trump = card
            if not self.running:
                self.over, self.running = False, True
                yield DealBegan(seats=self._layout.seats, at_s=card.first_s)
            yield TrumpSeen(belief=card.belief(), at_s=card.first_s)

    def _is_trump(self, scene: Scene, card: CardTrack) -> bool:
        """Is the turned card known? The whole deal goes by it: what is not sure is read for longer."""
        if card.confidence >= self._s.track.sure:
            return is_ready(scene, card, self._s)
        still = min(scene.still_s(card.outline_cm), scene.at_s - card.first_s) >= self._s.act.trump_s
        return still and card.looks >= self._s.track.min_looks and card.confidence >= self._s.track.doubtful

    def _note_absence(self, scene: Scene, track: Track) -> None:
        """The stock's last back, or the trump, is gone: somebody drew it, seen or not."""
        hand = scene.last_hand(track.outline_cm)
        if self.over or hand is None or hand[1] < track.last_s:
            return
        seat, at_s = hand
        if at_s - self._last_draw.get(seat, -1e6) >= self._s.act.follow_most_s:
            self._absences.setdefault(seat, at_s)

    def _drawn_by_absence(self, scene: Scene) -> Iterable[TableEvent]:
        """Draws that only what is missing tells, once their hands are home and were not seen to draw."""
        there = {hand.seat for hand in scene.hands}
        for seat, at_s in list(self._absences.items()):
            if seat in there and scene.at_s - at_s < self._s.act.follow_most_s:
                continue
            del self._absences[seat]
            self._last_draw[seat] = at_s
            yield CardsDrawn(seat=seat, count=1, at_s=at_s, confidence=self._s.act.draw_missing)
