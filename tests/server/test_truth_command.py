"""`bura truth`: a log with its corrections made is the truth of its recording."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest

from bura.cards import parse_cards
from bura.events import Lead, event_from_json
from bura.log import LogWriter
from bura.referee import Referee
from bura_server.cli import main
from bura_server.compare import compare, read_truth
from bura_server.labelling import truth_of


def refereed(lines: list[dict[str, object]]) -> Referee:
    """A log as a person at the table would have entered the demo deal."""
    referee = Referee("classic31", ("A", "B"), dealer="B")
    for line in lines:
        event = line.get("event")
        if isinstance(event, dict) and event["type"] != "dealt":
            referee.add(event_from_json(event), float(str(line["at_s"])))
        elif isinstance(event, dict):
            referee.add(event_from_json(event), 0.0)
    return referee


def demo_truth() -> list[dict[str, object]]:
    with resources.as_file(resources.files("bura_server") / "demo" / "truth.jsonl") as path:
        return read_truth(path)


def test_corrections_are_made_and_verdicts_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = demo_truth()
    referee = refereed(lines)
    lead = next(entry for entry in referee.entries if isinstance(entry.event, Lead))
    assert isinstance(lead.event, Lead)
    wrong = Lead(lead.event.seat, parse_cards("7S"))
    referee.amend(lead.seq, (wrong,))
    assert compare(lines, referee.entries, []).scores["plays"].right >= 1
    misread = truth_of(referee.entries)
    assert {"at_s": lead.at_s, "event": {"type": "lead", "seat": "A", "cards": ["7S"]}} in misread
    referee.amend(lead.seq, (lead.event,))

    log, out = tmp_path / "deal.jsonl", tmp_path / "truth.jsonl"
    with LogWriter(log) as writer:
        writer.append(*referee.entries)
    main(["truth", str(log), str(out)])
    assert "2 verdicts" in capsys.readouterr().out
    told = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line for line in told if "verdict" in line] == [line for line in lines if "verdict" in line]
    assert [line["event"] for line in told if "event" in line] == [
        line["event"] for line in lines if "event" in line
    ]


def test_bad_input_is_one_sentence_and_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "deal.jsonl"
    for arguments, words in (
        ([str(log), str(tmp_path / "t.jsonl")], "deal.jsonl"),
        ([str(log), str(log)], "already"),
    ):
        with pytest.raises(SystemExit) as caught:
            main(["truth", *arguments])
        assert caught.value.code == 2
        error = capsys.readouterr().err.strip().splitlines()
        assert words in error[-1]
        log.unlink(missing_ok=True)
        with LogWriter(log) as writer:
            writer.append(*refereed(demo_truth()[:3]).entries)
