"""What settled changes mean: from tracks to table events.

The interpreter knows the table (play zone, piles, stock), not the rules: it reports who laid, took back,
turned and swept what, legal or not. It keeps the cards of the running trick in mind, also those that lie
under others by now, until the trick is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from bura.cards import Card
from bura.table import (
    CardsDrawn,
    CardsLaid,
    CardsTaken,
    CardsTakenBack,
    CardsTurned,
    DealBegan,
    DealEnded,
    PileSpread,
    Place,
    Seat,
    TableEvent,
    TrumpSeen,
    ZoneKind,
)
from bura_vision.layout import Layout, Points
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box
from bura_vision.settings import WatchSettings
from bura_vision.tracks import BackTrack, CardTrack, Track, TrackBook


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


@dataclass(eq=False)
class _Sweep:
    """A trick that has left the play zone."""

    began_s: float
    """when its cards were seen last"""
    noticed_s: float
    """when it was found gone"""
    seat: Seat | None
    """whose hand was over it last"""
    seats: frozenset[Seat]
    """whose hands were over it while it left"""


class Interpreter:
    """Turns tracks into table events."""

    def __init__(self, layout: Layout, settings: WatchSettings | None = None) -> None:
        self._layout = layout
        self._s = settings or WatchSettings()
        self._acts: list[Act] = []
        self._sweep: _Sweep | None = None
        self._partial_s: float | None = None
        #: when each seat's hand was in the play zone last
        self._at_play: dict[Seat, float] = {}
        #: (every seat has laid, its owner's hand was there) when a card was first found gone
        self._partial_how = (False, False)
        self._waiting_s: float | None = None
        self._trump: CardTrack | None = None
        self._deal_running = False
        self._over = False
        self._last_draw: dict[Seat, float] = {}
        self._absences: dict[Seat, float] = {}
        #: when cards left the play zone last, and where they lay
        self._left: tuple[float, tuple[Points, ...]] = (-1e6, ())
        self._swept: set[Card] = set()
        self._spread: dict[Seat, frozenset[Card]] = {}
        self._taken_cards: dict[Card, Seat] = {}
        self._spread_seat: Seat | None = None
        self._spread_tracks: list[Track] = []
        self._spread_s = 0.0
        self._spread_told = True

    @property
    def trick(self) -> tuple[Act, ...]:
        """What lies in the play zone, act by act."""
        return tuple(self._acts)

    @property
    def play_cm(self) -> Points:
        """The play zone's corners."""
        return self._layout.play.polygon_cm

    @property
    def full(self) -> bool:
        """Has every seat laid?"""
        laid = [act.seat for act in self._acts]
        return all(seat in laid for seat in self._layout.seats)

    @property
    def sweeping(self) -> bool:
        """Is the trick being gathered, or gone and not yet on a pile?"""
        return self._sweep is not None or self._partial_s is not None

    @property
    def pending_s(self) -> float | None:
        """Since when an act is under way that is not reported yet; None when none is."""
        times = [self._waiting_s, self._partial_s, self._sweep.began_s if self._sweep is not None else None]
        return min((t for t in times if t is not None), default=None)

    @property
    def trump(self) -> CardTrack | None:
        """The turned trump while it lies at the stock."""
        return self._trump

    def left_cm(self, at_s: float) -> tuple[Points, ...]:
        """(4, 2) places that cards of the play zone have left shortly before."""
        tracks = [
            t.outline_cm for act in self._acts for t in act.tracks if t.gone or t.kind is not ZoneKind.PLAY
        ]
        left_s, places = self._left
        return (*tracks, *(places if at_s - left_s <= self._s.act.unread_s else ()))

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self._over

    def end_deal(self) -> None:
        """The deal is over: from now on nothing is a play, until a new trump lies at the stock."""
        self._over = True
        self._deal_running = False
        for act in self._acts:
            for track in act.tracks:
                track.counted = True
        self._acts.clear()
        self._sweep = self._partial_s = self._waiting_s = None

    def drew(self, events: Iterable[CardsDrawn]) -> tuple[TableEvent, ...]:
        """Pass on the draws of the hands at the stock; none counts once the deal is over."""
        events = tuple(events)
        for event in events:
            if event.seat is not None:
                self._last_draw[event.seat] = event.at_s
                self._absences.pop(event.seat, None)
        return () if self._over else events

    def update(self, scene: Scene, book: TrackBook) -> tuple[TableEvent, ...]:
        """What has happened, going by the tracks as they are now."""
        events: list[TableEvent] = []
        for hand in scene.hands:
            if self._layout.play.contains(hand.tip_cm):
                self._at_play[hand.seat] = scene.at_s
        events.extend(self._stock(scene, book))
        if self._over:
            events.extend(self._piles(scene, book))
            return tuple(events)
        fresh = [t for t in book.all if t.kind is ZoneKind.PLAY and not t.counted and not t.gone]
        ready = [t for t in fresh if self._is_ready(scene, t)]
        if self._spread_seat is not None:
            return (*events, *self._spread_on(scene, book, ready))
        events.extend(self._vanished(scene, book, any(self._comes_anew(t) for t in ready)))
        if self._sweep is None:
            events.extend(self._lay(scene, book, fresh, ready))
        events.extend(self._piles(scene, book))
        return tuple(events)

    def unresolved(self, scene: Scene, book: TrackBook) -> bool:
        """Would another reading of what is still help to tell what happened?"""
        for track in book.all:
            if track.gone or scene.covered(track.outline_cm) > 0.05:
                continue
            if track.missed:
                return True
            if track.kind is ZoneKind.PLAY and not track.counted and not self._is_ready(scene, track):
                return True
        # a stock whose turned card is not known yet
        stock = any(t.kind is ZoneKind.STOCK and not t.gone for t in book.backs)
        return stock and not self._deal_running

    def uneven(self, scene: Scene) -> tuple[Box, ...]:
        """Where the cards of a trick lie of which players have laid unequal numbers, shortly after the newest."""
        laid: dict[Seat | None, list[Track]] = {}
        for act in self._acts:
            laid.setdefault(act.seat, []).extend(act.tracks)
        if len({len(tracks) for tracks in laid.values()}) < 2 or self.sweeping:
            return ()
        if scene.at_s - max(act.told_s for act in self._acts) > self._s.act.recount_s:
            return ()
        if scene.covered(self._layout.play.polygon_cm) > 0.0:
            return ()  # a card half under a hand looks like another, smaller one
        return tuple(bounds_of(np.concatenate([its.outline_cm for its in t])) for t in laid.values() if t)

    # --- laid cards ---------------------------------------------------------------------------------

    def _is_ready(self, scene: Scene, track: Track) -> bool:
        """Has it been seen often, surely and still enough to count?"""
        limits = self._s.track
        still_s = scene.still_s(track.outline_cm)
        if track.looks < limits.min_looks or track.missed or still_s < limits.min_still_s:
            return False
        touching = scene.covered(_around(track, self._s.motion.clear_cm)) > 0.03
        if touching and still_s < self._s.glance.held_s:
            return False
        if isinstance(track, CardTrack) and track.confidence < limits.doubtful:
            # a card that stays doubtful counts only if somebody can have laid it; the rest is cloth and print
            return track.looks >= self._s.glance.most and self._seat_of(track) is not None
        return True

    def _seat_of(self, track: Track) -> Seat | None:
        return track.seat

    def _lay(
        self, scene: Scene, book: TrackBook, fresh: Sequence[Track], ready: Sequence[Track]
    ) -> Iterable[TableEvent]:
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
        if backs and self._acts and not cards and self._covers_gone_trick(backs):
            return
        if self._is_spread(scene, cards):
            self._begin_spread(scene, cards, backs)
            return
        known = self._known_cards(book)
        turned = [t for t in cards if self._turned_back(t) is not None]
        for track in turned:
            back = self._turned_back(track)
            act = next(act for act in self._acts if back in act.backs)
            act.backs = [t for t in act.backs if t is not back]
            act.cards.append(track)
            track.counted = True
            book.forget([t for t in book.backs if t is back])
            yield CardsTurned(
                seat=track.seat,
                cards=(track.belief(known),),
                place=Place.DISCARD,
                owner=act.seat,
                at_s=track.still_at_s,
                confidence=0.95,
            )
        laid = [t for t in cards if t not in turned]
        for seat in self._seats_in_order([*laid, *backs]):
            mine = [t for t in laid if t.seat == seat]
            mine_down = [t for t in backs if t.seat == seat]
            act = Act(seat, max(t.still_at_s for t in [*mine, *mine_down]), mine, mine_down, scene.at_s)
            for laid_track in act.tracks:
                laid_track.counted = True
            self._acts.append(act)
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
        for act in self._acts:
            for back in act.backs:
                unseen = back.gone or back.last_s < track.first_s
                if unseen and back.is_at(track.centre_cm, 2.5):
                    return back
        return None

    def _covers_gone_trick(self, backs: Sequence[BackTrack]) -> bool:
        """A full trick turned over as one heap before it is carried off is no new card."""
        gone = [t for act in self._acts for t in act.tracks if t.gone or t.kind is not ZoneKind.PLAY]
        return self.full and len(backs) == 1 and bool(gone)

    # --- piles spread to be counted -------------------------------------------------------------------

    def _is_spread(self, scene: Scene, cards: Sequence[CardTrack]) -> bool:
        """Do these cards come from a pile? A card that was taken exists no second time, so it is no play."""
        old = [t for t in cards if t.card in self._taken_cards and t.confidence >= self._s.track.sure - 0.1]
        if not old or 2 * len(old) < len(cards):
            return False
        if self._spread_seat is not None or len(old) >= 2:
            return True
        owner = self._taken_cards[old[0].card]
        for zone in self._layout.of(ZoneKind.PILE, owner):
            hand = scene.last_hand(zone.polygon_cm, 0.12)
            if hand is not None and old[0].still_at_s - hand[1] < 2.5:
                return True
        return False

    def _begin_spread(self, scene: Scene, cards: Sequence[CardTrack], backs: Sequence[BackTrack]) -> None:
        owners = [self._taken_cards[t.card] for t in cards if t.card in self._taken_cards]
        if self._spread_seat is None and owners:
            self._spread_seat = max(set(owners), key=owners.count)
        for track in (*cards, *backs):
            track.counted = True
            self._spread_tracks.append(track)
        self._spread_s = scene.at_s
        self._spread_told = False

    def _spread_on(self, scene: Scene, book: TrackBook, ready: Sequence[Track]) -> Iterable[TableEvent]:
        """While a pile lies spread in the play zone, whatever comes there is part of it."""
        for track in ready:
            track.counted = True
            self._spread_tracks.append(track)
            self._spread_s, self._spread_told = scene.at_s, False
        here = [t for t in self._spread_tracks if not t.gone and t.kind is ZoneKind.PLAY]
        busy = scene.covered(self._layout.play.polygon_cm) > 0.01
        if not self._spread_told and not busy and scene.at_s - self._spread_s >= self._s.act.spread_s:
            self._spread_told = True
            cards = [t for t in self._spread_tracks if isinstance(t, CardTrack)]
            yield PileSpread(
                seat=self._spread_seat or "",
                cards=tuple(t.belief() for t in cards),
                unread=len(self._spread_tracks) - len(cards),
                at_s=max(t.still_at_s for t in self._spread_tracks),
                confidence=0.95,
            )
        if not here:
            book.forget(self._spread_tracks)
            self._spread_tracks.clear()
            self._spread_seat = None

    # --- cards that leave -----------------------------------------------------------------------------

    def _vanished(self, scene: Scene, book: TrackBook, more_ready: bool) -> Iterable[TableEvent]:
        tracks = [t for act in self._acts for t in act.tracks]
        left = [t for t in tracks if t.gone or t.kind is not ZoneKind.PLAY]
        if not left:
            self._sweep = self._partial_s = None
            return
        if len(left) == len(tracks) and (self.full or not more_ready):
            self._partial_s = None
            yield from self._swept_all(scene, book, tracks, more_ready)
            return
        self._sweep = None
        own = all(self._by_own_hand(scene, t) for t in left)
        if self._partial_s is None or (self.full, own) != self._partial_how:
            # the last reply, or a hand that comes to it, begins anew what may be a trick being gathered
            self._partial_s, self._partial_how = scene.at_s, (self.full, own)
        if not more_ready and scene.covered(self._layout.play.polygon_cm) > 0.01:
            return
        if self.full and self._rest_is_gone(scene, [t for t in tracks if t not in left]):
            yield from self._swept_all(scene, book, tracks, more_ready)
            return
        if self.full and not own:
            return  # nobody took it: it lies covered or is not read, and goes with the trick
        under = any(book.partly_under(t) for t in left)
        patience = (
            self._s.act.unexplained_s if not own else self._s.act.partial_s if self.full or under else 0.3
        )
        if (own and more_ready and not under) or scene.at_s - self._partial_s >= patience:
            self._partial_s = None
            yield from self._taken_back(scene, book, left)

    def _rest_is_gone(self, scene: Scene, rest: Sequence[Track]) -> bool:
        """A trick of which cards are gone: has the rest not been seen since, while a hand was over a pile?"""
        since_s = self._partial_s
        if since_s is None or scene.at_s - since_s < self._s.act.recount_s:
            return False
        hands = [scene.last_hand(zone.polygon_cm, 0.12) for zone in self._layout.of(ZoneKind.PILE)]
        return any(h is not None and h[1] > since_s - self._s.act.recount_s for h in hands) and all(
            t.last_s < since_s and scene.covered(t.outline_cm) <= 0.05 for t in rest
        )

    def leaving(self, scene: Scene) -> tuple[Box, ...]:
        """Where the rest of a trick lies of which cards have just gone: it may be gone as well."""
        since_s = self._partial_s
        if since_s is None or not self.full or scene.at_s - since_s > 2.0 * self._s.act.recount_s:
            return ()
        if scene.covered(self._layout.play.polygon_cm) > 0.0:
            return ()
        rest = [t for act in self._acts for t in act.tracks if not t.gone and t.last_s < since_s]
        return tuple(bounds_of(t.outline_cm) for t in rest)

    def _comes_anew(self, track: Track) -> bool:
        """Does it come to the play zone, and not from the trick that is being turned over or pushed together there?"""
        if not self.full or isinstance(track, CardTrack):
            return True
        lying = [t for act in self._acts for t in act.tracks if not t.gone and t.kind is ZoneKind.PLAY]
        return bool(lying) and not any(t.missed for t in lying)

    def _by_own_hand(self, scene: Scene, track: Track) -> bool:
        """Did its owner's hand come back to a card since it was seen last? Nobody else takes it back."""
        act = next((act for act in self._acts if track in act.tracks), None)
        hand = scene.last_hand(track.outline_cm, 0.25)
        if act is None or hand is None:
            return False
        return hand[0] == act.seat and hand[1] >= track.last_s and hand[1] > act.told_s

    def _swept_all(
        self, scene: Scene, book: TrackBook, tracks: Sequence[Track], more_ready: bool
    ) -> Iterable[TableEvent]:
        if self._sweep is None:
            began = max(t.last_s for t in tracks)
            hands = [h for t in tracks if (h := scene.last_hand(t.outline_cm))]
            last = max(hands, key=lambda h: h[1], default=None)
            seats = frozenset(h[0] for h in hands if h[1] > began or h is last)
            self._sweep = _Sweep(began, scene.at_s, last[0] if last is not None else None, seats)
        sweep = self._sweep
        piles = []
        for zone in self._layout.of(ZoneKind.PILE):
            hand = scene.last_hand(zone.polygon_cm, 0.12)
            if hand is not None and hand[1] > sweep.began_s:
                piles.append((hand[1], zone.seat, hand[0], scene.covered(zone.polygon_cm) > 0.03))
        waited = scene.at_s - sweep.noticed_s
        if piles:
            at_s, seat, whose, busy = max(piles, key=lambda pile: pile[0])
            if busy and waited < self._s.act.partial_s and not more_ready:
                return
            # a hand over a pile need not have brought the trick there: another's may still carry it
            others = any(when > sweep.began_s for who, when in self._at_play.items() if who != seat)
            plain = sweep.seats == {seat} and whose == seat and not others
            if seat not in sweep.seats and waited < self._s.act.sweep_wait_s / 2.0 and not more_ready:
                return
            sure = self._s.act.pile_seen if plain else self._s.act.pile_guessed
            yield from self._taken(book, tracks, CardsTaken(seat=seat, at_s=at_s, confidence=sure))
            return
        if waited < self._s.act.sweep_wait_s and not more_ready:
            return
        if self.full:
            yield from self._taken(book, tracks, CardsTaken(seat=sweep.seat, at_s=scene.at_s, confidence=0.8))
        else:
            self._sweep = None
            yield from self._taken_back(scene, book, tracks)

    def _taken(self, book: TrackBook, tracks: Sequence[Track], event: CardsTaken) -> Iterable[TableEvent]:
        self._swept = {t.card for t in tracks if isinstance(t, CardTrack)}
        if event.seat is not None:
            self._taken_cards |= dict.fromkeys(self._swept, event.seat)
        self._acts.clear()
        self._left = (event.at_s, tuple(t.outline_cm for t in tracks))
        self._sweep = None
        book.forget(t for t in tracks if t.gone)
        yield event

    def _taken_back(self, scene: Scene, book: TrackBook, tracks: Sequence[Track]) -> Iterable[TableEvent]:
        for act in list(self._acts):
            cards = [t for t in act.cards if t in tracks]
            backs = [t for t in act.backs if t in tracks]
            if not cards and not backs:
                continue
            self._left = (scene.at_s, tuple(t.outline_cm for t in (*cards, *backs)))
            seen = all(self._by_own_hand(scene, t) for t in (*cards, *backs))
            act.cards = [t for t in act.cards if t not in cards]
            act.backs = [t for t in act.backs if t not in backs]
            if not act.tracks:
                self._acts.remove(act)
            yield CardsTakenBack(
                seat=act.seat,
                cards=tuple(t.belief() for t in cards),
                face_down=len(backs),
                at_s=scene.at_s,
                confidence=self._s.act.back_seen if seen else self._s.act.back_guessed,
            )
        book.forget(tracks)

    # --- stock and piles ------------------------------------------------------------------------------

    def _stock(self, scene: Scene, book: TrackBook) -> Iterable[TableEvent]:
        places = (ZoneKind.STOCK, ZoneKind.TRUMP)
        for back in [t for t in book.backs if t.kind in places]:
            if not back.counted and self._is_ready(scene, back):
                back.counted = True
            if back.gone and back.counted:
                book.forget([back])
                self._note_absence(scene, back)
        if self._trump is not None and (self._trump.gone or self._trump.kind not in places):
            track, self._trump = self._trump, None
            if track.gone:
                book.forget([track])
                self._note_absence(scene, track)
        yield from self._drawn_by_absence(scene)
        for card in [t for t in book.cards if t.kind in places and not t.counted]:
            if self._trump is not None or not self._is_trump(scene, card):
                continue
            card.counted = True
            self._trump = card
            if not self._deal_running:
                self._over, self._deal_running = False, True
                self._swept.clear()
                self._taken_cards.clear()
                self._spread.clear()
                yield DealBegan(seats=self._layout.seats, at_s=card.first_s)
            yield TrumpSeen(belief=card.belief(), at_s=card.first_s)

    def _is_trump(self, scene: Scene, card: CardTrack) -> bool:
        """Is the turned card known? The whole deal goes by it: what is not sure is read for longer."""
        if card.confidence >= self._s.track.sure:
            return self._is_ready(scene, card)
        still = min(scene.still_s(card.outline_cm), scene.at_s - card.first_s) >= self._s.act.trump_s
        return still and card.looks >= self._s.track.min_looks and card.confidence >= self._s.track.doubtful

    def _note_absence(self, scene: Scene, track: Track) -> None:
        """The stock's last back, or the trump, is gone: somebody drew it, seen or not."""
        hand = scene.last_hand(track.outline_cm)
        if self._over or hand is None or hand[1] < track.last_s:
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

    def _piles(self, scene: Scene, book: TrackBook) -> Iterable[TableEvent]:
        for zone in self._layout.of(ZoneKind.PILE):
            backs = [t for t in book.backs if t.zone is zone]
            for back in backs:
                back.counted = back.counted or self._is_ready(scene, back)
            book.forget([t for t in backs if t.gone])
            up = [
                t for t in book.cards if t.zone is zone and not t.gone and t.looks >= self._s.track.min_looks
            ]
            still = [t for t in up if scene.still_s(t.outline_cm) >= self._s.act.turned_s]
            if self._over:
                seen = frozenset(t.card for t in still)
                if still and len(still) == len(up) and seen != self._spread.get(zone.seat or ""):
                    self._spread[zone.seat or ""] = seen
                    yield PileSpread(
                        seat=zone.seat or "",
                        cards=tuple(t.belief() for t in still),
                        unread=0,
                        at_s=scene.at_s,
                    )
                continue
            news = [t for t in still if not t.counted]
            for track in news:
                track.counted = True
            foreign = [t for t in news if t.card not in self._swept]
            if foreign:
                hand = scene.last_hand(foreign[0].outline_cm)
                yield CardsTurned(
                    seat=hand[0] if hand is not None else None,
                    cards=tuple(t.belief() for t in foreign),
                    place=Place.PILE,
                    owner=zone.seat,
                    at_s=max(t.still_at_s for t in foreign),
                    confidence=0.9,
                )

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
        return TableState.READ if self._acts else TableState.READY

    def end(self, at_s: float) -> tuple[TableEvent, ...]:
        """The recording is over."""
        return (DealEnded(at_s=at_s),) if self._deal_running else ()


def _around(track: Track, by_cm: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The card's outline grown on all sides."""
    centre = track.centre_cm
    spokes = track.outline_cm - centre
    lengths = np.maximum(np.hypot(spokes[:, 0], spokes[:, 1])[:, None], 1e-6)
    return np.asarray(centre + spokes * (1.0 + by_cm * 1.4 / lengths))
