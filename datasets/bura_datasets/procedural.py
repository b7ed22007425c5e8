"""Decks drawn by procedure: no artwork is needed, and letters, weights and colours vary.

Indices stand in two opposite corners, rank over suit, pips lie as on real cards, courts are figures of
plain shapes that read the same upside down.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card, Rank, Suit
from bura.errors import BuraError
from bura_datasets.decks import PICTURE_PX, Deck, round_off
from bura_datasets.suits import glyph, paint, paint_mask, paint_suit

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = PICTURE_PX
_FINE = 2
"""drawn this much larger, then reduced"""

#: letters of ace, king, queen, jack
LETTERS: dict[str, tuple[str, str, str, str]] = {
    "en": ("A", "K", "Q", "J"),
    "ru": ("Т", "К", "Д", "В"),
    "fr": ("1", "R", "D", "V"),
    "de": ("A", "K", "D", "B"),
}
_PIPS: dict[str, list[tuple[float, float]]] = {
    "2": [(0.5, 0.0), (0.5, 1.0)],
    "3": [(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)],
    "4": [(0, 0), (1, 0), (0, 1), (1, 1)],
    "5": [(0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)],
    "6": [(0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    "7": [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    "8": [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)],
    "9": [(0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5), (0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)],
    "10": [
        (0, 0),
        (1, 0),
        (0.5, 1 / 6),
        (0, 1 / 3),
        (1, 1 / 3),
        (0, 2 / 3),
        (1, 2 / 3),
        (0.5, 5 / 6),
        (0, 1),
        (1, 1),
    ],
}


@dataclass(frozen=True, slots=True)
class Style:
    """How one procedural deck looks."""

    letters: str = "en"
    """a key of `LETTERS`"""
    index_px: int = 44
    """height of the rank's letter on a 300 px wide card"""
    bold: int = 1
    """extra stroke, px"""
    narrow: float = 0.9
    """width factor of the letters"""
    suit_px: int = 38
    """height of the index's suit"""
    margin_px: int = 14
    gap_px: int = 8
    red: Colour = (36, 24, 196)
    black: Colour = (22, 20, 20)
    four_colour: bool = False
    """blue diamonds and green clubs"""
    paper: Colour = (247, 250, 250)
    back: Colour = (130, 52, 28)
    lattice: int = 0
    """pattern of the back: 0 lattice, 1 rings, 2 waves"""

    def ink(self, suit: Suit) -> Colour:
        if self.four_colour and suit is Suit.DIAMONDS:
            return (190, 90, 20)
        if self.four_colour and suit is Suit.CLUBS:
            return (40, 120, 30)
        return self.red if suit in (Suit.DIAMONDS, Suit.HEARTS) else self.black


def random_style(letters: str, rng: Random) -> Style:
    """Another printer's deck with the given letters ("any" draws them too)."""
    chosen = rng.choice(sorted(LETTERS)) if letters == "any" else letters
    backs = [(130, 52, 28), (40, 30, 150), (60, 90, 30), (60, 60, 60), (110, 40, 90), (150, 110, 20)]
    return Style(
        letters=chosen,
        index_px=rng.randint(36, 52),
        bold=rng.randint(0, 3),
        narrow=rng.uniform(0.75, 1.05),
        suit_px=rng.randint(30, 44),
        margin_px=rng.randint(10, 17),
        gap_px=rng.randint(5, 11),
        red=(rng.randint(20, 60), rng.randint(14, 40), rng.randint(170, 220)),
        four_colour=rng.random() < 0.1,
        paper=(rng.randint(236, 250), rng.randint(244, 252), rng.randint(246, 254)),
        back=rng.choice(backs),
        lattice=rng.randrange(3),
    )


def deck_names() -> tuple[str, ...]:
    """What may stand for a procedural deck: procedural, procedural-en, …-ru, …-fr, …-de."""
    return ("procedural", *(f"procedural-{letters}" for letters in LETTERS))


def procedural_deck(name: str, cards: tuple[Card, ...], rng: Random) -> Deck:
    """Draw a deck; ``name`` is one of `deck_names`, plain "procedural" draws the letters by chance.

    :raises BuraError: for another name.
    """
    if name not in deck_names():
        raise BuraError(f"deck {name!r}: choose a folder or one of {', '.join(deck_names())}")
    style = random_style(name.partition("-")[2] or "any", rng)
    faces = {card: draw_card(card, style) for card in cards}
    return Deck(f"{name} ({style.letters})", faces, draw_back(style), "drawn by the program, free of rights")


