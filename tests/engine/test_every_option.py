"""Every option does something: the same table, seen under at least two of its values.

`PROBES` is a table: option -> a small story and what is observed under each value. A new option without a row, a
row with one value, or two values that look alike fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bura import kunken, macao, macao_table, marriage_table
from bura.beat import Order
from bura.bounds import Points as Interval
from bura.bounds import judge_points, prove_pile
from bura.cards import Card, Suit, parse_cards
from bura.combos import find_combo, resolve
from bura.errors import RulesError
from bura.events import (
    Claimed,
    Closed,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    Lead,
    Married,
    Ordered,
    Raised,
    Reply,
    Revealed,
    Took,
    TrumpShown,
)
from bura.infractions import Rule
from bura.log import Entry, Source
from bura.marriage import game_points
from bura.match import DealRecord, MatchState, penalties, robber_winner, table_penalties
from bura.options import catalogue
from bura.position import GameState, Settings, new_state
from bura.replay import Fold
from bura.rules import RuleSet, find_ruleset
from bura.rulings import count_end, first_leader, in_claim_window, next_dealer, rule_claim, winners_after_loss
from bura.stakes import Stake, responders
from bura.table import Place
from bura.tricks import check_lead, check_reply, draw_order
from bura.view import scoreboard

H = Suit.HEARTS
cards = parse_cards


def live(rules: RuleSet, seats: str, *events: Event) -> Fold:
    """The story told to the state machine; fouls that cost the deal end it."""
    fold = Fold(new_state(rules, tuple(seats), settings=Settings(fouls_end_deal=True)))
    for seq, event in enumerate(events, start=1):
        fold.tell(Entry(seq, float(seq), Source.HUMAN, event), event)
    return fold


def state(rules: RuleSet, seats: str, *events: Event) -> GameState:
    return live(rules, seats, *events).state


def ruling(rules: RuleSet, seats: str, *events: Event) -> tuple[str, str | None]:
    """(rule, ruling) of the last event."""
    verdict = live(rules, seats, *events).steps[-1].verdict
    return verdict.rule.value, verdict.ruling


def trump(card: str) -> TrumpShown:
    return TrumpShown(Card.parse(card))


def lead(seat: str, text: str, down: int = 0) -> Lead:
    return Lead(seat, cards(text), down)


def reply(seat: str, text: str, down: int = 0) -> Reply:
    return Reply(seat, cards(text), down)


DEAL: tuple[Event, ...] = (Dealt("B"), trump("6H"))
TRICK: tuple[Event, ...] = (*DEAL, lead("A", "AS"), reply("B", "", 1), Took("A"))
HAND3 = {"A": cards("AD 10D KD"), "B": cards("9C 8C 7C")}


@dataclass(frozen=True)
class Probe:
    """A row of the table."""

    look: Callable[[RuleSet], Any]
    """the story and what is observed"""
    seen: Mapping[Any, Any]
    """value of the option -> what is observed; lists are written as tuples"""
    preset: str = "classic31"
    """the game it is played in"""


def _stops(rules: RuleSet) -> bool:
    from bura.announced import in_stop_window

    return in_stop_window(state(rules, "AB", *DEAL, lead("A", "AS")), 1)


def _flip(rules: RuleSet) -> str:
    after = state(
        rules,
        "AB",
        *DEAL,
        lead("A", "KS"),
        reply("B", "", 1),
        Revealed("B", cards("AS"), Place.DISCARD),
    )
    assert after.trick is not None
    return after.trick.plays[1].standing.value


def _shown_points(rules: RuleSet) -> bool:
    board = scoreboard(live(rules, "AB", *TRICK).replay(), "table").to_json()
    return board["seats"]["A"]["points"] is not None


def _leaver(rules: RuleSet) -> tuple[int, int, int]:
    # three aces and two kings, all seen: A claims truly with three cards in his hand
    story: list[Event] = [Dealt("C"), trump("6H")]
    for led, other in (("AS", "KS"), ("AC", "KC"), ("AD", "KD")):
        story += [lead("A", led), reply("B", other), reply("C", "", 1), Took("A")]
        story += [Drew("A"), Drew("B"), Drew("C")]
    after = state(rules, "ABC", *story, Claimed("A"))
    return after.piles[0].count, after.stock, after.dead


def _multi(rules: RuleSet) -> tuple[tuple[str, ...], int]:
    story = (Dealt("C"), trump("6H"), lead("A", "AS 6C"))
    after = state(rules.with_options({"illegal_play": "deal_lost"}), "ABC", *story)
    return (after.result.winners if after.result is not None else (), after.players_left)


def _card_at(rules: RuleSet) -> tuple[int, str]:
    after = state(rules, "AB", *TRICK, Drew("A"))
    return after.stock, after.trump_at.value


def _marriage(rules: RuleSet, *events: Event) -> list[str]:
    return [v.rule.value for v in marriage_table.play(rules, "AB", (Dealt("B"), trump("AH"), *events))[1]]


def _head(rules: RuleSet) -> list[str]:
    story = (Closed("A"), lead("A", "10S"), reply("B", "9S"), Took("A"), lead("A", "AC"), reply("B", "AS"))
    return _marriage(rules, *story)


def _pending(rules: RuleSet) -> int:
    story = (Dealt("B"), trump("AH"), Married("A", "H"), lead("A", "QH"))
    return marriage_table.play(rules, "AB", story)[0].points("A").lo


def _last_trick(rules: RuleSet) -> int:
    story: list[Event] = [
        Dealt("B", hand=1),
        trump("AH"),
        Closed("A"),
        lead("A", "10S"),
        reply("B", "9S"),
        Took("A"),
    ]
    result = marriage_table.play(rules, "AB", story)[0].result
    assert result is not None
    return dict(result.points)["A"].lo


def _orders(rules: RuleSet) -> list[str]:
    story = (Dealt("B", hand=2), Ordered("A", 1), Ordered("B", 1))
    return [v.rule.value for v in macao_table.play(rules, "AB", story)[1]]


def _laydown(rules: RuleSet) -> str | None:
    melds = [(kunken.MeldKind.RUN, cards("7D 8D 9D")), (kunken.MeldKind.SET, cards("AD AC AH AS"))]
    foul = kunken.judge_laydown(rules, cards("2C 9D"), Card.parse("9D"), melds).foul
    return None if foul is None else foul.value


def _open(rules: RuleSet) -> tuple[Any, bool]:
    """What everybody sees of A's hand, and whether he may have a compensation."""
    shown = live(rules, "AB", *DEAL, Revealed("A", cards("AS"), Place.HAND))
    hand = scoreboard(shown.replay(), "table").to_json()["seats"]["A"].get("cards")
    try:
        rules.with_options({"open_compensation": {"A": 6}})
    except RulesError:
        return hand, False
    return hand, True


