"""Running the server from the command line: the port, the browser, the lines that say where the pages are."""

from __future__ import annotations

import errno
import ipaddress
import logging
import socket
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvicorn

from bura.errors import BuraError
from bura_server.app import AppSettings, create_app
from bura_server.phone.door import HttpsDoor

GRACE_S = 3
"""how long open connections may take to close when the server ends"""

PAGES = {
    "/desk": "referee's desk",
    "/setup": "set a table up, or stop it",
    "/links": "links and codes for players, spectators and screens",
    "/phone": "a phone as the camera",
    "/history": "matches played, statistics",
}
"""the umpire's pages beside the first one, and what each is for"""


class AddressError(BuraError):
    """A host or port that the server cannot listen on."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, taken before anything slow happens.

    :raises AddressError: when the port is busy, or the host is not this machine's.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except (OSError, UnicodeError) as error:
        raise AddressError(f"there is no host {host!r}: leave --host out to use this machine") from error
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except PermissionError as error:
        listener.close()
        raise AddressError(
            f"port {port} may not be used by this user: choose one above 1023 with --port"
        ) from error
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise AddressError(
                f"{host} is not an address of this machine: leave --host out, or give 0.0.0.0 for all its addresses"
            ) from error
        raise AddressError(
            f"port {port} of {host} cannot be used (another program has it?): choose another with --port"
        ) from error
    return listener


def listen_near(host: str, wanted: int | None, otherwise: int) -> socket.socket:
    """A listening socket at the port that was asked for, or, when none was, at the usual one or any that is free.

    :raises AddressError: when the port that was asked for is busy, or the host is not this machine's.
    """
    if wanted is not None:
        try:
            return listen(host, wanted)
        except AddressError as error:
            raise AddressError(str(error).replace("--port", "--https-port")) from error
    try:
        return listen(host, otherwise)
    except AddressError:
        return listen(host, 0)


def is_local(host: str) -> bool:
    """Can only this machine reach that host?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def address(listener: socket.socket) -> str:
    """The page's address, as a person on this machine types it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_no_false_alarm(record: logging.LogRecord) -> bool:
    """Is it anything but uvicorn's complaint of a socket that was refused over HTTP?

    uvicorn (0.5x, websockets-sansio) takes a refusal that was answered in full for a handshake that nobody finished. A
    socket that really is left without an answer comes from an exception, which is told by itself.
    """
    return record.getMessage() != "ASGI callable returned without completing handshake."


class _Server(uvicorn.Server):
    """uvicorn, with a word when it is ready, and the door for phones beside it."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], Awaitable[None]], door: HttpsDoor | None
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._door = door

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # The application ends with this server, so the other one goes first.
        if self._door is not None:
            await self._door.close()
        await super().shutdown(sockets)


def run(
    app: AppSettings,
    listener: socket.socket,
    *,
    browser: bool,
    say: Callable[[str], None],
    phones: bool = False,
) -> None:
    """Serve one table until the person ends it (Ctrl+C, which is no error).

    :param phones: open the door for phones at once.
    :raises BuraError: when it cannot be opened.
    """
    where = address(listener)
    made = create_app(app)
    door, trouble = app.door, list[BuraError]()

    async def ready() -> None:
        if phones and door is not None:
            try:
                await door.open(made)
            except BuraError as error:
                trouble.append(error)
                server.should_exit = True
                return
            say(f"Phones: {door.url}  (the page {where}/phone shows their code)")
        say(f"{'Set-up' if app.session is None else 'Scoreboard'}: {where}  (Ctrl+C ends it)")
        for path, what in PAGES.items():
            say(f"  {where + path:<32} {what}")
        if browser:
            webbrowser.open(where)

    config = uvicorn.Config(
        made,
        log_level="warning",
        # What is not a phone's picture is held to less by the guard.
        ws_max_size=app.server.socket_bytes,
        # A view is a few kilobytes: packing it once more for every screen costs more than sending it.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
        server_header=False,
    )
    # after the configuration, which sets uvicorn's loggers up
    logging.getLogger("uvicorn.error").addFilter(_is_no_false_alarm)
    # When all is closed uvicorn raises the signal that ended it once more.
    server = _Server(config, ready, door)
    with suppress(KeyboardInterrupt):
        server.run([listener])
    if trouble:
        raise trouble[0]
