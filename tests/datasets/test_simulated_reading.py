"""The shipped networks read what the simulator draws, with the settings they use on photographs."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bura.cards import Card, pack
from bura_datasets.camera import Camera
from bura_datasets.motion import Key, Pose, Track
from bura_datasets.procedural import procedural_deck
from bura_datasets.render import Renderer
from bura_datasets.stage import Plan
from bura_datasets.surfaces import Light, draw_surface
from bura_vision.find_then_read import load_detector
from bura_vision.reading import read_picture


def spread(name: str, surface: str, seed: int) -> tuple[np.ndarray, set[str]]:
    """A picture of 18 cards of a drawn deck lying face up, untidily, and their names."""
    rng = Random(seed)
    cards = rng.sample(pack(36), 18)
    table = (80.0, 45.0)
    camera = Camera((1280, 720), table)
    tracks: dict[Card, Track] = {}
    for n, card in enumerate(cards):
        row, column = divmod(n, 6)
        pose = Pose(
            8 + 12.6 * column + rng.gauss(0, 0.5), 8 + 14 * row + rng.gauss(0, 0.5), 0, rng.gauss(0, 12)
        )
        tracks[card] = Track()
        tracks[card].add(Key(0.0, pose, n))
    noise = np.random.default_rng(seed)
    deck = procedural_deck(name, tuple(cards), rng)
    ground = draw_surface(surface, table, camera.px_per_cm, noise)
    renderer = Renderer(Plan(tracks, duration_s=1.0), camera, deck, ground, Light(), {}, noise)
    return renderer.frame(0.0), {str(card) for card in cards}


@pytest.mark.slow
@pytest.mark.parametrize("letters", ["en", "ru", "fr", "de"])
def test_drawn_decks_are_read(letters: str) -> None:
    detector = load_detector()
    right = wrong = wanted = 0
    for seed, surface in enumerate(("cloth:green", "wood:oak", "check:red")):
        picture, names = spread(f"procedural-{letters}", surface, seed)
        found = {
            str(reading.card) for reading in read_picture(picture, detector).cards if reading.confidence > 0.5
        }
        right, wrong, wanted = right + len(found & names), wrong + len(found - names), wanted + len(names)
    assert right / wanted >= 0.9, f"{right} of {wanted} read"
    assert wrong <= 0.05 * wanted, f"{wrong} read that do not lie there"
