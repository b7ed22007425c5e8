"""The fast simulation's pictures: flat labels instead of photographs, and the eye that compares them.

What lies where is drawn as a small map of labels (cloth, paper, a card's face, backs, skin, sleeve). Cards that lie
are drawn once; only what moves is drawn again.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura.table import Seat
from bura_datasets.motion import Key, Pose, Track
from bura_datasets.stage import Plan
from bura_vision.layout import View
from bura_vision.source import Image

Labels = NDArray[np.uint8]
"""(h, w) what is seen at each place, see `PALETTE`"""
Corners = NDArray[np.float64]
"""(4, 2) centimetres"""

CLOTH, PAPER, BACK, SKIN, SLEEVE, _FACE = range(6)
"""labels; a card's face has a label of its own, ``_FACE`` + its index, so that one laid on another is a change"""
FINE = 4.0
"""pixels in a centimetre of the map of cards"""
HAND_ID = 255
"""in the map of cards: a hand"""


def _palette() -> NDArray[np.uint8]:
    colours = np.zeros((256, 1, 3), np.uint8)
    colours[:_FACE, 0] = [(60, 110, 40), (235, 240, 240), (140, 60, 40), (150, 180, 224), (70, 60, 60)]
    for index in range(52):
        colours[_FACE + index, 0] = (60 + 14 * (index % 13), 40 + 45 * (index // 13), 200 - 12 * (index % 13))
    return colours


PALETTE = _palette()
"""(256, 1, 3) BGR of each label"""


def coloured(labels: Labels) -> Image:
    """(h, w, 3) the picture of these labels."""
    return np.asarray(cv2.applyColorMap(labels, PALETTE), np.uint8)


#: shape -> (skin or sleeve, chain of (x, y, radius) cm from the fingertips, the arm along +y): a hand in rough
_HAND: dict[str, tuple[tuple[int, tuple[tuple[float, float, float], ...]], ...]] = {
    "pinch": (
        (SLEEVE, ((2.2, 26.0, 4.2), (3.0, 80.0, 5.6))),
        (SKIN, ((0.5, 0.8, 1.4), (1.0, 8.0, 3.4), (1.4, 16.0, 2.6), (2.0, 26.0, 3.0))),
        (SKIN, ((-1.5, 2.6, 0.9), (-3.0, 8.0, 1.2), (0.0, 13.0, 1.5))),
    ),
    "flat": (
        (SLEEVE, ((2.2, 26.0, 4.2), (3.0, 80.0, 5.6))),
        (SKIN, ((0.9, 0.6, 2.6), (1.0, 8.0, 3.6), (1.4, 16.0, 2.6), (2.0, 26.0, 3.0))),
        (SKIN, ((-6.0, 4.8, 0.9), (-3.5, 9.0, 1.2), (0.0, 13.0, 1.5))),
    ),
}


@dataclass(slots=True)
class _Place:
    """Where a card is during one part of its way."""

    track: Track
    until_s: float = -1.0
    key: Key | None = None
    moves: bool = False


class FastTable:
    """What the camera sees of a plan, moment by moment.

    :param plan: the deal laid out in time.
    :param size_px: width and height of the maps.
    :param scale: pixels in a centimetre.
    """

    def __init__(self, plan: Plan, size_px: tuple[int, int], scale: float) -> None:
        self._plan = plan
        self._scale = scale
        shape = (size_px[1], size_px[0])
        self.labels: Labels = np.zeros(shape, np.uint8)
        """(h, w) what is seen; a new array whenever it changes"""
        self._places = {card: _Place(track) for card, track in plan.cards.items()}
        self._base = self.labels
        self._shown: list[tuple[Card, Pose]] = []
        self._moving: list[tuple[Card, _Place]] = []
        self._tops: NDArray[np.uint8] | None = None
        self._hands = sorted(plan.hands, key=lambda move: move.start_s)
        self._corners: dict[Pose, Corners] = {}
        self._busy = True

    def advance(self, at_s: float) -> bool:
        """Go on to a moment (never back); has the picture changed?"""
        stale = False
        moving: list[tuple[Card, _Place]] = []
        for card, place in self._places.items():
            if at_s >= place.until_s:
                self._next(place, at_s)
                stale = True
            if place.moves:
                moving.append((card, place))
        if stale:
            self._base = self._lying()
            self._tops = None
        limbs = list(self._limbs(at_s, self._scale))
        busy = bool(moving or limbs)
        if not (stale or busy or self._busy):
            return False
        self._busy = busy
        self._moving = sorted(moving, key=lambda pair: pair[1].key.order if pair[1].key else 0)
        labels = self._base
        if busy:
            labels = labels.copy()
            for card, place in self._moving:
                self._card(labels, card, place.track.at(at_s).pose)
            for start, end, thick, label in limbs:
                cv2.line(labels, start, end, label, thick)
        self.labels = labels
        return True

    def tops(self, at_s: float) -> NDArray[np.uint8]:
        """(h, w) which card lies on top at each place: its index + 1, `HAND_ID`, or 0; `FINE` pixels in a centimetre.

        An index stands half a centimetre from its card's edge, which the labels are too coarse for.
        """
        if self._tops is None:
            height, width = self.labels.shape
            size = (round(height / self._scale * FINE), round(width / self._scale * FINE))
            self._tops = np.zeros(size, np.uint8)
            for card, pose in self._shown:
                self._fill(self._tops, pose, card.index + 1)
        tops = self._tops
        if self._busy:
            tops = tops.copy()
            for card, place in self._moving:
                self._fill(tops, place.track.at(at_s).pose, card.index + 1)
            for start, end, thick, _ in self._limbs(at_s, FINE):
                cv2.line(tops, start, end, HAND_ID, thick)
        return tops

    def seen(self, card: Card, at_s: float) -> tuple[Pose, float] | None:
        """(how a card lies now, its speed in cm/s); None when it is out of the picture."""
        place = self._places[card]
        if place.key is None or not place.key.visible:
            return None
        if not place.moves:
            return place.key.pose, 0.0
        here, soon = place.track.at(at_s).pose, place.track.at(at_s + 0.03).pose
        return here, float(np.hypot(soon.x - here.x, soon.y - here.y)) / 0.03

    def corners(self, pose: Pose) -> Corners:
        """(4, 2) centimetres; most cards lie where they lay a picture ago."""
        corners = self._corners.get(pose)
        if corners is None:
            corners = np.asarray(pose.corners()[:, :2], np.float64)
            if len(self._corners) > 4096:
                self._corners.clear()
            self._corners[pose] = corners
        return corners

    def _next(self, place: _Place, at_s: float) -> None:
        times, keys = place.track.times, place.track.keys
        i = max(0, bisect.bisect_right(times, at_s) - 1)
        place.key = keys[i]
        last = i + 1 >= len(keys)
        place.until_s = np.inf if last else times[i + 1]
        place.moves = not last and keys[i].visible and keys[i + 1].pose != keys[i].pose

    def _lying(self) -> Labels:
        """What lies still, drawn; without cards that lie exactly under two others (the stock, the piles)."""
        still = [
            (place.key, card)
            for card, place in self._places.items()
            if place.key is not None and place.key.visible and not place.moves
        ]
        above: dict[tuple[int, int, int, bool], int] = {}
        shown = []
        for key, card in sorted(still, key=lambda pair: -pair[0].order):
            pose = key.pose
            where = (round(pose.x), round(pose.y), round(pose.turn / 8.0), pose.flip < 90.0)
            above[where] = above.get(where, 0) + 1
            if above[where] <= 2:
                shown.append((card, pose))
        self._shown = shown[::-1]
        labels = np.zeros_like(self.labels)
        for card, pose in self._shown:
            self._card(labels, card, pose)
        return labels

    def _card(self, labels: Labels, card: Card, pose: Pose) -> None:
        corners = self.corners(pose) * self._scale
        down = pose.flip >= 90.0
        middle = corners.mean(axis=0)
        inner = middle + (corners - middle) * (0.85 if down else 0.45)
        cv2.fillConvexPoly(labels, np.round(corners * 8).astype(np.int32), PAPER, cv2.LINE_8, 3)
        label = BACK if down else _FACE + card.index
        cv2.fillConvexPoly(labels, np.round(inner * 8).astype(np.int32), label, cv2.LINE_8, 3)

    def _fill(self, tops: NDArray[np.uint8], pose: Pose, number: int) -> None:
        points = np.round(self.corners(pose) * FINE * 8).astype(np.int32)
        cv2.fillConvexPoly(tops, points, number, cv2.LINE_8, 3)

    def _limbs(
        self, at_s: float, scale: float
    ) -> Iterator[tuple[tuple[int, int], tuple[int, int], int, int]]:
        """The capsules of the hands that are over the table now: ends and thickness in pixels, label."""
        for move in self._hands:
            if move.start_s > at_s:
                return
            key = move.at(at_s) if at_s <= move.end_s else None
            if key is None:
                continue
            dx, dy = move.shoulder[0] - key.x, move.shoulder[1] - key.y
            length = max(math.hypot(dx, dy), 1e-6) / scale
            ux, uy = dx / length, dy / length  # along the arm, a centimetre in pixels
            vx, vy = (-uy, ux) if move.mirrored else (uy, -ux)
            x, y = key.x * scale, key.y * scale
            for label, chain in _HAND[move.shape]:
                ends = [
                    (round(x + vx * a + ux * b), round(y + vy * a + uy * b), radius) for a, b, radius in chain
                ]
                for start, end in pairwise(ends):
                    thick = max(1, round((start[2] + end[2]) * scale))
                    yield start[:2], end[:2], thick, label


class LabelEye:
    """A `bura_vision.eye.Eye` that compares labels instead of colours: no light, no noise, no blur.

    :param table: what is drawn.
    """

    def __init__(self, table: FastTable) -> None:
        self._table = table
        self.size = (table.labels.shape[1], table.labels.shape[0])
        self.shrink = 1.0
        self.small: Image | None = None
        self._settled: Labels | None = None
        self._before: Labels | None = None
        self._known = False
        self._nothing = np.zeros(table.labels.shape, bool)

    def see(
        self, image: Image, same: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
        """See `bura_vision.eye.Eye.see`."""
        del same
        self.small, before, now = image, self._before, self._table.labels
        self._before = now
        if self._settled is None or before is None:
            self._settled = now.copy()
            return None
        return self._nothing if now is before else now != before, now != self._settled

    def follow(self, quiet: NDArray[np.bool_]) -> None:
        """Light never drifts here."""

    def settle(self, chosen: NDArray[np.bool_] | None, *, light: bool = False) -> None:
        """See `bura_vision.eye.Eye.settle`."""
        del light
        if self._settled is None or self._before is None:
            return
        if chosen is None:
            self._settled = self._before.copy()
        else:
            self._settled[chosen] = self._before[chosen]

    def empty_share(self, chosen: NDArray[np.bool_]) -> float:
        """See `bura_vision.eye.Eye.empty_share`: no label of a card is taken for one of the table."""
        del chosen
        return 0.0

    def learn_back(self, chosen: NDArray[np.bool_]) -> None:
        """See `bura_vision.eye.Eye.learn_back`."""
        self._known = self._known or bool(chosen.any())

    def back_px(self, seat: Seat, chosen: NDArray[np.bool_], *, coming: bool) -> int | None:
        """See `bura_vision.eye.Eye.back_px`."""
        del seat, coming
        if not self._known or self._before is None:
            return None
        return int(np.count_nonzero(self._before[chosen] == BACK))

    def back_like(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
        """See `bura_vision.eye.Eye.back_like`."""
        if not self._known or self._before is None:
            return None
        return np.asarray(chosen & (self._before == BACK))

    def elsewhere(self, view: View) -> LabelEye:
        """See `bura_vision.eye.Eye.elsewhere`."""
        del view
        other = LabelEye(self._table)
        other._known = self._known
        return other
