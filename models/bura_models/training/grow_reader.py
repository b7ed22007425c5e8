"""Make a larger reader that answers as a smaller one does, to train on from there.

`python -m bura_models.training.grow_reader SMALL.pt LARGE.pt`

Every added channel hears all others, and nothing listens to it yet; every added block passes on what it gets (Net2Net,
Chen, Goodfellow and Shlens 2016, in its simplest form). So nothing that was learned is lost, and the gradient finds
the new weights at once.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from torch import Tensor, nn

from bura.errors import BuraError
from bura_models.training.reader_net import SMALL, Block, ReaderNet, ReaderShape, load_weights

#: what the features' layer sees of every channel: (height, width)
LAST_PX = (8, 5)


def grown(small: ReaderNet, shape: ReaderShape, seed: int = 0) -> ReaderNet:
    """A network of ``shape`` with the same answers (in evaluation mode).

    :param small: no part of it may be larger than ``shape`` has it; it has one block a stage.
    :raises BuraError: when it has a larger part.
    """
    torch.manual_seed(seed)
    large = ReaderNet(shape)
    blocks = [m for m in large.f if isinstance(m, Block)]
    firsts, number = [], 0
    for more in shape.more:
        firsts.append(blocks[number])
        number += 1 + more
    theirs = [m for m in small.f if isinstance(m, Block)]
    if len(theirs) != len(firsts):
        raise BuraError("a reader can only grow from one that has one block a stage")
    with torch.no_grad():
        _copy_all(small.f[:2], large.f[:2])
        for old, new in zip(theirs, firsts, strict=True):
            _copy_all(old, new)
        for block in blocks:
            if block not in firsts:
                block.b2.weight.zero_()
        _copy_dense(small, large)
    large.eval()
    return large


def _copy_all(old: nn.Module, new: nn.Module) -> None:
    """Copy what both have; what is added to an input of an old output counts nothing."""
    theirs, ours = old.state_dict(), new.state_dict()
    for name, value in theirs.items():
        there = ours[name]
        if any(a > b for a, b in zip(value.shape, there.shape, strict=True)):
            raise BuraError(f"a reader can only grow, and {name} has {tuple(value.shape)} numbers already")
        if value.ndim == 0:
            there.copy_(value)
            continue
        if value.ndim > 1:
            there[: value.shape[0]] = 0
        there[tuple(slice(0, side) for side in value.shape)] = value


def _copy_dense(small: ReaderNet, large: ReaderNet) -> None:
    """As `_copy_all`, for the layer whose inputs are channels times places."""
    height, width = LAST_PX
    old, new = small.h[1], large.h[1]
    places = height * width

    def by_channel(weight: Tensor) -> Tensor:
        return weight.view(weight.shape[0], -1, places)

    if old.weight.shape[0] != new.weight.shape[0] or old.weight.shape[1] > new.weight.shape[1]:
        raise BuraError("a reader can only grow, and keeps the number of its features")
    there = by_channel(new.weight)
    there.zero_()
    there[:, : old.weight.shape[1] // places] = by_channel(old.weight)
    new.bias.copy_(old.bias)
    for head in ("rank", "suit"):
        getattr(large, head).load_state_dict(getattr(small, head).state_dict())


def main() -> None:
    """Parse the command line and grow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("small", type=Path)
    parser.add_argument("large", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="of the added weights")
    a = parser.parse_args()
    small = ReaderNet(SMALL)
    load_weights(small, torch.load(a.small, map_location="cpu", weights_only=True))
    torch.save(grown(small, ReaderShape(), a.seed).state_dict(), a.large)
    sys.stdout.write(f"{a.large}: answers as {a.small} does\n")


if __name__ == "__main__":
    main()
