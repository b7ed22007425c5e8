"""Turn an exported finder back into weights that training can go on from.

`python -m bura_models.training.from_export FINDER.onnx OUT.pt --pictures FOLDER [--tail backs]`

Of an export with two tails (`bura_models.training.two_tails`), as the shipped one is, it gives the network whose
indices count, or, with ``--tail backs``, the one whose backs count.

An export folds every batch normalisation into the convolution before it. The convolutions are taken back as they are;
each normalisation is set to what the convolution gives on ``--pictures`` (mean, variance) and scaled so that it undoes
itself. The network answers as the export does, and, because the statistics fit, also starts to train like it.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
import cv2
import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import numpy_helper
from torch import nn
from ultralytics import YOLO
from ultralytics.nn.modules.conv import Conv
from ultralytics.nn.tasks import OBBModel

from bura.errors import BuraError, SourceError
from bura_models.training.norms import unfold

#: largest difference between export and recovered network: box coordinates, pixels
MAX_DIFFERENCE = 0.05
COCO_CLASSES = 80
#: pictures that go through the network at a time
BATCH = 8
NAMES = {0: "index", 1: "back"}


def read_pictures(folder: Path, count: int, size: int) -> torch.Tensor:
    """(n, 3, size, size) RGB 0..1: the first ``count`` pictures of a folder by name.

    :raises SourceError: when there is none.
    """
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in (".jpg", ".png"))[:count]
    pictures = [p for p in (cv2.imread(str(f)) for f in files) if p is not None]
    if not pictures:
        raise SourceError(f"{folder} holds no pictures: give the folder of training pictures")
    rows = [cv2.resize(p, (size, size))[:, :, ::-1].transpose(2, 0, 1) for p in pictures]
    return torch.from_numpy(np.ascontiguousarray(np.stack(rows)).astype(np.float32) / 255.0)


def _weights(exported: Path, tail: str) -> dict[str, np.ndarray]:
    """name of a layer's weights -> their numbers, in the tail that is asked for.

    :raises BuraError: when the export has no tail for backs.
    """
    held = {i.name: numpy_helper.to_array(i) for i in onnx.load(str(exported)).graph.initializer}
    backs = {
        f"model.{n.removeprefix('backs.')}": value for n, value in held.items() if n.startswith("backs.")
    }
    if tail == "backs" and not backs:
        raise BuraError(f"{exported} has one tail for cards and backs: leave out --tail")
    return {**held, **backs} if tail == "backs" else held


def folded(exported: Path, architecture: str, tail: str = "cards") -> OBBModel:
    """A network with the export's convolutions and normalisations that do nothing but add their bias.

    :raises BuraError: when the export is of another architecture.
    """
    # networks that began from COCO weights keep the width of a head for 80 classes; only their last layers are narrower
    model = OBBModel(architecture, nc=COCO_CLASSES, verbose=False)
    head = model.model[-1]
    for branch in head.cv3:
        branch[-1] = nn.Conv2d(branch[-1].in_channels, len(NAMES), 1)
    head.nc, head.no = len(NAMES), head.no - COCO_CLASSES + len(NAMES)
    model.nc = model.yaml["nc"] = len(NAMES)
    model.names = dict(NAMES)
    held = _weights(exported, tail)
    state = model.state_dict()
    for name, value in held.items():
        if not name.startswith("model."):
            continue
        target = name.removesuffix("conv.bias") + "bn.bias" if name.endswith(".conv.bias") else name
        if target not in state or tuple(state[target].shape) != value.shape:
            raise BuraError(f"{exported} is no export of {architecture} with {len(NAMES)} classes: {name}")
        state[target] = torch.from_numpy(value.copy())
    model.load_state_dict(state)
    for module in model.modules():
        if isinstance(module, Conv):
            norm = module.bn
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
            norm.weight.data.fill_(1.0)
    return model.eval()


def _apart(answer: np.ndarray, mine: np.ndarray, tail: str) -> float:
    """The largest difference between an export's answer (1, 7, n or 2n) and a network's (1, 7, n).

    Of two tails each gives one score, and that only where it is the larger one: the rest is 0.
    """
    count = mine.shape[2]
    if answer.shape[2] == count:
        return float(np.abs(answer - mine).max())
    answer = answer[:, :, :count] if tail == "cards" else answer[:, :, count:]
    told = answer > 0.0
    told[:, :4], told[:, 6:] = True, True
    return float(np.abs(answer - mine)[told].max())


def recover(
    exported: Path, out: Path, pictures: torch.Tensor, architecture: str, tail: str = "cards"
) -> float:
    """Write trainable weights; gives the largest difference to the export on one picture.

    :raises BuraError: when the recovered network answers differently.
    """
    model = folded(exported, architecture, tail)
    unfold(model, [m.bn for m in model.modules() if isinstance(m, Conv)], pictures, BATCH)
    sample = pictures[:1]
    answer = ort.InferenceSession(str(exported)).run(None, {"images": sample.numpy()})[0]
    with torch.no_grad():
        mine = model(sample)[0].numpy()
    difference = _apart(np.asarray(answer), mine, tail)
    if difference > MAX_DIFFERENCE:
        raise BuraError(f"the recovered network differs from {exported} by {difference:.3f}: do not use it")
    yolo = YOLO(architecture, task="obb")
    # what a checkpoint says of its task decides which trainer and which loss Ultralytics takes
    model.args = {"task": "obb", "imgsz": pictures.shape[-1]}
    model.task = "obb"
    yolo.model = model
    yolo.save(str(out))
    return difference


def main() -> None:
    """Parse the command line and recover."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exported", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pictures", type=Path, required=True, help="folder of training pictures")
    parser.add_argument("--count", type=int, default=48)
    parser.add_argument("--size", type=int, default=640)
    parser.add_argument("--tail", choices=["cards", "backs"], default="cards")
    parser.add_argument("--architecture", default="yolo11n-obb.yaml")
    a = parser.parse_args()
    difference = recover(
        a.exported, a.out, read_pictures(a.pictures, a.count, a.size), a.architecture, a.tail
    )
    sys.stdout.write(f"{a.out}: answers as the export does, up to {difference:.4f}\n")


if __name__ == "__main__":
    main()
