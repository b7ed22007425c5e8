"""A log retold for one viewer: the same secrets as his rows at the table keep (`bura_server.sight`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bura.events import event_from_json
from bura.log import Entry, effective
from bura.replay import Replay
from bura.view import Role, Viewer
from bura_server.rows import to_rows
from bura_server.sight import Sights, public


def retold(
    entries: Sequence[Entry], told: Replay, viewer: Viewer
) -> tuple[tuple[Entry, ...], Replay, Sequence[dict[str, Any]]]:
    """(entries, replay, rows) as this viewer may see them; cards that are not told are unread ones there.

    Spectators see the table as it was `spectator_delay_s` ago. The umpire sees all.
    """
    rows = to_rows(entries, effective(entries))
    sights = Sights(told, rows, tuple(public(row) for row in rows), 0)
    if viewer.role is Role.SPECTATOR:
        sights = sights.before(told.state.settings.spectator_delay_s)
    shown = sights.rows(viewer)
    kept = tuple(
        replace(entry, event=event_from_json(row["event"]), belief=None, evidence=None)
        for entry, row in zip(entries, shown, strict=False)
    )
    waiting = {row["seq"]: [*row.get("now", [row["event"]])] for row in shown}
    steps = []
    for step in sights.replay.steps:
        events = waiting.get(step.entry.seq)
        steps.append(replace(step, event=event_from_json(events.pop(0))) if events else step)
    return kept, replace(sights.replay, steps=tuple(steps)), shown
