"""A deck that the reader cannot know is shown once, and read from then on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.cards import CARDS, Card
from bura.errors import SourceError
from bura_datasets.training.labels import Lettering
from bura_datasets.training.plane import draw_card, rotation, scaling, shift
from bura_datasets.training.pool import VALIDATION_SEEDS
from bura_datasets.training.procedural import DrawnDeck
from bura_vision import enrolled
from bura_vision.enrolled import DeckViews, EnrolSettings, load_deck, variation
from bura_vision.enrolling import Enrolment, card_outlines, in_rows
from bura_vision.find_then_read import FindThenRead, load_detector
from bura_vision.index_reader import IndexReader
from bura_vision.reading import read_picture

#: the Dutch queen is V, which the French call their jack; the king is H, which nobody else prints
DUTCH = Lettering("dutch", "B", "V", "H", "A", 0.0)
SHOWN = tuple(Card.parse(f"{rank}{suit}") for suit in "CDHS" for rank in ("9", "10", "J", "Q", "K", "A"))
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def dutch() -> DrawnDeck:
    deck = DrawnDeck(VALIDATION_SEEDS)
    deck.design = replace(deck.design, lettering=DUTCH)
    return deck


def table(deck: DrawnDeck, cards: tuple[Card, ...], *, columns: int = 6, turn: float = 0.02) -> Pixels:
    """Cards 250 pixels high, apart, on a dark plain ground."""
    rows = -(-len(cards) // columns)
    picture = np.full((rows * 300 + 100, columns * 230 + 60, 3), 45, np.float32)
    for number, card in enumerate(cards):
        place = shift(145 + (number % columns) * 230, 190 + (number // columns) * 300) @ scaling(176)
        draw_card(picture, deck.face(card), np.asarray(place @ rotation(turn * (-1) ** number)))
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def plain() -> FindThenRead:
    return load_detector(threads=1)


@pytest.fixture(scope="module")
def own(plain: FindThenRead) -> enrolled.EnrolledDeck:
    enrolment = Enrolment(plain)
    enrolment.add(table(dutch(), SHOWN), SHOWN, "deck.jpg")
    assert enrolment.cards == tuple(sorted(SHOWN, key=lambda card: card.index))
    return enrolment.finish("dutch", IndexReader(threads=1), EnrolSettings(variants=6, steps=150))


def held_out() -> tuple[Pixels, set[str]]:
    """Queens and kings, smaller, turned, on a light ground: a view that the enrolment never saw."""
    deck, cards = dutch(), tuple(Card.parse(name) for name in ("QH", "KC", "QS", "KD", "QC", "KH"))
    picture = np.full((420, 700, 3), (90, 120, 100), np.float32)
    for number, card in enumerate(cards):
        place = shift(120 + (number % 3) * 220, 110 + (number // 3) * 200) @ scaling(110)
        draw_card(picture, deck.face(card), np.asarray(place @ rotation(0.5 * number)))
    return np.clip(picture * 0.8, 0, 255).astype(np.uint8), {str(card) for card in cards}


def test_unknown_letters_are_read_after_enrolment(plain: FindThenRead, own: enrolled.EnrolledDeck) -> None:
    image, truth = held_out()
    before = {str(card.card) for card in read_picture(image, plain).cards}
    after = {str(card.card) for card in read_picture(image, load_detector(threads=1, deck=own.layer)).cards}
    assert len(after & truth) >= len(before & truth) + 3
    assert len(after - truth) < len(before - truth)


def test_a_deck_is_written_and_read_again(own: enrolled.EnrolledDeck, tmp_path: Path) -> None:
    path = tmp_path / "decks" / "dutch.npz"
    own.save(path)
    assert path.stat().st_size < 4_000_000
    again = load_deck(path)
    assert again.name == "dutch"
    assert again.layer.min_confidence == own.layer.min_confidence
    assert again.layer.calibration == own.layer.calibration
    assert np.array_equal(again.layer.rank, own.layer.rank)
    assert np.array_equal(again.views.cards, own.views.cards)
    assert [CARDS[number] for number in again.views.shown] == sorted(SHOWN, key=lambda card: card.index)


def test_new_weights_fit_the_layer_anew(
    own: enrolled.EnrolledDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.npz"
    replace(own, reader="another").save(path)
    asked: list[DeckViews] = []

    def fitted(views: DeckViews, reader: IndexReader) -> enrolled.DeckLayer:
        asked.append(views)
        return own.layer

    monkeypatch.setattr(enrolled, "fit_layer", fitted)
    assert load_deck(path).reader != "another"
    assert len(asked) == 1
    assert len(asked[0].pixels) == len(own.views.pixels)


@pytest.mark.parametrize("damage", ["missing", "cut", "text", "other version", "views of another size"])
def test_a_deck_that_cannot_be_read_is_named(own: enrolled.EnrolledDeck, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "broken.npz"
    if damage != "missing":
        own.save(path)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    elif damage == "text":
        path.write_text("no deck")
    elif damage in ("other version", "views of another size"):
        with np.load(path) as held:
            parts = dict(held)
        if damage == "other version":
            parts["about"] = np.array(json.dumps(json.loads(str(parts["about"])) | {"version": 99}))
        else:
            parts["views"] = parts["views"][:, :50]
        np.savez(path, **parts)
    with pytest.raises(SourceError, match=r"broken\.npz"):
        load_deck(path)


@pytest.mark.parametrize(
    ("count", "columns"), [(1, 6), (6, 6), (6, 3), (5, 2)], ids=["one", "a row", "two rows", "a short row"]
)
def test_cards_are_found_in_reading_order(count: int, columns: int) -> None:
    cards = SHOWN[:count]
    outlines = in_rows(card_outlines(table(dutch(), cards, columns=columns, turn=0.04)))
    assert len(outlines) == count
    for number, outline in enumerate(outlines):
        middle = outline.mean(axis=0)
        assert middle == pytest.approx(
            [145 + (number % columns) * 230, 190 + (number // columns) * 300], abs=8
        )
        assert outline[0][1] < outline[3][1]


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (np.full((300, 300, 3), 40, np.uint8), "ought to show 1 card, but 0"),
        (table(dutch(), SHOWN[:3]), "ought to show 1 card, but 3"),
    ],
    ids=["no card", "too many"],
)
def test_a_photograph_of_another_number_of_cards_is_refused(
    plain: FindThenRead, image: Pixels, said: str
) -> None:
    with pytest.raises(SourceError, match=said):
        Enrolment(plain).add(image, SHOWN[:1], "shot.jpg")


def test_too_few_cards_make_no_deck(plain: FindThenRead) -> None:
    enrolment = Enrolment(plain)
    enrolment.add(table(dutch(), SHOWN[:1]), SHOWN[:1], "shot.jpg")
    with pytest.raises(SourceError, match="two different cards"):
        enrolment.finish("tiny", IndexReader(threads=1))


def test_cards_without_indices_make_no_deck(plain: FindThenRead) -> None:
    blank = np.full((320, 600, 3), 40, np.uint8)
    for x in (60, 330):
        cv2.rectangle(blank, (x, 40), (x + 170, 280), (235, 240, 240), -1)
    enrolment = Enrolment(plain)
    enrolment.add(blank, SHOWN[:2], "blank.jpg")
    with pytest.raises(SourceError, match="no index was found"):
        enrolment.finish("blank", IndexReader(threads=1))


def test_variations_are_of_the_readers_size_and_differ() -> None:
    rng = np.random.default_rng(0)
    view = rng.integers(0, 255, (128, 80, 3)).astype(np.uint8)
    one, two = variation(view, rng, 0.2), variation(view, rng, 0.2)
    assert one.shape == two.shape == (64, 40, 3)
    assert not np.array_equal(one, two)
