"""Pictures of every mode are read upright; everything else is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageCms

from bura.cards import Card
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


def corners(mode: str = "RGB") -> Image.Image:
    """A 60x40 picture, dark but for its light upper left quarter."""
    grey = np.full((40, 60), 30, np.uint8)
    grey[:20, :30] = 220
    return Image.fromarray(grey).convert(mode)


#: EXIF orientation -> where the light quarter of `corners` is shown: (row half, column half), and the size
ORIENTATIONS = {
    1: ((0, 0), (40, 60)),
    2: ((0, 1), (40, 60)),
    3: ((1, 1), (40, 60)),
    4: ((1, 0), (40, 60)),
    5: ((0, 0), (60, 40)),
    6: ((0, 1), (60, 40)),
    7: ((1, 1), (60, 40)),
    8: ((1, 0), (60, 40)),
    9: ((0, 0), (40, 60)),  # no orientation at all: left as it is
}


@pytest.mark.parametrize("mark", ORIENTATIONS)
@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
def test_every_orientation_mark(tmp_path: Path, mark: int, suffix: str) -> None:
    path = tmp_path / f"phone.{suffix}"
    exif = Image.Exif()
    exif[0x0112] = mark
    corners().save(path, exif=exif)
    image = load_picture(path)
    (row, column), size = ORIENTATIONS[mark]
    assert image.shape[:2] == size
    halves = [image[: size[0] // 2], image[size[0] // 2 :]]
    quarter = np.hsplit(halves[row], 2)[column]
    assert quarter.mean() > 180
    assert image.mean() < 90


def test_sixteen_bit_colour_keeps_its_shades(tmp_path: Path) -> None:
    """OpenCV writes 48-bit colour, as scanners do."""
    ramp = np.linspace(0, 65535, 60).astype(np.uint16)
    picture = np.stack(
        [np.tile(ramp, (40, 1)), np.zeros((40, 60), np.uint16), np.tile(ramp[::-1], (40, 1))], axis=2
    )
    for suffix in ("png", "tiff"):
        path = tmp_path / f"scan.{suffix}"
        assert cv2.imwrite(str(path), picture)
        image = load_picture(path)
        assert image.dtype == np.uint8
        assert np.abs(image.astype(int) - (picture >> 8).astype(int)).max() <= 1


@pytest.mark.parametrize("mode", ["CMYK", "YCbCr", "LAB", "HSV", "RGBX"])
def test_colour_spaces_of_tiff(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "picture.tiff"
    try:
        ImageCms.createProfile("sRGB")
        source = corners().convert(mode) if mode != "LAB" else _lab(corners())
        source.save(path)
    except (OSError, ValueError, KeyError):
        pytest.skip(f"Pillow writes no {mode} here")
    image = load_picture(path)
    assert image.shape == (40, 60, 3)
    assert image[:18, :28].mean() > image[22:, 32:].mean() + 80


def _lab(picture: Image.Image) -> Image.Image:
    to_lab = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB"
    )
    done = ImageCms.applyTransform(picture, to_lab)
    assert done is not None
    return done


@pytest.mark.parametrize("suffix", ["gif", "webp", "png"])
def test_an_animation_is_read_as_its_first_picture(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"moving.{suffix}"
    first, second = corners(), Image.new("RGB", (60, 40), "white")
    first.save(path, save_all=True, append_images=[second, second], duration=100, lossless=True)
    image = load_picture(path)
    assert image[:18, :28].mean() > 180
    assert image[22:, 32:].mean() < 60


def test_transparency_is_shown_on_grey(tmp_path: Path) -> None:
    path = tmp_path / "cut-out.png"
    pixels = np.zeros((40, 60, 4), np.uint8)
    pixels[:20, :, :] = 255
    Image.fromarray(pixels).save(path)
    image = load_picture(path)
    assert image[:20].min() == 255
    assert image[20:].min() == image[20:].max() == 114


def header(width: int, height: int) -> bytes:
    """A PNG that claims to be this large and holds next to nothing."""
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        pytest.param("huge.png", header(60_000, 60_000), "3600 megapixels", id="claims 3600 megapixels"),
        pytest.param("torn.png", header(400, 300), "damaged", id="claims more than it holds"),
        pytest.param("film.mp4", b"\0\0\0\x20ftypisom" + b"\0" * 64, "not a picture", id="a film"),
        pytest.param("phone.heic", b"\0\0\0\x18ftypheic" + b"\0" * 64, "not a picture", id="HEIC"),
        pytest.param("drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture", id="SVG"),
        pytest.param("page.pdf", b"%PDF-1.7", "not a picture", id="PDF"),
        pytest.param("strip.png", header(4000, 8), "4000×8", id="a strip"),
        pytest.param("noise.jpg", bytes(range(256)) * 20, "not a picture", id="noise"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SourceError, match=said) as caught:
        load_picture(path)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_broken_orientation_mark_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "phone.jpg"
    corners().save(path, exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x09garbage that is no list of marks")
    assert load_picture(path).shape == (40, 60, 3)


@pytest.mark.slow
def test_a_hundred_megapixels_are_read(tmp_path: Path) -> None:
    """A hundred megapixels with cards on them: loaded, searched, and the cards named."""
    from bura_datasets.training.plane import draw_card, scaling, shift
    from bura_datasets.training.pool import VALIDATION_SEEDS
    from bura_datasets.training.procedural import DrawnDeck
    from bura_vision.find_then_read import load_detector
    from bura_vision.reading import read_picture

    deck = DrawnDeck(VALIDATION_SEEDS + 3)
    small = np.full((1250, 1000, 3), 60, np.float32)
    for number, name in enumerate(("AS", "KH", "QD", "JC")):
        draw_card(
            small, deck.face(Card.parse(name)), np.asarray(shift(200 + 200 * number, 500) @ scaling(150))
        )
    large = cv2.resize(np.clip(small, 0, 255).astype(np.uint8), (8944, 11180), interpolation=cv2.INTER_LINEAR)
    path = tmp_path / "large.jpg"
    cv2.imwrite(str(path), large)
    image = load_picture(path)
    assert image.shape[0] * image.shape[1] > 99_000_000
    assert {"AS", "KH", "QD", "JC"} <= {str(card.card) for card in read_picture(image, load_detector()).cards}
