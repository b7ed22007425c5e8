"""What people may do at the page, turned into table events and corrections."""

from __future__ import annotations

import logging

from bura.cards import Card
from bura.errors import BuraError, LogError, ParseError
from bura.events import (
    Acknowledged,
    Amend,
    DealOver,
    Dealt,
    Event,
    GameStarted,
    Objected,
    Ruled,
    event_from_json,
)
from bura.log import Entry, Source
from bura.state import start_state
from bura.table import Said, Word
from bura_server import schemas
from bura_server.entering import entered, must_be_known
from bura_server.errors import ApiError, Code
from bura_server.plain import as_seen
from bura_server.rights import RUNS_THE_SERVER, Caller, Role
from bura_server.rows import events_at
from bura_server.session import Snapshot, TableSession
from bura_server.twice import cards_named, no_card_twice, no_foreign_card
from bura_server.words import words_of

log = logging.getLogger(__name__)

#: reason of the amendments that undo: an undo is never itself undone, the next one goes further back
UNDO = "undo"
#: reason of the two amendments that swap entries: they are undone together
SWAP = "swap"
#: who corrects, in the log
BY = "table"


def allow(who: Caller, event: schemas.PersonEvent) -> None:
    """May this caller do that?

    :raises ApiError: FORBIDDEN when not.
    """
    if who.role is Role.UMPIRE:
        return
    if event.type not in who.may:
        raise ApiError(Code.FORBIDDEN, f"a {who.role} link may not {event.type.replace('_', ' ')}")
    if getattr(event, "seat", None) != who.seat:
        raise ApiError(Code.FORBIDDEN, f"this link speaks for seat {who.seat} only")


def act(table: TableSession, event: schemas.PersonEvent, who: Caller = RUNS_THE_SERVER) -> Snapshot:
    """Do what a person asks.

    :raises ApiError: when it cannot be done, or is not his to do.
    """
    allow(who, event)
    try:
        with table.exclusive():
            if who.role is not Role.UMPIRE and isinstance(event, schemas.Said):
                _offered(table, event)
            return _act(table, event)
    except LogError as error:
        raise ApiError(Code.UNAVAILABLE, str(error)) from error
    except (BuraError, ApiError):
        raise
    except Exception as error:
        # the book is as it was before: what the referee cannot take in is a bad request, not the end of the table
        log.exception("%s was refused: the referee could not take it in", event.type)
        text = f"this {event.type.replace('_', ' ')} cannot stand: the referee could not go on by it"
        raise ApiError(Code.BAD_REQUEST, text) from error


def _act(table: TableSession, event: schemas.PersonEvent) -> Snapshot:
    match event:
        case schemas.Said():
            must_be_known(table, event.seat)
            word = Word(event.type)
            said = Said(
                seat=event.seat,
                word=word,
                number=event.number,
                combination=event.combination,
                suit=event.suit,
            )
            return table.say(said)
        case schemas.NewDeal():
            if event.dealer is not None:
                must_be_known(table, event.dealer)
            _no_deal_since(table, event.seen, Dealt)
            return table.add(Dealt(event.dealer))
        case schemas.EndDeal():
            _no_deal_since(table, event.seen, Dealt, DealOver)
            return table.add(DealOver())
        case schemas.Entered():
            return table.add(entered(table, event))
        case schemas.Correction():
            return table.add(_amend(table, event))
        case schemas.Ruling():
            return table.add(_ruled(table, event))
        case schemas.Acknowledgement():
            return table.add(Acknowledged(_entry(table, event.target), BY))
        case schemas.Objection():
            return table.add(_objection(table, event))
        case schemas.Swap():
            return table.add(*_swap(table, event))
        case schemas.Undo():
            return _take_back(table, event)


