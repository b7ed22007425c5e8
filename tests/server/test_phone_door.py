"""The HTTPS door of the real program: who it is, who may come in, and that both servers end together."""

from __future__ import annotations

import asyncio
import io
import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from PIL import Image as Pillow
from tests.e2e.phone import Server, bura_serve
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from bura_server.addresses import own_addresses
from bura_server.app import AppSettings
from bura_server.links import Links
from bura_server.phone.certificates import Certificates, Names
from bura_server.phone.door import HttpsDoor
from bura_server.phone.settings import CertificateSettings
from bura_server.runner import AddressError, listen, listen_near
from bura_server.settings import ServerSettings

PATIENCE_S = 60.0


def jpeg() -> bytes:
    out = io.BytesIO()
    Pillow.new("RGB", (320, 240), (40, 90, 60)).save(out, "JPEG")
    return out.getvalue()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("data")
    with bura_serve(data, "--camera", "phone", "--https-port", "0", "--names", "Ann,Boris") as running:
        yield running


def ask(server: Server, address: str, **headers: str) -> tuple[int, Any, dict[str, str]]:
    """A request that trusts the server's own authority only."""
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, context=server.trust(), timeout=PATIENCE_S) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


def let_in(server: Server) -> dict[str, Any]:
    """What the page for phones shows."""
    request = urllib.request.Request(server.http + "/api/v1/phone", method="POST")
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def dial(server: Server, **headers: str) -> ClientConnection:
    """A phone's socket."""
    return connect(
        server.https.replace("https", "wss") + "/api/v1/camera?device=test",
        ssl=server.trust(),
        additional_headers=headers,
        max_size=None,
        open_timeout=PATIENCE_S,
    )


def test_the_door_is_known_by_its_authority_and_by_nothing_else(server: Server) -> None:
    info = let_in(server)
    assert info["url"] == server.https
    assert ask(server, server.https + "/ca.crt")[0] == 200
    port = urlsplit(server.https).port
    # by this machine's names too
    assert ask(server, f"https://localhost:{port}/ca.crt")[0] == 200
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(server.https, context=ssl.create_default_context(), timeout=PATIENCE_S)


def test_the_certificate_is_given_to_everybody(server: Server) -> None:
    info = let_in(server)
    for base in (server.http, server.https):
        status, data, headers = ask(server, base + "/ca.crt")
        assert (status, headers["content-type"]) == (200, "application/x-x509-ca-cert")
        assert data == (server.data / "tls" / "authority.crt").read_bytes()
        assert b"PRIVATE" not in data
    assert info["authority"] == server.https + "/ca.crt"
    assert info["fingerprint"] == Certificates(server.data).fingerprint


def test_the_code_opens_the_phones_page(server: Server) -> None:
    url = let_in(server)["link"]["url"]
    assert let_in(server)["link"]["url"] == url  # the same one while it holds
    status, page, headers = ask(server, url)
    assert status == 200
    assert b"url=/camera" in page
    cookie = headers["set-cookie"]
    assert "Secure" in cookie
    assert "HttpOnly" in cookie
    status, page, _ = ask(server, server.https + "/camera", cookie=cookie.split(";")[0])
    assert status == 200
    assert b"js/camera/main.js" in page


def test_pictures_go_through_the_door_into_the_running_table(server: Server) -> None:
    token = let_in(server)["link"]["url"].rpartition("/")[2]
    with dial(server, authorization=f"Bearer {token}") as phone:
        sent = 0
        deadline = time.monotonic() + PATIENCE_S
        while sent < 4:
            assert time.monotonic() < deadline
            if phone.recv(timeout=PATIENCE_S) == "next":
                phone.send(jpeg())
                sent += 1
        status = 0
        while status != 200:
            assert time.monotonic() < deadline
            status, picture, _ = ask(server, server.http + "/api/v1/picture.jpg")
            time.sleep(0.1)
    with Pillow.open(io.BytesIO(picture)) as shown:
        assert shown.size == (320, 240)


def test_foreign_pages_are_refused_over_https_too(server: Server) -> None:
    token = let_in(server)["link"]["url"].rpartition("/")[2]
    own = {"authorization": f"Bearer {token}"}
    for origin, allowed in ((server.https, True), ("https://evil.example", False), (server.http, False)):
        status, _, _ = ask(server, server.https + "/api/v1/camera", origin=origin, **own)
        assert status == (200 if allowed else 403)
        if allowed:
            with dial(server, origin=origin, **own) as phone:
                assert phone.recv(timeout=PATIENCE_S)
        else:
            with pytest.raises(InvalidStatus) as refused:
                dial(server, origin=origin, **own)
            assert refused.value.response.status_code == 403
    status, body, _ = ask(server, server.https + "/api/v1/camera", host="evil.example", **own)
    assert (status, json.loads(body)["error"]["code"]) == (403, "forbidden")


def test_both_servers_end_together_though_a_phone_is_connected(tmp_path: Path) -> None:
    with ExitStack() as later:
        with bura_serve(tmp_path, "--https-port", "0") as server:
            token = let_in(server)["link"]["url"].rpartition("/")[2]
            phone = later.enter_context(dial(server, authorization=f"Bearer {token}"))
            assert phone.recv(timeout=PATIENCE_S)
        # `bura_serve` has seen it end by Ctrl+C, with code 0
        with pytest.raises(ConnectionClosed) as end:  # … and the line was closed
            list(phone)
        assert end.value.rcvd is not None
        assert end.value.rcvd.code == 1012


