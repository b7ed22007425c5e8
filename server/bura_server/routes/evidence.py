"""Stills and clips of the entries, and reading a still once more."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import FileResponse
from starlette.requests import HTTPConnection

from bura_server.errors import ApiError, Code
from bura_server.evidence import schemas
from bura_server.evidence.recheck import kept_of, recheck
from bura_server.evidence.rereading import reread
from bura_server.evidence.store import Piece
from bura_server.opening import Reader
from bura_server.rights import Caller, Role, Umpire, need
from bura_server.routes.common import PREFIX, REFUSALS, Table
from bura_server.session import Json, TableSession

router = APIRouter(prefix=PREFIX, responses=REFUSALS)

#: what is kept for these endings never changes once it is written
_KEEP = {"cache-control": "private, max-age=3600"}
_MIME = {Piece.STILL: "image/jpeg", Piece.THUMB: "image/jpeg", Piece.CLIP: "video/mp4"}
_WHAT = {Piece.STILL: "still", Piece.THUMB: "thumbnail", Piece.CLIP: "clip"}

# Stills show the whole table, as the live picture does: for those who may see that.
Looker = Depends(need(Role.UMPIRE, Role.TABLE))


def _told(table: Table, seq: int, who: Annotated[Caller, Looker]) -> None:
    """Pictures keep the rows' secrets: where points are hidden, those of the running deal are the umpire's alone."""
    sights = table.snapshot.sights
    if who.role is not Role.UMPIRE and not (sights is not None and sights.pictured(seq)):
        raise ApiError(Code.FORBIDDEN, f"the cards of entry {seq} are not told before the deal is over")


Told = Depends(_told)


def _reader(connection: HTTPConnection) -> Reader:
    found: Reader = connection.app.state.reader
    return found


def _file(table: TableSession, seq: int, piece: Piece) -> FileResponse:
    store = table.evidence
    path = None if store is None else store.path(seq, piece)
    if path is None:
        raise ApiError(
            Code.NOT_FOUND,
            f"there is no {_WHAT[piece]} of entry {seq}: the camera did not see it, the program ended or the disk was"
            " full before it was kept, or it is too old",
        )
    return FileResponse(path, media_type=_MIME[piece], headers=_KEEP)


@router.get("/entries/{seq}/still.jpg", response_class=FileResponse, dependencies=[Told])
def still(table: Table, seq: int) -> FileResponse:
    """The picture in which an entry was understood, as large as the camera gives it."""
    return _file(table, seq, Piece.STILL)


@router.get("/entries/{seq}/thumb.jpg", response_class=FileResponse, dependencies=[Told])
def thumb(table: Table, seq: int) -> FileResponse:
    """The same, small."""
    return _file(table, seq, Piece.THUMB)


@router.get("/entries/{seq}/clip.mp4", response_class=FileResponse, dependencies=[Told])
def clip(table: Table, seq: int) -> FileResponse:
    """The seconds around an entry; it is there a few seconds after the entry."""
    return _file(table, seq, Piece.CLIP)


@router.get("/evidence", response_model=schemas.EvidenceList, dependencies=[Looker])
def evidence(table: Table) -> Json:
    """Of which entries there is a still, and how much is kept."""
    store = table.evidence
    if store is None:
        return {"entries": [], "bytes": 0, "full": False}
    usage = store.usage
    return {"entries": sorted(store.known()), "bytes": usage.bytes, "full": usage.full}


@router.post("/entries/{seq}/recheck", response_model=schemas.Recheck, response_model_exclude_unset=True)
def check_again(table: Table, _who: Umpire, seq: int, reader: Annotated[Reader, Depends(_reader)]) -> Json:
    """Read clip and still of an entry once more, at full resolution: what they confirm, and what else it may be."""
    book = table.book
    kept = kept_of(table.evidence, seq)
    reading = reread(kept.pictures, reader)
    with table.exclusive():
        told = recheck(reading, book.entries, book.story(), seq)
    return {**told, "read_from": kept.source, "pictures": len(kept.pictures)}
