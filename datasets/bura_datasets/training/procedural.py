"""Decks drawn by procedure, without end: every seed is another deck.

A deck is a `DeckDesign` (all choices) and a `DrawnDeck` that draws faces from it when they are asked for. The marks of
its indices are exact, because the drawing places the ink itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import CARDS, SUITS, Card, Rank, Suit
from bura_datasets.training.backs import draw_back
from bura_datasets.training.courts import CourtSource, draw_court
from bura_datasets.training.faces import Box, CardFace, IndexMark, Pixels
from bura_datasets.training.fonts import FontFile, choose_font, find_fonts, suit_mask, text_mask
from bura_datasets.training.labels import LETTERINGS, Lettering
from bura_datasets.training.suit_shapes import SuitStyle, draw_suit

Mask = NDArray[np.uint8]
Colour = tuple[float, float, float]
"""blue, green, red"""

FACE_WIDTH = 360
"""pixels; an index of a usual deck is then about 90 px high"""

#: four-colour schemes: the hue of clubs, diamonds, hearts, spades; None is the deck's own black or red
FOUR_COLOUR: tuple[tuple[Colour | None, Colour | None, Colour | None, Colour | None], ...] = (
    ((40, 130, 20), (210, 60, 10), None, None),  # poker: green clubs, blue diamonds
    (None, (20, 165, 235), None, (50, 125, 30)),  # skat: green spades, yellow diamonds
    ((90, 150, 50), (40, 190, 225), None, (190, 80, 40)),  # green clubs, yellow diamonds, blue spades
)

#: pips of the numerals: columns -1, 0, 1 and heights 0..1 (above one half they are upside down)
_COLUMNS = {
    2: ((0, 0.0), (0, 1.0)),
    3: ((0, 0.0), (0, 0.5), (0, 1.0)),
    4: ((-1, 0.0), (1, 0.0), (-1, 1.0), (1, 1.0)),
    5: ((-1, 0.0), (1, 0.0), (0, 0.5), (-1, 1.0), (1, 1.0)),
    6: ((-1, 0.0), (1, 0.0), (-1, 0.5), (1, 0.5), (-1, 1.0), (1, 1.0)),
    7: ((-1, 0.0), (1, 0.0), (0, 0.25), (-1, 0.5), (1, 0.5), (-1, 1.0), (1, 1.0)),
    8: ((-1, 0.0), (1, 0.0), (0, 0.25), (-1, 0.5), (1, 0.5), (0, 0.75), (-1, 1.0), (1, 1.0)),
    9: (*((c, h) for c in (-1, 1) for h in (0.0, 1 / 3, 2 / 3, 1.0)), (0, 0.5)),
    10: (*((c, h) for c in (-1, 1) for h in (0.0, 1 / 3, 2 / 3, 1.0)), (0, 1 / 6), (0, 5 / 6)),
}


@dataclass(frozen=True, slots=True)
class DeckDesign:
    """All choices of one drawn deck; lengths are fractions of the card's height unless said otherwise."""

    lettering: Lettering
    font: FontFile
    suit_font: FontFile | None
    """font of the suit signs; None for drawn ones"""
    suit_style: SuitStyle
    aspect: float
    """height over width of the card"""
    letter_height: float
    letter_stretch: float
    """horizontal stretch of the letters"""
    letter_stroke: float
    """extra thickness, fraction of the letters' height"""
    ten_width: float
    """the widest that "10" may be, fraction of its height"""
    pip_height: float
    """height of the index's suit sign, fraction of the letters' height"""
    pip_aspect: float
    """its width over its height"""
    gap: float
    """between letters and sign, fraction of the letters' height"""
    margin: tuple[float, float]
    """index's distance from the left and the upper edge, fraction of the card's width"""
    beside: bool
    """the sign stands beside the letters, not under them"""
    corners: tuple[int, ...]
    """which corners have an index: 0 upper left, 1 upper right, 2 lower right, 3 lower left"""
    body_pip: float
    """height of the body's pips"""
    body: str
    """``pips``, ``number`` (one large sign or number in the middle) or ``blank``"""
    framed: bool
    """thin line round the body of all cards"""
    black: Colour
    red: Colour
    four_colour: int | None
    """number of the scheme in `FOUR_COLOUR`"""
    paper: Colour
    wear: float
    """0 new … 1 worn"""

    @classmethod
    def random(cls, rng: np.random.Generator, fonts: Path | None = None) -> DeckDesign:
        """The choices of some deck."""
        weights = np.array([lettering.weight for lettering in LETTERINGS])
        lettering = LETTERINGS[int(rng.choice(len(LETTERINGS), p=weights / weights.sum()))]
        font = choose_font(rng, cyrillic=lettering.cyrillic, folder=fonts)
        signs = [f for f in find_fonts(fonts) if f.suits]
        jumbo = rng.random() < 0.15
        letter = rng.uniform(0.14, 0.23) if jumbo else float(np.exp(rng.normal(np.log(0.088), 0.24)))
        corners = [(0, 2), (0, 1, 2, 3), (0,), (0, 1)][int(rng.choice(4, p=[0.77, 0.13, 0.05, 0.05]))]
        beside = bool(rng.random() < 0.03)
        tint = rng.uniform(0, 1)
        shade = rng.uniform(0.93, 1.0)
        dark = rng.uniform(0, 55)
        return cls(
            lettering=lettering,
            font=font,
            suit_font=signs[int(rng.integers(len(signs)))] if signs and rng.random() < 0.4 else None,
            suit_style=SuitStyle.random(rng),
            aspect=rng.uniform(1.36, 1.62),
            letter_height=float(np.clip(letter, 0.05, 0.23)),
            letter_stretch=float(np.clip(rng.normal(0.82, 0.17), 0.45, 1.15)),
            letter_stroke=float(rng.choice([0.0, 0.0, rng.uniform(0, 0.03)])),
            ten_width=rng.uniform(0.62, 1.15),
            pip_height=rng.uniform(0.5, 1.0) if not jumbo else rng.uniform(0.5, 0.85),
            pip_aspect=rng.uniform(0.72, 1.05),
            gap=rng.uniform(0.03, 0.32),
            margin=(rng.uniform(0.02, 0.075), rng.uniform(0.02, 0.085)),
            beside=beside,
            corners=corners,
            body_pip=rng.uniform(0.11, 0.19),
            body=str(rng.choice(["pips", "number", "blank"], p=[0.84, 0.12, 0.04])),
            framed=bool(rng.random() < 0.06),
            black=(dark, dark * rng.uniform(0.7, 1), dark * rng.uniform(0.6, 1)),
            red=(rng.uniform(10, 75), rng.uniform(10, 65), rng.uniform(165, 240)),
            four_colour=int(rng.integers(len(FOUR_COLOUR))) if rng.random() < 0.15 else None,
            paper=(255 * shade * (1 - 0.12 * tint**3), 255 * shade * (1 - 0.04 * tint**3), 255 * shade),
            wear=float(rng.beta(1.2, 3.5)),
        )

    def colour(self, suit: Suit) -> Colour:
        """Ink of a suit."""
        if self.four_colour is not None:
            own = FOUR_COLOUR[self.four_colour][SUITS.index(suit)]
            if own is not None:
                return own
        return self.red if suit in (Suit.DIAMONDS, Suit.HEARTS) else self.black