def letter(card: Card, style: Style) -> str:
    """What stands in the card's index."""
    order = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
    return LETTERS[style.letters][order.index(card.rank)] if card.rank in order else card.rank.value


def draw_card(card: Card, style: Style) -> Pixels:
    """One face, (419, 300, 4) BGRA."""
    k = _FINE
    picture = np.empty((HEIGHT * k, WIDTH * k, 3), np.uint8)
    picture[:] = style.paper
    ink = style.ink(card.suit)
    if card.rank.value in _PIPS:
        _pips(picture, card, ink)
    elif card.rank is Rank.ACE:
        paint_suit(picture, card.suit, (WIDTH * k / 2, HEIGHT * k / 2), 105 * k, ink)
    else:
        _court(picture, card, style, ink)
    _index(picture, card, style, ink)
    turned = np.ascontiguousarray(picture[::-1, ::-1])
    _index(turned, card, style, ink)
    return round_off(np.ascontiguousarray(turned[::-1, ::-1]))


def _index(picture: Pixels, card: Card, style: Style, ink: Colour) -> None:
    """The index of the top-left corner."""
    k = _FINE
    mask = glyph(letter(card, style), style.index_px * k, style.bold * k)
    narrow = style.narrow * (0.78 if card.rank is Rank.TEN else 1.0)
    columns = max(4, round(mask.shape[1] * narrow))
    mask = np.asarray(cv2.resize(mask, (columns, mask.shape[0]), interpolation=cv2.INTER_AREA), np.float32)
    middle = (style.margin_px + 0.45 * style.index_px) * k
    top = (style.margin_px + 3) * k
    paint_mask(
        picture, np.asarray(mask, np.float32), (max(3 * k, round(middle - mask.shape[1] / 2)), top), ink
    )
    centre = (middle, top + mask.shape[0] + (style.gap_px + style.suit_px / 2) * k)
    paint_suit(picture, card.suit, centre, style.suit_px * k, ink, width=0.92)


def _pips(picture: Pixels, card: Card, ink: Colour) -> None:
    k = _FINE
    left, right, top, bottom = 0.335 * WIDTH * k, 0.665 * WIDTH * k, 0.17 * HEIGHT * k, 0.83 * HEIGHT * k
    for x, y in _PIPS[card.rank.value]:
        centre = (left + (right - left) * x, top + (bottom - top) * y)
        paint_suit(picture, card.suit, centre, 57 * k, ink, upside_down=y > 0.5)


