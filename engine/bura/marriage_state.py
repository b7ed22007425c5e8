"""The state of a table of Marriage (RULEBOOK 4.9). What an event makes of it: `bura.marriage_table`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bura.beat import Order
from bura.bounds import Points
from bura.cards import PACK_MASKS, Card, Suit, largest_points, mask_of, mask_points, smallest_points
from bura.events import Married
from bura.followtable import FollowTable
from bura.marriage import is_strict
from bura.match import MatchState
from bura.result import DealResult
from bura.rules import RuleSet
from bura.table import Seat


@dataclass(frozen=True, slots=True)
class Announced:
    """A marriage that was announced."""

    seat: Seat
    """who announced it"""
    suit: Suit
    """its suit"""
    points: int
    """20 or 40; 0 when it proved false"""
    seq: int
    """entry of the announcement"""


@dataclass(frozen=True)
class MarriageState:
    """A table of Marriage between two events. Without slots, see `bura.evolving`."""

    rules: RuleSet
    """the table's rules"""
    seats: tuple[Seat, ...]
    """players, clockwise"""
    match: MatchState
    """game points"""
    deal: int = 0
    """number of the deal, from 1"""
    dealer: Seat | None = None
    """who dealt"""
    table: FollowTable = field(default_factory=lambda: FollowTable(()))
    """the cards"""
    trump_card: Card | None = None
    """the card under the stock, or the dealer's last card"""
    trump: Suit | None = None
    """trump suit"""
    stock: int = 0
    """cards that can be drawn"""
    due: tuple[Seat, ...] = ()
    """who has to draw, card by card"""
    closed_by: Seat | None = None
    """who closed the stock"""
    pending: Married | None = None
    """a marriage that was announced and whose card is not led yet"""
    pending_seq: int = 0
    """its entry"""
    marriages: tuple[Announced, ...] = ()
    """marriages announced and led"""
    first: Seat | None = None
    """who reached the goal first"""
    result: DealResult | None = None
    """how the deal ended"""

    @classmethod
    def new(cls, rules: RuleSet, seats: Iterable[Seat]) -> MarriageState:
        """A table before its first deal."""
        seats = tuple(seats)
        return cls(rules, seats, MatchState.start(seats))

    @property
    def order(self) -> Order:
        """What beats what."""
        return Order.of(self.rules, self.trump)

    @property
    def strict(self) -> bool:
        """Must replies follow?"""
        return is_strict(self.rules, stock=self.stock, closed=self.closed_by is not None)

    def bonus(self, seat: Seat) -> int:
        """Points for marriages, as far as they count yet (`marriage_needs_trick` [X53])."""
        if self.rules.marriage_needs_trick and not self.table.tricks[self.seats.index(seat)]:
            return 0
        return sum(announced.points for announced in self.marriages if announced.seat == seat)

    def points(self, seat: Seat) -> Points:
        """What the player has: cards, marriages, the last trick."""
        place = self.seats.index(seat)
        base = mask_points(self.table.piles[place]) + self.bonus(seat)
        if self.table.empty and seat == self.table.last_taker:
            base += self.rules.last_trick_bonus
        unseen = PACK_MASKS[self.rules.pack_size] & ~mask_of(card for card, _ in self.table.shown)
        hidden = self.table.hidden[place]
        return Points(base + smallest_points(unseen, hidden), base + largest_points(unseen, hidden))
