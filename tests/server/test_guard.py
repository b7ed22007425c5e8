"""Foreign pages and large bodies are refused before anything reads them; every error has one shape."""

from __future__ import annotations

import socket

import pytest
from fastapi import FastAPI, WebSocket
from fastapi.testclient import TestClient
from pydantic import BaseModel
from starlette.websockets import WebSocketDisconnect

from bura.errors import SourceError
from bura_server import errors
from bura_server.errors import ApiError, Code
from bura_server.guard import CONTENT_SECURITY_POLICY, Guard


class Note(BaseModel):
    text: str


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()
    errors.install(app)

    @app.post("/echo")
    def echo(note: Note) -> str:
        return note.text

    @app.get("/gone")
    def gone() -> None:
        raise ApiError(Code.CONFLICT, "somebody was faster")

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("a secret path /home/me")

    @app.get("/refused")
    def refused() -> None:
        raise SourceError("there is no camera 9")

    @app.websocket("/ws")
    async def ws(socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("hello")

    app.add_middleware(Guard, body_bytes=1000, hosts=("testserver",))
    return TestClient(app, raise_server_exceptions=False)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "not_found"),
        ("DELETE", "/echo", None, 405, "method_not_allowed"),
        ("POST", "/echo", b"not json", 422, "bad_request"),
        ("POST", "/echo", b"{}", 422, "bad_request"),
        ("POST", "/echo", b'{"text": 1}', 422, "bad_request"),
        ("POST", "/echo", b"x" * 1001, 413, "too_large"),
        ("POST", "/echo", b"\xff\xfe", 422, "bad_request"),
        ("GET", "/gone", None, 409, "conflict"),
        ("GET", "/refused", None, 422, "bad_request"),
        ("GET", "/broken", None, 500, "internal"),
    ],
)
def test_every_error_has_one_shape(
    client: TestClient, method: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    answer = client.request(method, path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}
    assert set(answer.json()["error"]) == {"code", "message"}
    assert answer.json()["error"]["code"] == code
    assert "secret" not in answer.text


def test_a_small_body_passes_and_the_policy_is_set(client: TestClient) -> None:
    answer = client.post("/echo", json={"text": "hi"})
    assert answer.json() == "hi"
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_body_that_lies_about_its_length_is_still_limited(client: TestClient) -> None:
    answer = client.post("/echo", content=iter([b"x" * 600, b"x" * 600]))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),  # a program
        ("http://testserver", True),  # our own page
        ("http://evil.example", False),
        ("http://testserver.evil.example", False),
        ("null", False),  # a page in a sandbox, or a file
    ],
)
def test_only_our_own_page_may_ask(client: TestClient, origin: str | None, allowed: bool) -> None:
    headers = {"origin": origin} if origin else {}
    answer = client.post("/echo", json={"text": "hi"}, headers=headers)
    assert answer.status_code == (200 if allowed else 403)
    if allowed:
        with client.websocket_connect("/ws", headers=headers) as socket:
            assert socket.receive_text() == "hello"
    else:
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers=headers):
            pass


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.5", True),  # a screen in the same room
        (socket.gethostname(), True),
        (f"{socket.gethostname().split('.')[0]}.local:8000", True),
        ("table.example:8000", True),  # as given with --host
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_names_of_this_machine_are_answered(host: str, allowed: bool) -> None:
    app = FastAPI()

    @app.get("/")
    def page() -> str:
        return "the page"

    @app.websocket("/ws")
    async def ws(connection: WebSocket) -> None:
        await connection.accept()
        await connection.send_text("hello")

    app.add_middleware(Guard, body_bytes=1000, hosts=("Table.example",))
    client = TestClient(app)
    headers = {"host": host, "origin": f"http://{host}"} if allowed else {"host": host}
    answer = client.get("/", headers=headers)
    assert answer.status_code == (200 if allowed else 403)
    if allowed:
        with client.websocket_connect("/ws", headers=headers) as connection:
            assert connection.receive_text() == "hello"
        return
    assert answer.json()["error"]["code"] == "forbidden"
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/ws", headers=headers):
        pass
    assert getattr(refused.value, "status_code", None) == 403
