"""No viewer receives, through any route or socket, what it may not see."""

from __future__ import annotations

import contextlib
import json
import random
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse
from tests.engine.test_view import log_of, never_shown, prefixes, story_of
from tests.server.support.scripted import ScriptedObserver

from bura.cards import Card
from bura.events import Dealt, Revealed
from bura.log import Entry, EntryBelief, effective
from bura.randomplay import play_deal
from bura.rules import find_ruleset
from bura.table import Belief, CardsLaid, CardsTaken, DealBegan, Place, TrumpSeen
from bura.view import Counting, Role, Viewer, counting_of
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.links import Links
from bura_server.messages import whole
from bura_server.rights import Role as Holder
from bura_server.rows import to_rows
from bura_server.session import Snapshot, TableSession
from bura_server.settings import ServerSettings
from bura_server.sight import Sights, public

CARD = re.compile(r'"((?:10|[2-9JQKA])[CDHS])"')
PLAYERS = [Viewer(Role.TABLE), Viewer(Role.SEAT, "A"), Viewer(Role.SEAT, "B"), Viewer(Role.SPECTATOR)]
#: how a table is that goes well
TABLE = {"source": {"message": ""}}


def sights_of(told: Any, log: tuple[Entry, ...]) -> Sights:
    rows = to_rows(log, effective(log))
    return Sights(told, rows, tuple(public(row) for row in rows), 0)


def message(sights: Sights, viewer: Viewer) -> Any:
    """What a viewer's socket begins with."""
    base = Snapshot(1, 0, sights.seq, lambda _lang: {}, sights.all_rows, TABLE, sights)
    return json.loads(json.dumps(whole(base.seen_by(viewer), "en"), ensure_ascii=False))


def story(seed: int, preset: str) -> tuple[Entry, ...]:
    """A random deal of two; now and then somebody turns up what lies in a pile, which is told to nobody."""
    chance = random.Random(seed)
    deal = play_deal(find_ruleset(preset), ("A", "B"), chance)
    events = story_of(deal)
    hidden = never_shown(deal)
    if hidden and chance.random() < 0.7:
        at = chance.randrange(3, len(events))
        events.insert(at, Revealed("A", (chance.choice(hidden),), Place.PILE, "B"))
    return log_of(events)


PRESETS = ("classic31", "georgian3", "georgian5", "five_card_000")


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(PRESETS))
def test_messages_keep_every_secret(seed: int, preset: str) -> None:
    log = tuple(
        replace(
            entry,
            belief=EntryBelief(0.9, (Belief(((Card.parse("AS"), 0.6),)),)),
            evidence="secret.jpg",
        )
        for entry in story(seed, preset)
    )
    for told in prefixes(log)[2:]:
        state, rows = told.state, log[: told.seq]
        sights = sights_of(told, rows)
        open_cards = {
            str(card) for play in (state.trick.plays if state.trick else ()) for card in play.up if card
        }
        turned = {
            str(card)
            for step in told.steps
            if isinstance(step.event, Revealed)
            for card in step.event.cards
            if card
        }
        shown = {
            str(card)
            for step in told.steps
            if not isinstance(step.event, Revealed | Dealt)
            for card in getattr(step.event, "cards", ())
            if card
        } | {str(state.trump)}
        hidden = counting_of(state) is Counting.HIDDEN and not state.over
        for viewer in PLAYERS:
            heard = message(sights, viewer)
            text = json.dumps(heard["entries"])
            assert "secret.jpg" not in text
            assert "belief" not in text
            cards = set(CARD.findall(text))
            if not state.over:
                # what somebody turned up against the rules is told to nobody
                assert not (cards & (turned - shown)), (preset, seed, told.seq)
            if hidden:
                assert cards <= {str(state.trump)}
                in_view = set(CARD.findall(json.dumps(heard["view"]["trick"])))
                assert in_view <= open_cards
                assert all(seat["points"] is None for seat in heard["view"]["seats"].values())
        # the umpire is told everything
        umpire = message(sights, Viewer(Role.UMPIRE))
        assert umpire["entries"] == json.loads(json.dumps(sights.all_rows, ensure_ascii=False))


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.sampled_from(["classic31", "georgian3"]))
def test_a_client_that_follows_sees_what_one_that_asks_sees(seed: int, preset: str) -> None:
    """Rows that were covered and are told later come with a whole view, never are they missed."""
    from bura_server.messages import difference

    log = story(seed, preset)
    viewer = Viewer(Role.SEAT, "A")
    before: Snapshot | None = None
    rows: list[Any] = []
    for told in prefixes(log):
        sights = sights_of(told, log[: told.seq])
        now = Snapshot(told.seq, 0, sights.seq, lambda _lang: {}, sights.all_rows, TABLE, sights).seen_by(
            viewer
        )
        heard = whole(now, "en") if before is None else difference(before, now, "en")
        assert heard is not None
        rows = list(heard["entries"]) if heard["whole"] else rows + heard["entries"]
        assert rows == list(now.rows)
        before = now


