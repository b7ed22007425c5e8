"""Batch normalisations for weights that come from an export, where each was folded into the convolution before it."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn


def unfold(net: nn.Module, norms: Sequence[nn.BatchNorm2d], inputs: torch.Tensor, batch: int) -> None:
    """Give normalisations that only add their bias the statistics of what reaches them, scaled so that they undo it.

    The network answers as before and, because the statistics fit, also starts to train like it.

    :param net: the whole network, in evaluation mode.
    :param inputs: (n, …) what the statistics are taken from; goes through ``net`` in pieces of ``batch``.
    """
    sums: dict[nn.Module, list[torch.Tensor]] = {}

    def add(norm: nn.Module, given: tuple[torch.Tensor, ...]) -> None:
        values = given[0].transpose(0, 1).flatten(1).double()
        new = [torch.tensor(float(values.shape[1])), values.sum(1), (values**2).sum(1)]
        old = sums.get(norm)
        sums[norm] = new if old is None else [a + b for a, b in zip(old, new, strict=True)]

    hooks = [norm.register_forward_pre_hook(add) for norm in norms]
    with torch.no_grad():
        for start in range(0, len(inputs), batch):
            net(inputs[start : start + batch])
        for hook in hooks:
            hook.remove()
        for norm in norms:
            count, total, squares = sums[norm]
            mean = total / count
            variance = (squares / count - mean**2).clamp(min=1e-6)
            norm.running_mean.copy_(mean.float())
            norm.running_var.copy_(variance.float())
            norm.weight.copy_((variance + norm.eps).sqrt().float())
            norm.bias.add_(mean.float())
