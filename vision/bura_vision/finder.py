"""Finding index corners and backs: the part of a detector that looks at the whole picture.

A finder gives oriented boxes; `bura_vision.index_reader` reads what an index box shows. Pictures larger than a tile
are searched tile by tile, so that memory stays flat whatever the camera.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_models.registry import network_path

#: the finder's class numbers
INDEX_CLASS, BACK_CLASS = 0, 1


@dataclass(frozen=True, slots=True)
class FinderSettings:
    """Thresholds of the search."""

    min_index_score: float = 0.2
    """index boxes below this are dropped; low, because the reader says "none" to what is no index"""
    min_back_score: float = 0.05
    """backs below this are dropped; low, because whoever asks has a threshold of his own (`BackSettings`, a
    probability; `FindThenRead.back_score`; `TrackSettings.back_score`)"""
    max_overlap: float = 0.3
    """rotated IoU above which the weaker of two boxes of a class is dropped"""
    tile_px: int = 1024
    """side of the square tiles in which a large picture is searched; multiple of 32"""
    tile_overlap_px: int = 192
    """how far neighbouring tiles overlap; larger than any index, so each index is whole in one of them"""


@dataclass(frozen=True, eq=False)
class Boxes:
    """Oriented boxes as parallel arrays."""

    xywhr: NDArray[np.float32]
    """(n, 5) centre x, centre y, width, height in pixels, angle of the width axis in radians (image y down)"""
    scores: NDArray[np.float32]
    """(n,) 0..1"""
    classes: NDArray[np.int64]
    """(n,) 0 index, 1 back"""

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, keep: NDArray[np.bool_] | NDArray[np.int64]) -> Boxes:
        return Boxes(self.xywhr[keep], self.scores[keep], self.classes[keep])

    @classmethod
    def empty(cls) -> Boxes:
        """No boxes."""
        return cls(np.zeros((0, 5), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int64))

    @classmethod
    def join(cls, parts: list[Boxes]) -> Boxes:
        """All boxes of all parts."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([p.xywhr for p in parts]),
            np.concatenate([p.scores for p in parts]),
            np.concatenate([p.classes for p in parts]),
        )

    def placed(self, scale: float, x0: float, y0: float) -> Boxes:
        """The same boxes in the coordinates of the picture from which this one was cut at (x0, y0) and resized."""
        xywhr = self.xywhr.copy()
        xywhr[:, :4] /= scale
        xywhr[:, 0] += x0
        xywhr[:, 1] += y0
        return Boxes(xywhr, self.scores, self.classes)


class Finder(Protocol):
    """Anything that finds index corners and backs in a picture."""

    def find(self, image: NDArray[np.uint8]) -> Boxes:
        """Oriented boxes in the pixels of ``image``, an (H, W, 3) uint8 BGR picture."""
        ...


def suppress(boxes: Boxes, max_overlap: float) -> Boxes:
    """Drop the weaker of two boxes of one class that overlap by more than ``max_overlap`` (rotated IoU)."""
    kept: list[NDArray[np.int64]] = []
    for cls in (INDEX_CLASS, BACK_CLASS):
        rows = np.flatnonzero(boxes.classes == cls)
        if len(rows) == 0:
            continue
        rects = [
            ((float(x), float(y)), (float(w), float(h)), float(np.degrees(r)))
            for x, y, w, h, r in boxes.xywhr[rows]
        ]
        # OpenCV's stubs want lists of its own RotatedRect; tuples are what it has always taken
        chosen = cv2.dnn.NMSBoxesRotated(rects, boxes.scores[rows].tolist(), 0.0, max_overlap)  # type: ignore[call-overload, arg-type, unused-ignore]
        kept.append(rows[np.asarray(chosen, np.int64).ravel()])
    return boxes[np.concatenate(kept)] if kept else Boxes.empty()


