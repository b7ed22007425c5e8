"""Cards on the move: hands, play zone, piles and stock (RULEBOOK 1.3-1.7).

Everything here is total: a move that cannot be changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from bura import outcome
from bura.cards import PACK_MASKS, Card, cards_in
from bura.evolving import evolve
from bura.position import ClaimState, GameState, Phase, Pile, Play, Standing, Trick, TrumpAt
from bura.tricklogic import follow, settle

# --- where cards are ------------------------------------------------------------------------------------


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one number changed."""
    return (*values[:index], value, *values[index + 1 :])


def forget(state: GameState, card: Card) -> GameState:
    """Make room for a card that is seen somewhere new.

    Where it was thought to be lies an unknown card now: that reading is the likelier mistake. From the hand
    of the player who lays it, it simply moves.
    """
    bit = card.bit
    for i, held in enumerate(state.held):
        if held & bit:
            return evolve(state, held=put(state.held, i, held & ~bit))
    for i, pile in enumerate(state.piles):
        if pile.known & bit:
            piles = list(state.piles)
            piles[i] = pile.holding(pile.known & ~bit, pile.hidden + 1)
            return evolve(state, piles=tuple(piles))
    if state.trick is not None and state.trick_known & bit:
        plays = []
        for play in state.trick.plays:
            up = tuple(None if its == card else its for its in play.up)
            turned = tuple(its for its in play.turned if its != card)
            plays.append(replace(play, up=up, turned=turned))
        return evolve(state, trick=settle(state.rules, state.order, tuple(plays)))
    return state


def place(state: GameState, cards: tuple[Card | None, ...]) -> tuple[GameState, tuple[Card | None, ...]]:
    """Cards arrive face up from a hand: (state with them gone from where they were thought, cards as taken).

    A card that is not in the pack, or that lies in plain view under the stock, was misread: it is an unknown
    card. Twice the same card in one act is one card and one unknown.
    """
    pack, lies = PACK_MASKS[state.rules.pack_size], state.trump_lies
    taken: list[Card | None] = []
    shown: list[int] | None = None
    arrived = 0
    for card in cards:
        if card is None or not card.bit & pack or card.bit & lies or card.bit & arrived:
            taken.append(None)
            continue
        if state.shown[card.index]:
            state = forget(state, card)
        if shown is None:
            shown = list(state.shown)
        shown[card.index] = state.seq
        arrived |= card.bit
        taken.append(card)
    if shown is not None:
        state = evolve(state, shown=tuple(shown), secret=state.secret & ~arrived)
    return state, tuple(taken)


# --- the trick ------------------------------------------------------------------------------------------


def lay(state: GameState, player: int, cards: tuple[Card | None, ...], down: int) -> GameState:
    """Cards go from a hand to the play zone; without an open trick they are a lead."""
    state, up = place(state, cards)
    trick = state.trick
    before = None if trick is None else trick.play_of(player)
    rest = state.hands[player] - len(up) - down
    held = state.held
    surely: tuple[Card, ...] = ()
    if down and held[player]:
        # a known card may be among the face-down ones: it may be anywhere now, or surely lies there with the last card
        if not rest and held[player].bit_count() <= down:
            surely = tuple(cards_in(held[player]))
        held = put(held, player, 0)
    if trick is None:
        trick = Trick((Play(player, up, down, surely, Standing.LEAD, (state.seq,)),))
    elif before is None:
        meant = dict(state.meant).get(player) if state.meant else None
        reply = Play(player, up, down, surely, Standing.GIVEN, (state.seq,), meant)
        trick = follow(state.rules, state.order, trick, reply)
    else:
        seqs = (*before.seqs, state.seq)
        turned = before.turned + surely
        grown = replace(before, up=before.up + up, down=before.down + down, turned=turned, seqs=seqs)
        plays = tuple(grown if play is before else play for play in trick.plays)
        trick = settle(state.rules, state.order, plays)
    hands = put(state.hands, player, max(0, rest))
    claim = state.claim
    if claim is not None and claim.state is ClaimState.MUST_COUNT:
        # nobody counted and the table plays on: the claim lapses
        claim = replace(claim, state=ClaimState.VOID)
    state = evolve(state, trick=trick, hands=hands, held=held, due=(), passed=0, claim=claim, implied=None)
    return wait(state)


def wait(state: GameState) -> GameState:
    """The phase that follows from what lies on the table."""
    trick = state.trick
    if trick is None:
        phase = Phase.DRAW if state.due else Phase.LEAD
    elif not trick.size:
        phase = Phase.LEAD
    else:
        phase = Phase.TAKE if state.replies is None else Phase.REPLY
    return state if state.phase is phase else evolve(state, phase=phase)


