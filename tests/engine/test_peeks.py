"""Turning or looking at hidden cards where that counts as a claim, and the table plays on (RULEBOOK 2.5, 2.6)."""

from __future__ import annotations

import pytest

from bura.replay import Replay, replay
from bura.transcript import read_story
from bura.view import scoreboard

START = "deal by B\ntrump 9H\nA leads AS 10S\nB lays 2 down\nA takes\n"
DISCARD = "A turns QC in discard of B\n"
PILE = "A turns in pile\n"
FALSE = "A counts AS 10S QC JD\n"
TRUE = "A counts AS 10S AC AD\n"


def told(acts: str, options: str = "") -> Replay:
    return replay(read_story(f"game classic31 A B{options}\n{START}{acts}"))


def outcome(of: Replay) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    result = of.outcome
    return None if result is None else (result.reason.value, result.winners, result.losers)


LOST = ("claim_false", ("B",), ("A",))
WON = ("claim_true", ("A",), ("B",))
UNDECIDED = ("undecided", (), ())


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        (DISCARD + FALSE, LOST),
        (PILE + FALSE, LOST),
        (DISCARD + TRUE, WON),
        (PILE + TRUE, WON),
        # the window is open through the draws, and closes with the next lead
        (PILE + "A draws\nB draws\n" + FALSE, LOST),
        ("A draws\nB draws\nA draws\nB draws\nA leads 6C\n" + PILE, LOST),
        # who has not taken may not claim: whatever he holds
        (DISCARD.replace("A turns", "B turns").replace("of B", "of A"), ("claim_false", ("A",), ("B",))),
        # nobody counts: what the pile is worth stays open
        (DISCARD, UNDECIDED),
        (PILE + "A draws\nB draws\nA draws\nB draws\nA leads 6C\n" + FALSE, UNDECIDED),
        # the first of two losses stands
        ("B draws\n" + PILE + TRUE, ("infraction", ("A",), ("B",))),
    ],
)
def test_a_peek_that_counts_as_a_claim_is_proposed_and_holds_when_the_cards_are_collected(
    acts: str, expected: tuple[str, tuple[str, ...], tuple[str, ...]]
) -> None:
    running = told(acts)
    assert running.outcome is None
    proposed = running.state.proposed
    assert (proposed is None) == (expected is UNDECIDED)
    assert outcome(told(acts + "collected")) == expected
    if proposed is not None:
        assert (proposed.reason.value, proposed.winners, proposed.losers) == expected
        assert scoreboard(running, "umpire").to_json()["proposed"]["losers"] == list(expected[2])


@pytest.mark.parametrize("acts", [DISCARD + FALSE, PILE + FALSE, DISCARD + TRUE, PILE + TRUE])
def test_what_is_proposed_is_what_the_umpire_would_enforce(acts: str) -> None:
    proposed = told(acts).state.proposed
    assert proposed is not None
    for strict in (told(acts + "enforce 7"), told(acts, ' {"settings": {"fouls_end_deal": true}}')):
        result = strict.outcome
        assert result is not None
        assert (result.reason, result.winners, result.losers) == (
            proposed.reason,
            proposed.winners,
            proposed.losers,
        )
        assert dict(result.points)["A"] == dict(proposed.points)["A"]


def test_a_waived_peek_proposes_nothing() -> None:
    assert told(DISCARD + FALSE + "waive 7").state.proposed is None
    assert outcome(told(DISCARD + FALSE + "waive 7\ncollected")) == UNDECIDED


def test_a_claim_after_a_peek_decides_by_itself() -> None:
    assert outcome(told(DISCARD + "A claims\n" + FALSE)) == LOST
    assert outcome(told("A draws\nB draws\nA draws\nB draws\nA leads 6C\n" + PILE)) is None


def test_until_the_count_nobody_learns_what_was_turned() -> None:
    """QC or AC: whether the pile reaches 31 must not be told before it is counted."""
    boards = [scoreboard(told(f"A turns {card} in discard of B"), "table").to_json() for card in ("QC", "AC")]
    assert boards[0] == boards[1]


def test_a_house_that_only_warns_proposes_nothing() -> None:
    options = ' {"options": {"peek_discards": "warn", "look_own_pile": "warn"}}'
    for acts in (DISCARD + FALSE, PILE + FALSE):
        assert told(acts, options).state.proposed is None
