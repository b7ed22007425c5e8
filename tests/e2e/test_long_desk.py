"""The desk beside a long log: only what can be seen is drawn, earlier entries are fetched when somebody wants them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_serious_finding, until
from tests.server.test_long_logs import one_deal, written
from tests.server.test_pending import CORRECTION, long_log

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LENGTH = 10_000
OLD = 9_501
"""before the first entry of the first message"""
DRAWN_MOST = 60
"""rows that are drawn at once, whatever the log's length"""
PATIENCE_MS = 120_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = written(tmp_path_factory.mktemp("long"), one_deal(LENGTH, "classic31"))
    with serving(SCRIPTED, "--log", str(log), "--until", "0", "--live") as (found, _):
        yield found


@pytest.fixture
def page(chrome: Browser, address: str) -> Iterator[Page]:
    page = chrome.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/desk?lang=en")
    page.locator(f"#entry-{LENGTH}").wait_for()
    yield page
    page.close()
    assert faults == []


def drawn(page: Page) -> int:
    return page.locator(".timeline li[data-seq]").count()


def test_scrolling_fetches_earlier_entries_and_draws_only_what_is_seen(page: Page) -> None:
    assert drawn(page) <= DRAWN_MOST
    page.mouse.move(900, 400)
    old = page.locator(f"#entry-{OLD}")
    last = "Number([...document.querySelectorAll('.timeline li[data-seq]')].at(-1).dataset.seq)"
    for _ in range(200):
        page.mouse.wheel(0, 4_000)
        assert drawn(page) <= DRAWN_MOST
        if page.evaluate(f"{last} < {OLD}"):
            break
    page.get_by_test_id("find").fill(str(OLD))
    page.keyboard.press("Enter")
    expect(old).to_be_in_viewport()
    expect(page.locator(f"#entry-{LENGTH}")).to_have_count(0)
    # a correction of it is seen where it stands, though the whole view that follows does not reach as far back
    old.locator(".more").click()
    page.get_by_test_id("ghost").click()
    expect(old).to_have_attribute("data-removed", "true")
    page.get_by_test_id("undo").click()
    expect(old).to_have_attribute("data-removed", "false")


def test_a_number_leads_to_the_oldest_entry_and_keys_lead_on(page: Page) -> None:
    page.get_by_test_id("find").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator("#entry-5")).to_be_in_viewport()
    until(page, "document.activeElement.closest('#entry-5')")
    assert drawn(page) <= DRAWN_MOST
    # without a mouse: the next older, the next newer, the oldest, the newest
    for key, seq in (("ArrowDown", 4), ("ArrowUp", 5), ("End", 2)):
        page.keyboard.press(key)
        until(page, f"document.activeElement.closest('#entry-{seq}')")
    page.keyboard.press("Home")
    until(page, f"Number(document.activeElement.closest('[data-seq]')?.dataset.seq) >= {LENGTH}")
    # Tab leads from row to row beyond what was drawn at first
    for _ in range(90):
        page.keyboard.press("Tab")
    until(page, f"Number(document.activeElement.closest('[data-seq]')?.dataset.seq) < {LENGTH - 25}")
    expect(page.locator(".timeline li:focus-within")).to_be_in_viewport()


def test_words_and_cards_are_found_in_the_whole_log(page: Page) -> None:
    page.get_by_test_id("find").fill("ace of hearts")
    found = page.get_by_test_id("found")
    expect(found).to_have_text("0 entries")  # … once all of it has been fetched
    page.get_by_test_id("find").fill("boris six of diamonds")
    until(page, "Number(document.querySelector('[data-testid=found]').dataset.n) > 2000")
    assert drawn(page) <= DRAWN_MOST
    page.get_by_test_id("find").fill("")
    page.locator(f"#entry-{LENGTH}").wait_for()


def test_the_pack_is_known_though_the_start_of_the_log_is_not_here(page: Page) -> None:
    page.get_by_test_id("missed").click()
    picks = page.get_by_test_id("missed-form").locator(".pick")
    expect(picks).to_have_count(36)
    # seen in this deal, whose beginning is far back
    for card, seen in (("king of spades", "true"), ("king of hearts", "false")):
        pick = picks.filter(has=page.get_by_role("button", name=card))
        expect(pick).to_have_attribute("data-seen", seen)


def test_what_is_far_back_is_shown_and_can_be_seen_to(chrome: Browser, tmp_path: Path) -> None:
    log = written(tmp_path, long_log())
    with serving(SCRIPTED, "--log", str(log), "--until", "0", "--live") as (found, _):
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        page.goto(f"{found}/desk?lang=en")
        waiting = page.get_by_test_id("waiting")
        objection = page.get_by_test_id("objection")
        expect(objection).to_contain_text("it was a king")
        # its correction is no row of the page yet: the link leads to it
        expect(page.locator(f"#entry-{CORRECTION}")).to_have_count(0)
        objection.get_by_role("link", name="Look at it").click()
        expect(page.locator(f"#entry-{CORRECTION}")).to_be_in_viewport()
        objection.get_by_role("button", name="Dealt with").click()
        expect(objection).to_have_count(0)
        # the oldest alert is behind all others
        count = int(waiting.get_attribute("data-alerts") or 0)
        assert count > 400
        page.get_by_test_id("open-alerts").locator("summary").click()
        alerts = page.get_by_test_id("open-alert")
        while alerts.count() < count:
            before = alerts.count()
            page.get_by_test_id("older-alerts").click()
            until(page, f"document.querySelectorAll('[data-testid=open-alert]').length > {before}")
        oldest = alerts.last
        seq = int(oldest.get_attribute("data-target") or 0)
        assert seq < 10
        # … and stands in the timeline, too, beside its entry
        oldest.get_by_role("link", name=f"Look at it: {seq}").click()
        expect(page.locator(f"#entry-{seq} .row-alert")).to_be_visible()
        oldest.get_by_role("button", name=f"Seen to: {seq}").click()
        expect(page.locator(f'[data-testid=open-alert][data-target="{seq}"]')).to_have_count(0)
        expect(page.locator(f"#entry-{seq} .row-alert")).to_have_count(0)
        no_serious_finding(page)
        page.close()
