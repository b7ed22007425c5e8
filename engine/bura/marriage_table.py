"""A running game of Marriage, refereed from what is seen (RULEBOOK 4.9).

`step` takes the state and one event of the log and gives the state after it with everything there is to say. It
is total: what cannot be placed leaves the state as it is and is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from bura.cards import Card, Rank, Suit
from bura.events import (
    Claimed,
    Closed,
    DealOver,
    Dealt,
    Drew,
    Event,
    Exchanged,
    Lead,
    Married,
    Reply,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.evolving import evolve
from bura.followtable import FollowTable, gather, lay, take_back, taker_of
from bura.infractions import Rule, Verdict, foul, told, unclear
from bura.marriage import (
    MarriageFoul,
    can_exchange,
    check_marriage,
    follow_rule,
    game_points,
    marriage_points,
)
from bura.marriage_state import Announced, MarriageState
from bura.match import DealRecord, MatchState
from bura.result import DealResult, Reason
from bura.rules import RuleSet
from bura.rulings import first_leader, next_dealer
from bura.table import Seat
from bura.tricks import draw_order

Step = tuple[MarriageState, tuple[Verdict, ...]]


def step(state: MarriageState, event: Event, seq: int = 0) -> Step:
    """The state after an event, and the verdicts on it; none when there is nothing to say."""
    handler = _HANDLERS.get(type(event))
    running = state.deal > 0 and state.result is None
    if handler is None or not (running or isinstance(event, Dealt)):
        return state, ()
    verdicts: tuple[Verdict, ...] = ()
    if not isinstance(event, Took | TakenBack | Lead | Reply) and state.table.full:
        state, verdicts = _gather(state, None, seq)  # the gathering was not reported
    before = state
    state, more = handler(state, event, seq)
    if _points_stand(before, state):
        return state, verdicts + more
    return _goal(state, seq), verdicts + more


def play(rules: RuleSet, seats: Iterable[Seat], events: Iterable[Event]) -> Step:
    """A whole story: the last state and all verdicts, with the entries numbered from 1."""
    state = MarriageState.new(rules, seats)
    said: list[Verdict] = []
    for seq, event in enumerate(events, start=1):
        state, verdicts = step(state, event, seq)
        said += verdicts
    return state, tuple(said)


def _dealt(state: MarriageState, event: Dealt, _seq: int) -> Step:
    rules, match = state.rules, state.match
    before = state.result
    winner = before.winners[0] if before is not None and before.winners else None
    if before is not None:
        match = match.after(rules, before.record())
    if match.over:
        # a decided match was shown until now; this deal is the first of the next one
        match = MatchState.start(state.seats)
    dealer = event.dealer
    if dealer not in state.seats:
        if state.dealer is None:
            dealer = state.seats[-1]
        else:
            loser = before.losers[0] if before is not None and before.losers else None
            dealer = next_dealer(
                rules,
                state.seats,
                state.dealer,
                winner=winner,
                loser=loser,
                last_taker=state.table.last_taker,
            )
    assert dealer is not None
    leader = event.leader if event.leader in state.seats else None
    if leader is None:
        leader = first_leader(
            rules,
            state.seats,
            dealer,
            previous_last_taker=state.table.last_taker,
            previous_winner=winner,
        )
    hand = rules.hand_size if event.hand is None else event.hand
    return (
        MarriageState(
            rules=rules,
            seats=state.seats,
            match=match,
            deal=state.deal + 1,
            dealer=dealer,
            table=FollowTable.dealt(state.seats, leader, hand),
            stock=max(0, rules.pack_size - hand * len(state.seats)),
        ),
        (),
    )


def _trump(state: MarriageState, event: TrumpShown, seq: int) -> Step:
    if event.card is None:
        return state, (unclear(Rule.CARD_UNREAD, None, (seq,)),)
    if state.trump_card not in (None, event.card):
        return state, (
            unclear(
                Rule.TRUMP_CHANGED,
                None,
                (seq,),
                (("card", str(event.card)), ("before", str(state.trump_card))),
            ),
        )
    table = state.table
    if state.rules.trump_card_place == "dealer_last_card" and state.dealer is not None:
        table = table.knows(state.dealer, event.card, seq)
    return evolve(state, trump_card=event.card, trump=event.card.suit, table=table), ()


def _lead(state: MarriageState, event: Lead, seq: int) -> Step:
    verdicts: tuple[Verdict, ...] = ()
    if state.table.full:
        # where a card was not read, who leads next took the trick
        unseen = taker_of(state.table, state.order) is None
        state, verdicts = _gather(state, event.seat if unseen else None, seq)
    state, missed = _missed_draws(state, seq)
    state, laid = _lay(state, event.seat, event.cards, event.face_down, seq)
    state, married = _marriage_led(state, event, seq)
    return state, verdicts + missed + laid + married


def _reply(state: MarriageState, event: Reply, seq: int) -> Step:
    return _lay(state, event.seat, event.cards, event.face_down, seq)


def _lay(state: MarriageState, seat: Seat, cards: tuple[Card | None, ...], face_down: int, seq: int) -> Step:
    follow = follow_rule(state.rules, strict=state.strict)
    table, verdicts = lay(state.table, state.rules, state.order, follow, seat, cards, face_down, seq)
    state = evolve(state, table=table)
    for card in cards:
        if card is not None:
            state, false = _false_marriages(state, seat, card, seq)
            verdicts += false
    return state, verdicts


def _false_marriages(state: MarriageState, seat: Seat, card: Card, seq: int) -> Step:
    """A king or queen laid by another player proves that an announced marriage was none."""
    if not state.marriages:
        return state, ()
    verdicts = []
    marriages = []
    for announced in state.marriages:
        pair = card.suit is announced.suit and card.rank in (Rank.KING, Rank.QUEEN)
        if pair and announced.points and announced.seat != seat:
            facts = (("card", str(card)), ("why", MarriageFoul.NOT_HELD.value))
            rests_on = (announced.seq, seq)
            verdicts.append(foul(state.rules, Rule.FALSE_MARRIAGE, announced.seat, rests_on, facts))
            announced = replace(announced, points=0)
        marriages.append(announced)
    return evolve(state, marriages=tuple(marriages)), tuple(verdicts)


def _married(state: MarriageState, event: Married, seq: int) -> Step:
    suit = Suit(event.suit) if event.suit in set(Suit) else None
    reason: MarriageFoul | None = None
    if event.seat != state.table.leader or state.table.laid:
        reason = MarriageFoul.NOT_ON_LEAD
    elif state.strict and not state.rules.marriage_after_stock:
        reason = MarriageFoul.STOCK_GONE
    elif suit is not None and any(announced.suit is suit for announced in state.marriages):
        reason = MarriageFoul.TWICE
    elif suit is not None and _pair_gone(state, event.seat, suit):
        reason = MarriageFoul.NOT_HELD
    if reason is not None:
        facts = (("why", reason.value), ("suit", event.suit or ""))
        return state, (foul(state.rules, Rule.FALSE_MARRIAGE, event.seat, (seq,), facts),)
    return evolve(state, pending=event, pending_seq=seq), ()


def _pair_gone(state: MarriageState, seat: Seat, suit: Suit) -> bool:
    pair = (Card(Rank.KING, suit), Card(Rank.QUEEN, suit))
    gone = {card for card, _ in state.table.shown}
    elsewhere = {held.card for held in state.table.held if held.seat != seat}
    under_stock = {state.trump_card} if state.stock and state.trump_card is not None else set()
    return any(card in gone | elsewhere | under_stock for card in pair)


def _marriage_led(state: MarriageState, event: Lead, seq: int) -> Step:
    """Settles the marriage that was announced for this lead."""
    announced, told_at = state.pending, state.pending_seq
    state = evolve(state, pending=None, pending_seq=0)
    lead = next((card for card in event.cards if card is not None), None)
    if announced is None or announced.seat != event.seat or lead is None:
        return state, ()
    suit = Suit(announced.suit) if announced.suit in set(Suit) else lead.suit
    reason = check_marriage(state.rules, suit, lead, None, strict=False)
    if reason is not None:
        facts = (("why", reason.value), ("card", str(lead)))
        return state, (foul(state.rules, Rule.FALSE_MARRIAGE, event.seat, (told_at, seq), facts),)
    rank = Rank.QUEEN if lead.rank is Rank.KING else Rank.KING
    made = Announced(event.seat, suit, marriage_points(suit, state.trump), told_at)
    table = state.table.knows(event.seat, Card(rank, suit), told_at)
    return evolve(state, marriages=(*state.marriages, made), table=table), ()


def _took(state: MarriageState, event: Took, seq: int) -> Step:
    if not state.table.full:
        if event.seat == state.table.last_taker and not state.table.laid:
            return state, ()
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "took"),)),)
    return _gather(state, event.seat, seq)


def _gather(state: MarriageState, seen: Seat | None, seq: int) -> Step:
    """The full trick goes to the player it belongs to; where a card was not read, to who was seen to take it."""
    rightful = taker_of(state.table, state.order)
    verdicts: tuple[Verdict, ...] = ()
    if rightful is not None and seen is not None and seen != rightful:
        verdicts = (foul(state.rules, Rule.WRONG_PILE, seen, (seq,), (("taker", rightful),)),)
    taker = rightful or seen or state.table.leader
    if taker not in state.seats:
        return state, verdicts
    assert taker is not None
    state = evolve(state, table=gather(state.table, taker))
    if state.stock and state.closed_by is None:
        sizes = dict(zip(state.seats, state.table.hands, strict=True))
        state = evolve(state, due=draw_order(state.rules, state.seats, taker, sizes, state.stock))
    if state.table.empty:
        state = _finish(state, Reason.COUNTED, seq)
    return state, verdicts


def _drew(state: MarriageState, event: Drew, seq: int) -> Step:
    verdicts = []
    for _ in range(event.count):
        if state.closed_by is not None or not state.stock or event.seat not in state.due:
            holds = (
                0 if event.seat not in state.seats else state.table.hands[state.seats.index(event.seat)] + 1
            )
            facts: tuple[tuple[str, object], ...] = (("holds", holds), ("size", state.rules.hand_size))
            if state.closed_by is not None:
                facts += (("closed", True),)
            verdicts.append(foul(state.rules, Rule.EXTRA_CARD, event.seat, (seq,), facts))
            return state, tuple(verdicts)
        if state.due[0] != event.seat:
            due = (("turn", state.due[0]),)
            verdicts.append(foul(state.rules, Rule.DRAW_OUT_OF_TURN, event.seat, (seq,), due))
        state = _draw(state, event.seat, seq)
    return state, tuple(verdicts)


def _draw(state: MarriageState, seat: Seat, seq: int) -> MarriageState:
    place, table = state.seats.index(seat), state.table
    hands = tuple(count + (i == place) for i, count in enumerate(table.hands))
    table = evolve(table, hands=hands)
    if state.stock == 1 and state.trump_card is not None:
        table = table.knows(seat, state.trump_card, seq)  # the last card is the turned trump
    due = list(state.due)
    due.remove(seat)
    return evolve(state, table=table, stock=state.stock - 1, due=tuple(due))


def _missed_draws(state: MarriageState, seq: int) -> Step:
    """A lead before the draws that are due: they are taken to have happened unseen."""
    verdicts = []
    while state.due and not state.table.laid:
        verdicts.append(unclear(Rule.MISSED_ACT, state.due[0], (seq,), (("what", "drew"), ("count", 1))))
        state = _draw(state, state.due[0], seq)
    return state, tuple(verdicts)


def _closed(state: MarriageState, event: Closed, seq: int) -> Step:
    may = event.seat == state.table.leader and not state.table.laid and state.stock > 0
    if not may or state.closed_by is not None or state.due:
        return state, (foul(state.rules, Rule.BAD_CLOSING, event.seat, (seq,)),)
    return evolve(state, closed_by=event.seat), ()


def _exchanged(state: MarriageState, event: Exchanged, seq: int) -> Step:
    turned = state.trump_card
    on_lead = event.seat == state.table.leader and not state.table.laid
    if not on_lead or turned is None or not can_exchange(state.rules, turned, None, strict=state.strict):
        return state, (foul(state.rules, Rule.BAD_EXCHANGE, event.seat, (seq,)),)
    nine = Card(Rank.NINE, turned.suit)
    if state.table.seen_at(nine) is not None:
        facts = (("card", str(nine)),)
        return state, (foul(state.rules, Rule.BAD_EXCHANGE, event.seat, (seq,), facts),)
    table = state.table.forgets(nine).knows(event.seat, turned, seq)
    return evolve(state, trump_card=nine, table=table), ()


def _claimed(state: MarriageState, event: Claimed, seq: int) -> Step:
    if event.seat not in state.seats:
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "claimed"),)),)
    points = state.points(event.seat)
    facts = (("lo", points.lo), ("hi", points.hi), ("needed", state.rules.needed))
    if points.lo >= state.rules.needed:
        return _finish(state, Reason.CLAIM_TRUE, seq), (told(Rule.CLAIM_TRUE, event.seat, (seq,), facts),)
    if points.hi >= state.rules.needed:
        return state, (told(Rule.CLAIM_MUST_COUNT, event.seat, (seq,), facts),)
    return state, (foul(state.rules, Rule.FALSE_CLAIM, event.seat, (seq,), facts),)


def _taken_back(state: MarriageState, event: TakenBack, seq: int) -> Step:
    if event.seat not in state.seats or not state.table.laid:
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "taken_back"),)),)
    return evolve(state, table=take_back(state.table, event.seat)), (
        told(Rule.TAKE_BACK, event.seat, (seq,)),
    )


def _deal_over(state: MarriageState, _event: DealOver, seq: int) -> Step:
    return _finish(state, Reason.UNDECIDED, seq), ()


def _points_stand(before: MarriageState, after: MarriageState) -> bool:
    """Is it plain that nobody's points changed: no trick was gathered, no marriage led, no hidden card in a pile?"""
    was, now = before.table, after.table
    return now.piles == was.piles and after.marriages == before.marriages and not any(now.hidden)


