"""What moves and what has changed: the hand gate and the measure of stillness.

An eye (`bura_vision.eye`) compares every picture with two others: the one before (what *moves*) and the last settled
table (what has *changed*). A changed thing that reaches the table's edge is a hand (`bura_vision.hand_gate`).
Everything is kept as small maps (about 320 x 180), so a still table costs little more than decoding it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.table import Seat
from bura_vision.eye import Eye, Map, Mask, PixelEye, inside
from bura_vision.hand_gate import KERNEL, NEVER, HandGate
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, View
from bura_vision.resting import Resting
from bura_vision.scene import Hand
from bura_vision.seen_back import SeenBack, two_backs
from bura_vision.settings import MotionSettings
from bura_vision.source import Image


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that looks different from the settled table."""

    number: int
    """its label in this picture"""
    bounds_cm: tuple[float, float, float, float]
    """x0, y0, x1, y1"""
    still_s: float
    """for how long it has not moved"""
    hand: bool
    """a hand, or joined to one"""


class Motion:
    """Compares each picture with the last and with the settled table.

    :param view: the layout for pictures of the size that will be given to `update`.
    :param eye: compares the pictures; None for one that looks at their pixels.
    """

    def __init__(self, view: View, settings: MotionSettings | None = None, eye: Eye | None = None) -> None:
        self._s = settings or MotionSettings()
        self._view = view
        self._eye: Eye = eye if eye is not None else PixelEye(view, self._s)
        self._places: dict[bytes, tuple[tuple[slice, slice], NDArray[np.bool_]] | None] = {}
        w, h = view.layout.size_cm
        table = self._raster(np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))
        self._table = table > 0
        self._table_px = max(1, int(np.count_nonzero(self._table)))
        self._gate = HandGate(view, self._eye.size, self._eye.shrink, table, self._s)
        shape = table.shape
        self._moved_at: Map = np.full(shape, NEVER, np.float32)
        self._changed: Mask = np.zeros(shape, np.uint8)
        self._labels: NDArray[np.int32] = np.zeros(shape, np.int32)
        self._stats: NDArray[np.int32] = np.zeros((1, 5), np.int32)
        self._rests = Resting(view.layout.seats, table.shape, self._s)
        self._covers: dict[Seat, Mask] = {}
        self._at_s = NEVER
        self._moved_s = NEVER
        self._unsettled = False

    @property
    def small(self) -> Image | None:
        """(h, w, 3) the newest picture that was compared, shrunk; None before the first."""
        return self._eye.small

    def update(self, image: Image, at_s: float) -> MapScene | None:
        """Compare one picture; None when it comes too soon after the last one to be worth comparing.

        :param image: (H, W, 3) uint8 BGR of the view's size.
        """
        if at_s - self._at_s < self._s.every_s:
            return None
        self._at_s = at_s
        seen = self._eye.see(image, (self._changed == 0) & self._table)
        if seen is None:
            self._moved_at[:] = at_s
            self._moved_s = at_s
            return MapScene(self, at_s, (), True)
        moving, changed = seen[0] & self._table, seen[1] & self._table
        moves = bool(moving.any())
        touched = moving
        if moves:
            touched = cv2.dilate(moving.view(np.uint8), KERNEL) > 0
            self._moved_at[touched] = at_s
            self._moved_s = at_s
        self._let_creep(changed)
        self._tell_apart(changed.view(np.uint8))
        share = np.count_nonzero(self._changed.view(bool) & self._table) / self._table_px
        self._unsettled = bool(share > self._s.light_share)
        if self._unsettled:
            self._gate.clear()
            self._covers = {}
            if not moves:
                self.absorb_all()
            return MapScene(self, at_s, (), True)
        self._rests.update(self._changed, self._moved_at, at_s, self._eye.small)
        hands = self._gate.find(moving, self._labels, self._stats, at_s, self._rests.anywhere)
        self._lay_to_rest(hands)
        self._covers = {seat: self._gate.now[seat] for seat in self._gate.present}
        for seat, mask in self._rests.now.items():
            self._covers[seat] = np.maximum(self._covers[seat], mask) if seat in self._covers else mask
        self._eye.follow((self._changed == 0) & ~touched)
        return MapScene(self, at_s, hands, False)

    def quiet_for(self, seconds: float) -> bool:
        """Has (nearly) nothing moved on the table for this long?"""
        if self._moved_s <= self._at_s - seconds:
            return True
        lately = (self._moved_at > self._at_s - seconds) & self._table
        return int(np.count_nonzero(lately)) <= 0.005 * self._table_px

    def seen_from(self, view: View) -> Motion:
        """A new beginning for a camera that stands elsewhere; how the backs look is still known."""
        return Motion(view, self._s, self._eye.elsewhere(view))

    def absorb(self, changes: Iterable[Change]) -> None:
        """What these changed things look like now is the settled table there."""
        numbers = [change.number for change in changes]
        if not numbers:
            return
        mask = np.isin(self._labels, numbers).view(np.uint8)
        mask = np.asarray(cv2.dilate(mask, KERNEL), np.uint8)
        for covering in self._covers.values():
            mask &= 1 - covering
        chosen = mask > 0
        self._eye.settle(chosen)
        self._changed[chosen] = 0

    def absorb_all(self) -> None:
        """What everything looks like now is the settled table."""
        self._eye.settle(None)
        self._changed[:] = 0

    def changes(self) -> tuple[Change, ...]:
        """All changed things of this picture."""
        if len(self._stats) < 2:
            return ()
        hand, resting = self._any_hand(), self._rests.anywhere
        found = []
        least = self._s.speck_cm2 * self._gate.per_cm**2
        for number, (x, y, w, h, area) in enumerate(self._stats.tolist()):
            if number == 0 or area < least:
                continue
            box = (slice(y, y + h), slice(x, x + w))
            chosen = self._labels[box] == number
            if resting is not None and np.count_nonzero(chosen & ~resting[box]) < least:
                continue
            still_s = self._at_s - _percentile(self._moved_at[box][chosen], 0.98)
            is_hand = hand is not None and np.count_nonzero(hand[box][chosen]) > 0.3 * area
            found.append(Change(number, self._gate.box_cm(x, y, x + w, y + h), still_s, is_hand))
        return tuple(found)

    def values(self, source: Map | Mask, polygon_cm: Points) -> NDArray[np.float32] | Mask:
        """(n,) the values of a map inside a polygon; empty when it lies outside the picture."""
        place = self._place(polygon_cm)
        if place is None:
            return np.zeros(0, np.float32)
        box, chosen = place
        return source[box][chosen]

    def learn_back(self, outline_cm: Points) -> None:
        """Remember how the backs look, from one that lies settled."""
        middle = outline_cm.mean(axis=0)
        place = self._place(middle + (outline_cm - middle) * 0.8)
        if place is None:
            return
        chosen = np.zeros(self._changed.shape, bool)
        chosen[place[0]] = place[1]
        self._eye.learn_back(chosen)

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        """See `Scene.back_cards`."""
        front = self._gate.front(seat)
        if front is None:
            return 0.0
        for place in without:
            found = self._place(place)
            if found is not None:
                box, chosen = found
                front[box] &= ~chosen
        px = self._eye.back_px(seat, front, coming=coming)
        return None if px is None else px / self._gate.per_cm**2 / (CARD_WIDTH_CM * CARD_HEIGHT_CM)

    def back_patches(self) -> tuple[Points, ...]:
        """Still, changed places of a card's shape in the backs' colours: (4, 2) centimetres each.

        A second opinion beside the detector, which misses backs it was not trained on.
        """
        least = 0.4 * CARD_WIDTH_CM * CARD_HEIGHT_CM * self._gate.per_cm**2
        still = (self._changed > 0) & (self._at_s - self._moved_at > self._s.patch_still_s)
        hand = self._any_hand()
        if hand is not None:
            still &= hand == 0
        near = self._eye.back_like(still) if np.count_nonzero(still) >= least else None
        if near is None or np.count_nonzero(near) < least / 2.0:
            return ()
        closed = cv2.morphologyEx(near.view(np.uint8), cv2.MORPH_CLOSE, KERNEL)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
        patches: list[Points] = []
        for number in range(1, count):
            if stats[number][4] >= least:
                patches.extend(self._backs_at(labels == number))
        return tuple(patches)

    def _backs_at(self, patch: NDArray[np.bool_]) -> Iterable[Points]:
        """The one or two cards, (4, 2) each, whose shape a patch of the backs' colours has."""
        rows, columns = np.nonzero(patch)
        points = self._view.to_cm(np.column_stack([columns + 0.5, rows + 0.5]) / self._eye.shrink)
        rectangle = cv2.minAreaRect(points.astype(np.float32))
        sides = [side + 1.0 / self._gate.per_cm for side in rectangle[1]]
        full = len(rows) / self._gate.per_cm**2 >= self._s.patch_full * float(np.prod(sides))
        two = full and self._are_two_cards(*sides) and self._view.layout.play.contains(rectangle[0])
        if not two and not self._is_card(*sides):
            return ()
        if self._eye.empty_share(patch) >= self._s.patch_empty:
            return ()  # the table itself has these colours, and a card was taken away
        box = SeenBack(np.asarray(cv2.boxPoints(rectangle), np.float64), 1.0)
        return [card.outline_cm for card in (two_backs(box, 1.0) if two else (box,))]

    def _is_card(self, side_cm: float, other_cm: float) -> bool:
        """Has a patch of these sides a card's shape?"""
        short, long = sorted((side_cm, other_cm))
        least, most = -self._s.patch_border_cm - self._s.patch_off_cm, self._s.patch_off_cm
        return least < short - CARD_WIDTH_CM < most and least < long - CARD_HEIGHT_CM < most

    def _are_two_cards(self, side_cm: float, other_cm: float) -> bool:
        """… or the shape of two cards, one of which lies half upon the other, a little turned?"""
        border, off = self._s.patch_border_cm, self._s.patch_off_cm
        return any(
            -border - off < across - fits < 1.5 * off and 1.2 * length < along < 2.0 * length - border
            for across, along in ((side_cm, other_cm), (other_cm, side_cm))
            for fits, length in ((CARD_WIDTH_CM, CARD_HEIGHT_CM), (CARD_HEIGHT_CM, CARD_WIDTH_CM))
        )

    @property
    def moved_at(self) -> Map:
        """(h, w) when each place moved last, seconds."""
        return self._moved_at

    @property
    def hand_at(self) -> dict[Seat, Map]:
        """seat -> (h, w) when its hand was over each place last, seconds."""
        return self._gate.at

    @property
    def hand_now(self) -> dict[Seat, Mask]:
        """seat -> (h, w) 1 where its hand, or a thing that rests, is now; only the seats of which any is."""
        return self._covers

    @property
    def changed_now(self) -> Mask:
        """(h, w) 1 where the table looks different from when it was last settled."""
        return self._changed

    def _let_creep(self, changed: NDArray[np.bool_]) -> None:
        """What looks otherwise although nothing has moved there is light: a sunbeam that wanders, a cloud before it.

        It is the settled table at once, and taken out of ``changed``: left to itself it would grow into a thing that
        reaches the table's edge, as hands do.
        """
        crept = changed & (self._changed == 0) & (self._moved_at < self._at_s - self._s.creep_s)
        if crept.any():
            self._eye.settle(crept, light=True)
            changed &= ~crept

    def _tell_apart(self, changed: Mask) -> None:
        """Number the things that have changed."""
        if not changed.any():  # a still table
            self._changed, self._stats = np.zeros_like(changed), np.zeros((1, 5), np.int32)
            self._labels = np.zeros(changed.shape, np.int32)
            return
        self._changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _BRIDGE), np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(self._changed, connectivity=8)
        self._labels, self._stats = np.asarray(labels, np.int32), np.asarray(stats, np.int32)

    def _lay_to_rest(self, hands: tuple[Hand, ...]) -> None:
        """What has come as a hand and has not moved for long, or has been left by the hand, is a thing that rests."""
        for hand in hands:
            mask = self._gate.now[hand.seat] > 0
            things = [mask & (self._labels == n) for n in np.unique(self._labels[mask]).tolist()]
            still = [self._at_s - _percentile(self._moved_at[thing], 0.98) for thing in things]
            elsewhere = hand.moving and min(still) < self._s.rest_again_s
            least_s = self._s.rest_beside_s if elsewhere else self._s.rest_s
            for thing, still_s in zip(things, still, strict=True):
                if still_s >= least_s:
                    self._rests.add(hand.seat, thing, self._eye.small)

    def _any_hand(self) -> Mask | None:
        """(h, w) 1 where any hand is; None when there is none."""
        masks = list(self.hand_now.values())
        return np.maximum.reduce(masks) if masks else None

    def _place(self, polygon_cm: Points) -> tuple[tuple[slice, slice], NDArray[np.bool_]] | None:
        """Which pixels of a map lie inside a polygon; the same places are asked for again and again."""
        key = polygon_cm.tobytes()
        if key not in self._places:
            if len(self._places) >= _PLACES:
                self._places.clear()
            self._places[key] = inside(self._view.to_px(polygon_cm) * self._eye.shrink, self._eye.size)
        return self._places[key]

    def _raster(self, polygon_cm: Points) -> Mask:
        mask = np.zeros((self._eye.size[1], self._eye.size[0]), np.uint8)
        points = np.round(self._view.to_px(polygon_cm) * self._eye.shrink).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
        return mask


