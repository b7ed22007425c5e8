"""What one viewer may see of a table: his scoreboard, and his rows of the log.

The scoreboard is the engine's (`bura.view.scoreboard`). The rows tell the same acts once more, so they must keep
the same secrets. At a table that hides points until a claim, whoever is not the umpire could otherwise add up the
cards of the tricks that lie face down by now; and what somebody turned up against the rules is kept for the count
and told to nobody (RULEBOOK 5).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

from bura.events import Dealt
from bura.replay import Replay
from bura.view import Counting, Role, Viewer, counting_of, delayed, scoreboard
from bura_server.words import words_of

Json = dict[str, Any]

DELAY_MOST_S = 600.0
"""longest delay that a viewer can ask for, seconds; what is older than that is not kept for anybody"""
OBSERVER_ONLY = ("belief", "evidence")
"""what of a row only the umpire sees: second thoughts of the camera, and where its pictures lie"""
TURNED = frozenset({"revealed"})
"""acts that show cards which lay face down: nobody is told them while the deal runs"""
PLAYED = TURNED | {"lead", "reply", "taken_back", "counted", "stopped"}
"""acts whose cards are worth points: where points are hidden nobody is told them until a claim"""


class Sights:
    """A moment of a table, for whoever looks.

    :param rows: all rows of the log (`bura_server.rows`).
    :param plain: the same rows as `public` tells them where nothing is hidden.
    :param corrections: grows with every correction.
    """

    def __init__(
        self, replay: Replay, rows: tuple[Json, ...], plain: tuple[Json, ...], corrections: int
    ) -> None:
        self._replay = replay
        self.all_rows = rows
        self._plain = plain
        self._corrections = corrections
        self._board = cache(self._told)

    @property
    def seq(self) -> int:
        """Number of the newest entry."""
        return len(self.all_rows)

    @property
    def replay(self) -> Replay:
        """The log, told and judged."""
        return self._replay

    def view(self, viewer: Viewer) -> Callable[[str], Json]:
        """Language → the viewer's scoreboard as JSON; worked out when first asked for."""
        # A spectator sees what the table sees; that he sees it later is the session's doing.
        role = Role.TABLE if viewer.role is Role.SPECTATOR else viewer.role
        return lambda lang: self._board(Viewer(role, viewer.seat, lang))

    def _told(self, viewer: Viewer) -> Json:
        return scoreboard(self._replay, viewer).to_json()

    def rows(self, viewer: Viewer) -> tuple[Json, ...]:
        """The viewer's rows; row ``n`` has seq ``n + 1``."""
        return self.all_rows if viewer.role is Role.UMPIRE else self._public_rows

    def mine(self, viewer: Viewer) -> Json | None:
        """With a seat's eyes: which words he may say now."""
        if viewer.role is not Role.SEAT or viewer.seat is None:
            return None
        return {"seat": viewer.seat, "words": words_of(self._replay.state, viewer.seat)}

    def epoch(self, viewer: Viewer) -> int:
        """Another one whenever rows that the viewer was sent before are told otherwise now."""
        if viewer.role is Role.UMPIRE:
            return self._corrections
        told, first = self._told_rows
        return (self._corrections * EPOCHS + first) * 2 + told

    def before(self, delay_s: float) -> Sights:
        """The table ``delay_s`` seconds before its newest act."""
        then = delayed(self._replay, delay_s)
        if then is self._replay:
            return self
        until = self._replay.state.at_s - delay_s
        # the start of the game holds no secret
        later = (n for n, row in enumerate(self.all_rows) if n and row["at_s"] > until)
        count = next(later, len(self.all_rows))
        return Sights(then, self.all_rows[:count], self._plain[:count], self._corrections)

    @property
    def _covered_types(self) -> frozenset[str]:
        state = self._replay.state
        if state.over:
            return frozenset()
        return TURNED if counting_of(state) is Counting.OPEN or state.claim is not None else PLAYED

    @cached_property
    def _deal_from(self) -> int:
        """Seq of the entry that began the running deal; 1 when none did."""
        steps = reversed(self._replay.steps)
        return next((step.entry.seq for step in steps if isinstance(step.event, Dealt)), 1)

    @cached_property
    def _public_rows(self) -> tuple[Json, ...]:
        types = self._covered_types
        if not types:
            return self._plain
        start = self._deal_from
        rest = (covered(row, types) if _tells_of(row) >= start else row for row in self._plain[start - 1 :])
        return (*self._plain[: start - 1], *rest)

    @cached_property
    def _told_rows(self) -> tuple[bool, int]:
        """(are all played cards covered?, seq of the first row with covered cards or 0)."""
        rows = self._public_rows
        if rows is self._plain:
            return False, 0
        hidden = (row["seq"] for row in rows[self._deal_from - 1 :] if row.get("hidden"))
        return self._covered_types is PLAYED, next(hidden, 0)


EPOCHS = 10_000_000
"""more than any log has entries"""


def _tells_of(row: Json) -> int:
    """The entry that a row tells of: a correction tells of its target."""
    target: int = row["event"]["target"] if row["event"]["type"] == "amend" else row["seq"]
    return target


def public(row: Json) -> Json:
    """A row as everybody may see it where points are open."""
    return {name: value for name, value in row.items() if name not in OBSERVER_ONLY}


def covered(row: Json, types: frozenset[str]) -> Json:
    """A public row whose cards are ``null`` where its acts are of these types; ``hidden`` says that they are."""
    event, now = _covered(row["event"], types), row.get("now")
    instead = None if now is None else [_covered(item, types) for item in now]
    if event is row["event"] and (
        now is None or all(a is b for a, b in zip(instead or (), now, strict=True))
    ):
        return row
    told = {**row, "event": event, "hidden": True}
    told.pop("doubt", None)
    if now is not None:
        told["now"] = instead
    return told


def _covered(event: Json, types: frozenset[str]) -> Json:
    """The event without the cards that are not told; the same object when nothing is left out."""
    if event["type"] == "amend" and event.get("instead"):
        instead = [_covered(item, types) for item in event["instead"]]
        if all(one is other for one, other in zip(instead, event["instead"], strict=True)):
            return event
        return {**event, "instead": instead}
    if event["type"] in types and event.get("cards"):
        return {**event, "cards": [None] * len(event["cards"])}
    return event
