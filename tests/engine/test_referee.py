"""The referee's port: from sights to entries, with everything a camera gets wrong."""

from __future__ import annotations

import pytest

from bura.cards import Card, parse_cards
from bura.errors import LogError, RulesError
from bura.events import Drew, Lead, Missed, Paused, Reply, Resumed, Revealed, Took, TrumpShown
from bura.infractions import Rule
from bura.log import Source
from bura.position import Phase, Settings
from bura.referee import Referee
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsReturned,
    CardsTaken,
    CardsTakenBack,
    DealBegan,
    DealEnded,
    PileSpread,
    Said,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    Word,
    sure,
)


def table(rules: str = "classic31", seats: str = "AB", **more: object) -> Referee:
    """A table with a deal on it, hearts trump, A to lead (B to lead with three players)."""
    referee = Referee(rules, tuple(seats), dealer=seats[-1], **more)  # type: ignore[arg-type]
    referee.feed(DealBegan())
    referee.feed(TrumpSeen(Belief.sure(Card.parse("JH"))))
    return referee


def laid(seat: str | None, text: str = "", down: int = 0, confidence: float = 1.0) -> CardsLaid:
    """Cards laid, surely read."""
    return CardsLaid(seat, sure(text), down, confidence=confidence)


def feed(referee: Referee, *events: TableEvent) -> list[object]:
    """The events of the entries these observations gave."""
    return [entry.event for event in events for entry in referee.feed(event)]


def rules_of(referee: Referee) -> list[tuple[str, str, str | None]]:
    """(status, rule, seat) of all alerts."""
    return [(a.verdict.status.value, a.verdict.rule.value, a.verdict.seat) for a in referee.replay.alerts]


def test_an_empty_trick_is_led_to_and_an_open_one_is_replied_to() -> None:
    referee = table()
    assert feed(referee, laid("A", "KS"), laid("B", "10S")) == [
        Lead("A", parse_cards("KS")),
        Reply("B", parse_cards("10S")),
    ]


def test_cards_laid_one_by_one_are_one_lead() -> None:
    referee = table()
    feed(referee, laid("A", "6S"), laid("A", "7S"), laid("A", "KS"))
    trick = referee.state.trick
    assert trick is not None
    assert trick.size == 3
    assert referee.state.phase is Phase.REPLY


def test_a_cumulative_report_is_no_second_play() -> None:
    referee = table()
    assert feed(referee, laid("A", "6S"), laid("A", "6S 7S"), laid("A", "6S 7S"), laid(None, "7S")) == [
        Lead("A", parse_cards("6S")),
        Lead("A", parse_cards("7S")),
    ]


def test_an_act_from_nowhere_goes_to_whose_turn_it_is_and_is_unclear() -> None:
    referee = table()
    (entry,) = referee.feed(laid(None, "KS"))
    assert entry.event == Lead("A", parse_cards("KS"))
    assert entry.belief is not None
    assert entry.belief.seat_guessed
    assert [v.rule for v in referee.replay.steps[-1].verdicts] == [Rule.SEAT_GUESSED]


def test_a_draw_from_nowhere_goes_to_who_has_to_draw() -> None:
    referee = table()
    feed(referee, laid("A", "KS"), laid("B", "10S"), CardsTaken(None))
    assert feed(referee, CardsDrawn(None), CardsDrawn(None)) == [Drew("B"), Drew("A")]
    assert referee.state.phase is Phase.LEAD


def test_a_lead_over_a_lying_trick_means_that_it_was_gathered_unseen() -> None:
    referee = table()
    events = feed(referee, laid("A", "KS"), laid("B", "10S"), laid("B", "6C"))
    assert events[2:] == [
        Missed("took", "B"),
        Missed("drew", "B", 1),
        Missed("drew", "A", 1),
        Lead("B", parse_cards("6C")),
    ]
    assert referee.state.hands == (3, 2)
    assert all(status != "foul" for status, _, _ in rules_of(referee))


def test_missed_draws_that_are_seen_late_change_nothing() -> None:
    referee = table()
    feed(referee, laid("A", "KS"), laid("B", "10S"), CardsTaken("B"), CardsDrawn("B"), laid("B", "6C"))
    before = referee.state.stock
    feed(referee, CardsDrawn("A"))
    assert referee.state.stock == before
    assert referee.state.hands == (3, 2)
    assert all(status != "foul" for status, _, _ in rules_of(referee))


