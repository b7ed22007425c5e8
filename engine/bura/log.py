"""The append-only log: truth lives here, and nothing derived does.

One entry is one line of JSON::

    {"v": 1, "seq": 7, "at_s": 12.3, "source": "vision", "event": {"type": "took", "seat": "A"}}

Entries are never edited, reordered or deleted. A correction is an `Amend` entry; `effective` gives
the story as corrected: the newest amendment of a target wins, an amendment with ``instead: null``
undoes the earlier ones, an amendment is never amended, and a stale one is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

from bura.errors import LogError, ParseError
from bura.events import Amend, Event, GameStarted, event_from_json, event_to_json
from bura.strictjson import read_json
from bura.table import Belief

#: version of the entry's wire form; raised only when old readers would misread a line
LOG_VERSION = 1
#: times from here on (30 years in seconds) are no times of a table
LONGEST_S = 1e9


class Source(StrEnum):
    """Who put an entry into the log."""

    VISION = "vision"
    """a camera"""
    HUMAN = "human"
    """a person"""
    RULE = "rule"
    """the referee itself, from what must have happened"""


@dataclass(frozen=True, slots=True)
class EntryBelief:
    """How sure the observer was of an entry. An entry without one is certain."""

    confidence: float = 1.0
    """that the act happened at all, 0..1"""
    cards: tuple[Belief, ...] = ()
    """per face-up card what else it may be; none when every card is sure"""
    seat_guessed: bool = False
    """True when the seat was not seen but taken from whose turn it was"""

    @property
    def weakest(self) -> float:
        """The smallest probability in it, 0..1."""
        return min((self.confidence, *(belief.confidence for belief in self.cards)))

    def to_json(self) -> dict[str, Any]:
        """``{"confidence": 0.9, "cards": [[["KS", 0.8]]], "seat": "guessed"}``; certain parts left out."""
        wire: dict[str, Any] = {"confidence": self.confidence}
        if self.cards:
            wire["cards"] = [belief.to_json() for belief in self.cards]
        if self.seat_guessed:
            wire["seat"] = "guessed"
        return wire

    @classmethod
    def from_json(cls, value: object) -> EntryBelief:
        """Read what `to_json` wrote.

        :raises ParseError: when it cannot be read.
        """
        if not isinstance(value, dict):
            raise ParseError(f"{value!r} is not the belief of an entry")
        confidence, cards = value.get("confidence", 1.0), value.get("cards", [])
        if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
            raise ParseError(f"{confidence!r} is not a confidence between 0 and 1")
        if not isinstance(cards, list):
            raise ParseError(f"{cards!r} is not a list of beliefs")
        return cls(
            confidence, tuple(Belief.from_json(card) for card in cards), value.get("seat") == "guessed"
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    seq: int
    """1, 2, 3, … without a gap"""
    at_s: float
    """seconds since the table was opened, when the act was complete"""
    source: Source
    """who says so"""
    event: Event
    """what happened"""
    belief: EntryBelief | None = None
    """how sure the source was; None: certain"""
    evidence: str | None = None
    """still and clip, relative to the session's folder"""

    def to_json(self) -> dict[str, Any]:
        """The wire form of the line."""
        wire: dict[str, Any] = {
            "v": LOG_VERSION,
            "seq": self.seq,
            "at_s": self.at_s,
            "source": self.source.value,
        }
        wire["event"] = event_to_json(self.event)
        if self.belief is not None:
            wire["belief"] = self.belief.to_json()
        if self.evidence is not None:
            wire["evidence"] = self.evidence
        return wire

    @classmethod
    def from_json(cls, value: object) -> Entry:
        """Read the wire form of a line.

        :raises LogError: when it was written by a newer version.
        :raises ParseError: when it is no entry.
        """
        if not isinstance(value, dict):
            raise ParseError("an entry is an object with v, seq, at_s, source and event")
        version = value.get("v")
        if isinstance(version, int) and version > LOG_VERSION:
            raise LogError(
                f"entry {value.get('seq')} was written in version {version} of the log, this program reads"
                f" version {LOG_VERSION}: update the program, the log is untouched"
            )
        if version != LOG_VERSION:
            raise ParseError(f"{version!r} is not a version of the log")
        seq, at_s, source = value.get("seq"), value.get("at_s"), value.get("source")
        if not isinstance(seq, int) or isinstance(seq, bool) or seq < 1:
            raise ParseError(f"{seq!r} is not a sequence number")
        if not isinstance(at_s, (int, float)) or isinstance(at_s, bool) or not abs(at_s) < LONGEST_S:
            raise ParseError(f"{at_s!r} is not a time in seconds")
        if source not in _SOURCES:
            raise ParseError(f"{source!r} is not a source: known are {', '.join(_SOURCES)}")
        belief, evidence = value.get("belief"), value.get("evidence")
        if evidence is not None and not isinstance(evidence, str):
            raise ParseError(f"{evidence!r} is not the name of a file")
        return cls(
            seq,
            at_s,
            Source(source),
            event_from_json(value.get("event")),
            None if belief is None else EntryBelief.from_json(belief),
            evidence,
        )


