"""`bura watch`: bad input is one sentence and exit 2; transcripts and comparison."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.cards import parse_cards
from bura.errors import SourceError
from bura.events import Drew, Lead, Missed, Reply
from bura.log import Entry, EntryBelief, Source, read_log
from bura.replay import replay
from bura.table import Belief
from bura_server.cli import main
from bura_server.compare import compare
from bura_server.outputs import OutputError, finished_file, keep_apart
from bura_server.transcript import describe, summary


def clip(folder: Path) -> Path:
    """Ten grey pictures."""
    path = folder / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10.0, (64, 48))
    for _ in range(10):
        writer.write(np.full((48, 64, 3), 90, np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["{folder}/none.mp4"], "there is no file", id="missing"),
        pytest.param(["{clip}", "--rules", "poker"], "poker", id="unknown-rules"),
        pytest.param(["{clip}", "--table", "{folder}/none.toml"], "none.toml", id="no-layout"),
        pytest.param(["{clip}", "--say", "{folder}/none.jsonl"], "none.jsonl", id="no-words"),
        pytest.param(["{clip}", "--log", "{folder}/say.jsonl"], "already", id="log-is-there"),
        pytest.param(["{clip}", "--dealer", "Z"], "the seats are A, B", id="no-such-dealer"),
        pytest.param(["{clip}", "--say", "{folder}/say.jsonl"], "the seats are A, B", id="no-such-speaker"),
        pytest.param(["{clip}", "--players", "9"], "--players", id="nine-players"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    path = clip(tmp_path)
    (tmp_path / "say.jsonl").write_text('{"at_s": 1.0, "seat": "C", "say": "claim"}\n')
    filled = [argument.format(folder=tmp_path, clip=path) for argument in arguments]
    with pytest.raises(SystemExit) as caught:
        main(["watch", *filled])
    assert caught.value.code == 2
    error = capsys.readouterr().err.strip()
    assert words in error
    assert len(error.splitlines()) == 1


def entry(
    seq: int, at_s: float, event: Lead | Reply | Drew | Missed, belief: EntryBelief | None = None
) -> Entry:
    """An entry of the camera."""
    return Entry(seq, at_s, Source.VISION, event, belief)


@pytest.mark.parametrize(
    ("event", "belief", "line"),
    [
        pytest.param(Lead("A", parse_cards("KC QC")), None, "1:04.2  A leads K♣ Q♣", id="lead"),
        pytest.param(
            Reply("B", parse_cards("7C"), 1), None, "1:04.2  Bo lays 7♣, 1 face down", id="half-down"
        ),
        pytest.param(Reply("B", (), 2), None, "1:04.2  Bo lays 2 face down", id="down"),
        pytest.param(Drew("A", 2), None, "1:04.2  A draws 2 cards", id="two-draws"),
        pytest.param(
            Lead("A", parse_cards("KC")),
            EntryBelief(0.98, (Belief.of([(parse_cards("KC")[0], 0.6), (parse_cards("KS")[0], 0.4)]),)),
            "1:04.2  A leads K♣   (card not sure: K♣ or K♠)",
            id="doubt",
        ),
    ],
)
def test_entries_in_words(event: Lead | Reply | Drew, belief: EntryBelief | None, line: str) -> None:
    assert describe(entry(1, 64.2, event, belief), {"B": "Bo"}).strip() == line


def test_comparison_names_what_is_missed_and_invented() -> None:
    truth = [
        {"at_s": 4.0, "event": {"type": "lead", "seat": "A", "cards": ["KC", "QC"]}},
        {"at_s": 9.0, "event": {"type": "drew", "seat": "B", "count": 2}},
        {"at_s": 9.0, "verdict": {"rule": "extra_card", "seat": "B"}},
    ]
    entries = [entry(1, 3.8, Lead("A", parse_cards("QC KC"))), entry(2, 8.7, Drew("B"))]
    alert = {"at_s": 8.7, "rule": "draw_out_of_turn", "severity": "loss", "seat": "B"}
    result = compare(truth, entries, [alert])
    assert (result.scores["plays"].right, result.scores["draws"].right) == (1, 1)
    assert [act.what for act in result.scores["draws"].missed] == ["B draws"]
    assert [act.what for act in result.false_accusations] == ["draw_out_of_turn B"]
    assert not result.perfect


def test_what_the_referee_made_good_himself_needs_no_touch() -> None:
    """A face-down card that lay hidden, a draw and a gathering that nobody saw: what follows shows them."""
    truth = [
        {"at_s": 4.0, "event": {"type": "reply", "seat": "B", "face_down": 2}},
        {"at_s": 6.0, "event": {"type": "took", "seat": "A"}},
        {"at_s": 8.0, "event": {"type": "drew", "seat": "A"}},
        {"at_s": 9.0, "event": {"type": "drew", "seat": "B"}},
    ]
    seen = [entry(1, 4.1, Reply("B", (), 1)), entry(2, 8.1, Drew("A"))]
    good = [Missed("took", "A"), Missed("laid", "B", 1), Missed("drew", "B", 1)]
    made = [entry(3 + n, 10.0, missed) for n, missed in enumerate(good)]
    result = compare(truth, [*seen, *made], [])
    assert (result.untouched, result.perfect) == (True, False)
    assert [score.right for score in result.scores.values()] == [0, 1, 0, 0]
    for n in range(len(made)):
        assert not compare(truth, [*seen, *made[:n], *made[n + 1 :]], []).untouched
    # … and what it assumed of somebody else, of another number, or much later made nothing good
    for wrong in (Missed("laid", "A", 1), Missed("laid", "B", 2), Missed("laid", "B")):
        assert not compare(truth, [*seen, made[0], entry(4, 10.0, wrong), made[2]], []).untouched
    assert not compare(truth, [*seen, *made[:2], entry(5, 60.0, good[2])], []).untouched


def test_a_notice_accuses_nobody() -> None:
    notice = {"at_s": 1.0, "rule": "take_back", "severity": "notice", "seat": "A"}
    assert compare([], [], [notice]).false_accusations == []


@pytest.mark.parametrize("option", ["--overlay", "--log"])
@pytest.mark.parametrize("linked", [False, True], ids=["same-name", "link"])
def test_what_is_read_is_never_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, linked: bool
) -> None:
    path = clip(tmp_path)
    before = path.read_bytes()
    target = tmp_path / "other.mp4" if linked else path
    if linked:
        target.hardlink_to(path)
    with pytest.raises(SystemExit) as caught:
        main(["watch", str(path), option, str(target)])
    assert caught.value.code == 2
    assert f"{option} {target} would overwrite the recording" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_picture_of_the_folder_is_not_overwritten(tmp_path: Path) -> None:
    picture = tmp_path / "1.jpg"
    picture.write_bytes(b"x")
    with pytest.raises(OutputError, match="would overwrite the recording"):
        keep_apart({"--overlay": picture}, {"the recording": tmp_path})
    keep_apart({"--overlay": tmp_path / "new.mp4", "--log": None}, {"the recording": tmp_path})
    with pytest.raises(OutputError, match="the file of --overlay"):
        keep_apart({"--overlay": tmp_path / "new", "--log": tmp_path / "new"}, {})


def test_an_overlay_gets_its_name_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "seen.mp4"
    target.write_text("old")

    def write(text: str, error: Exception) -> None:
        with finished_file(target) as draft:
            draft.write_text(text)
            raise error

    with pytest.raises(RuntimeError):
        write("half", RuntimeError())
    assert target.read_text() == "old"
    with pytest.raises(SourceError, match="breaks off"):
        write("what was seen", SourceError("clip.mp4 breaks off"))
    assert target.read_text() == "what was seen"
    assert [path.name for path in tmp_path.iterdir()] == ["seen.mp4"]


def test_an_overlay_is_written(tmp_path: Path) -> None:
    main(["watch", str(clip(tmp_path)), "--overlay", str(tmp_path / "seen.mp4"), "--no-progress"])
    assert (tmp_path / "seen.mp4").stat().st_size > 0
    assert not list(tmp_path.glob(".*"))


def test_house_rules_come_from_a_file(tmp_path: Path) -> None:
    house = tmp_path / "ours.toml"
    house.write_text('preset = "classic31"\n[options]\ndiscard_face = "open"\n')
    log = tmp_path / "t.jsonl"
    main(["watch", str(clip(tmp_path)), "--rules", str(house), "--log", str(log)])
    rules = replay(read_log(log).entries).state.rules
    assert (rules.preset, rules.discard_face) == ("classic31", "open")


def test_the_end_names_the_winners() -> None:
    seats = {
        seat: {"name": name, "tricks": 1, "points": None}
        for seat, name in {"A": "Ann", "B": "Boris", "C": "", "D": "Dan"}.items()
    }
    board = {"seats": seats, "result": {"reason": "counted", "winners": ["B", "D"]}, "alerts": []}
    assert "won by Boris and Dan." in summary(board)
    assert "won by nobody." in summary({**board, "result": {"reason": "draw", "winners": []}})
