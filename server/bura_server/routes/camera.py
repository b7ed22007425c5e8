"""A phone as the camera: its socket, the code that leads to it, and the certificate it may install."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response, WebSocket
from starlette.requests import HTTPConnection, Request

from bura_server.errors import ApiError, Code
from bura_server.links import Link, Links
from bura_server.phone import schemas
from bura_server.phone.door import HttpsDoor
from bura_server.phone.line import PhoneLine
from bura_server.plain import Plain
from bura_server.rights import Caller, Role, Umpire, need
from bura_server.routes.common import PREFIX, REFUSALS, AllLinks
from bura_server.routes.links import qr_svg
from bura_server.session import Json

router = APIRouter(responses=REFUSALS)

SOCKET = f"{PREFIX}/camera"
"""path of the socket that takes a phone's pictures"""
LABEL = "phone"
"""note of the link that the page for phones makes"""
AUTHORITY = "/ca.crt"
"""where the authority's certificate is"""
AUTHORITY_TYPE = "application/x-x509-ca-cert"
"""what makes a phone offer to install it"""

_CLOSING: set[asyncio.Task[None]] = set()
"""doors that are being closed: asyncio itself keeps no task alive"""

GivesPictures = Annotated[Caller, Depends(need(Role.CAMERA, Role.UMPIRE))]


@dataclass(frozen=True, slots=True)
class Phones:
    """What these routes need of the application."""

    line: PhoneLine
    door: HttpsDoor | None


def _phones(connection: HTTPConnection) -> Phones:
    return Phones(connection.app.state.line, connection.app.state.door)


AllPhones = Annotated[Phones, Depends(_phones)]


def _link(links: Links) -> Link | None:
    """The link of the code, while it holds."""
    kept = (link for link in reversed(links.all()) if link.role is Role.CAMERA and link.label == LABEL)
    return next((link for link in kept if (links.left_s(Caller(link.role, None, link.id)) or 0.0) > 0), None)


def _closed(phones: Phones) -> Json:
    return {"url": None, "authority": None, "fingerprint": None, "link": None, "phone": phones.line.state}


def _info(phones: Phones, links: Links) -> Json:
    door = phones.door
    if door is None or door.url is None:
        return _closed(phones)
    link = _link(links)
    shown = None
    if link is not None:
        url = f"{door.url}/join/{links.token(link)}"
        shown = {
            "id": link.id,
            "url": url,
            "qr": qr_svg(url),
            "expires_at": datetime.fromtimestamp(link.expires_at, UTC).isoformat(timespec="seconds"),
        }
    return {
        "url": door.url,
        "authority": f"{door.url}{AUTHORITY}",
        "fingerprint": door.certificates.fingerprint,
        "link": shown,
        "phone": phones.line.state,
    }


@router.get(f"{PREFIX}/phone", response_model=schemas.PhoneInfo)
def phone(_who: Umpire, phones: AllPhones, links: AllLinks) -> Json:
    """The door for phones, the code that leads through it, and the phone that is connected."""
    return _info(phones, links)


@router.post(f"{PREFIX}/phone", response_model=schemas.PhoneInfo)
async def let_in(request: Request, _who: Umpire, phones: AllPhones, links: AllLinks) -> Json:
    """Open the door for phones, and make a link where none holds."""
    if phones.door is None:
        raise ApiError(Code.UNAVAILABLE, "this server takes no phones: start it with `bura serve`")
    await phones.door.open(request.app)
    if _link(links) is None:
        links.make(Role.CAMERA, None, phones.line.settings.link_hours * 3600.0, LABEL)
    return _info(phones, links)


@router.delete(f"{PREFIX}/phone", response_model=schemas.PhoneInfo)
async def shut(request: Request, _who: Umpire, phones: AllPhones, links: AllLinks) -> Json:
    """Close the door for phones; what comes through it is disconnected. Nothing happens when it is closed."""
    if phones.door is None:
        return _closed(phones)
    closing = asyncio.create_task(phones.door.close())
    _CLOSING.add(closing)
    closing.add_done_callback(_CLOSING.discard)
    if request.url.scheme == "https":
        # This very request comes through the door, which waits for its answer before it closes.
        return _closed(phones)
    await asyncio.shield(closing)
    return _info(phones, links)


@router.get(SOCKET, response_model=schemas.CameraWays)
def ways(who: GivesPictures, phones: AllPhones, links: AllLinks) -> Json:
    """Where the phone's page is over HTTPS, for one that was opened without."""
    door = phones.door
    if door is None or door.url is None:
        return {"secure_url": None, "authority": None, "fingerprint": None}
    link = next((link for link in links.all() if link.id == who.link), None)
    return {
        "secure_url": None if link is None else f"{door.url}/join/{links.token(link)}",
        "authority": f"{door.url}{AUTHORITY}",
        "fingerprint": door.certificates.fingerprint,
    }


@router.websocket(SOCKET)
async def pictures(
    socket: WebSocket,
    who: GivesPictures,
    phones: AllPhones,
    links: AllLinks,
    device: Annotated[Plain, Query(max_length=40, description="what the phone calls itself")] = "",
    take: Annotated[bool, Query(description="take over from another phone that is silent")] = False,
) -> None:
    """A phone's pictures: one JPEG a message, each after a `next`."""
    link = next((link for link in links.all() if link.id == who.link), None)
    place = "this machine" if socket.client is None or who.link is None else socket.client.host
    label = "" if link is None or link.label == LABEL else link.label
    own = device or f"{place}:{0 if socket.client is None else socket.client.port}"
    await phones.line.serve(socket, who, own, label or place, take=take)


@router.get(AUTHORITY, include_in_schema=False)
def authority(phones: AllPhones) -> Response:
    """The certificate that phones may install. It is public: no link is needed."""
    if phones.door is None or not phones.door.is_open:
        raise ApiError(Code.NOT_FOUND, "there is no certificate: the door for phones is closed")
    return Response(
        phones.door.certificates.authority_pem,
        media_type=AUTHORITY_TYPE,
        headers={"content-disposition": 'attachment; filename="bura-ca.crt"', "cache-control": "no-store"},
    )
