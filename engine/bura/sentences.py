"""The templates of `bura.texts`: one table per language, the same keys in each.

``{seat}`` is the player concerned; the other names are facts of the verdict (`bura.judge`). The wordings themselves
stand in `bura.wording`, a module per language. ``{count_cards}`` is the fact ``count`` with its noun in the form that
the number asks for.
"""

from __future__ import annotations

from collections.abc import Mapping

from bura.infractions import Rule
from bura.result import Reason
from bura.wording import en, ka, ru, uk

LANGUAGES = ("en", "ru", "ka", "uk")
_MODULES = {"en": en, "ru": ru, "ka": ka, "uk": uk}

SENTENCES: Mapping[str, Mapping[Rule, str]] = {lang: its.SENTENCES for lang, its in _MODULES.items()}
#: wordings that depend on the facts: key -> template
VARIANTS: Mapping[str, Mapping[str, str]] = {lang: its.VARIANTS for lang, its in _MODULES.items()}
RULINGS: Mapping[str, Mapping[str, str]] = {lang: its.RULINGS for lang, its in _MODULES.items()}
RESULTS: Mapping[str, Mapping[Reason, str]] = {lang: its.RESULTS for lang, its in _MODULES.items()}
#: words of a result that agree with a number of players: word -> its forms for one and for several
AGREE: Mapping[str, Mapping[str, tuple[str, str]]] = {lang: its.AGREE for lang, its in _MODULES.items()}
WORDS: Mapping[str, Mapping[str, str]] = {lang: its.WORDS for lang, its in _MODULES.items()}
#: why options cannot stand, alone or together: key -> template
REFUSALS: Mapping[str, Mapping[str, str]] = {lang: its.REFUSALS for lang, its in _MODULES.items()}
#: noun -> its forms after a number
PLURALS: Mapping[str, Mapping[str, tuple[str, ...]]] = {lang: its.PLURALS for lang, its in _MODULES.items()}
