"""What is said fits what happened: each kind of act in four languages, and pages that say what is refereed."""

from __future__ import annotations

import pytest

from bura.replay import replay
from bura.rulebook_page import page_text, rules_page
from bura.rules import find_ruleset
from bura.table import SEATS
from bura.texts import LANGUAGES, sentence
from bura.transcript import read_story

CLOSED = "game marriage66 A B\ndeal by B\ntrump 9H\nA closes\nA leads AS\nB lays 9S\nA takes\nA draws"
TRUMPED = "game marriage66_3p A B C\ndeal by C\ntrump 9H\n"
TRUMPED += "A leads AS\nB lays 9D\nC lays KS\nA takes\nA leads KH\nB lays JH"
FOLLOWED = TRUMPED.replace("JH", "10S")
PARTNER = "game pairs5 A B C D\ndeal by D\ntrump 9H\nA raises to 2\nC accepts"
NOBODY = "game pairs5 A B C D\ndeal by D\ntrump 9H\nC accepts"
SHORT = "game classic31 A B\ndeal by B\ntrump 9H\nA leads KS QS\nB lays 2 down\nA takes\nA counts KS QS 7C"
MISSING = SHORT.replace("KS QS 7C", "KS 7C 8C 9C")
COUNTS = 'game classic31 A B {"options": {"lead_counts": [1, 3]}}\ndeal by B\ntrump 9H\nA leads KS QS\nB lays 2 down'
PEEK = "game classic31 A B\ndeal by B\ntrump 9H\n"
PEEK += "A leads AS 10S\nB lays 2 down\nA takes\nA turns QC in pile\nenforce 7\nA counts AS 10S QC JD"


def said(story: str, lang: str = "en") -> str:
    told = replay(read_story(story))
    verdicts = [verdict for step in told.steps for verdict in step.verdicts]
    return sentence(verdicts[-1], {}, lang)


@pytest.mark.parametrize(
    ("story", "text"),
    [
        (CLOSED, "A drew, but the stock is closed: nobody draws any more."),
        (TRUMPED, "B laid 9♦ on A♠, but shows J♥: he had to trump."),
        (FOLLOWED, "B laid 9♦ on A♠, but shows 10♠: he could have followed."),
        (PARTNER, "C has no raise to answer: his own side raised, the other side answers."),
        (NOBODY, "C has no raise to answer: nothing was raised."),
        (SHORT, "The pile of A has 3 cards, the record 4."),
        (MISSING, "The pile of A has 4 cards, the record 4. Not found: Q♠"),
        (COUNTS, "Cards led by A: 2; allowed: 1, 3."),
        (PEEK, "A turned cards, which is a claim: 26 points; it takes 31, and the right time."),
    ],
)
def test_the_sentence_fits_the_act(story: str, text: str) -> None:
    assert said(story) == text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_acts_that_differ_are_said_differently_in_every_language(lang: str) -> None:
    assert said(TRUMPED, lang).replace("J♥", "10♠") != said(FOLLOWED, lang)
    assert said(PARTNER, lang) != said(NOBODY, lang)
    for story in (CLOSED, TRUMPED, PARTNER, SHORT, COUNTS, PEEK):
        text = said(story, lang)
        assert text.endswith("."), text
        assert not set(text) & set("…{"), text
        assert (said(story, "en") == text) == (lang == "en")
    assert "1, 3" in said(COUNTS, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_what_the_referee_does(lang: str) -> None:
    leave = rules_page(find_ruleset("leave31"), lang)
    told = {line.option for section in leave.sections for line in section.lines}
    assert "bura_in_leave31" in told
    assert "bura_effect" not in told
    # where nobody may claim, a claim by turned cards is at the wrong time and lost
    played_out = find_ruleset("five_card_000")
    strict = played_out.with_options({"peek_discards": "deal_lost", "look_own_pile": "deal_lost"})
    for name in ("peek_discards", "look_own_pile"):
        lines = [
            {line.option: line.text for section in rules_page(rules, lang).sections for line in section.lines}
            for rules in (played_out, strict)
        ]
        assert lines[0][name] == lines[1][name]
    assert f"2–{len(SEATS)}" in page_text(rules_page(find_ruleset("macao"), lang))


@pytest.mark.parametrize("act", ["A turns in pile", "A turns QC in discard of B"])
def test_where_nobody_may_claim_a_peek_loses(act: str) -> None:
    story = f"game five_card_000 A B\ndeal by B\ntrump 9H\nA leads AS 10S\nB lays 2 down\nA takes\n{act}\ncollected"
    result = replay(read_story(story)).outcome
    assert result is not None
    assert result.losers == ("A",)
