"""What the engine's judge says of a scripted deal: the rulings of truth.jsonl are its own, never written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bura.events import Dealt, Event, GameStarted
from bura.infractions import Rule, Status, Verdict
from bura.judge import judge
from bura.position import GameState
from bura.state import apply, punish, start_state

#: verdicts that are no fouls and belong into the truth all the same
TOLD = frozenset(
    {
        Rule.CLAIM_TRUE,
        Rule.CLAIM_MUST_COUNT,
        Rule.CLAIM_DRAW,
        Rule.COMBINATION,
        Rule.DEAL_COUNTED,
        Rule.PARTIAL_BEAT,
    }
)


def begin(rules: str, seats: tuple[str, ...], dealer: str) -> GameState:
    """The state of a fresh deal."""
    return apply(start_state(GameStarted(rules, seats)), Dealt(dealer=dealer), 1)


def follow(
    state: GameState, events: Iterable[tuple[float, Event]]
) -> Iterator[tuple[float, Event, GameState, tuple[Verdict, ...]]]:
    """Play timed events through the engine: (time, event, state after it, verdicts on it)."""
    for seq, (at_s, event) in enumerate(events, 2):
        after = apply(state, event, seq, at_s)
        verdicts = judge(state, event, seq, after)
        state = punish(after, verdicts, None)
        yield at_s, event, state, verdicts


def rulings(
    rules: str, seats: tuple[str, ...], dealer: str, events: Iterable[tuple[float, Event]]
) -> list[tuple[float, Verdict]]:
    """The fouls and claim results of a deal, each at the time of its act."""
    found: list[tuple[float, Verdict]] = []
    for at_s, _, _, verdicts in follow(begin(rules, seats, dealer), events):
        found += [
            (at_s, verdict) for verdict in verdicts if verdict.status is Status.FOUL or verdict.rule in TOLD
        ]
    return found
