"""Random players: whole deals, honest or with one foul, with the clumsy things honest people do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from random import Random

from bura.cards import Card
from bura.errors import BuraError
from bura.events import Claimed, Drew, Event, Lead, Reply, Revealed, TakenBack, Took, TrumpShown
from bura.position import Phase
from bura.rules import find_ruleset
from bura.state import apply
from bura.table import Place
from bura.tricklogic import beats_partly
from bura_datasets.ruling import begin
from bura_datasets.script import (
    Act,
    Draw,
    Lay,
    Look,
    Manner,
    Reach,
    Rest,
    Say,
    Script,
    Show,
    Spread,
    Straighten,
    Swap,
    Take,
    TakeBack,
    TurnUp,
    deal,
)


class Foul(StrEnum):
    """One offence against the rules, done once, at the first occasion after ``Wishes.after`` tricks."""

    EXTRA_CARD = "extra_card"
    EXTRA_CARD_STUCK = "extra_card_stuck"
    """two cards in one movement"""
    DRAW_OUT_OF_TURN = "draw_out_of_turn"
    FALSE_CLAIM = "false_claim"
    NO_DRAW = "no_draw"
    """a player who has to draw does not, and the next trick begins"""
    MIXED_LEAD = "mixed_lead"
    WRONG_COUNT = "wrong_count"
    """a card more than was led"""
    TOO_FEW = "too_few"
    """a card less than was led"""
    LEAD_OUT_OF_TURN = "lead_out_of_turn"
    REPLY_OUT_OF_TURN = "reply_out_of_turn"
    """the last one replies first and takes his card back"""
    WRONG_PILE = "wrong_pile"
    """the loser sweeps the trick"""
    PEEK = "peek"
    """a player turns his face-down discard"""
    PEEK_OTHER = "peek_other"
    """… another's"""
    TAKE_BACK = "take_back"
    """a reply goes back to the hand and other cards come"""
    LOOK_PILE = "look_pile"
    """a player lifts cards of his own pile and looks at them; the lowest of them is seen for a moment"""
    LOOK_OTHER_PILE = "look_other_pile"
    """… of another's pile"""
    PARTIAL_BEAT = "partial_beat"
    """cards are laid on all the led ones, of which they beat only a part"""
    SWAP = "swap"
    """a laid card is exchanged for one of the hand before the trick is gathered"""

    def hindrance(self, rules: str, seats: int) -> str:
        """Why a game of so many players never gives an occasion for it; empty when it may."""
        if self is Foul.REPLY_OUT_OF_TURN and seats < 3:
            return "takes 3 players or more"
        if self in (Foul.PEEK, Foul.PEEK_OTHER) and find_ruleset(rules).discard_face == "open":
            return "takes a game in which given cards lie face down"
        if self is Foul.PARTIAL_BEAT and find_ruleset(rules).discard_face == "down_mandatory":
            return "takes a game in which given cards may lie face up"
        return ""


