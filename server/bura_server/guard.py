"""What a request must be before anything reads it: small, and from our own page.

The server listens on the local machine, where any web page a person has open could otherwise talk to it. A
browser says in ``Origin`` which page asks; it must be a page of this server. Programs send no ``Origin``.

A foreign page can also have its own name resolve to this machine (DNS rebinding); its ``Origin`` then equals its
``Host``. So the ``Host`` must be a name of this machine or a bare IP address, which no page can redirect.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bura_server.errors import Code, refusal_to

#: what the page may load: its own files, and pictures it makes itself
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none';"
    " base-uri 'none'; frame-ancestors 'self'; form-action 'self'"
)
_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


def same_site(headers: Headers) -> bool:
    """Does the request come from a page of this server, or from a program?"""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def own_names(given: Collection[str] = ()) -> frozenset[str]:
    """Names of this machine, lower case.

    :param given: further ones, as typed after ``--host``.
    """
    machine = socket.gethostname().lower().rstrip(".")
    short = machine.split(".")[0]
    names = {"localhost", machine, short, f"{short}.local", *(name.lower().rstrip(".") for name in given)}
    return frozenset(names - {"", ".local"})


def own_host(headers: Headers, names: Collection[str]) -> bool:
    """Is the request addressed to this machine, by one of its names or by an IP address?"""
    given = headers.getlist("host")
    if len(given) != 1:
        return False
    try:
        host = urlsplit(f"//{given[0]}").hostname
    except ValueError:
        return False
    if host is None:
        return False
    if host.rstrip(".") in names:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware: refuses foreign pages and large bodies, adds the security headers.

    :param hosts: names of this machine beside its own (`own_names`).
    :param large: paths of WebSockets that mind the size of their messages themselves.
    """

    def __init__(
        self, app: ASGIApp, body_bytes: int, hosts: Collection[str] = (), large: Collection[str] = ()
    ) -> None:
        self._app = app
        self._body_bytes = body_bytes
        self._large = frozenset(large)
        self._names = own_names(hosts)

    def _problem(self, headers: Headers) -> str | None:
        """Why a request is not from our own page, or None."""
        if not own_host(headers, self._names):
            return "this server is asked by a name that is not this machine's: use the address it printed"
        if not same_site(headers):
            return "this request comes from a page of another site: open the scoreboard itself"
        return None

    def _limited(self, receive: Receive, send: Send) -> Receive:
        """A socket on which a large message ends the connection (code 1009)."""

        async def take() -> Message:
            message = await receive()
            if len(message.get("text") or message.get("bytes") or "") <= self._body_bytes:
                return message
            reason = f"a message is larger than {self._body_bytes} bytes"
            await send({"type": "websocket.close", "code": 1009, "reason": reason})
            return {"type": "websocket.disconnect", "code": 1009, "reason": reason}

        return take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            problem = self._problem(Headers(scope=scope))
            if problem is None:
                limited = receive if scope["path"] in self._large else self._limited(receive, send)
                await self._app(scope, limited, send)
                return
            await receive()
            if "websocket.http.response" in scope.get("extensions", {}):
                await refusal_to(HTTPConnection(scope), Code.FORBIDDEN, problem)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": "foreign page"})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        headers = Headers(scope=scope)
        problem = self._problem(headers)
        if problem is not None:
            await refusal_to(HTTPConnection(scope), Code.FORBIDDEN, problem)(scope, receive, answer)
            return
        body = await _body(headers, receive, self._body_bytes)
        if body is None:
            text = f"the request is larger than {self._body_bytes} bytes"
            await refusal_to(HTTPConnection(scope), Code.TOO_LARGE, text)(scope, receive, answer)
            return
        sent = False

        async def replay() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, replay, answer)


async def _body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """The whole body, or None when it is larger than the limit (what its header says is not trusted)."""
    try:
        if int(headers.get("content-length", "0")) > limit:
            return None
    except ValueError:
        return None
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        part = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)
