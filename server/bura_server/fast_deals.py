"""Deals of the fast simulation, refereed and compared with their truth: thousands of them, one line each.

The watcher, the interpreter and the referee are the ones that run at a table; only the comparing of pixels and the
detector's network are replaced (`bura_datasets.fast`). Deals differ in rules, players, habits, clumsiness, fouls and in
how badly the detector errs; a number and a seed give the same deal every time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bura.cards import Card
from bura.infractions import Rule, Status
from bura.position import Phase
from bura.referee import Referee
from bura.replay import Alert
from bura.rules import find_ruleset
from bura.view import scoreboard
from bura_datasets.fast import FAST, Errors, FastDeal
from bura_datasets.habits import Habits, random_habits
from bura_datasets.players import Clumsy, Foul, Wishes, random_deal
from bura_datasets.script import Lay, Manner, Say, Script, Swap, Take, TakeBack
from bura_server.compare import TOLD, Comparison, compare
from bura_vision.layout import default_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.watcher import Watcher

#: rules and numbers of players that the random players know
TABLES: tuple[tuple[str, int], ...] = (
    ("classic31", 2),
    ("classic31", 2),
    ("georgian3", 2),
    ("classic31", 3),
    ("classic31", 4),
)
#: games that came later: honest deals of these by a random stream of their own, so that the others keep theirs
LATER_TABLES: tuple[tuple[str, int], ...] = (("georgian5", 2), ("pairs5", 4))
#: … this share of them
LATER_TABLES_SHARE = 0.2
#: what honest people do that came later, likewise, and the share of deals in which it is done
LATER_CLUMSY: tuple[Clumsy, ...] = (Clumsy.LIFT_PILE, Clumsy.STRAIGHTEN)
LATER_CLUMSY_SHARE = 0.15
#: length of a deal's played part in seconds; the longest are played to the end of the stock and further
LENGTHS_S = (40.0, 55.0, 70.0, 160.0)
#: how badly the detector errs: its rates times this, from good to twice as bad as measured
ERRORS_TIMES = (0.3, 2.0)
#: share of the honest deals in which nobody is clumsy
PLAIN_SHARE = 0.35
#: verdicts by which a scripted foul counts as flagged
FLAGS: Mapping[Foul, tuple[Rule, ...]] = {
    Foul.EXTRA_CARD: (Rule.EXTRA_CARD,),
    # two cards that stick together look like one; who keeps both draws none the next time, and the table is asked to
    # count his hand
    Foul.EXTRA_CARD_STUCK: (Rule.EXTRA_CARD, Rule.MISSED_ACT),
    Foul.DRAW_OUT_OF_TURN: (Rule.DRAW_OUT_OF_TURN,),
    # a claim that must be counted is decided by the count
    Foul.FALSE_CLAIM: (Rule.FALSE_CLAIM, Rule.CLAIM_MUST_COUNT),
    Foul.NO_DRAW: (Rule.MISSED_DRAW, Rule.MISSED_ACT),
    Foul.MIXED_LEAD: (Rule.MIXED_SUIT_LEAD,),
    Foul.WRONG_COUNT: (Rule.WRONG_COUNT,),
    Foul.TOO_FEW: (Rule.WRONG_COUNT,),
    Foul.LEAD_OUT_OF_TURN: (Rule.LEAD_OUT_OF_TURN,),
    Foul.REPLY_OUT_OF_TURN: (Rule.REPLY_OUT_OF_TURN,),
    Foul.WRONG_PILE: (Rule.WRONG_PILE,),
    Foul.PEEK: (Rule.FLIP_DISCARD, Rule.PEEK_DISCARDS),
    Foul.PEEK_OTHER: (Rule.PEEK_DISCARDS,),
    Foul.TAKE_BACK: (Rule.TAKE_BACK,),
    Foul.LOOK_PILE: (Rule.LOOK_OWN_PILE,),
    Foul.LOOK_OTHER_PILE: (Rule.LOOK_OTHER_PILE,),
    Foul.PARTIAL_BEAT: (Rule.PARTIAL_BEAT,),
    # an exchange that is seen as a card more is a count to be checked
    Foul.SWAP: (Rule.TAKE_BACK, Rule.WRONG_COUNT),
}
#: fouls that the other games give little or no occasion for
_CLASSIC = frozenset(
    {
        Foul.PEEK,
        Foul.PEEK_OTHER,
        Foul.DRAW_OUT_OF_TURN,
        Foul.MIXED_LEAD,
        Foul.TOO_FEW,
        Foul.PARTIAL_BEAT,
        Foul.SWAP,
    }
)
_EARLIER_CLUMSY = [kind for kind in Clumsy if kind is not Clumsy.FAN_AFTER_END and kind not in LATER_CLUMSY]
_CLAIMS = frozenset({Rule.CLAIM_TRUE, Rule.CLAIM_MUST_COUNT, Rule.FALSE_CLAIM, Rule.CLAIM_OUT_OF_WINDOW})


@dataclass(frozen=True, slots=True)
class Case:
    """One deal to be simulated."""

    number: int
    seed: int
    rules: str
    seats: int
    wishes: Wishes
    habits: Habits
    errors: Errors
    kind: str
    """honest, clumsy, or the foul's name"""


