"""The suite's smallest part: short clips that lie in the repository and are refereed without a single difference.

`bura simulate OUT --kind KIND --seed SEED --seconds 14 --size 960x540 --fps 12 --quality 34 --deck procedural-en`
makes such a clip; the settings of each stand in its meta.json.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura.position import Phase
from bura.referee import Referee
from bura.view import scoreboard
from bura_server.compare import compare, read_truth
from bura_vision.find_then_read import load_detector
from bura_vision.layout import load_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.say import read_spoken
from bura_vision.source import open_source
from bura_vision.watcher import Watcher

CLIPS = Path(__file__).parents[1] / "golden" / "clips"
FOLDERS = sorted(path.parent for path in CLIPS.glob("*/clip.mp4"))


def test_there_are_golden_clips_and_they_are_small() -> None:
    assert FOLDERS
    assert all((folder / "clip.mp4").stat().st_size < 700_000 for folder in FOLDERS)


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_golden_clip_is_refereed_exactly(folder: Path) -> None:
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    layout = load_layout(folder / "table.toml")
    truth = read_truth(folder / "truth.jsonl")
    referee = Referee(meta["rules"], layout.seats, dealer=truth[0]["event"]["dealer"])
    watcher, joiner = Watcher(layout, load_detector()), ActJoiner()
    for tick in watch(open_source(str(folder / "clip.mp4")), watcher, read_spoken(folder / "say.jsonl")):
        for event in joiner.join(tick.events):
            referee.feed(event)
        if referee.state.phase is Phase.OVER:
            watcher.end_deal()
    for event in joiner.rest():
        referee.feed(event)
    found = compare(truth, referee.entries, scoreboard(referee.replay, "umpire").to_json()["alerts"])
    assert found.differences() == []
    assert found.scores["plays"].total > 0
