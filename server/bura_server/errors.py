"""One shape for every refusal: ``{"error": {"code": …, "message": …}}``.

``code`` is one of `Code` and stays the same between versions; ``message`` is one sentence for people.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from bura.errors import BuraError, LogError
from bura_server.languages import asked_language, wants_page
from bura_server.plain_pages import plain_page
from bura_server.refusal_general import UNREAD
from bura_server.refusals import is_worded, spoken

log = logging.getLogger(__name__)


class Code(StrEnum):
    """Why a request is refused."""

    BAD_REQUEST = "bad_request"
    """the request cannot be read, or a field of it is wrong"""
    NO_TABLE = "no_table"
    """no table is being watched: the set-up page starts one"""
    NOT_FOUND = "not_found"
    """there is no such page, entry or card"""
    METHOD_NOT_ALLOWED = "method_not_allowed"
    """the address exists, but not for this method"""
    CONFLICT = "conflict"
    """something changed meanwhile: ask for the view and decide again"""
    UNAUTHORIZED = "unauthorized"
    """the request comes from another machine and carries no link"""
    FORBIDDEN = "forbidden"
    """not with this link; or from a page of another site, or by a name that is not this machine's"""
    TOO_LARGE = "too_large"
    """the body is larger than the server reads"""
    TOO_MANY = "too_many"
    """this link has done too much in too short a time: wait, then try again"""
    UNAVAILABLE = "unavailable"
    """the log cannot be written, so nothing can be added"""
    INTERNAL = "internal"
    """a fault of the server; its log says more"""


_STATUS = {
    Code.BAD_REQUEST: 422,
    # before the other 404: what a status alone means is told by the last of its codes
    Code.NO_TABLE: 404,
    Code.NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.CONFLICT: 409,
    Code.UNAUTHORIZED: 401,
    Code.FORBIDDEN: 403,
    Code.TOO_LARGE: 413,
    Code.TOO_MANY: 429,
    Code.UNAVAILABLE: 503,
    Code.INTERNAL: 500,
}
_CODES = {status: code for code, status in _STATUS.items()} | {400: Code.BAD_REQUEST, 415: Code.BAD_REQUEST}


class ApiError(Exception):
    """A refusal, raised anywhere below a route."""

    def __init__(
        self, code: Code, message: str, now: dict[str, Any] | None = None, *, worded: bool = False
    ) -> None:
        """A refusal.

        :param now: what holds now, where the refusal is that something changed meanwhile.
        :param worded: the message is in its reader's language already.
        """
        super().__init__(message)
        self.code = code
        self.message = message
        self.now = now
        self.worded = worded


def refusal(code: Code, message: str, now: dict[str, Any] | None = None) -> JSONResponse:
    """The answer that carries a refusal."""
    body: dict[str, Any] = {"error": {"code": code.value, "message": message}}
    if now is not None:
        body["now"] = now
    return JSONResponse(body, status_code=_STATUS[code])


def refusal_to(
    asked: HTTPConnection, code: Code, message: str, now: dict[str, Any] | None = None
) -> JSONResponse:
    """The answer that carries a refusal, in the language that is asked for; in English where none of ours is."""
    return refusal(code, spoken(code.value, message, asked_language(asked) or "en"), now)


def install(app: FastAPI) -> None:
    """Make every error of an app answer in the one shape.

    Sockets too: what is refused before a socket is open is answered over HTTP, so that a program can read why.
    """
    app.router.default = _no_socket(app.router.default)

    @app.exception_handler(ApiError)
    async def _api(request: Request, error: ApiError) -> JSONResponse:
        if error.worded:
            return refusal(error.code, error.message, error.now)
        return refusal_to(request, error.code, error.message, error.now)

    @app.exception_handler(LogError)
    async def _log(request: Request, error: LogError) -> JSONResponse:
        return refusal_to(request, Code.UNAVAILABLE, str(error))

    @app.exception_handler(BuraError)
    async def _bura(request: Request, error: BuraError) -> JSONResponse:
        return refusal_to(request, Code.BAD_REQUEST, str(error))

    @app.exception_handler(RequestValidationError)
    @app.exception_handler(WebSocketRequestValidationError)
    async def _invalid(
        request: HTTPConnection, error: RequestValidationError | WebSocketRequestValidationError
    ) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        text = f"{where or 'the body'}: {first['msg']}"
        # the library's own words are for programs, which ask for no language; a page that reads English has UNREAD
        if asked_language(request) == "en" and not is_worded(text):
            return refusal(Code.BAD_REQUEST, UNREAD)
        return refusal_to(request, Code.BAD_REQUEST, text)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and wants_page(request):
            return plain_page(request, "not_found.html", 404)
        code = _CODES.get(error.status_code, Code.INTERNAL if error.status_code >= 500 else Code.BAD_REQUEST)
        if code is Code.NOT_FOUND:
            return refusal_to(request, code, f"there is nothing at {request.url.path}")
        if code is Code.METHOD_NOT_ALLOWED:
            return refusal_to(request, code, f"{request.url.path} does not answer to {request.method}")
        return refusal_to(request, code, str(error.detail))

    @app.exception_handler(Exception)
    async def _fault(request: Request, error: Exception) -> JSONResponse:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return refusal_to(request, Code.INTERNAL, "the server failed at this request; its log says more")


def _no_socket(otherwise: ASGIApp) -> ASGIApp:
    """What answers at addresses that nothing is at: sockets are refused as requests are."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            raise ApiError(Code.NOT_FOUND, f"there is no socket at {scope['path']}")
        await otherwise(scope, receive, send)

    return answer
