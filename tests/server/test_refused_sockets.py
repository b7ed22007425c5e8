"""A socket that is refused is told why, in the one shape, and the server's log says nothing of it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0

REFUSED = [
    ("/api/v1/live?tail=x", 422, "bad_request", "tail"),
    ("/api/v1/live?tail=-1", 422, "bad_request", "tail"),
    ("/api/v1/live?delay=nan", 422, "bad_request", "delay"),
    ("/api/v1/live?delay=inf", 422, "bad_request", "delay"),
    ("/api/v1/live?as=Z", 422, "bad_request", "as"),
    (f"/api/v1/camera?device={'x' * 100}", 422, "bad_request", "device"),
    ("/api/v1/camera?take=perhaps", 422, "bad_request", "take"),
    ("/api/v1/nothing", 404, "not_found", "/api/v1/nothing"),
    ("/api/v1/view", 404, "not_found", "/api/v1/view"),
]


def refusals(address: str) -> list[tuple[str, int, str, str]]:
    """(path, status, code, message) of every one of `REFUSED`."""
    told = []
    for path, *_ in REFUSED:
        with pytest.raises(InvalidStatus) as refused:
            connect(address + path)
        response = refused.value.response
        assert response.headers["content-type"] == "application/json"
        error = json.loads(response.body)["error"]
        told.append((path, response.status_code, error["code"], error["message"]))
    return told


def test_a_refused_socket_is_answered_in_the_one_shape_and_logs_nothing(tmp_path: Path) -> None:
    arguments = ("--log", str(tmp_path / "t.jsonl"), "--until", "5", "--speed", "0")
    command = [sys.executable, "-m", "tests.server.support.scripted_server", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"//[\d.:]+", process.stdout.readline())
        assert found is not None
        told = refusals(f"ws:{found[0]}")
        with connect(f"ws:{found[0]}/api/v1/live?tail=0") as socket:
            assert json.loads(socket.recv(timeout=PATIENCE_S))["whole"]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
        process.wait()
    assert [(path, status, code) for path, status, code, _ in told] == [row[:3] for row in REFUSED]
    for (*_, message), (*_, named) in zip(told, REFUSED, strict=True):
        assert named in message
    assert errors == ""
