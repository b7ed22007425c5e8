"""docs/rules.md says what is so: its example runs, its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bura.cases import CHECKS
from bura.errors import RulesError
from bura.rulefiles import rules_from_text
from bura.rules import RULESETS

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def _block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found.group(1)


def test_the_option_file_is_read() -> None:
    rules = rules_from_text(_block("toml"), toml=True)
    assert (rules.name, rules.needed, rules.compensation("A")) == ("our table", 32, 6)


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(_block("python"), "docs/rules.md", "exec"), {})
    assert (tmp_path / "ours.toml").exists()


def test_the_refusals_are_worded_so() -> None:
    shown = re.findall(r"bura: ours\.toml: (.*)", PAGE)
    options = [("classic31", "threshold = 150"), ("georgian3", "shokha = true")]
    for (preset, option), text in zip(options, shown, strict=True):
        with pytest.raises(RulesError) as refused:
            rules_from_text(f'preset = "{preset}"\n[options]\n{option}\n', toml=True)
        assert str(refused.value) == text


def test_every_preset_and_check_is_listed() -> None:
    for name in RULESETS:
        assert f"`{name}`" in PAGE
    listed = set(re.findall(r"`(\w+)`", PAGE[PAGE.index("`check` is one of") :]))
    # the second names of two checks are understood, and not advertised
    assert set(CHECKS) - listed == {"macao_bid", "macao_play"}
