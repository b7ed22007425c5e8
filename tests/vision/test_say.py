"""Spoken words: reading the side file, and telling them in the right place."""

from __future__ import annotations

from pathlib import Path

import pytest

from bura.errors import ParseError
from bura.table import CardsLaid, CardsTaken, Said, TableEvent, Word
from bura_vision.pipeline import ActJoiner
from bura_vision.say import SpokenQueue, read_spoken


def claim(at_s: float) -> Said:
    """A claims."""
    return Said(at_s=at_s, seat="A", word=Word.CLAIM)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("hello", "line 1", id="no-json"),
        pytest.param('{"seat": "A", "say": "claim"}', "no 'at_s'", id="no-time"),
        pytest.param('{"at_s": "one", "seat": "A", "say": "claim"}', "time in seconds", id="time-is-text"),
        pytest.param('{"at_s": -1, "seat": "A", "say": "claim"}', "time in seconds", id="before-the-start"),
        pytest.param('{"at_s": 1, "seat": "Z", "say": "claim"}', "the seat must be", id="unknown-seat"),
        pytest.param('{"at_s": 1, "seat": "A", "say": "shout"}', "the word must be", id="unknown-word"),
        pytest.param('{"at_s": 1, "seat": "A", "say": "stop", "cards": ["1X"]}', "1X", id="unknown-card"),
        pytest.param(
            '{"at_s": 1, "seat": "A", "say": "raise", "number": 1.5}', "whole number", id="half-a-stake"
        ),
        pytest.param("[1, 2]", "no JSON object", id="a-list"),
    ],
)
def test_lines_that_cannot_be_read_are_named(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "say.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(ParseError, match=words):
        read_spoken(path)


def test_a_file_of_words_is_read(tmp_path: Path) -> None:
    path = tmp_path / "say.jsonl"
    path.write_text('\n{"at_s": 2, "seat": "B", "say": "stop", "cards": ["QH", "KH"]}\n', encoding="utf-8")
    (said,) = read_spoken(path)
    assert (said.at_s, said.seat, said.word) == (2.0, "B", Word.STOP)
    assert [str(belief.best) for belief in said.cards] == ["QH", "KH"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"none\.jsonl"):
        read_spoken(tmp_path / "none.jsonl")


def test_a_word_waits_for_the_act_that_was_complete_before_it() -> None:
    queue = SpokenQueue([claim(10.0)])
    assert queue.merge([], 10.2) == ()
    took = CardsTaken(seat="A", at_s=9.8)
    assert queue.merge([took], 10.4) == (took,)
    assert [event.at_s for event in queue.merge([], 11.1)] == [10.0]


def test_a_word_comes_before_the_act_that_came_after_it() -> None:
    queue = SpokenQueue([claim(10.0)])
    laid = CardsLaid(seat="A", at_s=10.3)
    assert [type(event) for event in queue.merge([laid], 10.7)] == [Said, CardsLaid]


def test_a_word_waits_for_what_is_under_way_but_not_for_ever() -> None:
    queue = SpokenQueue([claim(10.0)])
    assert queue.merge([], 12.0, pending_s=9.5) == ()
    assert queue.merge([], 15.1, pending_s=9.5) == (claim(10.0),)


def test_what_is_left_is_told_at_the_end() -> None:
    queue = SpokenQueue([claim(10.0), claim(9.0)])
    assert [said.at_s for said in queue.rest()] == [9.0, 10.0]


def joined(events: list[TableEvent]) -> list[TableEvent]:
    """Through a joiner, one by one."""
    joiner = ActJoiner()
    out = [event for event in events for event in joiner.join([event])]
    return [*out, *joiner.rest()]


def test_cards_laid_one_by_one_are_one_act_in_a_transcript() -> None:
    parts: list[TableEvent] = [
        CardsLaid(seat="A", at_s=1.0, face_down=1),
        CardsLaid(seat="A", at_s=2.0, face_down=1),
        CardsLaid(seat="B", at_s=3.0, face_down=1),
        CardsTaken(seat="A", at_s=4.0),
        CardsLaid(seat="A", at_s=5.0, face_down=1),
    ]
    result = joined(parts)
    assert [event.NAME for event in result] == ["cards_laid", "cards_laid", "cards_taken", "cards_laid"]
    first = result[0]
    assert isinstance(first, CardsLaid)
    assert (first.face_down, first.at_s) == (2, 2.0)
