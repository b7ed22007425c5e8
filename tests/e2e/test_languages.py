"""In which language a page begins: the address, what was chosen on the device, the browser, the table, English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.browser import browser, chromium, serving

from bura_server.opening import LAST

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVE = ("bura_server", "serve", "--no-browser", "--port", "0")


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose last table was set up in Georgian."""
    folder: Path = tmp_path_factory.mktemp("data")
    (folder / LAST).write_text(json.dumps({"lang": "ka"}), encoding="utf-8")
    with serving(*SERVE, "--data", str(folder)) as (found, _):
        yield found


def spoken(page: Page, address: str) -> str:
    page.goto(address)
    page.locator(".head select").wait_for()
    return str(page.locator("html").get_attribute("lang"))


def device(chrome: Browser, locale: str) -> BrowserContext:
    return chrome.new_context(locale=locale)


@pytest.mark.parametrize(
    ("locale", "lang"), [("ru-RU", "ru"), ("en-GB", "en"), ("uk", "uk"), ("de-DE", "ka")]
)
def test_the_browser_speaks_first_and_then_the_table(
    chrome: Browser, address: str, locale: str, lang: str
) -> None:
    assert spoken(device(chrome, locale).new_page(), f"{address}/setup") == lang


def test_only_what_a_person_chose_is_kept(chrome: Browser, address: str) -> None:
    phone = device(chrome, "ru-RU")
    # what old versions kept by themselves is no choice
    phone.add_init_script("localStorage.setItem('bura.lang', 'en')")
    page = phone.new_page()
    # an address counts for the visit, whatever page is looked at next …
    assert spoken(page, f"{address}/setup?lang=uk") == "uk"
    assert spoken(page, f"{address}/history") == "uk"
    # … and for no other
    page = phone.new_page()
    assert spoken(page, f"{address}/setup") == "ru"
    page.locator(".head select").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert spoken(page, f"{address}/history") == "en"
    assert spoken(phone.new_page(), f"{address}/setup") == "en"
    assert spoken(phone.new_page(), f"{address}/setup?lang=xx") == "en"


def test_links_carry_no_language(chrome: Browser, address: str) -> None:
    page = device(chrome, "ru-RU").new_page()
    spoken(page, f"{address}/links?lang=uk")
    made = page.evaluate(
        "fetch('/api/v1/links', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({role: 'table'})}).then((a) => a.json())"
    )
    assert re.fullmatch(r"http://[\d.:]+/join/[\w.-]+", made["url"])
