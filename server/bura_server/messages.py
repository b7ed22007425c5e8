"""The messages of /api/v1/live: what each holds, and its text, made once for all screens that need the same."""

from __future__ import annotations

import json
import threading
from typing import Annotated

from fastapi import Query

from bura.view import Viewer
from bura_server.refusals import said
from bura_server.session import Json, Snapshot, TableSession

KEPT_TEXTS = 64
"""how many messages are kept as text, for screens that need the same ones …"""
KEPT_BYTES = 16 * 1024 * 1024
"""… and how much of them, characters"""
TAIL = 500
"""so many of the newest entries are in a whole view when nobody asks for another number"""
TAIL_MOST = 10_000
"""largest tail that can be asked for"""

Tail = Annotated[
    int, Query(ge=0, le=TAIL_MOST, description="whole views hold only so many of the newest entries")
]
"""how much of the log a client wants in its whole views; routes give `TAIL` as the default"""


def whole(now: Snapshot, lang: str, tail: int | None = None) -> Json:
    """The message that replaces everything a screen knows.

    :param tail: it holds only so many of the newest entries; None: all.
    """
    from_row = 0 if tail is None else max(0, len(now.rows) - tail)
    return {
        "type": "view",
        "whole": True,
        "seq": now.seq,
        "first": from_row + 1,
        "view": now.view(lang),
        "table": _table(now, lang),
        "entries": list(now.rows[from_row:]),
        **_mine(now),
    }


def _mine(now: Snapshot) -> Json:
    told = {"mine": now.mine, "says": now.says}
    return {name: words for name, words in told.items() if words is not None}


def _table(now: Snapshot, lang: str) -> Json:
    """How things stand apart from the score.

    What has become of the source is told in the language, or left out where it has no words for it: ``status`` says the
    gist on every page.
    """
    source = now.table["source"]
    if not source["message"]:
        return now.table
    told = said(source["message"], lang)
    if lang != "en" and told == source["message"]:
        told = ""
    return now.table | {"source": source | {"message": told}}


def difference(before: Snapshot, now: Snapshot, lang: str, tail: int | None = None) -> Json | None:
    """The message that carries a screen from one snapshot to a later one; None when they say the same.

    Where more came than a whole view would hold it is a whole view: its ``first`` tells what has to be fetched.
    """
    too_many = tail is not None and now.seq - before.seq > max(tail, TAIL)
    if now.epoch != before.epoch or now.seq < before.seq or too_many:
        return whole(now, lang, tail)
    if now.seq > before.seq:
        return {
            "type": "view",
            "whole": False,
            "since": before.seq,
            "seq": now.seq,
            "view": now.view(lang),
            "table": _table(now, lang),
            "entries": list(now.rows[before.seq :]),
            **_mine(now),
        }
    if now.version > before.version:
        return {"type": "table", "seq": now.seq, "table": _table(now, lang)}
    return None


def wire(message: Json) -> str:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Texts:
    """Messages as text, each made once. Any thread may ask."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], str | None] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def text(
        self,
        session: TableSession,
        before: Snapshot | None,
        now: Snapshot,
        viewer: Viewer,
        lang: str,
        tail: int | None = None,
    ) -> str | None:
        """The message from one snapshot of a viewer to a later one; None when there is nothing to say.

        :param before: None: a whole view.
        """
        steps = ((it.version, it.epoch, it.seq) for it in (before, now) if it is not None)
        key = (session, viewer, lang, tail, *steps)
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        message = whole(now, lang, tail) if before is None else difference(before, now, lang, tail)
        text = None if message is None else wire(message)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = text
                self._bytes += len(text or "")
            while len(self._kept) > KEPT_TEXTS or (self._bytes > KEPT_BYTES and len(self._kept) > 1):
                oldest = next(iter(self._kept))
                self._bytes -= len(self._kept.pop(oldest) or "")
        return text
