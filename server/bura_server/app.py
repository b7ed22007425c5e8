"""The web application: thin routes (`bura_server.routes`) over one `TableSession`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from bura_server import errors
from bura_server.guard import Guard
from bura_server.history.archive import Archive
from bura_server.host import TableHost
from bura_server.links import Links
from bura_server.live import Screens
from bura_server.opening import Opener, Reader
from bura_server.phone.door import HttpsDoor
from bura_server.phone.judging import PictureJudge
from bura_server.phone.line import PhoneLine
from bura_server.plain_pages import STATIC
from bura_server.rate import Rate
from bura_server.routes import camera, evidence, history, links, live, me, people, screens, setup, table
from bura_server.session import TableSession
from bura_server.settings import ServerSettings
from bura_server.storage import data_folder
from bura_server.store.database import Database
from bura_vision.phone import PHONE, PhoneFeed


@dataclass(frozen=True)
class AppSettings:
    """What `create_app` needs."""

    session: TableSession | None = None
    """the table to begin with; the application starts and stops it. None: the set-up page comes first"""
    server: ServerSettings = field(default_factory=ServerSettings)
    """limits and rhythms"""
    links: Links = field(default_factory=Links)
    """who else may come in"""
    database: Database | None = None
    """the matches that were played here; None: no history is shown"""
    data: Path | None = None
    """the data folder, where evidence lies; None: the user's own"""
    reader: Reader = field(default_factory=Reader)
    """reads stills once more"""
    door: HttpsDoor | None = None
    """lets phones in; None: none can come"""
    opener: Opener | None = None
    """opens the tables that the set-up page starts; None: it starts none"""


def create_app(settings: AppSettings) -> FastAPI:
    """The application for one table, or for the one that will be set up. It runs while the application does."""
    host = TableHost(settings.session, settings.server.lang)
    settings.links.follow(host.match)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        host.begin()
        try:
            yield
        finally:
            if settings.opener is not None:
                settings.opener.preview.close()
            host.end()

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
    app.state.host = host
    app.state.opener = settings.opener
    app.state.reader = settings.reader
    app.state.settings = settings.server
    app.state.links = settings.links
    app.state.seat_acts = Rate(settings.server.seat_acts, settings.server.seat_acts_s)
    app.state.archive = (
        None if settings.database is None else Archive(settings.database, data_folder(settings.data))
    )
    app.state.screens = Screens(host, settings.server, settings.links)
    feed = PhoneFeed() if settings.opener is None else settings.opener.feed
    app.state.door = settings.door
    app.state.line = PhoneLine(
        feed,
        settings.links,
        settings.server,
        judge=PictureJudge(settings.reader, feed.settings),
        busy=lambda: host.session is not None,
        ours=lambda: host.session is not None and host.session.source_name == PHONE,
    )
    errors.install(app)
    for subject in (table, people, live, me, links, screens, setup, evidence, history, camera):
        app.include_router(subject.router)

    app.mount("/static", StaticFiles(directory=str(STATIC)), name="static")
    app.add_middleware(
        Guard,
        body_bytes=settings.server.body_bytes,
        hosts=settings.server.hosts,
        large=(camera.SOCKET,),
    )
    return app
