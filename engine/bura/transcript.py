"""A log as text: one line per entry in the notation of `bura.notation`, what the referee says indented below it.

The text is for people and can be read back: `read_transcript` gives the entries again (beliefs and evidence are not
part of it). Lines that begin with ``#``, ``!``, ``?``, ``.`` or ``=`` after the indent are remarks and not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bura.errors import LogError, ParseError
from bura.events import Amend
from bura.infractions import Severity, Status, Verdict
from bura.log import LONGEST_S, Entry, Source
from bura.notation import read_event, write_event
from bura.replay import Replay, Step, replay
from bura.strictjson import quoted, read_json
from bura.texts import result_text, ruling_text, sentence

_MARKS = {Status.FOUL: "!", Status.UNCLEAR: "?", Status.LEGAL: "."}
_LINE = re.compile(r"\s*(\d{1,12})\s+(-?[\d.]+(?:e-?\d+)?)\s+(vision|human|rule)\s+(.*\S)\s*$")
_REMARK = re.compile(r"\s*($|[#!?.=])")
#: column at which remarks begin
_INDENT = " " * 22


def transcript(
    entries: Iterable[Entry], lang: str = "en", told: Replay | None = None, *, decimals: int | None = None
) -> str:
    """The whole log as text.

    :param decimals: digits of the seconds; None: all, so that reading back gives the very same entries.
    :raises LogError: for a log that does not begin with the start of a game.
    """
    log = tuple(entries)
    return "\n".join(lines(log, replay(log) if told is None else told, lang, decimals)) + "\n"


def lines(
    log: tuple[Entry, ...], told: Replay, lang: str = "en", decimals: int | None = None
) -> Iterator[str]:
    """The lines of `transcript`."""
    by_seq: dict[int, list[Step]] = {}
    for step in told.steps:
        by_seq.setdefault(step.entry.seq, []).append(step)
    names = dict(told.state.names)
    refused = dict(told.refused)
    for entry in log:
        yield entry_line(entry, decimals)
        if isinstance(entry.event, Amend):
            if entry.seq in refused:
                yield f"{_INDENT}? {refused[entry.seq]}"
            continue
        steps = by_seq.get(entry.seq, [])
        if [step.event for step in steps] != [entry.event]:
            corrected = " | ".join(write_event(step.event) for step in steps) or "nothing"
            yield f"{_INDENT}# corrected: {corrected}"
        for step in steps:
            for verdict in step.verdicts:
                yield f"{_INDENT}{_remark(verdict, names, lang)}"
        if steps:
            yield from _ended(steps, told, names, lang)


def entry_line(entry: Entry, decimals: int | None = None) -> str:
    """``   7     12.3 vision  A leads KS 10S``; seconds with so many decimals (None: as they are)."""
    at_s = entry.at_s if decimals is None else round(entry.at_s, decimals)
    return f"{entry.seq:4d} {_time(at_s):>8} {entry.source.value:<6}  {write_event(entry.event)}"


def _time(at_s: float) -> str:
    # repr of a float reads back exactly; whole seconds are written short
    return str(int(at_s)) if at_s == int(at_s) and abs(at_s) < 1e15 else repr(at_s)


def _remark(verdict: Verdict, names: dict[str, str], lang: str) -> str:
    text = f"{_MARKS[verdict.status]} {sentence(verdict, names, lang)}"
    ruling = ruling_text(verdict.ruling, lang)
    if ruling and verdict.status is Status.FOUL and verdict.severity is not Severity.INFO:
        text += f" [{ruling}]"
    return text


def _ended(steps: list[Step], told: Replay, names: dict[str, str], lang: str) -> Iterator[str]:
    seq = steps[-1].entry.seq
    for result in told.results:
        if result.seq == seq:
            yield f"{_INDENT}= {result_text(result, names, lang)}"


def read_story(text: str) -> tuple[Entry, ...]:
    """Entries of a plain story: one event a line in the notation, one second apart; ``#`` begins a remark.

    >>> [str(entry.event.card) for entry in read_story("trump 9H  # hearts")]
    ['9H']

    :raises ParseError: naming the line that cannot be read.
    """
    acts = (line.split("#")[0].strip() for line in text.splitlines())
    return tuple(
        Entry(seq, seq - 1, Source.HUMAN, read_event(act))
        for seq, act in enumerate(filter(None, acts), start=1)
    )


def read_transcript(text: str) -> tuple[Entry, ...]:
    """The entries of a transcript.

    :raises ParseError: naming the line that cannot be read.
    :raises LogError: when entries are missing.
    """
    entries: list[Entry] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = _LINE.match(line)
        if match is None:
            if _REMARK.match(line):
                continue
            raise ParseError(
                f"line {number} of the transcript is neither an entry nor a remark: {quoted(line)}"
            )
        seq, at_s, source, act = match.groups()
        seconds = read_json(at_s)
        if not abs(seconds) < LONGEST_S:
            raise ParseError(f"line {number} of the transcript has no time in seconds: {quoted(at_s)}")
        if int(seq) != len(entries) + 1:
            raise LogError(
                f"line {number} of the transcript has number {seq} where {len(entries) + 1} is due"
            )
        entries.append(Entry(int(seq), seconds, Source(source), read_event(act)))
    return tuple(entries)
