"""Setting a table up through the interface: cameras, rules, layout, starting, stopping, and starting again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from bura.errors import RulesError, SourceError
from bura.options import catalogue
from bura.origins import option_origin
from bura.rules import RULESETS
from bura_server import rulepicker, schemas_setup
from bura_server.app import AppSettings, create_app
from bura_server.cli.demo import DEMO
from bura_server.links import Links
from bura_server.opening import LAST, Opener, kept_language
from bura_server.preview import Preview
from bura_server.rights import Role
from bura_server.settings import LANGUAGES, ServerSettings
from bura_server.store.database import Database
from bura_vision.layout import default_layout, parse_layout
from bura_vision.layout_file import layout_from_json, layout_text, layout_to_json
from bura_vision.source import Frame, Item

PATIENCE_S = 60.0
CLIP = str(DEMO / "clip.mp4")


class Camera:
    """A camera that gives one grey picture again and again."""

    live = True
    duration_s: float | None = None

    def __init__(self, name: str) -> None:
        if name == "7":
            raise SourceError("camera 7 cannot be opened: is it plugged in and not in use?")
        self.name = name
        self.closed = False

    def __iter__(self) -> Iterator[Item]:
        number = 0
        while not self.closed:
            yield Frame(np.full((360, 640, 3), 90, np.uint8), number, number / 20)
            number += 1
            time.sleep(0.02)

    def close(self) -> None:
        self.closed = True


class Fixture:
    """A server without a table."""

    def __init__(self, folder: Path) -> None:
        self.opened: list[Camera] = []
        self.database = Database("sqlite://")
        self.links = Links()
        preview = Preview(self._camera)
        self.opener = Opener(folder, self.database, speed=0, preview=preview)
        self.app = create_app(
            AppSettings(
                None,
                ServerSettings(beat_s=0.2, gather_s=0.0, hosts=("testserver",)),
                links=self.links,
                opener=self.opener,
            )
        )

    def _camera(self, name: str) -> Camera:
        self.opened.append(Camera(name))
        return self.opened[-1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Fixture]:
    made = Fixture(tmp_path)
    yield made
    made.opener.preview.close()
    made.database.close()


@pytest.fixture
def client(server: Fixture) -> Iterator[TestClient]:
    with TestClient(server.app, client=("127.0.0.1", 50000)) as running:
        yield running


def until(client: TestClient, path: str, good: Any) -> Any:
    """Ask until the answer is as wanted."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        answer = client.get(path)
        if good(answer):
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{path} never came: {answer.text[:300]}")


def closing(socket: WebSocketTestSession) -> int:
    """The code with which a socket is closed, whatever came before."""
    try:
        while True:
            socket.receive_text()
    except WebSocketDisconnect as closed:
        return closed.code


def order(**more: Any) -> dict[str, Any]:
    wish = {"camera": CLIP, "rules": {"preset": "classic31", "options": {}}, "names": ["Ann", "Boris"]}
    return {**wish, **more}


