"""`bura export-labels`: corrections become labels, with their stills where there are any."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.server.support.scripted import deal_events

from bura.cards import parse_cards
from bura.events import Amend, Lead
from bura_server.book import Book
from bura_server.cli import main
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    database = Database.in_folder(folder)
    book = Book(DatabasePlace(database, "camera-0", folder), names={"A": "Ann", "B": "Boris"})
    book.feed(deal_events())
    for target, instead in ((4, (Lead("A", parse_cards("KC JC")),)), (6, ()), (5, ()), (5, None)):
        book.add(Amend(target, instead, "umpire"), book.last_at_s)
    book.close()
    database.close()
    still = folder / "evidence" / "camera-0-1" / "000004.jpg"
    still.parent.mkdir(parents=True)
    still.write_bytes(b"\xff\xd8 a picture")
    return folder


def test_corrections_are_labels(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "labels"
    main(["export-labels", str(out), "--data", str(data)])
    first, second = (json.loads(line) for line in (out / "labels.jsonl").read_text().splitlines())
    assert (first["seq"], first["kind"], first["read"], first["true"]) == (
        4,
        "card",
        ["KC", "QC"],
        ["KC", "JC"],
    )
    assert (out / first["still"]).read_bytes() == b"\xff\xd8 a picture"
    assert (second["seq"], second["kind"], second["now"], second["still"]) == (6, "ghost", [], None)
    said = capsys.readouterr().out
    assert said.startswith("2 corrected entries of 1 matches")
    assert "1 of them have no still" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("--match", "9"), "there is no match 9"), ((), "is not empty")],
)
def test_bad_wishes_are_one_sentence(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    out = tmp_path / "labels"
    out.mkdir()
    (out / "mine.txt").write_text("x")
    with pytest.raises(SystemExit) as ended:
        main(["export-labels", str(out), "--data", str(data), *arguments])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["mine.txt"]
