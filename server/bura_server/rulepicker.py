"""House rules as the set-up page shows them: every option with what each value means, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bura.errors import RulesError
from bura.options import Kind, Option, catalogue
from bura.origins import option_origin
from bura.rulebook_page import (
    option_sentence,
    option_title,
    page_texts,
    preset_summary,
    preset_title,
    shown_options,
)
from bura.rulechecks import ContradictionError
from bura.rules import RULESETS, Game, RuleSet, find_ruleset
from bura.texts import refusal_text
from bura.view import counting_by_rules

Json = dict[str, Any]

#: games that a camera can follow at this table; Kunken and Macao are kept by the engine only
WATCHED = frozenset({Game.BURA, Game.MARRIAGE})


def presets(lang: str) -> list[Json]:
    """The games that can be chosen, in the rulebook's order."""
    return [
        {
            "name": rules.name,
            "title": preset_title(rules.name, lang),
            "summary": preset_summary(rules.name, lang),
            "players": [rules.players_min, rules.max_players],
            "counting": counting_by_rules(rules).value,
        }
        for rules in RULESETS.values()
        if rules.game in WATCHED
    ]


def rules_of(preset: str, options: Mapping[str, Any]) -> RuleSet:
    """The rule set of a preset and what differs from it.

    :raises RulesError: for unknown names, impossible values and options that contradict each other.
    """
    base = find_ruleset(preset)
    differing = {name: value for name, value in options.items() if value != _plain(base, name)}
    return base.with_options(differing) if differing else base


def picker(preset: str, options: Mapping[str, Any], lang: str) -> Json:
    """Everything the page shows of a choice, as `bura_server.schemas_setup.RulePicker`.

    Options that contradict each other are no error here: ``problem`` says so in words, and ``clash`` names them.

    :raises RulesError: for a preset or an option that does not exist.
    """
    base = find_ruleset(preset)
    for name in options:
        if name not in catalogue():
            raise RulesError(f"there is no option {name!r}")
    problem, said, clash = "", "", []
    try:
        rules = rules_of(preset, options)
    except RulesError as error:
        rules, problem = base, str(error)
        clash = [name for name in catalogue() if re.search(rf"\b{name}\b", problem)]
        clash += [name for name in options if name not in clash and name in problem]
        said = why_not(error, options, lang)
    groups: dict[str, list[Json]] = {}
    matters = set(shown_options(rules)) | set(options)
    for option in catalogue().values():
        if option.name in matters:
            groups.setdefault(option.group, []).append(_option(option, base, rules, options, lang))
    headings = page_texts(lang)["groups"]
    return {
        "preset": preset,
        "title": preset_title(preset, lang),
        "summary": preset_summary(preset, lang),
        "players": [rules.players_min, rules.max_players],
        "counting": counting_by_rules(rules).value,
        "problem": said,
        "clash": [option_title(name, lang) for name in clash],
        "groups": [{"name": g, "heading": headings[g], "options": items} for g, items in groups.items()],
    }


def why_not(error: RulesError, options: Mapping[str, Any], lang: str) -> str:
    """Why a choice is refused, in a language; in English with the options as option files name them."""
    if lang == "en":
        return str(error)
    if isinstance(error, ContradictionError):
        return error.clash.text(lang)
    for name, value in options.items():
        option = catalogue().get(name)
        if option is None:
            continue
        try:
            option.parse(value)
        except RulesError:
            return _impossible(option, value, lang)
    return str(error)


def _impossible(option: Option, value: Any, lang: str) -> str:
    """That an option cannot have a value, and what it takes."""
    texts = page_texts(lang)["options"][option.name]
    key = {
        Kind.CHOICE: "value_listed",
        Kind.FLAG: "value_listed",
        Kind.INT: "value_number",
        Kind.INT_OR_WORD: "value_number_or",
    }.get(option.kind, "value_list")
    facts = {
        "title": option_title(option.name, lang),
        "value": value,
        "listed": "; ".join(_meaning(texts, one).rstrip(".") for one in option.values),
        "low": option.low,
        "high": option.high,
    }
    return refusal_text(key, facts, lang)


def _plain(rules: RuleSet, name: str) -> Any:
    option = catalogue().get(name)
    return None if option is None else option.to_json(getattr(rules, name))


def _option(option: Option, base: RuleSet, rules: RuleSet, chosen: Mapping[str, Any], lang: str) -> Json:
    own = _plain(base, option.name)
    value = chosen.get(option.name, own)
    texts = page_texts(lang)["options"][option.name]
    return {
        "name": option.name,
        "title": option_title(option.name, lang),
        "kind": option.kind.value,
        "value": value,
        "preset_value": own,
        "values": [{"value": v, "text": _meaning(texts, v)} for v in option.values],
        "low": option.low,
        "high": option.high,
        "sentence": option_sentence(rules, option.name, lang),
        "allowed": option.allowed(),
        "origin": option_origin(option.name, lang, house=value != own),
        "source": option.sources,
        "conflict": option.conflict,
        "house": value != own,
        "editable": option.kind is not Kind.SEAT_POINTS,
    }


def _meaning(texts: Mapping[str, str], value: Any) -> str:
    key = str(value).lower() if isinstance(value, bool) else str(value)
    if key in texts:
        return texts[key]
    return texts.get("*", "{}").format(value)
