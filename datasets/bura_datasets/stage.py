"""The simulated table as a stage: places of cards, and the ways in which hands fetch and bring them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

import numpy as np

from bura.cards import Card
from bura.errors import BuraError
from bura.events import (
    Event,
)
from bura_datasets.camera import Camera
from bura_datasets.habits import Habits
from bura_datasets.motion import HandKey, HandMove, Key, Pose, Track
from bura_datasets.places import CARD_CM, Places, Point
from bura_datasets.script import (
    Script,
)

THICKNESS_CM = 0.031
"""of one card: a 36-card pack is 1.1 cm high"""
PINCH_CM = 1.9
"""how far the fingertips reach over the edge of a held card"""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of say.jsonl."""

    at_s: float
    seat: str
    say: str


@dataclass(slots=True)
class Plan:
    """The whole clip before it is drawn."""

    cards: dict[Card, Track]
    hands: list[HandMove] = field(default_factory=list)
    truth: list[tuple[float, Event]] = field(default_factory=list)
    """(when the act is complete, what it was)"""
    said: list[Spoken] = field(default_factory=list)
    things: dict[str, Track] = field(default_factory=dict)
    """what else lies on the table: its name, the last word of which is its kind -> its course"""
    duration_s: float = 0.0


@dataclass(slots=True)
class Laid:
    """A card of the running trick."""

    card: Card
    seat: str
    face_up: bool


