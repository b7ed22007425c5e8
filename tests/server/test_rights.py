"""Who may see and do what: without a link, with one, with one that no longer holds."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura_server import schemas
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.errors import ApiError
from bura_server.links import Links, kept_secret
from bura_server.rights import MAY, Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

FIRST = 11
ELSEWHERE = ("192.168.1.9", 40000)
HERE = ("127.0.0.1", 40000)


class Clock:
    """A wall clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def table(tmp_path: Path, links: Links | None = None) -> Iterator[Any]:
    """An application whose deal has come to an open trick."""
    book = Book(tmp_path / "t.jsonl", names={"A": "Ann", "B": "Boris"})
    session = TableSession(book, ScriptedObserver(deal_events()[:FIRST], hold=threading.Event()), speed=0)
    server = ServerSettings(beat_s=0.2, gather_s=0.0, hosts=("testserver",))
    app = create_app(AppSettings(session, server, links or Links()))
    with TestClient(app, client=HERE) as umpire:
        deadline = time.monotonic() + 20
        while umpire.get("/api/v1/health").json()["seq"] < FIRST + 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        yield app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Any]:
    with table(tmp_path) as opened:
        yield opened


def link(app: Any, role: str, seat: str | None = None, **more: Any) -> Any:
    wish = {"role": role, **({} if seat is None else {"seat": seat}), **more}
    answer = TestClient(app, client=HERE).post("/api/v1/links", json=wish)
    assert answer.status_code == 201, answer.text
    return answer.json()


def hear_to_the_end(socket: Any) -> None:
    while True:
        socket.receive_text()


def holder(app: Any, role: str, seat: str | None = None) -> TestClient:
    """Somebody on another machine who came in by a link, as a browser does."""
    client = TestClient(app, client=ELSEWHERE)
    came = client.get("/join/" + link(app, role, seat)["url"].rpartition("/")[2])
    assert came.status_code == 200
    return client


def test_without_a_link_only_this_machine_gets_in(app: Any) -> None:
    stranger = TestClient(app, client=ELSEWHERE)
    for path in ("/view", "/me", "/entries", "/health", "/picture.jpg", "/links"):
        answer = stranger.get("/api/v1" + path)
        assert answer.status_code == 401
        assert answer.json()["error"]["code"] == "unauthorized"
    assert stranger.post("/api/v1/events", json={"type": "claim", "seat": "A"}).status_code == 401
    with pytest.raises(WebSocketDenialResponse) as denied, stranger.websocket_connect("/api/v1/live"):
        pass
    assert denied.value.status_code == 401
    page = stranger.get("/")
    assert page.status_code == 401
    assert "ბმული" in page.text
    assert TestClient(app, client=HERE).get("/api/v1/me").json()["role"] == "umpire"
    assert TestClient(app, client=("::ffff:127.0.0.1", 1)).get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("role", "seat", "home"),
    [
        ("umpire", None, "/"),
        ("table", None, "/"),
        ("seat", "B", "/play"),
        ("spectator", None, "/watch"),
        ("camera", None, "/camera"),
    ],
)
def test_a_link_says_what_its_holder_is(app: Any, role: str, seat: str | None, home: str) -> None:
    client = holder(app, role, seat)
    me = schemas.Me.model_validate(client.get("/api/v1/me").json())
    assert (me.role, me.seat, me.home) == (role, seat, home)
    assert me.name == ("Boris" if seat else None)
    assert tuple(me.may) == MAY[Role(role)]
    cookie = next(iter(client.cookies.jar))
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert cookie.get_nonstandard_attr("SameSite") == "strict"
    # programs show the same token in a header; it wins over being on this machine
    here = TestClient(app, client=HERE, headers={"authorization": f"Bearer {cookie.value}"})
    assert here.get("/api/v1/me").json()["role"] == role


@pytest.mark.parametrize(
    ("host", "asked", "reaches"),
    [
        ("127.0.0.1", "127.0.0.1:8000", False),
        ("127.0.0.1", "localhost:8000", False),
        ("0.0.0.0", "127.0.0.1:8000", True),
        # a tunnel or a proxy leads to it
        ("127.0.0.1", "192.168.1.7:8000", True),
    ],
)
def test_whether_a_phone_could_use_a_code_is_told(host: str, asked: str, reaches: bool) -> None:
    app = create_app(AppSettings(None, ServerSettings(hosts=(host,))))
    umpire = TestClient(app, client=HERE, base_url=f"http://{asked}")
    assert umpire.get("/api/v1/links").json() == {"reaches_others": reaches, "links": []}