def rightful(state: GameState, taker: int | None) -> int:
    """Who gets the open trick when ``taker`` gathers it: the table restores a wrong pile (RULEBOOK 2.12).

    Where the cards do not say who takes, the one who gathers it does.
    """
    trick = state.trick
    assert trick is not None
    if taker is None:
        return trick.leader if trick.taker is None else trick.taker
    if trick.taker is None:
        return taker
    play = trick.play_of(taker)
    if taker != trick.leader and (play is None or play.count < trick.size):
        # his reply was not seen whole: it may have beaten
        return taker if state.phase is Phase.REPLY else trick.taker
    return trick.taker


def award(state: GameState, player: int) -> GameState:
    """The trick goes to a player's pile; he leads and draws first."""
    assert state.trick is not None
    side = state.sides[player]
    pile = state.piles[side]
    piles = list(state.piles)
    piles[side] = Pile(
        pile.known | state.trick_known, pile.hidden + state.trick_hidden, pile.tricks + 1, pile.joined
    )
    state = evolve(
        state,
        piles=tuple(piles),
        trick=None,
        meant=(),
        leader=player,
        taker=player,
        tricks=state.tricks + 1,
        stops=(),
        phase=Phase.LEAD,
    )
    return after_trick(state, player)


def after_trick(state: GameState, first: int) -> GameState:
    """Draws become due from ``first`` on; when no cards are left to play, the deal is counted."""
    due = draws_due(state, first)
    if due:
        return evolve(state, due=due, passed=0, phase=Phase.DRAW)
    turn = state.turn_order(first)
    if not any(state.hands[player] for player in turn):
        return outcome.all_played(state)
    return evolve(state, due=(), passed=0, phase=Phase.LEAD)


def draws_due(state: GameState, first: int) -> tuple[int, ...]:
    """Who has to draw, card by card, from ``first`` on (RULEBOOK 1.7)."""
    stock = state.stock
    if not stock:
        return ()
    turn = state.turn_order(first)
    size = state.rules.hand_size
    missing = {player: size - state.hands[player] for player in turn if state.hands[player] < size}
    if not missing or (state.rules.short_stock == "leave_unused" and sum(missing.values()) > stock):
        return ()
    due: list[int] = []
    while missing and len(due) < stock:
        for player in turn:
            if player in missing:
                due.append(player)
                missing[player] -= 1
                if not missing[player]:
                    del missing[player]
    return tuple(due[:stock])


def laid_hidden(state: GameState, player: int, count: int) -> GameState:
    """Of the last trick that many of his cards lay hidden: they lie in the pile it went to, and he has to draw them."""
    count, taker = min(count, state.hands[player]), state.taker
    if state.trick is not None or taker is None or count < 1:
        return state
    side = state.sides[taker]
    pile = state.piles[side]
    grown = Pile(pile.known, pile.hidden + count, pile.tricks, pile.joined)
    state = evolve(
        state,
        piles=(*state.piles[:side], grown, *state.piles[side + 1 :]),
        hands=put(state.hands, player, state.hands[player] - count),
        held=put(state.held, player, 0),
    )
    return after_trick(state, taker)


# --- the stock ------------------------------------------------------------------------------------------


def draw(state: GameState, player: int) -> GameState:
    if state.owed[player] and player not in state.due and state.hands[player] >= state.rules.hand_size:
        # the draw that was taken for missed is seen now
        return evolve(state, owed=put(state.owed, player, state.owed[player] - 1))
    if not state.stock:
        return state
    stock = state.stock - 1
    held, trump_at = state.held, state.trump_at
    if state.trump is not None and (
        trump_at is TrumpAt.TOP or (trump_at is TrumpAt.STOCK and stock == state.under)
    ):
        held = put(held, player, held[player] | state.trump.bit)
        trump_at = TrumpAt.GONE
    due, passed = state.due, state.passed
    if player in due:
        place = due.index(player)
        if passed and player in due[passed:] and place < passed and state.draws == player:
            place = due.index(player, passed)
        due = due[:place] + due[place + 1 :]
        # whoever should have drawn before him is passed over, and may draw at any time now
        passed = passed - 1 if place < passed else place
        due = due[:stock]
        passed = min(passed, len(due))
    phase = state.phase
    if phase is Phase.DRAW and not due:
        phase = Phase.LEAD
    hands = put(state.hands, player, state.hands[player] + 1)
    return evolve(
        state, stock=stock, hands=hands, held=held, trump_at=trump_at, due=due, passed=passed, phase=phase
    )


def draw_unseen(state: GameState, player: int) -> GameState:
    owed = state.owed[player]
    state = draw(evolve(state, owed=put(state.owed, player, 0)), player)
    return evolve(state, owed=put(state.owed, player, owed + 1))
