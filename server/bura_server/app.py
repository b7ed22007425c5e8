"""The web application: thin routes over one `TableSession`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.resources import files
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request, WebSocket
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from bura_server import errors, schemas
from bura_server.errors import ApiError, Code
from bura_server.guard import Guard
from bura_server.live import Screens, language, whole
from bura_server.people import act
from bura_server.session import Json, TableSession
from bura_server.settings import LANGUAGES, ServerSettings

STATIC = files("bura_server") / "static"


@dataclass(frozen=True)
class AppSettings:
    """What `create_app` needs."""

    session: TableSession
    """the table; the application starts and stops it"""
    server: ServerSettings = field(default_factory=ServerSettings)
    """limits and rhythms"""


def _session(request: Request) -> TableSession:
    session: TableSession = request.app.state.session
    return session


def _language(
    request: Request,
    lang: Annotated[
        str | None, Query(description=f"language of the sentences: {', '.join(LANGUAGES)}")
    ] = None,
) -> str:
    settings: ServerSettings = request.app.state.settings
    return language(lang, settings.lang)


Table = Annotated[TableSession, Depends(_session)]
Lang = Annotated[str, Depends(_language)]

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": schemas.ErrorAnswer} for status in (403, 404, 409, 413, 422, 503)
}
api = APIRouter(prefix="/api/v1", responses=_REFUSALS)


@api.get("/health", response_model=schemas.Health)
def health(table: Table) -> Json:
    """Does the server answer, and how is the table?"""
    now = table.snapshot
    return {
        "status": "ok",
        "version": version("bura"),
        "seq": now.seq,
        "state": now.table["state"],
        "source": now.table["source"]["status"],
    }


@api.get("/view", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def view(table: Table, lang: Lang) -> Any:
    """Everything a scoreboard shows: the same message that begins /live."""
    return whole(table.snapshot, lang)


@api.get("/entries", response_model=schemas.Entries, response_model_exclude_unset=True)
def entries(
    request: Request,
    table: Table,
    since: Annotated[int, Query(ge=0, description="entries after this seq")] = 0,
    limit: Annotated[int, Query(ge=1)] = 500,
) -> Any:
    """The log, as corrected; at most `limit` entries at once."""
    settings: ServerSettings = request.app.state.settings
    now = table.snapshot
    return {"seq": now.seq, "entries": now.rows[since : since + min(limit, settings.entries_page)]}


@api.get("/entries/{seq}/alternatives", response_model=schemas.Alternatives)
def entry_alternatives(table: Table, seq: int, card: Annotated[int, Query(ge=0)] = 0) -> Json:
    """What a card of an entry may have been instead, likeliest first, each ready to be sent."""
    return table.book.alternatives(seq, card)


@api.post("/events", response_model=schemas.ViewMessage, response_model_exclude_unset=True)
def post_event(table: Table, event: schemas.PersonEvent, lang: Lang) -> Any:
    """A person says, starts, corrects or undoes something; the answer is the view after it."""
    return whole(act(table, event), lang)


@api.get("/picture.jpg", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
def picture(table: Table) -> Response:
    """The newest annotated picture."""
    newest = table.pictures.jpeg()
    if newest is None:
        raise ApiError(Code.NOT_FOUND, "there is no picture yet: try again in a moment")
    return Response(newest[1], media_type="image/jpeg", headers={"cache-control": "no-store"})


def create_app(settings: AppSettings) -> FastAPI:
    """The application for one table. Its session runs while the application does."""
    screens = Screens(settings.session, settings.server)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        settings.session.start()
        try:
            yield
        finally:
            settings.session.stop()

    app = FastAPI(
        title="Bura",
        version=version("bura"),
        summary="A camera referee for the card game Bura",
        lifespan=lifespan,
        # The pages FastAPI makes for its documentation load scripts from the internet.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.session = settings.session
    app.state.settings = settings.server
    errors.install(app)
    app.include_router(api)

    page = (STATIC / "index.html").read_text("utf-8").replace("{{lang}}", settings.server.lang)

    @app.get("/", include_in_schema=False)
    async def index() -> HTMLResponse:
        return HTMLResponse(page, headers={"cache-control": "no-cache"})

    @app.websocket("/api/v1/live")
    async def live(socket: WebSocket) -> None:
        await screens.view(socket)

    @app.websocket("/api/v1/picture")
    async def pictures(socket: WebSocket) -> None:
        await screens.picture(socket)

    app.mount("/static", StaticFiles(directory=str(STATIC)), name="static")
    app.add_middleware(Guard, body_bytes=settings.server.body_bytes, hosts=settings.server.hosts)
    return app
