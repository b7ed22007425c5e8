"""What every page must keep: words in every language, nothing an accessibility checker calls serious."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page
from tests.e2e.browser import ROOT

AXE = ROOT / "tests" / "e2e" / "vendor" / "axe.min.js"
#: a key of the pages' words, shown because a language lacks it
RAW = re.compile(
    r"\b(?:setup|desk|quality|watch|voice|evidence|nav|act|fix|event|state|log)\.[a-z_]+(?:\.[a-z_]+)*\b"
)


PATIENCE_S = 60.0


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true on a page.

    Playwright's own waiting evaluates it inside the page, which the page's policy forbids.
    """
    deadline = time.monotonic() + PATIENCE_S
    while not page.evaluate(f"Boolean({expression})"):
        if time.monotonic() > deadline:
            raise AssertionError(f"never true: {expression}")
        page.wait_for_timeout(50)


def no_raw_words(page: Page) -> None:
    """No key stands where words should."""
    texts = page.evaluate(
        "[document.body.innerText, ...[...document.querySelectorAll('[aria-label],[title],[placeholder]')]"
        ".map((e) => `${e.ariaLabel ?? ''} ${e.title ?? ''}`)].join('\\n')"
    )
    assert RAW.findall(texts) == []


def no_serious_finding(page: Page) -> None:
    """axe finds nothing serious or critical."""
    # the policy of the page allows no script of another origin; the checker is run from outside of it
    page.evaluate(AXE.read_text("utf-8"))
    found: list[Any] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations"
        ".filter((v) => v.impact === 'serious' || v.impact === 'critical')"
        ".map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))]))"
    )
    assert found == []
