"""What no JSON of ours may say is refused in a short sentence wherever JSON is read."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.cases import parse_cases, run_case
from bura.errors import BuraError, LogError, ParseError
from bura.log import LogWriter, read_log
from bura.notation import read_event
from bura.rulefiles import rules_from_text
from bura.strictjson import read_json
from bura.transcript import read_transcript

LONG = "9" * 5000
START = (
    '{"v":1,"seq":1,"at_s":0,"source":"human",'
    '"event":{"type":"game_started","rules":"classic31","seats":["A","B"]}}\n'
)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_all_json_is_read_as_the_standard_library_reads_it(value: object) -> None:
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NaN", "NaN is not a number"),
        ('{"a": Infinity}', "Infinity is not a number"),
        ("1e999", "too large"),
        (LONG, "too many digits"),
        ('{"a": 1, "a": 2}', "'a' twice"),
        ("[" * 100_000, "nested too deeply"),
        ("", "not JSON"),
        ("{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
    ],
)
def test_what_is_no_json_is_refused(text: str | bytes, why: str) -> None:
    with pytest.raises(ParseError, match=why) as told:
        read_json(text)
    assert len(str(told.value)) < 300


@given(st.text() | st.binary())
def test_no_text_raises_anything_else(text: str | bytes) -> None:
    with suppress(ParseError):
        read_json(text)


@pytest.mark.parametrize("at_s", ["NaN", "1e999", "-Infinity", LONG, "1e300", '"2"', "true"])
def test_a_time_that_is_none_is_refused_in_logs(tmp_path: Path, at_s: str) -> None:
    path = tmp_path / "log.jsonl"
    whole = (
        START + f'{{"v":1,"seq":2,"at_s":{at_s},"source":"human","event":{{"type":"dealt","dealer":"B"}}}}\n'
    )
    text = whole + START.replace('"seq":1', '"seq":3')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LogError, match="line 2") as told:
        read_log(path)
    assert len(str(told.value)) < 400
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("at_s", ["1e999", LONG, "1.2.3", "1e300"])
def test_a_time_that_is_none_is_refused_in_transcripts(at_s: str) -> None:
    with pytest.raises(ParseError) as told:
        read_transcript(f"   1 {at_s} human   game classic31 A B\n")
    assert len(str(told.value)) < 400


@pytest.mark.parametrize(
    "line", ["[]", "{}", '{"v":1,"seq":2,"at_s":1,"source":"human","event":{"type":"flew"}}']
)
def test_a_whole_line_of_another_shape_is_not_torn(tmp_path: Path, line: str) -> None:
    """Only what is no JSON was torn by a crash; anything else somebody wrote, and nothing is cut off."""
    path = tmp_path / "log.jsonl"
    path.write_text(START + line + "\n", encoding="utf-8")
    with pytest.raises(LogError, match="line 2"):
        read_log(path)
    with pytest.raises(LogError, match="line 2"):
        LogWriter(path)
    assert path.read_text(encoding="utf-8") == START + line + "\n"
    assert [file.name for file in tmp_path.iterdir()] == ["log.jsonl"]


@pytest.mark.parametrize("toml", [True, False])
def test_option_files_say_each_thing_once_and_no_endless_number(toml: bool) -> None:
    long = f'preset = "classic31"\n[options]\nthreshold = {LONG}' if toml else f'{{"threshold": {LONG}}}'
    twice = "[options]\n[options]" if toml else '{"options": {}, "options": {}}'
    for text in (long, twice):
        with pytest.raises(BuraError) as told:
            rules_from_text(text, toml=toml)
        assert len(str(told.value)) < 400


@pytest.mark.parametrize(
    "line", [f"A lays {LONG} down", "x" * 1_000_000, f"amend {LONG}: nothing", f"A draws {LONG}"]
)
def test_a_monstrous_line_is_refused_in_a_short_sentence(line: str) -> None:
    with pytest.raises(ParseError) as told:
        read_event(line)
    assert len(str(told.value)) < 600


def test_cases_of_the_wrong_shape_fail_alone_and_in_words() -> None:
    file = parse_cases(
        '{"id":"a","variant":"leave31","check":"leave","situation":{"active":["C"],"pile":["AD","AH","10S"]},'
        '"action":{"player":"C"},"expect":{"verdict":"leaves"}}\n'
        '{"id":"b","variant":"classic31","check":"beat","situation":{},"expect":{"beats":true}}\n'
        f'{{"id":"c","variant":"classic31","check":"beat","situation":{{"n":{LONG}}},"expect":{{"beats":true}}}}\n'
    )
    assert len(file.problems) == 1
    assert "line 3" in file.problems[0]
    for case in file.cases:
        got = str(run_case(case).got["error"])
        assert "KeyError" not in got
        assert "Division" not in got
