"""The scoreboard with 2 to 6 players and 1 to 5 cards each: every card and name whole, the end and its alerts too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from tests.e2e.browser import chromium, serving

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
SIZES = ((1920, 1080), (1280, 800), (390, 844))
NAMES = ("Александра", "Екатерина", "Константин", "Anna-Maria Smith", "Giorgi", "დავითი")
"""ordinary names, the longest of 16 characters"""
DECK = [rank + suit for rank in ("A", "10", "K", "Q", "J", "9", "8", "7", "6") for suit in "SHDC"]
PATIENCE_MS = 60_000
FOUR = 4
"""so many players a camera follows at most"""
LEAST_NAME = 22 / 1080
"""of the screen's height: 14 mm on 55 inches"""
LEAST_RANK = 22 / 1080
"""the same for the rank on a card"""
LEAST_LETTERS = 8
"""a name is not cut before"""
MEASURED = """
(() => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const text = (e) => { const range = document.createRange(); range.selectNodeContents(e); return box(range); };
  const trick = document.querySelector('.trick');
  return {
    seats: [...document.querySelectorAll('.seat h2')].map((e) => [e.textContent, e.clientWidth, e.scrollWidth]),
    wide: document.documentElement.scrollWidth, trick: box(trick),
    plays: [...document.querySelectorAll('[data-testid="play"]')].map((play) => {
      const name = play.querySelector('.cut'), word = play.querySelector('.play-word');
      return {
        play: box(play), name: box(name), whole: name.scrollWidth, seen: name.clientWidth,
        letters: name.textContent.length,
        size: parseFloat(getComputedStyle(name).fontSize), word: text(word), head: box(play.querySelector('h3')),
        cards: [...play.querySelectorAll('.card')].map(box),
        ranks: [...play.querySelectorAll('.card-corner')].map((e) => parseFloat(getComputedStyle(e).fontSize)),
      };
    }),
  };
})()
"""
CUT = """
['.result', '.claim', '.alert', '.alert-more', '.banner', '.col-side', '.col-trick', '.seat'].flatMap((which) =>
  [...document.querySelectorAll(which)].filter((e) => {
    const range = document.createRange(); range.selectNodeContents(e);
    // a panel that is high enough for its lines, and lies within the column that holds it
    const own = e.getBoundingClientRect(), hold = e.parentElement.getBoundingClientRect();
    return e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1
      || (innerWidth > 900 && hold.height && own.bottom > hold.bottom + 1) || own.right > innerWidth + 1;
  }).map((e) =>
    `${which} ${e.scrollWidth}/${e.clientWidth} ${e.scrollHeight}/${e.clientHeight}: ${e.textContent.slice(0, 60)}`))
"""
LONG_ALERT = "Александра объявляет: видно 25, закрытых 14, всего от 25 до 114; вскрыть и посчитать, нужно 31"


