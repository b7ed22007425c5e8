"""Reading an index: the small network that says which rank and suit an upright crop shows.

The long axis of an oriented box gives the index's upright direction up to a half turn, so every box is read both
ways and the surer reading kept (a 6 and a 9 differ by where the suit stands). Crops come from the full-resolution
picture at two sizes whose answers are averaged.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_models.calibration import ReaderCalibration
from bura_models.registry import network_path, reader_calibration
from bura_vision.finder import check_network, make_session

CROP_HEIGHT, CROP_WIDTH = 64, 40


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How crops are cut and read."""

    margins: tuple[float, ...] = (1.2, 1.4)
    """crop size as a multiple of the box; the answers are averaged"""
    square_below: float = 1.15
    """boxes whose sides differ by less than this ratio have no clear long axis and are read in all four directions"""
    batch: int = 256
    """crops per run of the network; bounds memory"""


@dataclass(frozen=True, eq=False)
class Readings:
    """What ``n`` boxes show."""

    rank_probs: NDArray[np.float32]
    """(n, 14) two to ace, none"""
    suit_probs: NDArray[np.float32]
    """(n, 5) clubs, diamonds, hearts, spades, none"""
    card_probs: NDArray[np.float32]
    """(n, 52) calibrated probability of each card in the order of `bura.cards.CARDS`; the rest to 1 is "none\""""
    corners: NDArray[np.float32]
    """(n, 4, 2) pixels, clockwise from the index's own top left as it was read"""


