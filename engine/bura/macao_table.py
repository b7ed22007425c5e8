"""A running game of Macao, refereed from what is seen (RULEBOOK 4.10).

Deals have one card each, then two, and so on; after each deal the scores are added. `step` is total, as in
`bura.marriage_table`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from bura.beat import Order
from bura.cards import Suit
from bura.events import DealOver, Dealt, Event, Lead, Ordered, Reply, TakenBack, Took, TrumpShown
from bura.evolving import evolve
from bura.followtable import FollowTable, gather, lay, take_back, taker_of
from bura.infractions import Rule, Verdict, foul, told, unclear
from bura.macao import FOLLOW, OrderFoul, check_order, last_deal, score, setup
from bura.rules import RuleSet
from bura.rulings import next_dealer
from bura.table import Seat


@dataclass(frozen=True)
class MacaoState:
    """A table of Macao between two events. Without slots, see `bura.evolving`."""

    rules: RuleSet
    """the table's rules"""
    seats: tuple[Seat, ...]
    """players, clockwise"""
    totals: tuple[int, ...]
    """scores of the finished deals, by player"""
    deal: int = 0
    """number of the deal, from 1; also the cards in each hand"""
    dealer: Seat | None = None
    """who dealt"""
    trump: Suit | None = None
    """trump suit; None in the last deal, or while it is not shown"""
    orders: tuple[tuple[Seat, int], ...] = ()
    """(player, tricks ordered), in the order said"""
    table: FollowTable = field(default_factory=lambda: FollowTable(()))
    """the cards"""
    scores: tuple[tuple[Seat, int], ...] = ()
    """scores of the finished deal; none while it runs"""

    @classmethod
    def new(cls, rules: RuleSet, seats: Iterable[Seat]) -> MacaoState:
        """A table before its first deal."""
        seats = tuple(seats)
        return cls(rules, seats, (0,) * len(seats))

    @property
    def order(self) -> Order:
        """What beats what."""
        return Order.of(self.rules, self.trump)

    @property
    def to_order(self) -> Seat | None:
        """Who has to order; None when all have."""
        if self.dealer is None or len(self.orders) >= len(self.seats):
            return None
        return self.seats[(self.seats.index(self.dealer) + 1 + len(self.orders)) % len(self.seats)]

    @property
    def is_last(self) -> bool:
        """Is this the last deal, played without trump?"""
        return self.deal == last_deal(self.rules, len(self.seats))

    @property
    def running(self) -> bool:
        """Is a deal on the table?"""
        return self.table.leader is not None and not self.scores

    @property
    def standings(self) -> dict[Seat, int]:
        """The sums so far, the finished deal included."""
        gained = dict(self.scores)
        return {
            seat: total + gained.get(seat, 0) for seat, total in zip(self.seats, self.totals, strict=True)
        }

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has won the game: the highest sums after the last deal, several when equal."""
        if not (self.is_last and self.scores):
            return ()
        best = max(self.standings.values())
        return tuple(seat for seat, total in self.standings.items() if total == best)


Step = tuple[MacaoState, tuple[Verdict, ...]]


def step(state: MacaoState, event: Event, seq: int = 0) -> Step:
    """The state after an event, and the verdicts on it; none when there is nothing to say."""
    handler = _HANDLERS.get(type(event))
    if handler is None or (not state.running and not isinstance(event, Dealt)):
        return state, ()
    verdicts: tuple[Verdict, ...] = ()
    if state.table.full and not isinstance(event, Took | TakenBack):
        # the gathering was not reported: where a card was not read, who leads next took the trick
        unseen = isinstance(event, Lead) and taker_of(state.table, state.order) is None
        state, verdicts = _gather(state, event.seat if unseen and isinstance(event, Lead) else None, seq)
    if not state.running and not isinstance(event, Dealt):
        return state, verdicts
    state, more = handler(state, event, seq)
    return state, verdicts + more


def play(rules: RuleSet, seats: Iterable[Seat], events: Iterable[Event]) -> Step:
    """A whole story: the last state and all verdicts, with the entries numbered from 1."""
    state = MacaoState.new(rules, seats)
    said: list[Verdict] = []
    for seq, event in enumerate(events, start=1):
        state, verdicts = step(state, event, seq)
        said += verdicts
    return state, tuple(said)


def _dealt(state: MacaoState, event: Dealt, seq: int) -> Step:
    last = last_deal(state.rules, len(state.seats))
    number = state.deal + 1 if event.hand is None else event.hand
    if number > last or state.winners:
        return state, (unclear(Rule.AFTER_END, None, (seq,)),)
    dealer = event.dealer
    if dealer not in state.seats:
        if state.dealer is None:
            dealer = state.seats[-1]
        else:
            dealer = next_dealer(
                state.rules,
                state.seats,
                state.dealer,
                winner=None,
                loser=None,
                last_taker=state.table.last_taker,
            )
    assert dealer is not None
    leader = event.leader
    if leader not in state.seats or leader is None:
        leader = state.seats[(state.seats.index(dealer) + 1) % len(state.seats)]
    size = setup(state.rules, len(state.seats), max(1, number)).cards_each
    return (
        MacaoState(
            rules=state.rules,
            seats=state.seats,
            totals=tuple(state.standings.values()),
            deal=size,
            dealer=dealer,
            table=FollowTable.dealt(state.seats, leader, size),
        ),
        (),
    )


def _trump(state: MacaoState, event: TrumpShown, seq: int) -> Step:
    if event.card is None:
        return state, (unclear(Rule.CARD_UNREAD, None, (seq,)),)
    if state.is_last:
        return state, (unclear(Rule.UNPLACED_ACT, None, (seq,), (("what", "trump"),)),)
    if state.trump not in (None, event.card.suit):
        return state, (
            unclear(
                Rule.TRUMP_CHANGED, None, (seq,), (("card", str(event.card)), ("before", str(state.trump)))
            ),
        )
    # the turned card takes no part: seen again in a hand it is a card twice
    table = evolve(state.table, shown=(*state.table.shown, (event.card, seq)))
    return evolve(state, trump=event.card.suit, table=table), ()


def _ordered(state: MacaoState, event: Ordered, seq: int) -> Step:
    if event.seat not in state.seats:
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "ordered"),)),)
    reason: OrderFoul | None
    if event.seat in dict(state.orders):
        reason = OrderFoul.ALREADY
    elif event.seat != state.to_order:
        reason = OrderFoul.OUT_OF_TURN
    else:
        before = [order for _, order in state.orders]
        reason = check_order(state.rules, event.tricks, state.deal, before, len(state.seats))
    verdicts: tuple[Verdict, ...] = ()
    if reason is not None:
        facts = (("why", reason.value), ("tricks", event.tricks))
        verdicts = (foul(state.rules, Rule.BAD_ORDER, event.seat, (seq,), facts),)
    if reason in (OrderFoul.ALREADY, OrderFoul.IMPOSSIBLE, OrderFoul.HOOK):
        return state, verdicts
    return evolve(state, orders=(*state.orders, (event.seat, event.tricks))), verdicts


def _lay(state: MacaoState, event: Lead | Reply, seq: int) -> Step:
    verdicts: tuple[Verdict, ...] = ()
    if state.to_order is not None and not any(state.table.tricks) and not state.table.laid:
        facts = (("what", "ordered"), ("turn", state.to_order))
        verdicts = (unclear(Rule.MISSED_ACT, state.to_order, (seq,), facts),)
    table, more = lay(
        state.table, state.rules, state.order, FOLLOW, event.seat, event.cards, event.face_down, seq
    )
    return evolve(state, table=table), verdicts + more


def _took(state: MacaoState, event: Took, seq: int) -> Step:
    if not state.table.full:
        if event.seat == state.table.last_taker and not state.table.laid:
            return state, ()
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "took"),)),)
    return _gather(state, event.seat, seq)


def _gather(state: MacaoState, seen: Seat | None, seq: int) -> Step:
    rightful = taker_of(state.table, state.order)
    verdicts: tuple[Verdict, ...] = ()
    if rightful is not None and seen is not None and seen != rightful:
        verdicts = (foul(state.rules, Rule.WRONG_PILE, seen, (seq,), (("taker", rightful),)),)
    taker = rightful or seen or state.table.leader
    if taker not in state.seats or taker is None:
        return state, verdicts
    state = evolve(state, table=gather(state.table, taker))
    return (_finish(state) if state.table.empty else state), verdicts


def _taken_back(state: MacaoState, event: TakenBack, seq: int) -> Step:
    if event.seat not in state.seats or not state.table.laid:
        return state, (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "taken_back"),)),)
    return evolve(state, table=take_back(state.table, event.seat)), (
        told(Rule.TAKE_BACK, event.seat, (seq,)),
    )


def _deal_over(state: MacaoState, _event: DealOver, seq: int) -> Step:
    # the cards were collected with hands still full: nobody can say who made his order
    back = evolve(state, deal=state.deal - 1, orders=(), table=FollowTable(state.seats))
    return back, (unclear(Rule.MISSED_ACT, None, (seq,), (("what", "took"),)),)


def _finish(state: MacaoState) -> MacaoState:
    orders = dict(state.orders)
    taken = dict(zip(state.seats, state.table.tricks, strict=True))
    # whose order was never heard can have made none
    scores = tuple(
        (seat, score(state.rules, orders[seat], taken[seat]) if seat in orders else 0) for seat in state.seats
    )
    return evolve(state, scores=scores)


_HANDLERS: Mapping[type[Event], Callable[..., Step]] = {
    Dealt: _dealt,
    TrumpShown: _trump,
    Ordered: _ordered,
    Lead: _lay,
    Reply: _lay,
    Took: _took,
    TakenBack: _taken_back,
    DealOver: _deal_over,
}
