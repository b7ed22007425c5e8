"""A match as a file: JSON, CSV, JSON lines (the log itself), a transcript in words."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bura.log import Entry, entry_to_line
from bura.replay import Replay
from bura_server.history.story import story

Json = dict[str, Any]

CSV_COLUMNS = (
    "match",
    "deal",
    "played_at",
    "seconds",
    "reason",
    "stake",
    "seat",
    "name",
    "won",
    "points_lo",
    "points_hi",
    "tricks",
    "claims_true",
    "claims_false",
    "claims_other",
    "fouls",
    "acts",
    "act_seconds",
    "plays",
    "corrected",
)
"""columns of the CSV file: one row a player and deal"""

#: a spreadsheet takes a cell that begins so for a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_jsonl(entries: Sequence[Entry]) -> str:
    """The log as it is: what `bura replay` and `bura serve --log` read."""
    return "".join(entry_to_line(entry) + "\n" for entry in entries)


def as_json(match: Json, entries: Sequence[Entry]) -> str:
    """Everything: the match, its deals with their players, the log."""
    told = {**match, "entries": [entry.to_json() for entry in entries]}
    return json.dumps(told, ensure_ascii=False, indent=1, default=_iso) + "\n"


def as_csv(match: Json) -> str:
    """A table of deals and players, for spreadsheets; ``won`` is 1, 0 or empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, CSV_COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for deal in match["deals"]:
        for player in deal["players"]:
            row = {
                **deal,
                **player,
                "match": match["id"],
                "deal": deal["number"],
                "played_at": _iso(deal["played_at"]),
                "seconds": round(deal["seconds"], 1),
                "act_seconds": player["seconds"],
                "won": "" if player["won"] is None else int(player["won"]),
            }
            writer.writerow({key: _safe(value) for key, value in row.items()})
    return out.getvalue()


def as_text(entries: Sequence[Entry], told: Replay, lang: str) -> str:
    """The match told for people, with what the referee says; the log to be read back is `as_jsonl`."""
    return story(entries, told, lang)


def _safe(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _iso(value: object) -> str:
    if not isinstance(value, datetime):
        raise TypeError(f"{value!r} cannot be written")
    return value.isoformat(timespec="seconds")
