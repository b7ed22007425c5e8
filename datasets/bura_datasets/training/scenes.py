"""Pictures of card tables with oriented boxes: what the finder learns from.

    python -m bura_datasets.training.scenes OUT --count 5000 --seed 1 [--decks FOLDER] [--jobs 2]

writes ``images/{train,val}/*.jpg``, ``labels/{train,val}/*.txt`` in Ultralytics' form for oriented boxes (class and
four corners, fractions of the picture; 0 index, 1 back), ``truth/{train,val}/*.json`` with the cards' names, and
``data.yaml``. A run that was broken off is taken up where it stopped. Training and validation share no deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura_datasets.training.clutter import chip, draw_hand, joker, note, phone
from bura_datasets.training.effects import EffectSettings, photograph
from bura_datasets.training.faces import CardFace
from bura_datasets.training.fonts import find_fonts, text_mask
from bura_datasets.training.labels import BACK_CLASS, INDEX_CLASS
from bura_datasets.training.layouts import Place, arrange
from bura_datasets.training.plane import (
    Bow,
    Matrix,
    apply,
    bow_shift,
    card_outline,
    cast_shadow,
    draw_card,
    face_to_unit,
    rotation,
    scaling,
    shift,
    tilt,
    visible_share,
)
from bura_datasets.training.pool import DeckPool, HeldDeck, PoolSettings
from bura_datasets.training.textures import cut_texture, drawn_print, drawn_texture, photographs

Pixels = NDArray[np.uint8]
Generator = np.random.Generator


@dataclass(frozen=True, slots=True)
class SceneSettings:
    """How scenes come about."""

    size: int = 640
    """side of the square pictures, pixels"""
    card_px: tuple[float, float] = (60.0, 420.0)
    """height of a card, log-uniform"""
    tilt: float = 0.85
    """largest tilt of the table against the camera, radians; most are much smaller"""
    empty: float = 0.08
    """share of pictures without a card"""
    clutter: float = 0.45
    """share of pictures with things that are no cards"""
    face_down: float = 0.0
    """share of pictures in which many of the cards are turned face down, for finders that miss backs"""
    hands: float = 0.25
    """share of pictures with hands"""
    bowed: float = 0.12
    """share of bowed cards"""
    distortion: float = 0.06
    """largest radial displacement at the picture's corner, fraction"""
    index_visible: float = 0.6
    """an index of which less is to be seen has no label"""
    back_visible: float = 0.5
    """the same for a back"""
    min_index_px: float = 6.0
    """smaller indices have no label"""
    block: int = 40
    """pictures made with one small set of decks"""
    decks_per_block: int = 5
    val_every: int = 12
    """every how many blocks one is for validation"""
    textures: int = 16
    """drawn backgrounds per block"""
    effects: EffectSettings = field(default_factory=lambda: EffectSettings(defocus=0.03, jpeg=(45, 95)))
    pool: PoolSettings = field(default_factory=PoolSettings)


