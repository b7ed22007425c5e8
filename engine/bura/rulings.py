"""Rulings on claims, counts, fouls and leaving as functions of the options (RULEBOOK 1.8, 1.10, 2, 4.6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bura.errors import RulesError
from bura.rules import RuleSet
from bura.table import Seat


class ClaimVerdict(StrEnum):
    """What a counted claim comes to."""

    TRUE = "claim_true"
    """the pile reaches the threshold: the deal is won"""
    FALSE = "claim_false"
    """it does not: the deal is lost"""
    VOID = "claim_void"
    """made at the wrong time: nothing happens, the right is gone until the next taking"""
    DEAL_LOST = "deal_lost"
    """made at the wrong time where that loses (`claim_out_of_window`)"""
    DRAW = "draw"
    """exactly 60 in a 61 game where the table calls that a draw (`sixty_claim`)"""


@dataclass(frozen=True, slots=True)
class ClaimRuling:
    """A claim, ruled."""

    verdict: ClaimVerdict
    """what it comes to"""
    claimer_wins: bool | None
    """True: he wins the deal; False: he loses it; None: neither"""
    stake: int
    """what the deal is worth to the winner; 0 when nobody wins"""


def in_claim_window(
    rules: RuleSet,
    *,
    seat: Seat,
    leader: Seat | None,
    last_taker: Seat | None,
    trick_open: bool,
    to_act: Seat | None = None,
    partners: Collection[Seat] = (),
) -> bool:
    """May this player claim now (`claim_window` [X17], `team_claim` [X20])?

    :param leader: who has the lead, or led the open trick.
    :param last_taker: who took the last trick; None before the first.
    :param trick_open: has a card of the next trick been laid?
    :param to_act: whose reply is due in an open trick.
    :param partners: the other seats of the claimer's side.
    """
    mine = {seat, *partners} if rules.team_claim == "either_partner" else {seat}
    match rules.claim_window:
        case "on_lead":
            return not trick_open and leader in mine
        case "after_taking":
            return not trick_open and last_taker in mine
        case "on_turn":
            return (to_act if trick_open else leader) in mine
        case "none":
            return False


def rule_claim(rules: RuleSet, *, in_window: bool, total: int, stake: int = 1) -> ClaimRuling:
    """What a claim comes to once the pile is counted.

    :param total: points of the pile, an open-hand compensation included.
    :param stake: stake in force.
    """
    if not in_window:
        if rules.claim_out_of_window == "loss":
            return ClaimRuling(ClaimVerdict.DEAL_LOST, False, stake)
        return ClaimRuling(ClaimVerdict.VOID, None, 0)
    if total >= rules.needed:
        return ClaimRuling(ClaimVerdict.TRUE, True, stake)
    if rules.sixty_claim == "draw" and total == rules.needed - 1 == 60:
        return ClaimRuling(ClaimVerdict.DRAW, None, 0)
    cost = stake * 2 if rules.false_claim == "lose_deal_double" else stake
    return ClaimRuling(ClaimVerdict.FALSE, False, cost)


class CountVerdict(StrEnum):
    """How a deal without a claim ends."""

    COUNTED = "counted"
    """the higher total wins"""
    DRAW = "draw"
    """a tie for most"""
    VOID_REDEAL = "void_redeal"
    """nobody claimed, so nobody wins; dealt again"""


def count_end(rules: RuleSet, points: Mapping[str, int]) -> tuple[CountVerdict, str | None]:
    """How the deal ends when all cards are played and nobody claimed (`no_claim_end` [X21]), and who wins.

    :param points: totals by seat, or by side where partners pool them.
    """
    if rules.no_claim_end == "void_redeal" and rules.deal_end != "play_out":
        return CountVerdict.VOID_REDEAL, None
    most = max(points.values())
    best = [who for who, total in points.items() if total == most]
    return (CountVerdict.COUNTED, best[0]) if len(best) == 1 else (CountVerdict.DRAW, None)


class Act(StrEnum):
    """A foul or mistake the rulebook names (RULEBOOK 2)."""

    EXTRA_CARD = "extra_card"
    """2.1: a card too many from the stock"""
    DRAW_OUT_OF_TURN = "draw_out_of_turn"
    """2.2: drawing before one's turn"""
    FALSE_CLAIM = "false_claim"
    """2.3: a claim that is not true"""
    LATE_CLAIM = "late_claim"
    """2.4: a claim at the wrong time"""
    TURN_HIDDEN_DISCARD = "turn_hidden_discard"
    """2.5: turning a face-down discard"""
    LOOK_OWN_PILE = "look_own_pile"
    """2.6: looking into one's own pile"""
    LOOK_OTHER_PILE = "look_other_pile"
    """2.7: looking into another's pile"""
    MIXED_SUIT_LEAD = "mixed_suit_lead"
    """2.8: leading several suits"""
    WRONG_COUNT = "wrong_count"
    """2.9: a reply of another number of cards"""
    PARTIAL_BEAT = "partial_beat"
    """2.10: an open reply that beats only some cards"""
    PLAY_OUT_OF_TURN = "play_out_of_turn"
    """2.11: a lead or reply out of turn"""
    WRONG_PILE = "wrong_pile"
    """2.12: a trick laid to the wrong pile"""
    ILLEGAL_RAISE = "illegal_raise"
    """2.13: a raise that the rules do not allow"""
    FALSE_STOP = "false_stop"
    """2.14: "Stop!" without the combination"""
    FLIP_FACE_DOWN_TO_BEAT = "flip_face_down_to_beat"
    """2.15: turning a face-down reply to beat with it"""
    MISSED_DRAW = "missed_draw"
    """2.16: not drawing when due"""


