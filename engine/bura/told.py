"""A log as it was told and judged: steps, alerts and the whole as one value. `bura.replay` makes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bura.events import Event
from bura.evolving import evolve
from bura.infractions import LEGAL, Severity, Status, Verdict
from bura.log import Entry, EntryBelief
from bura.position import GameState
from bura.result import DealResult
from bura.state import apply, punish

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
    unseen: bool = False
    """by then a camera must have missed cards of the deal (`GameState.unseen`)"""

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
            if state.unseen is not step.unseen:
                state = evolve(state, unseen=step.unseen)
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
