"""From the log to the state: `replay` tells the corrected story once more and judges every act in it.

Nothing derived is stored, so a correction corrects everything that follows from it. `Fold` is the same work done
entry by entry; the referee keeps one. A correction or a ruling changes the past: what follows from there is told anew
(`changed`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import chain

from bura.errors import LogError
from bura.events import Acknowledged, Amend, Event, GameStarted, Ruled
from bura.fold import Fold
from bura.log import Entry, effective
from bura.position import GameState, Settings
from bura.state import start_state
from bura.told import Alert, Replay, Step


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


def changed(fold: Fold, entry: Entry, target: Entry | None = None) -> Fold | None:
    """The fold of a log to which a correction or a ruling was added; ``fold``, of the log before it, stays as it is.

    It is told anew only from what the entry changes: for something recent that takes as long in a long log as in a
    short one.

    :param entry: the new, last entry: a `Ruled`, or an `Amend` that can stand (`bura.log.amend_problem`).
    :param target: the entry that an `Amend` corrects.
    :return: None when all of it has to be told anew: the start of the game was corrected.
    """
    steps, act = fold.steps, entry.event
    if isinstance(act, Amend):
        if target is None or target.seq == 1:
            return None
        first = bisect_left(steps, target.seq, key=_seq)
        behind = bisect_right(steps, target.seq, key=_seq)
        now = (
            [(target, target.event, None)]
            if act.instead is None
            else [(target, event, entry.seq) for event in act.instead]
        )
        gone = steps[first:behind]
    else:
        first = behind = len(steps)
        now, gone = [(entry, act, None)], []
    rulings = fold.rulings
    if any(
        isinstance(event, Ruled) for event in (*(event for _, event, _ in now), *(it.event for it in gone))
    ):
        events = chain((it.event for it in steps[:first]), (event for _, event, _ in now))
        told = chain(events, (it.event for it in steps[behind:]))
        rulings = {event.target: event.enforce for event in told if isinstance(event, Ruled)}
        others = (seq for seq in {*rulings, *fold.rulings} if rulings.get(seq) != fold.rulings.get(seq))
        start = min(first, bisect_left(steps, min(others, default=entry.seq), key=_seq))
    else:
        start = first
    again = fold.since(start, rulings)
    for step in steps[len(again.steps) : first]:
        again.tell(step.entry, step.event, step.amended_by)
    for its, event, amended_by in now:
        again.tell(its, event, amended_by)
    for step in steps[behind:]:
        again.tell(step.entry, step.event, step.amended_by)
    return again


def _seq(step: Step) -> int:
    return step.entry.seq


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
    "changed",
    "changes_past",
    "fold_all",
    "replay",
]