@dataclass(frozen=True, slots=True)
class Label:
    """One oriented box."""

    kind: int
    """0 index, 1 back"""
    corners: NDArray[np.float64]
    """(4, 2) pixels, clockwise from its own top left"""
    card: Card | None
    """whose index it is; None for a back"""

    def line(self, size: int) -> str:
        """Ultralytics' line; corners outside the picture are drawn to its edge, as that format demands."""
        values = np.clip(self.corners / size, 0.0, 1.0).ravel()
        return f"{self.kind} " + " ".join(f"{v:.6f}" for v in values)


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and what is to be found in it."""

    pixels: Pixels
    labels: tuple[Label, ...]


@dataclass(eq=False)
class _Drawn:
    """What has been drawn so far."""

    picture: NDArray[np.float32]
    top: NDArray[np.int16]
    """number of the uppermost thing at each pixel"""
    boxes: list[tuple[int, int, NDArray[np.float64], Card | None]] = field(default_factory=list)
    """thing, class, corners before the lens, card"""
    things: int = 0

    def cover(self, alpha: NDArray[np.float32]) -> int:
        """Give the pixels of a new thing its number."""
        self.things += 1
        self.top[alpha > 0.5] = self.things
        return self.things


class SceneBlock:
    """A small set of decks and backgrounds, and the scenes made with them; every scene has its own seed."""

    def __init__(
        self,
        seed: int,
        number: int,
        decks: Path | None,
        textures: Path | None,
        settings: SceneSettings | None = None,
    ) -> None:
        """Prepare block ``number`` of the run with this seed.

        :raises SourceError: when a folder holds nothing usable.
        """
        self._s = settings or SceneSettings()
        self._seed, self._number = seed, number
        rng = np.random.default_rng([seed, 5, number])
        self.split = "val" if number % self._s.val_every == 0 else "train"
        base = self._s.pool
        pool = replace(base, live=self._s.decks_per_block, split=self.split)
        supply = DeckPool(decks, rng, pool)
        self._decks = [supply.take() for _ in range(self._s.decks_per_block)]
        self._photos = photographs(textures)
        self._textures = [drawn_texture(rng, 640) for _ in range(self._s.textures)]

    def use(self, *decks: HeldDeck) -> None:
        """Take these decks instead of the pool's, for scenes of one known deck."""
        self._decks = list(decks)

    def scene(self, number: int) -> Scene:
        """Scene ``number`` of the block; the same number gives the same picture."""
        rng = np.random.default_rng([self._seed, 6, self._number, number])
        s = self._s
        deck = self._decks[int(rng.integers(len(self._decks)))]
        card_h = float(np.exp(rng.uniform(*np.log(s.card_px))))
        card_w = card_h / 1.42
        view = tilt(float(rng.beta(1.0, 2.4)) * s.tilt, rng.uniform(0, 2 * np.pi), rng.uniform(5, 22))
        camera = shift(s.size / 2, s.size / 2) @ scaling(card_w) @ view @ rotation(rng.uniform(0, 2 * np.pi))
        drawn = _Drawn(
            cut_texture(rng, s.size, s.size, self._photos, self._textures),
            np.zeros((s.size, s.size), np.int16),
        )
        half = s.size / 2 / card_w
        if rng.random() < s.clutter:
            self._clutter(drawn, camera, half, card_w, rng)
        if rng.random() >= s.empty:
            used: set[Card] = set()
            places = arrange(rng, half, half)
            if s.face_down and rng.random() < s.face_down:
                turned = rng.uniform(0.3, 1.0)
                places = [p if rng.random() > turned else replace(p, face_up=False) for p in places]
            hand_after = int(rng.integers(len(places) + 1)) if rng.random() < s.hands else -1
            for order, place in enumerate(places):
                self._card(drawn, deck, place, camera, card_w, used, rng)
                if order + 1 == hand_after:
                    self._hand(drawn, card_w, rng)
        elif rng.random() < s.hands:
            self._hand(drawn, card_w, rng)
        labels = self._labels(drawn)
        picture, labels = lens(drawn.picture, labels, float(rng.uniform(-1, 1)) * s.distortion)
        return Scene(photograph(picture, rng, max(8.0, 0.2 * card_h), s.effects), labels)

    def _card(
        self,
        drawn: _Drawn,
        deck: HeldDeck,
        place: Place,
        camera: Matrix,
        card_w: float,
        used: set[Card],
        rng: Generator,
    ) -> None:
        """Lay one card: each face once in a picture, as in a pack."""
        face = None if place.face_up else deck.back(rng)
        if face is None:
            free = [card for card in deck.deck.cards if card not in used]
            if not free:
                return
            face = deck.face(free[int(rng.integers(len(free)))])
            assert face.card is not None
            used.add(face.card)
        matrix = np.asarray(camera @ place.matrix)
        outline = card_outline(face, matrix)
        if not _near(outline, self._s.size):
            return
        if rng.random() < 0.85:
            cast_shadow(drawn.picture, outline, rng, card_w)
        bow = Bow(rng.normal(0, 0.025), bool(rng.random() < 0.5)) if rng.random() < self._s.bowed else None
        thing = drawn.cover(draw_card(drawn.picture, face, matrix, bow))
        if face.card is None:
            drawn.boxes.append((thing, BACK_CLASS, outline, None))
        whole = matrix @ face_to_unit(face)
        for mark in face.marks:
            corners = apply(whole, bow_shift(face, mark.corners, bow))
            drawn.boxes.append((thing, INDEX_CLASS, corners, face.card))

    def _clutter(self, drawn: _Drawn, camera: Matrix, half: float, card_w: float, rng: Generator) -> None:
        """Things that are no cards, lying flat."""
        for _ in range(int(rng.integers(1, 6))):
            kind = rng.random()
            if kind < 0.3:
                printed = drawn_print(rng, 220) if rng.random() < 0.7 else self._textures[0][:220, :220]
                thing, width = note(rng, printed), rng.uniform(0.8, 3.5)
            elif kind < 0.55:
                thing, width = chip(rng), rng.uniform(0.35, 0.75)
            elif kind < 0.7:
                thing, width = phone(rng), rng.uniform(1.0, 1.3)
            elif kind < 0.88:
                fonts = find_fonts()
                font = fonts[int(rng.integers(len(fonts)))].path
                word = str(rng.choice(["JOKER", "RULES", "JOLLY", "2026", "POKER", "BRIDGE"]))
                thing, width = joker(rng, [text_mask(font, c, int(rng.integers(20, 36))) for c in word]), 1.0
            else:
                part = drawn_texture(rng, 200)
                thing, width = note(rng, part), rng.uniform(0.6, 2.5)
            face = CardFace(thing)
            at = shift(*rng.uniform(-half, half, 2)) @ rotation(rng.uniform(0, 2 * np.pi)) @ scaling(width)
            matrix = np.asarray(camera @ at)
            if _near(card_outline(face, matrix), self._s.size):
                shade = card_outline(face, matrix)
                if (thing[0, 0, 3], thing[-1, -1, 3]) == (0, 0) and len(thing) == thing.shape[1]:
                    turn = np.linspace(0, 2 * np.pi, 24)[:, None]  # a round thing throws a round shadow
                    centre, reach = shade.mean(axis=0), ((shade[1] - shade[0]) / 2, (shade[2] - shade[1]) / 2)
                    shade = centre + np.cos(turn) * reach[0] + np.sin(turn) * reach[1]
                cast_shadow(drawn.picture, shade, rng, card_w)
                drawn.cover(draw_card(drawn.picture, face, matrix))

    def _hand(self, drawn: _Drawn, card_w: float, rng: Generator) -> None:
        """One or two hands reaching in."""
        for _ in range(int(rng.choice([1, 2], p=[0.8, 0.2]))):
            tip = rng.uniform(0.1, 0.9, 2) * self._s.size
            outwards = float(np.arctan2(tip[1] - self._s.size / 2, tip[0] - self._s.size / 2)) + rng.normal(
                0, 0.5
            )
            drawn.cover(draw_hand(drawn.picture, tip, outwards, card_w, rng))

    def _labels(self, drawn: _Drawn) -> tuple[Label, ...]:
        s = self._s
        labels = []
        for thing, kind, corners, card in drawn.boxes:
            x0, y0 = np.clip(np.floor(corners.min(axis=0)).astype(int) - 1, 0, s.size)
            x1, y1 = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 1, 0, s.size)
            if x1 <= x0 or y1 <= y0:
                continue
            cover = (drawn.top[y0:y1, x0:x1] != thing).astype(np.float32)
            share = visible_share(corners - [x0, y0], cover)
            least = s.index_visible if kind == INDEX_CLASS else s.back_visible
            tall = float(np.hypot(*(corners[3] - corners[0])))
            if share >= least and (kind == BACK_CLASS or tall >= s.min_index_px):
                labels.append(Label(kind, corners, card))
        return tuple(labels)


