"""The fast simulation: deals without photographic pictures, for thousands of them in minutes.

The same scripts and the same choreography as the rendered clips, but every picture is a small sketch (flat
cloth, white cards, coloured backs, hands as blobs), and the detector answers from the geometry, with errors
drawn from `Errors`. What is left is exactly what the watching side has to get right: movement, timing,
covering, and doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card
from bura_datasets.camera import Camera
from bura_datasets.choreography import plan
from bura_datasets.habits import Habits
from bura_datasets.motion import Pose
from bura_datasets.places import CARD_CM, Places, load_places
from bura_datasets.script import Script
from bura_datasets.simulate import truth_lines
from bura_datasets.stage import Plan
from bura_vision.detector import Kind, Region, Sighting
from bura_vision.source import Frame, Item

Pixels = NDArray[np.uint8]

INDEX_CM = (0.6, 1.15)
"""middle of an index from the card's edges"""
INDEX_SIZE_CM = (0.75, 1.7)
_CLOTH, _PAPER, _BACK = (60, 110, 40), (235, 240, 240), (140, 60, 40)
_SKIN, _SLEEVE = (150, 180, 224), (70, 60, 60)
_HAND_ID = 60000


@dataclass(frozen=True, slots=True)
class Errors:
    """How a detector errs. The defaults are on the bad side of what rendered clips show."""

    miss: float = 0.06
    """share of readable indices that are not found in one picture"""
    miss_back: float = 0.12
    """share of visible backs that are not found in one picture"""
    confuse: float = 0.03
    """share of readings that name a neighbour (6 for 9, club for spade)"""
    half_turn: float = 0.4
    """share of readings that take an index for its own half turn"""
    jitter_cm: float = 0.12
    """standard deviation of where a box is found"""
    ghost: float = 0.01
    """indices per look that are found where there is none"""
    drop_outs: float = 0.0
    """share of laid cards that are not seen at all for two seconds, some time after they were laid"""
    blur_cm_s: float = 14.0
    """cards that move faster are not read"""


#: shape -> (skin or sleeve, chain of (x, y, radius) cm from the fingertips, the arm along +y): a hand in rough
_HAND: dict[str, tuple[tuple[bool, tuple[tuple[float, float, float], ...]], ...]] = {
    "pinch": (
        (False, ((2.2, 26.0, 4.2), (3.0, 80.0, 5.6))),
        (True, ((0.5, 0.8, 1.4), (1.0, 8.0, 3.4), (1.4, 16.0, 2.6), (2.0, 26.0, 3.0))),
        (True, ((-1.5, 2.6, 0.9), (-3.0, 8.0, 1.2), (0.0, 13.0, 1.5))),
    ),
    "flat": (
        (False, ((2.2, 26.0, 4.2), (3.0, 80.0, 5.6))),
        (True, ((0.9, 0.6, 2.6), (1.0, 8.0, 3.6), (1.4, 16.0, 2.6), (2.0, 26.0, 3.0))),
        (True, ((-6.0, 4.8, 0.9), (-3.5, 9.0, 1.2), (0.0, 13.0, 1.5))),
    ),
}
#: ranks and suits that are taken for each other
_LIKE_RANK = {4: 7, 7: 4, 8: 12, 12: 8, 9: 11, 11: 9, 10: 8, 5: 4, 6: 5}
_LIKE_SUIT = {0: 3, 3: 0, 1: 2, 2: 1}


