"""The rules as pages: four languages, a sentence for every value of every option, no option without a place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bura.errors import RulesError
from bura.options import Kind, Option, catalogue
from bura.rulebook_page import (
    LANGUAGES,
    option_sentence,
    option_title,
    page_text,
    page_texts,
    preset_summary,
    preset_title,
    rules_page,
    shown_options,
)
from bura.rules import RULESETS, find_ruleset

SCRIPTS = {"ru": "[а-яё]", "uk": "[а-яґєії]", "ka": "[ა-ჰ]", "en": "[a-z]"}


def _leaves(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from _leaves(value, (*path, str(i)))
    else:
        yield path, node


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_has_every_sentence_in_its_own_letters(lang: str) -> None:
    english, ours = dict(_leaves(page_texts("en"))), dict(_leaves(page_texts(lang)))
    assert set(english) == set(ours)
    for path, text in ours.items():
        assert text.count("{}") == english[path].count("{}"), path
        if re.search("[a-z]", english[path].replace("{}", "")):
            assert re.search(SCRIPTS[lang], text.lower()), path
        if lang in ("ru", "uk", "ka"):
            assert text != english[path] or not re.search("[a-z]{3}", text), path


def _keys(option: Option) -> list[str]:
    values = [str(value).lower() if isinstance(value, bool) else str(value) for value in option.values]
    match option.kind:
        case Kind.CHOICE | Kind.FLAG:
            return values
        case Kind.INT_OR_WORD | Kind.SEATS:
            return [*values, "*"]
        case Kind.INT | Kind.COUNTS | Kind.ORDER | Kind.SEAT_POINTS:
            return ["*"]


@pytest.mark.parametrize("name", list(catalogue()))
def test_every_value_has_a_sentence(name: str) -> None:
    sentences = page_texts("en")["options"][name]
    missing = [key for key in _keys(catalogue()[name]) if key not in sentences and "*" not in sentences]
    assert missing == []
    extra = set(sentences) - {"", "*"} - set(_keys(catalogue()[name]))
    assert extra == set()
    assert option_title(name) == sentences[""] != ""


def _more() -> Iterator[Any]:
    yield from RULESETS.values()
    classic = find_ruleset("classic31")
    yield classic.with_options({"open_hands": ["A"], "open_compensation": {"A": 6}, "shokha": True})
    yield classic.with_options({"spades_untrumpable": True, "first_deal_combo": "redeal"})


def test_every_option_has_a_place_on_some_page() -> None:
    placed = {name for rules in _more() for name in shown_options(rules)}
    # the hand size of Macao follows from the number of the deal
    assert set(catalogue()) - placed == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", list(RULESETS))
def test_pages_of_the_presets(name: str, lang: str) -> None:
    page = rules_page(find_ruleset(name), lang)
    text = page_text(page, width=72)
    assert page.title == preset_title(name, lang)
    assert page.summary == preset_summary(name, lang)
    assert "{" not in text
    assert all(len(line) <= 72 for line in text.splitlines())
    assert page.house_mark not in text
    assert all(section.lines for section in page.sections)
    assert json.loads(json.dumps(page.to_json()))["lang"] == lang


def test_pages_are_written_from_the_options() -> None:
    rules = find_ruleset("classic31").with_options(
        {"threshold": 41, "discard_face": "open", "open_hands": ["B"], "open_compensation": {"B": 5}},
        name="Ours",
    )
    text = page_text(rules_page(rules), width=200)
    assert text.startswith("Ours\n====\n\nHouse rules on the basis of: Classic Bura, to 31.")
    assert "• Points to claim: 41. (house rule)" in text
    assert "• All cards are laid open. (house rule)" in text
    assert "• Open hands: B. (house rule)" in text
    assert "seat B: 5" in text
    assert "• The pack has 36 cards, from the six up.\n" in text


def test_precedence_names_only_what_is_played() -> None:
    assert option_sentence(find_ruleset("georgian3"), "precedence").endswith("bura, molodka.")


def test_unknown_language() -> None:
    with pytest.raises(RulesError, match="choose one of en, ru, ka, uk"):
        rules_page(find_ruleset("classic31"), "fr")
