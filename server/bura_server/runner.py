"""Running the server from the command line: the port, the browser, the one line that says where the page is."""

from __future__ import annotations

import errno
import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from bura.errors import BuraError
from bura_server.app import AppSettings, create_app

GRACE_S = 3
"""how long open connections may take to close when the server ends"""


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


class _Server(uvicorn.Server):
    """uvicorn, with a word when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(
    app: AppSettings,
    listener: socket.socket,
    *,
    browser: bool,
    say: Callable[[str], None],
) -> None:
    """Serve one table until the person ends it (Ctrl+C, which is no error)."""
    where = address(listener)

    def ready() -> None:
        say(f"{'Set-up' if app.session is None else 'Scoreboard'}: {where}  (Ctrl+C ends it)")
        if browser:
            webbrowser.open(where)

    config = uvicorn.Config(
        create_app(app),
        log_level="warning",
        ws_max_size=app.server.body_bytes,
        timeout_graceful_shutdown=GRACE_S,
        server_header=False,
    )
    # When all is closed uvicorn raises the signal that ended it once more.
    with suppress(KeyboardInterrupt):
        _Server(config, ready).run([listener])
