"""The page in a real browser: the demo to its end, corrections, restarts, languages, keyboard, accessibility."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from tests.e2e.browser import ROOT, chromium, serving
from tests.server.support.scripted import deal_events

from bura.referee import Referee
from bura.view import scoreboard
from bura_server.cli.demo import DEMO

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
TELEVISION = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000
TOLD = ("claim_true", "claim_draw", "claim_must_count", "count_needed", "deal_counted")
AXE = ROOT / "tests" / "e2e" / "vendor" / "axe.min.js"


@pytest.fixture
def page(chrome: Browser) -> Iterator[Page]:
    """A page on which every script error fails the test."""
    opened = chrome.new_page(viewport=TELEVISION)  # type: ignore[arg-type]  # Playwright's own size type
    opened.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    opened.close()
    assert faults == []


def true_view(path: Path) -> Any:
    """The scoreboard at the end of a truth file."""
    referee = Referee("classic31", ("A", "B"), names={"A": "Ann", "B": "Boris"})
    for event in deal_events(path):
        referee.feed(event)
    return scoreboard(referee.replay).to_json()


def shows(page: Page, view: Any) -> None:
    """The page shows the score, the result and the alerts of a view."""
    for seat, player in view["seats"].items():
        panel = page.get_by_test_id(f"seat-{seat}")
        expect(panel.get_by_test_id("tricks")).to_have_attribute("data-n", str(player["tricks"]))
        points = panel.get_by_test_id("points")
        expect(points).to_have_attribute("data-lo", str(player["points"]["lo"]))
        expect(points).to_have_attribute("data-hi", str(player["points"]["hi"]))
    expect(page.get_by_test_id("stock")).to_have_attribute("data-n", str(view["stock"]))
    expect(page.get_by_test_id("trump")).to_have_attribute("data-suit", view["trump"]["suit"])
    alerts = page.get_by_test_id("alert")
    shown = [(alert.get_attribute("data-rule"), alert.get_attribute("data-seat")) for alert in alerts.all()]
    # what claim and result tell themselves is no alert beside them
    told = [a for a in view["alerts"] if not (view["result"] and a["rule"] in TOLD)]
    assert sorted(map(str, shown)) == sorted(str((a["rule"], a["seat"])) for a in told)


def wait_for_end(page: Page, timeout_ms: int = PATIENCE_MS) -> None:
    page.get_by_test_id("result").wait_for(timeout=timeout_ms)


@pytest.mark.skipif(not (DEMO / "clip.mp4").exists(), reason="the demo clip is not there")
def test_the_demo_shows_the_deal_to_its_end(page: Page, tmp_path: Path) -> None:
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url))
    with serving("bura_server", "demo", "--port", "0", "--no-browser", "--data", str(tmp_path)) as (
        address,
        _,
    ):
        page.goto(f"{address}/?lang=en")
        page.locator('[data-testid="alert"][data-rule="extra_card"]').wait_for(timeout=600_000)
        wait_for_end(page, 600_000)
        shows(page, true_view(DEMO / "truth.jsonl"))
        expect(page.get_by_test_id("claim")).to_have_attribute("data-verdict", "false")
        expect(page.locator("canvas")).to_have_attribute("data-seen", "true")
        # the page stays up at the end
        page.locator('[data-testid="state"][data-state="ENDED"]').wait_for(timeout=600_000)
        page.reload()
        wait_for_end(page)
        assert all(url.startswith((address, "blob:")) for url in foreign)


def test_the_score_equals_the_truth(page: Page, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0") as (address, _):
        page.goto(f"{address}/?lang=en")
        wait_for_end(page)
        shows(page, true_view(ROOT / "tests/server/support/deal.jsonl"))


def test_a_card_is_corrected_in_two_presses_and_undone(page: Page, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22")
    with serving(*command) as (address, _):
        page.goto(f"{address}/?lang=en")
        page.locator('[data-testid="play"][data-seat="A"]').wait_for()
        page.get_by_role("button", name="jack of spades").click()
        fix = page.get_by_test_id("fix")
        expect(fix).to_be_visible()
        fix.get_by_role("button", name="jack of clubs, not seen yet").click()
        expect(fix).to_be_hidden()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="jack of clubs")).to_be_visible()
        undo = page.get_by_test_id("undo")
        undo.click()
        undo.click()
        expect(page.get_by_role("button", name="jack of spades")).to_be_visible()
        # there is nothing more to take back, and the page says so
        undo.click()
        undo.click()
        expect(page.get_by_role("alert")).to_contain_text("nothing to undo")


def test_a_claim_needs_two_presses(page: Page, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "24")
    with serving(*command) as (address, _):
        page.goto(f"{address}/?lang=en")
        claim = page.get_by_test_id("claim-B")
        claim.click()
        expect(page.get_by_test_id("claim")).to_be_hidden()
        claim.click()
        expect(page.get_by_test_id("claim")).to_be_visible()


def test_a_killed_server_is_found_again_with_the_same_score(page: Page, tmp_path: Path) -> None:
    log = str(tmp_path / "t.jsonl")
    common = (SCRIPTED, "--log", log, "--speed", "0", "--until", "40")
    with serving(*common) as (address, process):
        page.goto(f"{address}/?lang=en")
        page.locator('[data-testid="seat-B"] [data-testid="tricks"][data-n="2"]').wait_for()
        expect(page.get_by_test_id("state")).not_to_have_attribute("data-state", "STARTING")
        before = {seat: page.get_by_test_id(f"seat-{seat}").inner_text() for seat in "AB"}
        process.send_signal(signal.SIGKILL)
        page.locator('[data-testid="connection"][data-connection="lost"]').wait_for()
        # what was last known stays on the screen, and it says that it is old
        assert {seat: page.get_by_test_id(f"seat-{seat}").inner_text() for seat in "AB"} == before
        port = address.rsplit(":", 1)[1]
        with serving(*common, "--port", port):
            page.locator('[data-testid="connection"][data-connection="open"]').wait_for()
            assert {seat: page.get_by_test_id(f"seat-{seat}").inner_text() for seat in "AB"} == before


def test_a_recording_that_breaks_off_is_told(page: Page, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "24", "--torn")
    with serving(*command) as (address, _):
        page.goto(f"{address}/?lang=en")
        expect(page.get_by_test_id("banner")).to_contain_text("What was read until then is kept")
        expect(page.get_by_test_id("state")).to_have_attribute("data-state", "PAUSED")


def test_the_languages_are_switched_on_the_page(page: Page, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0") as (address, _):
        page.goto(f"{address}/?lang=en")
        wait_for_end(page)
        texts = set()
        for lang, word in (("en", "Trump"), ("ru", "Козырь"), ("uk", "Козир"), ("ka", "კოზირი")):
            page.get_by_test_id("lang").select_option(lang)
            expect(page.get_by_test_id("trump")).to_contain_text(word)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            page.wait_for_function("document.querySelector('[data-testid=alert] span:nth-of-type(1)')")
            page.wait_for_timeout(500)
            texts.add(page.get_by_test_id("alert").first.inner_text())
        assert len(texts) == 4


def test_everything_can_be_reached_with_the_keyboard(page: Page, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22")
    with serving(*command) as (address, _):
        page.goto(f"{address}/?lang=en")
        page.locator('[data-testid="play"][data-seat="A"]').wait_for()
        page.keyboard.press("l")
        expect(page.locator("dialog.log")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("dialog.log")).to_be_hidden()
        reached = set()
        for _ in range(40):
            page.keyboard.press("Tab")
            name = page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
            )
            reached.add(name)
        for name in (
            "Log",
            "Language",
            "Ann claims 31",
            "Boris: Stop!",
            "New deal",
            "Undo",
            "jack of spades",
        ):
            assert name in reached, reached


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("until", [(), ("--until", "63")])
@pytest.mark.parametrize("size", [TELEVISION, PHONE])
def test_there_are_no_serious_accessibility_findings(
    chrome: Browser, theme: str, until: tuple[str, ...], size: Any, tmp_path: Path
) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", *until) as (address, _):
        page = chrome.new_page(viewport=size, reduced_motion="reduce")
        page.goto(f"{address}/?lang=en&theme={theme}")
        page.get_by_test_id("alert").first.wait_for(timeout=PATIENCE_MS)
        page.wait_for_timeout(300)
        # by the debugger, because the page's own policy lets no other script in
        page.evaluate(AXE.read_text("utf-8") + ";0")
        for opened in ("board", "log"):
            if opened == "log":
                page.keyboard.press("l")
                page.locator("dialog.log").wait_for()
            result = page.evaluate("axe.run(document)")
            grave = [
                (
                    v["id"],
                    v["impact"],
                    [n["html"][:120] + " | " + n["failureSummary"] for n in v["nodes"]][:3],
                )
                for v in result["violations"]
                if v["impact"] in ("serious", "critical")
            ]
            assert grave == [], json.dumps(grave, indent=1)
        page.close()


@pytest.mark.parametrize(
    "size", [TELEVISION, {"width": 1280, "height": 800}, PHONE, {"width": 844, "height": 390}]
)
@pytest.mark.parametrize("lang", ["en", "ru", "uk", "ka"])
def test_nothing_sticks_out_sideways(chrome: Browser, size: Any, lang: str, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63") as (
        address,
        _,
    ):
        page = chrome.new_page(viewport=size)
        page.goto(f"{address}/?lang={lang}")
        page.get_by_test_id("alert").first.wait_for(timeout=PATIENCE_MS)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page.close()


def test_the_page_is_light(chrome: Browser, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0") as (address, _):
        page = chrome.new_page(viewport=TELEVISION)  # type: ignore[arg-type]  # Playwright's own size type
        sizes: dict[str, int] = {}

        def note(request: Request) -> None:
            response = request.response()
            if response is not None and re.search(r"/$|/static/", request.url.split("?")[0]):
                sizes[request.url] = len(response.body())

        page.on("requestfinished", note)
        page.goto(f"{address}/?lang=ka")
        wait_for_end(page)
        assert 0 < sum(sizes.values()) < 300_000, sizes
        page.close()


def test_a_ghost_is_struck_out_and_brought_back(page: Page, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63")
    with serving(*command) as (address, _):
        page.goto(f"{address}/?lang=en")
        alert = page.locator('[data-testid="alert"][data-rule="extra_card"]')
        alert.wait_for()
        page.keyboard.press("l")
        row = page.locator("dialog.log li", has_text="Alert")
        row.get_by_role("button").click()
        page.get_by_role("button", name="This did not happen").click()
        # the fourth card was never drawn: the alert goes with it
        expect(alert).to_have_count(0)
        removed = page.locator('dialog.log li[data-removed="true"]')
        removed.get_by_role("button").click()
        page.get_by_role("button", name="As first read").click()
        expect(alert).to_have_count(1)