def test_a_missed_reply_leaves_hidden_cards_and_the_sweep_decides() -> None:
    referee = table()
    events = feed(referee, laid("A", "KS 6S"), CardsTaken("B"))
    assert events[1:] == [Missed("reply", "B", 2), Took("B")]
    pile = referee.state.piles[1]
    assert (pile.count, pile.hidden) == (4, 2)
    assert all(status != "foul" for status, _, _ in rules_of(referee))


def test_the_rest_of_a_gathered_trick_is_no_second_trick() -> None:
    referee = table()
    assert feed(
        referee, laid("A", "KS"), laid("B", "10S"), CardsTaken("B"), CardsTaken("B"), CardsTaken(None)
    )[2:] == [Took("B")]


def test_weak_sights_accuse_nobody() -> None:
    """Below the threshold a foul becomes a request to check, and costs nothing."""
    strong, weak = table(), table()
    for referee, confidence in ((strong, 0.9), (weak, 0.4)):
        feed(referee, laid("A", "KS"), laid("B", "10S"), CardsTaken("B"), CardsDrawn("B"), CardsDrawn("A"))
        feed(referee, CardsDrawn("A", confidence=confidence), laid("B", "AD"))
    assert rules_of(strong) == [("foul", "extra_card", "A")]
    assert rules_of(weak) == [("unclear", "extra_card", "A")]
    assert strong.state.proposed is not None
    assert weak.state.proposed is None


def test_a_foul_that_rests_on_a_weak_reading_is_unclear() -> None:
    """The sweep is sure, but who should take follows from a card that was hardly read."""
    referee = table()
    ten = Belief(((Card.parse("10S"), 0.55), (Card.parse("9S"), 0.45)))
    feed(referee, laid("A", "KS"), CardsLaid("B", (ten,)), CardsTaken("A"))
    assert rules_of(referee) == [("unclear", "wrong_pile", "A")]


def test_a_reading_too_weak_to_take_is_an_unknown_card() -> None:
    referee = table()
    vague = Belief(((Card.parse("10S"), 0.4), (Card.parse("9S"), 0.35)))
    (entry,) = referee.feed(CardsLaid("A", (vague,)))
    assert entry.event == Lead("A", (None,))
    assert entry.belief is not None
    assert entry.belief.cards == (vague,)


def test_the_turned_card_rules_a_reading_out_but_legality_never_does() -> None:
    """JH lies under the stock, so the next best reading stands; a mixed lead stays a mixed lead."""
    referee = table()
    jack = Belief(((Card.parse("JH"), 0.6), (Card.parse("JD"), 0.4)))
    mixed = Belief(((Card.parse("KC"), 0.9), (Card.parse("KD"), 0.1)))
    (entry,) = referee.feed(CardsLaid("A", (jack, mixed)))
    assert entry.event == Lead("A", parse_cards("JD KC"))
    assert Rule.MIXED_SUIT_LEAD in {v.rule for v in referee.replay.steps[-1].verdicts}


def test_a_doubtful_card_shows_its_points_but_proves_no_claim() -> None:
    referee = table()
    ace = Belief(((Card.parse("AS"), 0.7), (Card.parse("4S"), 0.3)))
    feed(referee, CardsLaid("A", (ace, *sure("10S KS"))), laid("B", "6C 7C AC"), CardsTaken("A"))
    assert (referee.state.points(0).lo, referee.state.points(0).hi) == (36, 36)
    feed(referee, Said("A", Word.CLAIM))
    assert rules_of(referee)[-1] == ("unclear", "claim_must_count", "A")
    feed(referee, PileSpread("A", sure("AS 10S KS 6C 7C AC")))
    assert rules_of(referee)[-1] == ("legal", "claim_true", "A")
    assert referee.replay.outcome is not None
    assert referee.replay.outcome.winners == ("A",)


def test_a_word_hardly_heard_decides_nothing() -> None:
    referee = table()
    feed(referee, laid("A", "KS"), laid("B", "10S"), CardsTaken("B"))
    assert feed(referee, Said("B", Word.CLAIM, confidence=0.3)) == [Missed("claimed", "B")]
    assert referee.replay.outcome is None


def test_a_claim_may_be_made_while_the_trick_still_lies() -> None:
    referee = table("georgian3")
    feed(referee, laid("A", "AS 10S"), laid("B", "", 2), Said("A", Word.CLAIM))
    assert rules_of(referee)[-1][1] == "claim_must_count"
    assert referee.state.piles[0].count == 4


