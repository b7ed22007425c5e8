"""Cards that lie face up on a pile: turned while the deal runs, fanned to be counted once it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bura.cards import Card
from bura.table import CardsTurned, PileSpread, Place, Seat, TableEvent, ZoneKind
from bura_vision.layout import Layout, Zone
from bura_vision.ready import is_ready
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box
from bura_vision.settings import WatchSettings
from bura_vision.track import BackTrack, CardTrack
from bura_vision.tracks import TrackBook
from bura_vision.trick import Taken, Trick


class Piles:
    """Watches the zones of the piles.

    :param trick: the running trick: its cards may come to a pile before they are told taken.
    :param taken: the last trick's cards, which may lie face up on a pile until they are turned over.
    """

    def __init__(self, layout: Layout, settings: WatchSettings, trick: Trick, taken: Taken) -> None:
        self._layout = layout
        self._s = settings
        self._trick = trick
        self._taken = taken
        #: what was told of each seat's pile, fanned after the deal
        self._told: dict[Seat, frozenset[Card]] = {}
        #: piles that were seen lying face down, left by every hand, since the last trick was gathered
        self._closed: set[Seat | None] = set()
        #: how many tricks had been taken when they were
        self._tricks = 0
        #: cards that lie face up on a closed pile, by number, too shortly yet to be told turned
        self._brief: dict[int, CardTrack] = {}
        #: how often each pile was looked at under the hand that is there now, and when last
        self._looks: dict[Seat | None, tuple[int, float]] = {}

    def begin_deal(self) -> None:
        """A new deal has begun: no pile has been fanned."""
        self._told.clear()
        self._closed.clear()
        self._brief.clear()

    def due(self, scene: Scene, book: TrackBook) -> tuple[Box, ...]:
        """Where to look now: at the closed piles over which a hand rests. Who looks into one may do so for a moment."""
        boxes = []
        for zone in self._layout.of(ZoneKind.PILE):
            if zone.seat not in self._closed or scene.covered(zone.polygon_cm) <= 0.0:
                self._looks.pop(zone.seat, None)  # while a trick comes to it nothing is to be told of it
                continue
            looks, last_s = self._looks.get(zone.seat, (0, -1e6))
            if looks >= self._s.glance.most or scene.at_s - last_s < self._s.glance.every_s:
                continue
            backs = [t for t in book.backs if t.zone is zone and t.counted and not t.gone]
            if any(scene.still_s(t.outline_cm) >= self._s.glance.settle_s for t in backs):
                self._looks[zone.seat] = (looks + 1, scene.at_s)
                boxes.append(bounds_of(zone.polygon_cm))
        return tuple(boxes)

    def update(
        self, scene: Scene, book: TrackBook, over: bool, gathering: bool = False
    ) -> Iterable[TableEvent]:
        """What has come to lie face up on the piles.

        :param over: the deal has ended.
        :param gathering: the trick is being gathered, or may be at any moment.
        """
        if gathering or self._tricks != self._taken.tricks:
            self._tricks = self._taken.tricks
            self._closed.clear()
        for zone in self._layout.of(ZoneKind.PILE):
            backs = [t for t in book.backs if t.zone is zone]
            for back in backs:
                back.counted = back.counted or is_ready(scene, back, self._s)
            book.forget([t for t in backs if t.gone])
            here = [t for t in book.cards if t.zone is zone and not t.gone]
            up = [t for t in here if t.looks >= self._s.track.min_looks]
            if over:
                yield from self._fanned(scene, zone, up)
                continue
            if (
                not gathering
                and zone.seat not in self._closed
                and not here
                and self._closes(scene, zone, backs)
            ):
                self._closed.add(zone.seat)
            yield from self._turned(scene, book, zone, up)

    def _closes(self, scene: Scene, zone: Zone, backs: Sequence[BackTrack]) -> bool:
        """Does the pile lie face down, as the settled table shows it, and no hand is there any more?"""
        return (
            any(t.counted and not t.gone for t in backs)
            and scene.covered(zone.polygon_cm) <= 0.0
            and scene.still_s(zone.polygon_cm) >= self._s.glance.settle_s
            and scene.changed(zone.polygon_cm) <= self._s.track.same_share
        )

    def _fanned(self, scene: Scene, zone: Zone, up: Sequence[CardTrack]) -> Iterable[TableEvent]:
        """The pile lies fanned once the deal is over."""
        still = [t for t in up if scene.still_s(t.outline_cm) >= self._s.act.turned_s]
        seen = frozenset(t.card for t in still)
        if still and len(still) == len(up) and seen != self._told.get(zone.seat or ""):
            self._told[zone.seat or ""] = seen
            yield PileSpread(
                seat=zone.seat or "",
                cards=tuple(t.belief() for t in still),
                unread=0,
                at_s=scene.at_s,
            )

    def _turned(
        self, scene: Scene, book: TrackBook, zone: Zone, up: Sequence[CardTrack]
    ) -> Iterable[TableEvent]:
        """Cards of the pile lie face up while the deal runs, or did so for a moment."""
        closed = zone.seat in self._closed
        fresh = [t for t in up if not t.counted]
        long = [t for t in fresh if scene.still_s(t.outline_cm) >= self._s.act.turned_s]
        for track in long:
            track.counted = True
            self._brief.pop(track.number, None)
        foreign = [t for t in long if self._foreign(t)]
        if foreign:
            yield self._event(scene, zone, foreign, self._s.act.turned_pile)
        elif long and closed:
            yield self._event(scene, zone, long, self._s.act.turned_guessed)
        glimpsed = [t for t in fresh if scene.still_s(t.outline_cm) >= self._s.act.glimpsed_s]
        ended = [t for t in self._brief.values() if t.zone is zone and t not in glimpsed]
        for track in ended:
            del self._brief[track.number]
        ended = [t for t in ended if not t.counted]
        if ended:
            for track in ended:
                track.counted = True
            yield self._event(scene, zone, ended, self._s.act.turned_guessed)
        if closed:
            self._brief.update((t.number, t) for t in glimpsed if not t.counted)
        # turned down again: the next time it lies face up is another time
        laid = self._trick.tracks
        book.forget([t for t in book.cards if t.zone is zone and t.gone and t not in laid])

    def _event(self, scene: Scene, zone: Zone, tracks: Sequence[CardTrack], sure: float) -> CardsTurned:
        """These cards of a pile were turned up.

        :param sure: its confidence.
        """
        hand = scene.last_hand(tracks[0].outline_cm)
        return CardsTurned(
            seat=hand[0] if hand is not None else None,
            cards=tuple(t.belief() for t in tracks),
            place=Place.PILE,
            owner=zone.seat,
            at_s=max(t.still_at_s for t in tracks),
            confidence=sure,
        )

    def _foreign(self, track: CardTrack) -> bool:
        """Is it surely none of the trick that lies, or was gathered last, and may come to the pile face up?"""
        laid = {t.card for t in self._trick.tracks if isinstance(t, CardTrack)}
        return (
            sum(float(track.probs[card.index]) for card in laid | self._taken.latest)
            < self._s.act.foreign_share
        )
