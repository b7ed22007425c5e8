"""Two programs on one data folder: neither deletes, closes or writes into what the other one plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from tests.server.support import postgres
from tests.server.support.scripted import deal_events

from bura.errors import LogError
from bura.log import read_log
from bura.table import Said, Word
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.logplace import KnownFile, log_place
from bura_server.settings import ServerSettings
from bura_server.storage import InUseError
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace
from bura_server.store.matches import all_matches, delete_match

HISTORY = "/api/v1/history/matches"


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server | None]:
    with postgres.running() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def both(
    request: pytest.FixtureRequest, server: postgres.Server | None, tmp_path: Path
) -> Iterator[tuple[Database, Database]]:
    """The database as two programs have it."""
    if request.param == "postgresql" and server is None:
        pytest.skip("PostgreSQL is not installed")
    url = (
        f"sqlite:///{tmp_path / 'bura.db'}"
        if request.param == "sqlite" or server is None
        else server.new_database()
    )
    ours, theirs = Database(url), Database(url)
    yield ours, theirs
    ours.close()
    theirs.close()


def asked(database: Database, folder: Path) -> Iterator[TestClient]:
    settings = ServerSettings(hosts=("testserver",))
    app = create_app(AppSettings(None, settings, database=database, data=folder))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        yield client


def lines(database: Database) -> list[Any]:
    with database.begin() as connection:
        return [tuple(row) for row in connection.execute(text("SELECT match_id, seq, line FROM entries"))]


def test_what_another_program_plays_is_not_deleted(both: tuple[Database, Database], tmp_path: Path) -> None:
    ours, theirs = both
    book = Book(DatabasePlace(theirs, "camera-0", tmp_path))
    book.feed(deal_events()[:5])
    before = lines(ours)
    for client in asked(ours, tmp_path):
        answer = client.delete(f"{HISTORY}/1")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
        assert "another bura" in answer.json()["error"]["message"]
        assert lines(ours) == before
        book.feed(deal_events()[5:8])
        book.close()
        assert client.delete(f"{HISTORY}/1").status_code == 204
        assert lines(ours) == []


def test_a_file_that_another_program_writes_is_not_deleted(tmp_path: Path) -> None:
    ours, theirs = Database.in_folder(tmp_path), Database.in_folder(tmp_path)
    log = tmp_path / "evening.jsonl"
    book = Book(KnownFile(log, theirs))
    for client in asked(ours, tmp_path):
        assert client.delete(f"{HISTORY}/1").status_code == 409
        assert book.say(Said("A", Word.CLAIM, at_s=1.0))
        assert len(read_log(log).entries) == book.seq
        book.close()
        assert client.delete(f"{HISTORY}/1").status_code == 204
    assert not log.exists()
    ours.close()
    theirs.close()


@pytest.mark.parametrize("keep_old", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_no_new_log_is_begun_over_one_that_another_program_writes(
    both: tuple[Database, Database], tmp_path: Path, keep_old: bool, named: bool
) -> None:
    ours, theirs = both
    log = tmp_path / "evening.jsonl" if named else None
    book = Book(KnownFile(log, theirs) if log else DatabasePlace(theirs, "camera-0", tmp_path))
    with ours.begin() as connection:
        before = all_matches(connection)
    with pytest.raises(InUseError, match="is in use by another bura"):
        log_place(
            ours, table="camera-0", folder=tmp_path, log=log, new=True, keep_old=keep_old, say=lambda _: None
        )
    with ours.begin() as connection:
        assert all_matches(connection) == before
    assert book.say(Said("A", Word.CLAIM, at_s=1.0))
    book.close()


@pytest.mark.parametrize("again", [False, True])
def test_who_writes_a_match_that_is_gone_writes_into_no_other(
    both: tuple[Database, Database], tmp_path: Path, again: bool
) -> None:
    """However it was deleted: by hand, or by an older program that asked nobody."""
    ours, theirs = both
    book = Book(DatabasePlace(theirs, "camera-0", tmp_path), live=True)
    if again:
        # one that is taken up again knows its match as well as one that was begun
        book.close()
        book = Book(DatabasePlace(theirs, "camera-0", tmp_path), live=True)
    with ours.begin() as connection:
        delete_match(connection, all_matches(connection)[0])
    seq = book.seq
    with pytest.raises(LogError, match="was deleted by another program") as told:
        book.say(Said("A", Word.CLAIM, at_s=1.0))
    assert "\n" not in str(told.value)
    assert book.seq == seq
    other = Book(DatabasePlace(ours, "camera-1", tmp_path))
    with ours.begin() as connection:
        if ours.engine.dialect.name == "sqlite":
            assert all_matches(connection)[0].id == 1, "SQLite gives the number again"
    before = lines(ours)
    with pytest.raises(LogError, match="was deleted by another program"):
        book.say(Said("A", Word.CLAIM, at_s=2.0))
    with pytest.raises(LogError, match="was deleted by another program"):
        book.feed(deal_events()[:5])
    assert book.unwritten
    with pytest.raises(LogError, match="was deleted by another program"):
        book.flush()
    assert lines(ours) == before
    waiting = book.unwritten
    book.close()
    # what was seen meanwhile is not lost
    (kept,) = tmp_path.glob("*-unwritten-*.jsonl")
    assert len(kept.read_text("utf-8").splitlines()) == waiting
    assert other.say(Said("A", Word.CLAIM, at_s=1.0))
    other.close()
    assert len(lines(ours)) == other.seq
