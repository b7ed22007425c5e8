"""Where points are hidden, every page says so within the width of a phone, in each language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
PAGES = (
    "/",
    "/desk",
    "/play?seat=A",
    "/watch",
    "/overlay",
    "/history",
    "/links",
    "/setup",
    "/phone",
    "/camera",
)
WITH_POINTS = {
    "/": ".points",
    "/desk": ".score",
    "/play?seat=A": ".score",
    "/watch": ".points",
    "/overlay": ".strip-points",
}
"""pages with points -> what they stand in"""
WIDTH = 390
PATIENCE_MS = 60_000
OUTSIDE = """
[...document.querySelectorAll('.score th, .score td, .points, .strip-points')].filter((e) => {
  const range = document.createRange(); range.selectNodeContents(e);
  const most = Math.min(innerWidth, e.getBoundingClientRect().right);
  return !e.querySelector(".cut") && range.getBoundingClientRect().right > most + 1;
}).map((e) => e.outerHTML.slice(0, 120))
"""


def hide(page: Page) -> None:
    """In every view that comes to a page nobody's points are told."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told: Any = json.loads(message)
            if told.get("view"):
                for player in told["view"]["seats"].values():
                    player["points"] = None
            socket.send(json.dumps(told))

        server.on_message(pass_on)

    page.route_web_socket("**/api/v1/live**", route)


def test_no_page_is_wider_than_a_phone_where_points_are_hidden(chrome: Browser, tmp_path: Path) -> None:
    with serving(
        *(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--delay", "0"),
        *("--names", "Ani", "Beka"),
    ) as (address, _):
        for path in PAGES:
            page = chrome.new_page(viewport={"width": WIDTH, "height": 844})
            hide(page)
            for lang in ("en", "ru", "uk", "ka"):
                page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
                if path in WITH_POINTS:
                    expect(page.locator(WITH_POINTS[path]).first).to_be_attached(timeout=PATIENCE_MS)
                else:
                    page.locator("main > *").first.wait_for(state="attached", timeout=PATIENCE_MS)
                assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, (path, lang)
                assert page.evaluate(OUTSIDE) == [], (path, lang)
            page.close()
