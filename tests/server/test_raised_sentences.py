"""No refusal that a page can be shown is without words in the four languages: read out of the code that raises them.

A new ``raise ApiError(Code.CONFLICT, "…")``, or a sentence that is worded anew, fails here until
`bura_server.refusal_texts` has it, or until it is listed below why no page can come by it.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from tests.server.support.raised import HOLE, raised_anywhere, raised_in
from tests.server.test_refusals import ALPHABET, FLAG
from tests.server.test_setup import Fixture

import bura_server
from bura_server.errors import Code
from bura_server.refusal_general import GENERAL
from bura_server.refusals import said, spoken
from bura_server.settings import LANGUAGES

STATIC = Path(bura_server.__file__).parent / "static" / "js"

#: rooms that only commands enter, and those of what a person cannot type at a page: they are told by their code
ROOMS = {
    "bura_server.cli": "commands",
    "bura_server.compare": "commands",
    "bura_server.decks": "commands: the deck is named when the program starts",
    "bura_server.history.labels": "commands",
    "bura_server.labelling": "commands",
    "bura_server.outputs": "commands",
    "bura_server.seating": "commands",
    "bura_vision.draw": "commands",
    "bura_vision.enrolled": "commands",
    "bura_vision.enrolling": "commands",
    "bura_vision.find_then_read": "a network that is not installed whole",
    "bura_vision.finder": "a network that is not installed whole",
    "bura_vision.index_reader": "a network that is not installed whole",
    "bura_vision.phone": "counted, not told: the phone's page has words of its own",
    "bura_vision.say": "commands",
    "bura_vision.ultralytics_finder": "commands",
    "bura.cases": "commands",
    "bura.casechecks": "commands",
    "bura.macao": "commands: not a game of the set-up page",
    "bura.match": "a rule set that no page can make",
    "bura.options": "what the set-up page says instead is `bura_server.rulepicker.why_not`",
    "bura.pieces": "settings that the request's model has checked",
    "bura.rulebook_page": "the language is one of the four",
    "bura.rulefiles": "commands; what the page writes it has made itself",
    "bura.transcript": "commands",
}
#: refusals of a text that is not what it claims to be: programs' and files', never typed at a page
CLASSES = ("ParseError", "_TornError")
#: sentences of rooms that pages do enter, which only the start of the program or a file by hand can bring about
STARTS = re.compile(
    r"the secret of the links|a table without a camera has|"
    r"--database |PostgreSQL needs|--names |there is no host|\S+ is not an address of this"
    r"|\S+ does not end in a picture format|\S+ cannot be written \(\S+\): choose another place"
    # a layout's file; what a page sends has been checked by its model
    r"|it has no \[|size_cm of|zone \S+ (is not a \[\[|has the kind|\(\S+\) must name)|\S+ must be "
    r"|\S+: \S+ is not a number"
    r"|the table layout \S+ (is|cannot be read)|there is no table layout"
)
#: what is handed on from another refusal, or was made by a function: so many places in each room
HANDED_ON = Counter(
    {
        "bura_server.entering": 1,
        "bura_server.errors": 7,
        "bura_server.guard": 2,
        "bura_server.live": 1,  # links.OTHER_MATCH
        "bura_server.opening": 1,
        "bura_server.people": 2,
        "bura_server.routes.setup": 2,
        "bura_server.runner": 1,
        "bura_server.store.database": 1,
        "bura.rules": 1,  # in four languages by itself
    }
)
#: faults of the program and not refusals
FAULTS = (
    "ValueError",
    "TypeError",
    "KeyError",
    "NotImplementedError",
    "RuntimeError",
    "AssertionError",
    "IndexError",
    "OSError",
)


EVERYTHING = [
    one
    for one in raised_anywhere()
    if not any(one.room == known or one.room.startswith(f"{known}.") for known in ROOMS)
    and one.error not in (*FAULTS, *CLASSES)
]


def test_every_sentence_that_a_page_can_be_shown_has_words() -> None:
    assert len(EVERYTHING) > 100
    missing = [
        one
        for one in EVERYTHING
        if one.text not in (None, "control_character", f"{HOLE}: {HOLE}")  # pydantic's own
        and not STARTS.match(one.text or "")
        and any(said(one.text or "", lang) == one.text for lang in LANGUAGES[1:])
    ]
    assert missing == []


def test_no_english_is_left_within_a_sentence() -> None:
    """As when a row for many sentences takes one that has a row of its own, and fills its rest in."""
    leaking = [
        (one, said(one.text, lang))
        for one in EVERYTHING
        if one.text and one.text != "control_character" and not STARTS.match(one.text)
        if one.room
        != "bura_vision.live"  # a camera or an address, each with a hint of its own: read here crosswise
        for lang in LANGUAGES[1:]
        if re.search(r"[a-z]{4,} [a-z]{3,}", re.sub("`.*?`", "", said(one.text, lang)))
    ]
    assert leaking == []


def test_what_is_handed_on_is_known() -> None:
    assert Counter(one.room for one in EVERYTHING if one.text is None) == HANDED_ON


def test_a_sentence_that_nobody_worded_is_found(tmp_path: Path) -> None:
    """The test above would see it: in all the ways in which refusals are written."""
    code = tmp_path / "new.py"
    code.write_text(
        'LATE = "it is too late"\n'
        "def act(n, soon):\n"
        '    when = "yesterday" if soon else "today"\n'
        '    text = f"nothing came {when}: wait {n} s"\n'
        "    if n:\n"
        "        raise ApiError(Code.CONFLICT, text) from None\n"
        "    raise LogError(LATE)\n"
        "def its_problem(n):\n"
        '    return f"there are {n} too many"\n'
    )
    found = {one.text for one in raised_in(code, "new")}
    assert found == {
        f"nothing came yesterday: wait {HOLE} s",
        f"nothing came today: wait {HOLE} s",
        "it is too late",
        f"there are {HOLE} too many",
    }


def test_every_code_has_a_sentence_for_what_has_no_words() -> None:
    assert GENERAL.keys() == {code.value for code in Code}
    for code in Code:
        told = {lang: spoken(code.value, "nobody worded this", lang) for lang in LANGUAGES}
        assert told["en"] == "nobody worded this"
        for lang, alphabet in ALPHABET.items():
            assert re.search(alphabet, told[lang])


def test_no_page_sentence_names_a_flag() -> None:
    for one in EVERYTHING:
        if one.text and not STARTS.match(one.text):
            for lang in LANGUAGES:
                assert not FLAG.search(said(one.text, lang)), one


def test_what_the_system_says_of_a_file_is_said_too() -> None:
    assert said("the log x.jsonl cannot be written: No space left on device", "ru").endswith("диск заполнен")
    assert said("the log x.jsonl cannot be written: Permission denied", "en").endswith("it is not allowed")


# --- pages ------------------------------------------------------------------------------------------------------------


def test_every_script_that_shows_a_refusal_asks_in_its_language() -> None:
    for path in STATIC.rglob("*.js"):
        text = path.read_text("utf-8")
        if "error.message" in text and "fetch(" in text:
            assert text.count('"accept-language": language()') >= text.count(".error.message"), path.name
        # what is only compared (an amendment's reason "undo") is not shown
        shown = re.search(r"\bevent\.reason\b(?! [!=]==)", text)
        assert not shown, f"{path.name}: a closing's reason is English"


def test_every_closing_of_a_phones_line_has_words() -> None:
    code = Path(bura_server.__file__).parent
    named = dict(
        re.findall(
            r"^(\w+) = (\d{4})$", (code / "phone/line.py").read_text() + (code / "live.py").read_text(), re.M
        )
    )
    closed = {
        named[name] for name in re.findall(r"socket\.close\((\w+)", (code / "phone/line.py").read_text())
    }
    line, page = ((STATIC / "camera" / name).read_text() for name in ("line.js", "main.js"))
    treated = set(
        re.findall(
            r"\d{4}", "".join(re.findall(r"^const (?:HELD|REPLACED|TOO_LARGE|RESTARTS) = .*", line, re.M))
        )
    )
    worded = set(re.findall(r"\d{4}", re.findall(r"^const CLOSINGS = .*?;", page, re.M)[0]))
    assert closed <= treated | worded
    for lang in LANGUAGES:
        words = (STATIC / "lang" / f"camera.{lang}.js").read_text("utf-8")
        assert all(f'"camera.close.{number}"' in words for number in worded)


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("POST", "/api/v1/events", {"type": "undo"}, {}, 404),
        ("GET", "/api/v1/nothing", None, {}, 404),
        ("PATCH", "/api/v1/view", None, {}, 405),
        ("POST", "/api/v1/events", {"type": "dance"}, {}, 404),
        ("GET", "/api/v1/entries?limit=-3", None, {}, 404),
        ("POST", "/api/v1/setup/layout/auto", {"players": "x"}, {}, 422),
        ("GET", "/api/v1/view", None, {"origin": "http://elsewhere.example"}, 403),
        ("GET", "/api/v1/view", None, {"cookie": "bura_link=made-up"}, 403),
        ("POST", "/api/v1/setup/camera", {"camera": "x" * 70_000}, {}, 413),
    ],
)
def test_refusals_of_all_kinds_are_said_in_the_language_of_the_page(
    tmp_path: Path, method: str, path: str, body: object, headers: dict[str, str], status: int
) -> None:
    with TestClient(Fixture(tmp_path).app, client=("127.0.0.1", 40000)) as client:
        for lang, alphabet in ALPHABET.items():
            answer = client.request(method, path, json=body, headers={"accept-language": lang, **headers})
            assert answer.status_code == status
            assert re.search(alphabet, answer.json()["error"]["message"])
            assert not re.search(r"[a-z]{4,} [a-z]{3,}", answer.json()["error"]["message"])
