"""Where points are hidden nobody but the umpire sees a trick again that was gathered: not by looking later."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from tests.server.support.scripted import ScriptedObserver
from tests.server.test_hidden_points import CARD

from bura.cards import Card
from bura.position import Settings
from bura.table import Belief, CardsLaid, CardsTaken, DealBegan, TableEvent, TrumpSeen
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.links import Links
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

OWN_S = 5.0
"""the table's own delay for spectators"""
WAYS = ("/api/v1/live", "/api/v1/view", "/api/v1/entries")
OPEN, GATHERED = (100.0, 103.0), 104.0
"""when the trick lay open, and when it was taken: by the wall clock"""


class Clock:
    """The wall clock, set by hand."""

    now = OPEN[0]

    def __call__(self) -> float:
        return self.now


def laid(at_s: float, seat: str, card: str) -> CardsLaid:
    return CardsLaid(at_s=at_s, seat=seat, cards=(Belief.sure(Card.parse(card)),))


PLAY: tuple[tuple[float, TableEvent], ...] = (
    (90.0, DealBegan(at_s=1.0, dealer="B")),
    (90.0, TrumpSeen(at_s=2.0, belief=Belief.sure(Card.parse("6H")))),
    (OPEN[0], laid(10.0, "A", "KC")),
    (OPEN[1], laid(13.0, "B", "QC")),
    (GATHERED, CardsTaken(at_s=14.0, seat="A")),
)


def table(folder: Path, counting: str, clock: Clock) -> tuple[Any, TableSession]:
    """A table at which one trick was played and taken."""
    settings = Settings(counting=counting, spectator_delay_s=OWN_S)
    book = Book(folder / "t.jsonl", names={"A": "Ann", "B": "Boris"}, settings=settings)
    clock.now = 80.0
    session = TableSession(book, ScriptedObserver((), hold=threading.Event()), speed=0, clock=clock)
    for at, event in PLAY:
        clock.now = at
        book.feed([event])
        session._publish()
    return create_app(AppSettings(session, ServerSettings(hosts=("testserver",)), Links())), session


@pytest.fixture(params=["hidden", "open"])
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Any, Clock, bool]]:
    clock = Clock()
    app, session = table(tmp_path, request.param, clock)
    yield app, clock, request.param == "hidden"
    session.stop()


def holder(app: Any, role: Role) -> TestClient:
    if role is Role.UMPIRE:
        return TestClient(app, client=("127.0.0.1", 1))
    links: Links = app.state.links
    token = links.token(links.make(role, "B" if role is Role.SEAT else None, 600.0))
    return TestClient(app, client=("10.0.0.9", 1), headers={"authorization": f"Bearer {token}"})


def told(client: TestClient, way: str, query: str) -> tuple[int, set[str]]:
    """(status, cards of plays) of an answer, or of a socket's first message."""
    if way != "/api/v1/live":
        answer = client.get(f"{way}{query}")
        return answer.status_code, set(CARD.findall(answer.text)) - {"6H"}
    try:
        with client.websocket_connect(f"{way}{query}") as socket:
            return 200, set(CARD.findall(json.dumps(socket.receive_json()))) - {"6H"}
    except WebSocketDenialResponse as refused:
        return refused.status_code, set()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("role", [Role.SEAT, Role.TABLE])
def test_who_sits_at_the_table_looks_no_later(scene: tuple[Any, Clock, bool], role: Role, way: str) -> None:
    app, clock, hidden = scene
    clock.now = 110.0
    client = holder(app, role)
    now = {"KC", "QC"} if not hidden else set()
    for delay in ("0", "5", "8", "9", "30"):
        for eyes in ("", "&as=table"):
            status, cards = told(client, way, f"?delay={delay}{eyes}")
            assert (status, cards) == (200, now), (delay, eyes)
        status, cards = told(client, way, f"?as=spectator&delay={delay}")
        assert (status == 403) == hidden
        assert not (hidden and cards)


@pytest.mark.parametrize("way", WAYS)
def test_a_spectator_sees_an_open_trick_at_one_time_only(scene: tuple[Any, Clock, bool], way: str) -> None:
    app, clock, hidden = scene
    client, umpire = holder(app, Role.SPECTATOR), holder(app, Role.UMPIRE)
    # as the table saw it so much sooner …
    clock.now = OPEN[1] + OWN_S
    shown = told(client, way, "")[1]
    assert shown == (set() if hidden and way == "/api/v1/entries" else {"KC", "QC"})
    # … and once it is gathered there, no longer, whatever he asks for
    clock.now = GATHERED + OWN_S
    for delay in ("0", "5", "6", "9", "30", "600"):
        status, cards = told(client, way, f"?delay={delay}")
        assert status == 200
        if hidden:
            assert not cards, delay
    later = told(client, way, "?delay=8")[1]
    assert later == (set() if hidden else {"KC"})
    # the umpire goes back as he likes
    assert told(umpire, way, "?as=umpire&delay=9")[1] == {"KC"}


def test_the_refusal_is_one_sentence_in_the_language_of_whoever_asks(tmp_path: Path) -> None:
    app, session = table(tmp_path, "hidden", Clock())
    client = holder(app, Role.SEAT)
    said = set()
    for lang in ("en", "ru", "uk", "ka"):
        answer = client.get("/api/v1/view?as=spectator", headers={"accept-language": lang})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
        said.add(answer.json()["error"]["message"])
    assert len(said) == 4
    session.stop()
