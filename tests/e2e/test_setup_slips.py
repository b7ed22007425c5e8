"""Small slips on the set-up page: an empty address, equal or blank names, more players than a camera follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
expect.set_options(timeout=30_000)


@pytest.fixture
def page(chrome: Browser, tmp_path: Path) -> Iterator[Page]:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        opened = chrome.new_page(viewport={"width": 1280, "height": 800})
        opened.goto(f"{address}/setup?lang=en")
        yield opened
        opened.close()


def _wrong_camera(page: Page, name: str = "no such clip.mp4") -> None:
    page.get_by_test_id("camera-text").fill(name)
    page.get_by_test_id("camera-take").click()


def test_an_empty_address_takes_the_old_fault_away(page: Page) -> None:
    for name, fault in (("no such clip.mp4", "camera-failed"), ("ftp://x", "problem")):
        _wrong_camera(page, name)
        expect(page.get_by_test_id(fault)).to_be_visible()
        _wrong_camera(page, "")
        expect(page.get_by_test_id(fault)).to_have_count(0)
        expect(page.get_by_test_id("next")).to_have_attribute("data-next", "setup.camera.first")


def test_equal_and_blank_names_are_said_before_the_start(page: Page) -> None:
    page.get_by_role("radio", name="No camera", exact=True).check()
    expect(page.get_by_test_id("start")).to_be_enabled()
    for name, said in ((" ann", "the same name"), ("  ", "has no name")):
        page.get_by_test_id("name-A").fill("Ann")
        page.get_by_test_id("name-B").fill(name)
        expect(page.get_by_test_id("names-wrong")).to_contain_text(said)
        expect(page.get_by_test_id("start")).to_be_disabled()
    page.get_by_test_id("name-B").fill("Boris")
    expect(page.get_by_test_id("start")).to_be_enabled()
    # the running table's game is called by its name
    page.get_by_test_id("start").click()
    page.wait_for_url("**/desk")
    for lang, game in (("en", "Classic"), ("ru", "Классическая бура до 31"), ("ka", "კლასიკური ბურა 31-მდე")):
        page.goto(page.url.split("/desk")[0].split("/setup")[0] + f"/setup?lang={lang}")
        expect(page.get_by_test_id("running-what")).to_contain_text(game)
        expect(page.get_by_test_id("running-what")).not_to_contain_text("classic31")


def test_of_six_from_last_time_the_first_four_are_kept_at_once(page: Page) -> None:
    for _ in range(4):
        page.get_by_test_id("add-player").click()
    _wrong_camera(page)
    page.get_by_test_id("keep-four").click()
    expect(page.get_by_test_id("name-D")).to_be_visible()
    expect(page.get_by_test_id("name-E")).to_have_count(0)
    expect(page.get_by_test_id("keep-four")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_phone_shows_sixteen_letters_of_a_name(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    for lang in ("en", "ka"):
        page.goto(page.url.split("?")[0] + f"?lang={lang}")
        field = page.get_by_test_id("name-A")
        field.fill("Александра Анна-")
        # the field scrolls what it cannot show
        assert field.evaluate("e => e.scrollWidth <= e.clientWidth"), (width, lang)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for way in ("up", "down"):
            box = page.get_by_test_id("player-B").locator(f'[data-way="{way}"]').bounding_box()
            assert box is not None
            assert box["width"] >= 44
            assert box["x"] + box["width"] <= width
