"""What a table is made of, as small values: settings, phases, plays, tricks, piles, claims.

`bura.position.GameState` puts them together and gives them on under its own name.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from bura.bounds import Points
from bura.cards import Card
from bura.errors import RulesError


@dataclass(frozen=True, slots=True)
class Settings:
    """How the referee treats doubt. None of these is a rule of the game."""

    fouls_end_deal: bool = False
    """True: a foul that costs the deal ends it at once. False: the loss is a proposed ruling, shown until the
    umpire enforces or waives it (`Ruled`), and the record follows what the table goes on doing"""
    accuse_from: float = 0.6
    """least confidence 0..1 of everything an accusation rests on; below it, "please check" instead"""
    prove_from: float = 0.8
    """least confidence 0..1 of a card reading that may prove a claim; below it, the card counts as hidden"""
    commit_from: float = 0.5
    """least confidence 0..1 with which a reading is taken; below it, a card was laid that is not known"""
    card_from: float = 0.8
    """least confidence 0..1 of a card reading, the trump's included, by which a camera's story accuses somebody of what
    another card would not have been: a wrong pile, a mixed lead, a partial beat"""
    draw_from: float = 0.9
    """least confidence 0..1 of every draw since the last trick, by which a card too many accuses who drew them: of a
    draw that was only glimpsed there may have been none"""
    drawing_s: float = 3.0
    """seconds within which a draw follows the one before it, or the gathered trick: a card too many later than that
    may be the draw of a trick that no camera saw, and accuses nobody"""
    order_s: float = 0.5
    """seconds by which a camera must have seen one act before another to accuse somebody by their order"""
    spectator_delay_s: float = 60.0
    """how many seconds behind spectators are kept"""
    counting: str = "rules"
    """who sees the points of a running deal: "open", "hidden" until a claim ends the deal, or as the "rules" have it"""

    @classmethod
    def of(cls, pairs: tuple[tuple[str, Any], ...]) -> Settings:
        """Settings from (name, value) pairs.

        :raises RulesError: for an unknown name or an impossible value.
        """
        known = {spec.name for spec in fields(cls)}
        for name, value in pairs:
            if name not in known:
                raise RulesError(f"there is no setting {name!r}: known are {', '.join(sorted(known))}")
            if name == "fouls_end_deal":
                if not isinstance(value, bool):
                    raise RulesError(f"setting {name} = {value!r} is impossible: it takes true or false")
            elif name == "counting":
                if value not in ("rules", "open", "hidden"):
                    raise RulesError(
                        f"setting {name} = {value!r} is impossible: it takes rules, open or hidden"
                    )
            elif isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
                raise RulesError(f"setting {name} = {value!r} is impossible: it takes a number")
            elif not name.endswith("_s") and value > 1:
                raise RulesError(f"setting {name} = {value!r} is impossible: it takes a number from 0 to 1")
        return cls(**dict(pairs))

    def pairs(self) -> tuple[tuple[str, Any], ...]:
        """The settings that differ from the defaults."""
        default = Settings()
        return tuple(
            (spec.name, getattr(self, spec.name))
            for spec in fields(self)
            if getattr(self, spec.name) != getattr(default, spec.name)
        )


class Phase(StrEnum):
    """What the table is waiting for."""

    WAITING = "waiting"
    """no deal is on the table"""
    ORDER = "order"
    """Macao: tricks have to be ordered"""
    LEAD = "lead"
    """the leader has to lead"""
    REPLY = "reply"
    """somebody has to reply"""
    TAKE = "take"
    """all have replied: the trick has to be gathered"""
    DRAW = "draw"
    """cards have to be drawn"""
    COUNT = "count"
    """a pile has to be counted: for a claim, or because the cards are all played"""
    OVER = "over"
    """the deal is over: nothing is a play until the next one"""


class Standing(StrEnum):
    """What a play to a trick is."""

    LEAD = "lead"
    """the lead"""
    OPEN = "open"
    """fewer cards than were led so far"""
    BEATS = "beats"
    """beats the set it had to beat"""
    GIVEN = "given"
    """beats nothing"""
    UNKNOWN = "unknown"
    """cannot be told: a card was not read, or the table's rule asks the player"""