def test_only_the_umpire_handles_links(app: Any) -> None:
    made = schemas.LinkInfo.model_validate(link(app, "seat", "A", hours=2, label="Ann's phone"))
    assert made.qr.startswith("<svg")
    umpire = TestClient(app, client=HERE)
    listed = schemas.LinkList.model_validate(umpire.get("/api/v1/links").json())
    assert [one.id for one in listed.links] == [made.id]
    assert not listed.links[0].revoked
    for role, seat in (("table", None), ("seat", "A"), ("spectator", None), ("camera", None)):
        client = holder(app, role, seat)
        assert client.get("/api/v1/links").status_code == 403
        assert client.post("/api/v1/links", json={"role": "umpire"}).status_code == 403
        assert client.delete(f"/api/v1/links/{made.id}").status_code == 403
    assert umpire.delete("/api/v1/links/nothing").status_code == 404


@pytest.mark.parametrize(
    "wish",
    [
        {"role": "seat"},
        {"role": "seat", "seat": "C"},
        {"role": "seat", "seat": "Z"},
        {"role": "spectator", "seat": "A"},
        {"role": "king"},
        {"role": "umpire", "hours": 0},
        {"role": "umpire", "hours": "nan"},
        {"role": "umpire", "hours": 1e9},
        {"role": "umpire", "label": "x" * 61},
        {},
    ],
)
def test_links_that_make_no_sense_are_refused(app: Any, wish: Any) -> None:
    umpire = TestClient(app, client=HERE)
    answer = umpire.post("/api/v1/links", json=wish)
    assert answer.status_code == 422
    assert umpire.get("/api/v1/links").json()["links"] == []


def test_a_link_that_was_taken_back_fails_at_once_and_its_sockets_close(app: Any) -> None:
    made = link(app, "seat", "A")
    bearer = {"authorization": "Bearer " + made["url"].rpartition("/")[2]}
    player = TestClient(app, client=ELSEWHERE, headers=bearer)
    with player.websocket_connect("/api/v1/live", headers=bearer) as socket:
        assert json.loads(socket.receive_text())["whole"]
        assert TestClient(app, client=HERE).delete(f"/api/v1/links/{made['id']}").status_code == 204
        with pytest.raises(WebSocketDisconnect) as closed:
            hear_to_the_end(socket)
        assert closed.value.code == 1008
    refused = player.get("/api/v1/view")
    assert refused.status_code == 403
    assert "taken back" in refused.json()["error"]["message"]
    assert player.get("/", follow_redirects=False).status_code == 403


def test_a_link_expires(tmp_path: Path) -> None:
    clock = Clock()
    links = Links(clock=clock)
    with table(tmp_path, links) as app:
        token = links.token(links.make(Role.SEAT, "A", 60.0))
        player = TestClient(app, client=ELSEWHERE, headers={"authorization": f"Bearer {token}"})
        assert player.get("/api/v1/view").status_code == 200
        clock.now += 61
        refused = player.get("/api/v1/view")
        assert refused.status_code == 403
        assert "expired" in refused.json()["error"]["message"]


def another_table(app: Any, log: Path, **names: str) -> TableSession:
    """The umpire stops the table and starts the one of another log."""
    host = app.state.host
    host.stop()
    book = Book(log, names=names)
    observer = ScriptedObserver(deal_events()[:FIRST], hold=threading.Event())
    opened: TableSession = host.open(lambda: TableSession(book, observer, speed=0))
    return opened


def test_a_seats_link_ends_with_its_match(app: Any, tmp_path: Path) -> None:
    umpire = TestClient(app, client=HERE)
    made = {seat: link(app, "seat", seat) for seat in "AB"}
    bearer = {"authorization": "Bearer " + made["A"]["url"].rpartition("/")[2]}
    player, others = (
        TestClient(app, client=ELSEWHERE, headers=bearer),
        [holder(app, role) for role in ("table", "spectator", "camera", "umpire")],
    )
    with player.websocket_connect("/api/v1/live", headers=bearer) as socket:
        assert json.loads(socket.receive_text())["whole"]
        another_table(app, tmp_path / "next.jsonl", A="Carl", B="Dora")
        with pytest.raises(WebSocketDisconnect):
            hear_to_the_end(socket)
    for path in ("/view", "/me", "/entries"):
        refused = player.get(f"/api/v1{path}")
        assert refused.status_code == 403
        assert refused.json() == {
            "error": {"code": "forbidden", "message": "this link was for another match: ask for a new one"}
        }
    said = player.post("/api/v1/events", json={"type": "claim", "seat": "A"})
    assert said.status_code == 403
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        player.websocket_connect("/api/v1/live", headers=bearer),
    ):
        pass
    assert denied.value.status_code == 403
    assert player.get("/join/" + made["A"]["url"].rpartition("/")[2]).status_code == 403
    assert player.get("/play").status_code == 403
    # what holds no secret of a person goes on
    assert [one.get("/api/v1/me").status_code for one in others] == [200] * 4
    listed = umpire.get("/api/v1/links").json()["links"]
    assert {one["id"] for one in listed if one["other_match"]} == {one["id"] for one in made.values()}
    # a new one is the new player's
    assert holder(app, "seat", "A").get("/api/v1/me").json()["name"] == "Carl"
    # the match that is taken up again has its links again
    another_table(app, tmp_path / "t.jsonl")
    assert player.get("/api/v1/me").json()["name"] == "Ann"


