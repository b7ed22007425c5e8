"""Turn an exported float reader back into weights that training can go on from.

`python -m bura_models.training.reader_from_export READER.onnx OUT.pt --data SHARDS`

As `from_export` does for the finder: the export's convolutions are taken as they are, and each normalisation is set to
what its convolution gives on crops of ``--data`` and scaled so that it undoes itself. The int8 export that ships has
lost what rounding took; give the float one (`git show COMMIT:models/bura_models/weights/index_reader.onnx`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from onnx import numpy_helper
from torch import nn

from bura.errors import BuraError
from bura_models.training.norms import unfold
from bura_models.training.reader_net import Block, ReaderNet
from bura_models.training.train_reader import load_shards, to_input

#: largest difference between the answers of export and recovered network, logits
MAX_DIFFERENCE = 0.01
#: crops that go through the network at a time
BATCH = 512

Pair = tuple[nn.Conv2d, nn.BatchNorm2d]


def pairs_of(net: ReaderNet) -> list[Pair]:
    """Every convolution with the normalisation after it, in the order in which an export lists them."""
    pairs: list[Pair] = [(net.f[0], net.f[1])]
    for block in (m for m in net.f if isinstance(m, Block)):
        pairs += [(block.c1, block.b1), (block.c2, block.b2)]
        if isinstance(block.sk, nn.Sequential):
            pairs.append((block.sk[0], block.sk[1]))
    return pairs


def folded(exported: Path) -> ReaderNet:
    """A network with the export's weights and normalisations that do nothing but add their bias.

    :raises BuraError: when the export is not a float export of this architecture.
    """
    graph = onnx.load(str(exported)).graph
    held = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}
    net = ReaderNet()
    pairs = pairs_of(net)
    nodes = [n for n in graph.node if n.op_type == "Conv"]
    state = net.state_dict()
    dense = {name: f"net.{name}" for name in state if not name.startswith("f.")}
    fits = len(nodes) == len(pairs) and all(name in held for name in dense.values())
    if not fits or any(node.input[i] not in held for node in nodes for i in (1, 2)):
        raise BuraError(
            f"{exported} is no float export of the reader: take one made by bura_models.training.export"
        )
    with torch.no_grad():
        for name, there in dense.items():
            state[name].copy_(held[there])
        for node, (conv, norm) in zip(nodes, pairs, strict=True):
            conv.weight.copy_(held[node.input[1]])
            norm.bias.copy_(held[node.input[2]])
            norm.weight.fill_(1.0)
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
    net.eval()
    return net


def recover(exported: Path, out: Path, crops: torch.Tensor) -> float:
    """Write trainable weights; gives the largest difference to the export's logits on the crops.

    :param crops: (n, 3, 64, 40) RGB 0..1.
    :raises BuraError: when the recovered network answers differently.
    """
    net = folded(exported)
    unfold(net, [norm for _, norm in pairs_of(net)], crops, BATCH)
    answers = ort.InferenceSession(str(exported)).run(None, {"crops": crops[:256].numpy()})
    with torch.no_grad():
        mine = net.with_features(crops[:256])
    difference = max(
        float(np.abs(np.asarray(theirs) - own.numpy()).max())
        for theirs, own in zip(answers, mine, strict=True)
    )
    if difference > MAX_DIFFERENCE:
        raise BuraError(f"the recovered network differs from {exported} by {difference:.3f}: do not use it")
    torch.save(net.state_dict(), out)
    return difference


def main() -> None:
    """Parse the command line and recover."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("exported", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="folder of training shards")
    parser.add_argument("--count", type=int, default=4000, help="crops that the statistics are taken from")
    a = parser.parse_args()
    crops = to_input(load_shards(a.data)[0][: a.count])
    difference = recover(a.exported, a.out, crops)
    sys.stdout.write(f"{a.out}: answers as the export does, up to {difference:.4f}\n")


if __name__ == "__main__":
    main()
