"""The page's words: every language has them all, and every event of the log has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bura_server
from bura.events import EVENT_TYPES
from bura.position import ClaimState, Phase, Standing
from bura_server.settings import LANGUAGES
from bura_vision.interpreter import TableState

STATIC = Path(bura_server.__file__).parent / "static"
#: parts of a key that only tell a plural form
PLURALS = re.compile(r"\.(one|few|many|other)$")
#: never shown as a row of their own, or told with other words
UNSPOKEN = {"game_started", "acknowledged", "missed"}


def words(lang: str) -> dict[str, str]:
    """The words of a language file."""
    text = (STATIC / "js" / "lang" / f"{lang}.js").read_text("utf-8")
    return dict(re.findall(r'"([\w.]+)": "([^"]*)"', text))


def keys(lang: str) -> set[str]:
    """Its keys, plural forms taken together."""
    return {PLURALS.sub("", key) for key in words(lang)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_everything(lang: str) -> None:
    assert keys("en") - keys(lang) == set()
    assert keys(lang) - keys("en") == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_values_are_filled_in(lang: str) -> None:
    english, own = words("en"), words(lang)
    for key in english.keys() & own.keys():
        wanted = set(re.findall(r"\{\w+\}", english[key])) - {"{n}"}
        assert wanted <= set(re.findall(r"\{\w+\}", own[key])), key


def test_everything_that_can_be_shown_has_words() -> None:
    have = keys("en")
    assert {f"event.{name}" for name in EVENT_TYPES if name not in UNSPOKEN} <= have
    assert {f"state.{state.name}" for state in TableState} <= have
    assert {f"play.{standing.value}" for standing in Standing} <= have
    assert {f"turn.{phase.value}" for phase in Phase} <= have
    assert {f"claim.{state.value}" for state in ClaimState} <= have


def test_every_word_is_used() -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in (STATIC / "js").glob("*.js"))
    built = tuple(re.findall(r"`([\w.]+\.)\$\{", scripts))
    unused = {key for key in keys("en") if f'"{key}"' not in scripts and not key.startswith(built)}
    assert unused == set()


def test_the_page_is_light_and_asks_nothing_of_the_internet() -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    sent = [path for path in files if path.suffix in {".html", ".js", ".mjs", ".css", ".svg"}]
    assert sum(path.stat().st_size for path in sent) < 300_000
    for path in sent:
        text = path.read_text("utf-8")
        addresses = set(re.findall(r"https?://[\w./-]+", text))
        assert addresses <= {
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/1999/xhtml",
        }, path
        assert "//fonts." not in text
