"""A claim is told once: by its own verdict, not as an alert beside it; a count that was made is asked for no more."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
LAPTOP = {"width": 1280, "height": 800}
ORDER = {"camera": "none", "rules": {"preset": "classic31"}, "names": ["Ann", "Boris"], "counting": "open"}
#: Ann takes two tricks; what Boris gave lies face down
DEAL = [
    {"type": "dealt", "dealer": "B"},
    {"type": "trump_shown", "card": "7H"},
    *(
        event
        for card in ("AS", "10S")
        for event in (
            {"type": "lead", "seat": "A", "cards": [card]},
            {"type": "reply", "seat": "B", "cards": [], "face_down": 1},
            {"type": "took", "seat": "A"},
            {"type": "drew", "seat": "A"},
            {"type": "drew", "seat": "B"},
        )
    ),
]


def _post(address: str, path: str, body: Any) -> None:
    data = json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    urllib.request.urlopen(request).close()


def _enter(address: str, event: Any) -> None:
    _post(address, "/api/v1/events", {"type": "enter", "event": event})


def _pages(chrome: Browser, address: str) -> dict[str, Page]:
    pages = {}
    for path in ("/", "/desk", "/watch", "/play?seat=B"):
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]  # Playwright's own size type
        page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang=en&delay=0")
        page.locator("#app main").wait_for()
        pages[path] = page
    return pages


def test_it_stands_beside_its_verdict_only(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        _post(address, "/api/v1/table", {**ORDER, "spectator_delay_s": 0})
        for event in DEAL:
            _enter(address, event)
        pages = _pages(chrome, address)
        desk = pages["/desk"]
        expect(desk.get_by_test_id("waiting")).to_have_count(0)
        _post(address, "/api/v1/events", {"type": "claim", "seat": "A"})
        for path, page in pages.items():
            if path != "/play?seat=B":
                expect(page.get_by_test_id("claim")).to_have_attribute("data-verdict", "must_count")
            expect(page.get_by_test_id("alert")).to_have_count(0)
        # the count is what waits for the umpire …
        expect(desk.get_by_test_id("waiting")).to_have_attribute("data-alerts", "1")
        _enter(address, {"type": "counted", "seat": "A", "cards": ["AS", "10S", "AC", "10C"]})
        for path, page in pages.items():
            if path != "/play?seat=B":
                expect(page.get_by_test_id("claim")).to_have_attribute("data-verdict", "true")
            expect(page.get_by_test_id("result").first).to_be_visible()
            expect(page.get_by_test_id("alert")).to_have_count(0)
        # … until it has been made
        expect(desk.get_by_test_id("waiting")).to_have_count(0)
        expect(desk.locator(".row-alert")).to_have_count(0)
        for path in ("/", "/desk", "/watch"):
            said = pages[path].get_by_test_id("said-grave")
            expect(said).to_contain_text("Ann claims 31: True")
            expect(said).not_to_contain_text("claim is true")
        # a correction that takes the count away brings the wish for it back
        desk.wait_for_timeout(800)  # until what is shown was looked at (acts.js)
        desk.get_by_test_id("undo").first.click()
        expect(desk.get_by_test_id("waiting")).to_have_attribute("data-alerts", "1")
        for page in pages.values():
            page.close()
