"""A PostgreSQL server of our own, for as long as the tests run; where its programs are not installed, none."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

USER = "bura"
PROGRAMS = "/usr/lib/postgresql"
"""where Debian keeps them, by version"""


def programs() -> Path | None:
    """The folder of initdb and pg_ctl; None: not installed."""
    found = sorted(Path(PROGRAMS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    if found:
        return found[-1].parent
    plain = shutil.which("initdb")
    return Path(plain).parent if plain else None


class Server:
    """A running server. It listens on a socket in its own folder only."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self._folder = folder
        self._binaries = binaries
        self._numbers = count(1)
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", USER, "-E", "UTF8", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._binaries / program), *arguments]
        if os.geteuid() == 0:
            # it refuses to be run by root
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder)

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        data, log = str(self._folder / "data"), str(self._folder / "log")
        self._run("pg_ctl", "-D", data, "-w", "-s", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop it at once, as a crash does."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-w", "-s", "-m", "immediate", "stop")

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"bura_{next(self._numbers)}"
        self._run("createdb", "-h", str(self._folder), "-U", USER, name)
        return f"postgresql://{USER}@/{name}?host={self._folder}"


@contextmanager
def running() -> Iterator[Server | None]:
    """A server, or None where PostgreSQL is not installed."""
    binaries = programs()
    if binaries is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="bura-pg-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        server = Server(folder, binaries)
        try:
            yield server
        finally:
            server.stop()
