"""Where each rule option comes from, in words for people: which description, site or game says so, and which does not.

The facts are `data/origins.json`; the short codes of `bura.options.Option.sources` stay as they are for programs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from bura.options import find_option

#: what a source can be to an option, in the order in which it is told
PARTS = ("says", "after", "open", "settled", "differs", "silent")


@cache
def _facts() -> Mapping[str, Any]:
    text = resources.files("bura").joinpath("data/origins.json").read_text(encoding="utf-8")
    facts: Mapping[str, Any] = json.loads(text)
    return facts


def origin_of(name: str) -> Mapping[str, Sequence[str]]:
    """The sources of an option: one of `PARTS` → names of sources, none with ``settled``.

    :raises RulesError: for an option that does not exist.
    """
    found: Mapping[str, Sequence[str]] = _facts()["options"][find_option(name).name]
    return found


def option_origin(name: str, lang: str = "en", *, house: bool = False) -> str:
    """Where the rule of an option comes from, in a sentence or two.

    :param lang: en, ru, uk or ka.
    :param house: the table has a value of its own.
    :raises RulesError: for an option that does not exist.
    """
    words, names, origin = _facts()["words"], _facts()["names"], origin_of(name)
    told = [
        words[part][lang].format("; ".join(names[source][lang] for source in origin[part]))
        for part in PARTS
        if part in origin
    ]
    return " ".join([words["house"][lang], *told] if house else told)
