"""How long a new entry, or a correction, needs to every connected screen, and how that grows with screens and log.

    python benchmarks/screens.py [--out docs/benchmarks-screens.md]

Three programs: the server, the screens (all of them in one process), and this one, which posts the entries and the
corrections of recent ones. Where there are enough processors each is held to its own. Measured is, per entry and
screen, from before the request that adds the entry until the screen has received and parsed the message with it (of a
correction: the whole view). All of it shares this machine's processors, so the figures are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bura.events import Dealt, Drew, GameStarted, Lead, Reply, Took
from bura.log import Entry, Source, entry_to_line

ROOT = Path(__file__).parents[1]
GAP_S = 0.15
"""between two entries; longer than the server's gathering of changes"""
TAIL = 300
"""entries that a screen wants when it connects, as the pages do"""
RECENT = 40
"""so far back lies what is corrected, at most: entries"""
TARGET_MS = 100
"""what 50 screens should see within, 95 of 100 times"""


def write_log(path: Path, length: int) -> None:
    """A log of so many entries, in deals of 30, the last of which is running."""
    events: list[object] = [GameStarted("classic31", ("A", "B"), (("A", "Ann"), ("B", "Boris")))]
    while len(events) < length:
        events.append(Dealt("A"))
        for _ in range(7):
            events += [Lead("B"), Reply("A", (), 1), Took("B"), Drew("B")]
    lines = [
        entry_to_line(Entry(seq, seq * 0.5, Source.VISION, event))  # type: ignore[arg-type]
        for seq, event in enumerate(events[:length], start=1)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def pin(process: int, place: int) -> None:
    """Hold a process to a processor, when there is one for each program (Linux)."""
    count = os.cpu_count() or 1
    if hasattr(os, "sched_setaffinity") and count > place:
        os.sched_setaffinity(process, {place})


@contextmanager
def server(log: Path) -> Iterator[tuple[str, int]]:
    """The scripted server on a log; its address and process."""
    command = [
        sys.executable,
        "-m",
        "tests.server.support.scripted_server",
        "--log",
        str(log),
        "--until",
        "0",
        "--live",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    pin(process.pid, 0)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split("http://")[1].split()[0], process.pid
    finally:
        process.kill()
        process.wait()


# --- the screens, a program of their own --------------------------------------------------------------------


async def look(address: str, screens: int, out: IO[str]) -> None:
    """Open so many screens, then write a line for each entry that one of them has parsed: its seq and when."""
    url = f"ws://{address}/api/v1/live?tail={TAIL}"
    sockets = [await connect(url, max_size=None, open_timeout=60) for _ in range(screens)]
    for socket in sockets:
        json.loads(await socket.recv())

    async def screen(socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            now = time.monotonic()
            if message["type"] == "view":
                new = message["entries"][-1:] if message["whole"] else message["entries"]
                out.writelines(f"{row['seq']} {now}\n" for row in new)
                out.flush()

    out.write("ready\n")
    out.flush()
    await asyncio.gather(*(screen(socket) for socket in sockets))


@contextmanager
def watching(address: str, screens: int) -> Iterator[tuple[IO[str], int]]:
    """The screens in a process of their own; what they write, and the process."""
    command = [sys.executable, __file__, "--look", address, "--screens", str(screens)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pin(process.pid, 1)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process.stdout, process.pid
    finally:
        process.kill()
        process.wait()


# --- measuring ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table."""

    took_ms: tuple[float, ...]
    """one value an entry and screen, sorted"""
    server_ms: float
    """the server's processor time, an entry"""
    screens_ms: float
    """the screens' processor time, an entry"""


def entry(_seq: int) -> dict[str, object]:
    """A new entry."""
    return {"type": "acknowledge", "target": 1}


def correction(seq: int) -> dict[str, object]:
    """A correction of a reply among the `RECENT` newest entries: one card laid face down or two, in turns."""
    spare = seq - RECENT
    target = next(n for n in range(spare, seq) if is_reply(n))
    return {
        "type": "amend",
        "target": target,
        "instead": [{"type": "reply", "seat": "A", "face_down": 1 + seq % 2}],
    }


def is_reply(seq: int) -> bool:
    """Is this entry of `write_log`'s log a reply?"""
    of_deal = (seq - 2) % 29
    return of_deal > 0 and of_deal % 4 == 2


def measure(
    address: str, server_process: int, screens: int, entries: int, wish_of: Callable[[int], object] = entry
) -> Measured:
    """Post so many entries one after another, each when all screens have the one before.

    :param wish_of: number of the newest entry → what is posted.
    """
    took: list[float] = []
    with (
        watching(address, screens) as (lines, process),
        httpx.Client(base_url=f"http://{address}", timeout=60) as client,
    ):
        seq = client.get("/api/v1/health").json()["seq"]
        before = cpu_ms(server_process), cpu_ms(process)
        for _ in range(entries):
            wish = wish_of(seq)
            seq += 1
            posted = time.monotonic()
            client.post("/api/v1/events?tail=0", json=wish).raise_for_status()
            for _ in range(screens):
                got, at = lines.readline().split()
                assert int(got) == seq
                took.append((float(at) - posted) * 1000)
            time.sleep(GAP_S)
        after = cpu_ms(server_process), cpu_ms(process)
    used = [(late - early) / entries for early, late in zip(before, after, strict=True)]
    return Measured(tuple(sorted(took)), *used)


def cpu_ms(process: int) -> float:
    """Processor time that a process has used, milliseconds (Linux; elsewhere 0)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def row(screens: int, length: int, entries: int, wish_of: Callable[[int], object] = entry) -> str:
    """One line of a table."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "t.jsonl"
        write_log(log, length)
        with server(log) as (address, process):
            measure(address, process, min(screens, 5), 3, wish_of)  # warm
            found = measure(address, process, screens, entries, wish_of)
    values = found.took_ms
    p95 = values[int(0.95 * (len(values) - 1))]
    times = f"{median(values):.0f} | {p95:.0f} | {values[-1]:.0f}"
    return f"| {screens} | {length} | {times} | {found.server_ms:.1f} | {found.screens_ms:.1f} | {load:.1f} |"


HEAD = (
    "| screens | entries in the log | median | p95 | most | server | screens | load |",
    "|---|---|---|---|---|---|---|---|",
)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--entries", type=int, default=20, help="entries, and corrections, for each line")
    parser.add_argument("--look", metavar="ADDRESS", help=argparse.SUPPRESS)
    parser.add_argument("--screens", type=int, default=50, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.look:
        asyncio.run(look(options.look, options.screens, sys.stdout))
        return
    lines = [
        "# From an entry to every screen",
        "",
        "Made by `python benchmarks/screens.py`: server and screens on one machine, over loopback. Milliseconds from"
        " before the request that adds an entry until a screen has received and parsed the message with it, which"
        f" includes the 20 ms in which changes are gathered. The target is {TARGET_MS} ms for 50 screens (p95).",
        "",
        f"Machine: {os.cpu_count()} processors, Python {platform.python_version()}.",
        "",
        "`server` and `screens` are processor time per entry of the server and of all screens together (one Python"
        " process that parses every message, held to another processor than the server); unlike the times they hardly"
        " depend on what else the machine does, which `load` tells (one-minute average when the line was begun; the"
        " times are those of a quiet machine only where it is below the number of processors).",
        "",
        *HEAD,
    ]
    for screens, length in ((1, 100), (10, 100), (50, 100), (150, 100), (50, 1000), (50, 10_000)):
        lines.append(row(screens, length, options.entries))
        print(lines[-1], flush=True)
    lines += [
        "",
        "## From a correction to every screen",
        "",
        f"The same for a correction of one of the {RECENT} newest entries. Every screen is sent the whole view anew,"
        f" with the {TAIL} newest entries that it asks for. The same target.",
        "",
        *HEAD,
    ]
    for screens, length in ((1, 100), (50, 100), (50, 1000), (50, 10_000)):
        lines.append(row(screens, length, options.entries, correction))
        print(lines[-1], flush=True)
    if options.out is not None:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
