"""What the checks of worked cases share: the case, its rules, and reading cards out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bura.cards import Card, Suit, pack
from bura.errors import ParseError
from bura.rules import RULESETS, RuleSet, find_ruleset

#: short names that cases use -> options, by kind of check; None stands for every kind
SHORT_NAMES: Mapping[str | None, Mapping[str, str]] = {
    None: {},
    "robber": {"target": "robber_target", "lead": "robber_lead"},
    "penalties": {"table": "penalty_table", "limit": "penalty_limit"},
}

#: effects seen as lists of combinations, instead of the options they follow from
EFFECT_LISTS = ("instant_win", "out_of_turn", "needs_lead")

#: variants that are not presets but ways to keep the score -> (preset, options)
SCORING_VARIANTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "robber": ("classic31", {}),
    "small_robber": ("classic31", {"robber_target": 11}),
    "penalty_T1": ("classic31", {"penalty_table": "T1"}),
    "penalty_T2": ("classic31", {"penalty_table": "T2"}),
    "penalty_T3": ("burkozel", {"penalty_table": "T3"}),
    "penalty_T3p": ("burkozel", {"penalty_table": "T3p"}),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case as it was written."""

    id: str
    """unique name"""
    variant: str
    """preset, with or without a remark"""
    check: str
    """kind of check"""
    situation: Mapping[str, Any]
    """what lies on the table"""
    action: Mapping[str, Any]
    """what is done"""
    options: Mapping[str, Any]
    """what differs from the preset"""
    expect: Mapping[str, Any]
    """what should come out"""
    note: str = ""
    """what it shows"""

    def rules(self, **more: Any) -> RuleSet:
        """The rules of this case. Contradictions are not refused: a case isolates one rule.

        :raises RulesError: for an unknown variant or option, or an impossible value.
        """
        base, options = variant_rules(self.variant)
        given = {key: value for key, value in self.options.items() if key not in EFFECT_LISTS}
        renamed = short_options(self.check, given)
        return base.with_options({**options, **renamed, **more}, check=False)


def short_options(check: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a case by their full names."""
    names = SHORT_NAMES.get(check, {})
    return {names.get(key, key): value for key, value in options.items()}


def variant_rules(variant: str) -> tuple[RuleSet, Mapping[str, Any]]:
    """(preset, options) of a variant: ``classic31_5p`` and ``burkozel pairs`` are presets with a remark.

    :raises RulesError: when no preset fits.
    """
    if variant in SCORING_VARIANTS:
        preset, options = SCORING_VARIANTS[variant]
        return find_ruleset(preset), options
    fitting = [name for name in RULESETS if variant == name or variant.startswith((f"{name}_", f"{name} "))]
    if not fitting:
        return find_ruleset(variant), {}
    return RULESETS[max(fitting, key=len)], {}


def cards_of(texts: Sequence[str]) -> tuple[Card, ...]:
    """Cards from their texts.

    :raises ParseError: naming the first that is none.
    """
    if isinstance(texts, str):
        raise ParseError(f"{texts!r} must be a list of cards")
    return tuple(Card.parse(text) for text in texts)


def conserved(rules: RuleSet, *groups: Sequence[Card]) -> None:
    """Each card is in the pack, and lies in one place only.

    :raises ParseError: naming the first card that cannot be.
    """
    seen: set[Card] = set()
    allowed = set(pack(rules.pack_size))
    for card in (card for group in groups for card in group):
        if card not in allowed:
            raise ParseError(f"{card} is not in the pack of {rules.pack_size}")
        if card in seen:
            raise ParseError(f"{card} is there twice: a pack has each card once")
        seen.add(card)


def suit_of(text: str | None) -> Suit | None:
    """The suit of a letter; None for a deal without trump.

    :raises ParseError: when it is no suit.
    """
    if text is None:
        return None
    try:
        return Suit(text)
    except ValueError:
        raise ParseError(f"{text!r} is not a suit: write C, D, H or S") from None


def one(names: Sequence[str]) -> str | None:
    """The only name, or None when there is none or several."""
    return names[0] if len(names) == 1 else None
