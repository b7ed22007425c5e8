"""Edges of the rulings, the bidding and the combinations, one row for each that a slip could move."""

from __future__ import annotations

import pytest

from bura.bounds import prove_pile
from bura.cards import Suit, parse_cards
from bura.combos import ComboResult, find_combos, resolve
from bura.rules import find_ruleset
from bura.rulings import (
    ACT_WORDS,
    Act,
    ClaimVerdict,
    CountVerdict,
    count_end,
    leave,
    next_dealer,
    plays_on_after_loss,
    rule_act,
    rule_claim,
    winners_after_loss,
)
from bura.stakes import LADDER, TOP, StakeFoul, is_crawford

CLASSIC = find_ruleset("classic31")
LEAVE = find_ruleset("leave31")
H = Suit.HEARTS


def test_the_names_of_the_stakes() -> None:
    assert dict(LADDER) == {"davi": 2, "se": 3, "chari": 4, "panji": 5, "beshi": 5, "shashi": 6}
    assert TOP == 6
    assert {foul.value for foul in StakeFoul} == {
        "no_stakes",
        "crawford_deal",
        "card_already_led",
        "being_counted",
        "same_side_twice",
        "not_on_lead",
        "step_skipped",
        "nothing_to_answer",
        "not_the_responder",
        "own_raise",
    }


def test_the_unraised_deal_when_only_yes_or_no_is_known() -> None:
    georgian = find_ruleset("georgian3")
    per_side = georgian.with_options({"crawford": "once_per_side"})
    score = {"P": 6, "O": 3}
    assert is_crawford(georgian, score, False)
    assert not is_crawford(georgian, score, True)
    assert is_crawford(per_side, score, False)
    assert not is_crawford(per_side, score, True)
    assert is_crawford(per_side, score, ["O"])
    assert not is_crawford(per_side, score, ["P"])


def test_a_false_claim_doubles_any_stake() -> None:
    double = CLASSIC.with_options({"false_claim": "lose_deal_double"})
    assert rule_claim(double, in_window=True, total=30, stake=3).stake == 6
    assert rule_claim(CLASSIC, in_window=True, total=30, stake=3).stake == 3
    assert rule_claim(CLASSIC, in_window=True, total=31).stake == 1


def test_sixty_is_a_draw_only_where_the_table_says_so() -> None:
    five = find_ruleset("georgian5")
    draw = five.with_options({"sixty_claim": "draw"})
    assert rule_claim(five, in_window=True, total=60).verdict is ClaimVerdict.FALSE
    assert rule_claim(draw, in_window=True, total=60).verdict is ClaimVerdict.DRAW
    assert rule_claim(draw, in_window=True, total=59).verdict is ClaimVerdict.FALSE
    assert rule_claim(draw, in_window=True, total=61).verdict is ClaimVerdict.TRUE


def test_played_out_deals_are_counted_whatever_is_said_of_claims() -> None:
    odd = find_ruleset("five_card_000").with_options({"no_claim_end": "void_redeal"}, check=False)
    assert count_end(odd, {"P": 61, "O": 59}) == (CountVerdict.COUNTED, "P")


@pytest.mark.parametrize(
    ("option", "two", "three", "goes_on"),
    [
        ("deal_ends_others_win", ("B",), ("B", "C"), False),
        ("deal_ends_no_winner", ("B",), (), False),
        ("eliminated_play_on", ("B",), (), True),
    ],
)
def test_a_losing_foul(option: str, two: tuple[str, ...], three: tuple[str, ...], goes_on: bool) -> None:
    rules = CLASSIC.with_options({"multi_loss": option})
    assert winners_after_loss(rules, ["A"], "AB") == two
    assert winners_after_loss(rules, ["A"], "ABC") == three
    assert plays_on_after_loss(rules, 2) is goes_on
    assert not plays_on_after_loss(rules, 1)


def test_exactly_31_leaves() -> None:
    assert leave(LEAVE, "ABC", "A", 31).leaves
    assert not leave(LEAVE, "ABC", "A", 30).leaves


@pytest.mark.parametrize("rule", ["deal_winner", "loser", "last_trick_taker"])
def test_the_dealer_deals_again_where_nobody_fits(rule: str) -> None:
    rules = CLASSIC.with_options({"next_dealer": rule})
    assert next_dealer(rules, "ABC", "B", winner=None, loser=None, last_taker=None) == "B"
    assert next_dealer(rules, "ABC", "B", winner="A", loser="A", last_taker="A") == "A"


