"""Claims: in time or not, true, false or to be counted, and what follows (RULEBOOK 1.8)."""

from __future__ import annotations

from dataclasses import replace

from bura import outcome
from bura.announced import answer_foul, counting, in_stop_window, raise_foul
from bura.bounds import Points
from bura.cards import mask_points
from bura.events import Claimed
from bura.evolving import draft, evolve
from bura.leaving import leave_play
from bura.moves import award
from bura.position import Claim, ClaimState, GameState, Phase
from bura.result import Reason
from bura.rulings import in_claim_window

__all__ = [
    "answer_foul",
    "claimed",
    "counting",
    "evaluate",
    "implied",
    "in_stop_window",
    "may_claim",
    "on_claimed",
    "raise_foul",
    "recheck",
    "recheck_implied",
    "settle_claim",
]

#: results that a claim made right after the last trick still overrides
_COUNTS = frozenset({Reason.COUNTED, Reason.DRAW, Reason.VOID_REDEAL})
_CLAIMS = frozenset({Reason.CLAIM_TRUE, Reason.CLAIM_FALSE})


def may_claim(state: GameState, player: int) -> bool:
    """Is the claim made in its window (`claim_window`, `team_claim`)? While one waits for its count, nobody's is."""
    if counting(state):
        return False
    trick = state.trick
    open_trick = trick is not None and trick.size > 0
    if state.phase is Phase.TAKE and trick is not None and _takes(state, player):
        open_trick = False
        leader: int | None = player
        taker: int | None = player
    else:
        leader = state.leader if trick is None else trick.leader
        taker = state.taker
    seats = state.seats
    to_act = state.to_act
    return in_claim_window(
        state.rules,
        seat=seats[player],
        leader=None if leader is None else seats[leader],
        last_taker=None if taker is None else seats[taker],
        trick_open=open_trick,
        to_act=None if to_act is None else seats[to_act],
        partners=tuple(seats[i] for i in outcome.side_players(state, player) if i != player),
    )


def _takes(state: GameState, player: int) -> bool:
    """Does the full trick, not gathered yet, go to this player (or may it)?"""
    assert state.trick is not None
    return state.trick.taker in (None, player)


def evaluate(
    state: GameState, player: int, seq: int, implicit: bool = False, *, counting: bool = False
) -> Claim:
    """What can be said of a claim by the cards as they are known now.

    :param counting: the pile is being counted. Before that, cards which somebody peeked at count as hidden: nobody
        may learn from the verdict what they are (RULEBOOK 5).
    """
    seen, hidden, total = state.proven_points(state.sides[player], kept=0 if counting else state.secret)
    extra = state.rules.compensation(state.seats[player])
    total = Points(total.lo + extra, total.hi + extra)
    if state.unseen and not counting:
        # a trick of his may lie in another pile, or in none: only the count can show that he claimed falsely
        total = Points(
            total.lo, max(total.hi, total.lo + mask_points(_elsewhere(state, state.sides[player])))
        )
    needed = state.rules.needed
    sixty = state.rules.sixty_claim == "draw"
    if total.lo >= needed:
        is_ = ClaimState.TRUE
    elif sixty and total.exact and total.lo == needed - 1:
        is_ = ClaimState.DRAW
    elif total.hi < needed - sixty:
        is_ = ClaimState.FALSE
    else:
        is_ = ClaimState.MUST_COUNT
    return Claim(player, seq, is_, seen, hidden, total, needed, implicit)


def _elsewhere(state: GameState, side: int) -> int:
    """Mask of the cards that a pile may hold, were tricks missed or misread: all but its own and those in view."""
    return state.pack & ~(state.piles[side].known | state.trick_known | state.trump_lies)


def on_claimed(state: GameState, event: Claimed) -> GameState:
    """A claim: true, false, void, or to be counted."""
    player = state.index(event.seat)
    return state if player is None else claimed(state, player)


