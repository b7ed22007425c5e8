"""Checks of worked cases about what deals add up to: robber, penalties, stakes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bura.casekit import Case, one
from bura.errors import ParseError
from bura.match import DealRecord, penalties, robber_winner
from bura.stakes import LADDER, Stake, StakeFoul, is_crawford


def check_robber(case: Case) -> dict[str, Any]:
    """Is the robber over?"""
    winner = robber_winner(case.rules(), case.situation["wins"])
    return {"over": winner is not None, "winner": winner}


def check_penalties(case: Case) -> dict[str, Any]:
    """Penalty points of one deal, and where the match stands after it.

    A deal that ended early is `partial` and names its `losers`, and where it matters its `winners` and `reason`.
    """
    rules, situation = case.rules(), case.situation
    points = situation["points"]
    losers = situation.get("losers", [situation["loser"]] if "loser" in situation else [])
    if "winners" in situation or "winner" in situation:
        winners = situation.get("winners", [situation.get("winner")])
    else:
        winners = [who for who in points if losers and who not in losers]
    if not losers and "winners" not in situation and "winner" not in situation:
        # a deal that was counted out: the single highest total has won
        best = one([who for who, total in points.items() if total == max(points.values())])
        winners = [] if best is None else [best]
        losers = [] if best is None else [who for who in points if who != best]
    offender = situation.get("offender")
    reason = situation.get("reason", "claim_true")
    if offender is not None:
        losers, winners, reason = [offender], [who for who in points if who != offender], "infraction"
    elif "reason" not in situation and situation.get("partial") and len(losers) == 1 and len(points) > 2:
        # of three or more only a foul or a false claim makes a single loser
        reason = "claim_false"
    record = DealRecord(
        reason=reason,
        winners=tuple(winners),
        losers=tuple(losers),
        points=points,
        tricks=situation.get("tricks"),
        complete=not situation.get("partial", False),
    )
    due = penalties(rules, record)
    before = situation.get("before", {})
    after = {who: before.get(who, 0) + due[who] for who in points}
    over = [who for who, total in after.items() if total >= rules.penalty_limit]
    return {"penalties": due, "after": after, "match_losers": over}


def check_stakes(case: Case) -> dict[str, Any]:
    """A deal's bidding and what it does to the score of the match.

    :raises ParseError: for an event that stakes do not know.
    """
    rules, situation = case.rules(), case.situation
    score: dict[str, int] = dict(situation["score"])
    stake = Stake(crawford=is_crawford(rules, score, situation.get("crawford_used", False)))
    verdict, winner, points = "played", None, 0
    for event in case.action["events"]:
        kind, side = event["type"], event.get("side")
        other = next((name for name in score if name != side), None)
        foul: StakeFoul | None = None
        if kind == "raise":
            foul, stake = _raise(case, stake, event)
        elif kind in ("accept", "refuse"):
            foul = stake.answer_foul(str(side))
            if foul is None and kind == "accept":
                stake = stake.accepted()
            elif foul is None:
                verdict, winner, points = "refused", other, stake.value
                stake = stake.refused(str(side))
        elif kind in ("false_claim", "claim_false"):
            double = rules.false_claim == "lose_deal_double"
            verdict, winner, points = "false_claim", other, stake.value * (2 if double else 1)
        elif kind in ("deal_won", "claim_true", "true_claim", "bura"):
            verdict, winner, points = "played", side, stake.value
        elif kind in ("draw", "drawn"):
            verdict, winner, points = "draw", None, 0
        else:
            raise ParseError(f"{kind!r} is not an event of the bidding")
        if foul is not None:
            return _stakes_result("illegal", foul.value, stake, None, 0, score, rules.match_to)
    if winner is not None:
        score[winner] += points
    return _stakes_result(verdict, None, stake, winner, points, score, rules.match_to)


def _raise(case: Case, stake: Stake, event: Mapping[str, Any]) -> tuple[StakeFoul | None, Stake]:
    to = event.get("to")
    if isinstance(to, str):
        if to not in LADDER:
            raise ParseError(f"{to!r} is not a raise: say one of {', '.join(LADDER)}")
        to = LADDER[to]
    side = event["side"]
    leader = event.get("leader", side)
    foul = stake.raise_foul(
        # a raise in a game without stakes would be no case at all
        case.rules(stakes=True),
        side,
        to,
        leader_side=leader,
        card_led=event.get("when") in ("after_lead", "after_reply"),
    )
    return (foul, stake) if foul is not None else (None, stake.raised(side))


def _stakes_result(
    verdict: str,
    reason: str | None,
    stake: Stake,
    winner: str | None,
    points: int,
    score: Mapping[str, int],
    match_to: int,
) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "reason": reason,
        "stake": stake.value,
        "winner": winner,
        "points": points,
        "score": dict(score),
        "match_over": any(total >= match_to for total in score.values()),
    }


CHECKS: Mapping[str, Callable[[Case], dict[str, Any]]] = {
    "robber": check_robber,
    "penalties": check_penalties,
    "stakes": check_stakes,
}
