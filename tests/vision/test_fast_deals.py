"""Whole deals through the fast simulation: honest players are never accused, and scripted fouls are seen."""

from __future__ import annotations

import pytest

from bura_datasets.players import Foul
from bura_server.fast_deals import FLAGS, case_of, deal_of, points_when_claimed, referee, run


def test_a_number_and_a_seed_give_the_same_deal() -> None:
    assert case_of(3, 1) == case_of(3, 1)
    assert case_of(3, 1) != case_of(3, 2)
    assert deal_of(case_of(3, 1)).script == deal_of(case_of(3, 1)).script


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
    [Foul.DRAW_OUT_OF_TURN, Foul.TAKE_BACK, Foul.EXTRA_CARD, Foul.MIXED_LEAD],
    ids=lambda foul: str(foul),
)
def test_a_scripted_foul_is_flagged(foul: Foul) -> None:
    row = run(case_of(0, 1, foul=foul))
    assert row["flagged"]
    assert row["false"] == []
