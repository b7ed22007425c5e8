"""What a request must be before anything reads it: small, and from our own page.

The server listens on the local machine, where any web page a person has open could otherwise talk to it. A
browser says in ``Origin`` which page asks; it must be a page of this server. Programs send no ``Origin``.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bura_server.errors import Code, refusal

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


class Guard:
    """ASGI middleware: refuses foreign pages and large bodies, adds the security headers."""

    def __init__(self, app: ASGIApp, body_bytes: int) -> None:
        self._app = app
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if same_site(Headers(scope=scope)):
                await self._app(scope, receive, send)
            else:
                await receive()
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
        if not same_site(headers):
            text = "this request comes from a page of another site: open the scoreboard itself"
            await refusal(Code.FORBIDDEN, text)(scope, receive, answer)
            return
        body = await _body(headers, receive, self._body_bytes)
        if body is None:
            text = f"the request is larger than {self._body_bytes} bytes"
            await refusal(Code.TOO_LARGE, text)(scope, receive, answer)
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
