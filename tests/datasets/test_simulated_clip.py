"""Rendering: the same seed gives the same frames, clips decode, side files fit, bad input is one sentence."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from bura.cards import CARDS, Card, pack
from bura.errors import BuraError
from bura.events import event_from_json
from bura_datasets.decks import load_deck, round_off
from bura_datasets.kinds import KINDS
from bura_datasets.players import Foul
from bura_datasets.procedural import LETTERS, deck_names, letter, procedural_deck, random_style
from bura_datasets.script import Draw, Lay, Rest, Script, Take, deal
from bura_datasets.simulate import Settings, prepare, random_settings, simulate
from bura_datasets.suite import Pool, deck_pool, make_suite, suite_clip
from bura_datasets.surfaces import SURFACES, UNSEEN_SURFACES, Light, draw_surface
from bura_server.cli import main
from bura_vision.layout import load_layout

SMALL = Settings(size_px=(320, 180), fps=10, deck="procedural-ru", rest_s=0.3)
TINY = Settings(size_px=(160, 90), fps=2)


@pytest.fixture(scope="module")
def deck_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Plain coloured cards in a folder: quick to read where the prints do not matter."""
    folder = tmp_path_factory.mktemp("deck")
    for card in pack(36):
        picture = np.full((42, 30, 3), 240, np.uint8)
        picture[8:34, 6:24] = (5 * card.index % 255, 90, 255 - 4 * card.index)
        cv2.imwrite(str(folder / f"{card}.png"), picture)
    cv2.imwrite(str(folder / "back.png"), np.full((42, 30, 3), (140, 60, 30), np.uint8))
    return str(folder)


def short_deal() -> Script:
    """One trick and a draw: about seven seconds."""
    script = deal("classic31", 2, Random(4))
    a, b = script.hands["A"], script.hands["B"]
    acts = (
        Lay(seat="A", cards=a[:1]),
        Lay(seat="B", face_down=b[:1]),
        Take(seat="A"),
        Draw(seat="A"),
        Rest(seconds=0.2),
    )
    return replace(script, acts=acts)


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("clip")
    simulate(out, short_deal(), SMALL, 3)
    return out


