"""The history: found, stepped through, counted, exported, deleted; and rebuilt from the logs when it is missing."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from tests.server.support.scripted import ScriptedObserver, deal_events

from bura.events import Amend
from bura.log import read_log
from bura.replay import Fold, fold_all, replay
from bura.rules import RULESETS
from bura.table import Said, Word
from bura_server.app import AppSettings, create_app
from bura_server.book import Book
from bura_server.history import archive as archives
from bura_server.history import facts
from bura_server.history import told as told_module
from bura_server.history.called import called, is_called
from bura_server.history.schemas import MatchList, PlayerList
from bura_server.links import Links
from bura_server.logplace import KnownFile
from bura_server.rights import Role
from bura_server.session import TableSession
from bura_server.settings import LANGUAGES, ServerSettings
from bura_server.store.database import Database
from bura_server.store.journal import DatabasePlace

NAMES = {"A": "Ann", "B": "Boris"}
HISTORY = "/api/v1/history"
LEAD = 4


@dataclass
class Place:
    """A server with a finished match (1), a file's match (2), and one that runs (3)."""

    client: TestClient
    database: Database
    folder: Path
    links: Links


def play(place: Any, names: dict[str, str], *, correct: bool = False) -> None:
    book = Book(place, names=names)
    book.feed(deal_events())
    if correct:
        from bura.cards import parse_cards
        from bura.events import Amend, Lead

        book.add(Amend(LEAD, (Lead("A", parse_cards("KC JC")),), "umpire", "misread", None), book.last_at_s)
    book.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    database = Database.in_folder(tmp_path)
    play(DatabasePlace(database, "camera-0", tmp_path), NAMES, correct=True)
    play(KnownFile(tmp_path / "evening.jsonl", database), {"A": "Dato", "B": "Boris"})
    running = Book(
        DatabasePlace(database, "camera-1", tmp_path), rules="georgian3", names={"A": "=SUM(1)", "B": "Zoe"}
    )
    session = TableSession(running, ScriptedObserver(()), speed=0)
    links = Links()
    settings = ServerSettings(hosts=("testserver",))
    app = create_app(AppSettings(session, settings, links=links, database=database, data=tmp_path))
    with TestClient(app, client=("127.0.0.1", 50000)) as client:
        yield Place(client, database, tmp_path, links)
    database.close()


def ids(place: Place, query: str = "") -> list[int]:
    answer = place.client.get(f"{HISTORY}/matches{query}")
    assert answer.status_code == 200, answer.text
    listed = MatchList.model_validate(answer.json())
    assert listed.total == len(listed.matches)
    return [match.id for match in listed.matches]


def test_matches_are_found(place: Place) -> None:
    assert ids(place) == [3, 2, 1]
    assert ids(place, "?player=ann") == [1]
    assert ids(place, "?player=boris") == [2, 1]
    assert ids(place, "?player=nobody") == []
    assert ids(place, "?rules=georg") == [3]
    today = date.today()
    assert ids(place, f"?since={today - timedelta(days=1)}") == [2, 1]
    assert ids(place, f"?until={today - timedelta(days=2)}") == []
    answer = place.client.get(f"{HISTORY}/matches?limit=1&offset=1").json()
    assert (answer["total"], [match["id"] for match in answer["matches"]]) == (3, [2])
    running = {
        match["id"]: match["running"] for match in place.client.get(f"{HISTORY}/matches").json()["matches"]
    }
    assert running == {1: False, 2: False, 3: True}


@pytest.mark.parametrize(
    ("lang", "said", "found"),
    [
        ("en", "Classic", [2, 1]),
        ("en", "bura classic", [2, 1]),
        ("ru", "грузинская трехкарточная", [3]),  # without the dots
        ("ru", "КЛАССИЧЕСКАЯ", [2, 1]),
        ("uk", "класична бура", [2, 1]),
        ("ka", "სამკარტიანი", [3]),
        ("ka", "classic31", [2, 1]),  # as the log calls it
        ("en", "бура", []),
        ("en", "georgian five", []),
    ],
)
def test_games_are_found_by_the_names_that_people_know(
    place: Place, lang: str, said: str, found: list[int]
) -> None:
    assert ids(place, f"?lang={lang}&rules={said}") == found
    players = place.client.get(f"{HISTORY}/players?lang={lang}&rules={said}").json()["players"]
    assert bool(players) == (found == [2, 1])  # match 3 has no deal yet


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_called_by_a_name(lang: str) -> None:
    for name in RULESETS:
        assert called(name, lang) != name
        assert is_called(name, called(name, lang).upper(), lang)
    assert called("grandmother's", lang) == "grandmother's"
    assert is_called("grandmother's", "Mother", lang)


