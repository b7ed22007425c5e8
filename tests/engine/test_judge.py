"""What the referee says: a table of stories, each with the verdicts it must lead to.

A story is one event a line (`bura.notation`). The expectation is every verdict that is not plainly legal, as
"entry: status rule seat", and where it matters the ruling.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bura.infractions import Severity, Status
from bura.replay import Replay, replay
from bura.transcript import read_story


@dataclass(frozen=True)
class Row:
    """One story."""

    shows: str
    game: str
    story: str
    expect: str
    deal: str = "deal by B"


def tell(row: Row) -> Replay:
    """The replay of a row's story."""
    return replay(read_story(f"game {row.game}\n{row.deal}\n{row.story}"))


def verdicts(told: Replay) -> list[str]:
    """All verdicts but the plainly legal ones, in the form of the table."""
    return [
        f"{step.entry.seq}: {verdict.status} {verdict.rule} {verdict.seat}"
        for step in told.steps
        for verdict in step.verdicts
        if verdict.status is not Status.LEGAL or verdict.severity is not Severity.INFO
    ]


CLASSIC = "classic31 A B"
THREE = "classic31 A B C"
GEORGIAN = "georgian3 A B"
TRUMP = "trump 9H\n"
TRICK = TRUMP + "A leads KS\nB lays 10S\nB takes\n"
ROWS = [
    Row("a card on a card, taken by the better", CLASSIC, TRICK + "B draws\nA draws", ""),
    Row("two cards beaten by two, crosswise", CLASSIC, TRUMP + "A leads 6S AS\nB lays 6H 7S\nB takes", ""),
    Row(
        "two cards not beaten go to the leader", CLASSIC, TRUMP + "A leads 6S AS\nB lays 2 down\nA takes", ""
    ),
    Row(
        "laid one by one it is still one lead",
        CLASSIC,
        TRUMP + "A leads 6S\nA leads AS\nB lays 7S 6H\nB takes",
        "",
    ),
    Row("and one reply", CLASSIC, TRUMP + "A leads 6S AS\nB lays 7S\nB lays 6H\nB takes", ""),
    # 2.1, 2.2: the stock
    Row(
        "2.1 a fourth card",
        CLASSIC,
        TRICK + "B draws\nA draws\nA draws",
        "9: foul extra_card A",
    ),
    Row("2.1 two at once, one too many", CLASSIC, TRICK + "B draws\nA draws 2", "8: foul extra_card A"),
    Row("2.1 before anything was played", CLASSIC, TRUMP + "B draws", "4: foul extra_card B"),
    Row(
        "2.2 the loser of the trick draws first",
        CLASSIC,
        TRICK + "A draws\nB draws",
        "7: foul draw_out_of_turn A",
    ),
    Row(
        "2.2 both cards at once when two are due: the second was the other's",
        CLASSIC,
        TRUMP + "A leads 6S AS\nB lays 6H 7S\nB takes\nB draws 2\nA draws 2",
        "7: foul draw_out_of_turn B",
    ),
    Row(
        "2.2 who was passed over draws late, and only one has fouled",
        THREE,
        TRUMP + "C leads KS\nA lays 1 down\nB lays 1 down\nC takes\nB draws\nA draws\nC draws",
        "8: foul draw_out_of_turn B",
    ),
    Row("2.2 before the trick is over", CLASSIC, TRUMP + "A leads KS\nA draws", "5: foul draw_out_of_turn A"),
    Row(
        "a late draw after the next lead is told, not blamed",
        CLASSIC,
        TRICK + "B draws\nmissed drew by A count 1\nB leads 6C\nA draws",
        "8: unclear missed_act A",
    ),
    # 2.3, 2.4: claims
    Row(
        "2.3 a false claim with all cards open",
        CLASSIC,
        TRICK + "B claims",
        "7: foul false_claim B",
    ),
    Row(
        "a claim that must be counted, and is false",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 1 down\nA takes\nA claims\nA counts KS 10S",
        "7: foul false_claim A",
    ),
    Row(
        "a claim that must be counted, and is true",
        CLASSIC,
        TRUMP + "A leads AS 10S KS\nB lays 3 down\nA takes\nA claims\nA counts AS 10S KS 6C 7C AD",
        "7: unclear claim_must_count A\n8: legal claim_true A",
    ),
    Row(
        "another's claim, while one waits for its count, takes nobody's place: false",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 1 down\nA takes\nA claims\nB claims\nA claims\nA counts KS 10S",
        "7: foul false_claim A\n8: unclear after_end B\n9: unclear after_end A",
    ),
    Row(
        "… and true",
        CLASSIC,
        TRUMP + "A leads AS 10S KS\nB lays 3 down\nA takes\nA claims\nB claims\nA counts AS 10S KS 6C 7C AD",
        "7: unclear claim_must_count A\n8: unclear after_end B\n9: legal claim_true A",
    ),
    Row(
        "a raise while a claim waits for its count is void",
        GEORGIAN,
        "trump JH\nA leads AS 10S\nB lays 2 down\nA takes\nA claims\nA raises to 2\nB refuses\nA counts AS 10S 10C AC",
        "7: unclear claim_must_count A\n8: foul bad_raise A\n9: foul bad_answer B\n10: legal claim_true A",
    ),
    Row(
        "a claim that is true without turning a card",
        GEORGIAN,
        "trump JH\nA leads AS\nB lays 1 down\nA takes\nA draws\nB draws\nA leads 10S\nB lays 1 down\nA takes\n"
        "A draws\nB draws\nA leads KC\nB lays 1 down\nA takes\nA claims",
        "17: legal claim_true A",
    ),
    Row(
        "2.4 a claim after the next lead is void",
        CLASSIC,
        TRICK + "B draws\nA draws\nB leads 6C\nB claims",
        "10: foul claim_out_of_window B",
    ),
    Row("2.4 a claim by who has not the lead", CLASSIC, TRICK + "A claims", "7: foul claim_out_of_window A"),
    # 2.5-2.7: looking
    Row(
        "2.5 a face-down discard is turned",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 1 down\nA turns 6C in discard of B",
        "6: foul peek_discards A",
    ),
    Row("2.6 a look into the own pile", CLASSIC, TRICK + "B turns ? in pile", "7: foul look_own_pile B"),
    Row(
        "2.7 a look into another's pile",
        CLASSIC,
        TRICK + "A turns ? in pile of B",
        "7: foul look_other_pile A",
    ),
    Row(
        "a pile that is turned for a claim is no foul",
        CLASSIC,
        TRUMP + "A leads AS 10S KS\nB lays 3 down\nA takes\nA claims\nA turns 6C in pile",
        "7: unclear claim_must_count A",
    ),
    # 2.8: leads
    Row("2.8 two suits", CLASSIC, TRUMP + "A leads KS KC", "4: foul mixed_suit_lead A"),
    Row(
        "2.8 four cards",
        CLASSIC,
        TRUMP + "A leads 6S 7S 8S 9S",
        "4: unclear impossible_count A\n4: foul lead_count A",
    ),
    Row(
        "2.8 a number that may not be led",
        "kozel_money A B",
        "trump 9H\nA leads 6S 7S\nB lays 8S 10S",
        "5: foul lead_count A",
    ),
    Row("2.8 a card led face down", CLASSIC, TRUMP + "A leads KS 1 down", "4: foul lead_face_down A"),
    Row(
        "2.8 a card added after the reply",
        THREE,
        TRUMP + "C leads KS\nA lays 10S\nC leads 6S",
        "6: foul late_lead_card C",
    ),
    # 2.9-2.11: replies
    Row("2.9 two cards on one", CLASSIC, TRUMP + "A leads KS\nB lays 10S 6C", "5: foul wrong_count B"),
    Row(
        "2.9 one card on two, and the trick is taken",
        CLASSIC,
        TRUMP + "A leads KS 6S\nB lays 10S\nA takes",
        "6: foul wrong_count B",
    ),
    Row("2.10 a partial beat is given", CLASSIC, TRUMP + "A leads KS 6S\nB lays 10S 6C\nA takes", ""),
    Row("2.11 led by the other", CLASSIC, TRUMP + "B leads KS", "4: foul lead_out_of_turn B"),
    Row(
        "2.11 replied before one's turn",
        THREE,
        TRUMP + "C leads KS\nB lays 10S",
        "5: foul reply_out_of_turn B",
    ),
    # 2.12
    Row(
        "2.12 swept to the wrong side",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 10S\nA takes",
        "6: foul wrong_pile A",
    ),
    Row(
        "where the cards do not tell who takes, the sweep does",
        CLASSIC,
        TRUMP + "A leads KS\nB lays ?\nB takes",
        "5: unclear card_unread B",
    ),
    # 2.13 stakes
    Row("a raise, accepted", GEORGIAN, "trump JH\nA raises to 2\nB accepts\nA leads AS", ""),
    Row(
        "2.13 twice by the same side",
        GEORGIAN,
        "trump JH\nA raises\nB accepts\nA raises",
        "6: foul bad_raise A",
    ),
    Row("2.13 a step skipped", GEORGIAN, "trump JH\nA raises to 3", "4: foul bad_raise A"),
    Row("2.13 out of lead", GEORGIAN, "trump JH\nB raises", "4: foul bad_raise B"),
    Row("2.13 after the card", GEORGIAN, "trump JH\nA leads AS\nA raises", "5: foul bad_raise A"),
    Row("2.13 where no stakes are played", CLASSIC, TRUMP + "A raises", "4: foul bad_raise A"),
    Row("nothing to accept", GEORGIAN, "trump JH\nB accepts", "4: foul bad_answer B"),
    Row(
        "a card before the answer", GEORGIAN, "trump JH\nA raises\nA leads AS", "5: foul play_before_answer A"
    ),
    # 2.14 Stop!
    Row("three trumps, shown", CLASSIC, TRUMP + "B stops bura: 6H 7H KH", "4: legal combination B"),
    Row("three trumps, led", CLASSIC, TRUMP + "A leads 6H 7H KH", "4: legal combination A"),
    Row("2.14 Stop without the combination", CLASSIC, TRUMP + "B stops 6H 7H KS", "4: foul false_stop B"),
    Row(
        "2.14 the announced hand is led, and is none",
        CLASSIC,
        TRUMP + "B stops\nB leads 6S 7S KC",
        "5: foul false_stop B",
    ),
    Row("2.14 Stop in the middle of a trick", CLASSIC, TRUMP + "A leads KS\nB stops", "5: foul false_stop B"),
    Row(
        "a molodka takes the lead out of turn",
        CLASSIC,
        TRUMP + "B stops molodka: 6S 7S KS\nB leads 6S 7S KS",
        "4: legal combination B",
    ),
    Row("little Moscow is led although the suits differ", CLASSIC, TRUMP + "A leads 6S 6H 6C", ""),
    # 2.15, 2.16
    Row(
        "2.15 a face-down reply is turned",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 1 down\nB turns 10S in discard\nA takes",
        "6: foul flip_discard B",
    ),
    Row(
        "2.16 led before the other has drawn", CLASSIC, TRICK + "B draws\nB leads 6C", "8: foul missed_draw A"
    ),
    # faces
    Row(
        "given face up where it must lie face down",
        GEORGIAN,
        "trump JH\nA leads AS\nB lays KS",
        "5: foul discard_face_up B",
    ),
    Row(
        "given face down where all is open",
        "georgian5 A B",
        "trump JH\nA leads AS\nB lays 1 down",
        "5: foul discard_face_down B",
    ),
    Row(
        "cards taken back", CLASSIC, TRUMP + "A leads KS\nA takes-back KS\nA leads 10S", "5: foul take_back A"
    ),
    # conservation
    Row(
        "a card twice points back",
        CLASSIC,
        TRICK + "B draws\nA draws\nB leads KS",
        "9: unclear duplicate_card B",
    ),
    Row("the turned card cannot be laid", CLASSIC, TRUMP + "A leads 9H", "4: unclear duplicate_card A"),
    Row("a card that is not in the pack", GEORGIAN, "trump JH\nA leads 6S", "4: unclear foreign_card A"),
    Row(
        "a counted pile that is not the log's",
        CLASSIC,
        TRICK + "B counts KS 9S",
        "7: unclear count_mismatch B",
    ),
    Row("another turned card", CLASSIC, TRUMP + "trump 9D", "4: unclear trump_changed None"),
    # doubts
    Row("a card that was not read", CLASSIC, TRUMP + "A leads ?", "4: unclear card_unread A"),
    Row("nothing to gather", CLASSIC, TRUMP + "A takes", "4: unclear unplaced_act A"),
    Row(
        "after the end nothing is a play",
        CLASSIC,
        TRICK + "B claims\nA leads 6C",
        "7: foul false_claim B\n8: unclear after_end A",
    ),
    Row(
        "lead while the trick lies: it was gathered unseen",
        CLASSIC,
        TRUMP + "A leads KS\nB lays 10S\nB leads 6C",
        "6: unclear missed_act None",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.shows)
def test_story(row: Row) -> None:
    """Each story leads to exactly these verdicts."""
    told = tell(row)
    assert verdicts(told) == row.expect.splitlines()


def test_a_draw_over_a_lying_trick_gathers_it() -> None:
    """In a log written without a referee nobody said so, but it must have happened."""
    told = tell(Row("", CLASSIC, TRUMP + "A leads KS\nB lays 10S\nB draws", ""))
    assert verdicts(told) == ["6: unclear missed_act None"]
    assert told.state.piles[1].tricks == 1
    assert told.state.hands == (2, 3)
    assert told.state.due == (0,)


def test_what_is_only_told_as_missed_changes_nothing() -> None:
    before = tell(Row("", CLASSIC, TRUMP + "A leads KS", "")).state
    after = tell(
        Row("", CLASSIC, TRUMP + "A leads KS\nmissed cards_laid by B count 2\nmissed claimed by B", "")
    ).state
    assert (after.trick, after.hands, after.phase) == (before.trick, before.hands, before.phase)


def test_a_reply_that_must_have_been_missed_is_laid_unread() -> None:
    told = tell(Row("", CLASSIC, TRUMP + "A leads KS\nmissed reply by B count 1\nB takes", ""))
    assert told.state.piles[1].count == 2
    assert told.state.piles[1].hidden == 1
