"""Whole deals through the fast simulation: honest players are never accused, and scripted fouls are seen."""

from __future__ import annotations

import pytest

from bura_datasets.players import Foul
from bura_datasets.ruling import rulings
from bura_server.compare import TOLD
from bura_server.fast_deals import (
    FLAGS,
    LATER_CLUMSY,
    LATER_TABLES,
    TABLES,
    case_of,
    deal_of,
    points_when_claimed,
    referee,
    run,
)

EARLIER = [
    (0, "classic31", 2, 160.0, ""),
    (1, "classic31", 2, 40.0, "hand_in_sweep"),
    (2, "classic31", 3, 55.0, ""),
    (3, "classic31", 2, 40.0, "hand_in_sweep"),
    (4, "classic31", 4, 55.0, "tidy_pile"),
    (5, "classic31", 2, 40.0, "tidy_pile"),
]


def test_a_number_and_a_seed_give_the_same_deal() -> None:
    assert case_of(3, 1) == case_of(3, 1)
    assert case_of(3, 1) != case_of(3, 2)
    assert deal_of(case_of(3, 1)).script == deal_of(case_of(3, 1)).script


def test_five_card_games_are_dealt_too_and_the_other_deals_stay_what_they_were() -> None:
    cases = [case_of(number, 1) for number in range(60)]
    games = {(case.rules, case.seats) for case in cases}
    assert games == {*TABLES, *LATER_TABLES}
    assert {kind for case in cases for kind in case.wishes.clumsy} >= set(LATER_CLUMSY)
    # as they were before there were five-card games: (number, rules, seats, seconds, first clumsiness)
    for number, rules, seats, seconds, first in EARLIER:
        case = cases[number]
        assert (case.rules, case.seats, case.wishes.seconds) == (rules, seats, seconds)
        assert (str(case.wishes.clumsy[0]) if case.wishes.clumsy else "") == first


@pytest.mark.parametrize("rules", ["georgian5", "pairs5"])
def test_a_five_card_deal_holds_no_foul(rules: str) -> None:
    case = next(its for its in (case_of(number, 1) for number in range(60)) if its.rules == rules)
    deal = deal_of(case)
    assert deal.script.rules == rules
    said = rulings(deal.script.rules, deal.script.seats, deal.script.dealer, deal.course.truth)
    assert not [verdict for _, verdict in said if verdict.rule.value not in TOLD]


def test_every_foul_has_a_verdict_by_which_it_is_flagged() -> None:
    assert set(FLAGS) == set(Foul)


def test_claimed_points_are_counted_from_the_cards_whatever_lay_face_down() -> None:
    script = deal_of(case_of(0, 5, foul=Foul.FALSE_CLAIM)).script
    ((seat, points),) = points_when_claimed(script)
    assert seat in script.seats
    assert 0 <= points < 31


@pytest.mark.slow
@pytest.mark.parametrize("number", [1])
def test_pixels_and_labels_lead_to_the_same_log(number: int) -> None:
    """The fast way is checked by the slow one."""
    for pixels in (False, True):
        done = referee(deal_of(case_of(number, 1), width_px=240), pixels=pixels)
        assert all(not score.missed for kind, score in done.comparison.scores.items() if kind != "alerts")


@pytest.mark.slow
@pytest.mark.parametrize(
    "foul",
    [
        Foul.DRAW_OUT_OF_TURN,
        Foul.TAKE_BACK,
        Foul.EXTRA_CARD,
        Foul.MIXED_LEAD,
        Foul.LOOK_PILE,
        Foul.PARTIAL_BEAT,
        Foul.SWAP,
    ],
    ids=lambda foul: str(foul),
)
def test_a_scripted_foul_is_flagged(foul: Foul) -> None:
    row = run(case_of(0, 1, foul=foul))
    assert row["flagged"]
    assert row["false"] == []


def test_equal_misses_on_both_sides_accuse_nobody() -> None:
    """A card of the lead and one of its reply lay hidden, and the first who drew had drawn unseen before."""
    assert run(case_of(633, 81))["false"] == []
