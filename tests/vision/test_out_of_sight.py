"""Cards that the detector does not see for a while, and a trump that it reads wrongly at first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.support.deals import PERFECT, script, story, watched
from tests.vision.test_turned_once import Still, face

from bura.cards import Card, parse_cards
from bura.table import TrumpSeen
from bura_datasets.fast import FAST, FastDeal
from bura_datasets.habits import Habits
from bura_datasets.players import Foul
from bura_datasets.script import Lay, Rest, TakeBack
from bura_server.fast_deals import case_of, run
from bura_vision.detector import Kind, Region, Sighting
from bura_vision.layout import Points, default_layout
from bura_vision.pipeline import watch
from bura_vision.seen import Glance
from bura_vision.source import Image
from bura_vision.tracks import TrackBook
from bura_vision.watcher import Watcher

KING = Lay(seat="A", cards=parse_cards("KC"))


def away(monkeypatch: pytest.MonkeyPatch, card: str, begin_s: float, lasts_s: float) -> None:
    """Let the detector not see a card for a while from some time after it was laid."""
    hidden = parse_cards(card)[0]

    def is_away(deal: FastDeal, which: Card) -> bool:
        track = deal.course.cards[hidden]
        laid_s = next(key.at_s for key in track.keys if key.at_s > 0 and key.visible)
        at_rest_s = max(key.at_s for key in track.keys if key.at_s <= laid_s + 3.0)
        return which == hidden and 0.0 <= deal._at_s - at_rest_s - begin_s < lasts_s

    monkeypatch.setattr(FastDeal, "_is_away", is_away)


@pytest.mark.parametrize("lasts_s", [1.5, 3.0])
@pytest.mark.parametrize("seed", range(3))
def test_a_card_that_was_not_read_when_it_was_laid_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch, seed: int, lasts_s: float
) -> None:
    """Its change was read and became part of the table; nothing else would ever ask about it."""
    away(monkeypatch, "KC", -1.0, 1.0 + lasts_s)
    told = story(watched([KING, Rest(seconds=5.0)], PERFECT, seed, pixels=False))
    assert told == ["laid A KC"]


@pytest.mark.parametrize("number", [58, 69, 210, 224])
def test_a_card_under_ones_own_next_card_is_not_taken_back(number: int) -> None:
    """Two cards laid one after the other: the second changes the first one's place, which is then not read at once."""
    row = run(case_of(number, 41))
    assert "taken back" not in {
        kind for kind, (_, missed, invented) in row["scores"].items() if missed or invented
    }


class Arriving(Still):
    """Something has moved a moment ago; to the right of a place it has not come to rest yet."""

    right_of_cm: float = 1e6

    def still_s(self, polygon_cm: Points) -> float:
        return 0.05 if polygon_cm.mean(axis=0)[0] > self.right_of_cm else 0.1


def test_nothing_is_missing_under_a_card_that_is_just_coming() -> None:
    """It is no track yet and hides nothing that is known; the card under it was found gone, and told as taken back."""
    layout = default_layout(2)
    book = TrackBook(layout)
    x, y = layout.play.polygon_cm.mean(axis=0)
    everything = ((0.0, 0.0, *layout.size_cm),)
    for number in range(3):
        scene = Arriving(at_s=10.0 + number / 10.0)
        book.update(scene, Glance(scene.at_s, everything, (face("7D", x, y),)))
    (lower,) = book.cards
    lower.counted = True
    scene = Arriving(at_s=12.0)
    scene.right_of_cm = x + 1.0
    book.update(scene, Glance(scene.at_s, everything, (face("JC", x + 3.0, y + 0.5),)))
    assert book.cards == [lower]
    assert lower.missed == 0
    scene.right_of_cm = 1e6
    book.update(scene, Glance(12.1, everything, ()))
    assert lower.missed == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_card_that_is_taken_back_is_told(seed: int) -> None:
    """The patience is for cards that others lie on."""
    told = story(watched([KING, TakeBack(seat="A"), Rest(seconds=2.0)], PERFECT, seed, pixels=False))
    assert told == ["laid A KC", "taken_back A KC"]


class Late(FastDeal):
    """A detector whose first readings of every card name another suit, doubtfully."""

    wrong: int = 3

    def detect(self, image: Image, region: Region | None = None, scale: float = 1.0) -> tuple[Sighting, ...]:
        seen = super().detect(image, region, scale)
        if self.wrong <= 0:
            return seen
        self.wrong -= 1
        ranks = {int(s.rank_probs.argmax()) for s in seen if s.rank_probs is not None}
        assert len(ranks) <= 1  # nothing but the trump is there
        doubtful = np.array([0.02, 0.22, 0.72, 0.03, 0.01], np.float32)
        return tuple(s if s.kind is Kind.BACK else replace(s, suit_probs=doubtful) for s in seen)


def test_a_trump_that_is_not_sure_is_read_longer_before_it_is_told() -> None:
    """The whole deal goes by it, and two readings may err alike."""
    deal = Late(script([KING, Rest()]), 1, Habits(jitter=0.05), PERFECT)
    events = [
        event
        for tick in watch(deal, Watcher(default_layout(2), deal, FAST, eye=deal.eye))
        for event in tick.events
    ]
    trumps = [event for event in events if isinstance(event, TrumpSeen)]
    assert [str(event.belief.best) for event in trumps] == ["9D"]


@pytest.mark.parametrize(("number", "seed"), [(1576, 44), (293, 84)])
def test_a_pile_beside_a_hands_way_is_not_in_the_hand(number: int, seed: int) -> None:
    """The trick was swept a moment ago and its back is no part of the settled table yet; then the hand hesitates at the
    stock and goes home without a card: no draw, and nobody has a card too many."""
    row = run(case_of(number, seed))
    assert row["untouched"], row["differences"]
    assert row["false"] == []


@pytest.mark.parametrize("number", [323, 787, 1333])
def test_a_trump_that_was_hardly_seen_at_first_is_looked_at_again(number: int) -> None:
    """The first three readings missed the stock or the trump; without a trump no deal began."""
    row = run(case_of(number, 44))
    assert row["scores"]["trump"] == [1, 0, 0]


def test_a_card_laid_where_a_swept_discard_lay_accuses_nobody_of_turning_it() -> None:
    """The sweep was missed; the next card lies where somebody's face-down card had been."""
    row = run(case_of(3, 48, foul=Foul.NO_DRAW))
    assert row["flagged"]
    assert row["false"] == []
