"""Decks with an index in every corner: four readings, one card, though one of them says something else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.cards import Card
from bura_vision.detector import Kind, Sighting
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, default_layout
from bura_vision.seen import INDEX_INSET_CM, Glance, glance_of
from bura_vision.settings import TrackSettings

VIEW = default_layout(2).view(1280, 720)
MIDDLE = np.array([50.0, 28.0])
#: which corner: left or right, upper or lower
CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))


def index(corner: tuple[int, int], turn: float, off: Points, **cards: float) -> Sighting:
    """The index in one corner of a card that lies in the middle, turned."""
    x, y = corner
    half = np.array([CARD_WIDTH_CM, CARD_HEIGHT_CM]) / 2.0 - INDEX_INSET_CM
    box = np.array([[-0.25, -0.7], [0.25, -0.7], [0.25, 0.7], [-0.25, 0.7]]) * (
        -y
    )  # below it stands on its head
    cos, sin = np.cos(turn), np.sin(turn)
    points = (box + half * (x, y) + off) @ np.array([[cos, sin], [-sin, cos]]) + MIDDLE
    probs = np.zeros(52, np.float32)
    for name, p in cards.items():
        probs[Card.parse(name).index] = p
    ranks, suits = np.full(14, 1 / 14, np.float32), np.full(5, 0.2, np.float32)
    return Sighting(Kind.INDEX, VIEW.to_px(points).astype(np.float32), 0.9, ranks, suits, probs)


def seen(sightings: list[Sighting]) -> Glance:
    return glance_of(sightings, VIEW, 1.0, ((0.0, 0.0, 100.0, 60.0),), TrackSettings())


@given(
    order=st.permutations(range(4)),
    turn=st.floats(-3.1, 3.1),
    off=st.tuples(st.floats(-0.2, 0.2), st.floats(-0.2, 0.2)),
    wrong=st.floats(0.35, 0.8),
)
def test_one_of_four_corners_misread_makes_no_second_card(
    order: list[int], turn: float, off: tuple[float, float], wrong: float
) -> None:
    places = [CORNERS[n] for n in order]
    right = [index(place, turn, np.zeros(2), JS=0.6, JC=0.2) for place in places[:3]]
    other = index(places[3], turn, np.array(off), JC=wrong, JS=0.9 - wrong)
    (card,) = seen([*right, other]).cards
    assert len(card.corners_cm) == 4
    assert np.hypot(*(card.centre_cm - MIDDLE)) < 0.6
    if wrong < 0.6:
        assert card.best == Card.parse("JS")


@given(turn=st.floats(-3.1, 3.1))
def test_the_two_corners_of_the_other_diagonal_tell_how_a_card_lies(turn: float) -> None:
    (card,) = seen([index(place, turn, np.zeros(2), JS=0.9) for place in ((1, -1), (-1, 1))]).cards
    assert np.hypot(*(card.centre_cm - MIDDLE)) < 0.2


@pytest.mark.parametrize("sure", [0.9, 0.97])
def test_a_sure_index_in_a_corner_is_another_card_that_lies_there(sure: float) -> None:
    shown = [index(place, 0.3, np.zeros(2), JS=0.95) for place in CORNERS[:2]]
    cards = seen([*shown, index(CORNERS[2], 0.3, np.zeros(2), **{"7H": sure})]).cards
    assert {str(card.best) for card in cards} == {"JS", "7H"}


@pytest.mark.parametrize(("says", "left"), [(0.4, 0.9), (0.8, 0.6)])
def test_only_a_corner_as_sure_as_two_that_agree_makes_them_doubtful(says: float, left: float) -> None:
    shown = [index(place, 0.3, np.zeros(2), JD=0.9) for place in CORNERS[:2]]
    (card,) = seen([*shown, index(CORNERS[2], 0.3, np.zeros(2), **{"3D": says})]).cards
    assert card.best == Card.parse("JD")
    assert card.confidence == pytest.approx(left, abs=1e-3)
