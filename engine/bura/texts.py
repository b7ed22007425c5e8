"""Sentences for people, in English, Russian, Georgian and Ukrainian.

`sentence` says a verdict, `ruling_text` what the table makes of it, `result_text` how a deal ended. Templates live in
`bura.sentences`, one table per language with the same keys; a test keeps them complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bura.cards import Card
from bura.errors import ParseError
from bura.infractions import Rule, Verdict
from bura.result import DealResult
from bura.sentences import AGREE, LANGUAGES, PLURALS, REFUSALS, RESULTS, RULINGS, SENTENCES, VARIANTS, WORDS
from bura.table import Seat

__all__ = [
    "LANGUAGES",
    "card_text",
    "people_text",
    "refusal_text",
    "result_text",
    "ruling_text",
    "seat_text",
    "sentence",
    "side_text",
    "word",
]


def card_text(text: str) -> str:
    """Cards for people: ``"10H KS"`` becomes ``"10♥ K♠"``."""
    words = []
    for item in text.split():
        try:
            words.append(Card.parse(item).symbol)
        except ParseError:
            words.append(item)
    return " ".join(words)


def seat_text(seat: Seat | None, names: Mapping[Seat, str], lang: str = "en") -> str:
    """A player by his name, or by the letter of his seat."""
    if seat is None:
        return word("somebody", lang)
    return names.get(seat) or seat


def word(key: str, lang: str = "en") -> str:
    """A single word or phrase of the tables."""
    return WORDS.get(lang, WORDS["en"]).get(key, key)


def sentence(verdict: Verdict, names: Mapping[Seat, str] | None = None, lang: str = "en") -> str:
    """The verdict as one sentence, in that language (English where it is not known).

    >>> from bura.infractions import Status
    >>> sentence(Verdict(Status.FOUL, Rule.EXTRA_CARD, "B", (("holds", 4), ("size", 3))))
    'B drew a card too many: 4 in hand, 3 are allowed.'
    """
    names = names or {}
    lang = lang if lang in SENTENCES else "en"
    facts = {name: _fact(name, value, names, lang) for name, value in verdict.facts}
    if {"lo", "hi"} <= facts.keys():
        facts["span"] = facts["lo"] if facts["lo"] == facts["hi"] else f"{facts['lo']}–{facts['hi']}"
    key = _variant(verdict)
    template = VARIANTS[lang].get(key) if key else None
    text = (template or SENTENCES[lang][verdict.rule]).format_map(
        _Facts(facts, lang, seat=seat_text(verdict.seat, names, lang))
    )
    if verdict.status == "unclear" and verdict.rule in ACCUSATIONS:
        text = f"{word('please_check', lang)}: {text}"
    return text


#: rules that accuse somebody; seen too weakly, they become a request to check
ACCUSATIONS = frozenset(
    {
        rule
        for rule in Rule
        if list(Rule).index(Rule.EXTRA_CARD) <= list(Rule).index(rule) <= list(Rule).index(Rule.REVOKE)
    }
)


#: Russian and Ukrainian tell one, few and many apart
FORMS_SLAVIC = 3


class _Facts(dict[str, str]):
    """Facts for a template, and numbers with their nouns; one that is missing is an ellipsis, never an error."""

    def __init__(self, facts: Mapping[str, str], lang: str, **more: str) -> None:
        super().__init__(facts, **more)
        self._lang = lang

    def __missing__(self, key: str) -> str:
        name, _, noun = key.rpartition("_")
        number = self.get(name)
        if number is None or noun not in PLURALS[self._lang]:
            return "…"
        return f"{number} {counted(noun, number, self._lang)}"


def counted(noun: str, number: str, lang: str) -> str:
    """The noun in the form that the number before it asks for; for what is no whole number, in the form for many.

    >>> counted("points", "31", "uk"), counted("points", "22", "uk"), counted("points", "11", "uk")
    ('очко', 'очки', 'очок')
    """
    forms = PLURALS[lang][noun]
    if len(forms) < FORMS_SLAVIC:
        return forms[0] if number == "1" else forms[-1]
    if not number.isdigit():
        return forms[-1]
    last, teens = int(number) % 10, 10 < int(number) % 100 < 20
    if last == 1 and not teens:
        return forms[0]
    return forms[1] if 2 <= last <= 4 and not teens else forms[2]


#: facts that hold a seat
_SEATS = frozenset({"turn", "taker", "owner"})
#: facts that hold cards
_CARDS = frozenset({"card", "cards", "before", "missing", "on", "shown"})
#: facts whose values are words of the tables
_WORDS = frozenset({"where", "what", "why", "combination", "place", "effect"})


def _fact(name: str, value: object, names: Mapping[Seat, str], lang: str) -> str:
    if name in _SEATS:
        return seat_text(str(value), names, lang)
    if name in _CARDS:
        return card_text(str(value))
    if name in _WORDS:
        return word(str(value), lang)
    if name == "allowed":
        return ", ".join(str(value).split())
    return str(value)


def _variant(verdict: Verdict) -> str | None:
    """The key of a special wording, where the facts ask for one."""
    match verdict.rule:
        case Rule.CLAIM_TRUE | Rule.FALSE_CLAIM | Rule.CLAIM_MUST_COUNT:
            kind = "hidden" if verdict.fact("hidden") else "open"
            if verdict.rule is Rule.FALSE_CLAIM and verdict.fact("implicit"):
                return "false_claim_implicit"
            return f"{verdict.rule.value}_{kind}"
        case Rule.MISSED_ACT | Rule.UNPLACED_ACT:
            return f"{verdict.rule.value}_{verdict.fact('what')}"
        case Rule.COMBINATION:
            return f"combination_{verdict.fact('effect')}"
        case Rule.IMPOSSIBLE_COUNT:
            return f"impossible_count_{verdict.fact('place')}"
        case Rule.REVOKE if verdict.fact("shown") is not None:
            if verdict.fact("held"):
                return "revoke_held"
            duty = verdict.fact("duty")
            return f"revoke_{duty}" if duty in ("must_trump", "must_head") else "revoke_shown"
        case Rule.COUNT_MISMATCH if not verdict.fact("missing"):
            return "count_mismatch_bare"
        case Rule.EXTRA_CARD if verdict.fact("closed"):
            return "extra_card_closed"
        case Rule.EXTRA_CARD if verdict.fact("left"):
            return "extra_card_left"
        case Rule.FALSE_STOP if verdict.fact("late"):
            return "false_stop_late"
        case Rule.CLAIM_OUT_OF_WINDOW if verdict.ruling == "deal_lost":
            return "claim_out_of_window_loss"
        case Rule.LEAD_COUNT if verdict.fact("allowed") is not None:
            return "lead_count_allowed"
        case _:
            return None


def ruling_text(ruling: str | None, lang: str = "en") -> str:
    """What the table makes of a foul, as a short phrase; empty when nothing."""
    if ruling is None:
        return ""
    return RULINGS.get(lang, RULINGS["en"]).get(ruling, "")


def refusal_text(key: str, facts: Mapping[str, object], lang: str = "en") -> str:
    """Why options cannot stand, as the tail of a sentence (`bura.rulechecks`)."""
    # in English the options and their values are named as option files name them
    told = {
        name: word(str(value), lang) if name == "combo" and lang != "en" else value
        for name, value in facts.items()
    }
    return REFUSALS.get(lang, REFUSALS["en"])[key].format(**told)


def people_text(names: Sequence[str], lang: str = "en") -> str:
    """Several names as people say them; a dash where there are none.

    >>> people_text(["Ann", "Boris", "Dan"])
    'Ann, Boris and Dan'
    """
    if not names:
        return "–"
    *before, last = names
    return f"{', '.join(before)} {word('and', lang)} {last}" if before else last


def side_text(side: str, names: Mapping[Seat, str], lang: str = "en") -> str:
    """A side by the names of its players; a side is its seats together, as in "A" or "AC"."""
    return people_text([seat_text(seat, names, lang) for seat in side], lang)


def result_text(result: DealResult, names: Mapping[Seat, str] | None = None, lang: str = "en") -> str:
    """How the deal ended, as one sentence; without the points where the result holds none (they are hidden)."""
    names = names or {}
    lang = lang if lang in RESULTS else "en"
    points = ", ".join(f"{side_text(side, names, lang)} {points}" for side, points in result.points)
    winners, losers = result.winners, result.losers
    agreed = {key: forms[len(winners if key == "wins" else losers) > 1] for key, forms in AGREE[lang].items()}
    return RESULTS[lang][result.reason].format(
        winners=people_text([seat_text(seat, names, lang) for seat in winners], lang),
        losers=people_text([seat_text(seat, names, lang) for seat in losers], lang),
        stake=result.stake,
        bracketed=points and f" ({points})",
        listed=points and f": {points}",
        **agreed,
    )