def test_a_seats_link_holds_as_long_as_its_match(app: Any, tmp_path: Path) -> None:
    umpire, player = TestClient(app, client=HERE), holder(app, "seat", "A")
    for event in ({"type": "end_deal"}, {"type": "new_deal", "dealer": "B"}):
        umpire.post("/api/v1/events", json=event)
    assert player.get("/api/v1/view").status_code == 200
    # no table: there is nothing to see, and nobody else's either
    app.state.host.stop()
    assert player.get("/api/v1/me").status_code == 200
    assert player.get("/api/v1/view").json()["error"]["code"] == "no_table"
    # the match goes on, with a name set right
    book = Book(tmp_path / "t.jsonl", names={"A": "Anna", "B": "Boris"})
    observer = ScriptedObserver(deal_events()[:FIRST], hold=threading.Event())
    app.state.host.open(lambda: TableSession(book, observer, speed=0))
    assert book.resumed > 1
    assert player.get("/api/v1/me").json()["name"] == "Anna"
    assert player.get("/api/v1/view").status_code == 200


def test_a_socket_that_comes_while_the_match_changes_is_refused(app: Any) -> None:
    """The link was looked at, then another match began: nothing of that is sent."""
    links, player = app.state.links, holder(app, "seat", "A")
    # the first look, at the door, still finds the match of the link
    looks = iter([app.state.host.match()])
    links.follow(lambda: next(looks, "another"))
    with pytest.raises(WebSocketDenialResponse) as denied, player.websocket_connect("/api/v1/live"):
        pass
    assert denied.value.status_code == 403


@pytest.mark.parametrize("token", ["", "x", "a.b", "ImFiYyI.forged", "\x00", "é" * 3, "A" * 5000])
def test_a_forged_link_is_refused(app: Any, token: str) -> None:
    client = TestClient(app, client=HERE)
    answer = client.get("/api/v1/me", headers={b"authorization": b"Bearer " + token.encode()})
    assert answer.status_code == 403
    # signed with another server's secret
    other = Links()
    stolen = other.token(other.make(Role.UMPIRE, None, 60.0))
    assert client.get("/api/v1/me", headers={"authorization": f"Bearer {stolen}"}).status_code == 403


#: what may be posted, by what it takes
WORDS = ("claim", "stop", "raise", "accept", "refuse")
DEEDS: tuple[dict[str, Any], ...] = (
    {"type": "new_deal"},
    {"type": "end_deal"},
    {"type": "undo"},
    {"type": "amend", "target": 4, "instead": []},
    {"type": "rule", "target": 4, "enforce": True},
    {"type": "acknowledge", "target": 4},
)


@pytest.mark.parametrize(
    ("role", "seat"), [("table", None), ("seat", "A"), ("spectator", None), ("camera", None)]
)
def test_nobody_acts_beyond_his_role(app: Any, role: str, seat: str | None) -> None:
    umpire, client = TestClient(app, client=HERE), holder(app, role, seat)
    before = umpire.get("/api/v1/view").json()["seq"]
    for event in (*DEEDS, *({"type": word, "seat": "B"} for word in WORDS)):
        assert client.post("/api/v1/events", json=event).status_code == 403, event
    if role != "seat":
        for word in WORDS:
            assert client.post("/api/v1/events", json={"type": word, "seat": "A"}).status_code == 403
    assert client.get("/api/v1/entries/4/alternatives").status_code == 403
    assert umpire.get("/api/v1/view").json()["seq"] == before


def test_a_seat_speaks_for_itself(app: Any) -> None:
    player = holder(app, "seat", "A")
    answer = player.post("/api/v1/events", json={"type": "claim", "seat": "A"})
    assert answer.status_code == 200
    assert answer.json()["view"]["claim"]["seat"] == "A"


