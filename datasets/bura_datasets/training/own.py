"""A deck of one's own, from one photograph per card.

    python -m bura_datasets.training.own PHOTOS DECK [--licence TEXT]

``PHOTOS`` holds ``AS.jpg 10H.png … back.jpg``, each showing one card whole, seen from above, on a plain ground that
differs from the paper; pictures already cut to the card serve as well. ``DECK`` becomes a deck folder as the
generators read it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS
from bura.errors import BuraError, SourceError
from bura_datasets.training.artwork import CARD_WIDTH, round_corners
from bura_datasets.training.decks import SUFFIXES, load_folder_deck

Pixels = NDArray[np.uint8]
#: a card's height over its width lies between these
ASPECT = (1.2, 1.8)
#: a card fills at least this share of its photograph
MIN_AREA = 0.08


def card_quad(picture: Pixels) -> NDArray[np.float32] | None:
    """(4, 2) corners of the card, clockwise from a top left with the long side downwards; None when none is seen."""
    height, width = picture.shape[:2]
    border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]]).astype(np.float32)
    ground = np.median(border, axis=0)
    distance = np.abs(picture.astype(np.float32) - ground).sum(axis=2)
    grey = np.clip(distance, 0, 255).astype(np.uint8)
    grey = np.asarray(cv2.GaussianBlur(grey, (5, 5), 0), np.uint8)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:3]:
        hull = cv2.convexHull(contour)
        if cv2.contourArea(hull) < MIN_AREA * width * height:
            return None
        quad = _four_sides(hull)
        if quad is not None:
            return quad
    return None


def _four_sides(hull: NDArray[np.integer | np.floating]) -> NDArray[np.float32] | None:
    """The quadrilateral round a card's outline with its rounded corners, when it has a card's proportions."""
    rect = cv2.minAreaRect(hull)
    short, long = sorted(rect[1])
    if short < 20 or not ASPECT[0] <= long / short <= ASPECT[1]:
        return None
    if cv2.contourArea(hull) < 0.85 * short * long:
        return None
    corners = cv2.boxPoints(rect)  # clockwise
    if np.hypot(*(corners[1] - corners[0])) > np.hypot(*(corners[2] - corners[1])):
        corners = np.roll(corners, -1, axis=0)
    # of the two ways up, the one nearer to how the photograph was taken
    if corners[0][1] > corners[3][1]:
        corners = np.roll(corners, 2, axis=0)
    return corners.astype(np.float32)


def cut_card(picture: Pixels, name: str) -> Pixels:
    """(h, 300, 4): the card of a photograph, upright, with rounded corners.

    :raises SourceError: when no card is seen.
    """
    height, width = picture.shape[:2]
    quad = card_quad(picture)
    if quad is None:
        if not ASPECT[0] <= height / width <= ASPECT[1]:
            raise SourceError(
                f"no card is to be seen on {name}: photograph it whole, from above, on a plain dark ground"
            )
        quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    tall = float(np.hypot(*(quad[3] - quad[0])) / np.hypot(*(quad[1] - quad[0])))
    out_height = round(CARD_WIDTH * tall)
    target = np.array([[0, 0], [CARD_WIDTH, 0], [CARD_WIDTH, out_height], [0, out_height]], np.float32)
    shrink = float(np.hypot(*(quad[1] - quad[0]))) / CARD_WIDTH
    if shrink > 1.5:  # plain interpolation would skip pixels
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.35 * shrink), np.uint8)
    warped = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(quad, target), (CARD_WIDTH, out_height), flags=cv2.INTER_LINEAR
    )
    return np.dstack([np.asarray(warped, np.uint8), round_corners(CARD_WIDTH, out_height)])


def photographs_of(folder: Path) -> Iterable[tuple[str, Path]]:
    """Titles (card or back) and files of a folder of photographs."""
    names = {str(card) for card in CARDS}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SUFFIXES and (path.stem in names or path.stem.startswith("back")):
            yield path.stem, path


def make_deck(photos: Path, out: Path, licence: str) -> int:
    """Cut all cards of a folder; gives on how many of them the index was found.

    :raises SourceError: when the folder holds no cards, one of them is not seen, or no index is found.
    """
    if not photos.is_dir():
        raise SourceError(f"{photos} is no folder: give one with AS.jpg, 10H.jpg and so on")
    found = list(photographs_of(photos))
    if not found:
        raise SourceError(
            f"{photos} holds no pictures of cards: name them AS.jpg, 10H.jpg, back.jpg and so on"
        )
    out.mkdir(parents=True, exist_ok=True)
    for title, path in found:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            raise SourceError(f"{path} cannot be read as a picture: replace it")
        cv2.imwrite(str(out / f"{title}.png"), cut_card(np.asarray(picture, np.uint8), path.name))
    (out / "LICENCE.txt").write_text(f"{licence}\n", encoding="utf-8")
    return len(load_folder_deck(out).cards)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m bura_datasets.training.own", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("deck", type=Path, help="folder to write")
    parser.add_argument("--licence", default="private", help="noted beside the deck")
    options = parser.parse_args(arguments)
    try:
        count = make_deck(options.photos, options.deck, options.licence)
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stderr.write(f"{count} cards with an index in {options.deck}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