def test_the_clip_decodes_to_its_last_frame(clip: Path) -> None:
    meta = json.loads((clip / "meta.json").read_text(encoding="utf-8"))
    video = cv2.VideoCapture(str(clip / "clip.mp4"))
    assert (video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (320, 180)
    assert video.get(cv2.CAP_PROP_FPS) == 10
    frames = 0
    while video.read()[0]:
        frames += 1
    video.release()
    # The pictures reach to the deal's end: the last one begins before it, and a further one would not.
    assert frames == meta["frames"] == math.ceil(meta["duration_s"] * 10)
    assert not list(clip.glob(".*"))  # nothing half written is left


def test_without_ffmpeg_the_clip_is_written_all_the_same(
    tmp_path: Path, deck_folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bura_datasets.video.shutil.which", lambda name: None)
    meta = simulate(tmp_path, short_deal(), replace(TINY, deck=deck_folder), 1)
    assert meta["codec"] == "mp4v"
    video = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    assert int(video.get(cv2.CAP_PROP_FRAME_COUNT)) == meta["frames"]
    assert video.read()[0]
    video.release()


def test_an_interrupted_clip_leaves_no_half_file(tmp_path: Path, deck_folder: str) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(tmp_path, short_deal(), replace(TINY, deck=deck_folder), 1, stop)
    assert list(tmp_path.iterdir()) == []


def test_the_side_files_fit_the_clip(clip: Path) -> None:
    meta = json.loads((clip / "meta.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in (clip / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [event_from_json(line["event"]).TYPE for line in lines] == [
        "dealt",
        "trump_shown",
        "lead",
        "reply",
        "took",
        "drew",
    ]
    assert all(0 <= line["at_s"] <= meta["duration_s"] for line in lines)
    assert (clip / "say.jsonl").read_text(encoding="utf-8") == ""
    assert load_layout(clip / "table.toml").size_cm == pytest.approx((100.0, 56.25))
    assert "free of rights" in meta["licence"]


def frames_at(settings: Settings, seed: int, *times: float) -> list[np.ndarray]:
    _, renderer = prepare(short_deal(), settings, seed)
    return [renderer.frame(t, round(t * 10)).copy() for t in times]


def test_the_same_seed_gives_the_same_frames_and_another_one_others(deck_folder: str) -> None:
    plain = replace(TINY, deck=deck_folder)
    first, again, other = (frames_at(plain, seed, 0.0, 2.2, 4.0) for seed in (3, 3, 4))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not any(np.array_equal(a, b) for a, b in zip(first, other, strict=True))


def test_a_frame_does_not_depend_on_the_frames_before_it(deck_folder: str) -> None:
    """Keeping the still table is only a saving: jumping to a frame gives what playing up to it gives."""
    calm = replace(TINY, deck=deck_folder, light=Light(noise=0.0))
    course, renderer = prepare(short_deal(), calm, 3)
    for number in range(math.ceil(course.duration_s * 10)):
        played = renderer.frame(number / 10, number)
        if number in (22, 45):
            assert np.array_equal(played, frames_at(calm, 3, number / 10)[0])


def test_a_still_table_changes_only_by_noise_and_by_the_lamp(deck_folder: str) -> None:
    calm = replace(TINY, deck=deck_folder, light=Light(noise=0.0))
    first, second = frames_at(calm, 3, 0.0, 0.5)
    assert np.array_equal(first, second)
    dark, bright = frames_at(replace(calm, light=Light(noise=0.0, flicker=0.4)), 3, 0.0, 0.5)
    assert abs(float(dark.mean()) - float(bright.mean())) > 0.5


@pytest.mark.parametrize("name", [*SURFACES, *UNSEEN_SURFACES])
def test_every_surface_is_drawn_in_its_colours(name: str) -> None:
    picture = draw_surface(name, (20.0, 10.0), 8.0, np.random.default_rng(1))
    assert picture.shape == (80, 160, 3)
    assert 20 < float(picture.mean()) < 240
    assert float(picture.std()) > 0.5


@pytest.mark.parametrize("name", deck_names()[1:])
def test_procedural_decks_are_whole_and_stand_both_ways_up(name: str) -> None:
    cards = (Card.parse("KH"), Card.parse("10S"), Card.parse("6D"))
    deck = procedural_deck(name, cards, Random(1))
    assert set(deck.faces) == set(cards)
    for card in cards:
        face = deck.faces[card].astype(int)
        assert face.shape == (419, 300, 4)
        assert face[0, 0, 3] == 0  # rounded corners
        assert face[210, 150, 3] == 255
        assert float(np.abs(face - face[::-1, ::-1]).mean()) < 6.0  # the same upside down


def test_letters_follow_the_deck() -> None:
    shown = {key: letter(Card.parse("QS"), random_style(key, Random(1))) for key in LETTERS}
    assert shown == {"en": "Q", "ru": "Д", "fr": "D", "de": "D"}


def test_a_deck_folder_is_read_and_what_it_lacks_is_named(tmp_path: Path) -> None:
    white = np.full((419, 300, 3), 250, np.uint8)
    with pytest.raises(BuraError, match="is no folder"):
        load_deck(tmp_path / "none", CARDS)
    cv2.imwrite(str(tmp_path / "AS.png"), white)
    with pytest.raises(BuraError, match="no picture of KS"):
        load_deck(tmp_path, (Card.parse("AS"), Card.parse("KS")))
    with pytest.raises(BuraError, match="has no back"):
        load_deck(tmp_path, (Card.parse("AS"),))
    cv2.imwrite(str(tmp_path / "back_red.png"), round_off(white))
    (tmp_path / "LICENCE.txt").write_text("CC0\n", encoding="utf-8")
    deck = load_deck(tmp_path, (Card.parse("AS"),))
    assert deck.licence == "CC0"
    assert deck.faces[Card.parse("AS")].shape == (419, 300, 4)
    (tmp_path / "AS.png").write_bytes(b"no picture")
    with pytest.raises(BuraError, match=r"AS\.png cannot be read"):
        load_deck(tmp_path, (Card.parse("AS"),))


def test_a_suite_is_resumed_where_it_stopped(tmp_path: Path, deck_folder: str) -> None:
    first = list(make_suite(tmp_path, 1, 5, TINY, 40.0, Pool((deck_folder,))))
    again = list(make_suite(tmp_path, 2, 5, TINY, 40.0, Pool((deck_folder,))))
    assert [meta["kept"] for meta in first] == [False]
    assert [meta["kept"] for meta in again] == [True, False]
    with pytest.raises(BuraError, match="another suite"):
        list(make_suite(tmp_path, 1, 6, TINY, 40.0, Pool((deck_folder,))))


def test_every_kind_of_the_suite_can_be_played() -> None:
    titles: set[str] = set()
    rules: dict[Foul, int] = {}
    for number, kind in enumerate(KINDS):
        found, script, settings, _ = suite_clip(number, 1, SMALL, 60.0, deck_pool(["procedural"]))
        assert found is kind
        assert len(script.seats) == kind.seats
        assert settings.deck in deck_names()
        assert not kind.fouls or script.verdicts
        titles.add(script.title)
        for foul in kind.fouls:
            rules[foul] = rules.get(foul, 0) + 1
    assert len(titles) == len(KINDS)
    assert set(rules) == set(Foul)
    assert min(rules.values()) >= 2
    assert sum(not kind.fouls for kind in KINDS[:64]) >= 40


def test_a_suite_of_unseen_decks_knows_which_packs_they_cover(tmp_path: Path, deck_folder: str) -> None:
    few = tmp_path / "photos"
    few.mkdir()
    for card in pack(20):
        cv2.imwrite(str(few / f"{card}.png"), np.full((42, 30, 3), 240, np.uint8))
    cv2.imwrite(str(few / "back.png"), np.full((42, 30, 3), 90, np.uint8))
    (few / "photographed.json").write_text("{}", encoding="utf-8")
    pool = deck_pool([str(few), deck_folder])
    assert pool == Pool((deck_folder,), (str(few),))
    for number, kind in enumerate(KINDS[:12]):
        _, script, settings, _ = suite_clip(number, 1, SMALL, 20.0 if not kind.fouls else 60.0, pool)
        assert settings.deck == (str(few) if kind.photographed else deck_folder)
        assert (script.rules == "georgian3") >= kind.photographed
    assert not set(deck_pool([]).decks) & {"procedural"}
    with pytest.raises(BuraError, match="20 cards"):
        suite_clip(1, 1, SMALL, 20.0, Pool((str(tmp_path),)))


def test_random_scenes_differ() -> None:
    assert random_settings(Random(1), SMALL) != random_settings(Random(2), SMALL)
    assert random_settings(Random(1), SMALL) == random_settings(Random(1), SMALL)


REFUSED = [
    (["--script", "missing.toml"], "missing.toml"),
    (["--script", "deal.txt"], "deal.txt"),
    (["--rules", "poker"], "poker"),
    (["--size", "big"], "'big'"),
    (["--size", "101x99"], "101x99"),
    (["--fps", "0"], "frames a second"),
    (["--deck", "no/such/deck"], "no/such/deck"),
    (["--deck", "procedural-xx"], "procedural-xx"),
    (["--surface", "cloth:plaid"], "cloth:plaid"),
    (["--seats", "2", "--rules", "georgian3", "--table-width", "7"], "table width"),
    (["--suite", "2", "--script", "demo"], "--script"),
    (["--kind", "sleepy"], "sleepy"),
    (["--kind", "thrown", "--foul", "peek"], "--foul"),
    (["--foul", "reply_out_of_turn"], "3 players"),
    (["--deck", "procedural", "--deck", "kennard"], "--suite"),
]


@pytest.mark.parametrize(("options", "named"), REFUSED)
def test_bad_input_is_one_sentence_and_exit_2(
    options: list[str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = [] if "--size" in options else ["--size", "160x90"]
    with pytest.raises(SystemExit) as caught:
        main(["simulate", str(tmp_path / "out"), "--seconds", "6", *small, *options])
    assert caught.value.code == 2
    text = capsys.readouterr().err.strip().splitlines()[-1]
    assert text.startswith("bura: ")
    assert named in text


def test_the_command_says_what_it_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made"
    options = ["--size", "160x90", "--fps", "2", "--seconds", "6", "--deck", "procedural-fr", "--json"]
    main(["simulate", str(out), *options])
    meta = json.loads(capsys.readouterr().out)
    assert meta["folder"] == str(out)
    assert meta["deck"] == "procedural-fr (fr)"
    assert sorted(path.name for path in out.iterdir()) == [
        "clip.mp4",
        "meta.json",
        "say.jsonl",
        "script.toml",
        "table.toml",
        "truth.jsonl",
    ]
