"""The table of a game of single cards with a duty to follow: what Marriage and Macao have in common.

Hands are unknown; a `FollowTable` holds what was laid, what each reply said of the hand it came from (`Duty`), and
cards known to be held. `lay` adds a card and says what is wrong with it, now or in the light of what it proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bura.beat import Order
from bura.cards import Card, mask_of
from bura.evolving import evolve
from bura.following import Duty, Follow, Laid, check_follow, duty_of, proven, winner
from bura.infractions import Rule, Verdict, foul, unclear
from bura.rules import RuleSet
from bura.table import Seat


@dataclass(frozen=True, slots=True)
class Held:
    """A card known to be in a hand: drawn openly, exchanged, or announced with a marriage."""

    seat: Seat
    """whose hand"""
    card: Card
    """which card"""
    seq: int
    """entry it is known from"""


@dataclass(frozen=True)
class FollowTable:
    """What lies on the table and what is known of the hands. Without slots, see `bura.evolving`."""

    seats: tuple[Seat, ...]
    """players, clockwise"""
    leader: Seat | None = None
    """who leads, or led the open trick"""
    hands: tuple[int, ...] = ()
    """cards in each hand"""
    plays: tuple[Laid, ...] = ()
    """the open trick; a card that was not read is left out of it, see ``unread``"""
    unread: tuple[Seat, ...] = ()
    """players whose card to the open trick was not read"""
    duties: tuple[Duty, ...] = ()
    """what replies said of the hands"""
    held: tuple[Held, ...] = ()
    """cards known to be in hands"""
    shown: tuple[tuple[Card, int], ...] = ()
    """(card, entry): every card seen in this deal"""
    tricks: tuple[int, ...] = ()
    """tricks taken, by player"""
    piles: tuple[int, ...] = ()
    """masks of the known cards taken, by player"""
    hidden: tuple[int, ...] = ()
    """cards taken that were not read, by player"""
    last_taker: Seat | None = None
    """who took the last trick"""

    @classmethod
    def dealt(cls, seats: tuple[Seat, ...], leader: Seat, hand: int) -> FollowTable:
        """A table after the deal."""
        zeros = (0,) * len(seats)
        return cls(seats, leader, (hand,) * len(seats), tricks=zeros, piles=zeros, hidden=zeros)

    @property
    def laid(self) -> int:
        """How many have laid to the open trick."""
        return len(self.plays) + len(self.unread)

    @property
    def full(self) -> bool:
        """Have all laid?"""
        return bool(self.seats) and self.laid == len(self.seats)

    @property
    def empty(self) -> bool:
        """Are all hands played?"""
        return not any(self.hands)

    @property
    def to_act(self) -> Seat | None:
        """Whose card is due; None when the trick has to be gathered or nobody leads."""
        if self.leader is None or self.full:
            return None
        return self.seats[(self.seats.index(self.leader) + self.laid) % len(self.seats)]

    def seen_at(self, card: Card) -> int | None:
        """The entry that showed this card in this deal, or None."""
        index = card.index
        return next((seq for other, seq in self.shown if other.index == index), None)

    def knows(self, seat: Seat, card: Card, seq: int) -> FollowTable:
        """The table, knowing that this card is in that hand."""
        return evolve(self, held=(*self.held, Held(seat, card, seq)))

    def forgets(self, card: Card) -> FollowTable:
        """The table, no longer knowing where this card is."""
        if not self.held:
            return self
        return evolve(self, held=tuple(held for held in self.held if held.card != card))


def lay(
    table: FollowTable,
    rules: RuleSet,
    order: Order,
    follow: Follow,
    seat: Seat,
    cards: Sequence[Card | None],
    face_down: int,
    seq: int,
) -> tuple[FollowTable, tuple[Verdict, ...]]:
    """The table after ``seat`` laid a card, and everything that can be said about it.

    :param follow: what a reply owes now.
    :param seq: the entry in the log.
    """
    verdicts: list[Verdict] = []
    leading = table.laid == 0
    if (
        seat not in table.seats
        or seat in {play.seat for play in table.plays} | set(table.unread)
        or table.full
    ):
        return table, (unclear(Rule.UNPLACED_ACT, seat, (seq,), (("what", "cards_laid"),)),)
    if seat != table.to_act:
        rule = Rule.LEAD_OUT_OF_TURN if leading else Rule.REPLY_OUT_OF_TURN
        verdicts.append(foul(rules, rule, seat, (seq,), (("turn", table.to_act or ""),)))
    if len(cards) + face_down != 1:
        rule = Rule.LEAD_COUNT if leading else Rule.WRONG_COUNT
        facts: tuple[tuple[str, object], ...] = (("count", len(cards) + face_down), ("most", 1), ("led", 1))
        verdicts.append(foul(rules, rule, seat, (seq,), facts))
    elif face_down:
        rule = Rule.LEAD_FACE_DOWN if leading else Rule.DISCARD_FACE_DOWN
        verdicts.append(foul(rules, rule, seat, (seq,)))
    if leading:
        table = evolve(table, leader=seat)
    place = table.seats.index(seat)
    hands = tuple(max(0, count - (i == place)) for i, count in enumerate(table.hands))
    card = next((card for card in cards if card is not None), None)
    if card is None:
        if not face_down:
            verdicts.append(unclear(Rule.CARD_UNREAD, seat, (seq,)))
        return evolve(table, hands=hands, unread=(*table.unread, seat)), tuple(verdicts)
    verdicts += _sight(table, rules, seat, card, seq)
    laid = Laid(seat, card, seq)
    duties = table.duties
    if not leading and table.plays and table.plays[0].seat == table.leader:
        known = [held for held in table.held if held.seat == seat and held.card != card]
        best = winner(order, table.plays).card
        led = table.plays[0]
        for held in known:
            broken = check_follow(order, follow, led.card, card, (held.card,), best=best)
            if broken is not None:
                rests_on = tuple(sorted({held.seq, led.seq, seq}))
                facts = (
                    ("card", str(card)),
                    ("on", str(led.card)),
                    ("shown", str(held.card)),
                    ("held", True),
                    ("duty", broken.value),
                )
                verdicts.append(foul(rules, Rule.REVOKE, seat, rests_on, facts))
                break
        duty = duty_of(order, follow, table.plays, laid)
        duties = duties if duty is None else (*duties, duty)
    return (
        evolve(
            table.forgets(card),
            hands=hands,
            plays=(*table.plays, laid),
            duties=duties,
            shown=(*table.shown, (card, seq)),
        ),
        tuple(verdicts),
    )


def _sight(table: FollowTable, rules: RuleSet, seat: Seat, card: Card, seq: int) -> list[Verdict]:
    """What showing this card says: a card twice, a card another holds, an earlier failure to follow."""
    elsewhere = [held.seq for held in table.held if held.card == card and held.seat != seat]
    before = table.seen_at(card)
    if before is not None:
        elsewhere.append(before)
    verdicts = [
        unclear(Rule.DUPLICATE_CARD, seat, (at, seq), (("card", str(card)), ("earlier", at)))
        for at in elsewhere
    ]
    for revoke in proven(table.duties, Laid(seat, card, seq)):
        facts = (
            ("card", str(revoke.duty.card)),
            ("on", str(revoke.duty.led)),
            ("shown", str(card)),
            ("duty", revoke.foul.value),
        )
        verdicts.append(foul(rules, Rule.REVOKE, seat, (revoke.duty.seq, seq), facts))
    return verdicts


def taker_of(table: FollowTable, order: Order) -> Seat | None:
    """Who takes the full trick; None when a card of it was not read."""
    if table.unread or not table.plays:
        return None
    return winner(order, table.plays).seat


def gather(table: FollowTable, taker: Seat) -> FollowTable:
    """The table after the open trick went to ``taker``."""
    place = table.seats.index(taker)

    def plus(values: tuple[int, ...], extra: int) -> tuple[int, ...]:
        return tuple(value + extra * (i == place) for i, value in enumerate(values))

    taken = mask_of(play.card for play in table.plays)
    piles = tuple(pile | (taken if i == place else 0) for i, pile in enumerate(table.piles))
    return evolve(
        table,
        leader=taker,
        plays=(),
        unread=(),
        piles=piles,
        hidden=plus(table.hidden, len(table.unread)),
        tricks=plus(table.tricks, 1),
        last_taker=taker,
    )


def take_back(table: FollowTable, seat: Seat) -> FollowTable:
    """The table after ``seat`` took the card back that it laid last to the open trick.

    The card stays known: it is in that hand, and what its reply said of the hand no longer holds.
    """
    place = table.seats.index(seat)
    hands = tuple(count + (i == place) for i, count in enumerate(table.hands))
    back = next((play for play in reversed(table.plays) if play.seat == seat), None)
    if back is None:
        if seat not in table.unread:
            return table
        return evolve(table, hands=hands, unread=tuple(who for who in table.unread if who != seat))
    without = evolve(
        table,
        hands=hands,
        plays=tuple(play for play in table.plays if play != back),
        duties=tuple(duty for duty in table.duties if duty.seq != back.seq),
        shown=tuple(pair for pair in table.shown if pair != (back.card, back.seq)),
    )
    return without.knows(seat, back.card, back.seq)
