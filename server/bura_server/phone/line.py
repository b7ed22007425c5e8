"""The line of a phone: one WebSocket that brings pictures, one phone at a time.

    server ──next──▶ phone ──JPEG──▶ server ──next──▶ …

A picture is sent only after it was asked for, so that at most one is on its way and a slow network gives fewer
pictures, never older ones. The next is asked for as soon as somebody has taken the last.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio
from anyio import to_thread
from starlette.websockets import WebSocket, WebSocketDisconnect

from bura_server.links import Links
from bura_server.live import NO_LONGER, TOO_MUCH, Flood, until_link_ends
from bura_server.phone.settings import LineSettings
from bura_server.rights import Caller
from bura_server.session import Json
from bura_server.settings import ServerSettings
from bura_vision.phone import PhoneFeed, PictureError

log = logging.getLogger(__name__)

TOO_LARGE = 1009
"""close code: a picture has too many bytes"""
NO_PICTURES = 1003
"""close code: what comes are no pictures"""
HELD = 4001
"""close code: another phone gives the pictures; the message before says which"""
REPLACED = 4002
"""close code: another phone has taken over"""
FPS_S = 3.0
"""over how many seconds pictures are counted"""

Judge = Callable[[bytes], Json]
"""says how good a picture is: `bura_server.schemas.PhonePicture`; raises PictureError. Takes a second."""


@dataclass(eq=False)
class _Phone:
    """A phone that is connected."""

    device: str
    """what it calls itself, so that it is known again when it comes back"""
    by: str
    """what people call it: its link's note, or its address"""
    since: float
    asked_at: float
    """when the picture was asked for that has not come; of the last one otherwise"""
    owed: bool = False
    """a picture was asked for and has not come"""
    paused: bool = False
    """its holder has paused it"""
    number: int = 0
    """of its newest picture"""
    times: deque[float] = field(default_factory=deque)
    """when pictures came, the last seconds"""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    replaced: asyncio.Event = field(default_factory=asyncio.Event)

    def silent_s(self, now: float) -> float:
        """For how long it has owed a picture."""
        return now - self.asked_at if self.owed else 0.0

    def fps(self, now: float) -> float:
        """Pictures a second, lately."""
        while self.times and now - self.times[0] > FPS_S:
            self.times.popleft()
        return len(self.times) / max(1.0, min(FPS_S, now - self.since))


