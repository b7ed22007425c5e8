"""No link takes all live connections, and there is always room for the umpire."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.support.scripted import ScriptedObserver

from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.links import Links
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

HERE = ("127.0.0.1", 40000)
ELSEWHERE = ("192.168.1.9", 40000)
LIVE = "/api/v1/live"


@contextmanager
def table(tmp_path: Path, **limits: int) -> Iterator[Any]:
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver((), hold=threading.Event()), speed=0)
    server = ServerSettings(gather_s=0.0, hosts=("testserver",), **limits)  # type: ignore[arg-type]
    app = create_app(AppSettings(session, server, Links()))
    with TestClient(app, client=HERE):
        yield app


def holder(app: Any, role: Role) -> TestClient:
    links: Links = app.state.links
    token = links.token(links.make(role, "B" if role is Role.SEAT else None, 600.0))
    return TestClient(app, client=ELSEWHERE, headers={"authorization": f"Bearer {token}"})


def opened(stack: ExitStack, client: TestClient, count: int, path: str = LIVE) -> int:
    """How many of so many connections are served; they stay open as long as the stack does."""
    refused: list[int] = []
    for _ in range(count):
        socket = stack.enter_context(client.websocket_connect(path))
        try:
            if path == LIVE:
                assert json.loads(socket.receive_text())["whole"]
            else:
                socket.send_text("next")
        except WebSocketDisconnect as closed:
            refused.append(closed.code)
    assert set(refused) <= {1013}
    return count - len(refused)


@pytest.mark.parametrize(
    ("role", "most"), [(Role.SEAT, 3), (Role.TABLE, 5), (Role.SPECTATOR, 5), (Role.UMPIRE, 5)]
)
def test_a_link_has_so_many_and_no_more(tmp_path: Path, role: Role, most: int) -> None:
    with table(tmp_path, screens_per_link=5, screens_per_seat=3) as app, ExitStack() as others:
        client = holder(app, role)
        with ExitStack() as his:
            assert opened(his, client, 8) == most
            # another link, and the server's own machine, have their own
            assert opened(others, holder(app, role), 1) == 1
            assert opened(others, TestClient(app, client=HERE), 8) == 8
        # what he closed is free again
        assert opened(others, client, 8) == most


def test_all_links_together_leave_the_umpire_his_places(tmp_path: Path) -> None:
    with table(tmp_path, screens=10, screens_kept=2, screens_per_link=6) as app, ExitStack() as stack:
        assert opened(stack, holder(app, Role.TABLE), 8) == 6
        assert opened(stack, holder(app, Role.SPECTATOR), 8) == 2
        assert opened(stack, holder(app, Role.SEAT), 1) == 0
        umpire, by_link = TestClient(app, client=HERE), holder(app, Role.UMPIRE)
        assert opened(stack, umpire, 1) == 1
        assert opened(stack, by_link, 1) == 1
        assert opened(stack, umpire, 1) == 0


def test_as_they_come_fifty_televisions_share_one_link_and_one_link_locks_nobody_out(tmp_path: Path) -> None:
    with table(tmp_path) as app, ExitStack() as stack:
        televisions = holder(app, Role.TABLE)
        assert opened(stack, televisions, 50) == 50
        assert opened(stack, televisions, 50, "/api/v1/picture") == 50
        assert opened(stack, televisions, 3) == 0
        assert opened(stack, holder(app, Role.SEAT), 20) == 16
        assert opened(stack, holder(app, Role.TABLE), 2) == 2
        assert opened(stack, TestClient(app, client=HERE), 4) == 4
    limits = ServerSettings()
    # neither the links of six players nor one of televisions can take all that others may
    assert 6 * limits.screens_per_seat < limits.screens - limits.screens_kept
    assert limits.screens_per_link < limits.screens - limits.screens_kept
