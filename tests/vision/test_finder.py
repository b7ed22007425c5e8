"""Tiles, suppression and the pixels a finder's boxes are told in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_models.registry import network_path
from bura_vision.find_then_read import load_detector
from bura_vision.finder import Boxes, OnnxFinder, suppress, tiles
from bura_vision.index_reader import IndexReader


def boxes(*rows: tuple[float, float, float, float, float, float, int]) -> Boxes:
    """Rows of x, y, w, h, angle, score, class."""
    array = np.array(rows, np.float32).reshape(-1, 7)
    return Boxes(array[:, :5], array[:, 5], array[:, 6].astype(np.int64))


@given(st.integers(32, 7000), st.integers(32, 7000))
def test_tiles_cover_every_pixel_and_stay_inside(width: int, height: int) -> None:
    covered: NDArray[np.bool_] = np.zeros((height // 16 + 1, width // 16 + 1), bool)
    for x0, y0, x1, y1 in tiles(width, height, 1024, 192):
        assert 0 <= x0 < x1 <= width
        assert 0 <= y0 < y1 <= height
        covered[y0 // 16 : y1 // 16 + 1, x0 // 16 : x1 // 16 + 1] = True
    assert covered.all()


@given(st.integers(1300, 7000))
def test_neighbouring_tiles_overlap_by_more_than_an_index(width: int) -> None:
    spans = [(x0, x1) for x0, _, x1, _ in tiles(width, 500, 1024, 192)]
    for (_, end), (start, _) in pairwise(spans):
        assert end - start >= 190


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        pytest.param([], 0, id="nothing"),
        pytest.param(
            [(50, 50, 20, 30, 0, 0.9, 0), (51, 50, 20, 30, 0.1, 0.8, 0)], 1, id="the same index twice"
        ),
        pytest.param([(50, 50, 20, 30, 0, 0.9, 0), (90, 50, 20, 30, 0, 0.8, 0)], 2, id="neighbours"),
        pytest.param([(50, 50, 20, 30, 0, 0.9, 0), (50, 50, 20, 30, 0, 0.8, 1)], 2, id="an index on a back"),
        pytest.param([(50, 50, 10, 60, 0, 0.9, 0), (50, 50, 10, 60, 1.57, 0.8, 0)], 2, id="crossed"),
    ],
)
def test_suppression(rows: list[tuple[float, float, float, float, float, float, int]], kept: int) -> None:
    assert len(suppress(boxes(*rows), 0.3)) == kept


def test_boxes_are_told_in_picture_pixels() -> None:
    placed = boxes((10, 20, 4, 6, 0.5, 0.9, 0)).placed(0.5, 100, 200)
    assert placed.xywhr[0].tolist() == pytest.approx([120, 240, 8, 12, 0.5])


@pytest.mark.parametrize("what", ["the reader as finder", "the finder as reader", "no network", "nothing"])
def test_another_network_is_refused_in_one_sentence(tmp_path: Path, what: str) -> None:
    junk = tmp_path / "junk.onnx"
    if what == "no network":
        junk.write_bytes(b"not a network")
    attempts: dict[str, Callable[[], object]] = {
        "the reader as finder": lambda: load_detector(finder=network_path("reader")),
        "the finder as reader": lambda: IndexReader(network_path("finder")),
    }
    with pytest.raises(BuraError, match=r"\.onnx") as caught:
        attempts.get(what, lambda: load_detector(finder=junk))()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "shape", [(1, 84, 21), (1, 300, 7), (1, 6, 21)], ids=["COCO", "end to end", "one class"]
)
def test_a_head_of_another_kind_is_refused(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int]
) -> None:
    """What only shows when the network is run: its output states no sides."""
    session = SimpleNamespace(
        get_inputs=lambda: [SimpleNamespace(name="images")],
        get_outputs=lambda: [SimpleNamespace(name="output0", shape=["batch", "dim", "anchors"])],
        run=lambda *_: [np.zeros(shape, np.float32)],
    )
    monkeypatch.setattr("bura_vision.finder.make_session", lambda *_: session)
    with pytest.raises(BuraError, match=r"own\.onnx is not a finder"):
        OnnxFinder(Path("own.onnx")).find(np.zeros((64, 64, 3), np.uint8))
