"""Every preset of the Bura family, every infraction of RULEBOOK 2, every value of the option that rules it.

The same foul is committed at every table. Whatever the preset, it has one rule id; the ruling is the option's value; it
is grave exactly where the option says that the deal is lost; and a person can read it in four languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bura.errors import RulesError
from bura.events import GameStarted
from bura.infractions import RULES, Rule, Severity, Status, Verdict
from bura.log import Entry, Source
from bura.notation import read_event
from bura.options import catalogue
from bura.replay import Replay, replay
from bura.rules import RULESETS, Game, RuleSet
from bura.table import SEATS
from bura.texts import LANGUAGES, ruling_text, sentence
from bura.view import SPECTATOR, TABLE, UMPIRE, Role, Viewer, scoreboard

PRESETS = [name for name, rules in RULESETS.items() if rules.game is Game.BURA]
#: cards given that beat nothing here: not trumps, lower than the ace of spades that is led
GIVEN = ("QC", "JC", "QD", "JD", "KC", "KD")


class Table:
    """A table of one preset, to which a story is told."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.seats = SEATS[: rules.players_min]
        self.last = self.seats[-1]
        self.lines = [f"deal by {self.last}", "trump JH"]

    def gives(self, seat: str, card: str) -> str:
        """The line of a card given as this table wants it given."""
        return f"{seat} lays 1 down" if self.rules.discard_face != "open" else f"{seat} lays {card}"

    def trick(self) -> list[str]:
        """A leads the ace of spades, the others give."""
        others = [self.gives(seat, card) for seat, card in zip(self.seats[1:], GIVEN, strict=False)]
        return ["A leads AS", *others]

    def tell(self, lines: list[str]) -> Replay:
        events = [read_event(line) for line in (*self.lines, *lines)]
        start = GameStarted(self.rules.preset, self.seats, options=tuple(self.rules.deviations().items()))
        return replay(
            Entry(seq, float(seq), Source.HUMAN, event) for seq, event in enumerate((start, *events), start=1)
        )


def _false_claim(table: Table) -> list[str] | None:
    if table.rules.claim_window == "none":
        return None
    cards = "AS " + " ".join(GIVEN[: len(table.seats) - 1])
    return [*table.trick(), "A takes", "A claims", f"A counts {cards}"]


def _false_stop(table: Table) -> list[str]:
    return ["A stops " + " ".join(("AS", "KC", "QD", "JC", "10S")[: table.rules.hand_size])]


def _partial(table: Table) -> list[str] | None:
    if 2 not in table.rules.lead_counts:
        return None
    return ["A leads KS QS", "B lays AS JC"]


def _mixed(table: Table) -> list[str] | None:
    if 2 not in table.rules.lead_counts or table.rules.lead_suit == "any":
        return None
    return ["A leads KS KC"]


def _reply_out_of_turn(table: Table) -> list[str] | None:
    return ["A leads AS", table.gives("C", "QC")] if len(table.seats) > 2 else None


def _wrong_pile(table: Table) -> list[str]:
    # in pairs the partner's pile is the same one, so the next player takes it
    return [*table.trick(), "B takes"]


def _missed_draw(table: Table) -> list[str]:
    return [*table.trick(), "A takes", *(f"{seat} draws" for seat in table.seats[:-1]), "A leads 10S"]


def _raise(table: Table) -> list[str]:
    return ["B raises"]


