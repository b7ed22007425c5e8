"""Whatever is refused has not happened: the log, its rows, what screens show and the file are as before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.support.scripted import deal_events
from tests.server.test_api import FIRST, LEAD, post, serve

from bura.errors import BuraError
from bura.events import Amend, Event, GameStarted
from bura.log import read_log
from bura.table import Said, Word
from bura.view import Role, Viewer
from bura_server import book as books
from bura_server.book import Book
from bura_server.settings import ServerSettings

VIEWERS = (Viewer(Role.UMPIRE), Viewer(), Viewer(Role.SEAT, "A"))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    yield from serve(tmp_path, ServerSettings(beat_s=0.2, gather_s=0.0, picture_gap_s=0.0))


BAD_STARTS: tuple[dict[str, Any], ...] = (
    {"rules": "nope"},
    {"seats": ["A"]},
    {"seats": ["A", "A"]},
    {"seats": []},
    {"pack": "52:zzz"},
    {"pack": "36"},
    {"options": {"a": 1}},
    {"options": {"stakes": "purple"}},
    {"settings": {"accuse_from": "x"}},
)


@pytest.mark.parametrize("change", BAD_STARTS, ids=json.dumps)
@pytest.mark.parametrize("target", [1, LEAD, FIRST + 1])
def test_a_start_that_cannot_be_played_is_refused_and_the_table_goes_on(
    client: TestClient, change: dict[str, Any], target: int
) -> None:
    before = client.get("/api/v1/view").json()
    start = client.get("/api/v1/entries?limit=1").json()["entries"][0]["event"]
    bad = post(client, type="amend", target=target, instead=[{**start, **change}])
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "bad_request"), bad.text
    after = client.get("/api/v1/view").json()
    assert {**after, "table": None} == {**before, "table": None}
    # and everything that is not refused is done
    assert post(client, type="claim", seat="A").status_code == 200
    assert post(client, type="amend", target=LEAD, instead=[]).status_code == 200
    assert post(client, type="undo").json()["seq"] == before["seq"] + 3


def everything(book: Book, path: Path) -> Any:
    """All that somebody could notice of a book."""
    sights = book.sights()
    shown = [
        (sights.view(viewer)("en"), list(sights.rows(viewer)), sights.mine(viewer), sights.epoch(viewer))
        for viewer in VIEWERS
    ]
    return book.entries, book.seq, book.corrections, list(book.rows()), shown, path.read_bytes()


def start_of(book: Book) -> GameStarted:
    start = book.entries[0].event
    assert isinstance(start, GameStarted)
    return start


def act(book: Book, event: Event | Said) -> None:
    if isinstance(event, Said):
        book.say(event)
    else:
        book.add(event, book.last_at_s)


@pytest.mark.parametrize("error", [BuraError, RuntimeError, KeyError, RecursionError, KeyboardInterrupt])
@pytest.mark.parametrize("where", ["to_row", "corrected_row", "public"])
def test_whatever_goes_wrong_nothing_has_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], where: str
) -> None:
    path = tmp_path / "t.jsonl"
    book = Book(path)
    book.feed(deal_events()[:FIRST])
    before = everything(book, path)

    def fails(*_: object) -> None:
        raise error("made up")

    acts = (Amend(LEAD, ()), Amend(1, (start_of(book),)), Said(seat="A", word=Word.CLAIM))
    for event in acts if where != "corrected_row" else acts[:2]:
        with monkeypatch.context() as patch:
            patch.setattr(books, where, fails)
            with pytest.raises(error):
                act(book, event)
        assert everything(book, path) == before
    act(book, acts[0])
    assert len(read_log(path).entries) == book.seq == len(before[0]) + 1
    book.close()


def test_of_several_corrections_at_once_all_stand_or_none(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    book = Book(path)
    book.feed(deal_events()[:FIRST])
    before = everything(book, path)
    with pytest.raises(BuraError):
        book.add(Amend(LEAD, ()), book.last_at_s, Amend(999, ()))
    assert everything(book, path) == before
    book.close()


_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-2, 60), st.text(max_size=4), st.just("A"))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=2),
    max_leaves=4,
)
_KEYS = st.sampled_from(("rules", "seats", "names", "options", "settings", "pack", "more"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(target=st.integers(1, FIRST + 1), change=st.dictionaries(_KEYS, _VALUES, max_size=2), data=st.data())
def test_any_correction_is_done_or_leaves_all_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, target: int, change: dict[str, Any], data: st.DataObject
) -> None:
    for client in serve(tmp_path_factory.mktemp("t"), ServerSettings(gather_s=0.0, picture_gap_s=0.0)):
        _try(client, target, change, data.draw)


def _try(client: TestClient, target: int, change: dict[str, Any], draw: Callable[[Any], Any]) -> None:
    rows = client.get("/api/v1/entries").json()["entries"]
    event = rows[draw(st.sampled_from((0, target - 1)))]["event"]
    before = client.get("/api/v1/view").json()
    answer = post(client, type="amend", target=target, instead=[{**event, **change}])
    after = client.get("/api/v1/view").json()
    if answer.status_code == 200:
        assert after["seq"] == before["seq"] + 1
    else:
        assert answer.status_code == 422, answer.text
        assert {**after, "table": None} == {**before, "table": None}
    assert post(client, type="end_deal").json()["seq"] == after["seq"] + 1
