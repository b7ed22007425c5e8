"""Cards that are shown: piles counted, hidden cards turned (RULEBOOK 1.5, 2.5-2.7, 5)."""

from __future__ import annotations

from dataclasses import replace

from bura.cards import Card
from bura.claims import recheck, recheck_implied
from bura.events import Counted, Revealed
from bura.evolving import evolve
from bura.moves import forget, put
from bura.position import GameState, Phase, Play
from bura.table import Place
from bura.tricklogic import settle


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
    return recheck(recheck_implied(evolve(state, piles=tuple(piles), secret=state.secret & ~read), player))


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
        state = _turn_up(state, card, event.place, owner, player, mine=event.owner is not None)
        public = public or _lies_open(state, card)
        secret = state.secret & ~card.bit if public else state.secret | card.bit
        state = evolve(state, shown=put(state.shown, card.index, state.seq), secret=secret)
    return recheck(state)


def _lies_open(state: GameState, card: Card) -> bool:
    """Does the card lie face up in the open trick, for all to see?"""
    return state.trick is not None and any(card in play.up for play in state.trick.plays)


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
        flips = play is not None and may_flip(state, play, turner)
        if play is None or (card in play.turned and not flips):
            return state
        state = forget(state, card)
        assert state.trick is not None
        seqs = (*play.seqs, state.seq)
        if flips:
            turned = tuple(its for its in play.turned if its != card)
            now = replace(play, up=(*play.up, card), down=play.down - 1, turned=turned, seqs=seqs)
        else:
            now = replace(play, turned=(*play.turned, card), seqs=seqs)
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
