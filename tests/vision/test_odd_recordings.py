"""Recordings as phones and cheap cameras make them: uneven rates, files that say how they are turned, other tables."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from bura_datasets.video import UnevenWriter
from bura_server.cli import main
from bura_vision.source import Frame, open_source

SIZE = (128, 96)


def picture(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Bright above, dark below, a little brighter each time."""
    image = np.full((SIZE[1], SIZE[0], 3), 20 + 4 * number, np.uint8)
    image[: SIZE[1] // 2] = 200
    return image


def test_a_variable_rate_keeps_the_recordings_own_times(tmp_path: Path) -> None:
    stamps = [0.0, 0.05, 0.3, 0.34, 0.9, 1.0, 1.9, 1.95]
    with UnevenWriter(tmp_path / "phone.mp4", SIZE, 20.0) as writer:
        for number, at_s in enumerate(stamps):
            writer.write(picture(number), at_s)
    frames = [item for item in open_source(str(tmp_path / "phone.mp4")) if isinstance(item, Frame)]
    assert [frame.at_s for frame in frames] == pytest.approx(stamps, abs=0.002)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg writes the turn into the file")
def test_a_recording_that_says_how_it_is_turned_is_shown_upright(tmp_path: Path) -> None:
    flat, turned = tmp_path / "flat.mp4", tmp_path / "turned.mp4"
    with UnevenWriter(flat, SIZE, 10.0) as writer:
        for number in range(8):
            sideways = cv2.rotate(picture(number), cv2.ROTATE_90_COUNTERCLOCKWISE)
            writer.write(np.asarray(cv2.resize(sideways, SIZE), np.uint8), number / 10.0)
    for how in (
        ["-display_rotation", "-90", "-i", str(flat)],
        ["-i", str(flat), "-metadata:s:v", "rotate=90"],
    ):
        command = ["ffmpeg", "-y", "-v", "error", *how, "-c", "copy", str(turned)]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            break
    else:
        pytest.skip("this ffmpeg cannot write a turn")
    first = next(item for item in open_source(str(turned)) if isinstance(item, Frame))
    if first.image.shape[:2] == (SIZE[1], SIZE[0]):
        pytest.skip("this ffmpeg wrote no turn")
    assert first.image.shape[:2] == (SIZE[0], SIZE[1])
    shown = tmp_path / "shown.png"  # as ffmpeg's own player turns it
    subprocess.run(
        ["ffmpeg", "-y", "-v", "error", "-i", str(turned), "-frames:v", "1", str(shown)], check=True
    )
    expected = cv2.imread(str(shown))
    assert expected is not None
    assert expected.shape == first.image.shape
    assert float(np.abs(first.image.astype(int) - expected.astype(int)).mean()) < 8.0


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, None])
def test_a_picture_of_something_else_is_told_in_one_line(
    tmp_path: Path, turn: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = picture(1) if turn is None else np.asarray(cv2.rotate(picture(1), turn), np.uint8)
    size = (shown.shape[1], shown.shape[0])
    with UnevenWriter(tmp_path / "other.mp4", size, 10.0) as writer:
        for number in range(6):
            writer.write(shown, number / 10.0)
    main(["watch", str(tmp_path / "other.mp4")])
    told = capsys.readouterr().err.strip()
    assert len(told.splitlines()) == 1
    assert "no deal was seen" in told


def test_a_layout_for_other_seats_than_the_game_has_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with UnevenWriter(tmp_path / "deal.mp4", SIZE, 10.0) as writer:
        writer.write(picture(0), 0.0)
    with pytest.raises(SystemExit) as caught:
        main(["watch", str(tmp_path / "deal.mp4"), "--rules", "georgian3", "--players", "4"])
    assert caught.value.code == 2
    error = capsys.readouterr().err.strip().splitlines()
    assert len(error) == 1
    assert "2" in error[0]
