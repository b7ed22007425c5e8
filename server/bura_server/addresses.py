"""By which address other devices reach this server."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

EVERYWHERE = ("0.0.0.0", "::")
"""what --host is when the server listens on all its addresses"""


def lan_address() -> str | None:
    """This machine's address on its network; None when it is on none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # a datagram socket that is connected only asks the system which way it would send
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(found).is_loopback else found


def is_loopback(host: str) -> bool:
    """Does a host's name mean the machine that says it?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def base_url(connection: HTTPConnection, hosts: Sequence[str]) -> str:
    """Scheme, host and port under which other devices should ask, as in ``http://192.168.1.7:8000``.

    :param hosts: what the server listens on, as given with --host.
    """
    asked = urlsplit(f"//{connection.headers.get('host', 'localhost')}")
    host = asked.hostname or "localhost"
    if is_loopback(host):
        given = next((name for name in hosts if not is_loopback(name)), None)
        host = (lan_address() or host) if given in EVERYWHERE else (given or host)
    shown = f"[{host}]" if ":" in host else host
    port = "" if asked.port is None else f":{asked.port}"
    scheme = "https" if connection.url.scheme in ("https", "wss") else "http"
    return f"{scheme}://{shown}{port}"


def reaches_others(hosts: Sequence[str]) -> bool:
    """Can other machines reach this server?"""
    return any(not is_loopback(name) for name in hosts)
