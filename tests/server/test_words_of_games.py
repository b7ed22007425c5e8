"""Every game that is offered can be entered: its words have buttons, and the buttons hold what its rules know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server.test_seats_words import EVENTS, table
from tests.server.test_words_of_pages import JS, words

from bura.cards import Card
from bura.events import Dealt, Event, GameStarted, Raised, TrumpShown, event_to_json
from bura.infractions import Rule, Status
from bura.log import Entry, Source
from bura.position import GameState
from bura.randomplay import Style, play_deal
from bura.replay import replay
from bura.rules import RULESETS, find_ruleset
from bura.spoken import spoken
from bura.table import SEATS, Said, Word
from bura.transcript import read_story
from bura_server.rulepicker import WATCHED
from bura_server.settings import LANGUAGES
from bura_server.words import words_of

OFFERED = [rules.name for rules in RULESETS.values() if rules.game in WATCHED]
STORIES = {
    "marriage66": "game marriage66 A B\ndeal by B\ntrump 9H\nA marries S\nA leads QS\nB lays AS\nB takes\nB draws\n"
    "A draws\n",
    "marriage66_3p": "game marriage66_3p A B C\ndeal by C\ntrump 9H\nA marries S\nA leads QS\nB lays AS\n"
    "C lays 7S\nB takes\n",
}
LATE = {Rule.BAD_RAISE, Rule.BAD_ANSWER, Rule.BAD_CLOSING, Rule.BAD_EXCHANGE, Rule.CLAIM_OUT_OF_WINDOW}
"""what is said of a word that is not said in its time; a false claim or combination is another matter"""


def stories(name: str) -> Iterator[list[Event]]:
    """Deals of a game, enough of them for all its words."""
    rules = find_ruleset(name)
    if name in STORIES:
        yield [entry.event for entry in read_story(STORIES[name])]
        return
    seats = SEATS[: rules.players_min]
    for seed in range(6):
        deal = play_deal(rules, seats, Random(seed), style=Style(bluff=0.3))
        told = (act.event for act in deal.acts)
        yield [GameStarted(name, seats), Dealt(deal.dealer), TrumpShown(deal.trump), *told]
    if rules.stakes:
        yield [GameStarted(name, seats), Dealt(seats[-1]), TrumpShown(Card.parse("9H")), Raised("A")]


@pytest.mark.parametrize("name", OFFERED)
def test_every_button_is_a_word_that_the_rules_take_and_is_open_at_some_time(name: str) -> None:
    opened: set[str] = set()
    has: set[str] = set()
    for story in stories(name):
        for end in range(2, len(story) + 1):
            log = tuple(
                Entry(seq, float(seq), Source.HUMAN, event) for seq, event in enumerate(story[:end], 1)
            )
            state = replay(log).state
            for seat in state.seats:
                mine = words_of(state, seat)
                has |= mine.keys()
                for word in (word for word, may in mine.items() if may and word not in opened):
                    opened.add(word)
                    event = spoken(Said(seat, Word(word)))
                    assert event is not None
                    after = replay((*log, Entry(end + 1, end + 1.0, Source.HUMAN, event)))
                    said = [its for its in after.steps[-1].verdicts if its.status is Status.FOUL]
                    assert not [its for its in said if its.rule in LATE or its.fact("late")], (word, said)
                    assert after.state != state, word
    assert opened == has


def test_every_spoken_word_has_a_button_somewhere() -> None:
    buttons = (JS / "words.js").read_text("utf-8").partition("WORDS = [")[2].partition("]")[0]
    shown = set(re.findall(r'"(\w+)"', buttons))
    # Macao, which alone has orders, is not offered
    assert shown == {word.value for word in Word} - {"order"}
    for lang in LANGUAGES:
        have = words("says", lang).keys() | {"says.claim", "says.stop"}
        assert {f"says.{word}" for word in shown} <= have
    games = [words_of(start_of(name), "A").keys() for name in OFFERED]
    house = [words_of(start_of("marriage66", nine_exchange=True), "A").keys()]
    house.append(words_of(start_of("classic31", beat_intent="declared"), "A").keys())
    assert set().union(*games, *house) == shown


def start_of(name: str, **options: object) -> GameState:
    """A table of a game before its first deal."""
    rules = find_ruleset(name)
    start = GameStarted(name, SEATS[: rules.players_min], options=tuple(options.items()))
    return replay((Entry(1, 0.0, Source.RULE, start),)).state


def test_the_nine_is_exchanged_only_while_it_can_be() -> None:
    rules = find_ruleset("marriage66").with_options({"nine_exchange": True})
    open_ = (GameStarted("marriage66", ("A", "B"), options=(("nine_exchange", True),)), Dealt("B"))
    for card, may in (("KH", True), ("9H", False)):
        story = (*open_, TrumpShown(Card.parse(card)))
        log = tuple(Entry(seq, float(seq), Source.HUMAN, event) for seq, event in enumerate(story, 1))
        state = replay(log).state
        assert state.rules == rules
        assert words_of(state, "A") == {"marriage": True, "close": True, "exchange": may}
        assert not any(words_of(state, "B").values())


def test_a_reply_may_be_declared_by_who_lays_it() -> None:
    story = "deal by B\ntrump 9H\nA leads KS\n"
    log = [
        Entry(
            1, 0.0, Source.RULE, GameStarted("classic31", ("A", "B"), options=(("beat_intent", "declared"),))
        )
    ]
    log += [Entry(its.seq + 1, its.at_s + 1, its.source, its.event) for its in read_story(story)]
    state = replay(log).state
    assert [words_of(state, seat)["beat"] for seat in "AB"] == [False, True]


def test_the_umpire_and_the_table_are_told_the_words_of_all_seats(tmp_path: Path) -> None:
    with table(tmp_path, 2, "georgian3") as (umpire, seat, _):
        assert umpire.post(EVENTS, json={"type": "raise", "seat": "A"}).status_code == 200
        for eyes in ("umpire", "table"):
            says = umpire.get(f"/api/v1/view?as={eyes}").json()["says"]
            assert says["A"] == seat.get("/api/v1/view").json()["mine"]["words"]
            assert (says["A"]["accept"], says["B"]["accept"], says["B"]["refuse"]) == (False, True, True)
        assert "says" not in seat.get("/api/v1/view").json()
        assert umpire.post(EVENTS, json={"type": "accept", "seat": "B"}).status_code == 200
        assert umpire.get("/api/v1/view").json()["view"]["stake"]["value"] == 2


def test_marriage_is_said_by_a_phone(tmp_path: Path) -> None:
    with table(tmp_path, 2, "marriage66") as (umpire, seat, book):
        mine = seat.get("/api/v1/view").json()["mine"]["words"]
        assert mine == {"marriage": True, "close": True}
        assert seat.post(EVENTS, json={"type": "marriage", "seat": "A", "suit": "S"}).status_code == 200
        assert event_to_json(book.entries[-1].event) == {"type": "married", "seat": "A", "suit": "S"}
        assert seat.post(EVENTS, json={"type": "close", "seat": "A"}).status_code == 200
        assert seat.post(EVENTS, json={"type": "claim", "seat": "A"}).status_code == 403
        assert umpire.get("/api/v1/view").json()["says"]["A"]["close"] is False


def test_while_a_claim_waits_for_its_count_nobody_claims_or_raises() -> None:
    story = "game georgian3 A B\ndeal by B\ntrump JH\nA leads AS 10S\nB lays 2 down\nA takes\n"
    before = replay(read_story(story)).state
    assert (words_of(before, "A")["claim"], words_of(before, "A")["raise"]) == (True, 2)
    waiting = replay(read_story(story + "A claims\n")).state
    for seat in ("A", "B"):
        said = words_of(waiting, seat)
        assert (said["claim"], said["raise"], said["refuse"]) == (False, False, False)
