"""What a camera tells accuses somebody only where the acts around it explain each other (`bura.doubt`)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bura.cards import Card
from bura.events import Drew, Missed, Reply, TrumpShown
from bura.position import GameState, Settings
from bura.referee import Referee
from bura.replay import replay
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsTaken,
    CardsTakenBack,
    CardsTurned,
    DealBegan,
    DealEnded,
    Place,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    sure,
)

BY_CAMERA = 0.97
"""confidence of an act that a camera saw well"""
GLIMPSED = 0.85
"""… and of a draw whose card it saw once"""


def belief(text: str) -> Belief:
    """``KS`` as a camera reads it, or ``KS/QS`` where it hardly knows which (0.65 and 0.35),
    or ``KS?`` (0.55)."""
    if text.endswith("?"):
        return Belief(((Card.parse(text[:-1]), 0.55),))
    first, _, second = text.partition("/")
    if not second:
        return Belief(((Card.parse(first), 0.95),))
    return Belief(((Card.parse(first), 0.65), (Card.parse(second), 0.35)))


def event(line: str) -> TableEvent:
    """``12 A lays KS 10S``, ``14 B down 2``, ``15 B takes``, ``16 B draws``, ``16 B draws?`` (glimpsed),
    ``17 A back KS``, ``17 A turns KS of B``, ``18 trump 9H``,
    ``19 lost``, ``20 found``, ``21 dealt``, ``22 ended``; the number is the time in seconds."""
    at, *words = line.split()
    at_s = float(at)
    match words:
        case [seat, "lays", *cards]:
            return CardsLaid(seat, tuple(belief(c) for c in cards), at_s=at_s, confidence=BY_CAMERA)
        case [seat, "down", count]:
            return CardsLaid(seat, (), int(count), at_s=at_s, confidence=BY_CAMERA)
        case [seat, "takes"]:
            return CardsTaken(seat, at_s=at_s, confidence=BY_CAMERA)
        case [seat, "draws"]:
            return CardsDrawn(seat, at_s=at_s, confidence=BY_CAMERA)
        case [seat, "draws?"]:
            return CardsDrawn(seat, at_s=at_s, confidence=GLIMPSED)
        case [seat, "back", *cards]:
            return CardsTakenBack(seat, tuple(belief(c) for c in cards), at_s=at_s, confidence=BY_CAMERA)
        case [seat, "turns", card, "of", owner]:
            turned = (belief(card),)
            return CardsTurned(seat, turned, Place.DISCARD, owner, at_s=at_s, confidence=BY_CAMERA)
        case ["trump", card]:
            return TrumpSeen(belief(card), at_s=at_s, confidence=BY_CAMERA)
        case ["dealt"]:
            return DealBegan(at_s=at_s)
        case ["lost"]:
            return SourceLost(at_s=at_s)
        case ["found"]:
            return SourceBack(at_s=at_s)
        case ["ended"]:
            return DealEnded(at_s=at_s)
    raise AssertionError(line)


def watch(story: str, seats: str = "AB", settings: Settings | None = None) -> Referee:
    """A deal as a camera tells it; trump 9H unless the story says otherwise."""
    referee = Referee("classic31", tuple(seats), dealer=seats[-1], settings=settings)
    referee.feed(DealBegan())
    lines = [line.strip() for line in story.strip().splitlines()]
    if "trump" not in lines[0]:
        lines.insert(0, "0 trump 9H")
    for line in lines:
        referee.feed(event(line))
    return referee


def verdicts(referee: Referee, status: str) -> list[str]:
    """``rule seat`` of every alert with that status that names somebody."""
    told = [alert.verdict for alert in referee.replay.alerts if alert.verdict.status.value == status]
    return [f"{its.rule.value} {its.seat}" for its in told]


#: a trick seen whole, with its draws
TRICK = "3 A lays KS\n5 B lays 10S\n7 B takes\n8 B draws\n9 A draws\n"


#: … of which B's draw went unseen, and a second one
OWED = (
    "3 A lays KS\n5 B lays 10S\n7 B takes\n9 A draws\n"
    "10 B lays AH\n11 A down 1\n11.5 B takes\n12 B draws\n12.5 A draws\n"
)


#: a lead of two and a reply of which one card was seen
HIDDEN = "3 A lays KS QS\n5 B down 1\n7 A takes\n"


@dataclass(frozen=True)
class Case:
    """A story that a camera tells, and what is to be said of it."""

    name: str
    story: str
    check: tuple[str, ...] = ()
    """requests to check that must be there"""
    foul: tuple[str, ...] = ()
    """all the accusations; none when something may have gone unseen"""
    seats: str = "AB"


CASES = [
    # -- a card too many -----------------------------------------------------------------------------
    Case("a card too many right after the draws", TRICK + "10 A draws\n12 B lays AD", foul=("extra_card A",)),
    Case("… and the deal is collected", TRICK + "10 A draws\n12 ended", foul=("extra_card A",)),
    Case("… while nothing has followed yet", TRICK + "10 A draws", check=("extra_card A",)),
    Case(
        "both draw too many: a trick was missed",
        TRICK + "10 A draws\n11 B draws\n12 A lays AD",
        ("extra_card A",),
    ),
    Case("… long after the last draw", TRICK + "17 A draws\n19 A lays AD", check=("extra_card A",)),
    Case("draws without any trick", "9 A draws\n10 B draws\n12 A lays AD", check=("extra_card A",)),
    Case("one draw without any trick", "9 A draws\n12 A lays AD", check=("extra_card A",)),
    Case(
        "three draw too many", "9 B draws\n10 C draws\n11 A draws\n13 B lays AD", ("extra_card B",), (), "ABC"
    ),
    Case(
        "the camera was lost before",
        TRICK + "9.2 lost\n9.5 found\n10 A draws\n12 B lays AD",
        check=("extra_card A",),
    ),
    Case(
        "after a missed trick nothing of the next one is held against them",
        "9 A draws\n10 B draws\n12 A lays AD\n13 B down 1\n14 A takes\n15 A draws\n16 B draws\n18 A lays AC",
    ),
    Case(
        "a trick seen whole puts the table in order",
        "9 A draws\n10 B draws\n12 A lays AD\n13 B down 1\n14 A takes\n15 A draws\n16 B draws\n17 B draws\n"
        "18 A lays AC",
        foul=("extra_card B",),
    ),
    Case(
        "a deal that seems to begin between two draws",
        "3 A lays KS\n5 B lays 10S\n7 B takes\n8 B draws\n8.6 dealt\n8.7 trump 9H\n9 A draws\n11 B lays AD\n"
        "13 A lays 6D\n15 B takes\n16 B draws\n17 A draws\n19 B lays AC\n21 A lays 7C\n23 B takes\n24 B draws\n"
        "25 A draws\n27 B lays KC",
        check=("extra_card A",),
    ),
    Case(
        "a lead of two that was hardly seen, as one card",
        "3 A lays KS?\n5 B lays 10S AS\n7 A takes\n8 A draws\n9 B draws\n10 A draws\n11 B draws\n12 A lays AD",
        check=("wrong_count B", "missed_act A"),
    ),
    Case(
        "both draw too many, and the first had a draw that went unseen before",
        OWED + "13 B lays JD 6D\n15 A lays QD\n16 A down 1\n18 B takes\n19 B draws\n20 A draws\n21 B draws\n"
        "22 A draws\n23 B draws\n24 A draws\n26 B lays AD\n28 A lays 6S\n30 B takes\n31 B draws\n32 A draws",
    ),
    Case(
        "… or the second",
        OWED + "13 B lays 6D\n15 A lays QD\n17 A takes\n18 A draws\n19 B draws\n20 A draws\n21 B draws\n"
        "23 A lays AD",
        check=("extra_card A",),
    ),
    Case(
        "a draw that went unseen before excuses nobody else",
        OWED + "13 B lays 6D\n15 A lays QD\n17 A takes\n18 A draws\n19 B draws\n20 A draws\n22 A lays AD",
        foul=("extra_card A",),
    ),
    Case(
        "a card of a reply that lay hidden, as the draws show",
        HIDDEN + "15 A draws\n16 B draws\n17 A draws\n18 B draws\n20 A lays AD",
        check=("wrong_count B", "missed_act B"),
    ),
    Case(
        "… and a lead of which one did",
        "3 A lays KS\n5 B down 2\n7 A takes\n8 A draws\n9 B draws\n10 A draws\n11 B draws\n13 A lays AD",
        check=("wrong_count B", "missed_act A"),
    ),
    Case(
        "… two cards of it, drawn together with others'",
        "3 A lays KS QS JS\n5 B down 1\n7 A takes\n8 A draws\n9 B draws\n10 A draws\n11 B draws\n12 A draws\n"
        "13 B draws\n15 A lays AD\n17 B down 1\n19 A takes\n20 A draws\n21 B draws",
        check=("wrong_count B", "missed_act B"),
    ),
    Case(
        "who was seen to lay fewer is still asked about a card more than others laid",
        HIDDEN + "15 A draws\n16 B draws\n17 A draws\n18 B draws\n19 B draws\n21 A lays AD",
        check=("wrong_count B", "missed_act B", "extra_card B"),
    ),
    Case(
        "a draw that was only glimpsed, and the one that was made",
        "3 A lays KS\n5 B lays 10S\n7 B takes\n8 B draws?\n9 B draws\n10 A draws\n12 B lays AD",
        check=("extra_card B",),
    ),
    Case(
        "… and all that follows from the count of that hand",
        "3 A lays KS\n5 B lays 10S\n7 B takes\n8 B draws?\n9 B draws\n10 A draws\n12 B lays AD\n14 A lays 6D\n"
        "16 B takes\n17 B draws\n18 A draws\n20 B lays AC",
        check=("extra_card B", "extra_card B"),
    ),
    Case(
        "a card too many that was only glimpsed", TRICK + "10 A draws?\n12 B lays AD", check=("extra_card A",)
    ),
    Case(
        "another's draw that was only glimpsed excuses nobody",
        "3 A lays KS\n5 B lays 10S\n7 B takes\n8 B draws?\n9 A draws\n10 A draws\n12 B lays AD",
        foul=("extra_card A",),
    ),
    # -- draws and turns ------------------------------------------------------------------------------
    Case(
        "a draw while a trick lies open",
        "3 A lays KS\n6 A draws\n7 B draws",
        check=("draw_out_of_turn A", "extra_card B"),
    ),
    Case(
        "leads out of turn and takes it back",
        TRICK + "12 A lays AD\n13 A back AD\n14 B lays 6C",
        foul=("lead_out_of_turn A",),
    ),
    Case(
        "the lead before it may be read late",
        TRICK + "12 A lays AD\n13 B lays 6D\n15 A takes",
        ("lead_out_of_turn A",),
    ),
    # -- who gathered it ------------------------------------------------------------------------------
    Case(
        "a wrong pile, and the table sets it right",
        "3 A lays KS\n5 B lays 10S\n7 A takes\n8 B draws\n9 A draws\n11 B lays AD",
        foul=("wrong_pile A",),
    ),
    Case(
        "who gathered it draws first and leads: a card was misread",
        "3 A lays KS\n5 B lays 10S\n7 A takes\n8 A draws\n9 B draws\n11 A lays AD",
        check=("wrong_pile A", "draw_out_of_turn A", "lead_out_of_turn A"),
    ),
    Case(
        "a trump that was hardly read",
        "0 trump 9H/9D\n3 A lays KS\n5 B lays 6H\n7 A takes\n8 B draws\n9 A draws\n11 B lays AD",
        check=("wrong_pile A",),
    ),
    Case(
        "a trump that the table does not play, and the next trick",
        "3 A lays KS\n5 B lays 6H\n7 A takes\n8 A draws\n9 B draws\n11 A lays QS\n13 B lays 7H\n15 A takes\n"
        "16 B draws\n17 A draws\n19 B lays AD",
        check=("wrong_pile A", "wrong_pile A"),
    ),
    Case(
        "a card that may be another",
        "3 A lays KS\n5 B lays 10S/9S\n7 A takes\n8 B draws\n9 A draws\n11 B lays AD",
        check=("wrong_pile A",),
    ),
    # -- leads ----------------------------------------------------------------------------------------
    Case("a mixed lead that is answered", "3 A lays KS AD\n5 B down 2", foul=("mixed_suit_lead A",)),
    Case(
        "a mixed lead that is taken back",
        "3 A lays KS AD\n5 A back KS AD\n6 A lays KS",
        foul=("mixed_suit_lead A",),
    ),
    Case(
        "… in part, and then answered",
        "3 A lays KS AD\n5 A back AD\n6 B lays 6D",
        foul=("mixed_suit_lead A",),
    ),
    Case(
        "cards gathered, not taken back",
        "3 A lays KS AD\n5 A back KS AD\n7 A draws\n8 B draws",
        ("mixed_suit_lead A",),
    ),
    Case("one of them gathered", "3 A lays KS AD\n5 A back AD\n7 A draws", ("mixed_suit_lead A",)),
    Case(
        "a reply to a lead that went unread",
        TRICK + "12 A lays AD\n13 A back AD\n14 A draws",
        ("lead_out_of_turn A",),
    ),
    Case(
        "a lead and a reply seen as one",
        "3 A lays KS AD\n5 B takes\n6 B draws\n7 A draws",
        ("mixed_suit_lead A",),
    ),
    Case("a face-down lead that is gathered", "3 A down 1\n5 B takes", check=("lead_face_down A",)),
    # -- a discard turned up ------------------------------------------------------------------------
    Case(
        "another's discard",
        TRICK + "12 B lays AD\n14 A down 1\n15 B turns 6C of A",
        foul=("peek_discards B",),
    ),
    Case(
        "… of a trick after one that went unseen: another card may lie there by now",
        TRICK + "12 A lays AD\n14 B down 1\n15 A turns 6C of B",
        check=("lead_out_of_turn A", "peek_discards A"),
    ),
    # -- a card seen twice ----------------------------------------------------------------------------
    Case("a card seen twice names nobody", TRICK + "12 B lays KS", check=("duplicate_card None",)),
    Case(
        "… and what rested on the earlier reading is withdrawn",
        "3 A lays KS AD\n5 B lays KH QH\n7 B takes\n8 B draws\n9 A draws\n10 B draws\n11 A draws\n13 B lays AD",
        check=("mixed_suit_lead A", "duplicate_card None"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_a_camera_tells_accuses_where_acts_explain_each_other(case: Case) -> None:
    referee = watch(case.story, case.seats)
    fouls = [line for line in verdicts(referee, "foul") if not line.startswith("take_back")]
    assert fouls == list(case.foul)
    unclear = verdicts(referee, "unclear")
    assert [line for line in case.check if line not in unclear] == []
    proposed = referee.state.proposed or referee.replay.outcome
    assert (proposed is not None) is bool(case.foul and "deal_lost" in rulings(referee))


def rulings(referee: Referee) -> set[str | None]:
    """What the table's rules make of the alerts."""
    return {alert.verdict.ruling for alert in referee.replay.alerts}


