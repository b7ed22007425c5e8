"""The folder of stills and clips: one folder a log, one set of files an entry, within a size and an age.

    <data>/evidence/<name of the log>/000012.jpg   000012.mp4   000012.t.jpg

Files are written under another name first, so a page never gets half of one. A disk that is full, or may not be
written, costs evidence and nothing else: one warning, and from then on it is tried again with every entry.
"""

from __future__ import annotations

import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bura_server.evidence.settings import EvidenceSettings

log = logging.getLogger(__name__)

FOLDER = "evidence"
"""name of the folder beside the logs"""
CLOCK_SET_S = 1_577_836_800.0
"""2020, seconds since 1970: a clock that says less has not been set"""
DRAFT = ".draft.jpg"
"""ending of a still that is written before its entry, whose number its name begins with"""


class Piece(StrEnum):
    """One file of an entry's evidence, by its ending."""

    STILL = ".jpg"
    """the picture in which the entry was understood, as large as the camera gives it"""
    CLIP = ".mp4"
    """the seconds around it"""
    CLOSE = ".zip"
    """the places that the act changed, in some pictures of the camera's full size (`bura_server.evidence.closeup`)"""
    THUMB = ".t.jpg"
    """the still, small"""


def evidence_folder(log_file: Path) -> Path:
    """Where the evidence of a log lies."""
    return log_file.parent / FOLDER / log_file.stem


def move_evidence(log_file: Path, to: Path | None) -> None:
    """The evidence goes where its log went.

    :param to: the log's new name; None: the log is gone, or there was none.
    """
    old = evidence_folder(log_file)
    if not old.is_dir():
        return
    try:
        if to is None:
            shutil.rmtree(old)
        else:
            old.rename(evidence_folder(to))
    except OSError as error:
        log.warning("the stills and clips in %s stay where they are: %s", old, error.strerror or error)


@dataclass(frozen=True, slots=True)
class Usage:
    """How much evidence there is."""

    bytes: int
    """of all tables in the data folder"""
    full: bool
    """the last write failed: the disk is full or may not be written"""