def test_a_deal_is_told_as_its_log_says(place: Place) -> None:
    match = place.client.get(f"{HISTORY}/matches?player=ann").json()["matches"][0]
    (deal,) = match["deals"]
    assert (deal["reason"], deal["winners"]) == ("claim_false", ["B"])
    assert (deal["first_seq"], deal["last_seq"]) == (2, 35)
    assert deal["corrected"] == 1
    by_seat = {player["seat"]: player for player in deal["players"]}
    ann = by_seat["A"]
    assert (ann["name"], ann["won"], ann["tricks"]) == ("Ann", False, 3)
    assert (ann["claims_true"], ann["claims_false"], ann["claims_other"]) == (0, 1, 0)
    view = place.client.get(f"{HISTORY}/matches/1/view?seq=35").json()
    for seat, player in by_seat.items():
        assert (player["points_lo"], player["points_hi"]) == tuple(view["seats"][seat]["points"].values())
        assert player["tricks"] == view["seats"][seat]["tricks"]
    assert sum(player["acts"] for player in by_seat.values()) == deal["plays"]


def test_a_match_is_stepped_through(place: Place) -> None:
    rows = place.client.get(f"{HISTORY}/matches/1/entries").json()["entries"]
    assert rows[LEAD - 1]["now"] == [{"type": "lead", "seat": "A", "cards": ["KC", "JC"]}]
    boards = [
        place.client.get(f"{HISTORY}/matches/1/view?seq={seq}").json() for seq in range(1, len(rows) + 1)
    ]
    assert boards[0]["deal"] == 0
    assert boards[LEAD - 1]["trick"]["plays"][0]["cards"] == ["KC", "JC"]
    assert boards[-1]["result"]["reason"] == "claim_false"
    stocks = [board["stock"] for board in boards[2:-1]]
    assert stocks == sorted(stocks, reverse=True)
    assert place.client.get(f"{HISTORY}/matches/1/view?seq=99").status_code == 404
    assert (
        place.client.get(f"{HISTORY}/matches/1/view?seq=35&lang=ka").json()["result"]["text"]
        != boards[-1]["result"]["text"]
    )


def test_statistics_add_the_deals_up(place: Place) -> None:
    answer = PlayerList.model_validate(place.client.get(f"{HISTORY}/players").json())
    told = {player.name: player for player in answer.players}
    assert (told["Boris"].deals, told["Boris"].won) == (2, 2)
    assert (told["Ann"].deals, told["Ann"].claims_false) == (1, 1)
    assert [(deal.claims_true, deal.claims_false) for deal in told["Ann"].series] == [(0, 1)]
    assert told["Boris"].points == sum(deal.points for deal in told["Boris"].series)
    rigs = {rig.table: rig for rig in answer.rigs}
    assert rigs["camera-0"].corrected == 1
    assert rigs["camera-0"].share == round(1 / rigs["camera-0"].plays, 4)
    assert rigs["evening"].share == 0


def test_exports_tell_the_same(place: Place) -> None:
    get = place.client.get
    lines = get(f"{HISTORY}/matches/2/export.jsonl")
    assert lines.text == (place.folder / "evening.jsonl").read_text()
    assert "bura-match-2.jsonl" in lines.headers["content-disposition"]
    (place.folder / "again.jsonl").write_text(get(f"{HISTORY}/matches/1/export.jsonl").text)
    entries = read_log(place.folder / "again.jsonl").entries
    whole = get(f"{HISTORY}/matches/1/export.json").json()
    assert whole["entries"] == [entry.to_json() for entry in entries]
    listed = get(f"{HISTORY}/matches?player=ann").json()["matches"][0]["deals"]
    assert [deal["players"] for deal in whole["deals"]] == [deal["players"] for deal in listed]
    words = get(f"{HISTORY}/matches/1/export.txt?lang=ru").text
    # a text for people: nothing of the log's own notation
    assert words.startswith("Классическая бура до 31\nИгроки: Ann, Boris\n\nСдача 1")
    assert "Взятку забирает" in words
    assert "game classic31" not in words
    table = list(csv.DictReader(io.StringIO(get(f"{HISTORY}/matches/1/export.csv").text)))
    assert [(row["name"], row["won"], row["claims_false"]) for row in table] == [
        ("Ann", "0", "1"),
        ("Boris", "1", "0"),
    ]
    assert get(f"{HISTORY}/matches/1/export.exe").status_code == 422


