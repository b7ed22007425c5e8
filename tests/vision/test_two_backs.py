"""A box that a finder puts round two face-down cards is two cards; a box that is a little large is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.table import Seat
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, default_layout
from bura_vision.scene import Hand
from bura_vision.seen import Glance
from bura_vision.seen_back import SeenBack, two_backs
from bura_vision.settings import TrackSettings
from bura_vision.shapes import inside, samples
from bura_vision.tracks import TrackBook

SHARE = TrackSettings().back_two
CARD = np.array([CARD_WIDTH_CM, CARD_HEIGHT_CM])


def placed(points: Points, turn: float) -> Points:
    """Points turned about the origin and moved to the middle of a table."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]) + (50.0, 28.0))


def box(size: Points, turn: float = 0.0, first: int = 0) -> SeenBack:
    """A box of a size, (2,), whose corners are told from the ``first`` on."""
    half = size / 2.0
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
    return SeenBack(placed(np.roll(corners, -first, axis=0), turn), 0.8)


@given(
    shift=st.floats(3.0, 6.0),
    along=st.integers(0, 1),
    turn=st.floats(-3.2, 3.2),
    first=st.integers(0, 3),
    grown=st.floats(0.97, 1.06),
)
def test_a_box_round_two_cards_is_the_two(
    shift: float, along: int, turn: float, first: int, grown: float
) -> None:
    size = CARD.copy()
    size[along] += shift
    size *= grown
    middle = np.zeros((2, 2))
    middle[0, along], middle[1, along] = -shift / 2.0, shift / 2.0
    wanted = placed(middle, turn)
    found = two_backs(box(size, turn, first), SHARE)
    if size.prod() < SHARE * CARD.prod():
        assert len(found) == 1
        return
    assert len(found) == 2
    gaps = [min(float(np.hypot(*(back.centre_cm - point))) for back in found) for point in wanted]
    assert max(gaps) < 0.6
    assert all(back.area_share < 1.2 and back.score == 0.8 for back in found)


@given(width=st.floats(0.85, 1.16), height=st.floats(0.85, 1.16), turn=st.floats(-3.2, 3.2))
def test_a_box_that_is_a_little_off_is_one_card(width: float, height: float, turn: float) -> None:
    back = box(CARD * (width, height), turn)
    assert two_backs(back, SHARE) == (back,)


def test_how_large_is_a_setting() -> None:
    back = box(CARD + np.array([4.2, 0.0]))
    assert len(two_backs(back, SHARE)) == 2
    assert two_backs(back, 2.0) == (back,)


@dataclass
class Changed:
    """A still table that looks otherwise in some places than it did when it was settled."""

    at_s: float
    places: tuple[Points, ...] = ()
    """(4, 2) each"""
    but: tuple[Points, ...] = ()
    """… of which these look as before"""
    hands: tuple[Hand, ...] = ()
    unsettled: bool = False

    def still_s(self, polygon_cm: Points) -> float:
        return 0.3

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        return 0.0

    def changed(self, polygon_cm: Points) -> float:
        points = samples(polygon_cm)
        new = [
            any(inside(place, p) for place in self.places) and not any(inside(place, p) for place in self.but)
            for p in points
        ]
        return sum(new) / len(new)

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        return ("B", self.at_s - 0.5)

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        return None


@pytest.mark.parametrize("off_cm", [0.0, 0.5])
@pytest.mark.parametrize(
    "shift", [(2.2, 0.3), (-3.0, 0.2), (3.4, -0.4), (-4.2, 0.5), (0.3, 3.1), (0.2, -5.0)]
)
def test_a_back_half_upon_another_is_a_second_card_and_one_that_was_pushed_is_none(
    shift: tuple[float, float], off_cm: float
) -> None:
    """What the first card's free edge looks like tells; its box may lie half a centimetre beside it."""
    layout = default_layout(2)
    first = box(CARD)
    there = np.array(layout.play.polygon_cm.mean(axis=0)) - first.centre_cm
    first = SeenBack(first.outline_cm + there, 0.8)
    second = SeenBack(first.outline_cm + shift, 0.8)
    outward = -np.sign(np.array(shift)) * (np.abs(shift) > 1.0)
    known = SeenBack(first.outline_cm + outward * off_cm, 0.8)
    everything = ((0.0, 0.0, *layout.size_cm),)
    for pushed, cards in ((False, 2), (True, 1)):
        book = TrackBook(layout)
        for at_s in (1.0, 1.2, 1.4):
            book.update(Changed(at_s, (first.outline_cm,)), Glance(at_s, everything, backs=(known,)))
        for track in book.backs:
            track.counted = track.in_table = True
        places = (first.outline_cm, second.outline_cm) if pushed else (second.outline_cm,)
        # the print of two backs upon each other looks otherwise than one's, but for what the first one still shows
        for at_s in (4.0, 4.2, 4.4):
            book.update(Changed(at_s, places), Glance(at_s, everything, backs=(second,)))
        assert len([t for t in book.backs if not t.gone]) == cards, (pushed, shift)
