"""The referee: table events in, log entries out.

It decides what an observation *is* (a lead or a reply, whose it was, which acts must have been missed), writes
that down, and keeps the running replay. What the rules say of it is never decided here: legality must not choose a
reading, or illegal play could not be seen.

>>> from bura.table import CardsLaid, CardsTaken, DealBegan, TrumpSeen, Belief, sure
>>> referee = Referee("classic31", ("A", "B"), dealer="B")
>>> for event in (DealBegan(), TrumpSeen(Belief.sure(Card.parse("9H"))), CardsLaid("A", sure("KS"))):
...     _ = referee.feed(event)
>>> [entry.event for entry in referee.feed(CardsLaid("B", sure("10S")))]
[Reply(seat='B', cards=(Card('10S'),), face_down=0)]
>>> referee.replay.state.to_act, referee.replay.state.trick.taker
(1, 1)
"""

from __future__ import annotations

from typing import Any

from bura.cards import Card, pack_check
from bura.desk import Desk
from bura.events import (
    Counted,
    DealOver,
    Dealt,
    Drew,
    Event,
    GameStarted,
    Lead,
    Missed,
    Paused,
    Reply,
    Resumed,
    Returned,
    Revealed,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.log import Entry, Source
from bura.macao_table import MacaoState
from bura.position import GameState, Phase
from bura.rules import find_ruleset
from bura.spoken import spoken
from bura.state import check_players
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsReturned,
    CardsTaken,
    CardsTakenBack,
    CardsTurned,
    DealBegan,
    DealEnded,
    PileSpread,
    Place,
    Said,
    Seat,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
)