def _goal(state: MarriageState, seq: int) -> MarriageState:
    """Points are counted openly (001), so who has 66 has won as soon as it is seen."""
    if state.result is not None:
        return state
    for seat in state.seats:
        if state.points(seat).lo >= state.rules.needed:
            return _finish(evolve(state, first=seat), Reason.GOAL, seq)
    return state


def _finish(state: MarriageState, reason: Reason, seq: int) -> MarriageState:
    totals = {seat: state.points(seat).lo for seat in state.seats}
    if reason is Reason.UNDECIDED:
        winner, stake = None, 1
    else:
        award = game_points(state.rules, totals, closed_by=state.closed_by, first=state.first)
        winner, stake = award.winner, award.points
    if winner is None and reason is Reason.COUNTED:
        reason = Reason.DRAW
    result = DealResult(
        deal=state.deal,
        reason=reason,
        winners=() if winner is None else (winner,),
        losers=() if winner is None else tuple(seat for seat in state.seats if seat != winner),
        stake=stake,
        points=tuple((seat, state.points(seat)) for seat in state.seats),
        tricks=tuple(zip(state.seats, state.table.tricks, strict=True)),
        complete=state.table.empty,
        seq=seq,
    )
    return evolve(state, result=result)


def match_after(state: MarriageState) -> MatchState:
    """The match with the deal that just ended."""
    record: DealRecord | None = None if state.result is None else state.result.record()
    return state.match if record is None else state.match.after(state.rules, record)


_HANDLERS: Mapping[type[Event], Callable[..., Step]] = {
    Dealt: _dealt,
    TrumpShown: _trump,
    Lead: _lead,
    Reply: _reply,
    Took: _took,
    Drew: _drew,
    Married: _married,
    Closed: _closed,
    Exchanged: _exchanged,
    Claimed: _claimed,
    TakenBack: _taken_back,
    DealOver: _deal_over,
}
