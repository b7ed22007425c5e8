"""The work of `bura.replay`, done entry by entry: tell an event, judge it, and know what that says of those before."""

from __future__ import annotations

from dataclasses import replace

from bura.doubt import (
    OF_CARDS,
    OUT_OF_TURN,
    RESTS_ON_COUNTS,
    WAITS,
    Doubt,
    confirmed,
    softer,
    without_name,
)
from bura.events import Drew, Event, Missed, TakenBack
from bura.evolving import evolve
from bura.infractions import Rule, Severity, Status, Verdict, unclear
from bura.judge import judge
from bura.kept import KEEP_EVERY, Kept, thinned
from bura.log import Entry, EntryBelief, Source
from bura.position import GameState
from bura.result import DealResult
from bura.state import apply, punish
from bura.table import Seat
from bura.told import Alert, Replay, Step, weak_cards

#: a state is kept after every so many steps
CHECKPOINT_EVERY = 64


class Fold:
    """The running replay of a log without corrections of its past.

    Now and then it keeps itself (`bura.kept`), so that a correction tells anew only what came after it (`since`).
    """

    __slots__ = (
        "_alerts",
        "_checkpoints",
        "_confirmed_by",
        "_doubt",
        "_faint",
        "_kept",
        "_miscounted",
        "_passed_over",
        "_rulings",
        "_unconfirmed",
        "_weak",
        "results",
        "state",
        "steps",
    )

    def __init__(self, start: GameState, rulings: dict[int, bool] | None = None) -> None:
        self.state = start
        self.steps: list[Step] = []
        self.results: list[DealResult] = []
        self._alerts: list[Alert] = []
        self._rulings = rulings or {}
        self._checkpoints: list[tuple[int, GameState]] = [(0, start)]
        self._weak: set[int] = set()
        #: entries of which a card was read with less than `Settings.card_from`
        self._faint: set[int] = set()
        #: what of the camera's story may be wrong
        self._doubt = Doubt()
        #: seats whose hand may be counted too high, because a camera's count of a trick did not come out
        self._miscounted: frozenset[Seat] = frozenset()
        #: (index in `steps`, index in `_alerts`) of draws out of turn since the last trick was taken
        self._passed_over: list[tuple[int, int]] = []
        #: (index in `steps`, index in `_alerts`, the accusation) of what a camera saw and what stays a request to
        #: check until what happens next confirms it
        self._unconfirmed: list[tuple[int, int, Verdict]] = []
        #: index in `_alerts` of an accusation that was confirmed -> entry that did so
        self._confirmed_by: dict[int, int] = {}
        self._kept: list[Kept] = [self._as_it_is()]

    @property
    def doubt(self) -> Doubt:
        """What of the camera's story may be wrong now."""
        return self._doubt

    def tell(self, entry: Entry, event: Event, amended_by: int | None = None) -> Step:
        """One more event of the story."""
        state, seq = self.state, entry.seq
        belief = entry.belief if amended_by is None else None
        faint = False
        if belief is None:
            after = apply(state, event, seq, entry.at_s)
        else:
            faint = self._note_weakness(event, belief, seq)
            doubtful = weak_cards(event, belief, state.settings.prove_from)
            after = apply(state, event, seq, entry.at_s, doubtful)
        verdicts = judge(state, event, seq, after)
        waiting: dict[int, Verdict] = {}
        seen = entry.source is Source.VISION and amended_by is None
        plain = verdicts
        if verdicts and seen:
            after = self._point_back(verdicts, after)
        if belief is not None and belief.seat_guessed:
            verdicts = (*verdicts, unclear(Rule.SEAT_GUESSED, getattr(event, "seat", None), (seq,)))
        if verdicts:
            if self._weak:
                verdicts = tuple(self._soften(verdict, seq) for verdict in verdicts)
            if seen:
                if belief is not None:
                    self._note_second_draw(event)
                    self._note_glimpsed_draw(event, belief, verdicts)
                verdicts = tuple(self._allow_for_hidden(verdict, state) for verdict in verdicts)
                if belief is not None:  # an observer who is certain of everything misses nothing
                    verdicts = tuple(self._allow_for_doubt(its, state, seq, entry.at_s) for its in verdicts)
                    waiting = {
                        n: its
                        for n, its in enumerate(verdicts)
                        if its.rule in WAITS and its.status is Status.FOUL
                    }
                    verdicts = tuple(softer(its) if n in waiting else its for n, its in enumerate(verdicts))
            after = punish(after, verdicts, self._rulings.get(seq))
        if after.result is not state.result or after.deal != state.deal:
            self._note_result(after)
            if after.deal != state.deal:
                self._miscounted = frozenset()
        self._doubt = self._doubted(entry, event, amended_by, after, plain, faint)
        if self._unconfirmed:
            after = self._confirm(event, entry.at_s, state, after, plain)
        if self._passed_over:
            if after.tricks != state.tricks:
                self._passed_over = []
            elif isinstance(event, Missed) and event.what == "drew":
                after = self._excuse("turn", event.seat, after)
            elif isinstance(event, Drew) and seen and belief is not None:
                after = self._excuse("seat", event.seat, after)
        if after.unseen is not self._doubt.lost:
            after = evolve(after, unseen=self._doubt.lost)
        step = Step(entry, event, verdicts, amended_by, after.unseen)
        self.state = after
        self.steps.append(step)
        if not len(self.steps) % CHECKPOINT_EVERY:
            self._checkpoints.append((len(self.steps), after))
        for n, verdict in enumerate(verdicts):
            if n in waiting:
                self._unconfirmed.append((len(self.steps) - 1, len(self._alerts), waiting[n]))
            elif verdict.rule is Rule.DRAW_OUT_OF_TURN and verdict.status is Status.FOUL:
                self._passed_over.append((len(self.steps) - 1, len(self._alerts)))
            if verdict.severity is not Severity.INFO:
                self._alerts.append(Alert(seq, entry.at_s, verdict, False, after.deal))
        if not len(self.steps) % KEEP_EVERY:
            self._kept = thinned([*self._kept, self._as_it_is()])
        return step

    def _as_it_is(self) -> Kept:
        return Kept(
            self.state,
            tuple(self.steps),
            tuple(self.results),
            tuple(self._alerts),
            tuple(self._checkpoints),
            frozenset(self._weak),
            frozenset(self._faint),
            self._doubt,
            self._miscounted,
            tuple(self._passed_over),
            tuple(self._unconfirmed),
            tuple(self._confirmed_by.items()),
        )

    def since(self, count: int, rulings: dict[int, bool]) -> Fold:
        """Another fold that has told no more than the first ``count`` steps, though perhaps fewer; this one stays.

        :param rulings: the umpire's decisions, of which those about these steps are as they were.
        """
        place = next(n for n in reversed(range(len(self._kept))) if len(self._kept[n].steps) <= count)
        kept = self._kept[place]
        fold = Fold(kept.state, rulings)
        fold.steps, fold.results, fold._alerts = list(kept.steps), list(kept.results), list(kept.alerts)
        fold._checkpoints = list(kept.checkpoints)
        fold._weak, fold._faint = set(kept.weak), set(kept.faint)
        fold._doubt, fold._miscounted = kept.doubt, kept.miscounted
        fold._passed_over, fold._unconfirmed = list(kept.passed_over), list(kept.unconfirmed)
        fold._confirmed_by = dict(kept.confirmed_by)
        fold._kept = self._kept[: place + 1]
        return fold

    @property
    def rulings(self) -> dict[int, bool]:
        """The umpire's decisions by entry."""
        return self._rulings

    def _note_weakness(self, event: Event, belief: EntryBelief, seq: int) -> bool:
        """Remember an act that was seen weakly; was a card of it read too weakly to accuse by?"""
        settings = self.state.settings
        if belief.seat_guessed or belief.weakest < settings.accuse_from:
            self._weak.add(seq)
            if isinstance(event, Drew):
                # perhaps nothing was drawn: the hand may be counted too high from now on
                self._miscounted |= {event.seat}
        if isinstance(event, TakenBack) and event.seat is not None:
            # a camera saw that a card is gone, not that it went back to the hand: it may lie covered, or unread
            self._miscounted |= {event.seat}
        faint = any(its.confidence < settings.card_from for its in belief.cards)
        if faint:
            self._faint.add(seq)
        return faint

    def _note_glimpsed_draw(self, event: Event, belief: EntryBelief, verdicts: tuple[Verdict, ...]) -> None:
        """A card too many, of draws of which one was only glimpsed: perhaps he drew none then, and holds one less."""
        many = any(its.rule is Rule.EXTRA_CARD for its in verdicts)
        weak = belief.confidence < self.state.settings.draw_from
        if isinstance(event, Drew) and many and (weak or event.seat in self._doubt.glimpsed):
            self._miscounted |= {event.seat}

    def _note_second_draw(self, event: Event) -> None:
        """Who seemed to draw out of turn and draws again may not have drawn then: his hand may be counted too high."""
        early = {its.seat for _, _, its in self._unconfirmed if its.rule is Rule.DRAW_OUT_OF_TURN}
        early |= {self._alerts[alert].verdict.seat for _, alert in self._passed_over}
        if isinstance(event, Drew) and event.seat in early:
            self._miscounted |= {event.seat}

    def _doubted(
        self,
        entry: Entry,
        event: Event,
        amended_by: int | None,
        after: GameState,
        verdicts: tuple[Verdict, ...],
        faint: bool,
    ) -> Doubt:
        """The doubt after an act. What a person says or corrects contradicts nothing and is certain.

        A correction takes away the doubt that the corrected entry had raised, because the story is told anew without
        it; doubt that others raised stays.
        """
        if amended_by is None and entry.source is not Source.HUMAN:
            certain = entry.belief is None
            glimpsed = entry.belief is not None and entry.belief.confidence < self.state.settings.draw_from
            return self._doubt.after(
                event, self.state, after, verdicts, weak=faint, certain=certain, glimpsed=glimpsed
            )
        return self._doubt.after(event, self.state, after, ())

    def _point_back(self, verdicts: tuple[Verdict, ...], state: GameState) -> GameState:
        """A card seen twice: the earlier reading is the likelier mistake, and what rests on it accuses nobody."""
        for verdict in verdicts:
            if verdict.rule is not Rule.DUPLICATE_CARD or len(verdict.rests_on) < 2:
                continue
            earlier = verdict.rests_on[0]
            self._weak.add(earlier)
            for number, alert in enumerate(self._alerts):
                if alert.deal == state.deal and earlier in alert.verdict.rests_on:
                    state = self._withdraw(number, state)
        return state

    def _withdraw(self, number: int, state: GameState) -> GameState:
        """An accusation about cards that a camera read becomes a request to check."""
        alert = self._alerts[number]
        accused = alert.verdict.status is Status.FOUL and alert.verdict.rule in OF_CARDS
        place = next(i for i in reversed(range(len(self.steps))) if self.steps[i].entry.seq == alert.seq)
        step = self.steps[place]
        if not accused or step.entry.belief is None or step.amended_by is not None:
            return state
        return self._take_back(place, number, state)

    def _allow_for_doubt(self, verdict: Verdict, state: GameState, seq: int, at_s: float) -> Verdict:
        """Nobody is accused where the acts before do not explain each other, or by a card that may be another."""
        if verdict.rule is Rule.DUPLICATE_CARD:
            return without_name(verdict)
        if verdict.status is not Status.FOUL:
            return verdict
        faint = verdict.rule in OF_CARDS and not self._faint.isdisjoint((*verdict.rests_on, seq))
        return softer(verdict) if faint or self._doubt.forgives(verdict, state, at_s) else verdict

    def _confirm(
        self, event: Event, at_s: float, before: GameState, after: GameState, verdicts: tuple[Verdict, ...]
    ) -> GameState:
        """What a camera saw next makes a request to check the accusation, or leaves it one for good."""
        kept = []
        for place, alert, verdict in self._unconfirmed:
            accused_at_s = self.steps[place].entry.at_s
            answer = confirmed(verdict, event, before, after, verdicts, self._doubt, at_s - accused_at_s)
            if answer is None:
                kept.append((place, alert, verdict))
            if not answer:
                continue
            step = self.steps[place]
            mild = self._alerts[alert].verdict
            self.steps[place] = replace(
                step, verdicts=tuple(verdict if its is mild else its for its in step.verdicts)
            )
            self._alerts[alert] = replace(self._alerts[alert], verdict=verdict)
            after = punish(after, (verdict,), self._rulings.get(step.entry.seq))
            self._confirmed_by[alert] = after.seq
            if verdict.rule is Rule.DRAW_OUT_OF_TURN:
                self._passed_over.append((place, alert))
            if verdict.rule is Rule.LEAD_OUT_OF_TURN:
                self._doubt = replace(
                    self._doubt, unseen=False, lost=False
                )  # it was no lead that went unseen
        self._unconfirmed = kept
        return after

    def _excuse(self, role: str, seat: Seat | None, state: GameState) -> GameState:
        """Draws out of turn that were none become requests to check, and losses proposed for them are withdrawn.

        :param role: "turn": a draw of ``seat``, whose turn it was, went unseen; "seat": he draws again himself, in his
            turn, so that his hand was busy with something else the first time.
        """
        for place, alert in self._passed_over:
            verdict = self._alerts[alert].verdict
            if (verdict.fact("turn") if role == "turn" else verdict.seat) == seat:
                state = self._take_back(place, alert, state)
        self._passed_over = [
            its for its in self._passed_over if self._alerts[its[1]].verdict.status is Status.FOUL
        ]
        return state

    def _take_back(self, place: int, alert: int, state: GameState) -> GameState:
        """The accusation becomes a request to check, and a loss that was proposed for it is withdrawn."""
        step, told_ = self.steps[place], self._alerts[alert]
        mild = softer(told_.verdict)
        verdicts = tuple(mild if its is told_.verdict else its for its in step.verdicts)
        self.steps[place] = replace(step, verdicts=verdicts)
        self._alerts[alert] = replace(told_, verdict=mild)
        # a loss bears the entry by which the accusation was confirmed
        seqs = (told_.seq, self._confirmed_by.get(alert))
        if state.proposed is not None and state.proposed.seq in seqs:
            state = evolve(state, proposed=None)
        if state.result is not None and state.result.seq in seqs:
            self.results = [result for result in self.results if result.seq not in seqs]
            state = evolve(state, result=None)
        return state

    def _soften(self, verdict: Verdict, seq: int) -> Verdict:
        """An accusation that rests on something weakly seen is a request to check."""
        if verdict.status is not Status.FOUL or verdict.rule is Rule.FALSE_CLAIM:
            # a claim is only ever called false by cards that were read well enough to prove it
            return verdict
        weak = self._weak
        if seq not in weak and not any(its in weak for its in verdict.rests_on):
            return verdict
        return softer(verdict)

    def _allow_for_hidden(self, verdict: Verdict, state: GameState) -> Verdict:
        """A camera cannot see a card that lies wholly under another, so its count of a trick accuses nobody.

        What follows from that count is as doubtful: who took the trick, whose turn it is, and how many cards the
        hands of those players hold. Such accusations of them are requests to check as well, until the deal ends.
        """
        if verdict.rule is Rule.WRONG_COUNT:  # a weakly seen one as well
            laid = () if state.trick is None else tuple(state.seats[its.seat] for its in state.trick.plays)
            self._miscounted |= {seat for seat in (verdict.seat, *laid) if seat is not None}
            return softer(verdict)
        if verdict.status is not Status.FOUL:
            return verdict
        if verdict.rule in OUT_OF_TURN and self._is_short(state):
            # whose turn it is rests on a play of which a card may not have been seen
            return softer(verdict)
        if verdict.rule in RESTS_ON_COUNTS and verdict.seat in self._miscounted:
            return softer(verdict)
        return verdict

    def _is_short(self, state: GameState) -> bool:
        """Has somebody replied with fewer cards than were led, as far as a camera could see?"""
        trick = state.trick
        return trick is not None and any(0 < play.count < trick.size for play in trick.plays)

    def _note_result(self, after: GameState) -> None:
        """Keep one result per deal, the newest."""
        for result in (after.last, after.result):
            if result is None:
                continue
            while self.results and self.results[-1].deal >= result.deal:
                self.results.pop()
            self.results.append(result)
        if after.result is None and self.results and self.results[-1].deal == after.deal:
            self.results.pop()

    def replay(
        self,
        acknowledged: frozenset[int] = frozenset(),
        refused: tuple[tuple[int, str], ...] = (),
        last: Entry | None = None,
    ) -> Replay:
        """What has been told so far, as one value."""
        alerts = self._alerts
        if acknowledged or refused:
            alerts = [
                replace(alert, acknowledged=True) if alert.seq in acknowledged else alert for alert in alerts
            ]
            for seq, why in refused:
                verdict = unclear(Rule.AMEND_REFUSED, None, (seq,), (("why", why),))
                alerts.append(Alert(seq, self.state.at_s, verdict, seq in acknowledged, self.state.deal))
        state = self.state
        if last is not None and (last.seq != state.seq):
            state = evolve(state, seq=last.seq, at_s=max(state.at_s, last.at_s))
        return Replay(
            state,
            tuple(self.steps),
            tuple(alerts),
            tuple(self.results),
            refused,
            tuple(self._checkpoints),
            self._rulings,
        )
