"""The benchmark of watching: its figures, its claims, its resuming, and the baseline beside it."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from bura.referee import Referee
from bura.table import CardsDrawn, CardsLaid, CardsTaken, DealBegan, TrumpSeen
from bura_datasets.fast import Errors, FastDeal
from bura_datasets.habits import Habits
from bura_datasets.script import Draw, Lay, Take, deal
from bura_vision.layout import default_layout

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return {name: importlib.import_module(name) for name in ("watching", "clip_runs", "frame_vote")}


def row(clip: str, method: str = "bura", *, foul: bool = False, **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "clip": clip,
        "method": method,
        "title": "drink: classic31",
        "foul": foul,
        "duration_s": 60.0,
        "wall_s": 30.0,
        "cpu_s": 20.0,
        "load": 1.5,
        "scores": {
            "plays": {"right": 9, "of": 10, "invented": 1},
            "draws": {"right": 8, "of": 8, "invented": 0},
        },
        "untouched": True,
        "false_accusations": [],
        "claims": {"right": 1, "must_count": 0, "wrong": 0, "unheard": 0},
        "delays_s": [0.4, 0.5],
        "differences": [],
    }
    return made | changes


def test_figures_sum_up_clips(modules: dict[str, ModuleType]) -> None:
    rows = [row("000"), row("001", foul=True, untouched=False, false_accusations=["3.0 extra_card A"])]
    told = modules["watching"].figures_of(rows)
    assert told["plays"]["right"] == 18
    assert told["plays"]["invented"] == 2
    assert told["false_accusations"] == 1
    assert told["honest_deals_untouched"]["of"] == 1
    assert told["times_real_time"] == 2.0
    assert told["claims"]["right"] == 2
    low, high = told["plays"]["interval"]
    assert low < 0.9 < high


def test_methods_are_compared_on_the_clips_they_share(modules: dict[str, ModuleType]) -> None:
    by_method = {"bura": [row("000"), row("001")], "baseline": [row("000", "baseline", delays_s=[])]}
    text = modules["watching"].markdown(by_method)
    assert text.startswith("1 clips.")
    assert "| plays | 9 of 10" in text
    assert "| drink | 2 | 18/20 | 16/16 | 0/0 | 0/0 | 0 | 2/2 |" in text


def test_a_broken_results_line_is_done_again(modules: dict[str, ModuleType], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row("000")) + '\n{"clip": "00', encoding="utf-8")
    assert [r["clip"] for r in modules["watching"].read_rows(file)] == ["000"]
    assert modules["watching"].read_rows(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize(
    ("ours", "word"),
    [
        ("claim_true", "right"),
        ("claim_must_count", "must_count"),
        ("false_claim", "wrong"),
        (None, "unheard"),
    ],
)
def test_claims_are_right_allowed_wrong_or_unheard(
    modules: dict[str, ModuleType], ours: str | None, word: str
) -> None:
    truth = [{"at_s": 60.0, "verdict": {"rule": "claim_true", "seat": "A"}}]
    alerts = [] if ours is None else [{"at_s": 60.5, "rule": ours, "seat": "A"}]
    found = modules["clip_runs"].claims(truth, alerts)
    assert [name for name, n in found.items() if n] == [word]


def test_the_baseline_plays_a_tidy_trick(modules: dict[str, ModuleType]) -> None:
    script = deal("classic31", 2, Random(4))
    a, b = script.hands["A"][0], script.hands["B"][0]
    acts = (
        Lay(seat="A", cards=(a,), pause_s=2.5),
        Lay(seat="B", cards=(b,), pause_s=2.5, on_top=False),
        Take(seat="A", pause_s=2.5),
        Draw(seat="A", pause_s=2.0),
    )
    errors = Errors(miss=0.0, miss_back=0.0, confuse=0.0, half_turn=0.0, ghost=0.0)
    played = FastDeal(replace(script, acts=acts), 3, Habits(), errors)
    referee = Referee("classic31", ("A", "B"), dealer="B")
    events = []
    for _, found in modules["frame_vote"].watch_frames(played, default_layout(2), played, referee):
        for event in found:
            referee.feed(event)
            events.append(event)
    assert [type(event) for event in events][:5] == [DealBegan, TrumpSeen, CardsLaid, CardsLaid, CardsTaken]
    laid = [event for event in events if isinstance(event, CardsLaid)]
    assert [event.cards[0].best for event in laid] == [a, b]
    assert {event.seat for event in events if isinstance(event, CardsDrawn)} == {"A", "B"}