def test_without_a_table_everything_says_so(client: TestClient) -> None:
    assert client.get("/api/v1/health").json()["state"] == "NO_TABLE"
    for path in ("/api/v1/view", "/api/v1/entries", "/api/v1/picture.jpg"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_table")
    for socket in ("/api/v1/live", "/api/v1/picture"):
        with pytest.raises(WebSocketDenialResponse) as denied:
            client.websocket_connect(socket).__enter__()
        assert denied.value.status_code == 404
    assert client.delete("/api/v1/table").json()["error"]["code"] == "no_table"
    known = schemas_setup.Setup.model_validate(client.get("/api/v1/setup?lang=ru").json())
    assert known.running is None
    assert {preset.name for preset in known.presets} == {
        rules.name for rules in RULESETS.values() if rules.game.value in ("bura", "marriage")
    }


def test_a_table_is_started_stopped_and_started_again(client: TestClient, server: Fixture) -> None:
    started = client.post("/api/v1/table", json=order(counting="hidden", spectator_delay_s=5))
    assert started.status_code == 201
    assert client.post("/api/v1/table", json=order()).json()["error"]["code"] == "conflict"
    view = until(client, "/api/v1/view?as=table", lambda a: a.json()["seq"] >= 3).json()
    assert view["view"]["counting"] == "hidden"
    # the spectators' page offers no shorter delays
    assert view["table"]["spectator_delay_s"] == 5
    assert view["view"]["seats"]["A"]["points"] is None
    assert view["view"]["seats"]["B"]["name"] == "Boris"
    settings = view["entries"][0]["event"]["settings"]
    assert settings == {"counting": "hidden", "spectator_delay_s": 5.0}
    with client.websocket_connect("/api/v1/live") as socket:
        socket.receive_text()
        assert client.delete("/api/v1/table").status_code == 204
        assert closing(socket) == 1012
    assert client.get("/api/v1/view").json()["error"]["code"] == "no_table"
    # what was chosen is offered the next time
    assert client.get("/api/v1/setup").json()["last"]["names"] == ["Ann", "Boris"]
    again = client.post("/api/v1/table", json=order(new=False)).json()
    assert again["resumed"]
    assert again["seq"] >= 3


def test_the_language_of_the_set_up_is_the_tables(client: TestClient, tmp_path: Path) -> None:
    assert client.get("/api/v1/setup").json()["lang"] == "en"
    assert kept_language(tmp_path) is None
    assert client.post("/api/v1/table", json=order(lang="de")).status_code == 422
    assert client.post("/api/v1/table", json=order(lang="ka")).status_code == 201
    assert 'data-default-lang="ka"' in client.get("/").text
    # sentences for whoever asks for no language are in it too
    until(client, "/api/v1/view", lambda a: a.json()["seq"] >= 3)
    own, asked = (client.get("/api/v1/setup" + query).json() for query in ("", "?lang=en"))
    assert own["presets"][0]["title"] != asked["presets"][0]["title"]
    # it outlives the table, and a table that says nothing
    client.delete("/api/v1/table")
    client.post("/api/v1/table", json=order())
    assert client.get("/api/v1/setup").json()["lang"] == "ka"
    # … and the program: the next one begins with it where --lang is not given
    assert kept_language(tmp_path) == "ka"
    (tmp_path / LAST).write_text('{"lang": ["ka"]}', encoding="utf-8")
    assert kept_language(tmp_path) is None


def test_house_rules_and_a_dragged_layout_are_what_is_played(client: TestClient, tmp_path: Path) -> None:
    layout = layout_to_json(default_layout(2))
    for zone in layout["zones"]:
        zone["polygon_cm"] = None
        zone["outline"] = [[x * 0.9 + 0.04, y] for x, y in zone["outline"]]
    rules = {"preset": "classic31", "options": {"threshold": 21, "discard_face": "open"}}
    answer = client.post("/api/v1/table", json=order(rules=rules, layout=layout))
    assert answer.status_code == 201, answer.text
    start = client.get("/api/v1/entries").json()["entries"][0]["event"]
    assert start["options"] == {"threshold": 21, "discard_face": "open"}
    saved = parse_layout((tmp_path / "table.toml").read_text("utf-8"))
    play = saved.play.bounds_cm
    assert play[0] == pytest.approx(29.0 * 0.9 + 4.0, abs=0.1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rules": {"preset": "classic31", "options": {"threshold": 500}}}, "threshold"),
        (
            {"rules": {"preset": "georgian5", "options": {"deck": 20, "little_moscow": "sixes_with_trump"}}},
            "sixes",
        ),
        ({"rules": {"preset": "bridge", "options": {}}}, "bridge"),
        # what is not offered is not taken either, with a camera or without
        ({"camera": "none", "rules": {"preset": "macao"}}, "cannot be refereed at a table"),
        ({"rules": {"preset": "kunken"}}, "cannot be refereed at a table"),
        ({"names": ["Ann", "Ann"]}, "one name"),
        ({"names": ["Ann", ""]}, "no name"),
        ({"names": ["A", "B", "C", "D", "E"]}, "a camera follows 2 to 4 players, not 5"),
        ({"camera": "no/such/clip.mp4"}, "no file"),
        ({"camera": "-1"}, "no camera"),
        ({"layout": {"size_cm": [100, 50], "corners": [[0, 0]] * 4, "zones": [{"kind": "play"}]}}, "layout"),
        ({"spectator_delay_s": 1e9}, "spectator_delay_s"),
        ({"spice": 1}, "spice"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    client: TestClient, change: dict[str, Any], says: str
) -> None:
    answer = client.post("/api/v1/table", json=order(**change))
    assert answer.status_code == 422, answer.text
    assert says in answer.json()["error"]["message"]
    assert client.get("/api/v1/health").json()["state"] == "NO_TABLE"


def test_the_camera_is_looked_through_and_given_back(client: TestClient, server: Fixture) -> None:
    assert client.get("/api/v1/setup/picture.jpg").status_code == 404
    assert client.post("/api/v1/setup/camera", json={"camera": "0"}).status_code == 200
    until(client, "/api/v1/setup/picture.jpg", lambda a: a.status_code == 200)
    assert client.get("/api/v1/setup").json()["preview"]["size_px"] == [640, 360]
    # the same camera is not opened twice
    client.post("/api/v1/setup/camera", json={"camera": "0"})
    assert len(server.opened) == 1
    look = schemas_setup.LookInfo.model_validate(client.post("/api/v1/setup/look").json())
    assert look.cards == []
    assert ("no_cards", "unknown") in [(told.fault, told.grade) for told in look.quality.faults]
    placed = schemas_setup.PlacedLayout.model_validate(
        client.post("/api/v1/setup/layout/auto", json={"players": 3}).json()
    )
    assert not placed.size_found
    assert len([z for z in placed.layout.zones if z.kind == "seat"]) == 3
    assert client.delete("/api/v1/setup/camera").status_code == 204
    assert server.opened[0].closed
    assert client.get("/api/v1/setup").json()["preview"]["status"] == "none"


def test_a_camera_that_is_refused_takes_the_one_before_away(client: TestClient) -> None:
    client.post("/api/v1/setup/camera", json={"camera": "7"})
    until(client, "/api/v1/setup", lambda a: a.json()["preview"]["status"] == "failed")
    assert client.post("/api/v1/setup/camera", json={"camera": "ftp://x"}).status_code == 422
    preview = client.get("/api/v1/setup").json()["preview"]
    assert (preview["status"], preview["message"]) == ("none", "")


@pytest.mark.parametrize(
    "kept", ['{"camera": 7}', '{"camera": "0", "rules": [], "names": ["Ann"]}', "[]", "{"]
)
def test_a_spoilt_memory_is_no_memory(client: TestClient, tmp_path: Path, kept: str) -> None:
    (tmp_path / LAST).write_text(kept, encoding="utf-8")
    answer = client.get("/api/v1/setup")
    assert (answer.status_code, answer.json()["last"]) == (200, None)


def test_a_camera_that_does_not_open_is_told(client: TestClient) -> None:
    client.post("/api/v1/setup/camera", json={"camera": "7"})
    told = until(client, "/api/v1/setup", lambda a: a.json()["preview"]["status"] == "failed").json()
    assert "cannot be opened" in told["preview"]["message"]
    assert "cannot be opened" in client.get("/api/v1/setup/picture.jpg").json()["error"]["message"]


def test_a_preview_nobody_looks_at_ends_by_itself() -> None:
    now = 0.0
    camera = Camera("0")
    preview = Preview(lambda _: camera, clock=lambda: now)
    preview.show("0")
    deadline = time.monotonic() + PATIENCE_S
    while preview.image is None and time.monotonic() < deadline:
        time.sleep(0.01)
    now = 1000.0
    while not camera.closed and time.monotonic() < deadline:
        time.sleep(0.01)
    assert camera.closed
    assert preview.state.status == "none"


def test_only_the_umpire_sets_up_and_only_here_files_are_opened(client: TestClient, server: Fixture) -> None:
    def bearer(role: Role, seat: str | None = None) -> dict[str, str]:
        link = server.links.make(role, seat, 60.0)
        return {"authorization": f"Bearer {server.links.token(link)}"}

    for role in (Role.TABLE, Role.SPECTATOR, Role.CAMERA):
        assert client.get("/api/v1/setup", headers=bearer(role)).status_code == 403
        assert client.post("/api/v1/table", json=order(), headers=bearer(role)).status_code == 403
        assert client.delete("/api/v1/table", headers=bearer(role)).status_code == 403
    umpire = bearer(Role.UMPIRE)
    answer = client.post("/api/v1/table", json=order(), headers=umpire)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    answer = client.post("/api/v1/setup/camera", json={"camera": "/etc/passwd"}, headers=umpire)
    assert answer.status_code == 403
    assert client.get("/api/v1/setup", headers=umpire).status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_explained_with_its_source(lang: str) -> None:
    seen = set()
    for preset in rulepicker.presets(lang):
        told = schemas_setup.RulePicker.model_validate(rulepicker.picker(preset["name"], {}, lang))
        assert told.problem == ""
        for group in told.groups:
            assert group.heading
            for option in group.options:
                seen.add(option.name)
                assert option.title
                assert option.sentence
                assert option.source
                assert option.origin == option_origin(option.name, lang)
                assert not option.house
                assert all(value.text for value in option.values)
    away = {name for name, option in catalogue().items() if option.group in ("macao", "kunken")}
    # options that matter only beside another one come when that one is chosen
    assert len(seen) >= len(catalogue()) - len(away) - 12


def test_options_that_contradict_each_other_are_told_in_words() -> None:
    told = rulepicker.picker("georgian5", {"deck": 20, "little_moscow": "sixes_with_trump"}, "uk")
    assert told["problem"].startswith("для малої Москви з шістками потрібні шістки")
    assert told["clash"] == ["мала Москва"]
    told = rulepicker.picker("georgian5", {"deck": 20, "little_moscow": "sixes_with_trump"}, "en")
    assert "needs sixes" in told["problem"]
    # a combination is named in the page's language as well, and so is a value that an option cannot have
    told = rulepicker.picker("classic31", {"precedence": ["moscow"]}, "ru")
    assert told["problem"] == "в старшинстве комбинаций нет такой, которая здесь играет: бура"
    told = rulepicker.picker("classic31", {"threshold": 150}, "ka")
    assert told["problem"] == "„განაცხადის ქულა“: 150 არ შეიძლება; საჭიროა მთელი რიცხვი 1-დან 120-მდე"
    told = rulepicker.picker("classic31", {"deck": 21}, "ru")
    assert "карт: туз, десятка" in told["problem"]
    fine = rulepicker.picker("classic31", {"threshold": 31, "discard_face": "open"}, "en")
    assert fine["problem"] == ""
    house = [o["name"] for g in fine["groups"] for o in g["options"] if o["house"]]
    assert house == ["discard_face"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_layout_goes_to_the_page_and_to_a_file_and_back(seats: int) -> None:
    corners = np.array([[0.1, 0.05], [0.95, 0.1], [0.9, 0.97], [0.05, 0.9]])
    layout = default_layout(seats).with_corners(corners)
    for back in (layout_from_json(layout_to_json(layout)), parse_layout(layout_text(layout))):
        assert back.size_cm == pytest.approx(layout.size_cm, abs=0.01)
        assert np.allclose(back.corners, corners, atol=1e-4)
        assert back.seats == layout.seats
        for one, other in zip(layout.zones, back.zones, strict=True):
            assert np.allclose(one.polygon_cm, other.polygon_cm, atol=0.01)
    # by outlines alone it is the same
    data = layout_to_json(layout)
    for zone in data["zones"]:
        del zone["polygon_cm"]
    for one, other in zip(layout.zones, layout_from_json(data).zones, strict=True):
        assert np.allclose(one.polygon_cm, other.polygon_cm, atol=0.05)


VALUES = st.one_of(
    st.booleans(),
    st.integers(-5, 200),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8),
    st.lists(st.integers(0, 9), max_size=4),
    st.just({"A": 6}),
)
POINTS = st.lists(st.tuples(st.floats(-2, 3), st.floats(-2, 3)), min_size=3, max_size=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(sorted(RULESETS)),
    st.dictionaries(st.sampled_from(sorted(catalogue())), VALUES, max_size=4),
)
def test_any_options_are_explained_or_refused(
    client: TestClient, preset: str, options: dict[str, Any]
) -> None:
    answer = client.post("/api/v1/setup/rules", json={"preset": preset, "options": options})
    assert answer.status_code == 200, answer.text
    told = schemas_setup.RulePicker.model_validate(answer.json())
    problem = ""
    try:
        rulepicker.rules_of(preset, options)
    except RulesError as error:
        problem = str(error)
    assert told.problem == problem
    for lang in LANGUAGES:
        said = rulepicker.picker(preset, options, lang)["problem"]
        assert bool(said) == bool(problem)
        assert lang == "en" or said != problem or not problem, lang


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.floats(-0.4, 1.4), st.floats(-0.4, 1.4)), min_size=4, max_size=4),
    st.lists(
        st.fixed_dictionaries(
            {
                "kind": st.sampled_from(["play", "stock", "pile", "seat"]),
                "seat": st.sampled_from([None, "A", "B", "F"]),
            },
            optional={"outline": POINTS, "polygon_cm": POINTS},
        ),
        min_size=1,
        max_size=6,
    ),
    st.floats(6, 900),
)
def test_any_layout_is_placed_or_refused_in_a_sentence(
    client: TestClient, corners: list[Any], zones: list[dict[str, Any]], size: float
) -> None:
    wish = {"size_cm": [size, size / 2 + 5], "corners": corners, "zones": zones}
    answer = client.post("/api/v1/setup/layout", json=wish)
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 422:
        assert answer.json()["error"]["message"]
