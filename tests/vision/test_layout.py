"""Table layouts: the ready ones, the homography, and every way in which one can be broken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.table import ZoneKind
from bura_vision.layout import LayoutError, default_layout, load_layout, parse_layout

GOOD = """
[table]
size_cm = [100.0, 60.0]
corners = [[0.1, 0.1], [0.9, 0.0], [1.0, 1.0], [0.0, 0.9]]
[[zone]]
kind = "play"
polygon_cm = [[30, 10], [70, 10], [70, 50], [30, 50]]
[[zone]]
kind = "stock"
polygon_cm = [[5, 20], [25, 20], [25, 40], [5, 40]]
[[zone]]
kind = "seat"
seat = "A"
polygon_cm = [[0, 55], [100, 55], [100, 60], [0, 60]]
[[zone]]
kind = "seat"
seat = "B"
polygon_cm = [[0, 0], [100, 0], [100, 5], [0, 5]]
"""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ready_layouts_have_their_seats_and_zones(seats: int) -> None:
    layout = default_layout(seats)
    assert layout.seats == tuple("ABCD"[:seats])
    assert len(layout.of(ZoneKind.PILE)) == seats
    for zone in layout.zones:
        found = layout.zone_at(zone.centre_cm)
        assert found is not None
        assert (found.kind, found.seat) == (zone.kind, zone.seat)


def test_a_is_near_the_bottom_edge() -> None:
    layout = default_layout(2)
    assert layout.depth_cm("A", (50.0, 56.0)) < 1.0
    assert layout.depth_cm("B", (50.0, 1.0)) == 1.0


@given(st.floats(0, 100), st.floats(0, 60))
def test_points_go_to_pixels_and_back(x: float, y: float) -> None:
    view = parse_layout(GOOD).view(1280, 720)
    there = view.to_px([[x, y]])
    assert np.allclose(view.to_cm(there), [[x, y]], atol=1e-6)


def test_corners_of_the_table_are_where_the_layout_says() -> None:
    view = parse_layout(GOOD).view(1000, 500)
    assert np.allclose(view.to_px([[0, 0], [100, 60]]), [[100, 50], [1000, 500]], atol=1e-3)


def test_a_region_outside_the_picture_is_none() -> None:
    assert default_layout(2).view(640, 360).region_px((200.0, 0.0, 210.0, 10.0)) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(("[table]", "[tabel]"), r"no \[table\]", id="no-table"),
        pytest.param(("size_cm = [100.0, 60.0]", "size_cm = [0, 60]"), "above 0", id="no-size"),
        pytest.param(("size_cm = [100.0, 60.0]", "size_cm = 'big'"), "pair", id="size-is-text"),
        pytest.param(("[0.9, 0.0], [1.0, 1.0]", "[1.0, 1.0], [0.9, 0.0]"), "clockwise", id="crossed-corners"),
        pytest.param(('kind = "play"', 'kind = "plat"'), "kind 'plat'", id="unknown-kind"),
        pytest.param(
            ('kind = "stock"', 'kind = "play"'), "exactly one zone of kind play", id="two-play-zones"
        ),
        pytest.param(('seat = "B"', 'seat = "A"'), "one seat zone for each", id="a-seat-twice"),
        pytest.param(('seat = "B"', 'seat = "Bob"'), "must name its seat", id="unknown-seat"),
        pytest.param(
            ("[[30, 10], [70, 10], [70, 50], [30, 50]]", "[[30, 10], [70, 10]]"), "at least 3", id="line"
        ),
        pytest.param(("[70, 50], [30, 50]]", "[70, 10], [30, 10]]"), "no area", id="no-area"),
        pytest.param(("[70, 50]", "[nan, 50]"), "zone 1, polygon_cm: nan is not a number", id="nan"),
        pytest.param(("[70, 50]", "[-inf, 50]"), "zone 1, polygon_cm: -inf is not a number", id="infinite"),
        pytest.param(("[70, 50]", "['x', 50]"), "zone 1, polygon_cm: 'x' is not a number", id="text"),
        pytest.param(
            ("[0.1, 0.1]", "[nan, 0.1]"), "corners of .table.: nan is not a number", id="nan-corner"
        ),
        pytest.param(("[1.0, 1.0]", "[1280, 720]"), "fractions of the picture", id="corners-in-pixels"),
        pytest.param(("[70, 50], [30", "[700, 50], [300"), "zone 1 .play. lies mostly outside", id="outside"),
        pytest.param(
            ("[[5, 20], [25, 20], [25, 40], [5, 40]]", "[[-3e12, 0], [-2e12, 0], [-2e12, 9e11]]"),
            "zone 2 .stock. lies mostly outside",
            id="far-outside",
        ),
        pytest.param(
            ("[[5, 20], [25, 20], [25, 40], [5, 40]]", "[[30, 11], [70, 10], [70, 50], [30, 50]]"),
            "zones 1 .play. and 2 .stock. are the same place",
            id="same-place",
        ),
        pytest.param(("size_cm", "size_cm = = "), "not valid TOML", id="not-toml"),
    ],
)
def test_broken_layouts_are_refused_in_a_sentence(change: tuple[str, str], words: str) -> None:
    assert change[0] in GOOD
    with pytest.raises(LayoutError, match=words) as caught:
        parse_layout(GOOD.replace(*change, 1), "mine.toml")
    assert "mine.toml" in str(caught.value)


def test_a_missing_layout_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"none\.toml"):
        load_layout(tmp_path / "none.toml")


def test_a_folder_is_no_layout(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="is a folder"):
        load_layout(tmp_path)


def test_seven_players_have_no_ready_layout() -> None:
    with pytest.raises(LayoutError, match="--table"):
        default_layout(7)