#: other words for the same act
ACT_WORDS: Mapping[str, Act] = {act.value: act for act in Act} | {
    "double_draw": Act.EXTRA_CARD,
    "alien_draw": Act.DRAW_OUT_OF_TURN,
    "early_draw": Act.DRAW_OUT_OF_TURN,
    "draw_before_turn": Act.DRAW_OUT_OF_TURN,
    "mistimed_claim": Act.LATE_CLAIM,
    "claim_out_of_window": Act.LATE_CLAIM,
    "peek_discards": Act.TURN_HIDDEN_DISCARD,
    "peek_own_pile": Act.LOOK_OWN_PILE,
    "peek_other_pile": Act.LOOK_OTHER_PILE,
    "look_into_own_pile": Act.LOOK_OWN_PILE,
    "look_into_other_pile": Act.LOOK_OTHER_PILE,
    "mixed_lead": Act.MIXED_SUIT_LEAD,
    "wrong_count_reply": Act.WRONG_COUNT,
    "wrong_reply_count": Act.WRONG_COUNT,
    "wrong_pile_taken": Act.WRONG_PILE,
    "take_wrong_pile": Act.WRONG_PILE,
    "out_of_turn": Act.PLAY_OUT_OF_TURN,
    "lead_out_of_turn": Act.PLAY_OUT_OF_TURN,
    "reply_out_of_turn": Act.PLAY_OUT_OF_TURN,
    "illegal_play": Act.PLAY_OUT_OF_TURN,
    "false_combo": Act.FALSE_STOP,
    "flip_after_lay": Act.FLIP_FACE_DOWN_TO_BEAT,
    "no_draw": Act.MISSED_DRAW,
}

DEAL_LOST = "deal_lost"
"""the ruling that ends the deal against the offender"""


