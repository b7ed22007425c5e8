"""A phone's line into the server: asking and answering, limits, one phone at a time, who may have it."""

from __future__ import annotations

import io
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image as Pillow
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession

from bura_server import storage
from bura_server.app import AppSettings, create_app
from bura_server.links import Links
from bura_server.opening import Opener
from bura_server.phone import schemas
from bura_server.phone.line import HELD, NO_PICTURES, REPLACED, TOO_LARGE, PhoneLine
from bura_server.phone.settings import LineSettings
from bura_server.rights import Role
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_vision.phone import PHONE, PhoneSource, PictureError, unpack
from bura_vision.source import Frame

PATIENCE_S = 30.0
HERE, THERE = ("127.0.0.1", 50000), ("192.168.1.9", 50000)
FAST = LineSettings(gap_s=0.0, idle_s=60.0, state_s=60.0, judge_s=0.01, corrupt_most=4)
JUDGED = {"size_px": [64, 48], "grade": "good", "cards": 3, "faults": []}


def jpeg(level: int = 100) -> bytes:
    out = io.BytesIO()
    Pillow.new("RGB", (64, 48), (level, level, level)).save(out, "JPEG")
    return out.getvalue()


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Fixture:
    """A server without a table, whose line keeps the time that the test gives it."""

    def __init__(self, folder: Path, settings: LineSettings = FAST, *, judge: bool = False) -> None:
        self.database = Database("sqlite://")
        self.links = Links()
        self.opener = Opener(folder, self.database)
        self.feed = self.opener.feed
        server = ServerSettings(hosts=("testserver",))
        self.app = create_app(AppSettings(None, server, links=self.links, opener=self.opener))
        self.clock = Clock()
        self.line = PhoneLine(
            self.feed,
            self.links,
            server,
            judge=self._judge if judge else None,
            settings=settings,
            clock=self.clock,
        )
        self.app.state.line = self.line

    def _judge(self, data: bytes) -> dict[str, Any]:
        unpack(data)
        return JUDGED

    def holder(self, role: Role = Role.CAMERA, label: str = "") -> TestClient:
        """Somebody on another machine, with a link."""
        client = TestClient(self.app, client=THERE)
        link = self.links.make(role, "A" if role is Role.SEAT else None, 3600.0, label)
        client.headers["authorization"] = f"Bearer {self.links.token(link)}"
        client.link = link  # type: ignore[attr-defined]
        return client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Fixture]:
    made = Fixture(tmp_path)
    with TestClient(made.app):
        yield made
    made.database.close()


def told(socket: WebSocketTestSession, kind: str) -> Any:
    """The next message of a kind (``next``, ``state``, ``held``, ``quality``), others left aside."""
    while True:
        text = socket.receive_text()
        if text == kind:
            return text
        if text != "next":
            message = json.loads(text)
            if message["type"] == kind:
                return message


def ending(socket: WebSocketTestSession) -> tuple[int, str]:
    """How a socket is closed, whatever comes before."""
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            return int(message["code"]), str(message["reason"])


def until(good: Any) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not good():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class Reader:
    """Reads a feed on a thread, as a table does."""

    def __init__(self, source: PhoneSource) -> None:
        self.frames: list[Frame] = []
        self._source = source
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for item in self._source:
            if isinstance(item, Frame):
                self.frames.append(item)

    def close(self) -> None:
        self._source.close()
        self._thread.join(PATIENCE_S)


@pytest.fixture
def reader(server: Fixture) -> Iterator[Reader]:
    made = Reader(server.feed.open())
    yield made
    made.close()


def test_pictures_are_asked_for_one_by_one_and_reach_the_table(server: Fixture, reader: Reader) -> None:
    with server.holder().websocket_connect("/api/v1/camera") as socket:
        for number in range(1, 6):
            told(socket, "next")
            socket.send_bytes(jpeg(20 * number))
            until(lambda number=number: len(reader.frames) == number)
        told(socket, "next")
        levels = [round(float(frame.image.mean()) / 20) for frame in reader.frames]
        assert levels == [1, 2, 3, 4, 5]
        assert server.feed.counts.arrived == 5
    until(lambda: server.line.state["by"] is None)


