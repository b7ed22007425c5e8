"""Whole deals played by simple computer players, with everything a camera could never know.

The deal is simulated from the rules alone (dealing, hands, who takes, who draws), not through `bura.state`, so that
it can serve as a second opinion on it. Chance is an argument: the same `random.Random` gives the same deal.

>>> from random import Random
>>> from bura.rules import find_ruleset
>>> deal = play_deal(find_ruleset("georgian3"), ("A", "B"), Random(3))
>>> [act.event for act in deal.acts][:2]
[Lead(seat='B', cards=(Card('KS'),), face_down=0), Reply(seat='A', cards=(Card('AS'),), face_down=0)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from bura.beat import Order
from bura.cards import Card, pack
from bura.combos import Combo, ComboRights, Effect, find_combos, may_lead_mixed
from bura.events import Accepted, Claimed, Counted, Drew, Event, Lead, Raised, Refused, Reply, Stopped, Took
from bura.rules import RuleSet
from bura.rulings import in_claim_window
from bura.stakes import TOP, Stake, responders
from bura.table import Seat
from bura.tricks import draw_order


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a played deal, with the whole truth of it."""

    event: Event
    """as a log would have it"""
    down: tuple[Card, ...] = ()
    """the cards that lie face down"""
    drawn: tuple[Card, ...] = ()
    """the cards that were drawn"""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A whole deal."""

    rules: RuleSet
    """by which it was played"""
    seats: tuple[Seat, ...]
    """players, clockwise"""
    dealer: Seat
    """who dealt"""
    hands: dict[Seat, tuple[Card, ...]]
    """the hands as dealt"""
    trump: Card
    """the turned card"""
    stock: tuple[Card, ...]
    """the stock, next card first; the turned card is where the rules put it"""
    acts: tuple[Act, ...]
    """everything that happened"""
    piles: dict[Seat, tuple[Card, ...]]
    """per seat the cards he took"""
    winners: tuple[Seat, ...]
    """who won; none in a draw or a void deal"""
    reason: str
    """why, by the names of `bura.result.Reason`"""

    def points(self, seat: Seat) -> int:
        """Points in that seat's own taken tricks."""
        return sum(card.points for card in self.piles[seat])


@dataclass(frozen=True, slots=True)
class Style:
    """How the players play: probabilities 0..1."""

    beat: float = 0.7
    """of beating when it can be done"""
    several: float = 0.5
    """of leading one card more while there are more of the suit"""
    hide: float = 0.6
    """of giving face down where it is allowed"""
    claim: float = 0.9
    """of claiming when the points are there"""
    bluff: float = 0.0
    """of claiming when they are not"""
    stop: float = 0.7
    """of announcing a combination"""
    raise_: float = 0.08
    """of raising the stake"""
    refuse: float = 0.15
    """of refusing a raise"""
    greedy: bool = False
    """True: lead and beat with the best, give the least"""


