"""What players say is entered at the desk, without any phone: raises and answers, marriages; with the keyboard too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_raw_words, no_serious_finding
from tests.e2e.test_play import post

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
LAPTOP: Any = {"width": 1280, "height": 800}
UNWRITTEN = {
    "en": "The log cannot be written",
    "ru": "Журнал не записывается",
    "uk": "Журнал не записується",
    "ka": "ჟურნალი ვერ იწერება",
}
RAISES = {"en": "Raise to 2", "ru": "Поднять до 2", "uk": "Підняти до 2", "ka": "აწევა 2-მდე"}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(SERVER, "--data", str(tmp_path)) as (where, _):
        yield where


def begin(address: str, preset: str) -> None:
    """A table kept by hand, its first deal dealt by Beka."""
    names = ["Ani", "Beka"]
    post(address, "/api/v1/table", {"camera": "none", "rules": {"preset": preset}, "names": names})
    post(address, "/api/v1/events", {"type": "new_deal", "dealer": "B"})


def test_raised_and_answered_at_the_desk(chrome: Browser, address: str) -> None:
    begin(address, "georgian3")
    page = chrome.new_page(viewport=LAPTOP)
    for lang, text in RAISES.items():
        page.goto(f"{address}/desk?lang={lang}")
        expect(page.get_by_test_id("raise-A")).to_have_text(text)
        no_raw_words(page)
    page.goto(f"{address}/desk?lang=en")
    says = page.get_by_test_id("says")
    expect(page.get_by_test_id("accept-B")).to_have_count(0)
    page.get_by_test_id("raise-A").click()
    page.get_by_test_id("raise-A").click()
    expect(page.get_by_test_id("accept-B")).to_have_text("Accept")
    # who has raised has nothing to answer
    expect(page.get_by_test_id("accept-A")).to_have_count(0)
    expect(page.get_by_test_id("refuse-B")).to_be_visible()
    no_serious_finding(page)
    # the keyboard: to what is said in turn, then twice
    page.locator("body").press("w")
    focused = says.locator("button:focus")
    expect(focused).to_have_attribute("data-testid", "accept-B")
    focused.press("Enter")
    focused.press("Enter")
    expect(page.get_by_test_id("accept-B")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Beka accepts")


def test_marriage_has_its_own_words(chrome: Browser, address: str) -> None:
    begin(address, "marriage66")
    page = chrome.new_page(viewport=LAPTOP)
    page.goto(f"{address}/desk?lang=en")
    expect(page.get_by_test_id("marriage-A")).to_have_text("Marriage!")
    for word in ("claim-A", "stop-A", "marriage-B", "raise-A"):
        expect(page.get_by_test_id(word)).to_have_count(0)
    page.get_by_test_id("marriage-A").click()
    page.get_by_test_id("marriage-A").click()
    expect(page.locator("main")).to_contain_text("Ani announces a marriage")
    page.get_by_test_id("close-A").click()
    page.get_by_test_id("close-A").click()
    expect(page.get_by_test_id("close-A")).to_have_count(0)
    # what was missed is offered by the rules too
    page.locator("body").press("m")
    form = page.get_by_test_id("missed-form")
    expect(form).to_be_visible()
    assert (
        form.locator('input[value="married"]').count() == form.locator('input[value="closed"]').count() == 1
    )
    assert form.locator('input[value="claimed"]').count() == 0
    page.goto(f"{address}/play?seat=A&lang=en")
    expect(page.get_by_test_id("words").get_by_role("button")).to_have_text(
        ["Marriage!", "I close the stock"]
    )
    page.goto(f"{address}/?lang=en")
    expect(page.get_by_test_id("new-deal")).to_be_visible()
    expect(page.get_by_test_id("claim-A")).to_have_count(0)


def test_on_a_full_disk_the_desk_says_what_cannot_be_written(chrome: Browser, address: str) -> None:
    begin(address, "classic31")
    page = chrome.new_page(viewport=LAPTOP)

    def full(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(str(said).replace('"log":"kept"', '"log":"unwritten"')))

    page.route_web_socket(re.compile("/api/v1/live"), full)
    # the disk has no room for pictures either: only the worse of the two is said
    page.route("**/api/v1/evidence", lambda route: route.fulfill(json={"entries": [], "full": True}))
    for lang, text in UNWRITTEN.items():
        page.goto(f"{address}/desk?lang={lang}")
        expect(page.get_by_test_id("advice")).to_contain_text(text)
        expect(page.get_by_test_id("advice").locator('a[href="/history"]')).to_be_visible()
        expect(page.get_by_test_id("evidence-full")).to_have_count(0)
        no_raw_words(page)
