"""Adapter: any Ultralytics oriented-box model (``.pt``, ``.engine``, …) as a finder. Needs the extra [train].

The one file that knows Ultralytics at run time; for people with a GPU or weights of their own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_vision.finder import Boxes, FinderSettings, suppress


class UltralyticsFinder:
    """`bura_vision.finder.Finder` on top of ``ultralytics.YOLO``.

    The model's classes must be ``index`` and ``back``, in any order; other classes are ignored.
    """

    def __init__(
        self, weights: Path, *, device: str | None = None, settings: FinderSettings | None = None
    ) -> None:
        """:raises BuraError: Ultralytics is not installed, or the file is no oriented-box model of our classes."""
        os.environ.setdefault("YOLO_OFFLINE", "true")
        os.environ.setdefault("YOLO_AUTOINSTALL", "false")
        try:
            from ultralytics import (
                YOLO,
            )  # a second import of seconds and gigabytes, only for those who ask for it
        except ImportError as error:
            raise BuraError(
                f"{weights} needs Ultralytics: install bura[train], or use an .onnx file"
            ) from error
        if not weights.is_file():
            raise BuraError(f"there is no network file {weights}: check the name")
        self._settings = settings or FinderSettings()
        self._device = device
        try:
            self._model: Any = YOLO(str(weights), task="obb")
            names: dict[int, str] = dict(self._model.names)
        except Exception as error:  # Ultralytics raises whatever its loaders raise
            raise BuraError(f"{weights} cannot be loaded as an Ultralytics model ({error})") from error
        self._classes = {
            number: ("index", "back").index(name)
            for number, name in names.items()
            if name in ("index", "back")
        }
        if 0 not in self._classes.values():
            raise BuraError(
                f"{weights} has the classes {', '.join(names.values())}: a finder needs 'index' and 'back'"
            )

    def find(self, image: NDArray[np.uint8]) -> Boxes:
        """Oriented boxes in ``image``; see `Finder.find`."""
        s = self._settings
        size = [-(-side // 32) * 32 for side in image.shape[:2]]
        (result,) = self._model.predict(
            image,
            imgsz=size,
            conf=min(s.min_index_score, s.min_back_score),
            device=self._device,
            verbose=False,
        )
        if result.obb is None or len(result.obb) == 0:
            return Boxes.empty()
        xywhr = result.obb.xywhr.cpu().numpy().astype(np.float32)
        scores = result.obb.conf.cpu().numpy().astype(np.float32)
        classes = np.array([self._classes.get(int(c), -1) for c in result.obb.cls.cpu().numpy()], np.int64)
        floor = np.where(classes == 0, s.min_index_score, s.min_back_score)
        return suppress(Boxes(xywhr, scores, classes)[(classes >= 0) & (scores >= floor)], s.max_overlap)
