"""Links that no longer hold and addresses of no page: a page of words for browsers, a refusal for programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_rights import ELSEWHERE, HERE, Clock, link, table

from bura_server.links import Links

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"
FIRST_WORDS = {
    "en": "This page needs",
    "ru": "Для этой страницы",
    "uk": "Для цієї сторінки",
    "ka": "ამ გვერდს",
}
NO_PAGE = {"en": "There is no such", "ru": "Такой страницы", "uk": "Такої сторінки", "ka": "ასეთი გვერდი"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[Any]:
    with table(tmp_path, Links(clock=clock)) as opened:
        yield opened


def first_of(text: str, words: dict[str, str]) -> str:
    """The language that is told first."""
    return min(words, key=lambda lang: text.index(words[lang]))


def stale(app: Any, clock: Clock, why: str) -> str:
    made = link(app, "seat", "A")
    path = "/join/" + str(made["url"]).rpartition("/")[2]
    if why == "revoked":
        TestClient(app, client=HERE).delete(f"/api/v1/links/{made['id']}")
    elif why == "expired":
        clock.now += 1e7
    else:
        path += "x"
    return path


@pytest.mark.parametrize("why", ["revoked", "expired", "foreign"])
def test_a_stale_code_is_told_in_the_language_of_the_phone(app: Any, clock: Clock, why: str) -> None:
    path = stale(app, clock, why)
    phone = TestClient(app, client=ELSEWHERE, headers={"accept": BROWSER})
    for lang in FIRST_WORDS:
        page = phone.get(path, headers={"accept-language": f"{lang}-XX,{lang};q=0.9,de;q=0.8"})
        assert page.status_code == 403
        assert page.headers["content-type"].startswith("text/html")
        assert page.headers["cache-control"] == "no-store"
        assert f'<html lang="{lang}">' in page.text
        assert first_of(page.text, FIRST_WORDS) == lang
        assert first_of(phone.get(path + f"?lang={lang}").text, FIRST_WORDS) == lang
    assert "set-cookie" not in page.headers


def test_a_program_is_refused_as_before(app: Any, clock: Clock) -> None:
    for accept in ("*/*", "application/json"):
        program = TestClient(app, client=ELSEWHERE, headers={"accept": accept})
        answer = program.get(stale(app, clock, "foreign"))
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "forbidden"
        assert program.get("/desck").json()["error"]["message"] == "there is nothing at /desck"


@pytest.mark.parametrize(
    ("header", "lang"),
    [("ru-RU", "ru"), ("de,uk;q=0.5,ka;q=0.7", "ka"), ("de", "en"), ("", "en"), ("ru;q=x, uk;q=0", "en")],
)
def test_a_page_that_is_none_leads_to_the_start(app: Any, header: str, lang: str) -> None:
    browser = TestClient(app, client=HERE, headers={"accept": BROWSER, "accept-language": header})
    page = browser.get("/desck")
    assert page.status_code == 404
    assert first_of(page.text, NO_PAGE) == lang
    assert page.text.count('href="/"') == 4


def test_requests_below_the_api_are_never_answered_with_a_page(app: Any) -> None:
    browser = TestClient(app, client=HERE, headers={"accept": BROWSER})
    for path in ("/api/v1/desck", "/static/none.js"):
        answer = browser.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["code"] == "not_found"
    assert browser.post("/desck").status_code == 404
    assert browser.post("/desck").json()["error"]["code"] == "not_found"
