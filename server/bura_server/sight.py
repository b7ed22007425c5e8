"""What one viewer may see of a table: his scoreboard, and his rows of the log.

The scoreboard is the engine's (`bura.view.scoreboard`). The rows tell the same acts once more, so they must keep
the same secrets. At a table that hides points until a claim ends the deal, whoever is not the umpire could otherwise
add up the cards of the tricks that lie face down by now; and what somebody turned up against the rules is kept for the
count and told to nobody (RULEBOOK 5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import Any

from bura.events import Dealt
from bura.replay import Replay
from bura.view import Counting, Role, Viewer, counting_of, delayed, scoreboard
from bura_server.pending import Pending, pending_of
from bura_server.stretch import Curtain, Rows
from bura_server.words import words_of

Json = dict[str, Any]

DELAY_MOST_S = 600.0
"""longest delay that a viewer can ask for, seconds; what is older than that is not kept for anybody"""
ALERTS_MOST = 60
"""a scoreboard tells so many alerts of the running deal, the newest; ``alerts_earlier`` says how many came before"""
DELAYS_KEPT = 8
"""for so many different delays what was old enough at a moment is kept"""
OBSERVER_ONLY = ("belief", "evidence")
"""what of a row only the umpire sees: second thoughts of the camera, and where its pictures lie"""
TURNED = frozenset({"revealed"})
"""acts that show cards which lay face down: nobody is told them while the deal runs"""
PLAYED = TURNED | {"lead", "reply", "taken_back", "counted", "stopped"}
"""acts whose cards are worth points: where points are hidden nobody is told them until a claim ends the deal"""


def newest_alerts(replay: Replay) -> tuple[Replay, int]:
    """(the replay with the alerts that a scoreboard tells, how many of its running deal are not)."""
    alerts = replay.alerts
    deal = replay.state.deal
    of_deal = 0
    for place in range(len(alerts) - 1, -1, -1):
        of_deal += alerts[place].deal == deal
        if of_deal == ALERTS_MOST:
            earlier = sum(alert.deal == deal for alert in alerts[:place])
            return (replace(replay, alerts=alerts[place:]) if place else replay), earlier
    return replay, 0


class Sights:
    """A moment of a table, for whoever looks. What one viewer sees is worked out once, however many look.

    :param rows: all rows of the log (`bura_server.rows`).
    :param plain: the same rows as `public` tells them where nothing is hidden.
    :param corrections: grows with every correction.
    :param curtain: of ``plain``, shared by the moments between two corrections; None: of this moment alone.
    """

    def __init__(
        self,
        replay: Replay,
        rows: Sequence[Json],
        plain: Sequence[Json],
        corrections: int,
        curtain: Curtain | None = None,
    ) -> None:
        self._replay = replay
        self.all_rows = rows
        self._plain = plain
        self._corrections = corrections
        self._curtain = curtain or curtain_of(plain)
        self._board = cache(self._told)
        self._words = cache(lambda seat: words_of(self._replay.state, seat))
        self.before = lru_cache(DELAYS_KEPT)(self._before)

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
        replay, earlier = self._shown
        board = scoreboard(replay, viewer).to_json()
        if earlier:
            board["alerts_earlier"] = earlier
        if viewer.role is Role.UMPIRE:
            board["pending"] = self.pending.counts()
        return board

    @cached_property
    def pending(self) -> Pending:
        """What waits for the umpire, however old."""
        return pending_of(self._replay, self.all_rows)

    @cached_property
    def _shown(self) -> tuple[Replay, int]:
        return newest_alerts(self._replay)

    def rows(self, viewer: Viewer) -> Sequence[Json]:
        """The viewer's rows; row ``n`` has seq ``n + 1``."""
        return self.all_rows if viewer.role is Role.UMPIRE else self._public_rows

    def pictured(self, seq: int) -> bool:
        """May those who see the table's picture see what the camera saw of entry ``seq``?

        A still shows the whole table and a clip the seconds around: that of a taken trick shows all its cards. So where
        points are hidden nothing of the running deal is shown, whatever its row tells; the umpire sees all.
        """
        state = self._replay.state
        if counting_of(state) is Counting.HIDDEN:
            # what came after this moment may be of a deal that has only begun
            return seq <= self.seq and (state.over or seq < self._deal_from)
        return not 1 <= seq <= self.seq or not self._public_rows[seq - 1].get("hidden")

    def mine(self, viewer: Viewer) -> Json | None:
        """With a seat's eyes: which words he may say now."""
        if viewer.role is not Role.SEAT or viewer.seat is None:
            return None
        return {"seat": viewer.seat, "words": self._words(viewer.seat)}

    def says(self, viewer: Viewer) -> Json | None:
        """With the umpire's eyes and the table's: which words each seat may say now."""
        if viewer.role not in (Role.UMPIRE, Role.TABLE):
            return None
        return {seat: self._words(seat) for seat in self._replay.state.seats}

    def epoch(self, viewer: Viewer) -> int:
        """Another one whenever rows that the viewer was sent before are told otherwise now."""
        if viewer.role is Role.UMPIRE:
            return self._corrections
        told, first = self._told_rows
        return (self._corrections * EPOCHS + first) * 2 + told

    before: Callable[[float], Sights]
    """The table so many seconds before its newest act."""

    def _before(self, delay_s: float) -> Sights:
        then = delayed(self._replay, delay_s)
        if then is self._replay:
            return self
        until = self._replay.state.at_s - delay_s
        # the start of the game holds no secret
        later = (n for n, row in enumerate(self.all_rows) if n and row["at_s"] > until)
        count = next(later, len(self.all_rows))
        return Sights(then, Rows(self.all_rows, count), Rows(self._plain, count), self._corrections)

    @property
    def _covered_types(self) -> frozenset[str]:
        state = self._replay.state
        if state.over:
            return frozenset()
        # As the scoreboard's points: a claim tells its own proof and no pile. One that ends no deal (void, still to be
        # counted, or of a player who gets out while the others play on) opens nothing that the view goes on hiding.
        return TURNED if counting_of(state) is Counting.OPEN else PLAYED

    @cached_property
    def _deal_from(self) -> int:
        """Seq of the entry that began the running deal; 1 when none did."""
        steps = reversed(self._replay.steps)
        return next((step.entry.seq for step in steps if isinstance(step.event, Dealt)), 1)

    @cached_property
    def _drawn(self) -> tuple[Sequence[Json], int]:
        """(everybody's rows, seq of the first row with covered cards or 0)."""
        types = self._covered_types
        if not types:
            return self._plain, 0
        return self._curtain.drawn(types, self._deal_from, len(self._plain))

    @property
    def _public_rows(self) -> Sequence[Json]:
        return self._drawn[0]

    @property
    def _told_rows(self) -> tuple[bool, int]:
        """(are all played cards covered?, seq of the first row with covered cards or 0)."""
        first = self._drawn[1]
        return bool(first) and self._covered_types is PLAYED, first


EPOCHS = 10_000_000
"""more than any log has entries"""


def _tells_of(row: Json) -> int:
    """The entry that a row tells of: a correction tells of its target."""
    target: int = row["event"]["target"] if row["event"]["type"] == "amend" else row["seq"]
    return target


def curtain_of(plain: Sequence[Json]) -> Curtain:
    """What covers the rows of a log.

    :param plain: all of them, as `public` tells them; may go on growing.
    """
    return Curtain(plain, covered, _tells_of)


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
