"""Train the finder with Ultralytics: `python -m bura_models.training.train_finder --data DATA.yaml --init FILE`.

DATA.yaml is an Ultralytics oriented-box data set with the classes 0 index, 1 back, as
`python -m bura_datasets.training.scenes` writes it. ``--init`` takes weights (``.pt``) or an architecture
(``yolo11n-obb.yaml``, from scratch). A run that was stopped goes on with ``--resume``.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
import torch
from ultralytics import YOLO

from bura.errors import BuraError


def train(
    data: Path,
    init: str,
    out: Path,
    *,
    epochs: int,
    size: int,
    batch: int,
    threads: int,
    seed: int,
    lr: float | None = None,
    hours: float | None = None,
    freeze: int = 0,
    resume: bool = False,
) -> Path:
    """Train and return the path of the last weights.

    No flips: a mirrored index is another sign. Mosaic is off: the scenes are full already. The thread count is set
    in a callback because Ultralytics sets its own (one fewer than the cores) after the command line is read.

    :param lr: highest learning rate, for going on from trained weights: AdamW, up within a tenth of an epoch (the usual
        three epochs of warming up would be the whole of a short run), then down on a cosine. None: Ultralytics' choice.
    :param freeze: this many layers from the first stay as they are (`bura_models.training.two_tails`).
    :param hours: stop after this long; the number of epochs is then whatever fits.
    """
    rate: dict[str, Any] = {}
    if lr is not None:
        rate = {
            "optimizer": "AdamW",
            "lr0": lr,
            "lrf": 0.05,
            "cos_lr": True,
            "warmup_epochs": 0.1,
            "warmup_bias_lr": lr,
        }
    if hours is not None:
        rate["time"] = hours
    model = YOLO(init, task="obb")
    if model.task != "obb":
        raise BuraError(f"{init} holds a network for {model.task}: give one with oriented boxes")

    def use_threads(trainer: Any) -> None:
        torch.set_num_threads(threads)
        trainer.model.to(memory_format=torch.channels_last)

    model.add_callback("on_train_start", use_threads)
    model.train(
        data=str(data),
        epochs=epochs,
        imgsz=size,
        batch=batch,
        device="cuda" if torch.cuda.is_available() else "cpu",
        workers=0 if threads <= 2 else 4,
        seed=seed,
        project=str(out.parent.resolve()),
        name=out.name,
        exist_ok=True,
        resume=resume,
        amp=torch.cuda.is_available(),
        val=False,
        plots=False,
        fliplr=0.0,
        flipud=0.0,
        mosaic=0.0,
        degrees=180.0,
        scale=0.3,
        freeze=freeze or None,
        verbose=False,
        **rate,
    )
    return out / "weights" / "last.pt"


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--init", default="yolo11n-obb.yaml")
    parser.add_argument("--out", type=Path, default=Path("runs/finder"))
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lr", type=float, help="highest learning rate; for going on from trained weights")
    parser.add_argument("--hours", type=float, help="stop after this long, however many epochs that is")
    parser.add_argument("--freeze", type=int, default=0, help="layers from the first that stay as they are")
    parser.add_argument("--resume", action="store_true")
    a = parser.parse_args()
    train(
        a.data,
        a.init,
        a.out,
        epochs=a.epochs,
        size=a.size,
        batch=a.batch,
        threads=a.threads,
        seed=a.seed,
        lr=a.lr,
        hours=a.hours,
        freeze=a.freeze,
        resume=a.resume,
    )


if __name__ == "__main__":
    main()
