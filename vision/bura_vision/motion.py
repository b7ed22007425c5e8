"""What moves and what has changed, from pixels: the hand gate and the measure of stillness.

Every picture is shrunk once and compared with two others: the one before (what *moves*) and the last settled
table (what has *changed*). A changed thing that reaches the table's edge is a hand; which edge tells whose.
Everything is kept as small maps (about 320 x 180), so a still table costs little more than decoding it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.table import Seat, ZoneKind
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, View
from bura_vision.scene import Hand, bounds_of
from bura_vision.settings import MotionSettings
from bura_vision.source import Image

Mask: TypeAlias = NDArray[np.uint8]
Map: TypeAlias = NDArray[np.float32]

_Colours: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
"""mean (3,) and inverse covariance (3, 3) of some pixels"""

NEVER = -1e6
"""a time before everything, for maps of times"""


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
    """

    def __init__(self, view: View, settings: MotionSettings | None = None) -> None:
        self._s = settings or MotionSettings()
        self._view = view
        width, height = view.size_px
        self._shrink = min(1.0, self._s.width_px / width)
        self._size = (max(8, round(width * self._shrink)), max(8, round(height * self._shrink)))
        w, h = view.layout.size_cm
        self._per_cm = view.px_per_cm((w / 2.0, h / 2.0)) * self._shrink
        self._seats = view.layout.seats
        table = self._raster(np.array([[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]]))
        self._table = table > 0
        self._table_px = int(np.count_nonzero(self._table))
        self._depths = {seat: self._depth_map(seat) for seat in self._seats}
        self._edge = self._edge_map(table)
        shape = (self._size[1], self._size[0])
        self._moved_at: Map = np.full(shape, NEVER, np.float32)
        self._hand_at: dict[Seat, Map] = {seat: np.full(shape, NEVER, np.float32) for seat in self._seats}
        self._hand_now: dict[Seat, Mask] = {seat: np.zeros(shape, np.uint8) for seat in self._seats}
        self._changed: Mask = np.zeros(shape, np.uint8)
        self._labels: NDArray[np.int32] = np.zeros(shape, np.int32)
        self._stats: NDArray[np.int32] = np.zeros((1, 5), np.int32)
        self._settled: Map | None = None
        self._before: Map | None = None
        self._at_s = NEVER
        self._unsettled = False
        self._back: _Colours | None = None
        self._own: dict[Seat, _Colours] = {}
        self.small: Image | None = None
        """(h, w, 3) the newest picture that was compared, shrunk; None before the first"""

    def update(self, image: Image, at_s: float) -> PixelScene | None:
        """Compare one picture; None when it comes too soon after the last one to be worth comparing.

        :param image: (H, W, 3) uint8 BGR of the view's size.
        """
        if at_s - self._at_s < self._s.every_s:
            return None
        self._at_s = at_s
        small = self.small = _shrunk(image, self._size)
        now = cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)
        if self._settled is None or self._before is None:
            self._settled, self._before = now.copy(), now
            self._moved_at[:] = at_s
            return PixelScene(self, at_s, (), True)
        now = now * self._gain(now)
        moving = _differs(now, self._before, self._s.moving_level) & self._table
        changed = _differs(now, self._settled, self._s.changed_level) & self._table
        self._before = now
        closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, _BRIDGE)
        self._changed = np.asarray(closed, np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(self._changed, connectivity=8)
        self._labels, self._stats = np.asarray(labels, np.int32), np.asarray(stats, np.int32)
        touched = cv2.dilate(moving.astype(np.uint8), _KERNEL) > 0
        share = float(self._changed[self._table].mean()) if self._table.any() else 0.0
        self._unsettled = share > self._s.light_share
        self._moved_at[touched] = at_s
        hands = () if self._unsettled else self._find_hands(moving, at_s)
        if self._unsettled:
            for mask in self._hand_now.values():
                mask[:] = 0
            if not moving.any():
                self.absorb_all()
        else:
            quiet = (self._changed == 0) & ~touched
            cv2.accumulateWeighted(now, self._settled, self._s.drift_rate, quiet.astype(np.uint8))
        return PixelScene(self, at_s, hands, self._unsettled)

    def quiet_for(self, seconds: float) -> bool:
        """Has (nearly) nothing moved on the table for this long?"""
        lately = (self._moved_at > self._at_s - seconds) & self._table
        return int(np.count_nonzero(lately)) <= 0.005 * self._table_px

    def seen_from(self, view: View) -> Motion:
        """A new beginning for a camera that stands elsewhere; how the backs look is still known."""
        other = Motion(view, self._s)
        other._back, other._own = self._back, dict(self._own)
        return other

    def absorb(self, changes: Iterable[Change]) -> None:
        """What these changed things look like now is the settled table there."""
        if self._settled is None or self._before is None:
            return
        mask = np.isin(self._labels, [change.number for change in changes]).astype(np.uint8)
        mask = np.asarray(cv2.dilate(mask, _KERNEL), np.uint8)
        for hand in self._hand_now.values():
            mask &= 1 - hand
        chosen = mask > 0
        self._settled[chosen] = self._before[chosen]
        self._changed[chosen] = 0

    def absorb_all(self) -> None:
        """What everything looks like now is the settled table."""
        if self._before is not None:
            self._settled = self._before.copy()
            self._changed[:] = 0

    def changes(self) -> tuple[Change, ...]:
        """All changed things of this picture."""
        hand = np.zeros_like(self._changed)
        for mask in self._hand_now.values():
            hand |= mask
        found = []
        for number, (x, y, w, h, area) in enumerate(self._stats):
            if number == 0 or area < self._s.speck_cm2 * self._per_cm**2:
                continue
            box = (slice(y, y + h), slice(x, x + w))
            inside = self._labels[box] == number
            still_s = self._at_s - float(np.percentile(self._moved_at[box][inside], 98))
            is_hand = bool(hand[box][inside].mean() > 0.3)
            found.append(Change(number, self._box_cm(x, y, x + w, y + h), still_s, is_hand))
        return tuple(found)

    def values(self, source: NDArray[np.float32] | Mask, polygon_cm: Points) -> NDArray[np.float32]:
        """(n,) the values of a map inside a polygon; empty when it lies outside the picture."""
        points = self._view.to_px(polygon_cm) * self._shrink
        low = np.floor(np.clip(points.min(axis=0), 0, self._size)).astype(int)
        high = np.ceil(np.clip(points.max(axis=0), 0, self._size)).astype(int) + 1
        part = source[low[1] : high[1], low[0] : high[0]]
        if part.size == 0:
            return np.zeros(0, np.float32)
        mask = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(points - low).astype(np.int32), 1)
        return part[mask > 0].astype(np.float32)

    def learn_back(self, outline_cm: Points) -> None:
        """Remember how the backs look, from one that lies settled."""
        if self._settled is None:
            return
        middle = outline_cm.mean(axis=0)
        inner = middle + (outline_cm - middle) * 0.8
        pixels = np.stack([self.values(self._settled[:, :, c], inner) for c in range(3)], axis=1)
        if len(pixels) < 20:
            return
        spread = np.cov(pixels.T) + np.eye(3) * self._s.back_spread**2
        mean = np.asarray(pixels.mean(axis=0), np.float64)
        self._back = (mean, np.asarray(np.linalg.inv(spread), np.float64))

    def back_cards(self, seat: Seat, *, coming: bool) -> float | None:
        """See `Scene.back_cards`."""
        mask = self._hand_now[seat] > 0
        if self._back is None or self._before is None:
            return None
        if not mask.any():
            return 0.0
        depth = self._depths[seat]
        front = mask & (depth >= float(depth[mask].max()) - self._s.front_cm)
        pixels = self._before[front]
        distance = _distances(pixels, self._back)
        like = distance < self._s.back_distance**2
        if coming:
            own = pixels[like]
            if len(own) >= 12:
                spread = np.cov(own.T) + np.eye(3) * self._s.back_spread**2 / 4.0
                self._own[seat] = (
                    np.asarray(own.mean(axis=0), np.float64),
                    np.asarray(np.linalg.inv(spread)),
                )
        elif seat in self._own:
            like &= distance < _distances(pixels, self._own[seat])
        area_cm2 = float(like.sum()) / self._per_cm**2
        return area_cm2 / (CARD_WIDTH_CM * CARD_HEIGHT_CM)

    def back_patches(self) -> tuple[Points, ...]:
        """Still, changed places of a card's shape in the backs' colours: (4, 2) centimetres each.

        A second opinion beside the detector, which misses backs it was not trained on.
        """
        if self._back is None or self._before is None:
            return ()
        near = _distances(self._before.reshape(-1, 3), self._back) < self._s.back_distance**2
        mask = near.reshape(self._changed.shape) & (self._changed > 0)
        mask &= self._at_s - self._moved_at > self._s.patch_still_s
        for hand in self._hand_now.values():
            mask &= hand == 0
        opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, _KERNEL)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
        patches = []
        for number in range(1, count):
            if stats[number][4] < 0.4 * CARD_WIDTH_CM * CARD_HEIGHT_CM * self._per_cm**2:
                continue
            rows, columns = np.nonzero(labels == number)
            points = self._view.to_cm(np.column_stack([columns + 0.5, rows + 0.5]) / self._shrink)
            rectangle = cv2.minAreaRect(points.astype(np.float32))
            short, long = sorted(side + 1.0 / self._per_cm for side in rectangle[1])
            border = self._s.patch_border_cm
            if abs(short + border - CARD_WIDTH_CM) < 1.0 and abs(long + border - CARD_HEIGHT_CM) < 1.2:
                patches.append(np.asarray(cv2.boxPoints(rectangle), np.float64))
        return tuple(patches)

    @property
    def moved_at(self) -> Map:
        """(h, w) when each place moved last, seconds."""
        return self._moved_at

    @property
    def hand_at(self) -> dict[Seat, Map]:
        """seat -> (h, w) when its hand was over each place last, seconds."""
        return self._hand_at

    @property
    def hand_now(self) -> dict[Seat, Mask]:
        """seat -> (h, w) 1 where its hand is now."""
        return self._hand_now

    @property
    def changed_now(self) -> Mask:
        """(h, w) 1 where the table looks different from when it was last settled."""
        return self._changed

    def _gain(self, now: Map) -> NDArray[np.float32]:
        """(3,) by what to multiply the picture so that its unchanged part is as bright as the settled table.

        Flickering lamps and automatic exposure change the whole picture; a card changes a part of it.
        """
        assert self._settled is not None
        step = 5
        same = ((self._changed == 0) & self._table)[::step, ::step]
        if same.mean() < 0.05:
            return np.ones(3, np.float32)
        ratio = (self._settled[::step, ::step][same] + 1.0) / (now[::step, ::step][same] + 1.0)
        return np.asarray(np.clip(np.median(ratio, axis=0), 0.4, 2.5), np.float32)

    def _find_hands(self, moving: NDArray[np.bool_], at_s: float) -> tuple[Hand, ...]:
        before = self._hand_now
        self._hand_now = {seat: np.zeros_like(self._changed) for seat in self._seats}
        for number, (x, y, w, h, area) in enumerate(self._stats):
            if number == 0 or area < self._s.speck_cm2 * self._per_cm**2:
                continue
            box = (slice(y, y + h), slice(x, x + w))
            inside = self._labels[box] == number
            self._assign(box, inside, float(moving[box][inside].mean()), area, before)
        self._gather_fragments(moving)
        hands = []
        for seat, mask in self._hand_now.items():
            if not mask.any():
                continue
            self._hand_at[seat][mask > 0] = at_s
            is_moving = bool(moving[mask > 0].mean() > self._s.hand_moving_share)
            rows, columns = np.nonzero(mask)
            depth = self._depths[seat][rows, columns]
            foremost = depth >= depth.max() - 1.0
            tip = np.array([columns[foremost].mean(), rows[foremost].mean()]) / self._shrink
            x0, y0, x1, y1 = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
            bounds = self._box_cm(int(x0), int(y0), int(x1), int(y1))
            hands.append(Hand(seat, self._view.to_cm(tip)[0], bounds, is_moving))
        return tuple(hands)

    def _gather_fragments(self, moving: NDArray[np.bool_]) -> None:
        """Give moving things near a hand to that hand: what it carries, and parts that the cloth's colour cut off."""
        reach = 2 * round(self._s.fragment_cm * self._per_cm) + 1
        kernel = np.ones((reach, reach), np.uint8)
        for seat in [seat for seat in self._seats if self._hand_now[seat].any()]:
            near = cv2.dilate(self._hand_now[seat], kernel) > 0
            for number in np.unique(self._labels[near]):
                x, y, w, h, area = (int(v) for v in self._stats[number])
                if number == 0 or area < self._s.speck_cm2 * self._per_cm**2:
                    continue
                box = (slice(y, y + h), slice(x, x + w))
                inside = self._labels[box] == number
                taken = any(mask[box][inside].any() for mask in self._hand_now.values())
                if not taken and float(moving[box][inside].mean()) >= self._s.fragment_moving:
                    self._hand_now[seat][box][inside] = 1

    def _assign(
        self,
        box: tuple[slice, slice],
        inside: NDArray[np.bool_],
        moving_share: float,
        area: int,
        before: dict[Seat, Mask],
    ) -> None:
        """Give one changed thing to the hand, or hands, it is part of."""
        contact = np.bincount(self._edge[box][inside], minlength=len(self._seats) + 1)[1:]
        prior = {seat: int(before[seat][box][inside].sum()) for seat in self._seats}
        at_edge = [seat for seat, n in zip(self._seats, contact, strict=True) if n > 0]
        if at_edge and area < self._s.hand_min_cm2 * self._per_cm**2 and not any(prior.values()):
            return
        if not at_edge:
            # a part of a hand that the cloth's colour cut off: it moves, and is where that hand just was
            seat = max(prior, key=lambda s: prior[s])
            if moving_share < self._s.hand_moving_share or prior[seat] < self._s.fragment_share * area:
                return
            owners = [seat]
        else:
            known = [seat for seat in at_edge if prior[seat] > 0]
            owners = known or [max(at_edge, key=lambda s: int(contact[self._seats.index(s)]))]
        if len(owners) == 1:
            self._hand_now[owners[0]][box][inside] = 1
            return
        # two hands touch: each pixel goes to the hand that was nearer to it a picture ago
        distance = np.stack(
            [
                cv2.distanceTransform((1 - before[seat]).astype(np.uint8), cv2.DIST_L2, 3)[box]
                for seat in owners
            ]
        )
        nearest = distance.argmin(axis=0)
        for number, seat in enumerate(owners):
            self._hand_now[seat][box][inside & (nearest == number)] = 1

    def _raster(self, polygon_cm: Points) -> Mask:
        mask = np.zeros((self._size[1], self._size[0]), np.uint8)
        points = np.round(self._view.to_px(polygon_cm) * self._shrink).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
        return mask

    def _box_cm(self, x0: int, y0: int, x1: int, y1: int) -> tuple[float, float, float, float]:
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64) / self._shrink
        return bounds_of(self._view.to_cm(corners))

    def _cm_of_pixels(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        columns, rows = np.meshgrid(np.arange(self._size[0]), np.arange(self._size[1]))
        points = np.column_stack([columns.ravel() + 0.5, rows.ravel() + 0.5]) / self._shrink
        cm = self._view.to_cm(points)
        shape = (self._size[1], self._size[0])
        return cm[:, 0].reshape(shape), cm[:, 1].reshape(shape)

    def _depth_map(self, seat: Seat) -> Map:
        """(h, w) distance in centimetres from the edge at which a seat sits."""
        x, y = self._cm_of_pixels()
        w, h = self._view.layout.size_cm
        cx, cy = self._view.layout.of(ZoneKind.SEAT, seat)[0].centre_cm
        # distances of the strip's middle from the four edges: it belongs to the nearest
        edges = {"top": cy, "bottom": h - cy, "left": cx, "right": w - cx}
        side = min(edges, key=lambda name: float(edges[name]))
        depth = {"top": y, "bottom": h - y, "left": x, "right": w - x}[side]
        return depth.astype(np.float32)

    def _edge_map(self, table: Mask) -> Mask:
        """(h, w) 0 inside the table, else 1 + the number of the seat whose edge this is."""
        reach = max(1, round(self._s.edge_cm * self._per_cm))
        framed = cv2.copyMakeBorder(table, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        depth = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
        nearest = np.stack([self._depths[seat] for seat in self._seats]).argmin(axis=0) + 1
        return np.where((table > 0) & (depth <= reach), nearest, 0).astype(np.uint8)


class PixelScene:
    """A `bura_vision.scene.Scene` that looks its answers up in the maps of `Motion`."""

    def __init__(self, motion: Motion, at_s: float, hands: tuple[Hand, ...], unsettled: bool) -> None:
        self._motion = motion
        self.at_s = at_s
        self.hands = hands
        self.unsettled = unsettled

    def still_s(self, polygon_cm: Points) -> float:
        values = self._motion.values(self._motion.moved_at, polygon_cm)
        return self.at_s - float(np.percentile(values, 95)) if len(values) else 0.0

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        masks = [self._motion.hand_now[seat]] if seat is not None else list(self._motion.hand_now.values())
        shares = [self._motion.values(mask, polygon_cm) for mask in masks]
        return max((float(v.mean()) for v in shares if len(v)), default=0.0)

    def changed(self, polygon_cm: Points) -> float:
        values = self._motion.values(self._motion.changed_now, polygon_cm)
        return float(values.mean()) if len(values) else 0.0

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        times = {
            seat: float(np.percentile(values, 100.0 * (1.0 - share)))
            for seat, at in self._motion.hand_at.items()
            if len(values := self._motion.values(at, polygon_cm))
        }
        seat = max(times, key=lambda s: times[s], default=None)
        return (seat, times[seat]) if seat is not None and times[seat] > NEVER / 2 else None

    def back_cards(self, seat: Seat, *, coming: bool) -> float | None:
        return self._motion.back_cards(seat, coming=coming)


_KERNEL: Mask = np.ones((3, 3), np.uint8)
_BRIDGE: Mask = np.ones((5, 5), np.uint8)


def _distances(pixels: NDArray[np.float32], colours: _Colours) -> NDArray[np.float64]:
    """(n,) squared distances of (n, 3) pixels from some colours, in their standard deviations."""
    mean, inverse = colours
    off = pixels - mean
    return np.asarray(np.einsum("ni,ij,nj->n", off, inverse, off), np.float64)


def _shrunk(image: Image, size: tuple[int, int]) -> Image:
    """A picture of this width and height by averaging; halved first, which OpenCV does several times as fast."""
    width, height = image.shape[1], image.shape[0]
    while width % 2 == 0 and height % 2 == 0 and width >= 3 * size[0] and height >= 3 * size[1]:
        width, height = width // 2, height // 2
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _differs(a: Map, b: Map, level: float) -> NDArray[np.bool_]:
    """(h, w) where two pictures differ by more than a level in any channel."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red)) > level
