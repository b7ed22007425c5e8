"""Fitting a ready layout to the picture: the scale comes from the cards, and doubtful measures change nothing."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bura_vision.detector import Kind, Region, Sighting
from bura_vision.fit import FitSettings, fit_layout, scaled, table_scale
from bura_vision.layout import default_layout
from bura_vision.source import Frame
from bura_vision.watcher import Watcher

READY = default_layout(2)


class OneBack:
    """A detector that sees one back, its box ``error`` times as long as the back is."""

    def __init__(self, centre: tuple[float, float], size: tuple[float, float], error: float = 1.0) -> None:
        self.centre, self.size, self.error = centre, size, error
        self.asked = 0

    def detect(
        self, image: NDArray[np.uint8], region: Region | None = None, scale: float = 1.0
    ) -> tuple[Sighting, ...]:
        """The back, wherever it is asked."""
        self.asked += 1
        (x, y), (w, h) = self.centre, (self.size[0] / 2.0, self.size[1] / 2.0 * self.error)
        corners = np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]], np.float32)
        return (Sighting(Kind.BACK, corners, 0.8),)


def picture(table_cm: float) -> tuple[NDArray[np.uint8], tuple[float, float], tuple[float, float]]:
    """A green table this wide with one white-edged back; its centre and size in pixels."""
    px = 1280.0 / table_cm
    image = np.full((720, 1280, 3), (60, 110, 40), np.uint8)
    w, h = 6.3 * px, 8.8 * px
    x, y = 250.0, 360.0
    outer = [round(v) for v in (x - w / 2, y - h / 2, x + w / 2, y + h / 2)]
    cv2.rectangle(image, (outer[0], outer[1]), (outer[2], outer[3]), (245, 245, 245), -1)
    rim = round(0.4 * px)
    inner = (outer[0] + rim, outer[1] + rim), (outer[2] - rim, outer[3] - rim)
    cv2.rectangle(image, *inner, (120, 50, 30), -1)
    return image, (x, y), (w, h)


@pytest.mark.parametrize("table_cm", [60.0, 80.0, 130.0])
@pytest.mark.parametrize("error", [0.9, 1.0, 1.12])
def test_the_table_is_as_wide_as_its_cards_say(table_cm: float, error: float) -> None:
    image, centre, size = picture(table_cm)
    fitted = fit_layout([image], OneBack(centre, size, error), READY)
    assert fitted is not None
    assert fitted.size_cm[0] == pytest.approx(table_cm, rel=0.03)
    assert np.allclose(fitted.play.polygon_cm / fitted.size_cm[0], READY.play.polygon_cm / READY.size_cm[0])


def test_a_back_that_is_half_hidden_is_not_measured() -> None:
    image, centre, size = picture(80.0)
    assert table_scale(image, OneBack(centre, (size[0] / 2.0, size[1])), READY) is None
    assert fit_layout([image], OneBack(centre, (size[0] / 2.0, size[1])), READY) is None


@given(st.floats(0.01, 100.0))
def test_no_scale_leaves_the_limits(scale: float) -> None:
    s = FitSettings()
    width = scaled(READY, scale, s).size_cm[0] / READY.size_cm[0]
    assert s.least - 1e-9 <= width <= s.most + 1e-9
    if abs(scale - 1.0) <= s.keep_share:
        assert width == 1.0


def test_two_pictures_must_agree_and_then_no_more_are_measured() -> None:
    image, centre, size = picture(80.0)
    detector = OneBack(centre, size)
    watcher = Watcher(READY, detector, fit=FitSettings())
    watcher.step(Frame(image, 0, 0.0))
    assert watcher.layout is READY
    watcher.step(Frame(image, 1, 0.25))
    assert watcher.layout.size_cm[0] == pytest.approx(80.0, rel=0.03)
    fitted = watcher.layout
    watcher.step(Frame(image, 2, 0.5))
    assert watcher.layout is fitted


def test_a_table_without_cards_keeps_the_ready_layout() -> None:
    image, centre, _ = picture(80.0)
    detector = OneBack(centre, (5.0, 90.0))
    watcher = Watcher(READY, detector, fit=FitSettings())
    asked = []
    for index in range(45):
        watcher.step(Frame(image, index, index / 10.0))
        asked.append(detector.asked)
    assert watcher.layout is READY
    late = asked[32:]
    assert all(b - a <= 1 for a, b in pairwise(late))


def test_a_given_layout_is_never_fitted() -> None:
    image, centre, size = picture(80.0)
    watcher = Watcher(READY, OneBack(centre, size))
    for index in range(6):
        watcher.step(Frame(image, index, index / 5.0))
    assert watcher.layout is READY
