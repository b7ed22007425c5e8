"""Pictures of the pages for the documentation: set-up, scoreboard, referee's desk, spectator and overlay.

    python benchmarks/page_pictures.py [--out docs/img]

Watches the bundled clip; needs a system Chromium and about three minutes. Prints what each page weighs and when it is
first painted.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from playwright.sync_api import Browser, Page
from tests.e2e.browser import browser, chromium, serving

from bura_server.cli.demo import DEMO

SCREENS = {"tv": (1920, 1080, "dark"), "laptop": (1280, 800, "light"), "phone": (390, 844, "dark")}
"""name → width and height in pixels, theme"""
BOARDS = (("tv", "dark"), ("phone", "light"))
"""screen and theme of the scoreboard"""
MOMENTS = {
    "trick": '[data-testid="play"][data-beats="true"]',
    "alert": '[data-testid="alert"]',
    "end": '[data-testid="result"]',
}
"""what of the demo is taken → what is there then"""
PATIENCE_MS = 300_000
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WEIGHT = (
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    ".filter((r) => !r.name.includes('/api/')).reduce((s, r) => s + r.decodedBodySize, 0)"
)


def opened(chrome: Browser, address: str, path: str, screen: str, theme: str | None = None) -> Page:
    """A page on one of the screens."""
    width, height, usual = SCREENS[screen]
    theme = theme or usual
    page = chrome.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}{path}?lang=en&theme={theme}")
    return page


def keep(page: Page, out: Path, name: str) -> None:
    """Take the picture."""
    page.screenshot(type="jpeg", path=out / f"{name}.jpg", quality=82)
    print(
        f"{name}: {page.evaluate(WEIGHT) / 1000:.0f} kB, first paint {page.evaluate(PAINT) or 0:.0f} ms",
        flush=True,
    )


def scoreboard(chrome: Browser, out: Path) -> None:
    """Take the scoreboards of the demo, each as soon as what it shows is there."""
    demo = ("bura_server", "demo", "--port", "0", "--no-browser", "--data")
    with tempfile.TemporaryDirectory() as data, serving(*demo, data) as (address, _):
        boards = [
            (opened(chrome, address, "/", screen, theme), f"{screen}-{theme}") for screen, theme in BOARDS
        ]
        for moment, there in MOMENTS.items():
            for page, name in boards:
                page.locator(there).first.wait_for()
                keep(page, out, f"{moment}-{name}")


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/img"))
    out: Path = parser.parse_args().out
    if chromium() is None:
        sys.exit("there is no Chromium on this machine: install the package chromium")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = ("bura_server", "serve", "--port", "0", "--no-browser", "--data", data)
        with serving(*command) as (address, _), browser() as chrome:
            page = opened(chrome, address, "/setup", "laptop")
            page.get_by_test_id("camera-text").fill(os.path.relpath(DEMO / "clip.mp4"))
            page.get_by_test_id("camera-take").click()
            page.get_by_test_id("quality").wait_for()
            page.get_by_test_id("name-A").fill("Ann")
            page.get_by_test_id("name-B").fill("Boris")
            for screen in SCREENS:
                other = opened(chrome, address, "/setup", screen)
                other.get_by_test_id("camera-text").fill(os.path.relpath(DEMO / "clip.mp4"))
                other.get_by_test_id("camera-take").click()
                other.get_by_test_id("quality").wait_for()
                keep(other, out, f"setup-{screen}")
                other.close()
            page.get_by_test_id("counting").click()
            # the overlay would show what the table had a minute before: nothing
            page.locator(".counting input[type=number]").fill("0")
            page.get_by_test_id("start").click()
            page.locator('[data-type="reply"]').first.wait_for()
            entry = page.locator('[data-type="lead"]').first
            entry.locator(".thumb img").wait_for()
            entry.locator(".entry-cards button").first.click()
            page.get_by_test_id("fix").locator("h4").first.wait_for()
            keep(page, out, "desk-laptop")
            for screen, path in (
                ("tv", "/desk"),
                ("phone", "/desk"),
                ("phone", "/watch"),
                ("laptop", "/overlay"),
            ):
                other = opened(chrome, address, path, screen)
                other.wait_for_timeout(3000)
                keep(other, out, f"{path[1:]}-{screen}")
                other.close()
    with browser() as chrome:
        scoreboard(chrome, out)


if __name__ == "__main__":
    main()