def dressed(page: Page, camera: bool, change: dict[str, Any]) -> None:
    """Every view that comes to a page is changed; without a camera it says so."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told: Any = json.loads(message)
            if told.get("view"):
                told["view"].update(change)
            if told.get("table") and not camera:
                told["table"]["source"]["name"] = "none"
            socket.send(json.dumps(told))

        server.on_message(pass_on)

    page.route_web_socket("**/api/v1/live**", route)


def laid(seats: int, cards: int) -> dict[str, Any]:
    """A trick in which every player laid so many cards, some of them face down."""
    deck = iter(DECK)
    plays = []
    for n, seat in enumerate("ABCDEF"[:seats]):
        down = cards // 2 if n > 1 else 0
        standing = "lead" if n == 0 else "beats" if n == 1 else "given"
        known = [next(deck) for _ in range(cards - down)]
        plays.append({"seat": seat, "cards": known, "face_down": down, "standing": standing, "beats": n == 1})
    return {"trick": {"plays": plays, "taker": "B"}, "result": None, "claim": None, "alerts": []}


def apart(one: list[float], two: list[float]) -> bool:
    """Two boxes (left, top, right, bottom) do not lie on each other."""
    return one[2] <= two[0] + 1 or two[2] <= one[0] + 1 or one[3] <= two[1] + 1 or two[3] <= one[1] + 1


def check(found: Any, where: object, width: int, height: int) -> None:
    """Nothing of a trick is cut, covered, outside or too small to be read."""
    assert found["wide"] <= width, where
    if width > 900:
        assert [name for name, seen, whole in found["seats"] if whole > seen] == [], where
    for n, play in enumerate(found["plays"]):
        left, top, right, bottom = found["trick"]
        for box in (play["play"], play["name"], play["word"], *play["cards"]):
            inside = box[0] >= left - 1 and box[1] >= top - 1 and box[2] <= right + 1 and box[3] <= bottom + 1
            assert inside, (where, play)
        for m, card in enumerate(play["cards"]):
            assert all(apart(card, other) for other in play["cards"][m + 1 :]), (where, play)
            assert apart(card, play["head"]), (where, play)
            for other in found["plays"][n + 1 :]:
                assert apart(card, other["play"]), (where, play, other)
        assert apart(play["name"], play["word"]), (where, play)
        shown = play["letters"] * min(1, play["seen"] / play["whole"])
        # every ordinary name is whole
        assert shown >= play["letters"] - 0.5 or shown >= 16, (where, play)
        if width > 900:
            assert play["size"] >= LEAST_NAME * height, (where, play["size"])
            assert all(size >= LEAST_RANK * height for size in play["ranks"]), (where, play["ranks"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_card_and_name_of_a_trick_is_whole(chrome: Browser, tmp_path: Path, seats: int) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22")
    with serving(*command, "--names", *NAMES[:seats]) as (address, _):
        for cards in range(1, 6):
            for camera in (True, False)[seats > FOUR :]:
                page = chrome.new_page(reduced_motion="reduce")
                dressed(page, camera, laid(seats, cards))
                lang = ("ru", "ka", "uk", "en")[cards % 4]
                page.goto(f"{address}/?lang={lang}")
                page.get_by_test_id("play").nth(seats - 1).wait_for(timeout=PATIENCE_MS)
                assert page.locator(".col-picture").count() == int(camera)
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    where = (seats, cards, camera, lang, width)
                    check(page.evaluate(MEASURED), where, width, height)
                    assert page.evaluate(CUT) == [], where
                page.close()


@pytest.mark.parametrize("length", [LEAST_LETTERS, 24])
def test_the_widest_names_show_eight_letters(chrome: Browser, tmp_path: Path, length: int) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22")
    with serving(*command, "--names", *("WMЖЮთშ"[n] * length for n in range(6))) as (address, _):
        for cards in (1, 3, 5):
            page = chrome.new_page(reduced_motion="reduce")
            dressed(page, camera=False, change=laid(6, cards))
            page.goto(f"{address}/?lang=ka")
            page.get_by_test_id("play").nth(5).wait_for(timeout=PATIENCE_MS)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                for play in page.evaluate(MEASURED)["plays"]:
                    shown = length * play["seen"] / play["whole"]
                    assert shown >= LEAST_LETTERS - 0.5, (cards, width, play)
            page.close()


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_end_and_its_alerts_are_whole(chrome: Browser, tmp_path: Path, seats: int) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63")
    listed = ", ".join(f"{name} {n}" for n, name in enumerate(NAMES[:seats]))
    points = {seat: {"lo": 0, "hi": 0} for seat in "ABCDEF"[:seats]} | {"A": {"lo": 25, "hi": 114}}
    alert = {"seq": 6, "rule": "extra_card", "seat": "A", "severity": "notice", "status": "unclear"}
    change = {
        "result": {
            "reason": "draw",
            "winners": [],
            "points": points,
            "text": f"Карты собраны до решения ({listed}).",
        },
        "match": {"score": dict.fromkeys("ABCDEF"[:seats], 1)},
        "claim": {
            "seat": "A",
            "verdict": "must_count",
            "proof": {"lo": 25, "hi": 114, "needed": 31, "cards": 14},
        },
        "alerts": [
            {**alert, "text": LONG_ALERT, "ruling": None},
            {**alert, "seq": 7, "text": LONG_ALERT, "ruling": None},
        ],
    }
    with serving(*command, "--names", *NAMES[:seats]) as (address, _):
        for camera in (True, False)[seats > FOUR :]:
            page = chrome.new_page(reduced_motion="reduce")
            dressed(page, camera, change)
            page.goto(f"{address}/?lang=ru")
            page.get_by_test_id("result").wait_for(timeout=PATIENCE_MS)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(CUT) == [], (seats, camera, width)
                assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.close()


def test_partners_who_won_are_named_as_people_say_it(chrome: Browser, tmp_path: Path) -> None:
    command = (SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "63")
    points = {"AC": {"lo": 37, "hi": 37}, "BD": {"lo": 83, "hi": 83}}
    won = {"reason": "counted", "winners": ["B", "D"], "points": points, "text": ""}
    headings = {
        "en": "Boris and Dan win the deal",
        "ru": "Победители сдачи: Boris и Dan",
        "uk": "Роздачу виграють: Boris і Dan",
        "ka": "დარიგება მოიგეს: Boris და Dan",
    }
    with serving(*command, "--names", "Anna", "Boris", "Cleo", "Dan") as (address, _):
        page = chrome.new_page(reduced_motion="reduce")
        dressed(page, camera=False, change={"result": won})
        for lang, heading in headings.items():
            page.goto(f"{address}/?lang={lang}")
            result = page.get_by_test_id("result")
            expect(result.locator("h2")).to_have_text(heading, timeout=PATIENCE_MS)
            assert result.locator("dt").all_inner_texts() == ["Anna + Cleo", "Boris + Dan"]
        page.close()
