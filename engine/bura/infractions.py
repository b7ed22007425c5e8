"""What the referee can say of an act: rules by id, how grave they are, and the verdict itself.

Every foul of RULEBOOK section 2 and every doubt of the referee has a member of `Rule`. What the table does
about a foul is not code but data: `RULES` names the option that decides, and `ruling_for` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bura.rules import RuleSet
from bura.table import Seat


class Status(StrEnum):
    """How an act stands."""

    LEGAL = "legal"
    """as the rules have it"""
    FOUL = "foul"
    """against the rules, and seen well enough to say so"""
    UNCLEAR = "unclear"
    """please check: something does not fit, or was not seen well enough to accuse anybody"""


class Severity(StrEnum):
    """How loudly it is said, from the least to the gravest."""

    INFO = "info"
    """for the transcript only, never an alert"""
    NOTICE = "notice"
    """shown, and play goes on"""
    WARNING = "warning"
    """somebody has to put something right"""
    LOSS = "loss"
    """costs the deal by the rules of the table"""


class Rule(StrEnum):
    """Every reason a verdict can have; the value is the rule id of alerts and of truth files."""

    OK = "ok"
    """nothing to say"""

    # fouls, RULEBOOK 2
    EXTRA_CARD = "extra_card"
    """2.1 a card too many was drawn"""
    DRAW_OUT_OF_TURN = "draw_out_of_turn"
    """2.2 drawn before one's turn"""
    FALSE_CLAIM = "false_claim"
    """2.3 the claimed points are not there"""
    CLAIM_OUT_OF_WINDOW = "claim_out_of_window"
    """2.4 claimed at a time when one may not"""
    PEEK_DISCARDS = "peek_discards"
    """2.5 a face-down discard was turned"""
    LOOK_OWN_PILE = "look_own_pile"
    """2.6 looked into his own pile"""
    LOOK_OTHER_PILE = "look_other_pile"
    """2.7 looked into another's pile"""
    MIXED_SUIT_LEAD = "mixed_suit_lead"
    """2.8 cards of different suits were led"""
    LEAD_COUNT = "lead_count"
    """2.8 more or other than the allowed number of cards was led"""
    LEAD_FACE_DOWN = "lead_face_down"
    """2.8 a card was led face down"""
    LATE_LEAD_CARD = "late_lead_card"
    """2.8 the leader added a card after somebody had replied"""
    WRONG_COUNT = "wrong_count"
    """2.9 more or fewer cards than were led"""
    PARTIAL_BEAT = "partial_beat"
    """2.10 only some of the cards are beaten: the reply is given"""
    LEAD_OUT_OF_TURN = "lead_out_of_turn"
    """2.11 led without having the lead"""
    REPLY_OUT_OF_TURN = "reply_out_of_turn"
    """2.11 replied before one's turn, or twice"""
    WRONG_PILE = "wrong_pile"
    """2.12 the trick went to the wrong pile"""
    BAD_RAISE = "bad_raise"
    """2.13 a raise that is void"""
    FALSE_STOP = "false_stop"
    """2.14 "Stop!" without the combination"""
    FLIP_DISCARD = "flip_discard"
    """2.15 a face-down reply was turned up to beat"""
    MISSED_DRAW = "missed_draw"
    """2.16 led before the draws that were due; who did not draw plays short"""
    DISCARD_FACE_UP = "discard_face_up"
    """given cards lie face up where they must lie face down (discard_face)"""
    DISCARD_FACE_DOWN = "discard_face_down"
    """given cards lie face down where all cards are open (discard_face)"""
    TAKE_BACK = "take_back"
    """cards that were laid legally were taken back"""
    BAD_DECLARATION = "bad_declaration"
    """said that a reply beats which does not, or too late (beat_intent)"""
    BAD_ANSWER = "bad_answer"
    """a raise was accepted or refused by somebody who is not asked"""
    PLAY_BEFORE_ANSWER = "play_before_answer"
    """a card was laid while a raise waits for its answer"""
    REVOKE = "revoke"
    """a card was laid that the duty to follow forbids (Marriage, Macao)"""
    FALSE_MARRIAGE = "false_marriage"
    """a marriage was announced at the wrong time, with the wrong lead, or without its cards"""
    BAD_CLOSING = "bad_closing"
    """the stock was closed by somebody without the lead, or when there is nothing to close"""
    BAD_EXCHANGE = "bad_exchange"
    """the trump nine was exchanged where the rules do not allow it"""
    BAD_ORDER = "bad_order"
    """tricks were ordered out of turn, too many, or so that the sum comes out (Macao)"""

    # what the rules say of legal acts that decide something
    CLAIM_TRUE = "claim_true"
    """the claim holds"""
    CLAIM_MUST_COUNT = "claim_must_count"
    """the pile must be turned and counted"""
    CLAIM_DRAW = "claim_draw"
    """exactly sixty: the deal is drawn (sixty_claim)"""
    COMBINATION = "combination"
    """a combination was shown"""
    COUNT_NEEDED = "count_needed"
    """all cards are played and the piles must be counted to know who won"""
    DEAL_COUNTED = "deal_counted"
    """all cards are played and the totals decide"""

    # conservation: what cannot be
    DUPLICATE_CARD = "duplicate_card"
    """a card is seen that lies elsewhere: the earlier reading is the likelier mistake"""
    FOREIGN_CARD = "foreign_card"
    """a card that is not in this pack"""
    IMPOSSIBLE_COUNT = "impossible_count"
    """more cards than there can be: from an empty hand, from an empty stock"""
    COUNT_MISMATCH = "count_mismatch"
    """a counted pile is not what the log says"""
    TRUMP_CHANGED = "trump_changed"
    """another turned card is seen than before"""

    # doubts of the referee
    SEAT_GUESSED = "seat_guessed"
    """who did it was not seen"""
    CARD_UNREAD = "card_unread"
    """a card lies face up, but which one was not read"""
    MISSED_ACT = "missed_act"
    """something must have happened unseen"""
    UNPLACED_ACT = "unplaced_act"
    """something was seen that fits nowhere"""
    LATE_DRAW = "late_draw"
    """a draw seen after the next lead: the one that was taken as missed"""
    AFTER_END = "after_end"
    """something happened after the deal was over, or a claim while another waits for its count"""
    AMEND_REFUSED = "amend_refused"
    """a correction that cannot stand"""


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What is fixed about a rule id, whatever the table plays."""

    severity: Severity
    """how loud without an option that says otherwise"""
    paragraph: str = ""
    """paragraph of the rulebook"""
    option: str | None = None
    """the option that rules"""
    loses: str | None = None
    """the value of that option under which the deal is lost"""


_PLAY = "illegal_play"
RULES: Mapping[Rule, RuleInfo] = {
    Rule.OK: RuleInfo(Severity.INFO),
    Rule.EXTRA_CARD: RuleInfo(Severity.WARNING, "2.1", "extra_card", "deal_lost"),
    Rule.DRAW_OUT_OF_TURN: RuleInfo(Severity.WARNING, "2.2", "draw_out_of_turn", "deal_lost"),
    Rule.FALSE_CLAIM: RuleInfo(Severity.LOSS, "2.3", "false_claim"),
    Rule.CLAIM_OUT_OF_WINDOW: RuleInfo(Severity.WARNING, "2.4", "claim_out_of_window", "loss"),
    Rule.PEEK_DISCARDS: RuleInfo(Severity.WARNING, "2.5", "peek_discards", "deal_lost"),
    Rule.LOOK_OWN_PILE: RuleInfo(Severity.WARNING, "2.6", "look_own_pile", "deal_lost"),
    Rule.LOOK_OTHER_PILE: RuleInfo(Severity.WARNING, "2.7", "look_other_pile", "deal_lost"),
    Rule.MIXED_SUIT_LEAD: RuleInfo(Severity.WARNING, "2.8", _PLAY, "deal_lost"),
    Rule.LEAD_COUNT: RuleInfo(Severity.WARNING, "2.8", _PLAY, "deal_lost"),
    Rule.LEAD_FACE_DOWN: RuleInfo(Severity.WARNING, "2.8", _PLAY, "deal_lost"),
    Rule.LATE_LEAD_CARD: RuleInfo(Severity.WARNING, "2.8", _PLAY, "deal_lost"),
    Rule.WRONG_COUNT: RuleInfo(Severity.WARNING, "2.9", _PLAY, "deal_lost"),
    Rule.PARTIAL_BEAT: RuleInfo(Severity.INFO, "2.10", "partial_beat"),
    Rule.LEAD_OUT_OF_TURN: RuleInfo(Severity.WARNING, "2.11", _PLAY, "deal_lost"),
    Rule.REPLY_OUT_OF_TURN: RuleInfo(Severity.WARNING, "2.11", _PLAY, "deal_lost"),
    Rule.WRONG_PILE: RuleInfo(Severity.WARNING, "2.12", "wrong_pile", "deal_lost"),
    Rule.BAD_RAISE: RuleInfo(Severity.NOTICE, "2.13"),
    Rule.FALSE_STOP: RuleInfo(Severity.WARNING, "2.14", _PLAY, "deal_lost"),
    Rule.FLIP_DISCARD: RuleInfo(Severity.NOTICE, "2.15", "flip_after_lay"),
    Rule.MISSED_DRAW: RuleInfo(Severity.NOTICE, "2.16"),
    Rule.DISCARD_FACE_UP: RuleInfo(Severity.NOTICE, "1.5", "discard_face"),
    Rule.DISCARD_FACE_DOWN: RuleInfo(Severity.NOTICE, "1.5", "discard_face"),
    Rule.TAKE_BACK: RuleInfo(Severity.NOTICE, "1.4"),
    Rule.BAD_DECLARATION: RuleInfo(Severity.NOTICE, "1.4", "beat_intent"),
    Rule.BAD_ANSWER: RuleInfo(Severity.NOTICE, "2.13", "stake_responder"),
    Rule.PLAY_BEFORE_ANSWER: RuleInfo(Severity.NOTICE, "2.13"),
    Rule.REVOKE: RuleInfo(Severity.WARNING, "4.9", _PLAY, "deal_lost"),
    Rule.FALSE_MARRIAGE: RuleInfo(Severity.WARNING, "4.9", _PLAY, "deal_lost"),
    Rule.BAD_CLOSING: RuleInfo(Severity.NOTICE, "4.9"),
    Rule.BAD_EXCHANGE: RuleInfo(Severity.NOTICE, "4.9", "nine_exchange"),
    Rule.BAD_ORDER: RuleInfo(Severity.NOTICE, "4.10"),
    Rule.CLAIM_TRUE: RuleInfo(Severity.NOTICE, "1.8"),
    Rule.CLAIM_MUST_COUNT: RuleInfo(Severity.NOTICE, "1.8"),
    Rule.CLAIM_DRAW: RuleInfo(Severity.NOTICE, "X62", "sixty_claim"),
    Rule.COMBINATION: RuleInfo(Severity.NOTICE, "1.9"),
    Rule.COUNT_NEEDED: RuleInfo(Severity.NOTICE, "1.10"),
    Rule.DEAL_COUNTED: RuleInfo(Severity.INFO, "1.10"),
    Rule.DUPLICATE_CARD: RuleInfo(Severity.WARNING, "5"),
    Rule.FOREIGN_CARD: RuleInfo(Severity.NOTICE, "5"),
    Rule.IMPOSSIBLE_COUNT: RuleInfo(Severity.NOTICE, "5"),
    Rule.COUNT_MISMATCH: RuleInfo(Severity.NOTICE, "5"),
    Rule.TRUMP_CHANGED: RuleInfo(Severity.NOTICE, "5"),
    Rule.SEAT_GUESSED: RuleInfo(Severity.INFO, "5"),
    Rule.CARD_UNREAD: RuleInfo(Severity.NOTICE, "5"),
    Rule.MISSED_ACT: RuleInfo(Severity.NOTICE, "5"),
    Rule.UNPLACED_ACT: RuleInfo(Severity.NOTICE, "5"),
    Rule.LATE_DRAW: RuleInfo(Severity.INFO, "2.16"),
    Rule.AFTER_END: RuleInfo(Severity.INFO, "1.11"),
    Rule.AMEND_REFUSED: RuleInfo(Severity.NOTICE, "5"),
}

#: fouls that are told but cost nothing under one value of their option: (rule, value) -> severity
_MILDER: Mapping[tuple[Rule, str], Severity] = {
    (Rule.PARTIAL_BEAT, "take_back"): Severity.WARNING,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of one act, for one reason."""

    status: Status
    """legal, foul or unclear"""
    rule: Rule
    """the reason"""
    seat: Seat | None = None
    """whom it concerns"""
    facts: tuple[tuple[str, object], ...] = ()
    """(name, value): what the sentence needs; values are texts, numbers and tuples of them"""
    rests_on: tuple[int, ...] = ()
    """seq of the entries it follows from, ascending; the last is the act itself"""
    severity: Severity = Severity.INFO
    """how loud"""
    ruling: str | None = None
    """what the table's option makes of it: deal_lost, return_warn, take_back, implicit_claim, …"""

    def fact(self, name: str) -> object:
        """One fact by name; None when it is not among them."""
        return next((value for key, value in self.facts if key == name), None)


