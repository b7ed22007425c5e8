"""A glass beside the stock, or its shadow, is no hand that draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from bura.table import CardsDrawn, Seat, ZoneKind
from bura_vision.layout import Points, default_layout
from bura_vision.scene import Hand
from bura_vision.settings import ActSettings
from bura_vision.tracks import TrackBook
from bura_vision.visits import StockWatch

LAYOUT = default_layout(2)
X, Y = LAYOUT.of(ZoneKind.STOCK)[0].centre_cm


@dataclass
class Reaching:
    """A moment with at most one hand over the table, seen too poorly to tell what it holds."""

    at_s: float
    hands: tuple[Hand, ...]
    unsettled: bool = False

    def still_s(self, polygon_cm: Points) -> float:
        return 0.0

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        low, high = polygon_cm.min(axis=0), polygon_cm.max(axis=0)
        return 0.3 if any(((low <= h.tip_cm) & (h.tip_cm <= high)).all() for h in self.hands) else 0.0

    def changed(self, polygon_cm: Points) -> float:
        return self.covered(polygon_cm)

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        return None

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        return None


def hand(x: float, y: float, moving: bool) -> Hand:
    """B's, which comes from above."""
    return Hand("B", np.array([x, y]), (x - 4.0, 0.0, x + 4.0, y), moving)


def drawn(*stretches: tuple[float, Hand | None]) -> list[CardsDrawn]:
    """What is drawn while each of these hands is there for so many seconds."""
    watch, book, at_s = StockWatch(LAYOUT), TrackBook(LAYOUT), 0.0
    events: list[CardsDrawn] = []
    for seconds, there in stretches:
        for _ in range(round(seconds * 15)):
            at_s += 1 / 15
            events += watch.move(Reaching(at_s, () if there is None else (there,)), book)
    return events


AT_STOCK = X, Y + 2.0
STILL_S = ActSettings().thing_s + 0.5


def test_a_hand_that_was_at_the_stock_and_is_gone_may_have_drawn() -> None:
    (event,) = drawn((0.4, hand(*AT_STOCK, True)), (0.5, None))
    assert event.seat == "B"
    assert event.confidence <= 0.5


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(((0.5, None),), id="it is no hand any more"),
        pytest.param(((0.3, hand(X + 40.0, 8.0, True)), (0.5, None)), id="a hand comes elsewhere"),
    ],
)
def test_a_thing_that_was_put_down_there_has_not(after: tuple[tuple[float, Hand | None], ...]) -> None:
    assert drawn((0.3, hand(*AT_STOCK, True)), (STILL_S, hand(*AT_STOCK, False)), *after) == []


def test_a_hand_that_hesitates_over_the_stock_may_have_drawn() -> None:
    path = [(0.07, hand(X, Y + 2.0 - step, True)) for step in range(1, 14, 3)]
    events = drawn((0.3, hand(*AT_STOCK, True)), (STILL_S, hand(*AT_STOCK, False)), *path, (0.5, None))
    assert len(events) == 1
