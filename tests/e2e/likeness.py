"""Are two pictures of a page alike? Where a panel stands counts; how a browser smooths an edge does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image

Grey = npt.NDArray[np.float32]
"""a picture in grey, H x W, 0 (black) to 255"""


@dataclass(frozen=True)
class LikenessSettings:
    """What still counts as the same page."""

    shrink: int = 4
    """a stored picture is so many times smaller than the page"""
    cell: int = 4
    """pixels of a stored picture, each way, that are compared as one: 16 pixels of the page"""
    step: float = 9.0
    """grey levels by which a cell may be off; a panel's ground differs from the page's by about 12"""
    slack: float = 0.3
    """… and beside strong contrast, such as words, by this part of it more: they may stand some pixels lower"""
    share: float = 0.004
    """so large a part of all cells may be off"""
    taller: int = 24
    """pixels of the page by which its height may differ"""


def shrunk(picture: Image.Image, settings: LikenessSettings) -> Image.Image:
    """The picture as it is stored: grey and small."""
    grey = picture.convert("L")
    size = (max(1, grey.width // settings.shrink), max(1, grey.height // settings.shrink))
    return grey.resize(size, Image.Resampling.BOX)


def cells(small: Image.Image, settings: LikenessSettings) -> Grey:
    """Mean grey of each cell of a stored picture."""
    size = (max(1, small.width // settings.cell), max(1, small.height // settings.cell))
    return np.asarray(small.convert("L").resize(size, Image.Resampling.BOX), np.float32)


def off(ours: Grey, wanted: Grey, slack: float) -> Grey:
    """How far each cell lies outside of what the other picture has there and beside it, both ways.

    A line that stands half a cell lower is no difference, something that is missing is one.

    :param ours: H x W
    :param wanted: of the same size
    :param slack: see `LikenessSettings`
    :returns: H x W grey levels, 0 where the pictures agree
    """
    return np.asarray(np.maximum(_beyond(ours, wanted, slack), _beyond(wanted, ours, slack)), np.float32)


def _beyond(cell: Grey, other: Grey, slack: float) -> Grey:
    padded = np.pad(other, 1, mode="edge")
    height, width = cell.shape
    around = np.stack([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)])
    low, high = around.min(0), around.max(0)
    far = np.maximum(low - cell, cell - high) - slack * (high - low)
    return np.asarray(np.maximum(0, far), np.float32)


@dataclass(frozen=True)
class Likeness:
    """How two pictures compare."""

    share: float
    """part of the cells that are off, 0 to 1"""
    problem: str
    """what is wrong in one sentence; empty when the pictures are alike"""
    where: Image.Image | None
    """our picture with the cells that are off in red; None when the sizes do not match"""


def compare(ours: Image.Image, wanted: Image.Image, settings: LikenessSettings | None = None) -> Likeness:
    """Compare two stored pictures of one page.

    :param ours: the page as it is, shrunk
    :param wanted: the page as it should be, shrunk
    """
    settings = settings or LikenessSettings()
    taller = abs(ours.height - wanted.height) * settings.shrink
    if ours.width != wanted.width or taller > settings.taller:
        return Likeness(1.0, f"it is {ours.size}, not {wanted.size} (in quarters of pixels)", None)
    height = min(ours.height, wanted.height)
    box = (0, 0, ours.width, height)
    both = cells(ours.crop(box), settings), cells(wanted.crop(box), settings)
    differs = off(*both, settings.slack) > settings.step
    share = float(differs.mean())
    problem = f"{share:.2%} of it looks otherwise" if share > settings.share else ""
    return Likeness(share, problem, _marked(ours.crop(box), differs))


def _marked(ours: Image.Image, differs: npt.NDArray[np.bool_]) -> Image.Image:
    mask = Image.fromarray(differs.astype(np.uint8) * 140).resize(ours.size, Image.Resampling.NEAREST)
    marked = ours.convert("RGB")
    marked.paste((255, 0, 0), (0, 0), mask)
    return marked
