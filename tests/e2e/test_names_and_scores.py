"""Names, scores and whose turn it is: seen whole with 2 to 6 seats, and no permitted name scrolls a page sideways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
LONG = (
    "Александра-Вікторія Конс",
    "ვახტანგ-კონსტანტინე ბაგრ",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Boris Вячеславович Ш. Юн",
)
"""as long as a name may be, the third without a place to break it"""
SHORT = ("Ann", "Boris", "Nino", "Dato", "Giorgi", "Oksana")
WIDE = ((28, 71), (105, 115), (0, 0), (30, 105), None, (120, 120))
"""points of the seats in order; None: hidden"""
APART_PX = 0.5
"""rounding of the browser"""
PATIENCE_MS = 60_000
LAID_OUT = """
[...document.querySelectorAll('.seat')].map((seat) => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const text = (e) => { const range = document.createRange(); range.selectNodeContents(e); return box(range); };
  const named = (s) => seat.querySelector(s);
  // across: as wide as its letters; down: its line, for letters may have more room than their line
  const lines = (e) => [text(e)[0], box(e)[1], text(e)[2], box(e)[3]];
  return {
    seat: box(seat), name: box(named('h2')), turn: lines(named('.seat-turn')), points: lines(named('.points')),
    facts: box(named('.seat-facts')), turnCut: named('.seat-turn').scrollWidth - named('.seat-turn').clientWidth,
    factsCut: named('.seat-facts').scrollWidth - named('.seat-facts').clientWidth,
    size: parseFloat(getComputedStyle(named('.points')).fontSize), rest: innerHeight,
  };
})
"""


def dressed(page: Page, turn: str = "A", status: str = "take") -> None:
    """Every view that comes to a page has wide points, and it is that seat's turn."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told: Any = json.loads(message)
            if told.get("view"):
                for (seat, player), points in zip(told["view"]["seats"].items(), WIDE, strict=False):
                    player["points"] = None if points is None else {"lo": points[0], "hi": points[1]}
                    player["hand"] = 3 if seat != "B" else 7
                    player["tricks"] = 12
                told["view"].update(turn=turn, status=status, result=None)
            socket.send(json.dumps(told))

        server.on_message(pass_on)

    page.route_web_socket("**/api/v1/live**", route)


def overlap(one: list[float], two: list[float]) -> bool:
    """Two boxes (left, top, right, bottom) lie on each other."""
    return (
        min(one[2], two[2]) - max(one[0], two[0]) > APART_PX
        and min(one[3], two[3]) - max(one[1], two[1]) > APART_PX
    )


@pytest.mark.parametrize("names", [SHORT[:2], SHORT[:3], SHORT[:4], LONG, SHORT])
def test_name_score_and_turn_are_seen_whole(chrome: Browser, tmp_path: Path, names: tuple[str, ...]) -> None:
    with serving(
        SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--names", *names
    ) as (address, _):
        for lang in ("en", "ru", "uk", "ka"):
            for turn in ("A", "BD"[len(names) > 3]):
                page = chrome.new_page()
                dressed(page, turn)
                page.goto(f"{address}/?lang={lang}")
                page.get_by_test_id("play").first.wait_for(timeout=PATIENCE_MS)
                for width, height in ((1920, 1080), (1280, 800), (390, 844)):
                    page.set_viewport_size({"width": width, "height": height})
                    where = (lang, turn, width)
                    seats = page.evaluate(LAID_OUT)
                    assert len(seats) == len(names)
                    for seat in seats:
                        parts = [seat["name"], seat["points"], seat["facts"]]
                        if seat["turn"][2] > seat["turn"][0]:
                            parts.append(seat["turn"])
                        for n, part in enumerate(parts):
                            assert not any(overlap(part, other) for other in parts[n + 1 :]), (where, seat)
                            left, top, right, bottom = seat["seat"]
                            inside = left <= part[0] and top <= part[1] + APART_PX
                            assert inside, (where, seat)
                            assert max(part[2] - right, part[3] - bottom) <= APART_PX, (where, seat)
                        # a name is as wide as its panel: what is longer ends in an ellipsis
                        assert seat["name"][2] - seat["name"][0] > 0.75 * (right - left), (where, seat)
                        assert max(seat["turnCut"], seat["factsCut"]) <= 0, (where, seat)
                        if width > 900:
                            # a figure of a thirty-sixth of the screen's height is read from four metres
                            assert seat["size"] >= height / 36, (where, seat)
                            assert bottom <= height, (where, seat)
                    assert page.evaluate("document.documentElement.scrollWidth") <= width, where
                page.close()


