"""Which words the rules let a player say now: what the buttons of his phone offer."""

from __future__ import annotations

from typing import Any

from bura import claims
from bura.position import GameState
from bura.table import Seat

Json = dict[str, Any]


def words_of(state: GameState, seat: Seat) -> Json:
    """Word → may it be said now? A word that the game does not know is left out.

    Nothing here tells what anybody holds: windows and turns are known to the whole table.

    ``{"claim": true, "stop": false, "raise": 3, "accept": false, "refuse": false}``; ``raise`` is the stake that
    would be asked for, or false.
    """
    player = state.index(seat)
    bura = state.neighbour is None
    rules = state.rules
    words: Json = {}
    if bura and rules.claim_window != "none":
        words["claim"] = False
    if bura:
        words["stop"] = False
    if rules.stakes:
        words |= {"raise": False, "accept": False, "refuse": False}
    if player is None or state.over or state.paused or not state.active(player):
        return words
    if "claim" in words:
        words["claim"] = claims.may_claim(state, player)
    if "stop" in words:
        words["stop"] = claims.in_stop_window(state, player)
    if rules.stakes:
        free = claims.raise_foul(state, player, None) is None
        words["raise"] = (state.stake.open_to or state.stake.value) + 1 if free else False
        words["accept"] = words["refuse"] = claims.answer_foul(state, player) is None
    return words