class MapScene:
    """A `bura_vision.scene.Scene` that looks its answers up in the maps of `Motion`."""

    def __init__(self, motion: Motion, at_s: float, hands: tuple[Hand, ...], unsettled: bool) -> None:
        self._motion = motion
        self.at_s = at_s
        self.hands = hands
        self.unsettled = unsettled

    def still_s(self, polygon_cm: Points) -> float:
        values = self._motion.values(self._motion.moved_at, polygon_cm)
        return self.at_s - _percentile(values, 0.95) if len(values) else 0.0

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        masks = self._motion.hand_now
        chosen = masks.values() if seat is None else [mask for who, mask in masks.items() if who == seat]
        shares = [self._motion.values(mask, polygon_cm) for mask in chosen]
        return max((float(v.mean()) for v in shares if len(v)), default=0.0)

    def changed(self, polygon_cm: Points) -> float:
        values = self._motion.values(self._motion.changed_now, polygon_cm)
        return float(values.mean()) if len(values) else 0.0

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        times = {
            seat: _percentile(values, 1.0 - share)
            for seat, at in self._motion.hand_at.items()
            if len(values := self._motion.values(at, polygon_cm))
        }
        seat = max(times, key=lambda s: times[s], default=None)
        return (seat, times[seat]) if seat is not None and times[seat] > NEVER / 2 else None

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        return self._motion.back_cards(seat, coming=coming, without=without)


_BRIDGE: Mask = np.ones((5, 5), np.uint8)
#: so many places are kept in mind
_PLACES = 512


def _percentile(values: NDArray[np.float32] | Mask, share: float) -> float:
    """The value that this share of the values does not exceed: the nearest one, which numpy finds slowly."""
    k = round(share * (len(values) - 1))
    return float(np.partition(values, k)[k])
