"""A table that cannot begin: unknown names, impossible values, another pack."""

from __future__ import annotations

import pytest

from bura.errors import LogError, RulesError
from bura.position import Settings
from bura.replay import replay
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
        ('game classic31 A B {"pack": "36:00000000"}', "another pack|the pack 36:00000000"),
    ],
)
def test_a_start_that_cannot_be(start: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        replay(read_story(start))


@pytest.mark.parametrize("story", ["", "deal by B", "A leads KS\ngame classic31 A B"])
def test_a_log_begins_with_the_start_of_a_game(story: str) -> None:
    with pytest.raises(LogError, match="does not begin with the start"):
        replay(read_story(story))


def test_settings_are_kept_where_they_differ() -> None:
    settings = Settings(fouls_end_deal=True, accuse_from=0.7)
    assert settings.pairs() == (("fouls_end_deal", True), ("accuse_from", 0.7))
    assert Settings.of(settings.pairs()) == settings


def test_a_later_start_that_cannot_be_read_keeps_the_table() -> None:
    told = replay(read_story("game classic31 A B\ndeal by B\ngame snooker A B\ntrump 9H"))
    assert told.state.rules.name == "classic31"
    assert told.state.trump is not None
