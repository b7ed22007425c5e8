"""What people say, start, correct and undo."""

from __future__ import annotations

from math import ceil
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from starlette.requests import HTTPConnection

from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.messages import TAIL, Tail, whole
from bura_server.people import act, allow
from bura_server.rate import Rate
from bura_server.rights import Caller, Role, need
from bura_server.routes.common import PREFIX, REFUSALS, Eyes, Lang, Table, as_json

router = APIRouter(prefix=PREFIX, responses=REFUSALS)


Actor = Annotated[Caller, Depends(need(Role.UMPIRE, Role.SEAT))]
"""who may do anything at all"""


def _seat_acts(connection: HTTPConnection) -> Rate:
    rate: Rate = connection.app.state.seat_acts
    return rate


def _not_too_often(rate: Rate, who: Caller) -> None:
    """A seat's link does not talk without end.

    :raises ApiError: TOO_MANY when it has done `ServerSettings.seat_acts` in the last `seat_acts_s`.
    """
    if who.role is not Role.SEAT or who.link is None:
        return
    if wait_s := rate.wait_s(who.link):
        text = f"seat {who.seat} has said too much in a short time: wait {ceil(wait_s)} seconds"
        raise ApiError(Code.TOO_MANY, text)


@router.post("/events", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def post_event(
    table: Table,
    who: Actor,
    eyes: Eyes,
    event: schemas.PersonEvent,
    lang: Lang,
    rate: Annotated[Rate, Depends(_seat_acts)],
    tail: Tail = TAIL,
) -> Response:
    """A person says, starts, corrects or undoes something; the answer is his view after it.

    The umpire does everything. A seat says `claim`, `stop`, `raise`, `accept` and `refuse` for itself and objects to
    corrections, nothing else: only words that the game has, only while a deal runs, and not too often. A word that
    the rules do not allow now is said all the same, and judged.
    """
    allow(who, event)
    _not_too_often(rate, who)
    try:
        act(table, event, who)
    except ApiError as error:
        if error.code is Code.CONFLICT:
            # whoever comes second need not ask what the first one did
            error.now = whole(table.seen_by(eyes), lang, tail)
        raise
    return as_json(whole(table.seen_by(eyes), lang, tail))
