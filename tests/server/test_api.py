"""The routes and sockets of a running table, in process."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

FIRST = 11
"""acts the observer gives: up to the open reply of A to JS 9S, which is entry 12"""
LEAD = 4
"""entry of A's lead KC QC"""
PATIENCE_S = 20.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A table at which the deal has come to an open trick and the observer holds."""
    yield from serve(tmp_path, ServerSettings(beat_s=0.2, gather_s=0.0, picture_gap_s=0.0))


def serve(tmp_path: Path, settings: ServerSettings) -> Iterator[TestClient]:
    hold = threading.Event()
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver(deal_events()[:FIRST], hold=hold), speed=0)
    app = create_app(AppSettings(session, replace(settings, hosts=("testserver",))))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        deadline = time.monotonic() + PATIENCE_S
        while client.get("/api/v1/health").json()["seq"] < FIRST + 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        yield client


def post(client: TestClient, **event: Any) -> Any:
    return client.post("/api/v1/events", json=event)


def test_the_view_is_what_the_schema_says(client: TestClient) -> None:
    message = schemas.ViewMessage.model_validate(client.get("/api/v1/view").json())
    assert message.whole
    assert message.seq == FIRST + 1 == len(message.entries)
    assert message.view.trick is not None
    assert message.view.trick.plays[0].cards == ["JS", "9S"]
    assert message.table.threshold == 31
    russian = client.get("/api/v1/view?lang=ru").json()
    assert russian["seq"] == message.seq
    assert client.get("/api/v1/view?lang=tlh").status_code == 200  # no such language: the table's own


def test_entries_come_in_stretches(client: TestClient) -> None:
    answer = client.get("/api/v1/entries?since=3&limit=2").json()
    assert [row["seq"] for row in answer["entries"]] == [4, 5]
    assert client.get("/api/v1/entries?since=999").json()["entries"] == []


def test_a_card_is_corrected_and_the_correction_taken_back(client: TestClient) -> None:
    offer = schemas.Alternatives.model_validate(
        client.get(f"/api/v1/entries/{LEAD}/alternatives?card=1").json()
    )
    assert [group.kind for group in offer.groups] == ["same_rank", "same_suit", "other"]
    assert {choice.card for choice in offer.groups[0].choices} == {"QD", "QH", "QS"}
    assert all(choice.card.endswith("C") for choice in offer.groups[1].choices)
    # cards that lie face up elsewhere come last
    clubs = [choice.seen for choice in offer.groups[1].choices]
    assert clubs == sorted(clubs)
    chosen = next(choice for choice in offer.groups[1].choices if choice.card == "JC")
    instead = [event.model_dump(exclude_unset=True) for event in chosen.instead]
    after = post(client, type="amend", target=LEAD, instead=instead, seen=offer.seq).json()
    assert after["entries"][LEAD - 1]["now"] == [{"type": "lead", "seat": "A", "cards": ["KC", "JC"]}]
    assert after["view"]["seats"]["B"]["points"] == {"lo": 27, "hi": 27}
    undone = post(client, type="undo").json()
    assert "now" not in undone["entries"][LEAD - 1]
    assert undone["view"]["seats"]["B"]["points"] == {"lo": 28, "hi": 28}
    again = post(client, type="undo")
    assert again.status_code == 409
    assert again.json()["error"]["code"] == "conflict"


def test_undo_goes_back_one_act_of_a_person_at_a_time(client: TestClient) -> None:
    post(client, type="claim", seat="A")
    post(client, type="amend", target=LEAD, instead=[])
    first = post(client, type="undo").json()
    assert "now" not in first["entries"][LEAD - 1]
    second = post(client, type="undo").json()
    assert second["view"]["claim"] is None
    assert post(client, type="undo").status_code == 409


def test_an_entry_that_somebody_else_corrected_is_a_conflict(client: TestClient) -> None:
    seen = client.get("/api/v1/view").json()["seq"]
    assert post(client, type="amend", target=LEAD, instead=[], seen=seen).status_code == 200
    late = post(client, type="amend", target=LEAD, instead=None, seen=seen)
    assert late.status_code == 409
    assert client.get("/api/v1/view").json()["seq"] == seen + 1


def test_whoever_undoes_or_rules_by_an_old_view_is_told(client: TestClient) -> None:
    seen = client.get("/api/v1/view").json()["seq"]
    assert post(client, type="claim", seat="A", seen=seen).status_code == 422  # words are said, not corrected
    assert post(client, type="rule", target=LEAD, enforce=False, seen=seen).status_code == 200
    for late in (
        {"type": "rule", "target": LEAD, "enforce": True, "seen": seen},
        {"type": "undo", "seen": seen},
    ):
        answer = post(client, **late)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
        assert answer.json()["now"]["seq"] == seen + 1
    # another entry is nobody's business, and who has seen it may
    assert post(client, type="rule", target=LEAD + 1, enforce=True, seen=seen).status_code == 200
    assert post(client, type="undo", seen=seen + 2).status_code == 200


def test_people_say_begin_and_rule(client: TestClient) -> None:
    assert post(client, type="claim", seat="B").json()["view"]["claim"]["seat"] == "B"
    assert post(client, type="acknowledge", target=LEAD).status_code == 200
    assert post(client, type="rule", target=LEAD, enforce=False).status_code == 200
    assert post(client, type="new_deal", dealer="A").json()["view"]["deal"] == 2
    assert post(client, type="end_deal").status_code == 200


@pytest.mark.parametrize(
    ("event", "status"),
    [
        ({"type": "claim", "seat": "C"}, 422),  # nobody sits there
        ({"type": "claim", "seat": "Z"}, 422),
        ({"type": "claim"}, 422),
        ({"type": "dance", "seat": "A"}, 422),
        ({"type": "claim", "seat": "A", "extra": 1}, 422),
        ({"type": "amend", "target": 0, "instead": []}, 422),
        ({"type": "amend", "target": 999, "instead": []}, 404),
        ({"type": "amend", "target": LEAD, "instead": [{"type": "dance"}]}, 422),
        (
            {"type": "amend", "target": LEAD, "instead": [{"type": "lead", "seat": "A", "cards": ["11H"]}]},
            422,
        ),
        (
            {"type": "amend", "target": LEAD, "instead": [{"type": "amend", "target": 1, "instead": None}]},
            422,
        ),
        ({"type": "amend", "target": 1, "instead": []}, 422),  # the start of the game stays
        ({"type": "amend", "target": LEAD, "instead": [], "reason": "x" * 201}, 422),
        ({"type": "amend", "target": LEAD, "instead": [{}] * 21}, 422),
        ({"type": "amend", "target": 10**30, "instead": []}, 404),
        ({"type": "raise", "seat": "A", "number": 0}, 422),
        ({"type": "rule", "target": 99, "enforce": True}, 404),
        ([], 422),
        (None, 422),
        ("claim", 422),
    ],
)
def test_bad_events_are_refused_and_nothing_is_written(client: TestClient, event: Any, status: int) -> None:
    before = client.get("/api/v1/view").json()["seq"]
    answer = client.post("/api/v1/events", json=event)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message"}
    assert client.get("/api/v1/view").json()["seq"] == before


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/entries/999/alternatives", 404),
        ("/api/v1/entries/0/alternatives", 404),
        (f"/api/v1/entries/{LEAD}/alternatives?card=9", 404),
        (f"/api/v1/entries/{LEAD}/alternatives?card=-1", 422),
        ("/api/v1/entries/x/alternatives", 422),
        ("/api/v1/entries?since=-1", 422),
        ("/api/v1/nothing", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static/js", 404),
        ("/docs", 404),
    ],
)
def test_wrong_addresses_have_the_one_error_shape(client: TestClient, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message"}


def test_the_page_and_its_files_are_there(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert 'data-default-lang="en"' in page.text
    for path in ("/static/js/main.js", "/static/vendor/preact.mjs", "/static/css/board.css"):
        answer = client.get(path)
        assert answer.status_code == 200
        # a module that comes as anything else is refused by the browser
        assert answer.headers["content-type"].startswith(("text/javascript", "text/css"))
    assert client.get("/api/v1/openapi.json").json()["info"]["title"] == "Bura"


def receive(socket: Any, wanted: str) -> Any:
    """The next message of a type; others that come between are passed over."""
    while True:
        message = json.loads(socket.receive_text())
        if message["type"] == wanted:
            return message


def test_a_screen_is_told_at_once_and_only_what_is_new(client: TestClient) -> None:
    with client.websocket_connect("/api/v1/live?lang=ka") as socket:
        first = receive(socket, "view")
        schemas.ViewMessage.model_validate(first)
        assert first["whole"]
        seq = first["seq"]
        schemas.Beat.model_validate(receive(socket, "beat"))
        post(client, type="claim", seat="A")
        second = receive(socket, "view")
        assert not second["whole"]
        assert second["since"] == seq
        assert [row["seq"] for row in second["entries"]] == list(range(seq + 1, second["seq"] + 1))
        post(client, type="amend", target=LEAD, instead=[])
        third = receive(socket, "view")
        assert third["whole"]
        socket.send_text('{"type": "whole"}')
        again = receive(socket, "view")
        assert again["whole"]
        assert again["seq"] == third["seq"]
        socket.send_text("nonsense")
        socket.send_bytes(b"\x00")
        assert receive(socket, "beat")["seq"] == third["seq"]


def test_the_picture_comes_when_it_is_asked_for(client: TestClient) -> None:
    still = client.get("/api/v1/picture.jpg")
    assert still.headers["content-type"] == "image/jpeg"
    with client.websocket_connect("/api/v1/picture") as socket:
        socket.send_text("next")
        assert socket.receive_bytes() == still.content


def test_a_flood_is_cut_off_and_others_are_not_disturbed(client: TestClient) -> None:
    with client.websocket_connect("/api/v1/live") as calm, client.websocket_connect("/api/v1/live") as wild:
        receive(calm, "view")
        for _ in range(200):
            wild.send_text("x")
        receive(wild, "view")
        with pytest.raises(WebSocketDisconnect) as closed:
            receive(wild, "nothing")
        assert closed.value.code == 1008
        post(client, type="claim", seat="A")
        assert receive(calm, "view")["view"]["claim"]["seat"] == "A"


def test_there_is_a_limit_of_screens(tmp_path: Path) -> None:
    for client in serve(tmp_path, ServerSettings(screens=2)):
        with client.websocket_connect("/api/v1/live") as one, client.websocket_connect("/api/v1/picture"):
            receive(one, "view")
            with (
                client.websocket_connect("/api/v1/live") as third,
                pytest.raises(WebSocketDisconnect) as closed,
            ):
                third.receive_text()
            assert closed.value.code == 1013
        # a place that has become free is given away again
        with client.websocket_connect("/api/v1/live") as socket:
            receive(socket, "view")


def test_fifty_screens_are_told_the_same(client: TestClient) -> None:
    sockets = [client.websocket_connect("/api/v1/live") for _ in range(50)]
    opened = [socket.__enter__() for socket in sockets]
    try:
        for socket in opened:
            receive(socket, "view")
        post(client, type="claim", seat="A")
        views = [receive(socket, "view") for socket in opened]
        assert all(view == views[0] for view in views)
    finally:
        for socket in sockets:
            socket.__exit__(None, None, None)
