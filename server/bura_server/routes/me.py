"""Who am I here, and coming in by a link."""

from __future__ import annotations

import html

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import Request

from bura_server import schemas
from bura_server.errors import ApiError
from bura_server.languages import wants_page
from bura_server.plain_pages import plain_page
from bura_server.rights import COOKIE, HOME, AnyCaller
from bura_server.routes.common import PREFIX, REFUSALS, AllLinks, Host
from bura_server.routes.pages import PAGES
from bura_server.session import Json

router = APIRouter(responses=REFUSALS)


@router.get(f"{PREFIX}/me", response_model=schemas.Me)
def me(who: AnyCaller, host: Host) -> Json:
    """What the caller is and may do."""
    names = {} if host.session is None else dict(host.session.book.state.names)
    name = None if who.seat is None else names.get(who.seat) or who.seat
    return {
        "role": who.role.value,
        "seat": who.seat,
        "name": name,
        "may": list(who.may),
        "home": HOME[who.role],
        "lang": host.lang,
    }


@router.get("/join/{token}", include_in_schema=False)
def join(request: Request, links: AllLinks, token: str) -> Response:
    """Keep a link in a cookie and go on to the page of its role.

    The browser is sent on by a page of our own, not by a redirect: after a redirect that began on another site (a
    messenger, a mail) it would hold a SameSite=Strict cookie back. A link that no longer holds is told in the
    phone's language (programs get the refusal).
    """
    try:
        link = links.read(token)
    except ApiError:
        if wants_page(request):
            return plain_page(request, "no_link.html", 403)
        raise
    home = HOME[link.role]
    lang = request.query_params.get("lang", "")
    if lang.isalpha() and len(lang) == 2:
        home = f"{home}?lang={lang}"
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bura</title>'
        f'<meta http-equiv="refresh" content="0; url={html.escape(home)}">'
        f'<p><a href="{html.escape(home)}">Bura</a></p></html>'
    )
    answer = HTMLResponse(page, headers={"cache-control": "no-store"})
    answer.set_cookie(
        COOKIE,
        token,
        max_age=max(1, int(links.left_s(links.caller(token)) or 1)),
        path="/",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@router.post("/leave", include_in_schema=False)
def leave(to: str = "/") -> RedirectResponse:
    """Forget the link that this browser keeps: it is then what it would be without one, and may do nothing more.

    :param to: the page that it goes on to; the start where this server has no such page.
    """
    way = to if to in PAGES else "/"
    answer = RedirectResponse(way, status_code=303, headers={"cache-control": "no-store"})
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return answer
