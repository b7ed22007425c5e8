"""Whole deals through the fast simulation: what is told, and that honest players are never accused."""

from __future__ import annotations

from random import Random

import pytest

from bura.position import Phase
from bura.referee import Referee
from bura.table import Said, Word
from bura.view import scoreboard
from bura_datasets.fast import FastDeal
from bura_datasets.habits import random_habits
from bura_datasets.players import Wishes, random_deal
from bura_datasets.suite import KINDS, Kind
from bura_server.compare import Comparison, compare
from bura_vision.layout import default_layout
from bura_vision.pipeline import ActJoiner, watch
from bura_vision.watcher import Watcher

#: kinds whose light or camera the sketches cannot show
PLAIN = [kind for kind in KINDS if kind.change is None]


def refereed(kind: Kind, seed: int) -> Comparison:
    """A deal of a kind, watched, refereed and compared with its truth."""
    rng = Random(seed)
    wishes = Wishes(45.0, kind.fouls, kind.clumsy, kind.after, kind.claim)
    script = random_deal(kind.rules, kind.seats, rng, wishes)
    deal = FastDeal(script, seed, random_habits(rng))
    watcher = Watcher(default_layout(kind.seats), deal)
    referee = Referee(script.rules, tuple(sorted(script.seats)), dealer=script.dealer)
    spoken = [Said(at_s=said.at_s, seat=said.seat, word=Word(said.say)) for said in deal.course.said]
    joiner = ActJoiner()
    for tick in watch(deal, watcher, spoken):
        for event in joiner.join(tick.events):
            referee.feed(event)
            if referee.state.phase is Phase.OVER:
                watcher.end_deal()
    for event in joiner.rest():
        referee.feed(event)
    alerts = scoreboard(referee.replay, "umpire").to_json()["alerts"]
    return compare(deal.truth, referee.entries, alerts)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in PLAIN if not kind.fouls], ids=lambda kind: kind.name)
def test_honest_players_are_never_accused(kind: Kind) -> None:
    for seed in range(2):
        assert refereed(kind, seed).false_accusations == []


@pytest.mark.slow
def test_a_fourth_card_is_seen() -> None:
    kind = next(kind for kind in KINDS if kind.name == "extra-card")
    comparison = refereed(kind, 0)
    assert comparison.perfect, comparison.differences()
