"""The hand gate: which changed things are hands, and whose.

A changed thing that reaches the table's edge is a hand, and the edge tells whose. Moving things near a hand belong
to it: the card that it carries, and parts that a cloth of the hand's own colour cut off.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.table import Seat, ZoneKind
from bura_vision.eye import Map, Mask
from bura_vision.layout import View
from bura_vision.scene import Hand, bounds_of
from bura_vision.settings import MotionSettings

NEVER = -1e6
"""a time before everything, for maps of times"""

KERNEL: Mask = np.ones((3, 3), np.uint8)


class HandGate:
    """Follows the hands from picture to picture.

    :param view: the layout for pictures of one size.
    :param size: width and height of the maps.
    :param shrink: a map's pixels are the picture's times this.
    :param table: (h, w) the table.
    """

    def __init__(
        self, view: View, size: tuple[int, int], shrink: float, table: Mask, settings: MotionSettings
    ) -> None:
        self._s = settings
        self._view = view
        self._shrink = shrink
        w, h = view.layout.size_cm
        self.per_cm = view.px_per_cm((w / 2.0, h / 2.0)) * shrink
        """a map's pixels in a centimetre"""
        self._seats = view.layout.seats
        shape = (size[1], size[0])
        self._depths = {seat: self._depth_map(seat, shape) for seat in self._seats}
        self._edge = self._edge_map(table)
        self.at: dict[Seat, Map] = {seat: np.full(shape, NEVER, np.float32) for seat in self._seats}
        """seat -> (h, w) when its hand was over each place last, seconds"""
        self.now: dict[Seat, Mask] = {seat: np.zeros(shape, np.uint8) for seat in self._seats}
        """seat -> (h, w) 1 where its hand is now"""
        self.present: tuple[Seat, ...] = ()
        """whose hands are over the table"""
        self._were: tuple[Seat, ...] = ()

    def clear(self) -> None:
        """No hand is known of this picture."""
        for seat in self.present:
            self.now[seat][:] = 0
        self.present = ()

    def find(
        self,
        moving: NDArray[np.bool_],
        labels: NDArray[np.int32],
        stats: NDArray[np.int32],
        at_s: float,
        resting: NDArray[np.bool_] | None = None,
    ) -> tuple[Hand, ...]:
        """The hands in this picture.

        :param moving: (h, w) what moves.
        :param labels: (h, w) the number of the changed thing at each place, 0 for none.
        :param stats: (n, 5) x, y, width, height and area of each.
        :param resting: (h, w) what rests there: no hand, but an arm may reach the edge through it.
        """
        before, self._were = self.now, self.present
        self.now = {seat: np.zeros_like(mask) for seat, mask in before.items()}
        least = self._s.speck_cm2 * self.per_cm**2
        loose = []
        for number, (x, y, w, h, area) in enumerate(stats.tolist()):
            if number == 0 or area < least:
                continue
            box = (slice(y, y + h), slice(x, x + w))
            inside = labels[box] == number
            if resting is not None:
                area = min(area, int(np.count_nonzero(inside & ~resting[box])))
                if area < least:
                    continue
            if not self._at_edge(box, inside, area, before):
                loose.append((box, inside, area))
        arms = {seat: cv2.boundingRect(mask) for seat, mask in self.now.items() if seat in self._were}
        for box, inside, area in loose:
            share = np.count_nonzero(moving[box] & inside) / area
            self._left_over(box, inside, share, area, before, arms)
        if resting is not None:
            for mask in self.now.values():
                mask[resting] = 0
        self.present = tuple(seat for seat in self._seats if self.now[seat].any())
        if self.present:
            self._gather_fragments(moving, labels, stats)
        return tuple(self._hand(seat, moving, at_s) for seat in self.present)

    def front(self, seat: Seat) -> NDArray[np.bool_] | None:
        """(h, w) the part of a hand from its tip on that is searched for a card; None when it is not there."""
        mask = self.now[seat] > 0
        depths = self._depths[seat][mask]
        if not len(depths):
            return None
        return np.asarray(mask & (self._depths[seat] >= float(depths.max()) - self._s.front_cm))

    def box_cm(self, x0: int, y0: int, x1: int, y1: int) -> tuple[float, float, float, float]:
        """A box of a map in centimetres."""
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64) / self._shrink
        return bounds_of(self._view.to_cm(corners))

    def _hand(self, seat: Seat, moving: NDArray[np.bool_], at_s: float) -> Hand:
        x, y, w, h = cv2.boundingRect(self.now[seat])
        box = (slice(y, y + h), slice(x, x + w))
        chosen = self.now[seat][box] > 0
        self.at[seat][box][chosen] = at_s
        area = int(np.count_nonzero(chosen))
        is_moving = bool(np.count_nonzero(moving[box] & chosen) > self._s.hand_moving_share * area)
        depth = np.where(chosen, self._depths[seat][box], NEVER)
        rows, columns = np.nonzero(depth >= depth.max() - 1.0)
        tip = (x + float(columns.mean()), y + float(rows.mean()))
        corners = [tip, (x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        points = self._view.to_cm(np.array(corners, np.float64) / self._shrink)
        return Hand(seat, points[0], bounds_of(points[1:]), is_moving)

    def _gather_fragments(
        self, moving: NDArray[np.bool_], labels: NDArray[np.int32], stats: NDArray[np.int32]
    ) -> None:
        """Give moving things near a hand to that hand: what it carries, and parts that the cloth's colour cut off."""
        loose = self._loose(labels, stats)
        if not loose:
            return
        reach = 2 * round(self._s.fragment_cm * self.per_cm) + 1
        kernel = np.ones((reach, reach), np.uint8)
        for seat in self.present:
            near = cv2.dilate(self.now[seat], kernel) > 0
            for number in loose:
                x, y, w, h, _ = (int(v) for v in stats[number])
                box = (slice(y, y + h), slice(x, x + w))
                inside = labels[box] == number
                taken = any(self.now[other][box][inside].any() for other in self.present)
                if taken or not near[box][inside].any():
                    continue
                if float(moving[box][inside].mean()) >= self._s.fragment_moving:
                    self.now[seat][box][inside] = 1

    def _loose(self, labels: NDArray[np.int32], stats: NDArray[np.int32]) -> list[int]:
        """Numbers of the changed things that no hand has yet."""
        taken: set[int] = set()
        for seat in self.present:
            taken |= {int(n) for n in np.unique(labels[self.now[seat] > 0])}
        least = self._s.speck_cm2 * self.per_cm**2
        return [n for n in range(1, len(stats)) if n not in taken and stats[n][4] >= least]

    def _at_edge(
        self, box: tuple[slice, slice], inside: NDArray[np.bool_], area: int, before: dict[Seat, Mask]
    ) -> bool:
        """Give a changed thing that reaches the table's edge to the hand, or hands, it is part of; does it?"""
        contact = np.bincount(self._edge[box][inside], minlength=len(self._seats) + 1)[1:]
        at_edge = [seat for seat, n in zip(self._seats, contact, strict=True) if n > 0]
        if not at_edge:
            return False
        prior = {seat for seat in self._were if before[seat][box][inside].any()}
        if area < self._s.hand_min_cm2 * self.per_cm**2 and not prior:
            return True
        known = [seat for seat in at_edge if seat in prior]
        owners = known or [max(at_edge, key=lambda s: int(contact[self._seats.index(s)]))]
        if len(owners) == 1:
            self.now[owners[0]][box][inside] = 1
            return True
        # two hands touch: each pixel goes to the hand that was nearer to it a picture ago
        distance = np.stack(
            [
                cv2.distanceTransform((1 - before[seat]).astype(np.uint8), cv2.DIST_L2, 3)[box]
                for seat in owners
            ]
        )
        nearest = distance.argmin(axis=0)
        for number, seat in enumerate(owners):
            self.now[seat][box][inside & (nearest == number)] = 1
        return True

    def _left_over(
        self,
        box: tuple[slice, slice],
        inside: NDArray[np.bool_],
        moving_share: float,
        area: int,
        before: dict[Seat, Mask],
        arms: dict[Seat, Sequence[int]],
    ) -> None:
        """Give a changed thing off the edge to a hand: it moves, is where that hand just was, and not far from it.

        What a quick hand has just uncovered moves there too, but the rest of that hand is away by then.
        """
        prior = {seat: int(np.count_nonzero(before[seat][box][inside])) for seat in self._were}
        seat = max(prior, key=lambda s: prior[s], default=None)
        if (
            seat is None
            or moving_share < self._s.hand_moving_share
            or prior[seat] < self._s.fragment_share * area
        ):
            return
        x, y, w, h = arms[seat]
        rows, columns = box
        gap = max(x - columns.stop, columns.start - x - w, y - rows.stop, rows.start - y - h)
        if w and gap > self._s.fragment_far_cm * self.per_cm:
            return
        self.now[seat][box][inside] = 1

    def _depth_map(self, seat: Seat, shape: tuple[int, int]) -> Map:
        """(h, w) distance in centimetres from the edge at which a seat sits."""
        columns, rows = np.meshgrid(np.arange(shape[1]), np.arange(shape[0]))
        cm = self._view.to_cm(np.column_stack([columns.ravel() + 0.5, rows.ravel() + 0.5]) / self._shrink)
        x, y = cm[:, 0].reshape(shape), cm[:, 1].reshape(shape)
        w, h = self._view.layout.size_cm
        cx, cy = self._view.layout.of(ZoneKind.SEAT, seat)[0].centre_cm
        # distances of the strip's middle from the four edges: it belongs to the nearest
        edges = {"top": cy, "bottom": h - cy, "left": cx, "right": w - cx}
        side = min(edges, key=lambda name: float(edges[name]))
        depth = {"top": y, "bottom": h - y, "left": x, "right": w - x}[side]
        return depth.astype(np.float32)

    def _edge_map(self, table: Mask) -> Mask:
        """(h, w) 0 inside the table, else 1 + the number of the seat whose edge this is."""
        reach = max(1, round(self._s.edge_cm * self.per_cm))
        framed = cv2.copyMakeBorder(table, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        depth = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
        nearest = np.stack([self._depths[seat] for seat in self._seats]).argmin(axis=0) + 1
        return np.where((table > 0) & (depth <= reach), nearest, 0).astype(np.uint8)
