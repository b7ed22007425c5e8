"""From sightings to cards: corners joined, doubt kept apart, backs that cannot be backs dropped."""

from __future__ import annotations

import numpy as np
import pytest

from bura.cards import Card
from bura_vision.detector import Kind, Sighting
from bura_vision.reading import ReadingSettings, distinct, merge

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def index(
    card: str, x: float, y: float, *, height: float = 30, sure: float = 0.95, turn: float = 0.0
) -> Sighting:
    """An index sighting of ``card`` centred at (x, y), turned clockwise by ``turn`` radians."""
    rank = np.full(14, (1 - sure) / 13, np.float32)
    rank[RANKS.index(card[:-1])] = sure
    suit = np.zeros(5, np.float32)
    suit["CDHS".index(card[-1])] = 1
    return Sighting(Kind.INDEX, rectangle(x, y, height * 0.55, height, turn), 0.9, rank, suit)


def back(x: float, y: float, width: float, height: float, turn: float = 0.0) -> Sighting:
    """A back centred at (x, y)."""
    return Sighting(Kind.BACK, rectangle(x, y, width, height, turn), 0.8)


def rectangle(
    x: float, y: float, width: float, height: float, turn: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    right = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    down = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    centre = np.array([x, y])
    return np.array(
        [centre - right - down, centre + right - down, centre + right + down, centre - right + down],
        np.float32,
    )


def test_two_corners_are_one_card() -> None:
    reading = merge([index("KS", 20, 30), index("KS", 110, 145, turn=np.pi, sure=0.8)])
    assert [str(card.card) for card in reading.cards] == ["KS"]
    assert len(reading.cards[0].sightings) == 2
    assert 0.95 < reading.cards[0].confidence < 1
    assert reading.points == 4


@pytest.mark.parametrize(
    ("sure", "seen", "doubtful"),
    [
        pytest.param(0.95, 1, 0, id="sure"),
        pytest.param(0.5, 0, 1, id="doubtful: shown, not counted"),
        pytest.param(0.2, 0, 0, id="hardly a card"),
    ],
)
def test_bands(sure: float, seen: int, doubtful: int) -> None:
    reading = merge([index("9H", 50, 50, sure=sure)])
    assert (len(reading.cards), len(reading.doubtful)) == (seen, doubtful)


@pytest.mark.parametrize(
    ("height", "sure", "others", "seen"),
    [
        pytest.param(30, 0.8, 2, 1, id="as large as the others"),
        pytest.param(45, 0.8, 2, 1, id="nearer to the camera"),
        pytest.param(75, 0.8, 2, 0, id="two pips taken for an index"),
        pytest.param(14, 0.8, 2, 0, id="small print"),
        pytest.param(75, 0.97, 2, 1, id="large, but sure"),
        pytest.param(75, 0.8, 0, 1, id="nothing to compare with"),
    ],
)
def test_an_index_of_another_size_than_all_others_is_doubted(
    height: float, sure: float, others: int, seen: int
) -> None:
    usual = [index("KS", 300, 30), index("AD", 600, 40, height=33)][:others]
    reading = merge([index("9H", 900, 300, height=height, sure=sure), *usual])
    assert ["9H" in {str(card.card) for card in part} for part in (reading.cards, reading.doubtful)] == [
        bool(seen),
        not seen,
    ]


def test_belief_ranks_the_alternatives() -> None:
    sighting = index("6D", 50, 50, sure=0.8)
    assert sighting.rank_probs is not None
    sighting.rank_probs[RANKS.index("9")] = 0.15
    (card,) = merge([sighting]).cards
    assert [str(other) for other, _ in card.belief.ranked[:2]] == ["6D", "9D"]
    assert card.belief.best == Card.parse("6D")


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.6, 3.0, -2.0])
@pytest.mark.parametrize("flipped", [False, True], ids=["read upright", "read upside down"])
def test_outline_follows_the_corners(turn: float, flipped: bool) -> None:
    """A card 110 by 156 pixels, its indices where they are printed; a flipped reading changes nothing."""
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.array([[cos, -sin], [sin, cos]])
    offset = turned @ np.array([-55 + 0.32 * 30, -78 + 0.68 * 30])
    extra = np.pi if flipped else 0.0
    corners = [
        index("8C", 300 + offset[0], 300 + offset[1], turn=turn + extra),
        index("8C", 300 - offset[0], 300 - offset[1], turn=turn + np.pi + extra, sure=0.9),
    ]
    (card,) = merge(corners).cards
    expected = np.array([300, 300]) + (turned @ np.array([[-55, -78], [55, -78], [55, 78], [-55, 78]]).T).T
    assert np.abs(card.outline - expected).max() < 4


@pytest.mark.parametrize(
    ("candidate", "kept"),
    [
        pytest.param(back(400, 100, 110, 156), 1, id="a back as large as the face-up card"),
        pytest.param(back(400, 100, 110, 156, turn=0.7), 1, id="turned"),
        pytest.param(back(400, 100, 20, 26), 0, id="a pip"),
        pytest.param(back(400, 100, 120, 40), 0, id="a strip: no card"),
        pytest.param(back(65, 90, 80, 110), 0, id="the picture on a court card"),
    ],
)
def test_backs_must_look_like_cards(candidate: Sighting, kept: int) -> None:
    reading = merge([index("KS", 20, 30), index("KS", 110, 147, turn=np.pi), candidate])
    assert len(reading.backs) == kept


def test_overlapping_indices_keep_the_surer() -> None:
    kept = distinct([index("9H", 50, 50, sure=0.6), index("6H", 52, 51, sure=0.9), index("9H", 200, 50)], 0.3)
    assert sorted(str(s.card) for s in kept) == ["6H", "9H"]


def test_two_identical_boxes_of_one_picture_stay_one() -> None:
    same = index("9H", 50, 50)
    assert len(distinct([same, same], 0.3)) == 1


def test_settings_are_the_documented_ones() -> None:
    reading = merge([index("9H", 50, 50, sure=0.5)], ReadingSettings(min_confidence=0.4))
    assert len(reading.cards) == 1
