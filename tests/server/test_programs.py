"""The programs from outside: killed and started again, refused with one sentence, followed by the documented client."""

from __future__ import annotations

import io
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from tests.server.test_long_logs import one_deal, written
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from bura_server import runner
from bura_server.cli import main, serve
from bura_server.cli.demo import DEMO
from bura_server.table import TableWish, names_of, players_of

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


@contextmanager
def program(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scripted server as a process of its own, and its address."""
    command = [sys.executable, "-m", "tests.server.support.scripted_server", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://[\d.:]+", line)
        assert found, line
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def until(address: str, done: Any) -> Any:
    """The first view that is as wanted."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        message = httpx.get(f"{address}/api/v1/view").json()
        if done(message):
            return message
        time.sleep(0.05)
    raise AssertionError(message)


def test_a_killed_server_shows_the_same_score_and_finishes_the_deal(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    with program("--log", str(log), "--speed", "20") as (process, address):
        before = until(address, lambda m: m["seq"] >= 14)
        # a person's act just before the end must survive too
        httpx.post(f"{address}/api/v1/events", json={"type": "acknowledge", "target": 4})
        process.send_signal(signal.SIGKILL)
        process.wait()
    written = log.read_bytes().splitlines()
    with program("--log", str(log), "--speed", "20") as (process, address):
        after = httpx.get(f"{address}/api/v1/view").json()
        assert after["seq"] >= before["seq"]
        for seat in "AB":
            assert after["view"]["seats"][seat]["tricks"] >= before["view"]["seats"][seat]["tricks"]
        final = until(address, lambda m: m["view"]["result"])
    assert log.read_bytes().splitlines()[: len(written)] == written
    with program("--log", str(tmp_path / "u.jsonl"), "--speed", "0") as (process, address):
        straight = until(address, lambda m: m["view"]["result"])
    for view in (final["view"], straight["view"]):
        view["claim"].pop("seq")  # one entry more: the person's
    for part in ("seats", "claim", "stock", "trump"):
        assert final["view"][part] == straight["view"][part]
    assert final["view"]["result"]["points"] == straight["view"]["result"]["points"]


def test_a_finished_deal_is_shown_again(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    with program("--log", str(log), "--speed", "0") as (_, address):
        final = until(address, lambda m: m["view"]["result"])["view"]
    with program("--log", str(log), "--speed", "0") as (_, address):
        assert httpx.get(f"{address}/api/v1/view").json()["view"] == final


def test_two_programs_do_not_share_a_log(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    with program("--log", str(log), "--until", "5", "--speed", "0"):
        command = [sys.executable, "-m", "tests.server.support.scripted_server", "--log", str(log)]
        second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert second.returncode != 0
        assert "in use by another bura" in second.stderr


def test_it_ends_when_asked_and_the_log_is_whole(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    with program("--log", str(log), "--until", "20", "--speed", "0") as (process, address):
        until(address, lambda m: m["seq"] > 5)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE_S)
    assert all(json.loads(line)["v"] == 1 for line in log.read_text().splitlines())


def test_ctrl_c_is_a_clean_end(tmp_path: Path) -> None:
    arguments = ("--log", str(tmp_path / "t.jsonl"), "--until", "5", "--speed", "0")
    command = [sys.executable, "-m", "tests.server.support.scripted_server", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first = process.stdout.readline()
    assert "Ctrl+C" in first
    # the other pages' addresses stand below it, each with what it is for
    where = re.findall(r"http://[\d.:]+", first)[0]
    told = [process.stdout.readline().split(maxsplit=1) for _ in runner.PAGES]
    assert [line[0] for line in told] == [where + path for path in runner.PAGES]
    assert [line[1].strip() for line in told] == list(runner.PAGES.values())
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    assert said == ("", "")


def test_a_foreign_name_is_refused(tmp_path: Path) -> None:
    with program("--log", str(tmp_path / "t.jsonl"), "--until", "5", "--speed", "0") as (_, address):
        answer = httpx.get(f"{address}/api/v1/view", headers={"host": "evil.example"})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "forbidden"
        url = f"{address.replace('http', 'ws')}/api/v1/live"
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers={"Host": "evil.example"})
        assert refused.value.response.status_code == 403


def documented_client() -> str:
    """The example of docs/api.md."""
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    found = re.search(r"run by tests/server/test_programs\.py -->\n```python\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def test_the_documented_client_works(tmp_path: Path) -> None:
    assert len(documented_client().splitlines()) <= 30
    client = tmp_path / "client.py"
    client.write_text(documented_client())
    with program("--log", str(tmp_path / "t.jsonl"), "--speed", "30") as (_, address):
        command = [sys.executable, str(client), address.removeprefix("http://")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    last = done.stdout.splitlines()[-1]
    assert "over" in last
    assert "Ann" in last


def test_the_documented_client_has_the_whole_log_however_long(tmp_path: Path) -> None:
    known: dict[str, Any] = {"__name__": "client"}
    exec(documented_client(), known)
    log = written(tmp_path, one_deal(700, "classic31"))
    with program("--log", str(log), "--live", "--until", "0") as (_, address):
        told = known["follow"](address.removeprefix("http://"))
        _, rows = next(told)
        assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) >= 700
        for event in (
            {"type": "acknowledge", "target": 4},
            {"type": "amend", "target": 3, "instead": []},
        ):
            answer = httpx.post(f"{address}/api/v1/events?tail=0", json=event, timeout=PATIENCE_S)
            answer.raise_for_status()
        while len(rows) < answer.json()["seq"]:
            _, rows = next(told)
        assert rows[2]["now"] == []
        assert rows == whole_log(address)
        told.close()


def whole_log(address: str) -> list[Any]:
    """Every row, page by page from the first."""
    rows: list[Any] = []
    since: int | None = 0
    while since is not None:
        page = httpx.get(f"{address}/api/v1/entries", params={"since": since}, timeout=PATIENCE_S).json()
        rows += page["entries"]
        since = page["next"]
    return rows


def refused(*arguments: str) -> str:
    """The one sentence of a command that is refused with exit code 2."""
    text = io.StringIO()
    with redirect_stderr(text), pytest.raises(SystemExit) as ended:
        main(list(arguments))
    assert ended.value.code == 2
    said = text.getvalue().strip()
    assert said.startswith("bura: ")
    assert len(said.splitlines()) == 1
    return said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--camera", "no-such.mp4"), "no-such.mp4"),
        (("--camera", "97"), "camera 97"),
        (("--camera", "clip.txt"), "clip.txt"),
        (("--camera", "ok.mp4", "--rules", "whist"), "whist"),
        (("--camera", "ok.mp4", "--table", "none.toml"), "none.toml"),
        (("--camera", "ok.mp4", "--table", "bad.toml"), "bad.toml"),
        (("--camera", "ok.mp4", "--say", "none.jsonl"), "none.jsonl"),
        (("--camera", "ok.mp4", "--say", "bad.jsonl"), "line 1 of"),
        (("--camera", "ok.mp4", "--log", "broken.jsonl"), "broken.jsonl"),
        (("--camera", "ok.mp4", "--names", "Ann,Ann"), "two players have one name"),
        (("--camera", "ok.mp4", "--names", "Ann,"), "no name"),
        (("--camera", "ok.mp4", "--names", "Ann,Boris", "--seats", "3"), "number of players"),
        (("--camera", "ok.mp4", "--seats", "5"), "a camera follows at most 4 players"),
        (("--camera", "none", "--seats", "7"), "7 is not in the range"),
        (("--camera", "none", "--seats", "5", "--rules", "burkozel"), "burkozel"),
        (("--camera", "ok.mp4", "--host", "no.such.host.invalid"), "no.such.host.invalid"),
        (("--camera", "ok.mp4", "--port", "70000"), "70000"),
        (("--camera", "-3"), "a number from 0 on"),
        (("--camera", "ftp://x/y.mp4"), "rtsp://"),
        (("--camera", "ok.mp4", "--names", "Ann"), "a second name is missing"),
        (("--camera", "ok.mp4", "--host", "203.0.113.7"), "not an address of this machine"),
        (("--camera", "ok.mp4", "--log", "bad.jsonl"), "is not a Bura log"),
        (("--camera", "ok.mp4", "--log", "."), "is a folder"),
        (("--camera", "ok.mp4", "--log", "ok.mp4"), "would overwrite the recording"),
        (("--camera", "ok.mp4", "--say", "far.jsonl"), "the seats are A, B"),
        (("--camera", "ok.mp4", "--rules", "bad.toml"), "bad.toml"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (DEMO / "clip.mp4").exists():
        pytest.skip("the demo clip is not there")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ok.mp4").symlink_to(DEMO / "clip.mp4")
    (tmp_path / "clip.txt").write_text("not a clip")
    (tmp_path / "bad.toml").write_text("[table\n")
    (tmp_path / "bad.jsonl").write_text("{}\n")
    (tmp_path / "far.jsonl").write_text('{"at_s": 1, "seat": "D", "say": "claim"}\n')
    (tmp_path / "broken.jsonl").write_text("rubbish\nrubbish\n")
    extra = () if "--port" in arguments else ("--port", "0")
    text = refused("serve", *arguments, "--data", str(tmp_path / "data"), "--no-browser", *extra)
    assert said in text
    assert (tmp_path / "broken.jsonl").read_text() == "rubbish\nrubbish\n"


def test_a_busy_port_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        text = refused("demo", "--port", port, "--no-browser", "--data", str(tmp_path))
    assert f"port {port}" in text
    assert "--port" in text


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("192.168.1.5", False),
        ("x", False),
    ],
)
def test_only_this_machine_is_local(host: str, local: bool) -> None:
    assert runner.is_local(host) is local


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "no link sees nothing"),
        ("ru", "Без ссылки никто ничего"),
        ("uk", "Без посилання ніхто нічого"),
        ("ka", "ბმულის გარეშე არავინ"),
    ],
)
def test_another_host_is_warned_about(tmp_path: Path, lang: str, said: str) -> None:
    host = ["--host", "0.0.0.0", "--port", "0", "--lang", lang]
    answer = CliRunner().invoke(serve.command, [*host, "--camera", "no-such.mp4", "--data", str(tmp_path)])
    assert said in answer.stderr
    assert "0.0.0.0" in answer.stderr


@pytest.mark.parametrize(
    ("wish", "seats", "players"),
    [
        (TableWish("0"), None, 2),
        (TableWish("0", players=3), None, 3),
        (TableWish("0", names=("a", "b", "c")), None, 3),
        (TableWish("0"), 4, 4),
        (TableWish("0", names=("a", "b"), players=2), 2, 2),
    ],
)
def test_the_number_of_players_follows_from_what_is_said(
    wish: TableWish, seats: int | None, players: int
) -> None:
    assert players_of(wish, seats) == players
    assert len(names_of(wish)) == len(wish.names)