_SOURCES = tuple(source.value for source in Source)


def entry_to_line(entry: Entry) -> str:
    """The line of an entry, without the newline."""
    return json.dumps(entry.to_json(), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class LoadedLog:
    """What could be read of a log, and what stopped the reading."""

    entries: tuple[Entry, ...]
    """all good entries"""
    problem: str | None = None
    """the torn last line in one sentence; None when all was well"""
    good_bytes: int = 0
    """length of the good part of the file"""


#: how every line of a log begins, as `entry_to_line` writes it
_BEGINNING = b'{"v":'


def check_log_file(path: str | os.PathLike[str]) -> None:
    """What is there under the name of a log, if anything, must be a plain file: no folder, no device.

    :raises LogError: when it is something else.
    """
    name = Path(path)
    if name.is_dir():
        raise LogError(f"the log {name} is a folder: name a file in it")
    if name.exists() and not name.is_file():
        raise LogError(f"the log {name} is not a plain file: name another")


def read_log(path: str | os.PathLike[str]) -> LoadedLog:
    """Read a log. A last line that was torn by a crash is dropped and told in ``problem``.

    :raises LogError: when the file cannot be opened, a line before the last is broken, an entry is
        missing, the log was written by a newer version, or nothing in it shows that it is a log. The file is
        never changed here.
    """
    name = Path(path)
    try:
        data = name.read_bytes()
    except OSError as error:
        raise LogError(f"the log {name} cannot be read: {error.strerror or error}") from error
    entries: list[Entry] = []
    good = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        start = good
        good += len(line) + 1
        if not line.strip():
            continue
        try:
            value = _whole_line(line)
            entry = Entry.from_json(value)
        except ParseError as error:
            # A line that is whole JSON was not torn: somebody, or a newer program, wrote it so.
            last = all(not rest.strip() for rest in lines[number:])
            torn = last and isinstance(error, _TornError)
            if last and not entries and not (torn and _begins_a_log(line)):
                raise LogError(
                    f"{name} is not a Bura log ({_short(error)}): name another file, this one is untouched"
                ) from error
            if torn:
                problem = f"the last line of {name} (line {number}) was torn and is left out: {_short(error)}"
                return LoadedLog(tuple(entries), problem, start)
            raise LogError(
                f"line {number} of {name} is broken ({_short(error)}): restore it, the log is untouched"
            ) from error
        if entry.seq != len(entries) + 1:
            raise LogError(
                f"line {number} of {name} has seq {entry.seq} where {len(entries) + 1} is due:"
                " an entry is missing or doubled, the log is untouched"
            )
        entries.append(entry)
    return LoadedLog(tuple(entries), None, min(good, len(data)))


class _TornError(ParseError):
    """A line that is no JSON."""


def _whole_line(line: bytes) -> Any:
    try:
        return read_json(line)
    except ParseError as error:
        raise _TornError(str(error)) from error


def _begins_a_log(line: bytes) -> bool:
    """May a broken line be the torn first entry of a log? Whole JSON is not torn, so it is somebody else's."""
    start = line.lstrip()
    if not (start.startswith(_BEGINNING) or _BEGINNING.startswith(start)):
        return False
    try:
        json.loads(start)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        return True
    return False


def _short(error: Exception) -> str:
    return "it is not JSON" if isinstance(error, _TornError) else str(error)


class LogWriter:
    """Appends entries to a log file; every entry is on the disk before `append` returns."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open or create the log. A torn last line is cut off first, so that the next line is whole; what is
        cut off is appended to the file ``NAME.torn`` beside the log.

        :raises LogError: as `read_log` and `check_log_file`, or when the file or its ``.torn`` cannot be written.
        """
        self.path = Path(path)
        check_log_file(self.path)
        self.loaded = read_log(self.path) if self.path.exists() else LoadedLog(())
        try:
            # without a buffer, so that what could not be written is not written later, behind our back
            self._file: IO[bytes] = self.path.open("ab", buffering=0)
        except OSError as error:
            raise LogError(f"the log {self.path} cannot be written: {error.strerror or error}") from error
        if self.loaded.problem is not None:
            try:
                kept = self._keep_torn()
                self._file.truncate(self.loaded.good_bytes)
            except OSError as error:
                self._file.close()
                raise LogError(
                    f"the torn end of {self.path} cannot be cut off: {error.strerror or error}"
                ) from error
            self.loaded = replace(self.loaded, problem=f"{self.loaded.problem}; it is kept in {kept}")
        elif self.loaded.good_bytes and not self.path.read_bytes().endswith(b"\n"):
            self._file.write(b"\n")
        self._next = len(self.loaded.entries) + 1

    def _keep_torn(self) -> Path:
        """Put what is about to be cut off on the disk beside the log; where it is."""
        target = self.path.with_name(f"{self.path.name}.torn")
        with target.open("ab") as file:
            file.write(self.path.read_bytes()[self.loaded.good_bytes :].rstrip(b"\n") + b"\n")
            file.flush()
            os.fsync(file.fileno())
        return target

    def append(self, *entries: Entry) -> None:
        """Write entries and wait until the disk has them: all of them, or none.

        :raises LogError: when an entry is not the next one, or the disk refuses. They may be given again.
        """
        for seq, entry in enumerate(entries, start=self._next):
            if entry.seq != seq:
                raise LogError(f"entry {entry.seq} cannot follow entry {seq - 1} in {self.path}")
        data = b"".join(entry_to_line(entry).encode() + b"\n" for entry in entries)
        try:
            end = os.fstat(self._file.fileno()).st_size
            try:
                self._put(data)
            except OSError:
                # taking space back works on a full disk, too
                self._file.truncate(end)
                raise
        except OSError as error:
            raise LogError(f"the log {self.path} cannot be written: {error.strerror or error}") from error
        self._next += len(entries)

    def _put(self, data: bytes) -> None:
        """Write all of it, and wait until the disk has it."""
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> LogWriter:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Told:
    """One event of the corrected story, with the entry it stands in for."""

    entry: Entry
    """the entry it comes from"""
    event: Event
    """what happened there, as corrected"""
    amended_by: int | None = None
    """seq of the amendment that put it there; None: as first written"""


@dataclass(frozen=True, slots=True)
class Story:
    """The log as corrected."""

    told: tuple[Told, ...]
    """events in the order of the entries they stand for; amendments themselves are not among them"""
    refused: tuple[tuple[int, str], ...] = ()
    """(seq of an amendment that is refused, why)"""


def amend_problem(amend: Amend, seq: int, entries: Sequence[Entry], last: dict[int, int]) -> str | None:
    """Why an amendment with number ``seq`` cannot stand, or None.

    ``entries`` is the log before it (entry ``s`` at index ``s - 1``), ``last`` maps a target to the newest
    amendment of it so far.
    """
    if not 1 <= amend.target < seq or amend.target > len(entries):
        return f"there is no entry {amend.target} before it"
    target = entries[amend.target - 1].event
    if isinstance(target, Amend):
        return f"entry {amend.target} is itself an amendment: amend entry {target.target} instead"
    if isinstance(target, GameStarted) and (
        amend.instead is not None
        and not (len(amend.instead) == 1 and isinstance(amend.instead[0], GameStarted))
    ):
        return "the start of the game can only be replaced by another start"
    if amend.instead is not None and any(isinstance(event, Amend) for event in amend.instead):
        return "an amendment cannot contain another amendment"
    newest = last.get(amend.target)
    if amend.seen is not None and newest is not None and newest > amend.seen:
        return f"entry {amend.target} was corrected by entry {newest} meanwhile: look again"
    return None


def effective(entries: Iterable[Entry]) -> Story:
    """The story as corrected, and the amendments that are refused with the reason."""
    log = tuple(entries)
    if Amend not in {type(entry.event) for entry in log}:
        return Story(tuple(Told(entry, entry.event) for entry in log))
    newest: dict[int, int] = {}
    instead: dict[int, tuple[int, tuple[Event, ...] | None]] = {}
    refused: list[tuple[int, str]] = []
    for entry in log:
        if not isinstance(entry.event, Amend):
            continue
        problem = amend_problem(entry.event, entry.seq, log, newest)
        if problem is not None:
            refused.append((entry.seq, problem))
            continue
        newest[entry.event.target] = entry.seq
        instead[entry.event.target] = (entry.seq, entry.event.instead)
    told: list[Told] = []
    for entry in log:
        if isinstance(entry.event, Amend):
            continue
        by, events = instead.get(entry.seq, (None, None))
        if events is None:
            told.append(Told(entry, entry.event))
        else:
            told.extend(Told(entry, event, by) for event in events)
    return Story(tuple(told), tuple(refused))
