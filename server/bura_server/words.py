"""Which words the rules let a player say now: what the buttons of his phone offer."""

from __future__ import annotations

from typing import Any

from bura import claims
from bura.marriage_state import MarriageState
from bura.marriage_words import may_close, may_exchange, may_marry
from bura.position import GameState, Phase
from bura.table import Seat

Json = dict[str, Any]


def words_of(state: GameState, seat: Seat) -> Json:
    """Word → may it be said now? A word that the game does not know is left out.

    Nothing here tells what anybody holds: windows and turns are known to the whole table.

    ``{"claim": true, "stop": false, "raise": 3, "accept": false, "refuse": false}``; ``raise`` is the stake that
    would be asked for, or false. Marriage has ``marriage``, ``close`` and, where the nine is exchanged, ``exchange``:
    points are counted openly there, so nobody claims. Where a reply is said to beat (`beat_intent` = declared), there
    are ``beat`` and ``give``.
    """
    if isinstance(state.neighbour, MarriageState):
        return _of_marriage(state, state.neighbour, seat)
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
    if bura and rules.beat_intent == "declared":
        words |= {"beat": False, "give": False}
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
    if "beat" in words:
        words["beat"] = words["give"] = _may_declare(state, player)
    return words


def _may_declare(state: GameState, player: int) -> bool:
    """Is he to reply, or is his reply the newest?"""
    trick = state.trick
    if trick is None or player == trick.leader:
        return False
    if trick.play_of(player) is None:
        return state.phase is Phase.REPLY and state.to_act == player
    return trick.plays[-1].seat == player


def _of_marriage(state: GameState, game: MarriageState, seat: Seat) -> Json:
    runs = seat in game.seats and not state.over and not state.paused
    words: Json = {"marriage": runs and may_marry(game, seat)}
    if not _has_stock(state):
        return words
    words["close"] = runs and may_close(game, seat)
    if state.rules.nine_exchange:
        words["exchange"] = runs and may_exchange(game, seat)
    return words


def _has_stock(state: GameState) -> bool:
    """Where the whole pack is dealt there is no stock to close or to exchange with."""
    return state.rules.hand_size * len(state.seats) < state.rules.pack_size
