"""How a deal ends: by loss, by count, by the cards being collected (RULEBOOK 1.10)."""

from __future__ import annotations

from dataclasses import replace

from bura.bounds import Points
from bura.evolving import evolve
from bura.position import GameState, Phase
from bura.result import DealResult, Reason
from bura.rulings import CountVerdict, count_end, plays_on_after_loss


def build(
    state: GameState,
    reason: Reason,
    winners: tuple[int, ...] = (),
    losers: tuple[int, ...] = (),
    *,
    stake: int | None = None,
    complete: bool = False,
) -> DealResult:
    """The result record of the running deal; winners and losers are players."""
    return DealResult(
        deal=state.deal,
        reason=reason,
        winners=tuple(state.seats[player] for player in winners),
        losers=tuple(state.seats[player] for player in losers),
        stake=state.stake.value if stake is None else stake,
        points=points_now(state),
        tricks=tuple((state.side_name(side), pile.tricks) for side, pile in enumerate(state.piles)),
        complete=complete,
        seq=state.seq,
    )


def points_now(state: GameState) -> tuple[tuple[str, Points], ...]:
    """(side, what its pile may hold) for all sides."""
    return tuple((state.side_name(side), state.points(side)) for side in range(len(state.piles)))


def finish(state: GameState, result: DealResult) -> GameState:
    """The deal is over with this result, or with the loss by a foul that already stands."""
    return evolve(state, result=state.result or result, phase=Phase.OVER, due=(), passed=0)


def side_players(state: GameState, player: int) -> tuple[int, ...]:
    """The player and his partners."""
    side = state.sides[player]
    return tuple(i for i, its in enumerate(state.sides) if its == side)


def others(state: GameState, players: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody else who has not lost already."""
    lost = set(eliminated(state)) | set(players)
    return tuple(i for i in range(len(state.seats)) if i not in lost)


def eliminated(state: GameState) -> tuple[int, ...]:
    """Players put out of the deal by a foul (`multi_loss` = eliminated_play_on)."""
    return tuple(i for i in range(len(state.seats)) if not state.active(i) and i not in state.got_out)


def loss(state: GameState, player: int, reason: Reason, *, stake: int | None = None) -> DealResult:
    """The result when this player's side loses the deal by his own act (`multi_loss` [X23])."""
    losers = side_players(state, player)
    rest = others(state, losers)
    sides = {state.sides[i] for i in rest}
    winners = rest if len(sides) == 1 or state.rules.multi_loss == "deal_ends_others_win" else ()
    return build(state, reason, winners, (*eliminated(state), *losers), stake=stake)


def lose(state: GameState, player: int, reason: Reason, *, stake: int | None = None) -> GameState:
    """A player loses the deal: it ends, or he alone is out of it.

    After a foul the result stands, but what the table goes on doing is still recorded; a claim ends the play.
    """
    if plays_on_after_loss(state.rules, state.players_left - 1):
        return put_out(state, player)
    if reason is Reason.INFRACTION:
        return evolve(state, result=loss(state, player, reason, stake=stake))
    return finish(state, loss(state, player, reason, stake=stake))


def put_out(state: GameState, player: int) -> GameState:
    """A player is out of the deal with his cards; the others play on."""
    hands = (*state.hands[:player], 0, *state.hands[player + 1 :])
    held = (*state.held[:player], 0, *state.held[player + 1 :])
    state = evolve(
        state,
        out=state.out | 1 << player,
        dead=state.dead + state.hands[player],
        hands=hands,
        held=held,
        due=tuple(its for its in state.due if its != player),
        passed=sum(its != player for its in state.due[: state.passed]),
    )
    if state.leader == player and state.trick is None:
        state = evolve(state, leader=state.after(player))
    if state.phase is Phase.DRAW and not state.due:
        state = evolve(state, phase=Phase.LEAD)
    return state


def all_played(state: GameState) -> GameState:
    """No cards are left to play: the totals decide, or the piles must be counted first (`no_claim_end`)."""
    rules = state.rules
    state = evolve(state, due=(), passed=0, phase=Phase.COUNT)
    out = eliminated(state)
    if rules.deal_end == "until_one_left":
        losers = tuple(i for i in range(len(state.seats)) if i not in state.got_out)
        return finish(state, build(state, Reason.COUNTED, state.got_out, losers, complete=True))
    sides = [
        side for side in range(len(state.piles)) if any(state.sides[i] == side for i in others(state, ()))
    ]
    points = {str(side): state.points(side) for side in sides}
    if rules.no_claim_end == "void_redeal" and rules.deal_end != "play_out":
        return finish(state, build(state, Reason.VOID_REDEAL, complete=True))
    if all(its.exact for its in points.values()):
        verdict, best = count_end(rules, {side: its.lo for side, its in points.items()})
        if verdict is CountVerdict.DRAW or best is None:
            return finish(state, build(state, Reason.DRAW, losers=out, complete=True))
        return finish(state, _counted(state, int(best)))
    for side, its in points.items():
        if all(its.lo > theirs.hi for other, theirs in points.items() if other != side):
            return finish(state, _counted(state, int(side)))
    return state


def _counted(state: GameState, side: int) -> DealResult:
    winners = tuple(i for i in others(state, ()) if state.sides[i] == side)
    losers = tuple(i for i in range(len(state.seats)) if i not in winners)
    return build(state, Reason.COUNTED, winners, losers, complete=True)


def close(state: GameState) -> GameState:
    """The cards are collected: a running deal ends with the proposed loss, or undecided."""
    if not state.deal:
        return state
    if state.result is None:
        result = state.proposed or build(state, Reason.UNDECIDED)
        state = evolve(state, result=replace(result, seq=state.seq))
    return evolve(state, phase=Phase.WAITING, due=(), passed=0)
