"""The session's end of the watching: whoever looks at the table gives one `Look` per picture.

The session knows nothing of detectors or files; it takes looks from an `Observer` and does not care whether a
camera, a recording or a test made them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bura.table import TableEvent
from bura_server.picture import Draw, Image


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture showed."""

    at_s: float
    """seconds since the observer began, of this picture"""
    state: str = "READY"
    """READY, PLAYING, SETTLING, READ, TRICK_FULL, COLLECTING, EMPTY, DRAWING, PAUSED or DESYNC"""
    events: tuple[TableEvent, ...] = ()
    """what was understood with this picture; an act is dated when it was complete, so before ``at_s``"""
    draw: Draw | None = None
    """gives the annotated picture; None: no picture with this look"""
    frame: Image | None = None
    """the picture as it was taken, for evidence; nobody changes it afterwards"""


def shown_name(name: str) -> str:
    """A source's name as everybody may see it: no folders of this machine, no password of a camera."""
    if "://" in name:
        scheme, _, rest = name.partition("://")
        host, slash, path = rest.partition("/")
        return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
    return Path(name).name or name


class Observer(Protocol):
    """Anything that watches a table."""

    name: str
    """camera number, address or file, as the person typed it"""
    live: bool
    """True: pictures come when they come; False: a recording, the same every time"""

    def looks(self) -> Iterator[Look]:
        """The looks in order of time.

        :raises bura.errors.SourceError: when a recording breaks off; what was given until then holds.
        """
        ...

    def end_deal(self) -> None:
        """The rules say that the deal is over: nothing is a play until the next one. From any thread."""
        ...

    def close(self) -> None:
        """Let go of the source: `looks` ends soon after."""
        ...
