"""Golden transcripts: two deals per preset, every line read by a person, replayed to the letter.

The first deal of each is legal; in the second somebody breaks a rule (an extra draw, a peek, a reply out of turn, a
wrong count, the wrong pile …). A change in any sentence, verdict or total shows here as a changed line.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bura.referee import Referee
from bura.rules import RULESETS, Game
from bura.transcript import read_transcript, transcript

GOLDEN = Path(__file__).parent.parent / "golden"
PRESETS = [name for name, rules in RULESETS.items() if rules.game is Game.BURA]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_golden_transcript_is_told_word_for_word(preset: str) -> None:
    """A preset without a transcript fails here."""
    text = (GOLDEN / f"{preset}.txt").read_text(encoding="utf-8")
    assert transcript(read_transcript(text)) == text


@pytest.mark.parametrize("preset", PRESETS)
def test_the_referee_that_grows_with_the_log_agrees(preset: str) -> None:
    entries = read_transcript((GOLDEN / f"{preset}.txt").read_text(encoding="utf-8"))
    referee = Referee(preset, ("A", "B"), entries=entries[:1])
    for entry in entries[1:]:
        referee.add(entry.event, entry.at_s, entry.source)
    assert transcript(referee.entries, told=referee.replay) == transcript(entries)
