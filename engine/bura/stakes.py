"""Raising the stake: davi, se, chari, panji, shashi (RULEBOOK 4.2).

The side on lead may raise before it lays a card; the other side accepts, refuses, or raises one step further.
`Stake` holds where the bidding of one deal stands; an act that the rules do not allow is void and is named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bura.rules import RuleSet
from bura.table import Seat

#: the words of the ladder and what the deal is worth then; "beshi" is panji at some tables
LADDER: Mapping[str, int] = {"davi": 2, "se": 3, "chari": 4, "panji": 5, "beshi": 5, "shashi": 6}

#: the most a deal can be worth
TOP = max(LADDER.values())


class StakeFoul(StrEnum):
    """Why a raise or an answer is void."""

    NOT_PLAYED = "no_stakes"
    """these rules know no raising"""
    CRAWFORD = "crawford_deal"
    """this deal is played unraised"""
    COUNTING = "being_counted"
    """a claim waits for its count: the deal is decided by that"""
    CARD_LED = "card_already_led"
    """a card of the trick is already laid"""
    SAME_SIDE_TWICE = "same_side_twice"
    """the side raised last; now it is the other's right"""
    NOT_ON_LEAD = "not_on_lead"
    """the other side has the lead"""
    STEP_SKIPPED = "step_skipped"
    """not the next step of the ladder"""
    NOTHING_TO_ANSWER = "nothing_to_answer"
    """no raise is open"""
    OWN_RAISE = "own_raise"
    """the raise that waits is his own side's: the other side answers"""
    NOT_THE_RESPONDER = "not_the_responder"
    """another player of the side must answer (`stake_responder`)"""


@dataclass(frozen=True, slots=True)
class Stake:
    """Where the bidding of a deal stands."""

    value: int = 1
    """what the deal is worth to its winner if nothing more is said"""
    open_to: int | None = None
    """the raise that waits for an answer"""
    raised_by: str | None = None
    """the side that raised last, in this trick or an earlier one"""
    crawford: bool = False
    """is this deal played unraised?"""
    refused_by: str | None = None
    """the side that gave the deal up"""

    def raise_foul(
        self, rules: RuleSet, side: str, to: int | None, *, leader_side: str, card_led: bool
    ) -> StakeFoul | None:
        """Why ``side`` may not raise to ``to`` (None: the next step), or None."""
        if not rules.stakes:
            return StakeFoul.NOT_PLAYED
        if self.crawford:
            return StakeFoul.CRAWFORD
        if card_led and self.open_to is None:
            return StakeFoul.CARD_LED
        if self.raised_by == side:
            return StakeFoul.SAME_SIDE_TWICE
        if self.open_to is None and side != leader_side:
            return StakeFoul.NOT_ON_LEAD
        due = (self.open_to or self.value) + 1
        if due > TOP or (to is not None and to != due):
            return StakeFoul.STEP_SKIPPED
        return None

    def raised(self, side: str) -> Stake:
        """After a legal raise: one step up; raising over a raise accepts the one before."""
        value = self.open_to or self.value
        return replace(self, value=value, open_to=value + 1, raised_by=side)

    def answer_foul(self, side: str) -> StakeFoul | None:
        """Why ``side`` has nothing to accept or refuse, or None."""
        if self.open_to is None:
            return StakeFoul.NOTHING_TO_ANSWER
        return StakeFoul.OWN_RAISE if self.raised_by == side else None

    def accepted(self) -> Stake:
        """After the open raise is accepted."""
        return replace(self, value=self.open_to or self.value, open_to=None)

    def refused(self, side: str) -> Stake:
        """After the open raise is refused: the raiser scores the stake before it."""
        return replace(self, open_to=None, refused_by=side)


def responders(
    rules: RuleSet, seats: Sequence[Seat], raiser: Seat, side: Mapping[Seat, str]
) -> tuple[Seat, ...]:
    """Who may answer this player's raise (`stake_responder` [X37]).

    :param side: seat -> its side.
    """
    start = seats.index(raiser)
    turn = [*seats[start + 1 :], *seats[:start]]
    others = tuple(seat for seat in turn if side[seat] != side[raiser])
    return others if rules.stake_responder == "any_opponent" else others[:1]


def is_crawford(rules: RuleSet, score: Mapping[str, int], used: Collection[str] | bool) -> bool:
    """Is the coming deal played unraised (`crawford` [X36])?

    :param score: match points by side.
    :param used: the sides that had their unraised deal; a plain yes or no will do for ``once_per_match``.
    """
    if rules.match_to == 1:
        return True
    short = {side for side, points in score.items() if points == rules.match_to - 1}
    match rules.crawford:
        case "off":
            return False
        case "once_per_match":
            return bool(short) and not used
        case "once_per_side":
            had = set(short) if used is True else set(used or ())
            return bool(short - had)
