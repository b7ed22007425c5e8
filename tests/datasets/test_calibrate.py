"""The calibration command: what it compares, what it writes, what it refuses."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from bura_datasets.training import calibrate
from bura_datasets.training.diagram import Panel, reliability
from bura_models.calibration import FinderCalibration, ReaderCalibration
from bura_models.registry import MANIFEST_PATH


@pytest.fixture(scope="module")
def boxes() -> calibrate.Boxes:
    """Made-up boxes: the reader is too sure of itself, the finder's backs not sure enough."""
    rng = np.random.default_rng(0)
    n = 400
    ranks = rng.integers(0, 13, n)
    rank = np.full((n, 14), 0.01 / 13, np.float32)
    wrong = rng.random(n) < 0.4
    rank[np.arange(n), np.where(wrong, (ranks + 1) % 13, ranks)] = 0.99
    suit = np.tile(np.array([0.96, 0.01, 0.01, 0.01, 0.01], np.float32), (n, 1))
    scores = rng.uniform(0.2, 0.6, n).astype(np.float32)
    return calibrate.Boxes(
        rank,
        suit,
        ranks,
        scores,
        np.arange(n) % 2 == 0,
        scores,
        rng.random(n) < scores + 0.3,
        np.arange(n) % 2 == 0,
    )


def test_the_fit_helps_and_is_entered(boxes: calibrate.Boxes, tmp_path: Path) -> None:
    reader, finder = calibrate.fit(boxes)
    shown = calibrate.panels(boxes, reader, finder)
    manifest = tmp_path / "manifest.json"
    shutil.copy(MANIFEST_PATH, manifest)
    calibrate.enter(reader, finder, shown, manifest)
    networks = json.loads(manifest.read_text(encoding="utf-8"))["networks"]
    held = networks["reader"]["calibration"]
    assert held["sha256"] == networks["reader"]["sha256"]
    assert held["ece_after"] < 0.1 < held["ece_before"]
    assert networks["finder"]["calibration"]["ece_after"]["back"] < 0.15
    text = calibrate.page(boxes, reader, finder, shown)
    assert f"{held['ece_before']:.3f}" in text
    assert text.count("| card |") == 1


def test_the_diagram_is_drawn() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.random(200)
    picture = reliability([Panel("one", confidence, rng.random(200) < confidence)] * 3)
    assert picture.size[1] > picture.size[0]
    assert len(picture.getcolors(1 << 20) or []) > 5


def test_no_change_for_networks_that_are_right() -> None:
    assert ReaderCalibration() == ReaderCalibration(1.0, 1.0, (1.0, 0.0))
    assert FinderCalibration().back == (1.0, 0.0)


@pytest.mark.parametrize(
    ("shift", "share"),
    [(0.0, 1.0), (5.0, 1 / 3), (20.0, 0.0)],
    ids=["the same", "half beside it", "elsewhere"],
)
def test_overlap(shift: float, share: float) -> None:
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], np.float64)
    assert calibrate.overlap(square, square + np.array([shift, 0.0])) == pytest.approx(share, abs=1e-6)


def test_too_few_scenes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate.main(["--count", "5", "--dry-run"]) == 2
    assert "--count" in capsys.readouterr().err


def test_decks_that_are_not_there_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate.main(["--decks", str(tmp_path / "nothing"), "--dry-run"]) == 2
    assert "nothing" in capsys.readouterr().err
