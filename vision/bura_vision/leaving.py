"""Cards that leave the play zone: tricks that are swept, cards that are taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bura.table import CardsTaken, CardsTakenBack, Seat, TableEvent, ZoneKind
from bura_vision.layout import Layout, Points
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box
from bura_vision.settings import ActSettings
from bura_vision.track import CardTrack, Track
from bura_vision.tracks import TrackBook
from bura_vision.trick import Taken, Trick


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


class Leaving:
    """Tells what has become of the running trick's cards that are no longer there.

    :param trick: the running trick; cards that are told gone are taken out of it.
    :param taken: where the cards of a trick that is told gone are noted.
    """

    def __init__(self, layout: Layout, settings: ActSettings, trick: Trick, taken: Taken) -> None:
        self._layout = layout
        self._s = settings
        self._trick = trick
        self._taken = taken
        self._sweep: _Sweep | None = None
        #: when some of the cards, but not all of them, were found gone
        self._partial_s: float | None = None
        #: (every seat has laid, its owner's hand was there) when a card was first found gone
        self._partial_how = (False, False)
        #: when each seat's hand was in the play zone last
        self._at_play: dict[Seat, float] = {}
        #: when each seat's pile looked otherwise last, with no hand on it
        self._grown: dict[Seat, float] = {}
        #: when cards left the play zone last, and where they lay
        self._left: tuple[float, tuple[Points, ...]] = (-1e6, ())

    @property
    def swept(self) -> bool:
        """Is all of the trick gone and not yet on a pile?"""
        return self._sweep is not None

    @property
    def under_way(self) -> bool:
        """Is the trick being gathered, or gone and not yet on a pile?"""
        return self._sweep is not None or self._partial_s is not None

    @property
    def pending_s(self) -> float | None:
        """Since when cards are gone of which nothing is told yet; None when none are."""
        times = [self._partial_s, self._sweep.began_s if self._sweep is not None else None]
        return min((t for t in times if t is not None), default=None)

    def end_deal(self) -> None:
        """The deal is over: what leaves now is nobody's act."""
        self._sweep = self._partial_s = None

    def move(self, scene: Scene) -> None:
        """Note whose hands are in the play zone, and which piles have grown; call in every moment."""
        for hand in scene.hands:
            if self._layout.play.contains(hand.tip_cm):
                self._at_play[hand.seat] = scene.at_s
        if self._sweep is None:
            return
        for zone in self._layout.of(ZoneKind.PILE):
            covered = scene.covered(zone.polygon_cm)
            grown = scene.changed(zone.polygon_cm) - covered > self._s.pile_grown
            if zone.seat is not None and covered <= 2.0 * self._s.pile_busy and grown:
                self._grown[zone.seat] = scene.at_s

    def update(self, scene: Scene, book: TrackBook, more_ready: bool) -> Iterable[TableEvent]:
        """What the cards that are gone by now mean.

        :param more_ready: cards of another act wait to be told.
        """
        tracks, left = self._trick.tracks, self._trick.left
        if not left:
            self._sweep = self._partial_s = None
            return
        full = self._trick.full
        if len(left) == len(tracks) and (full or not more_ready):
            self._partial_s = None
            yield from self._swept_all(scene, book, tracks, more_ready)
            return
        self._sweep = None
        own = all(self._by_own_hand(scene, t) for t in left)
        if self._partial_s is None or (full, own) != self._partial_how:
            # the last reply, or a hand that comes to it, begins anew what may be a trick being gathered
            self._partial_s, self._partial_how = scene.at_s, (full, own)
        if not more_ready and scene.covered(self._layout.play.polygon_cm) > 0.01:
            return
        if full and self._rest_is_gone(scene, [t for t in tracks if t not in left]):
            yield from self._swept_all(scene, book, tracks, more_ready)
            return
        if full and not own:
            return  # nobody took it: it lies covered or is not read, and goes with the trick
        under = any(book.partly_under(t) for t in left)
        patience = self._s.unexplained_s if not own else self._s.partial_s if full or under else 0.3
        if (own and more_ready and not under) or scene.at_s - self._partial_s >= patience:
            self._partial_s = None
            yield from self._taken_back(scene, book, left)

    def comes_anew(self, track: Track) -> bool:
        """Does it come to the play zone, and not from the trick that is being turned over or pushed together there?"""
        if not self._trick.full or isinstance(track, CardTrack):
            return True
        lying = [t for t in self._trick.tracks if not t.gone and t.kind is ZoneKind.PLAY]
        return bool(lying) and not any(t.missed for t in lying)

    def left_cm(self, at_s: float) -> tuple[Points, ...]:
        """(4, 2) places that cards of the play zone have left shortly before."""
        left_s, places = self._left
        outlines = [track.outline_cm for track in self._trick.left]
        return (*outlines, *(places if at_s - left_s <= self._s.unread_s else ()))

    def rest_cm(self, scene: Scene) -> tuple[Box, ...]:
        """Where the rest of a trick lies of which cards have just gone: it may be gone as well."""
        since_s = self._partial_s
        if since_s is None or not self._trick.full or scene.at_s - since_s > 2.0 * self._s.recount_s:
            return ()
        if scene.covered(self._layout.play.polygon_cm) > 0.0:
            return ()
        rest = [t for t in self._trick.tracks if not t.gone and t.last_s < since_s]
        return tuple(bounds_of(t.outline_cm) for t in rest)

    def _rest_is_gone(self, scene: Scene, rest: Sequence[Track]) -> bool:
        """A trick of which cards are gone: has the rest not been seen since, while a hand was over a pile?"""
        since_s = self._partial_s
        if since_s is None or scene.at_s - since_s < self._s.recount_s:
            return False
        hands = [scene.last_hand(zone.polygon_cm, 0.12) for zone in self._layout.of(ZoneKind.PILE)]
        return any(h is not None and h[1] > since_s - self._s.recount_s for h in hands) and all(
            t.last_s < since_s and scene.covered(t.outline_cm) <= 0.05 for t in rest
        )

    def _by_own_hand(self, scene: Scene, track: Track) -> bool:
        """Did its owner's hand come back to a card since it was seen last? Nobody else takes it back."""
        act = self._trick.act_of(track)
        hand = scene.last_hand(track.outline_cm, 0.25)
        if act is None or hand is None:
            return False
        return hand[0] == act.seat and hand[1] >= track.last_s and hand[1] > act.told_s

    def _swept_all(
        self, scene: Scene, book: TrackBook, tracks: Sequence[Track], more_ready: bool
    ) -> Iterable[TableEvent]:
        """All cards are gone: to whose pile, once that is known; of a trick that was not full they were taken back."""
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
                # a thing that rests there, since no hand has moved, is no hand that lays a trick down
                there = scene.at_s - hand[1] < self._s.pile_left_s
                busy = there and scene.covered(zone.polygon_cm) > self._s.pile_busy
                piles.append((hand[1], zone.seat, hand[0], busy))
        waited = scene.at_s - sweep.noticed_s
        if piles:
            at_s, seat, whose, busy = max(piles, key=lambda pile: pile[0])
            if busy and waited < self._s.partial_s and not more_ready:
                return
            # a hand over a pile need not have brought the trick there: another's may still carry it
            others = any(when > sweep.began_s for who, when in self._at_play.items() if who != seat)
            plain = sweep.seats == {seat} and whose == seat and not others
            if seat not in sweep.seats and waited < self._s.sweep_wait_s / 2.0 and not more_ready:
                return
            if not plain:
                grown = [seat for seat, when in self._grown.items() if when > sweep.began_s]
                if not grown and waited < self._s.sweep_wait_s and not more_ready:
                    return  # which of the piles grows will tell
                seat = grown[0] if len(grown) == 1 else seat
            sure = self._s.pile_seen if plain else self._s.pile_guessed
            yield from self._took(book, tracks, CardsTaken(seat=seat, at_s=at_s, confidence=sure))
            return
        if waited < self._s.sweep_wait_s and not more_ready:
            return
        if self._trick.full:
            yield from self._took(book, tracks, CardsTaken(seat=sweep.seat, at_s=scene.at_s, confidence=0.8))
        else:
            self._sweep = None
            yield from self._taken_back(scene, book, tracks)

    def _took(self, book: TrackBook, tracks: Sequence[Track], event: CardsTaken) -> Iterable[TableEvent]:
        """The trick is on a pile: forget its cards and say so."""
        self._taken.note(tracks, event.seat)
        self._trick.acts.clear()
        self._left = (event.at_s, tuple(t.outline_cm for t in tracks))
        self._sweep = None
        book.forget(t for t in tracks if t.gone)
        yield event

    def replaced(self, scene: Scene, book: TrackBook, new: CardTrack) -> Iterable[TableEvent]:
        """A card lies in the very place of one that the same seat had laid, and nothing of that one is seen.

        It was exchanged; or it was laid squarely upon the other: the table is asked to check. Who has not yet answered
        every led card lays another on his own.
        """
        laid: dict[Seat | None, int] = {}
        for act in self._trick.acts:
            laid[act.seat] = laid.get(act.seat, 0) + len(act.tracks)
        if new.seat is None or laid.get(new.seat, 0) < next(iter(laid.values()), 0):
            return ()
        old = [
            track
            for act in self._trick.acts
            if act.seat == new.seat and act.told_s <= new.first_s
            for track in act.cards
            if track.last_s < new.first_s and track.is_at(new.centre_cm, self._s.replaced_cm)
        ]
        return self._taken_back(scene, book, old, sure=False)

    def _taken_back(
        self, scene: Scene, book: TrackBook, tracks: Sequence[Track], sure: bool = True
    ) -> Iterable[TableEvent]:
        """These cards went back to the hands that laid them.

        :param sure: False where they may as well lie there unseen.
        """
        for act in list(self._trick.acts):
            cards = [t for t in act.cards if t in tracks]
            backs = [t for t in act.backs if t in tracks]
            if not cards and not backs:
                continue
            self._left = (scene.at_s, tuple(t.outline_cm for t in (*cards, *backs)))
            seen = sure and all(self._by_own_hand(scene, t) for t in (*cards, *backs))
            act.cards = [t for t in act.cards if t not in cards]
            act.backs = [t for t in act.backs if t not in backs]
            if not act.tracks:
                self._trick.acts.remove(act)
            yield CardsTakenBack(
                seat=act.seat,
                cards=tuple(t.belief() for t in cards),
                face_down=len(backs),
                at_s=scene.at_s,
                confidence=self._s.back_seen if seen else self._s.back_guessed,
            )
        book.forget(tracks)
