"""What the games of a history are called: by the names that people know, in their language."""

from __future__ import annotations

from bura.rulebook_page import preset_title
from bura.rules import RULESETS

_SAME = str.maketrans({"ё": "е", "’": "'", "ʼ": "'", "`": "'"})
"""letters that people type one for the other"""


def called(rules: str, lang: str) -> str:
    """The name of a game for people; rules of the house keep the one that they were given.

    :param rules: its name in the log.
    :param lang: one of `bura_server.settings.LANGUAGES`.
    """
    return preset_title(rules, lang) if rules in RULESETS else rules


def is_called(rules: str, wanted: str, lang: str) -> bool:
    """Does somebody who looks for ``wanted`` mean this game?

    Every word of it must stand in the game's name in the language, or all of it in the name that the log has; in any
    case and order, with е for ё.
    """
    name, words = _plain(called(rules, lang)), _plain(wanted).split()
    return all(word in name for word in words) or _plain(wanted) in _plain(rules)


def _plain(text: str) -> str:
    return text.casefold().translate(_SAME)
