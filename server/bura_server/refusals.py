"""Refusals in the language of whoever reads them.

A refusal is raised as one English sentence, by rooms that know nothing of pages or languages. As gettext does, the
sentence itself is the key: `bura_server.refusal_texts` has what a page says instead. What is not there can come only of
what no page sends; it is told by its code, in one general sentence (`spoken`). A test reads the sentences that can be
raised out of the code and fails for one that is nowhere.
"""

from __future__ import annotations

import re
from functools import cache

from bura_server.refusal_general import GENERAL
from bura_server.refusal_texts import ROWS

_ORDER = {"en": 1, "ru": 2, "uk": 3, "ka": 4}
_WORD = re.compile(r"\{(\w+)\}")


def said(message: str, lang: str) -> str:
    """A refusal as a page says it.

    :param message: as it was raised, in English.
    :param lang: one of `bura_server.settings.LANGUAGES`.
    """
    for pattern, row in _patterns():
        found = pattern.fullmatch(message)
        if found is None:
            continue
        facts = found.groupdict()
        if "why" in facts:  # a sentence within a sentence
            facts["why"] = said(facts["why"], lang)
        return (row[_ORDER[lang]] or row[0]).format(**facts)
    return message


def is_worded(message: str) -> bool:
    """Has somebody worded this refusal for pages?"""
    return any(pattern.fullmatch(message) for pattern, _ in _patterns())


def spoken(code: str, message: str, lang: str) -> str:
    """A refusal as its reader is told it: never English where he reads another language.

    :param code: one of `bura_server.errors.Code`.
    :param message: as it was raised, in English.
    :param lang: one of `bura_server.settings.LANGUAGES`.
    """
    told = said(message, lang)
    if lang == "en" or told != message:
        return told
    return GENERAL[code][_ORDER[lang] - 2]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[str, str | None, str, str, str]], ...]:
    # the most particular first: what is said of a still that is gone is not what is said of anything that is gone
    by_words = sorted(ROWS, key=lambda row: -len(_WORD.sub("", row[0])))
    return tuple((_pattern(row[0]), row) for row in by_words)


def _pattern(raised: str) -> re.Pattern[str]:
    parts = _WORD.split(raised)
    # odd ones are names of words
    told = (f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile("".join(told), re.DOTALL)
