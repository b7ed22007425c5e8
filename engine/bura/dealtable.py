"""A played deal as a value, and the table it is played at; `bura.randomplay` plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from bura.beat import Order
from bura.cards import Card, pack
from bura.events import Event
from bura.players import Look, Player, SimplePlayer, Style
from bura.rules import RuleSet
from bura.stakes import Stake
from bura.table import Seat


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


@dataclass
class Truth:
    """What really is where."""

    hands: dict[Seat, list[Card]]
    stock: list[Card]
    piles: dict[Seat, list[Card]]
    active: list[Seat]
    leader: Seat
    stake: Stake
    out: list[Seat] = field(default_factory=list)
    taker: Seat | None = None
    tricks: int = 0
    done: tuple[str, tuple[Seat, ...]] | None = None


class DealTable:
    """The table of a deal that is being played: what is where, whose turn it is, what a player may look at."""

    def __init__(
        self,
        rules: RuleSet,
        seats: Sequence[Seat],
        chance: Random,
        *,
        dealer: Seat | None = None,
        style: Style | None = None,
        players: Mapping[Seat, Player] | None = None,
        crawford: bool = False,
        cards: Sequence[Card] | None = None,
        first_deal: bool = True,
    ) -> None:
        """Shuffle and deal; see `play_deal`."""
        self.rules, self.seats = rules, tuple(seats)
        deck = list(pack(rules.pack_size) if cards is None else cards)
        if cards is None:
            chance.shuffle(deck)
        self.dealer = chance.choice(self.seats) if dealer is None else dealer
        self.players: dict[Seat, Player] = {
            seat: (players or {}).get(seat) or SimplePlayer(chance, style) for seat in self.seats
        }
        self.chance, self.first_deal = chance, first_deal
        start = (self.seats.index(self.dealer) + 1) % len(self.seats)
        ring = [*self.seats[start:], *self.seats[:start]]
        hands: dict[Seat, list[Card]] = {seat: [] for seat in self.seats}
        for _ in range(rules.hand_size):
            for seat in ring:
                hands[seat].append(deck.pop(0))
        self.trump = deck.pop(0)
        if rules.trump_card_place == "bottom_face_up":
            deck.append(self.trump)
        elif rules.trump_card_place == "top_returned":
            deck.insert(0, self.trump)
        self.order = Order.of(rules, self.trump.suit)
        piles: dict[Seat, list[Card]] = {seat: [] for seat in self.seats}
        self.truth = Truth(hands, deck, piles, list(self.seats), ring[0], Stake(crawford=crawford))
        self.dealt = {seat: tuple(hand) for seat, hand in hands.items()}
        self.whole_stock = tuple(deck)
        self._plays: list[tuple[Seat, tuple[Card, ...], int]] = []
        self._seized: Seat | None = None  # took the lead by a combination, so leads the whole hand

    def played(self, acts: tuple[Act, ...]) -> PlayedDeal:
        """The finished deal as one value."""
        reason, winners = self.truth.done or ("undecided", ())
        return PlayedDeal(
            rules=self.rules,
            seats=self.seats,
            dealer=self.dealer,
            hands=self.dealt,
            trump=self.trump,
            stock=self.whole_stock,
            acts=acts,
            piles={seat: tuple(pile) for seat, pile in self.truth.piles.items()},
            winners=winners,
            reason=reason,
        )

    # --- sides and turns --------------------------------------------------------------------------------

    def _side(self, seat: Seat) -> str:
        """The side of a seat, by the first seat that belongs to it."""
        return self.seats[self.seats.index(seat) % 2] if self.rules.pairs else seat

    def _mates(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats of his side, himself included."""
        return tuple(its for its in self.seats if self._side(its) == self._side(seat))

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody who is not on this seat's side."""
        return tuple(its for its in self.seats if self._side(its) != self._side(seat))

    def _total(self, seat: Seat) -> int:
        """Points of his side's piles."""
        return sum(card.points for mate in self._mates(seat) for card in self.truth.piles[mate])

    def _turn(self, start: Seat) -> list[Seat]:
        """The active seats clockwise from ``start``, or from the next who still plays."""
        i = self.seats.index(start)
        ring = [*self.seats[i:], *self.seats[:i]]
        return [seat for seat in ring if seat in self.truth.active]

    def _win(self, reason: str, winners: Sequence[Seat]) -> None:
        """The deal is over."""
        self.truth.done = (reason, tuple(winners))

    def _look(self, seat: Seat, *, target: tuple[Card, ...] = (), most: int = 1) -> Look:
        return Look(
            rules=self.rules,
            seat=seat,
            hand=tuple(self.truth.hands[seat]),
            order=self.order,
            trump=self.trump,
            stock=len(self.truth.stock),
            plays=tuple(self._plays),
            target=target,
            most=most,
            taken=self._total(seat),
            stake=self.truth.stake.value,
        )
