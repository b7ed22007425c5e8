"""The history in a real browser: found, stepped through with keys, taken along, deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import ROOT, chromium, serving
from tests.server.support.scripted import deal_events

from bura.rulebook_page import preset_title
from bura_server.book import Book
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
AXE = ROOT / "tests" / "e2e" / "vendor" / "axe.min.js"
PATIENCE_MS = 30_000


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server that runs a table, with an older match in its history."""
    database = Database.in_folder(tmp_path)
    book = Book(DatabasePlace(database, "camera-0", tmp_path), names={"A": "Dato", "B": "Nino"})
    book.feed(deal_events())
    book.close()
    database.close()
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0") as (where, _):
        yield where


@pytest.fixture
def page(chrome: Browser) -> Iterator[Page]:
    opened = chrome.new_page(viewport={"width": 1280, "height": 800})
    opened.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    opened.close()
    assert faults == []


def serious(page: Page) -> list[str]:
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']})")
    grave = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['target']}" for one in grave for node in one["nodes"]]


def test_a_match_is_found_stepped_through_taken_along_and_deleted(page: Page, address: str) -> None:
    page.goto(f"{address}/history?lang=en")
    expect(page.get_by_test_id("match")).to_have_count(2)
    plots = page.get_by_test_id("plots")
    expect(plots).to_be_visible()
    # points, tricks, claims, fouls, time: each a plot with a bar a deal, and its numbers in words
    page.locator('[data-name="Dato"] button').click()
    expect(plots.locator("svg")).to_have_count(5)
    # … of which one is a range: his points were never all seen, so what they may come to stands hollow above the bar
    expect(plots.locator("svg rect")).to_have_count(6)
    # his one claim was false: a hollow bar below the axis, and the pair of numbers
    claims = plots.get_by_role("img", name="Claims: true above the line (✓), false below it (✗): 0 / 1")
    expect(claims.locator("rect")).to_have_count(1)
    bar, axis = claims.locator("rect.hollow").bounding_box(), claims.locator("line").bounding_box()
    assert bar is not None
    assert axis is not None
    assert bar["y"] + bar["height"] / 2 > axis["y"] + 10
    told = plots.locator("svg").first.get_attribute("aria-label") or ""
    assert re.fullmatch(r"Points per deal .*: \d+–\d+", told), told
    tall = plots.locator("svg rect").first.bounding_box()
    assert tall is not None
    assert tall["height"] > 10
    assert serious(page) == []
    page.get_by_test_id("player").fill("nino")
    expect(page.get_by_test_id("match")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Log (JSON lines)").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert json.loads(lines[0])["event"]["names"] == {"A": "Dato", "B": "Nino"}
    page.get_by_test_id("step").click()
    moment = page.get_by_test_id("moment")
    expect(moment).to_have_attribute("data-seq", "2")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(moment).to_have_attribute("data-seq", "4")
    expect(moment.get_by_role("img", name="king of clubs")).to_be_visible()
    assert serious(page) == []
    # only what is in sight is drawn: the end of the list comes by scrolling
    page.locator(".replay-log").evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
    end = page.locator(".replay-slide input").get_attribute("max")
    page.locator(f"[data-testid=entry][data-seq='{end}']").click()
    expect(moment.get_by_test_id("result")).to_be_visible()
    page.keyboard.press("Escape")
    delete = page.get_by_test_id("delete")
    delete.click()
    delete.click()
    expect(page.get_by_test_id("match")).to_have_count(0)
    page.get_by_test_id("player").fill("")
    expect(page.get_by_test_id("match")).to_have_count(1)
    expect(page.get_by_test_id("match")).to_contain_text("Ann")


@pytest.mark.parametrize("lang", ["ru", "uk", "ka"])
def test_the_history_speaks(page: Page, address: str, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/history?lang={lang}&theme=light")
    expect(page.get_by_test_id("match")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert "history." not in page.locator("body").inner_text()
    # games are shown and found by the name that people know
    game = preset_title("classic31", lang)
    expect(page.get_by_test_id("game").first).to_have_text(game)
    assert not re.search("classic31|camera-0", page.locator("body").inner_text())
    page.get_by_test_id("rules").fill(game.split()[-2][:5].upper())
    expect(page.get_by_test_id("total")).to_contain_text("2")
    page.get_by_test_id("rules").fill(preset_title("marriage66", lang))
    expect(page.get_by_test_id("match")).to_have_count(0)
    page.get_by_test_id("rules").fill("")
    expect(page.get_by_test_id("match")).to_have_count(2)
    for text in page.locator(".plot text").all():
        size = text.evaluate("(text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a")
        assert size >= 12, size
    box = page.get_by_test_id("players").bounding_box()
    table = page.get_by_test_id("players").locator("table").bounding_box()
    assert box is not None
    assert table is not None
    assert table["x"] + table["width"] <= box["x"] + box["width"], "the table is cut at the edge"
    assert serious(page) == []
