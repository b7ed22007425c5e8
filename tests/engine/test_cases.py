"""Worked cases: the given ones, our own, and what the runner does with bad ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.casekit import Case, variant_rules
from bura.cases import CHECKS, load_cases, parse_cases, run_case
from bura.errors import BuraError, ParseError

OWN = Path(__file__).parents[1] / "golden" / "cases_own.jsonl"
SHARED = Path(__file__).parents[3] / "shared" / "rules" / "cases.jsonl"


def _cases(path: Path) -> list[Any]:
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{path.name} is not here"))]
    return [pytest.param(case, id=case.id) for case in load_cases(path).cases]


@pytest.mark.parametrize("case", _cases(OWN))
def test_own_cases(case: Case) -> None:
    result = run_case(case)
    assert result.got == result.expect, case.note
    assert result.passed


@pytest.mark.parametrize("case", _cases(SHARED))
def test_given_cases(case: Case) -> None:
    result = run_case(case)
    assert result.got == result.expect, case.note


def test_every_kind_of_check_has_a_case() -> None:
    kinds = {case.check for case in load_cases(OWN).cases}
    # the two names of one check are both understood
    assert kinds == set(CHECKS) - {"macao_bid", "macao_play"}


def _case(**changes: Any) -> dict[str, Any]:
    return {
        "id": "t",
        "variant": "classic31",
        "check": "beat",
        "situation": {"trump": "H", "led": ["KS"]},
        "action": {"reply": ["10S"]},
        "options": {},
        "expect": {"beats": True},
    } | changes


#: what is changed, a part of the error
FAILING: list[tuple[dict[str, Any], str]] = [
    ({"check": "telepathy"}, "no check 'telepathy'"),
    ({"variant": "whist"}, "no rule set"),
    ({"options": {"threshold": 150}}, "threshold = 150"),
    ({"options": {"no_such": 1}}, "no option 'no_such'"),
    ({"situation": {"trump": "H"}}, "cannot be read"),
    ({"situation": {"trump": "X", "led": ["KS"]}}, "not a suit"),
    ({"situation": {"trump": "H", "led": "KS"}}, "list of cards"),
    ({"action": {"reply": ["11S"]}}, "not a card"),
    ({"action": {}}, "cannot be read"),
    ({"check": "infraction", "action": {"act": "sneeze"}}, "not an act"),
    (
        {"check": "stakes", "situation": {"score": {"P": 0}}, "action": {"events": [{"type": "x"}]}},
        "not an event",
    ),
    (
        {
            "check": "stakes",
            "situation": {"score": {"P": 0, "O": 0}},
            "action": {"events": [{"type": "raise", "side": "P", "to": "ten"}]},
        },
        "not a raise",
    ),
    (
        {"check": "trick", "action": {"plays": [{"player": "A", "cards": ["6S"], "face": "edge"}]}},
        "not a face",
    ),
    ({"check": "rummy_meld", "action": {"type": "pair", "cards": []}}, "not a kind of meld"),
    (
        {"variant": "macao", "check": "macao_setup", "situation": {"players": 2, "deal_no": 40}},
        "deals 1 to 26",
    ),
    ({"check": "penalties", "situation": {"points": {"P": 1}}}, "does not go by points"),
]


@pytest.mark.parametrize(("changes", "error"), FAILING)
def test_a_case_that_cannot_be_run_fails_and_says_why(changes: dict[str, Any], error: str) -> None:
    (case,) = parse_cases(json.dumps(_case(**changes))).cases
    result = run_case(case)
    assert not result.passed
    assert error in str(result.got["error"])


def test_deals_that_cannot_be() -> None:
    deal = {
        "deck": 20,
        "trump": "H",
        "hand_size": 3,
        "seats": ["P", "O"],
        "leader": "P",
        "stock_count": 14,
        "hands": {"P": ["AS", "10D", "QH"], "O": ["KS", "JS", "AS"]},
    }
    twice = _case(variant="georgian3", check="deal", situation=deal, action={"events": []})
    (case,) = parse_cases(json.dumps(twice)).cases
    assert "dealt twice" in str(run_case(case).got["error"])


#: line, a part of the problem
MALFORMED = [
    ("{", "line 2: it is not JSON"),
    ("[]", "line 2: not a JSON object"),
    ("{}", "line 2: 'id' is missing"),
    (json.dumps(_case(variant=3)), "line 2: 'variant'"),
    (json.dumps(_case(situation=[])), "line 2: 'situation' is not an object"),
    (json.dumps(_case(expect={})), "line 2: 'expect' is missing"),
    ("[" * 100_000, "line 2: it is not JSON"),
]


@pytest.mark.parametrize(("line", "problem"), MALFORMED)
def test_malformed_lines_are_named_and_the_others_kept(line: str, problem: str) -> None:
    good = json.dumps(_case())
    found = parse_cases(f"{good}\n{line}\n\n{good}\n")
    assert len(found.cases) == 2
    assert len(found.problems) == 1
    assert found.problems[0].startswith(problem)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="cannot read"):
        load_cases(tmp_path / "none.jsonl")
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n\n", encoding="utf-8")
    with pytest.raises(ParseError, match="holds no case"):
        load_cases(empty)
    empty.write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(ParseError, match="not a text file"):
        load_cases(empty)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.sampled_from(["A", "P", "6S", "KH", "H", "up"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["P", "O", "A"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(data=st.data(), check=st.sampled_from(sorted(CHECKS)))
def test_no_case_can_break_the_runner(data: st.DataObject, check: str) -> None:
    """Take a good case of that kind and put anything in the place of any part of it."""
    good = next(case for case in load_cases(OWN).cases if CHECKS[case.check] is CHECKS[check])
    parts = [(where, key) for where in ("situation", "action") for key in getattr(good, where)]
    broken: dict[str, Any] = {"situation": dict(good.situation), "action": dict(good.action)}
    if parts:
        where, key = data.draw(st.sampled_from(parts))
        broken[where][key] = data.draw(json_values)
    case = Case(good.id, good.variant, good.check, options=good.options, expect=good.expect, **broken)
    result = run_case(case)
    assert result.passed in (True, False)
    json.dumps(result.to_json())


@given(text=st.text(max_size=60))
def test_any_text_gives_cases_or_problems(text: str) -> None:
    found = parse_cases(text)
    lines = [line for line in text.split("\n") if line.strip()]
    assert len(found.cases) + len(found.problems) == len(lines)


@pytest.mark.parametrize(
    ("variant", "preset"),
    [
        ("classic31_5p", "classic31"),
        ("classic31_000", "classic31_000"),
        ("classic31_open", "classic31"),
        ("burkozel pairs", "burkozel"),
        ("marriage66_3p", "marriage66_3p"),
        ("small_robber", "classic31"),
        ("penalty_T3", "burkozel"),
    ],
)
def test_variants_are_presets_with_a_remark(variant: str, preset: str) -> None:
    assert variant_rules(variant)[0].preset == preset


def test_unknown_variant() -> None:
    with pytest.raises(BuraError, match="did you mean"):
        variant_rules("clasic31")
