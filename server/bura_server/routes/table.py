"""Asking about the table: health, view, entries, picture."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from bura.view import Role as Sight
from bura.view import Viewer
from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.messages import TAIL, Tail, whole
from bura_server.pending import PAGE, Pending
from bura_server.rights import AnyCaller, Role, Umpire, need
from bura_server.routes.common import PREFIX, REFUSALS, Eyes, Host, Lang, Settings, Table, as_json
from bura_server.session import Json, TableSession
from bura_server.sight import DELAY_MOST_S

router = APIRouter(prefix=PREFIX, responses=REFUSALS)

Later = Annotated[float | None, Query(ge=0, le=DELAY_MOST_S, description="seconds later")]


@router.get("/health", response_model=schemas.Health)
def health(host: Host, who: AnyCaller) -> Json:
    """Does the server answer, and how is the table?"""
    told = {"status": "ok", "version": version("bura")}
    if host.session is None:
        return {**told, "seq": 0, "state": "NO_TABLE", "source": "none"}
    now = host.session.seen_by(who.viewer or Viewer())
    return {
        **told,
        "seq": now.seq,
        "state": now.table["state"],
        "source": now.table["source"]["status"],
    }


@router.get("/view", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def view(
    table: Table,
    eyes: Eyes,
    lang: Lang,
    delay: Later = None,
    tail: Tail = TAIL,
) -> Response:
    """Everything a scoreboard shows: the same message that begins /live."""
    return as_json(whole(table.seen_by(eyes, delay), lang, tail))


@router.get("/entries", response_model=schemas.Entries, response_model_exclude_unset=True)
def entries(
    table: Table,
    eyes: Eyes,
    settings: Settings,
    since: Annotated[int, Query(ge=0, description="entries after this seq")] = 0,
    before: Annotated[
        int | None, Query(ge=1, description="the newest entries before this seq, instead of the oldest")
    ] = None,
    limit: Annotated[
        int | None, Query(ge=1, description="entries in the answer; at most, and by default, a page of 500")
    ] = None,
    delay: Later = None,
) -> Response:
    """A page of the log, as corrected, oldest first; `next` and `before` lead to the pages beside it."""
    now = table.seen_by(eyes, delay)
    most = min(limit or settings.entries_page, settings.entries_page)
    count = len(now.rows)
    if before is None:
        begin, least = min(since, count), 0
        end = min(begin + most, count)
    else:
        end, least = min(before - 1, count), since
        begin = min(max(since, end - most), end)
    return as_json(
        {
            "seq": now.seq,
            "entries": now.rows[begin:end],
            "next": end if end < count else None,
            "before": begin + 1 if begin > least else None,
        }
    )


@router.get(
    "/entries/{seq}/alternatives", response_model=schemas.Alternatives, response_model_exclude_unset=True
)
def entry_alternatives(table: Table, _who: Umpire, seq: int, card: Annotated[int, Query(ge=0)] = 0) -> Json:
    """What a card of an entry may have been instead, likeliest first, each ready to be sent."""
    return table.book.alternatives(seq, card)


def _pending(table: TableSession) -> Pending:
    """What waits for the umpire, of the moment that everybody is shown."""
    sights = table.snapshot.sights or table.book.sights()
    return sights.pending


Before = Annotated[int | None, Query(ge=1, description="those of entries before this seq")]
PageSize = Annotated[int, Query(ge=1, le=PAGE, description="most of them")]


@router.get("/alerts", response_model=schemas.PendingAlerts, response_model_exclude_unset=True)
def open_alerts(
    table: Table, _who: Umpire, lang: Lang, before: Before = None, limit: PageSize = PAGE
) -> Response:
    """Alerts that nobody has seen to, of all deals and however old, the newest first."""
    pending = _pending(table)
    return as_json(pending.alerts_before(Viewer(Sight.UMPIRE, None, lang), before, limit))


@router.get("/objections", response_model=schemas.PendingObjections, response_model_exclude_unset=True)
def open_objections(table: Table, _who: Umpire, before: Before = None, limit: PageSize = PAGE) -> Response:
    """Objections that nobody has dealt with, however old, the newest first."""
    return as_json(_pending(table).objections_before(before, limit))


@router.get(
    "/picture.jpg",
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}}}},
    dependencies=[Depends(need(Role.UMPIRE, Role.TABLE))],
)
def picture(table: Table) -> Response:
    """The newest annotated picture."""
    newest = table.pictures.jpeg()
    if newest is None:
        raise ApiError(Code.NOT_FOUND, "there is no picture yet: try again in a moment")
    return Response(newest[1], media_type="image/jpeg", headers={"cache-control": "no-store"})
