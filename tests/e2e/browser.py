"""A system Chromium driven by Playwright, and servers for it to look at."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Where the system's Chromium is; None when there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


@contextmanager
def browser() -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        try:
            yield running
        finally:
            running.close()


@contextmanager
def serving(*command: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server program (arguments to ``python -m``) and the address that it prints."""
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = None
        for line in process.stdout:
            if found := re.search(r"http://[\d.:]+", line):
                break
        if found is None:
            raise RuntimeError(f"{command} did not start")
        yield found[0], process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
