"""Close-ups: what an act changed, in the camera's full size, and no more."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from bura.cards import Card
from bura.table import Belief
from bura_server.evidence.closeup import Part, changed_box, closeup_of, parts_of
from bura_server.evidence.recheck import kept_of
from bura_server.evidence.recorder import Recorder
from bura_server.evidence.rereading import reread
from bura_server.evidence.ring import Kept, jpeg_of
from bura_server.evidence.settings import EvidenceSettings
from bura_server.evidence.store import EvidenceStore, Piece
from bura_server.picture import Image
from bura_vision.reading import CardReading, Reading

SIZE = (1080, 1920)
CARD = (900, 500, 980, 620)
"""where a card comes to lie: left, top, right, bottom"""
SETTINGS = EvidenceSettings(clip_width_px=480)
PATIENCE_S = 60.0


def table(*things: tuple[int, int, int, int], light: int = 0) -> Image:
    """A dark table with bright things on it, each with a fine pattern that a small picture cannot hold."""
    image = np.full((*SIZE, 3), 60 + light, np.uint8)
    for left, top, right, bottom in things:
        image[top:bottom, left:right] = 220
        image[top:bottom:2, left:right:2] = 40
    return image


def test_what_came_to_lie_there_is_the_box_and_a_passing_hand_is_not() -> None:
    hand = (200, 0, 500, 700)
    box = changed_box(table(), [table(CARD, hand), table(CARD)], SETTINGS)
    assert box is not None
    left, top, right, bottom = (round(v) for v in np.array(box) * (1920, 1080, 1920, 1080))
    margin = SETTINGS.close_margin * 1920
    assert (left, top) == pytest.approx((900 - margin, 500 - margin), abs=8)
    assert (right, bottom) == pytest.approx((980 + margin, 620 + margin), abs=8)


@pytest.mark.parametrize(
    "after",
    [[table()], [table(light=60)], [np.zeros((8, 8, 3), np.uint8)], []],
    ids=["same", "lamp", "size", "none"],
)
def test_where_nothing_or_everything_is_changed_there_is_no_box(after: list[Image]) -> None:
    assert changed_box(table(), after, SETTINGS) is None


def test_a_closeup_holds_the_place_as_the_camera_gave_it() -> None:
    shown = table(CARD)
    frames = [Kept(1.0, jpeg_of(shown, 95)), Kept(2.0, jpeg_of(shown, 95))]
    data = closeup_of(frames, (0.4, 0.4, 0.6, 0.7), SETTINGS)
    parts = parts_of(data)
    assert len(parts) == 2
    for part in parts:
        assert (part.left, part.top, part.width) == (768, 432, 1920)
        assert part.image.shape == (324, 384, 3)
        whole = shown[432:756, 768:1152].astype(int)
        assert float(np.abs(part.image.astype(int) - whole).mean()) < 4
    # the whole of it is larger by far
    assert len(data) < len(closeup_of(frames, None, SETTINGS)) / 2
    with pytest.raises(ValueError, match="at least one"):
        closeup_of([], None, SETTINGS)


@pytest.mark.parametrize("damage", ["none", "torn", "no place", "no picture"])
def test_what_is_no_closeup_is_refused(damage: str) -> None:
    data = closeup_of([Kept(1.0, jpeg_of(table(), 90))], None, SETTINGS)
    if damage == "torn":
        data = data[: len(data) // 2]
    elif damage == "none":
        data = b"no zip"
    else:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as out:
            out.writestr("0.jpg", b"no picture")
            out.comment = b"{}" if damage == "no place" else b'{"left": 0, "top": 0, "width": 9}'
        data = file.getvalue()
    with pytest.raises(ValueError):
        parts_of(data)


def laid(folder: Path, settings: EvidenceSettings = SETTINGS) -> EvidenceStore:
    """A table on which a card is laid at second 4, under a hand that stays until second 6.3; understood at second 6."""
    store = EvidenceStore(folder / "t.jsonl", settings)
    recorder = Recorder(store, settings, patient=True)
    for tick in range(25, 76):
        at_s = tick / 10
        hand = ((850, 0, 1000, 640),) if 4 <= at_s < 6.3 else ()
        recorder.see(at_s, table(*((CARD,) if at_s >= 4 else ()), *hand))
        if tick == 60:
            recorder.keep((3, 4), 4.5, 6.0, table(CARD, *hand))
    recorder.close()
    # a crowded machine needs longer than `close` waits
    deadline = time.monotonic() + PATIENCE_S
    while store.path(4, Piece.CLIP) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return store


def until(store: EvidenceStore, seq: int) -> Path:
    """The close-up of an entry, once it is written: after its clip."""
    deadline = time.monotonic() + PATIENCE_S
    while (path := store.path(seq, Piece.CLOSE)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert path is not None
    return path


def test_an_entry_keeps_a_closeup_after_the_hand_is_away(tmp_path: Path) -> None:
    store = laid(tmp_path)
    for seq in (3, 4):
        path = until(store, seq)
        parts = parts_of(path.read_bytes())
        assert len(parts) == SETTINGS.close_pictures
        card = parts[-1].image[CARD[1] - parts[-1].top :, CARD[0] - parts[-1].left :][:120, :80]
        shown = table(CARD)[CARD[1] : CARD[3], CARD[0] : CARD[2]]
        # the last ones show the card's fine pattern, which the clip has lost
        assert float(np.abs(card.astype(int) - shown.astype(int)).mean()) < 12
        assert path.stat().st_size < 400_000
    kept = kept_of(store, 3)
    assert kept.source == "close"
    assert [isinstance(one, Part) for one in kept.pictures] == [True] * 4 + [False]
    # a damaged one gives way to the clip
    path = until(store, 3)
    path.write_bytes(b"PK damaged")
    assert kept_of(store, 3).source == "clip"


def test_pictures_that_wait_in_full_size_are_bounded(tmp_path: Path) -> None:
    store = laid(tmp_path, EvidenceSettings(close_ring_bytes=1))
    # there was no room to keep any: the clip is there all the same
    assert store.path(3, Piece.CLIP) is not None
    assert store.path(3, Piece.CLOSE) is None


def card(left: float, top: float, **ranked: float) -> CardReading:
    """A card at a place of the picture that was read."""
    belief = Belief.of({Card.parse(name): share for name, share in ranked.items()})
    assert belief.best is not None
    outline = np.array([(left, top), (left + 80, top), (left + 80, top + 120), (left, top + 120)], np.float32)
    return CardReading(belief.best, belief.confidence, belief, (), outline)


def test_parts_and_the_whole_are_joined_by_their_place() -> None:
    whole = np.zeros((1080, 1920, 3), np.uint8)
    part = Part(np.zeros((400, 500, 3), np.uint8), 800, 400, 1920)

    def read(image: Image) -> Reading:
        if image.shape[1] == 1920:
            # the card beside the part is seen once, in the only picture that shows it
            return Reading((card(900, 500, KS=0.5, KC=0.5), card(100, 100, QD=0.9)), (), ())
        return Reading((card(100, 100, KC=0.9, KS=0.1),), (), ())

    told = reread([part, part, whole], read)
    assert {str(found.card): round(found.confidence, 3) for found in told.cards} == {
        "QD": 0.9,
        "KC": round((0.9 + 0.9 + 0.5) / 3, 3),
    }


def test_a_thing_seen_in_one_part_of_many_is_none() -> None:
    part = Part(np.zeros((400, 500, 3), np.uint8), 800, 400, 1920)
    other = Part(np.ones((400, 500, 3), np.uint8), 800, 400, 1920)
    told = reread(
        [part, other], lambda image: Reading((card(50, 50, KS=0.9),) if image[0, 0, 0] else (), (), ())
    )
    assert (told.cards, told.doubtful) == ((), ())


def test_a_picture_without_change_is_kept_whole(tmp_path: Path) -> None:
    store = EvidenceStore(tmp_path / "t.jsonl")
    recorder = Recorder(store, patient=True)
    for tick in range(30):
        recorder.see(tick / 10, cv2.resize(table(), (640, 360)).astype(np.uint8))
    recorder.keep((1,), 2.0, 2.5, None)
    recorder.close()
    path = until(store, 1)
    assert {(part.left, part.top, part.image.shape) for part in parts_of(path.read_bytes())} == {
        (0, 0, (360, 640, 3))
    }
