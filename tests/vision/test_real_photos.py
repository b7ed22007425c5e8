"""Real photographs, where they are at hand: every twelfth one must be read as the benchmark says all are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura_vision.find_then_read import load_detector
from bura_vision.picture import load_picture
from bura_vision.reading import read_picture

PHOTOS = Path(__file__).parents[3] / "shared" / "real"


@pytest.mark.skipif(not (PHOTOS / "truth.jsonl").is_file(), reason="the real photographs are not here")
def test_real_photographs_are_read() -> None:
    truths = [json.loads(line) for line in (PHOTOS / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    detector = load_detector()
    right = wrong = missed = 0
    for truth in truths[::12]:
        reading = read_picture(load_picture(PHOTOS / "images" / truth["name"]), detector)
        seen, real = {str(card.card) for card in reading.cards}, set(truth["cards"])
        right, wrong, missed = right + len(seen & real), wrong + len(seen - real), missed + len(real - seen)
    assert right >= 30
    assert 2 * right / (2 * right + wrong + missed) >= 0.95