def test_the_next_is_asked_for_only_when_somebody_has_taken_the_last(server: Fixture) -> None:
    with server.holder().websocket_connect("/api/v1/camera") as socket:
        told(socket, "next")
        socket.send_bytes(jpeg())
        until(lambda: server.feed.counts.arrived == 1)
        # nobody reads, and an idle line asks but once a minute here
        time.sleep(0.2)
        assert not server.line._phone.owed  # type: ignore[union-attr]
        reading = Reader(server.feed.open())
        told(socket, "next")
        until(lambda: len(reading.frames) == 1)
        reading.close()


def test_while_nobody_looks_a_phone_is_asked_now_and_then(tmp_path: Path) -> None:
    server = Fixture(tmp_path, LineSettings(gap_s=0.0, idle_s=0.05, state_s=60.0))
    with (
        TestClient(server.app),
        server.holder().websocket_connect("/api/v1/camera") as socket,
    ):
        for _ in range(3):
            told(socket, "next")
            socket.send_bytes(jpeg())
        told(socket, "next")
    assert server.feed.counts.arrived == 3
    server.database.close()


@pytest.mark.parametrize(
    ("send", "code", "words"),
    [
        pytest.param([jpeg(), jpeg()], 1008, "before it was asked for", id="two for one next"),
        pytest.param([b"x" * (4 * 1024 * 1024 + 1)], TOO_LARGE, "4194305 bytes", id="too large"),
        pytest.param([b""], TOO_LARGE, "0 bytes", id="empty"),
        pytest.param(["{}"] * 60, 1008, "too many messages", id="a flood of words"),
    ],
)
def test_what_is_too_much_ends_the_line_with_a_reason(
    server: Fixture, send: list[bytes | str], code: int, words: str
) -> None:
    with server.holder().websocket_connect("/api/v1/camera") as socket:
        told(socket, "next")
        for one in send:
            if isinstance(one, bytes):
                socket.send_bytes(one)
            else:
                socket.send_text(one)
        ended = ending(socket)
    assert ended[0] == code
    assert words in ended[1]
    assert len(ended[1].encode()) <= 123  # all that a close frame holds
    until(lambda: server.line.state["by"] is None)


def test_what_is_no_picture_is_dropped_and_after_many_the_line_ends(server: Fixture, reader: Reader) -> None:
    with server.holder().websocket_connect("/api/v1/camera") as socket:
        # garbage between pictures is dropped …
        for data in (b"rubbish", jpeg(), b"rubbish", b"rubbish", b"rubbish", jpeg()):
            told(socket, "next")
            arrived = server.feed.counts.arrived
            socket.send_bytes(data)
            until(lambda arrived=arrived: sum(_outcomes(server)) == arrived + 1)
        assert _outcomes(server) == (2, 4)
        # … nothing but garbage is told so
        for number in range(20):
            text = socket.receive()
            if text["type"] == "websocket.close":
                break
            socket.send_bytes(b"rubbish %d" % number)
            count = 7 + number
            until(lambda count=count: sum(_outcomes(server)) >= count or server.line.state["by"] is None)
    assert text["code"] == NO_PICTURES
    assert "no JPEG" in text["reason"]


def _outcomes(server: Fixture) -> tuple[int, int]:
    counts = server.feed.counts
    return counts.shown, counts.corrupt


def test_a_second_phone_is_told_who_holds_the_line(server: Fixture) -> None:
    with server.holder(label="Ann’s phone").websocket_connect("/api/v1/camera?device=one") as first:
        told(first, "next")
        server.clock.now += 2.0
        for query in ("device=two", "device=two&take=true", ""):
            with server.holder().websocket_connect(f"/api/v1/camera?{query}") as second:
                held = told(second, "held")
                assert held == {"type": "held", "by": "Ann’s phone", "silent_s": 2.0, "free_in_s": 3.0}
                assert ending(second) == (HELD, "Ann’s phone gives the pictures")
        first.send_bytes(jpeg())  # the first one was not disturbed
        until(lambda: server.feed.counts.arrived == 1)


