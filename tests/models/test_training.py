"""One real Ultralytics epoch and one reader epoch on a few pictures, exported, and read back by the runtime."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_vision.find_then_read import FindThenRead
from bura_vision.finder import FinderSettings, OnnxFinder
from bura_vision.index_reader import IndexReader

pytestmark = pytest.mark.train

SPECKLED = np.random.default_rng(5).integers(0, 255, (200, 200, 3), np.uint8)
INDEX_PLACES = np.array([[60, 60, 20, 34, 0.3], [120, 90, 30, 50, 1.3], [90, 150, 16, 24, -0.4]], np.float32)


def run(*arguments: str) -> None:
    """Run a module of the project as people do: in a process of its own."""
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finder trained for one epoch on a few scenes, and its export."""
    folder = tmp_path_factory.mktemp("finder")
    run(
        "bura_datasets.training.scenes",
        str(folder / "scenes"),
        "--count",
        "52",
        "--seed",
        "1",
        "--size",
        "256",
    )
    run(
        "bura_models.training.train_finder",
        *("--data", str(folder / "scenes" / "data.yaml"), "--out", str(folder / "run")),
        *("--epochs", "1", "--size", "256", "--batch", "4"),
    )
    run("bura_models.training.export", "finder", str(folder / "run" / "weights" / "last.pt"))
    return folder


def test_the_exported_finder_answers_like_the_trained_one(trained: Path) -> None:
    """The same picture gives the same raw head in ONNX Runtime as in torch, and the same best score in the adapter."""
    import onnxruntime as ort
    import torch
    from ultralytics import YOLO

    from bura_vision.ultralytics_finder import UltralyticsFinder

    weights = trained / "run" / "weights" / "last.pt"
    picture = cv2.imread(str(next((trained / "scenes" / "images" / "train").glob("*"))))
    assert picture is not None
    image = np.asarray(picture, np.uint8)
    blob = cv2.dnn.blobFromImage(image, 1 / 255.0, swapRB=True)
    network = YOLO(str(weights), task="obb").model.float().eval()
    with torch.no_grad():
        head = network(torch.from_numpy(blob))
    expected = (head[0] if isinstance(head, tuple) else head).numpy()
    answer = ort.InferenceSession(str(weights.with_suffix(".onnx"))).run(None, {"images": blob})[0]
    # sizes and places in pixels, up to hundreds: a relative measure
    assert np.allclose(answer, expected, rtol=1e-2, atol=1e-2)
    # One epoch from scratch scores nothing highly: the thresholds are lowered so that there is something to compare.
    settings = FinderSettings(min_index_score=1e-4, min_back_score=1e-4)
    ours = OnnxFinder(weights.with_suffix(".onnx"), settings=settings).find(image)
    theirs = UltralyticsFinder(weights, settings=settings).find(image)
    assert ours.scores.max() == pytest.approx(theirs.scores.max(), rel=0.02)
    assert len(theirs) > 0


def test_the_finder_is_validated(trained: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "bura_models.training.validate_finder"),
            *(
                str(trained / "run" / "weights" / "last.pt"),
                str(trained / "scenes" / "data.yaml"),
                "--size",
                "256",
            ),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(done.stdout.splitlines()[-1])
    assert {"precision", "recall", "map50", "map50_95"} <= set(figures)
    assert all(0 <= figures[name] <= 1 for name in ("precision", "recall", "map50", "map50_95"))


def test_a_detector_made_of_it_reads(trained: Path) -> None:
    finder = OnnxFinder(
        (trained / "run" / "weights" / "last.onnx"), settings=FinderSettings(min_index_score=1e-4)
    )
    image = np.full((256, 256, 3), 120, np.uint8)
    for sighting in FindThenRead(finder, IndexReader()).detect(image):
        assert sighting.corners.shape == (4, 2)


