"""What set-up and history refuse is said in the language of the page: each sentence as it is really raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.server.support.raised import raised_anywhere
from tests.server.test_setup import Fixture, order

import bura
import bura_server
import bura_vision
from bura.errors import BuraError
from bura_server import table
from bura_server.refusal_texts import ROWS
from bura_server.refusal_texts_machine import SYSTEM
from bura_server.refusals import _pattern, said
from bura_server.settings import LANGUAGES
from bura_server.table import TableWish
from bura_vision.layout import default_layout
from bura_vision.layout_file import layout_from_json, layout_to_json
from bura_vision.live import LiveSource
from bura_vision.source import open_source

ALPHABET = {"ru": "[а-яё]", "uk": "[а-яіїєґ]", "ka": "[ა-ჰ]"}
FLAG = re.compile(r"(^|\s)--\w")


@pytest.fixture
def client(tmp_path: Path) -> Any:
    with TestClient(Fixture(tmp_path).app, client=("127.0.0.1", 40000)) as opened:
        yield opened


def layout_with(change: Callable[[dict[str, Any]], object]) -> Callable[[], object]:
    def place() -> object:
        told = layout_to_json(default_layout(2))
        for zone in told["zones"]:
            zone["outline"] = None
        change(told)
        return layout_from_json(told)

    return place


def outside(told: dict[str, Any]) -> None:
    zone = told["zones"][0]
    zone["polygon_cm"] = [[x + 900, y] for x, y in zone["polygon_cm"]]


RAISED: list[Callable[[], object]] = [
    lambda: LiveSource(77, opener=lambda: None),
    lambda: LiveSource("rtsp://192.0.2.1/x", opener=lambda: None),
    lambda: table.check_camera("ftp://x"),
    lambda: table.check_camera("a\x00b"),
    lambda: table.check_camera("~nobody-at-all/x.mp4"),
    lambda: open_source("9" * 30),
    lambda: open_source("no/such/clip.mp4"),
    lambda: table.names_of(TableWish("0", names=("Ann", "Ann"))),
    lambda: table.names_of(TableWish("0", names=("Ann", ""))),
    lambda: table.players_of(TableWish("0", names=("a", "b")), 3),
    lambda: default_layout(7),
    lambda: layout_from_json({}),
    layout_with(outside),
    layout_with(lambda told: told["corners"].reverse()),
    layout_with(lambda told: told["zones"].append(told["zones"][0])),
]


@pytest.mark.parametrize("raised", RAISED, ids=map(str, range(len(RAISED))))
def test_what_is_raised_is_said_in_four_languages(raised: Callable[[], object]) -> None:
    with pytest.raises(BuraError) as refused:
        raised()
    message = str(refused.value)
    told = {lang: said(message, lang) for lang in LANGUAGES}
    assert len(set(told.values())) == 4, message
    for lang, alphabet in ALPHABET.items():
        assert re.search(alphabet, told[lang])
    for sentence in told.values():
        assert not FLAG.search(sentence), "a page has no command line"
        assert not re.search(r"\bzones? \d|cannot be used: the|\[table\]", sentence) or sentence == told["en"]


def test_the_rows_are_whole() -> None:
    assert len({row[0] for row in ROWS}) == len(ROWS)
    for row in ROWS:
        words = set(re.findall(r"\{(\w+)\}", row[0]))
        for n, text in enumerate(row[1:]):
            assert text is None or set(re.findall(r"\{(\w+)\}", text)) <= words, text
            assert text is not None or n == 0
        # braces in what a person typed change nothing
        raised = re.sub(r"\{\w+\}", "{x}%s", row[0])
        for lang in LANGUAGES:
            assert said(raised, lang)
    assert said("something nobody wrote down", "ka") == "something nobody wrote down"


def written() -> str:
    """Every piece of text in the rooms that raise, as the code has it: what stands in braces parts two of them."""
    pieces = []
    for room in (bura, bura_vision, bura_server):
        for path in sorted(Path(str(room.__file__)).parent.rglob("*.py")):
            if not path.name.startswith("refusal_"):
                tree = ast.parse(path.read_text(encoding="utf-8"))
                pieces += [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return "\0".join(piece for piece in pieces if isinstance(piece, str))


def test_every_row_is_a_sentence_that_the_code_still_has() -> None:
    """A row whose sentence is worded anew where it is raised would stay behind unseen."""
    code = written()
    raised = [one.text for one in raised_anywhere() if one.text]
    lost = [
        (row[0], piece)
        for row in ROWS
        if row not in SYSTEM  # the system's own words
        and not row[0].startswith(
            ("names.{n}: Value", "names: List", "amend.instead: List", "{where}: ")
        )  # pydantic's own: raised for real below
        and not any(_pattern(row[0]).fullmatch(text) for text in raised)
        for piece in re.split(r"\{\w+\}|[:,] ", row[0])  # some are put together at these places
        if len(piece.strip()) > 3 and piece.strip() not in code
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"names": ["Ann", "Ann"]}, {"en": "different ones", "ru": "дайте им разные", "ka": "ორ მოთამაშეს"}),
        ({"camera": "ftp://x"}, {"en": "is no camera", "uk": "не камера"}),
        ({"rules": {"preset": "classic31", "options": {"threshold": 500}}}, {"en": "threshold", "ru": "500"}),
        ({"rules": {"preset": "bridge", "options": {}}}, {"ru": "таких правил нет", "ka": "ასეთი წესები"}),
        ({"names": list("ABCDEFG")}, {"en": "at most 6", "ru": "не больше 6", "ka": "6-ზე მეტი"}),
        (
            {"names": list("ABCDE"), "rules": {"preset": "burkozel", "options": {}}},
            {"en": "2 to 4 players, not 5", "uk": "від 2 до 4"},
        ),
        ({"names": ["A" * 99, "B"]}, {"ru": "знаков", "ka": "ნიშანზე"}),
    ],
)
def test_set_up_refuses_in_the_language_of_the_page(
    client: Any, change: dict[str, Any], words: dict[str, str]
) -> None:
    for lang, word in words.items():
        answer = client.post("/api/v1/table", json=order(**change), headers={"accept-language": lang})
        assert answer.status_code == 422
        assert word in answer.json()["error"]["message"]
        assert not FLAG.search(answer.json()["error"]["message"])


def test_a_camera_that_failed_is_told_in_the_language_of_the_page(client: Any) -> None:
    client.post("/api/v1/setup/camera", json={"camera": "7"})
    for lang, word in (
        ("en", "plugged in"),
        ("ru", "камера 7 не открывается"),
        ("ka", "კამერა 7 არ იხსნება"),
    ):
        told = ""
        for _ in range(200):
            told = client.get(f"/api/v1/setup?lang={lang}").json()["preview"]["message"]
            if told:
                break
        assert word in told


def test_history_refuses_in_the_language_of_the_page(client: Any) -> None:
    # this server keeps none
    answer = client.get("/api/v1/history/matches/14/entries?lang=ru")
    assert answer.json()["error"]["message"] == "этот сервер не хранит историю"
    assert said("there is no match 14", "uk") == "партії 14 немає"
    assert "14" in said("there is no entry 14: the log has 3", "ka")