def test_no_request_to_check_is_louder_than_a_notice() -> None:
    for case in CASES:
        for alert in watch(case.story, case.seats).replay.alerts:
            if alert.verdict.status.value == "unclear":
                assert alert.verdict.severity.value in ("info", "notice"), case.name


def test_a_hidden_card_of_a_reply_lies_in_the_pile_and_is_drawn_for() -> None:
    referee = watch(HIDDEN + "15 A draws\n16 B draws\n17 A draws")
    assert (referee.state.hands, referee.state.piles[0].hidden) == ((3, 3), 1)
    referee.feed(event("18 B draws"))
    assert (referee.state.hands, referee.state.piles[0].hidden) == ((3, 3), 2)
    assert referee.state.stock == 36 - 6 - 4
    told = [entry.event for entry in referee.entries if isinstance(entry.event, Missed)]
    assert told == [Missed("laid", "B", 1)]


def test_what_lay_hidden_in_a_trick_is_asked_of_its_draws_alone() -> None:
    """A lead follows and is taken back: a card that is drawn then is of no trick before it."""
    lead = "15 A draws\n16 B draws\n17 A draws\n19 A lays AD\n20 A back AD\n21 B draws\n"
    told = [entry.event for entry in watch(HIDDEN + lead).entries]
    assert [event for event in told if isinstance(event, Missed) and event.what == "laid"] == []


