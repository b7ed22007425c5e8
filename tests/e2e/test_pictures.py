"""Every page looks as it is kept in `pictures`, on a television, a laptop and a phone, whatever fonts a machine has."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect
from tests.e2e.browser import chromium
from tests.e2e.checks import until
from tests.e2e.likeness import Likeness, LikenessSettings, compare
from tests.e2e.pictures_of import kept, load, path_of
from tests.e2e.views import SIZES, VIEWS, Places, opened, places, sized

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SETTINGS = LikenessSettings()
FAILED = Path(os.environ.get("BURA_PICTURES", Path(tempfile.gettempdir()) / "bura-pictures"))
"""where a picture that differs is written, with the places that do"""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    with places(tmp_path_factory.mktemp("places")) as found:
        yield found


def likeness(page: Page, name: str, size: str) -> Likeness:
    """How a page compares with its kept picture."""
    ours = kept(page, SETTINGS)
    found = compare(ours, load(path_of(name, size)), SETTINGS)
    if found.problem:
        FAILED.mkdir(parents=True, exist_ok=True)
        ours.save(FAILED / f"{name}-{size}.png")
        if found.where is not None:
            found.where.save(FAILED / f"{name}-{size}-differs.png")
    return found


@pytest.mark.parametrize("name", VIEWS)
def test_every_page_looks_as_kept(chrome: Browser, there: Places, name: str) -> None:
    problems = []
    with opened(chrome, there, name, boxed=True) as page:
        for size in SIZES:
            sized(page, size)
            if problem := likeness(page, name, size).problem:
                problems.append(f"{name} on a {size}: {problem}; see {FAILED}/{name}-{size}.png")
    assert problems == [], "if this is meant: python -m tests.e2e.renew_pictures " + name


@pytest.mark.parametrize(
    ("name", "size", "fault"),
    [
        ("board-trick", "tv", ".col-side { visibility: hidden }"),  # a panel is missing
        ("board-alert", "phone", ".alerts { display: none }"),
        ("desk", "laptop", ".deeds { position: relative; top: -12rem }"),  # one lies on another
        ("setup", "laptop", ".setup { grid-template-columns: 1fr 1fr }"),  # the columns are wrong
        ("history", "tv", ".plots { visibility: hidden }"),
        ("player", "phone", ".words { display: none }"),
        ("board-over", "laptop", ".result h2 { color: transparent }"),  # words that cannot be read
    ],
)
def test_a_fault_is_seen(chrome: Browser, there: Places, name: str, size: str, fault: str) -> None:
    with opened(chrome, there, name, boxed=True) as page:
        sized(page, size)
        page.add_style_tag(content=fault)
        ours = kept(page, SETTINGS)
    found = compare(ours, load(path_of(name, size)), SETTINGS)
    assert found.problem, f"{fault}: only {found.share:.2%}"


def test_no_picture_depends_on_when_it_is_taken(chrome: Browser, there: Places) -> None:
    with opened(chrome, there, "history") as page:
        told = page.evaluate(
            """['2026-05-01T03:04:05Z', '2027-12-30T22:44:55Z'].map((moment) =>
                new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }))"""
        )
        shown = page.get_by_test_id("match").first.inner_text()
    assert told[0] == told[1]
    assert told[0] in shown


def test_an_alert_whose_still_is_not_there_yet_keeps_its_lines(chrome: Browser, there: Places) -> None:
    """It is asked for several times; as long as none has come it takes no room."""
    with opened(chrome, there, "board-alert") as page:
        sized(page, "tv")
        waiting: list[Route] = []
        page.route("**/thumb.jpg*", lambda route: waiting.append(route))
        page.reload()
        row = page.get_by_test_id("alert").first
        row.wait_for()
        until(page, "document.querySelector('.evidence img') !== null")
        evidence = page.get_by_test_id("evidence").first
        expect(evidence).to_be_hidden()
        before = row.inner_text()
        still = io.BytesIO()
        Image.new("RGB", (64, 36)).save(still, "JPEG")
        for route in waiting:
            route.fulfill(body=still.getvalue(), content_type="image/jpeg")
        expect(evidence).to_be_visible()
        assert row.inner_text() == before
