"""Stills, clips and checking again, as a page asks for them."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from tests.server.support.scripted import SIZE_PX, ScriptedObserver, deal_events
from tests.server.support.scripted_server import KingOfSpades

from bura.position import Settings
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.evidence import schemas
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore
from bura_server.links import Links
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import ServerSettings

LEAD = 4
"""entry of A's lead KC QC"""
LAST = 12
PATIENCE_S = 30.0


def table(
    folder: Path, free: int = 10**12, counting: str = "rules"
) -> tuple[TestClient, TableSession, Links]:
    book = Book(folder / "t.jsonl", names={"A": "Ann", "B": "Boris"}, settings=Settings(counting=counting))
    store = EvidenceStore(book.path, free=lambda _: free)
    recorder = Recorder(store, EvidenceSettings(after_s=0.5, fps=3.0, clip_width_px=160), patient=True)
    session = TableSession(book, ScriptedObserver(deal_events()[: LAST - 1]), speed=0, evidence=recorder)
    links = Links()
    settings = AppSettings(session, ServerSettings(hosts=("testserver",)), links=links, reader=KingOfSpades())
    return TestClient(create_app(settings), client=("127.0.0.1", 50000)), session, links


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    made, _, _ = table(tmp_path_factory.mktemp("table"))
    with made:
        ready(made, f"/api/v1/entries/{LAST}/clip.mp4")
        yield made


def ready(client: TestClient, path: str) -> Any:
    deadline = time.monotonic() + PATIENCE_S
    while (answer := client.get(path)).status_code != 200 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert answer.status_code == 200, answer.text
    return answer