def test_the_desk_shows_names_and_scores_apart(chrome: Browser, tmp_path: Path) -> None:
    with serving(
        SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--names", *SHORT[:4]
    ) as (address, _):
        for lang in ("en", "ru", "uk", "ka"):
            page = chrome.new_page(viewport={"width": 1280, "height": 800})
            dressed(page, "B")
            page.goto(f"{address}/desk?lang={lang}")
            page.get_by_test_id("points-B").wait_for(timeout=PATIENCE_MS)
            assert page.get_by_test_id("points-B").inner_text() == "105–115"
            for seat in page.evaluate(
                "[...document.querySelectorAll('.score li')].map((li) => [li, ...li.children].map((e) => {"
                " const all = document.createRange(); all.selectNodeContents(e); const a = all.getBoundingClientRect(),"
                " b = e.getBoundingClientRect(); return [b.left, b.top, Math.max(a.right, b.right), b.bottom]; }))"
            ):
                panel, *parts = seat
                for n, part in enumerate(parts):
                    assert part[2] <= panel[2] + APART_PX, (lang, seat)
                    assert not any(overlap(part, other) for other in parts[n + 1 :]), (lang, seat)
            page.close()


@pytest.mark.parametrize("path", ["/", "/desk", "/play?seat=B", "/play", "/history", "/links", "/watch"])
def test_no_permitted_name_scrolls_a_phone_sideways(chrome: Browser, tmp_path: Path, path: str) -> None:
    with serving(
        *(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63", "--delay", "0"),
        *("--names", *LONG),
    ) as (address, _):
        for lang in ("ru", "ka"):
            page = chrome.new_page(viewport={"width": 390, "height": 844})
            if path != "/links":
                dressed(page)
            page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
            until(page, f"document.body.textContent.includes({json.dumps(LONG[2])})")
            if path == "/links":
                if page.get_by_test_id("make-all").count():
                    page.get_by_test_id("make-all").click()
                page.get_by_test_id("link").nth(1).wait_for()
            if path == "/":
                page.get_by_test_id("alert").first.wait_for(timeout=PATIENCE_MS)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (path, lang)
            page.close()


def test_a_doubt_is_headed_once_and_words_are_apart(chrome: Browser, tmp_path: Path) -> None:
    with serving(
        SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63", "--names", *SHORT
    ) as (address, _):
        for lang, head, game in (
            ("ru", "Проверьте", "Классическая бура до 31"),
            ("ka", "შეამოწმეთ", "კლასიკური ბურა 31-მდე"),
        ):
            page = chrome.new_page(viewport={"width": 1280, "height": 800})
            for path in ("/", "/desk"):
                page.goto(f"{address}{path}?lang={lang}")
                alert = page.locator('[data-testid="alert"][data-status="unclear"]').first
                alert.wait_for(timeout=PATIENCE_MS)
                said = alert.text_content() or ""
                assert said.count(head) == 1, said
                assert f"{head} " in said
                if path == "/":
                    title = page.locator(".top-rules").inner_text()
                    assert game in title
                    assert "classic31" not in title
                else:
                    heading, search = (page.locator(each).bounding_box() for each in ("#t-log", ".find"))
                    assert heading is not None
                    assert search is not None
                    assert search["y"] >= heading["y"] + heading["height"]
            page.close()


def test_hidden_points_and_cards_in_hand_are_said_in_words(chrome: Browser, tmp_path: Path) -> None:
    with serving(
        SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22", "--names", *SHORT
    ) as (address, _):
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        dressed(page)
        for path in ("/", "/desk", "/overlay"):
            page.goto(f"{address}{path}?lang=en&as=table")
            page.get_by_text("hidden").first.wait_for(timeout=PATIENCE_MS)
        page.goto(f"{address}/?lang=en")
        seat = page.get_by_test_id("seat-A")
        seat.get_by_text("3 in hand").wait_for(timeout=PATIENCE_MS)
        assert seat.locator(".seat-hand").get_attribute("title") == "3 cards in hand"
        page.goto(f"{address}/play?lang=en")
        page.locator(".choose li").first.wait_for(timeout=PATIENCE_MS)
        assert page.evaluate("getComputedStyle(document.querySelector('.choose li')).listStyleType") == "none"
        page.close()


def test_a_phone_shows_the_whole_table_of_deals(chrome: Browser, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--names", *LONG[:2]) as (
        address,
        _,
    ):
        page = chrome.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{address}/history?lang=ru")
        page.get_by_test_id("deal").first.wait_for(timeout=PATIENCE_MS)
        cut = page.evaluate(
            "[...document.querySelectorAll('[data-testid=match] .scroll, [data-testid=match] td')]"
            ".map((e) => e.scrollWidth - e.clientWidth)"
        )
        assert max(cut) <= 0
        page.close()
