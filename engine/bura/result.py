"""How a deal ended, as the record that matches consume (RULEBOOK 1.10)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bura.bounds import Points
from bura.match import DealRecord
from bura.table import Seat


class Reason(StrEnum):
    """What ended a deal."""

    CLAIM_TRUE = "claim_true"
    """a true claim"""
    GOAL = "goal"
    """the points needed were seen, where they are counted openly and nobody claims (Marriage)"""
    CLAIM_FALSE = "claim_false"
    """a false claim"""
    DEAL_LOST = "deal_lost"
    """a claim at the wrong time, where that loses"""
    COMBO = "combo"
    """a combination that wins at once"""
    INFRACTION = "infraction"
    """a foul that costs the deal"""
    STAKE_REFUSED = "stake_refused"
    """a raise was refused"""
    COUNTED = "counted"
    """all cards were played and the totals decided"""
    DRAW = "draw"
    """equal totals, or exactly sixty where that is a draw"""
    ONE_LEFT = "one_left"
    """all others left with a true claim"""
    ANNUL = "annul"
    """thrown in"""
    VOID_REDEAL = "void_redeal"
    """nobody claimed, where that voids the deal"""
    UNDECIDED = "undecided"
    """the cards were collected before it was clear who won"""


#: reasons after which the deal counts for nothing
VOID = frozenset({Reason.ANNUL, Reason.VOID_REDEAL, Reason.UNDECIDED})


@dataclass(frozen=True, slots=True)
class DealResult:
    """The end of one deal."""

    deal: int
    """number of the deal, from 1"""
    reason: Reason
    """what ended it"""
    winners: tuple[Seat, ...] = ()
    """who won; none in a draw or a void deal"""
    losers: tuple[Seat, ...] = ()
    """who lost"""
    stake: int = 1
    """what it is worth"""
    points: tuple[tuple[str, Points], ...] = ()
    """(side, what its pile may hold); a side is its seats together, as in "A" or "AC" """
    tricks: tuple[tuple[str, int], ...] = ()
    """(side, tricks taken)"""
    complete: bool = False
    """were all cards played?"""
    seq: int = 0
    """the entry that ended it"""

    def record(self) -> DealRecord:
        """What a match consumes. Where a pile was not counted, its least points stand."""
        sides = tuple(side for side, _ in self.points)
        return DealRecord(
            reason="void_redeal" if self.reason in VOID else self.reason.value,
            winners=tuple(side for side in sides if any(seat in side for seat in self.winners)),
            losers=tuple(side for side in sides if any(seat in side for seat in self.losers)),
            stake=self.stake,
            points={side: points.lo for side, points in self.points},
            tricks=dict(self.tricks),
            complete=self.complete,
        )

    def to_json(self) -> dict[str, Any]:
        """The stable form of a scoreboard's ``result``."""
        return {
            "deal": self.deal,
            "reason": self.reason.value,
            "winners": list(self.winners),
            "losers": list(self.losers),
            "stake": self.stake,
            "points": {side: {"lo": points.lo, "hi": points.hi} for side, points in self.points},
            "tricks": dict(self.tricks),
        }
