"""A recording in which nothing was seen: one line says why."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bura_server.cli import main
from bura_server.unseen import why_nothing
from bura_vision.layout import default_layout


@pytest.mark.parametrize(
    ("size", "words"),
    [
        pytest.param((720, 1280), "not the shape", id="portrait"),
        pytest.param((160, 90), "pixels high", id="tiny"),
        pytest.param((1280, 720), "no cards lie", id="empty-table"),
    ],
)
def test_the_reason_is_named(size: tuple[int, int], words: str) -> None:
    assert words in why_nothing("clip.mp4", default_layout(2).view(*size))


def test_no_picture_at_all() -> None:
    assert "no picture" in why_nothing("clip.mp4", None)


def test_watch_says_so_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "clip.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10.0, (160, 90))
    for _ in range(5):
        writer.write(np.full((90, 160, 3), 90, np.uint8))
    writer.release()
    main(["watch", str(path)])
    told = capsys.readouterr().err.strip()
    assert len(told.splitlines()) == 1
    assert "no deal was seen" in told
