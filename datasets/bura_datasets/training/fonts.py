"""Fonts for drawn decks: whatever is installed, and what the builder put into the cache.

`python -m bura_datasets.training.artwork` fetches some sixty free font packages; without them the system's fonts
serve.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bura.cards import Suit
from bura.errors import SourceError
from bura_datasets.training.decks import cache_folder

Mask = NDArray[np.uint8]

SYSTEM_FONTS = Path("/usr/share/fonts")
LATIN = "0123456789AKQJRDVB"
CYRILLIC = "ТКДВ"
#: parts of file names of fonts that are no letters for cards: symbols, other scripts, double styles
UNSUITABLE = (
    "emoji", "math", "symbol", "music", "dingbat", "unifont", "d050000l", "bitmap", "fallback",
    "lmmono", "hinted", "variable", "[", "slanted", "oblique", "italic", "caps", "smc", "lcsc", "it.", "bi.", "-i.",
)  # fmt: skip
#: fonts whose signs cannot be trusted: these draw a club for the spade and a spade for the club
SWAPPED_SUITS = ("FreeSerifBold",)
#: fonts of the Noto family that draw Latin letters; the rest repeat them
NOTO_LATIN = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-", "NotoSansMono-")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A usable font."""

    path: Path
    family: str
    """the family's name as the font states it"""
    cyrillic: bool
    suits: bool
    """whether it draws ♣ ♦ ♥ ♠"""


@functools.lru_cache(maxsize=64)
def _font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def text_mask(path: Path, text: str, height: int, stroke: float = 0.0) -> Mask:
    """The text's ink, (``height``, w) 0..255, cropped to the ink.

    :param stroke: extra thickness as a fraction of the height.
    :raises SourceError: when the font draws nothing for the text.
    """
    size = max(24, height * 2)
    font = _font(path, size)
    width = round(stroke * size)
    box = font.getbbox(text, stroke_width=width)
    image = Image.new("L", (max(1, int(box[2] - box[0]) + 8), max(1, int(box[3] - box[1]) + 8)))
    ImageDraw.Draw(image).text((4 - box[0], 4 - box[1]), text, fill=255, font=font, stroke_width=width)
    mask = np.asarray(image, np.uint8)
    rows, columns = np.flatnonzero(mask.max(axis=1) > 40), np.flatnonzero(mask.max(axis=0) > 40)
    if not len(rows):
        raise SourceError(f"font {path.name} draws nothing for {text!r}: choose another font")
    ink = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    wide = max(1, round(ink.shape[1] * height / ink.shape[0]))
    return np.asarray(cv2.resize(ink, (wide, height), interpolation=cv2.INTER_AREA), np.uint8)


def _draws(path: Path, letters: str) -> bool:
    """Whether the font has its own drawing for every letter (not the box for "missing")."""
    try:
        font = _font(path, 40)
        missing = bytes(font.getmask("\U0010fffe"))
        for letter in letters:
            mask = font.getmask(letter)
            if bytes(mask) == missing or not any(bytes(mask)):
                return False
    except (OSError, ValueError):
        return False
    return True


@functools.lru_cache(maxsize=4)
def find_fonts(folder: Path | None = None) -> tuple[FontFile, ...]:
    """Usable fonts in a folder; by default those in the cache and, with them, the system's.

    :raises SourceError: when there is none.
    """
    folders = [folder] if folder is not None else [cache_folder() / "fonts", SYSTEM_FONTS]
    found: dict[str, FontFile] = {}
    for place in folders:
        for path in sorted(place.rglob("*")):
            name = path.name
            if path.suffix.lower() not in (".ttf", ".otf") or name in found:
                continue
            if any(part in name.lower() for part in UNSUITABLE):
                continue
            if name.startswith("Noto") and not name.startswith(NOTO_LATIN):
                continue
            if _draws(path, LATIN):
                family = str(_font(path, 40).getname()[0])
                suits = not name.startswith(SWAPPED_SUITS) and _draws(path, "♣♦♥♠")
                found[name] = FontFile(path, family, _draws(path, CYRILLIC), suits)
    if not found:
        raise SourceError(
            f"no usable font under {folders[0]}: run python -m bura_datasets.training.artwork --fonts"
        )
    return tuple(found.values())


def choose_font(rng: np.random.Generator, *, cyrillic: bool, folder: Path | None = None) -> FontFile:
    """A font of a random family: large families must not crowd out small ones.

    :raises SourceError: when no font has the letters.
    """
    fonts = [f for f in find_fonts(folder) if f.cyrillic or not cyrillic]
    if not fonts:
        raise SourceError(
            "no font has Cyrillic letters: run python -m bura_datasets.training.artwork --fonts"
        )
    families = sorted({f.family for f in fonts})
    family = families[int(rng.integers(len(families)))]
    members = [f for f in fonts if f.family == family]
    return members[int(rng.integers(len(members)))]


_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def suit_mask(font: FontFile, suit: Suit, width: int, height: int) -> Mask:
    """A font's suit sign filling (``height``, ``width``)."""
    mask = text_mask(font.path, _SIGNS[suit], height)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
