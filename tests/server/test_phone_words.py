"""The pages for phones: every language says everything, every word is used; documented settings are the settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

import bura_server
from bura_server.phone.settings import CertificateSettings, DoorSettings, LineSettings
from bura_server.settings import LANGUAGES
from bura_vision.phone import PhoneSettings

ROOT = Path(__file__).parents[2]
JS = Path(bura_server.__file__).parent / "static" / "js"
PLURALS = re.compile(r"\.(one|few|many|other)$")
FORMS = {"en": {"one", "other"}, "ka": {"one", "other"}, "ru": {"one", "few", "many", "other"}}
FORMS["uk"] = FORMS["ru"]


def words(page: str, lang: str) -> dict[str, str]:
    """The words of a page."""
    text = (JS / "lang" / f"{page}.{lang}.js").read_text("utf-8")
    return dict(re.findall(r'"([\w.]+)": "([^"]*)"', text))


def keys(page: str, lang: str) -> set[str]:
    return {PLURALS.sub("", key) for key in words(page, lang)}


@pytest.mark.parametrize("page", ["camera", "phone"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_everything(page: str, lang: str) -> None:
    assert keys(page, lang) == keys(page, "en")
    english, own = words(page, "en"), words(page, lang)
    for key, text in english.items():
        if PLURALS.search(key):
            forms = {form for form in FORMS[lang] if PLURALS.sub(f".{form}", key) in own}
            assert forms == FORMS[lang], key
            continue
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", own[key])), key
        assert lang == "en" or own[key] != text, key


@pytest.mark.parametrize("page", ["camera", "phone"])
def test_every_word_is_used_and_every_used_word_is_there(page: str) -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in (JS / page).glob("*.js"))
    built = tuple(re.findall(rf"`({page}\.[\w.]+\.)\$\{{", scripts))
    unused = {key for key in keys(page, "en") if f'"{key}"' not in scripts and not key.startswith(built)}
    assert unused == {f"{page}.title"}
    said = set(re.findall(rf'"({page}\.[\w.]+)"', scripts))
    assert said <= keys(page, "en")


@pytest.mark.parametrize("settings", [PhoneSettings, LineSettings, CertificateSettings, DoorSettings])
def test_every_setting_stands_in_the_document_with_its_default(settings: type) -> None:
    assert settings.__doc__ is not None
    document = (ROOT / "docs" / "phone-camera.md").read_text("utf-8")
    section = document.split(f"**{settings.__doc__.splitlines()[0]}")[1].split("\n**")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.MULTILINE))
    assert {name: value.strip() for name, value in rows.items()} == {
        spec.name: repr(spec.default) for spec in fields(settings)
    }
