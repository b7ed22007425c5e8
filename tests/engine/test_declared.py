"""`beat_intent` [X09]: an open covering reply beats by itself, or only by what its player says of it."""

from __future__ import annotations

import pytest

from bura.errors import ParseError
from bura.events import Declared, event_from_json, event_to_json
from bura.infractions import Rule
from bura.notation import read_event, write_event
from bura.position import Standing
from bura.referee import Referee
from bura.replay import Replay, replay
from bura.rules import find_ruleset
from bura.spoken import said_from_json
from bura.table import Belief, CardsLaid, CardsTaken, DealBegan, Said, TrumpSeen, Word, sure
from bura.texts import LANGUAGES, sentence
from bura.transcript import read_story

BEGIN = {
    "declared": 'game classic31 A B C {"options": {"beat_intent": "declared"}}\ndeal by C\ntrump 9H\n',
    "auto": "game classic31 A B C\ndeal by C\ntrump 9H\n",
}


def tell(intent: str, story: str) -> Replay:
    return replay(read_story(BEGIN[intent] + story))


def fouls(told: Replay) -> list[str]:
    return [
        f"{step.entry.seq}: {verdict.rule} {verdict.seat} {verdict.fact('why') or verdict.fact('what') or ''}".strip()
        for step in told.steps
        for verdict in step.verdicts
        if verdict.status.value != "legal"
    ]


#: what it shows, the story after the trump, (standing of B's reply, taker of the trick) under declared and auto, fouls
#: under declared
TABLE = [
    ("nothing is said", "A leads KS\nB lays AS", ("unknown", None), ("beats", 1), []),
    ("said after laying", "A leads KS\nB lays AS\nB declares beat", ("beats", 1), ("beats", 1), []),
    ("said before laying", "A leads KS\nB declares beat\nB lays AS", ("beats", 1), ("beats", 1), []),
    ("given aloud", "A leads KS\nB lays AS\nB declares give", ("given", 0), ("beats", 1), []),
    ("given aloud before laying", "A leads KS\nB declares give\nB lays AS", ("given", 0), ("beats", 1), []),
    (
        "the later word holds",
        "A leads KS\nB declares give\nB declares beat\nB lays AS",
        ("beats", 1),
        ("beats", 1),
        [],
    ),
    (
        "a card that does not beat, said to beat",
        "A leads KS\nB lays QS\nB declares beat",
        ("given", 0),
        ("given", 0),
        ["6: bad_declaration B not_beaten"],
    ),
    (
        "the same, said before",
        "A leads KS\nB declares beat\nB lays QS",
        ("given", 0),
        ("given", 0),
        ["6: bad_declaration B not_beaten"],
    ),
    (
        "face down, said to beat",
        "A leads KS\nB declares beat\nB lays 1 down",
        ("given", 0),
        ("given", 0),
        ["6: bad_declaration B not_beaten"],
    ),
    (
        "two cards laid one by one",
        "A leads 6S AS\nB declares beat\nB lays 7S\nB lays 6H",
        ("beats", 1),
        ("beats", 1),
        [],
    ),
    (
        "said when the next has laid: too late",
        "A leads KS\nB lays AS\nC lays 6C\nB declares beat",
        ("unknown", None),
        ("beats", 1),
        ["7: bad_declaration B declared_late"],
    ),
]


@pytest.mark.parametrize(
    ("shows", "story", "declared", "auto", "wrong"), TABLE, ids=[row[0] for row in TABLE]
)
def test_what_beats_under_both_values(
    shows: str,
    story: str,
    declared: tuple[str, int | None],
    auto: tuple[str, int | None],
    wrong: list[str],
) -> None:
    for intent, expected in (("declared", declared), ("auto", auto)):
        trick = tell(intent, story).state.trick
        assert trick is not None
        assert (trick.plays[1].standing.value, trick.taker) == expected, (shows, intent)
    assert fouls(tell("declared", story)) == wrong
    assert fouls(tell("auto", story)) == []


