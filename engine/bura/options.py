"""The catalogue of house-rule options: what each may hold, its defaults, where it comes from.

The data are `data/options.json`: one entry per option of the rulebook, with the default of the base game,
the defaults of the presets that differ, the sources and the id of the conflict it settles (RULEBOOK 3).
`bura.rules.RuleSet` has one field per entry; `bura.rulebook_page` holds the explanations for people.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from bura.errors import RulesError


class Kind(StrEnum):
    """What sort of value an option holds."""

    CHOICE = "choice"
    """one of the listed words or numbers"""
    FLAG = "flag"
    """true or false"""
    INT = "int"
    """a whole number between two bounds"""
    INT_OR_WORD = "int_or_word"
    """a whole number between two bounds, or the one listed word"""
    COUNTS = "counts"
    """a list of numbers of cards, kept sorted"""
    ORDER = "order"
    """an ordered list of the listed words, each at most once"""
    SEATS = "seats"
    """one of the listed words, or a list of seats"""
    SEAT_POINTS = "seat_points"
    """a number of points for each of some seats"""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the catalogue."""

    name: str
    """as in option files and as a field of `RuleSet`"""
    group: str
    """heading of the rules page it belongs to"""
    kind: Kind
    """what sort of value it holds"""
    values: tuple[Any, ...]
    """the listed values (`CHOICE`, `FLAG`, `ORDER`, and the words of `SEATS` and `INT_OR_WORD`)"""
    default: Any
    """value in the base game, already parsed"""
    presets: Mapping[str, Any]
    """preset name -> its value where it differs, already parsed"""
    sources: str
    """which written rules say so"""
    conflict: str | None
    """X01…X63 of the rulebook's conflict register, where sources disagree"""
    low: int | None
    """least number (`INT`, `INT_OR_WORD`)"""
    high: int | None
    """greatest number (`INT`, `INT_OR_WORD`)"""

    def parse(self, raw: object) -> Any:
        """The value of this option that ``raw`` (from JSON, TOML or Python) stands for.

        :raises RulesError: naming the option, the value and what is allowed.
        """
        value = _PARSERS[self.kind](self, raw)
        if value is None:
            raise RulesError(f"option {self.name} = {_show(raw)} is impossible: {self.allowed()}")
        return value

    def allowed(self) -> str:
        """What may stand here, as the tail of a sentence."""
        listed = ", ".join(_show(value) for value in self.values)
        match self.kind:
            case Kind.CHOICE | Kind.FLAG:
                return f"choose one of {listed}"
            case Kind.INT:
                return f"it takes a whole number from {self.low} to {self.high}"
            case Kind.INT_OR_WORD:
                return f"it takes {listed} or a whole number from {self.low} to {self.high}"
            case Kind.COUNTS:
                return "it takes a list of different card counts, as in [1, 3]"
            case Kind.ORDER:
                return f"it takes a list of different words out of {listed}"
            case Kind.SEATS:
                return f"it takes {listed} or a list of different seats, as in ['A', 'B']"
            case Kind.SEAT_POINTS:
                return "it takes seats with their points, as in {'A': 6}"

    def to_json(self, value: Any) -> Any:
        """``value`` as plain JSON/TOML data; `parse` reads it back."""
        if self.kind is Kind.SEAT_POINTS:
            return dict(value)
        return list(value) if isinstance(value, tuple) else value


def _show(value: object) -> str:
    """A value as people write it in option files."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _whole(raw: object) -> int | None:
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


def _is_seat(raw: object) -> bool:
    # worked cases name their players P and O; which seats a table has is checked with the whole set
    return isinstance(raw, str) and raw.isalnum()


def _parse_choice(option: Option, raw: object) -> Any:
    # 1 == True in Python: a flag must not pass for a number, nor a number for a flag
    for value in option.values:
        if type(value) is type(raw) and value == raw:
            return value
    return None


def _parse_int(option: Option, raw: object) -> Any:
    number = _whole(raw)
    if number is None or option.low is None or option.high is None:
        return None
    return number if option.low <= number <= option.high else None


def _parse_int_or_word(option: Option, raw: object) -> Any:
    return raw if raw in option.values else _parse_int(option, raw)


def _parse_counts(_option: Option, raw: object) -> Any:
    if not isinstance(raw, list | tuple):
        return None
    counts = [_whole(item) for item in raw]
    numbers = sorted({count for count in counts if count is not None and 1 <= count <= 13})
    return tuple(numbers) if len(numbers) == len(raw) else None


def _parse_order(option: Option, raw: object) -> Any:
    if not isinstance(raw, list | tuple) or not all(item in option.values for item in raw):
        return None
    return tuple(raw) if len(set(raw)) == len(raw) else None


def _parse_seats(option: Option, raw: object) -> Any:
    if isinstance(raw, str):
        return raw if raw in option.values else None
    if not isinstance(raw, list | tuple) or not raw or not all(_is_seat(item) for item in raw):
        return None
    return tuple(sorted(raw)) if len(set(raw)) == len(raw) else None


def _parse_seat_points(_option: Option, raw: object) -> Any:
    items = raw.items() if isinstance(raw, Mapping) else raw
    try:
        pairs = {seat: _whole(points) for seat, points in items}  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        return None
    if not all(_is_seat(seat) for seat in pairs):
        return None
    if not all(points is not None and 0 <= points <= 120 for points in pairs.values()):
        return None
    return tuple(sorted(pairs.items()))


_PARSERS = {
    Kind.CHOICE: _parse_choice,
    Kind.FLAG: _parse_choice,
    Kind.INT: _parse_int,
    Kind.INT_OR_WORD: _parse_int_or_word,
    Kind.COUNTS: _parse_counts,
    Kind.ORDER: _parse_order,
    Kind.SEATS: _parse_seats,
    Kind.SEAT_POINTS: _parse_seat_points,
}


def _option_from(entry: Mapping[str, Any]) -> Option:
    kind = Kind(entry["kind"])
    bare = Option(
        name=entry["name"],
        group=entry["group"],
        kind=kind,
        values=tuple(entry["values"]),
        default=None,
        presets={},
        sources=entry["sources"],
        conflict=entry["conflict"],
        low=entry.get("min"),
        high=entry.get("max"),
    )
    return Option(
        name=bare.name,
        group=bare.group,
        kind=kind,
        values=bare.values,
        default=bare.parse(entry["default"]),
        presets={preset: bare.parse(value) for preset, value in entry["presets"].items()},
        sources=bare.sources,
        conflict=bare.conflict,
        low=bare.low,
        high=bare.high,
    )


@cache
def catalogue() -> Mapping[str, Option]:
    """All options by name, in the order of the rules page."""
    text = resources.files("bura").joinpath("data/options.json").read_text(encoding="utf-8")
    return {entry["name"]: _option_from(entry) for entry in json.loads(text)}


def find_option(name: str) -> Option:
    """The option of that name.

    :raises RulesError: naming the unknown option and the nearest known one.
    """
    option = catalogue().get(name)
    if option is None:
        raise RulesError(f"there is no option {name!r}{did_you_mean(name, catalogue())}")
    return option


def did_you_mean(word: str, known: Mapping[str, object]) -> str:
    """``": did you mean X?"`` or, when nothing is near, where to look."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f": did you mean {near[0]}?" if near else ": `bura rules` lists what there is"
