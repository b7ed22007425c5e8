"""The desk is at hand: its letters on any keyboard, what is opened in sight, the focus where the choice is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LAPTOP = {"width": 1280, "height": 800}
LEAD, LAST = 4, 12
"""entries: A leads KC QC, and A's reply at second 22"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = str(tmp_path_factory.mktemp("desk") / "t.jsonl")
    with serving(SCRIPTED, "--log", log, "--speed", "0", "--until", "22", "--evidence") as (found, _):
        yield found


@pytest.fixture
def page(chrome: Browser, address: str) -> Iterator[Page]:
    opened = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]  # Playwright's own size type
    opened.goto(f"{address}/desk?lang=en")
    opened.locator(f"#entry-{LAST}").wait_for()
    yield opened
    opened.close()


def _press(page: Page, key: str, code: str, **more: Any) -> None:
    """A press as another keyboard tells it, which Playwright's own cannot."""
    page.evaluate(
        "(told) => document.body.dispatchEvent(new KeyboardEvent('keydown', told))",
        {"key": key, "code": code, "bubbles": True, **more},
    )


@pytest.mark.parametrize(
    ("key", "code"),
    [("ь", "KeyM"), ("მ", "KeyM"), ("M", "KeyM"), ("m", "Semicolon")],
    ids=["Russian", "Georgian", "CapsLock", "French"],
)
def test_its_letters_do_not_depend_on_the_keyboard(page: Page, key: str, code: str) -> None:
    # what a command of the browser is, and another letter at that place, do nothing
    _press(page, key, code, ctrlKey=True)
    _press(page, "q", "KeyM")
    expect(page.get_by_test_id("missed-form")).to_have_count(0)
    _press(page, key, code)
    expect(page.get_by_test_id("missed-form")).to_be_visible()


def test_undo_and_words_on_a_ukrainian_keyboard_and_the_log_on_a_russian_one(
    page: Page, address: str
) -> None:
    seq = page.get_by_test_id("desk")
    gone = {"type": "amend", "target": LAST, "instead": []}
    assert page.request.post(f"{address}/api/v1/events", data=gone).ok
    expect(seq).to_have_attribute("data-seq", str(LAST + 1))
    _press(page, "ц", "KeyW")
    until(page, "document.activeElement.closest('#says')")
    page.wait_for_timeout(800)  # until what is shown was looked at (acts.js)
    _press(page, "я", "KeyZ")
    expect(seq).to_have_attribute("data-seq", str(LAST + 2))
    page.goto(f"{address}/?lang=ru")
    page.get_by_test_id("play").first.wait_for()
    _press(page, "д", "KeyL")
    expect(page.locator("dialog.log")).to_be_visible()


def test_what_is_opened_below_the_fold_comes_into_sight(page: Page) -> None:
    row = page.locator(f"#entry-{LEAD}")
    row.scroll_into_view_if_needed()
    # as low as it can be and still be pressed
    page.evaluate(f"document.getElementById('entry-{LEAD}').scrollIntoView({{block: 'end'}})")
    row.get_by_role("button", name="queen of clubs").click()
    fix = page.get_by_test_id("fix")
    fix.locator("h4").first.wait_for()
    expect(fix.locator(".fix-end")).to_be_in_viewport(ratio=1)
    expect(row.locator(".entry-what")).to_be_in_viewport(ratio=1)
    fix.get_by_role("button", name="Cancel").click()
    # so does the picture, which comes a moment later
    page.evaluate(f"document.getElementById('entry-{LEAD}').scrollIntoView({{block: 'end'}})")
    row.locator(".more").click()
    proof = page.get_by_test_id("proof")
    until(page, "document.querySelector('[data-testid=proof] img')?.complete")
    expect(row.locator(".entry-what")).to_be_in_viewport(ratio=1)
    expect(proof.locator("img")).to_be_in_viewport(ratio=0.9)


def test_the_form_begins_at_what_is_chosen(page: Page) -> None:
    page.keyboard.press("m")
    form = page.get_by_test_id("missed-form")
    expect(form).to_be_visible()
    chosen = form.locator('input[name="kind"]:checked')
    assert chosen.get_attribute("value") != "lead", "the first one would be chosen anyway"
    expect(chosen).to_be_focused()


def test_escape_closes_what_is_opened_at_an_entry(page: Page) -> None:
    row = page.locator(f"#entry-{LEAD}")
    row.get_by_role("button", name="queen of clubs").click()
    page.get_by_test_id("fix").locator("h4").first.wait_for()
    # a window over the desk closes first, a search is emptied
    page.get_by_test_id("missed").first.click()
    expect(page.get_by_test_id("missed-form")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("missed-form")).to_have_count(0)
    expect(page.get_by_test_id("fix")).to_be_visible()
    page.get_by_role("searchbox").press("Escape")
    expect(page.get_by_test_id("fix")).to_be_visible()
    page.get_by_test_id("fix").locator("h3").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("fix")).to_have_count(0)
    until(page, f"document.activeElement.closest('#entry-{LEAD}')")
    # so with the picture and the way to check again
    row.locator(".more").click()
    expect(page.get_by_test_id("open")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("open")).to_have_count(0)
