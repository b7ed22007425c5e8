"""From a log that a person has corrected to the truth of its recording."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from bura.errors import LogError
from bura.events import GameStarted, event_to_json
from bura.infractions import Status
from bura.log import Entry
from bura.replay import replay
from bura_server.compare import TOLD


def truth_of(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """The acts of the corrected story and what the judge says of them, in order of time.

    Doubt is left out: what a person has let stand is taken as seen.

    :raises LogError: when the log tells of no deal.
    """
    told = replay([replace(entry, belief=None) for entry in entries])
    lines: list[dict[str, Any]] = []
    for step in told.steps:
        at_s = round(step.entry.at_s, 3)
        if not isinstance(step.event, GameStarted):
            lines.append({"at_s": at_s, "event": event_to_json(step.event)})
        lines += [
            {"at_s": at_s, "verdict": {"rule": str(verdict.rule), "seat": verdict.seat}}
            for verdict in step.verdicts
            if verdict.status is Status.FOUL or verdict.rule in TOLD
        ]
    if not lines:
        raise LogError("the log tells of no deal: give the log of a recording that was refereed")
    return sorted(lines, key=lambda line: (line["at_s"], "verdict" in line))


def write_truth(path: Path, lines: Iterable[dict[str, Any]]) -> None:
    """Write a truth file.

    :raises LogError: when the file cannot be written.
    """
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LogError(f"{path} cannot be written ({error.strerror}): choose another place") from None
