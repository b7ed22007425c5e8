"""Players who stop playing: by giving up, or because they got out (RULEBOOK 4.6)."""

from __future__ import annotations

from bura import outcome
from bura.events import Left
from bura.evolving import evolve
from bura.moves import after_trick, put, wait
from bura.position import GameState, Phase, Pile
from bura.result import Reason


def on_left(state: GameState, event: Left) -> GameState:
    """A player leaves without a claim: he loses the deal."""
    player = state.index(event.seat)
    if player is None or state.over or not state.active(player):
        return state
    return outcome.lose(state, player, Reason.INFRACTION)


def leave_play(state: GameState, player: int) -> GameState:
    """A player got out (game 6): his hand goes where `leaver_hand` says, the others play on."""
    hidden = state.hands[player] - state.held[player].bit_count()
    side = state.sides[player]
    play = None if state.trick is None else state.trick.play_of(player)
    piles, stock, dead, under = list(state.piles), state.stock, state.dead, state.under
    pile = piles[side]
    if state.rules.leaver_hand == "own_pile":
        joined = pile.joined + state.hands[player]
        piles[side] = Pile(pile.known | state.held[player], pile.hidden + max(0, hidden), pile.tricks, joined)
    elif state.rules.leaver_hand == "dead":
        dead += state.hands[player]
    else:
        stock += state.hands[player]
        under += state.hands[player]
    trick = state.trick
    if play is not None and trick is not None and trick.leader == player:
        # the hand he laid for the combination goes with him
        mask = 0
        for card in play.cards:
            mask |= card.bit
        piles[side] = piles[side].holding(piles[side].known | mask, piles[side].hidden)
        trick = None
    following = state.after(player)
    state = evolve(
        state,
        piles=tuple(piles),
        stock=stock,
        dead=dead,
        under=under,
        hands=put(state.hands, player, 0),
        held=put(state.held, player, 0),
        out=state.out | 1 << player,
        trick=trick,
        leader=following,
        stops=(),
    )
    if state.players_left <= 1:
        losers = tuple(i for i in range(len(state.seats)) if i not in state.got_out)
        return outcome.finish(state, outcome.build(state, Reason.ONE_LEFT, state.got_out, losers))
    if trick is not None:
        return wait(state)
    return after_trick(evolve(state, phase=Phase.LEAD), following)
