"""Marriage and Macao through the same referee, log, replay and scoreboard as the Bura family."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import strategies

from bura.errors import RulesError
from bura.events import Event, GameStarted
from bura.infractions import Rule, Status
from bura.log import Entry, Source
from bura.observe import observed
from bura.referee import Referee
from bura.replay import Replay, replay
from bura.rules import find_ruleset
from bura.table import SEATS, CardsLaid, CardsTaken, DealBegan, Said, TrumpSeen, Word, sure
from bura.transcript import read_story, read_transcript, transcript
from bura.view import scoreboard

MARRIAGE = "game marriage66 A B\ndeal by B\ntrump 9H\n"
MACAO = "game macao A B\ndeal by B\ntrump 9H\n"


def rules_of(told: Replay) -> list[tuple[str, str | None]]:
    """(rule, seat) of all fouls."""
    return [
        (verdict.rule.value, verdict.seat)
        for step in told.steps
        for verdict in step.verdicts
        if verdict.status is Status.FOUL
    ]


def test_a_trick_of_marriage() -> None:
    told = replay(read_story(MARRIAGE + "A leads KS\nB lays AS\nB takes\nB draws\nA draws"))
    board = scoreboard(told).to_json()
    assert board["seats"]["B"] | {"name": ""} == {
        "name": "",
        "hand": 6,
        "side": "B",
        "active": True,
        "tricks": 1,
        "pile": 2,
        "points": {"lo": 15, "hi": 15},
    }
    assert (board["turn"], board["stock"], board["trump"]) == ("B", 10, {"suit": "H", "card": "9H"})
    assert rules_of(told) == []


def test_a_marriage_counts_and_its_partner_card_is_known() -> None:
    told = replay(read_story(MARRIAGE + "A marries S\nA leads QS\nB lays AS\nB takes"))
    assert scoreboard(told).seats["A"]["points"] == {"lo": 20, "hi": 20}
    assert told.state.held[0].bit_count() == 1


def test_a_later_card_proves_an_earlier_foul() -> None:
    """With the stock closed B must follow; the spade he kept back shows it two tricks later."""
    story = MARRIAGE + "A closes\nA leads KS\nB lays AC\nA takes\nA leads QD\nB lays AD\nB takes\nB leads 10S"
    told = replay(read_story(story))
    (foul,) = [verdict for step in told.steps for verdict in step.verdicts if verdict.rule is Rule.REVOKE]
    assert foul.seat == "B"
    assert {6, 11} <= set(foul.rests_on)
    assert told.state.proposed is None, "an illegal play costs nothing by default"


def test_a_draw_too_many_in_marriage() -> None:
    told = replay(read_story(MARRIAGE + "A leads KS\nB lays AS\nB takes\nB draws\nA draws\nA draws"))
    assert rules_of(told) == [("extra_card", "A")]
    assert told.state.proposed is not None


def test_a_deal_of_macao() -> None:
    told = replay(read_story(MACAO + "A orders 1\nB orders 0\nA leads KS\nB lays QS\nA takes"))
    board = scoreboard(told).to_json()
    assert board["status"] == "over"
    assert board["result"]["winners"] == ["A", "B"] or board["result"]["points"]["A"]["lo"] == 11
    assert board["match"]["score"] == {"A": 11, "B": 10}


def test_orders_come_in_turn() -> None:
    told = replay(read_story(MACAO + "B orders 0"))
    assert rules_of(told) == [("bad_order", "B")]
    assert (
        scoreboard(replay(read_story(MACAO))).to_json() | {"alerts": []}
        == scoreboard(replay(read_story(MACAO))).to_json()
    )
    assert scoreboard(replay(read_story(MACAO))).status == "order"
    assert scoreboard(replay(read_story(MACAO))).turn == "A"


def test_the_port_maps_sights_of_a_neighbours_game() -> None:
    referee = Referee("marriage66", ("A", "B"), dealer="B")
    for event in (
        DealBegan(),
        DealBegan(),
        TrumpSeen(sure("9H")[0]),
        Said("A", Word.MARRIAGE, suit="S"),
        CardsLaid("A", sure("QS")),
        CardsLaid(None, sure("AS")),
        CardsLaid("B", sure("AC")),  # the sweep and both draws were not seen
        CardsTaken("B"),
    ):
        referee.feed(event)
    state = referee.state
    assert state.deal == 1
    assert state.piles[1].tricks == 1
    assert state.trick is not None
    assert state.trick.leader == 1
    assert state.hands == (6, 5)
    assert replay(referee.entries) == referee.replay


@pytest.mark.parametrize("game", ["marriage66", "marriage66_3p", "macao"])
def test_a_transcript_reads_back(game: str) -> None:
    seats = " ".join(SEATS[: find_ruleset(game).players_min])
    told = read_story(f"game {game} {seats}\ndeal by A\ntrump 9H\nB orders 1\nB leads KS")
    text = transcript(told)
    assert transcript(read_transcript(text)) == text


def test_kunken_is_no_running_game() -> None:
    with pytest.raises(RulesError, match="meld by meld"):
        Referee("kunken", ("A", "B"))


@given(
    st.sampled_from([("marriage66", 2), ("marriage66_3p", 3), ("macao", 3)]),
    st.lists(strategies.acts, max_size=25),
    st.integers(0, 12),
)
@settings(max_examples=60, deadline=None)
def test_no_story_breaks_a_neighbours_table(table: tuple[str, int], acts: list[Event], deals: int) -> None:
    name, players = table
    story: list[Event] = [GameStarted(name, SEATS[:players]), *read_events("deal by A\ntrump 9H"), *acts]
    log = tuple(Entry(i + 1, float(i), Source.HUMAN, event) for i, event in enumerate(story))
    told = replay(log)
    for viewer in ("table", "umpire", "A", "spectator"):
        json.dumps(scoreboard(told, viewer).to_json())
    referee = Referee(name, SEATS[:players])
    for at_s, event in enumerate(story[1:]):
        seen = observed(event, float(at_s))
        if seen is not None:
            referee.feed(seen)
    assert replay(referee.entries) == referee.replay


def read_events(text: str) -> list[Event]:
    """The events of a story without its numbering."""
    return [entry.event for entry in read_story(text)]