class Stage:
    """The table with its cards and hands: who holds what, and the ways in which hands carry cards."""

    def __init__(self, script: Script, places: Places, camera: Camera, habits: Habits, rng: Random) -> None:
        missing = [seat for seat in script.seats if seat not in places.sides]
        if missing:
            raise BuraError(
                f"seat {missing[0]} has no place at this table: seats are {', '.join(places.seats)}"
            )
        self.script, self.places, self.camera, self.habits, self.rng = script, places, camera, habits, rng
        self.hands = {seat: list(cards) for seat, cards in script.hands.items()}
        self.stock = list(script.stock)
        self.trick: list[Laid] = []
        self.piles: dict[str, list[Card]] = {seat: [] for seat in script.seats}
        self.order = 0
        self.clock = 0.0
        self.lateral = {seat: rng.uniform(-6.0, 6.0) for seat in script.seats}
        self.plan = Plan({})
        self.set_out()

    # -- the table before the first act ------------------------------------------------------------

    def set_out(self) -> None:
        x, y = self.places.stock_at
        trump = Pose(x + 4.6, y + self.rng.gauss(0, 0.15), 0.0, 90.0 + self.rng.gauss(0, 1.5))
        self.put(self.stock[-1], trump)
        turn = self.rng.gauss(0, 2.0)
        for height, card in enumerate(reversed(self.stock[:-1]), 1):
            pose = Pose(
                x + self.rng.gauss(0, 0.05),
                y + self.rng.gauss(0, 0.05),
                height * THICKNESS_CM,
                turn + self.rng.gauss(0, 0.5),
                180.0,
            )
            self.put(card, pose)
        for cards in self.hands.values():
            for card in cards:
                track = self.plan.cards.setdefault(card, Track())
                track.add(Key(0.0, Pose(0.0, 0.0), 0, visible=False))

    def put(self, card: Card, pose: Pose) -> None:
        self.order += 1
        self.plan.cards[card] = Track()
        self.plan.cards[card].add(Key(0.0, pose, self.order))

    def time(self, seconds: float) -> float:
        return seconds * math.exp(self.rng.gauss(0.0, self.habits.jitter))

    # -- geometry ----------------------------------------------------------------------------------

    def outside(self, seat: str, lateral: float, around: float = 8.0) -> Point:
        """A point behind the seat's edge from which nothing within ``around`` cm is in the picture (a held card)."""
        side = self.places.sides[seat]
        width, height = self.camera.size_px
        for back in np.arange(8.0, 120.0, 4.0):
            x = side.edge[0] - side.inward[0] * back + side.right[0] * lateral
            y = side.edge[1] - side.inward[1] * back + side.right[1] * lateral
            box = np.array(
                [
                    [x + dx, y + dy, z]
                    for dx in (-around, around)
                    for dy in (-around, around)
                    for z in (0.0, around)
                ]
            )
            px = self.camera.project(box)
            inside = (px[:, 0] > 0) & (px[:, 0] < width) & (px[:, 1] > 0) & (px[:, 1] < height)
            if not inside.any():
                return float(x), float(y)
        return float(x), float(y)

    def lean(self, seat: str, x: float, y: float) -> float:
        """Where along its edge a hand comes in that goes to (x, y): between its body and the target."""
        side = self.places.sides[seat]
        along = (x - side.edge[0]) * side.right[0] + (y - side.edge[1]) * side.right[1]
        return 0.55 * along + self.lateral[seat] + self.rng.gauss(0, 1.5)

    def shoulder(self, seat: str, lateral: float, *, other: bool = False) -> Point:
        """Where the arm of the hand (or of the ``other`` one) comes from."""
        side = self.places.sides[seat]
        hand = -1.0 if self.habits.left_handed != other else 1.0
        along = 0.5 * lateral + self.lateral[seat] + hand * 9.0
        return (
            side.edge[0] - side.inward[0] * 38.0 + side.right[0] * along,
            side.edge[1] - side.inward[1] * 38.0 + side.right[1] * along,
        )

    def tip(self, seat: str, pose: Pose) -> Point:
        """Where the fingertips hold a card that lies at ``pose``: over its edge nearest to the player."""
        side = self.places.sides[seat]
        turn = math.radians(pose.turn - side.upright_deg)
        reach = CARD_CM[1] / 2 - PINCH_CM
        # Cards lying across are held by their long edge.
        if abs(math.sin(turn)) > 0.7:
            reach = CARD_CM[0] / 2 - PINCH_CM
        return pose.x - side.inward[0] * reach, pose.y - side.inward[1] * reach

    def slot(self, seat: str, index: int, count: int, fan_cm: float, covers: Pose | None) -> Pose:
        """Where a seat lays its card number ``index`` of ``count``."""
        side = self.places.sides[seat]
        noise = self.habits.place_sd_cm
        turn = side.upright_deg + self.rng.gauss(0, self.habits.turn_sd_deg)
        if covers is not None:
            ahead, aside = self.rng.uniform(2.2, 3.4), self.rng.uniform(0.6, 2.2)
            x = covers.x - side.inward[0] * ahead + side.right[0] * aside
            y = covers.y - side.inward[1] * ahead + side.right[1] * aside
        else:
            cx, cy = self.places.play_centre
            back = 4.7 if len(self.script.seats) == 2 else 8.5
            along = (index - (count - 1) / 2) * fan_cm
            x = cx - side.inward[0] * back + side.right[0] * along
            y = cy - side.inward[1] * back + side.right[1] * along
        return Pose(x + self.rng.gauss(0, noise), y + self.rng.gauss(0, noise), self.height(x, y), turn)

    def height(self, x: float, y: float) -> float:
        """How high a card comes to lie at (x, y): on the cards of the trick below it."""
        poses = [self.plan.cards[laid.card].last.pose for laid in self.trick]
        below = [p.z for p in poses if abs(p.x - x) < CARD_CM[0] and abs(p.y - y) < CARD_CM[1]]
        return max(below) + THICKNESS_CM if below else 0.0

    def hold(self, seat: str, card: Card) -> None:
        if card not in self.hands[seat]:
            raise BuraError(
                f"{card} is not in the hand of {seat} ({' '.join(map(str, self.hands[seat])) or 'empty'})"
            )

    # -- hand visits -------------------------------------------------------------------------------

    def visit(
        self, seat: str, shape: str, stops: list[HandKey], grip: tuple[tuple[float, float], ...] = ()
    ) -> None:
        """A hand comes, passes its stops and goes."""
        lateral = self.lean(seat, stops[len(stops) // 2].x, stops[len(stops) // 2].y)
        self.plan.hands.append(
            HandMove(
                seat,
                shape,
                self.shoulder(seat, lateral, other=shape.endswith("-other")),
                tuple(stops),
                self.habits.left_handed,
                grip,
            )
        )

    def carry_in(
        self,
        seat: str,
        cards: list[tuple[Card, Pose]],
        reach: float,
        dwell: float,
        leave: float,
        shape: str = "pinch",
    ) -> float:
        """One hand brings ``cards`` and lays them at their poses; the time when it has left."""
        mean = cards[len(cards) // 2][1]
        tip = self.tip(seat, mean)
        lateral = self.lean(seat, mean.x, mean.y)
        outside = self.outside(seat, lateral)
        t0, t1 = self.clock, self.clock + reach
        t2, t3 = t1 + dwell, t1 + dwell + leave
        side = self.places.sides[seat]
        for n, (card, pose) in enumerate(cards):
            self.order += 1
            squeeze = 0.3
            off_x, off_y = (pose.x - mean.x) * squeeze, (pose.y - mean.y) * squeeze
            start = Pose(
                outside[0] + (mean.x - tip[0]) + off_x,
                outside[1] + (mean.y - tip[1]) + off_y,
                7.0 + n * THICKNESS_CM,
                side.upright_deg + self.rng.gauss(0, 6) + (n - len(cards) / 2) * 6.0,
                pose.flip,
            )
            track = self.plan.cards[card]
            track.add(Key(t0, start, self.order, True, seat))
            track.add(Key(t1, pose, self.order, True))
        stops = [
            HandKey(t0, *outside, 7.0),
            HandKey(t1, *tip, 0.6),
            HandKey(t2, *tip, 0.6),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(seat, shape, stops, ((t0, t1),))
        return t3

    def carry_out(self, seat: str, cards: list[Card], reach: float, dwell: float, leave: float) -> float:
        """One hand fetches ``cards`` out of the picture; the time when they are gone."""
        poses = [self.plan.cards[card].last.pose for card in cards]
        mean = poses[len(poses) // 2]
        tip = self.tip(seat, mean)
        outside = self.outside(seat, self.lean(seat, mean.x, mean.y))
        t0, t1 = self.clock, self.clock + reach
        t2, t3 = t1 + dwell, t1 + dwell + leave
        side = self.places.sides[seat]
        for card, pose in zip(cards, poses, strict=True):
            self.order += 1
            track = self.plan.cards[card]
            away = Pose(
                outside[0] + (mean.x - tip[0]) + 0.3 * (pose.x - mean.x),
                outside[1] + (mean.y - tip[1]) + 0.3 * (pose.y - mean.y),
                5.0 + pose.z,
                side.upright_deg + self.rng.gauss(0, 8),
                pose.flip,
            )
            track.add(Key(t2, pose, self.order, True, seat))
            track.add(Key(t3, away, self.order, visible=False))
        stops = [
            HandKey(t0, *outside, 6.0),
            HandKey(t1, *tip, 0.5),
            HandKey(t2, *tip, 0.5),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(seat, "pinch", stops)
        return t3