def test_without_a_phone_in_sight_the_door_is_closed_until_a_person_opens_it(tmp_path: Path) -> None:
    with bura_serve(tmp_path, phones=False) as server:
        with urllib.request.urlopen(server.http + "/api/v1/phone", timeout=PATIENCE_S) as answer:
            assert json.load(answer)["url"] is None
        assert not (tmp_path / "tls").exists()
        url = let_in(server)["url"]
        assert ask(server, url + "/ca.crt")[0] == 200


def shut(server: Server, base: str, **headers: str) -> tuple[int, Any]:
    """Asks for the door to be closed; status and answer."""
    request = urllib.request.Request(base + "/api/v1/phone", method="DELETE", headers=headers)
    context = server.trust() if base.startswith("https") else None
    try:
        with urllib.request.urlopen(request, context=context, timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def refuses(url: str) -> bool:
    """Does nothing listen there (any more, after a moment)?"""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=1.0).close()
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_the_door_is_closed_again_and_opened_anew(tmp_path: Path) -> None:
    with bura_serve(tmp_path, phones=False) as server:
        assert shut(server, server.http) == (200, shut(server, server.http)[1])  # closed already: no harm
        info = let_in(server)
        token = info["link"]["url"].rpartition("/")[2]
        # a phone's link lets nobody close it
        status, body = shut(server, server.http, authorization=f"Bearer {token}")
        assert (status, body["error"]["code"]) == (403, "forbidden")
        socket_url = info["url"].replace("https", "wss") + "/api/v1/camera?device=test"
        bearer = {"authorization": f"Bearer {token}"}
        with connect(socket_url, ssl=server.trust(), additional_headers=bearer) as phone:
            assert phone.recv(timeout=PATIENCE_S)
            status, told = shut(server, server.http)
            assert (status, told["url"], told["link"]) == (200, None, None)
            with pytest.raises(ConnectionClosed):
                list(phone)  # whatever it is still told, the line ends
        assert refuses(info["url"])
        again = let_in(server)["url"]
        assert ask(server, again + "/ca.crt")[0] == 200
        # an umpire who came through the door closes it behind himself
        request = urllib.request.Request(
            server.http + "/api/v1/links",
            data=json.dumps({"role": "umpire"}).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            umpire = json.load(answer)["url"].rpartition("/")[2]
        status, told = shut(server, again, authorization=f"Bearer {umpire}")
        assert (status, told["url"]) == (200, None)
        assert refuses(again)


# --- one door, in this process ----------------------------------------------------------------------------


class Counted:
    """An application that counts how often it was begun and ended."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.app = FastAPI(lifespan=self._life)

        @self.app.get("/")
        def hello() -> str:
            return "hello"

    @asynccontextmanager
    async def _life(self, _app: FastAPI) -> AsyncIterator[None]:
        self.begun += 1
        yield
        self.ended += 1


async def presented(port: int) -> bytes:
    """The certificate that the door shows (DER)."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname = False
    anybody.verify_mode = ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=anybody)
    found: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return found


def test_a_new_address_gets_a_new_certificate_while_the_door_is_open(tmp_path: Path) -> None:
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    certificates = Certificates(tmp_path, CertificateSettings(check_s=0.05))
    door = HttpsDoor(certificates, lambda: listener)
    counted = Counted()

    async def story() -> tuple[bytes, bytes]:
        assert door.url is None
        await door.open(counted.app)
        await door.open(counted.app)  # it is open already
        assert door.url == f"https://127.0.0.1:{port}"
        before = await presented(port)
        door.names = lambda: Names.of(["localhost"], ["127.0.0.1", "10.1.2.3"])  # type: ignore[method-assign]
        after = before
        deadline = time.monotonic() + PATIENCE_S
        while after == before:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
            after = await presented(port)
        await door.close()
        await door.close()
        return before, after

    before, after = asyncio.run(story())
    assert before != after
    assert not door.is_open
    # the first server begins and ends the application, not this one
    assert (counted.begun, counted.ended) == (0, 0)
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1.0)


def test_a_busy_port_is_told_when_it_was_asked_for() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match="--https-port"):
            listen_near("127.0.0.1", port, 8443)
        with listen_near("127.0.0.1", None, port) as other:
            assert other.getsockname()[1] != port


def test_a_door_that_cannot_be_opened_ends_the_program_with_a_sentence(tmp_path: Path) -> None:
    from bura_server.runner import run

    (tmp_path / "tls").write_text("in the way")
    door = HttpsDoor(Certificates(tmp_path), lambda: listen("127.0.0.1", 0))
    app = AppSettings(None, ServerSettings(), links=Links(), door=door)
    said: list[str] = []
    with listen("127.0.0.1", 0) as listener, pytest.raises(Exception, match="--data"):
        run(app, listener, browser=False, say=said.append, phones=True)
    assert said == []


def test_addresses_of_this_machine_are_addresses() -> None:
    found = own_addresses()
    assert {"127.0.0.1", "::1"} <= found
    assert all(str(ip_address(address)) == address for address in found)