def test_who_draws_less_than_others_laid_had_nothing_hidden() -> None:
    referee = watch(HIDDEN + "15 A draws\n16 B draws\n17 A draws\n19 A lays AD\n21 B down 1\n23 A takes")
    assert [entry for entry in referee.entries if isinstance(entry.event, Missed)] == []


@given(
    st.lists(
        st.sampled_from(["A draws", "B draws", "A draws", "B draws", "A takes", "A lays AD"]), max_size=8
    )
)
def test_hidden_cards_never_make_or_lose_a_card(acts: list[str]) -> None:
    referee = watch(HIDDEN + "\n".join(f"{n + 10} {act}" for n, act in enumerate(acts)))
    for number, entry in enumerate(referee.entries):
        if isinstance(entry.event, Missed) and entry.event.what == "laid":
            before, after = (
                replay(referee.entries[:number]).state,
                replay(referee.entries[: number + 1]).state,
            )
            assert cards(before) == cards(after)
            assert after.hands != before.hands


def cards(state: GameState) -> int:
    """How many cards there are, as the referee knows it."""
    piles = sum(pile.known.bit_count() + pile.hidden for pile in state.piles)
    return sum(state.hands) + state.stock + piles


def test_a_card_that_was_taken_for_an_earlier_draw_is_of_the_trick_that_was_missed() -> None:
    referee = watch(
        OWED + "13 B lays JD 6D\n15 A lays QD\n16 A down 1\n18 B takes\n19 B draws\n20 A draws\n21 B draws\n"
        "22 A draws\n23 B draws\n24 A draws\n26 B lays AD"
    )
    # B drew five in truth and A as many: 1 + 1 + 3
    assert referee.state.hands == (3, 2)
    assert referee.state.stock == 36 - 6 - 10


