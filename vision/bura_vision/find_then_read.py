"""The shipped card detector: a finder for the whole picture, a reader for every index it finds."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_models.calibration import FinderCalibration, on_line
from bura_models.registry import finder_calibration
from bura_vision.detector import CardDetector, Kind, Region, Sighting
from bura_vision.finder import BACK_CLASS, INDEX_CLASS, Boxes, Finder, OnnxFinder
from bura_vision.index_reader import DeckLogits, IndexReader

#: network files that can take the finder's place; all but the first need the extra [train]
FINDER_SUFFIXES = (".onnx", ".pt", ".engine", ".torchscript", ".mlpackage", ".xml")

BACK_SCORE = 0.25
"""see `FindThenRead`"""


class FindThenRead:
    """`bura_vision.detector.CardDetector` made of any finder and the index reader."""

    def __init__(
        self,
        finder: Finder,
        reader: IndexReader,
        calibration: FinderCalibration | None = None,
        back_score: float = BACK_SCORE,
    ) -> None:
        """Put the two together.

        :param calibration: makes the finder's scores probabilities; None takes the scores for them.
        :param back_score: `detect` drops backs with a lower finder score; whoever joins several scales (`find`) and
            compares backs with each other gets the fainter ones too.
        """
        self._back_score = back_score
        self._finder = finder
        self._reader = reader
        self._calibration = calibration or FinderCalibration()

    def detect(
        self, image: NDArray[np.uint8], region: Region | None = None, scale: float = 1.0
    ) -> tuple[Sighting, ...]:
        """All sightings, surest first; see `CardDetector.detect`."""
        boxes = self.find(image, region, scale)
        return self.read(image, boxes[(boxes.classes == INDEX_CLASS) | (boxes.scores >= self._back_score)])

    def find(self, image: NDArray[np.uint8], region: Region | None = None, scale: float = 1.0) -> Boxes:
        """Unread boxes in full-picture pixels, for callers that join several scales before reading."""
        height, width = image.shape[:2]
        x0, y0, x1, y1 = region or (0, 0, width, height)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
        if x1 - x0 < 8 or y1 - y0 < 8:
            return Boxes.empty()
        part = image[y0:y1, x0:x1]
        if scale != 1.0:
            size = (max(8, round((x1 - x0) * scale)), max(8, round((y1 - y0) * scale)))
            method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            part = np.asarray(cv2.resize(part, size, interpolation=method), np.uint8)
        return self._finder.find(part).placed(scale, x0, y0)

    def read(self, image: NDArray[np.uint8], boxes: Boxes) -> tuple[Sighting, ...]:
        """Sightings of boxes found in ``image``, surest first."""
        index_rows = boxes[boxes.classes == INDEX_CLASS]
        readings = self._reader.read(image, index_rows.xywhr)
        sightings = [
            Sighting(
                Kind.INDEX,
                readings.corners[i],
                float(score),
                readings.rank_probs[i],
                readings.suit_probs[i],
                readings.card_probs[i],
                float(real),
            )
            for i, (score, real) in enumerate(
                zip(index_rows.scores, on_line(index_rows.scores, self._calibration.index), strict=True)
            )
        ]
        backs = boxes[boxes.classes == BACK_CLASS]
        reals = on_line(backs.scores, self._calibration.back)
        for (x, y, w, h, r), score, real in zip(backs.xywhr, backs.scores, reals, strict=True):
            corners = cv2.boxPoints(((float(x), float(y)), (float(w), float(h)), float(np.degrees(r))))
            # boxPoints starts at the bottom left; a sighting starts at the top left
            outline = np.roll(corners, -1, axis=0).astype(np.float32)
            sightings.append(Sighting(Kind.BACK, outline, float(score), real=float(real)))
        return tuple(sorted(sightings, key=lambda s: -s.confidence))


def load_detector(
    *, threads: int = 2, finder: Path | None = None, deck: DeckLogits | None = None
) -> FindThenRead:
    """The shipped networks on ONNX Runtime.

    :param finder: another finder: an ``.onnx`` file of the same kind, or any Ultralytics oriented-box model
        (``.pt``, ``.engine``; needs the extra [train]).
    :param deck: what an enrolled deck adds to the reader.
    :raises BuraError: when a weight file is missing or is not the one its manifest describes.
    """
    if finder is not None and not finder.is_file():
        raise BuraError(f"there is no network file {finder}: check the name")
    if finder is not None and finder.suffix not in FINDER_SUFFIXES:
        kinds = ", ".join(FINDER_SUFFIXES)
        raise BuraError(f"{finder} is not a network file: its name must end in one of {kinds}")
    reader = IndexReader(threads=threads, deck=deck)
    if finder is None:
        return FindThenRead(OnnxFinder(threads=threads), reader, finder_calibration())
    if finder.suffix == ".onnx":
        return FindThenRead(OnnxFinder(finder, threads=threads), reader)
    from bura_vision.ultralytics_finder import UltralyticsFinder  # loads torch: only on request

    return FindThenRead(UltralyticsFinder(finder), reader)


def _conforms(detector: FindThenRead) -> CardDetector:
    """Checked by mypy: the class has the protocol's shape."""
    return detector