def _offered(table: TableSession, said: schemas.Said) -> None:
    """Is this a word that a player's page has a button for? When it is not in its time it is judged, not refused.

    :raises ApiError: FORBIDDEN for a word that the game does not have; CONFLICT while no deal runs, or when he plays
        no more in it.
    """
    state = table.book.state
    if said.type not in words_of(state, said.seat):
        raise ApiError(Code.FORBIDDEN, f"{state.rules.name} is played without the word {said.type!r}")
    if state.over:
        when = "the deal is over" if state.deal else "no deal has begun"
        raise ApiError(Code.CONFLICT, f"{when}: nothing can be said until the next one is dealt")
    player = state.index(said.seat)
    if player is not None and not state.active(player):
        raise ApiError(
            Code.CONFLICT, f"seat {said.seat} plays no more in this deal: nothing can be said until the next"
        )


def _entry(table: TableSession, target: int) -> int:
    if target > table.book.seq:
        raise ApiError(Code.NOT_FOUND, f"there is no entry {target}: the log has {table.book.seq}")
    return target


def _untouched(entries: tuple[Entry, ...], seen: int | None, first: int, last: int | None = None) -> None:
    """Do the entries ``first`` to ``last`` stand as they did when the log had ``seen`` entries?

    What has become of an entry is told by corrections of it and by rulings on it; whoever corrects one of these
    changes it as well.

    :param seen: up to where somebody knows the log; None: he does not say, and nothing is asked.
    :param last: None: only the first.
    :raises ApiError: CONFLICT when somebody has corrected one of them since, or has ruled on it.
    """
    if seen is None:
        return
    for entry in entries[seen:]:
        about = entry
        while isinstance(about.event, Amend | Ruled):
            target = about.event.target
            if first <= target <= (last or first):
                what = "ruled on" if isinstance(about.event, Ruled) else "corrected"
                raise ApiError(
                    Code.CONFLICT, f"entry {target} was {what} by somebody else meanwhile: look at it again"
                )
            about = entries[target - 1]


def _no_deal_since(table: TableSession, seen: int | None, *kinds: type[Event]) -> None:
    """Was no deal begun or ended since somebody looked? Two who press the same button begin one deal.

    :raises ApiError: CONFLICT when an event of one of these kinds was told since, by a person or the camera.
    """
    if seen is None:
        return
    for entry in table.book.entries[seen:]:
        told = entry.event.instead or () if isinstance(entry.event, Amend) else (entry.event,)
        if any(isinstance(event, kinds) for event in told):
            raise ApiError(
                Code.CONFLICT, f"the deal was begun or ended meanwhile (entry {entry.seq}): look at it again"
            )


def _ruled(table: TableSession, wish: schemas.Ruling) -> Ruled:
    """The umpire's decision, where nobody has decided otherwise or corrected the entry meanwhile."""
    ruled = Ruled(_entry(table, wish.target), wish.enforce, BY)
    _untouched(table.book.entries, wish.seen, wish.target)
    return ruled


def _objection(table: TableSession, wish: schemas.Objection) -> Objected:
    must_be_known(table, wish.seat)
    entries = table.book.entries
    target = entries[_entry(table, wish.target) - 1]
    if not isinstance(target.event, Amend):
        raise ApiError(
            Code.BAD_REQUEST, f"entry {wish.target} is no correction: object to a correction of it"
        )
    objection = Objected(wish.seat, wish.target, wish.reason)
    if any(
        isinstance(entry.event, Objected)
        and (entry.event.seat, entry.event.target) == (wish.seat, wish.target)
        for entry in entries
    ):
        raise ApiError(Code.CONFLICT, f"seat {wish.seat} has objected to entry {wish.target} already")
    return objection


def _amend(table: TableSession, wish: schemas.Correction) -> Amend:
    entries = table.book.entries
    try:
        instead = None if wish.instead is None else tuple(event_from_json(item) for item in wish.instead)
    except ParseError as error:
        raise ApiError(Code.BAD_REQUEST, str(error)) from error
    for event in instead or ():
        no_card_twice(event)
        no_foreign_card(event, table.book.state.rules, lambda: _cards_at(table, wish.target))
        if isinstance(event, GameStarted):
            _can_be_played(event)
    amend = Amend(_entry(table, wish.target), instead, BY, wish.reason, wish.seen)
    _untouched(entries, wish.seen, wish.target)
    problem = table.book.problem_with(amend)
    if problem is not None:
        raise ApiError(Code.BAD_REQUEST, f"this correction cannot stand: {problem}")
    return amend