class PhoneLine:
    """The one line of a server; of one event loop.

    :param judge: says how good a picture is; None: nobody does.
    :param busy: is a table being watched, whatever its camera?
    :param ours: is a table being watched by the phone?
    """

    def __init__(
        self,
        feed: PhoneFeed,
        links: Links,
        server: ServerSettings,
        *,
        judge: Judge | None = None,
        busy: Callable[[], bool] = lambda: False,
        ours: Callable[[], bool] = lambda: False,
        settings: LineSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings or LineSettings()
        self._feed, self._links, self._server = feed, links, server
        self._judge, self._busy, self._ours, self._clock = judge, busy, ours, clock
        self._phone: _Phone | None = None
        self._judged: Json | None = None

    @property
    def state(self) -> Json:
        """Who gives pictures, and how they come: `bura_server.schemas.PhoneState`."""
        phone, now = self._phone, self._clock()
        counts = self._feed.counts
        return {
            "by": None if phone is None else phone.by,
            "fps": 0.0 if phone is None else round(phone.fps(now), 1),
            "silent_s": None if phone is None else round(phone.silent_s(now), 1),
            "paused": phone is not None and phone.paused,
            "watched": self._feed.readers > 0,
            "arrived": counts.arrived,
            "dropped": counts.refused + counts.corrupt,
            "picture": None if phone is None else self._judged,
        }

    async def serve(self, socket: WebSocket, who: Caller, device: str, by: str, *, take: bool) -> None:
        """Serve /api/v1/camera until the phone goes, is replaced, or may no longer stay.

        :param device: what the phone calls itself: the same one may always come back.
        :param by: what people call it.
        :param take: take over from another phone that is silent.
        """
        await socket.accept()
        other = self._phone
        now = self._clock()
        if other is not None and other.device != device:
            silent = other.silent_s(now)
            if not take or silent < self.settings.silent_s:
                await _send(
                    socket,
                    {
                        "type": "held",
                        "by": other.by,
                        "silent_s": round(silent, 1),
                        "free_in_s": round(max(0.0, self.settings.silent_s - silent), 1),
                    },
                )
                await socket.close(HELD, f"{other.by[:60]} gives the pictures")
                return
        phone = self._phone = _Phone(device, by, now, now)
        self._judged = None
        if other is not None:
            other.replaced.set()
        try:
            await self._talk(socket, who, phone)
        finally:
            if self._phone is phone:
                self._phone = None

    async def _talk(self, socket: WebSocket, who: Caller, phone: _Phone) -> None:
        # Whichever ends first ends the others.
        async with anyio.create_task_group() as all_of_it:

            async def until_end(work: Awaitable[None]) -> None:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await work
                all_of_it.cancel_scope.cancel()

            all_of_it.start_soon(until_end, self._read(socket, phone))
            all_of_it.start_soon(until_end, self._ask(socket, phone))
            all_of_it.start_soon(until_end, self._tell(socket, phone))
            all_of_it.start_soon(until_end, self._stay(socket, who))
            all_of_it.start_soon(until_end, self._give_way(socket, phone))
            if self._judge is not None:
                all_of_it.start_soon(until_end, self._measure(socket, phone, self._judge))

    async def _stay(self, socket: WebSocket, who: Caller) -> None:
        await until_link_ends(self._links, who)
        await socket.close(NO_LONGER, "this link no longer holds")

    async def _give_way(self, socket: WebSocket, phone: _Phone) -> None:
        await phone.replaced.wait()
        await socket.close(REPLACED, "another phone gives the pictures now")

    # --- what comes ---------------------------------------------------------------------------------------

    async def _read(self, socket: WebSocket, phone: _Phone) -> None:
        flood = Flood(self._server, self._clock)
        most = self._feed.settings.bytes_most
        good, corrupt = self._feed.counts.shown, self._feed.counts.corrupt
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("bytes")
            if data is None:
                if flood.too_much():
                    await socket.close(TOO_MUCH, "too many messages")
                    return
                if message.get("text") == "pause":
                    phone.paused = True
                continue
            if not phone.owed:
                await socket.close(TOO_MUCH, "a picture came before it was asked for: wait for next")
                return
            number = self._feed.put(data)
            if number is None:
                await socket.close(TOO_LARGE, f"a picture of {len(data)} bytes: 1 to {most} are taken")
                return
            counts = self._feed.counts
            if counts.shown > good:
                good, corrupt = counts.shown, counts.corrupt
            if counts.corrupt - corrupt >= self.settings.corrupt_most:
                await socket.close(NO_PICTURES, "these are no JPEG pictures")
                return
            now = self._clock()
            phone.owed, phone.paused, phone.number = False, False, number
            phone.times.append(now)
            phone.fps(now)
            phone.arrived.set()

    # --- what goes ----------------------------------------------------------------------------------------

    async def _ask(self, socket: WebSocket, phone: _Phone) -> None:
        loop, rung = asyncio.get_running_loop(), asyncio.Event()

        def ring() -> None:
            # The loop may be closing while a reader still runs.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(rung.set)

        end = self._feed.listen(ring)
        try:
            while True:
                phone.owed, phone.asked_at = True, self._clock()
                await socket.send_text("next")
                await phone.arrived.wait()
                phone.arrived.clear()
                with anyio.move_on_after(self.settings.idle_s):
                    while self._feed.taken < phone.number:
                        await rung.wait()
                        rung.clear()
                await asyncio.sleep(max(0.0, phone.asked_at + self.settings.gap_s - self._clock()))
        finally:
            end()

    async def _tell(self, socket: WebSocket, phone: _Phone) -> None:
        while True:
            await _send(
                socket,
                {
                    "type": "state",
                    "watched": self._feed.readers > 0,
                    "table": self._ours(),
                    "fps": round(phone.fps(self._clock()), 1),
                    "dropped": self._feed.counts.corrupt,
                },
            )
            await asyncio.sleep(self.settings.state_s)

    async def _measure(self, socket: WebSocket, phone: _Phone, judge: Judge) -> None:
        judged = 0
        while True:
            pause_s = self.settings.judge_busy_s if self._busy() else self.settings.judge_s
            newest = self._feed.newest
            if newest is None or phone.number == 0 or newest.number == judged:
                await asyncio.sleep(min(pause_s, 0.2))
                continue
            judged, data = newest.number, newest.data
            try:
                told = await to_thread.run_sync(judge, data)
            except PictureError as error:
                log.info("a picture of the phone is not judged: %s", error)
                self._judged = None
            except Exception:
                # the pictures still come: nobody says how good they are, that is all
                log.exception("judging the phone's pictures failed")
                self._judged = None
                await anyio.sleep_forever()
            else:
                self._judged = told
                await _send(socket, {"type": "quality", **told})
            await asyncio.sleep(pause_s)


async def _send(socket: WebSocket, message: Json) -> None:
    await socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
