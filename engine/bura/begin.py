"""How a table and a deal begin: who may play, who deals, who leads, the turned card (RULEBOOK 1.2)."""

from __future__ import annotations

from bura import outcome
from bura.beat import Order
from bura.cards import pack_check
from bura.errors import RulesError
from bura.events import Dealt, GameStarted, TrumpShown
from bura.evolving import evolve
from bura.match import MatchState
from bura.moves import forget, put
from bura.position import GameState, Phase, Pile, Settings, TrumpAt, new_state
from bura.projection import neighbour_of
from bura.rules import Game, RuleSet, find_ruleset
from bura.rulings import first_leader, next_dealer
from bura.stakes import Stake
from bura.table import SEATS, Seat
from bura.tricklogic import settle

_NOT_SHOWN = (0,) * 52


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


def dealt(state: GameState, event: Dealt) -> GameState:
    """A deal begins: the one before is closed and scored, every seat has its hand, nothing else is known."""
    state = outcome.close(state)
    rules, result = state.rules, state.result
    match = state.match
    if match is not None and result is not None:
        match = match.after(rules, result.record())
    if match is None or match.over:
        # a decided match was shown until now; this deal is the first of the next one
        match = MatchState.start(tuple(state.side_name(side) for side in range(len(state.piles))))
    n = len(state.seats)
    hand = event.hand if event.hand is not None else rules.hand_size
    stock = rules.pack_size - n * hand - (rules.trump_card_place == "set_aside")
    dealer = None if event.dealer is None else state.index(event.dealer)
    if event.dealer is None:
        following = following_dealer(state)
        dealer = None if following is None else state.index(following)
    last_taker = None if state.taker is None else state.seats[state.taker]
    previous_winner = result.winners[0] if result and len(result.winners) == 1 else None
    leader = None if event.leader is None else state.index(event.leader)
    if leader is None and dealer is not None:
        leader = state.index(
            first_leader(
                rules,
                state.seats,
                state.seats[dealer],
                previous_last_taker=last_taker,
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
        meant=(),
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
        implied=None,
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


def trump_shown(state: GameState, event: TrumpShown) -> GameState:
    """The turned card is seen; what lies in the trick stands by it from now on."""
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
