"""Everything a screen shows, at one moment; immutable, so screens never wait for the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bura.view import Viewer
from bura_server.sight import Sights

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableStatus:
    """How the table and its source are, apart from the score."""

    state: str = "STARTING"
    """STARTING, the states of a `Look`, PAUSED while the source is lost, ENDED after a recording"""
    source: str = "running"
    """running, lost (live, no pictures), ended, broken (breaks off), or refused (log or watching failed)"""
    message: str = ""
    """one sentence when something is wrong"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a screen shows, at one moment: the table's own, until `seen_by` makes it another's."""

    version: int
    """grows with every change of anything"""
    epoch: int
    """another one when earlier rows changed (a correction): increments of another epoch cannot be used"""
    seq: int
    """number of the newest entry of the log"""
    view: Callable[[str], Json]
    """language → `bura.view.scoreboard` as JSON; worked out when first asked for"""
    rows: Sequence[Json]
    """the entries, as `bura_server.rows` tells them; row ``n`` has seq ``n + 1``"""
    table: Json
    """`TableStatus` and the source's name"""
    sights: Sights | None = None
    """what other viewers see; None: everybody the same"""
    mine: Json | None = None
    """with a seat's eyes: which words he may say now (`bura_server.words`)"""
    says: Json | None = None
    """with the umpire's eyes and the table's: seat → which words it may say now"""

    def seen_by(self, viewer: Viewer) -> Snapshot:
        """The same moment as one viewer may see it."""
        if self.sights is None:
            return self
        return replace(
            self,
            epoch=self.sights.epoch(viewer),
            view=self.sights.view(viewer),
            rows=self.sights.rows(viewer),
            mine=self.sights.mine(viewer),
            says=self.sights.says(viewer),
            sights=None,
        )
