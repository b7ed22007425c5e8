"""Train the index reader: `python -m bura_models.training.train_reader --data SHARDS --out runs/reader`.

Shards are ``*.npz`` files with ``crops`` (n, 64, 40, 3) uint8 BGR, ``rank`` (n,) 0..13 and ``suit`` (n,) 0..4, as
`python -m bura_datasets.training.crops` writes them. A checkpoint is written after every epoch; the same command
goes on from the last one. The best weights by validation accuracy are in ``best.pt``.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import track
from torch import nn

from bura.errors import SourceError
from bura_models.training.reader_net import ReaderNet, load_weights

Shard = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]


def load_shards(folder: Path) -> Shard:
    """All crops and labels of a folder.

    :raises SourceError: when it holds no shard or one cannot be read.
    """
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise SourceError(
            f"there is no .npz shard in {folder}: write some with python -m bura_datasets.training.crops"
        )
    crops, ranks, suits = [], [], []
    for file in files:
        try:
            with np.load(file) as data:
                crops.append(data["crops"])
                ranks.append(data["rank"])
                suits.append(data["suit"])
        except (OSError, ValueError, KeyError) as error:
            raise SourceError(f"the shard {file} cannot be read ({error}): write it again") from error
    return (
        np.concatenate(crops),
        np.concatenate(ranks).astype(np.int64),
        np.concatenate(suits).astype(np.int64),
    )


def to_input(crops: NDArray[np.uint8]) -> torch.Tensor:
    """(n, 64, 40, 3) uint8 BGR → (n, 3, 64, 40) float RGB 0..1, channels last in memory (twice as fast on a CPU)."""
    tensor = torch.from_numpy(np.ascontiguousarray(crops[..., ::-1])).permute(0, 3, 1, 2).float() / 255
    return tensor.contiguous(memory_format=torch.channels_last)


def augment(crops: torch.Tensor, rng: torch.Generator) -> torch.Tensor:
    """The same crops, each lit and placed a little otherwise, so that an epoch never shows one twice.

    :param crops: (n, 3, 64, 40) 0..1.
    :returns: the same shape, 0..1: turned by up to 4°, moved and resized by up to 5 %, exposure by up to a third,
        colour by up to 8 %, a strip across it covered in one of ten.
    """
    n, _, height, width = crops.shape

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(n, *shape, generator=rng) * (high - low) + low

    angle, size = uniform(-0.07, 0.07), uniform(0.95, 1.05)
    # in grid_sample's coordinates both sides run from -1 to 1, so a turn mixes them by the sides' ratio
    ratio = width / height
    turn = torch.stack(
        [
            torch.stack([size * angle.cos(), -size * angle.sin() / ratio, uniform(-0.05, 0.05)], 1),
            torch.stack([size * angle.sin() * ratio, size * angle.cos(), uniform(-0.05, 0.05)], 1),
        ],
        1,
    )
    grid = nn.functional.affine_grid(turn, list(crops.shape), align_corners=False)
    moved = nn.functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)
    gain = uniform(0.75, 1.33, 1, 1, 1) * uniform(0.92, 1.08, 3, 1, 1)
    lit = moved * gain + uniform(-0.06, 0.06, 1, 1, 1)
    column = torch.arange(width).view(1, 1, 1, width) / width
    start = uniform(-0.33, 1.0, 1, 1, 1)
    covered = (
        (column >= start) & (column < start + uniform(0.05, 0.33, 1, 1, 1)) & (uniform(0, 1, 1, 1, 1) < 0.05)
    )
    row = torch.arange(height).view(1, 1, height, 1) / height
    top = uniform(-0.2, 1.0, 1, 1, 1)
    covered = covered | (row >= top) & (row < top + uniform(0.03, 0.12, 1, 1, 1)) & (
        uniform(0, 1, 1, 1, 1) < 0.05
    )
    lit = torch.where(covered, uniform(0, 1, 3, 1, 1), lit)
    return lit.clamp(0, 1).contiguous(memory_format=torch.channels_last)


def accuracy(net: ReaderNet, data: Shard, batch: int = 512) -> dict[str, float]:
    """Share of crops whose rank, suit, and both are right; and of "none" crops called none."""
    net.eval()
    ranks, suits = [], []
    with torch.no_grad():
        for start in range(0, len(data[0]), batch):
            rank, suit = net(to_input(data[0][start : start + batch]))
            ranks.append(rank.argmax(1).numpy())
            suits.append(suit.argmax(1).numpy())
    rank_right = np.concatenate(ranks) == data[1]
    suit_right = np.concatenate(suits) == data[2]
    card = data[1] < 13
    both = rank_right & suit_right
    return {
        "rank": float(rank_right[card].mean()),
        "suit": float(suit_right[card].mean()),
        "card": float(both[card].mean()),
        "none": float(rank_right[~card].mean()) if (~card).any() else 1.0,
        "all": float(both.mean()),
    }


def warmth(done: float) -> float:
    """Learning rate at a share of the run, as a fraction of the highest: up within a tenth, then down on a cosine.

    A function of the share alone, so that a run that is taken up again, even with more epochs, needs no other state.
    """
    if done < 0.1:
        return 0.1 + 9 * done
    return 0.01 + 0.99 * (1 + math.cos(math.pi * (done - 0.1) / 0.9)) / 2


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of training shards")
    parser.add_argument("--val", type=Path, required=True, help="folder of validation shards, of other decks")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--init", type=Path, help="state dict to begin with")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--lr", type=float, default=1.5e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--augment", action=argparse.BooleanOptionalAction, default=True, help="vary the crops every epoch"
    )
    a = parser.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    train, val = load_shards(a.data), load_shards(a.val)
    a.out.mkdir(parents=True, exist_ok=True)
    net = ReaderNet()
    if a.init:
        load_weights(net, torch.load(a.init, map_location="cpu", weights_only=True))
    net.to(memory_format=torch.channels_last)
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=a.lr
    )
    steps = max(1, len(train[0]) // a.batch)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.05)
    first, best = 0, -1.0
    last_path = a.out / "last.pt"
    if last_path.exists():
        saved = torch.load(last_path, map_location="cpu", weights_only=True)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        first, best = saved["epoch"] + 1, saved["best"]
    for epoch in range(first, a.epochs):
        net.train()
        order = np.random.default_rng((a.seed, epoch)).permutation(len(train[0]))
        rng = torch.Generator().manual_seed(a.seed * 1000 + epoch)
        total, start = 0.0, time.perf_counter()
        for step in track(range(steps), description=f"epoch {epoch + 1}/{a.epochs}"):
            for group in optimizer.param_groups:
                group["lr"] = a.lr * warmth((epoch * steps + step) / (steps * a.epochs))
            rows = order[step * a.batch : (step + 1) * a.batch]
            crops = to_input(train[0][rows])
            rank, suit = net(augment(crops, rng) if a.augment else crops)
            loss = loss_of(rank, torch.from_numpy(train[1][rows])) + loss_of(
                suit, torch.from_numpy(train[2][rows])
            )
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimizer.step()
            total += float(loss.detach())
        figures = accuracy(net, val)
        if figures["all"] > best:
            best = figures["all"]
            torch.save(net.state_dict(), a.out / "best.pt")
        torch.save(
            {
                "net": net.state_dict(),
                "optimizer": optimizer.state_dict(),
                "epoch": epoch,
                "best": best,
            },
            last_path,
        )
        row = {"epoch": epoch + 1, "loss": total / steps, "seconds": time.perf_counter() - start, **figures}
        with (a.out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
