"""What players say and show: claims, counts, turned cards, "Stop!", stakes, leaving (RULEBOOK 1.8-1.10, 4.2, 4.6)."""

from __future__ import annotations

from dataclasses import replace

from bura import outcome
from bura.bounds import Points
from bura.cards import Card
from bura.combos import Combo, ComboOutcome, ComboResult, find_combos, resolve
from bura.events import Accepted, Claimed, Counted, Left, Raised, Refused, Revealed, Stopped
from bura.moves import after_trick, award, forget, put, wait
from bura.position import Claim, ClaimState, GameState, Phase, Pile, Play, Stop, evolve
from bura.result import Reason
from bura.rulings import in_claim_window
from bura.stakes import StakeFoul, responders
from bura.table import Place, Seat
from bura.tricklogic import settle

# --- claims ---------------------------------------------------------------------------------------------

#: results that a claim made right after the last trick still overrides
_COUNTS = frozenset({Reason.COUNTED, Reason.DRAW, Reason.VOID_REDEAL})
_CLAIMS = frozenset({Reason.CLAIM_TRUE, Reason.CLAIM_FALSE})


def may_claim(state: GameState, player: int) -> bool:
    """Is the claim made in its window (`claim_window`, `team_claim`)?"""
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


def evaluate(state: GameState, player: int, seq: int, implicit: bool = False) -> Claim:
    """What can be said of a claim by the cards as they are known now."""
    seen, hidden, total = state.proven_points(state.sides[player])
    extra = state.rules.compensation(state.seats[player])
    total = Points(total.lo + extra, total.hi + extra)
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


def on_claimed(state: GameState, event: Claimed) -> GameState:
    """A claim: true, false, void, or to be counted."""
    player = state.index(event.seat)
    return state if player is None else claimed(state, player)


def claimed(state: GameState, player: int, *, implicit: bool = False) -> GameState:
    """As `on_claimed`, by player; an implicit claim (turned cards) outside the window is lost."""
    if state.phase is Phase.WAITING or not state.active(player):
        return state
    result = state.result
    standing = result if result is not None and result.reason is Reason.INFRACTION else None
    if result is not None and standing is None and (result.reason not in _COUNTS or state.taker is None):
        return state
    inside = may_claim(state, player)
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
            again = evaluate(state, claim.seat, claim.seq, claim.implicit)
            if waits or again.state is not claim.state:
                state = settle_claim(evolve(state, claim=again, result=None), again)
    elif state.phase is Phase.COUNT and result is None:
        return outcome.all_played(state)
    if state.result is not None and state.result.deal == state.deal:
        points = outcome.points_now(state)
        if points != state.result.points:
            state = evolve(state, result=replace(state.result, points=points))
    return state


# --- cards shown ----------------------------------------------------------------------------------------


def on_counted(state: GameState, event: Counted) -> GameState:
    """A pile was read: it holds what was read, and what was not read stays hidden."""
    player = state.index(event.seat)
    if player is None or not state.deal:
        return state
    side = state.sides[player]
    can_be = state.pack & ~state.trump_lies
    elsewhere = state.located & ~state.piles[side].known
    shown = list(state.shown)
    read = 0
    for card in event.cards:
        if card is not None and card.bit & can_be:
            read |= card.bit
            shown[card.index] = state.seq
            if card.bit & elsewhere:
                state = forget(state, card)
    state = evolve(state, shown=tuple(shown))
    pile = state.piles[side]
    # the hand of a player who got out may lie with his tricks uncounted
    apart = pile.joined if pile.joined and len(event.cards) <= pile.count - pile.joined else 0
    size = max(pile.count - apart, len(event.cards)) + apart
    # a card that the log has in the pile but that was not read now may be one of those that are not readable
    kept = pile.known & ~read
    known = read | kept if (read | kept).bit_count() <= size else read
    piles = list(state.piles)
    piles[side] = pile.holding(known, size - known.bit_count())
    return recheck(evolve(state, piles=tuple(piles), secret=state.secret & ~read))