def test_a_silent_phone_may_be_replaced_by_one_that_says_so(server: Fixture) -> None:
    with server.holder().websocket_connect("/api/v1/camera?device=one") as first:
        told(first, "next")
        server.clock.now += 5.1
        with server.holder().websocket_connect("/api/v1/camera?device=two") as polite:
            assert told(polite, "held")["free_in_s"] == 0.0
            assert ending(polite)[0] == HELD
        with server.holder(label="Boris").websocket_connect("/api/v1/camera?device=two&take=true") as second:
            told(second, "next")
            assert ending(first) == (REPLACED, "another phone gives the pictures now")
            assert server.line.state["by"] == "Boris"
            second.send_bytes(jpeg())
            until(lambda: server.feed.counts.arrived == 1)


def test_a_phone_whose_picture_nobody_wants_is_not_silent(server: Fixture) -> None:
    with server.holder().websocket_connect("/api/v1/camera?device=one") as first:
        told(first, "next")
        first.send_bytes(jpeg())
        until(lambda: server.feed.counts.arrived == 1)
        server.clock.now += 60.0  # it waits for next all the while
        with server.holder().websocket_connect("/api/v1/camera?device=two&take=true") as second:
            assert told(second, "held")["silent_s"] == 0.0


def test_the_same_phone_comes_back_at_once(server: Fixture) -> None:
    client = server.holder()
    with client.websocket_connect("/api/v1/camera?device=one") as dead:
        told(dead, "next")
        with client.websocket_connect("/api/v1/camera?device=one") as alive:
            told(alive, "next")
            assert ending(dead)[0] == REPLACED
            alive.send_bytes(jpeg())
            until(lambda: server.feed.counts.arrived == 1)


def test_when_the_first_has_gone_another_comes_without_asking(server: Fixture) -> None:
    with server.holder().websocket_connect("/api/v1/camera?device=one") as first:
        told(first, "next")
    until(lambda: server.line.state["by"] is None)
    with server.holder().websocket_connect("/api/v1/camera?device=two") as second:
        told(second, "next")


def test_only_cameras_and_the_umpire_may_give_pictures(server: Fixture) -> None:
    for role in (Role.SEAT, Role.TABLE, Role.SPECTATOR):
        with pytest.raises(WebSocketDenialResponse) as denied:
            server.holder(role).websocket_connect("/api/v1/camera").__enter__()
        assert denied.value.status_code == 403
        assert server.holder(role).get("/api/v1/camera").status_code == 403
    stranger = TestClient(server.app, client=THERE)
    with pytest.raises(WebSocketDenialResponse) as denied:
        stranger.websocket_connect("/api/v1/camera").__enter__()
    assert denied.value.status_code == 401
    with TestClient(server.app, client=HERE).websocket_connect("/api/v1/camera") as socket:
        told(socket, "next")
        assert server.line.state["by"] == "this machine"
    camera = server.holder()
    assert camera.get("/camera").status_code == 200
    assert camera.get("/phone", follow_redirects=False).headers["location"] == "/camera"
    for path in ("/api/v1/phone", "/api/v1/setup", "/api/v1/links"):
        assert camera.get(path).status_code == 403
    assert stranger.get("/camera").status_code == 401


def test_a_link_that_is_taken_back_ends_the_line(server: Fixture) -> None:
    client = server.holder()
    with client.websocket_connect("/api/v1/camera") as socket:
        told(socket, "next")
        server.links.revoke(client.link.id)  # type: ignore[attr-defined]
        assert ending(socket) == (1008, "this link no longer holds")


def test_the_phone_is_told_how_good_its_picture_is(tmp_path: Path) -> None:
    server = Fixture(tmp_path, judge=True)
    with (
        TestClient(server.app, client=HERE) as umpire,
        server.holder().websocket_connect("/api/v1/camera") as socket,
    ):
        told(socket, "next")
        socket.send_bytes(b"rubbish")  # cannot be judged
        reading = Reader(server.feed.open())
        told(socket, "next")
        socket.send_bytes(jpeg())
        assert told(socket, "quality") == {"type": "quality", **JUDGED}
        info = schemas.PhoneInfo.model_validate(umpire.get("/api/v1/phone").json())
        assert info.phone.picture is not None
        assert info.phone.picture.cards == 3
        assert info.phone.watched
        socket.send_text("pause")
        until(lambda: server.line.state["paused"])
        reading.close()
    server.database.close()