@dataclass(frozen=True, slots=True)
class Refereed:
    """What became of one deal."""

    truth: Sequence[Mapping[str, Any]]
    """the lines of the truth file"""
    comparison: Comparison
    alerts: tuple[Alert, ...]
    """every alert that was ever shown, with its words at its loudest"""
    standing: tuple[Alert, ...]
    """those that still stood at the end"""
    claims: tuple[tuple[str, str], ...]
    """(seat, verdict) of every claim"""
    told: frozenset[tuple[Rule, str | None]] = frozenset()
    """(rule, seat) of everything that was said of the story as it stood at the end, alert or not"""


def case_of(number: int, seed: int, *, foul: Foul | None = None) -> Case:
    """Deal ``number`` of a run.

    :param seed: of the run.
    :param foul: the offence that it shall hold; None for honest players, clumsy ones among them.
    """
    rng = Random(f"fast deal {seed} {number} {foul or ''}")
    rules, seats = rng.choice(TABLES)
    if foul is Foul.REPLY_OUT_OF_TURN:
        rules, seats = "classic31", rng.choice((3, 4))
    if foul in _CLASSIC:
        rules = "classic31"
    clumsy: tuple[Clumsy, ...] = ()
    if rng.random() >= (PLAIN_SHARE if foul is None else 0.7):
        clumsy = tuple(rng.choices(_EARLIER_CLUMSY, k=3))
    claim = rng.random() < 0.5 if foul is None else False
    blind = foul is None and rng.random() < 0.15
    seconds = rng.choice(LENGTHS_S)
    after = rng.choice((1, 2, 3)) if foul is not None else 1
    if foul is not None:
        seconds = 60.0 + 20.0 * seats
    if foul is None and claim and rng.random() < 0.2:
        clumsy = (*clumsy, Clumsy.FAN_AFTER_END)
    later = Random(f"later {seed} {number}")
    if foul is None and later.random() < LATER_TABLES_SHARE:
        rules, seats = later.choice(LATER_TABLES)
    if foul is None and clumsy and later.random() < LATER_CLUMSY_SHARE:
        clumsy = (*clumsy, later.choice(LATER_CLUMSY))
    wishes = Wishes(seconds, () if foul is None else (foul,), clumsy, after, claim, blind)
    habits = random_habits(rng)
    if rng.random() < 0.15:  # untidy people
        habits = replace(
            habits,
            turn_sd_deg=12.0,
            place_sd_cm=0.7,
            fan_cm=rng.choice((3.2, 4.2)),
            pile_sd_cm=0.7,
            jitter=0.35,
        )
    if rng.random() < 0.15:
        habits = replace(habits, manner=Manner.QUICK)
    times = rng.uniform(*ERRORS_TIMES)
    usual = Errors()
    errors = replace(
        usual,
        miss=usual.miss * times,
        miss_back=usual.miss_back * times,
        confuse=usual.confuse * times,
        jitter_cm=usual.jitter_cm * times,
        ghost=usual.ghost * times,
        drop_outs=rng.choice((0.0, 0.0, 0.05)),
    )
    kind = str(foul) if foul is not None else ("clumsy" if clumsy else "honest")
    return Case(number, seed, rules, seats, wishes, habits, errors, kind)


def deal_of(case: Case, *, fps: float = 12.0, width_px: int = 160) -> FastDeal:
    """The deal of a case.

    :raises BuraError: when the cards gave no occasion for the wished foul.
    """
    rng = Random(f"cards {case.seed} {case.number} {case.kind}")
    script = random_deal(case.rules, case.seats, rng, case.wishes)
    return FastDeal(script, rng.randrange(2**31), case.habits, case.errors, fps=fps, width_px=width_px)


def referee(deal: FastDeal, *, pixels: bool = False) -> Refereed:
    """Watch and referee a deal, and compare the log with the truth.

    :param pixels: compare the sketches as pictures, which takes three times as long.
    """
    script = deal.script
    layout = default_layout(len(script.seats))
    watcher = Watcher(layout, deal) if pixels else Watcher(layout, deal, FAST, eye=deal.eye)
    desk = Referee(script.rules, tuple(sorted(script.seats)), dealer=script.dealer)
    joiner = ActJoiner()
    shown: dict[tuple[int, Rule, str | None], Alert] = {}

    def tell(events: Sequence[Any]) -> None:
        for event in events:
            if not desk.feed(event):
                continue
            for alert in desk.replay.alerts:
                key = (alert.seq, alert.verdict.rule, alert.verdict.seat)
                if key not in shown or alert.verdict.status is Status.FOUL:
                    shown[key] = alert
            if desk.state.phase is Phase.OVER:
                watcher.end_deal()

    for tick in watch(deal, watcher, deal.said):
        tell(tuple(joiner.join(tick.events)))
    tell(tuple(joiner.rest()))
    wire = scoreboard(desk.replay, "umpire").to_json()["alerts"]
    claims = tuple(
        (verdict.seat or "", verdict.rule.value)
        for step in desk.replay.steps
        for verdict in step.verdicts
        if verdict.rule in _CLAIMS
    )
    told = frozenset((verdict.rule, verdict.seat) for step in desk.replay.steps for verdict in step.verdicts)
    truth = deal.truth
    return Refereed(
        truth, compare(truth, desk.entries, wire), tuple(shown.values()), desk.replay.alerts, claims, told
    )


