"""Measure a finder on labelled scenes: `python -m bura_models.training.validate_finder WEIGHTS DATA.yaml`.

Ultralytics does the measuring. Takes trained weights (``.pt``) or an export (``.onnx``). Prints one JSON object:
precision, recall and mean average precision (rotated IoU 0.5, and 0.5 to 0.95) over the validation pictures, and the
average precision of each class.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
from ultralytics import YOLO


def validate(weights: Path, data: Path, size: int) -> dict[str, object]:
    """Precision, recall and average precision, 0..1."""
    figures = YOLO(str(weights), task="obb").val(
        data=str(data), imgsz=size, plots=False, verbose=False, workers=0
    )
    box = figures.box
    return {
        "precision": float(box.mp),
        "recall": float(box.mr),
        "map50": float(box.map50),
        "map50_95": float(box.map),
        "map50_95_by_class": {figures.names[int(c)]: float(box.maps[int(c)]) for c in box.ap_class_index},
    }


def main() -> None:
    """Parse the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--size", type=int, default=640)
    a = parser.parse_args()
    sys.stdout.write(json.dumps(validate(a.weights, a.data, a.size)) + "\n")


if __name__ == "__main__":
    main()
