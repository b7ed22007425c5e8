"""`apply`: what an event makes of the table.

Total: whatever can happen at a table, or be misread by a camera, gives a state. Nothing is refused here and
nobody is accused here (`bura.judge` does that); an act that cannot be leaves the state as it is, and a missed act is
made good by what must have happened, so that a deal never gets stuck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bura import claims, outcome
from bura.beat import Order
from bura.cards import pack_check
from bura.errors import BuraError, RulesError
from bura.events import (
    Accepted,
    Claimed,
    Counted,
    DealOver,
    Dealt,
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
from bura.match import MatchState
from bura.moves import after_trick, award, draw, draw_unseen, forget, lay, put, rightful, wait
from bura.position import (
    GameState,
    Phase,
    Pile,
    Play,
    Settings,
    TrumpAt,
    draft,
    evolve,
    new_state,
    seal,
    sides_of,
)
from bura.projection import apply_neighbour, neighbour_of
from bura.result import Reason
from bura.rules import Game, RuleSet, find_ruleset
from bura.rulings import first_leader, next_dealer
from bura.stakes import Stake
from bura.table import SEATS, Seat
from bura.tricklogic import settle

__all__ = ["GameState", "Phase", "Pile", "Settings", "apply", "new_state", "sides_of", "start_state"]

_NOT_SHOWN = (0,) * 52


def apply(state: GameState, event: Event, seq: int = 0, at_s: float = 0.0, doubtful: int = 0) -> GameState:
    """The state after an event.

    :param seq: the entry of the event.
    :param at_s: its time.
    :param doubtful: mask of the cards of this event whose reading may not prove anything.
    """
    state = draft(state, seq=seq, at_s=at_s)
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


def check_players(rules: RuleSet, seats: tuple[Seat, ...]) -> None:
    """Can these seats play by these rules?

    :raises RulesError: when they are too few, too many, not known or named twice, or the game is another one.
    """
    if rules.game is Game.KUNKEN:
        raise RulesError(f"{rules.name} is judged meld by meld (bura.kunken), not refereed as a running game")
    if len(set(seats)) != len(seats) or not set(seats) <= set(SEATS):
        raise RulesError(
            f"seats {', '.join(seats)} are impossible: name each once, out of {', '.join(SEATS)}"
        )
    if not rules.players_min <= len(seats) <= rules.max_players:
        least, most = rules.players_min, rules.max_players
        count = f"{least}" if least == most else f"{least} to {most}"
        raise RulesError(f"{rules.name} is played by {count} players, not {len(seats)}")


def start_state(event: GameStarted) -> GameState:
    """The table of a `GameStarted` event.

    :raises RulesError: for unknown rules, options or settings, or a wrong number of players.
    """
    rules = find_ruleset(event.rules)
    if event.options:
        rules = rules.with_options(dict(event.options), name=event.rules)
    check_players(rules, event.seats)
    check = pack_check(rules.pack_size)
    if event.pack not in ("", check):
        raise RulesError(
            f"the log was written for the pack {event.pack}, but {rules.name} is played with the pack {check}:"
            " restore the log's first line, nothing was changed"
        )
    state = new_state(rules, event.seats, event.names, Settings.of(event.settings))
    return evolve(state, neighbour=neighbour_of(rules, event.seats))


# --- a deal begins --------------------------------------------------------------------------------------


def _started(state: GameState, event: GameStarted) -> GameState:
    """Another start in a running log begins the match anew; rules that cannot be read keep the old ones."""
    try:
        fresh = start_state(event)
    except BuraError:
        return state
    return evolve(fresh, seq=state.seq, at_s=state.at_s)


def following_dealer(state: GameState) -> Seat | None:
    """Who deals after the deal of this state (`next_dealer`); None while nobody has dealt."""
    if state.dealer is None:
        return None
    result = state.result
    return next_dealer(
        state.rules,
        state.seats,
        state.seats[state.dealer],
        winner=result.winners[0] if result and len(result.winners) == 1 else None,
        loser=result.losers[0] if result and len(result.losers) == 1 else None,
        last_taker=None if state.taker is None else state.seats[state.taker],
    )


def _dealt(state: GameState, event: Dealt) -> GameState:
    state = outcome.close(state)
    rules, result = state.rules, state.result
    match = state.match
    if match is None or match.over:
        match = MatchState.start(tuple(state.side_name(side) for side in range(len(state.piles))))
    elif result is not None:
        match = match.after(rules, result.record())
    n = len(state.seats)
    hand = event.hand if event.hand is not None else rules.hand_size
    stock = rules.pack_size - n * hand - (rules.trump_card_place == "set_aside")
    dealer = None if event.dealer is None else state.index(event.dealer)
    previous_winner = result.winners[0] if result and len(result.winners) == 1 else None
    if dealer is None and event.dealer is None and state.dealer is not None:
        loser = result.losers[0] if result and len(result.losers) == 1 else None
        last = None if state.taker is None else state.seats[state.taker]
        name = next_dealer(
            rules,
            state.seats,
            state.seats[state.dealer],
            winner=previous_winner,
            loser=loser,
            last_taker=last,
        )
        dealer = state.index(name)
    leader = None if event.leader is None else state.index(event.leader)
    if leader is None and dealer is not None:
        last = None if state.taker is None else state.seats[state.taker]
        leader = state.index(
            first_leader(
                rules,
                state.seats,
                state.seats[dealer],
                previous_last_taker=last,
                previous_winner=previous_winner,
            )
        )
    return evolve(
        state,
        phase=Phase.LEAD,
        deal=state.deal + 1,
        dealer=dealer,
        leader=leader,
        trump=None,
        trump_at=TrumpAt.UNSEEN,
        order=Order.of(rules, None),
        stock=max(0, stock),
        hands=(hand,) * n,
        held=(0,) * n,
        out=0,
        got_out=(),
        piles=(Pile(),) * len(state.piles),
        dead=0,
        under=0,
        trick=None,
        taker=None,
        tricks=0,
        due=(),
        passed=0,
        owed=(0,) * n,
        shown=_NOT_SHOWN,
        doubtful=0,
        secret=0,
        claim=None,
        stops=(),
        stake=Stake(crawford=match.crawford(rules)),
        raise_seq=0,
        raiser=None,
        proposed=None,
        result=None,
        match=match,
        last=result,
        last_taker=state.taker,
    )


_TRUMP_PLACES = {
    "bottom_face_up": TrumpAt.STOCK,
    "top_returned": TrumpAt.TOP,
    "set_aside": TrumpAt.ASIDE,
}


def _trump(state: GameState, event: TrumpShown) -> GameState:
    card = event.card
    if card is None or not card.bit & state.pack or state.trump_at is TrumpAt.GONE:
        return state
    state = forget(state, card)
    # a dealer's last card as trump leaves no stock: only Marriage is played so, by its own table
    place = _TRUMP_PLACES[state.rules.trump_card_place]
    order = Order.of(state.rules, card.suit)
    state = evolve(
        state, trump=card, trump_at=place, order=order, shown=put(state.shown, card.index, state.seq)
    )
    if state.trick is not None:
        state = evolve(state, trick=settle(state.rules, order, state.trick.plays))
    return state


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
    return claims.led(lay(state, player, event.cards, event.face_down), player)


def _reply(state: GameState, event: Reply) -> GameState:
    player = state.index(event.seat)
    if player is None or state.over:
        return state
    return lay(state, player, event.cards, event.face_down)


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
        plays[place] = Play(play.seat, tuple(up), down, turned, play.standing, (*play.seqs, state.seq))
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
        elif now:
            state = outcome.lose(state, player, Reason.INFRACTION)
        elif state.proposed is None:
            state = evolve(state, proposed=outcome.loss(state, player, Reason.INFRACTION))
    return state


_HANDLERS: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    GameStarted: _started,
    Dealt: _dealt,
    TrumpShown: _trump,
    Lead: _lead,
    Reply: _reply,
    TakenBack: _taken_back,
    Took: _took,
    Drew: _drew,
    Returned: _returned,
    Missed: _missed,
    Claimed: claims.on_claimed,
    Counted: claims.on_counted,
    Revealed: claims.on_revealed,
    Stopped: claims.on_stopped,
    Raised: claims.on_raised,
    Accepted: claims.on_accepted,
    Refused: claims.on_refused,
    Left: claims.on_left,
    Paused: _paused,
    Resumed: _resumed,
    DealOver: _deal_over,
}

#: handlers of events that are about the table and not about a game
_TABLE_ACTS = (_started, _paused, _resumed)
