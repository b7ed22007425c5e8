"""The desk beside a long log: it begins with the newest entries and fetches earlier ones when somebody wants them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.browser import browser, chromium, serving
from tests.server.test_long_logs import one_deal, written

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LENGTH = 900
OLD = 501
PATIENCE_MS = 60_000


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    log = written(tmp_path, one_deal(LENGTH, "classic31"))
    with serving(SCRIPTED, "--log", str(log), "--until", "0", "--live") as (address, _), browser() as chrome:
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(PATIENCE_MS)
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/desk?lang=en")
        page.locator(f"#entry-{LENGTH}").wait_for()
        yield page
        assert faults == []


def test_earlier_entries_come_when_they_are_asked_for_and_stay(page: Page) -> None:
    rows = page.locator(".timeline li")
    expect(rows).to_have_count(60)
    old = page.locator(f"#entry-{OLD}")  # before the first entry of the first message
    while not old.count():
        page.get_by_test_id("more").dispatch_event("click")
        page.wait_for_timeout(300)
    # a correction of it is seen where it stands, though the whole view that follows does not reach as far back
    old.locator(".more").click()
    page.get_by_test_id("ghost").click()
    expect(old).to_have_attribute("data-removed", "true")
    page.get_by_test_id("undo").click()
    expect(old).to_have_attribute("data-removed", "false")
    # scrolling to the end asks as well
    page.mouse.move(900, 400)
    while not page.locator("#entry-3").count():
        page.mouse.wheel(0, 50_000)
        page.wait_for_timeout(100)


def test_the_pack_is_known_though_the_start_of_the_log_is_not_here(page: Page) -> None:
    page.get_by_test_id("missed").click()
    picks = page.get_by_test_id("missed-form").locator(".pick")
    expect(picks).to_have_count(36)
    # seen in this deal, whose beginning is far back
    for card, seen in (("king of spades", "true"), ("king of hearts", "false")):
        pick = picks.filter(has=page.get_by_role("button", name=card))
        expect(pick).to_have_attribute("data-seen", seen)
