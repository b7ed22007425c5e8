"""What is announced: combinations and "Stop!" (RULEBOOK 1.9), raised stakes and their answers (4.2)."""

from __future__ import annotations

from bura import outcome
from bura.cards import Card
from bura.combos import ComboOutcome, ComboResult, find_combos, resolve
from bura.events import Accepted, Raised, Refused, Stopped
from bura.evolving import evolve
from bura.leaving import leave_play
from bura.moves import put
from bura.position import ClaimState, GameState, Phase, Stop
from bura.result import Reason
from bura.stakes import StakeFoul, responders
from bura.table import Seat

# --- combinations ----------------------------------------------------------------------------------------


def counting(state: GameState) -> bool:
    """Does a claim wait for its pile to be counted? Until then play stands still (RULEBOOK 1.8)."""
    claim = state.claim
    waits = claim is not None and claim.state is ClaimState.MUST_COUNT
    return waits and state.phase is Phase.COUNT and state.result is None


def in_stop_window(state: GameState, player: int) -> bool:
    """May a combination be announced now (`combo_window` [X34])?"""
    if state.trick is None or not state.trick.size:
        return True
    if state.rules.combo_window == "between_tricks":
        return False
    return state.phase is Phase.REPLY and state.trick.play_of(player) is None


def on_stopped(state: GameState, event: Stopped) -> GameState:
    """ "Stop!": kept until the cards are seen; with the whole hand shown it takes effect."""
    player = state.index(event.seat)
    if player is None or state.phase is Phase.WAITING:
        return state
    won = state.result is not None and state.result.reason is Reason.COMBO
    if state.over and not won:
        return state
    cards = tuple(card for card in event.cards if card is not None and card.bit & state.pack)
    if not in_stop_window(state, player) and not won:
        return state
    for card in cards:
        if state.where(card) is None:
            held = put(state.held, player, state.held[player] | card.bit)
            state = evolve(state, held=held, shown=put(state.shown, card.index, state.seq))
    stops = tuple(stop for stop in state.stops if stop.seat != player)
    state = evolve(state, stops=(*stops, Stop(player, state.seq, event.combination, cards)))
    if len(cards) != state.rules.hand_size:
        return state
    return _outdone(state) if won else combined(state)


def _outdone(state: GameState) -> GameState:
    """A further hand is shown after one has won: the better one wins, or both annul each other [X30]."""
    before = state.result
    after = combined(evolve(state, result=None))
    same = after.result is None or (before is not None and after.result.winners == before.winners)
    return evolve(after, result=before) if same else after


def combined(state: GameState, led: tuple[int, tuple[Card, ...]] | None = None) -> GameState:
    """The announced and shown hands take effect, the strongest first."""
    outcome_ = combo_outcome(state, led)
    if outcome_.seat is None:
        if outcome_.result in (ComboResult.ANNUL, ComboResult.REDEAL):
            return outcome.finish(state, outcome.build(state, Reason.ANNUL))
        return state
    player = state.seats.index(outcome_.seat)
    if outcome_.result is ComboResult.DEAL_WON:
        mine = outcome.side_players(state, player)
        rest = tuple(i for i in range(len(state.seats)) if i not in mine)
        return outcome.finish(state, outcome.build(state, Reason.COMBO, mine, rest))
    if outcome_.result is ComboResult.LEAVES and state.active(player):
        return leave_play(evolve(state, got_out=(*state.got_out, player)), player)
    if outcome_.result is ComboResult.TAKES_LEAD and state.trick is None:
        return evolve(state, leader=player)
    return state


def is_what_was_said(state: GameState, stop: Stop) -> bool:
    """Is the whole hand shown, and is it the combination that was named (any, where none was)?"""
    if stop.name is None:
        return len(stop.cards) == state.rules.hand_size
    return any(combo.value == stop.name for combo in find_combos(state.rules, state.trump_suit, stop.cards))


