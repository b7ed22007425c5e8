"""Rule sets: the catalogue, the presets, changed options, contradictions."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from bura import rulechecks
from bura.errors import RulesError
from bura.options import Kind, catalogue
from bura.rulechecks import ContradictionError, contradictions
from bura.rules import OPTION_NAMES, RULESETS, Game, MatchKind, RuleSet, find_ruleset
from bura.sentences import LANGUAGES, REFUSALS

SHARED = Path(__file__).parents[3] / "shared" / "rules" / "options.json"


def test_one_field_per_option() -> None:
    assert len(OPTION_NAMES) == 79
    assert set(OPTION_NAMES) == set(catalogue())


def test_the_types_of_the_fields_are_the_values_of_the_catalogue() -> None:
    hints = get_type_hints(RuleSet)
    for name, option in catalogue().items():
        if get_origin(hints[name]) is Literal:
            assert get_args(hints[name]) == option.values, name
        else:
            assert option.kind is not Kind.CHOICE, name


@pytest.mark.skipif(not SHARED.exists(), reason="the shared rulebook is not here")
def test_the_catalogue_is_the_rulebooks() -> None:
    theirs = json.loads(SHARED.read_text(encoding="utf-8"))
    assert set(theirs) == set(catalogue())
    for name, option in catalogue().items():
        entry = theirs[name]
        if isinstance(entry["values"], list) and option.kind in (Kind.CHOICE, Kind.FLAG):
            # T3p stands in the rulebook's table of penalties
            assert set(option.values) - {"T3p"} == set(entry["values"]), name
        for preset, value in entry["preset_defaults"].items():
            if preset in RULESETS:
                assert getattr(RULESETS[preset], name) == option.parse(value), (name, preset)
        if name != "lead_counts":
            assert getattr(RULESETS["classic31"], name) == option.parse(entry["default"]), name


@pytest.mark.parametrize("name", list(RULESETS))
def test_presets_are_sound(name: str) -> None:
    rules = find_ruleset(name)
    assert list(contradictions(rules)) == []
    assert rules.name == rules.preset == name
    assert rules.players_min <= rules.max_players
    assert rules.deviations() == {}
    assert rules.with_options(rules.options()) == rules


@pytest.mark.parametrize(
    ("name", "players", "pack", "hand", "threshold", "match"),
    [
        ("classic31", 6, 36, 3, 31, MatchKind.ROBBER),
        ("classic31_000", 6, 36, 3, 31, MatchKind.ROBBER),
        ("georgian3", 2, 20, 3, 31, MatchKind.STAKES),
        ("georgian5", 2, 36, 5, 61, MatchKind.STAKES),
        ("five_card_000", 2, 36, 5, 61, MatchKind.ROBBER),
        ("pairs5", 4, 36, 5, 61, MatchKind.STAKES),
        ("burkozel", 4, 36, 4, 61, MatchKind.PENALTY),
        ("kozel_points_pagat", 4, 36, 4, 61, MatchKind.PENALTY),
        ("leave31", 6, 36, 3, 31, MatchKind.ROBBER),
        ("marriage66", 2, 24, 6, 66, MatchKind.MARRIAGE),
        ("marriage66_3p", 3, 24, 8, 66, MatchKind.MARRIAGE),
        ("macao", 6, 52, 3, 31, MatchKind.SUM),
        ("kunken", 5, 52, 13, 31, MatchKind.SUM),
    ],
)
def test_presets_in_numbers(
    name: str, players: int, pack: int, hand: int, threshold: int, match: MatchKind
) -> None:
    rules = find_ruleset(name)
    found = (rules.max_players, rules.pack_size, rules.hand_size, rules.needed, rules.match_kind)
    assert found == (players, pack, hand, threshold, match)


def test_a_smaller_pack_seats_fewer() -> None:
    small = find_ruleset("classic31").with_options({"deck": 20, "little_moscow": "off"})
    assert small.max_players == 6
    four = small.with_options({"hand_size": 4})
    assert four.max_players == 4


def test_what_follows_from_other_options() -> None:
    four = find_ruleset("classic31").with_options({"hand_size": 4, "little_moscow": "off"})
    assert four.lead_counts == (1, 2, 3, 4)
    kept = find_ruleset("kozel_money").with_options({"hand_size": 5, "moscow": "off", "four_ends": False})
    assert kept.lead_counts == (1, 3)
    t1 = find_ruleset("classic31").with_options({"penalty_table": "T1"})
    assert t1.false_claim_penalty == 2
    assert t1.with_options({"penalty_table": "T2"}).false_claim_penalty == 6
    assert t1.with_options({"penalty_table": "T2", "false_claim_penalty": 4}).false_claim_penalty == 4
    strict = find_ruleset("burkozel").with_options({"threshold_strict": True})
    assert strict.needed == 62
    opened = find_ruleset("classic31").with_options({"open_hands": ["A"], "open_compensation": {"A": 6}})
    assert (opened.compensation("A"), opened.compensation("B")) == (6, 0)
    assert (opened.is_open("A"), opened.is_open("B")) == (True, False)
    everybody = opened.with_options({"open_hands": "all"})
    assert everybody.is_open("B")


#: preset, options, a part of the reason
IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("burkozel", {"threshold": 150}, "from 1 to 120"),
    ("burkozel", {"threshold": 0}, "from 1 to 120"),
    ("burkozel", {"threshold": True}, "from 1 to 120"),
    ("burkozel", {"threshold": 120, "threshold_strict": True}, "more than 120 points"),
    ("classic31", {"thresold": 31}, "did you mean threshold"),
    ("classic31", {"deck": "thirty"}, "choose one of 20, 24, 36, 52"),
    ("classic31", {"shokha": 1}, "choose one of false, true"),
    ("classic31", {"hand_size": 7}, "choose one of"),
    ("classic31", {"hand_size": 6}, "3, 4 or 5"),
    ("classic31", {"deck": 52}, "below the six"),
    ("classic31", {"deck": "2x52+jokers"}, "for kunken"),
    ("classic31", {"deck": 20}, "needs sixes"),
    ("georgian3", {"shokha": True}, "no sixes"),
    ("pairs5", {"deck": 20}, "more than the 20 cards"),
    ("classic31", {"lead_counts": [1, 4]}, "a hand has 3"),
    ("classic31", {"lead_counts": [0]}, "card counts"),
    ("classic31", {"lead_counts": [2, 3]}, "could not lead"),
    ("burkozel", {"lead_counts": [4]}, "could not lead"),
    ("marriage66", {"stakes": True, "penalty_table": "T3"}, "not by both"),
    ("macao", {"stakes": True, "penalty_table": "T1"}, "not by both"),
    ("classic31", {"lead_counts": [1, 1]}, "different card counts"),
    ("georgian5", {"moscow": "three_aces"}, "hands of 3 or 4"),
    ("classic31", {"moscow": "aces_and_tens4"}, "hands of 4"),
    ("burkozel", {"little_moscow": "tens"}, "hands of 3"),
    ("classic31", {"four_ends": True}, "hands of 4"),
    ("classic31", {"precedence": ["bura", "molodka"]}, "says nothing of moscow"),
    ("classic31", {"precedence": ["bura", "bura"]}, "different words"),
    ("classic31", {"precedence": ["flush"]}, "different words out of"),
    ("classic31", {"claim_window": "none"}, "waits for a claim"),
    ("classic31", {"deal_end": "play_out"}, "claim_window must be none"),
    ("five_card_000", {"no_claim_end": "void_redeal"}, "throws in every deal"),
    ("classic31", {"sixty_claim": "draw"}, "games to 61"),
    ("georgian3", {"deal_end": "until_one_left"}, "three or more"),
    ("leave31", {"stakes": True}, "more"),
    ("georgian3", {"penalty_table": "T1"}, "not by both"),
    ("classic31", {"trump_card_place": "dealer_last_card"}, "no stock"),
    ("classic31", {"open_compensation": {"A": 6}}, "not open"),
    ("classic31", {"open_compensation": {"A": -1}}, "seats with their points"),
    ("classic31", {"open_hands": ["Z"]}, "no seat Z"),
    ("classic31", {"open_hands": []}, "list of different seats"),
    ("classic31", {"robber_target": 15}, "choose one of 21, 11"),
    ("marriage66", {"deck": 36}, "24 or 20"),
    ("marriage66", {"deck": 20, "nine_exchange": True}, "has none"),
    ("marriage66", {"trump_card_place": "dealer_last_card"}, "dealt out completely"),
    ("marriage66_3p", {"trump_card_place": "bottom_face_up"}, "must be dealer_last_card"),
    ("marriage66_3p", {"hand_size": 13}, "more than the pack"),
    ("macao", {"deck": 36}, "deck = 52"),
    ("macao", {"macao_max_deal": 27}, "from 1 to 26"),
    ("kunken", {"deck": 52}, "2x52+jokers"),
]


@pytest.mark.parametrize(("preset", "options", "reason"), IMPOSSIBLE)
def test_impossible_sets_are_refused_with_the_reason(
    preset: str, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(RulesError) as refused:
        find_ruleset(preset).with_options(options)
    text = str(refused.value)
    assert reason in text
    assert "\n" not in text


def test_unknown_rule_set() -> None:
    with pytest.raises(RulesError, match="did you mean classic31"):
        find_ruleset("clasic31")
    with pytest.raises(RulesError, match="bura rules"):
        find_ruleset("whist")


def test_rule_sets_are_values() -> None:
    one, two = find_ruleset("classic31"), RULESETS["classic31"].with_options({}, name="ours")
    assert one == two
    assert hash(one) == hash(two)
    assert one.game is Game.BURA
    assert {f.name for f in fields(RuleSet)} - set(OPTION_NAMES) == {
        "name",
        "preset",
        "game",
        "players_min",
        "players_max",
        "pairs",
        "hides_points",
    }


def test_every_contradiction_has_its_sentence_and_no_sentence_is_left_over() -> None:
    source = inspect.getsource(rulechecks)
    told = {key for key in REFUSALS["en"] if not key.startswith("value_")}
    assert {key for key in told if f'"{key}"' in source} == told
    assert set(re.findall(r'_clash\("(\w+)"[,)]', source)) <= told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_contradiction_is_told_in_every_language(lang: str) -> None:
    with pytest.raises(ContradictionError) as refused:
        find_ruleset("classic31").with_options({"precedence": ["moscow"]})
    text = refused.value.clash.text(lang)
    assert "{" not in text
    words = {"en": "precedence says nothing of bura", "ru": "бура", "uk": "бура", "ka": "ბურა"}
    assert words[lang] in text
    assert lang == "en" or not re.search("[a-z]{3}", text)
