"""`bura simulate`: bad input is one sentence and exit 2, and no other clip is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bura.errors import BuraError
from bura_server.cli import main
from bura_server.cli.simulate import check_free


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["{out}", "--seed", "-1"], "-1", id="seed-below-0"),
        pytest.param(["{out}", "--seconds", "nan"], "nan", id="seconds-nan"),
        pytest.param(["{out}", "--table-width", "nan"], "nan", id="width-nan"),
        pytest.param(["{out}", "--fps", "inf"], "inf", id="fps-infinite"),
        pytest.param([""], "empty", id="no-name"),
        pytest.param(["{out}", "--deck", "{out}/none"], "none", id="no-deck"),
        pytest.param(["{foreign}"], "--force", id="another-clip"),
        pytest.param(["{foreign}/clip.mp4"], "is a file", id="a-file"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "clip.mp4").write_bytes(b"mine")
    with pytest.raises(SystemExit) as caught:
        main(["simulate", *(text.format(out=tmp_path / "out", foreign=foreign) for text in arguments)])
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.strip("\n") + "\n" == error, "no empty lines around the sentence"
    assert len(error.splitlines()) == 1
    assert (foreign / "clip.mp4").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("meta", "free"),
    [
        pytest.param({"seed": 3, "rules": "classic31"}, True, id="same"),
        pytest.param({"seed": 4, "rules": "classic31"}, False, id="other-seed"),
        pytest.param({"seed": 3, "rules": "georgian3"}, False, id="other-game"),
        pytest.param([], False, id="not-ours"),
    ],
)
def test_only_the_same_clip_is_made_again(tmp_path: Path, meta: object, free: bool) -> None:
    (tmp_path / "clip.mp4").write_bytes(b"")
    (tmp_path / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    if free:
        check_free(tmp_path, 3, "classic31")
    else:
        with pytest.raises(BuraError, match="another clip"):
            check_free(tmp_path, 3, "classic31")
