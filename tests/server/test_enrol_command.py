"""`bura enrol` from outside: what it says, what it writes, what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import bura_server
from bura.cards import Card
from bura.errors import SourceError
from bura_datasets.training.plane import draw_card, scaling, shift
from bura_datasets.training.pool import VALIDATION_SEEDS
from bura_datasets.training.procedural import DrawnDeck
from bura_server.cli.enrol import _cards_of
from bura_server.decks import DeckNameError, deck_path

DEMO = Path(bura_server.__file__).parent / "demo" / "clip.mp4"
RANKS = ("10", "J", "Q", "K", "A")


def bura(*arguments: object, data: Path, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "bura"), *map(str, arguments)]
    environment = os.environ | {"BURA_DATA": str(data)}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, input=answers, env=environment
    )


def photo(path: Path, *names: str) -> Path:
    """A row of cards apart on a dark ground."""
    deck = DrawnDeck(VALIDATION_SEEDS + 3)
    picture = np.full((320, 190 * len(names) + 40, 3), 45, np.float32)
    for number, name in enumerate(names):
        place = shift(115 + number * 190, 160) @ scaling(150)
        draw_card(picture, deck.face(Card.parse(name)), np.asarray(place))
    cv2.imwrite(str(path), np.clip(picture, 0, 255).astype(np.uint8))
    return path


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the deck "mine", enrolled from a photograph of hearts and one of an ace."""
    folder = tmp_path_factory.mktemp("data")
    shots = tmp_path_factory.mktemp("shots")
    photo(shots / "hearts.png", *(f"{rank}H" for rank in RANKS))
    photo(shots / "AS.png", "AS")
    done = bura("enrol", "mine", shots, "--cards", "20", data=folder)
    assert done.returncode == 0, done.stderr
    assert "6 cards" in done.stdout
    assert "14 of 20 cards were not shown" in done.stderr
    return folder


def test_the_deck_is_listed_and_used(data: Path, tmp_path: Path) -> None:
    assert bura("enrol", "--list", data=data).stdout.split() == ["mine"]
    picture = photo(tmp_path / "table.png", "KH", "AH")
    done = bura("count", "--json", "--deck", "mine", picture, data=data)
    assert done.returncode == 0, done.stderr
    assert {"KH", "AH"} <= {card["card"] for card in json.loads(done.stdout)["cards"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("enrol",), "name the deck", id="no name"),
        pytest.param(("enrol", "new"), "give photographs", id="nothing to look at"),
        pytest.param(("enrol", "mine", "{hearts}"), "already", id="a name that is taken"),
        pytest.param(("enrol", "a/b", "{hearts}"), "cannot be a deck's name", id="no name for a file"),
        pytest.param(("enrol", "new", "{missing}"), "missing", id="no such photograph"),
        pytest.param(("enrol", "new", "{text}"), "not a picture", id="no picture"),
        pytest.param(
            ("enrol", "new", "{holiday}"), "does not say what it shows", id="a name that says nothing"
        ),
        pytest.param(("enrol", "new", "{empty}"), "holds no pictures", id="an empty folder"),
        pytest.param(
            ("enrol", "new", "{hearts}", "--order", "10H JH"), "ought to show 2", id="another number"
        ),
        pytest.param(("enrol", "new", "{hearts}", "--order", "10H ZZ"), "ZZ", id="no card"),
        pytest.param(("count", "--deck", "other", "{hearts}"), "no enrolled deck 'other'", id="unknown deck"),
        pytest.param(
            ("watch", "--deck", "other", "{clip}"), "no enrolled deck 'other'", id="unknown deck, watching"
        ),
    ],
)
def test_refusals(data: Path, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    photo(tmp_path / "holiday.png", "KH")
    photo(tmp_path / "hearts.png", "10H", "JH", "QH")
    (tmp_path / "AS.jpg").write_text("text")
    (tmp_path / "empty").mkdir()
    places = {
        "hearts": tmp_path / "hearts.png",
        "holiday": tmp_path / "holiday.png",
        "text": tmp_path / "AS.jpg",
        "missing": tmp_path / "missing.jpg",
        "empty": tmp_path / "empty",
        "clip": DEMO,
    }
    if said == "missing":
        places["missing"] = tmp_path / "AH.jpg"
        said = "AH.jpg"
    done = bura(*(argument.format(**places) for argument in arguments), data=data)
    assert done.returncode == 2
    assert done.stderr.startswith("bura: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_camera_is_shown_one_card_after_another(tmp_path: Path) -> None:
    """A folder of pictures takes the camera's place; "s" leaves a card out, "q" ends."""
    shots = tmp_path / "shots"
    shots.mkdir()
    for number, name in enumerate(("10C", "QC", "KC")):
        photo(shots / f"{number}.png", name)
    done = bura(
        "enrol", "shown", "--camera", shots, "--cards", "20", data=tmp_path / "data", answers="\ns\n\n\nq\n"
    )
    assert done.returncode == 0, done.stderr
    assert "3 cards" in done.stdout


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("AS.jpg", "AS"),
        ("10h.PNG", "10H"),
        ("Hearts.jpg", "10H JH QH KH AH"),
        ("c.jpg", "10C JC QC KC AC"),
        ("deck.jpg", "10C JC QC KC AC 10D JD QD KD AD 10H JH QH KH AH 10S JS QS KS AS"),
    ],
)
def test_a_photographs_name_says_what_it_shows(name: str, cards: str) -> None:
    from bura.cards import pack

    assert " ".join(map(str, _cards_of(Path(name), pack(20)))) == cards


def test_names() -> None:
    assert deck_path("моя колода", Path("/data")).name == "моя колода.npz"
    assert deck_path("here/own.npz") == Path("here/own.npz")
    with pytest.raises(DeckNameError):
        deck_path("../up")
    with pytest.raises(SourceError):
        _cards_of(Path("table.jpg"), ())