def on_revealed(state: GameState, event: Revealed) -> GameState:
    """Hidden cards were turned up: they are known where they lie now."""
    player = state.index(event.seat)
    owner = player if event.owner is None else state.index(event.owner)
    if player is None or owner is None or not state.deal:
        return state
    counting = state.over or state.phase is Phase.COUNT
    for card in event.cards:
        if card is None or not card.bit & state.pack or card.bit & state.trump_lies:
            continue
        public = counting or event.place is Place.HAND or state.where(card) is not None
        secret = state.secret & ~card.bit if public else state.secret | card.bit
        state = _turn_up(state, card, event.place, owner, player, mine=event.owner is not None)
        state = evolve(state, shown=put(state.shown, card.index, state.seq), secret=secret)
    return recheck(state)


def may_flip(state: GameState, play: Play, turner: int) -> bool:
    """May this discard still be turned to beat (`flip_after_lay` [X13])? Only by its player, before the next act."""
    if state.rules.flip_after_lay != "allowed_until_next_act" or play.seat != turner:
        return False
    return state.trick is not None and state.trick.plays[-1].seat == play.seat


def _turn_up(state: GameState, card: Card, place: Place, owner: int, turner: int, *, mine: bool) -> GameState:
    bit = card.bit
    if place is Place.HAND:
        if state.held[owner] & bit or not state.hands[owner]:
            return state
        state = forget(state, card)
        return evolve(state, held=put(state.held, owner, state.held[owner] | bit))
    if place is Place.DISCARD and state.trick is not None:
        play = discard_of(state, owner if mine else None, owner)
        if play is None or card in play.turned:
            return state
        state = forget(state, card)
        assert state.trick is not None
        seqs = (*play.seqs, state.seq)
        if may_flip(state, play, turner):
            now = Play(play.seat, (*play.up, card), play.down - 1, play.turned, play.standing, seqs)
        else:
            now = Play(play.seat, play.up, play.down, (*play.turned, card), play.standing, seqs)
        plays = tuple(now if its.seat == play.seat else its for its in state.trick.plays)
        return evolve(state, trick=settle(state.rules, state.order, plays))
    if place is Place.STOCK:
        return state
    side = state.sides[owner if place is Place.PILE or state.taker is None else state.taker]
    pile = state.piles[side]
    if pile.known & bit or not pile.hidden:
        return state
    state = forget(state, card)
    pile = state.piles[side]
    piles = list(state.piles)
    piles[side] = pile.holding(pile.known | bit, max(0, pile.hidden - 1))
    return evolve(state, piles=tuple(piles))


def discard_of(state: GameState, owner: int | None, turner: int) -> Play | None:
    """The play of the open trick whose face-down cards were turned: the owner's, else the turner's, else any."""
    if state.trick is None:
        return None
    hidden = [play for play in state.trick.plays if play.down > len(play.turned)]
    for play in hidden:
        if play.seat == (turner if owner is None else owner):
            return play
    return hidden[0] if hidden and owner is None else None


# --- combinations ---------------------------------------------------------------------------------------


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
    return combined(state) if len(cards) == state.rules.hand_size else state


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


def combo_outcome(state: GameState, led: tuple[int, tuple[Card, ...]] | None = None) -> ComboOutcome:
    """What the hands announced in this window come to; ``led`` is a whole hand that was led."""
    hands: dict[Seat, tuple[Card, ...]] = {
        state.seats[stop.seat]: stop.cards for stop in state.stops if len(stop.cards) == state.rules.hand_size
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


# --- stakes ---------------------------------------------------------------------------------------------


def raise_foul(state: GameState, player: int, to: int | None) -> StakeFoul | None:
    """Why this raise is void, or None."""
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


# --- leaving --------------------------------------------------------------------------------------------


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


def announced_combo(state: GameState, player: int) -> Combo | None:
    """The combination this player announced by name, if the rules know it."""
    for stop in state.stops:
        if stop.seat == player and stop.name is not None:
            return next((combo for combo in Combo if combo.value == stop.name), None)
    return None
