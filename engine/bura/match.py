"""From deals to a match: robber, penalty tables, stakes, Marriage game points (RULEBOOK 4.2, 4.7-4.9).

A match consumes `DealRecord`s, one per deal, and holds nothing else: the score is a fold over the records, so
a corrected deal corrects the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bura.errors import RulesError
from bura.rules import MatchKind, RuleSet
from bura.stakes import is_crawford


@dataclass(frozen=True, slots=True)
class DealRecord:
    """What a match needs to know of a finished deal (RULEBOOK 1.10). Names are seats, or sides in pairs."""

    reason: str
    """claim_true, claim_false, combo, infraction, counted, draw, annul, stake_refused, …"""
    winners: tuple[str, ...] = ()
    """who won; none in a draw or a void deal"""
    losers: tuple[str, ...] = ()
    """who lost"""
    stake: int = 1
    """what the deal is worth (stakes match, Marriage game points)"""
    points: Mapping[str, int] = field(default_factory=dict)
    """card points taken"""
    tricks: Mapping[str, int] | None = None
    """tricks taken, where counted"""
    complete: bool = True
    """were all cards played and counted? False: the deal ended early"""

    @property
    def fault(self) -> bool:
        """Did the loser lose by his own act: a false claim or a foul?"""
        return self.reason in ("claim_false", "infraction", "deal_lost")

    @property
    def void(self) -> bool:
        """Thrown in: it does not count at all."""
        return self.reason in ("annul", "redeal", "void_redeal")


def robber_winner(rules: RuleSet, wins: Mapping[str, int]) -> str | None:
    """Who has won the robber, if anyone: the target and a lead over the second best [X38]."""
    ranked = sorted(wins.items(), key=lambda item: -item[1])
    (best, most), second = ranked[0], ranked[1][1] if len(ranked) > 1 else 0
    return best if most >= rules.robber_target and most - second >= rules.robber_lead else None


def table_penalties(
    rules: RuleSet, points: Mapping[str, int], tricks: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Penalty points by the card points of a deal (`penalty_table` T2, T3, T3p; section 4.7).

    :raises RulesError: for T1 and none, which do not go by points.
    """
    match rules.penalty_table:
        case "T2":
            return {who: _t2(p, _is_nothing(rules.zero_means, who, p, tricks)) for who, p in points.items()}
        case "T3":
            return _t3(points, tricks, rules.zero_means, rules.t3_boundary, rules.t3_top_tie)
        case "T3p":
            return _t3(points, tricks, "tricks", "to_2", "each_2")
        case _:
            raise RulesError(
                f"penalty_table = {rules.penalty_table} does not go by points: choose T2, T3 or T3p"
            )


def _is_nothing(zero_means: str, who: str, points: int, tricks: Mapping[str, int] | None) -> bool:
    """Did this player take "nothing at all" [X40]? Where tricks are not known, points must do."""
    if zero_means == "tricks" and tricks is not None and who in tricks:
        return tricks[who] == 0
    return points == 0


def _t2(points: int, nothing: bool) -> int:
    if points >= 60:
        return 0
    if nothing:
        return 6
    return 4 if points <= 30 else 2


def _t3(
    points: Mapping[str, int], tricks: Mapping[str, int] | None, zero_means: str, gap: str, tie: str
) -> dict[str, int]:
    # the text gives 4 below 31 (21 with three) and 2 above 31; what lies between is the gap [X41]
    low = 21 if len(points) == 3 else 31
    boundary = 32 if gap == "to_4" else low
    most = max(points.values())
    top = [who for who, p in points.items() if p == most]
    result = {}
    for who, p in points.items():
        if who in top:
            result[who] = 0 if len(top) == 1 or tie == "each_0" else 2
        elif _is_nothing(zero_means, who, p, tricks):
            result[who] = 6
        else:
            result[who] = 4 if p < boundary else 2
    return result


def penalties(rules: RuleSet, record: DealRecord) -> dict[str, int]:
    """Penalty points of a deal for everybody in ``record.points`` (section 4.7, X43)."""
    everyone = record.points
    if record.void:
        return dict.fromkeys(everyone, 0)
    if rules.penalty_table == "T1" or (not record.complete and rules.early_end_penalty == "flat_T1"):
        if record.fault:
            return {who: rules.false_claim_penalty if who in record.losers else 0 for who in everyone}
        return {who: 2 if who in record.losers else 0 for who in everyone}
    if record.complete:
        return table_penalties(rules, record.points, record.tricks)
    if record.fault:
        return {who: rules.false_claim_penalty if who in record.losers else 0 for who in everyone}
    # an early winner pays nothing; the others pay by what they have so far
    by_table = _early_table(rules, record)
    return {who: 0 if who in record.winners else by_table[who] for who in everyone}


