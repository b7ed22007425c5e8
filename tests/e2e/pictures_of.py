"""Pictures of the pages: taking, keeping and finding them."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page
from tests.e2e.browser import ROOT
from tests.e2e.likeness import LikenessSettings, shrunk

FOLDER = ROOT / "tests" / "e2e" / "pictures"


def kept(page: Page, settings: LikenessSettings) -> Image.Image:
    """The whole page as it is kept: grey and small."""
    return shrunk(Image.open(io.BytesIO(page.screenshot(full_page=True, animations="disabled"))), settings)


def path_of(name: str, size: str) -> Path:
    """Where the picture of a view on a screen is kept."""
    return FOLDER / f"{name}-{size}.webp"


def load(path: Path) -> Image.Image:
    """A picture that was kept."""
    with Image.open(path) as picture:
        return picture.convert("L")
