"""Where logs lie: one file per table, never overwritten, held by one program at a time."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import IO

from bura.errors import LogError

NO_FILES = ("phone", "none")
"""cameras that are words and no files: `bura_vision.phone.PHONE`, which is not imported for its name alone, and
`bura_server.handkept.NO_CAMERA`"""
DATA_VARIABLE = "BURA_DATA"
"""environment variable that names the data folder"""


def data_folder(given: Path | None = None) -> Path:
    """The folder logs are kept in: as given, else ``$BURA_DATA``, else the user's own data folder."""
    if given is not None:
        return given
    if from_environment := os.environ.get(DATA_VARIABLE):
        return Path(from_environment)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "bura"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "bura"


def log_path(folder: Path, table: str) -> Path:
    """The log of a table, named after its camera: what is started again with the same camera goes on."""
    name = table
    number = table.isascii() and table.isdigit()
    if not number and "://" not in table and table not in NO_FILES:
        # Two recordings of one name in different folders are different tables.
        place = Path(table).expanduser().resolve()
        name = f"{place.stem[:60]}-{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    elif number:
        name = f"camera-{table}"
    elif "@" in table:
        # A password in an address does not become part of a file's name.
        name = f"{table.split('://')[0]}-{table.rsplit('@', 1)[1]}"
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:80]
    return folder / f"{plain or 'table'}.jsonl"


def set_aside(path: Path, now: datetime) -> Path | None:
    """Rename an existing log, so that a new one can begin; where it lies now, or None when there was none.

    :raises LogError: when it cannot be renamed.
    """
    if not path.exists():
        return None
    target = path.with_name(f"{path.stem}-{now:%Y%m%d-%H%M%S-%f}{path.suffix}")
    try:
        path.rename(target)
    except OSError as error:
        raise LogError(f"the log {path} cannot be set aside: {error.strerror or error}") from error
    return target


def make_folder(path: Path) -> None:
    """The folder of a log, made when it is not there.

    :raises LogError: when it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(
            f"the folder {path} cannot be made ({error.strerror}): choose another with --data"
        ) from error


class InUseError(LogError):
    """Another program writes this log."""


class LogLock:
    """Holds a log for one program. Released by the system when the program ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock beside the log.

        :raises InUseError: when another program holds it.
        :raises LogError: when the folder cannot be written.
        """
        # The file stays when the lock goes: removing it could take it from somebody who has just opened it.
        try:
            self._file: IO[bytes] = path.with_name(f".{path.name}.lock").open("ab")
        except OSError as error:
            raise LogError(f"the log {path} cannot be written: {error.strerror or error}") from error
        if not _lock(self._file):
            self._file.close()
            raise InUseError(
                f"the log {path} is in use by another bura: end that one, or choose another log with --log"
            )

    def release(self) -> None:
        """Let go."""
        self._file.close()


def check_unused(path: Path) -> None:
    """Does no program write this log now?

    :raises InUseError: when one does.
    """
    if not path.with_name(f".{path.name}.lock").exists():
        return  # whoever writes it has made that; on a full disk it could not be made here
    LogLock(path).release()


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> bool:
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lock(file: IO[bytes]) -> bool:
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
