"""A name that nobody sees is none, wherever names come in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_seats_words import EVENTS, refused
from tests.server.test_seats_words import table as watched
from tests.server.test_setup import client as client
from tests.server.test_setup import order
from tests.server.test_setup import server as server

from bura_server.plain import as_seen
from bura_server.table import TableWish, WishError, names_of

UNSEEN = [
    "\u200b",
    "\u200b\u200c\u200d",
    "\u2060",
    "\ufeff",
    " \u00a0 ",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\u00ad",
]
SEEN = ["Ann", "Борис", "ნინო", "O’Neill-Łódź", "👩‍🦰", "مریم", "नी", "♠", "7"]


@pytest.mark.parametrize("name", UNSEEN)
def test_what_shows_nothing_is_empty(name: str) -> None:
    assert as_seen(name) == ""
    with pytest.raises(WishError, match="is no name for the scoreboard"):
        names_of(TableWish("0", names=("Ann", name)))


@pytest.mark.parametrize("name", SEEN)
def test_names_of_all_alphabets_are_seen(name: str) -> None:
    assert as_seen(name)
    assert names_of(TableWish("0", names=("Zoe", name)))["B"] == name


def test_what_looks_like_one_name_is_one() -> None:
    with pytest.raises(WishError, match="two players have one name"):
        names_of(TableWish("0", names=("Ann", "A\u200bnn")))


@pytest.mark.parametrize("name", UNSEEN[:3])
def test_the_routes_refuse_it_in_the_one_error_shape(tmp_path: Path, client: TestClient, name: str) -> None:
    answer = client.post("/api/v1/table", json=order(names=["Ann", name]))
    assert 400 <= answer.status_code < 500
    assert set(answer.json()) == {"error"}
    with watched(tmp_path / "other", 2) as (umpire, _, book):
        start: dict[str, Any] = dict(umpire.get("/api/v1/entries").json()["entries"][0]["event"])
        start["names"] = {"A": "Ann", "B": name}
        before = book.entries
        for lang in ("en", "ru", "uk", "ka"):
            headers = {"accept-language": lang}
            wish = {"type": "amend", "target": 1, "instead": [start]}
            refused(umpire.post(EVENTS, json=wish, headers=headers), 422, "bad_request")
        assert book.entries == before