def points_when_claimed(script: Script) -> tuple[tuple[str, int], ...]:
    """(seat, points that truly lay in his side's pile) of each claim, whatever anybody could see."""
    rules = find_ruleset(script.rules)
    seats = script.seats
    side = {seat: i % 2 if rules.pairs else i for i, seat in enumerate(seats)}
    piles = dict.fromkeys(side.values(), 0)
    trick: list[tuple[str, Card]] = []
    claims = []
    for act in script.acts:
        match act:
            case Lay():
                trick += [(act.seat, card) for card in (*act.cards, *act.face_down)]
            case TakeBack():
                trick = [(seat, card) for seat, card in trick if seat != act.seat]
            case Swap(seat=seat, cards=(new,), instead=(old,)):
                trick = [(who, new if (who, card) == (seat, old) else card) for who, card in trick]
            case Take():
                piles[side[act.seat]] += sum(card.points for _, card in trick)
                trick = []
            case Say(word="claim"):
                claims.append((act.seat, piles[side[act.seat]]))
            case _:
                pass
    return tuple(claims)


def run(case: Case, *, pixels: bool = False) -> dict[str, Any]:
    """Simulate, referee and sum up one deal: a line of the report, as JSON.

    :raises BuraError: when the cards gave no occasion for the wished foul.
    """
    began = time.process_time()
    deal = deal_of(case)
    done = referee(deal, pixels=pixels)
    true = _verdicts(done.truth)
    accused = [alert for alert in done.alerts if _accuses(alert)]
    false = [alert for alert in accused if (alert.verdict.rule.value, alert.verdict.seat) not in true]
    standing = {(a.seq, a.verdict.rule) for a in done.standing if _accuses(a)}
    scores = {
        kind: [score.right, len(score.missed), len(score.invented)]
        for kind, score in done.comparison.scores.items()
        if kind != "alerts"
    }
    row: dict[str, Any] = {
        "number": case.number,
        "seed": case.seed,
        "kind": case.kind,
        "rules": case.rules,
        "seats": case.seats,
        "seconds": round(deal.course.duration_s, 1),
        "cpu_s": 0.0,
        "scores": scores,
        "exact": not any(missed or invented for _, missed, invented in scores.values()),
        "untouched": done.comparison.untouched,
        "false": [_words(alert) for alert in false],
        "false_standing": [_words(a) for a in false if (a.seq, a.verdict.rule) in standing],
        "check": len({(a.seq, a.verdict.rule) for a in done.alerts if a.verdict.status is Status.UNCLEAR}),
        "claims": _claims(case, deal.script, done.claims),
        "honest": not [rule for rule, _ in true if rule not in TOLD],
    }
    if case.wishes.fouls:
        rules = FLAGS[case.wishes.fouls[0]]
        offenders = {None, *(seat for _, seat in true)}
        flags = [a for a in done.alerts if a.verdict.rule in rules and a.verdict.seat in offenders]
        asked = Rule.CLAIM_MUST_COUNT in rules and any(said in rules for _, said in done.claims)
        # what costs nothing by the rules of the table is said, but is no alert
        said = any(rule in rules and (rule.value, seat) in true for rule, seat in done.told)
        row["flagged"] = bool(flags) or asked or said
        row["accused"] = any(_accuses(a) for a in flags)
    differences = [
        f"{act.at_s:.2f} {how} {act.kind}: {act.what}" for act, how in done.comparison.differences()
    ]
    if differences:
        row["differences"] = differences
    row["cpu_s"] = round(time.process_time() - began, 3)
    return row


def _accuses(alert: Alert) -> bool:
    """Does it say of somebody that he broke a rule? What asks to check does not."""
    return alert.verdict.status is Status.FOUL and alert.verdict.seat is not None


def _verdicts(truth: Sequence[Mapping[str, Any]]) -> set[tuple[str, str | None]]:
    """(rule, seat) of everything that the judge says of what truly happened."""
    return {(row["verdict"]["rule"], row["verdict"].get("seat")) for row in truth if "verdict" in row}


def _words(alert: Alert) -> str:
    return f"{alert.at_s:.2f} {alert.verdict.rule.value} {alert.verdict.seat}"


def _claims(case: Case, script: Script, told: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """Each claim: what is true, what was said, and whether that is wrong."""
    rules = find_ruleset(case.rules)
    rows = []
    for (seat, points), (_, said) in zip(points_when_claimed(script), told, strict=False):
        true = points > rules.threshold if rules.threshold_strict else points >= rules.threshold
        wrong = (said == Rule.CLAIM_TRUE and not true) or (said == Rule.FALSE_CLAIM and true)
        rows.append({"seat": seat, "points": points, "said": said, "wrong": wrong})
    return rows