def test_the_demo_story_shows_both_alerts() -> None:
    """An illegal fourth card in the middle, play goes on, a false claim at the end."""
    referee = table()
    feed(
        referee,
        laid("A", "6S KS"),
        laid("B", "7S 10S"),
        CardsTaken("B"),
        CardsDrawn("B"),
        CardsDrawn("A"),
        CardsDrawn("B"),
        CardsDrawn("A"),
        CardsDrawn("A"),
        laid("B", "6C"),
        laid("A", "7C"),
        CardsTaken("A"),
        CardsDrawn("B"),
        Said("A", Word.CLAIM),
    )
    assert rules_of(referee) == [("foul", "extra_card", "A"), ("foul", "false_claim", "A")]
    outcome = referee.replay.outcome
    assert outcome is not None
    assert (outcome.reason.value, outcome.losers) == ("claim_false", ("A",))


def test_strict_tables_end_the_deal_with_the_foul_and_still_record_what_follows() -> None:
    referee = table(settings=Settings(fouls_end_deal=True))
    feed(referee, laid("A", "KS"), laid("B", "10S"), CardsTaken("B"), CardsDrawn("A"))
    outcome = referee.replay.outcome
    assert outcome is not None
    assert (outcome.reason.value, outcome.losers) == ("infraction", ("A",))
    feed(referee, CardsDrawn("B"), laid("B", "6C"))
    assert referee.state.trick is not None
    assert referee.replay.outcome == outcome


def test_the_umpire_enforces_or_waives() -> None:
    referee = table()
    (foul,) = referee.feed(CardsDrawn("A"))
    assert referee.replay.outcome is None
    referee.rule(foul.seq, True, by="umpire")
    assert referee.replay.outcome is not None
    assert referee.replay.outcome.losers == ("A",)
    referee.rule(foul.seq, False, by="umpire")
    assert referee.replay.outcome is None
    assert referee.state.proposed is None


def test_collected_cards_leave_a_proposed_loss_standing() -> None:
    referee = table()
    feed(referee, CardsDrawn("A"), DealEnded())
    assert referee.replay.outcome is not None
    assert referee.replay.outcome.reason.value == "infraction"


def test_a_card_put_back_settles_the_hand() -> None:
    referee = table()
    feed(referee, CardsDrawn("A"), CardsReturned(None))
    assert referee.state.hands == (3, 3)
    assert referee.state.stock == 30


def test_cards_taken_back_are_known_to_be_in_the_hand() -> None:
    referee = table()
    feed(referee, laid("A", "KS KC"), CardsTakenBack(None, sure("KC")), laid("B", "10S"))
    assert referee.state.hands == (2, 2)
    assert referee.state.held[0] == Card.parse("KC").bit
    assert referee.state.phase is Phase.TAKE


def test_nothing_is_a_play_after_the_end() -> None:
    referee = table()
    feed(referee, DealEnded())
    assert feed(referee, laid("A", "KS"), CardsTaken("A"), CardsDrawn("A"), DealEnded()) == []


def test_the_next_turned_card_begins_the_next_deal() -> None:
    referee = table()
    feed(referee, DealEnded(), TrumpSeen(Belief.sure(Card.parse("AC"))))
    assert referee.state.deal == 2
    assert referee.state.trump == Card.parse("AC")


def test_an_observer_that_began_in_the_middle() -> None:
    referee = Referee("classic31", ("A", "B"))
    assert feed(referee, laid("B", "KS"))[-1] == Lead("B", parse_cards("KS"))
    assert rules_of(referee) == []
    feed(referee, TrumpSeen(Belief.sure(Card.parse("9H"))), laid("A", "6H"))
    assert referee.state.trick is not None
    assert referee.state.trick.taker == 0


def test_repeated_sights_of_the_deal_and_the_trump_are_one() -> None:
    referee = table()
    before = referee.entries
    feed(referee, DealBegan(), TrumpSeen(Belief.sure(Card.parse("JH"))), TrumpSeen(Belief()))
    assert referee.entries == before
    assert feed(referee, TrumpSeen(Belief.sure(Card.parse("JD")))) == [TrumpShown(Card.parse("JD"))]


def test_a_lost_source_pauses_once() -> None:
    referee = table()
    assert feed(referee, SourceLost(), SourceLost(), SourceBack(), SourceBack()) == [
        Paused("source lost"),
        Resumed(),
    ]


def test_cards_of_a_pile_turned_in_the_play_zone_are_its_count() -> None:
    referee = table("georgian3")
    feed(referee, laid("A", "AS"), laid("B", "", 1), CardsTaken("A"), Said("A", Word.CLAIM))
    assert referee.state.phase is Phase.OVER  # 11 and at most 11 are certainly not 31
    other = table("georgian3")
    feed(other, laid("A", "AS 10S"), laid("B", "", 2), CardsTaken("A"), Said("A", Word.CLAIM))
    (shown,) = feed(other, laid("A", "AS QC"))
    assert shown == Revealed("A", parse_cards("AS QC"), shown.place)  # type: ignore[attr-defined]
    assert other.state.piles[0].hidden == 1


