"""Option files: what is written is read again, and nothing else is read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.errors import RulesError
from bura.options import Kind, Option, catalogue
from bura.rulefiles import load_rules, rules_from_text, rules_named, rules_to_text, save_rules
from bura.rules import RULESETS, find_ruleset


def _value(option: Option) -> st.SearchStrategy[Any]:
    match option.kind:
        case Kind.CHOICE | Kind.FLAG:
            return st.sampled_from(option.values)
        case Kind.INT:
            return st.integers(option.low, option.high)
        case Kind.INT_OR_WORD:
            return st.one_of(st.sampled_from(option.values), st.integers(option.low, option.high))
        case Kind.COUNTS:
            return st.lists(st.integers(1, 13), unique=True)
        case Kind.ORDER:
            return st.lists(st.sampled_from(option.values), unique=True)
        case Kind.SEATS:
            return st.one_of(
                st.sampled_from(option.values), st.lists(st.sampled_from("ABCDEF"), unique=True, min_size=1)
            )
        case Kind.SEAT_POINTS:
            return st.dictionaries(st.sampled_from("ABCDEF"), st.integers(0, 120))


any_options = st.sets(st.sampled_from(list(catalogue())), max_size=12).flatmap(
    lambda names: st.fixed_dictionaries({name: _value(catalogue()[name]) for name in sorted(names)})
)


@given(preset=st.sampled_from(sorted(RULESETS)), options=any_options, name=st.text(min_size=1))
def test_round_trip(preset: str, options: dict[str, Any], name: str) -> None:
    title = name if name.strip() else "ours"
    try:
        rules = find_ruleset(preset).with_options(options, name=title)
    except RulesError:
        return  # a contradiction; what it says is tested in test_rules
    for toml in (True, False):
        back = rules_from_text(rules_to_text(rules, toml=toml), toml=toml)
        assert back == rules
        assert back.name == title


@given(name=st.sampled_from(sorted(catalogue())), data=st.data())
def test_values_round_trip(name: str, data: st.DataObject) -> None:
    option = catalogue()[name]
    value = option.parse(data.draw(_value(option)))
    assert option.parse(option.to_json(value)) == value


@given(
    name=st.sampled_from(sorted(catalogue())),
    raw=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=6,
    ),
)
def test_any_value_is_read_or_refused(name: str, raw: object) -> None:
    option = catalogue()[name]
    try:
        value = option.parse(raw)
    except RulesError as error:
        refused = str(error)
    else:
        refused = name
        assert option.parse(option.to_json(value)) == value
    assert name in refused


@given(text=st.text(max_size=80), toml=st.booleans())
def test_any_text_is_read_or_refused(text: str, toml: bool) -> None:
    with suppress(RulesError):
        rules_from_text(text, toml=toml)


#: text of a TOML file, a part of the reason
BAD = [
    ("", "must name the game"),
    ("preset = 3", "must name the game"),
    ('preset = "clasic31"', "did you mean classic31"),
    ('preset = "classic31"\nplayers = 3', "no 'players'"),
    ('preset = "classic31"\noptions = 3', "table of options"),
    ('preset = "classic31"\nname = ""', "not a name"),
    ('preset = "classic31"\n[options]\nthreshold = 150', "threshold = 150 is impossible"),
    ('preset = "classic31"\n[options]\nthreshold = 31\nthreshold = 61', "not TOML"),
    ('preset = "georgian3"\n[options]\nshokha = true', "no sixes"),
]


@pytest.mark.parametrize(("text", "reason"), BAD)
def test_bad_files_are_refused_by_name(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=reason) as refused:
        load_rules(path)
    assert str(path) in str(refused.value)


def test_save_and_load(tmp_path: Path) -> None:
    rules = find_ruleset("classic31").with_options(
        {"discard_face": "open", "open_hands": ["A"], "open_compensation": {"A": 6}}, name='наш "стол"'
    )
    for ending in (".toml", ".json"):
        path = tmp_path / f"ours{ending}"
        save_rules(rules, path)
        assert rules_named(str(path)) == rules
        assert rules_named(str(path)).name == 'наш "стол"'
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["ours.json", "ours.toml"]
    assert rules_named("georgian3") is RULESETS["georgian3"]


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot read"):
        rules_named(str(tmp_path / "none.toml"))
    with pytest.raises(RulesError, match=r"ends in \.toml or \.json"):
        load_rules(tmp_path / "ours.txt")
    with pytest.raises(RulesError, match=r"end it in \.toml or \.json"):
        save_rules(find_ruleset("classic31"), tmp_path / "ours.txt")
    with pytest.raises(RulesError, match="cannot write"):
        save_rules(find_ruleset("classic31"), tmp_path / "no" / "ours.toml")
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match="not a text file"):
        load_rules(broken)
    with pytest.raises(RulesError, match="did you mean"):
        rules_named("clasic31")
