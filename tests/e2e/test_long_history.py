"""A deal of more entries than any one answer holds, step by step: all is there, and only what is seen is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_serious_finding, until
from tests.server.test_long_logs import one_deal, written

from bura_server.sight import ALERTS_MOST

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LENGTH = 10_010
DRAWN_MOST = 60
PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("long")
    log = written(folder, one_deal(LENGTH, "classic31"))
    with serving(SCRIPTED, "--log", str(log), "--until", "0", "--live") as (found, _):
        yield found


@pytest.fixture
def page(chrome: Browser, address: str) -> Iterator[Page]:
    page = chrome.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/history?lang=en")
    yield page
    page.close()
    assert faults == []


def drawn(page: Page) -> int:
    return page.get_by_test_id("entry").count()


def test_a_deal_of_more_than_ten_thousand_entries_is_stepped_through(page: Page) -> None:
    page.get_by_test_id("step").first.click()
    page.get_by_test_id("entry").first.wait_for()
    expect(page.locator("[role=alert]")).to_have_count(0)
    assert drawn(page) <= DRAWN_MOST
    # to the end: the last entry is there, shown and in sight
    slide = page.locator(".replay-slide input")
    slide.fill(str(LENGTH))
    last = page.locator(f"[data-testid=entry][data-seq='{LENGTH}']")
    expect(last).to_have_attribute("aria-current", "step")
    expect(last).to_be_in_viewport()
    moment = page.get_by_test_id("moment")
    expect(moment).to_have_attribute("data-seq", str(LENGTH))
    assert drawn(page) <= DRAWN_MOST
    # of thousands of alerts the newest are told, and how many came before
    assert moment.locator(".moment-alert").count() == ALERTS_MOST
    expect(page.get_by_test_id("alerts-earlier")).to_contain_text("earlier")
    # steps back, and a scroll to the middle
    page.keyboard.press("ArrowLeft")
    expect(moment).to_have_attribute("data-seq", str(LENGTH - 1))
    page.locator(".replay-log").evaluate("(list) => { list.scrollTop = list.scrollHeight / 2; }")
    until(
        page,
        "[...document.querySelectorAll('.replay-log li')].some(({ dataset: { seq } }) => seq > 3000 && seq < 7000)",
    )
    assert drawn(page) <= DRAWN_MOST
    no_serious_finding(page)


def test_entries_that_cannot_be_read_are_told(page: Page) -> None:
    refused = '{"error": {"code": "unavailable", "message": "the disk is gone"}}'

    def fail(route: Route) -> None:
        route.fulfill(status=503, content_type="application/json", body=refused)

    page.route("**/entries?since=5001*", fail)
    page.get_by_test_id("step").first.click()
    # what came before stays, and the answer about the moment does not take the message away
    expect(page.locator("[role=alert]")).to_have_text("the disk is gone")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("moment")).to_have_attribute("data-seq", "3")
    expect(page.locator("[role=alert]")).to_have_text("the disk is gone")
    assert drawn(page) > 0
