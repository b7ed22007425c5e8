"""Every page in a state worth a look, opened in a browser: for pictures, and for whoever looks at all of them."""

from __future__ import annotations

import base64
import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from tests.e2e.browser import ROOT, serving
from tests.e2e.checks import until
from tests.server.support.scripted import deal_events

from bura_server.book import Book
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace

SCRIPTED = "tests.server.support.scripted_server"
SETUP = "tests.server.support.setup_server"
PATIENCE_MS = 120_000
SIZES = {"tv": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844)}
"""name -> width and height in pixels"""
THEMES = {"tv": "dark", "laptop": "light", "phone": "dark"}
"""how each screen is pictured"""
BOX = ROOT / "tests" / "e2e" / "pictures" / "box.ttf"
LEAD = 4
"""entry of the scripted deal: A leads KC QC"""
ALWAYS = """
*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
.code svg, .qr svg, .link svg, .stage img, .thumb img { visibility: hidden !important; }
"""
"""what differs from run to run (codes, a live picture) is not shown"""
ONE_TIME = """
const told = Date.prototype.toLocaleString, then = new Date(2026, 11, 1, 1, 13);
Date.prototype.toLocaleString = function (...how) { return told.apply(then, how); };
"""
"""a time that is told is always the same one: 'Dec 1, 1:05 AM' breaks lines elsewhere than 'Nov 30, 11:05 PM'"""


@dataclass(frozen=True)
class Places:
    """Addresses of running servers, one for each state of a table."""

    trick: str
    """a trick is on the table; an older match is in the history"""
    alert: str
    """a fourth card was drawn and a claim is on the table"""
    over: str
    """the deal is over"""
    none: str
    """no table is watched"""


@contextmanager
def places(folder: Path) -> Iterator[Places]:
    """Servers for all views, until the end.

    :param folder: empty; gets their logs
    """
    with ExitStack() as stack:
        found = {}
        states = {"trick": ("--until", "22", "--evidence"), "alert": ("--until", "63"), "over": ()}
        for name, more in states.items():
            data = folder / name
            data.mkdir()
            if name == "trick":
                _older_match(data)
            command = (SCRIPTED, "--log", str(data / "t.jsonl"), "--speed", "0", "--delay", "0", *more)
            found[name], _ = stack.enter_context(serving(*command))
        found["none"], _ = stack.enter_context(serving(SETUP, "--data", str(folder / "none")))
        yield Places(**found)


def _older_match(data: Path) -> None:
    database = Database.in_folder(data)
    book = Book(DatabasePlace(database, "camera-0", data), names={"A": "Dato", "B": "Nino"})
    book.feed(deal_events())
    book.close()
    database.close()


@dataclass(frozen=True)
class View:
    """A page in some state."""

    place: str
    """which server of `Places`"""
    path: str
    """its address there"""
    ready: str
    """a selector that is there once the page shows what it should"""
    act: Callable[[Page, str], None] | None = None
    """brings the page from there into the state; gets the server's address too"""


def _step(page: Page, _address: str) -> None:
    page.get_by_test_id("match").last.get_by_test_id("step").first.click()
    page.get_by_test_id("entry").nth(8).click()
    page.locator('[data-testid="moment"]').wait_for()
    until(page, "document.querySelector('[data-testid=moment]')?.dataset.seq > 2")


def _fix(page: Page, _address: str) -> None:
    page.locator(f"#entry-{LEAD}").get_by_role("button").nth(1).click()
    page.get_by_test_id("fix").locator("h4").first.wait_for()
    until(page, "[...document.images].every((i) => i.complete)")
    # what was opened came into sight, under the mouse: the picture begins at the top of the page
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")


def _links(page: Page, _address: str) -> None:
    if page.get_by_test_id("link").count() == 0:
        page.get_by_test_id("make-all").click()
    page.get_by_test_id("link").nth(1).wait_for()


def _join(page: Page, address: str) -> None:
    request = urllib.request.Request(
        f"{address}/api/v1/links",
        json.dumps({"role": "seat", "seat": "A"}).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        url = json.load(answer)["url"]
    query = page.url.partition("?")[2]
    page.goto(f"{url}?{query}")
    page.get_by_test_id("play").wait_for()


VIEWS: dict[str, View] = {
    "board-trick": View("trick", "/", '[data-testid="play"]'),
    "board-alert": View("alert", "/", '[data-testid="alert"]'),
    "board-over": View("over", "/", '[data-testid="result"]'),
    "desk": View("trick", "/desk", f"#entry-{LEAD} .thumb img", _fix),
    "setup": View("none", "/setup", '[data-testid="start"]'),
    "player": View("trick", "/", "body", _join),
    "watch": View("over", "/watch", '[data-testid="watch"]'),
    "overlay": View("over", "/overlay", '[data-testid="strip"]'),
    "history": View("trick", "/history", '[data-testid="plots"]'),
    "replay": View("trick", "/history", '[data-testid="match"]', _step),
    "links": View("alert", "/links", '[data-testid="make-all"]', _links),
    "camera": View("trick", "/camera", '[data-testid="start"]'),
    "phone": View("none", "/phone", '[data-testid="open"]'),
}


@contextmanager
def opened(
    chrome: Browser, there: Places, name: str, *, lang: str = "en", theme: str = "dark", boxed: bool = False
) -> Iterator[Page]:
    """A view in a window of its own; `sized` gives it a screen.

    :param name: of `VIEWS`
    :param boxed: draw every letter as a box, so that the machine's fonts do not matter
    """
    view = VIEWS[name]
    context = chrome.new_context(reduced_motion="reduce", bypass_csp=True)
    try:
        context.add_init_script(ONE_TIME)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        address: str = getattr(there, view.place)
        page.goto(f"{address}{view.path}?lang={lang}&theme={theme}")
        page.locator(view.ready).first.wait_for(state="attached")
        if view.act is not None:
            view.act(page, address)
        _still(page, boxed)
        yield page
    finally:
        context.close()


def sized(page: Page, size: str, theme: str | None = None) -> None:
    """Show an opened view on a screen.

    :param size: of `SIZES`
    :param theme: "dark" or "light"; what `THEMES` says when it is left out
    """
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(f"document.documentElement.dataset.theme = '{theme or THEMES[size]}'")


def _still(page: Page, boxed: bool) -> None:
    style = ALWAYS
    if boxed:
        font = base64.b64encode(BOX.read_bytes()).decode()
        style += f"@font-face {{ font-family: BuraBox; font-weight: 1 1000; src: url(data:font/ttf;base64,{font}); }}"
        style += "*, *::before, *::after { font-family: BuraBox !important; font-style: normal !important; }"
    page.add_style_tag(content=style)
    ready: Any = page.evaluate(
        "document.fonts.ready.then((f) => [...f].filter((x) => x.status === 'loaded').length)"
    )
    if boxed and ready != 1:
        raise AssertionError("the font of boxes was not taken")
    until(page, "document.getAnimations().every((a) => a.playState === 'finished')")
