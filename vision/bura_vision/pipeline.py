"""The whole way from a source to table events, picture by picture.

    source ──Frame──▶ Watcher ──Step──▶ words put between ──▶ Tick

Whoever consumes the ticks (the command line, a server's table) feeds the events to a referee and calls
`Watcher.end_deal` when it says that the deal is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bura.table import CardsLaid, Said, SourceBack, SourceLost, TableEvent
from bura_vision.interpreter import TableState
from bura_vision.say import SpokenQueue
from bura_vision.source import Frame, Source
from bura_vision.watcher import Step, Watcher


@dataclass(frozen=True, eq=False)
class Tick:
    """What one picture (or the loss of pictures) led to."""

    at_s: float
    """time of the picture"""
    events: tuple[TableEvent, ...]
    """seen and spoken, in the order in which they happened"""
    state: TableState
    """what the table is doing"""
    frame: Frame | None
    """the picture; None when the source was lost or came back, and at the end"""
    step: Step | None
    """what the watcher made of it; None at the end"""


class ActJoiner:
    """Joins what one seat lays part by part into one act, for transcripts of recordings.

    A lead of three cards that are laid one by one over three seconds is one lead. A live table cannot wait
    for the rest and reports each part (the referee joins them in its state); a transcript can.
    """

    def __init__(self) -> None:
        self._held: CardsLaid | None = None

    def join(self, events: Iterable[TableEvent]) -> Iterator[TableEvent]:
        """The events, laid cards held back until something else happens."""
        for event in events:
            held = self._held
            if isinstance(event, CardsLaid):
                if held is not None and held.seat == event.seat:
                    self._held = replace(
                        event,
                        cards=(*held.cards, *event.cards),
                        face_down=held.face_down + event.face_down,
                        confidence=min(held.confidence, event.confidence),
                    )
                    continue
                self._held = event
            else:
                self._held = None
            if held is not None:
                yield held
            if self._held is None:
                yield event

    def rest(self) -> Iterator[TableEvent]:
        """What is held back at the end."""
        if self._held is not None:
            yield self._held
            self._held = None


def watch(source: Source, watcher: Watcher, spoken: Iterable[Said] = ()) -> Iterator[Tick]:
    """Watch a source to its end; a live one has none.

    :param spoken: what was said, for recordings.
    :raises SourceError: when a recording breaks off; what was understood until then has been yielded.
    """
    words = SpokenQueue(spoken)
    at_s, state = 0.0, TableState.READY
    for item in source:
        if isinstance(item, SourceLost | SourceBack):
            step = watcher.interrupted(item)
            state = step.state
            yield Tick(item.at_s, words.merge(step.events, item.at_s), state, None, step)
            continue
        step = watcher.step(item)
        at_s, state = item.at_s, step.state
        events = words.merge(step.events, at_s, watcher.pending_s)
        yield Tick(at_s, events, state, item, step)
    last = watcher.finish(at_s)
    yield Tick(at_s, (*words.rest(), *last), state, None, None)
