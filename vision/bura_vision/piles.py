"""Cards that lie face up on a pile: turned while the deal runs, fanned to be counted once it is over."""

from __future__ import annotations

from collections.abc import Iterable

from bura.cards import Card
from bura.table import CardsTurned, PileSpread, Place, Seat, TableEvent, ZoneKind
from bura_vision.layout import Layout
from bura_vision.ready import is_ready
from bura_vision.scene import Scene
from bura_vision.settings import WatchSettings
from bura_vision.tracks import TrackBook
from bura_vision.trick import Taken


class Piles:
    """Watches the zones of the piles.

    :param taken: the last trick's cards, which may lie face up on a pile until they are turned over.
    """

    def __init__(self, layout: Layout, settings: WatchSettings, taken: Taken) -> None:
        self._layout = layout
        self._s = settings
        self._taken = taken
        #: what was told of each seat's pile, fanned after the deal
        self._told: dict[Seat, frozenset[Card]] = {}

    def begin_deal(self) -> None:
        """A new deal has begun: no pile has been fanned."""
        self._told.clear()

    def update(self, scene: Scene, book: TrackBook, over: bool) -> Iterable[TableEvent]:
        """What has come to lie face up on the piles.

        :param over: the deal has ended.
        """
        for zone in self._layout.of(ZoneKind.PILE):
            backs = [t for t in book.backs if t.zone is zone]
            for back in backs:
                back.counted = back.counted or is_ready(scene, back, self._s)
            book.forget([t for t in backs if t.gone])
            up = [
                t for t in book.cards if t.zone is zone and not t.gone and t.looks >= self._s.track.min_looks
            ]
            still = [t for t in up if scene.still_s(t.outline_cm) >= self._s.act.turned_s]
            if over:
                seen = frozenset(t.card for t in still)
                if still and len(still) == len(up) and seen != self._told.get(zone.seat or ""):
                    self._told[zone.seat or ""] = seen
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
            foreign = [t for t in news if t.card not in self._taken.latest]
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
