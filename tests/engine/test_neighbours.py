"""Marriage, Macao and Kunken: running tables refereed from what is seen."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bura import macao_table, marriage_table
from bura.beat import Order
from bura.cards import RANKS, Card, Suit, pack, parse_cards
from bura.errors import ParseError, RulesError
from bura.events import (
    Claimed,
    Closed,
    DealOver,
    Dealt,
    Drew,
    Event,
    Exchanged,
    Lead,
    Married,
    Ordered,
    Reply,
    TakenBack,
    Took,
    TrumpShown,
    event_from_json,
)
from bura.following import FREE, Follow, FollowFoul, check_follow
from bura.infractions import Rule, Status, Verdict
from bura.kunken import (
    Joker,
    MeldKind,
    best_kind,
    check_sightings,
    judge_meld,
    pack_counts,
    parse_meld_card,
)
from bura.macao import FOLLOW, last_deal, setup
from bura.marriage import check_reply
from bura.marriage_state import MarriageState
from bura.match import MatchState
from bura.notation import read_event
from bura.referee import Referee
from bura.result import Reason
from bura.rules import RuleSet, find_ruleset
from bura.table import Belief, CardsLaid, CardsTaken, DealBegan, Said, TrumpSeen, Word, sure
from bura.texts import result_text, sentence
from bura.view import scoreboard

M66 = find_ruleset("marriage66")
M3 = find_ruleset("marriage66_3p")
MACAO = find_ruleset("macao")


def lead(seat: str, cards: str) -> Lead:
    return Lead(seat, parse_cards(cards))


def reply(seat: str, cards: str) -> Reply:
    return Reply(seat, parse_cards(cards))


def trump(card: str) -> TrumpShown:
    return TrumpShown(Card.parse(card))


def said(verdicts: tuple[Verdict, ...]) -> list[tuple[Rule, str | None, tuple[int, ...]]]:
    return [(verdict.rule, verdict.seat, verdict.rests_on) for verdict in verdicts]


# --- Marriage --------------------------------------------------------------------------------------

START: list[Event] = [Dealt("B"), trump("9H")]
TRICK: list[Event] = [lead("A", "AS"), reply("B", "9S"), Took("A"), Drew("A"), Drew("B")]


def test_a_trick_of_marriage() -> None:
    state, verdicts = marriage_table.play(M66, "AB", [*START, *TRICK])
    assert verdicts == ()
    assert (state.points("A").lo, state.stock, state.table.leader) == (11, 10, "A")
    assert state.table.hands == (6, 6)


#: events after the deal, what is said of them: (rule, seat, entries it rests on)
MARRIAGE: list[tuple[str, list[Event], list[tuple[Rule, str | None, tuple[int, ...]]]]] = [
    ("free while the stock lasts", [lead("A", "AS"), reply("B", "9C")], []),
    ("the other player leads", [lead("B", "AS")], [(Rule.LEAD_OUT_OF_TURN, "B", (3,))]),
    ("two cards are led", [lead("A", "AS 10S")], [(Rule.LEAD_COUNT, "A", (3,))]),
    (
        "the loser draws first",
        [lead("A", "AS"), reply("B", "9S"), Took("A"), Drew("B")],
        [(Rule.DRAW_OUT_OF_TURN, "B", (6,))],
    ),
    ("a card too many", [*TRICK, Drew("A")], [(Rule.EXTRA_CARD, "A", (8,))]),
    (
        "the trick goes the wrong way",
        [lead("A", "AS"), reply("B", "9S"), Took("B")],
        [(Rule.WRONG_PILE, "B", (5,))],
    ),
    ("a marriage", [Married("A", "S"), lead("A", "KS")], []),
    (
        "a marriage with the wrong lead",
        [Married("A", "S"), lead("A", "AC")],
        [(Rule.FALSE_MARRIAGE, "A", (3, 4))],
    ),
    ("a marriage off the lead", [Married("B", "S")], [(Rule.FALSE_MARRIAGE, "B", (3,))]),
    (
        "the other has the queen",
        [Married("A", "S"), lead("A", "KS"), reply("B", "QS")],
        [(Rule.DUPLICATE_CARD, "B", (3, 5)), (Rule.FALSE_MARRIAGE, "A", (3, 5))],
    ),
    (
        "the queen was already played",
        [lead("A", "QS"), reply("B", "9S"), Took("A"), Drew("A"), Drew("B"), Married("A", "S")],
        [(Rule.FALSE_MARRIAGE, "A", (8,))],
    ),
    ("nothing to exchange by these rules", [Exchanged("A")], [(Rule.BAD_EXCHANGE, "A", (3,))]),
    ("who does not lead closes", [Closed("B")], [(Rule.BAD_CLOSING, "B", (3,))]),
    ("closed twice", [Closed("A"), Closed("A")], [(Rule.BAD_CLOSING, "A", (4,))]),
    (
        "closed: B did not follow, a later spade proves it",
        [Closed("A"), lead("A", "AS"), reply("B", "9C"), Took("A"), lead("A", "AC"), reply("B", "9S")],
        [(Rule.REVOKE, "B", (5, 8))],
    ),
    (
        "closed: B neither followed nor trumped, a later trump proves it",
        [Closed("A"), lead("A", "AS"), reply("B", "9C"), Took("A"), lead("A", "AC"), reply("B", "JH")],
        [(Rule.REVOKE, "B", (5, 8))],
    ),
    (
        "closed: void in both, no foul",
        [Closed("A"), lead("A", "AS"), reply("B", "9C"), Took("A"), lead("A", "AD"), reply("B", "9D")],
        [],
    ),
    ("the same card twice", [lead("A", "AS"), reply("B", "AS")], [(Rule.DUPLICATE_CARD, "B", (3, 4))]),
    ("a claim that is false", [Claimed("A")], [(Rule.FALSE_CLAIM, "A", (3,))]),
    (
        "taken back",
        [lead("A", "AS"), TakenBack("A", parse_cards("AS")), lead("A", "10S")],
        [(Rule.TAKE_BACK, "A", (4,))],
    ),
    ("another turned card", [trump("9D")], [(Rule.TRUMP_CHANGED, None, (3,))]),
    (
        "a draw that nobody saw",
        [*TRICK[:3], lead("A", "10S")],
        [(Rule.MISSED_ACT, "A", (6,)), (Rule.MISSED_ACT, "B", (6,))],
    ),
    ("gathering an open trick", [lead("A", "AS"), Took("A")], [(Rule.UNPLACED_ACT, "A", (4,))]),
]


@pytest.mark.parametrize(("shows", "events", "expected"), MARRIAGE, ids=[row[0] for row in MARRIAGE])
def test_marriage_is_refereed(
    shows: str, events: list[Event], expected: list[tuple[Rule, str | None, tuple[int, ...]]]
) -> None:
    _, verdicts = marriage_table.play(M66, "AB", [*START, *events])
    assert said(verdicts) == expected


def test_a_marriage_counts_and_a_false_one_is_taken_away() -> None:
    made, _ = marriage_table.play(M66, "AB", [*START, Married("A", "H"), lead("A", "QH")])
    assert made.points("A").lo == 40
    plain, _ = marriage_table.play(M66, "AB", [*START, Married("A"), lead("A", "QD")])
    assert plain.points("A").lo == 20
    false, _ = marriage_table.play(M66, "AB", [*START, Married("A", "S"), lead("A", "KS"), reply("B", "QS")])
    assert false.points("A").lo == 0
    waits = M66.with_options({"marriage_needs_trick": True})
    pending, _ = marriage_table.play(waits, "AB", [*START, Married("A", "H"), lead("A", "QH")])
    assert pending.points("A").lo == 0
    counted, _ = marriage_table.play(
        waits, "AB", [*START, Married("A", "H"), lead("A", "QH"), reply("B", "JH"), Took("A")]
    )
    assert counted.points("A").lo == 45


def test_the_marriage_partner_is_known_to_be_held() -> None:
    """A leads the king of a marriage; later, closed, he may not deny the queen."""
    events = [
        *START,
        Married("A", "S"),
        lead("A", "KS"),
        reply("B", "AS"),
        Took("B"),
        Drew("B"),
        Drew("A"),
        Closed("B"),
        lead("B", "10S"),
        reply("A", "9C"),
    ]
    _, verdicts = marriage_table.play(M66, "AB", events)
    assert said(verdicts) == [(Rule.REVOKE, "A", (3, 10, 11))]
    assert verdicts[0].fact("duty") == FollowFoul.MUST_FOLLOW_SUIT.value


def test_marriage_after_the_stock_by_option() -> None:
    events = [*START, Closed("A"), Married("A", "S"), lead("A", "KS")]
    _, verdicts = marriage_table.play(M66, "AB", events)
    assert said(verdicts) == [(Rule.FALSE_MARRIAGE, "A", (4,))]
    open_table = M66.with_options({"marriage_after_stock": True})
    state, verdicts = marriage_table.play(open_table, "AB", events)
    assert (verdicts, state.points("A").lo) == ((), 20)


def test_the_exchange_by_option() -> None:
    rules = M66.with_options({"nine_exchange": True})
    state, verdicts = marriage_table.play(rules, "AB", [Dealt("B"), trump("AH"), Exchanged("A")])
    assert (verdicts, str(state.trump_card)) == ((), "9H")
    denied = [Dealt("B"), trump("AH"), Exchanged("A"), Closed("A"), lead("A", "AS"), reply("B", "AH")]
    _, verdicts = marriage_table.play(rules, "AB", denied)
    assert said(verdicts) == [(Rule.DUPLICATE_CARD, "B", (3, 6))]


def test_must_head_by_option() -> None:
    events = [
        *START,
        Closed("A"),
        lead("A", "10S"),
        reply("B", "9S"),
        Took("A"),
        lead("A", "AC"),
        reply("B", "AS"),
    ]
    assert said(marriage_table.play(M66, "AB", events)[1]) == []
    heads = M66.with_options({"must_head": True})
    assert said(marriage_table.play(heads, "AB", events)[1]) == [(Rule.REVOKE, "B", (5, 8))]


def _close_and_take(rules: RuleSet) -> MarriageState:
    events = [
        *START,
        Married("A", "H"),
        lead("A", "KH"),
        reply("B", "10C"),
        Took("A"),
        Drew("A"),
        Drew("B"),
        Closed("A"),
        lead("A", "AS"),
        reply("B", "QS"),
        Took("A"),
    ]
    return marriage_table.play(rules, "AB", events)[0]


def test_66_ends_the_deal() -> None:
    state = _close_and_take(M66)
    assert state.result is not None
    assert (state.result.reason, state.result.winners, state.result.stake) == (Reason.GOAL, ("A",), 3)
    # points are counted openly: nobody claims, and the sentence does not say so
    assert result_text(state.result) == (
        f"A wins the deal by reaching the points needed ({', '.join(f'{s} {p}' for s, p in state.result.points)}),"
        " game points: 3."
    )
    assert marriage_table.match_after(state).score == {"A": 3, "B": 0}
    again, _ = marriage_table.step(state, Dealt(), 20)
    assert (again.deal, again.dealer, again.match.score) == (2, "A", {"A": 3, "B": 0})


def test_a_decided_match_begins_anew_with_the_next_deal() -> None:
    state = replace(_close_and_take(M66), match=MatchState.start("AB", {"A": 4, "B": 6}))
    assert marriage_table.match_after(state).over
    again, _ = marriage_table.step(state, Dealt(), 20)
    assert again.match == MatchState.start("AB")
    state = replace(_close_and_take(M66), match=MatchState.start("AB", {"A": 3, "B": 6}))
    again, _ = marriage_table.step(state, Dealt(), 20)
    assert (again.match.score, again.match.over) == ({"A": 6, "B": 6}, False)


def test_three_handed_is_strict_from_the_first_trick() -> None:
    events: list[Event] = [
        Dealt("C"),
        trump("9H"),
        lead("A", "AS"),
        reply("B", "9S"),
        reply("C", "9C"),
        Took("A"),
        lead("A", "AC"),
        reply("B", "JC"),
        reply("C", "10S"),
    ]
    state, verdicts = marriage_table.play(M3, "ABC", events)
    # the turned card is known to be the dealer's: he holds a trump and uses it in neither trick, and
    # the ten of spades, shown in the second, proves that he could have followed in the first
    assert said(verdicts) == [
        (Rule.REVOKE, "C", (2, 3, 5)),
        (Rule.REVOKE, "C", (5, 9)),
        (Rule.REVOKE, "C", (2, 7, 9)),
    ]
    assert state.table.hands == (6, 6, 6)


def test_a_deal_that_is_collected_early_is_undecided() -> None:
    state, _ = marriage_table.play(M66, "AB", [*START, *TRICK, DealOver()])
    assert state.result is not None
    assert state.result.reason is Reason.UNDECIDED
    assert marriage_table.match_after(state).score == {"A": 0, "B": 0}


def _random_deal(rng: random.Random, rules: RuleSet, seats: str) -> tuple[list[Event], int]:
    """A legal deal of Marriage dealt from a real pack, and the number of cards laid."""
    cards = list(pack(24))
    rng.shuffle(cards)
    hands = {seat: cards[i * rules.hand_size : (i + 1) * rules.hand_size] for i, seat in enumerate(seats)}
    stock = cards[len(seats) * rules.hand_size :]
    turned = stock[0] if stock else hands[seats[-1]][-1]
    stock = stock[1:] + stock[:1]  # the turned card is drawn last
    events: list[Event] = [Dealt(seats[-1]), TrumpShown(turned)]
    order, leader, laid = Order.of(rules, turned.suit), seats[0], 0
    while any(hands.values()):
        start = seats.index(leader)
        turn = seats[start:] + seats[:start]
        plays: list[tuple[str, Card]] = []
        for seat in turn:
            best = None
            for who, card in plays:
                if best is None or order.beats_card(card, best[1]):
                    best = (who, card)
            choices = [
                card
                for card in hands[seat]
                if not plays
                or check_reply(
                    rules,
                    turned.suit,
                    plays[0][1],
                    card,
                    hands[seat],
                    strict=not stock,
                    best=None if best is None else best[1],
                )
                is None
            ]
            card = rng.choice(choices)
            hands[seat].remove(card)
            plays.append((seat, card))
            laid += 1
            events.append(Lead(seat, (card,)) if len(plays) == 1 else Reply(seat, (card,)))
        leader = plays[0][0]
        best_card = plays[0][1]
        for who, card in plays[1:]:
            if order.beats_card(card, best_card):
                leader, best_card = who, card
        events.append(Took(leader))
        start = seats.index(leader)
        for seat in seats[start:] + seats[:start]:
            if stock:
                hands[seat].append(stock.pop(0))
                events.append(Drew(seat))
    return events, laid


@pytest.mark.parametrize(
    ("rules", "seats"), [(M66, "AB"), (M3, "ABC"), (M66.with_options({"must_head": True}), "AB")]
)
def test_legal_deals_of_marriage_are_never_accused(rules: RuleSet, seats: str) -> None:
    rng = random.Random(3)
    for _ in range(60):
        events, laid = _random_deal(rng, rules.with_options({"threshold": 120}), seats)
        state, verdicts = marriage_table.play(rules.with_options({"threshold": 120}), seats, events)
        assert verdicts == ()
        assert laid == 24
        assert state.table.empty
        assert sum(state.points(seat).lo for seat in seats) == 120


# --- Macao -----------------------------------------------------------------------------------------


def test_a_deal_of_macao() -> None:
    events: list[Event] = [
        Dealt("B"),
        trump("9H"),
        Ordered("A", 1),
        Ordered("B", 0),
        lead("A", "AS"),
        reply("B", "2S"),
        Took("A"),
    ]
    state, verdicts = macao_table.play(MACAO, "AB", events)
    assert verdicts == ()
    assert state.scores == (("A", 11), ("B", 10))
    second, _ = macao_table.step(state, Dealt(), 8)
    assert (second.deal, second.dealer, second.standings, second.table.hands) == (
        2,
        "A",
        {"A": 11, "B": 10},
        (2, 2),
    )


DEAL2: list[Event] = [Dealt("B", hand=2), trump("9H"), Ordered("A", 1), Ordered("B", 0)]
#: what it shows, events, what is said
MACAO_ROWS: list[tuple[str, list[Event], list[tuple[Rule, str | None, tuple[int, ...]]]]] = [
    ("following", [*DEAL2, lead("A", "AS"), reply("B", "2S")], []),
    (
        "a later spade proves that B could follow",
        [*DEAL2, lead("A", "AS"), reply("B", "2C"), Took("A"), lead("A", "KC"), reply("B", "2S")],
        [(Rule.REVOKE, "B", (6, 9))],
    ),
    (
        "no duty to trump",
        [*DEAL2, lead("A", "AS"), reply("B", "2C"), Took("A"), lead("A", "KC"), reply("B", "2H")],
        [],
    ),
    ("the turned card is out of the game", [*DEAL2, lead("A", "9H")], [(Rule.DUPLICATE_CARD, "A", (2, 5))]),
    ("ordered out of turn", [Dealt("B", hand=2), Ordered("B", 0)], [(Rule.BAD_ORDER, "B", (2,))]),
    ("ordered twice", [*DEAL2, Ordered("A", 2)], [(Rule.BAD_ORDER, "A", (5,))]),
    ("more than the hand", [Dealt("B", hand=2), Ordered("A", 3)], [(Rule.BAD_ORDER, "A", (2,))]),
    ("led before the orders", [Dealt("B", hand=2), lead("A", "AS")], [(Rule.MISSED_ACT, "A", (2,))]),
    ("collected early", [*DEAL2, DealOver()], [(Rule.MISSED_ACT, None, (5,))]),
    ("a card that was not read", [*DEAL2, Lead("A", (None,))], [(Rule.CARD_UNREAD, "A", (5,))]),
]


@pytest.mark.parametrize(("shows", "events", "expected"), MACAO_ROWS, ids=[row[0] for row in MACAO_ROWS])
def test_macao_is_refereed(
    shows: str, events: list[Event], expected: list[tuple[Rule, str | None, tuple[int, ...]]]
) -> None:
    assert said(macao_table.play(MACAO, "AB", events)[1]) == expected


def test_hook_and_overtricks_by_option() -> None:
    events: list[Event] = [Dealt("B", hand=2), Ordered("A", 1), Ordered("B", 1)]
    assert said(macao_table.play(MACAO, "AB", events)[1]) == []
    hooked = MACAO.with_options({"hook": True})
    assert said(macao_table.play(hooked, "AB", events)[1]) == [(Rule.BAD_ORDER, "B", (3,))]


def test_the_game_ends_after_the_last_deal() -> None:
    rules = MACAO.with_options({"macao_max_deal": 1})
    events = [Dealt("B"), Ordered("A", 1), Ordered("B", 1), lead("A", "AS"), reply("B", "2H"), Took("A")]
    state, verdicts = macao_table.play(rules, "AB", events)
    assert verdicts == ()
    assert (state.is_last, state.winners) == (True, ("A",))
    _, after = macao_table.step(state, Dealt(), 9)
    assert said(after) == [(Rule.AFTER_END, None, (9,))]


def test_an_unread_card_leaves_the_taker_to_the_eye() -> None:
    events: list[Event] = [*DEAL2, lead("A", "AS"), Reply("B", (None,)), Took("B")]
    state, verdicts = macao_table.play(MACAO, "AB", events)
    assert state.table.tricks == (0, 1)
    assert [verdict.status for verdict in verdicts] == [Status.UNCLEAR]
    unseen, _ = macao_table.play(MACAO, "AB", [*events[:-1], lead("B", "3S")])
    assert unseen.table.tricks == (0, 1)


@given(players=st.integers(2, 10))
def test_sizes_of_macao(players: int) -> None:
    last = last_deal(MACAO, players)
    assert (last + 1) * players > 52
    for number in range(1, last + 1):
        deal = setup(MACAO, players, number)
        assert (deal.trump_card_index is None) == deal.is_last == (number == last)
        assert deal.is_last or deal.trump_card_index == players * number + 1 <= 52
    with pytest.raises(RulesError, match="cannot be"):
        setup(MACAO, players, last + 1)


@settings(max_examples=60)
@given(data=st.data(), marriage=st.booleans())
def test_no_event_can_break_a_table(data: st.DataObject, marriage: bool) -> None:
    seat = st.sampled_from("ABCX")
    card = st.one_of(st.none(), st.sampled_from(pack(24)))
    cards = st.lists(card, max_size=2).map(tuple)
    event = st.one_of(
        st.builds(Dealt, st.one_of(st.none(), seat)),
        st.builds(TrumpShown, card),
        st.builds(Lead, seat, cards, st.integers(0, 1)),
        st.builds(Reply, seat, cards, st.integers(0, 1)),
        st.builds(Took, seat),
        st.builds(Drew, seat, st.integers(0, 3)),
        st.builds(Married, seat, st.sampled_from(["S", "H", None, "?"])),
        st.builds(Closed, seat),
        st.builds(Exchanged, seat),
        st.builds(Claimed, seat),
        st.builds(Ordered, seat, st.integers(0, 4)),
        st.builds(TakenBack, seat, cards),
        st.just(DealOver()),
    )
    events = data.draw(st.lists(event, max_size=30))
    if marriage:
        state, _ = marriage_table.play(M66, "AB", events)
        assert min((0, *state.table.hands, state.stock)) >= 0
    else:
        table, _ = macao_table.play(MACAO, "ABC", events)
        assert min((0, *table.table.hands)) >= 0


# --- following -------------------------------------------------------------------------------------


@given(
    hand=st.sets(st.sampled_from(pack(24)), min_size=1, max_size=6),
    led=st.sampled_from(pack(24)),
    trump_suit=st.sampled_from([None, *Suit]),
    head=st.booleans(),
)
def test_there_is_always_a_legal_reply(
    hand: set[Card], led: Card, trump_suit: Suit | None, head: bool
) -> None:
    hand = hand - {led}
    order = Order(trump_suit)
    for follow in (FREE, FOLLOW, Follow(suit=True, trump=True, head=head)):
        legal = [card for card in hand if check_follow(order, follow, led, card, hand) is None]
        assert bool(legal) == bool(hand)
    strict = Follow(suit=True, trump=True, head=head)
    for card in legal:
        same = [other for other in hand if other.suit is led.suit]
        if same:
            assert card.suit is led.suit
        elif any(other.suit is trump_suit for other in hand):
            assert card.suit is trump_suit
    assert strict.suit


# --- Kunken ----------------------------------------------------------------------------------------

KUNKEN = find_ruleset("kunken")


@given(suit=st.sampled_from(list(Suit)), start=st.integers(0, 10), size=st.integers(3, 13), data=st.data())
def test_runs_are_worth_their_cards_in_any_order(
    suit: Suit, start: int, size: int, data: st.DataObject
) -> None:
    ranks = RANKS[start : start + size]
    cards = [Card(rank, suit) for rank in ranks]
    if len(cards) < 3:
        return
    value = judge_meld(KUNKEN, MeldKind.RUN, cards).value
    assert value == sum(10 if card.rank.value in "AKQJ" else 5 for card in cards)
    shuffled = data.draw(st.permutations(cards))
    assert judge_meld(KUNKEN, MeldKind.RUN, shuffled).value == value
    hole = data.draw(st.integers(0, len(cards) - 1))
    with_joker = [Joker() if i == hole else card for i, card in enumerate(cards)]
    assert judge_meld(KUNKEN, MeldKind.RUN, with_joker).value == value
    assert best_kind(KUNKEN, cards) is MeldKind.RUN


def test_what_jokers_stand_for() -> None:
    cards = [parse_meld_card(text) for text in ("JK1", "QH", "KH", "JK2")]
    stands_for = judge_meld(KUNKEN, MeldKind.RUN, cards).stands_for
    assert [str(card) for card in stands_for] == ["JH", "QH", "KH", "AH"]
    at_the_top = [parse_meld_card(text) for text in ("KH", "AH", "JK")]
    assert [str(card) for card in judge_meld(KUNKEN, MeldKind.RUN, at_the_top).stands_for] == [
        "KH",
        "AH",
        "QH",
    ]
    assert best_kind(KUNKEN, [parse_meld_card(text) for text in ("5H", "5S", "7D")]) is None


def test_two_packs() -> None:
    counts = pack_counts(KUNKEN)
    assert sum(counts.values()) == 108
    assert sum(pack_counts(KUNKEN.with_options({"jokers_total": 2})).values()) == 106
    cards = [parse_meld_card(text) for text in ("AS", "JK", "AS", "AS")]
    assert str(check_sightings(KUNKEN, cards)) == "AS"
    assert check_sightings(KUNKEN, cards[:3]) is None
    assert check_sightings(KUNKEN, [Joker()] * 5) == Joker()


# --- the referee -----------------------------------------------------------------------------------


def _observed() -> Referee:
    """A closed game of Marriage as an observer reports it: B does not follow, and shows a spade later."""
    referee = Referee("marriage66", "AB", names={"B": "Nino"})
    for event in (
        DealBegan(at_s=1.0, dealer="B"),
        TrumpSeen(at_s=2.0, belief=Belief.sure(Card.parse("9H"))),
        Said(at_s=3.0, seat="A", word=Word.CLOSE),
        CardsLaid(at_s=4.0, seat="A", cards=sure("AS")),
        CardsLaid(at_s=5.0, seat="B", cards=sure("9C")),
        CardsTaken(at_s=6.0, seat="A"),
        CardsLaid(at_s=7.0, seat="A", cards=sure("AC")),
        CardsLaid(at_s=8.0, seat="B", cards=sure("9S")),
    ):
        assert len(referee.feed(event)) == 1
    return referee


def _alerted(referee: Referee) -> list[Rule]:
    return [alert.verdict.rule for alert in referee.replay.alerts]


def test_a_table_is_refereed_from_observations() -> None:
    board = scoreboard(_observed().replay, "table").to_json()
    assert json.loads(json.dumps(board)) == board
    (alert,) = board["alerts"]
    assert (alert["rule"], alert["seat"], alert["rests_on"], alert["at_s"]) == ("revoke", "B", [6, 9], 8.0)
    assert alert["text"].startswith("Nino laid 9♣ on A♠, but shows 9♠: he could have followed.")
    seat = board["seats"]["A"]
    assert (seat["hand"], seat["tricks"], seat["points"]) == (4, 1, {"lo": 11, "hi": 11})


def test_a_correction_takes_the_accusation_back() -> None:
    referee = _observed()
    referee.amend(6, (reply("B", "10S"),), by="umpire", at_s=9.0)
    assert _alerted(referee) == []
    again = Referee("marriage66", "AB", entries=referee.entries)
    assert again.replay.state == referee.replay.state
    referee.amend(6, None, at_s=10.0)
    assert _alerted(referee) == [Rule.REVOKE]


def test_macao_from_observations() -> None:
    referee = Referee("macao", "AB")
    referee.feed(DealBegan(dealer="B"))
    referee.feed(TrumpSeen(belief=Belief.sure(Card.parse("9H"))))
    referee.feed(Said(seat="A", word=Word.ORDER, number=1))
    referee.feed(Said(seat="B", word=Word.ORDER, number=0))
    referee.feed(CardsLaid(seat="A", cards=sure("AS")))
    referee.feed(CardsLaid(seat="B", cards=sure("2S")))
    referee.feed(CardsTaken(seat="A"))
    assert _alerted(referee) == []
    result = referee.replay.outcome
    assert result is not None
    assert {name: points.lo for name, points in result.points} == {"A": 11, "B": 10}


@pytest.mark.parametrize("lang", ["en", "ru", "ka", "uk"])
@pytest.mark.parametrize("rule", list(Rule))
def test_every_rule_has_a_sentence(rule: Rule, lang: str) -> None:
    text = sentence(Verdict(Status.FOUL, rule, "A"), {}, lang)
    assert text
    assert "{" not in text


@pytest.mark.parametrize("lang", ["en", "ru", "ka", "uk"])
def test_what_is_said_at_these_tables_leaves_nothing_open(lang: str) -> None:
    stories: list[tuple[Verdict, ...]] = [
        marriage_table.play(M66, "AB", [*START, *row[1]])[1] for row in MARRIAGE
    ]
    stories += [macao_table.play(MACAO, "AB", row[1])[1] for row in MACAO_ROWS]
    for verdict in itertools.chain.from_iterable(stories):
        text = sentence(verdict, {}, lang)
        assert "…" not in text, (verdict, text)
        assert "_" not in text, text


def test_a_marriage_of_no_suit_is_that_of_its_lead() -> None:
    """Such a text cannot come from a file or a line, but an event can be built with it: nothing may break."""
    rules = find_ruleset("marriage66")
    acts = [Dealt("B"), TrumpShown(Card.parse("9H")), Married("A", "X"), Lead("A", (Card.parse("KS"),))]
    state, verdicts = marriage_table.play(rules, ("A", "B"), acts)
    assert verdicts == ()
    assert [(its.suit, its.points) for its in state.marriages] == [(Suit.SPADES, 20)]


@pytest.mark.parametrize("line", ["A marries X", "A marries H S"])
def test_a_marriage_line_names_a_suit_or_none(line: str) -> None:
    with pytest.raises(ParseError, match=r"suit|too much"):
        read_event(line)
    with pytest.raises(ParseError, match="one of C, D, H, S"):
        event_from_json({"type": "married", "seat": "A", "suit": "X"})
