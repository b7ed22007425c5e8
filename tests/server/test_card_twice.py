"""No card lies twice: what a person enters is refused in one sentence, before a deal as in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.test_seats_words import EVENTS, refused, table

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
