"""The demo keeps its deals apart: nothing of it is in the history and statistics of real tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bura_server.cli import demo
from bura_server.storage import data_folder
from bura_server.store.database import Database


@pytest.mark.parametrize("own", [False, True])
def test_the_demo_has_a_folder_and_a_database_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    monkeypatch.delenv("BURA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("BURA_DATABASE", "postgresql://ann@nowhere/bura")
    served: list[Any] = []
    monkeypatch.setattr("bura_server.table.serve", lambda wish, **_: served.append(wish))
    mine = ["--data", str(tmp_path / "mine")] if own else []
    answer = CliRunner().invoke(demo.command, ["--no-browser", *mine])
    assert answer.exit_code == 0, answer.output
    [wish] = served
    assert wish.data == (tmp_path / "mine" if own else data_folder() / "demo")
    assert wish.data != data_folder()
    database = Database(wish.database)
    assert database.file == wish.data / "bura.db"
    database.close()
