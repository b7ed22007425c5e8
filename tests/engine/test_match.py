"""From deals to a match: robber, penalties, stakes, Marriage."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.errors import RulesError
from bura.match import DealRecord, MatchState, penalties, play_match, robber_winner, table_penalties
from bura.rules import find_ruleset
from bura.stakes import LADDER, TOP, Stake, StakeFoul, is_crawford, responders

ROBBER = find_ruleset("classic31")
STAKES = find_ruleset("georgian3").with_options({"match_to": 3})
KOZEL = find_ruleset("burkozel")
WON = DealRecord("claim_true", ("P",), ("O",))
LOST = DealRecord("claim_true", ("O",), ("P",))


def test_robber_goes_on_until_two_ahead() -> None:
    deals = [WON, LOST] * 20 + [WON]
    match = play_match(ROBBER, ("P", "O"), deals)
    assert (match.score, match.over) == ({"P": 21, "O": 20}, False)
    match = match.after(ROBBER, WON)
    assert (match.winners, match.losers, match.deals) == (("P",), ("O",), 42)
    assert match.after(ROBBER, LOST) == match


def test_drawn_and_void_deals_do_not_count_in_a_robber() -> None:
    for deal in (DealRecord("draw"), DealRecord("annul"), DealRecord("void_redeal")):
        assert MatchState.start(("P", "O")).after(ROBBER, deal).deals == 0


@given(wins=st.dictionaries(st.sampled_from("ABCD"), st.integers(0, 30), min_size=2))
def test_robber_winner_is_who_leads_by_enough(wins: dict[str, int]) -> None:
    winner = robber_winner(ROBBER, wins)
    if winner is None:
        top = sorted(wins.values())[-2:]
        assert top[1] < 21 or top[1] - top[0] < 2
    else:
        assert wins[winner] >= 21
        assert all(wins[winner] - won >= 2 for who, won in wins.items() if who != winner)


@given(points=st.lists(st.integers(0, 120), min_size=2, max_size=4).filter(lambda p: sum(p) <= 120))
def test_penalty_tables_by_their_text(points: list[int]) -> None:
    named = dict(zip("ABCD", points, strict=False))
    t2 = table_penalties(KOZEL.with_options({"penalty_table": "T2"}), named)
    for who, total in named.items():
        assert t2[who] == (0 if total >= 60 else 6 if total == 0 else 4 if total < 31 else 2)
    t3 = table_penalties(KOZEL, named)
    top = max(points)
    for who, total in named.items():
        if total == top:
            assert t3[who] == (0 if points.count(top) == 1 else 2)
        else:
            assert t3[who] == (6 if total == 0 else 4 if total < (21 if len(points) == 3 else 31) else 2)


def test_penalties_of_void_and_flat_deals() -> None:
    points = {"A": 35, "B": 20, "C": 8}
    assert set(penalties(KOZEL, DealRecord("annul", points=points)).values()) == {0}
    with pytest.raises(RulesError, match="choose T2"):
        table_penalties(ROBBER, points)


def test_a_penalty_match_has_losers() -> None:
    deal = DealRecord("counted", ("A",), ("B", "C"), points={"A": 120, "B": 0, "C": 0})
    match = play_match(KOZEL, "ABC", [deal])
    assert (match.score, match.over) == ({"A": 0, "B": 6, "C": 6}, False)
    match = match.after(KOZEL, deal)
    assert (match.winners, match.losers, match.over) == (("A",), ("B", "C"), True)


def test_stakes_match_and_its_unraised_deal() -> None:
    match = MatchState.start(("P", "O"))
    assert not match.crawford(STAKES)
    match = match.after(STAKES, replace(WON, stake=2))
    assert match.crawford(STAKES)
    match = match.after(STAKES, LOST)
    assert match.score == {"P": 2, "O": 1}
    assert match.crawford_used == {"P"}
    assert not match.crawford(STAKES)
    match = match.after(STAKES, LOST)
    assert not match.crawford(STAKES), "once per match"
    per_side = STAKES.with_options({"crawford": "once_per_side"})
    assert match.crawford(per_side), "but the other side still has its own"
    assert match.after(STAKES, replace(LOST, stake=6)).score == {"P": 2, "O": 8}


def test_exactly_the_target_wins_a_stakes_match() -> None:
    match = play_match(STAKES, ("P", "O"), [WON, WON])
    assert not match.over
    match = match.after(STAKES, WON)
    assert (match.over, match.winners, match.losers) == (True, ("P",), ("O",))


def test_a_robber_of_one_name() -> None:
    assert robber_winner(ROBBER, {"P": 20}) is None
    assert robber_winner(ROBBER, {"P": 21}) == "P"


@pytest.mark.parametrize("reason", ["claim_false", "infraction", "deal_lost"])
def test_reasons_that_are_the_losers_own_fault(reason: str) -> None:
    deal = DealRecord(reason, ("B", "C"), ("A",), points={"A": 20, "B": 10, "C": 0}, complete=False)
    assert deal.fault
    assert penalties(KOZEL, deal) == {"A": 6, "B": 0, "C": 0}


@pytest.mark.parametrize("reason", ["annul", "redeal", "void_redeal"])
def test_reasons_that_void_a_deal(reason: str) -> None:
    deal = DealRecord(reason, ("P",), ("O",), points={"P": 120, "O": 0})
    assert deal.void
    assert MatchState.start(("P", "O")).after(KOZEL, deal).score == {"P": 0, "O": 0}


def test_a_deal_is_complete_unless_it_says_otherwise() -> None:
    deal = DealRecord("counted", ("A",), ("B",), points={"A": 80, "B": 40})
    assert penalties(KOZEL, deal) == {"A": 0, "B": 2}
    early = replace(deal, reason="claim_true", points={"A": 35, "B": 31}, complete=False)
    for table in ("T2", "T3", "T3p"):
        assert penalties(KOZEL.with_options({"penalty_table": table}), early) == {"A": 0, "B": 2}


def test_the_tables_at_their_edges() -> None:
    to_4 = KOZEL.with_options({"t3_boundary": "to_4", "t3_top_tie": "each_0"})
    assert table_penalties(to_4, {"P": 88, "O": 32})["O"] == 2
    assert table_penalties(to_4, {"P": 89, "O": 31})["O"] == 4
    # the printed table of Kozel leaves no choice
    printed = to_4.with_options({"penalty_table": "T3p"})
    assert table_penalties(printed, {"P": 89, "O": 31})["O"] == 2
    assert table_penalties(printed, {"P": 60, "O": 60}) == {"P": 2, "O": 2}


#: (table, option values, points, tricks, penalties): what "nothing at all" means [X40], and where four becomes two
PENALTIES: list[tuple[str, dict[str, object], dict[str, int], dict[str, int] | None, dict[str, int]]] = [
    ("T2", {}, {"A": 120, "B": 0}, {"A": 8, "B": 1}, {"A": 0, "B": 6}),
    ("T2", {"zero_means": "tricks"}, {"A": 120, "B": 0}, {"A": 8, "B": 1}, {"A": 0, "B": 4}),
    ("T2", {"zero_means": "tricks"}, {"A": 120, "B": 0}, {"A": 9, "B": 0}, {"A": 0, "B": 6}),
    ("T2", {"zero_means": "tricks"}, {"A": 120, "B": 0}, None, {"A": 0, "B": 6}),
    ("T2", {"zero_means": "tricks"}, {"A": 120, "B": 0}, {"A": 9}, {"A": 0, "B": 6}),
    ("T2", {}, {"A": 60, "B": 59, "C": 1}, None, {"A": 0, "B": 2, "C": 4}),
    ("T2", {}, {"A": 89, "B": 31}, None, {"A": 0, "B": 2}),
    ("T2", {}, {"A": 90, "B": 30}, None, {"A": 0, "B": 4}),
    ("T3", {}, {"A": 120, "B": 0}, {"A": 8, "B": 1}, {"A": 0, "B": 6}),
    ("T3", {"zero_means": "tricks"}, {"A": 120, "B": 0}, {"A": 8, "B": 1}, {"A": 0, "B": 4}),
    ("T3", {"zero_means": "tricks"}, {"A": 119, "B": 1}, {"A": 9, "B": 0}, {"A": 0, "B": 6}),
    ("T3", {}, {"A": 90, "B": 30}, None, {"A": 0, "B": 4}),
    ("T3", {}, {"A": 89, "B": 31}, None, {"A": 0, "B": 2}),
    ("T3", {}, {"A": 79, "B": 21, "C": 20}, None, {"A": 0, "B": 2, "C": 4}),
    ("T3", {"t3_boundary": "to_4"}, {"A": 57, "B": 32, "C": 31}, None, {"A": 0, "B": 2, "C": 4}),
    ("T3", {}, {"A": 59, "B": 30, "C": 30, "D": 1}, None, {"A": 0, "B": 4, "C": 4, "D": 4}),
    ("T3", {}, {"A": 40, "B": 40, "C": 40}, None, {"A": 2, "B": 2, "C": 2}),
    ("T3", {"t3_top_tie": "each_0"}, {"A": 50, "B": 50, "C": 20}, None, {"A": 0, "B": 0, "C": 4}),
    ("T3p", {}, {"A": 120, "B": 0}, {"A": 8, "B": 1}, {"A": 0, "B": 4}),
    ("T3p", {}, {"A": 120, "B": 0}, {"A": 9, "B": 0}, {"A": 0, "B": 6}),
    ("T3p", {"t3_top_tie": "each_0", "t3_boundary": "to_4"}, {"A": 89, "B": 31}, None, {"A": 0, "B": 2}),
]


@pytest.mark.parametrize(("table", "options", "points", "tricks", "expected"), PENALTIES)
def test_penalties_to_the_point(
    table: str,
    options: dict[str, object],
    points: dict[str, int],
    tricks: dict[str, int] | None,
    expected: dict[str, int],
) -> None:
    rules = KOZEL.with_options({"penalty_table": table, **options})
    assert table_penalties(rules, points, tricks) == expected
    record = DealRecord("counted", ("A",), ("B",), points=points, tricks=tricks)
    assert penalties(rules, record) == expected


def test_penalties_of_deals_that_ended_early() -> None:
    """[X43]: the winner pays nothing, the others by the table on what they have; whose fault it was pays alone."""
    points, tricks = {"A": 12, "B": 40, "C": 0}, {"A": 1, "B": 2, "C": 1}
    early = DealRecord("claim_true", ("A",), ("B", "C"), points=points, tricks=tricks, complete=False)
    assert penalties(KOZEL, early) == {"A": 0, "B": 2, "C": 6}
    by_tricks = KOZEL.with_options({"zero_means": "tricks"})
    assert penalties(by_tricks, early) == {"A": 0, "B": 2, "C": 4}
    flat = KOZEL.with_options({"early_end_penalty": "flat_T1"})
    assert penalties(flat, early) == {"A": 0, "B": 2, "C": 2}
    assert penalties(flat, replace(early, complete=True)) == {"A": 4, "B": 0, "C": 6}
    mine = replace(early, reason="claim_false", winners=("B", "C"), losers=("A",))
    assert penalties(KOZEL, mine) == {"A": 6, "B": 0, "C": 0}
    assert penalties(flat, mine) == {"A": 6, "B": 0, "C": 0}
    assert penalties(KOZEL.with_options({"false_claim_penalty": 4}), mine) == {"A": 4, "B": 0, "C": 0}
    assert penalties(KOZEL, replace(mine, complete=True)) == {"A": 4, "B": 0, "C": 6}
    t1 = KOZEL.with_options({"penalty_table": "T1"})
    assert penalties(t1, early) == {"A": 0, "B": 2, "C": 2}
    assert penalties(t1, replace(early, complete=True)) == {"A": 0, "B": 2, "C": 2}
    assert penalties(t1, mine) == {"A": 2, "B": 0, "C": 0}
    drawn = replace(early, reason="draw", winners=(), losers=())
    assert penalties(t1, drawn) == {"A": 0, "B": 0, "C": 0}


def test_what_a_match_keeps() -> None:
    """A decided match stays, a void deal changes nothing, and a record says by itself what it is."""
    start = MatchState.start(("P", "O"), {"P": 20, "X": 5})
    assert (start.score, start.over, start.winners, start.losers) == ({"P": 20, "O": 0}, False, (), ())
    assert (start.crawford_used, start.deals) == (frozenset(), 0)
    won = start.after(ROBBER, WON)
    assert (won.score, won.deals, won.over) == ({"P": 21, "O": 0}, 1, True)
    assert (won.winners, won.losers) == (("P",), ("O",))
    plain = DealRecord("counted")
    assert (plain.winners, plain.losers, plain.stake, plain.points, plain.tricks, plain.complete) == (
        (),
        (),
        1,
        {},
        None,
        True,
    )
    assert (plain.fault, plain.void) == (False, False)
    two = DealRecord("counted", ("P", "O"), (), points={"P": 60, "O": 60})
    assert MatchState.start(("P", "O", "Q")).after(ROBBER, two).score == {"P": 1, "O": 1, "Q": 0}


def test_robber_with_another_lead() -> None:
    small = ROBBER.with_options({"robber_target": 11, "robber_lead": 1})
    assert robber_winner(small, {"P": 11, "O": 11}) is None
    assert robber_winner(small, {"P": 10, "O": 0}) is None
    assert robber_winner(small, {"O": 11, "P": 12, "Q": 3}) == "P"
    assert robber_winner(ROBBER, {"P": 21, "O": 19}) == "P"
    assert robber_winner(ROBBER, {"P": 21, "O": 20}) is None


def test_several_can_lose_or_win_at_once() -> None:
    deal = DealRecord("counted", ("A",), ("B",), points={"A": 60, "B": 60})
    match = play_match(KOZEL, "AB", [deal] * 6)
    assert (match.score, match.over) == ({"A": 12, "B": 12}, True)
    assert (match.winners, match.losers) == ((), ("A", "B"))
    one = play_match(KOZEL, "AB", [deal] * 5)
    assert (one.over, one.deals) == (False, 5)
    both = MatchState({"P": 6, "O": 7}).after(find_ruleset("georgian3"), replace(WON, stake=1))
    assert (both.winners, both.losers) == (("P", "O"), ())


def test_the_unraised_deal_is_used_by_who_is_one_short() -> None:
    match = MatchState({"P": 2, "O": 2})
    assert match.crawford(STAKES)
    after = match.after(STAKES, DealRecord("draw"))
    assert after.crawford_used == {"P", "O"}
    assert after.score == {"P": 2, "O": 2}
    assert not MatchState({"P": 2, "O": 0}).crawford(ROBBER)
    far = MatchState({"P": 1, "O": 0}).after(STAKES, DealRecord("draw"))
    assert far.crawford_used == frozenset()


def test_a_match_to_one_is_never_raised() -> None:
    short = STAKES.with_options({"match_to": 1, "crawford": "off"})
    assert MatchState.start(("P", "O")).crawford(short)
    assert is_crawford(short, {"P": 0, "O": 0}, True)


def test_marriage_match() -> None:
    rules = find_ruleset("marriage66")
    match = play_match(rules, ("P", "O"), [replace(WON, stake=3)] * 3)
    assert (match.score, match.winners) == ({"P": 9, "O": 0}, ("P",))
    longer = rules.with_options({"match_points_66": 8})
    assert not play_match(longer, ("P", "O"), [replace(WON, stake=3)] * 2 + [WON]).over


def test_sums() -> None:
    rules = find_ruleset("macao")
    deal = DealRecord("counted", points={"A": 12, "B": 0})
    assert play_match(rules, "AB", [deal, deal]).score == {"A": 24, "B": 0}


# --- the bidding -----------------------------------------------------------------------------------


def test_the_ladder_alternates() -> None:
    stake, side = Stake(), "P"
    for step in range(2, TOP + 1):
        assert stake.raise_foul(STAKES, side, step, leader_side="P", card_led=False) is None
        stake = stake.raised(side)
        assert (
            stake.raise_foul(STAKES, side, None, leader_side="P", card_led=False) is StakeFoul.SAME_SIDE_TWICE
        )
        side = "O" if side == "P" else "P"
    assert stake.raise_foul(STAKES, side, None, leader_side="P", card_led=False) is StakeFoul.STEP_SKIPPED
    assert stake.answer_foul("P") is StakeFoul.OWN_RAISE
    assert stake.answer_foul("O") is None
    assert stake.accepted().value == TOP
    assert stake.refused("O").value == TOP - 1
    assert set(LADDER.values()) == set(range(2, TOP + 1))


def test_raises_that_are_void() -> None:
    def foul(stake: Stake, side: str, **more: bool) -> StakeFoul | None:
        led = more.get("card_led", False)
        return stake.raise_foul(STAKES, side, None, leader_side="P", card_led=led)

    assert foul(Stake(), "O") is StakeFoul.NOT_ON_LEAD
    assert foul(Stake(), "P", card_led=True) is StakeFoul.CARD_LED
    assert foul(Stake(crawford=True), "P") is StakeFoul.CRAWFORD
    assert Stake().raise_foul(ROBBER, "P", None, leader_side="P", card_led=False) is StakeFoul.NOT_PLAYED
    assert Stake().answer_foul("O") is StakeFoul.NOTHING_TO_ANSWER


def test_who_answers_in_pairs() -> None:
    pairs = find_ruleset("pairs5")
    side = {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}
    assert responders(pairs, "ABCD", "A", side) == ("B",)
    assert responders(pairs, "ABCD", "D", side) == ("A",)
    anybody = pairs.with_options({"stake_responder": "any_opponent"})
    assert responders(anybody, "ABCD", "A", side) == ("B", "D")