def test_two_draws_too_many_are_a_missed_trick_and_the_counts_come_out() -> None:
    referee = watch("9 B draws\n10 A draws")
    assert referee.state.hands == (3, 3)
    assert referee.state.stock == 36 - 6 - 2
    assert referee.state.piles[1].hidden == 2


def test_what_a_person_says_is_not_doubted() -> None:
    referee = watch("9 A draws\n10 B draws")
    referee.add(Drew("A", 1), 30.0)
    assert "extra_card A" in verdicts(referee, "foul")


def test_a_correction_puts_the_story_in_order() -> None:
    referee = watch("3 A lays KS\n5 B lays 10S\n7 A takes\n8 B draws\n9 A draws\n10 A draws\n12 B lays AD")
    assert verdicts(referee, "foul") == ["wrong_pile A", "extra_card A"]
    referee.amend(5, (Reply("B", (Card.parse("9S"),)),), by="umpire")
    assert "wrong_pile A" not in verdicts(referee, "foul")
    referee = watch("0 trump 9H/9D\n3 A lays KS\n5 B lays 6H\n7 A takes\n8 B draws\n9 A draws\n11 B lays AD")
    referee.amend(3, (TrumpShown(Card.parse("9H")),), by="umpire")
    assert verdicts(referee, "foul") == ["wrong_pile A"]