@pytest.mark.parametrize(
    ("role", "seat", "eyes", "status"),
    [
        ("umpire", None, "A", 200),
        ("umpire", None, "table", 200),
        ("umpire", None, "Ann", 422),
        ("table", None, "table", 200),
        ("table", None, "spectator", 200),
        ("table", None, "umpire", 403),
        ("table", None, "A", 403),
        ("seat", "A", "A", 200),
        ("seat", "A", "table", 200),
        ("seat", "A", "B", 403),
        ("seat", "A", "umpire", 403),
        ("spectator", None, "spectator", 200),
        ("spectator", None, "table", 403),
        ("spectator", None, "A", 403),
        ("camera", None, None, 403),
        ("camera", None, "table", 403),
    ],
)
def test_nobody_looks_with_better_eyes(
    app: Any, role: str, seat: str | None, eyes: str | None, status: int
) -> None:
    client = holder(app, role, seat)
    query = "" if eyes is None else f"?as={eyes}"
    assert client.get(f"/api/v1/view{query}").status_code == status
    if status == 200:
        with client.websocket_connect(f"/api/v1/live{query}") as socket:
            assert json.loads(socket.receive_text())["whole"]
    elif status == 403:
        with pytest.raises(WebSocketDenialResponse) as denied:
            client.websocket_connect(f"/api/v1/live{query}").__enter__()
        assert denied.value.status_code == 403


def test_pages_lead_everybody_home(app: Any) -> None:
    assert holder(app, "table").get("/", follow_redirects=False).status_code == 200
    assert holder(app, "seat", "A").get("/", follow_redirects=False).headers["location"] == "/play"
    assert holder(app, "spectator").get("/", follow_redirects=False).headers["location"] == "/watch"


def test_the_umpire_leaves_a_link_that_he_tried_himself(app: Any) -> None:
    here, made = TestClient(app, client=HERE), link(app, "seat", "A")
    assert here.get("/join/" + made["url"].rpartition("/")[2]).status_code == 200
    assert here.get("/play").status_code == 200
    for path in ("/", "/links", "/desk", "/setup", "/history"):
        page = here.get(path, follow_redirects=False)
        assert page.status_code == 403
        assert page.text.count(f'action="/leave?to={path}"') == 4
        assert 'href="/play"' in page.text
    # leaving is for whoever has the browser, not for a page of another site
    assert here.post("/leave", headers={"origin": "http://elsewhere.example"}).status_code == 403
    assert here.get("/api/v1/me").json()["role"] == "seat"
    assert here.post("/leave", follow_redirects=False).headers["location"] == "/"
    assert here.get("/api/v1/me").json()["role"] == "umpire"
    assert here.get("/links").status_code == 200
    # … the page that he asked for opens, and no other address
    for wanted, way in {
        "/desk": "/desk",
        "//elsewhere.example": "/",
        "https://elsewhere.example/desk": "/",
        "/desk/..": "/",
    }.items():
        answer = here.post("/leave", params={"to": wanted}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, way)
    # … and from a link that was taken back
    here.get("/join/" + made["url"].rpartition("/")[2])
    TestClient(app, client=HERE).delete(f"/api/v1/links/{made['id']}")
    page = here.get("/links")
    assert page.status_code == 403
    assert 'action="/leave?to=/links"' in page.text
    assert 'href="/play"' not in page.text
    here.post("/leave")
    assert here.get("/links").status_code == 200


def test_a_guest_who_leaves_his_link_is_nobody(app: Any) -> None:
    guest = holder(app, "seat", "A")
    assert guest.get("/links", follow_redirects=False).status_code == 303
    assert guest.post("/leave", follow_redirects=False).status_code == 303
    page = guest.get("/links")
    assert page.status_code == 401
    assert "/leave" not in page.text
    assert guest.get("/api/v1/me").status_code == 401
    assert TestClient(app, client=ELSEWHERE).post("/leave").status_code == 401  # at "/", where it leads


def test_the_secret_is_kept_and_nobody_elses(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path / "data")
    assert kept_secret(tmp_path / "data") == secret
    file = tmp_path / "data" / "links.secret"
    assert file.stat().st_mode & 0o077 == 0
    file.write_bytes(b"short")
    assert kept_secret(tmp_path / "data") != secret
    # a link made before a restart holds after it
    first = Links(secret=secret)
    token = first.token(first.make(Role.TABLE, None, 60.0))
    with pytest.raises(ApiError):
        Links(secret=secret).read(token)  # … when its store is kept as well
