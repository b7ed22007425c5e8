"""The messages of /api/v1/live: whatever is skipped, a client that keeps the rules ends with the newest view."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bura.events import GameStarted
from bura.log import Entry, Source
from bura.replay import replay
from bura.view import scoreboard
from bura_server import schemas
from bura_server.live import Flood, is_wish
from bura_server.messages import difference, whole
from bura_server.session import Snapshot
from bura_server.settings import ServerSettings

BOARD = scoreboard(replay((Entry(1, 0.0, Source.HUMAN, GameStarted("classic31", ("A", "B"))),))).to_json()
SOURCE = {"name": "clip.mp4", "live": False, "status": "running", "message": ""}


def snapshot(version: int, epoch: int, seq: int, state: str = "READY") -> Snapshot:
    """A snapshot whose rows tell the epoch they belong to, so that a stale row is noticed."""
    rows = tuple(
        {
            "seq": n + 1,
            "at_s": float(n),
            "source": "vision",
            "event": {"type": "took", "seat": "A", "x": epoch},
        }
        for n in range(seq)
    )
    return Snapshot(
        version,
        epoch,
        seq,
        lambda lang: {**BOARD, "seq": seq, "rules": f"{BOARD['rules']} {lang}"},
        rows,
        {"state": state, "at_s": 0.0, "threshold": 31, "pack": 36, "source": SOURCE},
    )


class Client:
    """A client that does what docs/api.md says and no more."""

    def __init__(self) -> None:
        self.seq: int | None = None
        self.rows: list[Any] = []
        self.view: Any = None
        self.table: Any = None

    def hear(self, message: dict[str, Any]) -> bool:
        """Take a message; False when it shows a gap."""
        if message["type"] == "view":
            schemas.ViewMessage.model_validate(message)
            if message["whole"]:
                self.rows = list(message["entries"])
            elif message["since"] == self.seq:
                self.rows += message["entries"]
            else:
                return False
            self.seq, self.view, self.table = message["seq"], message["view"], message["table"]
            return True
        if message["seq"] != self.seq:
            return False
        if message["type"] == "table":
            schemas.TableMessage.model_validate(message)
            self.table = message["table"]
        return True


steps = st.lists(
    st.tuples(
        st.sampled_from(["entry", "correction", "state"]),
        st.booleans(),  # does the screen look now?
        st.booleans(),  # is this message lost on the way?
    ),
    max_size=40,
)


@given(steps)
def test_a_client_that_keeps_the_rules_ends_with_the_newest_view(story: list[tuple[str, bool, bool]]) -> None:
    now = sent = snapshot(1, 0, 1)
    client = Client()
    assert client.hear(whole(now, "en"))
    for kind, looks, lost in story:
        match kind:
            case "entry":
                now = replace(snapshot(now.version + 1, now.epoch, now.seq + 1), table=now.table)
            case "correction":
                now = replace(snapshot(now.version + 1, now.epoch + 1, now.seq + 1), table=now.table)
            case "state":
                now = replace(now, version=now.version + 1, table={**now.table, "state": f"S{now.version}"})
        if not looks:
            continue
        message = difference(sent, now, "en")
        assert message is not None
        sent = now
        if lost or client.hear(message):
            continue
        assert client.hear(whole(now, "en"))
    # A beat tells of the loss of everything before it; the client asks, and is answered.
    message = difference(sent, now, "en") or {"type": "beat", "seq": now.seq}
    if not client.hear(message):
        assert client.hear(whole(now, "en"))
    assert client.seq == now.seq
    assert client.view == now.view("en")
    if client.rows != list(now.rows):
        # only a lost correction that brought no entry could do this, and every correction is an entry
        raise AssertionError("stale rows")


def test_nothing_new_is_no_message() -> None:
    now = snapshot(3, 0, 5)
    assert difference(now, now, "en") is None


def test_only_wishes_count_as_wishes() -> None:
    assert is_wish("next")
    assert is_wish('{"type": "whole"}')
    for text in (None, "", "NEXT", "{}", "[]", "null", '{"type": "view"}', "[" * 5000, "\x00"):
        assert not is_wish(text)


def test_a_flood_is_noticed_and_a_pace_is_not() -> None:
    settings = ServerSettings(flood_messages=5, flood_s=1.0)
    time = 0.0

    def clock() -> float:
        return time

    slow = Flood(settings, clock)
    for _ in range(100):
        time += 0.25
        assert not slow.too_much()
    fast = Flood(settings, clock)
    verdicts = []
    for _ in range(10):
        time += 0.01
        verdicts.append(fast.too_much())
    assert verdicts == [False] * 5 + [True] * 5
