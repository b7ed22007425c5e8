"""Backs that a finder shows in pieces, too faintly, or not at all: each is one, and what looks like one is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.vision.test_two_backs import CARD, Changed, box, placed

from bura.table import ZoneKind
from bura_vision.layout import CARD_WIDTH_CM, Points, default_layout
from bura_vision.motion import Motion
from bura_vision.scene import Hand
from bura_vision.seen import Glance, SeenCard, with_patches
from bura_vision.seen_back import SeenBack, whole_backs
from bura_vision.settings import TrackSettings
from bura_vision.source import Image
from bura_vision.tracks import TrackBook
from bura_vision.visits import StockWatch

HAND = Hand(seat="A", tip_cm=np.array([40.0, 30.0]), bounds_cm=(38.0, 30.0, 44.0, 56.0), moving=True)
PART = TrackSettings().back_part


def piece(low: float, high: float, along: int, turn: float) -> SeenBack:
    """The part of a card from one share of its side to another."""
    half = CARD / 2.0
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
    ends = np.array([low, high]) * CARD[along] - half[along]
    corners[:, along] = np.where(corners[:, along] < 0, ends[0], ends[1])
    return SeenBack(placed(corners, turn), 0.4)


@given(
    split=st.floats(0.4, 0.6),
    lap=st.floats(0.0, 0.1),
    along=st.integers(0, 1),
    turn=st.floats(-3.2, 3.2),
)
def test_two_halves_of_a_card_are_one(split: float, lap: float, along: int, turn: float) -> None:
    halves = piece(0.0, split + lap, along, turn), piece(split - lap, 1.0, along, turn)
    (whole,) = whole_backs(halves, PART)
    assert whole.area_share == pytest.approx(1.0, abs=0.1)
    assert np.allclose(whole.centre_cm, box(CARD, turn).centre_cm, atol=0.3)


@given(low=st.floats(0.0, 0.4), along=st.integers(0, 1), turn=st.floats(-3.2, 3.2))
def test_a_part_within_a_whole_card_is_that_card(low: float, along: int, turn: float) -> None:
    whole = box(CARD, turn)
    assert whole_backs((piece(low, low + 0.55, along, turn), whole), PART) == (whole,)


@given(
    shift=st.floats(1.5, 6.0),
    part=st.floats(0.4, 1.0),
    along=st.integers(0, 1),
    turn=st.floats(-3.2, 3.2),
)
def test_two_cards_stay_two(shift: float, part: float, along: int, turn: float) -> None:
    """Whole ones, and one that shows a strip beside the other."""
    size = CARD.copy()
    size[along] *= part
    gap = np.zeros((1, 2))
    gap[0, along] = (CARD - size)[along] / 2.0 + shift
    other = SeenBack(box(size, turn).outline_cm + placed(gap, turn)[0] - (50.0, 28.0), 0.7)
    assert len(whole_backs((box(CARD, turn), other), PART)) == 2


def test_a_part_of_the_stock_is_no_second_back_there() -> None:
    """A glance that is cut off at the middle of the stock shows half of it, three centimetres from its middle."""
    layout = default_layout(2)
    place = layout.of(ZoneKind.STOCK)[0].centre_cm
    there = np.asarray(place) - box(CARD).centre_cm
    whole = SeenBack(box(CARD).outline_cm + there, 0.8)
    half = SeenBack(box(CARD * (1.0, 0.5)).outline_cm + there + (0.0, -3.4), 0.8)
    everything = ((0.0, 0.0, *layout.size_cm),)
    book = TrackBook(layout)
    for at_s, seen in ((1.0, whole), (1.2, whole), (4.0, half), (4.2, half), (4.4, whole)):
        book.update(Changed(at_s, (seen.outline_cm,)), Glance(at_s, everything, backs=(seen,)))
    assert len([t for t in book.backs if not t.gone]) == 1


GREEN, BLUE, WHITE, RED = (60, 110, 50), (140, 60, 40), (230, 235, 235), (40, 40, 170)


def painted(ground: tuple[int, int, int], *cards: tuple[Points, tuple[int, int, int]]) -> Image:
    """A table of 1280 x 720 pixels with cards on it, in some noise."""
    image = np.empty((720, 1280, 3), np.uint8)
    image[:] = ground
    view = default_layout(2).view(1280, 720)
    for outline, colour in cards:
        cv2.fillConvexPoly(image, view.to_px(outline).round().astype(np.int32), colour)
    noise = np.random.default_rng(3).normal(0.0, 2.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("ground", "found"), [(GREEN, 1), (BLUE, 0)])
def test_a_place_in_the_backs_colours_is_a_back_unless_the_table_looks_so(
    ground: tuple[int, int, int], found: int
) -> None:
    """A card that was taken away leaves a changed place of its size: on a blue table it is as blue as the backs."""
    layout = default_layout(2)
    view = layout.view(1280, 720)
    motion = Motion(view)
    back = box(CARD).outline_cm - np.array([35.0, 0.0])
    place = np.asarray(layout.play.polygon_cm.mean(axis=0)) - box(CARD).centre_cm + box(CARD - 0.6).outline_cm
    lying = painted(ground, (back, BLUE), (place, RED))
    after = painted(ground, (back, BLUE), *([(place, BLUE)] if found else []))
    for n, shown in enumerate([painted(ground, (back, BLUE))] * 3 + [lying] * 5 + [after] * 10):
        motion.update(shown, n * 0.1)
        if n == 7:
            motion.absorb(motion.changes())
            motion.learn_back(back)
    assert len(motion.back_patches()) == found


@pytest.mark.parametrize(("shift", "turn"), [((3.3, 0.7), 0.1), ((2.6, -0.5), -0.05), ((0.4, 4.2), 0.0)])
def test_two_backs_that_only_their_colours_show_are_two(shift: tuple[float, float], turn: float) -> None:
    """A finder that does not know their pattern sees none; one lies half upon the other."""
    layout = default_layout(2)
    motion = Motion(layout.view(1280, 720))
    stock = box(CARD).outline_cm - np.array([35.0, 0.0])
    place = np.asarray(layout.play.polygon_cm.mean(axis=0)) - box(CARD).centre_cm
    lower = box(CARD).outline_cm + place
    upper = box(CARD, turn).outline_cm + place + shift
    for n in range(5):
        motion.update(painted(GREEN, (stock, BLUE)), n * 0.1)
    motion.learn_back(stock)
    lying = painted(GREEN, (stock, BLUE), (lower, BLUE), (upper, BLUE))
    for n in range(5, 15):
        motion.update(lying, n * 0.1)
    found = motion.back_patches()
    assert len(found) == 2
    wanted = [outline.mean(axis=0) for outline in (lower, upper)]
    assert all(
        min(np.hypot(*(back.mean(axis=0) - middle)) for back in found) < TrackSettings().same_back_cm
        for middle in wanted
    )


@pytest.mark.parametrize(
    ("score", "grown", "hands", "known"),
    [
        (0.24, 1.12, False, True),  # a heap casts a shadow: its box is large
        (0.24, 1.5, False, False),  # no card's size
        (0.24, 1.0, True, False),  # a hand may be part of it
    ],
)
def test_what_is_faintly_seen_at_the_stock_shows_how_backs_look(
    score: float, grown: float, hands: bool, known: bool
) -> None:
    layout = default_layout(2)
    watch = StockWatch(layout)
    there = np.asarray(layout.of(ZoneKind.STOCK)[0].centre_cm) - box(CARD).centre_cm
    faint = SeenBack(box(CARD * grown).outline_cm + there, score)
    glance = Glance(1.0, ((0.0, 0.0, *layout.size_cm),), backs=(faint,))
    book = TrackBook(layout)
    scene = Changed(1.0, hands=(HAND,) if hands else ())
    watch.look(scene, glance, book)
    assert (watch.how_backs_look(book) is not None) == known
    # the last card is drawn: what lies bare there now is not how backs look
    watch.look(Changed(2.0), Glance(2.0, glance.regions_cm), book)
    assert watch.how_backs_look(book) is None


@pytest.mark.parametrize(
    ("corner", "sure", "backs"), [((-2.5, -3.3), 0.9, 0), ((-2.5, -3.3), 0.35, 1), ((-4.2, -3.3), 0.9, 1)]
)
def test_a_place_that_shows_an_index_is_no_back(corner: tuple[float, float], sure: float, backs: int) -> None:
    """The picture of a queen may have the backs' colours; a card half under a back shows its index beside it."""
    place = box(CARD)
    index = place.centre_cm + corner
    probs = np.zeros(52)
    probs[0] = sure
    # its outline is told from one index and may be the half turn, whose middle is elsewhere
    queen = SeenCard(probs, place.outline_cm + np.array([CARD_WIDTH_CM, -6.0]), index[None, :])
    glance = Glance(1.0, ((0.0, 0.0, 100.0, 60.0),), (queen,))
    assert len(with_patches(glance, (place.outline_cm,), 0.6, TrackSettings().doubtful).backs) == backs
