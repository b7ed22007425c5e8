"""Points of a pile that is only partly known, and what that says of a claim (RULEBOOK 5, "points taken").

A pile is known cards plus a number of hidden ones. The hidden cards are among those never seen face up in
this deal, so their points have a least and a greatest possible sum, and a claim is certainly true, certainly
false, or must be counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from bura.cards import Card, cards_in, largest_points, mask_of, mask_points, pack, smallest_points
from bura.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Points:
    """A closed interval of points."""

    lo: int
    """least possible"""
    hi: int
    """greatest possible"""

    @property
    def exact(self) -> bool:
        """Is the number known?"""
        return self.lo == self.hi

    def __str__(self) -> str:
        return str(self.lo) if self.exact else f"{self.lo}–{self.hi}"


class ClaimIs(StrEnum):
    """What can be said of a claim without turning a card."""

    CERTAINLY_TRUE = "certainly_true"
    """even the least possible total reaches the threshold"""
    CERTAINLY_FALSE = "certainly_false"
    """even the greatest possible total falls short"""
    MUST_COUNT = "must_count"
    """the pile must be turned and counted"""


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a claim is true, false or open: the facts behind the interval, for people to check."""

    verdict: ClaimIs
    """what follows"""
    needed: int
    """least total that makes the claim true"""
    seen: tuple[Card, ...]
    """known cards of the pile, by index"""
    seen_points: int
    """their points"""
    hidden: int
    """face-down cards of the pile"""
    hidden_points: Points
    """least and most the hidden cards can hold"""
    unseen: int
    """cards of the pack not seen face up anywhere in this deal"""
    compensation: int
    """points added for an open hand"""

    @property
    def total(self) -> Points:
        """The claimer's possible totals."""
        base = self.seen_points + self.compensation
        return Points(base + self.hidden_points.lo, base + self.hidden_points.hi)

    def facts(self) -> dict[str, object]:
        """The proof as plain data."""
        return {
            "verdict": self.verdict.value,
            "needed": self.needed,
            "seen": [str(card) for card in self.seen],
            "seen_points": self.seen_points,
            "hidden": self.hidden,
            "hidden_lo": self.hidden_points.lo,
            "hidden_hi": self.hidden_points.hi,
            "unseen": self.unseen,
            "compensation": self.compensation,
            "lo": self.total.lo,
            "hi": self.total.hi,
        }

    def sentence(self, lang: str = "en") -> str:
        """One line for people, as in "32 seen + at least 2 face down = 34: the claim of 31 is true"."""
        words = _WORDS.get(lang, _WORDS["en"])
        true, false = self.verdict is ClaimIs.CERTAINLY_TRUE, self.verdict is ClaimIs.CERTAINLY_FALSE
        parts = [words["seen"].format(self.seen_points)]
        if self.compensation:
            parts.append(words["comp"].format(self.compensation))
        if self.hidden:
            span = self.hidden_points
            form = "exact" if span.exact else "least" if true else "most" if false else "span"
            parts.append(words[form].format(span.hi if false else span.lo, span.hi))
        total = self.total.lo if true else self.total.hi if false else self.total
        ending = words["true"] if true else words["false"] if false else words["count"]
        return f"{' + '.join(parts)} = {total}: {ending.format(self.needed)}"


_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "seen": "{} seen",
        "comp": "{} for the open hand",
        "exact": "{} face down",
        "least": "at least {} face down",
        "most": "at most {} face down",
        "span": "{} to {} face down",
        "true": "the claim of {} is true",
        "false": "the claim of {} is false",
        "count": "turn the pile and count to {}",
    },
    "ru": {
        "seen": "{} видно",
        "comp": "{} за открытую руку",
        "exact": "{} в закрытых",
        "least": "не меньше {} в закрытых",
        "most": "не больше {} в закрытых",
        "span": "от {} до {} в закрытых",
        "true": "{} есть, заявка верна",
        "false": "{} нет, заявка ложная",
        "count": "взятки надо вскрыть и посчитать: нужно {}",
    },
    "ka": {
        "seen": "{} ჩანს",
        "comp": "{} გახსნილი ხელისთვის",
        "exact": "{} დახურულში",
        "least": "სულ ცოტა {} დახურულში",
        "most": "არაუმეტეს {} დახურულში",
        "span": "{}-დან {}-მდე დახურულში",
        "true": "{} არის, განაცხადი მართალია",
        "false": "{} არ არის, განაცხადი მცდარია",
        "count": "წაღებული კარტი უნდა გაიხსნას და დაითვალოს: საჭიროა {}",
    },
    "uk": {
        "seen": "{} видно",
        "comp": "{} за відкриту руку",
        "exact": "{} у закритих",
        "least": "щонайменше {} у закритих",
        "most": "щонайбільше {} у закритих",
        "span": "від {} до {} у закритих",
        "true": "{} є, заява правдива",
        "false": "{} немає, заява хибна",
        "count": "хабарі треба розкрити й порахувати: потрібно {}",
    },
}


def hidden_bounds(hidden: int, unseen: int) -> Points:
    """Least and most points of ``hidden`` cards out of the mask ``unseen``.

    :raises ValueError: when the mask holds fewer cards than are hidden: the count cannot be (RULEBOOK 5).
    """
    if hidden > unseen.bit_count():
        raise ValueError(f"{hidden} hidden cards, but only {unseen.bit_count()} are unseen")
    return Points(smallest_points(unseen, hidden), largest_points(unseen, hidden))


def judge_points(needed: int, total: Points) -> ClaimIs:
    """What the interval says of a claim that needs ``needed`` points."""
    if total.lo >= needed:
        return ClaimIs.CERTAINLY_TRUE
    if total.hi < needed:
        return ClaimIs.CERTAINLY_FALSE
    return ClaimIs.MUST_COUNT


def prove(needed: int, seen: int, hidden: int, unseen: int, *, compensation: int = 0) -> Proof:
    """The proof for a pile of the cards in mask ``seen`` and ``hidden`` cards out of mask ``unseen``.

    >>> from bura.cards import parse_cards
    >>> never = mask_of(pack(20)) & ~mask_of(parse_cards("AS 10C AC 10D AD JH"))
    >>> print(prove(31, mask_of(parse_cards("AS 10C AC")), 1, never).sentence())
    32 seen + at least 2 face down = 34: the claim of 31 is true

    :raises ValueError: when more cards are hidden than can be unseen.
    """
    points = hidden_bounds(hidden, unseen)
    seen_points = mask_points(seen)
    base = seen_points + compensation
    return Proof(
        verdict=judge_points(needed, Points(base + points.lo, base + points.hi)),
        needed=needed,
        seen=tuple(cards_in(seen)),
        seen_points=seen_points,
        hidden=hidden,
        hidden_points=points,
        unseen=unseen.bit_count(),
        compensation=compensation,
    )


def prove_pile(
    rules: RuleSet, seen: Iterable[Card], hidden: int, seen_anywhere: Iterable[Card], *, compensation: int = 0
) -> Proof:
    """`prove` with cards instead of masks: ``seen_anywhere`` are those seen face up outside the pile."""
    pile = mask_of(seen)
    unseen = mask_of(pack(rules.pack_size)) & ~pile & ~mask_of(seen_anywhere)
    return prove(rules.needed, pile, hidden, unseen, compensation=compensation)
