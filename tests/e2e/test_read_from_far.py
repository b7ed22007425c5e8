"""What stands on a television can be read from four metres; the same pages on a phone do not scroll sideways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.e2e.browser import chromium
from tests.e2e.views import Places, opened, places, sized

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

LEAST_PX = {"board-trick": 22, "board-alert": 22, "board-over": 22, "watch": 20}
"""least size of letters on a screen of 1080 lines: 22 are 14 mm on 55 inches, a viewing angle of 12 minutes at 4 m"""
SMALL = """(least) => [...document.querySelectorAll('main *')].filter((e) =>
  [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent.trim())
  && e.getBoundingClientRect().width > 1 && !e.closest('.sr, .umpire, button, select, .watch-tools')
  && parseFloat(getComputedStyle(e).fontSize) < least).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    folder: Path = tmp_path_factory.mktemp("places")
    with places(folder) as found:
        yield found


@pytest.mark.parametrize("name", LEAST_PX)
def test_no_line_on_a_television_is_small(chrome: Browser, there: Places, name: str) -> None:
    with opened(chrome, there, name, lang="ru") as page:
        sized(page, "tv")
        small: list[Any] = page.evaluate(SMALL, LEAST_PX[name])
        assert small == []
        wide = page.locator("main").bounding_box()
        assert wide is not None
        assert wide["width"] > 1_800  # of 1920: no empty sides
        sized(page, "phone")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        # the head leaves the page to what it is about
        tools = page.get_by_test_id("theme").bounding_box()
        assert tools is not None
        assert tools["y"] < 120
