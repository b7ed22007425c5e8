"""Cards in awkward light and position, read by the shipped networks from drawn pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from bura.cards import Card, pack, parse_cards
from bura_datasets.camera import Camera
from bura_datasets.motion import Key, Pose, Track
from bura_datasets.procedural import procedural_deck
from bura_datasets.render import Renderer
from bura_datasets.stage import Plan
from bura_datasets.surfaces import Light, draw_surface
from bura_vision.find_then_read import FindThenRead, load_detector
from bura_vision.reading import Reading, read_picture

TABLE_CM = (80.0, 45.0)
KINGS = parse_cards("KC KD KH KS")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def detector() -> FindThenRead:
    """The shipped networks."""
    return load_detector()


def drawn(
    cards: tuple[Card, ...],
    seed: int,
    surface: str = "cloth:green",
    light: Light | None = None,
    turn: float = 12.0,
) -> tuple[np.ndarray, dict[Card, Pose], Camera]:
    """A picture of cards lying face up in rows, turned by chance: (picture, where each lies, camera)."""
    rng = Random(seed)
    camera = Camera((1280, 720), TABLE_CM)
    poses = {
        card: Pose(8 + 12.6 * (n % 6) + rng.gauss(0, 0.4), 8 + 14 * (n // 6), 0.0, rng.uniform(-turn, turn))
        for n, card in enumerate(cards)
    }
    tracks = {card: Track() for card in cards}
    for n, (card, pose) in enumerate(poses.items()):
        tracks[card].add(Key(0.0, pose, n))
    noise = np.random.default_rng(seed)
    deck = procedural_deck("procedural-en", cards, rng)
    ground = draw_surface(surface, TABLE_CM, camera.px_per_cm, noise)
    renderer = Renderer(Plan(tracks, duration_s=1.0), camera, deck, ground, light or Light(), {}, noise)
    return renderer.frame(0.0), poses, camera


def names(reading: Reading) -> set[str]:
    """The cards that were read."""
    return {str(card.card) for card in reading.cards if card.confidence > 0.5}


@pytest.mark.parametrize("seed", range(3))
def test_four_kings_at_any_angle_are_four_cards(detector: FindThenRead, seed: int) -> None:
    picture, poses, camera = drawn(KINGS, seed, turn=180.0)
    reading = read_picture(picture, detector)
    assert names(reading) == {str(card) for card in KINGS}
    for card in reading.cards:
        middle = camera.project(poses[card.card].corners()).mean(axis=0)
        off = float(np.hypot(*(card.outline.mean(axis=0) - middle)))
        assert off < 1.5 * camera.px_per_cm, f"the outline of {card.card} lies {off:.0f} px off"


@pytest.mark.parametrize(
    ("surface", "light"),
    [
        pytest.param(
            "cloth:pale", replace(Light(), exposure=1.6, gradient=0.1), id="bright lamp, pale cloth"
        ),
        pytest.param(
            "cloth:green",
            replace(
                Light(), shadow=0.65, shadow_cm=1.6, shadow_soft=0.15, gradient=0.45, direction_deg=170.0
            ),
            id="hard side light",
        ),
    ],
)
def test_the_same_cards_are_read_in_other_light(detector: FindThenRead, surface: str, light: Light) -> None:
    lost = invented = 0
    for seed in range(2):
        cards = tuple(Random(seed).sample(pack(36), 12))
        usual = names(read_picture(drawn(cards, seed)[0], detector))
        other = names(read_picture(drawn(cards, seed, surface, light)[0], detector))
        lost, invented = lost + len(usual - other), invented + len(other - {str(card) for card in cards})
    assert lost <= 1
    assert invented == 0


def test_no_suit_is_read_worse_than_another(detector: FindThenRead) -> None:
    """Six packs of 36: the suits' shares of cards that are read right lie within two points of each other."""
    right, shown = Counter[str](), Counter[str]()
    for seed in range(6):
        cards = list(pack(36))
        Random(seed).shuffle(cards)
        for half in (tuple(cards[:18]), tuple(cards[18:])):
            read = names(read_picture(drawn(half, seed)[0], detector))
            for card in half:
                shown[card.suit.name] += 1
                right[card.suit.name] += str(card) in read
    shares = {suit: right[suit] / shown[suit] for suit in shown}
    assert set(shown.values()) == {54}
    assert min(shares.values()) > 0.9
    assert max(shares.values()) - min(shares.values()) <= 0.02, shares
