"""The two WebSockets: the view, pushed; the picture, one frame each time it is asked for.

Nothing is queued for a screen. Each connection knows what it has last been sent; when it is ready for more
it gets the difference to the newest snapshot in one message. A slow screen gets fewer, larger messages and
costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable

import anyio
from anyio import to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from bura_server.session import Json, Snapshot, TableSession
from bura_server.settings import LANGUAGES, ServerSettings

TOO_MUCH = 1008
"""close code: the client sends more than it may"""
LATER = 1013
"""close code: too many screens; try again later"""


def whole(now: Snapshot, lang: str) -> Json:
    """The message that replaces everything a screen knows."""
    return {
        "type": "view",
        "whole": True,
        "seq": now.seq,
        "view": now.view(lang),
        "table": now.table,
        "entries": list(now.rows),
    }


def difference(before: Snapshot, now: Snapshot, lang: str) -> Json | None:
    """The message that carries a screen from one snapshot to a later one; None when they say the same."""
    if now.epoch != before.epoch or now.seq < before.seq:
        return whole(now, lang)
    if now.seq > before.seq:
        return {
            "type": "view",
            "whole": False,
            "since": before.seq,
            "seq": now.seq,
            "view": now.view(lang),
            "table": now.table,
            "entries": list(now.rows[before.seq :]),
        }
    if now.version > before.version:
        return {"type": "table", "seq": now.seq, "table": now.table}
    return None


class Bell:
    """Wakes the connections of one event loop when the session changes; may be rung from any thread."""

    def __init__(self, session: TableSession) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._end = session.listen(self.ring)

    def ring(self) -> None:
        """Wake whoever waits; may be called from any thread."""
        # The loop may be closing while the worker still runs.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self, timeout_s: float) -> bool:
        """Wait for a change; False when none came in time."""
        with anyio.move_on_after(timeout_s):
            await self._rung.wait()
            self._rung.clear()
            return True
        return False

    def close(self) -> None:
        """Ring no more."""
        self._end()


class Flood:
    """Counts a client's messages over a sliding time."""

    def __init__(self, settings: ServerSettings, clock: Callable[[], float]) -> None:
        self._settings = settings
        self._clock = clock
        self._times: deque[float] = deque()

    def too_much(self) -> bool:
        """Count one more; True when that is more than a client may send."""
        now = self._clock()
        self._times.append(now)
        while now - self._times[0] > self._settings.flood_s:
            self._times.popleft()
        return len(self._times) > self._settings.flood_messages


class Screens:
    """All live connections of a server."""

    def __init__(self, session: TableSession, settings: ServerSettings) -> None:
        self._session = session
        self._settings = settings
        self._open = 0

    async def view(self, socket: WebSocket) -> None:
        """Serve /api/v1/live until the client goes."""
        await self._serve(socket, self._push_view)

    async def picture(self, socket: WebSocket) -> None:
        """Serve /api/v1/picture until the client goes."""
        await self._serve(socket, self._push_pictures)

    async def _serve(
        self, socket: WebSocket, push: Callable[[WebSocket, Bell, asyncio.Event], Awaitable[None]]
    ) -> None:
        await socket.accept()
        if self._open >= self._settings.screens:
            await socket.close(LATER, "too many screens")
            return
        self._open += 1
        bell = Bell(self._session)
        asked = asyncio.Event()
        try:
            # Whichever of the two ends first, by the client's going or by a fault, ends the other.
            async with anyio.create_task_group() as both:

                async def until_end(work: Awaitable[None]) -> None:
                    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                        await work
                    both.cancel_scope.cancel()

                both.start_soon(until_end, push(socket, bell, asked))
                both.start_soon(until_end, self._read(socket, asked, bell))
        finally:
            self._open -= 1
            bell.close()

    async def _read(self, socket: WebSocket, asked: asyncio.Event, bell: Bell) -> None:
        """Take what the client sends: any wish sets ``asked``; a flood ends the connection."""
        flood = Flood(self._settings, asyncio.get_running_loop().time)
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if flood.too_much():
                await socket.close(TOO_MUCH, "too many messages")
                return
            if is_wish(message.get("text")):
                asked.set()
                bell.ring()

    async def _push_view(self, socket: WebSocket, bell: Bell, asked: asyncio.Event) -> None:
        lang = language(socket.query_params.get("lang"), self._settings.lang)
        sent = self._session.snapshot
        await _send(socket, whole(sent, lang))
        while True:
            changed = await bell.wait(self._settings.beat_s)
            await asyncio.sleep(self._settings.gather_s)
            now = self._session.snapshot
            if asked.is_set():
                asked.clear()
                message: Json | None = whole(now, lang)
            else:
                message = difference(sent, now, lang)
            if message is None and not changed:
                message = {"type": "beat", "seq": now.seq}
            if message is not None:
                await _send(socket, message)
                sent = now

    async def _push_pictures(self, socket: WebSocket, bell: Bell, asked: asyncio.Event) -> None:
        pictures = self._session.pictures
        sent = 0
        while True:
            await asked.wait()
            while pictures.number == sent:
                await bell.wait(self._settings.beat_s)
            picture = await to_thread.run_sync(pictures.jpeg)
            if picture is None:
                continue
            asked.clear()
            sent, data = picture
            await socket.send_bytes(data)
            await asyncio.sleep(self._settings.picture_gap_s)


def language(wanted: str | None, otherwise: str) -> str:
    """The language asked for, where the sentences have it."""
    return wanted if wanted in LANGUAGES else otherwise


def is_wish(text: str | None) -> bool:
    """Is it one of the things a client may send: ``next`` (a picture), ``{"type": "whole"}`` (the view)?"""
    if text == "next":
        return True
    try:
        value = json.loads(text or "")
    except (json.JSONDecodeError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("type") == "whole"


async def _send(socket: WebSocket, message: Json) -> None:
    await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
