"""One finder of two networks that share their beginning: `... two_tails CARDS.pt BACKS.pt OUT.onnx --shared 11`.

Training a finder on until it sees more backs costs it cards: both classes share every layer. Here the first layers stay
as they are, and what follows exists twice: the old tail, whose indices count, and one trained on for backs, whose backs
count (`... train_finder --freeze 11` trains it). Indices are found exactly as by CARDS.pt. Of YOLO11n's 24 layers, the
first 11 are the backbone and 23 are all but the head; with 11 shared ones the joined network takes 1.6 times the time.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import cast

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
import numpy as np
import onnx
import onnxruntime as ort
import torch
from torch import nn
from ultralytics import YOLO

from bura.errors import BuraError

#: rows of a finder's answer: box, the score of an index, that of a back, angle
INDEX_ROW, BACK_ROW = 4, 5
#: the exported network must answer like the two, up to rounding: pixels
MAX_DIFFERENCE = 0.05


def only(answer: torch.Tensor, wanted: int) -> torch.Tensor:
    """(b, 7, n) with one score left, and that only where it is the larger of the two; the other is 0."""
    index, back = answer[:, INDEX_ROW : INDEX_ROW + 1], answer[:, BACK_ROW : BACK_ROW + 1]
    mine, other = (index, back) if wanted == INDEX_ROW else (back, index)
    mine = mine * (mine >= other)
    none = torch.zeros_like(mine)
    scores = (mine, none) if wanted == INDEX_ROW else (none, mine)
    return torch.cat([answer[:, :INDEX_ROW], *scores, answer[:, BACK_ROW + 1 :]], dim=1)


class TwoTails(nn.Module):  # type: ignore[misc, unused-ignore]
    """RGB 0..1 (b, 3, H, W) -> (b, 7, 2n): the boxes of the first tail with indices, of the second with backs.

    The layers of the first network are named ``model.N`` and those of the second tail ``backs.N``, so that
    `bura_models.training.from_export` finds either again in an export.
    """

    def __init__(self, cards: nn.Module, backs: nn.Module, shared: int) -> None:
        """Join two networks of one architecture.

        :raises BuraError: when they are of different kinds, or their first ``shared`` layers differ.
        """
        super().__init__()
        mine, other = cards.model, backs.model
        if (
            not isinstance(mine, nn.Sequential)
            or not isinstance(other, nn.Sequential)
            or len(mine) != len(other)
        ):
            raise BuraError("the two networks are of different kinds: join what began as one")
        if not 0 < shared < len(mine):
            raise BuraError(f"--shared {shared} is no number of layers: give 1 to {len(mine) - 1}")
        for number in range(shared):
            first, second = mine[number].state_dict(), other[number].state_dict()
            if first.keys() != second.keys() or not all(torch.equal(first[k], second[k]) for k in first):
                raise BuraError(
                    f"layer {number} differs in the two networks: train the second with --freeze {shared}"
                )
        self.model = mine
        self.backs = nn.ModuleDict({str(n): other[n] for n in range(shared, len(other))})
        self._saved = set(cast("list[int]", cards.save))
        self._shared = shared

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Both tails' boxes, one after the other."""
        outputs: list[torch.Tensor | None] = []
        value = images
        for layer in list(self.model)[: self._shared]:
            value = self._step(layer, value, outputs)
        answers = []
        for tail in (list(self.model)[self._shared :], list(self.backs.values())):
            branch, own = value, list(outputs)
            for layer in tail:
                branch = self._step(layer, branch, own)
            answers.append(branch)
        return torch.cat([only(answers[0], INDEX_ROW), only(answers[1], BACK_ROW)], dim=2)

    def _step(
        self, layer: nn.Module, value: torch.Tensor, outputs: list[torch.Tensor | None]
    ) -> torch.Tensor:
        """What one layer gives, entered in ``outputs`` when a later layer asks for it (Ultralytics' ``f``, ``i``)."""
        source = layer.f
        if isinstance(source, int):
            given = value if source == -1 else outputs[source]
        else:
            given = [value if n == -1 else outputs[n] for n in source]
        answer = cast("torch.Tensor", layer(given))
        outputs.append(answer if layer.i in self._saved else None)
        return answer


def join(cards: Path, backs: Path, out: Path, shared: int, exact: Path | None = None) -> float:
    """Write the joined network as ONNX (dynamic size, raw head, opset 18); gives its largest difference to the two.

    :param exact: the export that ``cards`` was recovered from: its numbers are taken as they are, without what rounding
        changed on the way, so that indices get the very scores they had.
    :raises BuraError: when the two do not fit, or the export answers differently.
    """
    first, second = (YOLO(str(p), task="obb").model.float().eval() for p in (cards, backs))
    network = TwoTails(first, second, shared)
    for model in (first, second):
        head = model.model[-1]
        head.export, head.dynamic, head.format = True, True, "onnx"
    network.eval()
    sample = torch.rand(1, 3, 256, 320, generator=torch.Generator().manual_seed(0))
    with torch.no_grad():
        wanted = network(sample).numpy()
        for model in (first, second):
            model.fuse(verbose=False)
        torch.onnx.export(
            network,
            (sample,),
            str(out),
            input_names=["images"],
            output_names=["output0"],
            dynamic_axes={
                "images": {0: "batch", 2: "height", 3: "width"},
                "output0": {0: "batch", 2: "boxes"},
            },
            opset_version=18,
            dynamo=False,
        )
    answer = np.asarray(ort.InferenceSession(str(out)).run(None, {"images": sample.numpy()})[0])
    difference = float(np.abs(answer - wanted).max())
    if difference > MAX_DIFFERENCE:
        raise BuraError(
            f"the exported {out} differs from the two networks by {difference:.3f}: do not use it"
        )
    if exact is not None:
        _take_over(out, exact)
    return difference


def _take_over(joined: Path, exact: Path) -> None:
    """Put an export's weights in the place of those of the same name.

    :raises BuraError: when it has none, or one of another shape.
    """
    network = onnx.load(str(joined))
    held = {its.name: its for its in onnx.load(str(exact)).graph.initializer if its.name.startswith("model.")}
    mine = [its for its in network.graph.initializer if its.name.startswith("model.")]
    if not held or any(its.name not in held or held[its.name].dims != its.dims for its in mine):
        raise BuraError(
            f"{exact} is no export of the network whose indices count: its weights have other names"
        )
    for its in mine:
        its.CopyFrom(held[its.name])
    onnx.save(network, str(joined))


def main() -> int:
    """Parse the command line and join."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path, help="weights whose indices count")
    parser.add_argument("backs", type=Path, help="weights whose backs count")
    parser.add_argument("out", type=Path, help="the .onnx file to write")
    parser.add_argument("--exact", type=Path, help="the .onnx file that CARDS was recovered from")
    parser.add_argument("--shared", type=int, default=11, help="layers that both have in common")
    a = parser.parse_args()
    try:
        difference = join(a.cards, a.backs, a.out, a.shared, a.exact)
    except (BuraError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{a.out}: answers as the two networks do, up to {difference:.4f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
