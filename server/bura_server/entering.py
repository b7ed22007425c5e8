"""What a person enters as it happens: an entry of its own behind all others, not a correction of an earlier one.

At a table without a camera this is how a whole deal is kept; with one, how an act is told that the camera missed and
nothing has followed yet. What belongs between two entries is a correction (`bura_server.people`).
"""

from __future__ import annotations

from bura.errors import ParseError
from bura.events import Acknowledged, Event, Objected, event_from_json
from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.session import TableSession
from bura_server.twice import no_card_twice, no_foreign_card

ENTERED = (
    "dealt",
    "trump_shown",
    "lead",
    "reply",
    "declared",
    "taken_back",
    "took",
    "drew",
    "returned",
    "counted",
    "revealed",
    "stopped",
    "ordered",
    "married",
    "closed",
    "exchanged",
    "left",
)
"""types of events that happen at a table, so that a person can enter them; what only the log says of itself
(corrections, rulings, starts of a game) is none, and words that the judge hears are said
(`bura_server.schemas.Said`)"""

_QUIET = (Acknowledged, Objected)
"""what may come meanwhile without changing what happened last"""


def entered(table: TableSession, wish: schemas.Entered) -> Event:
    """The event that a person enters, where nothing came that he has not seen.

    :raises ApiError: BAD_REQUEST for an event that is none or cannot be entered, for a seat that is not there, or for
        a card that is there twice or not in the pack;
        CONFLICT when something was entered, seen or corrected since: two who enter the same act at once would
        enter it twice.
    """
    try:
        event = event_from_json(wish.event)
    except ParseError as error:
        raise ApiError(Code.BAD_REQUEST, str(error)) from error
    no_card_twice(event)
    no_foreign_card(event, table.book.state.rules)
    if event.TYPE not in ENTERED:
        raise ApiError(
            Code.BAD_REQUEST, f"the event {event.TYPE} cannot be entered: it is not what happens at a table"
        )
    for field in ("seat", "dealer", "leader", "owner"):
        seat = getattr(event, field, None)
        if seat is not None:
            must_be_known(table, seat)
    if wish.seen is not None:
        for entry in table.book.entries[wish.seen :]:
            if not isinstance(entry.event, _QUIET):
                raise ApiError(
                    Code.CONFLICT, f"entry {entry.seq} came meanwhile: look whether this is still missing"
                )
    return event


def must_be_known(table: TableSession, seat: str) -> None:
    """Is this a seat of the table?

    :raises ApiError: BAD_REQUEST when not.
    """
    seats = table.book.seats
    if seat not in seats:
        text = f"there is no seat {seat} at this table: the seats are {', '.join(seats)}"
        raise ApiError(Code.BAD_REQUEST, text)