def test_every_seen_entry_has_its_still_and_clip(client: TestClient) -> None:
    known = schemas.EvidenceList.model_validate(client.get("/api/v1/evidence").json())
    assert known.entries == list(range(2, LAST + 1))
    still = client.get(f"/api/v1/entries/{LEAD}/still.jpg")
    assert still.headers["content-type"] == "image/jpeg"
    shown = cv2.imdecode(np.frombuffer(still.content, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    assert len(client.get(f"/api/v1/entries/{LEAD}/thumb.jpg").content) < len(still.content)
    clip = client.get(f"/api/v1/entries/{LEAD}/clip.mp4")
    assert clip.headers["content-type"] == "video/mp4"
    with av.open(io.BytesIO(clip.content), "r") as played:
        assert sum(1 for _ in played.decode(video=0)) > 5
    # a browser asks for parts
    part = client.get(f"/api/v1/entries/{LEAD}/clip.mp4", headers={"range": "bytes=0-99"})
    assert (part.status_code, len(part.content)) == (206, 100)
    assert client.get("/api/v1/view").json()["table"]["evidence"] == "kept"


@pytest.mark.parametrize("piece", ["still.jpg", "thumb.jpg", "clip.mp4"])
@pytest.mark.parametrize("seq", [1, 99, 0, -3])
def test_what_was_not_seen_has_none(client: TestClient, piece: str, seq: int) -> None:
    answer = client.get(f"/api/v1/entries/{seq}/{piece}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_checking_again_offers_a_correction_that_can_be_sent(client: TestClient) -> None:
    told = schemas.Recheck.model_validate(client.post(f"/api/v1/entries/{LEAD}/recheck").json())
    assert told.outcome == "differs"
    assert told.read_from == "close"
    assert told.pictures >= 3  # some in the camera's full size, and the still
    king, queen = told.cards
    assert (king.now, king.confidence) == ("KC", 0.0)
    assert [choice.card for choice in king.choices] == ["KS"]
    assert (queen.now, queen.confidence) == ("QC", 0.99)
    instead = [event.model_dump(exclude_unset=True) for event in king.choices[0].instead]
    fix = {"type": "amend", "target": LEAD, "instead": instead, "seen": told.seq}
    after = client.post("/api/v1/events", json=fix).json()
    assert after["entries"][LEAD - 1]["now"][0]["cards"] == ["KS", "QC"]
    # whoever looked at the same entry before that is told to look again
    late = client.post("/api/v1/events", json={**fix, "instead": []})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "conflict")
    assert late.json()["now"]["entries"][LEAD - 1]["now"][0]["cards"] == ["KS", "QC"]
    again = client.post(f"/api/v1/entries/{LEAD}/recheck").json()
    assert again["outcome"] == "confirmed"


def test_checking_again_reads_what_there_is_and_says_what(tmp_path: Path) -> None:
    client, session, _ = table(tmp_path)
    with client:
        ready(client, f"/api/v1/entries/{LAST}/clip.mp4")
        store = session.evidence
        assert store is not None

        def again(seq: int) -> Any:
            return client.post(f"/api/v1/entries/{seq}/recheck").json()

        still, clip, close = (store.folder / f"{LEAD:06d}{ending}" for ending in (".jpg", ".mp4", ".zip"))
        assert again(LEAD)["read_from"] == "close"
        close.write_bytes(b"no close-up")
        assert (again(LEAD)["read_from"], again(LEAD)["pictures"] >= 3) == ("clip", True)
        close.unlink()
        whole = clip.read_bytes()
        clip.write_bytes(whole[: len(whole) // 2])  # torn
        assert (again(LEAD)["read_from"], again(LEAD)["pictures"]) == ("still", 1)
        clip.unlink()
        assert (again(LEAD)["read_from"], again(LEAD)["outcome"]) == ("still", "differs")
        still.write_bytes(b"no picture")
        assert again(LEAD)["error"]["code"] == "not_found"
        clip.write_bytes(whole)
        assert (again(LEAD)["read_from"], again(LEAD)["pictures"] >= 2) == ("clip", True)
        still.unlink()
        clip.unlink()
        # what is missing is told as missing
        assert again(LEAD)["error"]["code"] == "not_found"
        assert LEAD not in client.get("/api/v1/evidence").json()["entries"]
        assert client.get(f"/api/v1/entries/{LEAD}/still.jpg").status_code == 404


def test_evidence_is_for_those_who_may_see_the_table(tmp_path: Path) -> None:
    client, _, links = table(tmp_path)
    with client:
        ready(client, f"/api/v1/entries/{LEAD}/still.jpg")
        for role, seat, status in (
            (Role.TABLE, None, 200),
            (Role.SEAT, "A", 403),
            (Role.SPECTATOR, None, 403),
            (Role.CAMERA, None, 403),
        ):
            token = links.token(links.make(role, seat, 60.0))
            headers = {"authorization": f"Bearer {token}"}
            for path in (f"/api/v1/entries/{LEAD}/still.jpg", "/api/v1/evidence"):
                assert client.get(path, headers=headers).status_code == status
            assert client.post(f"/api/v1/entries/{LEAD}/recheck", headers=headers).status_code == 403


PIECES = ("still.jpg", "thumb.jpg", "clip.mp4")


def test_where_points_are_hidden_no_picture_of_the_running_deal_is_shown(tmp_path: Path) -> None:
    """Not of one entry: that of a taken trick or of a draw shows the trick as well as that of a lead does."""
    client, _, links = table(tmp_path, counting="hidden")
    with client:
        ready(client, f"/api/v1/entries/{LAST}/clip.mp4")
        headers = {"authorization": f"Bearer {links.token(links.make(Role.TABLE, None, 60.0))}"}

        def statuses(seqs: range) -> set[int]:
            paths = [f"/api/v1/entries/{seq}/{piece}" for seq in seqs for piece in PIECES]
            return {client.get(path, headers=headers).status_code for path in paths}

        acts = {row["event"]["type"] for row in client.get("/api/v1/entries").json()["entries"]}
        assert acts >= {"lead", "reply", "took", "drew"}
        # nor of what comes next, which he could ask for before it is published
        assert statuses(range(2, LAST + 3)) == {403}
        for seq in range(2, LAST + 1):
            assert client.get(f"/api/v1/entries/{seq}/clip.mp4").status_code == 200
        # with the deal's end all of it may be seen, and goes on to be while the next deal runs
        ended = client.post("/api/v1/events", json={"type": "end_deal"})
        assert ended.status_code == 200, ended.text
        assert statuses(range(2, LAST + 1)) == {200}
        begun = client.post("/api/v1/events", json={"type": "new_deal", "dealer": "A"})
        assert begun.status_code == 200, begun.text
        assert statuses(range(2, LAST + 1)) == {200}
        seq = begun.json()["seq"]
        assert statuses(range(seq, seq + 2)) == {403}


def test_where_points_are_open_they_are_shown(tmp_path: Path) -> None:
    client, _, links = table(tmp_path, counting="open")
    with client:
        ready(client, f"/api/v1/entries/{LAST}/clip.mp4")
        headers = {"authorization": f"Bearer {links.token(links.make(Role.TABLE, None, 60.0))}"}
        for seq in range(2, LAST + 1):
            assert client.get(f"/api/v1/entries/{seq}/clip.mp4", headers=headers).status_code == 200
        assert client.get(f"/api/v1/entries/{LAST + 1}/clip.mp4", headers=headers).status_code == 404


def test_a_full_disk_costs_the_evidence_and_not_the_log(tmp_path: Path) -> None:
    client, session, _ = table(tmp_path, free=0)
    with client:
        deadline = time.monotonic() + PATIENCE_S
        while session.snapshot.table["state"] != "ENDED" and time.monotonic() < deadline:
            time.sleep(0.02)
        assert session.snapshot.seq == LAST
        while not client.get("/api/v1/evidence").json()["full"] and time.monotonic() < deadline:
            time.sleep(0.02)
        assert client.get("/api/v1/evidence").json()["entries"] == []
        client.post("/api/v1/events", json={"type": "undo"})
        client.post("/api/v1/events", json={"type": "claim", "seat": "A"})
        assert client.get("/api/v1/view").json()["table"]["evidence"] == "full"
    assert len((tmp_path / "t.jsonl").read_text("utf-8").splitlines()) == LAST + 1
