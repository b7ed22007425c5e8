"""Option files: the house rules of a table as TOML or JSON.

    name = "our table"
    preset = "classic31"

    [options]
    discard_face = "open"
    open_compensation = { A = 6 }

Only what differs from the preset is written, so a file stays readable; everything read is checked
(`RuleSet.with_options`), and a file that contradicts itself is refused with the reason.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bura.errors import ParseError, RulesError
from bura.rules import RULESETS, RuleSet, find_ruleset
from bura.strictjson import quoted, read_json

_KEYS = ("name", "preset", "options")


def rules_from_data(data: object) -> RuleSet:
    """A rule set from what a file holds.

    :raises RulesError: naming the key, option or value that cannot stand.
    """
    if not isinstance(data, Mapping):
        raise RulesError("an option file holds 'preset' and a table of 'options', not a list or a bare value")
    for key in data:
        if key not in _KEYS:
            raise RulesError(f"an option file has no {key!r}: it holds {', '.join(_KEYS)}")
    preset, name, options = data.get("preset"), data.get("name"), data.get("options", {})
    if not isinstance(preset, str):
        raise RulesError('an option file must name the game it changes, as in preset = "classic31"')
    if name is not None and (not isinstance(name, str) or not name.strip()):
        raise RulesError(f"{name!r} is not a name for rules: write some words")
    if not isinstance(options, Mapping):
        raise RulesError("'options' must be a table of options and values")
    base = find_ruleset(preset)
    return base.with_options({str(key): value for key, value in options.items()}, name=name)


def rules_to_data(rules: RuleSet) -> dict[str, Any]:
    """What a file of this rule set holds; `rules_from_data` reads it back."""
    data: dict[str, Any] = {"preset": rules.preset, "options": rules.deviations()}
    return data if rules.name == rules.preset else {"name": rules.name, **data}


def rules_from_text(text: str, *, toml: bool) -> RuleSet:
    """A rule set from the text of a file.

    :raises RulesError: when it is not TOML or JSON, or cannot stand as rules.
    """
    try:
        data = tomllib.loads(text) if toml else read_json(text)
    except ParseError as error:
        raise RulesError(str(error)) from error
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise RulesError(f"not TOML: {quoted(str(error))}") from error
    return rules_from_data(data)


def rules_to_text(rules: RuleSet, *, toml: bool) -> str:
    """The text of a file of this rule set."""
    data = rules_to_data(rules)
    if not toml:
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    lines = [f"{key} = {_toml(data[key])}" for key in ("name", "preset") if key in data]
    lines += ["", "[options]"]
    lines += [f"{name} = {_toml(value)}" for name, value in data["options"].items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    # JSON's quoting of texts is valid TOML, but for DEL, which TOML wants escaped
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def load_rules(path: Path) -> RuleSet:
    """The rule set of a ``.toml`` or ``.json`` file.

    :raises RulesError: naming the file and what is wrong with it.
    """
    if path.suffix.lower() not in (".toml", ".json"):
        raise RulesError(f"{path} is not an option file: its name ends in .toml or .json")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RulesError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RulesError(f"{path} is not a text file") from error
    try:
        return rules_from_text(text, toml=path.suffix.lower() == ".toml")
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from error


def save_rules(rules: RuleSet, path: Path) -> None:
    """Write a rule set to a ``.toml`` or ``.json`` file; an old file is replaced only when all is written.

    :raises RulesError: when the name has another ending or the file cannot be written.
    """
    if path.suffix.lower() not in (".toml", ".json"):
        raise RulesError(f"{path} is not a name for an option file: end it in .toml or .json")
    text = rules_to_text(rules, toml=path.suffix.lower() == ".toml")
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise RulesError(f"cannot write {path}: {error.strerror or error}") from error


def rules_named(name: str) -> RuleSet:
    """A preset by name, or house rules by the path of their file, as people type it after ``--rules``.

    :raises RulesError: when there is neither.
    """
    if name in RULESETS:
        return RULESETS[name]
    if name.lower().endswith((".toml", ".json")):
        return load_rules(Path(name))
    return find_ruleset(name)