@pytest.mark.parametrize(("seconds", "found"), [(3.0, []), (10.0, ["extra_card A"])])
def test_how_soon_a_draw_must_follow_is_a_setting(seconds: float, found: list[str]) -> None:
    referee = watch(TRICK + "17 A draws\n19 B lays AD", settings=Settings(drawing_s=seconds))
    assert verdicts(referee, "foul") == found


@pytest.mark.parametrize(("least", "found"), [(0.8, []), (0.6, ["wrong_pile A"])])
def test_how_well_a_card_must_be_read_is_a_setting(least: float, found: list[str]) -> None:
    story = "3 A lays KS\n5 B lays 10S/9S\n7 A takes\n8 B draws\n9 A draws\n11 B lays AD"
    assert verdicts(watch(story, settings=Settings(card_from=least)), "foul") == found


def test_an_observer_who_is_certain_accuses_at_once() -> None:
    referee = Referee("classic31", ("A", "B"), dealer="B")
    for its in (
        DealBegan(),
        TrumpSeen(Belief.sure(Card.parse("9H"))),
        CardsLaid("A", sure("KS")),
        CardsLaid("B", sure("10S")),
        CardsTaken("A"),
    ):
        referee.feed(its)
    assert verdicts(referee, "foul") == ["wrong_pile A"]


