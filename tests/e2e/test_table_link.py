"""A television that came by a "table" link: it shows everything and offers nothing that it may not do."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_serious_finding

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
TELEVISION = {"width": 1920, "height": 1080}


@pytest.mark.parametrize("counting", ["open", "hidden"])
def test_it_offers_nothing_that_it_may_not_do(chrome: Browser, tmp_path: Path, counting: str) -> None:
    """Nor does it ask for pictures of alerts that it may not show."""
    command = (
        *(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--delay", "0", "--until", "63"),
        *("--evidence", "--counting", counting),
    )
    with serving(*command) as (address, _):
        request = urllib.request.Request(
            f"{address}/api/v1/links",
            json.dumps({"role": "table"}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            url = json.load(answer)["url"]
        context = chrome.new_context(viewport=TELEVISION)  # type: ignore[arg-type]  # Playwright's own size type
        page = context.new_page()
        refused: list[str] = []
        page.on("response", lambda told: refused.append(told.url) if told.status == 403 else None)
        page.goto(f"{url}?lang=en")
        page.get_by_test_id("alert").first.wait_for()
        expect(page.locator(".act")).to_have_count(0)
        pictures = page.get_by_test_id("evidence")
        if counting == "open":
            expect(pictures.first).to_be_visible()
        else:
            expect(pictures).to_have_count(0)
        expect(page.locator("main button:not(.evidence)")).to_have_count(0)
        # the log is read, not corrected
        page.keyboard.press("l")
        rows = page.locator(".log-rows li")
        expect(rows.first).to_be_visible()
        expect(rows.locator("button")).to_have_count(0)
        no_serious_finding(page)
        page.keyboard.press("Escape")
        no_serious_finding(page)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert refused == []
        # whoever runs the server has them all on the same page
        context.clear_cookies()
        page.goto(f"{address}/?lang=en")
        expect(page.get_by_test_id("claim-A")).to_be_visible()
        expect(page.get_by_test_id("undo")).to_be_visible()
        context.close()