def rule_act(rules: RuleSet, act: Act) -> str:
    """The ruling of this table on that act: the option's word, or the one fixed ruling.

    ``deal_lost`` is the one that ends the deal at once; ``implicit_claim`` has the pile counted as a claim.
    """
    match act:
        case Act.EXTRA_CARD:
            return rules.extra_card
        case Act.DRAW_OUT_OF_TURN:
            return rules.draw_out_of_turn
        case Act.FALSE_CLAIM:
            return DEAL_LOST
        case Act.LATE_CLAIM:
            return DEAL_LOST if rules.claim_out_of_window == "loss" else ClaimVerdict.VOID.value
        case Act.TURN_HIDDEN_DISCARD:
            return rules.peek_discards
        case Act.LOOK_OWN_PILE:
            return rules.look_own_pile
        case Act.LOOK_OTHER_PILE:
            return rules.look_other_pile
        case Act.PARTIAL_BEAT:
            return rules.partial_beat
        case Act.WRONG_PILE:
            return rules.wrong_pile
        case Act.FLIP_FACE_DOWN_TO_BEAT:
            return rules.flip_after_lay
        case Act.ILLEGAL_RAISE:
            return "raise_void"
        case Act.MISSED_DRAW:
            return "plays_short"
        case Act.MIXED_SUIT_LEAD | Act.WRONG_COUNT | Act.PLAY_OUT_OF_TURN | Act.FALSE_STOP:
            return rules.illegal_play


def winners_after_loss(rules: RuleSet, loser: Collection[str], everyone: Sequence[str]) -> tuple[str, ...]:
    """Who wins when these lose the deal by a foul (`multi_loss` [X23]); nobody while the others play on."""
    others = tuple(who for who in everyone if who not in loser)
    if len(others) == 1 or rules.multi_loss == "deal_ends_others_win":
        return others
    return ()


def plays_on_after_loss(rules: RuleSet, players_left: int) -> bool:
    """Do the others play on when one has lost by a foul (`multi_loss` = eliminated_play_on)?"""
    return rules.multi_loss == "eliminated_play_on" and players_left > 1


@dataclass(frozen=True, slots=True)
class Leaving:
    """A claim in the game where a player who has the points leaves (RULEBOOK 4.6)."""

    leaves: bool
    """True: he got out; False: the claim was false and the deal ends against him"""
    active: tuple[Seat, ...]
    """who plays on"""
    next_leader: Seat | None
    """who leads and draws first; None when the deal is over"""
    over: bool
    """is the deal over?"""
    loser: Seat | None
    """the loser, when it is"""


def leave(rules: RuleSet, active: Sequence[Seat], seat: Seat, total: int) -> Leaving:
    """What follows when ``seat`` claims with ``total`` points and ``active`` still play, clockwise."""
    if total < rules.needed:
        return Leaving(False, tuple(active), None, True, seat)
    if seat not in active or len(active) < 2:
        raise RulesError(f"{seat} cannot leave: he must be one of two or more who still play")
    place = active.index(seat)
    rest = tuple(who for who in active if who != seat)
    if len(rest) == 1:
        return Leaving(True, rest, None, True, rest[0])
    return Leaving(True, rest, rest[place % len(rest)], False, None)


def next_dealer(
    rules: RuleSet,
    seats: Sequence[Seat],
    dealer: Seat,
    *,
    winner: Seat | None,
    loser: Seat | None,
    last_taker: Seat | None,
) -> Seat:
    """Who deals next (`next_dealer` [X04]); when nobody fits (a draw, a void deal), the same dealer again."""
    match rules.next_dealer:
        case "deal_winner":
            return winner if winner is not None else dealer
        case "loser":
            return loser if loser is not None else dealer
        case "last_trick_taker":
            return last_taker if last_taker is not None else dealer
        case "rotate_left":
            return seats[(seats.index(dealer) + 1) % len(seats)]


def first_leader(
    rules: RuleSet,
    seats: Sequence[Seat],
    dealer: Seat,
    *,
    previous_last_taker: Seat | None = None,
    previous_winner: Seat | None = None,
) -> Seat:
    """Who leads to the first trick (`first_lead` [X05]): left of the dealer where nothing else is known."""
    if rules.first_lead == "previous_last_taker" and previous_last_taker is not None:
        return previous_last_taker
    if rules.first_lead == "previous_deal_winner" and previous_winner is not None:
        return previous_winner
    return seats[(seats.index(dealer) + 1) % len(seats)]
