"""An observer without a camera: it sees the acts of a truth file, each at its time."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from bura.cards import Card
from bura.errors import BuraError
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsTaken,
    DealBegan,
    Said,
    TableEvent,
    TrumpSeen,
    Word,
)
from bura_server.observer import Look
from bura_server.picture import Draw, Image

DEAL = Path(__file__).with_name("deal.jsonl")
"""a two-player deal of classic31: two-card leads, discards face down, a fourth card, a false 31"""
STEP_S = 0.2
"""time between two looks"""
SIZE_PX = (640, 360)
"""width and height of the pictures"""


def table_event(at_s: float, event: dict[str, Any]) -> TableEvent:
    """What a faultless observer reports of a true event."""
    seat = event.get("seat")
    match event["type"]:
        case "dealt":
            return DealBegan(at_s=at_s, dealer=event.get("dealer"))
        case "trump_shown":
            return TrumpSeen(at_s=at_s, belief=Belief.sure(Card.parse(event["card"])))
        case "lead" | "reply":
            cards = tuple(Belief.sure(Card.parse(card)) for card in event.get("cards", []))
            return CardsLaid(at_s=at_s, seat=seat, cards=cards, face_down=event.get("face_down", 0))
        case "took":
            return CardsTaken(at_s=at_s, seat=seat)
        case "drew":
            return CardsDrawn(at_s=at_s, seat=seat, count=event.get("count", 1))
        case "claimed":
            return Said(at_s=at_s, seat=str(seat), word=Word.CLAIM)
        case other:
            raise ValueError(f"the script knows no {other}")


def deal_events(path: Path = DEAL) -> tuple[TableEvent, ...]:
    """All acts of a truth file, in order."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return tuple(table_event(line["at_s"], line["event"]) for line in lines if "event" in line)


def picture(number: int) -> Draw:
    """A plain picture whose brightness tells its number."""

    def draw() -> Image:
        return np.full((SIZE_PX[1], SIZE_PX[0], 3), number % 200, np.uint8)

    return draw


class ScriptedObserver:
    """Looks at fixed steps with the events that fall into them.

    :param error: raised after the last look, as a recording that breaks off does.
    :param hold: when given, stays at the end until it is set or the observer is closed.
    """

    def __init__(
        self,
        events: tuple[TableEvent, ...],
        *,
        name: str = "script.mp4",
        live: bool = False,
        error: BuraError | None = None,
        hold: threading.Event | None = None,
    ) -> None:
        self.name = name
        self.live = live
        self._events = events
        self._error = error
        self._hold = hold
        self._closed = threading.Event()
        self.ended = 0

    def looks(self) -> Iterator[Look]:
        """See `bura_server.observer.Observer`."""
        end = max((event.at_s for event in self._events), default=0.0) + STEP_S
        rest = list(self._events)
        step = 0
        while step * STEP_S <= end + STEP_S and not self._closed.is_set():
            now = step * STEP_S
            due = [event for event in rest if event.at_s <= now]
            rest = rest[len(due) :]
            draw = picture(step)
            yield Look(now, "READ" if due else "READY", tuple(due), draw, draw())
            step += 1
        while self._hold is not None and not self._hold.wait(0.05) and not self._closed.is_set():
            pass
        if self._error is not None:
            raise self._error

    def end_deal(self) -> None:
        """See `bura_server.observer.Observer`."""
        self.ended += 1

    def close(self) -> None:
        """See `bura_server.observer.Observer`."""
        self._closed.set()
