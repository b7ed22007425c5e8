"""Worked cases about a single act: a card that is there twice, or that the pack lacks, is named (RULEBOOK 5)."""

from __future__ import annotations

from typing import Any

import pytest

from bura.cases import parse_case, run_case
from bura.kunken import judge_meld, parse_meld
from bura.rules import find_ruleset

TRUMP = {"trump": "H"}


def error(
    check: str, situation: dict[str, Any], action: dict[str, Any], expect: str, variant: str = "classic31"
) -> str:
    result = run_case(
        parse_case(
            {
                "id": "T",
                "variant": variant,
                "check": check,
                "situation": situation,
                "action": action,
                "expect": {expect: None},
            }
        )
    )
    assert not result.passed
    return str(result.got["error"])


PLAYS = [{"player": "A", "cards": ["AS"]}, {"player": "B", "cards": ["AS"]}]
RUN = {"type": "run", "cards": ["4H", "5H", "6H"]}


@pytest.mark.parametrize(
    ("check", "situation", "action", "variant", "card"),
    [
        ("claim", {"pile": ["AS", "AS", "AS"], "leader": "A"}, {"player": "A"}, "classic31", "AS"),
        ("claim", {"pile": ["AS", "2S"], "leader": "A"}, {"player": "A"}, "classic31", "2S"),
        ("trick", TRUMP, {"plays": PLAYS}, "classic31", "AS"),
        ("beat", {**TRUMP, "led": ["JS"]}, {"reply": ["6H"]}, "georgian3", "6H"),
        ("beat", {**TRUMP, "led": ["JS", "JS"]}, {"reply": ["QS", "KS"]}, "classic31", "JS"),
        ("beat", {**TRUMP, "led": ["JS"]}, {"reply": ["JS"]}, "classic31", "JS"),
        ("bounds", {"pile_seen": ["AS", "AS"], "pile_hidden": 1}, {}, "classic31", "AS"),
        ("combo", TRUMP, {"hand": ["AH", "AH", "KH"]}, "classic31", "AH"),
        (
            "precedence",
            {**TRUMP, "leader": "A"},
            {"hands": {"A": ["AH", "KH", "QH"], "B": ["AH", "9H", "8H"]}},
            "classic31",
            "AH",
        ),
        ("lead", {**TRUMP, "leader": "A"}, {"player": "A", "cards": ["KS", "KS"]}, "classic31", "KS"),
        ("leave", {"pile": ["AS", "AS"], "active": ["A", "B", "C"]}, {"player": "A"}, "leave31", "AS"),
        ("rummy_meld", {}, {"type": "set", "cards": ["5H", "5H", "5H"]}, "kunken", "5H"),
        (
            "rummy_laydown",
            {"bank": ["4H"]},
            {"bank_card": "4H", "melds": [RUN, RUN, RUN, RUN]},
            "kunken",
            "4H",
        ),
    ],
)
def test_a_card_that_cannot_be_is_named(
    check: str, situation: dict[str, Any], action: dict[str, Any], variant: str, card: str
) -> None:
    assert error(check, situation, action, "verdict", variant).startswith(f"{card} is ")


def test_two_packs_hold_a_card_twice() -> None:
    case = {"id": "T", "variant": "kunken", "check": "rummy_meld", "situation": {}}
    action = {"type": "set", "cards": ["5H", "5H", "5S"]}
    assert run_case(parse_case({**case, "action": action, "expect": {"valid": True}})).passed


@pytest.mark.parametrize(
    ("cards", "value", "joker"),
    [
        (["JH", "10H", "JK1"], 20, "9H"),
        (["10H", "JH", "JK1"], 25, "QH"),
        (["JK1", "JH", "10H"], 25, "QH"),
        (["JK1", "10H", "JH"], 20, "9H"),
        (["KH", "JK1", "JH"], 30, "QH"),
        (["AH", "KH", "JK1"], 30, "QH"),
        (["KH", "AH", "JK1"], 30, "QH"),
        (["3H", "2H", "JK1"], 15, "4H"),
    ],
)
def test_a_joker_of_a_run_is_what_its_place_tells_upwards_and_downwards(
    cards: list[str], value: int, joker: str
) -> None:
    """Only where that place is beyond the suit does it go to the other end."""
    meld = judge_meld(find_ruleset("kunken"), *parse_meld("run", cards))
    assert (meld.valid, meld.value) == (True, value)
    assert str(meld.stands_for[cards.index("JK1")]) == joker
