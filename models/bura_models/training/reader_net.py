"""The index reader's architecture: a small residual network with one head for the rank and one for the suit."""

from __future__ import annotations

from typing import Any, cast

import torch
from torch import Tensor, nn

CROP_HEIGHT, CROP_WIDTH = 64, 40
RANK_CLASSES, SUIT_CLASSES = 14, 5


class Block(nn.Module):  # type: ignore[misc, unused-ignore]  # torch's stubs may be absent
    """Two 3×3 convolutions with a shortcut."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.c1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.b1 = nn.BatchNorm2d(outputs)
        self.c2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.b2 = nn.BatchNorm2d(outputs)
        self.sk: nn.Module = (
            nn.Identity()
            if inputs == outputs and stride == 1
            else nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))
        )

    def forward(self, x: Tensor) -> Tensor:
        """(n, inputs, h, w) → (n, outputs, h / stride, w / stride)."""
        y = torch.relu(self.b1(self.c1(x)))
        return torch.relu(self.b2(self.c2(y)) + self.sk(x))


class ReaderNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """(n, 3, 64, 40) RGB 0..1 → rank logits (n, 14), suit logits (n, 5); 0.66 M parameters."""

    def __init__(self, dropout: float = 0.2) -> None:
        super().__init__()
        self.f = nn.Sequential(
            nn.Conv2d(3, 24, 3, 2, 1, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(),
            Block(24, 24),
            Block(24, 48, 2),
            Block(48, 96, 2),
        )
        self.h = nn.Sequential(nn.Flatten(), nn.Linear(96 * 8 * 5, 128), nn.ReLU(), nn.Dropout(dropout))
        self.rank = nn.Linear(128, RANK_CLASSES)
        self.suit = nn.Linear(128, SUIT_CLASSES)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        rank, suit, _ = self.with_features(x)
        return rank, suit

    def with_features(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The answers of `forward`, and what they were told from: (n, 128) features, 0 or more.

        Decks that are shown to the camera once are told apart by these (`bura_vision.enrolment`).
        """
        y = self.h(self.f(x))
        return self.rank(y), self.suit(y), y


class FeaturedReader(nn.Module):  # type: ignore[misc, unused-ignore]
    """The network as it is exported: with its features as a third output."""

    def __init__(self, net: ReaderNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See `ReaderNet.with_features`."""
        return self.net.with_features(x)


def load_weights(net: ReaderNet, state: dict[str, Any]) -> None:
    """Copy a state dict into ``net``; all names and shapes must match."""
    net.load_state_dict(cast("Any", state))