def test_a_name_is_no_formula() -> None:
    from bura_server.history.exports import _safe

    assert _safe("=1+1") == "'=1+1"
    assert _safe("Ann") == "Ann"


def test_a_match_is_deleted_with_all_that_belongs_to_it(place: Place) -> None:
    still = place.folder / "evidence" / "camera-0-1" / "000004.jpg"
    still.parent.mkdir(parents=True)
    still.write_bytes(b"\xff\xd8")
    # whoever has looked at the history has made its index, which holds the players' names
    assert ids(place)
    assert any(b"Dato" in kept.read_bytes() for kept in place.folder.glob("bura.db*"))
    assert place.client.get(f"{HISTORY}/matches/1/entries/4/still.jpg").content == b"\xff\xd8"
    assert place.client.get(f"{HISTORY}/matches/1/entries/5/still.jpg").status_code == 404
    assert place.client.delete(f"{HISTORY}/matches/1").status_code == 204
    assert not still.parent.exists()
    with place.database.begin() as connection:
        for name in ("entries", "deals", "players"):
            assert connection.execute(text(f"SELECT count(*) FROM {name} WHERE match_id = 1")).scalar() == 0
    assert place.client.delete(f"{HISTORY}/matches/2").status_code == 204
    assert not (place.folder / "evening.jsonl").exists()
    assert ids(place) == [3]
    assert place.client.delete(f"{HISTORY}/matches/1").status_code == 404
    # what is being played cannot go
    assert place.client.delete(f"{HISTORY}/matches/3").status_code == 409
    assert ids(place) == [3]
    # nothing of the players' names is left in the file and in those that SQLite writes beside it
    for kept in place.folder.glob("bura.db*"):
        assert b"Dato" not in kept.read_bytes(), kept


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM players",
        "DELETE FROM deals",
        "UPDATE matches SET index_version = 0",
        "UPDATE players SET name = 'X'",
    ],
)
def test_the_index_is_made_again_from_the_logs(
    place: Place, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = place.client.get(f"{HISTORY}/matches").json()
    with place.database.begin() as connection:
        connection.execute(text(change))
    monkeypatch.setattr(archives, "VERSION", facts.VERSION + 1)
    assert place.client.get(f"{HISTORY}/matches").json() == before


def test_a_running_match_grows_in_the_history(place: Place) -> None:
    book = place.client.app.state.host.session.book  # type: ignore[attr-defined]
    assert place.client.get(f"{HISTORY}/matches/3/entries").json()["seq"] == 1
    assert place.client.post("/api/v1/events", json={"type": "new_deal"}).status_code == 200
    book.say(Said("A", Word.CLAIM, at_s=1.0))
    (match,) = place.client.get(f"{HISTORY}/matches?rules=georg").json()["matches"]
    assert [deal["number"] for deal in match["deals"]] == [1]
    assert place.client.get(f"{HISTORY}/matches/3/entries").json()["seq"] == book.seq


def test_a_log_that_cannot_be_read_hides_only_itself(place: Place) -> None:
    with place.database.begin() as connection:
        connection.execute(text("UPDATE entries SET line = 'rubbish' WHERE match_id = 1 AND seq = 5"))
    (place.folder / "evening.jsonl").unlink()
    assert ids(place) == [3, 2, 1]
    broken = place.client.get(f"{HISTORY}/matches/1/entries")
    assert broken.status_code == 503
    assert "entry 5 of match 1 is broken" in broken.json()["error"]["message"]
    assert place.client.delete(f"{HISTORY}/matches/2").status_code == 204


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/matches/99/entries", 404),
        ("/matches/0/entries", 422),
        ("/matches/99999999999/entries", 422),
        ("/matches/x/entries", 422),
        ("/matches?since=tomorrow", 422),
        ("/matches?limit=0", 422),
        ("/matches?since=0001-01-01&until=9999-12-31", 200),
        ("/matches/1/entries/4/passwd", 422),
        ("/matches/1/entries/4/..%2F..%2Fbura.db", 404),
    ],
)
def test_bad_questions_are_refused(place: Place, path: str, status: int) -> None:
    assert place.client.get(HISTORY + path).status_code == status


