"""A phone that gives no pictures is called one, with a way to its code; a corrected card is not said to be read so."""

from __future__ import annotations

import json
import urllib.request
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
PATIENCE_MS = 30_000


def lost_phone(page: Page) -> None:
    """The table's camera is a phone that gives no pictures."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            told: Any = json.loads(message)
            if told.get("table"):
                told["table"]["source"].update(name="phone", status="lost", message="")
                told["table"]["state"] = "PAUSED"
            socket.send(json.dumps(told))

        server.on_message(pass_on)

    page.route_web_socket("**/api/v1/live**", route)


def test_a_lost_phone_is_called_a_phone(chrome: Browser, tmp_path: Path) -> None:
    said = {"en": "phone", "ru": "елефон", "uk": "елефон", "ka": "ტელეფონი"}
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22") as (
        address,
        _,
    ):
        page = chrome.new_page(viewport={"width": 390, "height": 844})
        lost_phone(page)
        for lang, word in said.items():
            page.goto(f"{address}/desk?lang={lang}")
            advice = page.get_by_test_id("advice")
            expect(advice).to_contain_text(word, timeout=PATIENCE_MS)
            expect(advice.get_by_test_id("phone-code")).to_have_attribute("href", "/phone")
            if lang != "en":
                expect(page.locator(".advice-state")).not_to_contain_text("phone")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            page.goto(f"{address}/?lang={lang}")
            expect(page.get_by_test_id("banner")).to_contain_text(word, timeout=PATIENCE_MS)
        page.close()


def test_a_card_set_by_hand_was_not_read(chrome: Browser, tmp_path: Path) -> None:
    with serving(SCRIPTED, "--log", str(tmp_path / "t.jsonl"), "--speed", "0", "--until", "22") as (
        address,
        _,
    ):
        page = chrome.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{address}/desk?lang=en")
        card = page.locator("#entry-4").get_by_role("button").nth(1)
        card.click(timeout=PATIENCE_MS)
        expect(page.get_by_test_id("fix")).to_contain_text("read as")
        instead = {"type": "lead", "seat": "A", "cards": ["KC", "8C"]}
        told = {"type": "amend", "target": 4, "instead": [instead]}
        urllib.request.urlopen(
            urllib.request.Request(
                f"{address}/api/v1/events", json.dumps(told).encode(), {"content-type": "application/json"}
            )
        ).close()
        page.reload()
        card.click(timeout=PATIENCE_MS)
        expect(page.get_by_test_id("fix")).to_contain_text("now ")
        expect(page.get_by_test_id("fix")).not_to_contain_text("read as")
        page.close()
