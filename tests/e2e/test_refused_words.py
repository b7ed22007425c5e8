"""What the desk refuses is read on the page in the page's language, whatever the browser's own is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"


def test_the_desk_refuses_in_the_language_that_was_chosen(chrome: Browser, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22") as (
        address,
        _,
    ):
        page = chrome.new_page(locale="uk-UA")
        for lang, words in (
            ("ka", "გასაუქმებელი არაფერია"),
            ("ru", "отменять нечего"),
            ("en", "nothing to undo"),
        ):
            page.goto(f"{address}/desk?lang={lang}")
            page.locator("#entry-12").wait_for()
            page.get_by_test_id("undo").click()
            expect(page.get_by_test_id("problem")).to_contain_text(re.compile(words))