@dataclass
class FastDeal:
    """A deal as a source of sketched pictures, with a detector that knows what they show."""

    script: Script
    seed: int
    habits: Habits = field(default_factory=Habits)
    errors: Errors = field(default_factory=Errors)
    fps: float = 12.0
    width_px: int = 240
    table_cm: float = 100.0
    name: str = "fast simulation"
    live: bool = False
    duration_s: float | None = None

    def __post_init__(self) -> None:
        self.places: Places = load_places(len(self.script.seats), self.table_cm)
        width, height = self.places.size_cm
        self.scale = self.width_px / width
        self.size_px = (self.width_px, round(height * self.scale))
        camera = Camera(self.size_px, self.places.size_cm)
        self.course: Plan = plan(self.script, self.places, camera, self.habits, Random(f"plan {self.seed}"))
        self.duration_s = self.course.duration_s
        self._random = np.random.default_rng(self.seed)
        self._at_s = 0.0
        self._known: dict[Pose, NDArray[np.float64]] = {}
        self._away = self._drop_outs()

    @property
    def truth(self) -> list[dict[str, object]]:
        """The lines of the truth file."""
        return truth_lines(self.script, self.course)

    def __iter__(self) -> Iterator[Item]:
        last: Pixels | None = None
        cloth = np.empty((self.size_px[1], self.size_px[0], 3), np.uint8)
        cloth[:] = _CLOTH
        for number in range(round(self.course.duration_s * self.fps)):
            before, self._at_s = self._at_s, number / self.fps
            if last is None or self._anything_moves(before, self._at_s):
                last = self._sketch(cloth.copy())
            yield Frame(last, number, self._at_s)

    def close(self) -> None:
        """Nothing to let go of."""

    def detect(self, image: Pixels, region: Region | None = None, scale: float = 1.0) -> tuple[Sighting, ...]:
        """What a detector would see now (`bura_vision.detector.CardDetector`)."""
        del image, scale
        ids = self._tops()
        x0, y0, x1, y1 = region or (0, 0, *self.size_px)
        found: list[Sighting] = []
        for card, track in self.course.cards.items():
            key = track.at(self._at_s)
            if not key.visible or self._is_away(card):
                continue
            soon = track.at(self._at_s + 0.03)
            speed = float(np.hypot(soon.pose.x - key.pose.x, soon.pose.y - key.pose.y)) / 0.03
            corners = self._corners(key.pose)
            face_up = key.pose.flip < 90.0
            if face_up and speed < self.errors.blur_cm_s:
                found += self._indices(card, corners, ids)
            elif not face_up and self._random.random() > (0.5 if speed > 40.0 else self.errors.miss_back):
                share = float((ids == card.index + 1).sum()) / (CARD_CM[0] * CARD_CM[1] * self.scale**2)
                if share > 0.4:
                    box = (corners + self._random.normal(0, self.errors.jitter_cm, (1, 2))) * self.scale
                    found.append(Sighting(Kind.BACK, box.astype(np.float32), 0.4 + 0.5 * min(share, 1.0)))
        if self._random.random() < self.errors.ghost:
            found.append(self._ghost())
        return tuple(
            sighting
            for sighting in found
            if x0 <= sighting.centre[0] <= x1 and y0 <= sighting.centre[1] <= y1
        )

    # -- sketching ---------------------------------------------------------------------------------

    def _anything_moves(self, before: float, now: float) -> bool:
        if any(move.start_s - 0.2 <= now and move.end_s + 0.2 >= before for move in self.course.hands):
            return True
        return any(not track.still(before, now) for track in self.course.cards.values())

    def _corners(self, pose: Pose) -> NDArray[np.float64]:
        """(4, 2) centimetres; most cards lie where they lay a picture ago."""
        corners = self._known.get(pose)
        if corners is None:
            corners = np.asarray(pose.corners()[:, :2], np.float64)
            if len(self._known) > 4096:
                self._known.clear()
            self._known[pose] = corners
        return corners

    def _lying(self) -> list[tuple[Card, Pose]]:
        """Cards from below to above, without those that lie exactly under two others (the stock, the piles)."""
        keys = sorted(
            ((track.at(self._at_s), card) for card, track in self.course.cards.items()),
            key=lambda pair: -pair[0].order,
        )
        above: dict[tuple[int, int, int, bool], int] = {}
        shown = []
        for key, card in keys:
            if key.visible:
                pose = key.pose
                place = (round(pose.x), round(pose.y), round(pose.turn / 8.0), pose.flip < 90.0)
                above[place] = above.get(place, 0) + 1
                if above[place] <= 2:
                    shown.append((card, pose))
        return shown[::-1]

    def _sketch(self, canvas: Pixels) -> Pixels:
        """The picture: cards, then hands."""
        for card, pose in self._lying():
            corners = self._corners(pose) * self.scale
            down = pose.flip >= 90.0
            middle = corners.mean(axis=0)
            inner = middle + (corners - middle) * (0.85 if down else 0.45)
            cv2.fillConvexPoly(canvas, np.round(corners * 8).astype(np.int32), _PAPER, cv2.LINE_AA, 3)
            colour = _BACK if down else _face(card)
            cv2.fillConvexPoly(canvas, np.round(inner * 8).astype(np.int32), colour, cv2.LINE_AA, 3)
        for start, end, thick, skin in self._limbs():
            cv2.line(canvas, start, end, _SKIN if skin else _SLEEVE, thick)
        return canvas

    def _tops(self) -> NDArray[np.int32]:
        """(h, w) what lies on top at each place: a card's index + 1, `_HAND_ID`, or 0 for cloth."""
        ids = np.zeros((self.size_px[1], self.size_px[0]), np.int32)
        for card, pose in self._lying():
            corners = np.round(self._corners(pose) * self.scale).astype(np.int32)
            cv2.fillConvexPoly(ids, corners, card.index + 1)
        for start, end, thick, _ in self._limbs():
            cv2.line(ids, start, end, _HAND_ID, thick)
        return ids

    def _limbs(self) -> Iterator[tuple[tuple[int, int], tuple[int, int], int, bool]]:
        """The capsules of the hands that are over the table now: ends and thickness in pixels, skin or sleeve."""
        for move in self.course.hands:
            key = move.at(self._at_s) if move.start_s <= self._at_s <= move.end_s else None
            if key is None:
                continue
            tip = np.array([key.x, key.y])
            away = np.array(move.shoulder) - tip
            along = away / max(float(np.hypot(*away)), 1e-6)
            across = np.array([along[1], -along[0]]) * (-1.0 if move.mirrored else 1.0)
            for skin, chain in _HAND[move.shape]:
                for (ax, ay, ar), (bx, by, br) in pairwise(chain):
                    a = (tip + across * ax + along * ay) * self.scale
                    b = (tip + across * bx + along * by) * self.scale
                    thick = max(1, round((ar + br) * self.scale))
                    yield (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), thick, skin

    # -- sightings ---------------------------------------------------------------------------------

    def _indices(self, card: Card, corners: NDArray[np.float64], ids: NDArray[np.int32]) -> list[Sighting]:
        found = []
        for origin, along, down in ((0, 1, 3), (2, 3, 1)):
            right = (corners[along] - corners[origin]) / CARD_CM[0]
            below = (corners[down] - corners[origin]) / CARD_CM[1]
            middle = corners[origin] + right * INDEX_CM[0] + below * INDEX_CM[1]
            if not self._visible(card, middle, right, below, ids) or self._random.random() < self.errors.miss:
                continue
            middle = middle + self._random.normal(0, self.errors.jitter_cm, 2)
            if self._random.random() < self.errors.half_turn:
                right, below = -right, -below
            half_w, half_h = right * INDEX_SIZE_CM[0] / 2, below * INDEX_SIZE_CM[1] / 2
            box = np.array(
                [
                    middle - half_w - half_h,
                    middle + half_w - half_h,
                    middle + half_w + half_h,
                    middle - half_w + half_h,
                ]
            )
            found.append(self._reading(card, box * self.scale))
        return found

    def _visible(
        self,
        card: Card,
        middle: NDArray[np.float64],
        right: NDArray[np.float64],
        below: NDArray[np.float64],
        ids: NDArray[np.int32],
    ) -> bool:
        for dx, dy in ((0.0, 0.0), (0.3, 0.6), (-0.3, -0.6), (0.3, -0.6), (-0.3, 0.6)):
            x, y = np.round((middle + right * dx + below * dy) * self.scale).astype(int)
            if not (0 <= x < self.size_px[0] and 0 <= y < self.size_px[1]):
                return False
            if ids[y, x] != card.index + 1:
                return False
        return True

    def _reading(self, card: Card, box: NDArray[np.float64]) -> Sighting:
        rank, suit = card.index % 13, card.index // 13
        ranks, suits = np.full(14, 0.002), np.full(5, 0.003)
        share = float(self._random.uniform(0.85, 0.99))
        other_rank, other_suit = _LIKE_RANK.get(rank, rank), _LIKE_SUIT[suit]
        if self._random.random() < self.errors.confuse:
            if other_rank != rank and self._random.random() < 0.5:
                rank, other_rank = other_rank, rank
            else:
                suit, other_suit = other_suit, suit
            share = float(self._random.uniform(0.4, 0.9))
        ranks[rank] += share
        ranks[other_rank] += 0.97 - share
        suits[suit] += share
        suits[other_suit] += 0.97 - share
        return Sighting(
            Kind.INDEX,
            box.astype(np.float32),
            0.9,
            (ranks / ranks.sum()).astype(np.float32),
            (suits / suits.sum()).astype(np.float32),
        )

    def _ghost(self) -> Sighting:
        at = self._random.uniform(0.1, 0.9, 2) * self.size_px
        size = np.array(INDEX_SIZE_CM) * self.scale / 2
        box = np.array([at - size, at + size * (1, -1), at + size, at + size * (-1, 1)])
        return self._reading(CARDS[int(self._random.integers(52))], box)

    # -- drop-outs ---------------------------------------------------------------------------------

    def _drop_outs(self) -> dict[Card, tuple[float, float]]:
        away = {}
        for card, track in self.course.cards.items():
            if self._random.random() < self.errors.drop_outs:
                laid = next((key.at_s for key in track.keys if key.at_s > 0 and key.visible), None)
                if laid is not None:
                    begin = laid + float(self._random.uniform(1.5, 4.0))
                    away[card] = (begin, begin + 2.0)
        return away

    def _is_away(self, card: Card) -> bool:
        begin, end = self._away.get(card, (0.0, 0.0))
        return begin < self._at_s < end


def _face(card: Card) -> tuple[int, int, int]:
    """A colour of its own for each card, so that one laid on another changes the picture."""
    return 60 + 14 * (card.index % 13), 40 + 45 * (card.index // 13), 200 - 12 * (card.index % 13)
