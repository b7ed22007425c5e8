"""`bura watch` of a recording that was filmed mirrored: told, not refereed."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

import bura_server
from bura_server.cli import main

PICTURES = 15 * 40


@pytest.mark.slow
def test_a_mirrored_recording_is_told_and_not_refereed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A front camera's clip: some cards are even read, wrongly, so that waiting for an empty transcript is too late."""
    clip = cv2.VideoCapture(str(Path(bura_server.__file__).parent / "demo" / "clip.mp4"))
    size = int(clip.get(cv2.CAP_PROP_FRAME_WIDTH)), int(clip.get(cv2.CAP_PROP_FRAME_HEIGHT))
    path = tmp_path / "front-camera.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), clip.get(cv2.CAP_PROP_FPS), size)
    for _ in range(PICTURES):
        there, picture = clip.read()
        assert there
        writer.write(cv2.flip(picture, 1))
    writer.release()
    with pytest.raises(SystemExit) as caught:
        main(["watch", str(path), "--no-progress"])
    assert caught.value.code == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "front-camera.mp4 is mirrored" in told[0]
