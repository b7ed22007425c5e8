"""Cards that leave and hands that come and go: what the fast simulation of thousands of deals brought to light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.vision.support.deals import PERFECT, story, watched

from bura.cards import parse_cards
from bura.table import CardsTakenBack, Seat, TableEvent, ZoneKind
from bura_datasets.fast import Errors
from bura_datasets.habits import Habits
from bura_datasets.players import Clumsy, Wishes
from bura_datasets.script import Draw, Lay, Manner, Rest, Take
from bura_server.fast_deals import Case, case_of, run
from bura_vision.layout import CARD_HEIGHT_CM, CARD_WIDTH_CM, Points, default_layout
from bura_vision.leaving import Leaving
from bura_vision.scene import Hand
from bura_vision.seen import SeenCard
from bura_vision.settings import ActSettings
from bura_vision.track import CardTrack
from bura_vision.tracks import TrackBook
from bura_vision.trick import Act, Taken, Trick

LEAD = Lay(seat="A", cards=parse_cards("KC"))
REPLY = Lay(seat="B", cards=parse_cards("AC"), manner=Manner.QUICK)


def test_a_trick_that_is_swept_at_once_is_taken() -> None:
    """Its cards never became part of the settled table, so that no change shows that they have left."""
    acts = [
        replace(LEAD, manner=Manner.QUICK),
        replace(REPLY, pause_s=0.1),
        Take(seat="B", pause_s=0.0),
        Rest(),
    ]
    assert story(watched(acts, pixels=False)) == ["laid A KC", "laid B AC", "taken B"]


def test_a_hand_that_gathered_went_home_and_comes_to_the_stock_draws() -> None:
    acts = [LEAD, REPLY, Take(seat="A"), Draw(seat="A", pause_s=-0.2), Draw(seat="B"), Rest()]
    assert story(watched(acts, pixels=False))[-2:] == ["drawn A 1", "drawn B 1"]


def test_the_last_card_of_the_stock_is_drawn_once() -> None:
    """It is seen in the hand and is missing from the stock: that is one draw, not two."""
    acts = [Draw(seat="AB"[n % 2], pause_s=0.2) for n in range(30)]
    words = story(watched([*acts, Rest()], pixels=False))
    assert len(words) == 30
    assert words == [f"drawn {'AB'[n % 2]} 1" for n in range(30)]


def test_a_card_that_another_hand_may_hide_is_not_taken_back_by_its_owner() -> None:
    """A drop-out while B lays on it is B's doing, if anything left at all: nobody is accused."""
    errors = replace(PERFECT, miss=0.35)
    acts = [LEAD, Lay(seat="B", cards=parse_cards("10C"), on_top=True), Rest(seconds=3.0)]
    for seed in range(3):
        for event in watched(acts, errors, seed, pixels=False):
            assert not isinstance(event, CardsTakenBack) or event.confidence < 0.6


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(4, id="the outer card of a fan in three other hands' reach"),
        pytest.param(14, id="two tricks swept before they were settled"),
        pytest.param(27, id="an arm over the stock"),
    ],
)
def test_deals_that_once_went_wrong(number: int) -> None:
    row = run(case_of(number, 1))
    assert row["untouched"], row["differences"]
    assert row["false"] == []


#: two players, untidy and quick, who lay their replies over the led cards; the leader gathers his own trick
GATHERED = Case(
    number=308,
    seed=12,
    rules="classic31",
    seats=2,
    wishes=Wishes(seconds=70.0, clumsy=(Clumsy.TOUCH_DISCARD, Clumsy.TIDY_PILE, Clumsy.REACH), claim=True),
    habits=Habits(
        reach_s=0.6251409815589692,
        leave_s=0.4637674813165976,
        draw_s=0.7891000397015018,
        dwell_s=0.108949676535713,
        pause_s=0.5856231879486536,
        jitter=0.15,
        turn_sd_deg=5.363729251830325,
        place_sd_cm=0.5858990587699575,
        on_top=True,
        fan_cm=4.2,
        manner=Manner.QUICK,
    ),
    errors=Errors(
        miss=0.09255052909632719,
        miss_back=0.18510105819265438,
        confuse=0.046275264548163594,
        half_turn=0.4,
        jitter_cm=0.18510105819265438,
        ghost=0.0154250881827212,
    ),
    kind="clumsy",
)


def test_a_leader_who_gathers_his_own_trick_takes_no_card_back() -> None:
    """A led card was misread under the reply and counted as gone; then its owner's hand came, to gather the trick."""
    row = run(GATHERED)
    assert row["untouched"], row["differences"]
    assert row["check"] == 0


