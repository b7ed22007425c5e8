"""Worked cases: one situation, one act, and what the rules make of it; the runner that checks them.

A case is one JSON object per line with `id`, `variant` (a preset, or a preset with a remark as in
``classic31_5p``), `check` (the kind), `situation`, `action`, `options` (only what differs from the preset) and
`expect`. A case passes when every key of `expect` has that value. A kind of check that is not known, or a case
that cannot be read, fails and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from bura.casechecks import CHECKS as BURA_CHECKS
from bura.casedeals import CHECKS as DEAL_CHECKS
from bura.casekit import Case
from bura.casematch import CHECKS as MATCH_CHECKS
from bura.caseneighbours import CHECKS as NEIGHBOUR_CHECKS
from bura.errors import BuraError, ParseError
from bura.strictjson import read_json

Check: TypeAlias = Callable[[Case], dict[str, Any]]

#: kind of check -> the function that works it out
CHECKS: Mapping[str, Check] = {**BURA_CHECKS, **DEAL_CHECKS, **MATCH_CHECKS, **NEIGHBOUR_CHECKS}


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case, run."""

    id: str
    """its id"""
    passed: bool
    """does everything expected hold?"""
    got: Mapping[str, Any]
    """what came out, for the expected keys; ``error`` when it could not be run"""
    expect: Mapping[str, Any]
    """what was expected"""

    def to_json(self) -> dict[str, Any]:
        """``{"id", "pass", "got", "expect"}``."""
        return {"id": self.id, "pass": self.passed, "got": dict(self.got), "expect": dict(self.expect)}


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of a file, and what could not be read of it."""

    cases: tuple[Case, ...]
    """in the order of the file"""
    problems: tuple[str, ...]
    """one sentence for each line that is no case, with its number"""


def run_case(case: Case) -> CaseResult:
    """Work a case out and compare. Never raises for what a case may hold."""
    check = CHECKS.get(case.check)
    if check is None:
        got: dict[str, Any] = {"error": f"there is no check {case.check!r}"}
        return CaseResult(case.id, False, got, case.expect)
    try:
        full = check(case)
    except BuraError as error:
        return CaseResult(case.id, False, {"error": str(error)}, case.expect)
    except (
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        AttributeError,
        StopIteration,
        AssertionError,
        ArithmeticError,
    ) as error:
        # a case is data from outside: whatever is missing or of the wrong shape fails this case only
        return CaseResult(case.id, False, {"error": f"the case cannot be read: {_why(error)}"}, case.expect)
    got = {key: full.get(key) for key in case.expect}
    return CaseResult(case.id, got == dict(case.expect), got, case.expect)


def _why(error: Exception) -> str:
    """What is missing or wrong, for people who wrote a case."""
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing or unknown"
    return f"something in it is missing or of the wrong kind ({error})"


def parse_case(value: object) -> Case:
    """A case from its JSON object.

    :raises ParseError: naming the part that is missing or of the wrong kind.
    """
    if not isinstance(value, dict):
        raise ParseError("not a JSON object")
    for key in ("id", "variant", "check"):
        if not isinstance(value.get(key), str):
            raise ParseError(f"{key!r} is missing or not a text")
    for key in ("situation", "action", "options", "expect"):
        if not isinstance(value.get(key, {}), dict):
            raise ParseError(f"{key!r} is not an object")
    if not value.get("expect"):
        raise ParseError("'expect' is missing: a case must say what should come out")
    return Case(
        id=value["id"],
        variant=value["variant"],
        check=value["check"],
        situation=value.get("situation", {}),
        action=value.get("action", {}),
        options=value.get("options", {}),
        expect=value["expect"],
        note=str(value.get("note", "")),
    )


def parse_cases(text: str) -> CaseFile:
    """The cases of a text, one a line; empty lines are passed over, bad ones are collected."""
    cases: list[Case] = []
    problems: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            cases.append(parse_case(read_json(line)))
        except ParseError as error:
            problems.append(f"line {number}: {error}")
    return CaseFile(tuple(cases), tuple(problems))


def load_cases(path: Path) -> CaseFile:
    """The cases of a file.

    :raises ParseError: when it cannot be opened, is not text, or holds no line at all.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ParseError(f"{path} is not a text file: cases are JSON, one a line") from error
    found = parse_cases(text)
    if not found.cases and not found.problems:
        raise ParseError(f"{path} holds no case: write one JSON object a line")
    return found
