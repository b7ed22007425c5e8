"""Looks into piles, and laid cards that are exchanged: told, at least to be checked; honest hands are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.vision.support.deals import PERFECT, story, watched

from bura.cards import parse_cards
from bura.infractions import Status
from bura.referee import Referee
from bura.table import CardsLaid, CardsTakenBack, CardsTurned, Place
from bura_datasets.players import Foul
from bura_datasets.script import Act, Draw, Lay, Look, Manner, Reach, Rest, Swap, Take
from bura_server.fast_deals import case_of, run

LEAD = Lay(seat="A", cards=parse_cards("KC"))
REPLY = Lay(seat="B", cards=parse_cards("10C"))
TRICK: list[Act] = [LEAD, REPLY, Take(seat="B"), Rest(seconds=1.0)]
ACCUSES = 0.6
"""confidence from which a sight accuses (`accuse_from`)"""


def turned(acts: list[Act], seed: int) -> list[CardsTurned]:
    """What was told turned up on a pile."""
    events = watched(acts, PERFECT, seed, pixels=False)
    return [event for event in events if isinstance(event, CardsTurned)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("seat", "of", "stay_s"),
    [
        pytest.param("B", "", 0.6, id="into his own, for a moment"),
        pytest.param("A", "B", 0.6, id="into another's, for a moment"),
        pytest.param("A", "B", 2.0, id="into another's, long"),
    ],
)
def test_a_look_into_a_pile_is_told_to_be_checked(seat: str, of: str, stay_s: float, seed: int) -> None:
    """The card is one of the trick gathered last: it had lain there face down, and every hand had left it."""
    look = Look(seat=seat, of=of, count=1, stay_s=stay_s)
    (event,) = turned([*TRICK, look, Rest(seconds=1.5)], seed)
    assert (event.seat, event.owner, event.place) == (seat, "B", Place.PILE)
    assert event.confidence < ACCUSES


@pytest.mark.parametrize("seed", range(3))
def test_two_looks_at_one_card_are_two(seed: int) -> None:
    look = Look(seat="A", of="B", count=1, stay_s=0.8)
    assert len(turned([*TRICK, look, Rest(seconds=1.0), look, Rest(seconds=1.5)], seed)) == 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "act",
    [
        pytest.param(Look(seat="B", count=2, faces=False, stay_s=1.5), id="lifted and put straight"),
        pytest.param(Reach(seat="B", place="pile", stay_s=1.5), id="a hand rests on it"),
    ],
)
def test_a_pile_that_is_only_touched_was_not_looked_into(act: Act, seed: int) -> None:
    assert turned([*TRICK, act, Rest(seconds=1.5)], seed) == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("on_top", [False, True])
@pytest.mark.parametrize(
    "new", [pytest.param("QC", id="one like it"), pytest.param("AH", id="quite another")]
)
def test_a_laid_card_that_is_exchanged_is_taken_back_and_another_laid(
    new: str, on_top: bool, seed: int
) -> None:
    """Told so, not as a second card; and to be checked: it may have been laid squarely on the other."""
    swap = Swap(seat="A", cards=parse_cards(new), instead=parse_cards("KC"), on_top=on_top, pause_s=1.5)
    events = watched([LEAD, swap, Rest(seconds=2.0)], PERFECT, seed, pixels=False)
    assert story(events) == ["laid A KC", "taken_back A KC", f"laid A {new}"]
    (back,) = (event for event in events if isinstance(event, CardsTakenBack))
    assert back.confidence < ACCUSES


@pytest.mark.parametrize("seed", range(3))
def test_cards_laid_side_by_side_one_after_the_other_are_no_exchange(seed: int) -> None:
    lead = Lay(seat="A", cards=parse_cards("KC QC"), manner=Manner.SLOW)
    events = watched([lead, Rest(seconds=2.0)], PERFECT, seed, pixels=False)
    assert not any(isinstance(event, CardsTakenBack) for event in events)
    assert [str(b.best) for e in events if isinstance(e, CardsLaid) for b in e.cards] == ["KC", "QC"]


@pytest.mark.parametrize("seed", range(3))
def test_a_card_laid_squarely_on_ones_own_accuses_nobody(seed: int) -> None:
    """Nothing of the lower one is seen: it may have gone back to the hand. What follows is to be checked, no foul."""
    acts = [
        LEAD,
        replace(LEAD, cards=parse_cards("QC"), pause_s=1.5),
        Lay(seat="B", cards=parse_cards("AC 10C")),
        Take(seat="B"),
        *(Draw(seat=seat) for seat in "BABA"),
        Rest(seconds=2.0),
    ]
    desk = Referee("classic31", ("A", "B"), dealer="B")
    for event in watched(acts, PERFECT, seed, pixels=False):
        desk.feed(event)
        assert not [alert for alert in desk.replay.alerts if alert.verdict.status is Status.FOUL]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("foul", "number", "seed"),
    [
        pytest.param(Foul.LOOK_PILE, 5, 48, id="a card of the last trick"),
        pytest.param(Foul.LOOK_OTHER_PILE, 1, 48, id="for 0.7 s"),
        pytest.param(Foul.LOOK_OTHER_PILE, 2, 48, id="another's"),
        pytest.param(Foul.SWAP, 1, 48, id="of the same suit"),
        pytest.param(Foul.SWAP, 5, 48, id="of the same rank"),
        pytest.param(Foul.SWAP, 3, 48, id="a led card"),
        pytest.param(Foul.SWAP, 4, 71, id="exactly in its place"),
    ],
)
def test_fouls_that_once_were_missed(foul: Foul, number: int, seed: int) -> None:
    row = run(case_of(number, seed, foul=foul))
    assert row["flagged"]
    assert row["false"] == []