@pytest.mark.parametrize("tail", ["cards", "backs"])
def test_an_exported_finder_can_be_trained_on(trained: Path, tmp_path: Path, tail: str) -> None:
    """Either tail of the shipped finder becomes weights again: it answers as there, and training goes on from there."""
    import onnxruntime as ort
    import torch
    from ultralytics import YOLO

    from bura_models.registry import network_path

    pictures = trained / "scenes" / "images" / "train"
    back = tmp_path / "back.pt"
    run(
        "bura_models.training.from_export",
        *(str(network_path("finder")), str(back), "--pictures", str(pictures)),
        *("--size", "256", "--count", "24", "--tail", tail),
    )
    row = {"cards": 4, "backs": 5}[tail]
    session = ort.InferenceSession(str(network_path("finder")))
    for path in sorted(pictures.iterdir()):
        picture = cv2.imread(str(path))
        assert picture is not None
        blob = cv2.dnn.blobFromImage(picture, 1 / 255.0, swapRB=True)
        both = np.asarray(session.run(None, {"images": blob})[0])
        half = both.shape[2] // 2
        answer = both[:, :, :half] if tail == "cards" else both[:, :, half:]
        sure = answer[0, row] > 0.4
        if sure.any():
            break
    told = answer[0, row] > 0.0
    assert YOLO(str(back)).task == "obb"
    with torch.no_grad():
        mine = YOLO(str(back), task="obb").model.float().eval()(torch.from_numpy(blob))[0].numpy()
    # checkpoints are kept in half precision
    assert float(np.abs(mine[0, row] - answer[0, row])[told].max()) < 0.03
    assert sure.any()
    assert float(np.abs(mine[0, :4][:, sure] - answer[0, :4][:, sure]).max()) < 2.0
    if tail == "backs":
        return  # what is trained on is of one kind, whichever tail it came from
    run(
        "bura_models.training.train_finder",
        *("--data", str(trained / "scenes" / "data.yaml"), "--init", str(back), "--lr", "1e-5"),
        *("--out", str(tmp_path / "run"), "--epochs", "1", "--size", "256", "--batch", "4"),
    )
    with torch.no_grad():
        trained_on = YOLO(str(tmp_path / "run" / "weights" / "last.pt"), task="obb").model.float().eval()
        moved = trained_on(torch.from_numpy(blob))[0].numpy()
    # a smallest step leaves the scores where they were; statistics that do not fit would throw them
    assert float(np.abs(moved[0, row] - answer[0, row])[told].max()) < 0.3


