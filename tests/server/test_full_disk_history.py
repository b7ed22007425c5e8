"""On a full disk the history is read all the same, and a match is deleted to make room."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from tests.server.support.scripted import deal_events

from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.history.reserve import RESERVE_BYTES, Reserve
from bura_server.settings import ServerSettings
from bura_server.store.database import Database, StoreError
from bura_server.store.journal import DatabasePlace

HISTORY = "/api/v1/history"
MATCHES = 3


def filled(folder: Path) -> Database:
    """A database with matches that nobody has looked at."""
    database = Database.in_folder(folder)
    for number in range(MATCHES):
        book = Book(DatabasePlace(database, f"camera-{number}", folder), names={"A": "Ann", "B": "Boris"})
        book.feed(deal_events())
        book.close()
    return database


def server(database: Database, folder: Path) -> TestClient:
    settings = ServerSettings(hosts=("testserver",))
    app = create_app(AppSettings(None, settings, database=database, data=folder))
    return TestClient(app, client=("127.0.0.1", 50000))


def reads(client: TestClient) -> None:
    listed = client.get(f"{HISTORY}/matches")
    assert listed.status_code == 200, listed.text
    assert [len(match["deals"]) for match in listed.json()["matches"]] == [1] * MATCHES
    for path in ("players", "matches/1/entries", "matches/1/view?seq=5", "matches/1/export.csv"):
        answer = client.get(f"{HISTORY}/{path}")
        assert answer.status_code == 200, answer.text
        assert answer.text.count("Ann") or "entries" in path


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if not sys.platform.startswith("linux") or mount is None or os.geteuid() != 0:
        pytest.skip("only root makes a small disk")
    size = RESERVE_BYTES + 2 * 1024 * 1024
    if subprocess.run([mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False).returncode:
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def fill(folder: Path) -> None:
    with (folder / "filler").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"0" * 4096)


@pytest.mark.parametrize("looked", [False, True])
def test_a_real_full_disk(small: Path, looked: bool) -> None:
    database = filled(small)
    with server(database, small) as client:
        if looked:
            reads(client)
        fill(small)
        with pytest.raises(StoreError, match="the disk is full"):
            Book(DatabasePlace(database, "another", small))
        reads(client)
        for number in range(1, MATCHES + 1):
            answer = client.delete(f"{HISTORY}/matches/{number}")
            assert answer.status_code == 204, answer.text
        assert client.get(f"{HISTORY}/matches").json()["total"] == 0
    database.close()


def test_where_nothing_can_be_written_all_can_be_read(tmp_path: Path) -> None:
    database = filled(tmp_path)
    with server(database, tmp_path) as client:

        def full(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if not statement.lstrip().startswith(("SELECT", "PRAGMA")):
                raise OperationalError(statement, None, Exception("database or disk is full"))

        reads(client)
        with database.begin() as connection:
            connection.exec_driver_sql("UPDATE matches SET index_version = 0")
        event.listen(database.engine, "before_cursor_execute", full)
        # the index is as it was
        reads(client)
        answer = client.delete(f"{HISTORY}/matches/1")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        event.remove(database.engine, "before_cursor_execute", full)
        reads(client)
    database.close()


def test_room_is_held_once_and_given_up(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path / "bura.db", 1000)
    assert reserve.path is not None
    reserve.hold()
    before = reserve.path.read_bytes()
    assert len(before) == 1000
    reserve.hold()
    assert reserve.path.read_bytes() == before
    reserve.give_up()
    reserve.give_up()
    assert not reserve.path.exists()
    # where it cannot be made nothing is said and nothing left; in memory there is nothing to hold it for
    Reserve(tmp_path / "no" / "bura.db").hold()
    Reserve(None).hold()
    Reserve(None).give_up()
