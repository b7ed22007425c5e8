"""What people at a running table are really refused, asked over the wire in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.test_refusals import ALPHABET
from tests.server.test_rights import ELSEWHERE, FIRST, HERE, app, holder, link
from tests.server.test_setup import order

__all__ = ["app"]

EVENTS = "/api/v1/events"
LATIN = re.compile(r"[a-z]{4,} [a-z]{3,}")
LEAD = 4


def reads(answer: Any, status: int, lang: str) -> str:
    """The refusal, which must be in its reader's language and in no other."""
    assert answer.status_code == status, answer.text
    told: str = answer.json()["error"]["message"]
    assert re.search(ALPHABET[lang], told), told
    assert not LATIN.search(re.sub("`.*?`", "", told)), told  # a command to be typed is what it is
    return told


@pytest.mark.parametrize("lang", ALPHABET)
def test_the_desk_is_refused_in_words(app: Any, lang: str) -> None:
    umpire = TestClient(app, client=HERE, headers={"accept-language": lang})

    def act(status: int, **event: Any) -> str:
        return reads(umpire.post(EVENTS, json=event), status, lang)

    act(409, type="undo")
    act(404, type="acknowledge", target=99)
    act(404, type="amend", target=99, instead=[])
    act(409, type="swap", target=FIRST + 1)
    act(422, type="object", seat="A", target=LEAD, reason="")
    act(422, type="claim", seat="F")
    act(422, type="amend", target=LEAD, instead=[{"type": "lead", "seat": "A", "cards": ["99Z"]}])
    act(422, type="amend", target=1, instead=[])
    assert umpire.post(EVENTS, json={"type": "amend", "target": LEAD, "instead": []}).status_code == 200
    assert str(LEAD) in act(409, type="amend", target=LEAD, instead=None, seen=LEAD)
    act(409, type="undo", seen=LEAD)
    for path, status in (
        ("/entries/99/alternatives?card=0", 404),
        (f"/entries/{LEAD + 1}/alternatives?card=9", 404),
        (f"/entries/{LEAD}/still.jpg", 404),
        ("/history/matches/1/entries", 404),
        ("/setup", 503),
    ):
        reads(umpire.get(f"/api/v1{path}"), status, lang)
    reads(umpire.post(f"/api/v1/entries/{LEAD}/recheck"), 404, lang)
    reads(umpire.post("/api/v1/table", json=order()), 503, lang)
    reads(umpire.post("/api/v1/phone"), 503, lang)


@pytest.mark.parametrize("lang", ALPHABET)
def test_players_spectators_and_links_are_refused_in_words(app: Any, lang: str) -> None:
    spoken = {"accept-language": lang}
    umpire = TestClient(app, client=HERE, headers=spoken)
    reads(umpire.post("/api/v1/links", json={"role": "seat", "seat": "F"}), 422, lang)
    reads(umpire.post("/api/v1/links", json={"role": "seat"}), 422, lang)
    reads(umpire.delete("/api/v1/links/none-such"), 404, lang)
    stranger = TestClient(app, client=ELSEWHERE, headers=spoken)
    reads(stranger.get("/api/v1/view"), 401, lang)
    for role in ("spectator", "table", "camera"):
        guest = holder(app, role)
        guest.headers.update(spoken)
        reads(guest.post(EVENTS, json={"type": "claim", "seat": "A"}), 403, lang)
        reads(guest.get("/api/v1/links"), 403, lang)
    reads(holder(app, "camera").get("/api/v1/view", headers=spoken), 403, lang)
    reads(holder(app, "spectator").get("/api/v1/view?as=umpire", headers=spoken), 403, lang)
    player = holder(app, "seat", "A")
    player.headers.update(spoken)
    reads(player.post(EVENTS, json={"type": "claim", "seat": "B"}), 403, lang)
    reads(player.post(EVENTS, json={"type": "undo"}), 403, lang)
    reads(player.post(EVENTS, json={"type": "raise", "seat": "A", "number": 2}), 403, lang)
    refused = [player.post(EVENTS, json={"type": "stop", "seat": "A"}) for _ in range(12)][-1]
    assert re.search(r"\d", reads(refused, 429, lang))
    back = link(app, "seat", "B")
    gone = TestClient(app, client=ELSEWHERE, headers=spoken)
    gone.get("/join/" + back["url"].rpartition("/")[2])
    umpire.delete(f"/api/v1/links/{back['id']}")
    reads(gone.get("/api/v1/view"), 403, lang)