#: the verdict on an act about which there is nothing to say
LEGAL = Verdict(Status.LEGAL, Rule.OK)


def ruling_for(rules: RuleSet, rule: Rule) -> tuple[Severity, str | None]:
    """(severity, ruling) of a foul under these rules."""
    info = RULES[rule]
    if info.option is None:
        return info.severity, None
    value = str(getattr(rules, info.option))
    if value == info.loses:
        return Severity.LOSS, "deal_lost"
    return _MILDER.get((rule, value), info.severity), value


def foul(
    rules: RuleSet,
    rule: Rule,
    seat: Seat | None,
    rests_on: tuple[int, ...],
    facts: tuple[tuple[str, object], ...] = (),
) -> Verdict:
    """A foul with the ruling this table has for it."""
    severity, ruling = ruling_for(rules, rule)
    return Verdict(Status.FOUL, rule, seat, facts, rests_on, severity, ruling)


def unclear(
    rule: Rule,
    seat: Seat | None,
    rests_on: tuple[int, ...],
    facts: tuple[tuple[str, object], ...] = (),
) -> Verdict:
    """A doubt: nobody is accused."""
    return Verdict(Status.UNCLEAR, rule, seat, facts, rests_on, RULES[rule].severity)


def told(
    rule: Rule,
    seat: Seat | None,
    rests_on: tuple[int, ...],
    facts: tuple[tuple[str, object], ...] = (),
) -> Verdict:
    """A legal act that is worth a sentence."""
    return Verdict(Status.LEGAL, rule, seat, facts, rests_on, RULES[rule].severity)
