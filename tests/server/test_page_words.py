"""The page's words: every language has them all, and every event of the log has a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bura_server
from bura.events import EVENT_TYPES
from bura.position import ClaimState, Phase, Standing
from bura.rulebook_page import preset_title
from bura.rules import RULESETS
from bura.texts import word
from bura_server.rulepicker import presets
from bura_server.settings import LANGUAGES
from bura_vision.interpreter import TableState

STATIC = Path(bura_server.__file__).parent / "static"
#: parts of a key that only tell a plural form
PLURALS = re.compile(r"\.(one|few|many|other)$")
#: never shown as a row of their own, or told with other words
UNSPOKEN = {"game_started", "acknowledged", "missed"}


#: groups of words: everybody's (""), and those that pages or parts add in files of their own
GROUPS = ("", *sorted({path.name.split(".")[0] for path in (STATIC / "js/lang").glob("*.*.js")}))


def words(lang: str, group: str = "") -> dict[str, str]:
    """The words of a language file."""
    name = f"{group}.{lang}.js" if group else f"{lang}.js"
    text = (STATIC / "js" / "lang" / name).read_text("utf-8")
    return dict(re.findall(r'"([\w.]+)": "([^"]*)"', text))


def keys(lang: str, group: str = "") -> set[str]:
    """Its keys, plural forms taken together."""
    return {PLURALS.sub("", key) for key in words(lang, group)}


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_everything(lang: str, group: str) -> None:
    assert keys("en", group) - keys(lang, group) == set()
    assert keys(lang, group) - keys("en", group) == set()


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_values_are_filled_in(lang: str, group: str) -> None:
    english, own = words("en", group), words(lang, group)
    for key in english.keys() & own.keys():
        wanted = set(re.findall(r"\{\w+\}", english[key])) - {"{n}"}
        assert wanted <= set(re.findall(r"\{\w+\}", own[key])), key


def test_no_group_changes_the_words_of_everybody() -> None:
    for group in GROUPS[1:]:
        assert words("en", group).keys() & words("en").keys() == set(), group


def test_everything_that_can_be_shown_has_words() -> None:
    have = keys("en")
    assert {f"event.{name}" for name in EVENT_TYPES if name not in UNSPOKEN} <= have
    assert {f"state.{state.name}" for state in TableState} <= have
    assert {f"play.{standing.value}" for standing in Standing} <= have
    assert {f"turn.{phase.value}" for phase in Phase} <= have
    assert {f"claim.{state.value}" for state in ClaimState} <= have


@pytest.mark.parametrize("group", GROUPS)
def test_every_word_is_used(group: str) -> None:
    scripts = "\n".join(
        path.read_text("utf-8") for path in (STATIC / "js").rglob("*.js") if path.parent.name != "lang"
    )
    built = tuple(re.findall(r"`([\w.]+\.)\$\{", scripts))
    unused = {key for key in keys("en", group) if f'"{key}"' not in scripts and not key.startswith(built)}
    assert unused <= {f"{group}.title"}  # which `begin` in page.js shows


def test_pages_are_light_and_ask_nothing_of_the_internet() -> None:
    sent = [path for path in STATIC.rglob("*") if path.suffix in {".html", ".js", ".mjs", ".css", ".svg"}]
    # A page loads its own files, everybody's, and the words of English and of one more language.
    pages = {path.stem for path in STATIC.glob("*.html")}
    for page in pages:
        own = [path for path in sent if not (_of(path) & (pages - {page})) and ".ka." not in f".{path.name}"]
        own = [
            path
            for path in own
            if not (path.parent.name == "lang" and path.stem.split(".")[-1] in ("ru", "uk"))
        ]
        assert sum(path.stat().st_size for path in own) < 300_000, page
    for path in sent:
        text = path.read_text("utf-8")
        addresses = set(re.findall(r"https?://[\w./-]+", text))
        assert addresses <= {
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/1999/xhtml",
        }, path
        assert "//fonts." not in text


def _of(path: Path) -> set[str]:
    """The names by which a file may belong to a page."""
    return {path.stem.split(".")[0], path.parent.name}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_are_called_as_the_engine_calls_them(lang: str) -> None:
    # those that set-up does not offer may be in a history
    assert {preset["name"] for preset in presets(lang)} < set(RULESETS)
    named = {f"game.{name}": preset_title(name, lang) for name in RULESETS}
    assert words(lang, "games") == named


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_doubt_is_headed_as_the_sentence_begins(lang: str) -> None:
    # so that the page can leave the beginning out
    assert words(lang)["alert.unclear"] == word("please_check", lang)


#: words of a language that would be a second name for a deal
OTHER_DEALS = {"ru": r"\b[Кк]он(а|е|у|ом|ов|ы|ам)?\b", "uk": r"\b([Кк]ін|[Кк]он(а|и|і|у|ом|ів)|[Зз]дач\w*)\b"}


@pytest.mark.parametrize("lang", OTHER_DEALS)
def test_a_deal_has_one_name(lang: str) -> None:
    found = {
        key: text
        for group in GROUPS
        for key, text in words(lang, group).items()
        if re.search(OTHER_DEALS[lang], text)
    }
    assert found == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_menu_calls_pages_by_their_titles(lang: str) -> None:
    assert words(lang)["nav.desk"] == words(lang, "desk")["desk.title"]
