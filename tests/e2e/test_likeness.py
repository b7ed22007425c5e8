"""When two pictures of a page count as alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw
from tests.e2e.likeness import LikenessSettings, compare, shrunk
from tests.e2e.pictures_of import FOLDER, load
from tests.e2e.views import SIZES, VIEWS

SETTINGS = LikenessSettings()
GROUND, PANEL, TEXT = 20, 32, 230
KEPT_MOST = 1_000_000


def page(*, panel: bool = True, down: int = 0, blur: bool = False, second: bool = True) -> Image.Image:
    """A dark page of two panels with lines of words."""
    picture = Image.new("L", (1280, 800), GROUND)
    draw = ImageDraw.Draw(picture)
    for left, there in ((40, panel), (660, second)):
        if not there:
            continue
        draw.rectangle((left, 40, left + 580, 360), fill=PANEL)
        for line in range(6):
            top = 60 + line * 48 + down
            for word in range(8):
                draw.rectangle((left + 20 + word * 64, top, left + 70 + word * 64, top + 16), fill=TEXT)
    if blur:
        picture = picture.resize((1279, 799)).resize((1280, 800))
    return shrunk(picture, SETTINGS)


def test_the_same_page_is_alike_however_its_edges_are_smoothed() -> None:
    assert compare(page(), page(), SETTINGS).share == 0
    assert compare(page(blur=True), page(), SETTINGS).problem == ""
    assert compare(page(down=3), page(), SETTINGS).problem == ""


def test_a_missing_or_an_added_panel_is_seen_both_ways() -> None:
    for ours, wanted in ((page(second=False), page()), (page(), page(second=False))):
        found = compare(ours, wanted, SETTINGS)
        assert "looks otherwise" in found.problem
        assert found.where is not None
        red = np.asarray(found.where).astype(int)
        marked = (red[..., 0] - red[..., 1]) > 60
        # the right half is marked, the left is not
        assert marked[:, 170:].any()
        assert not marked[:, :150].any()


def test_another_height_or_width_is_seen() -> None:
    taller = Image.new("L", (320, 230), GROUND)
    assert "(320, 230)" in compare(taller, page(), SETTINGS).problem
    assert compare(Image.new("L", (300, 200), GROUND), page(), SETTINGS).where is None
    # a line that is broken otherwise does not matter
    cut = page().crop((0, 0, 320, 197))
    assert compare(cut, page(), SETTINGS).problem == ""


def test_every_view_has_its_pictures_and_they_weigh_little() -> None:
    wanted = {f"{name}-{size}.webp" for name in VIEWS for size in SIZES}
    assert {path.name for path in FOLDER.glob("*.webp")} == wanted
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < KEPT_MOST
    for path in map(Path, FOLDER.glob("*.webp")):
        width = SIZES[path.stem.rpartition("-")[2]][0]
        assert load(path).width == width // SETTINGS.shrink
