"""From acts to motion: where every card and hand is at each moment, and the truth of it.

The choreographer plays a script on the table: it keeps who holds what, gives every act its time and its
place, and writes the keys between which cards and hands move. It judges nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

import numpy as np

from bura.cards import Card
from bura.errors import BuraError
from bura.events import (
    Claimed,
    Counted,
    Drew,
    Event,
    Lead,
    Reply,
    Revealed,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.table import Place
from bura_datasets.camera import Camera
from bura_datasets.habits import Habits
from bura_datasets.motion import HandKey, HandMove, Key, Pose, Track
from bura_datasets.places import CARD_CM, Places, Point
from bura_datasets.script import (
    Act,
    Draw,
    Lay,
    Manner,
    Reach,
    Rest,
    Say,
    Script,
    Show,
    Spread,
    Take,
    TakeBack,
    TurnUp,
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
    duration_s: float = 0.0


@dataclass(slots=True)
class _Laid:
    """A card of the running trick."""

    card: Card
    seat: str
    face_up: bool


def plan(
    script: Script, places: Places, camera: Camera, habits: Habits, rng: Random, *, rest_s: float = 2.0
) -> Plan:
    """Lay out the whole script in time.

    :raises BuraError: when an act is impossible (a card not held, an empty stock, no trick to take).
    """
    return _Choreographer(script, places, camera, habits, rng).run(rest_s)


class _Choreographer:
    def __init__(self, script: Script, places: Places, camera: Camera, habits: Habits, rng: Random) -> None:
        missing = [seat for seat in script.seats if seat not in places.sides]
        if missing:
            raise BuraError(
                f"seat {missing[0]} has no place at this table: seats are {', '.join(places.seats)}"
            )
        self.script, self.places, self.camera, self.habits, self.rng = script, places, camera, habits, rng
        self.hands = {seat: list(cards) for seat, cards in script.hands.items()}
        self.stock = list(script.stock)
        self.trick: list[_Laid] = []
        self.piles: dict[str, list[Card]] = {seat: [] for seat in script.seats}
        self.order = 0
        self.clock = 0.0
        self.lateral = {seat: rng.uniform(-6.0, 6.0) for seat in script.seats}
        self.plan = Plan({})
        self._set_out()

    # -- the table before the first act ------------------------------------------------------------

    def _set_out(self) -> None:
        x, y = self.places.stock_at
        trump = Pose(x + 4.6, y + self.rng.gauss(0, 0.15), 0.0, 90.0 + self.rng.gauss(0, 1.5))
        self._put(self.stock[-1], trump)
        turn = self.rng.gauss(0, 2.0)
        for height, card in enumerate(reversed(self.stock[:-1]), 1):
            pose = Pose(
                x + self.rng.gauss(0, 0.05),
                y + self.rng.gauss(0, 0.05),
                height * THICKNESS_CM,
                turn + self.rng.gauss(0, 0.5),
                180.0,
            )
            self._put(card, pose)
        for cards in self.hands.values():
            for card in cards:
                track = self.plan.cards.setdefault(card, Track())
                track.add(Key(0.0, Pose(0.0, 0.0), 0, visible=False))

    def _put(self, card: Card, pose: Pose) -> None:
        self.order += 1
        self.plan.cards[card] = Track()
        self.plan.cards[card].add(Key(0.0, pose, self.order))

    # -- running -----------------------------------------------------------------------------------

    def run(self, rest_s: float) -> Plan:
        self.clock = 1.2
        self.plan.truth.append((0.0, TrumpShown(self.script.trump)))
        for number, act in enumerate(self.script.acts, 1):
            pause = self._time(self.habits.pause_s) if act.pause_s is None else act.pause_s
            self.clock = max(0.05, self.clock + pause)
            if act.seat and act.seat not in self.hands:
                raise BuraError(
                    f"act {number}: seat {act.seat!r} does not play; seats are {', '.join(self.hands)}"
                )
            try:
                self._do(act)
            except BuraError as error:
                raise BuraError(
                    f"act {number} ({type(act).__name__.lower()} by {act.seat or 'nobody'}): {error}"
                ) from None
        self.plan.duration_s = self.clock + rest_s
        self.plan.truth.sort(key=lambda pair: pair[0])
        return self.plan

    def _do(self, act: Act) -> None:
        match act:
            case Lay():
                self._lay(act)
            case Take():
                self._take(act)
            case Draw():
                self._draw(act)
            case Say():
                self._say(act)
            case Reach():
                self._reach(act)
            case Show():
                self._show(act)
            case TakeBack():
                self._take_back(act)
            case TurnUp():
                self._turn_up(act)
            case Spread():
                self._spread(act)
            case Rest():
                self.clock += act.seconds
            case _:
                raise BuraError("the simulator does not know this act")

    def _time(self, seconds: float) -> float:
        return seconds * math.exp(self.rng.gauss(0.0, self.habits.jitter))

    # -- geometry ----------------------------------------------------------------------------------

    def _outside(self, seat: str, lateral: float) -> Point:
        """A point behind the seat's edge from which nothing of a held card is in the picture."""
        side = self.places.sides[seat]
        width, height = self.camera.size_px
        for back in np.arange(8.0, 120.0, 4.0):
            x = side.edge[0] - side.inward[0] * back + side.right[0] * lateral
            y = side.edge[1] - side.inward[1] * back + side.right[1] * lateral
            box = np.array(
                [[x + dx, y + dy, z] for dx in (-8.0, 8.0) for dy in (-8.0, 8.0) for z in (0.0, 8.0)]
            )
            px = self.camera.project(box)
            inside = (px[:, 0] > 0) & (px[:, 0] < width) & (px[:, 1] > 0) & (px[:, 1] < height)
            if not inside.any():
                return float(x), float(y)
        return float(x), float(y)

    def _lean(self, seat: str, x: float, y: float) -> float:
        """Where along its edge a hand comes in that goes to (x, y): between its body and the target."""
        side = self.places.sides[seat]
        along = (x - side.edge[0]) * side.right[0] + (y - side.edge[1]) * side.right[1]
        return 0.55 * along + self.lateral[seat] + self.rng.gauss(0, 1.5)

    def _shoulder(self, seat: str, lateral: float) -> Point:
        side = self.places.sides[seat]
        hand = -1.0 if self.habits.left_handed else 1.0
        along = 0.5 * lateral + self.lateral[seat] + hand * 9.0
        return (
            side.edge[0] - side.inward[0] * 38.0 + side.right[0] * along,
            side.edge[1] - side.inward[1] * 38.0 + side.right[1] * along,
        )

    def _tip(self, seat: str, pose: Pose) -> Point:
        """Where the fingertips hold a card that lies at ``pose``: over its edge nearest to the player."""
        side = self.places.sides[seat]
        turn = math.radians(pose.turn - side.upright_deg)
        reach = CARD_CM[1] / 2 - PINCH_CM
        # Cards lying across are held by their long edge.
        if abs(math.sin(turn)) > 0.7:
            reach = CARD_CM[0] / 2 - PINCH_CM
        return pose.x - side.inward[0] * reach, pose.y - side.inward[1] * reach

    def _slot(self, seat: str, index: int, count: int, fan_cm: float, covers: Pose | None) -> Pose:
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
        return Pose(x + self.rng.gauss(0, noise), y + self.rng.gauss(0, noise), self._height(x, y), turn)

    def _height(self, x: float, y: float) -> float:
        """How high a card comes to lie at (x, y): on the cards of the trick below it."""
        poses = [self.plan.cards[laid.card].last.pose for laid in self.trick]
        below = [p.z for p in poses if abs(p.x - x) < CARD_CM[0] and abs(p.y - y) < CARD_CM[1]]
        return max(below) + THICKNESS_CM if below else 0.0

    def _hold(self, seat: str, card: Card) -> None:
        if card not in self.hands[seat]:
            raise BuraError(
                f"{card} is not in the hand of {seat} ({' '.join(map(str, self.hands[seat])) or 'empty'})"
            )

    # -- hand visits -------------------------------------------------------------------------------

    def _visit(
        self, seat: str, shape: str, stops: list[HandKey], grip: tuple[tuple[float, float], ...] = ()
    ) -> None:
        lateral = self._lean(seat, stops[len(stops) // 2].x, stops[len(stops) // 2].y)
        self.plan.hands.append(
            HandMove(seat, shape, self._shoulder(seat, lateral), tuple(stops), self.habits.left_handed, grip)
        )

    def _carry_in(
        self, seat: str, cards: list[tuple[Card, Pose]], reach: float, dwell: float, leave: float
    ) -> float:
        """One hand brings ``cards`` and lays them at their poses; the time when it has left."""
        mean = cards[len(cards) // 2][1]
        tip = self._tip(seat, mean)
        lateral = self._lean(seat, mean.x, mean.y)
        outside = self._outside(seat, lateral)
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
        self._visit(seat, "pinch", stops, ((t0, t1),))
        return t3

    def _carry_out(self, seat: str, cards: list[Card], reach: float, dwell: float, leave: float) -> float:
        """One hand fetches ``cards`` out of the picture; the time when they are gone."""
        poses = [self.plan.cards[card].last.pose for card in cards]
        mean = poses[len(poses) // 2]
        tip = self._tip(seat, mean)
        outside = self._outside(seat, self._lean(seat, mean.x, mean.y))
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
        self._visit(seat, "pinch", stops)
        return t3

    # -- acts --------------------------------------------------------------------------------------

    def _lay(self, act: Lay) -> None:
        for card in (*act.cards, *act.face_down):
            self._hold(act.seat, card)
        if not act.cards and not act.face_down:
            raise BuraError("no cards to lay: name cards or face_down")
        leading = not self.trick
        manner = self.habits.manner if act.manner is Manner.EACH else act.manner
        wanted = [(card, True) for card in act.cards] + [(card, False) for card in act.face_down]
        fan = min(self.habits.fan_cm, 6.8 if len(self.script.seats) == 2 else 3.4)
        if manner in (Manner.TOGETHER, Manner.QUICK):
            fan = min(fan, 4.2)
        cover = (self.habits.on_top if act.on_top is None else act.on_top) and not act.face_down
        others = [laid for laid in self.trick if laid.seat != act.seat and laid.face_up][-len(wanted) :]
        targets: list[tuple[Card, Pose]] = []
        for n, (card, face_up) in enumerate(wanted):
            below = (
                self.plan.cards[others[n].card].last.pose
                if cover and not leading and n < len(others)
                else None
            )
            pose = self._slot(act.seat, n, len(wanted), fan, below)
            pose = Pose(pose.x, pose.y, pose.z + n * THICKNESS_CM, pose.turn, 0.0 if face_up else 180.0)
            targets.append((card, pose))
            self.hands[act.seat].remove(card)
        reach, dwell, leave = (
            self._time(s) for s in (self.habits.reach_s, self.habits.dwell_s, self.habits.leave_s)
        )
        if manner in (Manner.TOGETHER, Manner.QUICK):
            if manner is Manner.QUICK:
                reach, dwell, leave = 0.3, 0.03, 0.25
            self.clock = self._carry_in(act.seat, targets, reach, dwell, leave)
        else:
            for n, target in enumerate(targets):
                if n:
                    self.clock += self._time(0.5 if manner is Manner.SLOW else 0.05)
                self.clock = self._carry_in(act.seat, [target], self._time(self.habits.reach_s), dwell, leave)
        self.trick += [_Laid(card, act.seat, face_up) for card, face_up in wanted]
        event: Event = (Lead if leading else Reply)(act.seat, act.cards, len(act.face_down))
        self.plan.truth.append((self.clock, event))

    def _take(self, act: Take) -> None:
        if not self.trick:
            raise BuraError("there is no trick to take")
        side = self.places.sides[act.seat]
        poses = [self.plan.cards[laid.card].last.pose for laid in self.trick]
        cx, cy = float(np.mean([p.x for p in poses])), float(np.mean([p.y for p in poses]))
        near = (cx - side.inward[0] * 1.5, cy - side.inward[1] * 1.5)
        reach, sweep, carry = self._time(self.habits.reach_s), self._time(0.45), self._time(0.6)
        leave = self._time(self.habits.leave_s)
        outside = self._outside(act.seat, self._lean(act.seat, cx, cy))
        t0 = self.clock
        t1, t2 = t0 + reach, t0 + reach + sweep
        t3, t4 = t2 + carry, t2 + carry + self.habits.dwell_s
        end = t4 + leave
        far = max(range(len(poses)), key=lambda i: math.hypot(poses[i].x - near[0], poses[i].y - near[1]))
        pile = self.piles[act.seat]
        turn = side.upright_deg + (90.0 if self.rng.random() < 0.15 else 0.0) + self.rng.gauss(0, 3)
        # The last laid card is the packet's top; turned over, it becomes the lowest on the pile.
        for n, laid in enumerate(self.trick):
            track = self.plan.cards[laid.card]
            self.order += 1
            packed = Pose(
                near[0] + self.rng.gauss(0, 0.3),
                near[1] + self.rng.gauss(0, 0.3),
                0.3 + n * THICKNESS_CM,
                side.upright_deg + self.rng.gauss(0, 3),
                track.last.pose.flip,
            )
            height = (len(pile) + len(self.trick) - n) * THICKNESS_CM
            rest = Pose(
                side.pile[0] + self.rng.gauss(0, self.habits.pile_sd_cm),
                side.pile[1] + self.rng.gauss(0, self.habits.pile_sd_cm),
                height,
                turn + self.rng.gauss(0, 2),
                180.0,
            )
            track.add(Key(t1, track.last.pose, self.order, True, act.seat))
            track.add(Key(t2, packed, self.order, True, act.seat))
            top_order = self.order + 2 * (len(self.trick) - n)
            track.add(Key(t3, rest, top_order))
        self.order += 2 * len(self.trick) + 2
        tip = (side.pile[0] - side.inward[0] * 1.5, side.pile[1] - side.inward[1] * 1.5)
        far_tip = (poses[far].x + side.inward[0] * 2.0, poses[far].y + side.inward[1] * 2.0)
        stops = [
            HandKey(t0, *outside, 7.0),
            HandKey(t1, *far_tip, 1.0),
            HandKey(t2, near[0] + side.inward[0] * 2.5, near[1] + side.inward[1] * 2.5, 0.8),
            HandKey(t3, *tip, 1.0),
            HandKey(t4, *tip, 1.0),
            HandKey(end, *self._outside(act.seat, self._lean(act.seat, *side.pile)), 6.0),
        ]
        self._visit(act.seat, "flat", stops)
        self.piles[act.seat] += [laid.card for laid in reversed(self.trick)]
        self.trick = []
        self.clock = end
        self.plan.truth.append((end, Took(act.seat)))

    def _draw(self, act: Draw) -> None:
        if act.count < 1 or act.count > len(self.stock):
            raise BuraError(f"{act.count} cards cannot be drawn: the stock holds {len(self.stock)}")
        visits = [act.count] if act.stuck else [1] * act.count
        for n, count in enumerate(visits):
            if n:
                self.clock += self._time(0.35)
            cards = [self.stock.pop(0) for _ in range(count)]
            reach, leave = self._time(self.habits.reach_s), self._time(self.habits.leave_s + 0.1)
            self.clock = self._carry_out(act.seat, cards, reach, 0.12, leave)
            self.hands[act.seat] += cards
            self.plan.truth.append((self.clock, Drew(act.seat, count)))

    def _say(self, act: Say) -> None:
        self.plan.said.append(Spoken(round(self.clock, 3), act.seat, act.word))
        if act.word == "claim":
            self.plan.truth.append((self.clock, Claimed(act.seat)))
        elif act.word == "stop":
            self.plan.truth.append((self.clock, Stopped(act.seat)))

    def _reach(self, act: Reach) -> None:
        side = self.places.sides[act.seat]
        at = {"play": self.places.play_centre, "stock": self.places.stock_at, "pile": side.pile}.get(
            act.place
        )
        if at is None:
            raise BuraError(f"place {act.place!r} is none of play, stock, pile")
        at = (at[0] + self.rng.gauss(0, 2.0), at[1] + self.rng.gauss(0, 2.0))
        outside = self._outside(act.seat, self._lean(act.seat, *at))
        t1 = self.clock + self._time(self.habits.reach_s)
        t2 = t1 + act.stay_s
        t3 = t2 + self._time(self.habits.leave_s)
        stops = [
            HandKey(self.clock, *outside, 6.0),
            HandKey(t1, *at, 2.5),
            HandKey(t2, *at, 2.5),
            HandKey(t3, *outside, 6.0),
        ]
        self._visit(act.seat, "pinch", stops)
        self.clock = t3

    def _show(self, act: Show) -> None:
        for card in act.cards:
            self._hold(act.seat, card)
        targets = [
            (card, self._slot(act.seat, n, len(act.cards), 4.0, None)) for n, card in enumerate(act.cards)
        ]
        if not targets:
            raise BuraError("no cards to show")
        before = len(self.plan.hands)
        outside_t = self._carry_in(
            act.seat, targets, self._time(self.habits.reach_s), act.stay_s, self.habits.leave_s
        )
        away = outside_t - self.habits.leave_s
        move = self.plan.hands[before]
        # The same hand lifts the cards again: they leave with it, between fingers and thumb.
        for card, _ in targets:
            track = self.plan.cards[card]
            start = track.keys[-2].pose
            track.add(Key(away, track.last.pose, track.last.order, True, act.seat))
            track.add(Key(outside_t, start, track.last.order, visible=False))
        self.plan.hands[before] = HandMove(
            move.seat, move.shape, move.shoulder, move.keys, move.mirrored, ((move.start_s, move.end_s),)
        )
        self.clock = outside_t

    def _take_back(self, act: TakeBack) -> None:
        mine = [laid for laid in self.trick if laid.seat == act.seat]
        if not mine:
            raise BuraError(f"{act.seat} has no cards in the trick to take back")
        cards = [laid.card for laid in mine]
        self.clock = self._carry_out(
            act.seat, cards, self._time(self.habits.reach_s), 0.25, self._time(self.habits.leave_s)
        )
        self.trick = [laid for laid in self.trick if laid.seat != act.seat]
        self.hands[act.seat] += cards
        up = tuple(laid.card for laid in mine if laid.face_up)
        self.plan.truth.append((self.clock, TakenBack(act.seat, up, len(mine) - len(up))))

    def _flip_up(self, seat: str, cards: list[tuple[Card, Pose]]) -> None:
        """The seat's hand turns cards over, one after the other, each to its pose."""
        first = self.plan.cards[cards[0][0]].last.pose
        outside = self._outside(seat, self._lean(seat, first.x, first.y))
        t = self.clock + self._time(self.habits.reach_s)
        stops = [HandKey(self.clock, *outside, 6.0), HandKey(t, *self._tip(seat, first), 0.6)]
        for card, pose in cards:
            self.order += 1
            track = self.plan.cards[card]
            here = track.last.pose
            reach = t + self._time(0.22)
            stops.append(HandKey(reach, *self._tip(seat, here), 0.8))
            track.add(Key(reach, here, self.order, True, seat))
            t = reach + self._time(0.4)
            track.add(Key(t, pose, self.order))
            stops.append(HandKey(t, *self._tip(seat, pose), 0.8))
        end = t + self._time(self.habits.leave_s)
        stops.append(HandKey(end, *outside, 6.0))
        self._visit(seat, "pinch", stops)
        self.clock = end

    def _turn_up(self, act: TurnUp) -> None:
        owner = act.of or act.seat
        hidden = [laid for laid in self.trick if laid.seat == owner and not laid.face_up]
        if not hidden:
            raise BuraError(f"{owner} has no face-down cards in the trick")
        moves = []
        for laid in hidden:
            pose = self.plan.cards[laid.card].last.pose
            moves.append(
                (laid.card, Pose(pose.x + 0.8, pose.y + 0.5, pose.z, pose.turn + self.rng.gauss(0, 5), 0.0))
            )
            laid.face_up = True
        self._flip_up(act.seat, moves)
        cards = tuple(laid.card for laid in hidden)
        whose = None if owner == act.seat else owner
        self.plan.truth.append((self.clock, Revealed(act.seat, cards, Place.DISCARD, whose)))

    def _spread(self, act: Spread) -> None:
        pile = list(reversed(self.piles[act.seat]))
        if not pile:
            raise BuraError(f"{act.seat} has no pile to spread")
        side = self.places.sides[act.seat]
        x0, y0, x1, y1 = self.places.play
        columns = min(6, len(pile))
        rows = math.ceil(len(pile) / columns)
        step_x = min(6.9, (x1 - x0 - CARD_CM[0]) / max(1, columns - 1))
        step_y = min(9.2, (y1 - y0 - CARD_CM[1]) / max(1, rows - 1))
        cx, cy = self.places.play_centre
        moves = []
        for n, card in enumerate(pile):
            row, column = divmod(n, columns)
            along, back = (column - (columns - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y
            x = cx + side.right[0] * along - side.inward[0] * back
            y = cy + side.right[1] * along - side.inward[1] * back
            pose = Pose(
                x + self.rng.gauss(0, 0.2),
                y + self.rng.gauss(0, 0.2),
                0.0,
                side.upright_deg + self.rng.gauss(0, 3),
            )
            moves.append((card, pose))
        self._flip_up(act.seat, moves)
        self.plan.truth.append((self.clock, Counted(act.seat, tuple(pile))))
