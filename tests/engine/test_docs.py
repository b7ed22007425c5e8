"""The documentation is true: its examples run, and everything that has a name is explained."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import bura
from bura.events import EVENT_TYPES
from bura.infractions import RULES, Rule
from bura.position import Settings
from bura.replay import replay
from bura.transcript import read_story
from bura.view import scoreboard

ENGINE_MD = Path(__file__).parents[2] / "docs" / "engine.md"
TEXT = ENGINE_MD.read_text(encoding="utf-8")
MODULES = sorted(module.name for module in pkgutil.iter_modules(bura.__path__, "bura."))


def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(ENGINE_MD), module_relative=False, encoding="utf-8")
    assert tried > 40
    assert not failed


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_id_is_explained(rule: Rule) -> None:
    info = RULES[rule]
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{rule.value}` |"))
    option = f"`{info.option}`" if info.option else ""
    assert f"| {info.severity.value} | {info.paragraph} | {option} |" in row


@pytest.mark.parametrize("name", EVENT_TYPES)
def test_every_event_type_is_explained(name: str) -> None:
    assert f"`{name}`" in TEXT


def test_every_setting_is_explained() -> None:
    for spec in fields(Settings):
        assert re.search(rf"\| `{spec.name}` \| .* \|", TEXT)


def test_every_field_of_the_scoreboard_is_explained() -> None:
    board = scoreboard(replay(read_story("game classic31 A B\ndeal by B"))).to_json()
    for name in board:
        assert f"`{name}`" in TEXT


def test_the_engine_imports_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, pkgutil, importlib, bura\n"
        "[importlib.import_module(m.name) for m in pkgutil.iter_modules(bura.__path__, 'bura.')]\n"
        "roots = {name.partition('.')[0] for name, m in sys.modules.items() if getattr(m, '__file__', None)}\n"
        "print(sorted(roots - set(sys.stdlib_module_names) - {'bura', '__main__', 'sitecustomize'}))"
    )
    room = str(Path(bura.__path__[0]).parent)
    command = [sys.executable, "-S", "-c", f"import sys\nsys.path.insert(0, {room!r})\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