def test_who_gathers_a_trick_of_which_nobody_spoke_takes_it() -> None:
    for taker in "AB":
        told = tell("declared", f"A leads KS\nB lays AS\nC lays 6C\n{taker} takes")
        assert told.state.taker == "AB".index(taker)
        assert fouls(told) == []


def test_who_takes_against_the_word_takes_the_wrong_pile() -> None:
    told = tell("declared", "A leads KS\nB lays AS\nB declares give\nC lays 6C\nB takes")
    assert [alert.verdict.rule for alert in told.alerts] == [Rule.WRONG_PILE]
    assert told.state.taker == 0


def test_the_next_player_must_beat_what_was_declared() -> None:
    story = "A leads KS\nB lays AS\nB declares {}\nC lays 10S\nC declares beat"
    given = tell("declared", story.format("give")).state.trick
    beaten = tell("declared", story.format("beat")).state.trick
    assert given is not None
    assert beaten is not None
    assert (given.taker, beaten.taker) == (2, 1)
    assert fouls(tell("declared", story.format("beat"))) == ["8: bad_declaration C not_beaten"]


def test_a_word_that_fits_nowhere_is_told() -> None:
    assert fouls(tell("declared", "A declares beat")) == ["4: unplaced_act A declared"]
    assert fouls(tell("declared", "A leads KS\nA declares beat")) == ["5: unplaced_act A declared"]


def test_the_word_of_a_trick_does_not_reach_the_next() -> None:
    told = tell(
        "declared",
        "A leads KS\nC declares beat\nB lays 6C\nC lays 7C\nA takes\nA draws\nB draws\nC draws\n"
        "A leads 6D\nB lays 7C\nC lays 7D",
    )
    assert told.state.trick is not None
    assert told.state.trick.plays[2].standing is Standing.UNKNOWN


@pytest.mark.parametrize(("word", "beats"), [(Word.BEAT, True), (Word.GIVE, False)])
def test_spoken_at_the_table(word: Word, beats: bool) -> None:
    rules = find_ruleset("classic31").with_options({"beat_intent": "declared"})
    referee = Referee(rules, ("A", "B"), dealer="B")
    for event in (
        DealBegan(),
        TrumpSeen(Belief.sure(read_event("trump 9H").card)),  # type: ignore[attr-defined]
        CardsLaid("A", sure("KS")),
        CardsLaid("B", sure("AS")),
    ):
        referee.feed(event)
    entries = referee.feed(Said("B", word))
    assert [entry.event for entry in entries] == [Declared("B", beats)]
    assert referee.state.trick is not None
    assert referee.state.trick.taker == (1 if beats else 0)
    referee.feed(CardsTaken("B" if beats else "A"))
    assert referee.replay.alerts == ()


def test_side_file_notation_and_wire() -> None:
    assert said_from_json({"at_s": 1, "seat": "B", "say": "give"}).word is Word.GIVE
    for event, line in ((Declared("B"), "B declares beat"), (Declared("B", False), "B declares give")):
        assert write_event(event) == line
        assert read_event(line) == event
        assert event_from_json(event_to_json(event)) == event
    with pytest.raises(ParseError, match="beat or give"):
        read_event("B declares")
    with pytest.raises(ParseError, match="true or false"):
        event_from_json({"type": "declared", "seat": "B", "beats": 1})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_says_why(lang: str) -> None:
    early = tell("declared", "A leads KS\nB lays QS\nB declares beat").alerts[-1].verdict
    late = tell("declared", "A leads KS\nB lays AS\nC lays 6C\nB declares beat").alerts[-1].verdict
    texts = {sentence(verdict, {"B": "Oleg"}, lang) for verdict in (early, late)}
    assert len(texts) == 2
    assert all("Oleg" in text and "…" not in text and "_" not in text for text in texts)
