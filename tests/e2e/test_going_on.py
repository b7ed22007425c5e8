"""A match that was broken off: set-up offers to go on with it first, and the scoreboard comes back by itself."""

from __future__ import annotations

import json
import signal
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium, serving
from tests.e2e.checks import no_raw_words, no_serious_finding

from bura_server.cli.demo import DEMO

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SERVER = "tests.server.support.setup_server"
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
ORDER = {
    "camera": "none",
    "rules": {"preset": "classic31", "options": {"threshold": 21}},
    "names": ["Ann", "Boris"],
    "new": True,
}


def _post(address: str, path: str, body: Any) -> Any:
    data = json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def _entries(page: Page, address: str) -> Any:
    return page.request.get(f"{address}/api/v1/entries").json()["entries"]


def _played(address: str) -> None:
    _post(address, "/api/v1/table", ORDER)
    _post(address, "/api/v1/events", {"type": "enter", "event": {"type": "dealt", "dealer": "B"}})
    lead = {"type": "lead", "seat": "A", "cards": ["KS"]}
    _post(address, "/api/v1/events", {"type": "enter", "event": lead})


def test_after_a_crash_the_old_deal_is_the_first_offer(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, process):
        _played(address)
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]  # Playwright's own size type
        page.goto(f"{address}/setup?lang=en")
        go_on = page.get_by_test_id("resume")
        expect(go_on).to_contain_text("Go on where it was")
        expect(go_on).to_contain_text("Ann, Boris · deal 1")
        expect(page.locator(".setup-start .main-act")).to_have_count(1)
        expect(page.get_by_test_id("start")).to_have_text("Begin a new match")
        no_raw_words(page)
        no_serious_finding(page)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
        # what was chosen meanwhile for another match does not count for this one
        page.get_by_test_id("name-A").fill("Cem")
        page.get_by_test_id("add-player").click()
        go_on.click()
        page.wait_for_url("**/desk")
        expect(page.locator('[data-type="lead"]')).to_contain_text("Ann leads")
        told = _entries(page, address)
        assert [row["event"]["type"] for row in told] == ["game_started", "dealt", "lead"]
        # stopped by a person it is offered again; another match is begun only by its own name
        for _ in range(2):
            page.get_by_test_id("stop-table").click()
        page.get_by_role("link", name="Set-up").last.click()
        expect(go_on).to_contain_text("deal 1")
        page.get_by_test_id("start").click()
        page.wait_for_url("**/desk")
        assert len(_entries(page, address)) == 1
        for _ in range(2):
            page.get_by_test_id("stop-table").click()
        # where nothing was played there is nothing to go on with
        page.goto(f"{address}/setup?lang=en")
        expect(page.get_by_test_id("start")).to_have_text("Start")
        expect(go_on).to_have_count(0)
        page.close()


def test_it_goes_on_with_the_camera_that_is_there_now(chrome: Browser, tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    film.write_bytes((DEMO / "clip.mp4").read_bytes())
    with serving(SERVER, "--data", str(tmp_path / "data")) as (address, _):
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        page.goto(f"{address}/setup?lang=en")
        expect(page.get_by_test_id("next")).to_have_text("Choose a camera first.")
        _post(address, "/api/v1/table", {**ORDER, "camera": str(film)})
        _post(address, "/api/v1/events", {"type": "enter", "event": {"type": "dealt", "dealer": "B"}})
        expect(page.get_by_test_id("running")).to_be_visible()
        film.unlink()
        for _ in range(2):
            page.get_by_test_id("stop").click()
        # what the window had before that table is not what it begins with now
        go_on, next_ = page.get_by_test_id("resume"), page.get_by_test_id("next")
        expect(go_on).to_contain_text("Ann, Boris · deal 1")
        expect(next_).to_have_text("Is this camera gone? Choose another: the match goes on with it.")
        go_on.click()
        expect(page.get_by_test_id("problem")).to_contain_text("film.mp4")
        expect(next_).to_have_attribute("data-next", "setup.goon.gone")
        page.get_by_label("No camera").check()
        expect(next_).to_have_text("Everything is ready.")
        expect(go_on).to_contain_text("Ann, Boris · deal 1 · No camera")
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        no_raw_words(page)
        go_on.click()
        page.wait_for_url("**/desk")
        kinds = [row["event"]["type"] for row in _entries(page, address)]
        assert kinds[0] == "game_started"
        assert "dealt" in kinds
        page.close()


def test_where_no_camera_is_chosen_the_match_goes_on_with_its_own(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        _played(address)
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        page.request.delete(f"{address}/api/v1/table")
        page.goto(f"{address}/setup?lang=en")
        # as after an address was emptied
        page.evaluate("sessionStorage.setItem('bura.setup', JSON.stringify({ camera: '' }))")
        page.reload()
        said = "Go on with the match, or choose a camera for a new one."
        expect(page.get_by_test_id("next")).to_have_text(said)
        page.get_by_test_id("resume").click()
        page.wait_for_url("**/desk")
        assert len(_entries(page, address)) == 3
        page.close()


def test_names_go_from_an_open_set_up_with_their_match(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, _):
        _played(address)
        page = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        page.request.delete(f"{address}/api/v1/table")
        page.goto(f"{address}/setup?lang=en")
        expect(page.get_by_test_id("name-A")).to_have_value("Ann")
        page.get_by_test_id("name-B").fill("Cem")
        assert page.request.delete(f"{address}/api/v1/history/matches/1").status == 204
        # in the open window, and in what it keeps; a name that was typed stays
        for _ in range(2):
            expect(page.get_by_test_id("name-A")).to_have_value("")
            expect(page.get_by_test_id("name-B")).to_have_value("Cem")
            assert "Ann" not in page.evaluate("JSON.stringify({ ...sessionStorage })")
            page.reload()
        page.close()


def test_a_scoreboard_on_the_servers_own_machine_comes_back(chrome: Browser, tmp_path: Path) -> None:
    with serving(SERVER, "--data", str(tmp_path)) as (address, process):
        _played(address)
        board = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        board.goto(f"{address}/?lang=en")
        expect(board.get_by_test_id("board")).to_have_attribute("data-seq", "3")
        # a second one is loaded anew while no table runs
        again = chrome.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        again.goto(f"{address}/?lang=en")
        expect(again.get_by_test_id("board")).to_have_attribute("data-seq", "3")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(SERVER, "--data", str(tmp_path), "--port", address.rsplit(":", 1)[1]):
        expect(board.get_by_test_id("no-table")).to_contain_text("No table is being watched")
        # nothing can be said at a table that does not run
        expect(board.get_by_test_id("undo")).to_have_count(0)
        assert board.url == f"{address}/?lang=en"
        again.reload()
        again.wait_for_url("**/setup*")
        again.get_by_test_id("start").wait_for()
        _post(address, "/api/v1/table", {**ORDER, "new": False})
        for page in (board, again):
            expect(page.get_by_test_id("play")).to_contain_text("Ann")
            expect(page.get_by_test_id("no-table")).to_have_count(0)
            assert page.url.split("?")[0] == f"{address}/"
        # who goes to set-up himself while the table runs stays there
        again.goto(f"{address}/setup?lang=en")
        expect(again.get_by_test_id("running")).to_be_visible()
        again.wait_for_timeout(2500)
        expect(again.get_by_test_id("running")).to_be_visible()
        board.close()
        again.close()
