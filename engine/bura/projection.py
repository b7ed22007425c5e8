"""Marriage and Macao behind the same port: their own state machines, projected onto `GameState`.

The games of single cards with a duty to follow have states of their own (`bura.marriage_table`, `bura.macao_table`).
The referee, the log, replay and views know only `GameState`; so it carries the other state along and repeats what
both have: hands, trick, stock, piles, turn, result.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bura import macao_table, marriage_table
from bura.bounds import Points
from bura.cards import mask_of
from bura.events import Dealt, Event, TrumpShown
from bura.evolving import evolve
from bura.following import winner
from bura.infractions import Verdict
from bura.macao_table import MacaoState
from bura.marriage_state import MarriageState
from bura.match import MatchState
from bura.position import GameState, Neighbour, Phase, Pile, Play, Standing, Trick, TrumpAt
from bura.result import DealResult, Reason
from bura.rules import Game, RuleSet
from bura.table import Seat


def neighbour_of(rules: RuleSet, seats: tuple[Seat, ...]) -> Neighbour | None:
    """The state machine of a game that is not of the Bura family; None for those that are."""
    if rules.game is Game.MARRIAGE:
        return MarriageState.new(rules, seats)
    if rules.game is Game.MACAO:
        return MacaoState.new(rules, seats)
    return None


def neighbour_step(neighbour: Neighbour, event: Event, seq: int) -> tuple[Neighbour, tuple[Verdict, ...]]:
    """The neighbour's state after an event, and its verdicts."""
    if isinstance(neighbour, MarriageState):
        return marriage_table.step(neighbour, event, seq)
    return macao_table.step(neighbour, event, seq)


def apply_neighbour(state: GameState, event: Event) -> GameState:
    """The table after an event of a neighbour's game."""
    assert state.neighbour is not None
    after, said = neighbour_step(state.neighbour, event, state.seq)
    state = evolve(state, said=said)
    if isinstance(event, Dealt) and after is not state.neighbour:
        last = state.result
        state = evolve(state, trump=None, proposed=None, result=None, last=last, last_taker=state.taker)
    if isinstance(event, TrumpShown) and event.card is not None and after.trump is event.card.suit:
        state = evolve(state, trump=event.card)
    return state if after is state.neighbour else project(state, after)


def project(state: GameState, neighbour: Neighbour) -> GameState:
    """The table as the neighbour's state has it; what did not change there is kept as it is here."""
    table, seats = neighbour.table, state.seats
    before = state.neighbour
    same = before is not None and before.deal == neighbour.deal and before.trump is neighbour.trump
    was = before.table if before is not None and same else None
    places = _places(seats)
    stock = neighbour.stock if isinstance(neighbour, MarriageState) else 0
    due = neighbour.due if isinstance(neighbour, MarriageState) else ()
    result = _result(state, neighbour)
    trick, held, piles = state.trick, state.held, state.piles
    if was is None or was.plays is not table.plays or was.unread is not table.unread:
        trick = _trick(neighbour, places)
    if was is None or was.held is not table.held:
        held = tuple(mask_of(held.card for held in table.held if held.seat == seat) for seat in seats)
    if was is None or was.tricks is not table.tricks:
        piles = tuple(map(Pile, table.piles, table.hidden, table.tricks)) or (Pile(),) * len(seats)
    return evolve(
        state,
        neighbour=neighbour,
        deal=neighbour.deal,
        dealer=None if neighbour.dealer is None else places[neighbour.dealer],
        leader=None if table.leader is None else places.get(table.leader),
        trump=neighbour.trump_card if isinstance(neighbour, MarriageState) else state.trump,
        trump_at=TrumpAt.STOCK if stock and neighbour.trump is not None else TrumpAt.GONE,
        order=neighbour.order,
        stock=stock,
        hands=table.hands or (0,) * len(seats),
        held=held,
        piles=piles,
        trick=trick,
        taker=None if table.last_taker is None else places.get(table.last_taker),
        tricks=sum(table.tricks),
        due=tuple(places[seat] for seat in due),
        passed=0,
        result=result,
        phase=_phase(neighbour, result),
        match=_match(neighbour) if was is None else state.match,
    )


@lru_cache(maxsize=256)
def _places(seats: tuple[Seat, ...]) -> Mapping[Seat, int]:
    return {seat: i for i, seat in enumerate(seats)}


def _trick(neighbour: Neighbour, places: Mapping[Seat, int]) -> Trick | None:
    table = neighbour.table
    plays = [
        Play(places[laid.seat], (laid.card,), 0, (), Standing.GIVEN, (laid.seq,)) for laid in table.plays
    ]
    plays += [Play(places[seat], (None,), 0, (), Standing.UNKNOWN) for seat in table.unread]
    if not plays:
        return None
    plays.sort(key=lambda play: (play.seat - places.get(table.leader or "", 0)) % len(places))
    plays[0] = Play(plays[0].seat, plays[0].up, 0, (), Standing.LEAD, plays[0].seqs)
    return Trick(tuple(plays), _best(neighbour, plays, places))


def _best(neighbour: Neighbour, plays: list[Play], places: Mapping[Seat, int]) -> int | None:
    if neighbour.table.unread:
        return None
    taker = winner(neighbour.order, neighbour.table.plays).seat
    return next((i for i, play in enumerate(plays) if play.seat == places[taker]), 0)


def _phase(neighbour: Neighbour, result: DealResult | None) -> Phase:
    table = neighbour.table
    if not neighbour.deal or table.leader is None:
        return Phase.WAITING
    if result is not None and result.reason is not Reason.INFRACTION:
        return Phase.OVER
    if table.full:
        return Phase.TAKE
    if table.laid:
        return Phase.REPLY
    if isinstance(neighbour, MarriageState):
        return Phase.DRAW if neighbour.due else Phase.LEAD
    return Phase.ORDER if neighbour.to_order is not None and not any(table.tricks) else Phase.LEAD


def _result(state: GameState, neighbour: Neighbour) -> DealResult | None:
    standing = state.result
    if standing is not None and standing.deal == neighbour.deal and standing.reason is Reason.INFRACTION:
        return standing  # the deal was lost by a foul, whatever the cards say later
    if isinstance(neighbour, MarriageState):
        return neighbour.result
    if not neighbour.scores:
        return None
    most = max(points for _, points in neighbour.scores)
    seq = state.result.seq if state.result is not None and state.result.deal == neighbour.deal else state.seq
    return DealResult(
        deal=neighbour.deal,
        reason=Reason.COUNTED,
        winners=tuple(seat for seat, points in neighbour.scores if points == most),
        losers=tuple(seat for seat, points in neighbour.scores if points != most),
        points=tuple((seat, Points(points, points)) for seat, points in neighbour.scores),
        tricks=tuple(zip(neighbour.seats, neighbour.table.tricks, strict=False)),
        complete=True,
        seq=seq,
    )


def _match(neighbour: Neighbour) -> MatchState:
    if isinstance(neighbour, MarriageState):
        return neighbour.match
    return MatchState(
        dict(zip(neighbour.seats, neighbour.totals, strict=True)), deals=max(0, neighbour.deal - 1)
    )
