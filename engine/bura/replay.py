"""From the log to the state: `replay` tells the corrected story once more and judges every act in it.

Nothing derived is stored, so a correction corrects everything that follows from it. `Fold` is the same work done
entry by entry; the referee keeps one and starts anew only when a correction or a ruling changes the past.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bura.errors import LogError
from bura.events import Acknowledged, Amend, Drew, Event, GameStarted, Missed, Ruled
from bura.evolving import evolve
from bura.infractions import LEGAL, Rule, Severity, Status, Verdict, unclear
from bura.judge import judge
from bura.log import Entry, EntryBelief, Source, effective
from bura.position import GameState, Settings
from bura.result import DealResult
from bura.state import apply, punish, start_state
from bura.table import Seat

#: how grave a status is, for choosing the one verdict that stands for an act
_GRAVITY = {Status.LEGAL: 0, Status.UNCLEAR: 1, Status.FOUL: 2}
_LOUDNESS = {severity: i for i, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Step:
    """One event of the corrected story, judged."""

    entry: Entry
    """the entry it stands for"""
    event: Event
    """what happened there, as corrected"""
    verdicts: tuple[Verdict, ...]
    """all that is to say of it; none: simply legal"""
    amended_by: int | None = None
    """the amendment that put it there"""

    @property
    def verdict(self) -> Verdict:
        """The gravest verdict; `LEGAL` when there is nothing to say."""
        return max(
            self.verdicts,
            key=lambda verdict: (_GRAVITY[verdict.status], _LOUDNESS[verdict.severity]),
            default=LEGAL,
        )


@dataclass(frozen=True, slots=True)
class Alert:
    """A verdict that the table is told about."""

    seq: int
    """the entry it is about"""
    at_s: float
    """when that was"""
    verdict: Verdict
    """what is said"""
    acknowledged: bool = False
    """somebody has seen to it"""
    deal: int = 0
    """number of the deal it belongs to"""


@dataclass(frozen=True, slots=True)
class Replay:
    """The whole log, told and judged."""

    state: GameState
    """the table now"""
    steps: tuple[Step, ...]
    """every event of the corrected story"""
    alerts: tuple[Alert, ...]
    """what the table is told, oldest first"""
    results: tuple[DealResult, ...]
    """how the deals so far ended"""
    refused: tuple[tuple[int, str], ...] = ()
    """(seq of an amendment that cannot stand, why)"""
    checkpoints: tuple[tuple[int, GameState], ...] = field(default=(), compare=False, repr=False)
    """(steps told, the table then), now and then: what `state_at` starts from"""
    rulings: Mapping[int, bool] = field(default_factory=dict, compare=False, repr=False)
    """umpire's decisions by entry"""

    def state_at(self, count: int) -> GameState:
        """The table after the first ``count`` steps, by what is known today.

        Keeping every state of a long evening costs more than telling a few events again.
        """
        told, state = next(point for point in reversed(self.checkpoints) if point[0] <= count)
        for step in self.steps[told:count]:
            entry = step.entry
            belief = None if step.amended_by is not None else entry.belief
            doubtful = 0 if belief is None else weak_cards(step.event, belief, state.settings.prove_from)
            state = apply(state, step.event, entry.seq, entry.at_s, doubtful)
            state = punish(state, step.verdicts, self.rulings.get(entry.seq))
        return state

    @property
    def outcome(self) -> DealResult | None:
        """How the running deal ended; None while it runs."""
        return self.state.result

    @property
    def seq(self) -> int:
        """The newest entry of the log, amendments included."""
        return self.state.seq


def weak_cards(event: Event, belief: EntryBelief | None, least: float) -> int:
    """Mask of the cards of an event that were read with less than this confidence."""
    if belief is None or not belief.cards:
        return 0
    mask = 0
    cards = getattr(event, "cards", None) or (getattr(event, "card", None),)
    for card, its in zip(cards, belief.cards, strict=False):
        if card is not None and its.confidence < least:
            mask |= card.bit
    return mask


def _softer(verdict: Verdict) -> Verdict:
    """The same as a request to check: nobody is accused, nothing is ruled."""
    severity = min(verdict.severity, Severity.NOTICE, key=lambda its: _LOUDNESS[its])
    return replace(verdict, status=Status.UNCLEAR, severity=severity, ruling=None)


#: accusations that follow from how many cards were laid earlier
RESTS_ON_COUNTS = frozenset(
    {Rule.EXTRA_CARD, Rule.DRAW_OUT_OF_TURN, Rule.WRONG_PILE, Rule.LEAD_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN}
)

#: … and those that follow from a play that is not complete yet
OUT_OF_TURN = frozenset({Rule.LEAD_OUT_OF_TURN, Rule.REPLY_OUT_OF_TURN, Rule.LATE_LEAD_CARD})

#: a state is kept after every so many steps
CHECKPOINT_EVERY = 64


