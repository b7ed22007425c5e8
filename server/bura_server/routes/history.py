"""What was played here: finding, stepping through, statistics, exports, deleting. The umpire's alone."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import FileResponse
from starlette.requests import HTTPConnection

from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.history.archive import Archive
from bura_server.history.exports import as_csv, as_json, as_jsonl, as_text
from bura_server.history.schemas import MatchList, PlayerList
from bura_server.history.stats import player_stats, rig_stats
from bura_server.opening import Opener
from bura_server.plain import Plain
from bura_server.rights import Role, need
from bura_server.routes.common import PREFIX, REFUSALS, Host, Lang
from bura_server.routes.common import as_json as wired
from bura_server.schemas_view import Scoreboard
from bura_server.session import Json
from bura_server.storage import InUseError
from bura_server.store.matches import Match

router = APIRouter(prefix=f"{PREFIX}/history", responses=REFUSALS, dependencies=[Depends(need(Role.UMPIRE))])

PAGE_MOST = 200
"""most matches, and most entries, in one answer"""
_KINDS = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/x-ndjson",
    "txt": "text/plain; charset=utf-8",
}


def _archive(connection: HTTPConnection) -> Archive:
    archive: Archive | None = connection.app.state.archive
    if archive is None:
        raise ApiError(Code.NOT_FOUND, "this server keeps no history")
    return archive


def _opener(connection: HTTPConnection) -> Opener | None:
    opener: Opener | None = connection.app.state.opener
    return opener


History = Annotated[Archive, Depends(_archive)]
MaybeOpener = Annotated[Opener | None, Depends(_opener)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


class Wanted:
    """Which deals: by player, rules and days (this machine's)."""

    def __init__(
        self,
        lang: Lang,
        player: Annotated[Plain, Query(max_length=60, description="part of a player's name")] = "",
        rules: Annotated[
            Plain, Query(max_length=60, description="what the game is called in that language, or part of it")
        ] = "",
        since: Annotated[date | None, Query(description="first day")] = None,
        until: Annotated[date | None, Query(description="last day")] = None,
    ) -> None:
        self.player, self.rules, self.lang = player, rules, lang
        self.since = None if since is None else _midnight(since)
        self.until = None if until is None else _midnight(min(until, LAST_DAY) + timedelta(days=1))

    def of(self, archive: Archive) -> list[Json]:
        """The matches that fit."""
        return archive.search(
            player=self.player, rules=self.rules, since=self.since, until=self.until, lang=self.lang
        )


FIRST_DAY, LAST_DAY = date(1970, 1, 2), date(9000, 1, 1)
"""nothing was played before or after; clocks and zones cannot tell days much outside"""


def _midnight(day: date) -> datetime:
    """When a day begins at this machine."""
    return datetime.combine(min(max(day, FIRST_DAY), LAST_DAY), time()).astimezone()


Filter = Annotated[Wanted, Depends(Wanted)]


def _match(archive: History, match_id: Number) -> Match:
    return archive.match(match_id)


Chosen = Annotated[Match, Depends(_match)]


def _running(host: Host, match: Match) -> bool:
    """Is this the log that the table of this very program writes?"""
    session = host.session
    return session is not None and session.book.writes(match.key, match.log_file)


@router.get("/matches", response_model=MatchList)
def matches(
    archive: History,
    wanted: Filter,
    host: Host,
    offset: Annotated[int, Query(ge=0, le=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE_MOST)] = 50,
) -> Json:
    """Matches with their deals, the newest first."""
    found = wanted.of(archive)
    page = found[offset : offset + limit]
    for match in page:
        match["running"] = _running(host, archive.match(match["id"]))
    return {"total": len(found), "matches": page}


@router.get("/players", response_model=PlayerList)
def players(archive: History, wanted: Filter) -> Json:
    """Statistics per player, and of how well the rig reads."""
    found = wanted.of(archive)
    told = player_stats(found)
    if wanted.player:
        told = [its for its in told if wanted.player.casefold() in its["name"].casefold()]
    return {"players": told, "rigs": rig_stats(found)}


@router.get("/matches/{match_id}/entries", response_model=schemas.Entries, response_model_exclude_unset=True)
def entries(
    archive: History,
    match: Chosen,
    since: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE_MOST * 50)] = PAGE_MOST,
) -> Any:
    """The log of a match, as corrected."""
    rows = archive.rows(match)
    begin, end = min(since, len(rows)), min(since + limit, len(rows))
    return {
        "seq": len(rows),
        "entries": rows[begin:end],
        "next": end if end < len(rows) else None,
        "before": begin + 1 if begin else None,
    }


@router.get("/matches/{match_id}/view", response_model=Scoreboard, response_model_exclude_unset=True)
def view(archive: History, match: Chosen, lang: Lang, seq: Annotated[int, Query(ge=1)]) -> Response:
    """The umpire's scoreboard after entry `seq`, by what is known today."""
    return wired(archive.board(match, seq, lang))


@router.get(
    "/matches/{match_id}/export.{kind}",
    response_class=Response,
    responses={200: {"content": {name.split(";")[0]: {} for name in _KINDS.values()}}},
)
def export(
    archive: History, match: Chosen, lang: Lang, kind: Literal["json", "csv", "jsonl", "txt"]
) -> Response:
    """A match as a file."""
    told, replayed = archive.told(match)
    if kind == "jsonl":
        text = as_jsonl(told)
    elif kind == "txt":
        text = as_text(told, replayed, lang)
    else:
        whole = {
            "id": match.id,
            "table": match.table,
            "started_at": match.started_at,
            "rules": replayed.state.rules.name,
            "names": dict(replayed.state.names),
            "deals": archive.deals(match),
        }
        text = as_csv(whole) if kind == "csv" else as_json(whole, told)
    name = f"bura-match-{match.id}.{kind}"
    return Response(
        text, media_type=_KINDS[kind], headers={"content-disposition": f'attachment; filename="{name}"'}
    )


@router.get(
    "/matches/{match_id}/entries/{seq}/{piece}",
    response_class=FileResponse,
    responses={200: {"content": {"image/jpeg": {}, "video/mp4": {}}}},
)
def evidence(
    archive: History,
    match: Chosen,
    seq: Annotated[int, Path(ge=1, le=999_999)],
    piece: Literal["still.jpg", "clip.mp4"],
) -> FileResponse:
    """The still or the clip of an entry, where there is one."""
    path = archive.evidence(match) / f"{seq:06d}{'.jpg' if piece == 'still.jpg' else '.mp4'}"
    if not path.is_file():
        raise ApiError(Code.NOT_FOUND, f"there is no {piece} of entry {seq}")
    return FileResponse(path, headers={"cache-control": "no-store"})


@router.delete("/matches/{match_id}", status_code=204)
def forget(archive: History, match: Chosen, host: Host, tables: MaybeOpener) -> Response:
    """Delete everything about a match: its log, its index, its stills and clips, the links of its seats, and its
    players' names where set-up offers them again. It cannot be undone."""
    if _running(host, match):
        raise ApiError(
            Code.CONFLICT,
            f"match {match.id} is being played: stop the table, or begin another log, then delete it",
        )
    try:
        archive.delete(match)
    except InUseError as error:
        raise ApiError(
            Code.CONFLICT, f"match {match.id} is being played by another bura: stop it there, then delete it"
        ) from error
    if tables is not None:
        tables.forget_names(match.key, match.names.values())
    return Response(status_code=204)
