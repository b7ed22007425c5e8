"""What routes have in common: the table, the language, who looks, the shape of refusals."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query
from fastapi.responses import Response
from starlette.requests import HTTPConnection

from bura.view import Role as Sight
from bura.view import Viewer
from bura_server import schemas
from bura_server.errors import ApiError, Code
from bura_server.host import TableHost
from bura_server.links import Links
from bura_server.live import language
from bura_server.messages import wire
from bura_server.rights import AnyCaller, Role, looks_as
from bura_server.session import Json, TableSession
from bura_server.settings import LANGUAGES, ServerSettings

PREFIX = "/api/v1"

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.ErrorAnswer} for status in (401, 403, 404, 409, 413, 422, 429, 503)
}
"""what every route may answer, for its description"""


def settings(connection: HTTPConnection) -> ServerSettings:
    """The server's settings."""
    found: ServerSettings = connection.app.state.settings
    return found


def links(connection: HTTPConnection) -> Links:
    """The server's links."""
    found: Links = connection.app.state.links
    return found


def host(connection: HTTPConnection) -> TableHost:
    """The place of the running table."""
    found: TableHost = connection.app.state.host
    return found


def table(connection: HTTPConnection, _who: AnyCaller) -> TableSession:
    """The running table.

    Who may not come in is told that first, not whether a table runs.

    :raises ApiError: UNAUTHORIZED or FORBIDDEN as `bura_server.rights.caller`; NO_TABLE when none runs.
    """
    return host(connection).current()


def spoken_language(
    connection: HTTPConnection,
    lang: Annotated[
        str | None, Query(description=f"language of the sentences: {', '.join(LANGUAGES)}")
    ] = None,
) -> str:
    """The language of the sentences: the one asked for, else the table's."""
    return language(lang, host(connection).lang)


def eyes(
    connection: HTTPConnection,
    who: AnyCaller,
    wanted: Annotated[
        str | None, Query(alias="as", description="look as another: table, umpire, spectator or a seat")
    ] = None,
) -> Viewer:
    """With whose eyes the caller looks.

    :raises ApiError: as `looks_as`; FORBIDDEN where points are hidden and somebody at the table wants to look later,
        when he could read the tricks again that were gathered meanwhile.
    """
    viewer = looks_as(who, wanted)
    session = host(connection).session
    at_table = who.role in (Role.TABLE, Role.SEAT)
    if at_table and viewer.role is Sight.SPECTATOR and session is not None and session.hides_points:
        raise ApiError(
            Code.FORBIDDEN,
            f"where points are hidden a {who.role} link does not look later: ask for a spectators' link",
        )
    return viewer


def as_json(answer: Json) -> Response:
    """An answer that is plain data already: checking every row of a long log against its model costs seconds."""
    return Response(wire(answer), media_type="application/json")


Settings = Annotated[ServerSettings, Depends(settings)]
AllLinks = Annotated[Links, Depends(links)]
Host = Annotated[TableHost, Depends(host)]
Table = Annotated[TableSession, Depends(table)]
Lang = Annotated[str, Depends(spoken_language)]
Eyes = Annotated[Viewer, Depends(eyes)]
