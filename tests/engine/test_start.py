"""A table that cannot begin: unknown names, impossible values, another pack."""

from __future__ import annotations

import pytest

from bura.cards import Card
from bura.errors import LogError, RulesError
from bura.events import Dealt, Lead
from bura.macao_table import MacaoState
from bura.marriage_state import MarriageState
from bura.position import Settings
from bura.replay import replay
from bura.state import apply
from bura.table import SEATS
from bura.transcript import read_story


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("game snooker A B", "no rule set 'snooker'"),
        ("game classic31 A", "played by 2 to 6"),
        ("game georgian3 A B C", "played by 2 players, not 3"),
        ("game classic31 A Q", "name each once"),
        ('game classic31 A B {"options": {"threshold": 150}}', "threshold = 150 is impossible"),
        ('game classic31 A B {"options": {"colour": 1}}', "no option 'colour'"),
        ('game classic31 A B {"settings": {"mood": 1}}', "no setting 'mood'"),
        ('game classic31 A B {"settings": {"accuse_from": 1.5}}', "number from 0 to 1"),
        ('game classic31 A B {"settings": {"counting": "half"}}', "it takes rules, open or hidden"),
        ('game classic31 A B {"settings": {"accuse_from": "high"}}', "it takes a number"),
        ('game classic31 A B {"settings": {"fouls_end_deal": 1}}', "true or false"),
        (
            'game classic31 A B {"pack": "36:00000000"}',
            "pack 36:00000000, but classic31 is played with the pack 36:[0-9a-f]+:"
            " restore the log's first line, nothing was changed$",
        ),
        ("game classic31 A A", "^seats A, A are impossible: name each once, out of A, B, C, D, E, F$"),
        ("game classic31 A Q", "^seats A, Q are impossible: name each once, out of A, B, C, D, E, F$"),
        (
            "game kunken A B",
            r"^kunken is judged meld by meld \(bura.kunken\), not refereed as a running game$",
        ),
    ],
)
def test_a_start_that_cannot_be(start: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        replay(read_story(start))


@pytest.mark.parametrize("story", ["", "deal by B", "A leads KS\ngame classic31 A B"])
def test_a_log_begins_with_the_start_of_a_game(story: str) -> None:
    with pytest.raises(LogError, match="does not begin with the start"):
        replay(read_story(story))


def test_six_may_play_where_the_pack_serves_them() -> None:
    told = replay(read_story("game classic31 A B C D E F\ndeal by F"))
    assert (told.state.seats, told.state.stock) == (SEATS, 18)


def test_a_neighbours_game_begins_with_its_own_table() -> None:
    marriage = replay(read_story("game marriage66 B A")).state.neighbour
    assert isinstance(marriage, MarriageState)
    assert (marriage.rules.name, marriage.seats) == ("marriage66", ("B", "A"))
    macao = replay(read_story("game macao A C B")).state.neighbour
    assert isinstance(macao, MacaoState)
    assert (macao.rules.name, macao.seats) == ("macao", ("A", "C", "B"))
    assert replay(read_story("game classic31 A B")).state.neighbour is None


def test_a_new_deal_doubts_no_card_of_the_last() -> None:
    state = replay(read_story("game classic31 A B\ndeal by B")).state
    card = Card.parse("KS")
    doubted = apply(state, Lead("A", (card,)), 3, doubtful=card.bit)
    assert doubted.doubtful == card.bit
    assert apply(doubted, Dealt("B"), 4).doubtful == 0


def test_settings_are_kept_where_they_differ() -> None:
    settings = Settings(fouls_end_deal=True, accuse_from=0.7)
    assert settings.pairs() == (("fouls_end_deal", True), ("accuse_from", 0.7))
    assert Settings.of(settings.pairs()) == settings


def test_a_later_start_that_cannot_be_read_keeps_the_table() -> None:
    told = replay(read_story("game classic31 A B\ndeal by B\ngame snooker A B\ntrump 9H"))
    assert told.state.rules.name == "classic31"
    assert told.state.trump is not None
