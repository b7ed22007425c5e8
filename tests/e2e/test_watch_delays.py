"""The spectators' page offers no delay that has no effect."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
ALL = ["10", "30", "60", "120", "300", "600"]


@pytest.mark.parametrize(
    ("own_s", "counting", "longer"),
    [
        ("0", "rules", ALL),
        ("45", "open", ALL[2:]),
        ("60", "rules", ALL[3:]),
        ("600", "rules", []),
        # where points are hidden nobody may see a gathered trick again by another delay
        ("0", "hidden", []),
        ("45", "hidden", []),
    ],
)
def test_only_delays_longer_than_the_tables_own_are_offered(
    chrome: Browser, tmp_path: Path, own_s: str, counting: str, longer: list[str]
) -> None:
    command = (
        SCRIPTED,
        "--log",
        str(tmp_path / "t.jsonl"),
        "--speed",
        "0",
        "--until",
        "22",
        "--delay",
        own_s,
        "--counting",
        counting,
    )
    with serving(*command) as (address, _):
        page = chrome.new_page()
        page.goto(f"{address}/watch?lang=en&delay=10")
        page.get_by_test_id("watch").wait_for()
        offered = page.get_by_test_id("delay").locator("option")
        expect(offered).to_have_count(1 + len(longer))
        values = [option.get_attribute("value") for option in offered.all()]
        assert values == ["0", *longer]
        # a shorter one that was asked for or remembered is what it comes to: the table's own
        expect(page.get_by_test_id("delay")).to_have_value("10" if "10" in longer else "0")
        page.close()
