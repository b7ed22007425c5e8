"""`bura judge` and `bura rules` from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bura.rulefiles import rules_named
from bura.rules import RULESETS
from bura_server.cli import main

OWN = Path(__file__).parents[1] / "golden" / "cases_own.jsonl"
GOOD = {
    "id": "one",
    "variant": "classic31",
    "check": "beat",
    "situation": {"trump": "H", "led": ["KS"]},
    "action": {"reply": ["10S"]},
    "options": {},
    "expect": {"beats": True},
}


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """(exit status, standard output, standard error) of `bura ARGS`."""
    try:
        main(list(args))
        status = 0
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    caught = capsys.readouterr()
    return status, caught.out, caught.err


def test_judge_passes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "judge", str(OWN))
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "pass  own-B01"
    count = len(lines) - 1
    assert lines[-1] == f"{count} of {count} cases pass"


def test_judge_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "judge", str(OWN), "--json")
    first = json.loads(out.splitlines()[0])
    assert (status, list(first)) == (0, ["id", "pass", "got", "expect"])


def test_judge_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    wrong = GOOD | {"id": "two", "expect": {"beats": False}}
    unknown = GOOD | {"id": "three", "check": "telepathy"}
    path.write_text("\n".join(json.dumps(case) for case in (GOOD, wrong, unknown)), encoding="utf-8")
    status, out, _ = run(capsys, "judge", str(path))
    assert status == 1
    assert out.splitlines() == [
        "pass  one",
        'FAIL  two  got {"beats": true}  expected {"beats": false}',
        """FAIL  three  got {"error": "there is no check 'telepathy'"}  expected {"beats": true}""",
        "1 of 3 cases pass",
    ]
    status, out, _ = run(capsys, "judge", "--json", str(path))
    assert status == 1
    assert [json.loads(line)["pass"] for line in out.splitlines()] == [True, False, False]


def test_judge_names_what_it_cannot_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(GOOD) + "\n{oops\n[]\n", encoding="utf-8")
    status, out, err = run(capsys, "judge", str(path))
    assert status == 2
    assert "pass  one" in out
    assert "line 2" in err
    assert "1 more" in err
    assert len(err.splitlines()) == 1
    status, out, err = run(capsys, "judge", str(tmp_path / "none.jsonl"))
    assert (status, out) == (2, "")
    assert "none.jsonl" in err


def test_judge_exit_status_of_the_process(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(GOOD | {"expect": {"beats": False}}), encoding="utf-8")
    code = "from bura_server.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "judge", str(path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")


def test_rules_lists_the_presets(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "rules")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(RULESETS)
    _, russian, _ = run(capsys, "rules", "--lang", "ru")
    assert "Грузинская трёхкарточная бура" in russian


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "A false claim loses the deal."),
        ("ru", "Ложное объявление проигрывает сдачу."),
        ("ka", "მცდარი განაცხადი დარიგებას აგებს."),
        ("uk", "Хибне оголошення програє роздачу."),
    ],
)
def test_rules_of_a_game(capsys: pytest.CaptureFixture[str], lang: str, says: str) -> None:
    status, out, _ = run(capsys, "rules", "classic31", "--lang", lang)
    assert status == 0
    assert f"• {says}\n" in out
    _, as_json, _ = run(capsys, "rules", "classic31", "--lang", lang, "--json")
    assert says in as_json


def test_house_rules_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, text, _ = run(capsys, "rules", "classic31", "--file")
    path = tmp_path / "ours.toml"
    path.write_text(text + 'discard_face = "open"\n', encoding="utf-8")
    assert rules_named(str(path)).discard_face == "open"
    status, out, _ = run(capsys, "rules", str(path))
    assert status == 0
    assert "All cards are laid open. (house rule)" in out
    _, options, _ = run(capsys, "rules", str(path), "--options")
    assert 'discard_face = "open"' in options
    assert options.count(" = ") >= 79


def test_rules_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "rules", "clasic31")
    assert (status, out) == (2, "")
    assert err == "bura: there is no rule set 'clasic31': did you mean classic31?\n"
    status, _, err = run(capsys, "rules", "classic31", "--lang", "fr")
    assert status == 2
    assert "fr" in err
