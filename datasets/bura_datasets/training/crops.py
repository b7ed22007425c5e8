"""Upright index crops with their rank and suit: what the index reader learns from.

Each crop is a small scene, rendered at the size at which a camera would see it, photographed (light, blur, noise,
JPEG), and then cut exactly as the reader cuts: `bura_vision.index_reader.cut` on a box with a finder's errors.

    python -m bura_datasets.training.crops --preview sheet.png --seed 1 [--decks FOLDER]

An index that stands upside down in the crop is "none": the reader tries both ways up and keeps the surer, so the
wrong way must be unsure. In a crop the order of letters and sign shows which way it is, even for 6 and 9.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_datasets.training.clutter import draw_finger
from bura_datasets.training.effects import EffectSettings, photograph
from bura_datasets.training.faces import CardFace, IndexMark, box_corners
from bura_datasets.training.labels import RANK_NONE, SUIT_NONE, class_name, rank_class, suit_class
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
from bura_datasets.training.textures import cut_texture, drawn_texture, photographs
from bura_vision.index_reader import cut

Pixels = NDArray[np.uint8]
Generator = np.random.Generator


#: side of the rendered patch over the index's height: the largest crop, turned and misplaced, still lies inside
PATCH = 2.25


class Crop(NamedTuple):
    """One example."""

    pixels: Pixels
    """(64, 40, 3) BGR"""
    rank: int
    """0..12 two to ace, 13 none"""
    suit: int
    """0..3 clubs, diamonds, hearts, spades, 4 none"""


@dataclass(frozen=True, slots=True)
class CropSettings:
    """How crops come about."""

    index_px: tuple[float, float] = (9.0, 120.0)
    """height of the index in the picture, log-uniform"""
    none_share: float = 0.15
    """crops that show no index"""
    wrong_way: float = 0.05
    """crops of indices upside down or lying on their side, labelled none"""
    covered: float = 0.42
    """share of crops in which something lies over or beside the index"""
    keep_above: float = 0.6
    """letters or sign of which more than this is visible keep their label"""
    none_below: float = 0.4
    """those of which less is visible are none; what lies between is not shown"""
    tilt: float = 0.95
    """largest tilt of the table against the camera, radians; most are much smaller"""
    bowed: float = 0.15
    """share of bowed cards"""
    centre_error: float = 0.07
    """standard deviation of the box's centre, fraction of its side"""
    size_error: float = 0.15
    """largest error of its sides, fraction"""
    angle_error: float = 12.0
    """largest error of its angle, degrees"""
    margins: tuple[float, ...] = (1.2, 1.4)
    """crop size over box size; the reader's own margins"""
    square_below: float = 1.15
    """side ratio under which the reader tries four directions instead of two"""
    textures: int = 24
    """drawn backgrounds held in memory"""
    effects: EffectSettings = field(default_factory=EffectSettings)
    pool: PoolSettings = field(default_factory=PoolSettings)


