"""Words that only some pages have (`lang/<name>.<language>.js`): complete in every language, and all of them used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bura_server
from bura.table import ZoneKind
from bura_server.settings import LANGUAGES
from bura_vision.quality import Fault, Grade

JS = Path(bura_server.__file__).parent / "static" / "js"
PLURALS = re.compile(r"\.(one|few|many|other)$")
NAMES = sorted({path.name.split(".")[0] for path in (JS / "lang").glob("*.*.js")})


def words(name: str, lang: str) -> dict[str, str]:
    """The words of one file."""
    text = (JS / "lang" / f"{name}.{lang}.js").read_text("utf-8")
    return dict(re.findall(r'"([\w.]+)": "([^"]*)"', text))


def keys(name: str, lang: str) -> set[str]:
    """Its keys, plural forms taken together."""
    return {PLURALS.sub("", key) for key in words(name, lang)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_language_says_everything(name: str, lang: str) -> None:
    assert keys(name, "en") == keys(name, lang)
    english, own = words(name, "en"), words(name, lang)
    assert english
    for key in english.keys() & own.keys():
        wanted = set(re.findall(r"\{\w+\}", english[key])) - {"{n}"}
        assert wanted <= set(re.findall(r"\{\w+\}", own[key])), key
        # names of machines and of nobody else may stay as they are
        assert (
            own[key] != english[key]
            or lang == "en"
            or not re.search(r"[a-z]{4}", re.sub(r"\{\w+\}", "", own[key]))
        ), key


@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_used(name: str) -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in JS.rglob("*.js") if path.parent.name != "lang")
    built = tuple(re.findall(r"`([\w.]+\.)\$\{", scripts))
    unused = {key for key in keys(name, "en") if f'"{key}"' not in scripts and not key.startswith(built)}
    # every page has a title, by its name
    assert unused - {f"{name}.title"} == set()


def test_everything_the_meter_says_has_words() -> None:
    have = keys("setup", "en")
    assert {f"quality.fault.{fault.value}" for fault in Fault} <= have
    assert {f"quality.grade.{grade.value}" for grade in Grade} <= have
    assert {f"setup.zone.{kind.value}" for kind in ZoneKind} <= have


def test_a_card_that_is_drawn_is_no_tie_in_georgian() -> None:
    """English has one word for both; ნიჩია is the tie (RULEBOOK: exactly 60 claimed), and a card is taken, აღება."""
    drawing = {
        key: text
        for path in sorted((JS / "lang").glob("*ka.js"))
        for key, text in re.findall(r'"([\w.]+)": "([^"]*)"', path.read_text("utf-8"))
        if re.search(r"(?i)drew|draw", key)
    }
    assert {"event.drew.one", "turn.draw", "state.DRAWING", "play.mine.draw"} <= drawing.keys()
    assert not {key: text for key, text in drawing.items() if "ნიჩი" in text}
