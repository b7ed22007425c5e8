"""Mean of two trained finders of one ancestry: `... average OLD.pt NEW.pt OUT.pt --share 0.67`.

Between weights and what they became by training on, the mean is often better on other pictures than either (Wortsman et
al., Robust fine-tuning of zero-shot models, 2022); ``--share`` is the part of the new ones.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

# Ultralytics reads the two settings above when it is imported, hence the order.
import torch
from ultralytics import YOLO

from bura.errors import BuraError


def average(old: Path, new: Path, share: float, out: Path) -> None:
    """Write ``(1 - share) * old + share * new``, normalisation statistics included.

    :raises BuraError: when the share is none or the networks are not of one kind.
    """
    if not 0.0 <= share <= 1.0:
        raise BuraError(f"--share {share} is no share: give a number from 0 to 1")
    first, second = YOLO(str(old), task="obb"), YOLO(str(new), task="obb")
    mine, other = (y.model.float().state_dict() for y in (first, second))
    if {k: v.shape for k, v in mine.items()} != {k: v.shape for k, v in other.items()}:
        raise BuraError(f"{old} and {new} are networks of different kinds: average what began as one")
    mean = {
        key: torch.lerp(value, other[key], share) if value.is_floating_point() else other[key]
        for key, value in mine.items()
    }
    first.model.load_state_dict(mean)
    first.save(str(out))


def main() -> int:
    """Parse the command line and average."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5)
    a = parser.parse_args()
    try:
        average(a.old, a.new, a.share, a.out)
    except (BuraError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
