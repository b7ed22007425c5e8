"""Building decks, fonts and textures from packages of the public registries, into the cache.

    python -m bura_datasets.training.artwork [--out FOLDER] [--fonts] [--textures]

Packages are fetched with the ordinary clients (npm, apt-get, pip), turned into one picture per card (the drawn
outline cut away, corners rounded as printed cards have them), and each deck's licence is written beside it. Nothing
of this belongs into the project: most of the art is under the GPL or LGPL.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import RANKS, SUITS, Card, Rank, Suit
from bura.errors import BuraError, SourceError
from bura_datasets.training.artwork_lists import FONT_PACKAGES, GNOME_DECKS, TEXTURE_WHEELS
from bura_datasets.training.decks import cache_folder, load_folder_decks

Pixels = NDArray[np.uint8]
CARD_WIDTH = 300
"""pixels of the finished pictures"""
CORNER = 0.055
"""radius of the corners, fraction of the width"""
OUTLINE = 0.012
"""how much is cut away on each side, fraction of the width: the outline that artists draw round a card"""


@dataclass(frozen=True, slots=True)
class Package:
    """One package of one registry."""

    client: str
    """``npm``, ``apt`` or ``pip``"""
    name: str
    version: str
    """for npm and pip; apt gives what the system's release has"""
    licence: str
    """of the art inside, as the package states it"""


GNOME = Package("apt", "gnome-cards-data", "", "GPL-3.0-or-later (two decks LGPL, one CC0 by its metadata)")
CARDS_JS = Package("npm", "cardsJS", "1.1.1", "LGPL-3.0 (Chris Aguilar)")
KENNARD = Package("npm", "@heruka_urgyen/react-playing-cards", "0.5.0", "CC0-1.0 (Adrian Kennard)")
STANDARD = Package("npm", "@younestouati/playing-cards-standard-deck", "3.0.0", "LGPL-3.0")
BLACKJACK = Package(
    "pip", "blackjack-gui", "1.8.1", "MIT package; art looks like Byron Knoll's public-domain set"
)


