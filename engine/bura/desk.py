"""The referee's desk: the log he keeps, the running replay, and what people write into it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bura.cards import pack_check
from bura.errors import LogError
from bura.events import Acknowledged, Amend, Claimed, Event, GameStarted, Ruled
from bura.log import Entry, EntryBelief, Source, amend_problem
from bura.position import GameState, Settings
from bura.replay import Fold, Replay, acknowledged, changed, changes_past, fold_all
from bura.rules import RuleSet, find_ruleset
from bura.state import check_players
from bura.table import Belief, Seat, TableEvent

#: confidence 0..1 given to an act that was put into place only by assuming that another was missed
RESYNC_CONFIDENCE = 0.5


class Desk:
    """The only writer of a table's log. `bura.referee.Referee` adds the port for observers."""

    def __init__(
        self,
        ruleset: RuleSet | str,
        seats: Sequence[Seat],
        *,
        names: Mapping[Seat, str] | None = None,
        dealer: Seat | None = None,
        settings: Settings | None = None,
        entries: Iterable[Entry] = (),
    ) -> None:
        """Begin a table, or take up the log of one.

        :param ruleset: rules, or the name of a preset; a log that is taken up brings its own.
        :param seats: players, clockwise.
        :param names: display names by seat.
        :param dealer: who deals first, where known.
        :param settings: how doubt is treated.
        :param entries: the log so far.
        :raises RulesError: for rules that cannot be played by these seats.
        :raises LogError: for a log that does not begin with the start of a game.
        """
        self._entries: list[Entry] = []
        self._dealer = dealer
        self._newest_amend: dict[int, int] = {}
        self._refused: tuple[tuple[int, str], ...] = ()
        self._replay: Replay | None = None
        given = tuple(entries)
        if given:
            self._entries.extend(given)
            self._retell()
            return
        rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        check_players(rules, tuple(seats))
        start = GameStarted(
            rules.preset,
            tuple(seats),
            tuple((names or {}).items()),
            tuple((name, _tuples(value)) for name, value in rules.deviations().items()),
            (settings or Settings()).pairs(),
            pack_check(rules.pack_size),
        )
        first = Entry(1, 0.0, Source.RULE, start)
        self._entries.append(first)
        self._retell()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log."""
        return tuple(self._entries)

    @property
    def state(self) -> GameState:
        """The table now."""
        return self._fold.state

    @property
    def replay(self) -> Replay:
        """State, verdict per entry, alerts and results."""
        if self._replay is None:
            self._replay = self._fold.replay(acknowledged(self._fold), self._refused, self._entries[-1])
        return self._replay

    def _start(self) -> GameStarted:
        first = self._entries[0].event
        assert isinstance(first, GameStarted)
        return first

    # --- writing ----------------------------------------------------------------------------------------

    def _write(
        self,
        act: Event,
        event: TableEvent,
        source: Source = Source.VISION,
        *,
        beliefs: tuple[Belief, ...] = (),
        guessed: bool = False,
        resynced: bool = False,
    ) -> Entry:
        confidence = event.confidence
        if resynced:
            confidence = min(confidence, RESYNC_CONFIDENCE)
        unsure = any(belief.confidence < 1.0 for belief in beliefs)
        belief = None
        if source is not Source.RULE and (confidence < 1.0 or guessed or unsure):
            belief = EntryBelief(confidence, beliefs if unsure else (), guessed)
        return self._append(act, event.at_s, source, belief, event.evidence)

    def _append(
        self,
        act: Event,
        at_s: float,
        source: Source,
        belief: EntryBelief | None = None,
        evidence: str | None = None,
    ) -> Entry:
        entry = Entry(len(self._entries) + 1, at_s, source, act, belief, evidence)
        self._entries.append(entry)
        self._replay = None
        if changes_past(act):
            self._change(entry)
        else:
            self._fold.tell(entry, act)
        return entry

    def _retell(self) -> None:
        self._fold, self._refused = fold_all(self._entries)
        self._newest_amend = {
            entry.event.target: entry.seq
            for entry in self._entries
            if isinstance(entry.event, Amend) and entry.seq not in dict(self._refused)
        }
        self._replay = None

    def _change(self, entry: Entry) -> None:
        """The newest entry, which can stand, changes what came before it."""
        amend = entry.event if isinstance(entry.event, Amend) else None
        target = None if amend is None else self._entries[amend.target - 1]
        fold = changed(self._fold, entry, target)
        if fold is None:
            self._retell()
            return
        self._fold = fold
        if amend is not None:
            self._newest_amend[amend.target] = entry.seq

    _fold: Fold

    # --- people -----------------------------------------------------------------------------------------

    def add(self, act: Event, at_s: float, source: Source = Source.HUMAN) -> Entry:
        """Write an event as a person states it (or as a test or simulator knows it).

        :raises LogError: when it is an amendment that cannot stand; nothing is written then.
        """
        if isinstance(act, Amend):
            problem = amend_problem(act, len(self._entries) + 1, self._entries, self._newest_amend)
            if problem is not None:
                raise LogError(f"the correction of entry {act.target} is refused: {problem}")
        return self._append(act, at_s, source)

    def amend(
        self,
        target: int,
        instead: tuple[Event, ...] | None,
        *,
        by: str = "",
        reason: str = "",
        at_s: float | None = None,
        seen: int | None = None,
    ) -> Entry:
        """Correct an entry: read it as ``instead``; an empty tuple strikes it out, None undoes corrections.

        :param seen: newest entry the corrector had before him; a newer correction of the same entry makes
            this one stale.
        :raises LogError: when the correction cannot stand; nothing is written then.
        """
        when = self._entries[-1].at_s if at_s is None else at_s
        return self.add(Amend(target, instead, by, reason, seen), when)

    def rule(self, target: int, enforce: bool, *, by: str = "", at_s: float | None = None) -> Entry:
        """The umpire enforces or waives the loss proposed for an entry.

        :raises LogError: when there is no such entry.
        """
        self._must_exist(target)
        return self.add(Ruled(target, enforce, by), self._entries[-1].at_s if at_s is None else at_s)

    def acknowledge(self, target: int, *, by: str = "", at_s: float | None = None) -> Entry:
        """Somebody has seen to the alerts of an entry.

        :raises LogError: when there is no such entry.
        """
        self._must_exist(target)
        return self.add(Acknowledged(target, by), self._entries[-1].at_s if at_s is None else at_s)

    def _must_exist(self, target: int) -> None:
        if not 1 <= target <= len(self._entries):
            raise LogError(f"there is no entry {target}: the log has {len(self._entries)}")

    def claim(self, seat: Seat, at_s: float) -> Entry:
        """A player claims his points by a button."""
        return self.add(Claimed(seat), at_s)


def _tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, _tuples(item)) for key, item in value.items())
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