class CropSource:
    """Endless crops; the same arguments give the same crops in the same order."""

    def __init__(
        self,
        seed: int,
        decks: Path | None = None,
        *,
        textures: Path | None = None,
        fonts: Path | None = None,
        settings: CropSettings | None = None,
    ) -> None:
        """Prepare decks and backgrounds.

        :param decks: folder of deck folders; None for drawn decks only.
        :param textures: folder of pictures of tables and other things; None for drawn ones only.
        :raises SourceError: when a folder holds nothing usable.
        """
        self._s = settings or CropSettings()
        self._rng = np.random.default_rng([seed, 77])
        self._pool = DeckPool(decks, self._rng, self._s.pool, fonts)
        self._photos = photographs(textures)
        self._textures = [drawn_texture(self._rng, 384) for _ in range(self._s.textures)]

    def __iter__(self) -> Iterator[Crop]:
        while True:
            yield self.crop()

    def batch(self, count: int) -> tuple[Pixels, NDArray[np.int64], NDArray[np.int64]]:
        """``count`` crops as arrays (n, 64, 40, 3), (n,) and (n,)."""
        crops = [self.crop() for _ in range(count)]
        return (
            np.stack([c.pixels for c in crops]),
            np.array([c.rank for c in crops], np.int64),
            np.array([c.suit for c in crops], np.int64),
        )

    def crop(self) -> Crop:
        """The next crop."""
        rng = self._rng
        if rng.random() < 0.002:  # backgrounds change slowly
            self._textures[int(rng.integers(len(self._textures)))] = drawn_texture(rng, 384)
        while True:
            crop = self._nothing() if rng.random() < self._s.none_share else self._index()
            if crop is not None:
                return crop

    def _size(self) -> float:
        low, high = self._s.index_px
        return float(np.exp(self._rng.uniform(np.log(low), np.log(high))))

    def _background(self, side: int) -> NDArray[np.float32]:
        return cut_texture(self._rng, side, side, self._photos, self._textures)

    def _camera(self, target_px: float, length: float, side: int) -> Matrix:
        """Plane to patch: the origin in the patch's middle, a length of the plane shown ``target_px`` long."""
        rng = self._rng
        angle = float(rng.beta(1.1, 2.6)) * self._s.tilt
        view = tilt(angle, rng.uniform(0, 2 * np.pi), rng.uniform(3, 18)) @ rotation(
            rng.uniform(0, 2 * np.pi)
        )
        return np.asarray(shift(side / 2, side / 2) @ scaling(target_px / length) @ view)

    def _index(self) -> Crop | None:
        """A crop round an index; None when too much or too little of it came out covered."""
        rng, s = self._rng, self._s
        deck = self._pool.take()
        face = deck.random_face(rng)
        mark = face.marks[int(rng.integers(len(face.marks)))]
        size = self._size()
        side = max(26, round(size * PATCH))
        unit = face_to_unit(face)
        length = float(np.abs(mark.corners[3] - mark.corners[0]).max()) / face.size[0]
        middle = apply(unit, mark.corners.mean(axis=0)[None])[0]
        camera = self._camera(size, length, side) @ shift(-middle[0], -middle[1])
        patch = self._background(side)
        self._beneath(patch, deck, camera, middle)
        bow = Bow(rng.normal(0, 0.03), bool(rng.random() < 0.5)) if rng.random() < s.bowed else None
        card_px = float(np.hypot(*(card_outline(face, camera)[1] - card_outline(face, camera)[0])))
        if rng.random() < 0.7:
            cast_shadow(patch, card_outline(face, camera), rng, card_px)
        draw_card(patch, face, camera, bow)
        cover = np.zeros((side, side), np.float32)
        if rng.random() < s.covered:
            for _ in range(1 + int(rng.random() < 0.25)):
                self._over(patch, cover, deck, camera, middle, length, card_px)
        whole = camera @ unit
        patch, corners = self._at_edge(patch, cover, apply(whole, bow_shift(face, mark.corners, bow)), size)
        seen = [
            visible_share(apply(whole, bow_shift(face, box_corners(box), bow)), cover)
            for box in (mark.rank, mark.suit)
        ]
        if any(s.none_below < share < s.keep_above for share in seen):
            return None
        assert face.card is not None
        rank = rank_class(face.card.rank) if seen[0] >= s.keep_above else RANK_NONE
        suit = suit_class(face.card.suit) if seen[1] >= s.keep_above else SUIT_NONE
        picture = photograph(patch, rng, size, s.effects)
        box, ratio = upright_box(corners)
        if ratio > s.square_below:
            return None  # so squeezed that its long side is not its height: the reader would never hold it upright
        if rng.random() < s.wrong_way and min(seen) > 0.85 and not _beside(mark):
            quarter = bool(rng.random() < 0.35)
            box = np.roll(box, int(rng.choice([1, 3])) if quarter else 2, axis=0)
            rank, suit = RANK_NONE, SUIT_NONE
        return Crop(cut(picture, self._found(box), float(rng.choice(s.margins))), rank, suit)

    def _found(self, box: NDArray[np.float64]) -> NDArray[np.float32]:
        """The box as a finder would report it."""
        rng, s = self._rng, self._s
        middle = box.mean(axis=0)
        right, down = (box[1] - box[0]) / 2, (box[3] - box[0]) / 2
        grow = 1 + rng.uniform(-s.size_error, s.size_error, 2)
        middle = middle + 2 * (right * rng.normal(0, s.centre_error) + down * rng.normal(0, s.centre_error))
        turn = rotation(np.radians(np.clip(rng.normal(0, s.angle_error / 2), -s.angle_error, s.angle_error)))[
            :2, :2
        ]
        right, down = turn @ right * grow[0], turn @ down * grow[1]
        corners = [middle - right - down, middle + right - down, middle + right + down, middle - right + down]
        return np.array(corners, np.float32)

    def _beneath(
        self, patch: NDArray[np.float32], deck: HeldDeck, camera: Matrix, middle: NDArray[np.float64]
    ) -> None:
        """Cards under the one that is read."""
        rng = self._rng
        for _ in range(int(rng.choice([0, 1, 2], p=[0.45, 0.35, 0.2]))):
            face = self._other(deck)
            at = middle + rng.normal(0, 0.8, 2)
            draw_card(patch, face, camera @ shift(at[0], at[1]) @ rotation(rng.uniform(0, 2 * np.pi)))

    def _other(self, deck: HeldDeck) -> CardFace:
        """A neighbour: mostly a face of the same deck, sometimes its back."""
        back = deck.back(self._rng) if self._rng.random() < 0.15 else None
        return back or deck.neighbour(self._rng)

    def _over(
        self,
        patch: NDArray[np.float32],
        cover: NDArray[np.float32],
        deck: HeldDeck,
        camera: Matrix,
        middle: NDArray[np.float64],
        length: float,
        card_px: float,
    ) -> None:
        """Something over the card, whose edge runs beside the index or across it."""
        rng = self._rng
        direction = rng.uniform(0, 2 * np.pi)
        normal = np.array([np.cos(direction), np.sin(direction)])
        edge = middle + normal * length * rng.uniform(-0.15, 0.95)
        if rng.random() < 0.1:
            tip = apply(camera, edge[None])[0]
            root = apply(camera, (edge + normal * length * 3)[None])[0]
            alpha = draw_finger(patch, tip, root, card_px * rng.uniform(0.18, 0.34), rng)
        else:
            face = self._other(deck)
            width, height = 1.0, face.size[1] / face.size[0]
            turn = rng.integers(4)  # which side of the other card looks towards the index
            reach = width / 2 if turn % 2 else height / 2
            along = rng.uniform(-0.5, 0.5) * (height if turn % 2 else width)
            at = edge + normal * reach + np.array([-normal[1], normal[0]]) * along
            place = camera @ shift(at[0], at[1]) @ rotation(direction + (turn + 1) * np.pi / 2)
            if rng.random() < 0.8:
                cast_shadow(patch, card_outline(face, place), rng, card_px)
            alpha = draw_card(patch, face, place)
        np.maximum(cover, alpha, out=cover)

    def _at_edge(
        self,
        patch: NDArray[np.float32],
        cover: NDArray[np.float32],
        corners: NDArray[np.float64],
        size: float,
    ) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """Now and then the picture ends beside the index or within it: cut the patch on its right."""
        rng = self._rng
        if rng.random() >= 0.04:
            return patch, corners
        limit = max(16, round(float(corners[:, 0].max()) - size * rng.uniform(-0.2, 0.45)))
        cover[:, limit:] = 1
        return np.ascontiguousarray(patch[:, :limit]), corners

    def _nothing(self) -> Crop:
        """A crop of something that is no index: body pips, pictures, texture, print, fingers, backs."""
        rng, s = self._rng, self._s
        size = self._size()
        side = max(26, round(size * PATCH))
        patch = self._background(side)
        if rng.random() < 0.72:
            deck = self._pool.take()
            face = deck.back(rng) if rng.random() < 0.15 else None
            if face is None:
                face = deck.neighbour(rng)
            spot = self._spot(face)
            middle = apply(face_to_unit(face), spot[None])[0]
            camera = self._camera(size, float(np.exp(rng.uniform(np.log(0.12), np.log(0.4)))), side)
            camera = camera @ shift(-middle[0], -middle[1])
            draw_card(patch, face, camera)
            if rng.random() < 0.15:
                cover = np.zeros((side, side), np.float32)
                self._over(patch, cover, deck, camera, middle, 0.25, size * 3)
        elif rng.random() < 0.3:
            ends = rng.uniform(0, side, (2, 2))
            draw_finger(patch, ends[0], ends[1], size * rng.uniform(0.4, 1.2), rng)
        picture = photograph(patch, rng, size, s.effects)
        angle, wide = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.4, 0.85)
        box = np.array([[-wide, -size], [wide, -size], [wide, size], [-wide, size]]) / 2
        box = box @ rotation(angle)[:2, :2].T + side / 2
        return Crop(cut(picture, self._found(box), float(rng.choice(s.margins))), RANK_NONE, SUIT_NONE)

    def _spot(self, face: CardFace) -> NDArray[np.float64]:
        """A point of the face off its indices, preferably on ink."""
        rng = self._rng
        width, height = face.size
        boxes = [mark.box for mark in face.marks]
        best = np.array([width / 2, height / 2])
        for attempt in range(12):
            x, y = rng.uniform(0, width), rng.uniform(0, height)
            pad = 0.05 * width
            if any(x0 - pad < x < x1 + pad and y0 - pad < y < y1 + pad for x0, y0, x1, y1 in boxes):
                continue
            best = np.array([x, y])
            if attempt > 6 or int(face.pixels[int(y), int(x), :3].min()) < 150:
                break
        return best


