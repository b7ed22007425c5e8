"""Pictures of every mode are read upright; everything else is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bura.errors import SourceError
from bura_vision.picture import load_picture, save_picture


def halves(mode: str) -> Image.Image:
    """A 60×40 picture, left half light, right half dark, in a Pillow mode."""
    grey = np.full((40, 60), 40, np.uint8)
    grey[:, :30] = 220
    if mode == "I;16":
        return Image.fromarray(grey.astype(np.uint16) * 257)
    if mode == "F":
        return Image.fromarray(grey.astype(np.float32) / 255)
    return Image.fromarray(grey).convert("RGB").convert(mode)


MODES = {
    "RGB": "jpg webp bmp",
    "L": "png",
    "P": "gif",
    "CMYK": "jpg",
    "RGBA": "png",
    "LA": "png",
    "1": "png",
} | {
    "I;16": "png",
    "F": "tiff",
}


@pytest.mark.parametrize(
    ("mode", "suffix"), [(mode, suffix) for mode, suffixes in MODES.items() for suffix in suffixes.split()]
)
def test_modes(tmp_path: Path, mode: str, suffix: str) -> None:
    path = tmp_path / f"picture.{suffix}"
    halves(mode).save(path)
    image = load_picture(path)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert image[:, 5:25].mean() > 150
    assert image[:, 35:55].mean() < 110


def test_the_cameras_orientation_is_honoured(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # shown turned by 90 degrees
    halves("RGB").save(path, exif=exif)
    assert load_picture(path).shape == (60, 40, 3)


def test_bad_pictures_are_named(tmp_path: Path) -> None:
    good = tmp_path / "good.jpg"
    Image.effect_noise((400, 300), 50).save(good)
    cases: dict[str, bytes | None] = {
        "missing.jpg": None,
        "empty.jpg": b"",
        "text.jpg": b"this is not a picture",
        "cut.jpg": good.read_bytes()[:2000],
    }
    for name, data in cases.items():
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(SourceError, match=name):
            load_picture(path)
    with pytest.raises(SourceError, match="folder"):
        load_picture(tmp_path)


def test_a_tiny_picture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.png"
    Image.new("RGB", (20, 20)).save(path)
    with pytest.raises(SourceError, match="20×20"):
        load_picture(path)


@pytest.mark.parametrize("name", ["out", "out.xyz", "nowhere/out.jpg"])
def test_saving_to_a_bad_place_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match="out"):
        save_picture(tmp_path / name, np.zeros((40, 40, 3), np.uint8))
