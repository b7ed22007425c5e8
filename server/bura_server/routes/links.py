"""Links: the umpire makes, lists and revokes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Depends, Response
from starlette.requests import Request

from bura_server import schemas
from bura_server.addresses import base_url, is_loopback, reaches_others
from bura_server.errors import ApiError, Code
from bura_server.links import Link, Links
from bura_server.rights import Role, Umpire, need
from bura_server.routes.common import PREFIX, REFUSALS, AllLinks, Host, Settings
from bura_server.session import Json

router = APIRouter(prefix=f"{PREFIX}/links", responses=REFUSALS)

QR_BORDER = 2
"""white modules around a code; phones need some"""


def qr_svg(text: str) -> str:
    """A QR code as an SVG picture that fills its box."""
    return segno.make(text, error="m", micro=False).svg_inline(
        border=QR_BORDER, omitsize=True, dark="#000", light="#fff"
    )


def _told(link: Link, links: Links, base: str) -> Json:
    url = f"{base}/join/{links.token(link)}"
    return {
        "id": link.id,
        "role": link.role.value,
        "seat": link.seat,
        "label": link.label,
        "url": url,
        "qr": qr_svg(url),
        "expires_at": datetime.fromtimestamp(link.expires_at, UTC).isoformat(timespec="seconds"),
        "revoked": link.revoked,
        "other_match": links.other_match(link),
    }


@router.get("", response_model=schemas.LinkList)
def list_links(request: Request, _who: Umpire, links: AllLinks, settings: Settings) -> Json:
    """All links that still hold, and those that do no longer."""
    base = base_url(request, settings.hosts)
    return {
        # who asks by an address of the network (a tunnel, a proxy) shows that there is a way in
        "reaches_others": reaches_others(settings.hosts) or not is_loopback(urlsplit(base).hostname or ""),
        "links": [_told(link, links, base) for link in links.all()],
    }


@router.post("", response_model=schemas.LinkInfo, status_code=201)
def make_link(
    request: Request, _who: Umpire, links: AllLinks, settings: Settings, host: Host, wish: schemas.LinkWish
) -> Json:
    """A new link; a seat's holds for the running match only."""
    role = Role(wish.role)
    if (role is Role.SEAT) != (wish.seat is not None):
        raise ApiError(Code.BAD_REQUEST, "seat: give one with role seat, and with no other role")
    if wish.seat is not None and wish.seat not in (seats := host.current().book.seats):
        told = ", ".join(seats)
        raise ApiError(
            Code.BAD_REQUEST, f"seat: there is no seat {wish.seat} at this table: the seats are {told}"
        )
    link = links.make(role, wish.seat, wish.hours * 3600.0, wish.label)
    return _told(link, links, base_url(request, settings.hosts))


@router.delete("/{link_id}", status_code=204)
def revoke_link(
    link_id: str, links: AllLinks, _who: Annotated[object, Depends(need(Role.UMPIRE))]
) -> Response:
    """Take a link back: it fails at once, and what is open by it is closed."""
    links.revoke(link_id)
    return Response(status_code=204)
