"""Corners become cards: what they say together, and that a deck holds each card once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.cards import CARDS, Card
from bura_vision.detector import Kind, Sighting
from bura_vision.joining import JoinedCard, join_corners, pooled, without_taken

Probs = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


def told(**cards: float) -> Probs:
    """(52,) probabilities by card name: ``told(c9H=0.6, c6H=0.3)``."""
    probs = np.zeros(52, np.float32)
    for name, p in cards.items():
        probs[Card.parse(name[1:]).index] = p
    return probs


def corner(x: float, y: float, probs: Probs, *, turned: bool = False) -> Sighting:
    """An upright index (or one upside down), 20 by 36 pixels, that says ``probs``."""
    box = np.array([[-10, -18], [10, -18], [10, 18], [-10, 18]], np.float32)
    corners = (-box if turned else box) + np.array([x, y], np.float32)
    ranks, suits = np.full(14, 1 / 14, np.float32), np.full(5, 0.2, np.float32)
    return Sighting(Kind.INDEX, corners, 0.9, ranks, suits, probs)


#: from one index of a card to the other, for an index 36 pixels high
ACROSS = (36 * (5.2 * 0.708 - 0.64), 36 * (5.2 - 1.36))


def names(cards: tuple[JoinedCard, ...]) -> list[str]:
    return sorted(str(CARDS[card.best]) for card in cards)


@pytest.mark.parametrize(
    ("sightings", "expected"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([corner(50, 50, told(c9H=0.9))], ["9H"], id="one corner"),
        pytest.param(
            [
                corner(50, 50, told(c9H=0.9)),
                corner(50 + ACROSS[0], 50 + ACROSS[1], told(c9H=0.8), turned=True),
            ],
            ["9H"],
            id="two corners agree",
        ),
        pytest.param(
            [
                corner(50, 50, told(c9H=0.5, c6H=0.4)),
                corner(50 + ACROSS[0], 50 + ACROSS[1], told(c6H=0.7, c9H=0.1), turned=True),
            ],
            ["6H"],
            id="two ends of one card, read differently: what both think likely",
        ),
        pytest.param(
            [
                corner(50, 50, told(c9H=0.95, c6H=0.01)),
                corner(50 + ACROSS[0], 50 + ACROSS[1], told(c6H=0.95), turned=True),
            ],
            ["6H", "9H"],
            id="at two ends, but each is sure: two cards",
        ),
        pytest.param(
            [corner(50, 50, told(c9H=0.5, c6H=0.4)), corner(95, 50, told(c6H=0.7, c9H=0.1))],
            ["6H", "9H"],
            id="beside each other, as in a fan: two cards",
        ),
        pytest.param(
            [corner(50, 50, told(c9H=0.98)), corner(1500, 50, told(c9H=0.6, c6H=0.35))],
            ["6H", "9H"],
            id="too far apart for one card: the nine is taken, so the other is the six",
        ),
        pytest.param(
            [corner(50, 50, told(c9H=0.98)), corner(1500, 50, told(c9H=0.9))],
            ["9H"],
            id="too far apart, but nothing else it could be: named once",
        ),
        pytest.param([corner(50, 50, told(c9H=0.01))], [], id="hardly anything"),
    ],
)
def test_which_cards(sightings: list[Sighting], expected: list[str]) -> None:
    assert names(join_corners(sightings)) == expected


def test_agreeing_corners_are_surer_than_one_and_less_than_certain() -> None:
    one, two = told(c9H=0.8, c6H=0.1), told(c9H=0.7, c6H=0.2)
    assert 0.8 < pooled([one, two], 0.5)[Card.parse("9H").index] < 0.99


def test_a_covered_corner_takes_nothing_away() -> None:
    """A second corner that says "none" leaves the first as it is."""
    clear, covered = told(cKS=0.9, cKC=0.05), told(c2D=0.004, c3D=0.003)
    assert pooled([clear, covered], 0.5)[Card.parse("KS").index] == pytest.approx(0.9, abs=0.02)


distributions = st.lists(
    st.lists(st.floats(0, 1), min_size=52, max_size=52).filter(lambda v: sum(v) > 0.01),
    min_size=1,
    max_size=4,
)


@given(distributions, st.floats(0, 1))
def test_what_comes_out_is_a_distribution(rows: list[list[float]], weight: float) -> None:
    corners = sorted((np.array(v) / max(sum(v), 1.0) for v in rows), key=lambda p: -p.max())
    probs = pooled(corners, weight)
    assert probs.shape == (52,)
    assert (probs >= 0).all()
    assert probs.sum() <= 1 + 1e-6
    for card in without_taken([JoinedCard(p, ()) for p in corners], 0.05):
        assert (card.probs >= 0).all()
        assert card.probs.sum() <= 1 + 1e-6


def test_letters_scattered_over_a_box_prove_no_card() -> None:
    """Five weak sightings of one identity that stand nowhere near each other's corners are as sure as the surest."""
    weak = told(c8C=0.4)
    scattered = [corner(50 + 12 * n, 50 + 23 * (n % 2), weak) for n in range(5)]
    (card,) = join_corners(scattered)
    assert card.confidence == pytest.approx(0.4, abs=1e-3)


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(ACROSS, id="at the other end"),
        pytest.param((ACROSS[0], 0.0), id="four indices: beside it"),
        pytest.param((0.0, ACROSS[1]), id="four indices: below it"),
    ],
)
def test_corners_of_one_card_support_each_other(way: tuple[float, float]) -> None:
    (card,) = join_corners([corner(50, 50, told(c8C=0.6)), corner(50 + way[0], 50 + way[1], told(c8C=0.6))])
    assert card.confidence > 0.7