@dataclass
class _Table:
    """The truth while the deal is played."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    chance: Random
    style: Style
    order: Order
    hands: dict[Seat, list[Card]]
    stock: list[Card]
    leader: Seat
    stake: Stake
    piles: dict[Seat, list[Card]] = field(default_factory=dict)
    active: list[Seat] = field(default_factory=list)
    out: list[Seat] = field(default_factory=list)
    taker: Seat | None = None
    tricks: int = 0
    done: tuple[str, tuple[Seat, ...]] | None = None

    def side(self, seat: Seat) -> str:
        """The side of a seat, by the seats that belong to it."""
        i = self.seats.index(seat)
        return self.seats[i % 2] if self.rules.pairs else seat

    def mates(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats of his side, himself included."""
        return tuple(its for its in self.seats if self.side(its) == self.side(seat))

    def total(self, seat: Seat) -> int:
        """Points of his side's piles."""
        return sum(card.points for mate in self.mates(seat) for card in self.piles[mate])

    def turn(self, start: Seat) -> list[Seat]:
        """The active seats clockwise from ``start``, or from the next who still plays."""
        i = self.seats.index(start)
        ring = [*self.seats[i:], *self.seats[:i]]
        return [seat for seat in ring if seat in self.active]

    def win(self, reason: str, winners: Sequence[Seat]) -> None:
        """The deal is over."""
        self.done = (reason, tuple(winners))

    def but(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody who is not on this seat's side."""
        return tuple(its for its in self.seats if self.side(its) != self.side(seat))


def play_deal(
    rules: RuleSet,
    seats: Sequence[Seat],
    chance: Random,
    *,
    dealer: Seat | None = None,
    style: Style | None = None,
    crawford: bool = False,
    cards: Sequence[Card] | None = None,
    first_deal: bool = True,
) -> PlayedDeal:
    """Play one deal of a Bura preset to its end.

    :param chance: shuffles and decides.
    :param dealer: who deals; drawn by lot when not given.
    :param crawford: a deal in which the stake may not be raised.
    :param cards: the shuffled pack, first card first; shuffled here when not given.
    :param first_deal: is it the first of the match (`first_deal_scope`)?
    """
    seats = tuple(seats)
    style = style or Style()
    deck = list(pack(rules.pack_size) if cards is None else cards)
    if cards is None:
        chance.shuffle(deck)
    dealer = chance.choice(seats) if dealer is None else dealer
    leader = seats[(seats.index(dealer) + 1) % len(seats)]
    start = seats.index(leader)
    ring = [*seats[start:], *seats[:start]]
    hands: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    for _ in range(rules.hand_size):
        for seat in ring:
            hands[seat].append(deck.pop(0))
    trump = deck.pop(0)
    stock = deck
    if rules.trump_card_place == "bottom_face_up":
        stock.append(trump)
    elif rules.trump_card_place == "top_returned":
        stock.insert(0, trump)
    table = _Table(
        rules,
        seats,
        chance,
        style,
        Order.of(rules, trump.suit),
        hands,
        stock,
        leader,
        Stake(crawford=crawford),
        piles={seat: [] for seat in seats},
        active=list(seats),
    )
    dealt = {seat: tuple(hand) for seat, hand in hands.items()}
    whole_stock = tuple(stock)
    acts = tuple(_play(table, first_deal))
    reason, winners = table.done or ("undecided", ())
    return PlayedDeal(
        rules,
        seats,
        dealer,
        dealt,
        trump,
        whole_stock,
        acts,
        {seat: tuple(pile) for seat, pile in table.piles.items()},
        winners,
        reason,
    )


def _play(table: _Table, first_deal: bool) -> Iterator[Act]:
    while table.done is None:
        yield from _claims(table)
        if table.done is None and table.tricks:
            yield from _draws(table)
        if table.done is None and not any(table.hands[seat] for seat in table.active):
            _count(table)
        if table.done is None:
            if not table.hands[table.leader]:
                table.leader = next(seat for seat in table.turn(table.leader) if table.hands[seat])
            yield from _stops(table, first_deal)
        if table.done is None:
            yield from _raises(table)
        if table.done is None:
            yield from _trick(table)


# --- between tricks -------------------------------------------------------------------------------------


def _claims(table: _Table) -> Iterator[Act]:
    rules, chance = table.rules, table.chance
    for seat in table.turn(table.leader):
        if table.taker is None or not in_claim_window(
            rules,
            seat=seat,
            leader=table.leader,
            last_taker=table.taker,
            trick_open=False,
            partners=tuple(mate for mate in table.mates(seat) if mate != seat),
        ):
            continue
        total = table.total(seat) + rules.compensation(seat)
        true = total >= rules.needed
        if chance.random() >= (table.style.claim if true else table.style.bluff):
            continue
        yield Act(Claimed(seat))
        yield Act(Counted(seat, tuple(card for mate in table.mates(seat) for card in table.piles[mate])))
        if not true:
            if rules.sixty_claim == "draw" and total == rules.needed - 1 == 60:
                table.win("draw", ())
            elif rules.multi_loss == "deal_ends_others_win" or len(table.but(seat)) == 1:
                table.win("claim_false", table.but(seat))
            else:
                table.win("claim_false", ())
        elif rules.deal_end != "until_one_left":
            table.win("claim_true", table.mates(seat))
        else:
            _leave(table, seat)
        return


def _leave(table: _Table, seat: Seat) -> None:
    """A player got out: his hand goes where the option says, the next in turn leads."""
    rules = table.rules
    following = next(its for its in table.turn(seat) if its != seat)
    if rules.leaver_hand == "own_pile":
        table.piles[seat].extend(table.hands[seat])
    elif rules.leaver_hand == "under_stock":
        table.stock.extend(table.hands[seat])
    table.hands[seat] = []
    table.active.remove(seat)
    table.out.append(seat)
    table.leader = following
    if len(table.active) == 1:
        table.win("one_left", tuple(table.out))


def _draws(table: _Table) -> Iterator[Act]:
    sizes = {seat: len(table.hands[seat]) for seat in table.active}
    first = table.turn(table.leader)[0]
    for seat in draw_order(table.rules, table.turn(first), first, sizes, len(table.stock)):
        card = table.stock.pop(0)
        table.hands[seat].append(card)
        yield Act(Drew(seat, 1), drawn=(card,))


def _stops(table: _Table, first_deal: bool) -> Iterator[Act]:
    rules, chance = table.rules, table.chance
    rights = ComboRights.of(rules)
    redeal = rules.first_deal_combo == "redeal" and (
        rules.first_deal_scope == "initial_hand_of_each_deal" or first_deal
    )
    for seat in table.turn(table.leader):
        hand = table.hands[seat]
        for combo in find_combos(rules, table.order.trump, hand):
            on_lead = seat == table.leader
            if rights.effects[combo] is Effect.NONE or (combo is Combo.MOLODKA and on_lead):
                continue
            if not (on_lead or combo in rights.out_of_turn) or chance.random() >= table.style.stop:
                continue
            yield Act(Stopped(seat, combo.value, tuple(hand)))
            if redeal and not table.tricks:
                table.win("annul", ())
            elif rights.effects[combo] is Effect.WIN:
                table.win("combo", table.mates(seat))
            elif rights.effects[combo] is Effect.LEAVE:
                _leave(table, seat)
            else:
                table.leader = seat
            return


def _raises(table: _Table) -> Iterator[Act]:
    rules, chance = table.rules, table.chance
    if not rules.stakes:
        return
    seat = table.leader
    sides = {its: table.side(its) for its in table.seats}
    if chance.random() >= table.style.raise_:
        return
    while True:
        foul = table.stake.raise_foul(
            rules, table.side(seat), None, leader_side=table.side(table.leader), card_led=False
        )
        if foul is not None:
            return
        table.stake = table.stake.raised(table.side(seat))
        yield Act(Raised(seat, table.stake.open_to))
        seat = chance.choice(responders(rules, table.seats, seat, sides))
        if chance.random() < table.style.refuse:
            yield Act(Refused(seat))
            table.stake = table.stake.refused(table.side(seat))
            table.win("stake_refused", table.but(seat))
            return
        if (table.stake.open_to or TOP) >= TOP or chance.random() >= table.style.raise_:
            yield Act(Accepted(seat))
            table.stake = table.stake.accepted()
            return


# --- the trick ------------------------------------------------------------------------------------------


def _trick(table: _Table) -> Iterator[Act]:
    rules = table.rules
    seat = table.leader
    led = _choose_lead(table, seat)
    full = len(table.hands[seat]) == rules.hand_size
    whole = full and len(led) == rules.hand_size
    for card in led:
        table.hands[seat].remove(card)
    lying = list(led)
    yield Act(Lead(seat, tuple(led)))
    if whole and _wins_by_lead(table, seat, led):
        return
    target, taker = led, seat
    for other in table.turn(seat)[1:]:
        if not table.hands[other]:
            continue
        size = min(len(led), len(table.hands[other]))
        beating = _beating(table, other, target) if size == len(led) else []
        if beating and table.chance.random() < table.style.beat:
            reply = beating[0] if table.style.greedy else table.chance.choice(beating)
            act = Act(Reply(other, reply, 0))
            target, taker = reply, other
        else:
            reply = _give(table, other, size)
            act = _given(table, other, reply, target)
            if isinstance(act.event, Reply) and act.event.cards and table.order.beats(reply, target):
                target, taker = reply, other
        for card in reply:
            table.hands[other].remove(card)
        lying.extend(reply)
        yield act
    table.piles[taker].extend(lying)
    table.leader = table.taker = taker
    table.tricks += 1
    yield Act(Took(taker))


def _wins_by_lead(table: _Table, seat: Seat, led: Sequence[Card]) -> bool:
    """A whole hand that was led without a word and is a winning combination (RULEBOOK 1.9)."""
    rights = ComboRights.of(table.rules)
    redeal = table.rules.first_deal_combo == "redeal"
    for combo in find_combos(table.rules, table.order.trump, led):
        if redeal and not table.tricks:
            table.win("annul", ())
            return True
        if rights.effects[combo] is Effect.WIN:
            table.win("combo", table.mates(seat))
            return True
        if rights.effects[combo] is Effect.LEAVE:
            table.piles[seat].extend(led)
            _leave(table, seat)
            return True
    return False


def _choose_lead(table: _Table, seat: Seat) -> tuple[Card, ...]:
    rules, hand, chance = table.rules, table.hands[seat], table.chance
    most = len(hand)
    if rules.short_hand == "lead_capped":
        sizes = [len(table.hands[its]) for its in table.active if its != seat and table.hands[its]]
        most = min([most, *sizes])
    if (
        len(hand) == rules.hand_size <= most
        and may_lead_mixed(rules, table.order.trump, hand)
        and chance.random() < table.style.stop
    ):
        return tuple(hand)
    first = max(hand, key=lambda card: card.points) if table.style.greedy else chance.choice(hand)
    same = [card for card in hand if card != first and card.suit == first.suit]
    if not table.style.greedy:
        chance.shuffle(same)
    led = [first]
    for card in same:
        if len(led) < most and chance.random() < table.style.several:
            led.append(card)
    allowed = [n for n in rules.lead_counts if n <= len(led)]
    return tuple(led[: max(allowed, default=1)])


def _beating(table: _Table, seat: Seat, target: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Every choice of cards that beats the set, the cheapest first."""
    found = [
        choice for choice in combinations(table.hands[seat], len(target)) if table.order.beats(choice, target)
    ]
    return sorted(found, key=lambda choice: sum(card.points for card in choice))


def _give(table: _Table, seat: Seat, size: int) -> tuple[Card, ...]:
    hand = table.hands[seat]
    if table.style.greedy:
        return tuple(sorted(hand, key=lambda card: (card.points, card.index))[:size])
    return tuple(table.chance.sample(hand, size))


def _given(table: _Table, seat: Seat, reply: tuple[Card, ...], target: Sequence[Card]) -> Act:
    """Cards that do not beat, or are not meant to: face up or down as the table has it."""
    face = table.rules.discard_face
    partly = len(reply) == len(target) and table.order.coverable(reply, target) > 0
    awkward = partly and table.rules.partial_beat == "take_back"
    down = face == "down_mandatory" or (
        face == "down_allowed" and (awkward or table.chance.random() < table.style.hide)
    )
    if down:
        return Act(Reply(seat, (), len(reply)), down=reply)
    return Act(Reply(seat, reply, 0))


def _count(table: _Table) -> None:
    """All cards are played: who has won (RULEBOOK 1.10)."""
    rules = table.rules
    if rules.deal_end == "until_one_left":
        table.win("counted", tuple(table.out))
        return
    if rules.no_claim_end == "void_redeal" and rules.deal_end != "play_out":
        table.win("void_redeal", ())
        return
    totals = {table.side(seat): table.total(seat) for seat in table.seats}
    most = max(totals.values())
    best = [side for side, total in totals.items() if total == most]
    if len(best) > 1:
        table.win("draw", ())
    else:
        table.win("counted", table.mates(best[0]))
