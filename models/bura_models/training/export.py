"""Export trained weights to ONNX and enter them in the manifest.

`python -m bura_models.training.export finder runs/finder/weights/last.pt [--install]`
`python -m bura_models.training.export reader runs/reader/best.pt [--install]`

Without ``--install`` the ONNX file is only written beside the weights. With it, the file replaces the shipped one and
the manifest's sha256 follows and the old weights' calibration goes: fit it anew with
`python -m bura_datasets.training.calibrate`. Provenance and figures in the manifest are for a person to bring up to
date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch

from bura.errors import BuraError
from bura_models.registry import MANIFEST_PATH, WEIGHTS_DIR
from bura_models.training.reader_net import CROP_HEIGHT, CROP_WIDTH, FeaturedReader, ReaderNet, load_weights

#: the exported network must answer like the trained one, up to rounding
MAX_DIFFERENCE = 1e-3


def export_finder(weights: Path) -> Path:
    """Write ``weights`` as ONNX (dynamic size, raw head, opset 18) and return its path."""
    os.environ.setdefault("YOLO_OFFLINE", "true")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    from ultralytics import YOLO  # here, because importing it takes seconds and the reader does not need it

    return Path(YOLO(str(weights), task="obb").export(format="onnx", dynamic=True, simplify=False, opset=18))


def export_reader(weights: Path) -> Path:
    """Write ``weights`` as ONNX, compare both networks' answers, and return the path.

    :raises BuraError: when they differ.
    """
    net = ReaderNet()
    load_weights(net, torch.load(weights, map_location="cpu", weights_only=True))
    net.eval()
    featured = FeaturedReader(net).eval()
    path = weights.with_suffix(".onnx")
    sample = torch.rand(3, 3, CROP_HEIGHT, CROP_WIDTH, generator=torch.Generator().manual_seed(0))
    torch.onnx.export(
        featured,
        (sample,),
        str(path),
        input_names=["crops"],
        output_names=["rank", "suit", "features"],
        dynamic_axes={name: {0: "n"} for name in ("crops", "rank", "suit", "features")},
        opset_version=17,
        dynamo=False,
    )
    answers = ort.InferenceSession(str(path)).run(None, {"crops": sample.numpy()})
    with torch.no_grad():
        expected = featured(sample)
    for answer, wanted in zip(answers, expected, strict=True):
        if float(np.abs(np.asarray(answer) - wanted.numpy()).max()) > MAX_DIFFERENCE:
            raise BuraError(f"the exported {path} answers differently from {weights}: do not use it")
    return path


def install(name: str, exported: Path) -> None:
    """Make ``exported`` the shipped network ``name`` and enter its hash in the manifest."""
    raw = json.loads(MANIFEST_PATH.read_text(encoding="utf-8"))
    entry = raw["networks"][name]
    shutil.copy(exported, WEIGHTS_DIR / entry["file"])
    entry["sha256"] = hashlib.sha256(exported.read_bytes()).hexdigest()
    entry.pop("calibration", None)
    MANIFEST_PATH.write_text(json.dumps(raw, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Parse the command line, export, and install when asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=["finder", "reader"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--install", action="store_true")
    a = parser.parse_args()
    path = export_finder(a.weights) if a.network == "finder" else export_reader(a.weights)
    if a.install:
        install(a.network, path)


if __name__ == "__main__":
    main()
