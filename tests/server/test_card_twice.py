"""No card lies twice or comes from another pack: such an entry is refused in one sentence, before a deal as in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.test_seats_words import EVENTS, refused, table

from bura.cards import Card
from bura.events import Lead

TWICE = {"type": "lead", "seat": "A", "cards": ["AS", "AS", "AS"]}
SAYS = {
    "en": "the card AS is there more than once",
    "ru": "карта AS указана больше одного раза",
    "uk": "карту AS вказано більше одного разу",
    "ka": "კარტი AS ერთზე მეტჯერ",
}


@pytest.mark.parametrize("acts", [0, 2])
@pytest.mark.parametrize("lang", SAYS)
def test_a_card_twice_is_refused(tmp_path: Path, acts: int, lang: str) -> None:
    with table(tmp_path, acts) as (umpire, _, book):
        before = book.entries
        target = len(before)
        wishes: list[dict[str, Any]] = [{"type": "enter", "event": TWICE}]
        if acts:
            wishes.append({"type": "amend", "target": target, "instead": [TWICE]})
        for wish in wishes:
            answer = umpire.post(EVENTS, json=wish, headers={"accept-language": lang})
            refused(answer, 422, "bad_request")
            assert SAYS[lang] in answer.json()["error"]["message"]
        assert book.entries == before


def test_cards_that_were_not_read_may_be_several(tmp_path: Path) -> None:
    with table(tmp_path, 2) as (umpire, _, _book):
        lead = {"type": "lead", "seat": "A", "cards": [None, None]}
        assert umpire.post(EVENTS, json={"type": "enter", "event": lead}).status_code == 200


FOREIGN = {
    "en": "the card 2S is not in the pack of 36",
    "ru": "карты 2S нет в колоде из 36 карт",
    "uk": "карти 2S немає в колоді з 36 карт",
    "ka": "კარტი 2S 36-კარტიან დასტაში არ არის",
}


@pytest.mark.parametrize("lang", FOREIGN)
@pytest.mark.parametrize(
    "event",
    [
        {"type": "lead", "seat": "A", "cards": ["2S"]},
        {"type": "reply", "seat": "B", "cards": ["AS", "2S"]},
        {"type": "trump_shown", "card": "2S"},
        {"type": "counted", "seat": "A", "cards": ["2S"]},
    ],
)
def test_a_card_that_is_not_in_the_pack_is_refused(tmp_path: Path, lang: str, event: dict[str, Any]) -> None:
    with table(tmp_path, 2) as (umpire, _, book):
        before = book.entries
        for wish in (
            {"type": "enter", "event": event},
            {"type": "amend", "target": len(before), "instead": [event]},
        ):
            answer = umpire.post(EVENTS, json=wish, headers={"accept-language": lang})
            refused(answer, 422, "bad_request")
            assert FOREIGN[lang] in answer.json()["error"]["message"]
        assert book.entries == before


def test_a_foreign_card_that_was_read_does_not_hinder_the_correction_of_another(tmp_path: Path) -> None:
    with table(tmp_path, 2) as (umpire, _, book):
        lead = Lead("A", (Card.parse("2S"), Card.parse("KS")))
        book.add(lead, book.last_at_s)
        target = len(book.entries)
        for cards, code in ((["2S", "QS"], 200), (["6S", "QS"], 200), (["3S", "QS"], 422)):
            instead = [{"type": "lead", "seat": "A", "cards": cards}]
            answer = umpire.post(EVENTS, json={"type": "amend", "target": target, "instead": instead})
            assert answer.status_code == code, (cards, answer.text)
