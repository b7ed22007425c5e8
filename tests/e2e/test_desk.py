"""The referee's desk in a real browser: every correction in two presses, evidence, two umpires, restarts, no mouse."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_raw_words, no_serious_finding, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000
GLANCE_MS = 800
"""until a page takes what it shows for looked at (acts.js), and some more"""
LEAD, REPLY, OPEN, LAST = 4, 5, 11, 12
"""entries: A leads KC QC, B's reply, B's lead JS 9S, and A's reply to it at second 22"""


FAULTS: list[str] = []
"""script errors of the pages of one test"""


@pytest.fixture(autouse=True)
def _no_faults() -> Iterator[None]:
    FAULTS.clear()
    yield
    assert FAULTS == []


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table that has come to an open trick and holds, with evidence."""
    log = str(tmp_path / "t.jsonl")
    with serving(SCRIPTED, "--log", log, "--speed", "0", "--until", "22", "--evidence") as (found, _):
        yield found


def desk(chrome: Browser, address: str, lang: str = "en", size: dict[str, int] | None = None) -> Page:
    page = chrome.new_page(viewport=size or LAPTOP)  # type: ignore[arg-type]  # Playwright's own size type
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: FAULTS.append(str(error)))
    page.goto(f"{address}/desk?lang={lang}&theme=dark")
    page.locator(f"#entry-{LAST}").wait_for()
    return page


def entry(page: Page, seq: int) -> Locator:
    return page.locator(f"#entry-{seq}")


def rows(page: Page) -> list[Any]:
    told: list[Any] = page.evaluate("fetch('/api/v1/view').then((a) => a.json()).then((m) => m.entries)")
    return told


def test_a_reading_is_fixed_in_two_presses_and_undone(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    entry(page, LEAD).get_by_role("button", name="king of clubs").click()
    groups = page.get_by_test_id("fix").locator("h4")
    expect(groups).to_have_text(["Same rank", "Same suit"])
    page.get_by_test_id("fix").get_by_role("button", name="king of spades, not seen yet").click()
    expect(entry(page, LEAD).get_by_role("button", name="king of spades")).to_be_visible()
    expect(entry(page, LEAD)).to_contain_text("corrected")
    page.get_by_test_id("undo").click()
    expect(entry(page, LEAD).get_by_role("button", name="king of clubs")).to_be_visible()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("problem")).to_contain_text("nothing to undo")
    page.close()


def test_face_down_ghost_swap_and_what_was_missed(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    # "that was face down": the card, then the button
    entry(page, OPEN).get_by_role("button", name="jack of spades").click()
    page.get_by_test_id("face-down").click()
    expect(entry(page, OPEN).get_by_role("button", name="face-down card")).to_be_visible()
    event = rows(page)[OPEN - 1]["now"][0]
    assert (event["cards"], event["face_down"]) == (["9S"], 1)
    # … and which one it was, after all
    entry(page, OPEN).get_by_role("button", name="face-down card").click()
    page.get_by_test_id("fix").get_by_role("button", name="ace of hearts").click()
    expect(entry(page, OPEN).get_by_role("button", name="ace of hearts")).to_be_visible()
    # a ghost: the card, then "this did not happen"
    entry(page, OPEN).get_by_role("button", name="ace of hearts").click()
    page.get_by_test_id("ghost").click()
    expect(entry(page, OPEN)).to_have_attribute("data-removed", "true")
    # the order of two entries
    entry(page, LEAD).locator(".more").click()
    page.get_by_test_id("swap").click()
    expect(entry(page, REPLY)).to_have_attribute("data-removed", "true")
    assert [e["type"] for e in rows(page)[LEAD - 1]["now"]] == ["reply", "lead"]
    page.get_by_test_id("undo").click()
    expect(entry(page, REPLY)).to_have_attribute("data-removed", "false")
    # what was missed: the form knows what is due
    page.get_by_test_id("missed").click()
    form = page.get_by_test_id("missed-form")
    form.get_by_role("button", name="ace of diamonds").click()
    form.get_by_test_id("add").click()
    expect(form).to_be_hidden()
    added = rows(page)[-1]
    assert (added["event"]["cards"], added["source"], "now" in added) == (["AD"], "human", False)
    page.close()


def test_evidence_is_shown_played_and_read_again(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    thumb = entry(page, LEAD).locator(".thumb img")
    thumb.wait_for()
    until(page, f"document.querySelector('#entry-{LEAD} .thumb img').naturalWidth > 0")
    entry(page, LEAD).locator("button.thumb").click()
    expect(page.get_by_test_id("proof").locator("img")).to_be_visible()
    page.get_by_test_id("clip").click()
    # it really plays: the browser has decoded pictures of it and its time goes on
    until(
        page,
        "(() => { const v = document.querySelector('video');"
        " return v && v.readyState >= 2 && v.videoWidth > 0 && v.currentTime > 0.2; })()",
    )
    page.get_by_test_id("recheck").click()
    answer = page.get_by_test_id("recheck-answer")
    expect(answer).to_have_attribute("data-outcome", "differs")
    answer.get_by_role("button", name="king of spades, 80 %").click()
    expect(entry(page, LEAD).get_by_role("button", name="king of spades")).to_be_visible()
    page.close()


def test_two_umpires_at_once_and_the_later_one_is_told(chrome: Browser, address: str) -> None:
    one, other = desk(chrome, address), desk(chrome, address)
    for page in (one, other):
        entry(page, LEAD).get_by_role("button", name="king of clubs").click()
        page.get_by_test_id("fix").get_by_role("button", name="king of spades, not seen yet").wait_for()
    one.get_by_test_id("fix").get_by_role("button", name="king of spades, not seen yet").click()
    # the other sees at once how it stands now, and his choice is refused
    expect(other.get_by_test_id("open")).to_contain_text("corrected this entry meanwhile")
    expect(entry(other, LEAD).get_by_role("button", name="king of spades").first).to_be_visible()
    other.get_by_test_id("fix").get_by_role("button", name="king of hearts").click()
    expect(other.get_by_test_id("problem")).to_contain_text("somebody else meanwhile")
    assert rows(one)[LEAD - 1]["now"][0]["cards"] == ["KS", "QC"]
    one.close()
    other.close()


def test_two_who_undo_at_once_take_back_one_thing(chrome: Browser, address: str) -> None:
    one, other = desk(chrome, address), desk(chrome, address)
    for seq, wrong, right in (
        (LEAD, "king of clubs", "king of spades"),
        (OPEN, "jack of spades", "jack of diamonds"),
    ):
        entry(one, seq).get_by_role("button", name=wrong).click()
        one.get_by_test_id("fix").get_by_role("button", name=f"{right}, not seen yet").click()
        expect(one.get_by_test_id("fix")).to_be_hidden(timeout=PATIENCE_MS)
        expect(entry(other, seq).get_by_role("button", name=right)).to_be_visible(timeout=PATIENCE_MS)
    other.wait_for_timeout(GLANCE_MS)
    # the other's finger is already on its way when his page shows what has been taken back
    other.evaluate(
        "(card) => new MutationObserver((_, watch) => { if (!document.querySelector(card)) return;"
        " watch.disconnect(); dispatchEvent(new KeyboardEvent('keydown', {key: 'z'})); })"
        ".observe(document.body, {subtree: true, childList: true, attributes: true})",
        f'#entry-{OPEN} [aria-label="jack of spades"]',
    )
    one.get_by_test_id("undo").click()
    problem = other.get_by_test_id("problem")
    expect(problem).to_contain_text("done by somebody else meanwhile", timeout=PATIENCE_MS)
    undone = len(rows(one))
    expect(problem.get_by_role("link")).to_have_text(
        f"{undone}: Undone: Correction of no. {OPEN}: Boris leads, jack of spades → jack of diamonds"
    )
    assert rows(one)[LEAD - 1]["now"][0]["cards"] == ["KS", "QC"]
    no_serious_finding(other)
    # he has seen it: now it is the older correction that he means, and his own undo needs no second glance
    other.wait_for_timeout(GLANCE_MS)
    other.get_by_test_id("undo").click()
    expect(entry(other, LEAD).get_by_role("button", name="king of clubs")).to_be_visible(timeout=PATIENCE_MS)
    expect(problem).to_be_hidden()
    other.get_by_test_id("undo").click()
    expect(problem).to_contain_text("nothing to undo", timeout=PATIENCE_MS)
    one.close()
    other.close()


def test_a_television_and_two_phones_show_a_correction_at_once(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    television = chrome.new_page(viewport={"width": 1920, "height": 1080})
    television.goto(f"{address}/?lang=en")
    watch = chrome.new_page(viewport=PHONE)  # type: ignore[arg-type]
    watch.goto(f"{address}/watch?lang=en")
    phones = []
    for seat in "AB":
        wish = {"role": "seat", "seat": seat}
        made = page.evaluate(
            "(wish) => fetch('/api/v1/links', {method: 'POST', headers: {'content-type': 'application/json'},"
            " body: JSON.stringify(wish)}).then((a) => a.json())",
            wish,
        )
        context = chrome.new_context(viewport=PHONE)  # type: ignore[arg-type]
        phone = context.new_page()
        phone.goto(f"{address}/join/{made['url'].rsplit('/', 1)[1]}?lang=en")
        phone.get_by_test_id("play").wait_for()
        phones.append(phone)
    entry(page, OPEN).get_by_role("button", name="jack of spades").click()
    page.get_by_test_id("fix").get_by_role("button", name="jack of diamonds, not seen yet").click()
    for screen in (television, *phones):
        expect(screen.get_by_label("jack of diamonds").first).to_be_visible()
    # a player's link gets nothing of the desk, not even on the umpire's own machine
    refused = phones[0].goto(f"{address}/desk")
    assert refused is not None
    assert refused.status == 403
    # the spectator sees it later, not now
    expect(watch.get_by_label("jack of diamonds")).to_have_count(0)
    for screen in (page, television, watch):
        screen.close()
    for phone in phones:
        phone.context.close()


def test_a_killed_server_and_a_reload_lose_nothing(chrome: Browser, tmp_path: Path) -> None:
    common = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--evidence")
    with serving(*common) as (address, process):
        page = desk(chrome, address)
        entry(page, LEAD).get_by_role("button", name="king of clubs").click()
        page.get_by_test_id("fix").get_by_role("button", name="king of spades, not seen yet").click()
        expect(entry(page, LEAD)).to_contain_text("corrected")
        page.reload()
        expect(entry(page, LEAD)).to_contain_text("corrected")
        entry(page, LEAD).scroll_into_view_if_needed()  # pictures out of sight are not loaded
        thumb = f"document.querySelector('#entry-{LEAD} .thumb img')?.naturalWidth > 0"
        until(page, thumb)  # the still is on the disk, a moment after its entry
        process.send_signal(signal.SIGKILL)
        expect(page.get_by_test_id("advice")).to_contain_text("connects again by itself")
        with serving(*common, "--port", address.rsplit(":", 1)[1]):
            expect(page.get_by_test_id("advice")).to_be_hidden()
            expect(entry(page, LEAD).get_by_role("button", name="king of spades")).to_be_visible()
            entry(page, LEAD).scroll_into_view_if_needed()  # pictures out of sight are not loaded
            until(page, thumb)
            page.close()


def test_a_correction_without_a_mouse(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    entry(page, LEAD).get_by_role("button", name="king of clubs").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("fix").get_by_role("button", name="king of spades").wait_for()
    for _ in range(12):
        page.keyboard.press("Tab")
        if "king of spades" in (page.evaluate("document.activeElement.ariaLabel") or ""):
            break
    page.keyboard.press("Enter")
    expect(entry(page, LEAD).get_by_role("button", name="king of spades")).to_be_visible()
    # the focus comes back to the entry
    until(page, f"document.activeElement.closest('#entry-{LEAD}')")
    page.keyboard.press("z")
    expect(entry(page, LEAD).get_by_role("button", name="king of clubs")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_test_id("missed-form")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("missed-form")).to_be_hidden()
    page.close()


def test_four_languages_and_no_serious_finding(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    titles = set()
    for lang in ("en", "ru", "uk", "ka"):
        page.locator(".head select").select_option(lang)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        page.get_by_test_id("missed").click()
        page.locator("dialog[open]").wait_for()  # it is drawn a moment before it is opened
        no_raw_words(page)
        titles.add(page.get_by_test_id("missed-form").locator("h2").inner_text())
        if lang in ("en", "ka"):
            no_serious_finding(page)
        page.keyboard.press("Escape")
    assert len(titles) == 4
    entry(page, LEAD).locator(".entry-cards button").first.click()
    page.get_by_test_id("fix").locator("h4").first.wait_for()
    page.get_by_test_id("theme").click()
    no_serious_finding(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_news_are_said_once(chrome: Browser, address: str) -> None:
    page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
    # a browser with a Russian voice only; what it would say is written down
    page.add_init_script(
        "window.said = []; window.tones = 0;"
        "Object.defineProperty(window, 'speechSynthesis', {value: {getVoices: () => [{lang: 'ru-RU', name: 'v'}],"
        " speak: (u) => { window.said.push(u.text); setTimeout(() => u.onend(), 10); }, cancel() {},"
        " addEventListener() {}, removeEventListener() {}}});"
        "window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };"
        "const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { window.tones++; return start.call(this, at); };"
    )
    page.goto(f"{address}/?lang=ru&voice=voice")
    page.get_by_test_id("board").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate("said") == []
    page.evaluate(
        "fetch('/api/v1/events', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify("
        + json.dumps({"type": "claim", "seat": "B"})
        + ")})"
    )
    until(page, "said.length > 0")
    page.wait_for_timeout(400)
    said = page.evaluate("said")
    assert len([text for text in said if "31" in text]) == 1
    # without a voice for the language there are sounds
    page.get_by_test_id("lang").select_option("en")
    page.wait_for_timeout(300)
    assert page.evaluate("said") == said, "another language is no news"
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    until(page, "tones > 0")
    # silence is remembered by this device
    page.get_by_test_id("voice").select_option("off")
    page.reload()
    page.goto(f"{address}/?lang=ru")
    expect(page.get_by_test_id("voice")).to_have_value("off")
    page.close()


def test_screen_readers_are_told_what_the_voice_says(chrome: Browser, address: str) -> None:
    page, board = desk(chrome, address), chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
    board.goto(f"{address}/?lang=en")
    board.get_by_test_id("play").first.wait_for()
    heard = [each.get_by_test_id("said") for each in (page, board)]
    # nothing that was there already is told
    for each in heard:
        expect(each).to_have_text("")
    post = (
        "(event) => fetch('/api/v1/events', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify(event)}).then((answer) => answer.status)"
    )
    lead = {"type": "lead", "seat": "A", "cards": ["KC", "JC"]}
    page.evaluate(f"({post})({json.dumps({'type': 'amend', 'target': LEAD, 'instead': [lead]})})")
    for each in heard:
        expect(each.get_by_test_id("said-light")).to_contain_text("Corrected: jack of clubs")
    page.evaluate(f"({post})({json.dumps({'type': 'claim', 'seat': 'B'})})")
    for each in heard:
        expect(each.get_by_test_id("said-grave")).to_contain_text("Boris claims 31: ")
    page.evaluate(f"({post})({json.dumps({'type': 'undo'})})")
    for each in heard:
        # what was taken back is told, and no alert from before
        expect(each.get_by_test_id("said-light")).to_contain_text("Corrected: Boris claims, removed")
        expect(each.get_by_test_id("said-grave")).to_have_text("")
    board.close()
    page.close()


def test_objections_stand_until_they_are_dealt_with(chrome: Browser, address: str) -> None:
    page = desk(chrome, address)
    entry(page, LEAD).get_by_role("button", name="king of clubs").click()
    page.get_by_test_id("fix").get_by_role("button", name="king of spades, not seen yet").click()
    expect(entry(page, LEAD)).to_contain_text("corrected")
    objection = {"type": "object", "seat": "A", "target": len(rows(page)), "reason": "it was a club"}
    page.evaluate(
        "(event) => fetch('/api/v1/events', {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify(event)})",
        objection,
    )
    shown = page.get_by_test_id("objection")
    expect(shown).to_contain_text("Ann objects")
    expect(shown).to_contain_text("it was a club")
    shown.get_by_role("button", name="Dealt with").click()
    expect(shown).to_be_hidden()
    page.close()


def test_a_recording_that_breaks_off_says_what_to_do(chrome: Browser, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--torn")
    with serving(*command) as (found, _):
        page = desk(chrome, found)
        expect(page.get_by_test_id("advice")).to_contain_text("What was read until then is kept")
        expect(page.get_by_test_id("state")).to_have_attribute("data-state", "PAUSED")
        page.close()
