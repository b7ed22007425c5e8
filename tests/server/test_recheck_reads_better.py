"""Checking again reads better than the moment did, and than a clip of 960 pixels would: a drawn play, real networks."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.cards import Card
from bura_datasets.training.plane import draw_card, rotation, scaling, shift
from bura_datasets.training.pool import VALIDATION_SEEDS
from bura_datasets.training.procedural import DrawnDeck
from bura_server.evidence.recheck import kept_of
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.rereading import reread
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.opening import Reader
from bura_server.picture import Image
from bura_vision.reading import Reading

SIZE = (1080, 1920)
CARD_PX = 54
"""width of a card in a picture of 1920 pixels: a table of two metres, seen from above"""
CARDS = ("10D",)
"""most of it lies under the hand that laid it until 0.7 s after its play was understood"""
UNDERSTOOD_S = 5.0
AWAY_S = 5.7


def table(rng: np.random.Generator, *cards: tuple[DrawnDeck, str, float, float, float]) -> Image:
    """A green cloth with cards (deck, name, x, y, angle), a little out of focus, with a camera's noise."""
    picture = np.full((*SIZE, 3), (52, 88, 40), np.float32)
    for deck, name, x, y, angle in cards:
        to_picture = shift(x, y) @ rotation(angle) @ scaling(CARD_PX)
        draw_card(picture, deck.face(Card.parse(name)), np.asarray(to_picture))
    picture = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)
    return np.clip(picture + rng.normal(0, 2.5, picture.shape), 0, 255).astype(np.uint8)


def played(folder: Path, number: int, name: str) -> tuple[EvidenceStore, Image]:
    """The evidence of a play of one card, and the picture in which it was understood."""
    deck, rng = DrawnDeck(VALIDATION_SEEDS + 40 + number), np.random.default_rng(number)
    x, y, angle = rng.uniform(800, 1100), rng.uniform(420, 640), rng.uniform(-0.6, 0.6)
    before, after = table(rng), table(rng, (deck, name, x, y, angle))
    under = after.copy()
    arm = np.array([(x - 50, y - 20), (x + 50, y - 28), (x + 170, 1080), (x - 40, 1080)], np.int32)
    cv2.fillPoly(under, [arm], (120, 150, 205))
    settings = EvidenceSettings()
    store = EvidenceStore(folder / f"{number}.jsonl", settings)
    recorder = Recorder(store, settings, patient=True)
    for tick in range(32, 66):
        at_s = tick / 10
        recorder.see(at_s, before if at_s < 4.5 else under if at_s < AWAY_S else after)
        if at_s == UNDERSTOOD_S:
            recorder.keep((1,), 4.6, at_s, under)
    recorder.close()
    return store, under


def read_as(name: str, reading: Reading) -> bool:
    """Is that card surely read, and no other?"""
    return [str(one.card) for one in reading.cards] == [name]


@pytest.mark.slow
def test_a_small_card_under_a_hand_is_read_again(tmp_path: Path) -> None:
    reader = Reader()
    right = {"at the moment": 0, "clip and still": 0, "close-up and still": 0}
    for number, name in enumerate(CARDS):
        store, moment = played(tmp_path, number, name)
        kept = kept_of(store, 1)
        assert kept.source == "close"
        fine = reread(kept.pictures, reader)
        close = store.path(1, Piece.CLOSE)
        assert close is not None
        close.unlink()
        coarse = kept_of(store, 1)
        assert coarse.source == "clip"
        for what, reading in (
            ("at the moment", reader(moment)),
            ("clip and still", reread(coarse.pictures, reader)),
            ("close-up and still", fine),
        ):
            right[what] += read_as(name, reading)
    count = len(CARDS)
    sys.stdout.write(f"right of {count}: {right}\n")  # pytest -rP shows it
    assert right["close-up and still"] > right["at the moment"]
    assert right["close-up and still"] > right["clip and still"]
    assert right["close-up and still"] == count