class TrumpAt(StrEnum):
    """Where the turned card is."""

    UNSEEN = "unseen"
    """not shown yet"""
    STOCK = "stock"
    """under the stock, drawn last"""
    TOP = "top"
    """put back on top, drawn first"""
    ASIDE = "aside"
    """set aside, in nobody's hand"""
    GONE = "gone"
    """drawn: it is a card like others"""


@dataclass(frozen=True, slots=True)
class Play:
    """What one player has laid to the trick."""

    seat: int
    """index of the player"""
    up: tuple[Card | None, ...] = ()
    """face-up cards in the order laid; None: not read"""
    down: int = 0
    """face-down cards"""
    turned: tuple[Card, ...] = ()
    """those of the face-down cards that were looked at later; the play stays given"""
    standing: Standing = Standing.OPEN
    """what it is"""
    seqs: tuple[int, ...] = ()
    """entries it comes from"""
    meant: bool | None = None
    """what he said of it (`beat_intent` = declared): it beats, it is given; None: nothing"""

    @property
    def count(self) -> int:
        """Cards of the play."""
        return len(self.up) + self.down

    @property
    def cards(self) -> tuple[Card, ...]:
        """The known cards."""
        return tuple(card for card in self.up if card is not None)


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards in the play zone."""

    plays: tuple[Play, ...]
    """the lead first, then the replies in the order laid"""
    best: int | None = 0
    """index in ``plays`` of the set to beat; None: cannot be told"""

    @property
    def leader(self) -> int:
        """Index of the player who led."""
        return self.plays[0].seat

    @property
    def size(self) -> int:
        """Cards led."""
        lead = self.plays[0]
        return len(lead.up) + lead.down

    @property
    def taker(self) -> int | None:
        """Index of the player to whom it goes as it stands; None when that cannot be told."""
        return None if self.best is None else self.plays[self.best].seat

    def play_of(self, seat: int) -> Play | None:
        """What that player has laid."""
        for play in self.plays:
            if play.seat == seat:
                return play
        return None

    def laid(self, seat: int) -> int:
        """How many cards that player has laid."""
        for play in self.plays:
            if play.seat == seat:
                return len(play.up) + play.down
        return 0

    @property
    def seqs(self) -> tuple[int, ...]:
        """The entries it comes from."""
        return tuple(seq for play in self.plays for seq in play.seqs)


@dataclass(frozen=True, slots=True)
class Pile:
    """The taken tricks of a player or a side."""

    known: int = 0
    """mask of the cards known to be in it"""
    hidden: int = 0
    """cards in it that are not known"""
    tricks: int = 0
    """tricks taken"""
    joined: int = 0
    """cards that came from the hand of a player who got out (`leaver_hand`), not from tricks"""

    def holding(self, known: int, hidden: int) -> Pile:
        """The same pile with other knowledge of its cards."""
        return Pile(known, hidden, self.tricks, self.joined)

    @property
    def count(self) -> int:
        """Cards in it."""
        return self.known.bit_count() + self.hidden


class ClaimState(StrEnum):
    """What is known of a claim."""

    TRUE = "true"
    FALSE = "false"
    MUST_COUNT = "must_count"
    VOID = "void"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Claim:
    """The newest claim of the deal."""

    seat: int
    """who claimed"""
    seq: int
    """its entry"""
    state: ClaimState
    """what is known of it"""
    seen_points: int
    """points of the known cards in the pile"""
    hidden: int
    """hidden cards in it"""
    total: Points
    """what the pile may hold, a compensation included"""
    needed: int
    """points that make it true"""
    implicit: bool = False
    """True: nobody said so, cards were turned (RULEBOOK 2.5)"""


@dataclass(frozen=True, slots=True)
class Stop:
    """An announced combination."""

    seat: int
    """who announced"""
    seq: int
    """its entry"""
    name: str | None
    """what was announced; None: only "Stop!" """
    cards: tuple[Card, ...] = ()
    """the cards shown for it"""