def _early_table(rules: RuleSet, record: DealRecord) -> dict[str, int]:
    """The table for a deal that ended early: nobody but the winner escapes as the one with most points."""
    capped = dict(record.points)
    for who in record.winners:
        capped[who] = 121
    return table_penalties(rules, capped, record.tricks)


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands."""

    score: Mapping[str, int]
    """won deals, penalty points, match points or game points, by seat or side"""
    over: bool = False
    """is it decided?"""
    winners: tuple[str, ...] = ()
    """who won; in a penalty match all who did not lose"""
    losers: tuple[str, ...] = ()
    """who lost"""
    crawford_used: frozenset[str] = frozenset()
    """sides that had their unraised deal (with ``once_per_match`` any one counts for all)"""
    deals: int = 0
    """deals that counted"""

    @classmethod
    def start(cls, names: Sequence[str], before: Mapping[str, int] | None = None) -> MatchState:
        """A match that begins, or goes on from a score."""
        return cls({name: (before or {}).get(name, 0) for name in names})

    def crawford(self, rules: RuleSet) -> bool:
        """Is the next deal played unraised?"""
        return rules.stakes and is_crawford(rules, self.score, self.crawford_used)

    def after(self, rules: RuleSet, record: DealRecord) -> MatchState:
        """The match after one more deal; a decided match stays as it is."""
        if self.over or record.void:
            return self
        match rules.match_kind:
            case MatchKind.ROBBER:
                return self._after_robber(rules, record)
            case MatchKind.PENALTY:
                return self._after_penalties(rules, record)
            case MatchKind.STAKES:
                return self._after_points(rules, record, rules.match_to)
            case MatchKind.MARRIAGE:
                return self._after_points(rules, record, rules.match_points_66)
            case MatchKind.SUM:
                return self._plus(record.points)

    def _plus(self, gains: Mapping[str, int]) -> MatchState:
        score = {name: points + gains.get(name, 0) for name, points in self.score.items()}
        return replace(self, score=score, deals=self.deals + 1)

    def _after_robber(self, rules: RuleSet, record: DealRecord) -> MatchState:
        if not record.winners:
            return self  # drawn deals do not count (4.8)
        now = self._plus(dict.fromkeys(record.winners, 1))
        winner = robber_winner(rules, now.score)
        if winner is None:
            return now
        losers = tuple(name for name in now.score if name != winner)
        return replace(now, over=True, winners=(winner,), losers=losers)

    def _after_penalties(self, rules: RuleSet, record: DealRecord) -> MatchState:
        now = self._plus(penalties(rules, record))
        losers = tuple(name for name, points in now.score.items() if points >= rules.penalty_limit)
        if not losers:
            return now
        winners = tuple(name for name in now.score if name not in losers)
        return replace(now, over=True, winners=winners, losers=losers)

    def _after_points(self, rules: RuleSet, record: DealRecord, target: int) -> MatchState:
        used = self.crawford_used
        if self.crawford(rules):
            used |= {name for name, points in self.score.items() if points == rules.match_to - 1}
        now = replace(self._plus(dict.fromkeys(record.winners, record.stake)), crawford_used=used)
        winners = tuple(name for name, points in now.score.items() if points >= target)
        if not winners:
            return now
        losers = tuple(name for name in now.score if name not in winners)
        return replace(now, over=True, winners=winners, losers=losers)


def play_match(rules: RuleSet, names: Sequence[str], records: Iterable[DealRecord]) -> MatchState:
    """The match after these deals, in order.

    >>> from bura.rules import find_ruleset
    >>> georgian = find_ruleset("georgian3").with_options({"match_to": 3})
    >>> play_match(georgian, ("P", "O"), [DealRecord("claim_true", ("P",), ("O",), stake=2)]).score
    {'P': 2, 'O': 0}
    """
    match = MatchState.start(names)
    for record in records:
        match = match.after(rules, record)
    return match