def test_pictures_come_though_nobody_can_judge_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    server = Fixture(tmp_path, judge=True)

    def broken(_data: bytes) -> dict[str, Any]:
        raise RuntimeError("the networks are gone")

    server.line._judge = broken
    reading = Reader(server.feed.open())
    with (
        TestClient(server.app),
        server.holder().websocket_connect("/api/v1/camera") as socket,
    ):
        told(socket, "next")
        socket.send_bytes(jpeg())
        until(lambda: "judging" in caplog.text)
        for _ in range(3):
            told(socket, "next")
            socket.send_bytes(jpeg())
        told(socket, "next")
    reading.close()
    assert server.feed.counts.arrived == 4
    server.database.close()


def test_without_a_door_no_phone_can_come(server: Fixture) -> None:
    umpire = TestClient(server.app, client=HERE)
    info = schemas.PhoneInfo.model_validate(umpire.get("/api/v1/phone").json())
    assert (info.url, info.link, info.phone.by) == (None, None, None)
    assert umpire.post("/api/v1/phone").status_code == 503
    assert umpire.get("/ca.crt").status_code == 404
    ways = schemas.CameraWays.model_validate(server.holder().get("/api/v1/camera").json())
    assert ways.secure_url is None


def test_other_sockets_take_no_large_messages(server: Fixture) -> None:
    umpire = TestClient(server.app, client=HERE)
    wish = {
        "camera": PHONE,
        "rules": {"preset": "classic31", "options": {}},
        "names": ["Ann", "Boris"],
    }
    assert umpire.post("/api/v1/table", json=wish).status_code == 201
    with umpire.websocket_connect("/api/v1/live") as socket:
        socket.receive_text()
        socket.send_text("x" * 64 * 1024)  # just small enough
        socket.send_text("x" * (64 * 1024 + 1))
        assert ending(socket) == (1009, "a message is larger than 65536 bytes")
    # the phone's table keeps its log under the camera's name, wherever the server was started
    assert umpire.get("/api/v1/setup").json()["running"]["source"] == PHONE
    assert umpire.delete("/api/v1/table").status_code == 204


def test_a_phone_is_one_of_the_cameras(server: Fixture) -> None:
    umpire = TestClient(server.app, client=HERE)
    assert umpire.get("/api/v1/setup").json()["cameras"][-2] == {"camera": PHONE, "name": ""}
    assert PHONE in storage.NO_FILES
    assert storage.log_path(Path("x"), PHONE) == Path("x/phone.jsonl")
    assert umpire.post("/api/v1/setup/camera", json={"camera": PHONE}).status_code == 200
    with server.holder().websocket_connect("/api/v1/camera") as socket:
        told(socket, "next")
        socket.send_bytes(jpeg(200))
        until(lambda: umpire.get("/api/v1/setup/picture.jpg").status_code == 200)
        told(socket, "next")
    assert umpire.get("/api/v1/setup").json()["preview"]["size_px"] == [64, 48]
    # an umpire who came by a link may choose it too, though not a file
    distant = server.holder(Role.UMPIRE)
    assert distant.post("/api/v1/setup/camera", json={"camera": PHONE}).status_code == 200
    assert distant.post("/api/v1/setup/camera", json={"camera": "x.mp4"}).status_code == 403
    assert umpire.delete("/api/v1/setup/camera").status_code == 204


def test_the_judge_says_what_a_picture_shows() -> None:
    from bura_server.opening import Reader as Networks
    from bura_server.phone.judging import PictureJudge
    from bura_vision.phone import PhoneSettings

    judge = PictureJudge(Networks(), PhoneSettings())
    picture = schemas.PhonePicture.model_validate(judge(jpeg()))
    assert (picture.size_px, picture.cards) == ([64, 48], 0)
    assert "no_cards" in picture.faults
    with pytest.raises(PictureError):
        judge(b"rubbish")
