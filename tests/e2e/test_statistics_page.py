"""The history's statistics show a range of points as a range."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"


def test_points_per_deal_are_a_range_where_cards_were_never_seen(chrome: Browser, tmp_path: Path) -> None:
    counts = dict.fromkeys(("tricks", "claims_true", "claims_false", "claims_other", "fouls", "acts"), 1)
    one = {"match": 1, "deal": 1, "played_at": "2026-01-01T00:00:00Z", "won": True, "seconds_per_act": None}
    player = {
        "name": "Ann",
        "deals": 1,
        "won": 1,
        "points": 6,
        "points_most": 28,
        "seconds_per_act": None,
        **counts,
        "series": [{**one, **counts, "points": 6, "points_most": 28}],
    }

    def answer(route: Route) -> None:
        route.fulfill(json={"players": [player], "rigs": []})

    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22") as (where, _):
        page = chrome.new_page(viewport={"width": 390, "height": 844})
        page.route("**/api/v1/history/players?**", answer)
        page.goto(f"{where}/history?lang=en")
        expect(page.get_by_test_id("player-row")).to_contain_text("6.0–28.0")
        expect(page.get_by_test_id("plots").get_by_role("img").first).to_have_attribute(
            "aria-label", "Points per deal (★ won): 6–28"
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.close()
