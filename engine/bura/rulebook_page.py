"""The rules of a table as a page for people, written from its options in English, Russian, Georgian, Ukrainian.

`rules_page` gives the page as data (the web page shows that), `page_text` as plain text (`bura rules` prints
that). The sentences are `data/rules_<language>.json`: one per value of every option, and what holds always.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from bura.errors import RulesError
from bura.options import Kind, catalogue, find_option
from bura.rules import RULESETS, Game, MatchKind, RuleSet, find_ruleset

#: the languages of the pages
LANGUAGES = ("en", "ru", "ka", "uk")


@dataclass(frozen=True, slots=True)
class Line:
    """One rule."""

    text: str
    """a sentence or two"""
    option: str | None = None
    """the option it comes from; None: it always holds"""
    house: bool = False
    """does it differ from the preset?"""


@dataclass(frozen=True, slots=True)
class Section:
    """Rules under one heading."""

    heading: str
    """as shown"""
    lines: tuple[Line, ...]
    """in reading order"""


@dataclass(frozen=True, slots=True)
class Page:
    """The rules of a table."""

    title: str
    """name of the game"""
    summary: str
    """one sentence about it"""
    lang: str
    """language of the texts"""
    house_mark: str
    """the word set beside house rules"""
    sections: tuple[Section, ...]
    """all rules"""

    def to_json(self) -> dict[str, Any]:
        """The page as plain data, for the web page."""
        return {
            "title": self.title,
            "summary": self.summary,
            "lang": self.lang,
            "sections": [
                {
                    "heading": section.heading,
                    "lines": [
                        {"text": line.text, "option": line.option, "house": line.house}
                        for line in section.lines
                    ],
                }
                for section in self.sections
            ],
        }


@cache
def page_texts(lang: str) -> Mapping[str, Any]:
    """All sentences of a language.

    :raises RulesError: for a language that is not there.
    """
    if lang not in LANGUAGES:
        raise RulesError(f"there are no rules in {lang!r}: choose one of {', '.join(LANGUAGES)}")
    text = resources.files("bura").joinpath(f"data/rules_{lang}.json").read_text(encoding="utf-8")
    data: Mapping[str, Any] = json.loads(text)
    return data


def preset_title(name: str, lang: str = "en") -> str:
    """The name of a preset for people."""
    title: str = page_texts(lang)["presets"][find_ruleset(name).name][0]
    return title


def preset_summary(name: str, lang: str = "en") -> str:
    """One sentence about a preset."""
    summary: str = page_texts(lang)["presets"][find_ruleset(name).name][1]
    return summary


def option_title(name: str, lang: str = "en") -> str:
    """What this option is about, in a few words."""
    title: str = page_texts(lang)["options"][find_option(name).name][""]
    return title


def option_sentence(rules: RuleSet, name: str, lang: str = "en") -> str:
    """What this option says at this table."""
    texts = page_texts(lang)
    sentences: Mapping[str, str] = texts["options"][find_option(name).name]
    value = getattr(rules, name)
    key = str(value).lower() if isinstance(value, bool) else str(value)
    if key == "implicit_claim" and rules.claim_window == "none":
        key = "deal_lost"  # nobody may claim here, so a claim by turned cards is one at the wrong time
    sentence = sentences.get(key, "") if not isinstance(value, tuple) else ""
    return sentence or sentences["*"].format(_shown(rules, name, value, texts["words"]))


def _shown(rules: RuleSet, name: str, value: Any, words: Mapping[str, str]) -> str:
    kind = catalogue()[name].kind
    if kind is Kind.ORDER:
        return ", ".join(words[combo] for combo in value if _combo_in_play(rules, combo))
    if kind is Kind.SEAT_POINTS:
        pairs = [words["points_of"].format(words["seat"].format(seat), points) for seat, points in value]
        return ", ".join(pairs) or words["none"]
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return str(value)


def _combo_in_play(rules: RuleSet, combo: str) -> bool:
    return {
        "bura": rules.bura_effect != "off",
        "moscow": rules.moscow != "off",
        "little_moscow": rules.little_moscow != "off",
        "four_ends": rules.four_ends,
        "molodka": True,
    }[combo]


# --- which rules a table needs, in reading order: "=name" always holds, a bare name is an option ----------


def _bura(rules: RuleSet) -> Iterator[tuple[str, list[str]]]:
    many = rules.max_players > 2
    yield (
        "pack",
        [
            "deck",
            "=pack_points",
            "rank_order",
            *(["spades_untrumpable"] if rules.spades_untrumpable else []),
            *(["shokha"] if rules.shokha else []),
            "hand_size",
            "=deal",
            "trump_card_place",
            "next_dealer",
            "first_lead",
        ],
    )
    yield (
        "play",
        [
            "lead_counts",
            "lead_suit",
            "=reply",
            "=beat",
            "beat_intent",
            "partial_beat",
            *(["=overtake", "short_hand"] if many else []),
            "discard_face",
            *(["flip_after_lay"] if rules.discard_face != "open" else []),
            "=take",
            "=draw",
            "short_stock",
        ],
    )
    yield "claim", list(_claims(rules, many))
    yield "combos", list(_combos(rules))
    if rules.deal_end == "until_one_left":
        yield "leaving", ["bura_in_leave31", "leaver_hand"]
    if rules.open_hands != "none":
        yield "open", ["open_hands", "open_compensation"]
    yield "match", list(_match(rules))
    yield "infractions", [name for name, option in catalogue().items() if option.group == "infractions"]


def _claims(rules: RuleSet, many: bool) -> Iterator[str]:
    if rules.claim_window != "none":
        yield from ("=claim", "threshold", "threshold_strict", "claim_window")
        yield from ("claim_out_of_window", "false_claim")
        if rules.pairs:
            yield "team_claim"
        if rules.needed == 61:
            yield "sixty_claim"
    else:
        yield "claim_window"
    yield "deal_end"
    if rules.deal_end == "on_claim":
        yield "no_claim_end"
    if many:
        yield "multi_loss"
    yield "show_running_points"


def _combos(rules: RuleSet) -> Iterator[str]:
    yield "=bura"
    # where players leave, `bura_in_leave31` says what a bura does instead of winning
    if rules.deal_end != "until_one_left" or not rules.bura_effect.startswith("instant_win"):
        yield "bura_effect"
    yield from ("=molodka", "molodka_out_of_turn", "moscow")
    if rules.moscow != "off":
        yield from ("moscow_requires_trump_ace", "moscow_effect")
    yield "little_moscow"
    if rules.hand_size == 4:
        yield "four_ends"
    yield "precedence"
    if rules.bura_effect != "off":
        yield "equal_bura"
    yield from ("equal_molodka", "combo_compare", "combo_window", "first_deal_combo")
    if rules.first_deal_combo == "redeal":
        yield "first_deal_scope"


def _match(rules: RuleSet) -> Iterator[str]:
    if rules.match_kind is MatchKind.STAKES:
        yield from ("stakes", "=stakes", "match_to", "crawford")
        if rules.pairs:
            yield "stake_responder"
        return
    yield "stakes"
    if rules.match_kind is MatchKind.ROBBER:
        yield from ("robber_target", "robber_lead", "penalty_table")
        return
    yield from (f"={rules.penalty_table}", "penalty_table")
    if rules.penalty_table in ("T2", "T3"):
        yield "zero_means"
    if rules.penalty_table == "T3":
        yield from ("t3_boundary", "t3_top_tie")
    yield from ("early_end_penalty", "false_claim_penalty", "penalty_limit")


def _marriage(rules: RuleSet) -> Iterator[tuple[str, list[str]]]:
    stock = rules.trump_card_place != "dealer_last_card"
    yield (
        "pack",
        ["deck", "=pack_points", "rank_order", "hand_size", "trump_card_place", "next_dealer", "first_lead"],
    )
    yield (
        "marriage",
        [
            "=marriage_play" if stock else "=marriage_play3",
            "must_head",
            "=marriage_pair",
            "marriage_after_stock",
            "marriage_needs_trick",
            *(["=marriage_close", "nine_exchange"] if stock else []),
            "last_trick_bonus",
            "=marriage_win",
            "schneider_limit",
            "show_running_points",
        ],
    )
    yield "match", ["match_points_66"]
    yield "infractions", ["extra_card", "draw_out_of_turn", "illegal_play", "wrong_pile"]


def _macao(_rules: RuleSet) -> Iterator[tuple[str, list[str]]]:
    yield "pack", ["=macao_seats", "deck", "rank_order", "=macao_deal", "macao_max_deal", "next_dealer"]
    yield "macao", ["=macao_order", "hook", "=macao_play", "=macao_score", "over"]
    yield "infractions", ["illegal_play", "wrong_pile"]


def _kunken(_rules: RuleSet) -> Iterator[tuple[str, list[str]]]:
    yield "pack", ["deck", "jokers_total", "hand_size", "next_dealer"]
    yield (
        "kunken",
        [
            "=kunken_melds",
            "set_distinct_suits",
            "=kunken_values",
            "=kunken_turn",
            "laydown_min",
            "laydown_scope",
            "=kunken_open",
        ],
    )


_PARTS = {Game.BURA: _bura, Game.MARRIAGE: _marriage, Game.MACAO: _macao, Game.KUNKEN: _kunken}


def shown_options(rules: RuleSet) -> tuple[str, ...]:
    """The options that matter at this table, in reading order."""
    return tuple(name for _, names in _PARTS[rules.game](rules) for name in names if not name.startswith("="))


def rules_page(rules: RuleSet, lang: str = "en") -> Page:
    """The page of a table's rules.

    :raises RulesError: for a language that is not there.
    """
    texts = page_texts(lang)
    base = RULESETS[rules.preset]
    words: Mapping[str, str] = texts["words"]
    sections = []
    for group, names in _PARTS[rules.game](rules):
        lines = []
        for name in names:
            if name.startswith("="):
                lines.append(Line(texts["fixed"][name[1:]]))
            else:
                house = getattr(rules, name) != getattr(base, name)
                lines.append(Line(option_sentence(rules, name, lang), name, house))
        sections.append(Section(texts["groups"][group], tuple(lines)))
    low, high = rules.players_min, rules.max_players
    count = str(low) if low == high else f"{low}–{high}"
    players = words["players_pairs"] if rules.pairs else words["players"].format(count)
    title, summary = texts["presets"][rules.preset]
    if rules.name != rules.preset:
        title, summary = rules.name, words["no_preset"].format(title)
    first = Section(sections[0].heading, (Line(players), *sections[0].lines))
    return Page(title, summary, lang, words["house"], (first, *sections[1:]))


def page_text(page: Page, width: int = 88) -> str:
    """The page as plain text, wrapped to so many columns."""
    parts = [page.title, "=" * len(page.title), "", textwrap.fill(page.summary, width)]
    for section in page.sections:
        parts += ["", section.heading, "-" * len(section.heading)]
        for line in section.lines:
            text = f"{line.text} ({page.house_mark})" if line.house else line.text
            parts.append(textwrap.fill(text, width, initial_indent="• ", subsequent_indent="  "))
    return "\n".join(parts) + "\n"
