"""What is seen later takes an accusation back: the cards of one deck cannot lie in two places (through the watcher)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from tests.vision.support.deals import PERFECT, script

from bura.cards import Card, parse_cards
from bura.infractions import Rule, Status
from bura.referee import Referee
from bura_datasets.fast import FAST, FastDeal
from bura_datasets.habits import Habits
from bura_datasets.script import Act, Draw, Lay, Rest, Take
from bura_vision.detector import Sighting
from bura_vision.layout import default_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.watcher import Watcher

MISREAD, FOR = Card.parse("QC"), Card.parse("QS")

TRICK: tuple[Act, ...] = (
    Lay(seat="A", cards=parse_cards("KC QC")),
    Lay(seat="B", cards=parse_cards("AC 10C")),
    Take(seat="B"),
    *(Draw(seat=seat) for seat in "BABA"),
)


class Deceived(FastDeal):
    """A camera that surely reads one card as another, whenever it sees it."""

    def _reading(self, card: Card, box: NDArray[np.float64]) -> Sighting:
        return super()._reading(FOR if card == MISREAD else card, box)


def accusations(next_lead: str) -> list[set[tuple[Rule, str | None]]]:
    """Who was accused of what, after each thing that the watcher told: A leads two clubs, B leads this afterwards."""
    acts = (*TRICK, Lay(seat="B", cards=parse_cards(next_lead)), Rest(seconds=3.0))
    held = f"AC 10C {next_lead}"
    deal = Deceived(script(acts, {"A": "KC QC AH", "B": held}), 1, Habits(jitter=0.05), PERFECT)
    watcher = Watcher(default_layout(2), deal, FAST, eye=deal.eye)
    desk, joiner = Referee("classic31", ("A", "B"), dealer="B"), ActJoiner()
    course = []
    for tick in watch(deal, watcher):
        for event in joiner.join(tick.events):
            desk.feed(event)
            course.append(
                {
                    (alert.verdict.rule, alert.verdict.seat)
                    for alert in desk.replay.alerts
                    if alert.verdict.status is Status.FOUL
                }
            )
    return course


MIXED = (Rule.MIXED_SUIT_LEAD, "A")


def test_an_accusation_is_withdrawn_when_the_misread_card_shows_up_elsewhere() -> None:
    course = accusations("QS")
    assert any(MIXED in accused for accused in course), "the misread lead was never called a foul"
    assert course[-1] == set()


def test_without_that_card_the_accusation_stands() -> None:
    """It is that sight that takes it back, not the time that passes."""
    assert MIXED in accusations("QD")[-1]
