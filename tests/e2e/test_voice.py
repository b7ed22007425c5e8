"""What is said: only what is new, the grave first, and in which tune. The page's own module is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def page(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with serving(SERVER, "--data", str(tmp_path_factory.mktemp("data"))) as (address, _):
        page = chrome.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/setup?lang=en")
        page.evaluate(
            "(async () => { const words = await import('/static/js/i18n.js'); words.wordsOf('voice');"
            " await words.speak('en'); const voice = await import('/static/js/voice.js');"
            " window.newsOf = (before, now, told) =>"
            " voice.newsOf(before, now, new Set(told.flatMap(voice.standingOf))); })()"
        )
        yield page


def table(*events: dict[str, Any], **view: Any) -> dict[str, Any]:
    """What a page follows after some events; each row is an event, or a row where it has `event`."""
    rows = [row if "event" in row else {"event": row} for row in events]
    seats = {
        "A": {"name": "Ann", "points": {"lo": 12, "hi": 12}},
        "B": {"name": "Boris", "points": {"lo": 3, "hi": 9}},
    }
    return {
        "seq": len(rows),
        "entries": [{"seq": n, **row} for n, row in enumerate(rows, start=1)],
        "view": {"seats": seats, "alerts": [], "claim": None, "result": None, **view},
        "table": {"threshold": 31},
    }


def news(page: Page, before: Any, now: Any, *stood: Any) -> list[tuple[str, str, bool]]:
    told = page.evaluate(f"newsOf({json.dumps(before)}, {json.dumps(now)}, {json.dumps(stood)})")
    return [(one["kind"], one["text"], one["grave"]) for one in told]


LEAD = {"type": "lead", "seat": "A", "cards": ["KS"]}
TOOK = {"type": "took", "seat": "A"}
ALERT = {"seq": 2, "rule": "extra_card", "text": "Boris drew a card too many"}


def test_the_first_sight_and_the_same_sight_are_no_news(page: Page) -> None:
    now = table(LEAD, TOOK, alerts=[ALERT])
    assert news(page, None, now) == []
    assert news(page, now, now) == []
    # a card that is laid can be seen: it is not said
    assert news(page, table(), table(LEAD)) == []


def test_a_trick_is_said_once(page: Page) -> None:
    before, now, later = table(LEAD), table(LEAD, TOOK), table(LEAD, TOOK, LEAD)
    assert news(page, before, now) == [("took", "Ann takes the trick", False)]
    assert news(page, now, later) == []


def test_a_correction_says_the_card_and_the_points_and_nothing_else(page: Page) -> None:
    row = {"event": LEAD, "corrected": True, "now": [{**LEAD, "cards": ["10H"]}]}
    amend = {"type": "amend", "target": 1, "instead": []}
    [(kind, text, grave)] = news(page, table(LEAD), table(row, amend))
    assert (kind, grave) == ("corrected", False)
    assert text.endswith(": ten of hearts, Ann 12")
    assert "king" not in text
    # points that are not known are not said
    other = {
        "event": {**LEAD, "seat": "B"},
        "corrected": True,
        "now": [{**LEAD, "seat": "B", "cards": ["10H"]}],
    }
    [(_, text, _)] = news(page, table({**LEAD, "seat": "B"}), table(other, amend))
    assert text.endswith(": ten of hearts")


def test_what_is_entered_is_told_as_what_it_is_and_what_is_added_to_an_entry_alone(page: Page) -> None:
    by_hand = {"event": TOOK, "source": "human"}
    assert news(page, table(LEAD), table(LEAD, by_hand)) == [("took", "Ann takes the trick", False)]
    # two acts were added to one entry, one after the other: each is told without the rest that stands there
    reply = {"type": "reply", "seat": "B", "cards": ["6D"]}
    row = {"event": LEAD, "corrected": True, "now": [LEAD, reply]}
    first = {"type": "amend", "target": 1, "instead": [LEAD, reply], "reason": "missed"}
    [(kind, text, _)] = news(page, table(LEAD), table(row, first))
    assert (kind, text) == ("corrected", "Corrected: Boris replies, six of diamonds")
    more = {"event": LEAD, "corrected": True, "now": [LEAD, reply, TOOK]}
    second = {**first, "instead": [LEAD, reply, TOOK]}
    [(_, text, _)] = news(page, table(row, first), table(more, first, second))
    assert text == "Corrected: Ann takes the trick"


def test_an_alert_is_said_when_it_comes_and_not_when_another_does(page: Page) -> None:
    other = {"seq": 3, "rule": "take_back", "text": "Ann took laid cards back"}
    one, both = table(LEAD, alerts=[ALERT]), table(LEAD, LEAD, alerts=[ALERT, other])
    assert news(page, table(), one) == [("alert", "Boris drew a card too many", True)]
    assert news(page, one, both) == [("alert", "Ann took laid cards back", True)]
    assert news(page, both, one) == []


def test_a_claim_and_its_alert_are_said_as_one(page: Page) -> None:
    said = {"type": "claimed", "seat": "B"}
    claim = {"seq": 2, "seat": "B", "verdict": "must_count", "proof": {"needed": 31}}
    waiting = table(LEAD, said, claim=claim)
    [(kind, text, grave)] = news(page, table(LEAD), waiting)
    assert (kind, grave) == ("claim", True)
    assert text == "Boris claims 31: Count the pile"
    # counted: the verdict is new, what the alert says of it is not
    false = {**claim, "verdict": "false"}
    told = {"seq": 2, "rule": "false_claim", "text": "Boris claimed falsely"}
    assert news(page, waiting, table(LEAD, said, claim=false, alerts=[told])) == [
        ("false", "Boris claims 31: False", True)
    ]


def test_the_count_that_decides_a_claim_is_said_once(page: Page) -> None:
    said = {"type": "claimed", "seat": "B"}
    claim = {"seq": 2, "seat": "B", "verdict": "must_count", "proof": {"needed": 31}}
    wish = {"seq": 2, "rule": "claim_must_count", "text": "turn the pile and count", "rests_on": [2]}
    counted = {"type": "counted", "seat": "B"}
    # the alert is about the count, and rests on the claim
    true = {"seq": 3, "rule": "claim_true", "text": "Boris’s claim is true", "rests_on": [1, 2, 3]}
    before = table(LEAD, said, claim=claim, alerts=[wish])
    after = table(LEAD, said, counted, claim={**claim, "verdict": "true"}, alerts=[wish, true])
    assert news(page, before, after) == [("true", "Boris claims 31: True", True)]
    # a foul at that entry is something else
    foul = {"seq": 3, "rule": "count_mismatch", "text": "a card is missing", "rests_on": [3]}
    after = table(LEAD, said, counted, claim={**claim, "verdict": "true"}, alerts=[wish, true, foul])
    assert [text for _, text, _ in news(page, before, after)] == [
        "Boris claims 31: True",
        "a card is missing",
    ]


@pytest.mark.parametrize(
    ("verdict", "kind"),
    [("true", "true"), ("false", "false"), ("must_count", "claim"), ("void", "claim"), ("draw", "claim")],
)
def test_only_a_true_claim_has_the_tune_of_a_true_one(page: Page, verdict: str, kind: str) -> None:
    said = {"type": "claimed", "seat": "B"}
    claim = {"seq": 2, "seat": "B", "verdict": verdict, "proof": {"needed": 31}}
    [(found, _, _)] = news(page, table(LEAD), table(LEAD, said, claim=claim))
    assert found == kind


def test_what_comes_back_by_an_undo_is_not_said_again(page: Page) -> None:
    said = {"type": "claimed", "seat": "B"}
    claim = {"seq": 2, "seat": "B", "verdict": "true", "proof": {"needed": 31}}
    first = table(LEAD, said, claim=claim, alerts=[ALERT])
    gone = {"event": said, "corrected": True, "now": []}
    strike, undo = (
        {"type": "amend", "target": 2, "instead": []},
        {"type": "amend", "target": 2, "instead": None},
    )
    away = table(LEAD, gone, strike)
    [(kind, text, _)] = news(page, first, away, first)
    assert kind == "corrected"
    assert text == "Corrected: Boris claims, removed"
    back = table(LEAD, said, strike, undo, claim=claim, alerts=[ALERT])
    [(kind, text, _)] = news(page, away, back, first, away)
    assert kind == "corrected"
    assert text.startswith("Corrected: Boris claims")


def test_the_end_is_said_once(page: Page) -> None:
    result = {"text": "Ann wins."}
    over = table(LEAD, TOOK, result=result)
    assert ("over", "Ann wins.", True) in news(page, table(LEAD), over)
    assert news(page, over, table(LEAD, TOOK, TOOK, result=result))[1:] == []
