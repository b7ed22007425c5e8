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
from tests.e2e.browser import browser, chromium, serving

SCREENS = (("phone", (390, 844), "light"), ("tv", (1920, 1080), "dark"))
"""name, width and height in pixels, theme"""
MOMENTS = (
    ("trick", '[data-testid="play"][data-beats="true"] .card:nth-of-type(2)'),
    ("alert", '[data-testid="alert"][data-rule="extra_card"]'),
    ("end", '[data-testid="result"]'),
)
"""name, and what is on the page then"""
PATIENCE_MS = 600_000


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
            for name, (width, height), theme in SCREENS:
                page = chrome.new_page(viewport={"width": width, "height": height})
                page.goto(f"{address}/?theme={theme}&lang=en")
                pages[f"{name}-{theme}"] = page
            for moment, selector in MOMENTS:
                # The deal does not wait: whoever sees the moment first says so for all.
                next(iter(pages.values())).wait_for_selector(selector, timeout=PATIENCE_MS)
                for name, page in pages.items():
                    page.screenshot(
                        type="jpeg",
                        path=out / f"{moment}-{name}.jpg",
                        full_page=name.startswith("phone"),
                        quality=85,
                    )
                    print(out / f"{moment}-{name}.jpg", flush=True)


if __name__ == "__main__":
    main()
