"""The set-up page's requests: cameras and pictures, rules, the layout, starting and stopping a table."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Response
from pydantic import AfterValidator, Field, ValidationError
from starlette.requests import HTTPConnection, Request

from bura.errors import RulesError
from bura_server import rulepicker, schemas_setup
from bura_server.errors import ApiError, Code
from bura_server.evidence.ring import jpeg_of, shrunk
from bura_server.handkept import NO_CAMERA
from bura_server.languages import asked_language
from bura_server.opening import Opener, TableOrder
from bura_server.plain import Plain, plain_throughout
from bura_server.preview import UNTOLD, cameras
from bura_server.refusals import said
from bura_server.rights import Caller, Umpire
from bura_server.routes.common import PREFIX, REFUSALS, Host, Lang, Settings
from bura_server.schemas import NAME_MOST, SeatName, Strict
from bura_server.session import Json
from bura_vision.phone import PHONE

router = APIRouter(prefix=PREFIX, responses=REFUSALS)

Options = Annotated[
    dict[str, schemas_setup.OptionValue], Field(max_length=100), AfterValidator(plain_throughout)
]
Fraction = Annotated[float, Field(ge=-2, le=3, allow_inf_nan=False)]
Centimetres = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


def _opener(connection: HTTPConnection) -> Opener:
    opener: Opener | None = connection.app.state.opener
    if opener is None:
        raise ApiError(Code.UNAVAILABLE, "this server watches one table and cannot set up another")
    return opener


Tables = Annotated[Opener, Depends(_opener)]


class CameraWish(Strict):
    """Look through this camera."""

    camera: Annotated[str, Field(min_length=1, max_length=500)]


class RulesWish(Strict):
    """A game and its house rules."""

    preset: Annotated[Plain, Field(max_length=40)]
    options: Options = Field(default_factory=dict)


class ZoneWish(Strict):
    """A zone as the page has it: by its polygon in centimetres, or by its outline in the picture."""

    kind: Literal["play", "stock", "trump", "pile", "seat"]
    seat: SeatName | None = None
    polygon_cm: (
        Annotated[list[tuple[Centimetres, Centimetres]], Field(min_length=3, max_length=40)] | None
    ) = None
    outline: Annotated[list[tuple[Fraction, Fraction]], Field(min_length=3, max_length=40)] | None = None


class LayoutWish(Strict):
    """A table layout as the page has it."""

    size_cm: tuple[
        Annotated[float, Field(gt=5, le=1000, allow_inf_nan=False)],
        Annotated[float, Field(gt=5, le=1000, allow_inf_nan=False)],
    ]
    corners: Annotated[list[tuple[Fraction, Fraction]], Field(min_length=4, max_length=4)]
    zones: Annotated[list[ZoneWish], Field(min_length=1, max_length=40)]


class AutoLayoutWish(Strict):
    """Find the table and its size in the camera's picture."""

    players: Annotated[int, Field(strict=True, ge=2, le=4)]
    measure: bool = True
    """look for cards that tell the size, which takes a few seconds; False: the table's corners only"""


class TableOrderWish(Strict):
    """A table to be watched."""

    camera: Annotated[str, Field(min_length=1, max_length=500)]
    rules: RulesWish
    names: Annotated[list[Annotated[Plain, Field(max_length=NAME_MOST)]], Field(min_length=2, max_length=6)]
    counting: Literal["rules", "open", "hidden"] = "rules"
    spectator_delay_s: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 60.0
    layout: LayoutWish | None = None
    """None: the ready layout for so many players, fitted to the first cards"""
    new: bool = True
    """begin a new log; False: go on with the one that `log` says"""
    log: Literal["camera", "last"] = "camera"
    """which one: the last of this camera's table, or the `unfinished` one of `GET /setup`, whose game and names stay,
    whichever camera it had"""
    lang: schemas_setup.Language | None = None
    """the table's language, for devices that ask for none of the four; None: as before"""


ADDRESS = re.compile(r"(rtsp|rtsps|http|https)://[^/.]", re.IGNORECASE)
"""how an address begins that a link may name as the camera"""


def _own_files(who: Caller, camera: str) -> str:
    """A file is opened only for somebody at this machine.

    What a link names is the phone, no camera, a camera's number or an address that begins as one of a network does:
    anything else may be a file's name, whatever stands further on in it.
    """
    camera = camera.strip()
    if (
        who.link is not None
        and not (camera.isascii() and camera.isdigit())
        and not ADDRESS.match(camera)
        and camera not in (PHONE, NO_CAMERA)
    ):
        raise ApiError(Code.FORBIDDEN, "a recording is opened from this machine itself only, not by a link")
    return camera