def test_two_tails_find_indices_as_before_and_backs_as_trained(trained: Path, tmp_path: Path) -> None:
    """Training with frozen layers leaves them as they were; the joined export gives each tail's own class."""
    import onnxruntime as ort

    old = trained / "run" / "weights" / "last.pt"
    run(
        "bura_models.training.train_finder",
        *("--data", str(trained / "scenes" / "data.yaml"), "--init", str(old), "--freeze", "11"),
        *("--out", str(tmp_path / "run"), "--epochs", "1", "--size", "256", "--batch", "4"),
    )
    new = tmp_path / "run" / "weights" / "last.pt"
    run("bura_models.training.export", "finder", str(new))
    joined = tmp_path / "joined.onnx"
    run(
        "bura_models.training.two_tails",
        *(str(old), str(new), str(joined), "--shared", "11", "--exact", str(old.with_suffix(".onnx"))),
    )
    picture = cv2.imread(str(sorted((trained / "scenes" / "images" / "train").iterdir())[0]))
    assert picture is not None
    blob = cv2.dnn.blobFromImage(picture, 1 / 255.0, swapRB=True)
    both, cards, backs = (
        np.asarray(ort.InferenceSession(str(path)).run(None, {"images": blob})[0])
        for path in (joined, old.with_suffix(".onnx"), new.with_suffix(".onnx"))
    )
    half = cards.shape[2]
    assert both.shape == (1, 7, 2 * half)
    assert np.array_equal(both[:, :4, :half], cards[:, :4])
    assert np.array_equal(both[:, 4, :half], np.where(cards[:, 4] >= cards[:, 5], cards[:, 4], 0.0))
    assert not both[:, 5, :half].any()
    assert not both[:, 4, half:].any()
    wanted = np.where(backs[:, 5] >= backs[:, 4], backs[:, 5], 0.0)
    assert float(np.abs(both[:, 5, half:] - wanted).max()) < 2e-3
    assert not np.array_equal(cards, backs)

    refused = subprocess.run(
        [
            sys.executable,
            "-m",
            "bura_models.training.two_tails",
            str(old),
            str(new),
            str(joined),
            "--shared",
            "20",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert "train the second with --freeze 20" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_mean_of_two_finders_lies_between_them(trained: Path, tmp_path: Path) -> None:
    import torch
    from ultralytics import YOLO

    new = trained / "run" / "weights" / "last.pt"
    old = tmp_path / "old.pt"
    network = YOLO(str(new), task="obb")
    with torch.no_grad():
        for value in network.model.parameters():
            value.mul_(0.5)
    network.save(str(old))
    run("bura_models.training.average", str(old), str(new), str(tmp_path / "mean.pt"), "--share", "0.25")
    a, b, mean = (
        YOLO(str(p), task="obb").model.float().state_dict()["model.0.conv.weight"]
        for p in (old, new, tmp_path / "mean.pt")
    )
    assert torch.allclose(mean, 0.75 * a + 0.25 * b, atol=2e-3)


def test_another_architectures_export_is_refused(tmp_path: Path) -> None:
    from bura_models.registry import network_path
    from bura_models.training.from_export import folded

    with pytest.raises(BuraError, match="no export of"):
        folded(network_path("finder"), "yolo11s-obb.yaml")


def test_a_session_makes_trains_exports_and_measures(tmp_path: Path) -> None:
    """The whole of a short session on a small size: what it promises lies in its folder."""
    run(
        "bura_datasets.training.session",
        *("--out", str(tmp_path / "session"), "--minutes", "0.4", "--size", "256", "--jobs", "2"),
    )
    figures = json.loads((tmp_path / "session" / "session.json").read_text())
    assert figures["scenes"] >= 80
    assert 0 <= figures["after"]["scenes"]["map50"] <= 1
    finder = OnnxFinder(tmp_path / "session" / "index_obb.onnx")
    assert finder.find(np.full((256, 256, 3), 120, np.uint8)).xywhr.shape[1] == 5


def test_a_model_of_other_classes_is_refused(tmp_path: Path) -> None:
    from bura_vision.ultralytics_finder import UltralyticsFinder

    with pytest.raises(BuraError, match=r"nothing\.pt"):
        UltralyticsFinder(tmp_path / "nothing.pt")
    broken = tmp_path / "broken.pt"
    broken.write_bytes(b"not weights")
    with pytest.raises(BuraError, match=r"broken\.pt"):
        UltralyticsFinder(broken)


def test_the_reader_trains_resumes_and_exports(tmp_path: Path) -> None:
    for name, seed, split in (("train", "1", "train"), ("val", "2", "val")):
        run(
            "bura_datasets.training.shards",
            *(str(tmp_path / name), "--count", "96", "--seed", seed, "--split", split),
        )
    common = (
        "--data",
        str(tmp_path / "train"),
        "--val",
        str(tmp_path / "val"),
        "--out",
        str(tmp_path / "run"),
    )
    run("bura_models.training.train_reader", *common, "--epochs", "1", "--batch", "32")
    run("bura_models.training.train_reader", *common, "--epochs", "2", "--batch", "32")
    rows = [json.loads(line) for line in (tmp_path / "run" / "log.jsonl").read_text().splitlines()]
    assert [row["epoch"] for row in rows] == [1, 2]
    run("bura_models.training.export", "reader", str(tmp_path / "run" / "best.pt"))
    reader = IndexReader(tmp_path / "run" / "best.onnx")
    readings = reader.read(
        np.full((100, 100, 3), 200, np.uint8), np.array([[50, 50, 20, 34, 0.3]], np.float32)
    )
    assert readings.rank_probs.shape == (1, 14)
    assert readings.suit_probs.sum() == pytest.approx(1.0, abs=1e-4)
    # the export alone is enough to go on from: weights that answer as it does, with normalisations that fit
    again = tmp_path / "again.pt"
    run(
        "bura_models.training.reader_from_export",
        *(str(tmp_path / "run" / "best.onnx"), str(again), "--data", str(tmp_path / "train")),
    )
    run("bura_models.training.export", "reader", str(again))
    theirs = IndexReader(tmp_path / "run" / "best.onnx").read(SPECKLED, INDEX_PLACES)
    ours = IndexReader(again.with_suffix(".onnx")).read(SPECKLED, INDEX_PLACES)
    assert np.allclose(ours.rank_probs, theirs.rank_probs, atol=1e-3)
    assert np.allclose(ours.suit_probs, theirs.suit_probs, atol=1e-3)
    run(
        "bura_models.training.train_reader",
        *common[:4],
        "--out",
        str(tmp_path / "on"),
        "--init",
        str(again),
        "--epochs",
        "1",
        "--batch",
        "32",
    )


def test_an_int8_reader_is_no_place_to_train_on_from() -> None:
    from bura_models.registry import network_path
    from bura_models.training.reader_from_export import folded

    with pytest.raises(BuraError, match="no float export of the reader"):
        folded(network_path("reader"))


def test_augmented_crops_are_other_pictures_of_the_same_thing() -> None:
    import torch

    from bura_models.training.train_reader import augment

    crops = torch.rand(64, 3, 64, 40, generator=torch.Generator().manual_seed(1))
    varied = augment(crops, torch.Generator().manual_seed(2))
    assert varied.shape == crops.shape
    assert float(varied.min()) >= 0
    assert float(varied.max()) <= 1
    assert not torch.equal(varied, crops)
    assert torch.equal(varied, augment(crops, torch.Generator().manual_seed(2)))
    # A light blot in the middle stays in the middle: moved by a few pixels, neither mirrored nor turned over.
    blot = torch.zeros(200, 3, 64, 40)
    blot[:, :, 10:20, 8:14] = 1
    moved = augment(blot, torch.Generator().manual_seed(3)).mean(1)
    rows = (moved.sum(2) * torch.arange(64)).sum(1) / moved.sum((1, 2))
    assert 14 < float(rows.median()) < 22


def test_int8_answers_nearly_as_the_network_it_came_from(tmp_path: Path) -> None:
    import onnxruntime as ort

    from bura_models.registry import network_path
    from bura_vision.finder import OnnxFinder as Finder

    rng = np.random.default_rng(3)
    for number in range(4):
        drawn = cv2.resize(rng.integers(0, 255, (20, 20, 3), np.uint8), (640, 640))
        cv2.imwrite(str(tmp_path / f"{number}.png"), drawn)
    target = tmp_path / "finder8.onnx"
    run(
        "bura_models.training.quantize",
        *("finder", "--pictures", str(tmp_path), "--count", "4", "--out", str(target)),
    )
    assert target.stat().st_size < 0.5 * network_path("finder").stat().st_size
    picture: NDArray[np.uint8] = np.asarray(cv2.imread(str(tmp_path / "0.png")), np.uint8)
    blob = {"images": cv2.dnn.blobFromImage(picture, 1 / 255.0, swapRB=True)}
    whole, short = (
        np.asarray(ort.InferenceSession(str(path)).run(None, blob)[0])
        for path in (network_path("finder"), target)
    )
    assert short.shape == whole.shape
    assert float(np.abs(short[:, 4:6] - whole[:, 4:6]).max()) < 0.3
    assert Finder(target).find(picture).xywhr.shape[1] == 5


def test_quantizing_without_pictures_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bura_models.training.quantize", "reader", "--pictures", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
    assert "Traceback" not in done.stderr
