"""A match told for people: who led what, who replied, took and drew, claims with their proof, corrections, results.

It is read and printed, never read back: the log itself is the export ``jsonl``, which `bura replay` tells with its
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bura.cards import Card, Suit
from bura.events import (
    Acknowledged,
    Amend,
    Dealt,
    Declared,
    Event,
    GameStarted,
    Married,
    Raised,
    Ruled,
    TrumpShown,
)
from bura.infractions import Severity, Status
from bura.log import Entry
from bura.replay import Replay, Step
from bura.texts import result_text, ruling_text, seat_text, sentence
from bura_server.history.called import called
from bura_server.history.story_words import STORY

_REMARK = " " * 9
"""before what is said of the line above"""
_SIGNS = {Status.FOUL: "⚠", Status.UNCLEAR: "?", Status.LEGAL: "·"}


def clock(at_s: float) -> str:
    """Minutes and seconds of the match: ``0:00``, ``12:05``, ``75:30``."""
    seconds = max(0, int(at_s))
    return f"{seconds // 60}:{seconds % 60:02d}"


def story(entries: Sequence[Entry], told: Replay, lang: str) -> str:
    """The match as corrected, in a language; what was first told stands below what was corrected."""
    return "\n".join(_Teller(tuple(entries), told, lang).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Teller:
    entries: tuple[Entry, ...]
    told: Replay
    lang: str

    @property
    def _names(self) -> Mapping[str, str]:
        return dict(self.told.state.names)

    def _say(self, key: str, **facts: object) -> str:
        return STORY[self.lang][key].format(**facts)

    def lines(self) -> Iterator[str]:
        state = self.told.state
        yield called(state.rules.name, self.lang)
        yield self._say("players", names=", ".join(seat_text(seat, self._names) for seat in state.seats))
        steps: dict[int, list[Step]] = {}
        for step in self.told.steps:
            steps.setdefault(step.entry.seq, []).append(step)
        deal = 0
        for entry in self.entries:
            if isinstance(entry.event, Amend):
                yield from self._correction(entry)
                continue
            own = steps.get(entry.seq, [])
            for step in own:
                if isinstance(step.event, Dealt):
                    deal += 1
                    yield ""
                    yield self._deal(step.event, deal)
                else:
                    what = self._event(step.event)
                    if what:
                        yield self._at(entry, what)
                yield from self._remarks(step)
            if entry.event not in [step.event for step in own]:
                yield from self._first_told(entry, gone=not own)
            yield from self._ended(own)

    def _at(self, entry: Entry, what: str) -> str:
        return f"{clock(entry.at_s):>7}  {what}"

    def _deal(self, event: Dealt, number: int) -> str:
        if event.dealer is None:
            return self._say("deal", n=number)
        return self._say("deal_by", n=number, name=seat_text(event.dealer, self._names))

    def _first_told(self, entry: Entry, *, gone: bool) -> Iterator[str]:
        what = self._event(entry.event)
        if isinstance(entry.event, Dealt):
            what = self._say("deal", n="").strip()
        if what:
            yield f"{_REMARK}✎ {self._say('gone' if gone else 'was', what=what)}"

    def _correction(self, entry: Entry) -> Iterator[str]:
        """Only corrections that change nothing where they aim are told on their own."""
        assert isinstance(entry.event, Amend)
        if entry.seq in dict(self.told.refused):
            yield self._at(entry, f"✎ {self._say('void')}")
        elif entry.event.instead is None:
            yield self._at(entry, f"✎ {self._say('undone')}")

    def _remarks(self, step: Step) -> Iterator[str]:
        for verdict in step.verdicts:
            text = f"{_SIGNS[verdict.status]} {sentence(verdict, self._names, self.lang)}"
            ruling = ruling_text(verdict.ruling, self.lang)
            if ruling and verdict.status is Status.FOUL and verdict.severity is not Severity.INFO:
                text += f" [{ruling}]"
            yield _REMARK + text

    def _ended(self, own: list[Step]) -> Iterator[str]:
        for result in self.told.results:
            if own and result.seq == own[-1].entry.seq:
                yield f"{_REMARK}★ {result_text(result, self._names, self.lang)}"

    # --- one event ----------------------------------------------------------------------------------------

    def _event(self, event: Event) -> str:
        """What happened, in words; nothing for what is told elsewhere, or only by the log of itself."""
        name = seat_text(getattr(event, "seat", None), self._names, self.lang)
        facts = {
            "name": name,
            "cards": self._cards(event),
            "n": getattr(event, "count", None) or getattr(event, "tricks", 0),
            "needed": self.told.state.rules.needed,
        }
        match event:
            case GameStarted() | Dealt() | Acknowledged() | Amend():
                return ""
            case Ruled():
                return self._say("enforced" if event.enforce else "waived")
            case Declared():
                return self._say("declared_beat" if event.beats else "declared_give", **facts)
            case Raised() if event.to is not None:
                return self._say("raised_to", **facts | {"n": event.to})
            case _:
                return self._say(event.TYPE, **facts)

    def _cards(self, event: Event) -> str:
        """``: K♠ 10♠, face down: 1``, or nothing."""
        if isinstance(event, Married):
            return "" if event.suit is None else f": {Suit(event.suit).symbol}"
        shown = (event.card,) if isinstance(event, TrumpShown) else getattr(event, "cards", ())
        parts = [" ".join(card.symbol for card in shown if isinstance(card, Card))]
        parts += [self._say("unread")] * sum(card is None for card in shown)
        down = getattr(event, "face_down", 0)
        if down:
            parts.append(self._say("down", n=down))
        text = ", ".join(filter(None, parts))
        return f": {text}" if text else ""
