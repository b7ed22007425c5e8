"""The two WebSockets: the view, pushed; the picture, one frame each time it is asked for.

Nothing is queued for a screen. Each connection knows what it has last been sent; when it is ready for more
it gets the difference to the newest snapshot in one message. A slow screen gets fewer, larger messages and
costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter, deque
from collections.abc import Awaitable, Callable

import anyio
from anyio import to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from bura.view import Viewer
from bura_server.errors import ApiError, Code
from bura_server.host import TableHost
from bura_server.links import OTHER_MATCH, Links
from bura_server.messages import Texts, wire
from bura_server.rights import Caller, Role
from bura_server.session import TableSession
from bura_server.settings import LANGUAGES, ServerSettings

TOO_MUCH = 1008
"""close code: the client sends more than it may"""
NO_LONGER = 1008
"""close code: the link of the connection was revoked or has expired"""
EXPIRY_STEP_S = 3600.0
"""how often a connection looks at the wall clock, which may be set, for the end of its link"""
STOPPED = 1012
"""close code: the table was stopped; connect again when one runs"""
LATER = 1013
"""close code: too many screens; try again later"""


class Bell:
    """Wakes a connection when the session changes; may be rung from any thread.

    :param pictures: … and for every picture.
    """

    def __init__(self, session: TableSession, *, pictures: bool = False) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()
        self._end = session.listen(self.ring, pictures=pictures)

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


async def until_link_ends(links: Links, who: Caller) -> None:
    """Wait until the link of a caller is revoked or expires; for ever when he came by none."""
    loop, revoked = asyncio.get_running_loop(), asyncio.Event()

    def heard(name: str) -> None:
        if name == who.link:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(revoked.set)

    end = links.listen(heard)
    try:
        while (left := links.left_s(who)) is None or left > 0:
            with anyio.move_on_after(min(left or EXPIRY_STEP_S, EXPIRY_STEP_S)):
                await revoked.wait()
    finally:
        end()


class Screens:
    """All live connections of a server."""

    def __init__(self, host: TableHost, settings: ServerSettings, links: Links) -> None:
        self._host = host
        self._settings = settings
        self._links = links
        self._open = 0
        self._by_link: Counter[str] = Counter()
        self._texts = Texts()

    async def view(
        self,
        socket: WebSocket,
        who: Caller,
        viewer: Viewer,
        delay_s: float | None,
        tail: int | None = None,
    ) -> None:
        """Serve /api/v1/live until the client goes, or may no longer stay.

        :param viewer: with whose eyes he looks.
        :param delay_s: how many seconds later he wants to see everything.
        :param tail: how many of the newest entries he wants in whole views; None: all.
        :raises ApiError: NO_TABLE when there is nothing to look at; FORBIDDEN when his link ended meanwhile.
        """
        session = self._host.current()
        if self._links.left_s(who) == 0.0:
            # another match began while this one was asking
            raise ApiError(Code.FORBIDDEN, OTHER_MATCH)

        async def push(bell: Bell, asked: asyncio.Event) -> None:
            await self._push_view(session, socket, bell, asked, viewer, delay_s, tail)

        await self._serve(session, socket, who, push)

    async def picture(self, socket: WebSocket, who: Caller) -> None:
        """Serve /api/v1/picture until the client goes, or may no longer stay.

        :raises ApiError: NO_TABLE when there is nothing to look at.
        """
        session = self._host.current()

        async def push(bell: Bell, asked: asyncio.Event) -> None:
            await self._push_pictures(session, socket, bell, asked)

        await self._serve(session, socket, who, push, pictures=True)

    async def _serve(
        self,
        session: TableSession,
        socket: WebSocket,
        who: Caller,
        push: Callable[[Bell, asyncio.Event], Awaitable[None]],
        *,
        pictures: bool = False,
    ) -> None:
        await socket.accept()
        if not self._has_room(who):
            await socket.close(LATER, "too many screens")
            return
        self._open += 1
        if who.link is not None:
            self._by_link[who.link] += 1
        bell = Bell(session, pictures=pictures)
        asked = asyncio.Event()
        try:
            # Whichever ends first, by the client's going, by a fault or by a link's end, ends the others.
            async with anyio.create_task_group() as all_of_it:

                async def until_end(work: Awaitable[None]) -> None:
                    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                        await work
                    all_of_it.cancel_scope.cancel()

                all_of_it.start_soon(until_end, push(bell, asked))
                all_of_it.start_soon(until_end, self._read(socket, asked, bell))
                all_of_it.start_soon(until_end, self._stay(socket, who))
                all_of_it.start_soon(until_end, self._last(socket, session))
        finally:
            self._open -= 1
            if who.link is not None:
                self._by_link[who.link] -= 1
                self._by_link += Counter()  # forget links that nobody is connected by
            bell.close()

    def _has_room(self, who: Caller) -> bool:
        """May one more connection be opened? No link takes all of them, and no links together take the umpire's."""
        limits = self._settings
        kept = 0 if who.role is Role.UMPIRE else limits.screens_kept
        if self._open >= limits.screens - kept:
            return False
        most = limits.screens_per_seat if who.role is Role.SEAT else limits.screens_per_link
        return who.link is None or self._by_link[who.link] < most

    async def _stay(self, socket: WebSocket, who: Caller) -> None:
        """Wait until the link of a connection is revoked or expires, then close it."""
        await until_link_ends(self._links, who)
        await socket.close(NO_LONGER, "this link no longer holds")

    async def _last(self, socket: WebSocket, session: TableSession) -> None:
        """Wait until another table runs, or none, then close the connection."""
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()

        def heard() -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(stopped.set)

        end = self._host.listen(heard)
        try:
            while self._host.session is session:
                await stopped.wait()
                stopped.clear()
        finally:
            end()
        await socket.close(STOPPED, "the table was stopped")

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

    async def _push_view(
        self,
        session: TableSession,
        socket: WebSocket,
        bell: Bell,
        asked: asyncio.Event,
        viewer: Viewer,
        delay_s: float | None,
        tail: int | None,
    ) -> None:
        lang = language(socket.query_params.get("lang"), self._host.lang)
        sent = session.seen_by(viewer, delay_s)
        await socket.send_text(self._texts.text(session, None, sent, viewer, lang, tail) or "")
        quiet_since = asyncio.get_running_loop().time()
        while True:
            due = session.next_s(viewer, delay_s)
            await bell.wait(self._settings.beat_s if due is None else min(due, self._settings.beat_s))
            await asyncio.sleep(self._settings.gather_s)
            now = session.seen_by(viewer, delay_s)
            if asked.is_set():
                asked.clear()
                text = self._texts.text(session, None, now, viewer, lang, tail)
            else:
                text = self._texts.text(session, sent, now, viewer, lang, tail)
            quiet_s = asyncio.get_running_loop().time() - quiet_since
            if text is None and quiet_s >= self._settings.beat_s:
                text = wire({"type": "beat", "seq": now.seq})
            if text is not None:
                await socket.send_text(text)
                sent = now
                quiet_since = asyncio.get_running_loop().time()

    async def _push_pictures(
        self, session: TableSession, socket: WebSocket, bell: Bell, asked: asyncio.Event
    ) -> None:
        pictures = session.pictures
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
