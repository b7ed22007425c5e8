"""What waits for the umpire: alerts nobody has seen to and objections nobody has dealt with, however old.

A scoreboard tells the newest alerts of the running deal, and a page holds the newest entries; what is older must not
be lost for that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bura.infractions import Rule
from bura.replay import Alert, Replay
from bura.view import Viewer, alert_to_json

Json = dict[str, Any]

PAGE = 100
"""so many of them are in one answer when nobody asks for fewer, and at most"""


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits for the umpire at one moment of a table, the oldest first."""

    replay: Replay
    alerts: tuple[Alert, ...]
    """of all deals"""
    objections: tuple[Json, ...]
    """as `bura_server.schemas.PendingObjection`"""

    def counts(self) -> Json:
        """How many there are."""
        return {"alerts": len(self.alerts), "objections": len(self.objections)}

    def alerts_before(self, viewer: Viewer, before: int | None = None, limit: int = PAGE) -> Json:
        """A page of the alerts, the newest first, as `bura_server.schemas.PendingAlerts`.

        :param before: of entries before this seq; None: the newest of all.
        :param limit: most of them; where several belong to one entry, all of these are told.
        """
        page, following = _page(self.alerts, [alert.seq for alert in self.alerts], before, limit)
        told = [alert_to_json(alert, self.replay.state, viewer) for alert in page]
        return {"seq": self.replay.seq, "count": len(self.alerts), "alerts": told, "next": following}

    def objections_before(self, before: int | None = None, limit: int = PAGE) -> Json:
        """A page of the objections, as `bura_server.schemas.PendingObjections`; see `alerts_before`."""
        page, following = _page(self.objections, [one["seq"] for one in self.objections], before, limit)
        return {
            "seq": self.replay.seq,
            "count": len(self.objections),
            "objections": page,
            "next": following,
        }


def _page(
    items: Sequence[Any], seqs: Sequence[int], before: int | None, limit: int
) -> tuple[list[Any], int | None]:
    """(the newest items before an entry, the newest first; `before` for those that follow, None when none do)."""
    end = len(items) if before is None else bisect_left(seqs, before)
    begin = max(0, end - limit)
    while 0 < begin < end and seqs[begin - 1] == seqs[begin]:
        begin -= 1
    return list(reversed(items[begin:end])), seqs[begin] if begin else None


_TOLD = frozenset({Rule.CLAIM_TRUE, Rule.CLAIM_DRAW, Rule.DEAL_COUNTED})
"""what the claim's own verdict and the deal's end tell: there is nothing left to see to"""
_DECIDED = frozenset({Rule.CLAIM_TRUE, Rule.CLAIM_DRAW, Rule.FALSE_CLAIM})
_COUNTS = frozenset({Rule.CLAIM_MUST_COUNT, Rule.COUNT_NEEDED})
"""wishes for a count: moot once it has decided the claim, or the deal is over"""


def _waiting(replay: Replay) -> Iterator[Alert]:
    """The alerts that somebody should see to and nobody has."""
    over = {result.deal for result in replay.results}
    decided = {
        seq for alert in replay.alerts if alert.verdict.rule in _DECIDED for seq in alert.verdict.rests_on
    }
    for alert in replay.alerts:
        rule = alert.verdict.rule
        counted = rule in _COUNTS and (alert.deal in over or alert.seq in decided)
        if not (alert.acknowledged or rule in _TOLD or counted):
            yield alert


def pending_of(replay: Replay, rows: Sequence[Json]) -> Pending:
    """What waits.

    :param rows: all rows of the same log (`bura_server.rows`).
    """
    return Pending(replay, tuple(_waiting(replay)), tuple(_objections(rows)))


def _objections(rows: Sequence[Json]) -> Iterator[Json]:
    """Those neither noted nor answered by another correction of what they object to.

    Who undoes a note or an objection takes it back.
    """
    corrected: dict[int, int] = {}
    noted: set[int] = set()
    raised: list[tuple[Json, Json]] = []
    for row in rows:
        kind = row["event"]["type"]
        if kind == "amend":
            corrected[row["event"]["target"]] = row["seq"]
        elif kind in ("acknowledged", "objected"):
            for event in row.get("now", (row["event"],)):
                if event["type"] == "acknowledged":
                    noted.add(event["target"])
                elif event["type"] == "objected":
                    raised.append((row, event))
    for row, event in raised:
        about = rows[event["target"] - 1]["event"].get("target")
        if row["seq"] not in noted and corrected.get(about, 0) < row["seq"]:
            yield {
                "seq": row["seq"],
                "at_s": row["at_s"],
                "seat": event["seat"],
                "target": event["target"],
                "about": about,
                "reason": event.get("reason", ""),
            }
