"""`apply`: what an event makes of the table.

Total: whatever can happen at a table, or be misread by a camera, gives a state. Nothing is refused here and
nobody is accused here (`bura.judge` does that); an act that cannot be leaves the state as it is, and a missed act is
made good by what must have happened, so that a deal never gets stuck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bura import announced, begin, claims, leaving, outcome, shown
from bura.begin import check_players, following_dealer, start_state
from bura.errors import BuraError
from bura.events import (
    Accepted,
    Claimed,
    Counted,
    DealOver,
    Dealt,
    Declared,
    Drew,
    Event,
    GameStarted,
    Lead,
    Left,
    Missed,
    Paused,
    Raised,
    Refused,
    Reply,
    Resumed,
    Returned,
    Revealed,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.infractions import Status, Verdict
from bura.moves import after_trick, award, draw, draw_unseen, laid_hidden, lay, put, rightful, wait
from bura.position import (
    GameState,
    Phase,
    Pile,
    Settings,
    draft,
    evolve,
    new_state,
    seal,
    sides_of,
)
from bura.projection import apply_neighbour
from bura.result import Reason
from bura.tricklogic import settle

__all__ = [
    "GameState",
    "Phase",
    "Pile",
    "Settings",
    "apply",
    "check_players",
    "following_dealer",
    "new_state",
    "punish",
    "sides_of",
    "start_state",
]


def apply(state: GameState, event: Event, seq: int = 0, at_s: float = 0.0, doubtful: int = 0) -> GameState:
    """The state after an event.

    :param seq: the entry of the event.
    :param at_s: its time.
    :param doubtful: mask of the cards of this event whose reading may not prove anything.
    """
    state = draft(state, seq=seq, at_s=at_s, said=())
    handler = _HANDLERS.get(type(event))
    if state.neighbour is not None and handler not in _TABLE_ACTS:
        state = apply_neighbour(state, event)
    elif handler is not None:
        if doubtful or state.doubtful:
            state = _doubt(state, event, doubtful)
        state = handler(state, event)
    return seal(state)


def _doubt(state: GameState, event: Event, doubtful: int) -> GameState:
    """A card is as sure as its newest reading."""
    read = 0
    for card in (*getattr(event, "cards", ()), getattr(event, "card", None)):
        if card is not None:
            read |= card.bit
    return evolve(state, doubtful=(state.doubtful & ~read) | doubtful)


# --- a deal begins --------------------------------------------------------------------------------------


def _started(state: GameState, event: GameStarted) -> GameState:
    """Another start in a running log begins the match anew; rules that cannot be read keep the old ones."""
    try:
        fresh = start_state(event)
    except BuraError:
        return state
    return evolve(fresh, seq=state.seq, at_s=state.at_s)


# --- cards move ---------------------------------------------------------------------------------------


def _lead(state: GameState, event: Lead) -> GameState:
    player = state.index(event.seat)
    if player is None or state.over:
        return state
    trick = state.trick
    if trick is not None and state.phase is Phase.TAKE:
        # leading the next trick means that he took this one, where the cards do not say otherwise
        state = award(state, trick.taker if trick.taker is not None else player)
        trick = state.trick
        if state.over:
            return state
    if trick is not None and player != trick.leader and trick.size:
        return lay(state, player, event.cards, event.face_down)
    return announced.led(lay(state, player, event.cards, event.face_down), player)


def _reply(state: GameState, event: Reply) -> GameState:
    player = state.index(event.seat)
    if player is None or state.over:
        return state
    return lay(state, player, event.cards, event.face_down)


def _declared(state: GameState, event: Declared) -> GameState:
    """What a player says of his reply holds until somebody lays after him."""
    player, trick = state.index(event.seat), state.trick
    if player is None or trick is None or player == trick.leader or state.over:
        return state
    play = trick.play_of(player)
    if play is None:
        rest = tuple(pair for pair in state.meant if pair[0] != player)
        return evolve(state, meant=(*rest, (player, event.beats)))
    if play is not trick.plays[-1]:
        return state
    said = replace(play, meant=event.beats, seqs=(*play.seqs, state.seq))
    return evolve(state, trick=settle(state.rules, state.order, (*trick.plays[:-1], said)))


def _taken_back(state: GameState, event: TakenBack) -> GameState:
    player, trick = state.index(event.seat), state.trick
    play = None if trick is None or player is None else trick.play_of(player)
    if trick is None or player is None or play is None or state.over:
        return state
    up = list(play.up)
    held = state.held[player]
    gone = 0
    for card in event.cards:
        if card in up:
            up.remove(card)
            if card is not None:
                held |= card.bit
        elif None in up:
            up.remove(None)
        else:
            continue
        gone += 1
    down = max(0, play.down - event.face_down)
    gone += play.down - down
    turned = play.turned[:down]
    plays = list(trick.plays)
    place = plays.index(play)
    if up or down or (place == 0 and len(plays) > 1):
        plays[place] = replace(play, up=tuple(up), down=down, turned=turned, seqs=(*play.seqs, state.seq))
    else:
        del plays[place]
    hands = put(state.hands, player, state.hands[player] + gone)
    state = evolve(state, hands=hands, held=put(state.held, player, held))
    if not plays:
        return wait(evolve(state, trick=None))
    return wait(evolve(state, trick=settle(state.rules, state.order, tuple(plays))))


def _took(state: GameState, event: Took) -> GameState:
    player = state.index(event.seat)
    if player is None or state.trick is None or state.over:
        return state
    return award(state, rightful(state, player))


def _drew(state: GameState, event: Drew) -> GameState:
    player = state.index(event.seat)
    if player is None or state.over:
        return state
    if state.phase is Phase.TAKE and state.trick is not None:
        state = award(state, rightful(state, None if state.trick.taker is not None else player))
    for _ in range(event.count):
        state = draw(state, player)
    return state


def _returned(state: GameState, event: Returned) -> GameState:
    player = state.index(event.seat)
    if player is None or state.over:
        return state
    count = min(event.count, state.hands[player])
    state = evolve(
        state, hands=put(state.hands, player, state.hands[player] - count), stock=state.stock + count
    )
    if state.trick is None and state.taker is not None and state.phase in (Phase.DRAW, Phase.LEAD):
        return after_trick(state, state.taker)
    return state


def _missed(state: GameState, event: Missed) -> GameState:
    """What must have happened unseen is done; what is only told about changes nothing."""
    player = None if event.seat is None else state.index(event.seat)
    if state.over:
        return state
    if event.what == "took" and state.trick is not None:
        return award(state, rightful(state, player))
    if player is None:
        return state
    if event.what == "drew":
        for _ in range(min(event.count, state.stock)):
            state = draw_unseen(state, player)
        return state
    if event.what == "laid":
        return laid_hidden(state, player, event.count)
    if event.what in ("reply", "lead") and event.count:
        return lay(state, player, (None,) * event.count, 0)
    return state


# --- the rest -------------------------------------------------------------------------------------------


def _paused(state: GameState, _event: Paused) -> GameState:
    return evolve(state, paused=True)


def _resumed(state: GameState, _event: Resumed) -> GameState:
    return evolve(state, paused=False)


def _deal_over(state: GameState, _event: DealOver) -> GameState:
    return outcome.close(state)


def punish(state: GameState, verdicts: tuple[Verdict, ...], enforce: bool | None) -> GameState:
    """What fouls that cost the deal do to it.

    :param enforce: the umpire's decision on this entry: True enforces, False waives, None: nobody decided, so
        `Settings.fouls_end_deal` does.
    """
    if enforce is False or state.phase is Phase.WAITING:
        return state
    for verdict in verdicts:
        if verdict.status is not Status.FOUL or verdict.ruling not in ("deal_lost", "implicit_claim"):
            continue
        if state.result is not None:
            break
        player = None if verdict.seat is None else state.index(verdict.seat)
        if player is None:
            continue
        now = bool(enforce) or state.settings.fouls_end_deal
        if verdict.ruling == "implicit_claim":
            if now:
                state = claims.claimed(state, player, implicit=True)
            elif state.proposed is None:
                state = claims.implied(state, player)
        elif now:
            state = outcome.lose(state, player, Reason.INFRACTION)
        elif state.proposed is None:
            state = evolve(state, proposed=outcome.loss(state, player, Reason.INFRACTION))
    return state


_HANDLERS: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    GameStarted: _started,
    Dealt: begin.dealt,
    TrumpShown: begin.trump_shown,
    Lead: _lead,
    Reply: _reply,
    Declared: _declared,
    TakenBack: _taken_back,
    Took: _took,
    Drew: _drew,
    Returned: _returned,
    Missed: _missed,
    Claimed: claims.on_claimed,
    Counted: shown.on_counted,
    Revealed: shown.on_revealed,
    Stopped: announced.on_stopped,
    Raised: announced.on_raised,
    Accepted: announced.on_accepted,
    Refused: announced.on_refused,
    Left: leaving.on_left,
    Paused: _paused,
    Resumed: _resumed,
    DealOver: _deal_over,
}

#: handlers of events that are about the table and not about a game
_TABLE_ACTS = (_started, _paused, _resumed)