@pytest.mark.parametrize(
    ("story", "state"),
    [
        (TRICK + "12 B lays AD\n13 A lays 6D\n15 B takes", "false"),
        (TRICK + "18 B draws\n19 A draws\n22 B lays AD\n23 A lays 6D\n25 B takes", "must_count"),
        (
            "3 A lays KS\n5 B lays 10S\n7 A takes\n8 A draws\n9 B draws\n11 A lays AD\n12 B lays 6D\n14 A takes",
            "must_count",
        ),
        (TRICK + "9.2 lost\n40 found\n42 B lays AD\n43 A lays 6D\n45 B takes", "must_count"),
    ],
    ids=["all was seen", "a trick was missed", "a trick went to another pile", "the camera was lost"],
)
def test_no_claim_is_false_by_cards_that_went_unseen(story: str, state: str) -> None:
    referee = watch(story)
    seat = "A" if "14 A takes" in story else "B"
    referee.claim(seat, 50.0)
    claim = referee.state.claim
    assert claim is not None
    assert claim.state.value == state
    steps = referee.replay.steps
    assert referee.replay.state_at(len(steps)).claim == claim


def test_a_card_that_vanished_was_taken_back_only_when_a_person_says_so() -> None:
    referee = watch(TRICK + "12 B lays AD\n14 B back AD")
    assert "take_back B" not in verdicts(referee, "foul")
    assert "take_back B" in verdicts(referee, "unclear")
    seq = referee.entries[-1].seq
    referee.amend(seq, (referee.entries[-1].event,), by="umpire")
    assert "take_back B" in verdicts(referee, "foul")


def test_a_card_that_vanished_leaves_the_count_of_its_hand_in_doubt() -> None:
    """It may lie covered, so the hand may hold one card less than is counted: no card drawn is one too many."""
    story = (
        "3 A lays KS AS\n5 B down 2\n6 A back KS\n7 A takes\n8 A draws\n9 B draws\n10 A draws\n11 B draws\n"
    )
    referee = watch(story + "13 A lays 9C\n14 B down 1\n15 A takes\n16 A draws\n17 B draws\n19 A lays 8C")
    assert verdicts(referee, "foul") == []
    assert "missed_act A" in verdicts(referee, "unclear")
    assert "extra_card A" not in verdicts(referee, "unclear")


def test_a_trick_of_unequal_plays_leaves_claims_to_the_count() -> None:
    """Fewer cards of one player than of the others: one went unseen, and what it counts is not known."""
    story = "3 A lays AS 10S\n5 B lays 6C 7C\n6 A back 10S\n7 A takes\n"
    assert watch(story).state.unseen
    assert not watch(story.replace("6 A back 10S\n", "")).state.unseen


