"""What people say, start, correct and undo."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from bura_server import schemas
from bura_server.live import whole
from bura_server.people import act
from bura_server.rights import AnyCaller
from bura_server.routes.common import PREFIX, REFUSALS, Eyes, Lang, Table

router = APIRouter(prefix=PREFIX, responses=REFUSALS)


@router.post("/events", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def post_event(table: Table, who: AnyCaller, eyes: Eyes, event: schemas.PersonEvent, lang: Lang) -> Any:
    """A person says, starts, corrects or undoes something; the answer is his view after it.

    The umpire does everything. A seat says `claim`, `stop`, `raise`, `accept` and `refuse` for itself and nothing
    else.
    """
    act(table, event, who)
    return whole(table.seen_by(eyes), lang)
