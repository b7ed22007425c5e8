"""Drawn decks and the search for indices."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.cards import CARDS, RANKS, SUITS, Card, Rank, Suit
from bura.errors import SourceError
from bura_datasets.training.decks import load_folder_deck, load_folder_decks, marks_from_json, marks_to_json
from bura_datasets.training.faces import IndexMark
from bura_datasets.training.fonts import find_fonts, text_mask
from bura_datasets.training.index_boxes import find_marks
from bura_datasets.training.labels import (
    LETTERINGS,
    RANK_NONE,
    SUIT_NONE,
    Lettering,
    card_of,
    class_name,
    rank_class,
    suit_class,
)
from bura_datasets.training.own import cut_card, make_deck
from bura_datasets.training.pool import DeckPool, PoolSettings, in_split
from bura_datasets.training.procedural import DrawnDeck


def plain_deck(start: int) -> DrawnDeck:
    """The next drawn deck with two usual corners and pips, as printed decks mostly are."""
    for seed in range(start, start + 200):
        design = DrawnDeck(seed).design
        if (
            design.corners == (0, 2)
            and not design.beside
            and design.body == "pips"
            and not design.framed
            and design.four_colour is None
            and design.wear < 0.12
            and design.letter_height > 0.07
            and design.margin[0] > 0.03
            and design.gap > 0.1
        ):
            return DrawnDeck(seed)
    raise AssertionError("no plain deck among two hundred")


@pytest.mark.parametrize("lettering", LETTERINGS, ids=lambda lettering: lettering.name)
def test_letters_lead_back_to_the_card(lettering: Lettering) -> None:
    for suit in SUITS:
        for rank in RANKS:
            assert card_of(lettering.text(rank), suit) == Card(rank, suit)


def test_the_russian_jack_is_a_cyrillic_letter() -> None:
    russian = next(lettering for lettering in LETTERINGS if lettering.cyrillic)
    assert [russian.text(r) for r in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)] == ["В", "Д", "К", "Т"]
    assert ord(russian.text(Rank.JACK)) == 0x412


def test_classes_are_the_readers_own() -> None:
    assert [rank_class(rank) for rank in RANKS] == list(range(13))
    assert [suit_class(suit) for suit in SUITS] == [0, 1, 2, 3]
    assert class_name(rank_class(Rank.TEN), suit_class(Suit.HEARTS)) == "10H"
    assert class_name(RANK_NONE, SUIT_NONE) == "--"


@pytest.mark.parametrize("seed", range(12))
def test_marks_lie_on_the_card(seed: int) -> None:
    deck = DrawnDeck(seed)
    for text in ("10H", "QC", "7S", "AD"):
        face = deck.face(Card.parse(text))
        width, height = face.size
        assert len(face.marks) == len(deck.design.corners)
        for mark in face.marks:
            x0, y0, x1, y1 = mark.box
            assert 0 <= x0 < x1 <= width
            assert 0 <= y0 < y1 <= height


def test_a_number_always_gives_the_same_deck() -> None:
    card = Card.parse("KS")
    first, second = DrawnDeck(5).face(card), DrawnDeck(5).face(card)
    assert np.array_equal(first.pixels, second.pixels)
    assert first.marks == second.marks
    assert not np.array_equal(first.pixels[:300], DrawnDeck(6).face(card).pixels[:300])


@pytest.mark.parametrize("start", [0, 400])
def test_found_boxes_are_the_drawn_ones(start: int) -> None:
    deck = plain_deck(start)
    drawn = {card: deck.face(card) for card in CARDS}
    found = find_marks({card: face.pixels for card, face in drawn.items()})
    assert len(found) >= 48
    for card, marks in found.items():
        true = drawn[card].marks[0]
        for ours, theirs in ((marks[0].rank, true.rank), (marks[0].suit, true.suit)):
            assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= 2, card


def test_the_opposite_corner_is_turned_half() -> None:
    mark = IndexMark((10, 10, 30, 50), (12, 55, 28, 75))
    opposite = mark.turned_half(200, 300)
    assert opposite.turn == 2
    assert opposite.corners[0].tolist() == [190, 290]
    assert opposite.turned_half(200, 300) == mark


def test_marks_survive_json() -> None:
    marks: dict[Card, tuple[IndexMark, ...]] = {
        Card.parse("10H"): (IndexMark((1.25, 2, 3, 4), (5, 6, 7, 8.5), 2),)
    }
    assert marks_from_json(marks_to_json(marks)) == marks


def save_deck(folder: Path, deck: DrawnDeck) -> None:
    folder.mkdir()
    for card in CARDS[::3]:
        cv2.imwrite(str(folder / f"{card}.png"), deck.face(card).pixels)
    back = deck.back(0)
    assert back is not None
    cv2.imwrite(str(folder / "back.png"), back.pixels)


def edge_spread(deck: DrawnDeck) -> float:
    """How lively a back is above its middle, inside its border: median over the deck's two backs."""
    backs = [deck.back(number) for number in (0, 1)]
    parts = [back.pixels[..., :3].astype(np.float32) for back in backs if back is not None]
    tops = [
        part[part.shape[0] // 8 : part.shape[0] // 5, part.shape[1] // 8 : -(part.shape[1] // 8)]
        for part in parts
    ]
    return float(np.median([top.std(axis=(0, 1)).max() for top in tops]))


def test_plain_backs_show_less_than_others() -> None:
    """Some of them are paper with loose ornaments, which may lie just where the back is looked at."""
    plain = sum(edge_spread(DrawnDeck(seed, plain_backs=True)) < 20 for seed in range(30)) / 30
    other = sum(edge_spread(DrawnDeck(seed)) < 20 for seed in range(30)) / 30
    assert 0.25 <= plain < 1.0
    assert other <= 0.1


@pytest.mark.parametrize("plain", [0.0, 0.5, 1.0])
def test_the_share_of_decks_with_plain_backs_is_what_was_asked(plain: float) -> None:
    pool = DeckPool(None, np.random.default_rng(4), PoolSettings(live=60, plain=plain))
    decks = [pool.take().deck for _ in range(60)]
    share = sum(isinstance(deck, DrawnDeck) and deck.plain_backs for deck in decks) / 60
    assert abs(share - plain) <= 0.2


def test_a_folder_of_pictures_becomes_a_deck_and_remembers_its_boxes(tmp_path: Path) -> None:
    save_deck(tmp_path / "mine", plain_deck(0))
    deck = load_folder_deck(tmp_path / "mine")
    assert (tmp_path / "mine" / "index_boxes.json").is_file()
    assert load_folder_deck(tmp_path / "mine").marks == deck.marks
    assert deck.back(0) is not None
    assert [d.name for d in load_folder_decks(tmp_path)] == ["mine"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("absent", "is no folder"), ("empty", "has no card pictures"), ("broken", "cannot be read")],
)
def test_bad_deck_folders_are_refused_in_one_sentence(tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / name
    if name != "absent":
        folder.mkdir()
    if name == "broken":
        (folder / "AS.png").write_bytes(b"no picture")
    with pytest.raises(SourceError, match=text):
        load_folder_deck(folder)


def test_no_font_draws_a_club_for_a_spade() -> None:
    """A spade ends in a point at the top, a club in a leaf: in every font that is trusted with signs."""
    drawn = [font for font in find_fonts() if font.suits]
    for font in drawn:
        widths = {}
        for sign in "♠♣":
            ink = text_mask(font.path, sign, 96) > 127
            rows = np.flatnonzero(ink.any(axis=1))
            top = ink[rows[0] : rows[0] + max(2, len(rows) // 8)]
            widths[sign] = float(top.sum(axis=1).mean())
        assert widths["♠"] < widths["♣"], font.path.name


def test_no_fonts_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no usable font"):
        find_fonts(tmp_path)


def test_every_deck_is_on_one_side_of_the_split() -> None:
    names = [f"deck{i}" for i in range(200)]
    val = [n for n in names if in_split(n, PoolSettings(split="val"))]
    train = [n for n in names if in_split(n, PoolSettings(split="train"))]
    assert not set(val) & set(train)
    assert len(val) + len(train) == 200
    assert 10 <= len(val) <= 60


def test_photographs_of_cards_become_a_deck(tmp_path: Path) -> None:
    deck = plain_deck(0)
    (tmp_path / "photos").mkdir()
    some = [card for card in CARDS if card.rank in (Rank.TWO, Rank.SEVEN, Rank.TEN, Rank.KING, Rank.ACE)]
    for card in some:
        face = deck.face(card).pixels
        height, width = face.shape[:2]
        ground = np.full((height + 200, width + 240, 3), (40, 70, 30), np.uint8)
        part = ground[100 : 100 + height, 120 : 120 + width]
        solid = face[..., 3] > 127
        part[solid] = face[solid][:, :3]
        cv2.imwrite(str(tmp_path / "photos" / f"{card}.png"), ground)
    assert make_deck(tmp_path / "photos", tmp_path / "deck", "my own") >= len(some) - 2
    assert load_folder_deck(tmp_path / "deck").licence == "my own"


def test_a_photograph_without_a_card_is_refused() -> None:
    with pytest.raises(SourceError, match=r"no card is to be seen on x\.jpg"):
        cut_card(np.full((300, 900, 3), 80, np.uint8), "x.jpg")