@pytest.mark.parametrize(
    ("laid_s", "order_s", "found"),
    [
        (5.6, 0.5, ["reply_out_of_turn C"]),
        (5.3, 0.5, []),
        (4.6, 0.5, []),
        (5.3, 0.1, ["reply_out_of_turn C"]),
    ],
)
def test_who_replied_first_must_have_been_seen(laid_s: float, order_s: float, found: list[str]) -> None:
    """C's card is read first; B's then turns out to have come before it, or hardly later."""
    told = f"3 A lays KS\n5 C lays 7S\n{laid_s} B lays 8S\n8 A takes"
    referee = watch(told, "ABC", Settings(order_s=order_s))
    assert verdicts(referee, "foul") == found
    assert found + verdicts(referee, "unclear") == ["reply_out_of_turn C"]


def test_what_is_told_late_was_read_late() -> None:
    """A card of the lead that is told after the replies, but lay there before them, is no late lead."""
    late = "3 A lays KS\n5 B lays 10S\n{at} A lays QS\n6 B lays AS\n7 C lays 6C 7C\n9 B takes"
    assert verdicts(watch(late.format(at=5.5), "ABC"), "foul") == ["late_lead_card A"]
    assert verdicts(watch(late.format(at=2.5), "ABC"), "foul") == []


def test_that_a_camera_saw_no_draw_proves_nothing() -> None:
    story = TRICK + "11 B lays AD\n12 A lays 6D\n13 B takes\n14 B draws\n17 B lays AC"
    referee = watch(story)
    assert [its for its in verdicts(referee, "foul") if its.startswith("missed_draw")] == []


@pytest.mark.parametrize(
    "draws", ["8 A draws\n9.5 B draws\n11 A draws", "8 A draws\n9 A draws\n10.5 B draws"]
)
def test_who_draws_again_in_his_turn_was_busy_with_something_else_before(draws: str) -> None:
    """A hand that put the stock straight looks like a draw before its turn; the true one is then no card too many."""
    story = "3 A lays KS\n5 B lays 10S\n7 B takes\n{}\n14 B lays AD\n15 A lays 6D\n16 B takes"
    referee = watch(story.format(draws))
    assert verdicts(referee, "foul") == []
    assert "draw_out_of_turn A" in verdicts(referee, "unclear")
    assert referee.state.proposed is None
    once = watch(story.format("8 A draws\n9.5 B draws"))
    assert verdicts(once, "foul") == ["draw_out_of_turn A"]


def test_without_a_trump_nobody_is_accused_by_what_the_trump_decides() -> None:
    told = "3 A lays KS\n5 B lays 9S\n7 B takes\n8 B draws\n9 A draws\n11 A lays 8C"
    referee = Referee("classic31", ("A", "B"), dealer="B")
    for line in ("0 dealt", *told.splitlines()):
        referee.feed(event(line))
    assert referee.state.trump is None
    assert verdicts(referee, "foul") == []


def test_a_disputed_trick_leaves_claims_to_the_count() -> None:
    """It was laid on a pile that the cards do not give it to: perhaps a card was misread."""
    assert watch("3 A lays KS\n5 B lays 9S\n7 B takes").state.unseen
    assert not watch("3 A lays KS\n5 B lays 9S\n7 A takes").state.unseen


def test_correcting_one_entry_leaves_the_doubt_that_others_raised() -> None:
    """A missed trick stays missed when a card of a later one is corrected; a fresh run of that story knows the same."""
    later = "22 B lays AD\n23 A lays 6D\n25 A takes\n27 B draws\n28 A draws\n30 B lays KC"
    referee = watch(TRICK + "18 B draws\n19 A draws\n" + later)
    assert "wrong_pile A" not in verdicts(referee, "foul")
    reply = next(e.seq for e in reversed(referee.entries) if isinstance(e.event, Reply))
    referee.amend(reply, (Reply("A", (Card.parse("7D"),)),), by="umpire")
    assert "wrong_pile A" not in verdicts(referee, "foul")


def test_a_claim_made_when_its_window_may_have_opened_unseen_is_not_out_of_it() -> None:
    referee = watch("9 A draws\n10 B draws\n12 A lays AD")
    referee.claim("B", 13.0)
    assert not verdicts(referee, "foul")
    assert referee.replay.outcome is None