PAIRS = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
CROSSED = DealRecord("counted", ("A",), ("B",), points={"A": 89, "B": 31})
TIED = {"A": 50, "B": 50, "C": 20}
EARLY = DealRecord("claim_true", ("A",), ("B", "C"), points={"A": 35, "B": 20, "C": 8}, complete=False)
FALSE = DealRecord("claim_false", ("B", "C"), ("A",), points={"A": 29, "B": 10, "C": 0}, complete=False)
NOTHING = {"A": 120, "B": 0}

PROBES: dict[str, Probe] = {
    # --- cards and deal
    "deck": Probe(lambda r: state(r, "AB", *DEAL).stock, {36: 30, 20: 14}),
    "hand_size": Probe(lambda r: state(r, "AB", *DEAL).hands, {3: (3, 3), 4: (4, 4)}),
    "rank_order": Probe(
        lambda r: Order.of(r, H).beats(cards("KS"), cards("10S")), {"ace_ten": False, "natural": True}
    ),
    "trump_card_place": Probe(
        _card_at, {"bottom_face_up": (29, "stock"), "top_returned": (29, "gone"), "set_aside": (28, "aside")}
    ),
    "next_dealer": Probe(
        lambda r: next_dealer(r, "ABCD", "D", winner="B", loser="C", last_taker="D"),
        {"deal_winner": "B", "last_trick_taker": "D", "rotate_left": "A", "loser": "C"},
    ),
    "first_lead": Probe(
        lambda r: first_leader(r, "ABCD", "D", previous_last_taker="B", previous_winner="C"),
        {"left_of_dealer": "A", "previous_last_taker": "B", "previous_deal_winner": "C"},
    ),
    # --- lead and reply
    "lead_suit": Probe(
        lambda r: ruling(r, "AB", *DEAL, lead("A", "AS 9C"))[0], {"same": "mixed_suit_lead", "any": "ok"}
    ),
    "lead_counts": Probe(
        lambda r: ruling(r, "AB", *DEAL, lead("A", "AS 9S"), reply("B", "6C 7C"))[0],
        {(1, 2, 3): "ok", (1, 3): "lead_count"},
    ),
    "short_hand": Probe(
        lambda r: (
            check_lead(r, H, cards("AS 9S"), seat="A", leader="A", other_hand_sizes=(1,)),
            check_reply(r, seat="B", to_act="B", led=2, face_up=1, face_down=0, hand_size=1),
        ),
        {"lead_capped": ("more_than_smallest_hand", "wrong_count"), "play_all_cannot_beat": (None, None)},
    ),
    "beat_intent": Probe(
        lambda r: tuple(
            state(r, "AB", *DEAL, lead("A", "KS"), reply("B", "AS"), *said).trick.plays[1].standing.value  # type: ignore[union-attr]
            for said in ((), (Declared("B"),), (Declared("B", False),))
        ),
        {"auto": ("beats", "beats", "beats"), "declared": ("unknown", "beats", "given")},
    ),
    "spades_untrumpable": Probe(
        lambda r: Order.of(r, H).beats(cards("AH"), cards("9S")), {False: True, True: False}
    ),
    "shokha": Probe(lambda r: Order.of(r, H).beats(cards("6S"), cards("AH")), {False: False, True: True}),
    "discard_face": Probe(
        lambda r: tuple(
            ruling(r, "AB", *DEAL, lead("A", "AS"), answer)[0]
            for answer in (reply("B", "", 1), reply("B", "9C"))
        ),
        {
            "down_allowed": ("ok", "ok"),
            "open": ("discard_face_down", "ok"),
            "down_mandatory": ("ok", "discard_face_up"),
        },
    ),
    "flip_after_lay": Probe(_flip, {"stays_discard": "given", "allowed_until_next_act": "beats"}),
    "partial_beat": Probe(
        lambda r: ruling(r, "AB", *DEAL, lead("A", "KS QS"), reply("B", "AS 6C")),
        {
            "treated_as_discard": ("partial_beat", None),
            "take_back": ("partial_beat", "take_back"),
        },
    ),
    "short_stock": Probe(
        lambda r: draw_order(r, "AB", "A", {"A": 1, "B": 1}, 2),
        {"draw_to_end": ("A", "B"), "leave_unused": ()},
    ),
    # --- claims
    "threshold": Probe(
        lambda r: prove_pile(r, cards("AS 10S 10C"), 0, ()).verdict.value,
        {31: "certainly_true", 32: "certainly_false"},
    ),
    "threshold_strict": Probe(
        lambda r: prove_pile(r, cards("AS 10S 10C"), 0, ()).verdict.value,
        {False: "certainly_true", True: "certainly_false"},
    ),
    "claim_window": Probe(
        lambda r: tuple(
            in_claim_window(r, seat="A", leader=leader, last_taker=taker, trick_open=opened, to_act=act)
            for leader, taker, opened, act in (
                ("A", "B", False, None),
                ("B", "A", False, None),
                ("B", "B", True, "A"),
            )
        ),
        {
            "on_lead": (True, False, False),
            "after_taking": (False, True, False),
            "on_turn": (True, False, True),
            "none": (False, False, False),
        },
    ),
    "claim_out_of_window": Probe(
        lambda r: ruling(r, "AB", *TRICK, Drew("A"), Drew("B"), Claimed("B")),
        {
            "void_warn": ("claim_out_of_window", "void_warn"),
            "loss": ("claim_out_of_window", "deal_lost"),
        },
    ),
    "false_claim": Probe(
        lambda r: state(r, "AB", *TRICK, Claimed("A")).result.stake,  # type: ignore[union-attr]
        {"lose_deal": 1, "lose_deal_double": 2},
    ),
    "team_claim": Probe(
        lambda r: in_claim_window(r, seat="C", leader="A", last_taker="A", trick_open=False, partners=["A"]),
        {"taker_only": False, "either_partner": True},
        "pairs5",
    ),
    "no_claim_end": Probe(
        lambda r: count_end(r, {"A": 67, "B": 53})[0].value,
        {"higher_wins": "counted", "void_redeal": "void_redeal"},
    ),
    "deal_end": Probe(
        lambda r: winning_combo(r), {"on_claim": "deal_won", "until_one_left": "leaves"}, "leave31"
    ),
    "multi_loss": Probe(
        _multi,
        {
            "deal_ends_others_win": (("B", "C"), 3),
            "deal_ends_no_winner": ((), 3),
            "eliminated_play_on": ((), 2),
        },
    ),
    "sixty_claim": Probe(
        lambda r: rule_claim(r, in_window=True, total=60).verdict.value,
        {"claim_false": "claim_false", "draw": "draw"},
        "georgian5",
    ),
    "show_running_points": Probe(_shown_points, {False: False, True: True}, "georgian3"),
    # --- combinations
    "bura_effect": Probe(
        lambda r: resolve(r, H, {"A": cards("10S KD QC"), "B": cards("9H 7H 6H")}, "A").result.value,
        {
            "instant_win": "deal_won",
            "instant_win_on_lead": "no_effect",
            "lead_right": "takes_lead",
        },
    ),
    "molodka_out_of_turn": Probe(
        lambda r: resolve(r, H, {"A": cards("10S KD QC"), "B": HAND3["B"]}, "A").result.value,
        {True: "takes_lead", False: "no_effect"},
    ),
    "moscow": Probe(
        lambda r: find_combo(r, H, cards("AS AC AD 10D")),
        {"three_aces": "moscow", "aces_and_tens4": "moscow", "off": None},
        "burkozel_plain",
    ),
    "moscow_requires_trump_ace": Probe(
        lambda r: find_combo(r, H, cards("AS AC AD")), {False: "moscow", True: None}
    ),
    "moscow_effect": Probe(
        lambda r: resolve(r, H, {"A": cards("AS AC AD")}, "A").result.value,
        {"instant_win": "deal_won", "lead_right": "takes_lead"},
    ),
    "little_moscow": Probe(
        lambda r: (find_combo(r, H, cards("6S 6C 6H")), find_combo(r, H, cards("10S 10C 10H"))),
        {
            "sixes_with_trump": ("little_moscow", None),
            "tens": (None, "little_moscow"),
            "off": (None, None),
        },
    ),
    "four_ends": Probe(
        lambda r: find_combo(r, H, cards("10S 10C 10D 10H")), {True: "four_ends", False: None}, "burkozel"
    ),
    "precedence": Probe(
        lambda r: resolve(r, H, {"A": cards("AS AC AD"), "B": cards("9H 7H 6H")}, "A").seat,
        {
            ("moscow", "bura", "little_moscow", "molodka"): "A",
            ("bura", "moscow", "little_moscow", "molodka"): "B",
        },
    ),
    "equal_bura": Probe(
        lambda r: resolve(r, H, {"A": cards("AH 7H 6H"), "B": cards("10H KH QH")}, "B").seat,
        {"higher_cards": "A", "annul": None, "leader_first": "B"},
    ),
    "equal_molodka": Probe(
        lambda r: resolve(r, H, HAND3, "B").seat, {"current_leader_keeps": "B", "higher_cards": "A"}
    ),
    "combo_compare": Probe(
        lambda r: resolve(r, H, {"A": cards("AH 7H 6H"), "B": cards("10H KH QH")}, "A").seat,
        {"lexicographic": "A", "points_sum": "B"},
    ),
    "first_deal_combo": Probe(
        lambda r: resolve(r, H, {"A": cards("9H 7H 6H")}, "A", initial_hand=True).result.value,
        {"valid": "deal_won", "redeal": "redeal"},
    ),
    "first_deal_scope": Probe(
        lambda r: resolve(r, H, {"A": cards("9H 7H 6H")}, "A", initial_hand=True).result.value,
        {"initial_hand_of_each_deal": "redeal", "first_deal_of_match": "deal_won"},
        "classic31_000",
    ),
    "combo_window": Probe(_stops, {"between_tricks": False, "until_own_reply": True}),
    # --- leaving, open hands
    "bura_in_leave31": Probe(
        lambda r: resolve(r, H, {"A": cards("9H 7H 6H")}, "A").result.value,
        {"instant_leave": "leaves", "lead_right": "takes_lead"},
        "leave31",
    ),
    "leaver_hand": Probe(
        _leaver,
        {"own_pile": (12, 18, 0), "dead": (9, 18, 3), "under_stock": (9, 21, 0)},
        "leave31",
    ),
    "open_hands": Probe(_open, {"none": (None, False), "all": (["AS"], True), ("A",): (["AS"], True)}),
    "open_compensation": Probe(
        lambda r: judge_points(r.needed, Interval(25 + r.compensation("A"), 25 + r.compensation("A"))).value,
        {(): "certainly_false", (("A", 6),): "certainly_true"},
    ),
    # --- the match
    "stakes": Probe(
        lambda r: ruling(r, "AB", *DEAL, Raised("A", 2))[0], {True: "ok", False: "bad_raise"}, "georgian3"
    ),
    "match_to": Probe(
        lambda r: MatchState.start("AB", {"A": 2, "B": 0}).after(r, DealRecord("claim_true", ("A",))).over,
        {3: True, 7: False},
        "georgian3",
    ),
    "crawford": Probe(
        lambda r: (
            MatchState({"A": 6, "B": 6}).crawford(r),
            MatchState({"A": 6, "B": 6}, crawford_used=frozenset("A")).crawford(r),
        ),
        {"once_per_match": (True, False), "once_per_side": (True, True), "off": (False, False)},
        "georgian3",
    ),
    "stake_responder": Probe(
        lambda r: responders(r, "ABCD", "A", PAIRS),
        {"next_in_turn": ("B",), "any_opponent": ("B", "D")},
        "pairs5",
    ),
    "robber_target": Probe(lambda r: robber_winner(r, {"A": 12, "B": 3}), {21: None, 11: "A"}),
    "robber_lead": Probe(lambda r: robber_winner(r, {"A": 21, "B": 20}), {2: None, 1: "A"}),
    "penalty_table": Probe(
        lambda r: r.match_kind.value if r.penalty_table == "none" else tuple(penalties(r, CROSSED).values()),
        {"none": "robber", "T1": (0, 2), "T2": (0, 2), "T3": (0, 2), "T3p": (0, 2)},
        "classic31",
    ),
    "penalty_limit": Probe(
        lambda r: MatchState.start("AB", {"A": 0, "B": 6}).after(r, CROSSED).losers,
        {12: (), 8: ("B",)},
        "burkozel",
    ),
    "zero_means": Probe(
        lambda r: table_penalties(r, NOTHING, {"A": 7, "B": 2})["B"], {"points": 6, "tricks": 4}, "burkozel"
    ),
    "t3_boundary": Probe(lambda r: penalties(r, CROSSED)["B"], {"to_2": 2, "to_4": 4}, "burkozel"),
    "t3_top_tie": Probe(lambda r: table_penalties(r, TIED)["A"], {"each_2": 2, "each_0": 0}, "burkozel"),
    "early_end_penalty": Probe(
        lambda r: penalties(r, EARLY)["C"], {"table_winner_zero": 4, "flat_T1": 2}, "burkozel"
    ),
    "false_claim_penalty": Probe(lambda r: penalties(r, FALSE)["A"], {6: 6, 2: 2}, "burkozel"),
    # --- fouls
    "extra_card": Probe(
        lambda r: ruling(r, "AB", *TRICK, Drew("A"), Drew("B"), Drew("A")),
        {"deal_lost": ("extra_card", "deal_lost"), "return_warn": ("extra_card", "return_warn")},
    ),
    "draw_out_of_turn": Probe(
        lambda r: ruling(r, "AB", *TRICK, Drew("B")),
        {
            "deal_lost": ("draw_out_of_turn", "deal_lost"),
            "return_warn": ("draw_out_of_turn", "return_warn"),
        },
    ),
    "peek_discards": Probe(
        lambda r: ruling(r, "AB", *TRICK[:-1], Revealed("A", cards("9C"), Place.DISCARD)),
        {
            "implicit_claim": ("peek_discards", "implicit_claim"),
            "deal_lost": ("peek_discards", "deal_lost"),
            "warn": ("peek_discards", "warn"),
        },
    ),
    "look_own_pile": Probe(
        lambda r: ruling(r, "AB", *TRICK, Drew("A"), Drew("B"), Revealed("A", (), Place.PILE)),
        {
            "implicit_claim": ("look_own_pile", "implicit_claim"),
            "deal_lost": ("look_own_pile", "deal_lost"),
            "warn": ("look_own_pile", "warn"),
        },
    ),
    "look_other_pile": Probe(
        lambda r: ruling(r, "AB", *TRICK, Drew("A"), Drew("B"), Revealed("B", (), Place.PILE, "A")),
        {"warn": ("look_other_pile", "warn"), "deal_lost": ("look_other_pile", "deal_lost")},
    ),
    "illegal_play": Probe(
        lambda r: ruling(r, "AB", *DEAL, lead("A", "AS 9C")),
        {"take_back": ("mixed_suit_lead", "take_back"), "deal_lost": ("mixed_suit_lead", "deal_lost")},
    ),
    "wrong_pile": Probe(
        lambda r: ruling(r, "AB", *TRICK[:-1], Took("B")),
        {"restore_warn": ("wrong_pile", "restore_warn"), "deal_lost": ("wrong_pile", "deal_lost")},
    ),
    # --- Marriage
    "must_head": Probe(_head, {False: [], True: ["revoke"]}, "marriage66"),
    "marriage_after_stock": Probe(
        lambda r: _marriage(r, Closed("A"), Married("A", "S"), lead("A", "KS")),
        {False: ["false_marriage"], True: []},
        "marriage66",
    ),
    "marriage_needs_trick": Probe(_pending, {False: 40, True: 0}, "marriage66"),
    "schneider_limit": Probe(
        lambda r: game_points(r, {"A": 66, "B": 33}).points, {33: 1, 34: 2}, "marriage66"
    ),
    "last_trick_bonus": Probe(_last_trick, {0: 10, 10: 20}, "marriage66"),
    "nine_exchange": Probe(
        lambda r: _marriage(r, Exchanged("A")), {False: ["bad_exchange"], True: []}, "marriage66"
    ),
    "match_points_66": Probe(
        lambda r: (
            MatchState.start("AB", {"A": 5, "B": 0}).after(r, DealRecord("counted", ("A",), stake=2)).over
        ),
        {7: True, 8: False},
        "marriage66",
    ),
    # --- Macao
    "over": Probe(lambda r: macao.score(r, 1, 2), {"fail": 0, "ok": 11}, "macao"),
    "hook": Probe(_orders, {False: [], True: ["bad_order"]}, "macao"),
    "macao_max_deal": Probe(lambda r: macao.last_deal(r, 4), {"floor_52_over_n": 13, 10: 10}, "macao"),
    # --- Kunken
    "laydown_min": Probe(_laydown, {50: None, 60: "below_minimum"}, "kunken"),
    "laydown_scope": Probe(_laydown, {"sum_of_melds": None, "single_meld": "below_minimum"}, "kunken"),
    "set_distinct_suits": Probe(
        lambda r: kunken.judge_meld(r, kunken.MeldKind.SET, cards("5H 5H 5D")).valid,
        {False: True, True: False},
        "kunken",
    ),
    "jokers_total": Probe(
        lambda r: kunken.check_sightings(r, [kunken.Joker()] * 3), {4: None, 2: kunken.Joker()}, "kunken"
    ),
}