def test_a_claim_nobody_counts_lapses_when_the_table_plays_on() -> None:
    referee = table("georgian3")
    feed(
        referee,
        laid("A", "AS 10S"),
        laid("B", "", 2),
        CardsTaken("A"),
        Said("A", Word.CLAIM),
        laid("A", "KC"),
    )
    assert referee.state.phase is Phase.REPLY
    assert referee.replay.outcome is None


def test_a_log_is_taken_up_where_it_stopped() -> None:
    referee = table()
    feed(referee, laid("A", "KS"), laid("B", "10S"))
    again = Referee("classic31", ("A", "B"), entries=referee.entries)
    assert again.replay == referee.replay
    assert feed(again, CardsTaken("B")) == [Took("B")]


def test_rules_come_with_the_log() -> None:
    from bura.rules import find_ruleset

    house = find_ruleset("classic31").with_options({"threshold": 41, "lead_counts": [1, 3]})
    referee = table(house)  # type: ignore[arg-type]
    again = Referee("georgian3", ("A", "B"), entries=referee.entries)
    assert again.state.rules == house


def test_acknowledged_alerts_are_marked() -> None:
    referee = table()
    (foul,) = referee.feed(CardsDrawn("A"))
    referee.acknowledge(foul.seq, by="umpire")
    assert [alert.acknowledged for alert in referee.replay.alerts] == [True]


@pytest.mark.parametrize(
    ("seats", "message"),
    [("A", "played by 2 to 6"), ("AA", "name each once"), ("AX", "name each once"), ("", "played by")],
)
def test_wrong_seats_are_refused(seats: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Referee("classic31", tuple(seats))


def test_a_correction_that_cannot_stand_is_refused_and_not_written() -> None:
    referee = table()
    (entry,) = referee.feed(laid("A", "KS"))
    first = referee.amend(entry.seq, (Lead("A", parse_cards("KC")),), by="A")
    before = referee.entries
    for target, seen, message in (
        (99, None, "no entry 99"),
        (first.seq, None, "itself an amendment"),
        (entry.seq, entry.seq, "look again"),
        (1, None, "another start"),
    ):
        with pytest.raises(LogError, match=message):
            referee.amend(target, (), seen=seen)
    assert referee.entries == before


def test_sources_tell_who_says_so() -> None:
    referee = table()
    feed(referee, laid("A", "KS"), laid("B", "10S"), laid("B", "6C"), Said("A", Word.CLAIM))
    sources = {type(entry.event): entry.source for entry in referee.entries}
    assert sources[Lead] is Source.VISION
    assert sources[Missed] is Source.RULE
    assert referee.entries[-1].source is Source.HUMAN


def draws(seats: str) -> list[CardsDrawn]:
    """One card each, in this order."""
    return [CardsDrawn(seat, 1) for seat in seats]


@pytest.mark.parametrize(
    ("acts", "drawn"),
    [
        pytest.param(
            [laid("A", "6S 7S"), laid("B", "8S 9S JS")], "BABABA", id="a led card hidden under another"
        ),
        pytest.param(
            [laid("A", "6S 7S KS"), laid("B", down=2)], "ABABAB", id="face-down cards fanned as one"
        ),
    ],
)
def test_a_card_that_the_camera_could_not_see_accuses_nobody(acts: list[TableEvent], drawn: str) -> None:
    """Three were led and three given, one of them lay under another; all draw three."""
    referee = table()
    feed(referee, *acts, CardsTaken(drawn[0]), *draws(drawn))
    told = rules_of(referee)
    assert any(rule == "wrong_count" for _, rule, _ in told)
    assert [alert for alert in told if alert[0] == "foul"] == []
    assert referee.state.proposed is None


def test_a_person_who_counts_the_trick_may_accuse() -> None:
    """What a person corrects is not hidden from him."""
    referee = table()
    feed(referee, laid("A", "6S 7S"), laid("B", "8S 9S JS"))
    (reply,) = (entry for entry in referee.entries if isinstance(entry.event, Reply))
    referee.amend(reply.seq, (Reply("B", parse_cards("8S 9S JS")),))
    assert ("foul", "wrong_count", "B") in rules_of(referee)


def test_a_fourth_card_after_a_clean_trick_is_still_a_foul() -> None:
    referee = table()
    feed(referee, laid("A", "6S 7S"), laid("B", "8S 9S"), CardsTaken("B"), *draws("BABAB"))
    assert ("foul", "extra_card", "B") in rules_of(referee)