#: rule -> the story that breaks it; None: this table has no such thing
STORIES: dict[Rule, Callable[[Table], list[str] | None]] = {
    Rule.EXTRA_CARD: lambda table: ["A draws"],
    Rule.DRAW_OUT_OF_TURN: lambda table: [*table.trick(), "A takes", f"{table.last} draws"],
    Rule.FALSE_CLAIM: _false_claim,
    Rule.CLAIM_OUT_OF_WINDOW: lambda table: ["A leads AS", "A claims"],
    Rule.PEEK_DISCARDS: lambda table: ["A leads AS", "B lays 1 down", "A turns QC in discard of B"],
    Rule.LOOK_OWN_PILE: lambda table: [*table.trick(), "A takes", "A turns ? in pile"],
    Rule.LOOK_OTHER_PILE: lambda table: [*table.trick(), "A takes", "B turns ? in pile of A"],
    Rule.MIXED_SUIT_LEAD: _mixed,
    Rule.LEAD_FACE_DOWN: lambda table: ["A leads 1 down"],
    Rule.WRONG_COUNT: lambda table: ["A leads AS", "B lays QC JC"],
    Rule.PARTIAL_BEAT: _partial,
    Rule.LEAD_OUT_OF_TURN: lambda table: ["B leads AS"],
    Rule.REPLY_OUT_OF_TURN: _reply_out_of_turn,
    Rule.WRONG_PILE: _wrong_pile,
    Rule.BAD_RAISE: _raise,
    Rule.FALSE_STOP: _false_stop,
    Rule.FLIP_DISCARD: lambda table: ["A leads QS", "B lays 1 down", "B turns AS in discard"],
    Rule.MISSED_DRAW: _missed_draw,
}


def tables(rule: Rule) -> Iterator[tuple[str, str | None, object]]:
    """(preset, the option that rules, each of its values)."""
    option = RULES[rule].option
    for preset in PRESETS:
        for value in (None,) if option is None else catalogue()[option].values:
            yield preset, option, value


CASES = [(rule, *case) for rule in STORIES for case in tables(rule)]


def found(told: Replay, rule: Rule) -> list[Verdict]:
    return [its for step in told.steps for its in step.verdicts if its.rule is rule]


@pytest.mark.parametrize(("rule", "preset", "option", "value"), CASES)
def test_the_foul_is_ruled_as_the_table_has_it(
    rule: Rule, preset: str, option: str | None, value: object
) -> None:
    rules = RULESETS[preset]
    if option is not None:
        try:
            rules = rules.with_options({option: value})
        except RulesError:
            return  # contradictory here: said so elsewhere
    table = Table(rules)
    story = STORIES[rule](table)
    if story is None:
        return
    told = table.tell(story)
    verdicts = found(told, rule)
    if rule is Rule.FLIP_DISCARD and value == "allowed_until_next_act":
        assert verdicts == []
        return
    assert len(verdicts) == 1, [its for step in told.steps for its in step.verdicts]
    (verdict,) = verdicts
    partial = rule is Rule.PARTIAL_BEAT and value == "treated_as_discard"
    assert verdict.status is (Status.LEGAL if partial else Status.FOUL)
    _ruled(rule, value, verdict)
    _readable(told, verdict)


def _ruled(rule: Rule, value: object, verdict: Verdict) -> None:
    if verdict.status is Status.LEGAL or value is None:
        assert verdict.ruling is None
        return
    lost = value in ("deal_lost", "loss", "lose_deal", "lose_deal_double")
    assert (verdict.severity is Severity.LOSS) == lost
    assert verdict.ruling == ("deal_lost" if lost and rule is not Rule.FALSE_CLAIM else value)


def _readable(told: Replay, verdict: Verdict) -> None:
    names = {"A": "Nino", "B": "Oleg", "C": "Taras", "D": "Eka"}
    texts = [sentence(verdict, names, lang) for lang in LANGUAGES]
    assert len(set(texts)) == len(LANGUAGES)
    assert all(text and not set("…_{}") & set(text) for text in texts), texts
    assert all(names[verdict.seat or ""] in text for text in texts)
    if verdict.ruling is not None:
        rulings = [ruling_text(verdict.ruling, lang) for lang in LANGUAGES]
        assert all(rulings), verdict
        assert len(set(rulings)) > 1
    for viewer in (TABLE, UMPIRE, SPECTATOR, *(Viewer(Role.SEAT, seat) for seat in told.state.seats)):
        assert scoreboard(told, viewer).to_json()["seq"] >= 0