#: act -> ruling of the base game, its other words
RULINGS = {
    Act.EXTRA_CARD: ("deal_lost", ["double_draw"]),
    Act.DRAW_OUT_OF_TURN: ("deal_lost", ["alien_draw", "early_draw", "draw_before_turn"]),
    Act.FALSE_CLAIM: ("deal_lost", []),
    Act.LATE_CLAIM: ("claim_void", ["mistimed_claim", "claim_out_of_window"]),
    Act.TURN_HIDDEN_DISCARD: ("implicit_claim", ["peek_discards"]),
    Act.LOOK_OWN_PILE: ("implicit_claim", ["peek_own_pile", "look_into_own_pile"]),
    Act.LOOK_OTHER_PILE: ("warn", ["peek_other_pile", "look_into_other_pile"]),
    Act.MIXED_SUIT_LEAD: ("take_back", ["mixed_lead"]),
    Act.WRONG_COUNT: ("take_back", ["wrong_count_reply", "wrong_reply_count"]),
    Act.PARTIAL_BEAT: ("treated_as_discard", []),
    Act.PLAY_OUT_OF_TURN: (
        "take_back",
        ["out_of_turn", "lead_out_of_turn", "reply_out_of_turn", "illegal_play"],
    ),
    Act.WRONG_PILE: ("restore_warn", ["wrong_pile_taken", "take_wrong_pile"]),
    Act.ILLEGAL_RAISE: ("raise_void", []),
    Act.FALSE_STOP: ("take_back", ["false_combo"]),
    Act.FLIP_FACE_DOWN_TO_BEAT: ("stays_discard", ["flip_after_lay"]),
    Act.MISSED_DRAW: ("plays_short", ["no_draw"]),
}


def test_rulings_of_the_base_game_and_the_words_for_acts() -> None:
    assert set(RULINGS) == set(Act)
    words = {word: act for act, (_, more) in RULINGS.items() for word in (act.value, *more)}
    assert dict(ACT_WORDS) == words
    for act, (ruling, _) in RULINGS.items():
        assert rule_act(CLASSIC, act) == ruling


# --- combinations ----------------------------------------------------------------------------------


def test_one_bura_is_not_thrown_in() -> None:
    rules = CLASSIC.with_options({"equal_bura": "annul"})
    hands = {"A": parse_cards("9H 7H 6H"), "B": parse_cards("9S KD QC")}
    assert resolve(rules, H, hands, "B").result is ComboResult.DEAL_WON


def test_who_is_nearer_to_the_lead_goes_clockwise_from_it() -> None:
    hands = {
        "A": parse_cards("AD 10D KD"),
        "B": parse_cards("9S KD QC"),
        "C": parse_cards("9C 8C 7C"),
        "D": parse_cards("9S 8S 7S"),
    }
    assert resolve(CLASSIC, H, hands, "B").seat == "C"
    assert resolve(CLASSIC, H, hands, "D").seat == "D"
    three = {seat: hands[seat] for seat in "ABD"}
    assert resolve(CLASSIC, H, three, "B", seats="ABD").seat == "D"
    assert resolve(CLASSIC, H, three, "A", seats="ABD").seat == "A"


def test_a_combination_that_the_order_leaves_out_comes_last() -> None:
    odd = find_ruleset("burkozel").with_options({"precedence": ["bura", "four_ends"]}, check=False)
    assert [combo.value for combo in find_combos(odd, H, parse_cards("AH AS AC AD"))] == [
        "four_ends",
        "moscow",
    ]
    assert find_combos(CLASSIC, H, parse_cards("6H 6H 7H")) == ()


def test_hands_are_not_the_dealt_ones_unless_it_is_said() -> None:
    rules = find_ruleset("classic31_000")
    hands = {"A": parse_cards("9H 7H 6H")}
    assert resolve(rules, H, hands, "A").result is ComboResult.DEAL_WON
    assert resolve(rules, H, hands, "A", initial_hand=True).result is ComboResult.REDEAL


def test_the_facts_of_a_proof() -> None:
    proof = prove_pile(CLASSIC, parse_cards("10C AS"), 2, parse_cards("JS"), compensation=3)
    assert proof.facts() == {
        "verdict": "must_count",
        "needed": 31,
        "seen": ["10C", "AS"],
        "seen_points": 21,
        "hidden": 2,
        "hidden_lo": 0,
        "hidden_hi": 22,
        "unseen": 33,
        "compensation": 3,
        "lo": 24,
        "hi": 46,
    }
