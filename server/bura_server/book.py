"""The referee's book: one referee, one log on disk, and nothing in the one that is not in the other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bura.cards import pack
from bura.errors import BuraError, LogError
from bura.events import Amend, Event, GameStarted
from bura.log import Entry, Story, amend_problem, effective
from bura.position import GameState, Settings
from bura.referee import Referee
from bura.rules import RuleSet, find_ruleset
from bura.table import Said, Seat, TableEvent
from bura.view import Role, Viewer, scoreboard
from bura_server.journal import Place, place_of, rescue
from bura_server.retrace import Rejoin, Retrace
from bura_server.rows import corrected_row, offer, to_row, to_rows
from bura_server.sight import Sights, curtain_of, public
from bura_server.stretch import Rows

log = logging.getLogger(__name__)

Json = dict[str, Any]

DEFAULT_RULES = "classic31"
"""what is played when nobody says anything else"""


class Book:
    """One table's referee and log. Not thread-safe: `bura_server.session` lets one thread in at a time."""

    def __init__(
        self,
        place: Path | Place,
        *,
        rules: RuleSet | str | None = None,
        seats: Sequence[Seat] = ("A", "B"),
        names: Mapping[Seat, str] | None = None,
        live: bool = False,
        settings: Settings | None = None,
    ) -> None:
        """Begin a log, or take up the one that is there.

        :param place: where the log is or will be; a path is a file.
        :param rules: what is played; None takes the log's, or `DEFAULT_RULES` for a new one.
        :param names: display names; another name than the log's is written as a correction of it.
        :param live: the observer is a camera, not a recording that is watched again.
        :param settings: of the referee, for a new log; one that is gone on with brings its own.
        :raises LogError: when the log cannot be read, written, or is of another game.
        :raises RulesError: for rules that cannot be played by these seats.
        """
        if isinstance(rules, str):
            rules = find_ruleset(rules)
        place = place_of(place)
        try:
            self._open(place, rules, seats, names or {}, live=live, settings=settings)
        except BuraError as error:
            if place.name in str(error) or not place.exists():
                raise
            raise LogError(f"the log {place.name} cannot be gone on with: {error}") from error

    def _open(
        self,
        place: Place,
        wanted: RuleSet | None,
        seats: Sequence[Seat],
        names: Mapping[Seat, str],
        *,
        live: bool,
        settings: Settings | None,
    ) -> None:
        if not place.exists():
            # Nothing is left behind when the rules or seats cannot be played.
            Referee(wanted or DEFAULT_RULES, seats, names=names)
        self._journal = place.open()
        self._unwritten: list[Entry] = []
        self.unwritable = False
        with ExitStack() as undo:
            undo.callback(self._journal.close)
            loaded = self._journal.loaded
            if loaded.problem is not None:
                log.warning("%s", loaded.problem)
            self.resumed = len(loaded.entries)
            self.corrections = 0
            self._referee = Referee(
                wanted or DEFAULT_RULES, seats, names=names, settings=settings, entries=loaded.entries
            )
            self._tell_rows()
            if not loaded.entries:
                self._journal.append(*self._referee.entries)
            else:
                self._check(place.name, wanted, seats)
                self._rename(names)
            undo.pop_all()
        self._retrace = Retrace(loaded.entries) if loaded.entries and not live else None
        self._rejoin = Rejoin() if loaded.entries and live else None

    def _check(self, path: str, wanted: RuleSet | None, seats: Sequence[Seat]) -> None:
        """A log is gone on with only by the game it holds."""
        state = self._referee.state
        if wanted is not None and wanted.preset != state.rules.preset:
            raise LogError(
                f"the log {path} is of {state.rules.preset}, not {wanted.preset}: begin another with --new"
            )
        if wanted is not None and wanted.deviations() != state.rules.deviations():
            raise LogError(
                f"the log {path} is of {state.rules.preset} with other house rules: leave --rules out to go on by"
                " them, or begin another with --new"
            )
        if tuple(seats) != state.seats:
            raise LogError(
                f"the log {path} is of seats {', '.join(state.seats)}, the table has {', '.join(seats)}:"
                " begin another with --new"
            )

    def _rename(self, names: Mapping[Seat, str]) -> None:
        start = self._referee.entries[0].event
        standing = effective(self._referee.entries).told[0].event
        assert isinstance(start, GameStarted)
        if isinstance(standing, GameStarted) and names and dict(standing.names) != dict(names):
            wish = Amend(1, (replace(standing, names=tuple(names.items())),), "command line", "names")
            self.add(wish, self.last_at_s)

    # --- reading ------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The log's file; of a log in the database the file it would be. What belongs to it lies beside it."""
        return self._journal.path

    @property
    def match(self) -> str:
        """What tells this match from every other one; the same when its log is taken up again."""
        return self._journal.match

    def writes(self, key: str, log_file: Path | None) -> bool:
        """Is this the log of a match of the database, or of the file that holds its log?

        :param key: the match's (`bura_server.store.matches.Match.key`); its number alone may be another one's by now.
        """
        if log_file is not None:
            return self._journal.match_id is None and self.path.resolve() == log_file.resolve()
        return self._journal.match_id is not None and self.match == key

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log."""
        return self._referee.entries

    #: how many corrections were made since the book was opened: rows told before another number are stale
    corrections: int

    @property
    def seq(self) -> int:
        """Number of the newest entry."""
        return len(self._rows)

    @property
    def state(self) -> GameState:
        """The table as the referee has it."""
        return self._referee.state

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return self._referee.state.seats

    @property
    def last_at_s(self) -> float:
        """Time of the newest act."""
        return max(entry.at_s for entry in self._referee.entries)

    @property
    def catching_up(self) -> bool:
        """Is a recording still being watched for what the log holds already?"""
        return self._retrace is not None and not self._retrace.done

    @property
    def over(self) -> bool:
        """Is the deal over, as far as the observer has come?"""
        if self._retrace is not None and not self._retrace.finished:
            return self._retrace.over
        return self._referee.state.over

    def view(self) -> Callable[[str], Json]:
        """The scoreboard as everybody at the table may see it now, in the language asked for."""
        return self.sights().view(Viewer())

    def sights(self) -> Sights:
        """What each viewer may see of the table now."""
        return Sights(
            self._referee.replay, Rows(self._rows), Rows(self._plain), self.corrections, self._curtain
        )

    def rows(self) -> Sequence[Json]:
        """The entries as the page shows them."""
        return Rows(self._rows)

    def alternatives(self, seq: int, card: int) -> Json:
        """What a card of an entry may have been (`bura_server.rows.offer`)."""
        size = self._referee.state.rules.pack_size
        return offer(self._referee.entries, self.story(), pack(size), seq, card)

    def problem_with(self, amend: Amend) -> str | None:
        """Why a correction cannot stand, or None."""
        entries = self._referee.entries
        return amend_problem(amend, len(entries) + 1, entries, {})

    def _tell_rows(self) -> None:
        self._rows = list(to_rows(self._referee.entries, self.story()))
        self._plain = [public(row) for row in self._rows]
        self._curtain = curtain_of(self._plain)

    def story(self) -> Story:
        """The log as corrected."""
        return effective(self._referee.entries)

    # --- writing ------------------------------------------------------------------------------------------

    def feed(self, events: Sequence[TableEvent]) -> bool:
        """What an observer reports; True when it led to entries.

        What has happened has happened: when the log cannot be written the entries are kept, and written with
        the next ones or by `flush`.

        :raises LogError: when the log cannot be written.
        """
        if self._rejoin is not None:
            events = self._rejoin.pass_on(events, self._referee.state)
        new: list[Entry] = []
        for event in events:
            if self._retrace is not None:
                known, missing = self._retrace.pass_on(event)
                if missing:
                    self._referee = Referee("", (), entries=(*self._referee.entries, *missing))
                    new.extend(missing)
                if known:
                    continue
            new.extend(self._referee.feed(event))
        self._unwritten.extend(new)
        self._tell(new)
        self.flush()
        return bool(new)

    def flush(self) -> None:
        """Write what could not be written before.

        :raises LogError: when it still cannot.
        """
        if self._unwritten:
            self._put(self._unwritten)
            self._unwritten.clear()

    #: could the newest entries not be written? Until some are, every act of a person is refused
    unwritable: bool

    def _put(self, new: Sequence[Entry]) -> None:
        try:
            self._journal.append(*new)
        except LogError:
            self.unwritable = True
            raise
        self.unwritable = False

    @property
    def unwritten(self) -> int:
        """How many entries wait to be written."""
        return len(self._unwritten)

    def say(self, said: Said) -> bool:
        """What a player said, sent by a person; True when it led to entries.

        :raises LogError: when the log cannot be written; nothing is said then.
        """
        with self._or_nothing():
            return self._write(self._referee.feed(said))

    def add(self, event: Event, at_s: float, *more: Event) -> None:
        """What a person states or corrects: all of it, or nothing.

        :raises LogError: when a correction cannot stand, or the log cannot be written; nothing is added then.
        :raises BuraError: when the referee cannot go on by it; nothing is added then.
        """
        with self._or_nothing():
            self._write(tuple(self._referee.add(its, at_s) for its in (event, *more)))

    @contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """A person is told at once that his act was refused or could not be written, so it has not happened.

        Whatever goes wrong while the referee takes it in: a start by rules that there are none of, too, is found
        only when the game is told anew by them.
        """
        self.flush()
        before = self._referee.entries
        try:
            yield
        except BaseException:
            if len(self._referee.entries) != len(before):
                self._referee = Referee("", (), entries=before)
            raise

    def _write(self, new: Sequence[Entry]) -> bool:
        # all that can fail comes before the disk, all that cannot behind it
        show = self._told(new)
        self._check_shown(new)
        self._put(new)
        show()
        return bool(new)

    def _check_shown(self, new: Sequence[Entry]) -> None:
        """Another start of the game changes what every page shows: can it be shown?"""
        corrections = [entry.event for entry in new if isinstance(entry.event, Amend)]
        if any(isinstance(event, GameStarted) for amend in corrections for event in amend.instead or ()):
            for viewer in (Viewer(Role.UMPIRE), Viewer(), *(Viewer(Role.SEAT, its) for its in self.seats)):
                scoreboard(self._referee.replay, viewer).to_json()

    def _tell(self, new: Sequence[Entry]) -> None:
        """The rows of new entries."""
        self._told(new)()

    def _told(self, new: Sequence[Entry]) -> Callable[[], None]:
        """The rows of new entries, worked out; nothing shows them before the answer is called, which cannot fail."""
        if new and all(isinstance(entry.event, Amend) for entry in new):
            return self._rows_corrected(new)
        if any(isinstance(entry.event, Amend) for entry in new):
            rows = list(to_rows(self._referee.entries, self.story()))
            return partial(self._show_anew, rows, [public(row) for row in rows])
        more = [to_row(entry) for entry in new]
        return partial(self._show_more, more, [public(row) for row in more])

    def _show_more(self, rows: list[Json], plain: list[Json]) -> None:
        self._rows.extend(rows)
        self._plain.extend(plain)

    def _show_anew(self, rows: list[Json], plain: list[Json]) -> None:
        self.corrections += 1
        self._rows, self._plain, self._curtain = rows, plain, curtain_of(plain)

    def _rows_corrected(self, new: Sequence[Entry]) -> Callable[[], None]:
        """A correction changes the row of its target alone; moments that were told before keep their rows."""
        rows, plain = [*self._rows], [*self._plain]
        for entry in new:
            assert isinstance(entry.event, Amend)
            rows.append(to_row(entry))
            plain.append(public(rows[-1]))
            at = entry.event.target - 1
            rows[at] = corrected_row(self._referee.entries[at], entry.event)
            plain[at] = public(rows[at])
        return partial(self._show_anew, rows, plain)

    def close(self) -> None:
        """Close the log and let go of it. What could not be written until now is put into a file beside it."""
        try:
            self.flush()
        except LogError as error:
            log.error("%s; %s", error, rescue(self._journal.path, self._unwritten))
        finally:
            self._journal.close()