def _near(outline: NDArray[np.float64], size: int) -> bool:
    """Whether something reaches into the picture."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    return bool((high > 0).all() and (low < size).all())


def lens(
    picture: NDArray[np.float32], labels: tuple[Label, ...], strength: float
) -> tuple[NDArray[np.float32], tuple[Label, ...]]:
    """Bend the picture and its labels as a lens does: a point moves outwards by ``strength`` × (its distance)²."""
    if abs(strength) < 0.004:
        return picture, labels
    height, width = picture.shape[:2]
    centre, reach = np.array([width / 2, height / 2]), float(np.hypot(width, height)) / 2

    def bent(points: NDArray[np.float64]) -> NDArray[np.float64]:
        away = (points - centre) / reach
        return np.asarray(centre + (points - centre) * (1 + strength * (away**2).sum(axis=-1, keepdims=True)))

    grid = np.stack(np.meshgrid(np.linspace(0, width, 33), np.linspace(0, height, 33)), axis=-1)
    source = grid.copy()
    for _ in range(4):  # the inverse, by repetition
        source += grid - bent(source)
    nodes = np.linspace(0, 32, width, dtype=np.float32)
    maps = cv2.remap(
        source.astype(np.float32),
        np.repeat(nodes[None], height, axis=0),
        np.repeat(np.linspace(0, 32, height, dtype=np.float32)[:, None], width, axis=1),
        cv2.INTER_LINEAR,
    )
    moved = cv2.remap(picture, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.float32), tuple(Label(b.kind, bent(b.corners), b.card) for b in labels)


if __name__ == "__main__":
    import sys

    from bura_datasets.training.scene_writer import main

    sys.exit(main())
