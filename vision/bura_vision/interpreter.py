"""What settled changes mean: from tracks to table events.

The interpreter knows the table (play zone, piles, stock), not the rules: it reports who laid, took back,
turned and swept what, legal or not. Here stand the cards that are laid, the order in which things are asked, and what
people are told; each other part of the table has a file of its own: `bura_vision.leaving`, `bura_vision.spreading`,
`bura_vision.stock` and `bura_vision.piles`. They share the running trick (`bura_vision.trick`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np

from bura.cards import Card
from bura.table import (
    CardsDrawn,
    CardsLaid,
    CardsTurned,
    DealBegan,
    DealEnded,
    Place,
    Seat,
    TableEvent,
    ZoneKind,
)
from bura_vision.layout import Layout, Points
from bura_vision.leaving import Leaving
from bura_vision.piles import Piles
from bura_vision.ready import is_ready
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box
from bura_vision.settings import WatchSettings
from bura_vision.spreading import Spreading
from bura_vision.stock import Stock
from bura_vision.track import BackTrack, CardTrack, Track
from bura_vision.tracks import TrackBook
from bura_vision.trick import Act, Taken, Trick


class TableState(StrEnum):
    """What the table is doing, as shown to people."""

    READY = "ready"
    """nothing lies in the play zone and nothing moves"""
    PLAYING = "playing"
    """a hand is over the table"""
    SETTLING = "settling"
    """something has changed and is being read"""
    READ = "read"
    """cards lie in the play zone and are known"""
    TRICK_FULL = "trick_full"
    """every seat has laid"""
    COLLECTING = "collecting"
    """the full trick is being gathered"""
    DRAWING = "drawing"
    """a hand is at the stock or on its way from it"""
    PAUSED = "paused"
    """no pictures come, or the light or the camera is changing"""
    DESYNC = "desync"
    """table and log no longer fit: a person has to look"""


class Interpreter:
    """Turns tracks into table events."""

    def __init__(self, layout: Layout, settings: WatchSettings | None = None) -> None:
        self._layout = layout
        self._s = settings or WatchSettings()
        self._trick = Trick(layout.seats)
        self._taken = Taken()
        self._leaving = Leaving(layout, self._s.act, self._trick, self._taken)
        self._spreading = Spreading(layout, self._s, self._taken)
        self._stock = Stock(layout, self._s)
        self._piles = Piles(layout, self._s, self._trick, self._taken)
        #: since when cards lie ready to be told, while others of their act may still come
        self._waiting_s: float | None = None

    @property
    def trick(self) -> tuple[Act, ...]:
        """What lies in the play zone, act by act."""
        return tuple(self._trick.acts)

    @property
    def play_cm(self) -> Points:
        """The play zone's corners."""
        return self._layout.play.polygon_cm

    @property
    def full(self) -> bool:
        """Has every seat laid?"""
        return self._trick.full

    @property
    def sweeping(self) -> bool:
        """Is the trick being gathered, or gone and not yet on a pile?"""
        return self._leaving.under_way

    @property
    def pending_s(self) -> float | None:
        """Since when an act is under way that is not reported yet; None when none is."""
        return min((t for t in (self._waiting_s, self._leaving.pending_s) if t is not None), default=None)

    @property
    def trump(self) -> CardTrack | None:
        """The turned trump while it lies at the stock."""
        return self._stock.trump

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self._stock.over

    def left_cm(self, at_s: float) -> tuple[Points, ...]:
        """(4, 2) places that cards of the play zone have left shortly before."""
        return self._leaving.left_cm(at_s)

    def leaving(self, scene: Scene) -> tuple[Box, ...]:
        """Where the rest of a trick lies of which cards have just gone: it may be gone as well."""
        return self._leaving.rest_cm(scene)

    def at_piles(self, scene: Scene, book: TrackBook) -> tuple[Box, ...]:
        """Where a hand rests on a pile: is it looked into?"""
        return () if self.over else self._piles.due(scene, book)

    def end_deal(self) -> None:
        """The deal is over: from now on nothing is a play, until a new trump lies at the stock."""
        self._stock.end_deal()
        for track in self._trick.tracks:
            track.counted = True
        self._trick.acts.clear()
        self._leaving.end_deal()
        self._waiting_s = None

    def drew(self, events: Iterable[CardsDrawn]) -> tuple[TableEvent, ...]:
        """Pass on the draws of the hands at the stock; none counts once the deal is over."""
        events = tuple(events)
        self._stock.drew(events)
        return () if self.over else events

    def update(self, scene: Scene, book: TrackBook) -> tuple[TableEvent, ...]:
        """What has happened, going by the tracks as they are now."""
        self._leaving.move(scene)
        events = [*self._stock.update(scene, book)]
        if any(isinstance(event, DealBegan) for event in events):
            self._taken.clear()
            self._piles.begin_deal()
        if self.over:
            return (*events, *self._piles.update(scene, book, over=True))
        fresh = [t for t in book.all if t.kind is ZoneKind.PLAY and not t.counted and not t.gone]
        ready = [t for t in fresh if is_ready(scene, t, self._s)]
        if self._spreading.under_way:
            return (*events, *self._spreading.update(scene, book, ready))
        more_ready = any(self._leaving.comes_anew(t) for t in ready)
        events.extend(self._leaving.update(scene, book, more_ready))
        if not self._leaving.swept:
            events.extend(self._lay(scene, book, fresh, ready))
        events.extend(self._piles.update(scene, book, over=False, gathering=self.full or self.sweeping))
        return tuple(events)

    def unresolved(self, scene: Scene, book: TrackBook) -> bool:
        """Would another reading of what is still help to tell what happened?"""
        for track in book.all:
            if track.gone or scene.covered(track.outline_cm) > 0.05:
                continue
            if track.missed:
                return True
            if track.kind is ZoneKind.PLAY and not track.counted and not is_ready(scene, track, self._s):
                return True
        return self._stock.unknown(book)

    def untold_trump(self, scene: Scene, book: TrackBook) -> tuple[Box, ...]:
        """Where to look again for a turned card that was not read surely when the deal began."""
        return self._stock.due(scene, book)

    def uneven(self, scene: Scene) -> tuple[Box, ...]:
        """Where the cards of a trick lie of which players have laid unequal numbers, shortly after the newest."""
        laid: dict[Seat | None, list[Track]] = {}
        for act in self._trick.acts:
            laid.setdefault(act.seat, []).extend(act.tracks)
        if len({len(tracks) for tracks in laid.values()}) < 2 or self.sweeping:
            return ()
        if scene.at_s - max(act.told_s for act in self._trick.acts) > self._s.act.recount_s:
            return ()
        if scene.covered(self._layout.play.polygon_cm) > 0.0:
            return ()  # a card half under a hand looks like another, smaller one
        return tuple(bounds_of(np.concatenate([its.outline_cm for its in t])) for t in laid.values() if t)

    # --- laid cards ---------------------------------------------------------------------------------

    def _lay(
        self, scene: Scene, book: TrackBook, fresh: Sequence[Track], ready: Sequence[Track]
    ) -> Iterable[TableEvent]:
        """What the cards mean that have come to the play zone: laid, turned, or a pile that is being spread.

        :param fresh: all that is not told yet.
        :param ready: those of them that count by now.
        """
        if not ready:
            self._waiting_s = None
            return
        self._waiting_s = scene.at_s if self._waiting_s is None else self._waiting_s
        coming = [t for t in fresh if t not in ready and scene.at_s - t.last_s < 0.5]
        if coming and scene.at_s - self._waiting_s < self._s.act.group_s:
            return
        self._waiting_s = None
        cards = sorted((t for t in ready if isinstance(t, CardTrack)), key=lambda t: (t.still_at_s, t.number))
        backs = sorted((t for t in ready if isinstance(t, BackTrack)), key=lambda t: t.number)
        if backs and self._trick.acts and not cards and self._covers_gone_trick(backs):
            return
        if self._spreading.begins(scene, cards):
            self._spreading.begin(scene, (*cards, *backs))
            return
        known = self._known_cards(book)
        turned: list[CardTrack] = []
        told: list[CardsTurned] = []
        for track in cards:
            back = self._turned_back(track)  # each once: a second card in its place was laid there
            act = None if back is None else self._trick.act_of(back)
            if act is None:
                continue
            turned.append(track)
            # where other cards of the trick are gone as well, it may have been swept, and a new card laid in its place
            swept = any(t is not back and (t.gone or t.missed > 0) for t in self._trick.tracks)
            act.backs = [t for t in act.backs if t is not back]
            act.cards.append(track)
            track.counted = True
            book.forget([t for t in book.backs if t is back])
            event = CardsTurned(
                seat=track.seat,
                cards=(track.belief(known),),
                place=Place.DISCARD,
                owner=act.seat,
                at_s=track.still_at_s,
                confidence=self._s.act.turned_guessed if swept else self._s.act.turned_seen,
            )
            last = told[-1] if told else None
            if last is not None and (last.seat, last.owner) == (event.seat, event.owner):
                # what one hand turns at once is one act
                sure = min(last.confidence, event.confidence)
                told[-1] = replace(event, cards=(*last.cards, *event.cards), confidence=sure)
            else:
                told.append(event)
        yield from told
        laid = [t for t in cards if t not in turned]
        for seat in self._seats_in_order([*laid, *backs]):
            mine = [t for t in laid if t.seat == seat]
            mine_down = [t for t in backs if t.seat == seat]
            for track in mine:
                yield from self._leaving.replaced(scene, book, track)
            act = Act(seat, max(t.still_at_s for t in [*mine, *mine_down]), mine, mine_down, scene.at_s)
            for laid_track in act.tracks:
                laid_track.counted = True
            self._trick.acts.append(act)
            yield CardsLaid(
                seat=seat,
                cards=tuple(t.belief(known) for t in mine),
                face_down=len(mine_down),
                at_s=act.at_s,
                confidence=0.98 if seat is not None else 0.7,
            )

    def _seats_in_order(self, tracks: Iterable[Track]) -> list[Seat | None]:
        seats: list[Seat | None] = []
        for track in sorted(tracks, key=lambda t: (t.still_at_s, t.number)):
            if track.seat not in seats:
                seats.append(track.seat)
        return seats

    def _known_cards(self, book: TrackBook) -> list[Card]:
        """Cards that surely lie elsewhere on the table: no new card can be one of them."""
        return [t.card for t in book.cards if t.counted and not t.gone and t.confidence >= 0.9]

    def _turned_back(self, track: CardTrack) -> BackTrack | None:
        """The face-down card of this trick in whose place a card lies face up now."""
        for act in self._trick.acts:
            for back in act.backs:
                unseen = back.gone or back.last_s < track.first_s
                if unseen and back.is_at(track.centre_cm, 2.5):
                    return back
        return None

    def _covers_gone_trick(self, backs: Sequence[BackTrack]) -> bool:
        """A full trick turned over as one heap before it is carried off is no new card."""
        return self.full and len(backs) == 1 and bool(self._trick.left)

    # --- what people are told -------------------------------------------------------------------------

    def state(self, scene: Scene, reading: bool, drawing: bool) -> TableState:
        """The state of the table for the page."""
        if scene.unsettled:
            return TableState.PAUSED
        moving = any(hand.moving for hand in scene.hands)
        if drawing:
            return TableState.DRAWING
        if self.sweeping or (self.full and moving):
            return TableState.COLLECTING
        if moving:
            return TableState.PLAYING
        if reading:
            return TableState.SETTLING
        if self.full:
            return TableState.TRICK_FULL
        return TableState.READ if self._trick.acts else TableState.READY

    def end(self, at_s: float) -> tuple[TableEvent, ...]:
        """The recording is over."""
        return (DealEnded(at_s=at_s),) if self._stock.running else ()
