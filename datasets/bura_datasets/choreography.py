"""From acts to motion: where every card and hand is at each moment, and the truth of it.

The choreographer plays a script on the stage: it gives every act its time and its place and writes the
keys between which cards and hands move. It judges nothing.
"""

from __future__ import annotations

import math
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
from bura_datasets.extras import Extras
from bura_datasets.habits import Habits
from bura_datasets.motion import HandKey, HandMove, Key, Pose
from bura_datasets.places import CARD_CM, Places
from bura_datasets.script import (
    Act,
    Draw,
    Fetch,
    Lay,
    Lean,
    Look,
    Manner,
    Put,
    Reach,
    Rest,
    Say,
    Script,
    Show,
    Spread,
    Straighten,
    Swap,
    Take,
    TakeBack,
    TurnUp,
)
from bura_datasets.stage import THICKNESS_CM, Laid, Plan, Spoken


def plan(
    script: Script, places: Places, camera: Camera, habits: Habits, rng: Random, *, rest_s: float = 2.0
) -> Plan:
    """Lay out the whole script in time.

    :raises BuraError: when an act is impossible (a card not held, an empty stock, no trick to take).
    """
    return _Choreographer(script, places, camera, habits, rng).run(rest_s)


class _Choreographer(Extras):
    """Does the acts of a script, one after the other."""

    # -- running -----------------------------------------------------------------------------------

    def run(self, rest_s: float) -> Plan:
        self.clock = 1.2
        self.plan.truth.append((0.0, TrumpShown(self.script.trump)))
        for number, act in enumerate(self.script.acts, 1):
            pause = self.time(self.habits.pause_s) if act.pause_s is None else act.pause_s
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
        ends = [move.end_s for move in self.plan.hands]
        self.plan.duration_s = max([self.clock, *ends]) + rest_s
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
            case Swap():
                self._swap(act)
            case Look():
                self._look(act)
            case Spread():
                self._spread(act)
            case Put():
                self.put_thing(act)
            case Fetch():
                self.fetch_thing(act)
            case Lean():
                self.lean_on(act)
            case Straighten():
                self.straighten(act)
            case Rest():
                self.clock += act.seconds
            case _:
                raise BuraError("the simulator does not know this act")

    # -- acts --------------------------------------------------------------------------------------

    def _lay(self, act: Lay) -> None:
        for card in (*act.cards, *act.face_down):
            self.hold(act.seat, card)
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
            pose = self.slot(act.seat, n, len(wanted), fan, below)
            pose = Pose(pose.x, pose.y, pose.z + n * THICKNESS_CM, pose.turn, 0.0 if face_up else 180.0)
            targets.append((card, pose))
            self.hands[act.seat].remove(card)
        reach, dwell, leave = (
            self.time(s) for s in (self.habits.reach_s, self.habits.dwell_s, self.habits.leave_s)
        )
        if manner in (Manner.TOGETHER, Manner.QUICK):
            if manner is Manner.QUICK:
                reach, dwell, leave = 0.3, 0.03, 0.25
            self.clock = self.carry_in(act.seat, targets, reach, dwell, leave)
        elif manner is Manner.BOTH and len(targets) > 1:
            self.both_hands(act.seat, targets, reach, dwell, leave)
        elif manner in (Manner.THROW, Manner.PUSH):
            for target in targets:
                (self.throw if manner is Manner.THROW else self.push)(act.seat, target, leave)
        else:
            for n, target in enumerate(targets):
                if n:
                    self.clock += self.time(0.5 if manner is Manner.SLOW else 0.05)
                self.clock = self.carry_in(act.seat, [target], self.time(self.habits.reach_s), dwell, leave)
        self.trick += [Laid(card, act.seat, face_up) for card, face_up in wanted]
        event: Event = (Lead if leading else Reply)(act.seat, act.cards, len(act.face_down))
        self.plan.truth.append((self.clock, event))

    def _take(self, act: Take) -> None:
        if not self.trick:
            raise BuraError("there is no trick to take")
        side = self.places.sides[act.seat]
        poses = [self.plan.cards[laid.card].last.pose for laid in self.trick]
        cx, cy = float(np.mean([p.x for p in poses])), float(np.mean([p.y for p in poses]))
        near = (cx - side.inward[0] * 1.5, cy - side.inward[1] * 1.5)
        reach, sweep, carry = self.time(self.habits.reach_s), self.time(0.45), self.time(0.6)
        leave = self.time(self.habits.leave_s)
        outside = self.outside(act.seat, self.lean(act.seat, cx, cy))
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
            HandKey(end, *self.outside(act.seat, self.lean(act.seat, *side.pile)), 6.0),
        ]
        self.visit(act.seat, "flat", stops)
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
                self.clock += self.time(0.35)
            cards = [self.stock.pop(0) for _ in range(count)]
            reach, leave = self.time(self.habits.reach_s), self.time(self.habits.draw_s)
            self.clock = self.carry_out(act.seat, cards, reach, 0.12, leave)
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
        outside = self.outside(act.seat, self.lean(act.seat, *at))
        t1 = self.clock + self.time(self.habits.reach_s)
        t2 = t1 + act.stay_s
        t3 = t2 + self.time(self.habits.leave_s)
        stops = [
            HandKey(self.clock, *outside, 6.0),
            HandKey(t1, *at, 2.5),
            HandKey(t2, *at, 2.5),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(act.seat, "pinch", stops)
        self.clock = t3

    def _show(self, act: Show) -> None:
        for card in act.cards:
            self.hold(act.seat, card)
        targets = [
            (card, self.slot(act.seat, n, len(act.cards), 4.0, None)) for n, card in enumerate(act.cards)
        ]
        if not targets:
            raise BuraError("no cards to show")
        before = len(self.plan.hands)
        outside_t = self.carry_in(
            act.seat, targets, self.time(self.habits.reach_s), act.stay_s, self.habits.leave_s
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
        self.clock = self.carry_out(
            act.seat, cards, self.time(self.habits.reach_s), 0.25, self.time(self.habits.leave_s)
        )
        self.trick = [laid for laid in self.trick if laid.seat != act.seat]
        self.hands[act.seat] += cards
        up = tuple(laid.card for laid in mine if laid.face_up)
        self.plan.truth.append((self.clock, TakenBack(act.seat, up, len(mine) - len(up))))

    def _flip_up(self, seat: str, cards: list[tuple[Card, Pose]]) -> None:
        """The seat's hand turns cards over, one after the other, each to its pose."""
        first = self.plan.cards[cards[0][0]].last.pose
        outside = self.outside(seat, self.lean(seat, first.x, first.y))
        t = self.clock + self.time(self.habits.reach_s)
        stops = [HandKey(self.clock, *outside, 6.0), HandKey(t, *self.tip(seat, first), 0.6)]
        for card, pose in cards:
            self.order += 1
            track = self.plan.cards[card]
            here = track.last.pose
            reach = t + self.time(0.22)
            stops.append(HandKey(reach, *self.tip(seat, here), 0.8))
            track.add(Key(reach, here, self.order, True, seat))
            t = reach + self.time(0.4)
            track.add(Key(t, pose, self.order))
            stops.append(HandKey(t, *self.tip(seat, pose), 0.8))
        end = t + self.time(self.habits.leave_s)
        stops.append(HandKey(end, *outside, 6.0))
        self.visit(seat, "pinch", stops)
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

    def _swap(self, act: Swap) -> None:
        if len(act.cards) != 1 or len(act.instead) != 1:
            raise BuraError("a swap is one card for another: give one in cards and one in instead")
        new, old = act.cards[0], act.instead[0]
        self.hold(act.seat, new)
        laid = next((its for its in self.trick if its.card == old and its.seat == act.seat), None)
        if laid is None:
            raise BuraError(f"{act.seat} has no {old} in the trick to exchange")
        track, side = self.plan.cards[old], self.places.sides[act.seat]
        here = track.last.pose
        leading = self.trick[0].seat == act.seat
        pose = Pose(
            here.x + self.rng.gauss(0, self.habits.place_sd_cm),
            here.y + self.rng.gauss(0, self.habits.place_sd_cm),
            here.z + (THICKNESS_CM if act.on_top else 0.0),
            side.upright_deg + self.rng.gauss(0, self.habits.turn_sd_deg),
            here.flip,
        )
        tip = self.tip(act.seat, here)
        outside = self.outside(act.seat, self.lean(act.seat, here.x, here.y))
        t0 = self.clock
        t1 = t0 + self.time(self.habits.reach_s)
        t2 = t1 + self.time(0.35)
        t3 = t2 + self.time(self.habits.leave_s)
        start = Pose(outside[0] + here.x - tip[0], outside[1] + here.y - tip[1], 7.0, pose.turn, here.flip)
        lifted = Pose(
            here.x - side.inward[0] * 3.0, here.y - side.inward[1] * 3.0, here.z + 1.5, here.turn, here.flip
        )
        away = Pose(start.x, start.y, 5.0, here.turn, here.flip)
        # lifted first, the old card leaves between the fingers, over the new one; else it leaves from under it
        self.order += 2
        above, below = self.order, self.order - 1
        coming = self.plan.cards[new]
        coming.add(Key(t0, start, above if act.on_top else below, True, act.seat))
        coming.add(Key(t1, pose, above if act.on_top else below, True))
        if act.on_top:
            track.add(Key(t2, here, track.last.order, True, act.seat))
            track.add(Key(t3, away, track.last.order, visible=False))
        else:
            lift = t0 + 0.7 * (t1 - t0)
            track.add(Key(lift, here, above, True, act.seat))
            track.add(Key(t2, lifted, above, True, act.seat))
            track.add(Key(t3, away, above, visible=False))
        stops = [
            HandKey(t0, *outside, 7.0),
            HandKey(t1, *tip, 0.6),
            HandKey(t2, *tip, 0.6),
            HandKey(t3, *outside, 6.0),
        ]
        self.visit(act.seat, "pinch", stops, ((t0, t1), (t2, t3)))
        self.clock = t3
        self.hands[act.seat].remove(new)
        self.hands[act.seat].append(old)
        place = self.trick.index(laid)
        self.trick[place] = Laid(new, act.seat, laid.face_up)
        gone, came = ((old,), (new,)) if laid.face_up else ((), ())
        down = 0 if laid.face_up else 1
        again: Event = (Lead if leading else Reply)(act.seat, came, down)
        self.plan.truth.append((self.clock, TakenBack(act.seat, gone, down)))
        self.plan.truth.append((self.clock, again))

    def _look(self, act: Look) -> None:
        owner = act.of or act.seat
        if owner not in self.piles:
            raise BuraError(f"{owner!r} has no pile: seats are {', '.join(self.piles)}")
        pile = self.piles[owner]
        if not 1 <= act.count <= len(pile):
            raise BuraError(f"{act.count} cards cannot be lifted: the pile of {owner} holds {len(pile)}")
        packet = pile[-act.count :]  # the lowest first
        there = [self.plan.cards[card].last for card in packet]
        base = there[0].pose
        aside = (self.rng.gauss(0, 0.8), self.rng.gauss(0, 0.8))
        outside = self.outside(act.seat, self.lean(act.seat, base.x, base.y))
        t1 = self.clock + self.time(self.habits.reach_s)
        t2 = t1 + self.time(0.35)
        t3 = t2 + act.stay_s
        t4 = t3 + self.time(0.35)
        t5 = t4 + self.time(self.habits.leave_s)
        turn = self.rng.gauss(0, 4.0)
        self.order += 2 * act.count
        for n, (card, key) in enumerate(zip(packet, there, strict=True)):
            # turned over, the packet's lowest card lies on top
            height = act.count - n if act.faces else n
            held = Pose(
                base.x + aside[0],
                base.y + aside[1],
                4.0 + height * THICKNESS_CM,
                key.pose.turn + turn,
                0.0 if act.faces else key.pose.flip,
            )
            order = self.order - act.count + height
            track = self.plan.cards[card]
            track.add(Key(t1, key.pose, order, True, act.seat))
            track.add(Key(t2, held, order, True, act.seat))
            track.add(Key(t3, held, order, True, act.seat))
            track.add(Key(t4, key.pose, self.order + n))
        self.order += act.count
        first, over = self.tip(act.seat, base), self.tip(act.seat, Pose(base.x + aside[0], base.y + aside[1]))
        stops = [
            HandKey(self.clock, *outside, 6.0),
            HandKey(t1, *first, 1.0),
            HandKey(t2, *over, 4.0),
            HandKey(t3, *over, 4.0),
            HandKey(t4, *first, 1.0),
            HandKey(t5, *outside, 6.0),
        ]
        self.visit(act.seat, "pinch", stops, ((t1, t4),))
        self.clock = t5
        if act.faces:
            whose = None if owner == act.seat else owner
            self.plan.truth.append((self.clock, Revealed(act.seat, (packet[0],), Place.PILE, whose)))

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