def winning_combo(rules: RuleSet) -> str:
    """What three trumps do."""
    return resolve(rules, H, {"A": cards("9H 7H 6H")}, "A").result.value


#: two values may look alike in one story (T1, T2 and T3 agree on 89:31); the rows that show them apart
APART: Mapping[str, Callable[[RuleSet], Any]] = {
    "penalty_table": lambda r: (
        r.match_kind.value
        if r.penalty_table == "none"
        else (
            penalties(r, replace(CROSSED, points=NOTHING, tricks={"A": 8, "B": 1}))["B"],
            penalties(r, DealRecord("counted", ("A",), ("B", "C"), points={"A": 55, "B": 44, "C": 21}))["A"],
        )
    ),
    "moscow": lambda r: (find_combo(r, H, cards("AS AC AD 7D")), find_combo(r, H, cards("AS 10C AD 10D"))),
    "open_hands": lambda r: (r.is_open("A"), r.is_open("B")),
}


def _rules(probe: Probe, name: str, value: Any) -> RuleSet:
    preset, more = probe.preset, {}
    if preset == "burkozel_plain":
        preset, more = "burkozel", {"moscow_requires_trump_ace": False}
    # one option at a time, also where a table would have to change others with it
    return find_ruleset(preset).with_options({**more, name: value}, check=False)


