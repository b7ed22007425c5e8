"""What is entered as it happens is an entry of its own: whole deals, their undoing, two umpires at once, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_handkept import SIX, by_hand, told
from tests.server.test_setup import Fixture

from bura.events import Claimed, Stopped, event_to_json
from bura.randomplay import play_deal
from bura.rules import find_ruleset
from bura_server.history.archive import Archive
from bura_server.refusal_general import UNREAD

#: a seed whose deal of six lasts for several tricks and is ended by a claim
LONG = 5


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    made = Fixture(tmp_path)
    with TestClient(made.app, client=("127.0.0.1", 50000)) as running:
        yield running
    made.database.close()


def enter(client: TestClient, event: dict[str, Any], **more: Any) -> Any:
    return client.post("/api/v1/events", json={"type": "enter", "event": event, **more})


def begin(client: TestClient, names: list[str]) -> None:
    assert client.post("/api/v1/table", json=by_hand(names)).status_code == 201


@pytest.mark.parametrize(("names", "seed"), [(SIX, LONG), (SIX[:2], 1)])
def test_a_whole_deal_is_entered_act_by_act(client: TestClient, names: list[str], seed: int) -> None:
    seats = tuple("ABCDEF"[: len(names)])
    deal = play_deal(find_ruleset("classic31"), seats, Random(seed))
    begin(client, names)
    told(client, {"type": "new_deal", "dealer": deal.dealer})
    assert deal.trump is not None
    events = [{"type": "trump_shown", "card": str(deal.trump)}]
    for act in deal.acts:
        if isinstance(act.event, Claimed | Stopped):
            events.append(
                {"type": "claim" if isinstance(act.event, Claimed) else "stop", "seat": act.event.seat}
            )
        else:
            events.append(event_to_json(act.event))
    assert len(events) > 30
    seq = 2
    for event in events:
        said = event["type"] in ("claim", "stop")
        now = told(client, event if said else {"type": "enter", "event": event, "seen": seq})
        assert now["seq"] > seq
        seq = now["seq"]
    view = now["view"]
    assert view["result"]["reason"] == deal.reason
    assert tuple(view["result"]["winners"]) == deal.winners
    assert [alert for alert in view["alerts"] if alert["status"] == "foul"] == []
    rows = client.get("/api/v1/entries").json()["entries"]
    # every act has its own row, by hand, and none is a correction
    assert [row["event"]["type"] for row in rows[2:]] == [
        {"claim": "claimed", "stop": "stopped"}.get(event["type"], event["type"]) for event in events
    ]
    assert {row["source"] for row in rows[1:]} == {"human"}
    # what was written is read again, and the table can be gone on with
    assert client.delete("/api/v1/table").status_code == 204
    assert client.post("/api/v1/table", json=by_hand(names, new=False)).json()["resumed"] is True
    assert client.get("/api/v1/view").json()["view"]["result"] == view["result"]


def test_what_was_entered_is_undone_one_by_one(client: TestClient) -> None:
    begin(client, SIX[:2])
    told(client, {"type": "new_deal", "dealer": "B"})
    for event in (
        {"type": "trump_shown", "card": "7H"},
        {"type": "lead", "seat": "A", "cards": ["KS"]},
        {"type": "reply", "seat": "B", "cards": ["AS"]},
    ):
        assert enter(client, event).status_code == 200
    now = told(client, {"type": "undo"})
    assert (now["view"]["status"], now["view"]["turn"]) == ("reply", "B")
    now = told(client, {"type": "undo"})
    assert (now["view"]["status"], now["view"]["turn"]) == ("lead", "A")
    # the row that is taken back stays, struck out
    assert client.get("/api/v1/entries").json()["entries"][3]["now"] == []
    # one of them is corrected as a camera's entry is
    told(client, {"type": "amend", "target": 4, "instead": [{"type": "lead", "seat": "A", "cards": ["KC"]}]})
    assert client.get("/api/v1/view").json()["view"]["status"] == "reply"


def test_two_who_enter_at_once_enter_one_act(client: TestClient) -> None:
    begin(client, SIX[:2])
    seen = told(client, {"type": "new_deal", "dealer": "B"})["seq"]
    lead = {"type": "lead", "seat": "A", "cards": ["KS"]}
    assert enter(client, lead, seen=seen).status_code == 200
    second = client.post("/api/v1/events?lang=ru", json={"type": "enter", "event": lead, "seen": seen})
    assert second.status_code == 409
    assert second.json()["error"]["message"].startswith("тем временем появилась запись 3")
    assert second.json()["now"]["view"]["status"] == "reply"
    assert second.json()["now"]["seq"] == seen + 1
    # a note is nothing that happened
    told(client, {"type": "acknowledge", "target": 3})
    reply = {"type": "reply", "seat": "B", "cards": ["AS"]}
    assert enter(client, reply, seen=seen + 1).status_code == 200


def test_what_is_no_act_is_refused_in_one_sentence(client: TestClient) -> None:
    begin(client, SIX[:2])
    before = told(client, {"type": "new_deal"})["seq"]
    for event in (
        {"type": "game_started", "rules": "classic31", "seats": ["A", "B"]},
        {"type": "amend", "target": 2, "instead": []},
        {"type": "ruled", "target": 2},
        {"type": "missed", "what": "took"},
        {"type": "paused"},
        {"type": "took", "seat": "F"},
        {"type": "dealt", "dealer": "C"},
        {"type": "lead", "seat": "A", "cards": ["XX"]},
        {"type": "nothing"},
        {},
    ):
        answer = enter(client, event)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_request"), event
    assert client.get("/api/v1/view").json()["seq"] == before
    link = client.post("/api/v1/links", json={"role": "seat", "seat": "A", "hours": 1}).json()["url"]
    own = {"authorization": f"Bearer {link.rsplit('/', 1)[1]}"}
    took = {"type": "enter", "event": {"type": "took", "seat": "A"}}
    assert client.post("/api/v1/events", json=took, headers=own).status_code == 403


def test_a_page_is_never_told_the_words_of_a_library(client: TestClient) -> None:
    begin(client, SIX[:2])
    took = {"type": "took", "seat": "A"}
    many = {"type": "amend", "target": 1, "instead": [took] * 21}
    for wrong, words in (
        (many, {"en": "at most 20 events", "ru": "не больше 20", "uk": "не більше 20", "ka": "20-ზე მეტი"}),
        ({"type": "enter", "event": 3}, {"en": UNREAD, "ru": "загрузите страницу заново"}),
    ):
        for lang, part in words.items():
            answer = client.post("/api/v1/events", json=wrong, headers={"accept-language": lang})
            assert answer.status_code == 422
            assert part in answer.json()["error"]["message"]
    # a program, which asks for no language, is told which field it was
    raw = client.post("/api/v1/events", json={"type": "enter", "event": 3}).json()["error"]["message"]
    assert raw.startswith("enter.event: ")


def test_history_and_transcript_tell_such_a_deal(tmp_path: Path) -> None:
    made = Fixture(tmp_path)
    made.app.state.archive = Archive(made.database, tmp_path)
    with TestClient(made.app, client=("127.0.0.1", 50000)) as running:
        begin(running, SIX[:3])
        told(running, {"type": "new_deal", "dealer": "C"})
        for event in (
            {"type": "lead", "seat": "A", "cards": ["KS"]},
            {"type": "reply", "seat": "B", "cards": ["AS"]},
            {"type": "reply", "seat": "C", "face_down": 1},
            {"type": "took", "seat": "B"},
        ):
            assert enter(running, event).status_code == 200
        [match] = running.get("/api/v1/history/matches").json()["matches"]
        shown = running.get(f"/api/v1/history/matches/{match['id']}/view?seq=6").json()
        text = running.get(f"/api/v1/history/matches/{match['id']}/export.txt?lang=en")
    made.database.close()
    assert shown["seats"]["B"]["tricks"] == 1
    assert "takes the trick" in text.text, text.text