def fetch(package: Package, folder: Path) -> Path:
    """Fetch and unpack a package into a new folder under ``folder``.

    :raises SourceError: when its client is missing or refuses.
    """
    target = folder / package.name.strip("@").replace("/", "-")
    target.mkdir(parents=True)
    name = (
        f"{package.name}=={package.version}"
        if package.client == "pip"
        else f"{package.name}@{package.version}"
    )
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".", name]
    command = {
        "npm": ["npm", "pack", "--silent", name],
        "apt": ["apt-get", "download", package.name],
        "pip": pip,
    }[package.client]
    try:
        done = subprocess.run(command, cwd=target, capture_output=True, text=True, timeout=900, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SourceError(
            f"{package.name} could not be fetched ({error}): install {command[0]} or try again"
        ) from error
    files = [path for path in target.iterdir() if path.is_file()]
    if done.returncode or not files:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise SourceError(
            f"{package.name} could not be fetched with {command[0]} ({last}): check the registry"
        )
    for file in files:
        _unpack(file, target)
        file.unlink()
    return target


def _unpack(file: Path, target: Path) -> None:
    if file.suffix == ".deb":
        subprocess.run(["dpkg-deb", "-x", str(file), str(target)], check=True, capture_output=True)
    elif file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            wheel.extractall(target)
    else:
        with tarfile.open(file) as archive:
            archive.extractall(target, filter="data")


def render_svg(path: Path, width: int) -> Pixels:
    """(h, ``width``, 4) BGRA of an SVG or SVGZ file.

    :raises SourceError: when the renderer is not installed or cannot read the file.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise SourceError(
            "drawing SVG decks needs resvg: install the extra with pip install 'bura[artwork]'"
        ) from error
    try:
        data = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=width, dpi=96))
    except (ValueError, OSError, RuntimeError) as error:
        raise SourceError(f"{path.name} cannot be drawn ({error}): leave this deck out") from error
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise SourceError(f"{path.name} came out as no colour picture: leave this deck out")
    return np.asarray(picture, np.uint8)


def as_card(picture: Pixels) -> Pixels:
    """(h, 300, 4): trimmed to the card, its outline cut away, corners rounded in alpha.

    :raises SourceError: when the picture is empty.
    """
    if picture.shape[2] == 3:
        picture = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    solid = picture[..., 3] > 100
    rows, columns = np.flatnonzero(solid.mean(axis=1) > 0.3), np.flatnonzero(solid.mean(axis=0) > 0.3)
    if len(rows) < 20 or len(columns) < 20:
        raise SourceError("a card picture is empty: leave this deck out")
    card = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    cut = max(1, round(OUTLINE * card.shape[1]))
    card = card[cut:-cut, cut:-cut].astype(np.float32)
    # paper shows where the artist rounded more than we do
    paper = np.median(card[card[..., 3] > 250][:, :3], axis=0)
    share = card[..., 3:] / 255
    flat = card[..., :3] * share + paper * (1 - share)
    height = round(card.shape[0] * CARD_WIDTH / card.shape[1])
    way = cv2.INTER_AREA if card.shape[1] > CARD_WIDTH else cv2.INTER_CUBIC
    small = cv2.resize(flat, (CARD_WIDTH, height), interpolation=way)
    result = np.empty((height, CARD_WIDTH, 4), np.uint8)
    result[..., :3] = np.clip(small, 0, 255)
    result[..., 3] = round_corners(CARD_WIDTH, height)
    return result


def round_corners(width: int, height: int) -> Pixels:
    """(height, width) alpha of a card."""
    scale, radius = 4, round(CORNER * width * 4)
    mask = np.zeros((height * scale, width * scale), np.uint8)
    right, bottom = width * scale - 1, height * scale - 1
    cv2.rectangle(mask, (radius, 0), (right - radius, bottom), 255, -1)
    cv2.rectangle(mask, (0, radius), (right, bottom - radius), 255, -1)
    for x in (radius, right - radius):
        for y in (radius, bottom - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def save_deck(out: Path, name: str, licence: str, pictures: Iterable[tuple[str, Pixels]]) -> int:
    """Write a deck's pictures and licence; gives how many pictures.

    The folder appears under its name only when it is whole.
    """
    part = out / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    count = 0
    for title, picture in pictures:
        cv2.imwrite(str(part / f"{title}.webp"), as_card(picture), [cv2.IMWRITE_WEBP_QUALITY, 95])
        count += 1
    (part / "LICENCE.txt").write_text(f"{licence}\n", encoding="utf-8")
    shutil.rmtree(out / name, ignore_errors=True)
    part.rename(out / name)
    return count


def gnome_pictures(sheet: Path) -> Iterable[tuple[str, Pixels]]:
    """Cells of a GNOME sheet: columns ace to king, rows clubs to spades, then jokers and the back."""
    picture = render_svg(sheet, 13 * (CARD_WIDTH + 40))
    height, width = picture.shape[0] / 5, picture.shape[1] / 13

    def cell(row: int, column: int) -> Pixels:
        part = picture[
            round(row * height) : round((row + 1) * height),
            round(column * width) : round((column + 1) * width),
        ]
        return np.ascontiguousarray(part)

    ranks = (Rank.ACE, *RANKS[:-1])
    for row, suit in enumerate((Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)):
        for column, rank in enumerate(ranks):
            yield str(Card(rank, suit)), cell(row, column)
    yield "back", cell(4, 2)


def file_pictures(
    folder: Path, face: Callable[[Card], str], backs: dict[str, str] | None = None
) -> Iterable[tuple[str, Pixels]]:
    """One file per card.

    :param face: path of a card's file under the folder.
    :param backs: title to path of the backs.
    """
    wanted = {str(card): face(card) for card in (Card(r, s) for s in SUITS for r in RANKS)} | (backs or {})
    for title, path in wanted.items():
        file = folder / path
        if file.suffix == ".svg":
            yield title, render_svg(file, CARD_WIDTH + 40)
            continue
        picture = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise SourceError(f"{file.name} is missing from its package: leave this deck out")
        yield title, np.asarray(picture, np.uint8)


_WORDS = {Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace"}
_SUIT_WORDS = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}


def _ten_is_t(card: Card) -> str:
    return ("T" if card.rank is Rank.TEN else card.rank.value) + card.suit.value


def _numbered(card: Card) -> str:
    number = {Rank.ACE: 1, Rank.JACK: 11, Rank.QUEEN: 12, Rank.KING: 13}.get(card.rank)
    return f"cards/{number or card.rank.value}{card.suit.value.lower()}.svg"


def _worded(card: Card) -> str:
    court = "2" if card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING) else ""
    return f"blackjack_gui/images/{_WORDS.get(card.rank, card.rank.value)}_of_{_SUIT_WORDS[card.suit]}{court}.png"


def build_decks(out: Path, say: Callable[[str], None]) -> int:
    """Build every deck that is not there yet; gives how many are there in the end.

    A package that cannot be had costs its decks only.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for package, build in _BUILDERS:
            try:
                build(package, Path(work), out, say)
            except BuraError as error:
                say(f"left out: {error}")
    return sum(1 for _ in out.glob("*/LICENCE.txt"))


def _one(
    name: str,
    out: Path,
    licence: str,
    pictures: Callable[[], Iterable[tuple[str, Pixels]]],
    say: Callable[[str], None],
) -> None:
    if (out / name).is_dir():
        return
    try:
        say(f"{name}: {save_deck(out, name, licence, pictures())} pictures")
    except BuraError as error:
        say(f"left out {name}: {error}")


def _gnome(package: Package, work: Path, out: Path, say: Callable[[str], None]) -> None:
    if all((out / name).is_dir() for name in GNOME_DECKS.values()):
        return
    cards = fetch(package, work) / "usr/share/aisleriot/cards"
    for stem, name in GNOME_DECKS.items():
        _one(name, out, package.licence, lambda stem=stem: gnome_pictures(cards / f"{stem}.svgz"), say)  # type: ignore[misc]


def _aguilar(package: Package, work: Path, out: Path, say: Callable[[str], None]) -> None:
    if (out / "aguilar").is_dir():
        return
    folder = fetch(package, work) / "package/cards"
    backs = {"back_blue": "Blue_Back.svg", "back_red": "Red_Back.svg"}
    _one("aguilar", out, package.licence, lambda: file_pictures(folder, lambda c: f"{c}.svg", backs), say)


def _kennard(package: Package, work: Path, out: Path, say: Callable[[str], None]) -> None:
    names = {
        "2color": "kennard",
        "4color": "kennard_4color",
        "2color-bf": "kennard_jumbo",
        "4color-bf": "kennard_jumbo_4color",
    }
    if all((out / name).is_dir() for name in names.values()):
        return
    images = fetch(package, work) / "package/src/images"
    for part, name in names.items():
        folder = images / part
        _one(
            name,
            out,
            package.licence,
            lambda folder=folder: file_pictures(folder, lambda c: f"{_ten_is_t(c)}.svg"),  # type: ignore[misc]
            say,
        )


def _standard(package: Package, work: Path, out: Path, say: Callable[[str], None]) -> None:
    if (out / "standard").is_dir():
        return
    folder = fetch(package, work) / "package"

    def pictures() -> Iterable[tuple[str, Pixels]]:
        # this package's four of spades has a giant 4 printed over it
        return (item for item in file_pictures(folder, _numbered) if item[0] != "4S")

    _one("standard", out, package.licence, pictures, say)


def _knoll(package: Package, work: Path, out: Path, say: Callable[[str], None]) -> None:
    if (out / "knoll").is_dir():
        return
    folder = fetch(package, work)
    _one("knoll", out, package.licence, lambda: file_pictures(folder, _worded), say)


_BUILDERS = (
    (GNOME, _gnome),
    (CARDS_JS, _aguilar),
    (KENNARD, _kennard),
    (STANDARD, _standard),
    (BLACKJACK, _knoll),
)


def gather(
    packages: Iterable[Package], suffixes: tuple[str, ...], out: Path, part: str, say: Callable[[str], None]
) -> int:
    """Copy all files of some kinds out of packages into one folder; gives how many lie there.

    :param part: only files whose path holds this text.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for package in packages:
            marker = out / f".{package.name}"
            if marker.exists():
                continue
            try:
                folder = fetch(package, Path(work))
            except BuraError as error:
                say(f"left out: {error}")
                continue
            for path in folder.rglob("*"):
                if path.is_file() and path.suffix.lower() in suffixes and part in str(path):
                    shutil.copyfile(path, out / path.name)
            marker.touch()
            say(f"{package.name}: done")
            shutil.rmtree(folder, ignore_errors=True)
    return sum(1 for path in out.iterdir() if path.suffix.lower() in suffixes)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m bura_datasets.training.artwork", description=__doc__)
    parser.add_argument("--out", type=Path, default=cache_folder() / "decks", help="folder for the decks")
    parser.add_argument("--fonts", action="store_true", help="fetch fonts for drawn decks as well (100 MB)")
    parser.add_argument("--textures", action="store_true", help="fetch table textures as well (200 MB)")
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        sys.stderr.write(f"{line}\n")

    try:
        say(f"{build_decks(options.out, say)} decks in {options.out}")
        found = load_folder_decks(options.out)
        say(
            f"{sum(len(deck.cards) for deck in found)} of {sum(len(deck.files) for deck in found)} indices found"
        )
        if options.fonts:
            fonts = [Package("apt", name, "", "see the package") for name in FONT_PACKAGES]
            say(f"{gather(fonts, ('.ttf', '.otf'), cache_folder() / 'fonts', '', say)} fonts")
        if options.textures:
            wheels = [Package("pip", name, version, "MIT") for name, version in TEXTURE_WHEELS]
            say(f"{gather(wheels, ('.png', '.jpg'), cache_folder() / 'textures', 'textures', say)} textures")
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
