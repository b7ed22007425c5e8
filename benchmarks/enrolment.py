"""What enrolling a deck gains: `python benchmarks/enrolment.py [--markdown docs/enrolment.md]`.

Decks that the reader reads badly or cannot know: Dutch ones (B V H A: the queen has the French jack's letter, the king
none it was taught), Swedish ones (Kn D K E), and German ones with indices in four corners. Each is drawn, laid out and
photographed once, a photograph a suit, and enrolled from these by the way `bura enrol` goes. Held-out scenes show the
same cards small, turned, tilted, covered and in other light; they are read without and with the enrolled deck.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import SUITS, Card
from bura_datasets.training.effects import EffectSettings, photograph
from bura_datasets.training.labels import INDEX_CLASS, Lettering
from bura_datasets.training.plane import draw_card, rotation, scaling, shift
from bura_datasets.training.pool import VALIDATION_SEEDS, HeldDeck
from bura_datasets.training.procedural import DrawnDeck
from bura_datasets.training.scenes import Scene, SceneBlock, SceneSettings
from bura_vision.enrolled import EnrolledDeck
from bura_vision.enrolling import Enrolment
from bura_vision.find_then_read import FindThenRead, load_detector
from bura_vision.index_reader import IndexReader
from bura_vision.reading import ReadingSettings, read_picture

DUTCH = Lettering("dutch", "B", "V", "H", "A", 0.0)
SWEDISH = Lettering("swedish", "Kn", "D", "K", "E", 0.0)
GERMAN = Lettering("german", "B", "D", "K", "A", 0.0)
FOUR_CORNERS = (0, 1, 2, 3)


def drawn(number: int, lettering: Lettering, corners: tuple[int, ...] | None = None) -> DrawnDeck:
    """A validation deck with other letters, and with indices in these corners."""
    deck = DrawnDeck(VALIDATION_SEEDS + number)
    design = replace(deck.design, lettering=lettering)
    deck.design = design if corners is None else replace(design, corners=corners)
    return deck


def laid_out(deck: HeldDeck, cards: list[Card], rng: np.random.Generator, card_px: int) -> NDArray[np.uint8]:
    """A photograph of cards lying apart on a plain dark ground, seven in a row."""
    columns, width = 7, card_px / 1.42
    rows = -(-len(cards) // columns)
    size = int(rows * card_px * 1.2 + card_px * 0.4), int((columns * 1.3 + 0.6) * width)
    picture = np.tile(rng.uniform(20, 80, 3).astype(np.float32), (*size, 1))
    picture += rng.normal(0, 3, picture.shape).astype(np.float32)
    for number, card in enumerate(cards):
        x = width * (0.95 + (number % columns) * 1.3)
        y = card_px * (0.8 + (number // columns) * 1.2)
        place = shift(x, y) @ scaling(width) @ rotation(rng.uniform(-0.06, 0.06))
        draw_card(picture, deck.face(card), np.asarray(place))
    return photograph(picture, rng, card_px * 0.2, EffectSettings())


def enrolled(deck: HeldDeck, name: str, detector: FindThenRead, seed: int = 0) -> EnrolledDeck:
    """The deck from a photograph of each suit."""
    rng = np.random.default_rng([seed, 41])
    enrolment = Enrolment(detector)
    for suit in SUITS:
        cards = [card for card in deck.deck.cards if card.suit is suit]
        enrolment.add(laid_out(deck, cards, rng, 320), cards, f"{name}, {suit.value}")
    return enrolment.finish(name, IndexReader(threads=1))


def held_out(deck: HeldDeck, count: int, seed: int) -> list[Scene]:
    """Scenes with this deck only, of cards 110 to 330 px high."""
    settings = SceneSettings(card_px=(110.0, 330.0), empty=0.0, tilt=0.6, textures=4)
    block = SceneBlock(seed, 0, None, None, settings)
    block.use(deck)
    return [block.scene(number) for number in range(count)]


def counted(scenes: list[Scene], detector: FindThenRead, settings: ReadingSettings) -> tuple[int, int, int]:
    """Right, wrong and missed identities."""
    right = wrong = missed = 0
    for scene in scenes:
        real = {label.card for label in scene.labels if label.kind == INDEX_CLASS}
        seen = {card.card for card in read_picture(scene.pixels, detector, settings).cards}
        right, wrong, missed = right + len(seen & real), wrong + len(seen - real), missed + len(real - seen)
    return right, wrong, missed


def shown(right: int, wrong: int, missed: int) -> str:
    """Precision and recall for the table."""
    return f"{right / max(right + wrong, 1):.3f} | {right / max(right + missed, 1):.3f}"


def main() -> None:
    """Enrol each deck, read its scenes twice, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=16, help="held-out scenes a deck")
    parser.add_argument("--markdown", type=Path, help="also write the page here")
    a = parser.parse_args()
    cv2.setNumThreads(1)
    decks = [
        ("Dutch (B V H A)", drawn(0, DUTCH)),
        ("Swedish (Kn D K E)", drawn(5, SWEDISH)),
        ("German, four corners", drawn(3, GERMAN, FOUR_CORNERS)),
    ]
    plain = load_detector(threads=1)
    rows, sums = [], np.zeros((2, 3), int)
    for name, deck in decks:
        held = HeldDeck(deck, 1 << 30)
        own = enrolled(held, name, plain)
        scenes = held_out(held, a.scenes, 4711)
        before = counted(scenes, plain, ReadingSettings())
        settings = ReadingSettings(min_confidence=own.layer.min_confidence)
        after = counted(scenes, load_detector(threads=1, deck=own.layer), settings)
        sums += [before, after]
        rows.append(f"| {name} | {before[0] + before[2]} | {shown(*before)} | {shown(*after)} |")
        sys.stderr.write(rows[-1] + "\n")
    total = f"| **all** | {sums[0][0] + sums[0][2]} | {shown(*sums[0])} | {shown(*sums[1])} |"
    table = "\n".join(
        [
            f"{a.scenes} held-out scenes a deck; machine load {os.getloadavg()[0]:.1f}.",
            "",
            "| deck | cards | precision before | recall before | precision after | recall after |",
            "|---|---|---|---|---|---|",
            *rows,
            total,
        ]
    )
    print(table)
    if a.markdown:
        text = a.markdown.read_text(encoding="utf-8")
        head = text.split("<!-- figures -->")[0]
        a.markdown.write_text(f"{head}<!-- figures -->\n\n{table}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
