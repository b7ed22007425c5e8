"""Refereeing a table of Marriage or Macao: the same log, observations and scoreboard as at a table of Bura.

`NeighbourReferee` takes what an observer reports (`bura.table`), writes events into an append-only log and tells
the corrected story once more after every entry, so a correction corrects every verdict. Kunken has no running
referee: the rulebook bounds only its melds, values and lay-downs (`bura.kunken`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bura import macao_table, marriage_table
from bura.cards import Card
from bura.errors import LogError, RulesError
from bura.events import (
    Amend,
    Claimed,
    Closed,
    DealOver,
    Dealt,
    Drew,
    Event,
    Exchanged,
    GameStarted,
    Lead,
    Married,
    Ordered,
    Reply,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.infractions import Severity, Verdict
from bura.log import Entry, EntryBelief, Source, effective
from bura.macao_table import MacaoState
from bura.marriage_state import MarriageState
from bura.rules import Game, RuleSet, find_ruleset
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsTaken,
    CardsTakenBack,
    DealBegan,
    DealEnded,
    Said,
    Seat,
    TableEvent,
    TrumpSeen,
    Word,
)
from bura.texts import ruling_text, sentence

#: least confidence 0..1 with which a reading is taken for a card; below it a card was laid, which one is not known
COMMIT_FROM = 0.5

State = MarriageState | MacaoState


@dataclass(frozen=True, slots=True)
class Judged:
    """One event of the corrected story with what is said of it."""

    entry: Entry
    """the entry it stands for"""
    event: Event
    """what happened, as corrected"""
    verdicts: tuple[Verdict, ...]
    """all there is to say; none: simply legal"""
    state: State
    """the table after it"""


@dataclass(frozen=True, slots=True)
class NeighbourReplay:
    """The whole log, told and judged."""

    state: State
    """the table now"""
    steps: tuple[Judged, ...]
    """every event of the corrected story"""
    refused: tuple[tuple[int, str], ...]
    """(entry of an amendment that cannot stand, why)"""

    @property
    def alerts(self) -> tuple[tuple[Judged, Verdict], ...]:
        """What the table is told, oldest first."""
        return tuple(
            (step, verdict)
            for step in self.steps
            for verdict in step.verdicts
            if verdict.severity is not Severity.INFO
        )


def new_table(rules: RuleSet, seats: Sequence[Seat]) -> State:
    """A table before its first deal.

    :raises RulesError: for a game that has no such table, or a wrong number of players.
    """
    if rules.game not in (Game.MARRIAGE, Game.MACAO):
        raise RulesError(
            f"{rules.name} is not refereed here: this is for marriage66, marriage66_3p and macao"
        )
    if not rules.players_min <= len(seats) <= rules.players_max or len(set(seats)) != len(seats):
        raise RulesError(
            f"{rules.name} is played by {rules.players_min} to {rules.players_max} players, not {len(seats)}"
        )
    if rules.game is Game.MARRIAGE:
        return MarriageState.new(rules, seats)
    return MacaoState.new(rules, seats)


def replay(entries: Iterable[Entry]) -> NeighbourReplay:
    """Tell and judge a whole log.

    :raises LogError: when it is empty or does not begin with the start of a game.
    :raises RulesError: when its rules cannot be played.
    """
    story = effective(entries)
    first = story.told[0].event if story.told else None
    if not isinstance(first, GameStarted):
        raise LogError(
            "the log does not begin with the start of a game: its first entry must be game_started"
        )
    rules = find_ruleset(first.rules).with_options(dict(first.options))
    state = new_table(rules, first.seats)
    steps = []
    for told in story.told:
        verdicts: tuple[Verdict, ...] = ()
        if isinstance(state, MarriageState):
            state, verdicts = marriage_table.step(state, told.event, told.entry.seq)
        else:
            state, verdicts = macao_table.step(state, told.event, told.entry.seq)
        steps.append(Judged(told.entry, told.event, verdicts, state))
    return NeighbourReplay(state, tuple(steps), story.refused)


class NeighbourReferee:
    """Referees one table of Marriage or Macao. The only writer of its log."""

    def __init__(
        self,
        ruleset: RuleSet | str,
        seats: Sequence[Seat],
        *,
        names: Mapping[Seat, str] | None = None,
        entries: Iterable[Entry] = (),
    ) -> None:
        """Begin a table, or take up the log of one.

        :raises RulesError: for another game, or a wrong number of players.
        :raises LogError: for a log that does not begin with the start of a game.
        """
        self._entries = list(entries)
        if not self._entries:
            rules = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
            new_table(rules, seats)
            options = tuple(
                (name, tuple(value) if isinstance(value, list) else value)
                for name, value in rules.deviations().items()
            )
            start = GameStarted(rules.preset, tuple(seats), tuple((names or {}).items()), options)
            self._entries.append(Entry(1, 0.0, Source.RULE, start))
        self._replay = replay(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log."""
        return tuple(self._entries)

    @property
    def replay(self) -> NeighbourReplay:
        """State and verdicts as they follow from the log now."""
        return self._replay

    def feed(self, event: TableEvent) -> tuple[Entry, ...]:
        """Take one observation; what is no act of these games gives no entry."""
        act = self._act(event)
        if act is None:
            return ()
        belief = None
        cards = getattr(event, "cards", ())
        if event.confidence < 1 or any(its.confidence < 1 for its in cards):
            belief = EntryBelief(event.confidence, tuple(cards))
        return (self._write(act, event.at_s, Source.VISION, belief, event.evidence),)

    def add(self, act: Event, at_s: float, source: Source = Source.HUMAN) -> Entry:
        """Write an event that a person reports; an `Amend` corrects an earlier one."""
        return self._write(act, at_s, source, None, None)

    def amend(
        self, target: int, instead: tuple[Event, ...] | None, *, by: str = "", at_s: float | None = None
    ) -> Entry:
        """Correct an entry: read it as ``instead``; None undoes its corrections."""
        return self.add(Amend(target, instead, by), self._entries[-1].at_s if at_s is None else at_s)

    def _write(
        self, act: Event, at_s: float, source: Source, belief: EntryBelief | None, evidence: str | None
    ) -> Entry:
        entry = Entry(len(self._entries) + 1, at_s, source, act, belief, evidence)
        self._entries.append(entry)
        self._replay = replay(self._entries)
        return entry

    # --- from observations to events ------------------------------------------------------------------

    def _act(self, event: TableEvent) -> Event | None:
        table = self._replay.state.table
        match event:
            case DealBegan():
                return Dealt(event.dealer)
            case TrumpSeen():
                return TrumpShown(_read(event.belief))
            case CardsLaid():
                seat = event.seat or table.to_act or table.last_taker
                if seat is None:
                    return None
                kind = Lead if table.full or not table.laid else Reply
                return kind(seat, tuple(_read(its) for its in event.cards), event.face_down)
            case CardsTaken():
                taker = event.seat or table.leader
                return None if taker is None else Took(taker)
            case CardsDrawn():
                return self._drew(event)
            case CardsTakenBack():
                seat = event.seat or (table.plays[-1].seat if table.plays else None)
                cards = tuple(_read(its) for its in event.cards)
                return None if seat is None else TakenBack(seat, cards, event.face_down)
            case Said():
                return _said(event)
            case DealEnded():
                return DealOver()
            case _:
                return None

    def _drew(self, event: CardsDrawn) -> Event | None:
        state = self._replay.state
        if not isinstance(state, MarriageState):
            return None
        seat = event.seat or (state.due[0] if state.due else None)
        return None if seat is None else Drew(seat, event.count)

    # --- what people see ------------------------------------------------------------------------------

    def scoreboard(self, lang: str = "en") -> dict[str, Any]:
        """What the table shows: the fields of `bura.view.Scoreboard` that these games have."""
        told = self._replay
        state, table = told.state, told.state.table
        start = self._entries[0].event
        names = dict(start.names) if isinstance(start, GameStarted) else {}
        seats: dict[str, Any] = {}
        for place, seat in enumerate(state.seats):
            seats[seat] = {
                "name": names.get(seat) or seat,
                "hand": table.hands[place] if table.hands else 0,
                "tricks": table.tricks[place] if table.tricks else 0,
                **_own(state, seat),
            }
        trump = state.trump.value if state.trump is not None else None
        return {
            "seq": self._entries[-1].seq,
            "rules": state.rules.name,
            "deal": state.deal,
            "turn": table.to_act,
            "leader": table.leader,
            "trump": {"suit": trump, "card": _turned(state)},
            "stock": state.stock if isinstance(state, MarriageState) else 0,
            "trick": [{"seat": play.seat, "cards": [str(play.card)]} for play in table.plays],
            "seats": seats,
            "alerts": [
                {
                    "seq": step.entry.seq,
                    "at_s": step.entry.at_s,
                    "rule": verdict.rule.value,
                    "status": verdict.status.value,
                    "severity": verdict.severity.value,
                    "seat": verdict.seat,
                    "text": sentence(verdict, names, lang),
                    "ruling": ruling_text(verdict.ruling, lang),
                    "rests_on": list(verdict.rests_on),
                }
                for step, verdict in told.alerts
            ],
            "result": _result(state),
        }


