"""How long `bura count` takes for one photograph, from process start: `python benchmarks/count_time.py [PICTURE]`.

Without a picture, a frame of the bundled demo clip is enlarged to 1920×1080. Beside it stands the time of a bare
`python -c "import cv2, onnxruntime"`, which no program built on these libraries can undercut.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2

import bura_server

DEMO = Path(bura_server.__file__).parent / "demo" / "clip.mp4"
#: a moment of the demo at which four cards lie open
MOMENT_S = 8.0


def demo_picture(folder: Path) -> Path:
    """A 1080p picture of the demo table."""
    clip = cv2.VideoCapture(str(DEMO))
    clip.set(cv2.CAP_PROP_POS_MSEC, MOMENT_S * 1000)
    done, frame = clip.read()
    clip.release()
    if not done:
        sys.exit(f"count_time: {DEMO} cannot be read: install the package again")
    path = folder / "table-1080p.jpg"
    cv2.imwrite(str(path), cv2.resize(frame, (1920, 1080), interpolation=cv2.INTER_CUBIC))
    return path


def timed(command: list[str], rounds: int) -> list[float]:
    """Wall seconds of each of ``rounds`` runs."""
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    return seconds


def main() -> None:
    """Time both and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        picture = arguments.picture or demo_picture(Path(folder))
        commands = {
            "bura count": [str(Path(sys.executable).parent / "bura"), "count", str(picture)],
            "imports alone": [sys.executable, "-c", "import cv2, onnxruntime"],
        }
        print(f"{os.cpu_count()} cores, machine load {os.getloadavg()[0]:.1f}, {arguments.rounds} runs\n")
        print("| command | fastest s | median s | slowest s |\n|---|---|---|---|")
        for name, command in commands.items():
            seconds = timed(command, arguments.rounds)
            print(f"| {name} | {min(seconds):.2f} | {statistics.median(seconds):.2f} | {max(seconds):.2f} |")


if __name__ == "__main__":
    main()
