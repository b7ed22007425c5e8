"""What else hands do at a card table: bring a drink or a phone, lean on the edge, throw, push and straighten cards."""

from __future__ import annotations

import math

from bura.cards import Card
from bura.errors import BuraError
from bura_datasets.motion import HandKey, HandMove, Key, Pose, Track
from bura_datasets.places import CARD_CM, Point
from bura_datasets.script import Fetch, Lean, Put, Straighten
from bura_datasets.stage import PINCH_CM, Stage
from bura_datasets.things import KINDS, SIZES_CM

INDEX_CM = ((0.35, 0.45), (1.1, 2.3))
"""two points of a card's index from its corner: both must show for it to be read"""
ARM_CM = 5.5
"""a tall thing stands at least this far from the ways of the arms"""


class Extras(Stage):
    """Adds to the stage what is no play."""

    # -- cards -------------------------------------------------------------------------------------

    def legible(self, new: dict[Card, Pose]) -> bool:
        """Whether every face-up card of the trick would still show an index when cards come to lie at ``new``."""
        lying = [(laid.card, self.plan.cards[laid.card].last.pose) for laid in self.trick]
        poses = [(card, new.get(card, pose)) for card, pose in lying]
        known = {card for card, _ in poses}
        poses += [(card, pose) for card, pose in new.items() if card not in known]
        for n, (_, pose) in enumerate(poses):
            above = [other for _, other in poses[n + 1 :]]
            if pose.flip < 90.0 and not any(_shows(pose, turned, above) for turned in (False, True)):
                return False
        return True

    def throw(self, seat: str, target: tuple[Card, Pose], leave: float) -> None:
        """A card is let go halfway, flies, turns and slides to where it comes to rest, mostly askew."""
        card, tidy = target
        side = self.places.sides[seat]
        pose = tidy
        for _ in range(12):
            x, y = tidy.x + self.rng.gauss(0, 1.3), tidy.y + self.rng.gauss(0, 1.3)
            tried = Pose(x, y, self.height(x, y), tidy.turn + self.rng.gauss(0, 30.0), tidy.flip)
            if self.legible({card: tried}):
                pose = tried
                break
        outside = self.outside(seat, self.lean(seat, pose.x, pose.y))
        share = self.rng.uniform(0.3, 0.5)
        aside = 0.5 * self.lateral[seat]
        edge = (side.edge[0] + side.right[0] * aside, side.edge[1] + side.right[1] * aside)
        free = (edge[0] + (pose.x - edge[0]) * share, edge[1] + (pose.y - edge[1]) * share)
        reach, flight = self.time(0.3), self.time(0.34)
        t0, t1 = self.clock, self.clock + reach
        self.order += 1
        spin = self.rng.choice([-1.0, 1.0]) * self.rng.uniform(40.0, 190.0)
        start = Pose(*outside, 7.0, pose.turn - spin, pose.flip)
        track = self.plan.cards[card]
        track.add(Key(t0, start, self.order, True, seat, steady=True))
        steps = 9
        for n in range(steps + 1):
            gone = n / steps
            way = 1.0 - (1.0 - gone) ** 2
            here = Pose(
                free[0] + (pose.x - free[0]) * way,
                free[1] + (pose.y - free[1]) * way,
                pose.z + 4.5 * max(0.0, 1.0 - 1.3 * gone) ** 1.5,
                pose.turn - spin * (1.0 - way) * 0.8,
                pose.flip,
            )
            track.add(Key(t1 + flight * gone, here if n < steps else pose, self.order, steady=True))
        tip = (
            free[0] - side.inward[0] * (CARD_CM[1] / 2 - PINCH_CM),
            free[1] - side.inward[1] * (CARD_CM[1] / 2 - PINCH_CM),
        )
        on = (tip[0] + side.inward[0] * 2.0, tip[1] + side.inward[1] * 2.0)
        stops = [
            HandKey(t0, *outside, 7.0),
            HandKey(t1, *tip, 4.0),
            HandKey(t1 + 0.1, *on, 3.5),
            HandKey(t1 + 0.1 + leave, *outside, 6.0),
        ]
        self.visit(seat, "pinch", stops, ((t0, t1),))
        self.clock = max(t1 + flight, t1 + 0.1 + leave)

    def push(self, seat: str, target: tuple[Card, Pose], leave: float) -> None:
        """A card is pushed over the cloth under the flat hand."""
        card, pose = target
        side = self.places.sides[seat]
        outside = self.outside(seat, self.lean(seat, pose.x, pose.y))
        reach = self.time(1.5 * self.habits.reach_s)
        t0, t1 = self.clock, self.clock + reach
        t2 = t1 + self.time(self.habits.dwell_s)
        self.order += 1
        start = Pose(outside[0], outside[1], 0.1, pose.turn + self.rng.gauss(0, 10), pose.flip)
        track = self.plan.cards[card]
        track.add(Key(t0, start, self.order, True, seat))
        track.add(Key(t1, pose, self.order))
        ahead = self.rng.uniform(0.0, 2.0)
        tip = (pose.x + side.inward[0] * ahead, pose.y + side.inward[1] * ahead)
        from_ = (outside[0] + side.inward[0] * ahead, outside[1] + side.inward[1] * ahead)
        stops = [
            HandKey(t0, *from_, 0.3),
            HandKey(t1, *tip, 0.3),
            HandKey(t2, *tip, 0.6),
            HandKey(t2 + leave, *outside, 5.0),
        ]
        self.visit(seat, "flat", stops)
        self.clock = t2 + leave

    def both_hands(
        self, seat: str, targets: list[tuple[Card, Pose]], reach: float, dwell: float, leave: float
    ) -> None:
        """Two hands at once: the left one brings the cards to the left, the right one the others."""
        side = self.places.sides[seat]
        along = [
            (pose.x - side.edge[0]) * side.right[0] + (pose.y - side.edge[1]) * side.right[1]
            for _, pose in targets
        ]
        middle = sorted(along)[len(along) // 2]
        left = [target for target, at in zip(targets, along, strict=True) if at < middle]
        right = [target for target, at in zip(targets, along, strict=True) if at >= middle]
        start, ends = self.clock, []
        for cards, is_right in ((left, True), (right, False)):
            self.clock = start + (0.0 if is_right else self.time(0.1))
            other = self.habits.left_handed == (cards is right)
            ends.append(self.carry_in(seat, cards, reach, dwell, leave, "pinch-other" if other else "pinch"))
        self.clock = max(ends)

    def straighten(self, act: Straighten) -> None:
        """A finger puts the seat's last card straight."""
        mine = [laid.card for laid in self.trick if laid.seat == act.seat]
        if not mine:
            raise BuraError(f"{act.seat} has no card in the trick to straighten")
        card = mine[-1]
        track, side = self.plan.cards[card], self.places.sides[act.seat]
        here = track.last.pose
        moved = here
        for _ in range(12):
            tried = Pose(
                here.x + self.rng.gauss(0, 0.7),
                here.y + self.rng.gauss(0, 0.7),
                here.z,
                side.upright_deg + self.rng.gauss(0, 3.0),
                here.flip,
            )
            if self.legible({card: tried}):
                moved = tried
                break
        outside = self.outside(act.seat, self.lean(act.seat, here.x, here.y))
        t0 = self.clock
        t1 = t0 + self.time(self.habits.reach_s)
        t2 = t1 + self.time(0.4)
        t3 = t2 + self.time(self.habits.leave_s)
        track.add(Key(t1, here, track.last.order, True, act.seat))
        track.add(Key(t2, moved, track.last.order))
        stops = [
            HandKey(t0, *outside, 6.0),
            HandKey(t1, *self.tip(act.seat, here), 0.5),
            HandKey(t2, *self.tip(act.seat, moved), 0.5),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(act.seat, "pinch", stops)
        self.clock = t3

    # -- things ------------------------------------------------------------------------------------

    def put_thing(self, act: Put) -> None:
        """A thing comes onto the table, or to another place."""
        if act.thing not in KINDS:
            raise BuraError(f"thing {act.thing!r} is none of {', '.join(KINDS)}")
        name = f"{act.seat} {act.thing}"
        pose = self._spot(act.seat, act.thing)
        track = self.plan.things.get(name)
        self.order += 1
        if track is None:
            track = self.plan.things[name] = Track()
            if act.ready:
                track.add(Key(0.0, pose, self.order))
                return
            track.add(Key(0.0, Pose(0.0, 0.0), 0, visible=False))
        side = self.places.sides[act.seat]
        height = 0.45 * SIZES_CM[act.thing][2]
        tip = self._grip(act.seat, act.thing, pose)
        lateral = self.lean(act.seat, pose.x, pose.y)
        outside = self.outside(act.seat, lateral, 12.0)
        reach, leave = self.time(1.3 * self.habits.reach_s), self.time(self.habits.leave_s)
        t0 = self.clock
        stops = [HandKey(t0, *outside, 7.0)]
        if track.last.visible:
            here = track.last.pose
            t0 += reach
            stops.append(HandKey(t0, *self._grip(act.seat, act.thing, here), height + 0.4))
            begin = Pose(here.x, here.y, here.z, here.turn)
        else:
            begin = Pose(
                outside[0] + pose.x - tip[0],
                outside[1] + pose.y - tip[1],
                6.0,
                pose.turn + self.rng.gauss(0, 8),
            )
        t1 = t0 + self.time(1.4 * self.habits.reach_s)
        t2 = t1 + self.time(0.25)
        track.add(Key(t0, begin, self.order, True, act.seat))
        track.add(Key(t1, pose, self.order))
        stops += [
            HandKey(t1, *tip, height + 0.4),
            HandKey(t2, *tip, height + 0.4),
            HandKey(t2 + leave, outside[0], outside[1], 6.0),
        ]
        # The hand goes back from the thing before it goes home, so that it does not pass through it.
        back = (tip[0] - side.inward[0] * 2.0, tip[1] - side.inward[1] * 2.0)
        stops.insert(-1, HandKey(t2 + 0.2 * leave, *back, height + 1.0))
        self.visit(act.seat, "pinch", stops, ((t0, t1),))
        self.clock = t2 + leave

    def fetch_thing(self, act: Fetch) -> None:
        """The seat's thing is taken away."""
        track = self.plan.things.get(f"{act.seat} {act.thing}")
        if track is None or not track.last.visible:
            raise BuraError(f"{act.seat} has no {act.thing} on the table")
        here = track.last.pose
        tip = self._grip(act.seat, act.thing, here)
        outside = self.outside(act.seat, self.lean(act.seat, here.x, here.y), 12.0)
        height = 0.45 * SIZES_CM[act.thing][2] + 0.4
        t0 = self.clock
        t1 = t0 + self.time(self.habits.reach_s)
        t2 = t1 + self.time(0.3)
        t3 = t2 + self.time(1.3 * self.habits.leave_s)
        self.order += 1
        away = Pose(outside[0] + here.x - tip[0], outside[1] + here.y - tip[1], 5.0, here.turn)
        track.add(Key(t2, here, self.order, True, act.seat))
        track.add(Key(t3, away, self.order, visible=False))
        stops = [
            HandKey(t0, *outside, 6.0),
            HandKey(t1, *tip, height),
            HandKey(t2, *tip, height),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(act.seat, "pinch", stops, ((t2, t3),))
        self.clock = t3

    def lean_on(self, act: Lean) -> None:
        """An elbow or a hand rests on the edge; the clock stands still, the others go on."""
        if act.what not in ("elbow", "hand"):
            raise BuraError(f"lean with {act.what!r}: give elbow or hand")
        side = self.places.sides[act.seat]
        # on the free arm's side, away from the seat's own pile
        aside = -self.rng.uniform(6.0, 16.0)
        depth = self.rng.uniform(3.0, 5.5) if act.what == "elbow" else self.rng.uniform(6.0, 9.0)
        foot = (side.edge[0] + side.right[0] * aside, side.edge[1] + side.right[1] * aside)
        tip = (foot[0] + side.inward[0] * depth, foot[1] + side.inward[1] * depth)
        outside = (foot[0] - side.inward[0] * 14.0, foot[1] - side.inward[1] * 14.0)
        shoulder = (foot[0] - side.inward[0] * 40.0, foot[1] - side.inward[1] * 40.0)
        t0 = self.clock
        t1 = t0 + self.time(0.6)
        stops = (
            HandKey(t0, *outside, 4.0),
            HandKey(t1, *tip, 0.2),
            HandKey(t1 + act.stay_s, *tip, 0.2),
            HandKey(t1 + act.stay_s + self.time(0.6), *outside, 4.0),
        )
        shape = "elbow" if act.what == "elbow" else "flat"
        self.plan.hands.append(HandMove(act.seat, shape, shoulder, stops))

    def _grip(self, seat: str, kind: str, pose: Pose) -> Point:
        """Where the fingertips hold a thing: over its edge nearest to the player."""
        side = self.places.sides[seat]
        reach = SIZES_CM[kind][1] / 2 - (0.6 if kind == "drink" else PINCH_CM)
        return pose.x - side.inward[0] * reach, pose.y - side.inward[1] * reach

    def _spot(self, seat: str, kind: str) -> Pose:
        """A place near the seat where a thing is in nobody's way."""
        side, (table_w, table_h) = self.places.sides[seat], self.places.size_cm
        tilt = self.rng.gauss(0, 10.0)
        width, length, height = SIZES_CM[kind]
        found: list[tuple[float, Pose]] = []
        best: tuple[float, Pose] | None = None
        for n in range(600):
            across = kind != "drink" and n % 3 == 2
            upright = (abs(side.inward[0]) > 0.5) == across
            half = (width / 2, length / 2) if upright else (length / 2, width / 2)
            at = (self.rng.uniform(0.0, table_w), self.rng.uniform(0.0, table_h))
            room = min(self._room(at, half), self._arms(at) - max(half) - ARM_CM if height > 2.0 else 99.0)
            over = max(half[0] - at[0], at[0] + half[0] - table_w, half[1] - at[1], at[1] + half[1] - table_h)
            # paper may hang over the edge, a glass would fall
            room -= max(0.0, over if kind == "drink" else over - 0.5 * min(half))
            pose = Pose(*at, 0.0, side.upright_deg + tilt + (90.0 if across else 0.0))
            if room > 0.6:
                found.append((math.hypot(at[0] - side.edge[0], at[1] - side.edge[1]), pose))
            if best is None or room > best[0]:
                best = (room, pose)
        assert best is not None
        if not found:
            return best[1]
        found.sort(key=lambda pair: pair[0])
        return found[self.rng.randrange(max(1, len(found) // 4))][1]

    def _room(self, at: Point, half: Point) -> float:
        """Clearance (cm) of a box at a place from where cards and things lie; below 0 it overlaps."""
        x, y = self.places.stock_at
        boxes = [self.places.play, (x - 5.0, y - 6.5, x + 11.0, y + 6.5)]
        boxes += [
            (side.pile[0] - 6.5, side.pile[1] - 6.5, side.pile[0] + 6.5, side.pile[1] + 6.5)
            for seat, side in self.places.sides.items()
            if seat in self.hands
        ]
        for name, track in self.plan.things.items():
            if track.last.visible:
                w, h, _ = SIZES_CM[name.split()[-1]]
                r = 0.45 * (w + h)
                pose = track.last.pose
                boxes.append((pose.x - r, pose.y - r, pose.x + r, pose.y + r))
        gaps = [
            max(x0 - at[0] - half[0], at[0] - half[0] - x1, y0 - at[1] - half[1], at[1] - half[1] - y1)
            for x0, y0, x1, y1 in boxes
        ]
        return min(gaps, default=99.0)

    def _arms(self, at: Point) -> float:
        """Distance (cm) of a place from the nearest way of an arm."""
        nearest = 99.0
        for seat, side in self.places.sides.items():
            if seat not in self.hands:
                continue
            for goal in (self.places.play_centre, self.places.stock_at, side.pile):
                along = (goal[0] - side.edge[0]) * side.right[0] + (goal[1] - side.edge[1]) * side.right[1]
                foot = 0.55 * along + self.lateral[seat]
                start = (side.edge[0] + side.right[0] * foot, side.edge[1] + side.right[1] * foot)
                nearest = min(nearest, _from_line(at, start, goal))
        return nearest


def _from_line(at: Point, a: Point, b: Point) -> float:
    """Distance of a point from the stretch between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / max(1e-9, dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.hypot(at[0] - a[0] - share * dx, at[1] - a[1] - share * dy)


def _shows(pose: Pose, turned: bool, above: list[Pose]) -> bool:
    """Whether one of a card's two indices lies free of the cards above it."""
    sign = -1.0 if turned else 1.0
    cos, sin = math.cos(math.radians(pose.turn)), math.sin(math.radians(pose.turn))
    for dx, dy in INDEX_CM:
        local = (sign * (dx - CARD_CM[0] / 2), sign * (dy - CARD_CM[1] / 2))
        x = pose.x + local[0] * cos - local[1] * sin
        y = pose.y + local[0] * sin + local[1] * cos
        for other in above:
            c, s = math.cos(math.radians(other.turn)), math.sin(math.radians(other.turn))
            u, v = (x - other.x) * c + (y - other.y) * s, (y - other.y) * c - (x - other.x) * s
            if abs(u) < CARD_CM[0] / 2 + 0.15 and abs(v) < CARD_CM[1] / 2 + 0.15:
                return False
    return True