@pytest.mark.parametrize(
    ("number", "seed"),
    [
        pytest.param(633, 31, id="a trick swept at once, its cards known by indices that lie apart"),
        pytest.param(234, 31, id="one card of a swept trick lingers: its outline was the half turn"),
    ],
)
@pytest.mark.slow
def test_a_swept_trick_leaves_nothing_behind(number: int, seed: int) -> None:
    row = run(case_of(number, seed))
    assert row["untouched"], row["differences"]


@pytest.mark.parametrize("number", [1069, 1874, 3822])
@pytest.mark.slow
def test_a_hand_that_puts_the_stock_straight_drew_no_trump(number: int) -> None:
    """The trump under the stock was read once with its index turned half round, and so seemed to be in the hand."""
    assert run(case_of(number, 32))["false"] == []


class Piles:
    """A moment after a trick was gathered: hands have been at both piles, and one of the piles looks otherwise."""

    def __init__(self, at_s: float, grown: str, resting: str = "", busy: str = "") -> None:
        self.at_s, self.unsettled = at_s, False
        self.hands: tuple[Hand, ...] = ()
        self._layout = default_layout(2)
        self._grown, self._resting, self._busy = grown, resting, busy

    def _pile_of(self, polygon_cm: Points) -> Seat | None:
        """Whose pile's place is this?"""
        piles = self._layout.of(ZoneKind.PILE)
        return next((z.seat for z in piles if np.allclose(z.polygon_cm, polygon_cm)), None)

    def still_s(self, polygon_cm: Points) -> float:
        return 0.5

    def covered(self, polygon_cm: Points, seat: Seat | None = None) -> float:
        return 0.25 if self._pile_of(polygon_cm) in (self._resting, self._busy) else 0.0

    def changed(self, polygon_cm: Points) -> float:
        grown = 0.2 if self._pile_of(polygon_cm) == self._grown else 0.0
        return grown + self.covered(polygon_cm)

    def last_hand(self, polygon_cm: Points, share: float = 0.5) -> tuple[Seat, float] | None:
        """B gathered and laid down; then A's hand passed over both piles, with something that is not the trick."""
        whose = self._pile_of(polygon_cm)
        if whose is None:
            return ("B", 10.3)
        if whose == self._busy:
            return ("B", self.at_s)
        return ("A", 10.8) if whose == "A" else ("B", 10.9 if self._resting else 10.6)

    def back_cards(self, seat: Seat, *, coming: bool, without: Sequence[Points] = ()) -> float | None:
        return None


@pytest.mark.parametrize(
    ("grown", "taken"),
    [
        pytest.param("B", ["taken B"], id="the pile that has grown tells, not the hand that was there last"),
        pytest.param("A", ["taken A"], id="the other one"),
        pytest.param("", [], id="which it was is waited for"),
    ],
)
def test_a_trick_went_to_the_pile_that_grew(grown: str, taken: list[str]) -> None:
    leaving, book = _gathered()
    events: list[TableEvent] = []
    for n in range(12):
        scene = Piles(11.0 + n / 15, grown if n > 3 else "")
        leaving.move(scene)
        events += leaving.update(scene, book, more_ready=False)
    assert story(events) == taken
    assert all(event.confidence < 0.6 for event in events)  # nobody is accused upon it


def test_what_rests_beside_a_pile_is_no_hand_that_lays_a_trick_there() -> None:
    """Banknotes that lie half over a pile's place: the trick is told as soon as the hand has gone."""
    told = []
    for more in ({"resting": "B"}, {"busy": "B"}):
        leaving, book = _gathered()
        events: list[TableEvent] = []
        for n in range(20):
            scene = Piles(12.0 + n / 15, "", **more)
            leaving.move(scene)
            events += leaving.update(scene, book, more_ready=False)
        told.append(bool(events))
    assert told == [True, False]


def _gathered() -> tuple[Leaving, TrackBook]:
    """A full trick of which all cards have left the play zone."""
    layout = default_layout(2)
    trick, book = Trick(layout.seats), TrackBook(layout)
    place = layout.play.polygon_cm.mean(axis=0)
    for number, (seat, card) in enumerate(zip("AB", parse_cards("KC AC"), strict=True)):
        probs = np.zeros(52)
        probs[card.index] = 1.0
        half = np.array([CARD_WIDTH_CM, CARD_HEIGHT_CM]) / 2.0
        outline = place + np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * half
        track = CardTrack(number, SeenCard(probs, outline, outline[:1]), 9.0, layout.play)
        track.seat, track.counted, track.gone = seat, True, True
        book.cards.append(track)
        trick.acts.append(Act(seat, 9.0, [track], [], 9.5))
    return Leaving(layout, ActSettings(), trick, Taken()), book
