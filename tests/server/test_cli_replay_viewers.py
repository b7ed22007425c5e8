"""`bura replay --viewer`: whoever is not the umpire is told what his screen at the table shows, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bura.transcript import entry_line, read_story
from bura_server.cli.replay import command

START = (
    "game georgian3 A B\ndeal by B\ntrump JH\nA leads AS\nB lays 1 down\nA takes\nA turns QC in discard of B"
)


def printed(tmp_path: Path, story: str, *options: str) -> str:
    log = tmp_path / "told.txt"
    log.write_text("\n".join(entry_line(entry) for entry in read_story(story)) + "\n", encoding="utf-8")
    result = CliRunner().invoke(command, [str(log), *options])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("viewer", ["table", "A", "B", "spectator"])
def test_a_running_deal_keeps_its_secrets(tmp_path: Path, viewer: str, form: tuple[str, ...]) -> None:
    text = printed(tmp_path, START, "--viewer", viewer, *form)
    assert "QC" not in text
    assert "AS" not in text
    assert "corrected" not in text


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_the_umpire_is_told_all(tmp_path: Path, form: tuple[str, ...]) -> None:
    assert "QC" in printed(tmp_path, START, *form)


@pytest.mark.parametrize("viewer", ["table", "A"])
def test_after_the_deal_everybody_is_told(tmp_path: Path, viewer: str) -> None:
    text = printed(tmp_path, START + "\nA counts AS QC\ncollected", "--viewer", viewer)
    assert "QC" in text
    assert "AS" in text
