"""A phone says who looks at its pictures: set-up, or the table that is watched by it."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e.browser import chromium
from tests.e2e.phone import bura_serve, phone_browser, public_key_pin
from tests.e2e.test_phone_camera import PHONE, Device, start

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium on this machine"),
]

SAID = {
    "en": ("Set-up shows this picture; no table is being watched yet.", "The table is being watched."),
    "ka": ("სურათს გვერდი „გამართვა“ აჩვენებს; მაგიდას ჯერ თვალს არ ადევნებენ.", "მაგიდას თვალს ადევნებენ."),
}


def send(address: str, body: Any) -> None:
    headers = {"content-type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(address, json.dumps(body).encode(), headers)).close()


@pytest.mark.parametrize("lang", SAID)
def test_set_up_that_looks_is_not_called_a_table(tmp_path: Path, lang: str) -> None:
    looked, watched = SAID[lang]
    with bura_serve(tmp_path, "--https-port", "0") as server:
        pin = f"--ignore-certificate-errors-spki-list={public_key_pin(server.data)}"
        with phone_browser(pin) as chrome:
            device = Device(chrome, PHONE)
            start(server, device.page, lang)
            line = device.page.get_by_test_id("line")
            send(f"{server.http}/api/v1/setup/camera", {"camera": "phone"})
            expect(line).to_have_text(looked)
            wish = {"camera": "phone", "rules": {"preset": "classic31"}, "names": ["Ann", "Boris"]}
            send(f"{server.http}/api/v1/table", wish)
            expect(line).to_have_text(watched)
            device.close()
