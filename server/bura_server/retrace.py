"""Taking up a log again: what the observer reports twice is recognised, what is new goes on.

A recording is watched again from its beginning and gives the same events every time. `Retrace` walks along the log
with a second referee, event by event, until everything the log holds has been seen again; an act of which a crash
kept only some entries is completed. A camera is not watched again: it finds the table in the middle of a
deal, and `Rejoin` takes out what only tells of cards that lay there before.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from bura.log import Entry, Source
from bura.position import GameState
from bura.referee import Referee
from bura.table import CardsLaid, CardsTaken, DealBegan, TableEvent, TrumpSeen

log = logging.getLogger(__name__)


def same(one: Entry, other: Entry) -> bool:
    """Do two entries tell the same act?"""
    return one.event == other.event and one.at_s == other.at_s


class Retrace:
    """Walks along the entries of a log with the events that once led to them."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._log = entries
        self._at = 1  # the start of the game is nobody's observation
        self._shadow = self._referee()
        self._lost = False
        self._skipped: list[Entry] = []

    def _referee(self) -> Referee:
        return Referee("", (), entries=self._log[: self._at])

    @property
    def done(self) -> bool:
        """Has everything that was observed been seen again?"""
        return self._lost or all(entry.source is Source.HUMAN for entry in self._log[self._at :])

    @property
    def finished(self) -> bool:
        """Has the whole log been walked along, people's entries included?"""
        return self._lost or self._at >= len(self._log)

    @property
    def over(self) -> bool:
        """Was the deal over at the place the walk has come to?"""
        return self._shadow.state.over

    def pass_on(self, event: TableEvent) -> tuple[bool, tuple[Entry, ...]]:
        """(is this event known?, entries a crash has kept from the log).

        The entries continue the log as it was read; they are only ever given at its very end.
        """
        if self.finished:
            return False, ()
        # A person's act is dated by the newest picture there was, so what happened later was reported later.
        self._skip(lambda entry: entry.at_s < event.at_s)
        while not self.finished:
            told = self._shadow.feed(event)
            if not told:
                return True, ()
            if any(same(told[0], entry) for entry in self._skipped):
                # a word from a side file, passed over as a person's
                self._shadow = self._referee()
                return True, ()
            rest = self._log[self._at :]
            known = sum(same(one, other) for one, other in zip(told, rest, strict=False))
            if known == min(len(told), len(rest)):
                self._at += known
                return True, told[known:]
            if rest[0].source is not Source.HUMAN:
                self._lost = True
                log.warning("the recording no longer gives what the log holds at entry %d", rest[0].seq)
                return False, ()
            # The referee wrote something else than the log holds: a person had acted before this event.
            self._skip(rest[0].__eq__)
        return False, ()

    def _skip(self, earlier: Callable[[Entry], bool]) -> None:
        """Pass over people's entries that come next."""
        before = self._at
        while self._at < len(self._log):
            entry = self._log[self._at]
            if entry.source is not Source.HUMAN or not earlier(entry):
                break
            self._skipped.append(entry)
            self._at += 1
        if self._at > before:
            self._shadow = self._referee()


class Rejoin:
    """Takes out of a camera's events what the log of a running deal already tells."""

    def __init__(self) -> None:
        self._active = True
        self._began: DealBegan | None = None

    def pass_on(self, events: Iterable[TableEvent], state: GameState) -> tuple[TableEvent, ...]:
        """The events that are news, given the deal as the log has it."""
        passed: list[TableEvent] = []
        for event in events:
            passed.extend(self._one(event, state))
        return tuple(passed)

    def _one(self, event: TableEvent, state: GameState) -> tuple[TableEvent, ...]:
        if not self._active or state.over or not state.deal:
            self._active = False
            return (event,)
        match event:
            case DealBegan():
                # Whether it is the same deal or the next one, the turned card tells.
                self._began = event
                return ()
            case TrumpSeen():
                began, self._began = self._began, None
                card = event.belief.best
                if began is None or card is None or state.trump in (None, card):
                    return (event,)
                self._active = False
                return (began, event)
            case CardsLaid():
                self._began = None
                return self._new_cards(event, state)
            case CardsTaken():
                self._active = False
        return (event,)

    def _new_cards(self, event: CardsLaid, state: GameState) -> tuple[TableEvent, ...]:
        """Without the cards that lie in the log's open trick."""
        if state.trick is None:
            return (event,)
        lying = {card for play in state.trick.plays for card in play.up if card is not None}
        cards = tuple(belief for belief in event.cards if belief.best not in lying)
        player = None if event.seat is None else state.index(event.seat)
        down = sum(play.down for play in state.trick.plays if player is None or play.seat == player)
        rest = replace(event, cards=cards, face_down=max(0, event.face_down - down))
        return (rest,) if rest.cards or rest.face_down else ()
