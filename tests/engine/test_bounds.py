"""Points of piles that are partly known: the interval, the three verdicts, the proof in words."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.bounds import ClaimIs, Points, hidden_bounds, judge_points, prove, prove_pile
from bura.cards import Card, mask_of, pack, parse_cards
from bura.rules import find_ruleset


@given(cards=st.sets(st.sampled_from(pack(36)), max_size=9), hidden=st.integers(0, 4))
def test_bounds_are_the_extremes_of_all_choices(cards: set[Card], hidden: int) -> None:
    if hidden > len(cards):
        with pytest.raises(ValueError, match="only"):
            hidden_bounds(hidden, mask_of(cards))
        return
    sums = [sum(card.points for card in chosen) for chosen in combinations(cards, hidden)]
    assert hidden_bounds(hidden, mask_of(cards)) == Points(min(sums), max(sums))


@pytest.mark.parametrize(
    ("needed", "low", "high", "verdict"),
    [
        (31, 31, 40, ClaimIs.CERTAINLY_TRUE),
        (31, 30, 31, ClaimIs.MUST_COUNT),
        (31, 0, 30, ClaimIs.CERTAINLY_FALSE),
        (31, 31, 31, ClaimIs.CERTAINLY_TRUE),
    ],
)
def test_the_three_verdicts(needed: int, low: int, high: int, verdict: ClaimIs) -> None:
    assert judge_points(needed, Points(low, high)) is verdict


#: preset, pile, hidden, seen elsewhere, compensation, sentence
SENTENCES = [
    (
        "georgian3",
        "AS 10C AC",
        1,
        "10D AD JH",
        0,
        "32 seen + at least 2 face down = 34: the claim of 31 is true",
    ),
    ("classic31", "6S", 1, "", 0, "0 seen + at most 11 face down = 11: the claim of 31 is false"),
    ("classic31", "AS 10C", 1, "", 0, "21 seen + 0 to 11 face down = 21–32: turn the pile and count to 31"),
    ("classic31", "AS 10C 10D", 0, "", 0, "31 seen = 31: the claim of 31 is true"),
    ("classic31", "AS 10C KD", 0, "", 6, "25 seen + 6 for the open hand = 31: the claim of 31 is true"),
]


@pytest.mark.parametrize(("preset", "pile", "hidden", "elsewhere", "extra", "sentence"), SENTENCES)
def test_proof_in_words(
    preset: str, pile: str, hidden: int, elsewhere: str, extra: int, sentence: str
) -> None:
    rules = find_ruleset(preset)
    proof = prove_pile(rules, parse_cards(pile), hidden, parse_cards(elsewhere), compensation=extra)
    assert proof.sentence() == sentence
    facts = proof.facts()
    assert (facts["lo"], facts["hi"]) == (proof.total.lo, proof.total.hi)
    for lang in ("ru", "ka", "uk"):
        assert str(proof.needed) in proof.sentence(lang)
        assert proof.sentence(lang) != proof.sentence("en")


def test_exactly_known_hidden_cards_need_no_range() -> None:
    unseen = mask_of(parse_cards("JS JD"))
    proof = prove(31, mask_of(parse_cards("AS AC")), 2, unseen)
    assert proof.sentence() == "22 seen + 4 face down = 26: the claim of 31 is false"
    assert str(Points(3, 5)) == "3–5"
    assert Points(4, 4).exact
