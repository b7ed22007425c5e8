"""Which boxes count as backs: sure ones, and those that look like a sure one."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bura_vision.backs import BackSettings, choose_backs, colours
from bura_vision.detector import Kind, Sighting
from bura_vision.outline import measured_outline

CLOTH, RED, BLUE = (60, 110, 40), (40, 40, 170), (150, 60, 40)


def box(x: float, y: float, score: float, width: float = 60.0, height: float = 86.0) -> Sighting:
    """An upright back whose top left corner is at (x, y)."""
    corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)
    return Sighting(Kind.BACK, corners, score)


def table(*backs: tuple[Sighting, tuple[int, int, int]]) -> NDArray[np.uint8]:
    """A cloth with coloured backs."""
    image = np.empty((300, 500, 3), np.uint8)
    image[:] = CLOTH
    for sighting, colour in backs:
        cv2.fillConvexPoly(image, sighting.corners.astype(np.int32), colour)
    return image


SURE, FAINT = box(20, 20, 0.9), box(200, 20, 0.12)


@pytest.mark.parametrize(
    ("faint", "colour", "counted"),
    [
        pytest.param(FAINT, RED, 2, id="as the sure one"),
        pytest.param(FAINT, BLUE, 1, id="another colour"),
        pytest.param(box(200, 20, 0.12, 40, 57), RED, 1, id="another size"),
        pytest.param(box(200, 20, 0.05), RED, 1, id="below any suspicion"),
        pytest.param(box(25, 25, 0.12), RED, 1, id="inside the sure one"),
        pytest.param(box(200, 20, 0.12, 86, 86), RED, 2, id="a sloppy, nearly square box"),
        pytest.param(box(200, 20, 0.12, 30, 86), RED, 1, id="a strip"),
    ],
)
def test_a_suspected_back_needs_a_sure_one_that_looks_alike(
    faint: Sighting, colour: tuple[int, int, int], counted: int
) -> None:
    image = table((SURE, RED), (box(200, 20, 0, 86, 86), colour) if faint.size[0] > 80 else (faint, colour))
    assert len(choose_backs([SURE, faint], [], [], BackSettings(), image)) == counted


def test_two_strong_suspicions_that_look_alike_support_each_other() -> None:
    """Each is just not sure; two of one size and look are no chance. One more that is faint follows them."""
    boxes = [box(20, 20, 0.45), box(200, 20, 0.42), box(350, 20, 0.1)]
    image = table(*[(sighting, RED) for sighting in boxes])
    assert len(choose_backs(boxes, [], [], BackSettings(), image)) == 3
    image = table(*[(sighting, colour) for sighting, colour in zip(boxes, (RED, BLUE, RED), strict=True)])
    assert choose_backs(boxes, [], [], BackSettings(), image) == ()


def test_suspicions_alone_are_none() -> None:
    """Two boxes that support each other are still only print on a cloth."""
    faint = [box(20, 20, 0.25), box(200, 20, 0.25)]
    image = table(*[(sighting, RED) for sighting in faint])
    assert choose_backs(faint, [], [], BackSettings(), image) == ()


def test_without_a_picture_only_sure_ones_count() -> None:
    assert choose_backs([SURE, FAINT], [], [], BackSettings()) == (SURE,)


def test_a_lamp_may_light_one_side_of_the_table() -> None:
    dark = tuple(int(0.85 * v) for v in RED)
    image = table((SURE, RED), (FAINT, (dark[0], dark[1], dark[2])))
    assert len(choose_backs([SURE, FAINT], [], [], BackSettings(), image)) == 2


@pytest.mark.parametrize(
    "colour", [(160, 40, 30), (30, 40, 160), (60, 140, 50)], ids=["blue", "red", "green"]
)
@pytest.mark.parametrize(("light", "counted"), [(1.0, 2), (0.6, 2), (0.5, 2), (0.2, 1)])
def test_a_strong_colour_in_the_shade_is_the_same_back(
    colour: tuple[int, int, int], light: float, counted: int
) -> None:
    """Half the light takes a fifth of the chroma away (linear light, CIE 15): it is no other colour by that."""
    linear = (np.array(colour) / 255.0) ** 2.2 * light
    blue, green, red = (int(v) for v in np.round(linear ** (1 / 2.2) * 255))
    image = table((SURE, colour), (FAINT, (blue, green, red)))
    assert len(choose_backs([SURE, FAINT], [], [], BackSettings(), image)) == counted


@pytest.mark.parametrize(
    ("beside", "counted"), [(RED, 2), ((60, 120, 60), 1)], ids=["a back half under it", "the cloth beside it"]
)
def test_what_of_a_suspected_back_lies_on_a_sure_one_does_not_speak_for_it(
    beside: tuple[int, int, int], counted: int
) -> None:
    """Its other half is a back of its own, or the table."""
    over = box(SURE.centre[0] - 30 + 34, SURE.centre[1] - 43, 0.12)
    image = table((over, beside), (SURE, RED))
    assert len(choose_backs([SURE, over], [], [], BackSettings(), image)) == counted


@pytest.mark.parametrize(
    ("tall", "measured", "kept"), [(86, True, 1), (30, True, 0), (30, False, 0), (40, False, 1)]
)
def test_a_back_is_about_as_large_as_the_faces(tall: int, measured: bool, kept: int) -> None:
    """Strictly where faces were measured by two corners; loosely where an index of whatever size is all there is."""
    face = np.array([[300, 20], [360, 20], [360, 106], [300, 106]], np.float32)
    back = box(20, 20, 0.9, tall * 0.7, tall)
    lists: tuple[list[NDArray[np.float32]], list[NDArray[np.float32]]] = (
        ([face], []) if measured else ([], [face])
    )
    assert len(choose_backs([back], *lists, BackSettings())) == kept


def test_a_back_inside_a_face_is_its_picture() -> None:
    face = np.array([[10, 10], [110, 10], [110, 150], [10, 150]], np.float32)
    assert choose_backs([box(30, 30, 0.9, 62, 88)], [face], [], BackSettings()) == ()


def test_colours_outside_the_picture_are_nothing() -> None:
    image = table()
    for x, y in pairwise([-500.0, -400.0, 900.0]):
        assert not colours(image, box(x, y, 0.5), 0.7).any()
    assert np.isfinite(colours(image, box(470, 250, 0.5), 0.7)).all()


def index(x: float, y: float, turn: float = 0.0, height: float = 14.0) -> Sighting:
    """An upright index (or one turned by this, radians) whose middle is at (x, y)."""
    w, h = height * 0.45, height / 2.0
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-right[1], right[0]])
    corners = [(x, y) + right * a + down * b for a, b in ((-w, -h), (w, -h), (w, h), (-w, h))]
    return Sighting(Kind.INDEX, np.array(corners, np.float32), 0.9)


WIDTH, HEIGHT = 60.0, 85.0
INSET_X, INSET_Y = 14 * 0.32, 14 * 0.68


@pytest.mark.parametrize("turn", [0.0, 0.4, np.pi / 2, 2.6])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param((0, 0), (1, 0), id="two of one end, the left one surer"),
        pytest.param((1, 0), (0, 0), id="two of one end, the right one surer"),
        pytest.param((0, 0), (1, 1), id="the two of a diagonal"),
    ],
)
def test_two_indices_measure_a_card(one: tuple[int, int], other: tuple[int, int], turn: float) -> None:
    """Many decks print four indices: the turned trump then shows two of one end, and its size is known all the same."""
    right = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-right[1], right[0]])

    def place(corner: tuple[int, int]) -> Sighting:
        x = INSET_X if corner[0] == 0 else WIDTH - INSET_X
        y = INSET_Y if corner[1] == 0 else HEIGHT - INSET_Y
        at_x, at_y = np.array([200.0, 150.0]) + right * x + down * y
        return index(float(at_x), float(at_y), turn + (np.pi if corner[1] else 0.0))

    outline = measured_outline([place(one), place(other)])
    assert outline is not None
    sides = np.hypot(*(outline[1] - outline[0])), np.hypot(*(outline[3] - outline[0]))
    assert sides == pytest.approx((WIDTH, HEIGHT), rel=0.05)
    assert outline.mean(axis=0) == pytest.approx(
        np.array([200.0, 150.0]) + right * WIDTH / 2 + down * HEIGHT / 2, abs=3.0
    )


def test_one_index_measures_nothing() -> None:
    """How large a card is over its index differs from deck to deck."""
    assert measured_outline([index(50, 50)]) is None


@pytest.mark.parametrize(
    ("overlap", "counted"), [pytest.param(0.5, 1, id="the stock"), pytest.param(1.0, 0, id="its own print")]
)
def test_what_lies_half_on_a_card_may_be_a_back(overlap: float, counted: int) -> None:
    """The stock lies half on the turned trump; a court card's picture lies wholly on its card."""
    back = box(100, 20, 0.8)
    left = 100 + 60 * (1 - overlap)
    card = np.array([[left, 10], [left + 85, 10], [left + 85, 116], [left, 116]], np.float32)
    assert len(choose_backs([back], [card], [], BackSettings(), table((back, RED)))) == counted


def test_a_box_in_which_an_index_shows_is_no_back() -> None:
    """It is drawn round half a pile and half the face-up card beside it."""
    faint = box(60, 20, 0.2)
    sights = [SURE, faint, index(100, 40)]
    image = table((faint, RED), (SURE, RED))
    assert len(choose_backs(sights, [], [], BackSettings(), image)) == 1
    assert len(choose_backs(sights[:2], [], [], BackSettings(), image)) == 2
