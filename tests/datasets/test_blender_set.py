"""The second renderer's test set: plans are seeded and whole; Blender renders them where it is installed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import cv2
import pytest

from bura.cards import Card
from bura_datasets.blender import plan

ROOT = Path(__file__).parents[2]
BLENDER = ROOT / ".venv-blender" / "bin" / "python"


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("set")
    assert plan.main([str(out), "--count", "3", "--seed", "4"]) == 0
    return out


def test_plans_name_faces_that_are_there(planned: Path) -> None:
    plans = sorted((planned / "plans").glob("*.json"))
    assert len(plans) == 3
    for path in plans:
        told = json.loads(path.read_text(encoding="utf-8"))
        up = [card["card"] for card in told["cards"] if card["card"] is not None]
        assert len(up) == len(set(up)), "a deck holds each card once"
        assert told["cards"]
        for card in told["cards"]:
            picture = cv2.imread(str(planned / "faces" / card["face"]), cv2.IMREAD_UNCHANGED)
            assert picture is not None
            assert card["height"] == pytest.approx(picture.shape[0] / picture.shape[1])
            assert bool(card["indices"]) == (card["card"] is not None)
            assert all(-0.01 <= v <= 1.01 for index in card["indices"] for point in index for v in point)
            if card["card"] is not None:
                Card.parse(card["card"])


def test_the_same_seed_gives_the_same_plans(planned: Path, tmp_path: Path) -> None:
    assert plan.main([str(tmp_path), "--count", "3", "--seed", "4"]) == 0
    for path in (planned / "plans").glob("*.json"):
        assert (tmp_path / "plans" / path.name).read_text() == path.read_text()


def test_decks_that_are_not_there_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert plan.main([str(tmp_path), "--decks", str(tmp_path / "nothing")]) == 2
    assert "nothing" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not BLENDER.is_file(), reason="Blender is not installed: make blender-env")
def test_blender_renders_and_tells_what_is_seen(planned: Path) -> None:
    script = ROOT / "datasets" / "bura_datasets" / "blender" / "render.py"
    command = [str(BLENDER), str(script), str(planned), "--samples", "1", "--width", "160"]
    for _ in range(2):  # the second run finds everything done
        subprocess.run(command, check=True, capture_output=True)
    truths = [json.loads(line) for line in (planned / "truth.jsonl").read_text().splitlines()]
    assert len(truths) == 3
    for truth in truths:
        picture = cv2.imread(str(planned / "images" / truth["name"]))
        assert picture is not None
        assert picture.shape == (120, 160, 3)
        assert picture.std() > 3
        least, most = truth["backs"]
        assert 0 <= least <= most
