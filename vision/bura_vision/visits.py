"""Hands at the stock: who drew, and how many.

Every time a hand has been at the stock and goes home, the detector looks along its way for backs that are
on the move. Seen ones make a draw; a hand that was looked at often enough without one has drawn nothing; a
hand that was too fast, or hid what it held, makes a draw of low confidence, which the referee may not
accuse anybody upon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from bura.table import CardsDrawn, Seat, ZoneKind
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Layout, Points
from bura_vision.scene import Hand, Scene, bounds_of, grow
from bura_vision.seen import Box, Glance, SeenCard
from bura_vision.seen_back import SeenBack
from bura_vision.settings import ActSettings
from bura_vision.shapes import grown
from bura_vision.track import BackTrack
from bura_vision.tracks import TrackBook


@dataclass(eq=False)
class Reach:
    """One hand that has been at the stock and is not home yet."""

    seat: Seat
    at_s: float
    """when it got there"""
    tip_cm: Points
    """where its tip is"""
    left_s: float | None = None
    """when it left the stock; None while it is there"""
    stock_depth_cm: float = 0.0
    """how far from its edge it was at the stock, at most"""
    looks: int = 0
    """readings of it on its way home"""
    carried: list[int] = field(default_factory=list)
    """backs seen on the move, one number a reading that saw any"""
    going: list[float] = field(default_factory=list)
    """how much of the going hand looked like a back, in cards, one number a picture"""
    trumps: int = 0
    """readings that saw the turned trump in it"""
    passing: bool = False
    """it came from the play zone with the trick in its hand: what it carries is not from the stock"""
    stirred_s: float = 0.0
    """when the hand moved last"""
    far: bool = False
    """it has gone far enough from the stock to be on its way"""


class StockWatch:
    """Follows the hands that come to the stock."""

    def __init__(self, layout: Layout, settings: ActSettings | None = None) -> None:
        self._layout = layout
        self._s = settings or ActSettings()
        self._reaches: dict[Seat, Reach] = {}
        self._deepest: dict[Seat, float] = {}
        self._gathered_s: dict[Seat, float] = {}
        self._there_s: dict[Seat, float] = {}
        #: where something at the stock looks like a back in the newest glance, but too faintly to be known as one
        self._faint: Points | None = None
        zone = layout.of(ZoneKind.STOCK)[0]
        x, y = zone.centre_cm
        half_w, half_h = CARD_WIDTH_CM / 2.0, CARD_HEIGHT_CM / 2.0
        self._stock: Points = np.array(
            [
                [x - half_w, y - half_h],
                [x + half_w, y - half_h],
                [x + half_w, y + half_h],
                [x - half_w, y + half_h],
            ]
        )

    @property
    def stock_cm(self) -> Points:
        """(4, 2) where the stock's cards lie."""
        return self._stock

    @property
    def busy(self) -> bool:
        """Is a hand at the stock or on its way from it?"""
        return bool(self._reaches)

    @property
    def pending_s(self) -> float | None:
        """Since when a hand is at the stock or on its way from it; None when none is."""
        return min((reach.at_s for reach in self._reaches.values()), default=None)

    def follow(self, scene: Scene) -> tuple[Box, ...]:
        """Where the detector should look now for backs on the move."""
        boxes = []
        for hand in scene.hands:
            reach = self._reaches.get(hand.seat)
            if reach is not None and (reach.left_s is not None or self._draws_back(reach, hand)):
                x, y = hand.tip_cm
                near = (x - 15.0, y - 15.0, x + 15.0, y + 15.0)
                hx0, hy0, hx1, hy1 = grow(hand.bounds_cm, 3.0)
                box = (max(near[0], hx0), max(near[1], hy0), min(near[2], hx1), min(near[3], hy1))
                if box[2] > box[0] and box[3] > box[1]:
                    boxes.append(box)
        return tuple(boxes)

    def move(self, scene: Scene, book: TrackBook, collecting: bool = False) -> tuple[CardsDrawn, ...]:
        """Take in where the hands are; answers the draws that are complete now.

        :param collecting: a full trick lies on the table, or is being gathered.
        """
        self._locate(book)
        if collecting:
            for gathering in scene.hands:
                if self._layout.play.contains(gathering.tip_cm):
                    self._gathered_s[gathering.seat] = scene.at_s
        hands = {hand.seat: hand for hand in scene.hands}
        drawn: list[CardsDrawn] = []
        for seat in self._layout.seats:
            hand = hands.get(seat)
            if hand is None:
                self._drop_thing(scene, seat)
                drawn.extend(self._end(scene, seat))
                self._deepest[seat] = 0.0
                if scene.at_s - self._there_s.get(seat, -1e6) > self._s.absent_s:
                    self._gathered_s.pop(seat, None)  # it went home: what it gathered is on its pile
                continue
            self._drop_thing(scene, seat, hand)
            self._there_s[seat] = scene.at_s
            self._deepest[seat] = max(self._deepest.get(seat, 0.0), self._depth(hand))
            if self._touches(scene, hand):
                drawn.extend(self._at_stock(scene, hand, book))
            elif seat in self._reaches:
                drawn.extend(self._away(scene, hand, self._reaches[seat], book))
            else:
                # what a hand shows before it comes to the stock is skin and sleeve; the scene remembers it
                scene.back_cards(seat, coming=True)
            if seat in self._reaches:
                self._reaches[seat].tip_cm = hand.tip_cm
                if hand.moving:
                    self._reaches[seat].stirred_s = scene.at_s
        return tuple(drawn)

    def _drop_thing(self, scene: Scene, seat: Seat, hand: Hand | None = None) -> None:
        """What stood still at the stock until it was no hand any more is a thing that was put down there.

        :param hand: the seat's hand now; one that is far away all at once is another thing than what stood there.
        """
        reach = self._reaches.get(seat)
        if reach is None or scene.at_s - reach.stirred_s <= self._s.thing_s:
            return
        if hand is None or float(np.hypot(*(hand.tip_cm - reach.tip_cm))) > self._s.far_cm:
            del self._reaches[seat]

    def _at_stock(self, scene: Scene, hand: Hand, book: TrackBook) -> tuple[CardsDrawn, ...]:
        """The hand's tip is at the stock."""
        seat = hand.seat
        reach = self._reaches.get(seat)
        drawn: tuple[CardsDrawn, ...] = ()
        if reach is not None and reach.far:  # back again before it was home: one draw is done, another begins
            drawn = self._end(scene, seat)
            reach = None
        if reach is None:
            reach = Reach(seat, scene.at_s, hand.tip_cm, stirred_s=scene.at_s)
            reach.passing = scene.at_s - self._gathered_s.get(seat, -1e6) < self._s.passing_s
            self._reaches[seat] = reach
        reach.left_s = None
        reach.stock_depth_cm = max(reach.stock_depth_cm, self._depth(hand))
        if self._draws_back(reach, hand):
            self._note(scene, hand, reach, book)
        return drawn

    def _away(self, scene: Scene, hand: Hand, reach: Reach, book: TrackBook) -> tuple[CardsDrawn, ...]:
        """The hand has been at the stock and is somewhere else now."""
        depth = self._depth(hand)
        if depth > reach.stock_depth_cm + self._s.beyond_cm:
            del self._reaches[hand.seat]  # it only passed over the stock, on its way in
            return ()
        if reach.left_s is None:
            reach.left_s = scene.at_s
        if self._s.home_cm < depth <= reach.stock_depth_cm:
            self._note(scene, hand, reach, book)
        distance = float(np.hypot(*(hand.tip_cm - self._stock.mean(axis=0))))
        reach.far = reach.far or (distance > self._s.far_cm and depth <= reach.stock_depth_cm)
        if depth <= self._s.home_cm or scene.at_s - reach.left_s > self._s.follow_most_s:
            return self._end(scene, hand.seat)
        return ()

    def _note(self, scene: Scene, hand: Hand, reach: Reach, book: TrackBook) -> None:
        """Note how much of a going hand looks like a back.

        A pile that was gathered just now is no part of the settled table yet and hangs together with the hand.
        """
        piles = [
            grown(t.outline_cm, self._s.beside_cm)
            for t in book.backs
            if t.kind is ZoneKind.PILE and not t.gone and t.first_s < reach.at_s
        ]
        shown = scene.back_cards(hand.seat, coming=False, without=piles)
        if shown is not None:
            reach.going.append(shown)

    def look(self, scene: Scene, glance: Glance, book: TrackBook) -> None:
        """Take in what a glance shows of the stock and of the hands on their way."""
        self._faint = None
        if not scene.hands and self.back(book) is None:
            zones = self._layout.of(ZoneKind.STOCK)
            whole = [b for b in glance.backs if abs(b.area_share - 1.0) <= self._s.alike_size]
            faint = [b for b in whole if any(zone.contains(b.centre_cm) for zone in zones)]
            if faint:
                self._faint = max(faint, key=lambda b: b.score).outline_cm
        for hand in scene.hands:
            reach = self._reaches.get(hand.seat)
            if reach is None or not (reach.left_s is not None or self._draws_back(reach, hand)):
                continue
            if not glance.looked_at(hand.tip_cm[None, :]):
                continue
            reach.looks += 1
            on_the_way = [back for back in glance.backs if self._is_carried(scene, back, hand, reach, book)]
            if on_the_way:
                reach.carried.append(_count_apart(on_the_way))
            trumps = {t.card for t in book.cards if t.kind in (ZoneKind.STOCK, ZoneKind.TRUMP) and t.counted}
            reach.trumps += any(
                card.best in trumps and self._is_in_hand(scene, card, hand) for card in glance.cards
            )

    def _draws_back(self, reach: Reach, hand: Hand) -> bool:
        """Has a hand that is still over the stock begun to go home?"""
        return reach.stock_depth_cm - self._depth(hand) > self._s.leave_cm

    def back(self, book: TrackBook) -> BackTrack | None:
        """The stock's topmost back, when it is known."""
        backs = [t for t in book.backs if t.kind is ZoneKind.STOCK and not t.gone]
        return max(backs, key=lambda t: t.looks, default=None)

    def how_backs_look(self, book: TrackBook) -> Points | None:
        """(4, 2) where the settled table shows a back: the stock's topmost one, or, just now, what may be one there.

        None when it shows none. What was only suspected is not remembered: the last card may have been drawn since, and
        the bare table would be taken for the backs.
        """
        back = self.back(book)
        return self._faint if back is None else back.outline_cm

    def _locate(self, book: TrackBook) -> None:
        """Keep in mind where the stock's backs lie."""
        back = self.back(book)
        if back is not None:
            self._stock = self._stock + (back.centre_cm - self._stock.mean(axis=0))

    def _touches(self, scene: Scene, hand: Hand) -> bool:
        """Is the hand's tip at the stock's cards? An arm that passes over them on its way is not enough."""
        if scene.covered(self._stock, hand.seat) < 0.04:
            return False
        x0, y0, x1, y1 = grow(bounds_of(self._stock), self._s.reach_cm + 3.0)
        x, y = hand.tip_cm
        return bool(x0 <= x <= x1 and y0 <= y <= y1)

    def _depth(self, hand: Hand) -> float:
        """How far the hand's tip is from its own edge, centimetres."""
        return self._layout.depth_cm(hand.seat, hand.tip_cm)

    def _near_stock(self, point_cm: Points) -> bool:
        return float(np.hypot(*(self._stock.mean(axis=0) - point_cm))) < self._s.carried_cm + 3.0

    def _is_in_hand(self, scene: Scene, card: SeenCard, hand: Hand) -> bool:
        """Is a face-up card, whichever way up it is, away from the stock and under the hand?"""
        other = card.turned()
        ways = (card,) if other is None else (card, other)
        x0, y0, x1, y1 = grow(hand.bounds_cm, 2.0)
        return all(
            not self._near_stock(way.centre_cm)
            and x0 <= way.centre_cm[0] <= x1
            and y0 <= way.centre_cm[1] <= y1
            and scene.covered(way.outline_cm, hand.seat) > 0.2
            for way in ways
        )

    def _is_carried(self, scene: Scene, back: SeenBack, hand: Hand, reach: Reach, book: TrackBook) -> bool:
        centre = back.centre_cm
        x0, y0, x1, y1 = grow(hand.bounds_cm, 2.0)
        if not (x0 <= centre[0] <= x1 and y0 <= centre[1] <= y1):
            return False
        if float(np.hypot(*(self._stock.mean(axis=0) - centre))) < self._s.carried_cm:
            return False
        # what was there before he reached for the stock is not in his hand, were it seen but once: the pile of a trick
        # that he gathered just now
        lying = [t for t in book.backs if not t.gone and (t.looks > 1 or t.first_s < reach.at_s)]
        if any(t.is_at(centre, self._s.carried_cm) for t in lying):
            return False
        return scene.covered(back.outline_cm, hand.seat) > 0.2

    def _end(self, scene: Scene, seat: Seat) -> tuple[CardsDrawn, ...]:
        """The hand is home (or away again): what did it draw?"""
        reach = self._reaches.pop(seat, None)
        if reach is None or reach.passing:
            return ()
        turned_round = self._deepest.get(seat, 0.0) <= reach.stock_depth_cm + self._s.beyond_cm
        held = sum(share >= self._s.held_share for share in reach.going)
        watched = len(reach.going) >= self._s.held_looks or (bool(reach.going) and reach.looks > 0)
        empty = watched and max(reach.going) <= self._s.empty_share
        count = 1
        if sum(n >= 2 for n in reach.carried) >= 2:
            count = 2
        plainly = held >= self._s.held_looks or max(reach.going, default=0.0) >= self._s.plain_share
        if reach.trumps >= 2 or len(reach.carried) >= 2 or plainly or (reach.carried and held):
            seen = self._s.draw_seen
        elif reach.carried or held or reach.trumps:
            seen = self._s.draw_glimpsed
        elif turned_round and not empty and reach.looks < self._s.carried_looks:
            seen = self._s.draw_guessed
        else:
            return ()
        # a hand may be long on its way home; the card left the stock when the hand did, and that is what turns go by
        at_s = scene.at_s if reach.left_s is None else reach.left_s
        return (CardsDrawn(seat=seat, count=count, at_s=at_s, confidence=seen),)


def _count_apart(backs: Sequence[SeenBack]) -> int:
    """How many of these are different cards (a fan of two shows two middles)."""
    middles: list[Points] = []
    for back in sorted(backs, key=lambda b: -b.score):
        if all(float(np.hypot(*(back.centre_cm - other))) > 1.5 for other in middles):
            middles.append(back.centre_cm)
    return len(middles)
