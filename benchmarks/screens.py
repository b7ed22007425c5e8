"""How long a new entry needs to every connected screen, and how that grows with screens and with the log.

    python benchmarks/screens.py [--out docs/benchmarks-screens.md]

A server runs in a process of its own; this one opens the sockets and posts entries. Measured is, per entry and
screen, from before the request that adds the entry until the message with it has been received and parsed. All of
it shares this machine's processors, so the figures are upper bounds.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bura.events import Dealt, Drew, GameStarted, Lead, Reply, Took
from bura.log import Entry, Source, entry_to_line

ROOT = Path(__file__).parents[1]
GAP_S = 0.15
"""between two entries; longer than the server's gathering of changes"""


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
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split("http://")[1].split()[0], process.pid
    finally:
        process.kill()
        process.wait()


async def measure(address: str, screens: int, entries: int) -> list[float]:
    """Milliseconds, one value an entry and screen."""
    took: list[float] = []
    posted: dict[int, float] = {}
    done: dict[int, int] = {}

    async def screen(socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            now = time.perf_counter()
            if message["type"] == "view" and not message["whole"]:
                for row in message["entries"]:
                    if row["seq"] in posted:
                        took.append((now - posted[row["seq"]]) * 1000)
                        done[row["seq"]] = done.get(row["seq"], 0) + 1

    url = f"ws://{address}/api/v1/live"
    sockets = [await connect(url, max_size=None, open_timeout=60) for _ in range(screens)]
    first = [json.loads(await socket.recv()) for socket in sockets]
    seq = first[0]["seq"]
    listening = [asyncio.create_task(screen(socket)) for socket in sockets]
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        for _ in range(entries):
            seq += 1
            posted[seq] = time.perf_counter()
            answer = await client.post("/api/v1/events", json={"type": "acknowledge", "target": 1})
            answer.raise_for_status()
            while done.get(seq, 0) < screens:
                await asyncio.sleep(0.005)
            await asyncio.sleep(GAP_S)
    for task in listening:
        task.cancel()
    for socket in sockets:
        await socket.close()
    return took


def cpu_ms(process: int) -> float:
    """Processor time that a process has used, milliseconds (Linux; elsewhere 0)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def row(screens: int, length: int, entries: int) -> str:
    """One line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "t.jsonl"
        write_log(log, length)
        with server(log) as (address, process):
            asyncio.run(measure(address, min(screens, 5), 3))  # warm
            before = cpu_ms(process)
            values = sorted(asyncio.run(measure(address, screens, entries)))
            used = (cpu_ms(process) - before) / entries
    p95 = values[int(0.95 * (len(values) - 1))]
    return f"| {screens} | {length} | {median(values):.0f} | {p95:.0f} | {values[-1]:.0f} | {used:.0f} |"


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--entries", type=int, default=20)
    options = parser.parse_args()
    lines = [
        "# From an entry to every screen",
        "",
        "Made by `python benchmarks/screens.py`: server and screens on one machine, over loopback. Milliseconds from"
        " before the request that adds an entry until a screen has received and parsed the message with it, which"
        " includes the 20 ms in which changes are gathered.",
        "",
        f"Machine: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start, Python"
        f" {platform.python_version()}.",
        "",
        "`cpu` is the server's own processor time per entry, opening the connections included; unlike the others it"
        " does not depend on what else the machine does.",
        "",
        "| screens | entries in the log | median | p95 | most | cpu |",
        "|---|---|---|---|---|---|",
    ]
    for screens, length in ((1, 100), (10, 100), (50, 100), (150, 100), (50, 1000), (50, 10_000)):
        lines.append(row(screens, length, options.entries))
        print(lines[-1], flush=True)
    if options.out is not None:
        options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
