"""Links and players' phones in a real browser: two phones and a television at once."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import ROOT, chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
expect.set_options(timeout=30_000)
AXE = ROOT / "tests" / "e2e" / "vendor" / "axe.min.js"
PATIENCE_MS = 60_000
TOP = "(part) => part.getBoundingClientRect().top"
WHOLE = """(select) => {
  const free = select.cloneNode(true);
  free.style.cssText = "position: absolute; max-width: none; width: max-content";
  select.parentNode.append(free);
  const needed = free.getBoundingClientRect().width;
  free.remove();
  return select.getBoundingClientRect().width >= needed - 1;
}"""
"""is a choice shown as wide as its longest word?"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table at the open lead of JS 9S by B."""
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "20") as (where, _):
        yield where


class Device:
    """A device of its own: its cookies are nobody else's, and every script error is noted."""

    def __init__(self, chrome: Browser, size: dict[str, int]) -> None:
        self.context = chrome.new_context(viewport=size)  # type: ignore[arg-type]  # Playwright's own size type
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))


@pytest.fixture
def devices(chrome: Browser) -> Iterator[Any]:
    made: list[Device] = []

    def device(size: dict[str, int]) -> Page:
        made.append(Device(chrome, size))
        return made[-1].page

    yield device
    faults = [fault for one in made for fault in one.faults]
    for one in made:
        one.context.close()
    assert faults == []


