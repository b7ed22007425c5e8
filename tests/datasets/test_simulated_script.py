"""Scripts: their text form, and what is refused."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura.cards import parse_cards
from bura.errors import BuraError
from bura_datasets.players import Clumsy, Foul, Wishes, random_deal
from bura_datasets.script import ACTS, Act, Manner, Say, Script, deal, parse_script, read_script, script_toml

HANDS = {"A": ["KC", "QC", "8H"], "B": ["AC", "10C", "7D"]}


TABLES = [
    (rules, seats, foul)
    for rules, seats in (("classic31", 2), ("classic31", 3), ("georgian3", 2))
    for foul in (None, *Foul)
    if not foul or not foul.hindrance(rules, seats)
]


def read_back(script: Script) -> Script:
    return parse_script(tomllib.loads(script_toml(script)), Random(0))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(TABLES))
def test_printed_scripts_read_back_equal(seed: int, table: tuple[str, int, Foul | None]) -> None:
    rules, seats, foul = table
    wishes = Wishes(40.0, (foul,) if foul else (), (Clumsy.SHOW, Clumsy.REACH, Clumsy.SLOW))
    script = random_deal(rules, seats, Random(seed), wishes)
    assert read_back(script) == script


SAMPLES: dict[str, tuple[object, ...]] = {
    "str": ("B",),
    "bool": (True, False),
    "bool | None": (True, False, None),
    "int": (3,),
    "float": (0.0, 2.0, 0.35),
    "float | None": (0.0, -0.25, None),
    "tuple[Card, ...]": (parse_cards("KC 10S"), ()),
    "Manner": tuple(Manner),
}


@pytest.mark.parametrize("kind", ACTS.values())
def test_every_value_of_every_act_reads_back(kind: type[Act]) -> None:
    """A new act, or a new value of one, is printed and read without being named here."""
    values: list[dict[str, Any]] = [
        {"seat": "A", item.name: value} for item in fields(kind) for value in SAMPLES[str(item.type)]
    ]
    script = deal("classic31", 2, Random(1), tuple(kind(**each) for each in values))
    assert read_back(script) == script


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_words_read_back(words: str) -> None:
    script = deal("classic31", 2, Random(1), (Say(seat="A", word=words),))
    script = replace(script, title=words, verdicts=(words,))
    assert read_back(script) == script


def test_open_stock_is_filled_and_the_trump_lies_last() -> None:
    script = parse_script({"hands": HANDS, "trump": "9D", "stock": ["6S"]}, Random(3))
    assert script.stock[0] == parse_cards("6S")[0]
    assert str(script.trump) == "9D"
    assert len(script.stock) == 30


def test_a_deal_is_decided_by_its_seed() -> None:
    assert deal("georgian3", 2, Random(5)) == deal("georgian3", 2, Random(5))
    assert deal("georgian3", 2, Random(5)) != deal("georgian3", 2, Random(6))


REFUSED = [
    ({}, "[hands] is missing"),
    ({"hands": {"A": ["KC"]}}, "1 hands"),
    ({"hands": HANDS, "rules": "poker"}, "'poker'"),
    ({"hands": {**HANDS, "B": ["AC", "10C"]}}, "starts with 2 cards"),
    ({"hands": {**HANDS, "B": ["AC", "10C", "KC"]}}, "twice ['KC']"),
    ({"hands": {**HANDS, "B": ["AC", "10C", "2C"]}}, "foreign ['2C']"),
    ({"hands": {**HANDS, "B": ["AC", "10C", "XX"]}}, "'XX'"),
    ({"hands": HANDS, "dealer": "E"}, "'E'"),
    ({"hands": HANDS, "colour": 1}, "'colour'"),
    ({"hands": HANDS, "act": [{"do": "sing"}]}, "act 1"),
    ({"hands": HANDS, "act": [{"do": "lay", "cards": ["KC"]}]}, "names no seat"),
    ({"hands": HANDS, "act": [{"do": "lay", "seat": "A", "card": "KC"}]}, "'card'"),
    ({"hands": HANDS, "act": [{"do": "draw", "seat": "A", "count": "two"}]}, "of type int"),
    ({"hands": HANDS, "act": [{"do": "lay", "seat": "A", "cards": ["KC"], "manner": "nice"}]}, "'nice'"),
]


@pytest.mark.parametrize(("data", "named"), REFUSED)
def test_bad_scripts_are_refused_by_name(data: dict[str, object], named: str) -> None:
    with pytest.raises(BuraError) as caught:
        parse_script(data, Random(0))
    assert named in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_and_broken_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BuraError, match=r"nowhere\.toml"):
        read_script(tmp_path / "nowhere.toml", Random(0))
    broken = tmp_path / "broken.toml"
    broken.write_text("hands = [", encoding="utf-8")
    with pytest.raises(BuraError, match=r"broken\.toml is not TOML"):
        read_script(broken, Random(0))


def test_the_page_names_every_act_foul_and_clumsiness() -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text(encoding="utf-8")
    missing = [name for name in (*ACTS, *Foul, *Clumsy) if f"`{name}`" not in page]
    assert missing == []
