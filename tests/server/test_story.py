"""The transcript of the history is a text that a person likes to read, in his language and in no other."""

from __future__ import annotations

import re
from random import Random

import pytest

from bura.cards import Card
from bura.events import (
    EVENT_TYPES,
    Acknowledged,
    Amend,
    DealOver,
    Dealt,
    Event,
    GameStarted,
    Lead,
    Missed,
    Ruled,
    Stopped,
    TrumpShown,
)
from bura.log import Entry, Source
from bura.randomplay import Style, play_deal
from bura.replay import replay
from bura.rules import find_ruleset
from bura.transcript import read_story
from bura_server.history.story import _Teller, clock, story
from bura_server.history.story_words import STORY
from bura_server.settings import LANGUAGES

NAMES = (("A", "①"), ("B", "②"))
"""names in no language's letters"""
CARD = re.compile(r"\b(?:10|[2-9AKQJ])[♠♥♦♣]")
CYRILLIC, GEORGIAN, LATIN = "а-яёА-ЯЁіїєґІЇЄҐ", "ა-ჿ", "a-zA-Z"
FOREIGN = {
    "en": f"[{CYRILLIC}{GEORGIAN}]",
    "ru": f"[{LATIN}{GEORGIAN}іїєґІЇЄҐ]",
    "uk": f"[{LATIN}{GEORGIAN}ыэъёЫЭЪЁ]",
    "ka": f"[{LATIN}{CYRILLIC}]",
}
CODES = re.compile(r"[a-z]_[a-z]|[{}\"]|\d\.\d|e-0|\b(?:human|vision)\b|\bseat\b")


def log_of(events: list[Event], amends: tuple[Amend, ...] = ()) -> tuple[Entry, ...]:
    told = [
        Entry(seq, (seq - 1) * 4.747002094518393, Source.HUMAN, event) for seq, event in enumerate(events, 1)
    ]
    last = len(told)
    return (
        *told,
        *(Entry(last + n, told[-1].at_s, Source.HUMAN, amend) for n, amend in enumerate(amends, 1)),
    )


def evening(name: str, seed: int) -> tuple[Entry, ...]:
    """Deals with fouls, claims and raises, some entries corrected."""
    rules, chance = find_ruleset(name), Random(seed)
    seats = ("A", "B")
    events: list[Event] = [GameStarted(name, seats, names=NAMES)]
    for _ in range(3):
        deal = play_deal(rules, seats, chance, style=Style(bluff=0.5, stop=0.5))
        events += [Dealt(deal.dealer), TrumpShown(deal.trump), *(act.event for act in deal.acts), DealOver()]
    leads = [seq for seq, event in enumerate(events, 1) if isinstance(event, Lead)]
    events += [Dealt("A"), Missed("took"), Stopped("A", "bura"), Ruled(leads[0]), Acknowledged(1)]
    return log_of(
        events,
        (
            Amend(leads[0], (Lead("B", (Card.parse("AS"), None), 1),), "table", "missed"),
            Amend(leads[1], (), "table", "undo"),
            Amend(leads[2], (), "table", ""),
            Amend(leads[2], None, "table", "undo"),
        ),
    )


MARRIAGE = "game marriage66 A B\ndeal by B\ntrump 9H\nA marries S\nA leads QS\nB lays AS\nB takes\nB draws\nA closes\n"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["classic31", "georgian3", "marriage66"])
def test_no_other_language_and_no_codes(name: str, lang: str) -> None:
    for seed in range(4):
        if name == "marriage66":
            events = [entry.event for entry in read_story(MARRIAGE)]
            log = log_of([GameStarted(name, ("A", "B"), names=NAMES), *events[1:]])
        else:
            log = evening(name, seed)
        text = story(log, replay(log), lang)
        bare = CARD.sub("", text)
        assert not re.findall(f".*{FOREIGN[lang]}.*", bare), text
        assert not CODES.findall(bare), text
        for line in text.splitlines():
            assert re.match(r"$|\S| {9}\S|[ \d]{4}:\d\d  \S|[ \d]{5}:\d\d  \S", line), repr(line)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_has_its_words(lang: str) -> None:
    assert STORY[lang].keys() == STORY["en"].keys()
    log = log_of([GameStarted("classic31", ("A", "B"), names=NAMES)])
    teller = _Teller(log, replay(log), lang)
    silent = {"game_started", "dealt", "acknowledged", "amend"}
    for name, kind in EVENT_TYPES.items():
        needs = {"target": 1, "what": "took", "seat": "A", "card": None, "rules": "", "seats": ()}
        event = kind(**{field: value for field, value in needs.items() if field in kind.__dataclass_fields__})  # type: ignore[attr-defined]
        said = teller._event(event)
        assert bool(said) != (name in silent), name
        assert not re.search(FOREIGN[lang], said), said


def test_a_deal_reads_well() -> None:
    cards = (
        "deal by B\ntrump 9H\nA leads KS 10S\nB lays 2 down\nA takes\nA draws\nB draws\nA draws\nB draws\n"
    )
    cards += "A claims\nA counts QS 10S AH 10H\n"
    events = [entry.event for entry in read_story("game classic31 A B\n" + cards)]
    events[0] = GameStarted("classic31", ("A", "B"), names=(("A", "Ann"), ("B", "Boris")))
    log = log_of(events, (Amend(4, (Lead("A", (Card.parse("QS"), Card.parse("10S"))),)),))
    assert story(log, replay(log), "en").splitlines() == [
        "Classic Bura, to 31",
        "Players: Ann, Boris",
        "",
        "Deal 1, dealt by Boris",
        "   0:09  The trump: 9♥",
        "   0:14  Ann leads: Q♠ 10♠",
        "         ✎ corrected; first told: Ann leads: K♠ 10♠",
        "   0:18  Boris replies: face down: 2",
        "   0:23  Ann takes the trick",
        "   0:28  Ann draws: 1",
        "   0:33  Boris draws: 1",
        "   0:37  Ann draws: 1",
        "   0:42  Boris draws: 1",
        "   0:47  Ann claims 31",
        "         ? Ann claims: 13 seen and 2 face down make 13 to 35; turn the pile and count to 31.",
        "   0:52  The pile of Ann is counted: Q♠ 10♠ A♥ 10♥",
        "         · Ann's claim is true: 34 points, 31 are needed.",
        "         ★ Ann wins the deal by a true claim (Ann 34, Boris 0), stake 1.",
    ]


def test_times_are_minutes_and_seconds() -> None:
    assert [clock(at) for at in (-1.0, 4.747002094518393e-06, 59.999, 61.0, 4530.0)] == [
        "0:00",
        "0:00",
        "0:59",
        "1:01",
        "75:30",
    ]
