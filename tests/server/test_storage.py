"""Where logs lie, and that two programs never write one log."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from bura.errors import LogError
from bura_server.storage import LogLock, data_folder, log_path, set_aside


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("0", "camera-0.jsonl"),
        ("rtsp://10.0.0.5:554/live", "rtsp-10.0.0.5-554-live.jsonl"),
        # a password never becomes part of a name
        ("rtsp://admin:secret@10.0.0.5/live", "rtsp-10.0.0.5-live.jsonl"),
        ("http://cam/../../etc/passwd", "http-cam-.-.-etc-passwd.jsonl"),
    ],
)
def test_a_log_is_named_after_its_camera(table: str, name: str, tmp_path: Path) -> None:
    path = log_path(tmp_path, table)
    assert path.parent == tmp_path
    if "secret" in table or ".." not in table:
        assert path.name == name
    assert "/" not in path.name
    assert "secret" not in path.name


def test_recordings_of_one_name_are_different_tables(tmp_path: Path) -> None:
    one, two = (
        log_path(tmp_path, str(tmp_path / "a/clip.mp4")),
        log_path(tmp_path, str(tmp_path / "b/clip.mp4")),
    )
    assert one != two
    assert one == log_path(tmp_path, str(tmp_path / "a" / ".." / "a" / "clip.mp4"))


def test_the_data_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURA_DATA", str(tmp_path / "env"))
    assert data_folder(tmp_path) == tmp_path
    assert data_folder() == tmp_path / "env"
    monkeypatch.delenv("BURA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "bura"


def test_an_old_log_is_set_aside_not_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    assert set_aside(log, datetime(2026, 1, 2)) is None
    log.write_text("old\n")
    moved = set_aside(log, datetime(2026, 1, 2, 3, 4, 5))
    assert moved is not None
    assert moved.read_text() == "old\n"
    assert not log.exists()


def test_a_log_is_held_by_one_program(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    first = LogLock(log)
    with pytest.raises(LogError, match=r"t\.jsonl is in use by another bura"):
        LogLock(log)
    first.release()
    LogLock(log).release()


def test_a_killed_program_leaves_no_lock(tmp_path: Path) -> None:
    log = tmp_path / "t.jsonl"
    code = (
        "import os, sys; from pathlib import Path; from bura_server.storage import LogLock;"
        f"lock = LogLock(Path({str(log)!r})); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    LogLock(log).release()
