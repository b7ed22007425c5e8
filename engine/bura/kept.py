"""A running replay as it was after some steps, kept so that a correction need not tell the whole log anew.

What is kept is frozen and shares its values with the replay, so keeping it costs references only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bura.doubt import Doubt
from bura.infractions import Verdict
from bura.position import GameState
from bura.result import DealResult
from bura.table import Seat
from bura.told import Alert, Step

KEEP_EVERY = 32
"""a replay is kept after every so many steps: a correction of the newest entry tells at most so many anew"""


@dataclass(frozen=True, slots=True)
class Kept:
    """All that a `bura.fold.Fold` knew after ``len(steps)`` steps; the fields are its own."""

    state: GameState
    steps: tuple[Step, ...]
    results: tuple[DealResult, ...]
    alerts: tuple[Alert, ...]
    checkpoints: tuple[tuple[int, GameState], ...]
    weak: frozenset[int]
    faint: frozenset[int]
    doubt: Doubt
    miscounted: frozenset[Seat]
    passed_over: tuple[tuple[int, int], ...]
    unconfirmed: tuple[tuple[int, int, Verdict], ...]
    confirmed_by: tuple[tuple[int, int], ...]


def thinned(kept: Sequence[Kept]) -> list[Kept]:
    """Those that stay, oldest first: the older, the fewer, about two for every doubling of the log.

    One goes when its neighbours are no farther apart than the later of them is old. So what lies ``n`` steps back is
    told anew from at most ``2 n + KEEP_EVERY`` steps back. The first and the newest stay.
    """
    counts = [len(its.steps) for its in kept]
    stay = [0]
    for place in range(1, len(kept) - 1):
        following = counts[place + 1]
        if following - counts[stay[-1]] > counts[-1] - following:
            stay.append(place)
    if len(kept) > 1:
        stay.append(len(kept) - 1)
    return [kept[place] for place in stay]
