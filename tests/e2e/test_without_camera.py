"""Six players and no camera: set up, entered at the desk, read on the scoreboard and on a player's phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_raw_words, no_serious_finding

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
LAPTOP = {"width": 1280, "height": 800}
TELEVISION = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
SIX = ("Ann", "Benjamin", "Cem", "Dan", "Ekaterine", "Fen")


def _no_camera(page: Page) -> None:
    page.get_by_role("radio", name="No camera", exact=True).check()


def test_six_are_set_up_entered_and_shown(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]  # Playwright's own size type
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/setup?lang=en")
        # where each rule comes from is said in words
        page.get_by_test_id("house").click()
        origin = page.get_by_test_id("origin-trump_card_place")
        expect(origin).to_have_text(
            re.compile("Georgian rules.*Otherwise: a Ukrainian description of Burkozel")
        )
        page.get_by_test_id("house").click()
        add = page.get_by_test_id("add-player")
        for _ in range(3):
            add.click()
        expect(page.get_by_test_id("name-E")).to_be_visible()
        # five in front of a camera are too many: one sentence, and no way to begin
        page.get_by_test_id("camera-text").fill("no/such/clip.mp4")
        page.get_by_test_id("camera-take").click()
        expect(page.get_by_test_id("next")).to_contain_text("at most four players")
        expect(page.get_by_test_id("start")).to_be_disabled()
        _no_camera(page)
        expect(page.get_by_test_id("next")).to_have_attribute("data-next", "setup.next.ready")
        add.click()
        expect(add).to_be_disabled()
        expect(page.get_by_test_id("most")).to_contain_text("2–6")
        for seat, name in zip("ABCDEF", SIX, strict=True):
            page.get_by_test_id(f"name-{seat}").fill(name)
        # the last one moves to the first seat
        page.locator('[data-testid="player-F"] .grip').drag_to(page.get_by_test_id("player-A"))
        expect(page.get_by_test_id("name-A")).to_have_value("Fen")
        expect(page.get_by_test_id("name-F")).to_have_value("Ekaterine")
        no_raw_words(page)
        no_serious_finding(page)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        page.get_by_test_id("start").click()
        page.wait_for_url("**/desk")
        expect(page.locator(".advice")).to_contain_text("no camera")
        expect(page.locator(".desk .picture")).to_have_count(0)
        # a deal, then a card, entered by hand
        for kind, card in (("dealt", None), ("lead", "king of spades")):
            page.get_by_role("button", name="Add what was missed").first.click()
            form = page.get_by_test_id("missed-form")
            form.locator(f'input[name="kind"][value="{kind}"]').check(force=True)
            if card:
                # whose turn it is stands there already
                form.get_by_role("button", name=card).click()
            form.get_by_test_id("add").click()
            expect(form).to_be_hidden()
        board = chrome.new_page(viewport=TELEVISION)  # type: ignore[arg-type]
        board.goto(f"{address}/?lang=en")
        expect(board.locator(".seats")).to_have_attribute("data-n", "6")
        expect(board.get_by_test_id("board")).to_contain_text("Benjamin")
        expect(board.locator(".alert")).to_have_count(0)
        no_serious_finding(board)
        assert board.evaluate("document.documentElement.scrollHeight <= innerHeight")
        # nothing of a seat is cut off, with six of them on the television
        assert board.evaluate(
            "[...document.querySelectorAll('.seat')].every((seat) => seat.scrollHeight <= seat.clientHeight + 1)"
        )
        # a code for each, and each one's own page, on a phone; spectators and streams see all six too
        page.goto(f"{address}/links?lang=en")
        page.get_by_test_id("make-all").click()
        expect(page.locator("main")).to_contain_text("Player: Dan")
        expect(page.get_by_text(re.compile("^Player: "))).to_have_count(6)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        for path in (
            "/play?seat=F&lang=en",
            "/?lang=ka",
            "/desk?lang=ru",
            "/watch?lang=uk",
            "/links?lang=ka",
        ):
            page.goto(address + path)
            expect(page.locator("main")).to_contain_text("Benjamin")
            no_serious_finding(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        page.goto(f"{address}/overlay?lang=en&delay=0")
        expect(page.locator(".strip-seat")).to_have_count(6)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert faults == []


def test_nobody_asks_for_pictures_that_there_are_not(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        order = {"camera": "none", "rules": {"preset": "classic31"}, "names": ["Ann", "Boris"]}
        assert page.request.post(f"{address}/api/v1/table", data=order).ok
        for event in (
            {"type": "dealt", "dealer": "B"},
            {"type": "lead", "seat": "B", "cards": ["KS"]},
            {"type": "drew", "seat": "A"},
        ):
            told = page.request.post(f"{address}/api/v1/events", data={"type": "enter", "event": event})
            assert told.ok
        missing: list[str] = []
        page.on("response", lambda answer: missing.append(answer.url) if answer.status == 404 else None)
        for path in ("/desk", "/"):
            page.goto(f"{address}{path}?lang=en")
            expect(page.get_by_test_id("alert").first).to_be_visible()
            expect(page.get_by_test_id("evidence")).to_have_count(0)
            page.wait_for_timeout(1000)
        assert missing == []
        # the larger part of the desk is the timeline's
        page.goto(f"{address}/desk?lang=en")
        widths = "['.desk-now', '.timeline'].map((w) => document.querySelector(w).offsetWidth)"
        page.locator("#entry-4").wait_for()
        now, timeline = page.evaluate(widths)
        assert timeline > 1.3 * now
        for size in (PHONE, TELEVISION):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        no_serious_finding(page)
        page.close()