def _beside(mark: IndexMark) -> bool:
    """Whether letters and sign stand side by side."""
    return min(mark.rank[3], mark.suit[3]) > max(mark.rank[1], mark.suit[1])


def upright_box(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """The smallest rectangle round an index as the reader would hold it.

    :param corners: (4, 2) clockwise from the index's own top left.
    :returns: its corners in that order, its long side along the index's height; and how far its width exceeds its
        height (≤ 1 for an index that stands upright on its long side).
    """
    centre, sides, angle = cv2.minAreaRect(corners.astype(np.float32))
    radians = np.radians(angle)
    first, second = (
        np.array([np.cos(radians), np.sin(radians)]),
        np.array([-np.sin(radians), np.cos(radians)]),
    )
    down = (corners[3] + corners[2]) - (corners[0] + corners[1])
    down = down / max(float(np.hypot(*down)), 1e-9)
    if abs(float(first @ down)) > abs(float(second @ down)):
        axis, tall, wide = first, sides[0], sides[1]
    else:
        axis, tall, wide = second, sides[1], sides[0]
    axis = axis if float(axis @ down) > 0 else -axis
    long, short = max(tall, wide), min(tall, wide)
    d, r = axis * long / 2, np.array([axis[1], -axis[0]]) * short / 2
    c = np.array(centre)
    return np.array([c - r - d, c + r - d, c + r + d, c - r + d]), wide / max(tall, 1e-6)


def contact_sheet(source: CropSource, columns: int, rows: int) -> Pixels:
    """Crops with their labels underneath, (h, w, 3)."""
    tiles = []
    for _ in range(columns * rows):
        pixels, rank, suit = source.crop()
        tile = np.full((82, 44, 3), 30, np.uint8)
        tile[2:66, 2:42] = pixels
        cv2.putText(tile, class_name(rank, suit), (5, 78), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1)
        tiles.append(tile)
    return np.vstack([np.hstack(tiles[r * columns : (r + 1) * columns]) for r in range(rows)])


def main(arguments: list[str] | None = None) -> int:
    """Command line: draw a contact sheet."""
    parser = argparse.ArgumentParser(prog="python -m bura_datasets.training.crops", description=__doc__)
    parser.add_argument("--preview", type=Path, required=True, help="picture to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=Path, help="folder of deck folders; drawn decks only without it")
    parser.add_argument("--textures", type=Path, help="folder of pictures for backgrounds")
    parser.add_argument("--count", type=int, default=384, help="crops on the sheet")
    options = parser.parse_args(arguments)
    try:
        source = CropSource(options.seed, options.decks, textures=options.textures)
        cv2.imwrite(str(options.preview), contact_sheet(source, 32, max(1, options.count // 32)))
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
