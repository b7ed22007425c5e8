"""A whole deal at a table without a camera, entered at the desk by keyboard alone: every act is an entry of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.e2e.browser import chromium, serving

from bura.cards import Card
from bura.events import Claimed, Counted, Drew, Event, Lead, Reply, Took
from bura.randomplay import play_deal
from bura.rules import find_ruleset

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
SEED = 136
"""a deal of 57 acts, eleven tricks with all draws, that a true claim ends"""
RANKS = dict(zip("AKQJ", ("ace", "king", "queen", "jack"), strict=True)) | {
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
}
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
KINDS = {Lead: "lead", Reply: "reply", Took: "took", Drew: "drew", Counted: "counted"}


@pytest.fixture
def page(chrome: Browser, tmp_path: Path) -> Iterator[Page]:
    """The desk of a table without a camera at which Ann (A) and Boris (B) play."""
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        page = chrome.new_page(viewport={"width": 1280, "height": 900})
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/setup?lang=en")
        page.evaluate(
            "fetch('/api/v1/table', {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify({camera: 'none', rules: {preset: 'classic31'}, names: ['Ann', 'Boris'],"
            " new: true})})"
        )
        page.goto(f"{address}/desk?lang=en")
        page.get_by_test_id("desk").wait_for()
        yield page
        page.close()
        assert faults == []


def name(card: Card | None) -> str:
    assert card is not None
    code = str(card)
    return f"{RANKS[code[:-1]]} of {SUITS[code[-1]]}"


def press(button: Locator) -> None:
    button.focus()
    button.press("Enter")


def look_closer(page: Page, entry: int) -> None:
    """Open an entry; it takes the focus a moment later, and a key that is pressed before is pressed nowhere."""
    press(page.locator(f"#entry-{entry} .more"))
    expect(page.get_by_test_id("proof").locator("h3")).to_be_focused()


def choose(form: Locator, field: str, value: str) -> None:
    """Choose in the opened form: a key that is pressed before it has opened is pressed nowhere."""
    expect(form).to_be_visible()
    choice = form.locator(f'input[name="{field}"][value="{value}"]')
    choice.press("Space")
    expect(choice).to_be_checked()


def view(page: Page) -> Any:
    return page.evaluate("fetch('/api/v1/view').then((a) => a.json())")


def enter(
    page: Page, kind: str, seat: str | None, cards: tuple[Card | None, ...] = (), down: int = 0
) -> None:
    """Press `m`, choose what the form has not chosen already, and Add."""
    page.keyboard.press("m")
    form = page.get_by_test_id("missed-form")
    expect(form).to_be_visible()
    for field, value in (("kind", kind), ("seat", seat)):
        if value is None:
            continue
        choice = form.locator(f'input[name="{field}"][value="{value}"]')
        if kind in ("trump_shown", "counted") and not choice.is_checked():
            choice.focus()
            choice.press("Space")
        # what is due stands there already
        expect(choice).to_be_checked()
    for card in cards:
        press(form.get_by_role("button", name=name(card)))
    for _ in range(down):
        press(form.get_by_role("button", name="one more face down"))
    press(form.get_by_test_id("add"))
    expect(form).to_have_count(0)


def test_a_whole_deal_by_keyboard(page: Page) -> None:
    deal = play_deal(find_ruleset("classic31"), ("A", "B"), Random(SEED), dealer="B")
    told: list[Event] = [act.event for act in deal.acts]
    for _ in range(2):
        press(page.get_by_test_id("new-deal"))
    expect(page.locator("#entry-2")).to_have_attribute("data-type", "dealt")
    enter(page, "trump_shown", None, (deal.trump,))
    for event in told:
        if isinstance(event, Claimed):
            for _ in range(2):
                press(page.get_by_test_id(f"claim-{event.seat}"))
            expect(page.get_by_test_id("desk")).to_contain_text("claims")
        elif isinstance(event, Drew):
            for _ in range(event.count):
                enter(page, "drew", event.seat)
        else:
            assert isinstance(event, Lead | Reply | Took | Counted)
            enter(
                page,
                KINDS[type(event)],
                event.seat,
                getattr(event, "cards", ()),
                getattr(event, "face_down", 0),
            )
    now = view(page)
    assert now["view"]["result"]["reason"] == deal.reason
    assert tuple(now["view"]["result"]["winners"]) == deal.winners
    assert [alert for alert in now["view"]["alerts"] if alert["status"] == "foul"] == []
    rows = now["entries"][2:]
    assert len(rows) == 1 + len(told) > 50
    assert {(row["source"], row.get("corrected")) for row in rows} == {("human", None)}
    # each is told as what it is, by hand
    took = page.locator('[data-type="took"]').first
    expect(took).to_contain_text("takes the trick")
    expect(took).to_contain_text("by hand")
    expect(page.locator('[data-type="amend"]')).to_have_count(0)
    # and taken back one by one
    page.keyboard.press("z")
    expect(page.locator(f"#entry-{now['seq']}")).to_have_attribute("data-removed", "true")


def test_only_what_belongs_between_entries_is_a_correction(page: Page) -> None:
    for _ in range(2):
        press(page.get_by_test_id("new-deal"))
    expect(page.locator("#entry-2")).to_be_visible()
    enter(page, "lead", "A", (Card.parse("KS"),))
    enter(page, "reply", "B", (Card.parse("AS"),))
    # the trump was forgotten: it belongs between the deal and the lead
    look_closer(page, 2)
    press(page.get_by_test_id("insert"))
    form = page.get_by_test_id("missed-form")
    choose(form, "kind", "trump_shown")
    press(form.get_by_role("button", name="seven of hearts"))
    press(form.get_by_test_id("add"))
    expect(form).to_have_count(0)
    entries = view(page)["entries"]
    assert [row["event"]["type"] for row in entries[1:]] == ["dealt", "lead", "reply", "amend"]
    assert [event["type"] for event in entries[1]["now"]] == ["dealt", "trump_shown"]
    # what is added behind the last of them is an entry
    look_closer(page, 4)
    press(page.get_by_test_id("insert"))
    choose(form, "kind", "took")
    choose(form, "seat", "B")
    press(form.get_by_test_id("add"))
    expect(form).to_have_count(0)
    assert view(page)["entries"][-1]["event"] == {"type": "took", "seat": "B"}


def test_a_correction_says_what_it_changed_and_an_undo_what_it_took_back(page: Page) -> None:
    for _ in range(2):
        press(page.get_by_test_id("new-deal"))
    expect(page.locator("#entry-2")).to_be_visible()
    enter(page, "lead", "A", (Card.parse("KS"),))
    enter(page, "reply", "B", (Card.parse("AS"),))

    press(page.locator("#entry-3").get_by_role("button", name="king of spades"))
    press(page.get_by_test_id("fix").get_by_role("button", name="king of clubs"))
    expect(page.locator("#entry-5")).to_contain_text(
        "Correction of no. 3: Ann leads, king of spades → king of clubs"
    )
    page.keyboard.press("z")
    expect(page.locator("#entry-6")).to_contain_text(
        "Undone: Correction of no. 3: Ann leads, king of spades → king of clubs"
    )
    # a swap is two corrections, told as one
    look_closer(page, 3)
    press(page.get_by_test_id("swap"))
    expect(page.locator("#entry-8")).to_contain_text(
        "Order swapped: Boris replies, ace of spades; Ann leads, king of spades"
    )
    expect(page.locator("#entry-7")).to_have_count(0)
    page.keyboard.press("z")
    expect(page.locator("#entry-9")).to_contain_text("Undone: Order swapped: Boris replies")
    expect(page.locator("#entry-10")).to_have_count(0)
    # an act that is taken back
    page.keyboard.press("z")
    expect(page.locator("#entry-11")).to_contain_text("Undone: Boris replies, ace of spades")
    # something between two entries
    look_closer(page, 2)
    press(page.get_by_test_id("insert"))
    form = page.get_by_test_id("missed-form")
    choose(form, "kind", "trump_shown")
    press(form.get_by_role("button", name="seven of hearts"))
    press(form.get_by_test_id("add"))
    expect(form).to_have_count(0)
    expect(page.locator("#entry-12")).to_contain_text("Correction of no. 2: added: Trump, seven of hearts")


def test_who_comes_second_is_told_in_the_form(chrome: Browser, page: Page) -> None:
    for _ in range(2):
        press(page.get_by_test_id("new-deal"))
    other = chrome.new_page()
    other.goto(page.url.replace("lang=en", "lang=ru"))
    other.locator("#entry-2").wait_for()
    for each, card in ((page, "king of spades"), (other, "король пик")):
        each.keyboard.press("m")
        each.get_by_test_id("missed-form").get_by_role("button", name=card).click()
    page.get_by_test_id("add").click()
    expect(page.get_by_test_id("missed-form")).to_have_count(0)
    other.get_by_test_id("add").click()
    problem = other.get_by_test_id("missed-problem")
    expect(problem).to_be_visible()
    expect(problem).to_contain_text("Ann")
    # the page behind does not say it a second time
    expect(other.get_by_test_id("problem")).to_have_count(0)
    assert view(page)["seq"] == 3
    other.close()