def _cards_at(table: TableSession, seq: int) -> set[Card]:
    """The cards that stand in an entry now."""
    standing = (told.event for told in table.book.story().told if told.entry.seq == seq)
    return {card for event in standing for card in cards_named(event)}


def _can_be_played(start: GameStarted) -> None:
    """Is this a start that the set-up page could have made?

    In the middle of a log the referee leaves out a start that cannot be played; a person is told instead.

    :raises ApiError: BAD_REQUEST for a name that is too long, that nobody sees, or is no seat's.
    :raises RulesError: for rules that cannot be played by these seats.
    """
    start_state(start)
    for seat, name in start.names:
        if seat not in start.seats:
            raise ApiError(Code.BAD_REQUEST, f"names: there is no seat {seat[:10]!r} in this start")
        if name and not as_seen(name):
            raise ApiError(Code.BAD_REQUEST, f"names: nothing is to be seen of the name of seat {seat}")
        if len(name) > schemas.NAME_MOST:
            raise ApiError(
                Code.BAD_REQUEST,
                f"names: the name of seat {seat} has {len(name)} letters, {schemas.NAME_MOST} are the most",
            )


def _newest_amendments(entries: tuple[Entry, ...]) -> dict[int, Entry]:
    return {entry.event.target: entry for entry in entries if isinstance(entry.event, Amend)}


def _swap(table: TableSession, wish: schemas.Swap) -> tuple[Amend, Amend]:
    """The two amendments that put an entry behind the next one that stands."""
    entries, story = table.book.entries, table.book.story()
    first = events_at(entries, story, _entry(table, wish.target))
    later = [told.entry.seq for told in story.told if told.entry.seq > wish.target]
    if not first or not later:
        raise ApiError(Code.CONFLICT, f"there is nothing after entry {wish.target} to swap it with")
    other = min(later)
    second = events_at(entries, story, other)
    # what was removed or put back between the two makes them another pair than the one that was looked at
    _untouched(entries, wish.seen, wish.target, other)
    if wish.seen is not None and other > wish.seen:
        raise ApiError(Code.CONFLICT, f"entry {other} came meanwhile: look at what would be swapped")
    # the later one goes first: between the two nothing has happened twice
    amends = (
        Amend(other, (), BY, SWAP, wish.seen),
        Amend(wish.target, (*second, *first), BY, SWAP, wish.seen),
    )
    for amend in amends:
        problem = table.book.problem_with(amend)
        if problem is not None:
            raise ApiError(Code.BAD_REQUEST, f"this correction cannot stand: {problem}")
    return amends


def _take_back(table: TableSession, wish: schemas.Undo) -> Snapshot:
    """Undo the newest thing; of a swap both halves."""
    entries = table.book.entries
    if wish.seen is not None and any(entry.source is Source.HUMAN for entry in entries[wish.seen :]):
        raise ApiError(
            Code.CONFLICT,
            "somebody else has done something by hand meanwhile: look at what undoing would take back",
        )
    amend = _undo(entries)
    undone = _newest_amendments(entries).get(amend.target)
    half = undone is not None and isinstance(undone.event, Amend) and undone.event.reason == SWAP
    if not half:
        return table.add(amend)
    other = _undo((*entries, Entry(len(entries) + 1, table.book.last_at_s, Source.HUMAN, amend)))
    return table.add(amend, other)


def _undo(entries: tuple[Entry, ...]) -> Amend:
    """The amendment that takes back the newest act of a person that still holds."""
    newest = _newest_amendments(entries)
    for entry in reversed(entries):
        if entry.source is not Source.HUMAN:
            continue
        if isinstance(entry.event, Amend):
            holds = newest[entry.event.target] is entry and entry.event.reason != UNDO
            if holds and entry.event.instead is not None:
                return Amend(entry.event.target, None, BY, UNDO, None)
        elif entry.seq not in newest or newest[entry.seq].event.instead is None:  # type: ignore[attr-defined]
            return Amend(entry.seq, (), BY, UNDO, None)
    raise ApiError(Code.CONFLICT, "there is nothing to undo: nothing done by hand still holds")
