"""From the log to the state: `replay` tells the corrected story once more and judges every act in it.

Nothing derived is stored, so a correction corrects everything that follows from it. `Fold` is the same work done
entry by entry; the referee keeps one and starts anew only when a correction or a ruling changes the past.
"""

from __future__ import annotations

from collections.abc import Iterable
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
from bura.errors import LogError
from bura.events import Acknowledged, Amend, Drew, Event, GameStarted, Missed, Ruled, TakenBack
from bura.evolving import evolve
from bura.infractions import Rule, Severity, Status, Verdict, unclear
from bura.judge import judge
from bura.log import Entry, EntryBelief, Source, effective
from bura.position import GameState, Settings
from bura.result import DealResult
from bura.state import apply, punish, start_state
from bura.table import Seat
from bura.told import Alert, Replay, Step, weak_cards

#: a state is kept after every so many steps
CHECKPOINT_EVERY = 64


class Fold:
    """The running replay of a log without corrections of its past."""

    __slots__ = (
        "_alerts",
        "_checkpoints",
        "_confirmed_by",
        "_doubt",
        "_faint",
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
        return step

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
            return self._doubt.after(event, self.state, after, verdicts, weak=faint, certain=certain)
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


def changes_past(event: Event) -> bool:
    """Does this event change what came before it, so that the story must be told anew?"""
    return isinstance(event, Amend | Ruled)


def fold_all(
    entries: Iterable[Entry], start: GameState | None = None
) -> tuple[Fold, tuple[tuple[int, str], ...]]:
    """(the finished fold, the refused amendments) of a whole log.

    :raises LogError: when the log is empty or does not begin with the start of a game.
    :raises RulesError: when its rules cannot be played.
    """
    log = tuple(entries)
    kinds = {type(entry.event) for entry in log}
    if Amend in kinds:
        story = effective(log)
        told = [(one.entry, one.event, one.amended_by) for one in story.told]
        refused = story.refused
    else:
        told = [(entry, entry.event, None) for entry in log]
        refused = ()
    rulings: dict[int, bool] = {}
    if Ruled in kinds or Amend in kinds:
        rulings = {event.target: event.enforce for _, event, _ in told if isinstance(event, Ruled)}
    if start is None:
        first = told[0][1] if told else None
        if not isinstance(first, GameStarted):
            raise LogError(
                "the log does not begin with the start of a game: its first entry must be game_started"
            )
        start = start_state(first)
    fold = Fold(start, rulings)
    for entry, event, amended_by in told:
        fold.tell(entry, event, amended_by)
    return fold, refused


def replay(entries: Iterable[Entry]) -> Replay:
    """Tell and judge a whole log.

    :raises LogError: when the log is empty or does not begin with the start of a game.
    :raises RulesError: when its rules cannot be played.
    """
    log = tuple(entries)
    fold, refused = fold_all(log)
    return fold.replay(acknowledged(fold), refused, log[-1])


def acknowledged(fold: Fold) -> frozenset[int]:
    """The entries whose alerts somebody has seen to."""
    return frozenset(step.event.target for step in fold.steps if isinstance(step.event, Acknowledged))


__all__ = [
    "Alert",
    "Fold",
    "Replay",
    "Settings",
    "Step",
    "changes_past",
    "fold_all",
    "replay",
]
