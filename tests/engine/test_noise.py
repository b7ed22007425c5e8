"""A bad camera: nothing it reports breaks the referee, and its misses accuse nobody."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import strategies

from bura.cards import Card
from bura.infractions import Rule, Status
from bura.observe import observed_deal
from bura.position import GameState
from bura.randomplay import Style, play_deal
from bura.referee import Referee
from bura.replay import replay
from bura.rules import find_ruleset
from bura.table import (
    SEATS,
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsReturned,
    CardsTaken,
    CardsTakenBack,
    CardsTurned,
    DealBegan,
    DealEnded,
    PileSpread,
    Place,
    Said,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    Word,
)

TABLES = [
    ("classic31", 2),
    ("classic31", 3),
    ("georgian3", 2),
    ("pairs5", 4),
    ("burkozel", 3),
    ("leave31", 4),
]


def legal_events(name: str, players: int, seed: int) -> list[TableEvent]:
    """What a perfect observer reports of a legal deal."""
    style = Style(bluff=0.02)
    return list(observed_deal(play_deal(find_ruleset(name), SEATS[:players], Random(seed), style=style)))


sights = st.lists(strategies.beliefs, max_size=4).map(tuple)
seats = st.none() | st.sampled_from(SEATS)
sure = st.floats(0, 1, allow_nan=False)
TABLE_EVENTS: dict[type[TableEvent], st.SearchStrategy[TableEvent]] = {
    DealBegan: st.builds(DealBegan, dealer=seats),
    TrumpSeen: st.builds(TrumpSeen, strategies.beliefs, confidence=sure),
    CardsLaid: st.builds(CardsLaid, seats, sights, st.integers(0, 4), confidence=sure),
    CardsTaken: st.builds(CardsTaken, seats, confidence=sure),
    CardsDrawn: st.builds(CardsDrawn, seats, st.integers(0, 4), confidence=sure),
    CardsReturned: st.builds(CardsReturned, seats, st.integers(0, 4)),
    CardsTakenBack: st.builds(CardsTakenBack, seats, sights, st.integers(0, 3)),
    CardsTurned: st.builds(CardsTurned, seats, sights, st.sampled_from(Place), seats),
    Said: st.builds(
        Said,
        st.sampled_from(SEATS),
        st.sampled_from(Word),
        sights,
        st.none() | st.integers(0, 9),
        st.none() | st.sampled_from(["bura", "molodka", "what"]),
        confidence=sure,
    ),
    PileSpread: st.builds(PileSpread, st.sampled_from(SEATS), sights, st.integers(0, 3)),
    SourceLost: st.builds(SourceLost),
    SourceBack: st.builds(SourceBack),
    DealEnded: st.builds(DealEnded),
}


@st.composite
def noisy_reports(draw: st.DrawFn) -> tuple[str, int, list[TableEvent]]:
    """A legal deal with events dropped, doubled, swapped, weakened and made up."""
    name, players = draw(st.sampled_from(TABLES))
    events = legal_events(name, players, draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, 12))):
        place = draw(st.integers(0, len(events)))
        match draw(st.sampled_from(["drop", "double", "swap", "weaken", "invent", "invent"])):
            case "drop":
                del events[place : place + 1]
            case "double":
                events[place:place] = events[place : place + 1]
            case "swap":
                events[place : place + 2] = events[place : place + 2][::-1]
            case "weaken":
                events[place : place + 1] = [
                    replace(e, confidence=draw(sure)) for e in events[place : place + 1]
                ]
            case _:
                events[place:place] = [draw(st.one_of(*TABLE_EVENTS.values()))]
    return name, players, events


def check_sound(state: GameState) -> None:
    """What holds whatever was reported: no card twice, no negative numbers, intervals in order."""
    union = 0
    for mask in (state.trick_known, state.trump_lies, *state.held, *(pile.known for pile in state.piles)):
        assert not union & mask
        union |= mask
    assert not union & ~state.pack
    assert min(state.hands) >= 0
    assert state.stock >= 0
    for side, pile in enumerate(state.piles):
        assert pile.hidden >= 0
        assert 0 <= state.points(side).lo <= state.points(side).hi <= 120
        assert state.public_points(side).lo <= state.public_points(side).hi


@given(noisy_reports())
@settings(max_examples=60, deadline=None)
def test_nothing_a_camera_reports_breaks_the_referee(report: tuple[str, int, list[TableEvent]]) -> None:
    name, players, events = report
    referee = Referee(name, SEATS[:players])
    for event in events:
        referee.feed(event)
        check_sound(referee.state)
    assert replay(referee.entries) == referee.replay
    # and the next deal is refereed as if nothing had been
    referee.feed(DealEnded())
    before = len(referee.replay.alerts)
    for event in legal_events(name, players, 7):
        referee.feed(event)
    expected = (Rule.FALSE_CLAIM, Rule.CLAIM_MUST_COUNT)
    for alert in referee.replay.alerts[before:]:
        assert alert.verdict.status is Status.LEGAL or alert.verdict.rule in expected


def fouls(referee: Referee) -> list[Rule]:
    """Everything anybody is accused of."""
    return [
        verdict.rule
        for step in referee.replay.steps
        for verdict in step.verdicts
        if verdict.status is Status.FOUL and verdict.rule is not Rule.FALSE_CLAIM
    ]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("kind", [CardsTaken, CardsDrawn, "seat", "double"], ids=str)
def test_misses_accuse_nobody(name: str, players: int, kind: type[TableEvent] | str) -> None:
    """Sweeps and draws that were not seen, seats that were not seen, sights reported twice: no accusation."""
    for seed in range(12):
        chance = Random(seed)
        referee = Referee(name, SEATS[:players])
        for event in legal_events(name, players, seed):
            if isinstance(kind, type) and isinstance(event, kind) and chance.random() < 0.3:
                continue
            if (
                kind == "seat"
                and isinstance(event, CardsLaid | CardsTaken | CardsDrawn)
                and chance.random() < 0.5
            ):
                event = replace(event, seat=None)
            referee.feed(event)
            backs = isinstance(event, CardsLaid) and event.face_down
            if (
                kind == "double"
                and isinstance(event, CardsLaid | CardsTaken | TrumpSeen | DealBegan)
                and not backs
            ):
                referee.feed(event)
        assert fouls(referee) == [], (name, seed, kind)


def test_the_duplicate_points_back_and_the_game_goes_on() -> None:
    """One impossible reading: the earlier entry is named, and later plays are taken as ever."""
    referee = Referee("classic31", ("A", "B"), dealer="B")
    referee.feed(DealBegan())
    referee.feed(TrumpSeen(Belief.sure(Card.parse("9H"))))
    for seat, card in (("A", "6S"), ("B", "10S")):
        referee.feed(CardsLaid(seat, (Belief.sure(Card.parse(card)),)))
    referee.feed(CardsTaken("B"))
    referee.feed(CardsDrawn("B"))
    referee.feed(CardsDrawn("A"))
    (entry,) = referee.feed(CardsLaid("B", (Belief.sure(Card.parse("6S")),)))
    (alert,) = referee.replay.alerts
    assert (alert.verdict.rule, alert.verdict.rests_on) == (Rule.DUPLICATE_CARD, (4, entry.seq))
    assert referee.state.piles[1].hidden == 1, "what was taken for the six is an unknown card now"
    referee.amend(4, (type(referee.entries[3].event)("A", (Card.parse("8S"),)),))  # type: ignore[call-arg]
    assert referee.replay.alerts == ()
    assert referee.state.piles[1].hidden == 0