@router.get("/setup", response_model=schemas_setup.Setup)
def setup(_who: Umpire, host: Host, tables: Tables, lang: Lang) -> Json:
    """What can be chosen, what was chosen last, and what runs."""
    running = None
    if host.session is not None:
        state = host.session.book.state
        running = {
            "source": host.session.snapshot.table["source"]["name"],
            "rules": state.rules.name,
            "names": dict(state.names),
            "seq": host.session.snapshot.seq,
        }
    last = _last(tables)
    return {
        "running": running,
        "cameras": [
            {"camera": camera, "name": name} for camera, name in (*cameras(), (PHONE, ""), (NO_CAMERA, ""))
        ],
        "preview": _preview(tables, lang),
        "presets": rulepicker.presets(lang),
        "last": last,
        "unfinished": None if last is None or running is not None else tables.unfinished(),
        "lang": host.lang,
    }


def _last(tables: Opener) -> Json | None:
    """What was chosen last; None where the file holds something else."""
    kept = tables.last()
    try:
        schemas_setup.LastTable.model_validate(kept)
    except ValidationError:
        return None
    return kept


def _preview(tables: Opener, lang: str) -> Json:
    state = tables.preview.state
    size = None if state.size_px is None else list(state.size_px)
    told = said(state.message, lang)
    if lang != "en" and state.message and told == state.message:
        told = said(UNTOLD, lang)
    return {
        "camera": state.camera,
        "status": state.status,
        "message": told,
        "size_px": size,
    }


@router.post("/setup/camera", response_model=schemas_setup.PreviewInfo)
def look_through(who: Umpire, tables: Tables, host: Host, wish: CameraWish, lang: Lang) -> Json:
    """Look through a camera; ask `setup/picture.jpg` for what it shows."""
    if host.session is not None:
        raise ApiError(Code.CONFLICT, "a table is being watched: stop it before choosing another camera")
    tables.look(_own_files(who, wish.camera))
    return _preview(tables, lang)


@router.delete("/setup/camera", status_code=204)
def look_away(_who: Umpire, tables: Tables) -> Response:
    """Let go of the camera."""
    tables.preview.close()
    return Response(status_code=204)


@router.get("/setup/picture.jpg", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
def preview_picture(_who: Umpire, tables: Tables, host: Host, settings: Settings) -> Response:
    """The newest picture of the camera that is looked through."""
    image = tables.picture(host)
    if image is None:
        state = tables.preview.state
        raise ApiError(Code.NOT_FOUND, state.message or "there is no picture yet: try again in a moment")
    data = jpeg_of(shrunk(image, settings.picture_width_px), settings.picture_quality)
    return Response(data, media_type="image/jpeg", headers={"cache-control": "no-store"})


@router.post("/setup/look", response_model=schemas_setup.LookInfo)
def look(_who: Umpire, tables: Tables, host: Host) -> Json:
    """Read the newest picture: which cards are seen, and how good the picture is."""
    return tables.read(host)


@router.post("/setup/rules", response_model=schemas_setup.RulePicker)
def rules(_who: Umpire, wish: RulesWish, lang: Lang) -> Json:
    """Every option of a game with its meaning and source; contradictions in words."""
    return rulepicker.picker(wish.preset, wish.options, lang)


@router.post("/setup/layout/auto", response_model=schemas_setup.PlacedLayout)
def auto_layout(_who: Umpire, tables: Tables, host: Host, wish: AutoLayoutWish) -> Json:
    """The ready layout, laid where the table is found in the picture and as large as its cards say."""
    return tables.place(host, wish.players, measure=wish.measure)


@router.post("/setup/layout", response_model=schemas_setup.LayoutInfo)
def place_layout(_who: Umpire, tables: Tables, wish: LayoutWish) -> Any:
    """Check a layout that was dragged, and say where its zones then lie in the picture."""
    return tables.checked(wish.model_dump())


@router.post("/table", response_model=schemas_setup.TableStarted, status_code=201)
def start_table(request: Request, who: Umpire, tables: Tables, host: Host, wish: TableOrderWish) -> Json:
    """Start watching a table."""
    try:
        house = rulepicker.rules_of(wish.rules.preset, wish.rules.options)
    except RulesError as error:
        text = rulepicker.why_not(error, wish.rules.options, asked_language(request) or "en")
        raise ApiError(Code.BAD_REQUEST, text, worded=text != str(error)) from error
    order = TableOrder(
        camera=_own_files(who, wish.camera),
        rules=house,
        names=tuple(name.strip() for name in wish.names),
        counting=wish.counting,
        spectator_delay_s=wish.spectator_delay_s,
        layout=None if wish.layout is None else wish.layout.model_dump(),
        new=wish.new,
        last=wish.log == "last",
    )
    session = host.open(lambda: tables.open(order), wish.lang)
    asked = wish.model_dump(exclude={"log"}) | {"lang": host.lang}
    tables.remember(asked, session.book.match, last=order.last and not order.new)
    return {"seq": session.snapshot.seq, "resumed": session.book.resumed > 1}


@router.delete("/table", status_code=204)
def stop_table(_who: Umpire, host: Host) -> Response:
    """Stop watching; the log is kept."""
    host.stop()
    return Response(status_code=204)