def _read(belief: Belief) -> Card | None:
    return belief.best if belief.confidence >= COMMIT_FROM else None


def _said(event: Said) -> Event | None:
    match event.word:
        case Word.CLAIM:
            return Claimed(event.seat)
        case Word.ORDER:
            return Ordered(event.seat, event.number or 0)
        case Word.MARRIAGE:
            shown = next((its.best for its in event.cards if its.best is not None), None)
            return Married(event.seat, event.suit or (shown.suit.value if shown is not None else None))
        case Word.CLOSE:
            return Closed(event.seat)
        case Word.EXCHANGE:
            return Exchanged(event.seat)
        case _:
            return None


def _turned(state: State) -> str | None:
    turned = state.trump_card if isinstance(state, MarriageState) else None
    return None if turned is None else str(turned)


def _own(state: State, seat: Seat) -> dict[str, Any]:
    """What only one of the games has."""
    if isinstance(state, MacaoState):
        return {"order": dict(state.orders).get(seat), "total": state.standings[seat]}
    if not state.deal:
        return {"points": None, "match": state.match.score[seat]}
    points = state.points(seat)
    shown = {"lo": points.lo, "hi": points.hi} if state.rules.show_running_points else None
    return {"points": shown, "match": state.match.score[seat]}


def _result(state: State) -> dict[str, Any] | None:
    if isinstance(state, MarriageState):
        return None if state.result is None else state.result.to_json()
    if not state.scores:
        return None
    return {"scores": dict(state.scores), "standings": state.standings, "winners": list(state.winners)}
