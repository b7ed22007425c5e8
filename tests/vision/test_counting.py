"""How many cards a play has: close fans, and cards that are seen only at the third look."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.support.deals import PERFECT, story, watched

from bura.cards import parse_cards
from bura_datasets.habits import Habits
from bura_datasets.script import Lay, Manner, Rest, Take

LEAD = Lay(seat="A", cards=parse_cards("KC QC"), manner=Manner.TOGETHER)
GIVEN = Lay(seat="B", face_down=parse_cards("10C 7D"), manner=Manner.EACH)


def habits(fan_cm: float) -> Habits:
    """People who are a little careless."""
    return Habits(jitter=0.15, fan_cm=fan_cm, turn_sd_deg=5.0, place_sd_cm=0.4)


@pytest.mark.parametrize(("fan_cm", "seed"), [(2.6, 2), (2.6, 4), (3.2, 1)])
def test_a_back_laid_half_over_another_is_a_second_one(fan_cm: float, seed: int) -> None:
    """The finder gives one box for both from then on; the edge of the first that stays free tells that it is there."""
    told = story(watched([LEAD, GIVEN, Rest()], PERFECT, seed, pixels=False, habits=habits(fan_cm)))
    assert told == ["laid A KC QC", "laid B +1", "laid B +1"]


def test_where_the_counts_differ_it_is_looked_again() -> None:
    """A detector that misses nearly every second back: three looks are not enough to see both.

    What it misses is chance, so that a change anywhere deals it anew: nearly all of many tables must come out right.
    """
    errors = replace(PERFECT, miss_back=0.45)
    acts = [LEAD, replace(GIVEN, manner=Manner.TOGETHER), Rest(), Take(seat="A"), Rest()]
    right = 0
    for seed in range(20):
        told = story(watched(acts, errors, seed, pixels=False, habits=habits(4.2)))
        right += sum(int(words.split("+")[1]) for words in told if words.startswith("laid B +")) == 2
        assert told[-1] == "taken A"
    assert right >= 17


@pytest.mark.parametrize("seed", range(4))
def test_a_count_that_stays_unequal_is_told_as_it_is(seed: int) -> None:
    """One card against two: looking again finds nothing, and nothing is made up."""
    acts = [LEAD, replace(GIVEN, face_down=parse_cards("10C")), Rest(), Take(seat="A"), Rest()]
    told = story(watched(acts, PERFECT, seed, pixels=False, habits=habits(4.2)))
    assert told == ["laid A KC QC", "laid B +1", "taken A"]


@pytest.mark.parametrize("seed", [3, 5])
def test_a_change_that_nothing_explains_is_read_on(seed: int) -> None:
    """A detector that misses more than every second card: after three looks nothing was found where a card was laid."""
    acts = [
        Lay(seat="A", cards=parse_cards("KC")),
        Lay(seat="B", cards=parse_cards("10C")),
        Rest(),
        Take(seat="A"),
        Rest(),
    ]
    told = story(watched(acts, replace(PERFECT, miss=0.55), seed, pixels=False))
    assert told == ["laid A KC", "laid B 10C", "taken A"]
