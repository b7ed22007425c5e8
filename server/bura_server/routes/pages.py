"""The pages: one HTML file each, given to whoever may see it."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import Request

from bura_server.errors import ApiError, Code
from bura_server.plain_pages import STATIC, plain_page
from bura_server.rights import COOKIE, HOME, Role, caller, is_own_machine
from bura_server.routes.common import host

router = APIRouter(include_in_schema=False)
PAGES: set[str] = set()
"""the paths of all pages"""


def page(path: str, name: str, *roles: Role) -> None:
    """Serve ``static/<name>`` at ``path`` to callers of these roles.

    Anybody else who has a link is led to his own page; who has none, or one that no longer holds, is told how to
    get one. On the server's own machine, where the umpire may have tried a link himself, he is offered to leave it and
    comes to the page that he asked for.
    """
    text = (STATIC / name).read_text("utf-8")
    PAGES.add(path)

    async def show(request: Request) -> Response:
        try:
            who = caller(request)
        except ApiError as error:
            return _leave(request) if _may_leave(request) else _no_link(request, error)
        if who.role not in roles:
            if Role.UMPIRE in roles and _may_leave(request):
                return _leave(request, HOME[who.role])
            return RedirectResponse(HOME[who.role], status_code=303)
        if path == "/" and who.role is Role.UMPIRE and host(request).session is None:
            # there is nothing to look at yet
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"/setup{query}", status_code=303)
        told = text.replace("{{lang}}", host(request).lang)
        return HTMLResponse(told, headers={"cache-control": "no-cache"})

    router.add_api_route(path, show, methods=["GET"], response_class=HTMLResponse, response_model=None)


def _may_leave(request: Request) -> bool:
    """Would this browser be the umpire's without the link it keeps?"""
    return COOKIE in request.cookies and is_own_machine(request)


def _leave(request: Request, home: str | None = None) -> Response:
    """The page that offers to leave a link, and the page of that link when it still holds."""
    way = "" if home is None else f'<p><a href="{home}">{home}</a></p>'
    return plain_page(request, "leave.html", 403, home=way, to=request.url.path)


def _no_link(request: Request, error: ApiError) -> Response:
    return plain_page(request, "no_link.html", 401 if error.code is Code.UNAUTHORIZED else 403)


page("/", "index.html", Role.UMPIRE, Role.TABLE)
page("/links", "links.html", Role.UMPIRE)
page("/play", "play.html", Role.SEAT, Role.UMPIRE)
page("/history", "history.html", Role.UMPIRE)