def _court(picture: Pixels, card: Card, style: Style, ink: Colour) -> None:
    """A framed figure: a bust above, the same turned below."""
    k = _FINE
    x0, y0, x1, y1 = 0.235 * WIDTH * k, 0.085 * HEIGHT * k, 0.765 * WIDTH * k, 0.915 * HEIGHT * k
    gold, red, blue, dark = (60, 190, 235), style.red, (150, 80, 30), (34, 30, 30)
    half = np.empty((int((y1 - y0) / 2), int(x1 - x0), 3), np.uint8)
    half[:] = style.paper
    rows, columns = half.shape[:2]
    mid = columns / 2
    robe, trim = (red, blue) if card.suit in (Suit.HEARTS, Suit.CLUBS) else (blue, red)

    def shape(points: list[tuple[float, float]], colour: Colour) -> None:
        paint(half, (np.array(points) * [columns, rows],), colour)

    shape([(0.02, 1.0), (0.1, 0.62), (0.34, 0.52), (0.66, 0.52), (0.9, 0.62), (0.98, 1.0)], robe)
    for n in range(5):
        at = 0.12 + 0.19 * n
        shape([(at, 1.0), (at + 0.05, 0.6), (at + 0.1, 1.0)], trim if n % 2 else gold)
    shape([(0.36, 0.54), (0.5, 0.82), (0.64, 0.54), (0.5, 0.6)], gold)
    hair = dark if card.rank is Rank.KING else (40, 150, 210)
    cv2.ellipse(
        half,
        (int(mid), int(0.37 * rows)),
        (int(0.2 * columns), int(0.21 * rows)),
        0,
        0,
        360,
        hair,
        -1,
        cv2.LINE_AA,
    )
    face = (205, 222, 244)
    cv2.ellipse(
        half,
        (int(mid), int(0.37 * rows)),
        (int(0.135 * columns), int(0.16 * rows)),
        0,
        0,
        360,
        face,
        -1,
        cv2.LINE_AA,
    )
    for dx in (-0.055, 0.055):
        cv2.circle(
            half,
            (int(mid + dx * columns), int(0.35 * rows)),
            max(2, int(0.013 * columns)),
            dark,
            -1,
            cv2.LINE_AA,
        )
    cv2.line(
        half,
        (int(mid - 0.04 * columns), int(0.455 * rows)),
        (int(mid + 0.04 * columns), int(0.455 * rows)),
        red,
        k,
        cv2.LINE_AA,
    )
    if card.rank is Rank.KING:
        shape(
            [(0.3, 0.24), (0.27, 0.03), (0.4, 0.13), (0.5, 0.0), (0.6, 0.13), (0.73, 0.03), (0.7, 0.24)], gold
        )
        shape([(0.36, 0.45), (0.5, 0.66), (0.64, 0.45), (0.5, 0.5)], dark)
    elif card.rank is Rank.QUEEN:
        shape(
            [(0.31, 0.24), (0.34, 0.1), (0.42, 0.17), (0.5, 0.06), (0.58, 0.17), (0.66, 0.1), (0.69, 0.24)],
            gold,
        )
        cv2.circle(half, (int(0.8 * columns), int(0.6 * rows)), int(0.07 * columns), red, -1, cv2.LINE_AA)
    else:
        shape([(0.28, 0.25), (0.3, 0.11), (0.68, 0.06), (0.74, 0.2), (0.7, 0.26)], robe)
        cv2.line(
            half,
            (int(0.86 * columns), int(0.2 * rows)),
            (int(0.86 * columns), rows),
            gold,
            3 * k,
            cv2.LINE_AA,
        )
    paint_suit(half, card.suit, (0.16 * columns, 0.17 * rows), 52 * k, ink)
    top, left = int(y0), int(x0)
    picture[top : top + rows, left : left + columns] = half
    picture[top + rows : top + 2 * rows, left : left + columns] = half[::-1, ::-1]
    cv2.rectangle(picture, (left, top), (left + columns, top + 2 * rows), dark, k, cv2.LINE_AA)


def draw_back(style: Style) -> Pixels:
    """The back, (419, 300, 4) BGRA: a white margin and a printed pattern."""
    k = _FINE
    picture = np.empty((HEIGHT * k, WIDTH * k, 3), np.uint8)
    picture[:] = style.paper
    y, x = np.mgrid[0 : HEIGHT * k, 0 : WIDTH * k].astype(np.float32) / k
    x -= WIDTH / 2
    y -= HEIGHT / 2
    if style.lattice == 0:
        wave = np.abs(np.sin((x + y) * np.pi / 16)) * np.abs(np.sin((x - y) * np.pi / 16))
    elif style.lattice == 1:
        cell_x, cell_y = (x + 10) % 20 - 10, (y + 10) % 20 - 10
        wave = np.abs(np.sin(np.hypot(cell_x, cell_y) * np.pi / 7))
    else:
        wave = np.abs(np.sin((x + 6 * np.sin(y * np.pi / 22)) * np.pi / 10))
    share = np.clip((wave - 0.3) * 4, 0, 1)[..., None]
    print_ = np.array(style.back, np.float32) * share + np.array(style.paper, np.float32) * (1 - share)
    inside = (np.abs(x) < WIDTH / 2 - 15) & (np.abs(y) < HEIGHT / 2 - 15)
    picture[inside] = print_[inside].astype(np.uint8)
    frame = (np.abs(x) < WIDTH / 2 - 15) & (np.abs(y) < HEIGHT / 2 - 15)
    inner = (np.abs(x) < WIDTH / 2 - 21) & (np.abs(y) < HEIGHT / 2 - 21)
    picture[frame & ~inner] = style.back
    return round_off(picture)
