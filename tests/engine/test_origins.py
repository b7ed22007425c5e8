"""Where the rules come from is told for every option, in four languages, in words and not in codes."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from bura.errors import RulesError
from bura.options import catalogue
from bura.origins import PARTS, option_origin, origin_of
from bura.rulebook_page import LANGUAGES, page_texts

ALPHABET = {"en": "[a-z]", "ru": "[а-яё]", "uk": "[а-яіїєґ]", "ka": "[ა-ჰ]"}
#: codes of `Option.sources` and what they are called; the book's own numbers are nobody's business
CITED = {
    "000": "russian",
    "001": "book",
    "002": "guide",
    "003": "georgian",
    "004": "ukrainian",
    "pagat": "pagat",
    "europebet": "europebet",
    "BuraStars": "burastars",
    "Oh Hell": "oh_hell",
    "Kunken page": "kunken",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_has_its_origin_in_words(lang: str) -> None:
    for name in catalogue():
        told = option_origin(name, lang)
        assert re.search(ALPHABET[lang], told), name
        assert not re.search(r"\bseed\b|\bX\d\d\b|\b00\d\b|\{|\}", told), name
        assert option_origin(name, lang, house=True) != told


def test_who_is_named_is_who_the_catalogue_cites() -> None:
    for name, option in catalogue().items():
        origin = origin_of(name)
        assert origin
        assert set(origin) <= set(PARTS)
        named = {source for sources in origin.values() for source in sources}
        if "descriptions" in named:
            assert re.search(r"000-004|000,001,002,003,004", option.sources)
            named |= set(list(CITED.values())[:5])
        for code, source in CITED.items():
            cited = code in option.sources or (code.isdigit() and "000-004" in option.sources)
            assert cited == (source in named), (name, code)
        assert ("settled" in origin or "after" in origin) == bool(
            re.match("inferred|no seed", option.sources)
        )
        assert ("differs" in origin) <= bool(re.search("vs|differs|disagree", option.sources)), name


def test_every_name_and_word_is_there_in_four_languages() -> None:
    facts = json.loads(resources.files("bura").joinpath("data/origins.json").read_text(encoding="utf-8"))
    used = {
        source for origin in facts["options"].values() for sources in origin.values() for source in sources
    }
    assert used == facts["names"].keys()
    for table in (facts["names"], facts["words"]):
        for row in table.values():
            assert row.keys() == set(LANGUAGES)
            assert all(row.values())


def test_an_option_that_is_none_is_refused() -> None:
    with pytest.raises(RulesError, match="nonsense"):
        option_origin("nonsense")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_and_every_value_is_explained_in_the_language(lang: str) -> None:
    texts = page_texts(lang)["options"]
    for name, option in catalogue().items():
        assert re.search(ALPHABET[lang], texts[name][""]), name
        for value in option.values:
            key = str(value).lower() if isinstance(value, bool) else str(value)
            said = texts[name].get(key) or texts[name].get("*", "")
            assert said, (name, key)
            assert lang == "en" or re.search(ALPHABET[lang], said) or "{}" in said, (name, key)
            assert lang == "en" or not re.search(r"[a-z]{4,} [a-z]{3,}", said), (name, key)