class Clumsy(StrEnum):
    """What honest people do; nothing of it is a play or a foul."""

    REACH = "reach"
    """a hand reaches in though nothing is due"""
    SHOW = "show"
    """a card touches the table for 0.3 s and returns to the hand"""
    QUICK = "quick"
    """several cards laid at once in 0.4 s"""
    SLOW = "slow"
    """one by one over seconds"""
    HAND_IN_SWEEP = "hand_in_sweep"
    """another hand over the table while the trick is gathered"""
    HESITATE = "hesitate"
    """the hand goes to the stock, comes back empty, and then draws; looks like a card too many"""
    EAGER = "eager"
    """reaches for the stock before his turn and lets be; looks like drawing before one's turn"""
    TIDY_STOCK = "tidy_stock"
    """puts the stock straight after the last draw; looks like a card too many"""
    TIDY_PILE = "tidy_pile"
    """puts his pile straight; looks like a look into it"""
    TOUCH_DISCARD = "touch_discard"
    """a hand rests on face-down discards; looks like turning them"""
    FAN_AFTER_END = "fan_after_end"
    """the piles are spread when the deal is over"""
    LIFT_PILE = "lift_pile"
    """lifts some cards of his pile, backs up, and puts them back straight; looks like a look into it"""
    STRAIGHTEN = "straighten"
    """puts a card straight that he has laid; looks like an exchange of it"""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the random deal should hold."""

    seconds: float = 60.0
    """about how long the clip should be"""
    fouls: tuple[Foul, ...] = ()
    clumsy: tuple[Clumsy, ...] = ()
    after: int = 1
    """tricks played before the first foul"""
    claim: bool = False
    """claim as soon as the open cards prove it"""
    blind: bool = False
    """claim as soon as the cards face down make it possible"""


def random_deal(rules: str, seats: int, rng: Random, wishes: Wishes) -> Script:
    """A shuffled deal and the acts of players who lead, beat and discard at random.

    :raises BuraError: for unknown rules, for a foul that the game cannot hold, or when the cards gave no occasion for
        a wished foul in twenty deals.
    """
    for _ in range(20):
        table = _Table(deal(rules, seats, rng), rng, wishes)
        for foul in wishes.fouls:
            if why := foul.hindrance(rules, seats):
                raise BuraError(f"{foul} {why}: not {rules} with {seats} players")
        script = table.play()
        if not table.fouls:
            return script
    raise BuraError(
        f"no deal gave an occasion for {table.fouls[0]} within {wishes.seconds:g} s: allow more seconds"
    )


#: rough times (s) of the acts, to stop near the wished length
_COST = {"lay": 1.15, "pause": 0.65, "take": 2.0, "draw": 1.2}


class _Table:
    """Plays one deal, with the engine's state as its memory."""

    def __init__(self, script: Script, rng: Random, wishes: Wishes) -> None:
        self.script, self.rng, self.wishes = script, rng, wishes
        self.hands = {seat: list(cards) for seat, cards in script.hands.items()}
        self.stock = list(script.stock)
        self.fouls = list(wishes.fouls)
        self.clumsy = list(wishes.clumsy)
        self.acts: list[Act] = []
        self.spent = 3.5
        self.seq = 2
        self.done: list[str] = []
        self.state = begin(script.rules, script.seats, script.dealer)
        self.piles: dict[str, list[Card]] = {seat: [] for seat in script.seats}
        """the lowest first"""
        self.laid: list[tuple[str, Card]] = []
        """the running trick, as the cards came to lie"""
        self.feed(TrumpShown(script.trump))

    def feed(self, event: Event) -> None:
        self.state = apply(self.state, event, self.seq)
        self.seq += 1

    def seat(self, player: int) -> str:
        return self.script.seats[player]

    def wants(self, *kinds: Foul) -> Foul | None:
        """The next wished foul, when it is one of ``kinds`` and its time has come."""
        ready = self.state.tricks >= self.wishes.after and self.fouls and self.fouls[0] in kinds
        return self.fouls[0] if ready else None

    def commit(self) -> None:
        self.done.append(str(self.fouls.pop(0)))

    def clumsily(self, kind: Clumsy, chance: float) -> bool:
        """Whether the wished clumsiness happens here; each wish comes true once."""
        if kind in self.clumsy and self.rng.random() < chance:
            self.clumsy.remove(kind)
            return True
        return False

    # -- acts ------------------------------------------------------------------------------------

    def play(self) -> Script:
        while self.spent < self.wishes.seconds and self.state.phase not in (Phase.OVER, Phase.COUNT):
            leader = self.state.leader
            assert leader is not None
            if not self.hands[self.seat(leader)]:
                break
            self.lead(self.seat(leader))
            if self.over:  # led a combination that wins at once
                break
            self.replies(self.seat(leader))
            if self.take():
                break
            if not self.draws():
                break
            if self.wants(Foul.LOOK_PILE, Foul.LOOK_OTHER_PILE):
                self.look()
        if Clumsy.FAN_AFTER_END in self.wishes.clumsy:
            self.acts.append(Rest(seconds=1.0))
            self.acts += [Spread(seat=seat) for seat in self.script.seats if self.piles[seat]][:1]
        return replace(self.script, acts=tuple(self.acts), verdicts=tuple(self.done), title=self.title())

    @property
    def over(self) -> bool:
        """Has the deal been won?"""
        return self.state.phase is Phase.OVER

    def title(self) -> str:
        words = [*self.done, *(str(kind) for kind in self.wishes.clumsy)]
        return f"{self.script.rules}: {', '.join(words) or 'an honest deal'}"

    def lay(
        self,
        seat: str,
        cards: list[Card],
        down: list[Card],
        manner: Manner = Manner.EACH,
        on_top: bool | None = None,
    ) -> None:
        if self.clumsily(Clumsy.SHOW, 0.35) and self.hands[seat]:
            self.acts.append(Show(seat=seat, cards=(self.rng.choice(self.hands[seat]),)))
            self.spent += 1.8
        for card in (*cards, *down):
            self.hands[seat].remove(card)
            self.laid.append((seat, card))
        self.acts.append(
            Lay(seat=seat, cards=tuple(cards), face_down=tuple(down), manner=manner, on_top=on_top)
        )
        self.spent += _COST["pause"] + _COST["lay"] * (len(cards) + len(down))

    def lead(self, seat: str) -> None:
        if self.wants(Foul.LEAD_OUT_OF_TURN):
            other = self.rng.choice([s for s in self.script.seats if s != seat])
            card = self.rng.choice(self.hands[other])
            self.acts += [Lay(seat=other, cards=(card,)), TakeBack(seat=other, pause_s=1.6)]
            self.spent += 4.5
            self.commit()
        hand = self.hands[seat]
        groups = [[card for card in hand if card.suit == suit] for suit in {card.suit: None for card in hand}]
        group = self.rng.choice([g for g in groups for _ in range(len(g) ** 2)])
        many = Clumsy.QUICK in self.clumsy or Clumsy.SLOW in self.clumsy
        count = len(group) if many else self.rng.choice([1, *range(1, len(group) + 1)])
        if self.wants(Foul.PARTIAL_BEAT):
            count = min(len(group), max(2, count))
        cards = self.rng.sample(group, count)
        if self.wants(Foul.MIXED_LEAD) and len(groups) > 1:
            odd = self.rng.choice([card for card in hand if card.suit != cards[0].suit])
            cards = [cards[0], odd]
            self.commit()
        manner = Manner.EACH
        if len(cards) > 1 and self.clumsily(Clumsy.QUICK, 1.0):
            manner = Manner.QUICK
        elif len(cards) > 1 and self.clumsily(Clumsy.SLOW, 1.0):
            manner = Manner.SLOW
        self.lay(seat, cards, [], manner)
        self.feed(Lead(seat, tuple(cards)))
        if self.over:
            return
        if self.clumsily(Clumsy.STRAIGHTEN, 0.4):
            self.straighten(seat)
        # one of several led cards would mostly make it a mixed lead besides
        if self.wants(Foul.SWAP) and len(cards) == 1 and self.hands[seat] and self.rng.random() < 0.3:
            self.swap(seat, cards)

    def replies(self, leader: str) -> None:
        seats = self.script.seats
        start = seats.index(leader)
        for seat in (*seats[start + 1 :], *seats[:start]):
            trick = self.state.trick
            assert trick is not None
            if self.clumsily(Clumsy.REACH, 0.4):
                self.acts.append(
                    Reach(seat=self.rng.choice(seats), place=self.rng.choice(["play", "stock", "pile"]))
                )
                self.spent += 2.0
            if self.wants(Foul.REPLY_OUT_OF_TURN) and seat == seats[(start + 1) % len(seats)]:
                last = seats[(start - 1) % len(seats)]
                card = self.rng.choice(self.hands[last])
                self.acts += [Lay(seat=last, cards=(card,)), TakeBack(seat=last, pause_s=1.4)]
                self.feed(Reply(last, (card,)))
                self.feed(TakenBack(last, (card,)))
                self.spent += 4.5
                self.commit()
            cards, down = self.reply(seat, trick.size)
            if self.wants(Foul.TOO_FEW) and len(cards) + len(down) > 1:
                (cards or down).pop()
                self.commit()
            if self.wants(Foul.WRONG_COUNT) and len(self.hands[seat]) > len(cards) + len(down):
                extra = self.rng.choice([card for card in self.hands[seat] if card not in cards + down])
                cards.append(extra)
                self.commit()
            if self.wants(Foul.TAKE_BACK) and len(self.hands[seat]) > trick.size:
                first = self.rng.sample(self.hands[seat], trick.size)
                self.acts += [Lay(seat=seat, cards=tuple(first)), TakeBack(seat=seat, pause_s=1.4)]
                self.spent += 4.0
                self.commit()
            target = trick.plays[trick.best].cards if trick.best is not None else ()
            partly = self.partly(seat, target) if self.wants(Foul.PARTIAL_BEAT) else []
            if partly:
                cards, down = partly, []
                self.commit()
            beats = not down and self.state.order.beats(cards, target)
            # What is only given lies beside the led cards; beating cards lie as the players are used to.
            self.lay(seat, cards, down, on_top=True if partly else None if beats else False)
            self.feed(Reply(seat, tuple(cards), len(down)))
            if self.clumsily(Clumsy.STRAIGHTEN, 0.4):
                self.straighten(seat)
            if self.wants(Foul.SWAP) and cards and self.hands[seat] and self.rng.random() < 0.6:
                self.swap(seat, cards)
            if down and self.wants(Foul.PEEK, Foul.PEEK_OTHER):
                other = self.rng.choice([s for s in seats if s != seat])
                who = seat if self.fouls[0] is Foul.PEEK else other
                self.acts.append(TurnUp(seat=who, of=seat, pause_s=1.0))
                self.spent += 2.5
                self.commit()
            elif down and self.clumsily(Clumsy.TOUCH_DISCARD, 0.7):
                self.acts.append(Reach(seat=seat, place="play", stay_s=self.rng.uniform(0.3, 1.5)))
                self.spent += 2.0

    def reply(self, seat: str, count: int) -> tuple[list[Card], list[Card]]:
        """(face up, face down): beat when it comes to mind, else give the cheapest or any."""
        state, hand = self.state, self.hands[seat]
        trick = state.trick
        assert trick is not None
        count = min(count, len(hand))
        target = trick.plays[trick.best].cards if trick.best is not None else ()
        beating = [
            list(way)
            for way in combinations(hand, count)
            if len(target) == count and state.order.beats(way, target)
        ]
        if beating and self.rng.random() < 0.75:
            chosen = min(beating, key=lambda way: sum(card.points for card in way))
            pairs = state.order.assignment(chosen, target)
            assert pairs is not None
            return [high for high, _ in pairs], []
        given = sorted(
            hand, key=lambda card: (card.points, card.suit == (state.trump.suit if state.trump else None))
        )[:count]
        if self.rng.random() < 0.3:
            given = self.rng.sample(hand, count)
        face = str(state.rules.discard_face)
        would_beat = len(given) == count and state.order.beats(given, target)
        if face == "down_mandatory" or (would_beat and face != "open"):
            return [], given
        if face == "open":
            return given, []
        split = self.rng.choice([0, 0, count, self.rng.randint(0, count)])
        return given[split:], given[:split]

    def partly(self, seat: str, target: tuple[Card, ...]) -> list[Card]:
        """Cards of the hand that beat some of ``target`` and not all, each on the one it beats; or none."""
        order = self.state.order
        if len(target) < 2:
            return []
        ways = [
            way
            for way in combinations(self.hands[seat], len(target))
            if not order.beats(way, target) and beats_partly(order, way, target)
        ]
        if not ways:
            return []
        rest = list(self.rng.choice(ways))
        laid: list[Card | None] = [None] * len(target)
        for n, low in enumerate(target):
            high = next((card for card in rest if order.beats_card(card, low)), None)
            if high is not None:
                rest.remove(high)
                laid[n] = high
        return [card if card is not None else rest.pop() for card in laid]

    def straighten(self, seat: str) -> None:
        """Puts the card straight that he laid last."""
        self.acts.append(Straighten(seat=seat, pause_s=self.rng.uniform(0.2, 0.8)))
        self.spent += 1.8

    def swap(self, seat: str, cards: list[Card]) -> None:
        """One of the cards that he has just laid goes back to the hand and another lies in its place."""
        old, new = self.rng.choice(cards), self.rng.choice(self.hands[seat])
        on_top = self.rng.random() < 0.4
        self.acts.append(
            Swap(seat=seat, cards=(new,), instead=(old,), on_top=on_top, pause_s=self.rng.uniform(1.0, 2.0))
        )
        self.hands[seat].remove(new)
        self.hands[seat].append(old)
        self.laid = [(who, new if card == old else card) for who, card in self.laid]
        leads = self.state.trick is not None and self.seat(self.state.trick.leader) == seat
        self.feed(TakenBack(seat, (old,)))
        self.feed((Lead if leads else Reply)(seat, (new,)))
        self.spent += 3.0
        self.commit()

    def look(self) -> None:
        """Somebody looks into a pile; which cards of it he sees is left to chance."""
        mine = self.fouls[0] is Foul.LOOK_PILE
        owners = [seat for seat in self.script.seats if self.piles[seat]]
        if not owners:
            return
        owner = self.rng.choice(owners)
        sides = dict(zip(self.script.seats, self.state.sides, strict=True))
        seat = owner
        if not mine:
            seat = self.rng.choice([other for other in self.script.seats if sides[other] != sides[owner]])
        count = self.rng.randint(1, len(self.piles[owner]))
        stay_s = round(self.rng.uniform(0.6, 2.5), 2)
        self.acts.append(Look(seat=seat, of="" if mine else owner, count=count, stay_s=stay_s, pause_s=0.8))
        self.feed(Revealed(seat, (self.piles[owner][-count],), Place.PILE, None if mine else owner))
        self.spent += 2.5 + stay_s
        self.commit()

    def take(self) -> bool:
        """Gather the trick; True when the deal ends with a claim."""
        trick = self.state.trick
        assert trick is not None
        taker = self.seat(trick.taker if trick.taker is not None else trick.leader)
        sweeper = taker
        if self.wants(Foul.WRONG_PILE):
            sweeper = self.rng.choice([seat for seat in self.script.seats if seat != taker])
            self.commit()
        self.acts.append(Take(seat=sweeper))
        self.piles[sweeper] += [card for _, card in reversed(self.laid)]
        self.laid = []
        self.spent += _COST["take"] + _COST["pause"]
        if self.clumsily(Clumsy.HAND_IN_SWEEP, 0.5):
            other = self.rng.choice([seat for seat in self.script.seats if seat != sweeper])
            self.acts.append(Reach(seat=other, pause_s=-1.7, stay_s=0.4))
        if self.clumsily(Clumsy.TIDY_PILE, 0.6):
            self.acts.append(Reach(seat=sweeper, place="pile", stay_s=self.rng.uniform(0.3, 1.2)))
            self.spent += 1.8
        if self.piles[sweeper] and self.clumsily(Clumsy.LIFT_PILE, 0.5):
            count = self.rng.randint(1, len(self.piles[sweeper]))
            self.acts.append(
                Look(seat=sweeper, count=count, faces=False, stay_s=round(self.rng.uniform(0.3, 1.5), 2))
            )
            self.spent += 3.0
        self.feed(Took(sweeper))
        mine = self.state.points(self.state.sides[self.script.seats.index(taker)])
        threshold = self.state.rules.threshold
        if self.wants(Foul.FALSE_CLAIM) and mine.hi < threshold:
            self.commit()
            return self.claim(taker)
        if (self.wishes.claim and mine.lo >= threshold) or (self.wishes.blind and mine.hi >= threshold):
            return self.claim(taker)
        return False

    def claim(self, seat: str) -> bool:
        self.acts.append(Say(seat=seat, word="claim"))
        self.feed(Claimed(seat))
        self.spent += 1.0
        return True

    def draws(self) -> bool:
        """The refill, card by card; False when a foul has ended the deal for this clip."""
        due = [self.seat(player) for player in self.state.due]
        if len(set(due)) > 1 and self.wants(Foul.DRAW_OUT_OF_TURN):
            due[0], due[1] = due[1], due[0]
            self.commit()
        counts = [1] * len(due)
        if due and self.wants(Foul.EXTRA_CARD, Foul.EXTRA_CARD_STUCK) and len(self.stock) > len(due) + 1:
            if self.fouls[0] is Foul.EXTRA_CARD_STUCK:
                counts[-1] = 2
            else:
                due.append(self.rng.choice(due[-2:]))
                counts.append(1)
            self.commit()
        if due and self.wants(Foul.NO_DRAW) and len(self.stock) > len(due):
            lazy = self.rng.choice(sorted(set(due)))
            counts = [count for seat, count in zip(due, counts, strict=True) if seat != lazy]
            due = [seat for seat in due if seat != lazy]
            self.commit()
        for n, (seat, count) in enumerate(zip(due, counts, strict=True)):
            if count > len(self.stock):
                return False
            later = [other for other in due[n + 1 :] if other != seat]
            if later and self.clumsily(Clumsy.EAGER, 0.5):
                self.reach_stock(later[0], 0.2)
            if self.clumsily(Clumsy.HESITATE, 0.4):
                self.reach_stock(seat, self.rng.uniform(0.1, 0.6))
            self.acts.append(Draw(seat=seat, count=count, stuck=count > 1, pause_s=None if n == 0 else 0.3))
            self.hands[seat] += [self.stock.pop(0) for _ in range(count)]
            self.spent += _COST["draw"] + 0.3
            self.feed(Drew(seat, count))
        if due and self.clumsily(Clumsy.TIDY_STOCK, 0.6):
            self.reach_stock(due[-1], self.rng.uniform(0.2, 1.0))
        return True

    def reach_stock(self, seat: str, stay_s: float) -> None:
        """A hand goes to the stock and comes back with nothing."""
        self.acts.append(Reach(seat=seat, place="stock", stay_s=stay_s))
        self.spent += 1.8
