"""The bundled deal, watched with the shipped networks through the command line, equals its truth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import bura_server
from bura.log import Entry
from bura_server.cli import bura
from bura_server.compare import Comparison, compare, read_truth
from bura_vision.find_then_read import load_detector
from bura_vision.interpreter import TableState
from bura_vision.layout import load_layout
from bura_vision.source import Frame, open_source
from bura_vision.watcher import Watcher

DEMO = Path(bura_server.__file__).parent / "demo"


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """What `bura watch --json` makes of the clip, beside what happened."""
    names = ("--table", str(DEMO / "table.toml"), "--say", str(DEMO / "say.jsonl"), "--dealer", "B")
    done = CliRunner().invoke(
        bura, ["watch", str(DEMO / "clip.mp4"), "--rules", "classic31", *names, "--json"]
    )
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    entries = [Entry.from_json(line) for line in lines[:-1]]
    return compare(read_truth(DEMO / "truth.jsonl"), entries, lines[-1]["final"]["alerts"])


def test_every_play_draw_and_trick_is_seen_and_nothing_else(comparison: Comparison) -> None:
    for kind, score in comparison.scores.items():
        assert not score.missed, (kind, score.missed)
        assert not score.invented, (kind, score.invented)


def test_the_clip_shows_what_it_is_there_to_show(comparison: Comparison) -> None:
    right = {kind: score.right for kind, score in comparison.scores.items()}
    assert right["plays"] == 10
    assert right["draws"] == 15
    assert right["takes"] == 5
    assert right["alerts"] == 2


def test_the_table_of_the_clip_is_never_taken_for_another() -> None:
    """Its cloth is plain: what there is to compare are the cards, and they change all the time."""
    watcher = Watcher(load_layout(DEMO / "table.toml"), load_detector())
    states = {
        watcher.step(frame).state for frame in open_source(str(DEMO / "clip.mp4")) if isinstance(frame, Frame)
    }
    assert TableState.PLAYING in states
    assert TableState.DESYNC not in states
