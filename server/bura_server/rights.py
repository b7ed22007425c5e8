"""Who asks, and what he may do.

Whoever runs the server is the umpire: a request from this machine that carries no link. Everybody else needs a
link (`bura_server.links`), which says what he is. A link wins over the address it is used from, so that a player's
page can be tried on the server's own machine.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from bura.table import Seat
from bura.view import Role as Sight
from bura.view import Viewer
from bura_server.errors import ApiError, Code

COOKIE = "bura_link"
"""name of the cookie that holds a link's token"""


class Role(StrEnum):
    """What somebody is at this server."""

    UMPIRE = "umpire"
    """sees all that is known, does everything"""
    TABLE = "table"
    """a screen that everybody at the table sees, such as a television; does nothing"""
    SEAT = "seat"
    """one player: sees what his seat may see, speaks for himself only"""
    SPECTATOR = "spectator"
    """sees what the table sees, later; does nothing"""
    CAMERA = "camera"
    """a phone that gives pictures; sees and does nothing else"""


#: words that only some games have: said of a reply, and those of Marriage
MORE_WORDS = ("beat", "give", "marriage", "close", "exchange")

#: what each role may do, as `/api/v1/me` tells it; the names are those of the event types and of the pages
MAY: dict[Role, tuple[str, ...]] = {
    Role.UMPIRE: (
        "view",
        "picture",
        "claim",
        "stop",
        "raise",
        "accept",
        "refuse",
        *MORE_WORDS,
        "new_deal",
        "end_deal",
        "enter",
        "amend",
        "rule",
        "acknowledge",
        "undo",
        "object",
        "links",
        "setup",
        "history",
        "camera",
    ),
    Role.TABLE: ("view", "picture"),
    Role.SEAT: ("view", "claim", "stop", "raise", "accept", "refuse", *MORE_WORDS, "object"),
    Role.SPECTATOR: ("view",),
    Role.CAMERA: ("camera",),
}

#: where each role begins
HOME: dict[Role, str] = {
    Role.UMPIRE: "/",
    Role.TABLE: "/",
    Role.SEAT: "/play",
    Role.SPECTATOR: "/watch",
    Role.CAMERA: "/camera",
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    role: Role
    """what he is"""
    seat: Seat | None = None
    """his seat, with role SEAT"""
    link: str | None = None
    """id of the link he came by; None: from this machine"""

    @property
    def may(self) -> tuple[str, ...]:
        """What he may do, by the names of `MAY`."""
        return MAY[self.role]

    @property
    def viewer(self) -> Viewer | None:
        """With whose eyes he looks at the score; None: he may not look."""
        if self.role is Role.CAMERA:
            return None
        return Viewer(Sight(self.role.value), self.seat)


RUNS_THE_SERVER = Caller(Role.UMPIRE)
"""somebody at the server's own machine"""


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a request: a program's `Authorization: Bearer …`, else the browser's cookie."""
    kind, _, value = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return value.strip()
    return connection.cookies.get(COOKIE)


def is_own_machine(connection: HTTPConnection) -> bool:
    """Does the request come from the machine that the server runs on?"""
    if connection.client is None:
        return True  # a socket in this machine's file system
    try:
        place = ipaddress.ip_address(connection.client.host)
    except ValueError:
        return False
    mapped = getattr(place, "ipv4_mapped", None)
    return (mapped or place).is_loopback


def caller(connection: HTTPConnection) -> Caller:
    """Who asks (a dependency of routes and sockets).

    :raises ApiError: UNAUTHORIZED without a link from another machine; FORBIDDEN for a link that no longer holds.
    """
    token = token_of(connection)
    if token is not None:
        known: Caller = connection.app.state.links.caller(token)
        return known
    if is_own_machine(connection):
        return RUNS_THE_SERVER
    raise ApiError(
        Code.UNAUTHORIZED, "this needs a link: ask whoever runs the table for one, or scan the code he shows"
    )


AnyCaller = Annotated[Caller, Depends(caller)]


def need(*roles: Role) -> Callable[[Caller], Caller]:
    """A dependency that gives the caller when he has one of these roles.

    It raises ApiError FORBIDDEN when he has another.
    """

    def check(who: AnyCaller) -> Caller:
        if who.role not in roles:
            raise ApiError(Code.FORBIDDEN, f"a {who.role} link may not do this: {_for(roles)}")
        return who

    return check


def _for(roles: tuple[Role, ...]) -> str:
    return f"it is for {' and '.join(f'the {role}' for role in roles)} only"


Umpire = Annotated[Caller, Depends(need(Role.UMPIRE))]
"""a route's parameter: only the umpire gets in"""


def looks_as(who: Caller, wanted: str | None) -> Viewer:
    """With whose eyes a caller looks.

    :param wanted: another viewer he asks for (``table``, ``umpire``, ``spectator`` or a seat); None: himself.
    :raises ApiError: FORBIDDEN when he may not look at all, or not with those eyes.
    """
    own = who.viewer
    if own is None:
        raise ApiError(Code.FORBIDDEN, f"a {who.role} link shows no score")
    if wanted is None:
        return own
    asked = Viewer.parse(wanted)
    if asked.role is Sight.SEAT and not (len(wanted) == 1 and wanted in "ABCDEF"):
        raise ApiError(
            Code.BAD_REQUEST, f"as: {wanted[:20]!r} is no viewer: give table, umpire, spectator or a seat"
        )
    # Whoever sees the table at once may also look at it as the table's screen or, later, as a spectator does.
    less = (Sight.TABLE, Sight.SPECTATOR) if own.role is not Sight.SPECTATOR else ()
    if own.role is Sight.UMPIRE or asked == own or asked.role in less:
        return asked
    whom = f"seat {wanted}" if asked.role is Sight.SEAT else f"the {wanted}"
    raise ApiError(Code.FORBIDDEN, f"a {who.role} link does not show what {whom} sees")
