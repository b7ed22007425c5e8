"""Stills and clips: within their limits, playable, and never at the cost of the log."""

from __future__ import annotations

import io
import logging
import os
import threading
import time
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura.cards import Card
from bura.log import effective
from bura.referee import Referee
from bura.table import Belief, CardsLaid, DealBegan, TrumpSeen, sure
from bura_server.errors import ApiError
from bura_server.evidence.clip import mp4
from bura_server.evidence.recheck import recheck
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.ring import FrameRing, Kept, jpeg_of
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece, evidence_folder
from bura_server.picture import Image
from bura_vision.reading import CardReading, Reading

OUTLINE = np.zeros((4, 2), np.float32)


def image(number: int, size: tuple[int, int] = (640, 360)) -> Image:
    """A picture whose brightness tells its number."""
    return np.full((size[1], size[0], 3), 40 + number % 200, np.uint8)


def played(data: bytes) -> list[tuple[float, float]]:
    """Time and mean brightness of every picture of a clip."""
    with av.open(io.BytesIO(data), "r") as clip:
        assert clip.streams.video[0].codec_context.name == "h264"
        assert clip.streams.video[0].codec_context.pix_fmt == "yuv420p"
        return [
            (float(f.time or 0.0), float(f.to_ndarray(format="gray").mean())) for f in clip.decode(video=0)
        ]


def test_a_clip_holds_its_pictures_at_their_times() -> None:
    times = [10.0, 10.1, 10.25, 11.0]
    frames = [Kept(at_s, jpeg_of(image(50 * n), 90)) for n, at_s in enumerate(times)]
    shown = played(mp4(frames, 640))
    assert [round(at_s, 2) for at_s, _ in shown[:4]] == [0.0, 0.1, 0.25, 1.0]
    grey = [value for _, value in shown[:4]]
    assert grey == sorted(grey)


def test_odd_sizes_and_one_picture_make_a_clip() -> None:
    data = mp4([Kept(0.0, jpeg_of(image(1, (641, 361)), 90))], 501)
    with av.open(io.BytesIO(data), "r") as clip:
        assert (clip.streams.video[0].width, clip.streams.video[0].height) == (500, 282)
    with pytest.raises(ValueError):
        mp4([], 640)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(0, 0.5), min_size=1, max_size=60),
    st.integers(20_000, 60_000),
)
def test_the_ring_never_takes_more_memory_than_it_may(gaps: list[float], most: int) -> None:
    rules = EvidenceSettings(ring_bytes=most)
    ring = FrameRing(rules)
    noise = np.random.default_rng(1).integers(0, 255, (90, 160, 3), dtype=np.uint8)
    at_s = 0.0
    for gap in gaps:
        at_s += gap
        if ring.wants(at_s):
            ring.add(at_s, noise)
        assert ring.bytes <= most
        kept = ring.between(-1.0, at_s)
        assert [frame.at_s for frame in kept] == sorted(frame.at_s for frame in kept)
        assert all(at_s - frame.at_s <= 2 * (rules.before_s + rules.after_s) + 0.2 for frame in kept)


def test_a_recording_watched_again_begins_a_new_ring() -> None:
    ring = FrameRing(EvidenceSettings())
    ring.add(50.0, image(1))
    assert ring.wants(1.0)
    ring.add(1.0, image(2))
    assert [frame.at_s for frame in ring.between(0, 99)] == [1.0]


def recorded(folder: Path, settings: EvidenceSettings | None = None) -> EvidenceStore:
    """A table of 12 seconds in which entries 3 and 4 were understood at second 6."""
    rules = settings or EvidenceSettings()
    store = EvidenceStore(folder / "t.jsonl", rules)
    recorder = Recorder(store, rules, patient=True)
    for tick in range(120):
        at_s = tick / 10
        recorder.see(at_s, image(tick))
        if tick == 60:
            recorder.keep((3, 4), at_s - 0.5, at_s, image(tick))
    recorder.close()
    return store


def test_an_entry_has_a_still_a_clip_and_a_thumbnail(tmp_path: Path) -> None:
    store = recorded(tmp_path)
    assert store.folder == evidence_folder(tmp_path / "t.jsonl") == tmp_path / "evidence" / "t"
    for seq in (3, 4):
        assert set(store.pieces(seq)) == set(Piece)
    assert store.known() == {3, 4}
    still = store.path(3, Piece.STILL)
    assert still is not None
    stored = cv2.imread(str(still))
    assert stored is not None
    assert stored.shape == (360, 640, 3)
    assert float(stored.mean()) == pytest.approx(100, abs=3)
    clip = store.path(3, Piece.CLIP)
    assert clip is not None
    shown = played(clip.read_bytes())
    assert shown[-1][0] == pytest.approx(3.0 + 1.5 + 0.4, abs=0.35)
    assert store.path(5, Piece.CLIP) is None
    assert store.usage.bytes == sum(path.stat().st_size for path in store.folder.iterdir())
    assert not [path for path in store.folder.iterdir() if path.name.endswith(".part")]