def claimed(state: GameState, player: int, *, implicit: bool = False) -> GameState:
    """As `on_claimed`, by player; an implicit claim (turned cards) outside the window is lost."""
    if state.phase is Phase.WAITING or not state.active(player):
        return state
    if counting(state):
        return (
            state  # the first word is decided first; another's, or his own once more, must not take its place
        )
    result = state.result
    standing = result if result is not None and result.reason is Reason.INFRACTION else None
    if result is not None and standing is None and (result.reason not in _COUNTS or state.taker is None):
        return state
    # where acts went unseen, so may have what opened the window
    inside = may_claim(state, player) or state.unseen
    if state.phase is Phase.TAKE and state.trick is not None and inside and _takes(state, player):
        state = award(state, player)
    claim = evaluate(state, player, state.seq, implicit)
    if not inside and not implicit:
        state = evolve(state, claim=replace(claim, state=ClaimState.VOID))
        # a deal that only the count decided can still be lost: whether all its cards were known must not matter
        open_ = state.result is None or state.result.reason in _COUNTS
        if state.rules.claim_out_of_window == "loss" and open_:
            return outcome.lose(evolve(state, result=None), player, Reason.DEAL_LOST)
        return state
    if not inside:
        claim = replace(claim, state=ClaimState.FALSE)
    return settle_claim(evolve(state, claim=claim, result=standing), claim)


def implied(state: GameState, player: int) -> GameState:
    """Turned cards count as a claim, but the table plays on: what the claim would come to is proposed.

    Where the pile must be counted for that, the claim waits for the count (`recheck_implied`) until the next card is
    laid; the record stays as it is.
    """
    if state.result is not None:
        return state
    would = claimed(state, player, implicit=True)
    claim = would.claim
    if claim is None or claim is state.claim:
        return state
    return _proposed(state, would, claim)


def recheck_implied(state: GameState, player: int) -> GameState:
    """The pile of a player was counted: a claim by turned cards that waits for it is judged."""
    waiting = state.implied
    if waiting is None or waiting.state is not ClaimState.MUST_COUNT or state.result is not None:
        return state
    if state.sides[waiting.seat] != state.sides[player]:
        return state
    again = evaluate(state, waiting.seat, waiting.seq, implicit=True, counting=True)
    # a copy: within `apply` the state itself is changed in place
    return _proposed(state, settle_claim(draft(state, claim=again), again), again)


def _proposed(state: GameState, would: GameState, claim: Claim) -> GameState:
    """The state with the result of ``would``, where it has one, as the proposed one."""
    result = would.result
    if result is None and claim.state is ClaimState.FALSE:
        # the others would play on without him: the loss is his all the same
        result = outcome.loss(state, claim.seat, Reason.CLAIM_FALSE)
    return evolve(state, implied=claim, proposed=state.proposed or result)


def settle_claim(state: GameState, claim: Claim) -> GameState:
    """What follows from a claim made in its window."""
    player = claim.seat
    if claim.state is ClaimState.TRUE:
        if state.rules.deal_end == "until_one_left":
            return leave_play(evolve(state, got_out=(*state.got_out, player)), player)
        mine = outcome.side_players(state, player)
        rest = tuple(i for i in range(len(state.seats)) if i not in mine)
        return outcome.finish(state, outcome.build(state, Reason.CLAIM_TRUE, mine, rest))
    if claim.state is ClaimState.FALSE:
        double = state.rules.false_claim == "lose_deal_double"
        stake = state.stake.value * (2 if double else 1)
        return outcome.lose(state, player, Reason.CLAIM_FALSE, stake=stake)
    if claim.state is ClaimState.DRAW:
        return outcome.finish(state, outcome.build(state, Reason.DRAW))
    return evolve(state, phase=Phase.COUNT)


def recheck(state: GameState) -> GameState:
    """More is known of the piles: a claim that waits, or was decided on less, is judged again."""
    claim = state.claim
    result = state.result
    if claim is not None and claim.state not in (ClaimState.VOID,) and state.active(claim.seat):
        waits = state.phase is Phase.COUNT and result is None and claim.state is ClaimState.MUST_COUNT
        decided = (
            result is not None and result.reason in (*_CLAIMS, Reason.DRAW) and state.phase is Phase.OVER
        )
        if waits or (decided and not claim.implicit):
            again = evaluate(state, claim.seat, claim.seq, claim.implicit, counting=True)
            if waits or again.state is not claim.state:
                state = settle_claim(evolve(state, claim=again, result=None), again)
    elif state.phase is Phase.COUNT and result is None:
        return outcome.all_played(state)
    if state.result is not None and state.result.deal == state.deal:
        points = outcome.points_now(state)
        if points != state.result.points:
            state = evolve(state, result=replace(state.result, points=points))
    return state
