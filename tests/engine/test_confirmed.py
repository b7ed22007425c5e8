"""What a camera seems to have seen is confirmed or withdrawn by what is seen afterwards, and by counting."""

from __future__ import annotations

import pytest

from bura.cards import Card
from bura.referee import Referee
from bura.table import Belief, CardsDrawn, CardsLaid, CardsTaken, DealBegan, TableEvent, TrumpSeen, sure

SEEN, GUESSED = 0.97, 0.5
"""confidences of a draw, as `bura_vision.settings.ActSettings` has them"""


def trick() -> Referee:
    """A trick that B has taken; B draws first."""
    referee = Referee("classic31", ("A", "B"), dealer="B")
    begin: list[TableEvent] = [DealBegan(), TrumpSeen(Belief.sure(Card.parse("9H")))]
    for event in (*begin, CardsLaid("A", sure("KS")), CardsLaid("B", sure("10S")), CardsTaken("B")):
        referee.feed(event)
    return referee


def draw(referee: Referee, seat: str, confidence: float = SEEN) -> None:
    """One draw that a camera saw, a second after the last thing that happened."""
    at_s = max(10.0, referee.state.at_s + 1.0)
    referee.feed(CardsDrawn(seat, at_s=at_s, confidence=confidence))


def told(referee: Referee) -> list[str]:
    """``status rule seat`` of every alert."""
    verdicts = [alert.verdict for alert in referee.replay.alerts]
    return [f"{its.status.value} {its.rule.value} {its.seat}" for its in verdicts]


def test_a_draw_before_ones_turn_is_an_accusation_once_all_draws_were_seen() -> None:
    referee = trick()
    draw(referee, "A")
    assert told(referee) == ["unclear draw_out_of_turn A"]
    assert referee.state.proposed is None
    draw(referee, "B")
    assert told(referee) == ["foul draw_out_of_turn A"]
    assert referee.state.proposed is not None


def test_it_is_withdrawn_when_the_draw_before_it_was_missed() -> None:
    referee = trick()
    draw(referee, "A")
    referee.feed(CardsLaid("B", sure("AD"), at_s=14.0, confidence=0.98))
    assert "foul draw_out_of_turn A" not in told(referee)
    assert "unclear draw_out_of_turn A" in told(referee)
    assert referee.state.proposed is None


def test_a_later_draw_in_another_trick_confirms_nothing() -> None:
    referee = trick()
    draw(referee, "A")
    for event in (
        CardsLaid("B", sure("AD"), at_s=14.0, confidence=0.98),
        CardsLaid("A", sure("6D"), at_s=15.0),
    ):
        referee.feed(event)
    referee.feed(CardsTaken("B", at_s=17.0))
    draw(referee, "B")
    draw(referee, "A")
    assert not [line for line in told(referee) if line.startswith("foul")]


@pytest.mark.parametrize(("confidence", "status"), [(SEEN, "foul"), (GUESSED, "unclear")])
def test_a_card_too_many_after_a_guessed_draw_accuses_nobody(confidence: float, status: str) -> None:
    referee = trick()
    draw(referee, "B", confidence)
    draw(referee, "A")
    draw(referee, "B")
    assert "unclear extra_card B" in told(referee)
    referee.feed(CardsLaid("B", sure("AD"), at_s=12.0, confidence=0.98))
    assert f"{status} extra_card B" in told(referee)


def test_who_replies_after_a_reply_of_which_a_card_was_not_seen_is_not_out_of_turn() -> None:
    referee = Referee("classic31", ("A", "B", "C"), dealer="C")
    begin: list[TableEvent] = [DealBegan(), TrumpSeen(Belief.sure(Card.parse("9H")))]
    laid = [
        CardsLaid("A", sure("KS QS"), at_s=5.0, confidence=0.98),
        CardsLaid("B", (), 1, at_s=7.0, confidence=0.98),
        CardsLaid("C", sure("6D 7D"), at_s=9.0, confidence=0.98),
    ]
    for event in (*begin, *laid, CardsTaken("A", at_s=11.0, confidence=0.97)):
        referee.feed(event)
    assert not [line for line in told(referee) if line.startswith("foul")]
