"""A whole deal, as people have it: set up, played, corrected, interrupted, claimed; on five screens in four languages.

The umpire has no mouse. The bundled clip is the camera.
"""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import browser, chromium, serving
from tests.e2e.checks import no_raw_words, no_serious_finding, until

from bura_server.cli.demo import DEMO

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
    pytest.mark.skipif(not (DEMO / "clip.mp4").exists(), reason="the demo clip is not there"),
]

SERVER = "tests.server.support.setup_server"
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
TELEVISION = {"width": 1920, "height": 1080}
PATIENCE_MS = 300_000
TABS_MOST = 150


@pytest.fixture
def chrome() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with browser() as running:
        yield running


class Screens:
    """Devices of their own; every script error is noted."""

    def __init__(self, chrome: Browser) -> None:
        self._chrome = chrome
        self.faults: list[str] = []

    def new(self, size: dict[str, int], locale: str) -> Page:
        """A device whose browser speaks a language."""
        context = self._chrome.new_context(viewport=size, reduced_motion="reduce", locale=locale)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page


def reach(page: Page, wanted: str) -> None:
    """Press Tab until an element that matches a selector has the focus."""
    for _ in range(TABS_MOST):
        if page.evaluate(f"Boolean(document.activeElement?.matches({json.dumps(wanted)}))"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def press(page: Page, wanted: str, times: int = 1) -> None:
    """Reach it and press Enter."""
    reach(page, wanted)
    for _ in range(times):
        page.keyboard.press("Enter")


def by_id(name: str) -> str:
    return f'[data-testid="{name}"]'


def seat_link(address: str, seat: str) -> str:
    request = urllib.request.Request(
        f"{address}/api/v1/links",
        json.dumps({"role": "seat", "seat": seat}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        url: str = json.load(answer)["url"]
    return url


def rows(page: Page) -> list[Any]:
    told: list[Any] = page.evaluate("fetch('/api/v1/view').then((a) => a.json()).then((m) => m.entries)")
    return told


def test_a_deal_from_set_up_to_a_claim_on_five_screens(chrome: Browser, tmp_path: Path) -> None:
    screens = Screens(chrome)
    # a television that speaks none of the four languages has the table's; the others speak their owners'
    umpire, television = screens.new(LAPTOP, "en-US"), screens.new(TELEVISION, "de-DE")
    with serving(SERVER, "--data", str(tmp_path)) as (address, process):
        umpire.goto(f"{address}/setup")
        umpire.locator(".head select").select_option("ka")
        reach(umpire, by_id("camera-text"))
        umpire.keyboard.type(str(DEMO / "clip.mp4"))
        umpire.keyboard.press("Enter")
        expect(umpire.get_by_test_id("stage")).to_have_attribute("data-on", "true")
        for seat, name in (("A", "Nino"), ("B", "Olha")):
            reach(umpire, by_id(f"name-{seat}"))
            umpire.keyboard.type(name)
        no_raw_words(umpire)
        no_serious_finding(umpire)
        press(umpire, by_id("start"))
        umpire.wait_for_url("**/desk*")
        # two phones and a television, none of which was told a language, but one
        television.goto(f"{address}/")
        nino, olha = screens.new(PHONE, "uk-UA"), screens.new(PHONE, "ru-RU")
        nino.goto(seat_link(address, "A"))
        olha.goto(f"{seat_link(address, 'B')}?lang=en")
        for screen, lang in ((umpire, "ka"), (television, "ka"), (nino, "uk"), (olha, "en")):
            expect(screen.locator("html")).to_have_attribute("lang", lang)
        # a correction in two presses: the first card that was led, and what it was
        umpire.locator('[data-type="lead"] .entry-cards button').last.wait_for()
        lead = int(umpire.locator('[data-type="lead"]').last.get_attribute("data-seq") or 0)
        press(umpire, f"#entry-{lead} .entry-cards .card")
        umpire.locator(f"#entry-{lead} .fix-choice").first.wait_for()
        press(umpire, f"#entry-{lead} .fix-choice .card")
        expect(umpire.locator(f"#entry-{lead} .fix")).to_have_count(0)
        corrected = rows(umpire)[lead - 1]
        assert corrected["corrected"]
        # a reload in the middle loses nothing
        umpire.reload()
        # the deal has gone on meanwhile and only rows in sight are drawn: the entry is looked for
        reach(umpire, by_id("find"))
        umpire.keyboard.type(str(lead))
        umpire.keyboard.press("Enter")
        umpire.locator(f"#entry-{lead}").wait_for()
        assert rows(umpire)[lead - 1]["now"] == corrected["now"]
        # … nor does the end of the server, in whatever it was about
        process.send_signal(signal.SIGKILL)
        for screen in (television, nino, olha):
            until(screen, "document.querySelector('[data-connection=lost], [data-bad=true], .banner')")
        with serving(SERVER, "--data", str(tmp_path), "--port", address.rsplit(":", 1)[1]):
            umpire.goto(f"{address}/setup")
            umpire.get_by_test_id("resume").wait_for()
            press(umpire, by_id("resume"))
            umpire.wait_for_url("**/desk*")
            assert rows(umpire)[lead - 1]["now"] == corrected["now"]
            # the deal goes on; the players' phones have found the way back by themselves
            umpire.locator('[data-type="took"]').first.wait_for()
            until(nino, "Number(document.querySelector('[data-testid=play]')?.dataset.seq) > 4")
            umpire.locator(by_id("claim-B")).wait_for()
            press(umpire, by_id("claim-B"), times=2)
            for screen, word in (
                (umpire, "Olha"),
                (television, "Olha"),
                (nino, "Olha"),
                (olha, "Olha claims 31"),
            ):
                expect(screen.locator(".claim").first).to_contain_text(word)
            for screen in (umpire, television, nino, olha):
                no_raw_words(screen)
                no_serious_finding(screen)
    assert screens.faults == []
