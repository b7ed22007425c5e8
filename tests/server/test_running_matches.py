"""Which match of the history is running: the one that this program's own table writes, whatever came before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from tests.server.support.scripted import ScriptedObserver

from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.handkept import NO_CAMERA
from bura_server.links import Links
from bura_server.logplace import KnownFile
from bura_server.opening import Opener
from bura_server.session import TableSession
from bura_server.settings import ServerSettings
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace
from bura_server.store.links import DatabaseLinks
from bura_server.store.matches import all_matches, delete_match

HISTORY = "/api/v1/history/matches"


@contextmanager
def program(folder: Path, session: TableSession | None = None) -> Iterator[TestClient]:
    """A program on a data folder, which keeps its links in the database, started anew and ended."""
    database = Database.in_folder(folder)
    settings = AppSettings(
        session,
        ServerSettings(hosts=("testserver",)),
        links=Links(DatabaseLinks(database), b"x" * 32),
        database=database,
        data=folder,
        opener=Opener(folder, database),
    )
    with TestClient(create_app(settings), client=("127.0.0.1", 50000)) as client:
        yield client
    database.close()


def begin(client: TestClient, *, new: bool) -> None:
    wish: dict[str, Any] = {
        "camera": NO_CAMERA,
        "rules": {"preset": "classic31", "options": {}},
        "names": ["Ann", "Ben"],
        "new": new,
    }
    answer = client.post("/api/v1/table", json=wish)
    assert answer.status_code == 201, answer.text


def running(client: TestClient) -> dict[int, bool]:
    return {match["id"]: match["running"] for match in client.get(HISTORY).json()["matches"]}


def test_only_the_newest_of_several_matches_runs_and_none_once_it_was_stopped(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        for number in (1, 2, 3):
            begin(client, new=True)
            assert running(client) == {n: n == number for n in range(1, number + 1)}
            assert client.delete("/api/v1/table").status_code == 204
            assert running(client) == dict.fromkeys(range(1, number + 1), False)


def test_after_a_restart_it_runs_only_once_it_is_taken_up_again(tmp_path: Path) -> None:
    with program(tmp_path) as client:
        begin(client, new=True)
        assert running(client) == {1: True}
    with program(tmp_path) as client:
        assert running(client) == {1: False}
        begin(client, new=False)
        assert running(client) == {1: True}
        # what runs is not deleted
        assert client.delete(f"{HISTORY}/1").status_code == 409
    with program(tmp_path) as client:
        begin(client, new=True)
        assert running(client) == {1: False, 2: True}
        assert client.delete(f"{HISTORY}/1").status_code == 204
        assert running(client) == {2: True}


def test_a_log_file_that_is_taken_up_again_runs(tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    for _ in range(2):
        database = Database.in_folder(tmp_path)
        DatabasePlace(database, "camera-0", tmp_path).open().close()
        session = TableSession(Book(KnownFile(log, database)), ScriptedObserver(()), speed=0)
        with program(tmp_path, session) as client:
            assert running(client) == {1: True}
        database.close()
    with program(tmp_path) as client:
        assert running(client) == {1: False}


def test_a_match_of_another_program_does_not_run_here(tmp_path: Path) -> None:
    theirs = Database.in_folder(tmp_path)
    book = Book(DatabasePlace(theirs, "camera-0", tmp_path))
    with program(tmp_path) as client:
        begin(client, new=True)
        assert running(client) == {1: False, 2: True}
        # and its number is not its name: SQLite gives that of a deleted match to the next one
        with theirs.begin() as connection:
            for match in all_matches(connection):
                delete_match(connection, match)
        other = Book(DatabasePlace(theirs, "camera-1", tmp_path))
        another = Book(DatabasePlace(theirs, "camera-2", tmp_path))
        assert running(client) == {1: False, 2: False}
        other.close()
        another.close()
    book.close()
    theirs.close()