def make_session(path: Path, threads: int) -> ort.InferenceSession:
    """An ONNX Runtime session on the CPU that shares the machine well.

    The arena is off: input sizes differ from picture to picture and the arena would keep the largest of each. Threads
    do not spin while they wait: on two cores beside a camera and a browser, spinning costs 40 % more processor time
    and makes the run slower as well.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises classes of its own that share no base but Exception
        raise BuraError(f"the network file {path} cannot be loaded: check that it is an ONNX file") from error


def check_network(
    session: ort.InferenceSession,
    path: Path,
    what: str,
    takes: str,
    gives: Mapping[int, tuple[int | None, ...]],
) -> None:
    """See that a file holds the kind of network that is expected, by the names and shapes that it states.

    :param takes: name of its input.
    :param gives: number of an output -> its shape, with None for sides that may vary.
    :raises BuraError: when it does not.
    """
    inputs, outputs = session.get_inputs(), session.get_outputs()
    fits = [i.name for i in inputs] == [takes] and len(outputs) >= len(gives)
    for number, shape in gives.items():
        found = outputs[number].shape if fits else []
        fits = fits and len(found) == len(shape)
        fits = fits and all(
            want is None or not isinstance(side, int) or side == want
            for side, want in zip(found, shape, strict=True)
        )
    if not fits:
        stated = ", ".join(f"{o.name} {o.shape}" for o in outputs)
        raise BuraError(f"the network file {path} is not {what} of this program's kind: it gives {stated}")


class OnnxFinder:
    """The shipped YOLO (oriented boxes) on ONNX Runtime."""

    def __init__(
        self, path: Path | None = None, *, threads: int = 2, settings: FinderSettings | None = None
    ) -> None:
        """Load a network.

        :param path: another finder's file; None for the shipped one.
        :raises BuraError: when the file is missing, cannot be loaded, is no such network, or is not the one its
            manifest describes.
        """
        self._settings = settings or FinderSettings()
        file = path or network_path("finder")
        self._file = file
        self._session = make_session(file, threads)
        check_network(self._session, file, "a finder", "images", {0: (None, 7, None)})

    def find(self, image: NDArray[np.uint8]) -> Boxes:
        """Oriented boxes in ``image``, suppressed; see `Finder.find`."""
        s = self._settings
        parts = []
        for x0, y0, x1, y1 in tiles(image.shape[1], image.shape[0], s.tile_px, s.tile_overlap_px):
            boxes = self._find_tile(image[y0:y1, x0:x1])
            whole = _whole(boxes, (x0, y0, x1, y1), image.shape[1], image.shape[0])
            parts.append(boxes[whole].placed(1.0, x0, y0))
        return suppress(Boxes.join(parts), s.max_overlap)

    def _find_tile(self, tile: NDArray[np.uint8]) -> Boxes:
        """The network's boxes above the thresholds, in the pixels of the tile, not yet suppressed."""
        s = self._settings
        height, width = tile.shape[:2]
        padded = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
        padded[:height, :width] = tile
        blob = cv2.dnn.blobFromImage(padded, 1 / 255.0, swapRB=True)
        raw = np.asarray(self._session.run(None, {"images": blob})[0])[0]  # (7, n)
        if raw.ndim != 2 or len(raw) != 7:
            raise BuraError(
                f"the network file {self._file} is not a finder of this program's kind: it gives {raw.shape},"
                " where oriented boxes of two classes are (7, n)"
            )
        scores = raw[4:6]
        classes = scores.argmax(axis=0)
        best = scores.max(axis=0)
        keep = best >= np.where(classes == INDEX_CLASS, s.min_index_score, s.min_back_score)
        xywhr = np.concatenate([raw[:4, keep], raw[6:7, keep]]).T.astype(np.float32)
        return Boxes(xywhr, best[keep].astype(np.float32), classes[keep].astype(np.int64))


def tiles(width: int, height: int, side: int, overlap: int) -> list[tuple[int, int, int, int]]:
    """Cut a picture into overlapping tiles x0, y0, x1, y1 of at most ``side`` pixels; one tile when it fits.

    >>> tiles(800, 600, 1024, 192)
    [(0, 0, 800, 600)]
    """

    def spans(length: int) -> list[tuple[int, int]]:
        if length <= side * 5 // 4:  # a narrow second tile would cost more than a slightly larger first
            return [(0, length)]
        count = -(-(length - overlap) // (side - overlap))
        step = (length - side) / (count - 1)
        return [(round(i * step), round(i * step) + side) for i in range(count)]

    return [(x0, y0, x1, y1) for y0, y1 in spans(height) for x0, x1 in spans(width)]


def _whole(boxes: Boxes, tile: tuple[int, int, int, int], width: int, height: int) -> NDArray[np.bool_]:
    """Which boxes of a tile do not touch one of its inner edges: those are whole in the neighbouring tile."""
    x0, y0, x1, y1 = tile
    margin = 2.0
    x, y, w, h, r = boxes.xywhr.T
    half_x = (np.abs(w * np.cos(r)) + np.abs(h * np.sin(r))) / 2
    half_y = (np.abs(w * np.sin(r)) + np.abs(h * np.cos(r))) / 2
    inside = np.ones(len(boxes), bool)
    if x0 > 0:
        inside &= x - half_x > margin
    if y0 > 0:
        inside &= y - half_y > margin
    if x1 < width:
        inside &= x + half_x < x1 - x0 - margin
    if y1 < height:
        inside &= y + half_y < y1 - y0 - margin
    return inside
