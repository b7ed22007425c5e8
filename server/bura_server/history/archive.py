"""The matches of a database, with an index of their deals that is brought up to date whenever somebody looks."""

from __future__ import annotations

import logging
import shutil
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from bura.errors import BuraError, LogError
from bura.log import Entry
from bura.position import GameState
from bura.replay import Replay
from bura.view import Viewer, scoreboard
from bura_server.errors import ApiError, Code
from bura_server.evidence.store import evidence_folder
from bura_server.history.called import is_called
from bura_server.history.facts import VERSION, DealFacts, deals_of
from bura_server.history.reserve import Reserve
from bura_server.history.told import Told
from bura_server.sight import newest_alerts
from bura_server.storage import InUseError, check_unused
from bura_server.store.database import Database, FullError
from bura_server.store.journal import TableLock, as_utc
from bura_server.store.matches import Match, all_matches, delete_match, find_match
from bura_server.store.schema import deals, matches, players

log = logging.getLogger(__name__)

Json = dict[str, Any]

KEPT_REPLAYS = 4
"""how many matches are kept told, for whoever steps through them"""


class Archive:
    """The history of a database.

    :param data: the data folder, where evidence lies.
    """

    def __init__(self, database: Database, data: Path) -> None:
        self._database = database
        self._data = data
        self._told: OrderedDict[int, Told] = OrderedDict()
        self._lock = threading.Lock()
        self._reserve = Reserve(database.file)
        self._reserve.hold()

    # --- the index ----------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Make the index of every match that has grown since, or whose index is missing or old."""
        with self._indexed():
            pass

    @contextmanager
    def _indexed(self) -> Iterator[Connection]:
        """A transaction to read in: the index is up to date, or where it cannot be written as far as it can be."""
        with self._lock, self._database.try_out(self._refresh, "the index of the history") as connection:
            yield connection

    def _refresh(self, connection: Connection) -> None:
        """See `refresh`; `self._lock` is held."""
        for match in all_matches(connection):
            length = match.length(connection)
            if match.index_version == VERSION and match.indexed_seq == length:
                continue
            if not length and (match.log_file is None or match.log_file.exists()):
                self._index(connection, match, None, (), length)
                continue
            try:
                told = self._up_to_date(connection, match)
                facts = deals_of(told.entries, told.replay)
            except BuraError as error:
                log.warning("%s is left out of the history: %s", match.name, error)
                continue
            self._index(connection, match, told.replay.state, facts, length)

    def _index(
        self,
        connection: Connection,
        match: Match,
        state: GameState | None,
        facts: Sequence[DealFacts],
        length: int,
    ) -> None:
        connection.execute(delete(players).where(players.c.match_id == match.id))
        connection.execute(delete(deals).where(deals.c.match_id == match.id))
        written = match.written(connection, [deal.first_seq for deal in facts])
        for deal in facts:
            began = written.get(deal.first_seq, match.started_at + timedelta(seconds=deal.began_s))
            values = {"match_id": match.id, "number": deal.number}
            connection.execute(
                insert(deals).values(
                    **values,
                    first_seq=deal.first_seq,
                    last_seq=deal.last_seq,
                    played_at=began,
                    seconds=deal.seconds,
                    reason=deal.reason,
                    winners=list(deal.winners),
                    stake=deal.stake,
                    plays=deal.plays,
                    corrected=deal.corrected,
                )
            )
            rows = [
                {**values, **{name: getattr(player, name) for name in player.__slots__}}
                for player in deal.players
            ]
            if rows:
                connection.execute(insert(players), rows)
        connection.execute(
            update(matches)
            .where(matches.c.id == match.id)
            .values(
                indexed_seq=length,
                index_version=VERSION,
                rules="" if state is None else state.rules.name,
                names={} if state is None else dict(state.names),
            )
        )

    # --- finding ------------------------------------------------------------------------------------------

    def search(
        self,
        *,
        player: str = "",
        rules: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
        lang: str = "en",
    ) -> list[Json]:
        """Matches with a deal that fits, the newest first, each with its deals.

        :param player: part of a player's name, in any case.
        :param rules: what the game is called in `lang`, or part of it (`bura_server.history.called.is_called`).
        :param since: deals that began then or later; ``until``: before then.
        """
        with self._indexed() as connection:
            found = []
            all_deals = self._deals(connection)
            for match in all_matches(connection):
                own = [
                    deal
                    for deal in all_deals.get(match.id, ())
                    if (since is None or deal["played_at"] >= since)
                    and (until is None or deal["played_at"] < until)
                ]
                if (since is not None or until is not None) and not own:
                    continue
                names = {name for deal in own for name in (p["name"] for p in deal["players"])} or set(
                    match.names.values()
                )
                if player and not any(player.casefold() in name.casefold() for name in names):
                    continue
                if rules and not is_called(match.rules, rules, lang):
                    continue
                found.append(_match_json(match, own))
            return found

    def match(self, match_id: int) -> Match:
        """The match of a number.

        :raises ApiError: NOT_FOUND when there is none.
        """
        with self._database.begin() as connection:
            found = find_match(connection, match_id) if match_id < 2**31 else None
        if found is None:
            raise ApiError(Code.NOT_FOUND, f"there is no match {match_id}")
        return found

    def deals(self, match: Match) -> list[Json]:
        """The deals of a match, oldest first."""
        with self._indexed() as connection:
            return self._deals(connection, match.id).get(match.id, [])

    def _deals(self, connection: Connection, match_id: int | None = None) -> dict[int, list[Json]]:
        of_match = [] if match_id is None else [match_id]
        per_deal: dict[tuple[int, int], list[Json]] = {}
        wanted = select(players).order_by(players.c.match_id, players.c.number, players.c.seat)
        for row in connection.execute(wanted.where(players.c.match_id.in_(of_match)) if of_match else wanted):
            told = dict(row._mapping)
            key = (told.pop("match_id"), told.pop("number"))
            per_deal.setdefault(key, []).append(told)
        found: dict[int, list[Json]] = {}
        chosen = select(deals).order_by(deals.c.match_id, deals.c.number)
        for row in connection.execute(chosen.where(deals.c.match_id.in_(of_match)) if of_match else chosen):
            told = dict(row._mapping)
            number = told.pop("match_id")
            told["played_at"] = as_utc(told["played_at"])
            told["players"] = per_deal.get((number, told["number"]), [])
            found.setdefault(number, []).append(told)
        return found

    # --- stepping through ---------------------------------------------------------------------------------

    def told(self, match: Match) -> tuple[tuple[Entry, ...], Replay]:
        """The log of a match, and its replay. What was told before is kept: of a running match only the new is read.

        :raises LogError: when it cannot be read.
        """
        with self._lock, self._database.begin() as connection:
            told = self._up_to_date(connection, match)
            return told.entries, told.replay

    def _up_to_date(self, connection: Connection, match: Match) -> Told:
        """What is told of a match, told on; `self._lock` is held."""
        kept = self._told.setdefault(match.id, Told())
        self._told.move_to_end(match.id)
        while len(self._told) > KEPT_REPLAYS:
            self._told.popitem(last=False)
        kept.update(connection, match)
        return kept

    def rows(self, match: Match) -> Sequence[Json]:
        """The log as corrected, for the page (`bura_server.rows`)."""
        with self._lock, self._database.begin() as connection:
            return self._up_to_date(connection, match).rows

    def board(self, match: Match, seq: int, lang: str) -> Json:
        """The umpire's scoreboard after entry ``seq``, by what is known today, with the newest alerts of its deal.

        :raises ApiError: NOT_FOUND when the log has no such entry.
        """
        entries, told = self.told(match)
        if not 1 <= seq <= len(entries):
            raise ApiError(Code.NOT_FOUND, f"there is no entry {seq}: the log has {len(entries)}")
        shown, earlier = newest_alerts(until(told, seq))
        board = scoreboard(shown, Viewer.parse("umpire", lang)).to_json()
        return board | {"alerts_earlier": earlier} if earlier else board

    # --- deleting -----------------------------------------------------------------------------------------

    def evidence(self, match: Match) -> Path:
        """The folder of a match's stills and clips; it need not be there."""
        return evidence_folder(match.log_file or self._data / f"{match.stem}.jsonl")

    def delete(self, match: Match) -> None:
        """Delete everything about a match: log, index, stills and clips.

        :raises InUseError: when another program writes it, however it came to run on the same folder.
        :raises LogError: when a file cannot be deleted; then the rest is kept as well.
        """
        with self._held(match):
            try:
                self._delete(match)
            except FullError as error:
                log.warning(
                    "%s: what is held for that is given up, and %s is deleted then", error, match.name
                )
                self._reserve.give_up()
                shutil.rmtree(self.evidence(match), ignore_errors=True)
                self._database.tidy()
                self._delete(match)
        # what is deleted is overwritten in the file (`secure_delete`), but SQLite's own log still holds it
        self._database.tidy()
        self._reserve.hold()
        with self._lock:
            self._told.pop(match.id, None)

    def _delete(self, match: Match) -> None:
        with self._database.begin() as connection:
            delete_match(connection, match)
            shutil.rmtree(self.evidence(match), ignore_errors=True)

    def _held(self, match: Match) -> AbstractContextManager[object]:
        """Nobody writes a match while it is deleted. One that was closed is written no more."""
        if match.log_file is not None:
            check_unused(match.log_file)
        elif not match.closed:
            try:
                return TableLock(self._database, match.table, self._data)
            except InUseError:
                raise
            except LogError:
                # on a full disk no lock can be made, but what nobody could make nobody holds
                log.warning("%s is deleted without its lock", match.name, exc_info=True)
        return nullcontext()


def until(told: Replay, seq: int) -> Replay:
    """A replay as it was after entry ``seq``, by what is known today."""
    steps = tuple(step for step in told.steps if step.entry.seq <= seq)
    if not steps:
        steps = told.steps[:1]  # the start of the game itself was corrected
    then = told.state_at(len(steps))
    return replace(
        told,
        state=then,
        steps=steps,
        alerts=tuple(alert for alert in told.alerts if alert.seq <= seq),
        results=tuple(result for result in told.results if result.deal < then.deal),
        refused=(),
    )


def _match_json(match: Match, own: list[Json]) -> Json:
    return {
        "id": match.id,
        "table": match.table,
        "started_at": match.started_at,
        "closed": match.closed,
        "rules": match.rules,
        "names": match.names,
        "deals": own,
    }
