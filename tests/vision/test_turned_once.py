"""Two cards that come to light in one moment where one card lay face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bura.cards import parse_cards
from bura.table import CardsLaid, CardsTurned, Seat, TableEvent
from bura_vision.interpreter import Interpreter
from bura_vision.layout import Points, default_layout
from bura_vision.scene import Hand
from bura_vision.seen import Glance, SeenCard
from bura_vision.seen_back import SeenBack
from bura_vision.tracks import TrackBook


@dataclass
class Still:
    """A table on which nothing moves, and B's hand was there a moment ago."""

    at_s: float
    hands: tuple[Hand, ...] = ()
    unsettled: bool = False
    changes: float = 1.0

    def still_s(self, polygon_cm: Points) -> float:
        return 1.0

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        return 0.0

    def changed(self, polygon_cm: Points) -> float:
        return self.changes

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        return ("B", self.at_s - 1.0)

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        return None


def outline(x: float, y: float) -> Points:
    return np.array([[x - 3.1, y - 4.4], [x + 3.1, y - 4.4], [x + 3.1, y + 4.4], [x - 3.1, y + 4.4]])


def face(card: str, x: float, y: float) -> SeenCard:
    probs = np.full(52, 0.0005)
    probs[parse_cards(card)[0].index] = 0.97
    corners = np.array([[x - 2.5, y - 3.3], [x + 2.5, y + 3.3]])
    return SeenCard(probs, outline(x, y), corners)


def told(backs: Sequence[tuple[float, float]], faces: Sequence[tuple[str, float, float]]) -> list[TableEvent]:
    """The events where backs lie for a second, and then faces; places are told from the play zone's middle."""
    layout = default_layout(2)
    book, mind = TrackBook(layout), Interpreter(layout)
    x, y = layout.play.polygon_cm.mean(axis=0)
    everything = ((0.0, 0.0, *layout.size_cm),)
    down = tuple(SeenBack(outline(x + dx, y + dy), 0.9) for dx, dy in backs)
    up = tuple(face(card, x + dx, y + dy) for card, dx, dy in faces)
    events: list[TableEvent] = []
    for number in range(16):
        scene = Still(at_s=10.0 + number / 5.0)
        cards, hidden = ((), down) if number < 5 else (up, ())
        book.update(scene, Glance(scene.at_s, everything, cards, hidden))
        events.extend(mind.update(scene, book))
    return events


def test_one_card_was_turned_and_the_other_laid() -> None:
    events = told([(0, 0)], [("KC", 0, 0), ("10D", 1.5, 1.5)])
    turned = [event for event in events if isinstance(event, CardsTurned)]
    laid = [event for event in events if isinstance(event, CardsLaid)]
    assert len(turned) == 1
    assert [event.face_down for event in laid] == [1, 0]
    names = [str(belief.best) for belief in (*turned[0].cards, *laid[1].cards)]
    assert sorted(names) == ["10D", "KC"]


def test_two_cards_that_are_turned_at_once_are_one_act() -> None:
    events = told([(-4, 0), (4, 0)], [("KC", -4, 0), ("10D", 4, 0)])
    turned = [event for event in events if isinstance(event, CardsTurned)]
    assert [sorted(str(belief.best) for belief in event.cards) for event in turned] == [["10D", "KC"]]
