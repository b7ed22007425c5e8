"""The picture-quality meter: what is wrong with a picture is named, and a good one is left alone."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import bura_server
from bura.cards import Card
from bura.table import Belief
from bura_vision.find_then_read import load_detector
from bura_vision.mirror import is_mirrored
from bura_vision.picture import load_picture
from bura_vision.quality import Fault, Grade, Quality, card_tilt, measure
from bura_vision.reading import CardReading, Reading, read_picture

DEMO = Path(bura_server.__file__).parent / "demo" / "clip.mp4"
PHOTOS = Path(__file__).parents[3] / "shared" / "real"
AT_FRAME = 300
"""a picture of the demo with four cards face up and no hand"""
DETECTOR = load_detector()

Image = NDArray[np.uint8]


def quality(image: Image) -> Quality:
    return measure(image, read_picture(image, DETECTOR))


def faults(image: Image) -> dict[Fault, Grade]:
    return dict(quality(image).faults)


@pytest.fixture(scope="module")
def table() -> Image:
    """A rendered table, 1280 x 720, one and a half times as large: its indices are then 41 pixels high."""
    capture = cv2.VideoCapture(str(DEMO))
    capture.set(cv2.CAP_PROP_POS_FRAMES, AT_FRAME)
    ok, image = capture.read()
    capture.release()
    assert ok
    return np.asarray(cv2.resize(image, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC), np.uint8)


def test_a_good_picture_has_no_fault(table: Image) -> None:
    found = quality(table)
    assert found.cards == 4
    assert found.faults == ()
    assert found.index_px == pytest.approx(41, abs=4)
    assert {found.grades[name] for name in ("index", "sharpness", "light", "glare", "contrast")} == {
        Grade.GOOD
    }


@pytest.mark.parametrize(
    ("spoil", "fault", "grade"),
    [
        (lambda image: cv2.GaussianBlur(image, (0, 0), 6), Fault.BLURRED, Grade.BAD),
        (lambda image: (image * 0.25).astype(np.uint8), Fault.DARK, Grade.BAD),
        (lambda image: (image * 0.4).astype(np.uint8), Fault.DARK, Grade.FAIR),
        (lambda image: np.clip(image * 2.4, 0, 255).astype(np.uint8), Fault.BRIGHT, Grade.BAD),
        (lambda image: cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA), Fault.SMALL, Grade.BAD),
        (lambda image: (image * 0.16 + 140).astype(np.uint8), Fault.LOW_CONTRAST, Grade.BAD),
        (
            lambda image: cv2.circle(image.copy(), (1500, 260), 190, (255, 255, 255), -1),
            Fault.GLARE,
            Grade.BAD,
        ),
    ],
    ids=["blur", "dark", "dim", "bright", "small", "haze", "lamp"],
)
def test_what_was_spoiled_is_named(table: Image, spoil: object, fault: Fault, grade: Grade) -> None:
    assert callable(spoil)
    assert faults(np.asarray(spoil(table), np.uint8))[fault] is grade


@pytest.mark.parametrize("how", [0, 1])
def test_a_mirrored_picture_is_told_apart_from_an_upside_down_one(table: Image, how: int) -> None:
    def look(image: Image) -> Reading:
        return read_picture(image, DETECTOR)

    mirrored = np.asarray(cv2.flip(table, how), np.uint8)
    wrong = look(mirrored)
    assert is_mirrored(mirrored, wrong, look)
    assert dict(measure(mirrored, wrong, mirrored=True).faults)[Fault.MIRRORED] is Grade.BAD
    assert not is_mirrored(table, look(table), look)
    assert not is_mirrored(table[::-1, ::-1], look(np.ascontiguousarray(table[::-1, ::-1])), look)
    empty = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
    assert not is_mirrored(empty, look(empty), look)


def test_the_more_it_is_spoiled_the_worse_it_measures(table: Image) -> None:
    blurred = [
        quality(np.asarray(cv2.GaussianBlur(table, (0, 0), sigma), np.uint8)).edge_share
        for sigma in (0.5, 2.0, 3.5)
    ]
    assert all(share is not None for share in blurred)
    assert blurred == sorted(blurred, key=lambda share: share or 0.0)
    papers = [quality(np.asarray(table * factor, np.uint8)).paper for factor in (1.0, 0.7, 0.4)]
    assert papers == sorted(papers, reverse=True)


def test_an_empty_table_asks_for_cards() -> None:
    empty = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
    found = measure(empty, Reading((), (), ()))
    assert dict(found.faults)[Fault.NO_CARDS] is Grade.UNKNOWN
    assert found.index_px is None
    assert found.grades["index"] is Grade.UNKNOWN
    json.dumps(found.to_json())


def lying(corners: NDArray[np.float32]) -> tuple[Image, CardReading]:
    """A white card with these corners on a dark table, and its reading."""
    grey = np.full((720, 1280), 60, np.uint8)
    cv2.fillConvexPoly(grey, np.round(corners).astype(np.int32), 240, cv2.LINE_AA)
    card = Card.parse("KS")
    upright = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32) * 3
    outline = upright - upright.mean(axis=0) + corners.mean(axis=0)
    return grey, CardReading(card, 1.0, Belief.sure(card), (), outline.astype(np.float32))


@pytest.mark.parametrize("tilt", [0.0, 20.0, 40.0, 55.0])
@pytest.mark.parametrize("turn", [0.0, 12.0])
def test_tilt_is_told_from_a_cards_shape(tilt: float, turn: float) -> None:
    card = np.array([[-31.5, -44], [31.5, -44], [31.5, 44], [-31.5, 44]]) * 3
    angle = np.radians(turn)
    spun = card @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    seen = spun * [1.0, np.cos(np.radians(tilt))] + [640, 360]
    found = card_tilt(*lying(seen.astype(np.float32)))
    assert found is not None
    assert found == pytest.approx(tilt, abs=9.0 if tilt < 15 else 5.0)


def test_two_cards_that_touch_tell_no_tilt() -> None:
    one = np.array([[500, 200], [689, 200], [689, 464], [500, 464]], np.float32)
    grey, reading = lying(one)
    cv2.fillConvexPoly(grey, (one + np.array([150, 90])).astype(np.int32), 240)
    assert card_tilt(grey, reading) is None


@pytest.mark.skipif(not (PHOTOS / "truth.jsonl").is_file(), reason="the real photographs are not here")
def test_real_photographs_that_are_read_right_are_not_called_bad() -> None:
    truths = [json.loads(line) for line in (PHOTOS / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    good = called_bad = 0
    for truth in truths[::20]:
        image = load_picture(PHOTOS / "images" / truth["name"])
        reading = read_picture(image, DETECTOR)
        if {str(card.card) for card in reading.cards} != set(truth["cards"]):
            continue
        good += 1
        called_bad += measure(image, reading).grade is Grade.BAD
    assert good >= 10
    assert called_bad / good <= 0.15
