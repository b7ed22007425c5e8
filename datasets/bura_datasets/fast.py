"""The fast simulation: deals without photographic pictures, for thousands of them in minutes.

The same scripts and the same choreography as the rendered clips, but every picture is a small sketch (flat
cloth, white cards, coloured backs, hands as blobs), and the detector answers from the geometry, with errors
drawn from `Errors`. What is left is exactly what the watching side has to get right: movement, timing,
covering, and doubt.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card
from bura.table import Said, Word
from bura_datasets.camera import Camera
from bura_datasets.choreography import plan
from bura_datasets.fast_table import FINE, FastTable, LabelEye, coloured
from bura_datasets.habits import Habits
from bura_datasets.places import CARD_CM, Places, load_places
from bura_datasets.script import Script
from bura_datasets.simulate import truth_lines
from bura_datasets.stage import Plan
from bura_vision.alignment import AlignmentSettings
from bura_vision.detector import Kind, Region, Sighting
from bura_vision.layout import View
from bura_vision.settings import MotionSettings, WatchSettings
from bura_vision.source import Frame, Item

Pixels = NDArray[np.uint8]

INDEX_CM = (0.6, 1.15)
"""middle of an index from the card's edges"""
INDEX_SIZE_CM = (0.75, 1.7)

FAST = WatchSettings(alignment=AlignmentSettings(check_s=math.inf))
"""a sketched camera is never pushed: it need not be looked after"""


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


#: ranks and suits that are taken for each other
_LIKE_RANK = {4: 7, 7: 4, 8: 12, 12: 8, 9: 11, 11: 9, 10: 8, 5: 4, 6: 5}
_LIKE_SUIT = {0: 3, 3: 0, 1: 2, 2: 1}


@dataclass
class FastDeal:
    """A deal as a source of sketched pictures, with a detector that knows what they show.

    `Watcher(layout, deal)` compares the sketches as it does any picture; `Watcher(layout, deal, FAST, eye=deal.eye)`
    compares what was drawn, which gives the same answers in a fraction of the time.
    """

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
        self.table = FastTable(self.course, self.size_px, self.scale)
        self._random = np.random.default_rng(self.seed)
        self._at_s = 0.0
        self._away = self._drop_outs()

    @property
    def truth(self) -> list[dict[str, object]]:
        """The lines of the truth file."""
        return truth_lines(self.script, self.course)

    @property
    def said(self) -> tuple[Said, ...]:
        """What is spoken."""
        return tuple(Said(at_s=s.at_s, seat=s.seat, word=Word(s.say)) for s in self.course.said)

    def eye(self, view: View, settings: MotionSettings) -> LabelEye:
        """For a watcher that shall not look at pixels."""
        del view, settings
        return LabelEye(self.table)

    def __iter__(self) -> Iterator[Item]:
        image: Pixels | None = None
        for number in range(round(self.course.duration_s * self.fps)):
            self._at_s = number / self.fps
            if self.table.advance(self._at_s) or image is None:
                image = coloured(self.table.labels)
            yield Frame(image, number, self._at_s)

    def close(self) -> None:
        """Nothing to let go of."""

    def detect(self, image: Pixels, region: Region | None = None, scale: float = 1.0) -> tuple[Sighting, ...]:
        """What a detector would see now (`bura_vision.detector.CardDetector`)."""
        del image, scale
        ids = self.table.tops(self._at_s)
        x0, y0, x1, y1 = region or (0, 0, *self.size_px)
        areas = np.bincount(ids[::2, ::2].ravel(), minlength=256)
        found: list[Sighting] = []
        for card in self.course.cards:
            seen = self.table.seen(card, self._at_s) if areas[card.index + 1] else None
            if seen is None or self._is_away(card):
                continue
            pose, speed = seen
            corners = self.table.corners(pose)
            if pose.flip < 90.0:
                if speed < self.errors.blur_cm_s:
                    found += self._indices(card, corners, ids)
            elif self._random.random() > (0.5 if speed > 40.0 else self.errors.miss_back):
                share = float(areas[card.index + 1]) / (CARD_CM[0] * CARD_CM[1] * FINE**2 / 4.0)
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

    # -- sightings ---------------------------------------------------------------------------------

    def _indices(self, card: Card, corners: NDArray[np.float64], ids: NDArray[np.uint8]) -> list[Sighting]:
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
        ids: NDArray[np.uint8],
    ) -> bool:
        for dx, dy in ((0.0, 0.0), (0.3, 0.6), (-0.3, -0.6), (0.3, -0.6), (-0.3, 0.6)):
            x, y = ((middle + right * dx + below * dy) * FINE).astype(int)
            if not (0 <= x < ids.shape[1] and 0 <= y < ids.shape[0]):
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
