"""Links that say what their holder may do: signed, revocable, expiring.

A token names a link of the store and is signed with the server's secret, so it cannot be made up; what the link
allows and whether it still holds is looked up each time, so that a revoked one fails at once.

A seat's link belongs to the match it was made for: at the next one the same seat may be another person's. Links of
other roles are no person's secret and hold whatever is played.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from itsdangerous import BadSignature, URLSafeSerializer

from bura.errors import LogError
from bura.table import Seat
from bura_server.errors import ApiError, Code
from bura_server.plain import is_plain
from bura_server.rights import Caller, Role

log = logging.getLogger(__name__)

SECRET_FILE = "links.secret"
"""file of the data folder that holds the secret the links are signed with"""
SECRET_BYTES = 32
"""length of that secret"""
_SALT = "bura.link"
OTHER_MATCH = "this link was for another match: ask for a new one"
"""what the holder of a seat's link is told when another match runs"""


@dataclass(frozen=True, slots=True)
class Link:
    """One link."""

    id: str
    """short random name"""
    role: Role
    """what its holder is"""
    seat: Seat | None
    """his seat, with role SEAT"""
    expires_at: float
    """seconds since 1970; from then on it no longer holds"""
    revoked: bool = False
    """the umpire has taken it back"""
    label: str = ""
    """what it was made for, in the umpire's words"""
    match: str | None = None
    """the match it was made for (`bura_server.journal.Journal.match`), with role SEAT; None: none was told"""

    def holds(self, now: float) -> bool:
        """Does it still hold, as far as time and the umpire are concerned?"""
        return not self.revoked and now < self.expires_at

    def fits(self, playing: str | None) -> bool:
        """May it be used while this match is played?

        :param playing: None: no table runs, so there is nothing that another could see.
        """
        return self.role is not Role.SEAT or playing is None or self.match == playing


class LinkStore(Protocol):
    """Where links are kept."""

    def all(self) -> tuple[Link, ...]:
        """All links, oldest first."""
        ...

    def find(self, name: str) -> Link | None:
        """The link of an id."""
        ...

    def put(self, link: Link) -> None:
        """Keep a new link, or one that changed."""
        ...


class MemoryLinks:
    """A store that lasts as long as the program."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}

    def all(self) -> tuple[Link, ...]:
        """See `LinkStore`."""
        return tuple(self._links.values())

    def find(self, name: str) -> Link | None:
        """See `LinkStore`."""
        return self._links.get(name)

    def put(self, link: Link) -> None:
        """See `LinkStore`."""
        self._links[link.id] = link


class Links:
    """Makes, reads and revokes links.

    :param secret: what tokens are signed with; None: a new one, so that tokens die with the program.
    :param clock: seconds since 1970.
    """

    def __init__(
        self,
        store: LinkStore | None = None,
        secret: bytes | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store or MemoryLinks()
        self._signer = URLSafeSerializer(secret or secrets.token_bytes(SECRET_BYTES), salt=_SALT)
        self._clock = clock
        self._playing: Callable[[], str | None] = lambda: None
        self._listeners: set[Callable[[str], None]] = set()
        self._lock = threading.Lock()

    def follow(self, playing: Callable[[], str | None]) -> None:
        """Links of seats hold only for the match they are made for.

        :param playing: tells which match runs now (`bura_server.book.Book.match`); None: none. Asked at every use, so
            that there is no moment at which a link opens the next match.
        """
        self._playing = playing

    def all(self) -> tuple[Link, ...]:
        """All links ever made, oldest first."""
        return self._store.all()

    def make(self, role: Role, seat: Seat | None, lasts_s: float, label: str = "") -> Link:
        """A new link; a seat's is for the match that runs now.

        :param lasts_s: seconds until it expires.
        """
        match = self._playing() if role is Role.SEAT else None
        link = Link(secrets.token_urlsafe(9), role, seat, self._clock() + lasts_s, label=label, match=match)
        self._store.put(link)
        return link

    def token(self, link: Link) -> str:
        """What the holder of a link shows; always the same for one link."""
        text = self._signer.dumps(link.id)
        return text if isinstance(text, str) else text.decode()

    def revoke(self, name: str) -> Link:
        """Take a link back. Whoever is connected by it is told (`listen`).

        :raises ApiError: when there is no such link.
        """
        with self._lock:
            # a database would fail at a name that it cannot hold
            link = self._store.find(name) if is_plain(name) else None
            if link is None:
                raise ApiError(Code.NOT_FOUND, f"there is no link {name[:40]!r}")
            link = replace(link, revoked=True)
            self._store.put(link)
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(name)
        return link

    def read(self, token: str) -> Link:
        """The link of a token.

        :raises ApiError: FORBIDDEN when it is forged, revoked, expired, or a seat's of another match.
        """
        try:
            name = self._signer.loads(token)
        except BadSignature:
            name = None
        link = self._store.find(name) if isinstance(name, str) else None
        if link is None:
            raise ApiError(Code.FORBIDDEN, "this link is not one of this server's: ask for a new one")
        if link.revoked:
            raise ApiError(Code.FORBIDDEN, "this link was taken back: ask for a new one")
        if not link.holds(self._clock()):
            raise ApiError(Code.FORBIDDEN, "this link has expired: ask for a new one")
        if self.other_match(link):
            raise ApiError(Code.FORBIDDEN, OTHER_MATCH)
        return link

    def other_match(self, link: Link) -> bool:
        """Is it a seat's, and of another match than the one that runs now?"""
        return not link.fits(self._playing())

    def caller(self, token: str) -> Caller:
        """Who holds a token.

        :raises ApiError: as `read`.
        """
        link = self.read(token)
        return Caller(link.role, link.seat, link.id)

    def left_s(self, who: Caller) -> float | None:
        """For how many more seconds a caller may stay; 0.0: no longer, None: for ever."""
        if who.link is None:
            return None
        link = self._store.find(who.link)
        now = self._clock()
        if link is None or not link.holds(now) or self.other_match(link):
            return 0.0
        return link.expires_at - now

    def listen(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call ``listener`` with the id of every link that is revoked (any thread); returns the end."""
        with self._lock:
            self._listeners.add(listener)

        def end() -> None:
            with self._lock:
                self._listeners.discard(listener)

        return end


def kept_secret(folder: Path) -> bytes:
    """The secret of a data folder, made when it is not there; readable by this user only.

    :raises LogError: when it can neither be read nor made.
    """
    path = folder / SECRET_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            found = path.read_bytes()
            if len(found) >= SECRET_BYTES:
                return found
            log.warning("%s was cut short: links made before no longer hold", path)
            path.unlink()
        made = secrets.token_bytes(SECRET_BYTES)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(made)
    except OSError as error:
        raise LogError(
            f"the secret of the links, {path}, cannot be kept ({error.strerror or error}): choose another folder"
            " with --data"
        ) from error
    return made
