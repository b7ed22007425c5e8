"""The state of a table as values: what lies where, whose turn it is, what is known and what is not.

The referee never sees hands. A place holds known cards and a *number* of hidden ones, so the points of a
pile are an interval. Sets of cards are masks (`bura.cards`), players are indices into ``seats``; texts
appear only at the borders (events, views).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bura import seating
from bura.beat import Order
from bura.bounds import Points
from bura.cards import PACK_MASKS, Card, Suit, cards_in, largest_points, mask_points, smallest_points
from bura.evolving import draft, evolve, seal
from bura.infractions import Verdict
from bura.macao_table import MacaoState
from bura.marriage_state import MarriageState
from bura.match import MatchState
from bura.pieces import Claim, ClaimState, Phase, Pile, Play, Settings, Standing, Stop, Trick, TrumpAt
from bura.result import DealResult
from bura.rules import RuleSet
from bura.seating import sides_of
from bura.stakes import Stake
from bura.table import Seat

__all__ = [
    "Claim",
    "ClaimState",
    "GameState",
    "Neighbour",
    "Phase",
    "Pile",
    "Play",
    "Settings",
    "Standing",
    "Stop",
    "Trick",
    "TrumpAt",
    "draft",
    "evolve",
    "known_texts",
    "new_state",
    "seal",
    "sides_of",
]

#: the states of the games with a duty to follow
Neighbour: TypeAlias = MarriageState | MacaoState


@dataclass(frozen=True)
class GameState:
    """A table between two events. Frozen; without slots so that `evolve` can copy it quickly."""

    rules: RuleSet
    """the table's rules"""
    seats: tuple[Seat, ...]
    """players, clockwise"""
    sides: tuple[int, ...]
    """per player the number of his side; each his own unless pairs play"""
    names: tuple[tuple[Seat, str], ...] = ()
    """display names"""
    settings: Settings = field(default_factory=Settings)
    """how doubt is treated"""
    phase: Phase = Phase.WAITING
    """what the table waits for"""
    paused: bool = False
    """the source is lost"""
    seq: int = 0
    """entry that led here"""
    at_s: float = 0.0
    """its time"""

    deal: int = 0
    """number of the deal, from 1"""
    dealer: int | None = None
    """who dealt"""
    leader: int | None = None
    """who has the lead, or led the open trick; None: not known"""
    trump: Card | None = None
    """the turned card"""
    trump_at: TrumpAt = TrumpAt.UNSEEN
    """where it is"""
    order: Order = field(default_factory=lambda: Order(None))
    """what beats what in this deal"""
    stock: int = 0
    """cards that can be drawn"""
    hands: tuple[int, ...] = ()
    """per player the number of cards he holds"""
    held: tuple[int, ...] = ()
    """per player the mask of cards known to be in his hand"""
    out: int = 0
    """bit i: player i has left the play"""
    got_out: tuple[int, ...] = ()
    """players who left with a true claim, first to last"""
    piles: tuple[Pile, ...] = ()
    """per side"""
    dead: int = 0
    """hidden cards that are out of the game"""
    under: int = 0
    """cards of the stock that lie below the turned one (`leaver_hand` = under_stock)"""
    trick: Trick | None = None
    """the cards in the play zone"""
    meant: tuple[tuple[int, bool], ...] = ()
    """(player, does it beat) said of replies that are not laid yet"""
    taker: int | None = None
    """who took the last trick of this deal"""
    tricks: int = 0
    """tricks taken in this deal"""
    due: tuple[int, ...] = ()
    """players who have to draw, card by card; first those who were passed over"""
    passed: int = 0
    """how many of ``due`` were passed over by somebody who drew before them: they may draw at any time"""
    owed: tuple[int, ...] = ()
    """per player the draws that were taken for missed"""
    shown: tuple[int, ...] = (0,) * 52
    """per card the entry that showed it last in this deal; 0: not seen"""
    doubtful: int = 0
    """mask of cards whose reading is too weak to prove anything"""
    secret: int = 0
    """mask of cards known only because somebody turned them in the running deal: kept for the later count, never
    told to players (RULEBOOK 5)"""
    unseen: bool = False
    """a camera must have missed cards of this deal (`bura.doubt`): a pile may hold more than it saw"""
    claim: Claim | None = None
    """the newest claim"""
    stops: tuple[Stop, ...] = ()
    """combinations announced in this window"""
    stake: Stake = field(default_factory=Stake)
    """where the bidding of the deal stands"""
    raise_seq: int = 0
    """entry of the newest raise"""
    raiser: int | None = None
    """who raised last"""
    proposed: DealResult | None = None
    """the first loss by a foul, while nobody enforced or waived it"""
    implied: Claim | None = None
    """the claim that turned cards count as, while nobody enforced or waived it"""
    result: DealResult | None = None
    """how the deal ended; None while it runs"""
    match: MatchState | None = None
    """the match without the running deal"""
    last: DealResult | None = None
    """the result of the deal before this one"""
    last_taker: int | None = None
    """who took the last trick of the deal before this one"""
    neighbour: Neighbour | None = None
    """the state of a game that is not of the Bura family; this one repeats it (`bura.projection`)"""
    said: tuple[Verdict, ...] = ()
    """what that game's own state machine said of the event that led here"""

    # --- seats --------------------------------------------------------------------------------------

    def index(self, seat: Seat) -> int | None:
        """The player in that seat; None when nobody sits there."""
        try:
            return self.seats.index(seat)
        except ValueError:
            return None

    def active(self, player: int) -> bool:
        """Does he still play?"""
        return not self.out >> player & 1

    def turn_order(self, start: int) -> tuple[int, ...]:
        """The active players clockwise, beginning with ``start`` or the next who still plays."""
        return seating.turn_order(len(self.seats), self.out, start)

    def after(self, player: int) -> int:
        """The next active player clockwise."""
        return self.turn_order(player + 1)[0]

    @property
    def players_left(self) -> int:
        """How many still play."""
        return len(self.seats) - self.out.bit_count()

    def side_seats(self, side: int) -> tuple[Seat, ...]:
        """The seats of a side."""
        return seating.side_seats(self.seats, self.sides, side)

    def side_name(self, side: int) -> str:
        """A side as matches name it: its seats together, "A" or "AC"."""
        return seating.side_name(self.seats, self.sides, side)

    # --- turn ---------------------------------------------------------------------------------------

    def reply_size(self, player: int) -> int:
        """How many cards that player has to reply with to the open trick."""
        assert self.trick is not None
        size = self.trick.size
        if self.hands[player] < size:
            play = self.trick.play_of(player)
            had = self.hands[player] + (play.count if play else 0)
            # a player without cards cannot reply at all, whatever the option
            if had == 0 or self.rules.short_hand == "play_all_cannot_beat":
                size = min(size, had)
        return size

    @property
    def replies(self) -> int | None:
        """Who is the next to reply to the open trick; None when all have."""
        trick = self.trick
        assert trick is not None
        leader, size = trick.leader, trick.size
        for player in seating.turn_order(len(self.seats), self.out, leader):
            if player != leader:
                laid = trick.laid(player)
                if laid < size and (laid + self.hands[player] >= size or laid < self.reply_size(player)):
                    return player
        return None

    @property
    def leads(self) -> int | None:
        """Who has to lead: with unequal hands the lead passes on from a player without cards."""
        leader = self.leader
        if leader is None or self.hands[leader]:
            return leader
        return next((player for player in self.turn_order(leader) if self.hands[player]), leader)

    @property
    def to_act(self) -> int | None:
        """Whose act is due; None when it cannot be told or none is."""
        if self.phase is Phase.REPLY and self.trick is not None:
            return self.replies
        if self.phase is Phase.LEAD:
            return self.leads
        if self.phase is Phase.ORDER and isinstance(self.neighbour, MacaoState):
            return None if self.neighbour.to_order is None else self.index(self.neighbour.to_order)
        if self.phase is Phase.TAKE and self.trick is not None:
            return self.trick.taker
        return self.draws if self.phase is Phase.DRAW else None

    @property
    def draws(self) -> int | None:
        """Whose draw is next; None when nobody has to draw."""
        if not self.due:
            return None
        return self.due[self.passed] if self.passed < len(self.due) else self.due[0]

    # --- cards --------------------------------------------------------------------------------------

    @property
    def pack(self) -> int:
        """Mask of the whole pack."""
        return PACK_MASKS[self.rules.pack_size]

    @property
    def trick_known(self) -> int:
        """Mask of the known cards in the play zone."""
        mask = 0
        if self.trick is not None:
            for play in self.trick.plays:
                for card in play.up:
                    if card is not None:
                        mask |= card.bit
                for card in play.turned:
                    mask |= card.bit
        return mask

    @property
    def trick_hidden(self) -> int:
        """Cards in the play zone that are not known."""
        if self.trick is None:
            return 0
        return sum(play.down - len(play.turned) + play.up.count(None) for play in self.trick.plays)

    @property
    def trump_lies(self) -> int:
        """Mask of the turned card while it lies by itself, else 0."""
        if self.trump is None or self.trump_at in (TrumpAt.GONE, TrumpAt.UNSEEN):
            return 0
        return self.trump.bit

    @property
    def located(self) -> int:
        """Mask of the cards whose place is known."""
        mask = self.trick_known | self.trump_lies
        for held in self.held:
            mask |= held
        for pile in self.piles:
            mask |= pile.known
        return mask

    @property
    def unlocated(self) -> int:
        """Mask of the cards that may be any hidden card."""
        return self.pack & ~self.located

    def points(self, side: int) -> Points:
        """What the pile of a side may hold; in Marriage and Macao, what the player has."""
        if self.neighbour is not None:
            if isinstance(self.neighbour, MarriageState):
                dealt = bool(self.neighbour.table.piles)
                return self.neighbour.points(self.seats[side]) if dealt else Points(0, 0)
            total = self.neighbour.standings[self.seats[side]]
            return Points(total, total)
        pile = self.piles[side]
        known = mask_points(pile.known)
        if not pile.hidden:
            return Points(known, known)
        unlocated = self.unlocated
        return Points(
            known + smallest_points(unlocated, pile.hidden), known + largest_points(unlocated, pile.hidden)
        )

    def public_points(self, side: int) -> Points:
        """As `points`, by what everybody at the table could see: cards that were peeked at count as hidden."""
        secret = self.secret
        if not secret:
            return self.points(side)
        pile = self.piles[side]
        known = mask_points(pile.known & ~secret)
        hidden = pile.hidden + (pile.known & secret).bit_count()
        unlocated = self.pack & ~(self.located & ~secret)
        return Points(known + smallest_points(unlocated, hidden), known + largest_points(unlocated, hidden))

    def proven_points(self, side: int, kept: int = 0) -> tuple[int, int, Points]:
        """(points of the surely read cards, other cards, possible totals) of a pile: the ground of a claim.

        A card whose reading is doubtful counts as hidden here, whatever is shown on the board.

        :param kept: mask of further cards that count as hidden.
        """
        pile = self.piles[side]
        unsure = self.doubtful | kept
        doubtful = pile.known & unsure
        seen = mask_points(pile.known & ~doubtful)
        hidden = pile.hidden + doubtful.bit_count()
        # a doubtful reading elsewhere does not rule its card out of this pile either
        unlocated = self.pack & ~(self.located & ~unsure)
        return (
            seen,
            hidden,
            Points(seen + smallest_points(unlocated, hidden), seen + largest_points(unlocated, hidden)),
        )

    def where(self, card: Card) -> str | None:
        """Where that card is known to be: "trump", "trick", "hand", "pile"; None when it may be anywhere."""
        bit = card.bit
        if self.trump_lies & bit:
            return "trump"
        if self.trick_known & bit:
            return "trick"
        if any(held & bit for held in self.held):
            return "hand"
        if any(pile.known & bit for pile in self.piles):
            return "pile"
        return None

    @property
    def over(self) -> bool:
        """Is nothing a play any more until the next deal?"""
        return self.phase in (Phase.OVER, Phase.WAITING)

    @property
    def trump_suit(self) -> Suit | None:
        """The trump suit; None while it is not known."""
        return self.order.trump


def new_state(
    rules: RuleSet,
    seats: tuple[Seat, ...],
    names: tuple[tuple[Seat, str], ...] = (),
    settings: Settings | None = None,
) -> GameState:
    """The state of a table before its first deal."""
    sides = sides_of(rules, len(seats))
    return GameState(
        rules=rules,
        seats=seats,
        sides=sides,
        names=names,
        settings=settings or Settings(),
        hands=(0,) * len(seats),
        held=(0,) * len(seats),
        owed=(0,) * len(seats),
        piles=(Pile(),) * (max(sides) + 1),
        match=MatchState.start(
            tuple(
                "".join(s for s, its in zip(seats, sides, strict=True) if its == side)
                for side in range(max(sides) + 1)
            )
        ),
    )


def known_texts(mask: int) -> tuple[str, ...]:
    """The cards of a mask as texts, for facts and views."""
    return tuple(str(card) for card in cards_in(mask))
