"""What people say, start, correct and undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.messages import TAIL, Tail, whole
from bura_server.people import act
from bura_server.rights import Caller, Role, need
from bura_server.routes.common import PREFIX, REFUSALS, Eyes, Lang, Table, as_json

router = APIRouter(prefix=PREFIX, responses=REFUSALS)


Actor = Annotated[Caller, Depends(need(Role.UMPIRE, Role.SEAT))]
"""who may do anything at all"""


@router.post("/events", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def post_event(
    table: Table, who: Actor, eyes: Eyes, event: schemas.PersonEvent, lang: Lang, tail: Tail = TAIL
) -> Response:
    """A person says, starts, corrects or undoes something; the answer is his view after it.

    The umpire does everything. A seat says `claim`, `stop`, `raise`, `accept` and `refuse` for itself and nothing
    else.
    """
    try:
        act(table, event, who)
    except ApiError as error:
        if error.code is Code.CONFLICT:
            # whoever comes second need not ask what the first one did
            error.now = whole(table.seen_by(eyes), lang, tail)
        raise
    return as_json(whole(table.seen_by(eyes), lang, tail))
