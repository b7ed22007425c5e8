"""Pictures of the scoreboard for the documentation: plays the demo and looks at it on a television and a phone.

    python benchmarks/screenshots.py [--out docs/img]

Needs a system Chromium and about a minute and a half.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page
from tests.e2e.browser import browser, chromium, serving

TELEVISION, PHONE = (1920, 1080), (390, 844)
PATIENCE_MS = 600_000


def wait_for_text(page: Page, selector: str) -> None:
    """Wait until something is on the page, and half a second for the picture to follow."""
    page.wait_for_selector(selector, timeout=PATIENCE_MS)
    page.wait_for_timeout(700)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/img"))
    out: Path = parser.parse_args().out
    if chromium() is None:
        sys.exit("there is no Chromium on this machine: install the package chromium")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = ("bura_server", "demo", "--port", "0", "--no-browser", "--data", data)
        with serving(*command) as (address, _), browser() as chrome:
            pages = {}
            for name, (width, height) in {"tv": TELEVISION, "phone": PHONE}.items():
                for theme in ("dark", "light"):
                    page = chrome.new_page(viewport={"width": width, "height": height})
                    page.goto(f"{address}/?theme={theme}&lang=en")
                    pages[name, theme] = page
            for moment, selector in (
                ("trick", '[data-testid="play"][data-beats="true"] .card:nth-of-type(2)'),
                ("alert", '[data-testid="alert"][data-rule="extra_card"]'),
                ("end", '[data-testid="result"]'),
            ):
                for (name, theme), page in pages.items():
                    wait_for_text(page, selector)
                    if moment == "trick" or theme == "dark":
                        page.screenshot(path=out / f"{moment}-{name}-{theme}.png", full_page=name == "phone")
                        print(out / f"{moment}-{name}-{theme}.png", flush=True)


if __name__ == "__main__":
    main()