class EvidenceStore:
    """The evidence of one log. Any thread may read; each file is written by one."""

    def __init__(
        self,
        log_file: Path,
        settings: EvidenceSettings | None = None,
        *,
        now: Callable[[], float] = time.time,
        free: Callable[[Path], int] | None = None,
    ) -> None:
        """Nothing is written before there is something to keep.

        :param now: seconds since 1970; injected for tests, likewise
        :param free: bytes left on the disk of a folder.
        """
        self._settings = settings or EvidenceSettings()
        self.folder = evidence_folder(log_file)
        self._root = self.folder.parent
        self._now = now
        self._free = free or (lambda folder: shutil.disk_usage(folder).free)
        self._full = False
        self._counting = threading.Lock()
        self._bytes = self._measured()

    @property
    def usage(self) -> Usage:
        """How much there is."""
        return Usage(self._bytes, self._full)

    def path(self, seq: int, piece: Piece) -> Path | None:
        """A file of an entry's evidence, or None when there is none."""
        path = self._name(seq, piece)
        return path if path.is_file() else None

    def pieces(self, seq: int) -> tuple[Piece, ...]:
        """Which files there are of an entry."""
        return tuple(piece for piece in Piece if self._name(seq, piece).is_file())

    def known(self) -> frozenset[int]:
        """The entries of which there is a still."""
        try:
            names = [entry.name for entry in os.scandir(self.folder)]
        except OSError:
            return frozenset()
        return frozenset(int(name[:6]) for name in names if name[:6].isdigit() and name[6:] == Piece.STILL)

    def write(self, seq: int, piece: Piece, data: bytes) -> bool:
        """Keep a file; False when the disk has no room for it (told once in the server's log)."""
        return self._put(self._name(seq, piece), data)

    def _put(self, path: Path, data: bytes) -> bool:
        draft = path.with_name(f".{path.name}.part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self._free(self.folder) < self._settings.free_bytes + len(data):
                raise OSError(f"less than {self._settings.free_bytes // 1024**2} MiB are free")
            before = path.stat().st_size if path.exists() else 0
            draft.write_bytes(data)
            draft.replace(path)
        except OSError as error:
            draft.unlink(missing_ok=True) if draft.parent.is_dir() else None
            if not self._full:
                reason = error.strerror or error
                log.warning(
                    "no stills and clips are kept for now (%s): %s; the log goes on", self.folder, reason
                )
            self._full = True
            return False
        if self._full:
            log.warning("stills and clips are kept again in %s", self.folder)
        self._full = False
        self._count(len(data) - before)
        return True

    def _count(self, more: int) -> None:
        with self._counting:
            self._bytes += more
            too_much = self._bytes > self._settings.folder_bytes
        if too_much:
            self.tidy()

    # --- stills that are written before their entries -----------------------------------------------------

    def draft(self, first: int, data: bytes) -> bool:
        """Keep the still of the next entry, number ``first``, should it come; False as `write`."""
        return self._put(self._draft(first), data)

    def settle(self, first: int, seqs: Sequence[int]) -> None:
        """The draft is the still of these entries; of none: it goes. Nothing happens when there is no draft."""
        draft = self._draft(first)
        try:
            size = draft.stat().st_size
            for seq in seqs:
                path = self._name(seq, Piece.STILL)
                if path.exists():
                    continue
                try:
                    path.hardlink_to(draft)
                except OSError:  # a disk that knows no links
                    self.write(seq, Piece.STILL, draft.read_bytes())
                else:
                    self._count(size)
            draft.unlink()
            self._count(-size)
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                log.warning("a still in %s could not be kept: %s", self.folder, error.strerror or error)

    def recover(self, last: int) -> None:
        """What a program that was killed has left: a draft is the still of the entries that came after all.

        :param last: number of the newest entry of the log.
        """
        for path in sorted(self.folder.glob(f".{'[0-9]' * 6}{DRAFT}")) if self.folder.is_dir() else ():
            first = int(path.name[1:7])
            self.settle(first, range(first, last + 1))
        for path in self.folder.glob(".*.part") if self.folder.is_dir() else ():
            path.unlink(missing_ok=True)

    def force(self, seq: int, piece: Piece) -> None:
        """Wait until a file and its name are on the disk, so that a power cut does not take them."""
        for path, flags in ((self._name(seq, piece), os.O_RDWR), (self.folder, os.O_RDONLY)):
            try:
                file = os.open(path, flags)
            except OSError:  # gone meanwhile; or Windows, which opens no folders
                continue
            try:
                os.fsync(file)
            except OSError as error:
                log.warning("%s may not outlast a power cut: %s", path, error.strerror or error)
            finally:
                os.close(file)

    def _draft(self, first: int) -> Path:
        return self.folder / f".{first:06d}{DRAFT}"

    def tidy(self) -> int:
        """Remove what is too old, then the oldest until all fits; how many files went."""
        files = []
        for path in self._root.glob("*/*") if self._root.is_dir() else ():
            try:
                state = path.stat()
            except OSError:
                continue
            files.append((state.st_mtime, state.st_size, path))
        files.sort(key=lambda item: item[0])
        total = sum(size for _, size, _ in files)
        # room for a while, so that not every write has to tidy
        goal = self._settings.folder_bytes * 0.9 if total > self._settings.folder_bytes else total
        gone = 0
        for at, size, path in files:
            # a time from before this program was written only tells that the clock was not set then
            old = at >= CLOCK_SET_S and self._now() - at > self._settings.age_s
            if total <= goal and not old:
                if at < CLOCK_SET_S:
                    continue
                break
            try:
                path.unlink()
            except OSError:
                continue
            total -= size
            gone += 1
        with self._counting:
            self._bytes = total
        return gone

    def _name(self, seq: int, piece: Piece) -> Path:
        return self.folder / f"{seq:06d}{piece.value}"

    def _measured(self) -> int:
        if not self._root.is_dir():
            return 0
        self.tidy()
        return self._bytes
