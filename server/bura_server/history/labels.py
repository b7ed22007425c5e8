"""Corrections as training labels: what the camera read, what it was, and the still that shows it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bura.errors import BuraError
from bura.events import event_to_json
from bura.log import Entry, Source, effective
from bura_server.history.archive import Archive
from bura_server.rows import cards_of, current
from bura_server.store.database import Database
from bura_server.store.matches import Match, all_matches

Json = dict[str, Any]

LABELS = "labels.jsonl"
"""name of the file of labels"""


class LabelError(BuraError):
    """Labels that cannot be written where they were asked for."""


@dataclass(frozen=True, slots=True)
class Count:
    """What was written."""

    matches: int
    labels: int
    stills: int


def labels_of(entries: tuple[Entry, ...]) -> Iterator[Json]:
    """The corrected readings of a log, oldest first.

    ``{"seq", "at_s", "read": [card or null, …], "true": […], "belief": …, "event", "now", "kind"}``; kind is
    ``card`` when only cards were misread, ``ghost`` when nothing had happened, ``other`` when more was wrong (whose
    act it was, what it was, how many cards).
    """
    story = effective(entries)
    now = current(story)
    standing = {told.entry.seq for told in story.told}
    for entry in entries:
        untouched = entry.seq in standing and entry.seq not in now
        if entry.source is not Source.VISION or untouched:
            continue
        events = now.get(entry.seq, ())
        if events == (entry.event,):
            continue
        read = [None if card is None else str(card) for card in cards_of(entry.event)]
        true = [None if card is None else str(card) for event in events for card in cards_of(event)]
        plain = [{**event_to_json(event), "cards": 0, "card": 0} for event in events]
        same = plain == [{**event_to_json(entry.event), "cards": 0, "card": 0}] and len(read) == len(true)
        yield {
            "seq": entry.seq,
            "at_s": entry.at_s,
            "kind": "card" if same else "ghost" if not events else "other",
            "read": read,
            "true": true,
            "belief": None if entry.belief is None else entry.belief.to_json(),
            "event": event_to_json(entry.event),
            "now": [event_to_json(event) for event in events],
        }


def export_labels(database: Database, data: Path, folder: Path, match_id: int | None = None) -> Count:
    """Write the labels of all matches, or of one, and copy their stills.

    :param data: the data folder, where evidence lies.
    :param folder: must be new or empty.
    :raises LabelError: when it is neither, cannot be written, or there is no such match.
    """
    archive = Archive(database, data)
    with database.begin() as connection:
        chosen = [match for match in all_matches(connection) if match_id in (None, match.id)][::-1]
    if match_id is not None and not chosen:
        raise LabelError(f"there is no match {match_id}: the page /history lists them")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise LabelError(f"{folder} is not empty: name a new folder")
        labels = stills = 0
        with (folder / LABELS).open("w", encoding="utf-8") as file:
            for match in chosen:
                entries, _ = archive.told(match)
                for label in labels_of(entries):
                    still = _copied(archive.evidence(match), match, label["seq"], folder)
                    line = {"match": match.id, "table": match.table, **label, "still": still}
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
                    labels += 1
                    stills += still is not None
    except OSError as error:
        raise LabelError(
            f"{error.filename or folder} cannot be written: {error.strerror or error}"
        ) from error
    return Count(len(chosen), labels, stills)


def _copied(evidence: Path, match: Match, seq: int, folder: Path) -> str | None:
    """Name of the copied still; None where there is none."""
    source = evidence / f"{seq:06d}.jpg"
    if not source.is_file():
        return None
    name = f"stills/{match.stem}-{seq:06d}.jpg"
    (folder / "stills").mkdir(exist_ok=True)
    shutil.copyfile(source, folder / name)
    return name