def post(address: str, path: str, body: Any) -> Any:
    request = urllib.request.Request(
        address + path, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def join(address: str, page: Page, role: str, seat: str | None = None, lang: str = "en") -> None:
    wish = {"role": role, **({"seat": seat} if seat else {})}
    page.goto(post(address, "/api/v1/links", wish)["url"] + f"?lang={lang}")
    page.wait_for_url(lambda url: "/join/" not in url)  # it sends the browser on by itself


def serious(page: Page) -> list[str]:
    """Serious findings of axe."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa']})")
    return [
        f"{one['id']}: {node['target']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_two_phones_and_a_television(address: str, devices: Any) -> None:
    ann, boris, television = devices(PHONE), devices(PHONE), devices({"width": 1920, "height": 1080})
    join(address, ann, "seat", "A")
    join(address, boris, "seat", "B", "ru")
    join(address, television, "table")
    expect(ann.get_by_test_id("name")).to_have_text("Ann")
    expect(boris.get_by_test_id("name")).to_have_text("Boris")
    expect(ann.get_by_test_id("trick")).to_contain_text("Boris leads")
    # it is Ann's turn to reply: nobody may claim within a trick, and the phones say so
    expect(ann.get_by_test_id("turn")).to_have_attribute("data-mine", "true")
    expect(boris.get_by_test_id("turn")).to_have_attribute("data-mine", "false")
    expect(boris.get_by_test_id("claim")).to_be_disabled()
    expect(television.locator('[data-testid="play"][data-seat="B"]')).to_be_visible()


def test_a_player_claims_with_two_presses(tmp_path: Path, devices: Any) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "u.jsonl"), "--speed", "0", "--until", "17.5") as (
        address,
        _,
    ):
        boris, television = devices(PHONE), devices({"width": 1920, "height": 1080})
        join(address, boris, "seat", "B")
        join(address, television, "table")
        claim = boris.get_by_test_id("words").get_by_test_id("claim")
        expect(claim).to_be_enabled()
        claim.click()
        expect(claim).to_contain_text("Sure?")
        claim.click()
        expect(television.get_by_test_id("claim")).to_be_visible()
        expect(boris.locator(".claim")).to_be_visible()


def test_an_opponent_objects_to_a_correction(address: str, devices: Any) -> None:
    boris = devices(PHONE)
    join(address, boris, "seat", "B")
    expect(boris.get_by_test_id("play")).to_be_visible()
    post(address, "/api/v1/events", {"type": "amend", "target": 4, "instead": []})
    objection = boris.get_by_test_id("object")
    objection.click()
    objection.click()
    expect(boris.get_by_test_id("objected")).to_be_visible()
    desk = devices(LAPTOP)
    desk.goto(f"{address}/?lang=en")
    desk.get_by_role("button", name="Log").click()
    expect(desk.locator("dialog").get_by_text("Boris objects to correction")).to_be_visible()


def test_the_umpire_makes_shows_and_takes_back_links(address: str, devices: Any) -> None:
    umpire = devices(LAPTOP)
    umpire.goto(f"{address}/links?lang=en")
    expect(umpire.get_by_test_id("local")).to_be_visible()  # this server listens on its own machine only
    umpire.get_by_test_id("make-all").click()
    expect(umpire.get_by_test_id("link")).to_have_count(2)
    ann_link = umpire.locator('[data-testid="link"][data-seat="A"]')
    phone = devices(PHONE)
    phone.goto(ann_link.locator(".address").inner_text())
    expect(phone.get_by_test_id("name")).to_have_text("Ann")
    # a code by which no phone could get in is not shown; one that leads in is
    expect(ann_link.get_by_test_id("no-code")).to_contain_text("cannot reach this server")
    expect(umpire.locator(".code")).to_have_count(0)
    umpire.route(
        "**/api/v1/links", lambda route: route.fulfill(json={**route.fetch().json(), "reaches_others": True})
    )
    umpire.reload()
    expect(umpire.get_by_test_id("local")).to_have_count(0)
    ann_link.get_by_role("button", name="Show the code large").click()
    expect(umpire.get_by_test_id("large")).to_be_visible()
    umpire.keyboard.press("Escape")
    expect(umpire.get_by_test_id("large")).to_be_hidden()
    umpire.unroute("**/api/v1/links")
    revoke = ann_link.get_by_test_id("revoke")
    revoke.click()
    revoke.click()
    expect(umpire.get_by_test_id("link")).to_have_count(1)
    # the phone is out at once, told how to get in again, offers no words and does not knock any more
    expect(phone.get_by_test_id("connection")).to_contain_text("This link no longer holds")
    expect(phone.get_by_test_id("words")).to_have_count(0)
    knocks: list[str] = []
    phone.on("websocket", lambda socket: knocks.append(socket.url))
    phone.wait_for_timeout(1500)  # the first two tries would come within 1.5 s
    assert knocks == []
    # this browser is on the server's own machine: it may leave the link and is the umpire's then, on the page asked for
    phone.reload()
    phone.get_by_role("button", name="Leave the link").click()
    expect(phone).to_have_url(f"{address}/play")
    phone.goto(f"{address}/links")
    expect(phone.get_by_test_id("make-all")).to_be_visible()
    # his desk: what both players may say stands on one line
    umpire.goto(f"{address}/desk?lang=en")
    says = [umpire.get_by_test_id(f"claim-{seat}") for seat in "AB"]
    expect(says[0]).to_be_visible()
    assert says[0].evaluate(TOP) == says[1].evaluate(TOP)


OVER = {
    "en": "This link no longer holds",
    "ru": "Эта ссылка больше не действует",
    "uk": "Це посилання більше не діє",
    "ka": "ეს ბმული აღარ მოქმედებს",
}


def test_at_the_next_match_the_phone_of_the_last_one_is_out(tmp_path: Path, devices: Any) -> None:
    log = str(tmp_path / "t.jsonl")
    with serving(SCRIPTED, "--log", log, "--speed", "0", "--until", "20", "--tables") as (address, _):
        phones = {lang: devices(PHONE) for lang in OVER}
        for lang, phone in phones.items():
            join(address, phone, "seat", "A", lang)
            expect(phone.get_by_test_id("name")).to_have_text("Ann")
        television = devices(LAPTOP)
        join(address, television, "table")
        stop = urllib.request.Request(f"{address}/api/v1/table", method="DELETE")
        urllib.request.urlopen(stop).close()
        order = {"camera": "0", "rules": {"preset": "classic31"}, "names": ["Carl", "Dora"]}
        post(address, "/api/v1/table", order)
        for lang, phone in phones.items():
            expect(phone.get_by_test_id("connection")).to_contain_text(OVER[lang])
            expect(phone.get_by_test_id("words")).to_have_count(0)
        expect(television.get_by_test_id("seat-A")).to_contain_text("Carl")
        umpire = devices(LAPTOP)
        umpire.goto(f"{address}/links?lang=en")
        expect(umpire.get_by_test_id("link")).to_have_count(1)  # the television's
        past = umpire.get_by_test_id("past")
        expect(past).to_have_count(len(phones))
        expect(past.first).to_have_text("Player: A · for another match")
        umpire.get_by_test_id("make-all").click()
        expect(umpire.locator('[data-testid="link"][data-seat="A"]')).to_contain_text("Carl")


@pytest.mark.parametrize(
    ("lang", "theme"), [("en", "dark"), ("ru", "light"), ("uk", "dark"), ("ka", "light")]
)
def test_phones_and_links_are_readable_for_all(address: str, devices: Any, lang: str, theme: str) -> None:
    phone, umpire = devices(PHONE), devices(PHONE)
    join(address, phone, "seat", "B", lang)
    phone.goto(f"{address}/play?lang={lang}&theme={theme}")
    expect(phone.get_by_test_id("play")).to_be_visible()
    umpire.goto(f"{address}/links?lang={lang}&theme={theme}")
    umpire.get_by_test_id("make-all").click()
    expect(umpire.get_by_test_id("link")).to_have_count(3)
    for page in (phone, umpire):
        # nothing is wider than the screen
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert serious(page) == []
    # until when a link holds is said in the page's language, or in figures
    until = umpire.get_by_test_id("until").first.inner_text()
    assert lang == "en" or not re.search("[A-Za-z]", until), until
    code = umpire.locator("[data-testid=local] code")
    assert code.evaluate("(code) => code.getClientRects().length") == 1  # `--host 0.0.0.0` is not broken
    umpire.goto(f"{address}/watch?lang={lang}&theme={theme}")
    umpire.get_by_test_id("watch").wait_for()
    assert umpire.get_by_test_id("delay").evaluate(WHOLE)
    # who holds no cards has his tricks under his name
    umpire.evaluate("for (const hand of document.querySelectorAll('.seat-hand')) hand.replaceChildren()")
    left = "(part) => part.getBoundingClientRect().left"
    seat = umpire.get_by_test_id("seat-A")
    assert abs(seat.get_by_test_id("tricks").evaluate(left) - seat.locator("h2").evaluate(left)) < 1
    assert umpire.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_phone_works_by_keyboard(address: str, devices: Any) -> None:
    boris = devices(PHONE)
    join(address, boris, "seat", "B")
    expect(boris.get_by_test_id("play")).to_be_visible()
    post(address, "/api/v1/events", {"type": "amend", "target": 4, "instead": []})
    objection = boris.get_by_test_id("object")
    objection.focus()
    boris.keyboard.press("Enter")
    boris.keyboard.press("Enter")
    expect(boris.get_by_test_id("objected")).to_be_visible()
