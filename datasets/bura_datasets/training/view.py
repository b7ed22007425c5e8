"""Drawing labels onto scenes, to look at them.

    python -m bura_datasets.training.view OUT --sheet labels.png [--split val] [--count 12]

Indices are outlined in magenta with a dot at their own upper left corner, backs in cyan.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError, SourceError
from bura_datasets.training.labels import BACK_CLASS

Pixels = NDArray[np.uint8]


def read_labels(path: Path, width: int, height: int) -> list[tuple[int, NDArray[np.float64]]]:
    """Classes and (4, 2) corners in pixels of one label file.

    :raises SourceError: when a line has not a class and eight numbers between 0 and 1.
    """
    labels = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            values = [float(v) for v in line.split()]
        except ValueError:
            values = []
        if len(values) != 9 or not all(0 <= v <= 1 for v in values[1:]):
            raise SourceError(
                f"{path} line {number} is no oriented box (class and 8 fractions): write the scenes anew"
            )
        labels.append((int(values[0]), np.array(values[1:]).reshape(4, 2) * [width, height]))
    return labels


def draw_labels(picture: Pixels, labels: list[tuple[int, NDArray[np.float64]]]) -> Pixels:
    """A copy with the boxes drawn."""
    shown = picture.copy()
    for kind, corners in labels:
        colour = (255.0, 255.0, 0.0) if kind == BACK_CLASS else (255.0, 0.0, 255.0)
        cv2.polylines(shown, [np.round(corners).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
        if kind != BACK_CLASS:
            cv2.circle(shown, tuple(np.round(corners[0]).astype(int).tolist()), 2, (0, 255, 0), -1)
    return shown


def label_sheet(folder: Path, split: str, count: int, columns: int = 4) -> Pixels:
    """The first pictures of a split with their labels, side by side.

    :raises SourceError: when there are none.
    """
    tiles = []
    for path in sorted((folder / "labels" / split).glob("*.txt"))[:count]:
        picture = cv2.imread(str(folder / "images" / split / f"{path.stem}.jpg"))
        if picture is not None:
            height, width = picture.shape[:2]
            tiles.append(draw_labels(np.asarray(picture, np.uint8), read_labels(path, width, height)))
    if not tiles:
        raise SourceError(
            f"{folder} has no finished scenes in {split}: write some with bura_datasets.training.scenes"
        )
    blank = np.zeros_like(tiles[0])
    tiles += [blank] * (-len(tiles) % columns)
    rows = [np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)]
    return np.asarray(np.vstack(rows), np.uint8)


def main(arguments: list[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m bura_datasets.training.view", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sheet", type=Path, default=Path("labels.png"), help="picture to write")
    parser.add_argument("--split", choices=("train", "val"), default="train")
    parser.add_argument("--count", type=int, default=12)
    options = parser.parse_args(arguments)
    try:
        cv2.imwrite(str(options.sheet), label_sheet(options.folder, options.split, options.count))
    except BuraError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