class Fold:
    """The running replay of a log without corrections of its past."""

    __slots__ = (
        "_alerts",
        "_checkpoints",
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
        #: seats whose hand may be counted too high, because a camera's count of a trick did not come out
        self._miscounted: frozenset[Seat] = frozenset()
        #: (index in `steps`, index in `_alerts`) of draws out of turn since the last trick was taken
        self._passed_over: list[tuple[int, int]] = []
        #: (index in `steps`, index in `_alerts`, the accusation) of draws out of turn that a camera saw and that
        #: stay requests to check until all draws that were due have been seen
        self._unconfirmed: list[tuple[int, int, Verdict]] = []

    def tell(self, entry: Entry, event: Event, amended_by: int | None = None) -> Step:
        """One more event of the story."""
        state, seq = self.state, entry.seq
        belief = entry.belief if amended_by is None else None
        if belief is None:
            after = apply(state, event, seq, entry.at_s)
        else:
            settings = state.settings
            doubtful = weak_cards(event, belief, settings.prove_from)
            if belief.seat_guessed or belief.weakest < settings.accuse_from:
                self._weak.add(seq)
                if isinstance(
                    event, Drew
                ):  # perhaps nothing was drawn: the hand may be counted too high from now on
                    self._miscounted |= {event.seat}
            after = apply(state, event, seq, entry.at_s, doubtful)
        verdicts = judge(state, event, seq, after)
        waiting: dict[int, Verdict] = {}
        if belief is not None and belief.seat_guessed:
            verdicts = (*verdicts, unclear(Rule.SEAT_GUESSED, getattr(event, "seat", None), (seq,)))
        if verdicts:
            if self._weak:
                verdicts = tuple(self._soften(verdict, seq) for verdict in verdicts)
            if entry.source is Source.VISION and amended_by is None:
                verdicts = tuple(self._allow_for_hidden(verdict, state) for verdict in verdicts)
                waiting = {
                    n: its
                    for n, its in enumerate(verdicts)
                    if belief is not None  # an observer who is certain of everything misses nothing
                    and its.rule is Rule.DRAW_OUT_OF_TURN
                    and its.status is Status.FOUL
                    and its.fact("turn")
                }
                verdicts = tuple(_softer(its) if n in waiting else its for n, its in enumerate(verdicts))
            after = punish(after, verdicts, self._rulings.get(seq))
        if after.result is not state.result or after.deal != state.deal:
            self._note_result(after)
            if after.deal != state.deal:
                self._miscounted = frozenset()
        if self._unconfirmed:
            after = self._confirm(event, state, after)
        if self._passed_over:
            if after.tricks != state.tricks:
                self._passed_over = []
            elif isinstance(event, Missed) and event.what == "drew":
                after = self._excuse(event.seat, after)
        step = Step(entry, event, verdicts, amended_by)
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

    def _confirm(self, event: Event, before: GameState, after: GameState) -> GameState:
        """A camera saw a draw before another's, which may have gone unseen: when every draw that was due has been
        seen after it, none has, and the request to check becomes the accusation. A missed draw withdraws it.
        """
        if isinstance(event, Drew) and before.due and not after.due:
            for place, alert, verdict in self._unconfirmed:
                step = self.steps[place]
                softer = self._alerts[alert].verdict
                verdicts = tuple(verdict if its is softer else its for its in step.verdicts)
                self.steps[place] = replace(step, verdicts=verdicts)
                self._alerts[alert] = replace(self._alerts[alert], verdict=verdict)
                after = punish(after, (verdict,), self._rulings.get(step.entry.seq))
            self._unconfirmed = []
        elif after.tricks != before.tricks or not after.due or isinstance(event, Missed):
            self._unconfirmed = []
        return after

    def _excuse(self, seat: Seat | None, state: GameState) -> GameState:
        """A draw of ``seat`` went unseen: who seemed to draw before him may have drawn after him.

        The accusation becomes a request to check, and a loss that was proposed for it is withdrawn.
        """
        for place, alert in self._passed_over:
            step, told_ = self.steps[place], self._alerts[alert]
            if told_.verdict.fact("turn") != seat:
                continue
            softer = _softer(told_.verdict)
            verdicts = tuple(softer if its is told_.verdict else its for its in step.verdicts)
            self.steps[place] = replace(step, verdicts=verdicts)
            self._alerts[alert] = replace(told_, verdict=softer)
            if state.proposed is not None and state.proposed.seq == told_.seq:
                state = evolve(state, proposed=None)
            if state.result is not None and state.result.seq == told_.seq:
                self.results = [result for result in self.results if result.seq != told_.seq]
                state = evolve(state, result=None)
        self._passed_over = [
            its for its in self._passed_over if self._alerts[its[1]].verdict.status is Status.FOUL
        ]
        return state

    def _soften(self, verdict: Verdict, seq: int) -> Verdict:
        """An accusation that rests on something weakly seen is a request to check."""
        if verdict.status is not Status.FOUL or verdict.rule is Rule.FALSE_CLAIM:
            # a claim is only ever called false by cards that were read well enough to prove it
            return verdict
        weak = self._weak
        if seq not in weak and not any(its in weak for its in verdict.rests_on):
            return verdict
        return _softer(verdict)

    def _allow_for_hidden(self, verdict: Verdict, state: GameState) -> Verdict:
        """A camera cannot see a card that lies wholly under another, so its count of a trick accuses nobody.

        What follows from that count is as doubtful: who took the trick, whose turn it is, and how many cards the
        hands of those players hold. Such accusations of them are requests to check as well, until the deal ends.
        """
        if verdict.status is not Status.FOUL:
            return verdict
        if verdict.rule is Rule.WRONG_COUNT:
            laid = () if state.trick is None else tuple(state.seats[its.seat] for its in state.trick.plays)
            self._miscounted |= {seat for seat in (verdict.seat, *laid) if seat is not None}
            return _softer(verdict)
        if verdict.rule in OUT_OF_TURN and self._is_short(state):
            # whose turn it is rests on a play of which a card may not have been seen
            return _softer(verdict)
        if verdict.rule in RESTS_ON_COUNTS and verdict.seat in self._miscounted:
            return _softer(verdict)
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
