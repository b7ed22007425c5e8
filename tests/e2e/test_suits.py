"""Suits are told by sign, by letter and by four colours, as the device wants it; nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LETTERS = {"en": "SHDC", "ru": "ПЧБТ", "uk": "ПЧБТ", "ka": "ყგაჯ"}
WAYS = ["letters", "german", "two"]
AA = 4.5
"""least contrast of text by WCAG 2.1, 1.4.3"""

LOOK = """() => ['S', 'H', 'D', 'C'].map((suit) => {
  const sign = document.querySelector(`.suits .suit-${suit} .sign`);
  const letter = sign.querySelector('.suit-letter');
  const channels = (css) => css.match(/[\\d.]+/g).slice(0, 3).map(Number);
  const light = (css) => channels(css).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = getComputedStyle(sign.closest('.suits-now')).backgroundColor;
  const [a, b] = [light(getComputedStyle(sign).color), light(ground)].sort();
  return {
    color: getComputedStyle(sign).color,
    letter: getComputedStyle(letter).display === 'none' ? '' : letter.dataset.letter,
    contrast: (b + 0.05) / (a + 0.05),
  };
})"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log: Path = tmp_path_factory.mktemp("data") / "t.jsonl"
    command = (SCRIPTED, "--log", str(log), "--speed", "0", "--delay", "0", "--until", "22")
    with serving(*command) as (found, _):
        yield found


def look(page: Page) -> list[dict[str, Any]]:
    """Colour, letter and contrast of the four suits, as the switch shows them."""
    page.get_by_test_id("suits").wait_for()
    found: list[dict[str, Any]] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_each_way_of_showing_suits_can_be_read(chrome: Browser, address: str, theme: str) -> None:
    page = chrome.new_context().new_page()
    page.goto(f"{address}/?lang=en&theme={theme}")
    for way in WAYS:
        expect(page.get_by_test_id("suits")).to_have_attribute("data-now", way)
        suits = look(page)
        assert all(suit["contrast"] >= AA for suit in suits), (way, suits)
        colours, letters = [suit["color"] for suit in suits], "".join(suit["letter"] for suit in suits)
        if way == "two":
            assert (letters, len(set(colours))) == ("", 2)
            assert colours[0] == colours[3]
        else:
            assert (letters, len(set(colours))) == (LETTERS["en"], 4)
        # a card of the trick looks as the switch says
        seen = page.locator(".play .suit-S .card-corner .sign").first
        assert seen.evaluate("(sign) => getComputedStyle(sign).color") == colours[0]
        assert seen.locator(".suit-letter").is_visible() == (way != "two")
        page.get_by_test_id("suits").click()
    page.context.close()


@pytest.mark.parametrize("lang", LETTERS)
def test_letters_are_those_of_the_language_and_cover_nothing(
    chrome: Browser, address: str, lang: str
) -> None:
    page = chrome.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{address}/?lang={lang}")
    assert "".join(suit["letter"] for suit in look(page)) == LETTERS[lang]
    page.locator(".play .card").first.wait_for()
    for width, height in ((1920, 1080), (1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for card in page.locator(".play .card:not(.card-down)").all():
            letter = card.locator(".card-corner .suit-letter").bounding_box()
            pip, whole = card.locator(".card-pip .suit").bounding_box(), card.bounding_box()
            assert letter is not None
            assert pip is not None
            assert whole is not None
            assert letter["x"] + letter["width"] <= whole["x"] + whole["width"]
            assert letter["y"] + letter["height"] <= pip["y"] + 1, (width, letter, pip)
    page.context.close()


def test_a_device_remembers_and_every_page_follows(chrome: Browser, address: str) -> None:
    context = chrome.new_context()
    page = context.new_page()
    page.goto(f"{address}/watch?lang=en")
    for _ in range(2):
        page.get_by_test_id("suits").press("Enter")
    for path in ("/", "/desk", "/play?seat=A", "/watch", "/overlay", "/history"):
        page.goto(f"{address}{path}")
        page.locator("h1").wait_for(state="attached")
        expect(page.locator("html")).to_have_attribute("data-suits", "two")
    # an address chooses for a television or a stream, and changes nothing on the device
    page.goto(f"{address}/overlay?suits=letters&lang=ru")
    sign = page.locator(".strip-trump .suit-letter")
    expect(sign).to_be_visible()
    assert (sign.get_attribute("data-letter") or "?") in LETTERS["ru"]
    page.goto(f"{address}/?suits=nonsense")
    expect(page.locator("html")).to_have_attribute("data-suits", "letters")
    page.goto(f"{address}/desk")
    expect(page.get_by_test_id("suits")).to_have_attribute("data-now", "two")
    context.close()