@dataclass(eq=False)
class DrawnDeck:
    """A deck drawn from a design; see `TrainingDeck`."""

    seed: int
    fonts: Path | None = None
    courts: CourtSource | None = None
    """where pictures for court cards come from; None draws figures"""
    plain_backs: bool = False
    """backs of one colour instead of any pattern"""
    design: DeckDesign = field(init=False)
    _worn: NDArray[np.float32] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        self.design = DeckDesign.random(np.random.default_rng([self.seed, 0]), self.fonts)

    @property
    def name(self) -> str:
        """``drawn-17``."""
        return f"drawn-{self.seed}"

    @property
    def cards(self) -> Sequence[Card]:
        """All 52."""
        return CARDS

    def face(self, card: Card) -> CardFace:
        """Draw one face."""
        rng = np.random.default_rng([self.seed, 1, CARDS.index(card)])
        d = self.design
        width, height = FACE_WIDTH, round(FACE_WIDTH * d.aspect)
        canvas = np.empty((height, width, 3), np.float32)
        canvas[:] = d.paper
        mark, stamp = self._index(card, width)
        self._body(canvas, card, rng, mark)
        marks = self._print_indices(canvas, card, mark, stamp)
        wear = self._wear_map(height, width)
        if wear is not None:  # one map for the deck, turned four ways
            turned = wear[:: int(rng.choice([1, -1])), :: int(rng.choice([1, -1]))]
            np.multiply(canvas, turned, out=canvas)
        return CardFace(rounded(canvas, 0.055), marks, card)

    def back(self, number: int) -> CardFace | None:
        """Draw one of the deck's backs."""
        height = round(FACE_WIDTH * self.design.aspect)
        rng = np.random.default_rng([self.seed, 2, number])
        return CardFace(
            rounded(draw_back(rng, FACE_WIDTH, height, self.plain_backs).astype(np.float32), 0.055)
        )

    def _wear_map(self, height: int, width: int) -> NDArray[np.float32] | None:
        if self.design.wear < 0.12:
            return None
        if self._worn is None:
            self._worn = _worn(height, width, self.design.wear, np.random.default_rng([self.seed, 3]))
        return self._worn

    def _sign(self, suit: Suit, width: int, height: int) -> Mask:
        if self.design.suit_font is not None:
            return suit_mask(self.design.suit_font, suit, width, height)
        return draw_suit(suit, self.design.suit_style, width, height)

    def _letters(self, rank: Rank, height: int) -> Mask:
        d = self.design
        mask = text_mask(d.font.path, d.lettering.text(rank), height, d.letter_stroke)
        wide = mask.shape[1] * d.letter_stretch
        if rank is Rank.TEN:
            wide = min(wide, d.ten_width * height)
        return np.asarray(
            cv2.resize(mask, (max(3, round(wide)), height), interpolation=cv2.INTER_AREA), np.uint8
        )

    def _index(self, card: Card, width: int) -> tuple[IndexMark, Mask]:
        """The mark in the upper left corner, and the ink of its box."""
        d = self.design
        letters = self._letters(card.rank, max(10, round(d.letter_height * d.aspect * width)))
        lh, lw = letters.shape
        ph = max(8, round(lh * d.pip_height))
        sign = self._sign(card.suit, min(max(7, round(ph * d.pip_aspect)), round(0.36 * FACE_WIDTH)), ph)
        pw, gap = sign.shape[1], max(1, round(d.gap * lh))
        left, top = round(d.margin[0] * width), round(d.margin[1] * width)
        if d.beside:
            column = max(lh, ph)
            rank_at = (left, top + (column - lh) // 2)
            suit_at = (left + lw + gap, top + (column - ph) // 2)
        else:
            usual = max(
                pw, lw, round(0.75 * lh * d.letter_stretch)
            )  # all stand centred on the line of a column
            middle = left + usual / 2
            rank_at = (round(middle - lw / 2), top)
            suit_at = (round(middle - pw / 2), top + lh + gap)
        mark = IndexMark(_tight(letters, rank_at), _tight(sign, suit_at))
        stamp = np.zeros(
            (max(rank_at[1] + lh, suit_at[1] + ph), max(rank_at[0] + lw, suit_at[0] + pw)), np.uint8
        )
        paste_mask(stamp, letters, rank_at)
        paste_mask(stamp, sign, suit_at)
        return mark, stamp

    def _print_indices(
        self, canvas: NDArray[np.float32], card: Card, mark: IndexMark, stamp: Mask
    ) -> tuple[IndexMark, ...]:
        """Print the stamp in every corner that has an index."""
        d = self.design
        height, width = canvas.shape[:2]
        right = round(width - mark.box[0] - mark.box[2])
        marks = []
        for corner in d.corners:
            x = right if corner in (1, 3) else 0
            placed = IndexMark(_moved(mark.rank, x), _moved(mark.suit, x))
            part = canvas[: stamp.shape[0], x : x + stamp.shape[1]]
            if corner in (2, 3):
                placed = placed.turned_half(width, height)
                part = canvas[::-1, ::-1][: stamp.shape[0], x : x + stamp.shape[1]]
            ink(part, stamp[:, : part.shape[1]], d.colour(card.suit))
            # the long side of a pair side by side is read from the letters to the sign: up is to the left
            marks.append(IndexMark(placed.rank, placed.suit, (placed.turn + 3) % 4) if d.beside else placed)
        return tuple(marks)

    def _body(
        self, canvas: NDArray[np.float32], card: Card, rng: np.random.Generator, mark: IndexMark
    ) -> None:
        d = self.design
        height, width = canvas.shape[:2]
        inset = mark.box[2] / width + 0.02
        if d.framed:
            edge = round(width * 0.03)
            cv2.rectangle(canvas, (edge, edge), (width - edge, height - edge), d.black, 2, cv2.LINE_AA)
        if d.body == "blank":
            return
        court = card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)
        if court:
            draw_court(
                canvas,
                self.courts,
                rng,
                min(inset, 0.3),
                self._sign(card.suit, 60, 66),
                d.colour(card.suit),
            )
            return
        if card.rank is Rank.ACE or d.body == "number":
            size = rng.uniform(0.2, 0.42)
            big = self._sign(card.suit, round(size * height * d.pip_aspect), round(size * height))
            _stamp(canvas, big, (width / 2, height / 2), d.colour(card.suit))
            return
        count = int(card.rank.value)
        room = max(
            0.1, 0.5 - max(0.16, inset)
        )  # between the middle line and the index, fraction of the width
        pip_width = min(d.body_pip * d.aspect * d.pip_aspect, 0.55 * room) * width
        pip_height = max(8, round(min(pip_width / d.pip_aspect, (0.3 - 0.012 * count) * height)))
        pip = self._sign(card.suit, round(pip_height * d.pip_aspect), pip_height)
        spread = room * width - pip.shape[1] / 2
        top, bottom = 0.06 * height + pip_height / 2, 0.94 * height - pip_height / 2
        for column, at in _COLUMNS[count]:
            shape = pip[::-1, ::-1] if at > 0.5 else pip
            centre = width / 2 + column * spread, top + at * (bottom - top)
            _stamp(canvas, shape, centre, d.colour(card.suit))


def _tight(mask: Mask, at: tuple[int, int]) -> Box:
    """Box of the ink of a mask that is placed with its upper left corner at a point."""
    rows, columns = np.flatnonzero(mask.max(axis=1) > 60), np.flatnonzero(mask.max(axis=0) > 60)
    return (
        float(at[0] + columns[0]),
        float(at[1] + rows[0]),
        float(at[0] + columns[-1] + 1),
        float(at[1] + rows[-1] + 1),
    )


def _moved(box: Box, dx: float) -> Box:
    return box[0] + dx, box[1], box[2] + dx, box[3]


def paste_mask(layer: Mask, mask: Mask, at: tuple[int, int]) -> None:
    """Add a mask to a layer at a point; what lies outside is cut off."""
    x, y = at
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(layer.shape[1], x + mask.shape[1]), min(layer.shape[0], y + mask.shape[0])
    if x1 > x0 and y1 > y0:
        np.maximum(layer[y0:y1, x0:x1], mask[y0 - y : y1 - y, x0 - x : x1 - x], out=layer[y0:y1, x0:x1])


def _stamp(canvas: NDArray[np.float32], mask: Mask, centre: tuple[float, float], colour: Colour) -> None:
    """Print a mask round a point of the canvas, where it must fit."""
    h, w = mask.shape
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    ink(canvas[max(0, y) : y + h, max(0, x) : x + w], mask[max(0, -y) :, max(0, -x) :], colour)


def ink(canvas: NDArray[np.float32], layer: Mask, colour: Colour) -> None:
    """Print a mask on the canvas."""
    share = layer[..., None].astype(np.float32) / 255
    canvas += share * (np.array(colour, np.float32) - canvas)


def rounded(canvas: NDArray[np.float32], radius: float) -> Pixels:
    """BGRA with rounded corners in alpha.

    :param radius: fraction of the width.
    """
    height, width = canvas.shape[:2]
    r = round(radius * width)
    alpha = np.zeros((height, width), np.uint8)
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    result = np.empty((height, width, 4), np.uint8)
    result[..., :3] = np.clip(canvas, 0, 255)
    result[..., 3] = alpha
    return result


def _worn(height: int, width: int, wear: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """(h, w, 3) factors: grime, rubbed edges and scratches."""
    small = rng.normal(0, 1, (12, 8)).astype(np.float32)
    cloud = np.clip(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), -1, 2)
    grey = 1 - np.float32(0.05 * wear) * cloud
    across = np.minimum(np.arange(width), np.arange(width)[::-1])
    down = np.minimum(np.arange(height), np.arange(height)[::-1])
    edge = np.minimum(across[None], down[:, None]).astype(np.float32)
    grey *= 1 - np.float32(0.35 * wear) * np.exp(edge / np.float32(-0.012 * width))
    for _ in range(int(rng.integers(0, 1 + round(3 * wear)))):
        p = rng.uniform(0, [width, height], (2, 2)).astype(int)
        cv2.line(grey, tuple(p[0].tolist()), tuple(p[1].tolist()), rng.uniform(0.7, 0.97), 1, cv2.LINE_AA)
    tint = np.array([1 - 0.06 * wear, 1 - 0.02 * wear, 1], np.float32)
    return np.asarray(grey[..., None] * tint, np.float32)
