"""Crops for the reader and scenes for the finder."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.cards import Card
from bura.errors import SourceError
from bura_datasets.training import crops, scene_writer, view
from bura_datasets.training.crops import CropSettings, CropSource, upright_box
from bura_datasets.training.labels import RANK_NONE, SUIT_NONE
from bura_datasets.training.layouts import LAYOUTS, arrange
from bura_datasets.training.plane import apply, cast_shadow, rotation, shift, tilt, visible_share
from bura_datasets.training.pool import PoolSettings
from bura_datasets.training.scenes import Label, SceneBlock, SceneSettings, lens

FEW = PoolSettings(live=2, drawn=1.0)
SMALL = SceneSettings(size=256, textures=2, decks_per_block=1, block=3, val_every=2)


@pytest.fixture(scope="module")
def source() -> CropSource:
    return CropSource(3, settings=CropSettings(textures=3, pool=FEW))


def test_crops_have_the_readers_shape_and_labels(source: CropSource) -> None:
    pixels, rank, suit = source.batch(120)
    assert pixels.shape == (120, 64, 40, 3)
    assert pixels.dtype == np.uint8
    assert ((rank >= 0) & (rank <= RANK_NONE)).all()
    assert ((suit >= 0) & (suit <= SUIT_NONE)).all()
    whole = (rank < RANK_NONE) & (suit < SUIT_NONE)
    assert 0.45 < whole.mean() < 0.95
    assert len(set(rank.tolist())) > 8


def test_the_same_seed_gives_the_same_crops() -> None:
    settings = CropSettings(textures=2, pool=FEW)
    first, second = CropSource(9, settings=settings).batch(20), CropSource(9, settings=settings).batch(20)
    assert np.array_equal(first[0], second[0])
    assert (first[1].tolist(), first[2].tolist()) == (second[1].tolist(), second[2].tolist())
    assert not np.array_equal(first[0], CropSource(10, settings=settings).batch(20)[0])


def test_an_upright_box_keeps_the_indexs_own_up() -> None:
    box = np.array([[0, 0], [20, 0], [20, 40], [0, 40]], float)
    for degrees in range(0, 360, 35):
        turned = apply(rotation(np.radians(degrees)), box)
        upright, ratio = upright_box(turned)
        assert ratio == pytest.approx(0.5, abs=0.01)
        assert np.abs(upright - turned).max() < 0.2


def test_visible_share_counts_what_is_covered_or_outside() -> None:
    cover = np.zeros((100, 100), np.float32)
    box = np.array([[20, 20], [40, 20], [40, 60], [20, 60]], float)
    assert visible_share(box, cover) == 1
    cover[40:, :] = 1
    assert visible_share(box, cover) == pytest.approx(0.5, abs=0.05)
    assert visible_share(box - [30, 0], np.zeros((100, 100), np.float32)) == pytest.approx(0.5, abs=0.06)
    assert visible_share(box + 500, cover) == 0


def test_a_tilted_view_keeps_the_origin() -> None:
    assert apply(tilt(0.6, 1.0, 5.0), np.zeros((1, 2)))[0] == pytest.approx([0, 0])
    assert apply(shift(3, 4) @ rotation(1.0), np.zeros((1, 2)))[0] == pytest.approx([3, 4])


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS], ids=lambda layout: layout.__name__)
def test_layouts_lay_cards(layout: object) -> None:
    assert callable(layout)
    for seed in range(5):
        places = layout(np.random.default_rng(seed), 3.0, 3.0)
        assert 1 <= len(places) <= 52
        assert all(np.isfinite([p.x, p.y, p.angle]).all() for p in places)


def test_at_most_a_pack_is_laid() -> None:
    assert max(len(arrange(np.random.default_rng(seed), 4.0, 4.0)) for seed in range(40)) <= 52


def test_scenes_are_repeatable_and_their_labels_lie_in_the_picture() -> None:
    scenes = [SceneBlock(4, 1, None, None, SMALL).scene(i) for i in range(4)]
    again = SceneBlock(4, 1, None, None, SMALL).scene(3)
    assert np.array_equal(scenes[3].pixels, again.pixels)
    assert any(scene.labels for scene in scenes)
    for scene in scenes:
        assert scene.pixels.shape == (256, 256, 3)
        names = [label.card for label in scene.labels if label.card is not None]
        assert len(names) <= 4 * len(set(names))
        for label in scene.labels:
            values = [float(v) for v in label.line(256).split()]
            assert len(values) == 9
            assert all(0 <= v <= 1 for v in values[1:])
            assert (label.corners > -128).all()
            assert (label.corners < 384).all()
            assert (label.kind == 1) == (label.card is None)


def test_the_lens_moves_picture_and_labels_alike() -> None:
    picture = np.zeros((200, 200, 3), np.float32)
    cv2.circle(picture, (40, 50), 4, (255.0, 255.0, 255.0), -1)
    corners = np.array([[36, 46], [44, 46], [44, 54], [36, 54]], float)
    for strength in (-0.06, 0.06):
        moved, labels = lens(picture, (Label(0, corners, Card.parse("AS")),), strength)
        ys, xs = np.nonzero(moved[..., 0] > 128)
        assert labels[0].corners.mean(axis=0) == pytest.approx([xs.mean(), ys.mean()], abs=0.8)
        assert abs(labels[0].corners.mean(axis=0) - [40, 50]).max() > 0.8


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("scenes")
    assert scene_writer.main([str(out), "--count", "3", "--seed", "2", "--size", "192"]) == 0
    return out


def test_written_scenes_are_what_ultralytics_reads(written: Path) -> None:
    assert "0: index" in (written / "data.yaml").read_text(encoding="utf-8")
    labels = sorted(written.glob("labels/*/*.txt"))
    assert len(labels) == len(list(written.glob("images/*/*.jpg"))) == 3
    for path in labels:
        found = view.read_labels(path, 192, 192)
        truth = json.loads(
            (written / "truth" / path.parent.name / f"{path.stem}.json").read_text(encoding="utf-8")
        )
        assert len(found) == len(truth["labels"])


def test_a_broken_off_run_is_taken_up_with_the_same_pictures(written: Path) -> None:
    label = sorted(written.glob("labels/*/*.txt"))[1]
    picture = written / "images" / label.parent.name / f"{label.stem}.jpg"
    before = picture.read_bytes(), label.read_bytes()
    label.unlink()
    picture.unlink()
    assert scene_writer.main([str(written), "--count", "3", "--seed", "2", "--size", "192"]) == 0
    assert (picture.read_bytes(), label.read_bytes()) == before


def test_another_runs_folder_is_refused(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scene_writer.main([str(written), "--count", "3", "--seed", "3", "--size", "192"]) == 2
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--plain", "--face-down"])
def test_what_is_no_share_is_refused(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scene_writer.main([str(tmp_path / "out"), option, "1.5"]) == 2
    assert f"{option} is a share" in capsys.readouterr().err


def test_plain_backs_belong_to_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = [str(tmp_path / "out"), "--count", "1", "--size", "128"]
    assert scene_writer.main([*out, "--plain", "1"]) == 0
    assert scene_writer.main(out) == 2
    assert "another run" in capsys.readouterr().err


def test_the_viewer_draws_a_sheet(written: Path, tmp_path: Path) -> None:
    split = next(p.parent.name for p in written.glob("labels/*/*.txt"))
    sheet = tmp_path / "sheet.png"
    assert view.main([str(written), "--sheet", str(sheet), "--split", split]) == 0
    assert cv2.imread(str(sheet)) is not None


@pytest.mark.parametrize("line", ["0 0.1 0.2", "0 a b c d e f g h", "0 1.2 0 0 0 0 0 0 0"])
def test_broken_labels_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "x.txt"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SourceError, match="line 1"):
        view.read_labels(path, 10, 10)


def test_the_contact_sheet_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert crops.main(["--preview", str(tmp_path / "s.png"), "--decks", str(tmp_path / "none")]) == 2
    assert "no folder of decks" in capsys.readouterr().err
    sheet = crops.contact_sheet(CropSource(1, settings=CropSettings(textures=1, pool=FEW)), 3, 2)
    assert sheet.shape == (164, 132, 3)


@given(x=st.floats(-30, 70), y=st.floats(-30, 70), width=st.floats(0.2, 60), seed=st.integers(0, 50))
def test_a_shadow_falls_anywhere_even_on_the_last_row_of_a_picture(
    x: float, y: float, width: float, seed: int
) -> None:
    picture = np.full((48, 64, 3), 200, np.float32)
    outline = np.array([[x, y], [x + width, y], [x + width, y + 1.4 * width], [x, y + 1.4 * width]])
    cast_shadow(picture, outline, np.random.default_rng(seed), width)
    assert picture.shape == (48, 64, 3)
    assert float(picture.max()) <= 200
    assert float(picture.min()) > 80
