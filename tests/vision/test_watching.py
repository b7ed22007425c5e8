"""What happens at a table and what the watcher makes of it: the scenarios of people who watch tables by camera.

Every test is a scripted piece of a deal through the fast simulation: real movement and timing, sketched
pictures.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.support.deals import PERFECT, story, told, watched

from bura.cards import parse_cards
from bura.table import CardsTaken, TableEvent, TrumpSeen
from bura_datasets.fast import Errors
from bura_datasets.script import (
    Act,
    Draw,
    Lay,
    Lean,
    Manner,
    Reach,
    Rest,
    Show,
    Spread,
    Take,
    TakeBack,
    TurnUp,
)
from bura_vision.watcher import Watcher

KC_QC = parse_cards("KC QC")
AC_10C = parse_cards("AC 10C")
LEAD = Lay(seat="A", cards=parse_cards("KC"))
REPLY = Lay(seat="B", cards=parse_cards("AC"))


STORIES = [
    pytest.param([LEAD, Rest(seconds=3.0)], ["laid A KC"], id="two corners of one card are one play"),
    pytest.param(
        [LEAD, REPLY, Take(seat="B"), Draw(seat="B"), Draw(seat="A")],
        ["laid A KC", "laid B AC", "taken B", "drawn B 1", "drawn A 1"],
        id="a whole trick, the reply covers the lead",
    ),
    pytest.param(
        [Lay(seat="A", cards=parse_cards("KC QC AH"), manner=Manner.QUICK)],
        ["laid A AH KC QC"],
        id="three cards laid at once are one act",
    ),
    pytest.param(
        [Lay(seat="A", cards=parse_cards("KC QC AH"), manner=Manner.SLOW)],
        ["laid A KC", "laid A QC", "laid A AH"],
        id="three cards one by one are told at once, each",
    ),
    pytest.param(
        [LEAD, Lay(seat="B", face_down=parse_cards("7D")), Take(seat="A")],
        ["laid A KC", "laid B +1", "taken A"],
        id="a discard face down",
    ),
    pytest.param(
        [Lay(seat="A", cards=KC_QC), Lay(seat="B", face_down=AC_10C), Take(seat="A")],
        ["laid A KC", "laid A QC", "laid B +1", "laid B +1", "taken A"],
        id="two discards side by side are two",
    ),
    pytest.param([Reach(seat="B", place="stock"), Rest()], [], id="a hand at the stock that takes nothing"),
    pytest.param([Reach(seat="A", place="play"), Rest()], [], id="a hand over the table that does nothing"),
    pytest.param(
        [LEAD, Reach(seat="B", place="play"), Rest()], ["laid A KC"], id="a hand over a card lays nothing"
    ),
    pytest.param(
        [Show(seat="A", cards=parse_cards("AH")), Rest(seconds=2.0)],
        [],
        id="shown for 0.3 s and withdrawn",
    ),
    pytest.param(
        [LEAD, TakeBack(seat="A"), Rest(seconds=2.0)], ["laid A KC", "taken_back A KC"], id="taken back"
    ),
    pytest.param(
        [LEAD, Lay(seat="B", face_down=parse_cards("7D")), TurnUp(seat="A", of="B"), Rest(seconds=2.0)],
        ["laid A KC", "laid B +1", "turned A 7D"],
        id="a discard that is turned up is no play",
    ),
    pytest.param(
        [LEAD, REPLY, Take(seat="A")],
        ["laid A KC", "laid B AC", "taken A"],
        id="the sweep is credited to who swept, right or wrong",
    ),
    pytest.param(
        [LEAD, REPLY, Take(seat="B"), Draw(seat="B", count=2), Draw(seat="A")],
        ["laid A KC", "laid B AC", "taken B", "drawn B 1", "drawn B 1", "drawn A 1"],
        id="two draws are two",
    ),
]


@pytest.mark.parametrize("pixels", [True, False], ids=["pixels", "labels"])
@pytest.mark.parametrize(("acts", "expected"), STORIES)
def test_what_happens_is_told(acts: list[Act], expected: list[str], pixels: bool) -> None:
    """Both ways of comparing pictures lead to the same story."""
    assert story(watched(acts, pixels=pixels)) == expected


@pytest.mark.parametrize("seed", range(3))
def test_a_detector_that_errs_tells_the_same_story(seed: int) -> None:
    acts = [
        Lay(seat="A", cards=KC_QC),
        Lay(seat="B", cards=AC_10C),
        Take(seat="B"),
        Draw(seat="B"),
        Draw(seat="A"),
    ]
    words = story(watched(acts, Errors(), seed))
    assert words[-3:] == ["taken B", "drawn B 1", "drawn A 1"]
    laid = sorted(card for line in words if line.startswith("laid") for card in line.split()[2:])
    assert laid == ["10C", "AC", "KC", "QC"]


def test_a_card_that_drops_out_for_two_seconds_is_not_played_again() -> None:
    errors = replace(PERFECT, drop_outs=1.0)
    assert story(watched([LEAD, Rest(seconds=7.0), Reach(seat="B", place="play"), Rest()], errors)) == [
        "laid A KC"
    ]


def test_what_rests_at_the_edge_stops_nobody() -> None:
    """A hand lies there from the first card to the end of the deal; the others play on."""
    acts = [
        LEAD,
        Lean(seat="A", what="hand", stay_s=60.0),
        Rest(seconds=1.5),
        REPLY,
        Take(seat="B"),
        Draw(seat="B"),
        Rest(seconds=2.0),
        Lay(seat="B", cards=parse_cards("10C")),
        Rest(seconds=2.0),
    ]
    assert story(watched(acts)) == ["laid A KC", "laid B AC", "taken B", "drawn B 1", "laid B 10C"]


@pytest.mark.parametrize("pixels", [True, False], ids=["pixels", "labels"])
def test_a_hand_is_home_though_the_other_one_rests_at_the_edge(pixels: bool) -> None:
    """Draws are told when the hand is home, not seconds later, and in their order."""
    acts = [
        Lean(seat="A", what="hand", stay_s=60.0),
        Rest(seconds=6.0),
        Draw(seat="A"),
        Draw(seat="B"),
        Draw(seat="A"),
        LEAD,
        Rest(seconds=2.0),
    ]
    events = watched(acts, pixels=pixels)
    assert story(events) == ["drawn A 1", "drawn B 1", "drawn A 1", "laid A KC"]


def test_the_turned_card_is_told_first() -> None:
    events = watched([LEAD])
    assert [event.NAME for event in events[:2]] == ["deal_began", "trump_seen"]
    trump = events[1]
    assert isinstance(trump, TrumpSeen)
    assert str(trump.belief.best) == "9D"


def test_nothing_is_a_play_once_the_deal_is_over() -> None:
    def referee(watcher: Watcher, event: TableEvent) -> None:
        if isinstance(event, CardsTaken):
            watcher.end_deal()

    acts = [LEAD, REPLY, Take(seat="B"), Lay(seat="A", cards=parse_cards("QC")), Rest()]
    assert story(watched(acts, prepare=referee)) == ["laid A KC", "laid B AC", "taken B"]


def test_a_pile_that_is_spread_is_counted_not_played() -> None:
    acts = [
        Lay(seat="A", cards=KC_QC),
        Lay(seat="B", cards=AC_10C),
        Take(seat="B"),
        Spread(seat="B"),
        Rest(seconds=4.0),
    ]
    events = watched(acts)
    assert not any(event.NAME == "cards_laid" for event in events if event.at_s > 10.0)
    spread = [event for event in events if event.NAME == "pile_spread"]
    assert [told(event) for event in spread] == ["pile_spread B"]


def test_events_are_dated_when_the_act_was_complete() -> None:
    for event in watched([LEAD, REPLY]):
        assert event.at_s >= 0.0
    times = [event.at_s for event in watched([LEAD, REPLY]) if event.NAME == "cards_laid"]
    assert times == sorted(times)


def test_the_same_pictures_give_the_same_events() -> None:
    acts = [LEAD, REPLY, Take(seat="B")]
    assert watched(acts, Errors(), 4) == watched(acts, Errors(), 4)
