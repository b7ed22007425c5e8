"""Refereeing one clip in one way (Bura, Bura without a part, the baseline) and comparing it with its truth."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bura.pieces import Settings
from bura.position import Phase
from bura.referee import Referee
from bura.rulefiles import rules_named
from bura.table import CardsLaid, Said, TableEvent
from bura.view import scoreboard
from bura_server.compare import Comparison, compare, read_truth
from bura_vision.detector import CardDetector
from bura_vision.interpreter import Interpreter
from bura_vision.layout import Layout, default_layout, load_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.say import read_spoken
from bura_vision.settings import WatchSettings
from bura_vision.source import open_source
from bura_vision.stock import Stock
from bura_vision.watcher import Watcher
from frame_vote import watch_frames

Row = dict[str, Any]
"""one clip refereed in one way, as a line of a results file"""

#: verdicts on a claim; "must be counted" is never wrong
CLAIMS = frozenset({"claim_true", "false_claim", "claim_must_count", "claim_draw"})
#: where a claim's verdict may lie apart from the truth's, seconds
CLAIM_S = 4.0


def _no_gate(settings: WatchSettings) -> WatchSettings:
    """Nothing is a hand: what is under one is read as soon as it is still, and nobody's side is known."""
    return replace(settings, motion=replace(settings.motion, hand_min_cm2=1e9))


def _first_reading(settings: WatchSettings) -> WatchSettings:
    """The first reading counts, whatever it is worth."""
    track = replace(settings.track, min_looks=1, sure=0.0, doubtful=0.0, noise=0.0)
    return replace(settings, track=track, glance=replace(settings.glance, least=1, most=1))


def _at_once(settings: WatchSettings) -> WatchSettings:
    """Nothing need lie still before it counts."""
    track = replace(settings.track, min_still_s=0.0)
    return replace(settings, track=track, glance=replace(settings.glance, settle_s=0.0))


@contextmanager
def _parts_off(method: str) -> Iterator[None]:
    """Parts that no setting turns off."""
    with ExitStack() as stack:
        if method == "no-uniqueness":
            stack.enter_context(patch.object(Interpreter, "_known_cards", lambda *_: []))
        if method == "no-conservation":
            stack.enter_context(patch.object(Stock, "_drawn_by_absence", lambda *_: ()))
        yield


#: name -> what is changed of the settings
METHODS: dict[str, Callable[[WatchSettings], WatchSettings]] = {
    "bura": lambda settings: settings,
    "no-gate": _no_gate,
    "no-belief": _first_reading,
    "no-settling": _at_once,
    "no-uniqueness": lambda settings: settings,
    "no-conservation": lambda settings: settings,
    "no-doubt": lambda settings: settings,
    "baseline": lambda settings: settings,
}


def _acts(
    method: str,
    clip: Path,
    layout: Layout,
    detector: CardDetector,
    referee: Referee,
    spoken: Iterable[Said],
    delays: list[float],
) -> Iterator[tuple[float, Iterable[TableEvent]]]:
    """(time, events) of a clip, in the way ``method`` sees it."""
    if method == "baseline":
        yield from watch_frames(open_source(str(clip)), layout, detector, referee, spoken)
        return
    watcher = Watcher(layout, detector, METHODS[method](WatchSettings()))
    joiner = ActJoiner()
    last = 0.0
    for tick in watch(open_source(str(clip)), watcher, spoken):
        last = tick.at_s
        delays += [tick.at_s - event.at_s for event in tick.events if isinstance(event, CardsLaid)]
        yield last, joiner.join(tick.events)
        if referee.state.phase is Phase.OVER:
            watcher.end_deal()
    yield last, joiner.rest()


def referee_clip(folder: Path, detector: CardDetector, method: str = "bura") -> tuple[Row, Comparison]:
    """Referee one clip folder and compare; the row can be kept, the comparison names every difference.

    :raises BuraError: when something of the clip cannot be read.
    """
    meta: dict[str, Any] = {}
    if (folder / "meta.json").exists():
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    table, say = folder / "table.toml", folder / "say.jsonl"
    layout = load_layout(table) if table.exists() else default_layout(len(meta.get("seats", "AB")))
    spoken = read_spoken(say) if say.exists() else ()
    truth = read_truth(folder / "truth.jsonl")
    dealer = next(
        (r["event"].get("dealer") for r in truth if r.get("event", {}).get("type") == "dealt"), None
    )
    doubt = Settings(accuse_from=0.0) if method == "no-doubt" else None
    rules = rules_named(meta.get("rules", "classic31"))
    referee = Referee(rules, layout.seats, dealer=dealer, settings=doubt)
    delays: list[float] = []
    began, cpu, last = time.perf_counter(), time.process_time(), 0.0
    with _parts_off(method):
        for at_s, events in _acts(method, folder / "clip.mp4", layout, detector, referee, spoken, delays):
            last = at_s
            for event in events:
                referee.feed(event)
    alerts = scoreboard(referee.replay, "umpire").to_json()["alerts"]
    comparison = compare(truth, referee.entries, alerts)
    row: Row = {
        "clip": folder.name,
        "method": method,
        "title": str(meta.get("title", "")),
        "foul": bool(meta.get("fouls")),
        "duration_s": round(last, 2),
        "wall_s": round(time.perf_counter() - began, 2),
        "cpu_s": round(time.process_time() - cpu, 2),
        "load": round(os.getloadavg()[0], 1),
        "scores": {
            kind: {"right": score.right, "of": score.total, "invented": len(score.invented)}
            for kind, score in comparison.scores.items()
        },
        "untouched": comparison.untouched,
        "false_accusations": [f"{act.at_s:.1f} {act.what}" for act in comparison.false_accusations],
        "claims": claims(truth, alerts),
        "delays_s": [round(delay, 3) for delay in delays],
        "differences": [
            f"{act.at_s:7.2f}  {how:8}  {act.kind}: {act.what}" for act, how in comparison.differences()
        ],
    }
    return row, comparison


def claims(truth: Iterable[dict[str, Any]], alerts: Iterable[dict[str, Any]]) -> dict[str, int]:
    """How the verdicts on claims came out: right, must_count (allowed), wrong, unheard."""
    ours = [alert for alert in alerts if alert["rule"] in CLAIMS]
    found = {"right": 0, "must_count": 0, "wrong": 0, "unheard": 0}
    for row in truth:
        verdict = row.get("verdict")
        if verdict is None or verdict["rule"] not in CLAIMS:
            continue
        near = [
            alert["rule"]
            for alert in ours
            if alert.get("seat") == verdict.get("seat") and abs(alert["at_s"] - row["at_s"]) <= CLAIM_S
        ]
        if not near:
            found["unheard"] += 1
        elif verdict["rule"] in near:
            found["right"] += 1
        elif "claim_must_count" in near:
            found["must_count"] += 1
        else:
            found["wrong"] += 1
    return found