def test_every_option_has_a_row_with_two_values() -> None:
    assert list(PROBES) == list(catalogue()), "one row per option, in the order of the catalogue"
    for name, probe in PROBES.items():
        assert len(probe.seen) >= 2, f"{name} is seen under one value only"
        looks = APART.get(name, probe.look)
        seen = [repr(looks(_rules(probe, name, value))) for value in probe.seen]
        assert len(set(seen)) == len(seen), f"two values of {name} look alike: {seen}"


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, probe in PROBES.items() for value in probe.seen]
)
def test_what_is_seen(name: str, value: Any) -> None:
    probe = PROBES[name]
    assert probe.look(_rules(probe, name, value)) == probe.seen[value]


def test_bura_may_be_no_combination_at_all() -> None:
    without = find_ruleset("classic31").with_options({"bura_effect": "off"})
    assert resolve(without, H, {"A": cards("9H 7H 6H")}, "A").result.value == "no_effect"


def test_played_out_deals_know_no_claims() -> None:
    five = find_ruleset("five_card_000")
    after = live(
        five, "AB", Dealt("B"), trump("6H"), lead("A", "AS"), reply("B", "", 1), Took("A"), Claimed("A")
    )
    assert after.steps[-1].verdict.rule is Rule.CLAIM_OUT_OF_WINDOW
    assert after.state.result is None
    assert winners_after_loss(five, ["A"], ["A", "B"]) == ("B",)


def test_a_raise_needs_its_step_under_any_stakes() -> None:
    georgian = find_ruleset("georgian3")
    assert Stake().raise_foul(georgian, "A", 3, leader_side="A", card_led=False) is not None
