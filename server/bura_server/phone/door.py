"""The HTTPS door: a second server over the same application, for phones.

A browser gives a page the camera only over HTTPS (or on this machine itself). The door is opened when the program
begins, or later by a person on the page for phones; it listens on all addresses, and whoever comes through it
without a link sees nothing (`bura_server.rights`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator

import uvicorn
from anyio import to_thread
from starlette.types import ASGIApp

from bura.errors import BuraError
from bura_server.addresses import EVERYWHERE, lan_address, own_addresses
from bura_server.guard import own_names
from bura_server.phone.certificates import Certificates, Names

log = logging.getLogger(__name__)

GRACE_S = 2
"""how long its open connections may take to close when the server ends"""


class _Second(uvicorn.Server):
    """uvicorn beside another one: the first one minds the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves the signals alone."""
        yield


class HttpsDoor:
    """Opens and closes the door; of one event loop.

    :param listen: gives the listening socket when the door is opened; raises `BuraError`.
    :param hosts: what the server listens on, as given with --host: further names of this machine.
    :param message_bytes: largest message on a WebSocket that is read at all.
    """

    def __init__(
        self,
        certificates: Certificates,
        listen: Callable[[], socket.socket],
        *,
        hosts: tuple[str, ...] = (),
        message_bytes: int = 8 * 1024 * 1024,
    ) -> None:
        self.certificates = certificates
        self._listen = listen
        self._hosts = hosts
        self._message_bytes = message_bytes
        self._changing = asyncio.Lock()
        self._server: _Second | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._host, self._port = "", 0

    @property
    def is_open(self) -> bool:
        """Can phones come in?"""
        return self._server is not None

    @property
    def url(self) -> str | None:
        """Where other machines find it, as in ``https://192.168.1.7:8443``; None while it is closed."""
        if not self.is_open:
            return None
        host = (lan_address() or "127.0.0.1") if self._host in EVERYWHERE else self._host
        return f"https://[{host}]:{self._port}" if ":" in host else f"https://{host}:{self._port}"

    def names(self) -> Names:
        """What the certificate is for: this machine's names and its addresses as they are now."""
        return Names.of(own_names(self._hosts), own_addresses())

    async def open(self, app: ASGIApp) -> None:
        """Let phones in; nothing happens when it is open.

        :raises BuraError: when there is no port to listen on, or the certificates cannot be kept.
        """
        async with self._changing:
            if self._server is not None:
                return
            await to_thread.run_sync(lambda: self.certificates.ensure(self.names()))
            pair = self.certificates.server
            config = uvicorn.Config(
                app,
                # the first server begins and ends the application
                lifespan="off",
                log_level="warning",
                ssl_certfile=str(pair.certificate),
                ssl_keyfile=str(pair.key),
                ws_max_size=self._message_bytes,
                # pictures are packed already: packing them again only warms the phone
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=GRACE_S,
                server_header=False,
            )
            config.load()
            listener = self._listen()
            self._host, self._port = listener.getsockname()[:2]
            self._server = _Second(config)
            self._tasks = (
                asyncio.create_task(self._run(self._server, listener)),
                asyncio.create_task(self._keep_names(config)),
            )

    async def close(self) -> None:
        """Let nobody in any more; open connections are closed."""
        async with self._changing:
            if self._server is None:
                return
            self._server.should_exit = True
            serving, keeping = self._tasks
            keeping.cancel()
            await asyncio.wait((serving, keeping))
            self._server = None

    async def _run(self, server: _Second, listener: socket.socket) -> None:
        try:
            await server.serve([listener])
        except Exception:
            log.exception("the HTTPS door failed; phones cannot come in any more")
        finally:
            listener.close()

    async def _keep_names(self, config: uvicorn.Config) -> None:
        """New addresses get a new certificate while the server goes on; open connections keep the old one."""
        while True:
            await asyncio.sleep(self.certificates.settings.check_s)
            try:
                fresh = await to_thread.run_sync(lambda: self.certificates.ensure(self.names()))
                if fresh and config.ssl is not None:
                    pair = self.certificates.server
                    config.ssl.load_cert_chain(pair.certificate, pair.key)
                    log.info("the certificate was made anew: this machine's addresses changed, or it was old")
            except (BuraError, OSError) as error:
                log.warning("the certificate is kept as it is: %s", error)