class DeckLogits(Protocol):
    """What an enrolled deck adds to the reader (`bura_vision.enrolled.DeckLayer`)."""

    @property
    def calibration(self) -> ReaderCalibration:
        """The deck's own."""
        ...

    def __call__(
        self, rank: NDArray[np.floating], suit: NDArray[np.floating], features: NDArray[np.floating]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits (n, 14) and (n, 5) for this deck."""
        ...


class IndexReader:
    """The shipped reader on ONNX Runtime."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        threads: int = 2,
        settings: ReaderSettings | None = None,
        calibration: ReaderCalibration | None = None,
        deck: DeckLogits | None = None,
    ) -> None:
        """Load a network.

        :param path: another reader's file; None for the shipped one.
        :param calibration: None for the shipped reader's own, and for none with another file.
        :param deck: what an enrolled deck adds; its calibration takes the place of the reader's.
        :raises BuraError: when the file is missing, cannot be loaded, or is not the one its manifest describes.
        """
        self._settings = settings or ReaderSettings()
        own = reader_calibration() if path is None else ReaderCalibration()
        self._calibration = calibration or (own if deck is None else deck.calibration)
        self._deck = deck
        file = path or network_path("reader")
        self._session = make_session(file, threads)
        check_network(self._session, file, "an index reader", "crops", {0: (None, 14), 1: (None, 5)})

    def read(self, image: NDArray[np.uint8], xywhr: NDArray[np.float32]) -> Readings:
        """Read every box.

        :param image: (H, W, 3) uint8 BGR, full resolution.
        :param xywhr: (n, 5) oriented boxes in its pixels.
        """
        s = self._settings
        ways: list[NDArray[np.float32]] = []  # corners (4, 2) of every way to hold every box
        owner: list[int] = []
        for number, box in enumerate(xywhr):
            for corners in _ways_up(box, s.square_below):
                ways.append(corners)
                owner.append(number)
        if not ways:
            empty = np.zeros((0, 4, 2), np.float32)
            ranks, suits, cards = (np.zeros((0, n), np.float32) for n in (14, 5, 52))
            return Readings(ranks, suits, cards, empty)
        crops = np.stack([cut(image, corners, margin) for corners in ways for margin in s.margins])
        rank, suit = self._run(crops)
        rank = rank.reshape(len(ways), len(s.margins), 14).mean(axis=1)
        suit = suit.reshape(len(ways), len(s.margins), 5).mean(axis=1)
        surety = rank[:, :13].max(axis=1) * suit[:, :4].max(axis=1)
        best = np.full(len(xywhr), -1)
        for way, number in enumerate(owner):
            if best[number] < 0 or surety[way] > surety[best[number]]:
                best[number] = way
        cards = self._calibration.cards(rank[best], suit[best])
        return Readings(rank[best], suit[best], cards, np.stack(ways)[best])

    def _run(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Probabilities (n, 14) and (n, 5) of (n, 64, 40, 3) uint8 BGR crops."""
        if self._deck is None:
            rank, suit = self._answers(crops, ["rank", "suit"])
        else:
            rank, suit = self._deck(*self.logits(crops))
        return _softmax(rank), _softmax(suit)

    def logits(
        self, crops: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """What the network itself says of (n, 64, 40, 3) uint8 BGR crops: logits (n, 14), (n, 5), features (n, 128).

        :raises BuraError: when the network gives no features (it was exported before they were).
        """
        if "features" not in [output.name for output in self._session.get_outputs()]:
            raise BuraError(
                "this reader network gives no features, so no deck can be enrolled with it: export it again with"
                " python -m bura_models.training.export"
            )
        rank, suit, features = self._answers(crops, ["rank", "suit", "features"])
        return rank, suit, features

    def _answers(self, crops: NDArray[np.uint8], outputs: list[str]) -> list[NDArray[np.float32]]:
        parts = []
        for start in range(0, len(crops), self._settings.batch):
            part = crops[start : start + self._settings.batch, :, :, ::-1].transpose(0, 3, 1, 2)
            parts.append(
                self._session.run(outputs, {"crops": np.ascontiguousarray(part, np.float32) / 255.0})
            )
        return [
            np.concatenate([np.asarray(part[n], np.float32) for part in parts]) for n in range(len(outputs))
        ]


def cut(image: NDArray[np.uint8], corners: NDArray[np.float32], margin: float) -> NDArray[np.uint8]:
    """An upright (64, 40, 3) crop of the box with these corners, enlarged about its centre by ``margin``.

    A crop much larger than 64 pixels is shrunk by area first: plain interpolation would skip pixels.
    """
    centre = corners.mean(axis=0)
    source = (centre + (corners - centre) * margin).astype(np.float32)
    shrink = 1.0
    step = float(np.hypot(*(source[3] - source[0]))) / CROP_HEIGHT
    if step > 2:
        x0, y0 = np.maximum(np.floor(source.min(axis=0)).astype(int) - 2, 0)
        x1, y1 = np.ceil(source.max(axis=0)).astype(int) + 3
        window = image[y0:y1, x0:x1]
        if window.size:
            shrink = 2 / step
            image = np.asarray(
                cv2.resize(window, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
            )
            source = (source - np.array([x0, y0], np.float32)) * np.float32(shrink)
    target = np.array([[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT]], np.float32)
    warp = cv2.getAffineTransform(source[:3], target)
    crop = cv2.warpAffine(
        image, warp, (CROP_WIDTH, CROP_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _ways_up(box: NDArray[np.float32], square_below: float) -> list[NDArray[np.float32]]:
    """The corners (4, 2) of a box, clockwise from the top left, for each direction that may be up."""
    x, y, width, height, angle = (float(v) for v in box)
    along, across = max(width, height), min(width, height)
    if width > height:
        angle += np.pi / 2  # now the angle is that of the short side, which runs along the top of the index
    turns = [0.0, np.pi]
    if along < across * square_below:
        turns += [np.pi / 2, -np.pi / 2]
    result = []
    for turn in turns:
        cos, sin = np.cos(angle + turn), np.sin(angle + turn)
        right = np.array([cos, sin]) * across / 2
        down = np.array([-sin, cos]) * along / 2
        centre = np.array([x, y])
        result.append(
            np.stack(
                [centre - right - down, centre + right - down, centre + right + down, centre - right + down]
            ).astype(np.float32)
        )
    return result


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