class Referee(Desk):
    """Referees one table: `Desk` keeps the log, this adds the port for observers."""

    # --- observations -----------------------------------------------------------------------------------

    def feed(self, event: TableEvent) -> tuple[Entry, ...]:
        """Take one observation. What is no act (a repeated sight, a hand after the end) gives no entry."""
        before = len(self._entries)
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event)
        return tuple(self._entries[before:])

    def _begin(self, event: DealBegan) -> None:
        state = self.state
        untouched = state.deal and not state.over and not state.tricks and state.trick is None
        if untouched and len(set(state.hands)) == 1 and state.hands[0] and not self._ordered():
            return
        if (event.rules and event.rules != state.rules.preset) or (
            event.seats and event.seats != state.seats
        ):
            rules = find_ruleset(event.rules) if event.rules else state.rules
            seats = event.seats or state.seats
            check_players(rules, seats)
            options = () if event.rules else self._start().options
            check = pack_check(rules.pack_size)
            started = GameStarted(rules.preset, seats, state.names, options, state.settings.pairs(), check)
            self._write(started, event)
        dealer = event.dealer if event.dealer is not None else (None if self.state.deal else self._dealer)
        self._write(Dealt(dealer), event)

    def _ordered(self) -> bool:
        """Has anybody ordered tricks in this deal of Macao?"""
        neighbour = self.state.neighbour
        return isinstance(neighbour, MacaoState) and bool(neighbour.orders)

    def _ensure_deal(self, event: TableEvent) -> None:
        """An observer that began in the middle saw no deal: there must have been one."""
        if not self.state.deal:
            self._write(Dealt(self._dealer), event, Source.RULE)

    def _trump(self, event: TrumpSeen) -> None:
        state = self.state
        if state.phase is Phase.WAITING:
            self._write(Dealt(None if state.deal else self._dealer), event, Source.RULE)
            state = self.state
        if state.over:
            return
        card = self._read(event.belief, state, trump=True)
        if state.trump is not None and card in (None, state.trump):
            return
        self._write(TrumpShown(card), event, beliefs=(event.belief,))

    def _laid(self, event: CardsLaid) -> None:
        self._ensure_deal(event)
        state = self.state
        if state.over:
            return
        beliefs = tuple(belief for belief in event.cards if not self._seen_again(belief, event.seat))
        cards = tuple(self._read(belief, state) for belief in beliefs)
        if not cards and not event.face_down:
            return
        if state.phase is Phase.COUNT and self._counting(event, cards):
            return
        seat, guessed = self._whose(event.seat, self._due_to_lay())
        if seat is None:
            self._write(Missed("cards_laid", None, len(cards) + event.face_down), event)
            return
        player = state.index(seat)
        trick = state.trick
        resynced = False
        own = state.neighbour is not None  # those games make good what was missed themselves
        if trick is not None and state.phase is Phase.TAKE and player is not None and not own:
            play = trick.play_of(player)
            if player == trick.leader or (play is not None and play.count >= trick.size):
                # everybody has laid and cards are laid again: the trick must have been gathered unseen
                taker = trick.taker if trick.taker is not None else player
                self._write(Missed("took", state.seats[taker]), event, Source.RULE)
                state, trick, resynced = self.state, self.state.trick, True
                if state.over:
                    return
        if trick is None and state.due and not own:
            self._miss_draws(event)
            state = self.state
        lead = (
            trick is None or not trick.size or player == trick.leader or (own and state.phase is Phase.TAKE)
        )
        act: Event = Lead(seat, cards, event.face_down) if lead else Reply(seat, cards, event.face_down)
        self._write(act, event, beliefs=beliefs, guessed=guessed, resynced=resynced)

    def _miss_draws(self, event: TableEvent) -> None:
        state = self.state
        for player in sorted(set(state.due), key=state.due.index):
            missed = Missed("drew", state.seats[player], state.due.count(player))
            self._write(missed, event, Source.RULE)

    def _due_to_lay(self) -> int | None:
        state = self.state
        if state.phase is Phase.DRAW:
            return state.leader
        return state.to_act

    def _seen_again(self, belief: Belief, seat: Seat | None) -> bool:
        """Does this card lie in the open trick already, laid by the same player (or by whom is not known)?"""
        state, card = self.state, belief.best
        if card is None or state.trick is None or not state.trick_known & card.bit:
            return False
        if seat is None:
            return True
        player = state.index(seat)
        return any(play.seat == player and card in play.up for play in state.trick.plays)

    def _counting(self, event: CardsLaid, cards: tuple[Card | None, ...]) -> bool:
        """While a pile has to be counted, are these its cards being turned? Then they are written as such."""
        state = self.state
        owner = self._pile_owner(cards, event.seat)
        hands = any(state.hands)
        if owner is None or (hands and not any(card and state.where(card) == "pile" for card in cards)):
            if hands:
                return False
            self._write(Missed("cards_laid", event.seat, len(cards)), event)
            return True
        self._write(Revealed(state.seats[owner], cards, Place.PILE), event, beliefs=event.cards)
        return True

    def _pile_owner(self, cards: tuple[Card | None, ...], seat: Seat | None) -> int | None:
        state = self.state
        for card in cards:
            if card is not None:
                for side, pile in enumerate(state.piles):
                    if pile.known & card.bit:
                        return state.sides.index(side)
        if state.claim is not None:
            return state.claim.seat
        return None if seat is None else state.index(seat)

    def _taken(self, event: CardsTaken) -> None:
        state = self.state
        if state.over or not state.deal:
            return
        trick = state.trick
        if trick is None or not trick.size:
            if state.tricks and (event.seat is None or self._same_side(event.seat, state.taker)):
                return  # the rest of the trick that was taken last
            self._write(Missed("took", event.seat), event)
            return
        resynced = False
        if state.phase is Phase.REPLY and state.neighbour is None:
            for player in state.turn_order(trick.leader):
                if player != trick.leader and trick.play_of(player) is None:
                    missed = Missed("reply", state.seats[player], state.reply_size(player))
                    self._write(missed, event, Source.RULE)
                    resynced = True
        trick = self.state.trick
        assert trick is not None
        seat, guessed = self._whose(event.seat, trick.taker if trick.taker is not None else trick.leader)
        if seat is not None:
            self._write(Took(seat), event, guessed=guessed, resynced=resynced)

    def _same_side(self, seat: Seat, player: int | None) -> bool:
        state = self.state
        index = state.index(seat)
        return index is not None and player is not None and state.sides[index] == state.sides[player]

    def _drawn(self, event: CardsDrawn) -> None:
        self._ensure_deal(event)
        state = self.state
        if state.over or event.count < 1:
            return
        if state.phase is Phase.TAKE and state.trick is not None and state.neighbour is None:
            taker = state.trick.taker
            if taker is None and event.seat is not None:
                taker = state.index(event.seat)
            self._write(Missed("took", None if taker is None else state.seats[taker]), event, Source.RULE)
            state = self.state
        seat, guessed = self._whose(event.seat, state.draws)
        if seat is not None and event.confidence < 1.0 and not self._miss_laid(seat, event):
            self._miss_trick(seat, event)
        if seat is None:
            self._write(Missed("cards_drawn", None, event.count), event)
            return
        self._write(Drew(seat, event.count), event, guessed=guessed)

    def _miss_laid(self, seat: Seat, event: CardsDrawn) -> bool:
        """Does he draw more than he was seen to lay, but no more than others laid? Then a card of his lay hidden."""
        state = self.state
        player, short = state.index(seat), dict(self._fold.doubt.short).get(seat, 0)
        if player is None or state.trick is not None or state.neighbour is not None:
            return False
        count = min(short, state.hands[player] + event.count - state.rules.hand_size)
        if count < 1:
            return False
        self._write(Missed("laid", seat, count), event, Source.RULE)
        return True

    def _miss_trick(self, seat: Seat, event: CardsDrawn) -> None:
        """Two players draw too many, one after the other: a camera saw the draws of a trick, but not the trick.

        It is done unseen, a card from each, so that the counts of the rest of the deal come out; who drew first
        took it. A card of his that was taken for an earlier draw of his, which nobody saw, is of this trick instead.
        """
        state, over = self.state, self._fold.doubt.over
        full = {i for i, hand in enumerate(state.hands) if hand >= state.rules.hand_size and state.active(i)}
        first = next((i for i, its in enumerate(state.seats) if its in over and its != seat), None)
        alone = state.trick is None and not state.due and state.neighbour is None
        if first is None or not alone or len(full) < state.players_left or state.index(seat) not in full:
            return
        made_up = state.seats[first] in self._fold.doubt.made_up
        for number, player in enumerate(state.turn_order(first)):
            self._write(Missed("reply" if number else "lead", state.seats[player], 1), event, Source.RULE)
        self._write(Missed("took", state.seats[first]), event, Source.RULE)
        if made_up:
            self._write(Missed("drew", state.seats[first], 1), event, Source.RULE)

    def _returned(self, event: CardsReturned) -> None:
        state = self.state
        if state.over or event.count < 1:
            return
        over = [i for i, hand in enumerate(state.hands) if hand > state.rules.hand_size]
        seat, guessed = self._whose(event.seat, over[0] if over else None)
        if seat is None:
            self._write(Missed("cards_returned", None, event.count), event)
            return
        self._write(Returned(seat, event.count), event, guessed=guessed)

    def _taken_back(self, event: CardsTakenBack) -> None:
        state = self.state
        if state.over or state.trick is None:
            return
        cards = tuple(self._read(belief, state) for belief in event.cards)
        owner = next(
            (play.seat for play in state.trick.plays if any(card and card in play.up for card in cards)),
            state.trick.plays[-1].seat,
        )
        seat, guessed = self._whose(event.seat, owner)
        if seat is not None:
            back = TakenBack(seat, cards, event.face_down)
            self._write(back, event, beliefs=event.cards, guessed=guessed)

    def _turned(self, event: CardsTurned) -> None:
        state = self.state
        if not state.deal:
            return
        cards = tuple(self._read(belief, state) for belief in event.cards)
        owner = None if event.owner is None else state.index(event.owner)
        if owner is None and event.place is Place.DISCARD and state.trick is not None:
            hidden = [play.seat for play in state.trick.plays if play.down > len(play.turned)]
            owner = hidden[0] if hidden else None
        if owner is None:
            owner = state.taker
        seat, guessed = self._whose(event.seat, owner)
        if seat is None:
            self._write(Missed("cards_turned", None, len(cards)), event)
            return
        shown = Revealed(seat, cards, event.place, event.owner)
        self._write(shown, event, beliefs=event.cards, guessed=guessed)

    def _said(self, event: Said) -> None:
        act = spoken(event, tuple(self._read(belief, self.state) for belief in event.cards))
        if act is None:
            return
        self._ensure_deal(event)
        if event.confidence < self.state.settings.accuse_from:
            # a word that was hardly heard must not decide a deal
            self._write(Missed(act.TYPE, event.seat), event)
            return
        self._write(act, event, source=Source.HUMAN, beliefs=event.cards)

    def _spread(self, event: PileSpread) -> None:
        state = self.state
        if not state.deal or state.index(event.seat) is None:
            return
        cards = (*(self._read(belief, state) for belief in event.cards), *(None,) * event.unread)
        self._write(Counted(event.seat, cards), event, beliefs=event.cards)

    def _lost(self, event: SourceLost) -> None:
        if not self.state.paused:
            self._write(Paused("source lost"), event)

    def _back(self, event: SourceBack) -> None:
        if self.state.paused:
            self._write(Resumed(), event)

    def _ended(self, event: DealEnded) -> None:
        if self.state.phase is not Phase.WAITING:
            self._write(DealOver(), event)

    # --- reading ----------------------------------------------------------------------------------------

    def _read(self, belief: Belief, state: GameState, *, trump: bool = False) -> Card | None:
        """The card of a sighting, or None when it is too weak to be taken.

        The turned card lies in plain view, so that no other card can be it: the next best reading stands then.
        """
        lies = 0 if trump else state.trump_lies
        rest = 1.0
        for card, probability in belief.ranked:
            if card.bit & lies and len(belief.ranked) > 1:
                rest -= probability
                continue
            if rest > 0 and probability / max(rest, 1e-9) >= state.settings.commit_from:
                return card
            return None
        return None

    def _whose(self, seat: Seat | None, due: int | None) -> tuple[Seat | None, bool]:
        """(the seat, was it guessed): an act from nowhere is taken for the act that was due."""
        if seat is not None:
            return seat, False
        return (None, True) if due is None else (self.state.seats[due], True)


_HANDLERS: dict[type[TableEvent], Any] = {
    DealBegan: Referee._begin,
    TrumpSeen: Referee._trump,
    CardsLaid: Referee._laid,
    CardsTaken: Referee._taken,
    CardsDrawn: Referee._drawn,
    CardsReturned: Referee._returned,
    CardsTakenBack: Referee._taken_back,
    CardsTurned: Referee._turned,
    Said: Referee._said,
    PileSpread: Referee._spread,
    SourceLost: Referee._lost,
    SourceBack: Referee._back,
    DealEnded: Referee._ended,
}
