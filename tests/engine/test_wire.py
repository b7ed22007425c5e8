"""Every text form reads back to the value it was written from, and what cannot be read is named."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine import strategies

from bura.cards import (
    CARDS,
    Card,
    Rank,
    Suit,
    cards_in,
    largest_points,
    mask_of,
    mask_points,
    pack,
    parse_cards,
    smallest_points,
)
from bura.errors import BuraError, LogError, ParseError
from bura.events import Event, Lead, event_from_json, event_to_json
from bura.log import Entry, LogWriter, Source, entry_to_line, read_log
from bura.notation import read_event, write_event
from bura.spoken import said_from_json
from bura.table import (
    Belief,
    CardsLaid,
    CardsTurned,
    DealBegan,
    PileSpread,
    Place,
    Said,
    TableEvent,
    TrumpSeen,
    Word,
    sure,
    table_event_from_json,
    table_event_to_json,
)
from bura.transcript import read_story, read_transcript

# --- cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.symbol) is card
    assert Card.parse(f" {str(card).lower()} ") is card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10♥", "10H"),
        ("Т♠", "AS"),  # Cyrillic ace
        ("ТП", "AS"),
        ("К Ч", "KH"),
        ("Д♦", "QD"),
        ("ВТ", "JC"),  # the second letter is clubs (трефы)
        ("КК", "KC"),
        ("10буб", "10D"),
        ("9 черв", "9H"),
        ("R♠", "KS"),
        ("D♠", "QS"),
        ("V♠", "JS"),
        ("BS", "JS"),
        ("1s", "AS"),
        ("T♣", "10C"),  # Latin T is the ten
    ],
)
def test_other_alphabets(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["", "H", "10", "11H", "AX", "KSS", "0S", "💥", "A S S"])
def test_what_is_no_card_is_named(text: str) -> None:
    with pytest.raises(ParseError, match="not a card"):
        Card.parse(text)


@given(st.text(max_size=6))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        card = Card.parse(text)
    except ParseError:
        return
    assert card in CARDS


@pytest.mark.parametrize(("size", "points"), [(20, 120), (24, 120), (32, 120), (36, 120), (52, 120)])
def test_every_pack_holds_120_points(size: int, points: int) -> None:
    cards = pack(size)
    assert len(set(cards)) == size
    assert sum(card.points for card in cards) == mask_points(mask_of(cards)) == points


def test_there_is_no_pack_of_35() -> None:
    with pytest.raises(ParseError, match="no pack of 35"):
        pack(35)


@given(st.sets(strategies.cards), st.integers(0, 8))
def test_masks_count_as_lists_do(cards: set[Card], count: int) -> None:
    mask = mask_of(cards)
    assert set(cards_in(mask)) == cards
    ordered = sorted(card.points for card in cards)
    assert mask_points(mask) == sum(ordered)
    assert smallest_points(mask, count) == sum(ordered[:count])
    assert largest_points(mask, count) == sum(ordered[::-1][:count])


def test_cards_are_compared_and_hashed_by_index() -> None:
    assert sorted(parse_cards("AS 2C KD")) == list(parse_cards("2C KD AS"))
    assert len({Card(Rank.ACE, Suit.SPADES), Card.parse("AS")}) == 1
    assert Card.parse("AS") != "AS"


# --- events ---------------------------------------------------------------------------------------------


@given(strategies.events)
def test_an_event_reads_back(event: Event) -> None:
    wire = json.loads(json.dumps(event_to_json(event)))
    assert event_from_json(wire) == event


@given(strategies.events)
def test_an_event_reads_back_from_its_line(event: Event) -> None:
    assert read_event(write_event(event)) == event


@given(st.text(max_size=30))
def test_no_line_breaks_the_notation(text: str) -> None:
    try:
        event = read_event(text)
    except ParseError:
        return
    assert read_event(write_event(event)) == event


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(
        ["lead", "drew", "amend", "game_started", "revealed", "ruled", "trump_shown", "nonsense"]
    ),
    st.dictionaries(
        st.sampled_from(["seat", "cards", "count", "target", "instead", "rules", "seats"]), json_values
    ),
)
def test_no_object_breaks_the_event_reader(name: str, fields: dict[str, object]) -> None:
    try:
        event = event_from_json({"type": name, **fields})
    except ParseError:
        return
    assert event_from_json(event_to_json(event)) == event


@pytest.mark.parametrize(
    ("wire", "message"),
    [
        (None, "not an event"),
        ({"type": "dance"}, "not an event type"),
        ({"type": ["lead"]}, "not an event type"),
        ({"type": "lead"}, "needs 'seat'"),
        ({"type": "lead", "seat": 3}, "'seat' of a lead event"),
        ({"type": "lead", "seat": "A", "colour": 1}, "no field 'colour'"),
        ({"type": "lead", "seat": "A", "cards": "KS"}, "not a list of cards"),
        ({"type": "lead", "seat": "A", "cards": [7]}, "not a card"),
        ({"type": "drew", "seat": "A", "count": -1}, "not a number of cards"),
        ({"type": "drew", "seat": "A", "count": True}, "not a whole number"),
        ({"type": "ruled", "target": 1, "enforce": "yes"}, "not true or false"),
        ({"type": "revealed", "seat": "A", "place": "pocket"}, "not a place"),
        ({"type": "amend", "target": 1, "instead": 5}, "must be a list of events"),
        ({"type": "amend", "target": 1, "instead": [{"type": "amend", "target": 1}]}, "another amendment"),
        ({"type": "game_started", "rules": "x", "seats": "AB"}, "not a list of seats"),
        ({"type": "game_started", "rules": "x", "seats": [], "options": []}, "not an object"),
    ],
)
def test_what_is_no_event_is_named(wire: object, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        event_from_json(wire)


def test_the_wire_forms_that_others_rely_on() -> None:
    assert event_to_json(Lead("A", parse_cards("KS 10S"))) == {
        "type": "lead",
        "seat": "A",
        "cards": ["KS", "10S"],
    }
    forms = {
        "B lays 10S 1 down": {"type": "reply", "seat": "B", "cards": ["10S"], "face_down": 1},
        "B lays 10S": {"type": "reply", "seat": "B", "cards": ["10S"], "face_down": 0},
        "A draws": {"type": "drew", "seat": "A", "count": 1},
        "A takes": {"type": "took", "seat": "A"},
        "A claims": {"type": "claimed", "seat": "A"},
        "trump ?": {"type": "trump_shown", "card": None},
        "amend 4: nothing": {"type": "amend", "target": 4, "instead": []},
        "amend 4: undo": {"type": "amend", "target": 4, "instead": None},
    }
    for line, wire in forms.items():
        assert event_to_json(read_event(line)) == wire


# --- table events ---------------------------------------------------------------------------------------

TABLE_EVENTS: list[TableEvent] = [
    DealBegan(rules="classic31", seats=("A", "B"), dealer="B", at_s=1.5),
    DealBegan(),
    TrumpSeen(Belief.sure(Card.parse("9H")), confidence=0.5),
    CardsLaid(None, sure("KS 10S"), 1, at_s=3, evidence="stills/3.jpg"),
    CardsLaid("A", (Belief(((Card.parse("KS"), 0.75), (Card.parse("KC"), 0.25))), Belief())),
    CardsTurned("A", sure("6C"), Place.PILE, "B"),
    Said("A", Word.STOP, sure("6H 7H 8H"), combination="bura"),
    Said("A", Word.RAISE, number=3),
    PileSpread("B", sure("KS"), unread=2),
]


@pytest.mark.parametrize("event", TABLE_EVENTS, ids=repr)
def test_a_table_event_reads_back(event: TableEvent) -> None:
    assert table_event_from_json(json.loads(json.dumps(table_event_to_json(event)))) == event


@pytest.mark.parametrize(
    ("wire", "message"),
    [
        ([], "not a table event"),
        ({"see": "ufo"}, "not a table event"),
        ({"see": "cards_drawn", "seat": "A", "speed": 1}, "no field 'speed'"),
        ({"see": "cards_drawn"}, "incomplete"),
        ({"see": "cards_drawn", "seat": 1}, "cannot be 1"),
        ({"see": "cards_laid", "seat": "A", "cards": "KS"}, "must be a list of beliefs"),
        ({"see": "cards_laid", "seat": "A", "cards": [[["KS"]]]}, "not a belief"),
        ({"see": "said", "seat": "A", "word": "hello"}, "must be one of"),
        ({"see": "deal_began", "seats": [1]}, "list of seat letters"),
    ],
)
def test_what_is_no_table_event_is_named(wire: object, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        table_event_from_json(wire)


def test_beliefs_are_ranked() -> None:
    belief = Belief.of({Card.parse("KC"): 0.2, Card.parse("KS"): 0.7, Card.parse("AD"): 0.2})
    assert [str(card) for card, _ in belief.ranked] == ["KS", "KC", "AD"]
    assert (belief.best, belief.confidence) == (Card.parse("KS"), 0.7)
    assert (Belief().best, Belief().confidence) == (None, 0.0)
    assert Belief.from_json("KS") == Belief.sure(Card.parse("KS"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"at_s": 61.0, "seat": "A", "say": "claim"}, Said("A", Word.CLAIM, at_s=61.0)),
        ({"at_s": 1, "seat": "B", "say": "raise", "number": 2}, Said("B", Word.RAISE, number=2, at_s=1)),
        (
            {"at_s": 1, "seat": "B", "say": "stop", "combination": "bura", "cards": ["6H"]},
            Said("B", Word.STOP, sure("6H"), combination="bura", at_s=1),
        ),
    ],
)
def test_a_spoken_line_is_read(line: object, said: Said) -> None:
    assert said_from_json(line) == said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("claim", "not a spoken word"),
        ({"seat": "A", "say": "claim"}, "needs at_s"),
        ({"at_s": 1, "say": "claim"}, "needs the seat"),
        ({"at_s": 1, "seat": "A", "say": "hm"}, "no word of the game"),
        ({"at_s": 1, "seat": "A", "say": "raise", "number": "two"}, "not a number"),
        ({"at_s": 1, "seat": "A", "say": "stop", "cards": "6H"}, "not a list of cards"),
        ({"at_s": 1, "seat": "A", "say": "stop", "combination": 7}, "cannot be the combination"),
    ],
)
def test_what_is_no_spoken_line_is_named(line: object, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        said_from_json(line)


# --- the log --------------------------------------------------------------------------------------------


@given(strategies.entries)
def test_an_entry_reads_back(entry: Entry) -> None:
    assert Entry.from_json(json.loads(entry_to_line(entry))) == entry


STORY = read_story("game classic31 A B\ndeal by B\ntrump 9H\nA leads KS\nB lays 10S\nB takes")


def written(path: Path) -> Path:
    """A log of six entries."""
    with LogWriter(path) as writer:
        writer.append(*STORY)
    return path


def test_a_log_reads_back(tmp_path: Path) -> None:
    path = written(tmp_path / "table.jsonl")
    loaded = read_log(path)
    assert loaded.entries == STORY
    assert loaded.problem is None


def test_a_torn_last_line_is_dropped_and_cut_off_before_the_next(tmp_path: Path) -> None:
    """At whatever byte the machine died, the entries before are whole and writing goes on."""
    whole = written(tmp_path / "whole.jsonl").read_bytes()
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(start + 1, len(whole)):
        path = tmp_path / "torn.jsonl"
        path.write_bytes(whole[:cut])
        loaded = read_log(path)
        complete = cut == len(whole) - 1  # only the line's end is missing
        assert loaded.entries == (STORY if complete else STORY[:5])
        assert complete or (loaded.problem is not None and "torn" in loaded.problem)
        assert path.read_bytes() == whole[:cut], "reading must not change the file"
        with LogWriter(path) as writer:
            writer.append(*STORY[len(loaded.entries) :])
        assert read_log(path).entries == STORY
    kept = (tmp_path / "torn.jsonl.torn").read_bytes().splitlines()
    assert kept == [whole[start:cut] for cut in range(start + 1, len(whole) - 1)], "nothing is lost"


def test_a_log_that_died_in_its_first_entry_is_begun_again(tmp_path: Path) -> None:
    first = written(tmp_path / "whole.jsonl").read_bytes().splitlines()[0]
    for cut in range(1, len(first)):
        path = tmp_path / "torn.jsonl"
        path.write_bytes(first[:cut])
        with LogWriter(path) as writer:
            writer.append(*STORY)
        assert read_log(path).entries == STORY


@pytest.mark.parametrize(
    "content",
    [b"my diary", b"my diary\n", b'{"v":3.5,"mine":true}', b'{"a":1', b"[1,2]\n", b"\xff\xfe", b"\n\nmine"],
)
def test_a_file_that_is_no_log_is_never_cut(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(LogError, match=r"is not a Bura log .*untouched"):
        LogWriter(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_log_is_a_plain_file(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="is a folder"):
        LogWriter(tmp_path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(LogError, match="not a plain file"):
        LogWriter(pipe)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{}\n", "is broken"),
        (b"\xff\xfe\n", "is broken"),
        (b"not json\n", "it is not JSON"),
        (b'{"v":1,"seq":9,"at_s":1,"source":"human","event":{"type":"resumed"}}\n', "seq 9 where 4 is due"),
        (b'{"v":2,"seq":4,"at_s":1,"source":"human","event":{"type":"levitated"}}\n', "version 2 of the log"),
        (b'{"v":1,"seq":4,"at_s":1,"source":"ghost","event":{"type":"resumed"}}\n', "not a source"),
        (b'{"v":1,"seq":4,"at_s":"1","source":"human","event":{"type":"resumed"}}\n', "not a time"),
    ],
)
def test_a_log_that_cannot_be_continued_is_refused_untouched(
    tmp_path: Path, line: bytes, message: str
) -> None:
    lines = written(tmp_path / "table.jsonl").read_bytes().splitlines(keepends=True)
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b"".join([*lines[:3], line, *lines[4:]]))
    before = path.read_bytes()
    with pytest.raises(LogError, match=message):
        read_log(path)
    with pytest.raises(LogError):
        LogWriter(path)
    assert path.read_bytes() == before


def test_a_newer_version_in_the_last_line_is_not_taken_for_a_torn_one(tmp_path: Path) -> None:
    path = written(tmp_path / "table.jsonl")
    with path.open("ab") as file:
        file.write(b'{"v":3,"seq":7,"at_s":1,"source":"human","event":{"type":"new"}}\n')
    with pytest.raises(LogError, match="version 3"):
        read_log(path)


def test_entries_must_follow_each_other(tmp_path: Path) -> None:
    with LogWriter(tmp_path / "a.jsonl") as writer, pytest.raises(LogError, match="cannot follow"):
        writer.append(Entry(2, 0.0, Source.HUMAN, read_event("resumed")))


def test_no_file_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        read_log(tmp_path / "none.jsonl")
    with pytest.raises(LogError, match="cannot be written"):
        LogWriter(tmp_path / "no" / "folder.jsonl")


@given(st.binary(max_size=60))
def test_no_bytes_break_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("log") / "x.jsonl"
    path.write_bytes(data)
    try:
        read_log(path)
    except BuraError:
        return


# --- transcripts ----------------------------------------------------------------------------------------


@given(st.text(max_size=40))
def test_no_text_breaks_the_transcript_reader(text: str) -> None:
    try:
        read_transcript(text)
    except BuraError:
        return


def test_a_transcript_names_its_bad_line() -> None:
    with pytest.raises(ParseError, match="line 2"):
        read_transcript("   1 0 human  deal\n   nonsense\n")
    with pytest.raises(LogError, match="number 3 where 2 is due"):
        read_transcript("   1 0 human  deal\n   3 0 human  deal\n")
    with pytest.raises(ParseError, match="'A jumps' cannot be read"):
        read_story("A jumps")
