"""An entry never loses its still: not when the program is killed with it, not when the disk is slow or full."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from tests.e2e.browser import ROOT

from bura.log import read_log
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image

PATIENCE_S = 60.0
SMALL = EvidenceSettings(free_bytes=0)


def image(grey: int = 90) -> Image:
    return np.full((360, 640, 3), grey, np.uint8)


def shown(store: EvidenceStore, seq: int) -> float:
    """Mean brightness of an entry's still."""
    path = store.path(seq, Piece.STILL)
    assert path is not None, f"entry {seq} has no still"
    read = cv2.imread(str(path))
    assert read is not None, f"the still of entry {seq} is damaged"
    return float(read.mean())


def killed_after(log: Path, entries: int) -> None:
    """Run a table until its log has so many entries, and kill it the moment it has."""
    command = [sys.executable, "-m", "tests.server.support.killed_table", str(log)]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not log.exists() or log.read_bytes().count(b"\n") < entries:
            assert process.poll() is None, "the table ended by itself"
            assert time.monotonic() < deadline
            time.sleep(0.0005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so abruptly there")
@pytest.mark.parametrize(
    "entries", [pytest.param(3, marks=pytest.mark.slow), 6, pytest.param(11, marks=pytest.mark.slow)]
)
def test_a_killed_program_leaves_every_entry_its_still(tmp_path: Path, entries: int) -> None:
    log = tmp_path / "t.jsonl"
    killed_after(log, entries)
    written = read_log(log).entries
    store = EvidenceStore(log)
    store.recover(len(written))
    # the first entry is the start of the game, before any picture
    for entry in written[1:]:
        assert shown(store, entry.seq) == pytest.approx(127, abs=6)
    assert store.known() == {entry.seq for entry in written[1:]}
    assert not list(store.folder.glob(".*.part"))
    assert not list(store.folder.glob(".*draft*"))


def test_the_still_is_written_before_the_entry(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "t.jsonl", SMALL)
    recorder = Recorder(store, SMALL)
    draft = recorder.draft(7, image())
    assert draft is not None
    assert draft.written
    assert store.known() == frozenset()  # … though nobody is told of it yet
    recorder.keep((7, 8), 1.0, 1.0, image(), draft)
    assert store.known() == {7, 8}  # at once, before any screen hears of the entries
    assert shown(store, 8) == pytest.approx(90, abs=2)
    recorder.drop(recorder.draft(9, image()))
    recorder.close()
    assert store.known() == {7, 8}
    assert set(store.pieces(7)) == {Piece.STILL, Piece.THUMB}
    assert not list(store.folder.glob(".*"))
    assert store.usage.bytes == sum(path.stat().st_size for path in store.folder.iterdir())


@pytest.mark.parametrize(("last", "stills"), [(4, set()), (5, {5}), (7, {5, 6, 7})])
def test_what_a_killed_program_left_is_settled(tmp_path: Path, last: int, stills: set[int]) -> None:
    store = EvidenceStore(tmp_path / "t.jsonl", SMALL)
    recorder = Recorder(store, SMALL)
    assert recorder.draft(5, image(60)) is not None
    recorder.close()  # as if killed here: nothing settled the draft
    (store.folder / ".000005.mp4.part").write_bytes(b"half a clip")
    again = EvidenceStore(tmp_path / "t.jsonl", SMALL)
    again.recover(last)
    assert again.known() == stills
    for seq in stills:
        assert shown(again, seq) == pytest.approx(60, abs=2)
    assert not list(again.folder.glob(".*"))


def test_a_disk_without_links_gets_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    store = EvidenceStore(tmp_path / "t.jsonl", SMALL)
    recorder = Recorder(store, SMALL)
    recorder.keep((2, 3), 1.0, 1.0, image(), recorder.draft(2, image()))
    recorder.close()
    assert store.known() == {2, 3}


def test_a_slow_disk_holds_nobody_up_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = EvidenceSettings(free_bytes=0, still_wait_s=0.01)
    store = EvidenceStore(tmp_path / "t.jsonl", rules)
    going = threading.Event()
    write = store.draft
    monkeypatch.setattr(store, "draft", lambda *given: going.wait(PATIENCE_S) and write(*given))
    recorder = Recorder(store, rules)
    draft = recorder.draft(2, image())
    assert draft is not None
    assert not draft.written
    recorder.keep((2,), 1.0, 1.0, image(), draft)
    assert store.known() == frozenset()
    going.set()
    recorder.close()
    assert store.known() == {2}  # late, but there


def test_a_full_disk_costs_the_still_and_nothing_else(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "t.jsonl", free=lambda _: 0)
    recorder = Recorder(store)
    recorder.keep((2,), 1.0, 1.0, image(), recorder.draft(2, image()))
    recorder.close()
    assert store.known() == frozenset()
    assert store.usage.full