def test_an_entry_at_the_very_end_has_its_clip_too(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "t.jsonl")
    recorder = Recorder(store, patient=True)
    for tick in range(20):
        recorder.see(tick / 10, image(tick))
    recorder.keep((1,), 1.5, 1.9, image(19))
    recorder.flush()
    deadline = time.monotonic() + 10
    while store.path(1, Piece.CLIP) is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert store.path(1, Piece.CLIP) is not None
    recorder.close()


def test_pictures_that_wait_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = EvidenceSettings(waiting=3)
    store = EvidenceStore(tmp_path / "t.jsonl", rules)
    going = threading.Event()
    write = store.write
    monkeypatch.setattr(store, "write", lambda *args: going.wait(10) and write(*args))
    recorder = Recorder(store, rules)
    for seq in range(1, 11):
        recorder.keep((seq,), 1.0, 1.0, image(seq))
    going.set()
    recorder.close()
    # the one in work and three that waited; the others came while too many did
    assert 3 <= len(store.known()) <= 4


def test_the_oldest_goes_when_there_is_too_much(tmp_path: Path) -> None:
    rules = EvidenceSettings(folder_bytes=10_000)
    store = EvidenceStore(tmp_path / "t.jsonl", rules)
    for seq in range(1, 21):
        store.write(seq, Piece.STILL, b"x" * 1000)
        path = store.path(seq, Piece.STILL)
        assert path is not None
        os.utime(path, (seq, seq))
        assert store.usage.bytes <= 10_000
    kept = store.known()
    assert max(kept) == 20
    assert kept == set(range(min(kept), 21))
    # another table of the same data folder counts as well
    other = EvidenceStore(tmp_path / "u.jsonl", EvidenceSettings(folder_bytes=3_000))
    assert other.usage.bytes <= 3_000


def test_what_is_too_old_goes(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    store = EvidenceStore(tmp_path / "t.jsonl", EvidenceSettings(age_s=100.0), now=lambda: now)
    for seq, age in ((1, 200.0), (2, 50.0)):
        store.write(seq, Piece.STILL, b"x")
        path = store.path(seq, Piece.STILL)
        assert path is not None
        os.utime(path, (now - age, now - age))
    assert store.tidy() == 1
    assert store.known() == {2}


def test_a_full_disk_is_told_once_and_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    left = 0
    store = EvidenceStore(tmp_path / "t.jsonl", free=lambda _: left)
    with caplog.at_level(logging.WARNING):
        assert not store.write(1, Piece.STILL, b"x")
        assert not store.write(2, Piece.STILL, b"x")
    assert len([record for record in caplog.records if "no stills" in record.message]) == 1
    assert store.usage.full
    assert store.known() == frozenset()
    left = 10**12
    assert store.write(3, Piece.STILL, b"x")
    assert not store.usage.full
    assert store.known() == {3}


def test_a_folder_that_cannot_be_made_costs_only_the_evidence(tmp_path: Path) -> None:
    (tmp_path / "evidence").write_text("a file where the folder should be")
    store = recorded(tmp_path)
    assert store.usage.full
    assert store.known() == frozenset()


def referee() -> Referee:
    """A lead of JS 9S by A on trump 9D; entry 4."""
    told = Referee("classic31", ("A", "B"), dealer="B")
    for event in (
        DealBegan(),
        TrumpSeen(belief=Belief.sure(Card.parse("9D"))),
        CardsLaid(seat="A", cards=sure("JS 9S")),
    ):
        told.feed(event)
    return told


def seen(*cards: tuple[str, float], rest: tuple[str, float] | None = None) -> CardReading:
    """A card read as the first, or else as one of the others."""
    ranked = [*cards, *([rest] if rest else [])]
    belief = Belief(tuple((Card.parse(text), share) for text, share in ranked))
    return CardReading(Card.parse(cards[0][0]), cards[0][1], belief, (), OUTLINE)


@pytest.mark.parametrize(
    ("cards", "outcome", "first"),
    [
        (
            [seen(("JS", 0.9), ("JC", 0.08)), seen(("9S", 0.99)), seen(("9D", 0.99))],
            "confirmed",
            ["JC", None],
        ),
        ([seen(("JC", 0.8), ("JS", 0.2)), seen(("9S", 0.99)), seen(("9D", 0.99))], "differs", ["JC", None]),
        ([seen(("9S", 0.99)), seen(("9D", 0.99))], "unread", [None, None]),
        ([], "unread", [None, None]),
    ],
    ids=["as logged", "another suit", "covered", "nothing"],
)
def test_checking_again_ranks_what_the_still_shows(
    cards: list[CardReading], outcome: str, first: list[str | None]
) -> None:
    told = referee()
    answer = recheck(Reading(tuple(cards), (), ()), told.entries, effective(told.entries), 4)
    assert answer["outcome"] == outcome
    best = [slot["choices"][0]["card"] if slot["choices"] else None for slot in answer["cards"]]
    assert best == first
    for slot in answer["cards"]:
        for choice in slot["choices"]:
            # ready to be sent, and the trump, which lies beside it, is never offered
            assert choice["card"] in choice["instead"][0]["cards"]
            assert choice["card"] != "9D"


def test_checking_a_missing_entry_again_is_refused() -> None:
    told = referee()
    with pytest.raises(ApiError):
        recheck(Reading((), (), ()), told.entries, effective(told.entries), 99)