# --- through the routes ------------------------------------------------------------------------------------------

#: what each role may ask for: everything else is refused, whatever is added later
MAY_GET = {
    Holder.TABLE: {
        "/api/v1/health",
        "/api/v1/view",
        "/api/v1/entries",
        "/api/v1/me",
        "/api/v1/picture.jpg",
        "/api/v1/evidence",
    },
    Holder.SEAT: {"/api/v1/health", "/api/v1/view", "/api/v1/entries", "/api/v1/me"},
    Holder.SPECTATOR: {"/api/v1/health", "/api/v1/view", "/api/v1/entries", "/api/v1/me"},
    Holder.CAMERA: {"/api/v1/health", "/api/v1/me", "/api/v1/camera"},
}
MAY_POST = {Holder.SEAT: {"/api/v1/events"}}
FILLED = {"seq": "4", "match_id": "1", "link_id": "x", "kind": "jsonl", "piece": "still.jpg"}
SECRETS = ("KC", "QC", "AC", "10C")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    """A table with hidden points: one trick is gathered, its cards are everybody's secret now."""
    book = Book(tmp_path / "t.jsonl", rules="georgian3", names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver((), hold=threading.Event()), speed=0)
    book.feed(
        [
            DealBegan(at_s=1.0, dealer="B"),
            TrumpSeen(at_s=2.0, belief=Belief.sure(Card.parse("6H"))),
            CardsLaid(
                at_s=3.0, seat="A", cards=(Belief.sure(Card.parse("KC")), Belief.sure(Card.parse("QC")))
            ),
            CardsLaid(
                at_s=4.0, seat="B", cards=(Belief.sure(Card.parse("AC")), Belief.sure(Card.parse("10C")))
            ),
            CardsTaken(at_s=5.0, seat="B"),
        ]
    )
    session._publish()
    made = create_app(AppSettings(session, ServerSettings(hosts=("testserver",)), Links()))
    with TestClient(made, client=("127.0.0.1", 1)):
        yield made


def holder(app: Any, role: Holder) -> TestClient:
    links: Links = app.state.links
    token = links.token(links.make(role, "A" if role is Holder.SEAT else None, 600.0))
    return TestClient(app, client=("10.0.0.9", 1), headers={"authorization": f"Bearer {token}"})


@pytest.mark.parametrize("role", list(MAY_GET))
def test_every_route_keeps_them_too(app: Any, role: Holder) -> None:
    client = holder(app, role)
    for path, methods in app.openapi()["paths"].items():
        address = re.sub(r"\{(\w+)\}", lambda found: FILLED.get(found[1], "1"), path)
        for method in methods:
            answer = client.request(method.upper(), address)
            allowed = MAY_GET[role] if method == "get" else MAY_POST.get(role, set())
            if path not in allowed:
                assert answer.status_code in (401, 403), (role, method, path, answer.status_code)
            if answer.headers.get("content-type", "").startswith("application/json"):
                assert not set(SECRETS) & set(CARD.findall(answer.text)), (role, path)


