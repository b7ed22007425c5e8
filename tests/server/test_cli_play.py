"""`bura play` and `bura replay`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura.log import LogWriter
from bura.referee import Referee
from bura.rules import RULESETS, Game
from bura.table import DealBegan
from bura.transcript import read_transcript
from bura_server.cli import main

BURA = [name for name, rules in RULESETS.items() if rules.game is Game.BURA]


def run(*argv: str) -> int:
    """The exit code of `bura argv`."""
    try:
        main(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.mark.parametrize("game", BURA)
def test_a_game_is_played_and_its_transcript_is_read_back(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    assert run("play", game, "--seed", "5", "--deals", "2", "--save", str(path)) == 0
    printed = capsys.readouterr().out
    text = path.read_text(encoding="utf-8")
    assert printed.startswith(text.split("=")[0])
    assert " ! " not in text, "simple players play by the rules"
    assert run("replay", str(path)) == 0
    assert capsys.readouterr().out == text


def test_a_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("play", "georgian3", "--seed", "1", "--match") == 0
    assert "; won by" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    run("play", "classic31", "--seed", "9")
    first = capsys.readouterr().out
    run("play", "classic31", "--seed", "9")
    assert capsys.readouterr().out == first


def test_a_log_is_replayed_as_sentences_and_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    run("play", "classic31", "--seed", "3", "--save", str(path))
    log = tmp_path / "game.jsonl"
    with LogWriter(log) as writer:
        writer.append(*read_transcript(path.read_text(encoding="utf-8")))
    capsys.readouterr()
    assert run("replay", str(log)) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    assert run("replay", str(log), "--json", "--viewer", "A") == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["seq"] for line in lines[:-1]] == list(range(1, len(lines)))
    assert lines[-1]["final"]["status"] == "over"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["play", "snooker"], "no rule set 'snooker'"),
        (["play", "macao"], "cannot be played in the terminal"),
        (["play", "classic31", "--me", "Z"], "no seat Z"),
        (["play", "georgian3", "--players", "4"], "played by 2 players, not 4"),
        (["play", "classic31", "--seed", "1", "--save", "/no/such/folder/x.txt"], "cannot be written"),
        (["play", "classic31", "--seed", "1", "--save", "."], "already"),
        (["replay", "/no/such/log"], "cannot be read"),
    ],
)
def test_bad_input_is_one_sentence(argv: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*argv) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"once upon a time\n", "neither an entry nor a remark"),
        (b"\xff\xfe\x00", "not text"),
        (b"", "the log does not begin"),
        (b'{"v":9,"seq":1}\n', "version 9"),
    ],
)
def test_a_broken_log_is_one_sentence(
    content: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log"
    path.write_bytes(content)
    assert run("replay", str(path)) == 2
    assert message in capsys.readouterr().err


def test_a_person_plays_a_seat(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked, he answers: lead the first card, give the first cards face down, never claim."""
    from bura.players import Look
    from bura_server import terminal

    asked: list[str] = []
    hand: list[str] = []

    def show(_self: object, look: Look) -> None:
        hand[:] = [str(card) for card in look.hand]

    def ask(_self: object, what: str) -> str:
        asked.append(what)
        if what.startswith("lay"):
            return "-" + " ".join(hand[: int(what.split()[1])])
        return hand[0] if what.startswith("lead") else "n"

    monkeypatch.setattr(terminal.Person, "_show", show)
    monkeypatch.setattr(terminal.Person, "_ask", ask)
    assert run("play", "classic31", "--me", "A", "--seed", "4") == 0
    assert any(what.startswith("lay") for what in asked)
    assert " ! " not in capsys.readouterr().out


def test_nothing_is_dealt_when_it_cannot_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine")
    for place in (path, tmp_path / "none" / "x.txt", path / "x.txt"):
        assert run("play", "classic31", "--save", str(place)) == 2
        assert capsys.readouterr().out == ""
    assert path.read_text() == "mine"


def test_a_replay_shows_names_and_tenths_and_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "t.jsonl"
    referee = Referee("classic31", ("A", "B"), names={"A": "Ann", "B": "Boris"})
    referee.feed(DealBegan(at_s=12.3456789, dealer="B"))
    with LogWriter(log) as writer:
        writer.append(*referee.entries)
    assert run("replay", str(log)) == 0
    told = capsys.readouterr().out
    assert told.startswith("# A is Ann, B is Boris\n")
    assert " 12.3 " in told
    log.write_text(told)
    assert run("replay", str(log)) == 0
    assert capsys.readouterr().out == told
    assert run("replay", str(log), "--viewer", "Q") == 2
    assert "the seats are A, B, or table, umpire, spectator" in capsys.readouterr().err
    log.write_text("")
    assert run("replay", str(log)) == 2
    assert str(log) in capsys.readouterr().err
