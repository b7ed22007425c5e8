"""`bura count` from outside: its two forms, its exit codes, and what it never overwrites."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import bura_server

DEMO = Path(bura_server.__file__).parent / "demo" / "clip.mp4"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of the demo table with the beaten two-card lead on it: K♣ Q♣ under A♣ 10♣, and the turned 9♦."""
    path = tmp_path_factory.mktemp("pictures") / "table.png"
    clip = cv2.VideoCapture(str(DEMO))
    clip.set(cv2.CAP_PROP_POS_MSEC, 7_600)
    done, frame = clip.read()
    clip.release()
    assert done
    cv2.imwrite(str(path), frame)
    return path


def count(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command as people do."""
    command = [str(Path(sys.executable).parent / "bura"), "count", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_card_is_named_once_and_the_points_add_up(table: Path) -> None:
    done = count(table, "--json")
    assert done.returncode == 0
    (record,) = (json.loads(line) for line in done.stdout.splitlines())
    cards = [card["card"] for card in record["cards"]]
    assert len(cards) == len(set(cards))
    assert set(cards) >= {"AC", "10C", "9D"}
    assert set(cards) <= {"AC", "10C", "KC", "QC", "9D"}
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "9": 0}
    assert record["points"] == sum(worth[card[:-1]] for card in cards)
    for card in record["cards"]:
        assert 0.7 <= card["confidence"] <= 1
        others = [other["confidence"] for other in card["alternatives"]]
        assert others == sorted(others, reverse=True)
        assert sum(others) + card["confidence"] <= 1 + 1e-3
        assert card["card"] not in [other["card"] for other in card["alternatives"]]
        for x0, y0, x1, y1 in card["boxes"]:
            assert 0 <= x0 < x1 <= 1280
            assert 0 <= y0 < y1 <= 720


def test_the_annotated_picture_is_written(table: Path, tmp_path: Path) -> None:
    done = count(table, "--save", tmp_path / "out.jpg")
    assert done.returncode == 0
    assert "A♣" in done.stdout
    written = cv2.imread(str(tmp_path / "out.jpg"))
    assert written is not None
    assert written.shape == (720, 1280, 3)


def test_a_bad_picture_among_good_ones_is_named_and_the_exit_code_is_2(table: Path, tmp_path: Path) -> None:
    done = count(table, tmp_path / "missing.jpg", "--json")
    assert done.returncode == 2
    assert len(done.stdout.splitlines()) == 1
    assert "missing.jpg" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("form", ["the picture itself", "its folder"])
def test_an_input_is_never_overwritten(tmp_path: Path, form: str) -> None:
    picture = tmp_path / "mine.jpg"
    cv2.imwrite(str(picture), np.full((80, 80, 3), 90, np.uint8))
    before = picture.read_bytes()
    done = count(picture, "--save", picture if form == "the picture itself" else tmp_path)
    assert done.returncode == 2
    assert "overwrite" in done.stderr
    assert picture.read_bytes() == before


def test_pictures_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    pictures = [tmp_path / folder / "x.png" for folder in ("a", "b")]
    for picture in pictures:
        picture.parent.mkdir()
        cv2.imwrite(str(picture), np.full((80, 80, 3), 90, np.uint8))
    assert count(*pictures, "--save", tmp_path / "out").returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["x-2.jpg", "x.jpg"]


@pytest.mark.parametrize("name", ["nonsense", "missing.onnx", "table.toml"])
def test_a_finder_that_is_none_is_refused(table: Path, name: str) -> None:
    finder = DEMO.parent / name
    done = count(table, "--finder", finder)
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr
