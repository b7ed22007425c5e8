"""A phone as the camera in a real browser: Chromium's made-up camera, over HTTPS, into a running table."""

from __future__ import annotations

import io
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Browser, Page, expect
from tests.e2e.browser import chromium
from tests.e2e.phone import Server, bura_serve, launch, phone_browser, public_key_pin
from tests.e2e.test_play import serious

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
PATIENCE_MS = 90_000
PATIENCE_S = 90.0
expect.set_options(timeout=60_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("data")
    with bura_serve(data, "--camera", "phone", "--https-port", "0", "--names", "Ann,Boris") as running:
        yield running


def ask(server: Server, path: str, method: str = "GET") -> Any:
    with urllib.request.urlopen(urllib.request.Request(server.http + path, method=method)) as answer:
        return json.load(answer)


def until(good: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not good():
        assert time.monotonic() < deadline
        time.sleep(0.1)


class Device:
    """A device of its own; every script error is noted."""

    def __init__(self, chrome: Browser, size: dict[str, int], **more: Any) -> None:
        self.context = chrome.new_context(viewport=size, **more)  # type: ignore[arg-type]  # Playwright's own type
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def close(self) -> None:
        self.context.close()
        assert self.faults == []


@pytest.fixture(scope="module")
def chrome(server: Server) -> Iterator[Browser]:
    """Takes only what this server's own authority has signed."""
    with phone_browser(f"--ignore-certificate-errors-spki-list={public_key_pin(server.data)}") as running:
        yield running


@pytest.fixture
def phone(chrome: Browser) -> Iterator[Page]:
    device = Device(chrome, PHONE)
    yield device.page
    device.close()


def code(server: Server) -> str:
    """The address in the code."""
    url: str = ask(server, "/api/v1/phone", "POST")["link"]["url"]
    return url


def start(server: Server, page: Page, lang: str = "en") -> None:
    page.goto(f"{code(server)}?lang={lang}")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("camera")).to_have_attribute("data-line", "open")


def test_the_phones_pictures_reach_the_table(server: Server, phone: Page) -> None:
    assert server.https.startswith("https://")
    start(server, phone)
    assert phone.url.startswith(server.https + "/camera")
    expect(phone.get_by_test_id("line")).to_have_text("The table is being watched.")
    # the made-up camera gives full HD when it is asked for it
    expect(phone.get_by_test_id("size")).to_have_text("1920 × 1080")
    until(lambda: ask(server, "/api/v1/phone")["phone"]["arrived"] >= 3)
    assert ask(server, "/api/v1/phone")["phone"]["dropped"] == 0
    until(lambda: ask(server, "/api/v1/view")["table"]["source"]["status"] == "running")
    until(lambda: colour(server) is not None)
    found = colour(server)
    assert found is not None
    # Chromium's made-up camera is a green field
    red, green, blue = found
    assert green > 90 > max(red, blue)


def colour(server: Server) -> tuple[float, ...] | None:
    """Mean colour of the table's newest picture; None before the first."""
    picture = newest(server)
    return None if picture is None else tuple(ImageStat.Stat(picture).mean)


def newest(server: Server) -> Image.Image | None:
    """The table's newest picture; None before the first."""
    try:
        with urllib.request.urlopen(server.http + "/api/v1/picture.jpg", timeout=PATIENCE_S) as answer:
            return Image.open(io.BytesIO(answer.read())).convert("RGB")
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise
        return None


def test_pause_loses_the_table_and_going_on_brings_it_back(server: Server, phone: Page) -> None:
    start(server, phone)
    until(lambda: ask(server, "/api/v1/view")["table"]["source"]["status"] == "running")
    phone.get_by_test_id("pause").click()
    expect(phone.get_by_test_id("line")).to_have_text("Paused")
    until(lambda: ask(server, "/api/v1/phone")["phone"]["paused"])
    until(lambda: ask(server, "/api/v1/view")["table"]["source"]["status"] == "lost")
    phone.get_by_test_id("pause").click()
    until(lambda: ask(server, "/api/v1/view")["table"]["source"]["status"] == "running")


def test_a_turned_picture_arrives_turned(server: Server, phone: Page) -> None:
    start(server, phone)
    phone.get_by_test_id("turn").click()
    expect(phone.get_by_test_id("size")).to_have_text("1080 × 1920")
    until(lambda: (found := newest(server)) is not None and found.height > found.width)
    phone.get_by_test_id("turn").click()
    expect(phone.get_by_test_id("size")).to_have_text("1920 × 1080")


def test_a_second_phone_waits_and_takes_over_when_the_first_is_silent(
    server: Server, phone: Page, chrome: Browser
) -> None:
    start(server, phone)
    other = Device(chrome, PHONE)
    other.page.goto(code(server) + "?lang=en")
    other.page.get_by_test_id("start").click()
    expect(other.page.get_by_test_id("camera")).to_have_attribute("data-line", "held")
    expect(other.page.get_by_test_id("take")).to_be_disabled()
    phone.get_by_test_id("pause").click()
    expect(other.page.get_by_test_id("take")).to_be_enabled()
    other.page.get_by_test_id("take").click()
    expect(other.page.get_by_test_id("camera")).to_have_attribute("data-line", "open")
    expect(phone.get_by_test_id("line")).to_have_text("Another phone has taken over.")
    other.close()


def test_the_laptop_shows_the_code_and_how_the_phone_does(
    server: Server, phone: Page, chrome: Browser
) -> None:
    start(server, phone)
    laptop = Device(chrome, LAPTOP)
    page = laptop.page
    page.goto(f"{server.http}/phone?lang=en")
    expect(page.get_by_test_id("code").locator("svg")).to_be_visible()
    expect(page.get_by_test_id("address")).to_have_text(code(server))
    expect(page.get_by_test_id("fingerprint")).to_have_text(ask(server, "/api/v1/phone")["fingerprint"])
    expect(page.get_by_test_id("authority")).to_have_attribute("href", f"{server.https}/ca.crt")
    expect(page.get_by_test_id("phone")).to_have_attribute("data-on", "true")
    # a new code: the old one is out at once
    old = code(server)
    page.get_by_test_id("renew").click()
    expect(page.get_by_test_id("address")).not_to_have_text(old)
    expect(phone.get_by_test_id("camera")).to_have_attribute("data-line", "closed")
    expect(phone.get_by_test_id("line")).to_contain_text("this link was taken back")
    laptop.close()


def test_refusal_and_a_missing_camera_are_said_in_words(server: Server, chrome: Browser) -> None:
    pin = f"--ignore-certificate-errors-spki-list={public_key_pin(server.data)}"
    # without the made-up camera this machine has none
    with closing(launch(chrome.browser_type, pin, camera=False)) as plain:
        device = Device(plain, PHONE, permissions=["camera"])
        device.page.goto(code(server) + "?lang=en")
        device.page.get_by_test_id("start").click()
        expect(device.page.get_by_test_id("trouble")).to_have_attribute("data-why", "none")
        expect(device.page.get_by_test_id("trouble")).to_contain_text("No camera was found")
        device.close()
    # a made-up camera that somebody would have to allow, and nobody does
    prompts = ("--use-fake-device-for-media-stream", "--deny-permission-prompts")
    with closing(launch(chrome.browser_type, pin, *prompts, camera=False)) as shy:
        device = Device(shy, PHONE)
        device.page.goto(code(server) + "?lang=ru")
        device.page.get_by_test_id("start").click()
        expect(device.page.get_by_test_id("trouble")).to_have_attribute("data-why", "denied")
        expect(device.page.get_by_test_id("trouble")).to_contain_text("Браузеру не разрешили камеру.")
        device.close()


@pytest.mark.parametrize(
    ("lang", "theme"), [("en", "dark"), ("ru", "light"), ("uk", "dark"), ("ka", "light")]
)
def test_both_pages_are_readable_for_all(
    server: Server, chrome: Browser, phone: Page, lang: str, theme: str
) -> None:
    start(server, phone, lang)
    phone.goto(f"{server.https}/camera?lang={lang}&theme={theme}")
    expect(phone.get_by_test_id("start")).to_be_visible()
    laptop = Device(chrome, PHONE)
    laptop.page.goto(f"{server.http}/phone?lang={lang}&theme={theme}")
    expect(laptop.page.get_by_test_id("fingerprint")).to_be_visible()
    for page in (phone, laptop.page):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert serious(page) == []
    phone.get_by_test_id("start").click()
    expect(phone.get_by_test_id("pause")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert serious(phone) == []
    laptop.close()


def test_a_page_without_https_leads_to_the_one_with(chrome: Browser, tmp_path: Path) -> None:
    with bura_serve(tmp_path, "--host", "0.0.0.0", "--https-port", "0") as server:
        url = code(server)
        # the same link, by this machine's address and without HTTPS
        host = server.https.removeprefix("https://").rpartition(":")[0]
        plain = f"http://{host}:{server.http.rpartition(':')[2]}"
        pin = f"--ignore-certificate-errors-spki-list={public_key_pin(tmp_path)}"
        with closing(launch(chrome.browser_type, pin)) as running:
            device = Device(running, PHONE)
            page = device.page
            page.goto(f"{plain}/join/{url.rpartition('/')[2]}?lang=en")
            expect(page.get_by_test_id("insecure")).to_contain_text("only to pages opened over HTTPS")
            page.get_by_test_id("secure").click()
            page.get_by_test_id("start").click()
            expect(page.get_by_test_id("camera")).to_have_attribute("data-line", "open")
            expect(page.get_by_test_id("line")).to_have_text("Connected. Nobody looks at the pictures yet.")
            # the set-up page looks through it
            laptop = Device(running, LAPTOP)
            laptop.page.goto(f"{server.http}/setup?lang=en")
            laptop.page.get_by_text("A phone", exact=True).click()
            expect(laptop.page.get_by_test_id("phone-code")).to_have_attribute("href", "/phone")
            looked = "Set-up shows this picture; no table is being watched yet."
            expect(page.get_by_test_id("line")).to_have_text(looked)
            laptop.close()
            device.close()


def test_the_door_is_closed_by_two_presses_and_opened_again(chrome: Browser, tmp_path: Path) -> None:
    with bura_serve(tmp_path, "--https-port", "0") as server:
        pin = f"--ignore-certificate-errors-spki-list={public_key_pin(tmp_path)}"
        with closing(launch(chrome.browser_type, pin)) as running:
            device, laptop = Device(running, PHONE), Device(running, LAPTOP)
            start(server, device.page)
            laptop.page.goto(f"{server.http}/phone?lang=en")
            shut = laptop.page.get_by_test_id("shut")
            shut.click()
            expect(shut).to_have_text("Sure?")
            assert ask(server, "/api/v1/phone")["url"] is not None
            shut.click()
            expect(laptop.page.get_by_test_id("open")).to_be_visible()
            expect(device.page.get_by_test_id("camera")).to_have_attribute("data-line", "away")
            laptop.page.get_by_test_id("open").click()
            expect(laptop.page.get_by_test_id("code").locator("svg")).to_be_visible()
            laptop.close()
            device.close()


def test_a_phone_finds_a_server_again_that_was_started_anew(chrome: Browser, tmp_path: Path) -> None:
    with bura_serve(tmp_path, "--https-port", "0") as server:
        port = server.https.rpartition(":")[2]
        pin = f"--ignore-certificate-errors-spki-list={public_key_pin(tmp_path)}"
        running = launch(chrome.browser_type, pin)
        device = Device(running, PHONE)
        start(server, device.page)
        until(lambda: ask(server, "/api/v1/phone")["phone"]["arrived"] > 0)
    with closing(running):
        expect(device.page.get_by_test_id("camera")).to_have_attribute("data-line", "away")
        expect(device.page.get_by_test_id("line")).to_contain_text("Connection lost")
        with bura_serve(tmp_path, "--https-port", port) as again:
            # same certificate, same link: nobody has to touch the phone
            expect(device.page.get_by_test_id("camera")).to_have_attribute("data-line", "open")
            until(lambda: ask(again, "/api/v1/phone")["phone"]["arrived"] > 0)
            device.close()