def combo_outcome(state: GameState, led: tuple[int, tuple[Card, ...]] | None = None) -> ComboOutcome:
    """What the hands announced in this window come to; ``led`` is a whole hand that was led."""
    hands: dict[Seat, tuple[Card, ...]] = {
        state.seats[stop.seat]: stop.cards for stop in state.stops if is_what_was_said(state, stop)
    }
    leader = state.leader
    if led is not None:
        player, cards = led
        hands[state.seats[player]] = cards
        if leader is None:
            leader = player
    if not hands:
        return ComboOutcome(ComboResult.NO_EFFECT, None, None)
    return resolve(
        state.rules,
        state.trump_suit,
        hands,
        state.seats[leader if leader is not None else 0],
        seats=state.seats,
        initial_hand=state.tricks == 0,
        first_deal_of_match=state.match is None or state.match.deals == 0,
    )


def whole_hand(state: GameState, player: int) -> tuple[Card, ...] | None:
    """The cards of the player's lead when they are all his full hand, open and read; else None."""
    play = None if state.trick is None else state.trick.play_of(player)
    if play is None or play.down or None in play.up or len(play.up) != state.rules.hand_size:
        return None
    return play.cards


def led(state: GameState, player: int) -> GameState:
    """After a lead: a whole hand that is a combination takes effect (RULEBOOK 1.9)."""
    cards = whole_hand(state, player)
    if cards is None or not find_combos(state.rules, state.trump_suit, cards):
        return state
    announced = any(stop.seat == player for stop in state.stops)
    if not announced and state.leader is not None and state.leader != player:
        return state
    return combined(state, (player, cards))


# --- stakes ----------------------------------------------------------------------------------------------


def raise_foul(state: GameState, player: int, to: int | None) -> StakeFoul | None:
    """Why this raise is void, or None."""
    if counting(state) and state.rules.stakes:
        return StakeFoul.COUNTING
    leader = state.leader if state.trick is None else state.trick.leader
    return state.stake.raise_foul(
        state.rules,
        state.side_name(state.sides[player]),
        to,
        leader_side="" if leader is None else state.side_name(state.sides[leader]),
        card_led=state.trick is not None,
    )


def answer_foul(state: GameState, player: int) -> StakeFoul | None:
    """Why this player has nothing to accept or refuse, or None."""
    foul = state.stake.answer_foul(state.side_name(state.sides[player]))
    if foul is not None or state.raiser is None:
        return foul
    side = {seat: state.side_name(its) for seat, its in zip(state.seats, state.sides, strict=True)}
    if state.seats[player] not in responders(state.rules, state.seats, state.seats[state.raiser], side):
        return StakeFoul.NOT_THE_RESPONDER
    return None


def on_raised(state: GameState, event: Raised) -> GameState:
    """A raise; a void one changes nothing."""
    player = state.index(event.seat)
    if player is None or state.over or raise_foul(state, player, event.to) is not None:
        return state
    stake = state.stake.raised(state.side_name(state.sides[player]))
    return evolve(state, stake=stake, raise_seq=state.seq, raiser=player)


def on_accepted(state: GameState, event: Accepted) -> GameState:
    """The open raise is accepted."""
    player = state.index(event.seat)
    if player is None or state.over or answer_foul(state, player) is not None:
        return state
    return evolve(state, stake=state.stake.accepted())


def on_refused(state: GameState, event: Refused) -> GameState:
    """The open raise is refused: the raiser's side wins what the deal was worth before it."""
    player = state.index(event.seat)
    if player is None or state.over or answer_foul(state, player) is not None:
        return state
    losers = outcome.side_players(state, player)
    winners = outcome.others(state, losers)
    state = evolve(state, stake=state.stake.refused(state.side_name(state.sides[player])))
    return outcome.finish(state, outcome.build(state, Reason.STAKE_REFUSED, winners, losers))
