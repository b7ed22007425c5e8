"""Logs and links in a database: SQLite and a real PostgreSQL, full, locked, gone, old, new, of another program."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text
from tests.server.support import postgres
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura.errors import LogError
from bura.table import Said, Word
from bura_server.book import Book
from bura_server.errors import ApiError
from bura_server.links import Links
from bura_server.logplace import KnownFile, log_place
from bura_server.rights import Caller, Role
from bura_server.session import Snapshot, TableSession
from bura_server.store import database as store
from bura_server.store.database import Database, StoreError, migrate
from bura_server.store.journal import DatabasePlace
from bura_server.store.links import DatabaseLinks
from bura_server.store.matches import all_matches, delete_match
from bura_server.store.schema import metadata

NAMES = {"A": "Ann", "B": "Boris"}
LAST = 34
"""entries of the whole deal"""
PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server | None]:
    with postgres.running() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, server: postgres.Server | None, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'bura.db'}"
    if server is None:
        pytest.skip("PostgreSQL is not installed")
    return server.new_database()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    yield opened
    opened.close()


def place(database: Database, folder: Path, table: str = "camera-0") -> DatabasePlace:
    return DatabasePlace(database, table, folder)


def played(book: Book, count: int | None = None) -> Any:
    """The scoreboard after the first acts of the deal."""
    book.feed(deal_events()[:count])
    return book.view()("en")


def test_a_deal_is_taken_up_where_it_stopped(database: Database, url: str, tmp_path: Path) -> None:
    book = Book(place(database, tmp_path), names=NAMES, live=True)
    before = played(book, 12)
    entries = book.entries
    book.close()
    again = Database(url)
    book = Book(place(again, tmp_path), live=True)
    assert book.resumed == len(entries)
    assert book.entries == entries
    assert book.view()("en") == before
    assert book.path == tmp_path / "camera-0-1.jsonl"
    book.close()
    again.close()


def test_the_log_of_a_database_and_of_a_file_are_one(database: Database, tmp_path: Path) -> None:
    in_file, in_database = (
        Book(tmp_path / "t.jsonl", names=NAMES),
        Book(place(database, tmp_path), names=NAMES),
    )
    assert played(in_file) == played(in_database)
    in_file.close()
    in_database.close()
    with database.begin() as connection:
        lines = connection.execute(text("SELECT line FROM entries ORDER BY seq")).scalars().all()
    assert "\n".join(lines) + "\n" == (tmp_path / "t.jsonl").read_text()


def test_a_table_is_held_by_one_program(database: Database, url: str, tmp_path: Path) -> None:
    book = Book(place(database, tmp_path), names=NAMES)
    other = Database(url)
    with pytest.raises(LogError, match=r"camera-0 .* is in use by another bura"):
        Book(place(other, tmp_path))
    # another table of the same database is another matter
    Book(place(other, tmp_path, "camera-1")).close()
    book.close()
    Book(place(other, tmp_path)).close()
    other.close()


def test_nothing_is_left_of_a_table_that_cannot_be_played(database: Database, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="whist"):
        Book(place(database, tmp_path), rules="whist")
    with database.begin() as connection:
        assert all_matches(connection) == ()


def test_a_log_of_another_game_is_left_alone(database: Database, tmp_path: Path) -> None:
    Book(place(database, tmp_path), names=NAMES).close()
    with pytest.raises(LogError, match="is of classic31, not georgian3"):
        Book(place(database, tmp_path), rules="georgian3")
    Book(place(database, tmp_path)).close()


def test_who_writes_behind_our_back_is_noticed(database: Database, tmp_path: Path) -> None:
    book = Book(place(database, tmp_path), names=NAMES)
    with database.begin() as connection:
        copy = "INSERT INTO entries SELECT match_id, 2, written_at, line FROM entries"
        connection.execute(text(copy))
    with pytest.raises(LogError, match="another program writes into"):
        book.say(Said("A", Word.CLAIM, at_s=1.0))
    assert book.seq == 1
    book.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM entries WHERE seq = 2", "entry 2 of .* is missing"),
        ("UPDATE entries SET line = 'rubbish' WHERE seq = 2", "entry 2 of .* is broken"),
        ('UPDATE entries SET line = \'{"v"\\: 9, "seq"\\: 2}\' WHERE seq = 2', "update the program"),
    ],
)
def test_a_broken_log_is_refused(database: Database, tmp_path: Path, change: str, words: str) -> None:
    book = Book(place(database, tmp_path), names=NAMES)
    played(book, 3)
    book.close()
    with database.begin() as connection:
        connection.execute(text(change))
    with pytest.raises(LogError, match=words):
        Book(place(database, tmp_path))


# --- another log, older logs, files ---------------------------------------------------------------------------


def asked(database: Database, folder: Path, said: list[str] | None = None, **more: Any) -> Any:
    wish = {"table": "camera-0", "folder": folder, "log": None, "new": False, "keep_old": True, **more}
    return log_place(database, say=(said if said is not None else []).append, **wish)


def test_a_new_log_is_another_match(database: Database, tmp_path: Path) -> None:
    Book(asked(database, tmp_path), names=NAMES).close()
    book = Book(asked(database, tmp_path, new=True), names=NAMES)
    assert book.resumed == 0
    book.close()
    with database.begin() as connection:
        assert [match.closed for match in all_matches(connection)] == [False, True]
    # the demo keeps no old one
    Book(asked(database, tmp_path, new=True, keep_old=False), names=NAMES).close()
    with database.begin() as connection:
        assert [match.closed for match in all_matches(connection)] == [False, True]


def test_a_log_file_of_an_earlier_version_is_taken_over(database: Database, tmp_path: Path) -> None:
    old = Book(tmp_path / "camera-0.jsonl", names=NAMES)
    before = played(old, 9)
    old.close()
    content = (tmp_path / "camera-0.jsonl").read_bytes()
    said: list[str] = []
    book = Book(asked(database, tmp_path, said), live=True)
    assert book.view()("en") == before
    book.close()
    assert len(said) == 1
    assert (tmp_path / "camera-0.jsonl").read_bytes() == content
    # … once
    asked(database, tmp_path, said)
    assert len(said) == 1


def test_a_named_file_stays_the_truth(database: Database, tmp_path: Path) -> None:
    log = tmp_path / "evening.jsonl"
    book = Book(asked(database, tmp_path, log=log), names=NAMES)
    played(book, 5)
    book.close()
    with database.begin() as connection:
        (match,) = all_matches(connection)
        assert match.log_file == log
        assert match.log(connection) == book.entries
        assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == 0
    Book(asked(database, tmp_path, log=log, new=True), names=NAMES).close()
    with database.begin() as connection:
        newest, old = all_matches(connection)
        assert newest.log_file == log
        assert old.closed
        assert old.log(connection) == book.entries
        delete_match(connection, old)
        assert old.log_file is not None
        assert not old.log_file.exists()
        assert [match.id for match in all_matches(connection)] == [newest.id]


# --- trouble -----------------------------------------------------------------------------------------------------


def wait_for(session: TableSession, done: Callable[[Snapshot], bool]) -> Snapshot:
    deadline = time.monotonic() + PATIENCE_S
    while not done(session.snapshot):
        assert time.monotonic() < deadline, session.snapshot.table
        time.sleep(0.01)
    return session.snapshot


class Steady(ScriptedObserver):
    """Looks on after the script is over, as a camera does."""

    def looks(self) -> Any:
        yield from super().looks()
        last = deal_events()[-1].at_s + 1
        while not self._closed.wait(0.01):
            from bura_server.observer import Look

            last += 0.1
            yield Look(last)


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bura_server.session.RETRY_S", 0.05)
    database = Database.in_folder(tmp_path)

    def pages(most: int) -> None:
        def limit(connection: Any, _record: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {most}")

        event.listen(database.engine, "connect", limit)
        database.engine.dispose()

    book = Book(place(database, tmp_path), names=NAMES, live=True)
    pages(1)  # SQLite takes the present size when that is larger
    session = TableSession(book, Steady(deal_events(), live=True), speed=0)
    session.start()
    now = wait_for(session, lambda s: s.table["source"]["status"] == "refused" and s.seq == LAST)
    assert "the disk is full" in now.table["source"]["message"]
    with pytest.raises(LogError, match="the disk is full"):
        session.say(Said("A", Word.CLAIM, at_s=0.0))
    assert session.snapshot.seq == now.seq
    pages(1_000_000)
    wait_for(session, lambda s: s.table["source"]["status"] == "running")
    session.stop()
    again = Book(place(database, tmp_path), live=True)
    assert again.seq == now.seq
    assert again.view()("en") == now.view("en")
    again.close()
    database.close()


def test_a_locked_database_is_said_and_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "BUSY_S", 0.05)
    monkeypatch.setattr("bura_server.session.RETRY_S", 0.05)
    database = Database.in_folder(tmp_path)
    book = Book(place(database, tmp_path), names=NAMES, live=True)
    other = Database.in_folder(tmp_path)
    session = TableSession(book, Steady(deal_events(), live=True), speed=0)
    with other.engine.connect() as writer:
        writer.execute(text("BEGIN IMMEDIATE"))
        session.start()
        now = wait_for(session, lambda s: s.table["source"]["status"] == "refused")
        assert "is in use by another program" in now.table["source"]["message"]
    wait_for(session, lambda s: s.table["source"]["status"] == "running" and s.seq == LAST)
    session.stop()
    again = Book(place(database, tmp_path), live=True)
    assert again.seq == session.snapshot.seq
    again.close()
    other.close()
    database.close()


def test_a_server_that_goes_and_comes_back(
    server: postgres.Server | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if server is None:
        pytest.skip("PostgreSQL is not installed")
    monkeypatch.setattr("bura_server.session.RETRY_S", 0.05)
    database = Database(server.new_database())
    book = Book(place(database, tmp_path), names=NAMES, live=True)
    session = TableSession(book, Steady(deal_events(), live=True), speed=0)
    server.stop()
    try:
        session.start()
        now = wait_for(session, lambda s: s.table["source"]["status"] == "refused" and s.seq == LAST)
        assert "cannot be reached" in now.table["source"]["message"]
    finally:
        server.start()
    wait_for(session, lambda s: s.table["source"]["status"] == "running")
    session.stop()
    again = Book(place(database, tmp_path), live=True)
    assert again.view()("en") == now.view("en")
    again.close()
    database.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://x/y", "knows sqlite and postgresql, not mysql"),
        ("nonsense", "no address of a database"),
        ("", "no address of a database"),
        ("sqlite:////nowhere/at/all.db", "cannot be opened"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "cannot be reached"),
    ],
)
def test_what_is_no_database_is_said(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as refused:
        Database(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bura.db").write_bytes(b"rubbish " * 500)
    with pytest.raises(StoreError, match="is no database"):
        Database.in_folder(tmp_path)
    assert (tmp_path / "bura.db").read_bytes() == b"rubbish " * 500


# --- migrations ------------------------------------------------------------------------------------------------


def empty(url: str) -> Database:
    """A database without any tables."""
    database = Database.__new__(Database)
    database.name, database.engine = store._engine(url)
    return database


def test_the_migrations_make_what_the_program_knows(database: Database) -> None:
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_the_first_version_is_brought_up_to_date(url: str, tmp_path: Path) -> None:
    old = empty(url)
    book = Book(tmp_path / "t.jsonl", names=NAMES)
    view = played(book)
    book.close()
    lines = (tmp_path / "t.jsonl").read_text().splitlines()
    with old.begin() as connection:
        migrate(connection, old.name, "0001")
        connection.execute(text("INSERT INTO tables (id, name) VALUES (1, 'camera-0')"))
        connection.execute(
            text(
                "INSERT INTO matches (id, table_id, started_at, closed) VALUES (1, 1, '2026-01-02 03:04:05', false)"
            )
        )
        connection.execute(
            text("INSERT INTO entries VALUES (1, :seq, '2026-01-02 03:04:05', :line)"),
            [{"seq": seq, "line": line} for seq, line in enumerate(lines, start=1)],
        )
        connection.execute(
            text("INSERT INTO links (id, number, role, label, expires_at) VALUES ('x', 1, 'table', '', 2e9)")
        )
    old.close()
    new = Database(url)
    book = Book(place(new, tmp_path), live=True)
    assert book.view()("en") == view
    book.close()
    assert [link.role for link in DatabaseLinks(new).all()] == [Role.TABLE]
    new.close()


def test_a_database_of_a_newer_version_is_left_alone(database: Database, url: str) -> None:
    with database.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="written by a newer version"):
        Database(url)
    with database.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"


# --- links ----------------------------------------------------------------------------------------------------------


def test_links_outlast_the_program(database: Database, url: str) -> None:
    links = Links(DatabaseLinks(database), secret=b"x" * 32)
    kept, lost = links.make(Role.SEAT, "A", 60.0, "Ann"), links.make(Role.TABLE, None, 60.0)
    links.revoke(lost.id)
    again = Database(url)
    later = Links(DatabaseLinks(again), secret=b"x" * 32)
    assert later.caller(links.token(kept)).seat == "A"
    with pytest.raises(Exception, match="taken back"):
        later.read(links.token(lost))
    assert [link.id for link in later.all()] == [kept.id, lost.id]
    assert [link.label for link in later.all()] == ["Ann", ""]
    again.close()


def test_a_seats_link_belongs_to_its_match(database: Database, url: str, tmp_path: Path) -> None:
    plays: list[str | None] = [None]

    def links_of(kept: Database) -> Links:
        links = Links(DatabaseLinks(kept), secret=b"x" * 32)
        links.follow(lambda: plays[0])
        return links

    book = Book(place(database, tmp_path), names=NAMES)
    plays[0] = book.match
    links = links_of(database)
    seat, screen = links.make(Role.SEAT, "A", 60.0), links.make(Role.TABLE, None, 60.0)
    assert (seat.match, screen.match) == (book.match, None)
    played(book, 9)
    assert book.match == seat.match
    book.close()
    # the program starts again and goes on with the match
    again = Database(url)
    book = Book(place(again, tmp_path), live=True)
    assert book.match == seat.match
    later = links_of(again)
    assert later.caller(later.token(seat)).seat == "A"
    book.close()
    # the umpire starts another
    book = Book(asked(again, tmp_path, new=True), names=NAMES)
    plays[0] = book.match
    with pytest.raises(ApiError, match="was for another match"):
        later.read(later.token(seat))
    assert later.left_s(Caller(Role.SEAT, "A", seat.id)) == 0.0
    assert later.caller(later.token(screen)).role is Role.TABLE
    book.close()
    again.close()


def test_the_number_of_a_deleted_match_opens_nothing(database: Database, tmp_path: Path) -> None:
    keys = set()
    for _ in range(3):
        book = Book(asked(database, tmp_path, new=True, keep_old=False), names=NAMES)
        keys.add(book.match)
        book.close()
    assert len(keys) == 3


@pytest.mark.parametrize("keep_old", [True, False])
def test_a_new_log_in_a_named_file_is_another_match(
    database: Database, tmp_path: Path, keep_old: bool
) -> None:
    log = tmp_path / "evening.jsonl"
    keys = []
    for new in (False, False, True, False):
        book = Book(asked(database, tmp_path, log=log, new=new, keep_old=keep_old), names=NAMES)
        keys.append(book.match)
        book.close()
    assert keys[0] == keys[1] != keys[2] == keys[3]


def test_a_file_that_no_database_knows_is_told_by_its_place_and_beginning(tmp_path: Path) -> None:
    keys = []
    for name, names in (("a", NAMES), ("a", NAMES), ("b", NAMES)):
        book = Book(tmp_path / f"{name}.jsonl", names=names)
        keys.append(book.match)
        book.close()
    (tmp_path / "a.jsonl").unlink()
    book = Book(tmp_path / "a.jsonl", names={"A": "Carl", "B": "Dora"})
    keys.append(book.match)
    book.close()
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3


def test_a_seats_link_of_an_older_version_holds_for_no_match(url: str) -> None:
    old = empty(url)
    with old.begin() as connection:
        migrate(connection, old.name, "0002")
        connection.execute(
            text(
                "INSERT INTO links (id, number, role, seat, label, expires_at) VALUES ('x', 1, 'seat', 'A', '', 2e9)"
            )
        )
        connection.execute(
            text(
                "INSERT INTO links (id, number, role, label, expires_at) VALUES ('y', 2, 'spectator', '', 2e9)"
            )
        )
    old.close()
    new = Database(url)
    links = Links(DatabaseLinks(new), secret=b"x" * 32, clock=lambda: 1e9)
    links.follow(lambda: "1-20260102T030405.000006")
    seat, spectator = links.all()
    assert links.other_match(seat)
    assert not links.other_match(spectator)
    new.close()


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from([*Role]), st.sampled_from([None, "one", "two", "three"])), max_size=12
    ),
    plays=st.sampled_from([None, "one", "two", "three"]),
)
def test_only_seats_of_another_match_are_refused(
    steps: list[tuple[Role, str | None]], plays: str | None
) -> None:
    now: list[str | None] = [None]
    links = Links()
    links.follow(lambda: now[0])
    made = []
    for role, match in steps:
        now[0] = match
        made.append((links.make(role, "A" if role is Role.SEAT else None, 60.0), match))
    now[0] = plays
    for link, match in made:
        ends = link.role is Role.SEAT and plays is not None and match != plays
        assert links.other_match(link) == ends
        assert (links.left_s(Caller(link.role, link.seat, link.id)) == 0.0) == ends
        if ends:
            with pytest.raises(ApiError, match="another match"):
                links.caller(links.token(link))
        else:
            assert links.caller(links.token(link)).role is link.role


def test_a_file_of_the_history_that_is_gone_is_said(tmp_path: Path) -> None:
    database = Database.in_folder(tmp_path)
    Book(KnownFile(tmp_path / "t.jsonl", database), names=NAMES).close()
    (tmp_path / "t.jsonl").unlink()
    with database.begin() as connection:
        (match,) = all_matches(connection)
        with pytest.raises(LogError, match="cannot be read"):
            match.log(connection)
    database.close()
