"""Decks of card pictures: read from a folder, and built from artwork that may be used freely.

The artwork is Adrian Kennard's deck (CC0), fetched as an npm package when it is wanted; only its pictures
are used, none of the package's program. Nothing of it lies in this project.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, Card
from bura.errors import SourceError

Pixels = NDArray[np.uint8]
SUFFIXES = (".webp", ".png")
PICTURE_PX = (300, 419)
"""width and height of a card picture that is drawn or rendered here"""
CORNER = 0.055
"""radius of a card's corners as a share of its width"""

KENNARD = "kennard"
KENNARD_PACKAGE = "@heruka_urgyen/react-playing-cards@0.5.0"
KENNARD_LICENCE = (
    "CC0 1.0: playing cards by Adrian Kennard (www.me.uk/cards), from the npm package " + KENNARD_PACKAGE
)


@dataclass(frozen=True, slots=True)
class Deck:
    """Pictures of the cards and of their back, (h, w, 4) BGRA with transparent rounded corners."""

    name: str
    faces: dict[Card, Pixels] = field(repr=False)
    back: Pixels = field(repr=False)
    licence: str = "unknown"


def round_off(picture: Pixels) -> Pixels:
    """A BGR picture at `PICTURE_PX` with rounded corners in alpha."""
    width, height = PICTURE_PX
    small = cv2.resize(picture, PICTURE_PX, interpolation=cv2.INTER_AREA)
    mask = np.zeros((height * 4, width * 4), np.uint8)
    r = int(CORNER * width * 4)
    cv2.rectangle(mask, (r, 0), (width * 4 - r, height * 4), 255, -1)
    cv2.rectangle(mask, (0, r), (width * 4, height * 4 - r), 255, -1)
    for x in (r, width * 4 - r - 1):
        for y in (r, height * 4 - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    alpha = cv2.resize(mask, PICTURE_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(np.dstack([small, alpha]), dtype=np.uint8)


def _read(path: Path) -> Pixels:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] not in (3, 4):
        raise SourceError(f"card picture {path} cannot be read as a colour picture: replace it")
    if picture.shape[2] == 3:
        return round_off(np.asarray(picture, dtype=np.uint8))
    return np.asarray(picture, dtype=np.uint8)


def load_deck(folder: Path, cards: tuple[Card, ...], back: str = "back") -> Deck:
    """Read ``AS.webp 10H.png … back*.webp`` from a folder; the first back by name that starts with ``back``.

    :raises SourceError: when the folder, a card or the back is missing or not a picture.
    """
    if not folder.is_dir():
        raise SourceError(
            f"deck {folder} is no folder: give a folder with AS.webp … back.webp, or the word {KENNARD} or procedural"
        )
    faces: dict[Card, Pixels] = {}
    for card in cards:
        found = [folder / f"{card}{suffix}" for suffix in SUFFIXES if (folder / f"{card}{suffix}").is_file()]
        if not found:
            raise SourceError(f"deck {folder} has no picture of {card}: add {card}.webp or {card}.png")
        faces[card] = _read(found[0])
    backs = sorted(path for suffix in SUFFIXES for path in folder.glob(f"{back}*{suffix}"))
    if not backs:
        raise SourceError(f"deck {folder} has no back: add a file such as {back}.webp")
    note = folder / "LICENCE.txt"
    licence = note.read_text(encoding="utf-8").splitlines()[0] if note.is_file() else "unknown"
    return Deck(folder.name, faces, _read(backs[0]), licence)


def cache_folder() -> Path:
    """Where built decks are kept: ``$XDG_CACHE_HOME/bura/decks``, normally ``~/.cache/bura/decks``."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "bura" / "decks"


def kennard_folder() -> Path:
    """The folder of Kennard's deck, built on first use (needs npm and the package resvg-py).

    :raises SourceError: when it cannot be fetched or rendered.
    """
    folder = cache_folder() / KENNARD
    if not (folder / "LICENCE.txt").is_file():
        build_kennard(folder)
    return folder


def build_kennard(folder: Path) -> None:
    """Fetch Kennard's deck with ``npm pack`` and render it into ``folder``: 52 faces and two backs as PNG.

    The black outline round each card is cut away (printed cards have none) and the corners are rounded.

    :raises SourceError: naming the tool that is missing or failed.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise SourceError(
            f"deck {KENNARD} is fetched with npm, which is not installed: install it, or use --deck procedural"
        )
    with tempfile.TemporaryDirectory() as scratch:
        room = Path(scratch)
        run = subprocess.run(
            [npm, "pack", "--silent", KENNARD_PACKAGE], cwd=room, capture_output=True, text=True, check=False
        )
        packed = list(room.glob("*.tgz"))
        if run.returncode != 0 or not packed:
            raise SourceError(
                f"deck {KENNARD}: npm could not fetch {KENNARD_PACKAGE}; look at your network, or use --deck procedural"
            )
        with tarfile.open(packed[0]) as archive:
            archive.extractall(room, filter="data")
        pictures = room / "package" / "src" / "images"
        made = room / "made"
        made.mkdir()
        for card in CARDS:
            name = str(card).replace("10", "T")
            svg = (pictures / "2color" / f"{name}.svg").read_text(encoding="utf-8")
            cv2.imwrite(str(made / f"{card}.png"), round_off(_render(svg)))
        back = (pictures / "back.svg").read_text(encoding="utf-8")
        for colour, code in (("navy", "#1d3a78"), ("red", "#a3202c")):
            # The fine black print would melt into grey from above: colour it and make it coarser.
            print_ = back.replace('Z" fill="black"', f'Z" fill="{code}"')
            print_ = print_.replace('<pattern id="B1"', '<pattern id="B1" patternTransform="scale(2.4)"')
            cv2.imwrite(str(made / f"back_{colour}.png"), round_off(_render(print_)))
        (made / "LICENCE.txt").write_text(KENNARD_LICENCE + "\n", encoding="utf-8")
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, folder, dirs_exist_ok=True)


def _render(svg: str) -> Pixels:
    """Kennard's SVG as a BGR picture twice as large as wanted, without its outline."""
    try:
        import resvg_py
    except ImportError:
        raise SourceError(
            f"deck {KENNARD} is rendered with resvg-py, which is not installed:"
            " pip install 'bura[artwork]', or use --deck procedural"
        ) from None
    cut = svg.replace('viewBox="-120 -168 240 336"', 'viewBox="-118 -166 236 332"', 1)
    width, height = PICTURE_PX[0] * 2, PICTURE_PX[1] * 2
    data = bytes(
        resvg_py.svg_to_bytes(svg_string=cut, width=width, height=height, dpi=96.0, background="#ffffff")
    )
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise SourceError(f"deck {KENNARD}: resvg-py gave no picture; update it, or use --deck procedural")
    return np.asarray(picture, dtype=np.uint8)