@pytest.mark.parametrize("role", list(MAY_GET))
@pytest.mark.parametrize("query", ["", "?as=umpire", "?as=B", "?as=table", "?delay=0"])
def test_every_socket_keeps_them_too(app: Any, role: Holder, query: str) -> None:
    client = holder(app, role)
    text = ""
    with (
        contextlib.suppress(WebSocketDenialResponse),
        client.websocket_connect(f"/api/v1/live{query}") as socket,
    ):
        text = socket.receive_text()
        socket.send_text('{"type": "whole"}')
        text += socket.receive_text()
    may = role is not Holder.CAMERA and query not in ("?as=umpire", "?as=B")
    assert bool(text) == (may and (role is not Holder.SPECTATOR or query != "?as=table"))
    assert not set(SECRETS) & set(CARD.findall(text))


# --- later ------------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_spectator_sees_everything_later_and_nothing_sooner(tmp_path: Path) -> None:
    clock = Clock()
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver(()), speed=0, clock=clock)
    spectator, table = Viewer(Role.SPECTATOR), Viewer(Role.TABLE)
    delay_s = book.state.settings.spectator_delay_s
    history = [(clock.now, session.seen_by(table))]
    clock.now += delay_s
    for n in range(40):
        clock.now += random.Random(n).choice([0.0, 0.5, 7.0, 30.0])
        if n % 3 == 0:
            session.add(Dealt(None))
            history.append((clock.now, session.seen_by(table)))
        due = [shot for at, shot in history if at <= clock.now - delay_s][-1]
        seen = session.seen_by(spectator)
        assert (seen.seq, seen.view("en"), list(seen.rows)) == (due.seq, due.view("en"), list(due.rows))
        # asking for less does not help; asking for more does
        assert session.seen_by(spectator, 0.0).seq == seen.seq
        assert session.seen_by(spectator, delay_s + 60).seq <= seen.seq
        waits = session.next_s(spectator)
        newer = [at for at, _ in history if at > clock.now - delay_s]
        assert waits == (pytest.approx(newer[0] - clock.now + delay_s) if newer else None)
    clock.now += delay_s
    assert session.seen_by(spectator).seq == session.snapshot.seq
    session.stop()


def test_a_restart_shows_a_spectator_nothing_sooner(tmp_path: Path) -> None:
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    for at_s in (10.0, 100.0, 130.0, 155.0):
        book.add(Dealt(None), at_s)
    book.close()
    clock = Clock()
    session = TableSession(Book(tmp_path / "t.jsonl"), ScriptedObserver(()), speed=0, clock=clock)
    seen = session.seen_by(Viewer(Role.SPECTATOR))
    assert len(seen.rows) == seen.seq == 2
    assert seen.view("en")["deal"] == 1
    clock.now += 61
    assert session.seen_by(Viewer(Role.SPECTATOR)).seq == 5
    session.stop()


# --- two umpires --------------------------------------------------------------------------------------------------


def test_two_umpires_who_correct_at_once(app: Any) -> None:
    """One of them is told that the other was faster, with the log untouched; the view then shows both the same."""
    clients = [TestClient(app, client=("127.0.0.1", n + 1)) for n in range(2)]
    seen = clients[0].get("/api/v1/view").json()["seq"]
    answers: list[Any] = []
    gate = threading.Barrier(2)

    def correct(client: TestClient, card: str) -> None:
        instead = [{"type": "lead", "seat": "A", "cards": [card, "QC"]}]
        gate.wait()
        wish = {"type": "amend", "target": 4, "instead": instead, "seen": seen}
        answers.append(client.post("/api/v1/events", json=wish))

    threads = [
        threading.Thread(target=correct, args=pair) for pair in zip(clients, ("JC", "10C"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.json()["error"]["code"] == "conflict"
    views = [client.get("/api/v1/view").json() for client in clients]
    assert views[0] == views[1]
    assert views[0]["seq"] == seen + 1
