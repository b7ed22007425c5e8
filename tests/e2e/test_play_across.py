"""A player's phone held across, and small ones: the words of every game and what they are said to are seen at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute
from tests.e2e.browser import chromium, serving
from tests.e2e.test_play import join

from bura import begin
from bura.events import GameStarted
from bura.rules import RULESETS, Game, RuleSet
from bura_server.words import words_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SCRIPTED = "tests.server.support.scripted_server"
ACROSS = ((640, 360), (844, 390))
UPRIGHT = ((320, 568), (390, 844))
LANGUAGES = ("en", "ru", "uk", "ka")
PATIENCE_MS = 60_000
LEAST_PX = 44
"""a word is at least so high: a thumb hits it (WCAG 2.5.5)"""
FREE = 0.5
"""so much of a screen held across is at least left to what is not a word"""
MEASURED = """
(() => {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const hold = document.querySelector('.words-hold');
  const facts = ['.who', '.turn', '[data-testid="trump"]', '.score'];
  return {
    wide: document.documentElement.scrollWidth,
    hold: box(hold), over: hold.scrollWidth - hold.clientWidth,
    facts: facts.map((which) => [which, box(document.querySelector(which))]),
    words: [...hold.querySelectorAll('.word')].map((e) => [e.textContent, box(e), e.scrollWidth - e.clientWidth]),
  };
})()
"""
LAST = """
(() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const parts = [...document.querySelectorAll('.play > *:not(.words-hold)')];
  const ends = parts.map((e) => e.getBoundingClientRect().bottom);
  return [Math.max(...ends), document.querySelector('.words-hold').getBoundingClientRect().top];
})()
"""


def words(rules: RuleSet) -> tuple[str, ...]:
    """The words of a game, said aloud or not."""
    seats = tuple("ABCDEF"[: rules.players_min])
    state = begin.start_state(GameStarted(rules.name, seats))
    return tuple(words_of(state, "A"))


def every_game() -> dict[tuple[str, ...], str]:
    """Words that some game at a table has together -> one such game; and those of a house rule that adds all."""
    found = {
        words(rules): rules.name for rules in RULESETS.values() if rules.game in (Game.BURA, Game.MARRIAGE)
    }
    everything = ("claim", "stop", "raise", "accept", "refuse", "beat", "give")
    exchanging = ("marriage", "close", "exchange")
    return {**found, everything: "stakes, and beats that are declared", exchanging: "the nine is exchanged"}


def told(page: Page, state: dict[str, Any]) -> None:
    """The words that the server tells this page are those of ``state["words"]``, all of which may be said."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said: Any = json.loads(message)
            if said.get("mine"):
                said["mine"]["words"] = {word: 3 if word == "raise" else True for word in state["words"]}
            socket.send(json.dumps(said))

        server.on_message(pass_on)

    page.route_web_socket("**/api/v1/live**", route)


def apart(one: list[float], two: list[float]) -> bool:
    """Two boxes (left, top, right, bottom) do not lie on each other."""
    return one[2] <= two[0] + 1 or two[2] <= one[0] + 1 or one[3] <= two[1] + 1 or two[3] <= one[1] + 1


def within(box: list[float], width: int, height: int) -> bool:
    """A box lies on the screen."""
    return box[0] >= -1 and box[1] >= -1 and box[2] <= width + 1 and box[3] <= height + 1


def check(page: Page, where: object, width: int, height: int) -> None:
    """All words are seen, and what they are said to is not behind them."""
    found = page.evaluate(MEASURED)
    assert found["wide"] <= width, where
    assert found["over"] <= 0, where
    for text, box, over in found["words"]:
        assert over <= 0, (where, text)
        assert box[3] - box[1] >= LEAST_PX, (where, text)
        assert within(box, width, height), (where, text, box)
    if (width, height) in UPRIGHT:
        # nothing ends behind the words
        end, begins = page.evaluate(LAST)
        assert end <= begins + 1, where
        return
    left, top, right, bottom = found["hold"]
    assert (right - left) * (bottom - top) <= (1 - FREE) * width * height, where
    for which, box in found["facts"]:
        assert apart(box, found["hold"]), (where, which)
        # of many players the last may be further down
        seen = box if which != ".score" else [*box[:3], min(box[3], height)]
        assert within(seen, width, height), (where, which, box)


def test_words_and_the_table_are_seen_together(chrome: Browser, tmp_path: Path) -> None:
    games = every_game()
    assert len(games) >= 4
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "20") as (at, _):
        page = chrome.new_context().new_page()
        state: dict[str, Any] = {"words": ()}
        told(page, state)
        join(at, page, "seat", "A")
        for state["words"], game in games.items():
            for lang in LANGUAGES:
                page.goto(f"{at}/play?lang={lang}")
                page.locator(".words .word").nth(len(state["words"]) - 1).wait_for(timeout=PATIENCE_MS)
                for width, height in (*ACROSS, *UPRIGHT):
                    page.set_viewport_size({"width": width, "height": height})
                    page.evaluate("scrollTo(0, 0)")
                    check(page, (game, lang, width), width, height)
        page.context.close()
