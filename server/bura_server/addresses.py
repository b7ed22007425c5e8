"""By which address other devices reach this server."""

from __future__ import annotations

import ipaddress
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
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


def own_addresses() -> frozenset[str]:
    """All addresses of this machine that the system tells, IPv4 and IPv6. Nothing is sent."""
    found = {"127.0.0.1", "::1"}
    if (lan := lan_address()) is not None:
        found.add(lan)
    with suppress(OSError):
        found.update(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None))
    found.update(_of_interfaces())
    return frozenset(address.split("%")[0] for address in found)


def _of_interfaces() -> Iterator[str]:
    """What Linux tells of each interface; elsewhere the machine's name has to do."""
    if sys.platform != "linux":
        return
    import fcntl

    siocgifaddr = 0x8915  # <linux/sockios.h>
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                request = name.encode()[:15].ljust(256, b"\0")
                yield socket.inet_ntoa(fcntl.ioctl(probe.fileno(), siocgifaddr, request)[20:24])
    with suppress(OSError):  # no IPv6
        for line in Path("/proc/net/if_inet6").read_text("ascii").splitlines():
            yield str(ipaddress.IPv6Address(bytes.fromhex(line.split()[0])))


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