def test_the_history_is_the_umpires(place: Place) -> None:
    for role, seat in ((Role.TABLE, None), (Role.SEAT, "A"), (Role.SPECTATOR, None), (Role.CAMERA, None)):
        token = place.links.token(place.links.make(role, seat, 60.0))
        headers = {"authorization": f"Bearer {token}"}
        for path in (
            "/matches",
            "/players",
            "/matches/1/entries",
            "/matches/1/view?seq=1",
            "/matches/1/export.jsonl",
        ):
            assert place.client.get(HISTORY + path, headers=headers).status_code == 403
        assert place.client.delete(f"{HISTORY}/matches/1", headers=headers).status_code == 403
    assert ids(place) == [3, 2, 1]


# --- a match that is being played ---------------------------------------------------------------------------


class Readings:
    """Counts what is read of logs: how many entries, and how often one is read whole."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entries = self.wholes = 0
        tell = Fold.tell
        whole = fold_all

        def telling(fold: Fold, *given: Any) -> Any:
            self.entries += 1
            return tell(fold, *given)

        def reading(entries: Any) -> Any:
            self.wholes += 1
            return whole(entries)

        monkeypatch.setattr(Fold, "tell", telling)
        monkeypatch.setattr("bura_server.history.told.fold_all", reading)


@pytest.mark.parametrize("kind", ["database", "file"])
def test_a_running_match_is_told_on_not_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    database = Database.in_folder(tmp_path)
    own: Any = DatabasePlace(database, "camera-0", tmp_path)
    book = Book(own if kind == "database" else KnownFile(tmp_path / "t.jsonl", database), names=NAMES)
    archive = archives.Archive(database, tmp_path)
    match = archive.match(1)
    readings: Readings | None = None
    for n, event in enumerate(deal_events()):
        book.feed([event])
        if n == 5:
            readings = Readings(monkeypatch)
        archive.refresh()
        entries, told = archive.told(match)
        rows = archive.rows(match)
        assert entries == book.entries
        assert told == replay(entries)
        assert list(rows) == list(book.rows())
    assert readings is not None
    fresh = len(book.entries)
    # `replay` above told each growing log whole; the archive itself told each new entry once
    assert readings.wholes == 0
    assert archive.deals(match)[-1]["last_seq"] == fresh
    # a correction changes what came before: then it is told anew, once
    book.add(Amend(LEAD, (), "umpire", "", None), book.last_at_s)
    entries, told = archive.told(match)
    assert told == replay(entries)
    assert [row.get("now") for row in archive.rows(match)][LEAD - 1] == []
    assert readings.wholes == 1
    book.close()
    database.close()


def test_a_log_file_that_is_not_simply_longer_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    book = Book(path, names=NAMES)
    book.feed(deal_events()[:4])
    book.close()
    lines = path.read_bytes().splitlines(keepends=True)
    sizes = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
    between = told_module.entries_between
    assert [e.seq for e in between(path, sizes[2], sizes[4], since=2) or ()] == [3, 4]
    assert between(path, sizes[2], sizes[4], since=1) is None  # an entry is missing
    assert between(path, sizes[2] + 3, sizes[4], since=2) is None  # not where a line ends
    assert between(path, sizes[2], sizes[4] - 3, since=2) is None  # torn
    assert between(tmp_path / "none.jsonl", sizes[2], sizes[4], since=2) is None
    path.write_bytes(b"".join(lines[:2]) + b"{}\n")
    assert between(path, sizes[2], sizes[2] + 3, since=2) is None
