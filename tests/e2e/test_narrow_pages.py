"""Every page is read at 320 pixels without scrolling sideways, in each language (WCAG 1.4.10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import until
from tests.e2e.test_full_tables import dressed, laid
from tests.e2e.test_hidden_points import PAGES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LANGUAGES = ("en", "ru", "uk", "ka")
WIDTH = 320
LONG = ("Александра", "Екатерина", "Константин", "Anna-Maria Smith", "WWWWWWWWWWWWWWWW", "დავითი")
OF_A_TABLE = ("/", "/desk", "/play?seat=A", "/watch", "/overlay")
PATIENCE_MS = 60_000
OUTSIDE = f"""
[...document.querySelectorAll('body *')].filter((e) => {{
  const box = e.getBoundingClientRect();
  return box.width && box.right > {WIDTH} + 1;
}}).slice(-4).map((e) => `${{e.tagName}}.${{e.className}}: ${{e.textContent.slice(0, 40)}}`)
"""
ALERT = {
    "seq": 6,
    "at_s": 1.0,
    "rule": "extra_card",
    "seat": "A",
    "severity": "loss",
    "status": "foul",
    "ruling": "deal_lost",
    "facts": {},
    "rests_on": [],
    "acknowledged": False,
}
STAKES = {"value": 3, "asked": 4, "raised_by": "B", "crawford": False}
SCORE = {"kind": "stakes", "over": False, "winners": [], "losers": []}


def states(seats: int) -> dict[str, dict[str, Any]]:
    """What can make a table's pages wide: stakes and their raise, a claim with alerts, the end of a deal."""
    everybody = "ABCDEF"[:seats]
    match = {**SCORE, "score": dict.fromkeys(everybody, 11)}
    alerts = [{**ALERT, "text": "Александра: взята лишняя карта — в руке 5, разрешено 3. (сдача проиграна)"}]
    claim = {
        "seat": "A",
        "seq": 7,
        "verdict": "must_count",
        "proof": {"seen": 25, "hidden": 14, "lo": 25, "hi": 114, "needed": 31, "text": ""},
    }
    points = {seat: {"lo": 25, "hi": 114} for seat in everybody}
    result = {
        "reason": "undecided",
        "winners": [*everybody[1:]],
        "points": points,
        "text": "Карты собраны до решения (Александра 25–114, Екатерина 25–114, Константин 25–114).",
    }
    trick = {**laid(seats, 5), "stake": STAKES, "match": match}
    return {
        "stakes": trick,
        "claim": {**trick, "claim": claim, "alerts": alerts, "proposed": {"reason": "infraction"}},
        "over": {"stake": STAKES, "match": match, "result": result},
    }


def narrow(page: Page, address: str, path: str, lang: str) -> None:
    """This page keeps within the width of the screen."""
    page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
    until(
        page, f"document.documentElement.lang === '{lang}' && document.querySelector('h1, h2, main, .strip')"
    )
    if path in OF_A_TABLE:
        page.get_by_text(LONG[0]).first.wait_for(timeout=PATIENCE_MS, state="attached")
    page.wait_for_timeout(150)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH, (
        path,
        lang,
        page.evaluate(OUTSIDE),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_scrolls_sideways_on_the_smallest_phone(chrome: Browser, tmp_path: Path, lang: str) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--delay", "0")
    with serving(*command, "--tables", "--names", *LONG[:2]) as (address, _):
        page = chrome.new_page(viewport={"width": WIDTH, "height": 640}, reduced_motion="reduce")
        for path in (*PAGES, "/no-such-page", "/join/no-such-code"):
            narrow(page, address, path, lang)
        page.close()


@pytest.mark.parametrize("seats", [2, 6])
def test_no_state_of_a_table_scrolls_sideways(chrome: Browser, tmp_path: Path, seats: int) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63", "--delay", "0")
    with serving(*command, "--names", *LONG[:seats]) as (address, _):
        for state, change in states(seats).items():
            page = chrome.new_page(viewport={"width": WIDTH, "height": 640}, reduced_motion="reduce")
            dressed(page, state == "claim", change)
            for path in OF_A_TABLE:
                for lang in LANGUAGES:
                    narrow(page, address, path, lang)
            page.close()
