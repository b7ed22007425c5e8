"""In which language a page begins: the address, what was chosen on the device, the browser, the table, English."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.e2e.browser import chromium, serving

from bura_server.cli.demo import DEMO
from bura_server.opening import LAST

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

PATIENCE_MS = 30_000
SERVE = ("bura_server", "serve", "--no-browser", "--port", "0")


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


def ask(address: str, method: str, body: dict[str, Any] | None = None, what: str = "table") -> Any:
    """Start or stop a table, or make a link."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}/api/v1/{what}", data, headers, method=method), timeout=60
    ) as answer:
        return json.loads(answer.read() or "null")


@pytest.mark.skipif(not (DEMO / "clip.mp4").exists(), reason="the demo clip is not there")
def test_pages_that_are_there_before_the_table_take_its_language(chrome: Browser, tmp_path: Path) -> None:
    order: dict[str, Any] = {
        "camera": str(DEMO / "clip.mp4"),
        "rules": {"preset": "classic31"},
        "names": ["Ann", "Boris"],
        "spectator_delay_s": 0,
    }
    with serving("tests.server.support.setup_server", "--data", str(tmp_path)) as (found, _):
        german, russian = device(chrome, "de-DE"), device(chrome, "ru-RU")
        # a television comes by a link: it waits where the umpire's own browser would be led to set-up
        television = ask(found, "POST", {"role": "table"}, "links")["url"]
        paths = ("/watch", "/play", "/overlay")
        pages = [german.new_page() for _ in paths] + [device(chrome, "de-DE").new_page()]
        for page, path in zip(pages, (*[f"{found}{path}" for path in paths], television), strict=True):
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", "en")
        # that there is no table is no fault of the connection
        expect(pages[0].get_by_test_id("no-table")).to_contain_text("No table is being watched")
        expect(pages[1].get_by_test_id("waiting")).to_contain_text("No table is being watched")
        past = german.new_page()
        past.goto(f"{found}/history")
        expect(past.get_by_test_id("total")).to_have_text("Nothing has been played here yet.")
        own, chosen = russian.new_page(), device(chrome, "de-DE").new_page()
        own.goto(f"{found}/watch")
        chosen.goto(f"{found}/watch")
        chosen.locator(".head select").select_option("uk")
        ask(found, "POST", order | {"lang": "ka"})
        for page in pages:
            expect(page.locator("html")).to_have_attribute("lang", "ka", timeout=PATIENCE_MS)
        expect(pages[0].get_by_test_id("watch")).to_be_visible(timeout=PATIENCE_MS)
        expect(pages[0].locator("h1")).to_have_text("მაყურებლებისთვის")
        expect(pages[0].locator(".head select")).to_have_value("ka")
        expect(pages[3].get_by_test_id("trump")).to_contain_text("კოზირი", timeout=PATIENCE_MS)
        # the referee's own sentences and words too
        expect(pages[2].get_by_test_id("strip")).to_contain_text("დასტა", timeout=PATIENCE_MS)
        # what the device says or a person chose comes first
        for page, lang in ((own, "ru"), (chosen, "uk")):
            expect(page.get_by_test_id("watch")).to_be_visible(timeout=PATIENCE_MS)
            expect(page.locator("html")).to_have_attribute("lang", lang)
        # the next table speaks Ukrainian
        ask(found, "DELETE")
        expect(own.get_by_test_id("no-table")).to_contain_text("ни один стол не идёт")
        ask(found, "POST", order | {"lang": "uk"})
        for page in pages:
            expect(page.locator("html")).to_have_attribute("lang", "uk", timeout=PATIENCE_MS)
        expect(own.locator("html")).to_have_attribute("lang", "ru")
