"""Whose points the scoreboard hides, nobody can add them up from the log either: after claims of every kind."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.test_view import log_of, prefixes, story_of

from bura.cards import Card, mask_of, mask_points
from bura.events import Claimed, DealOver, Dealt, Event, GameStarted
from bura.log import effective
from bura.position import ClaimState
from bura.randomplay import play_deal
from bura.replay import Replay
from bura.rules import RULESETS, Game, find_ruleset
from bura.table import SEATS
from bura.transcript import read_story
from bura.view import Counting, Role, Viewer, counting_of
from bura_server.messages import difference, whole
from bura_server.rows import to_rows
from bura_server.session import Snapshot
from bura_server.sight import Sights, public

VIEWERS = (
    Viewer(Role.TABLE),
    Viewer(Role.SEAT, "A"),
    Viewer(Role.SEAT, "B"),
    Viewer(Role.SPECTATOR),
)
CARD = re.compile(r'"((?:10|[2-9JQKA])[CDHS])"')
SAID = re.compile(r"\b(10|[2-9JQKA])([CDHS♣♦♥♠])")
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
TABLE = {"source": {"message": ""}}
PRESETS = [rules.name for rules in RULESETS.values() if rules.game is Game.BURA]


def snapshot(told: Replay, log: tuple[Any, ...]) -> Snapshot:
    rows = to_rows(log, effective(log))
    sights = Sights(told, rows, tuple(public(row) for row in rows), 0)
    return Snapshot(told.seq, 0, sights.seq, lambda _lang: {}, sights.all_rows, TABLE, sights)


def cards_told(entries: list[Any], deal_from: int) -> set[str]:
    """All cards of the running deal that a viewer's rows hold, under whatever name."""
    of_deal = [row for row in entries if row["seq"] >= deal_from]
    return set(CARD.findall(json.dumps(of_deal)))


def cards_said(alerts: list[Any]) -> set[str]:
    """All cards that alerts tell, in their facts or in words."""
    text = json.dumps(alerts, ensure_ascii=False)
    return {f"{rank}{SUITS.get(suit, suit)}" for rank, suit in SAID.findall(text)}


def adds_up(view: Any, entries: list[Any], told: Replay) -> list[str]:
    """What these messages tell of points that this very view hides; empty: nothing."""
    state = told.state
    hides = [seat for seat, player in view["seats"].items() if player["points"] is None]
    if not hides or not state.deal:
        return []
    begun = next(step.entry.seq for step in reversed(told.steps) if isinstance(step.event, Dealt))
    known = cards_told(entries, begun) | cards_said(view["alerts"])
    known -= {str(state.trump)}
    piles = 0
    for player, seat in enumerate(state.seats):
        if seat in hides:
            piles |= state.piles[state.sides[player]].known
    # neither a card of a pile nor its worth, which is the same in any pile
    lies_there = [card for card in known if Card.parse(card).bit & piles]
    return sorted(lies_there) if mask_points(mask_of(map(Card.parse, lies_there))) else []


def story(seed: int, preset: str, claims: int) -> list[Event]:
    """Two random deals with points hidden, and claims at any time and of anybody besides those of the players."""
    chance = random.Random(seed)
    rules = find_ruleset(preset)
    seats = SEATS[: max(rules.players_min, 3 if preset == "leave31" else 2)]
    events: list[Event] = []
    for number in range(2):
        deal = story_of(play_deal(rules, seats, chance))
        for _ in range(claims):
            deal.insert(chance.randrange(4, len(deal) + 1), Claimed(chance.choice(seats)))
        events += deal if number == 0 else [DealOver(), *deal[1:]]
    start = events[0]
    assert isinstance(start, GameStarted)
    return [replace(start, settings=(("counting", "hidden"),)), *events[1:]]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(PRESETS), st.integers(0, 3))
def test_nobody_can_add_up_what_the_view_hides(seed: int, preset: str, claims: int) -> None:
    log = log_of(story(seed, preset, claims))
    for viewer in VIEWERS:
        before: Snapshot | None = None
        rows: list[Any] = []
        for told in prefixes(log)[1:]:
            now = snapshot(told, log[: told.seq]).seen_by(viewer)
            heard = whole(now, "en") if before is None else difference(before, now, "en")
            before = now
            if heard is None:
                continue
            # what a page holds that follows, and what one is sent that asks anew
            rows = list(heard["entries"]) if heard["whole"] else rows + heard["entries"]
            for entries in (rows, whole(now, "en")["entries"]):
                found = adds_up(heard["view"], entries, told)
                assert not found, (preset, seed, claims, told.seq, viewer, found)


HIDDEN = ' {"settings": {"counting": "hidden"}}'
THREE = f"game leave31 A B C{HIDDEN}\ndeal by C\ntrump 9H\nA leads AS 10S KS\nB lays QS JS 9S\nC lays KC 7C 8C\nA takes"
OUT = (
    f"game leave31 A B C{HIDDEN[:-1]}, "
    '"options": {"multi_loss": "eliminated_play_on", "deal_end": "on_claim"}}\n'
    "deal by C\ntrump 9H\nA leads JS\nB lays QS\nC lays 6C\nB takes"
)
TWO = f"game georgian3 A B{HIDDEN}\ndeal by B\ntrump JH\nA leads QS\nB lays 1 down\nA takes\nA draws\nB draws"
MUCH = f"game georgian3 A B{HIDDEN}\ndeal by B\ntrump JH\nA leads AS 10S\nB lays 2 down\nA takes"


@pytest.mark.parametrize(
    ("acts", "verdict", "later", "over"),
    [
        pytest.param(f"{TWO}\nA leads AD\nB claims", ClaimState.VOID, "B lays 1 down", False, id="void"),
        pytest.param(
            f"{THREE}\nA claims", None, "B draws\nC draws\nB leads AC", False, id="true, they play on"
        ),
        pytest.param(
            f"{OUT}\nB claims", None, "A draws\nC draws\nC leads AD", False, id="false, they play on"
        ),
        pytest.param(f"{MUCH}\nA claims", ClaimState.MUST_COUNT, "", False, id="to be counted"),
        pytest.param(f"{TWO}\nA claims", ClaimState.FALSE, "", True, id="false"),
    ],
)
def test_a_claim_opens_nothing_that_the_view_hides(
    acts: str, verdict: ClaimState | None, later: str, over: bool
) -> None:
    for text in (acts, f"{acts}\n{later}") if later else (acts,):
        log = read_story(text)
        told = prefixes(log)[-1]
        assert counting_of(told.state) is Counting.HIDDEN
        claims = [step.event for step in told.steps if isinstance(step.event, Claimed)]
        assert claims
        assert told.state.over == over
        if verdict is not None:
            assert told.state.claim is not None
            assert told.state.claim.state is verdict
        for viewer in VIEWERS[:3]:
            heard = whole(snapshot(told, log).seen_by(viewer), "en")
            points = [player["points"] for player in heard["view"]["seats"].values()]
            cards = cards_told(heard["entries"], 1)
            if over:
                # with the deal's end the points are told, and so is what they come from
                assert all(points), text
                assert cards > {str(told.state.trump)}
            else:
                assert points == [None] * len(points), text
                assert cards == {str(told.state.trump)}, (viewer, text)


TAKE_BACK = '{"settings": {"counting": "hidden"}, "options": {"partial_beat": "take_back"}}'
PARTLY = f"game classic31 A B {TAKE_BACK}\ndeal by B\ntrump 9H\nA leads QS JS\nB lays KS 10D"
MIXED = f"game classic31 A B{HIDDEN}\ndeal by B\ntrump 9H\nA leads QS 10D\nB lays KC 7C"


@pytest.mark.parametrize("acts", [PARTLY, MIXED])
def test_an_alert_names_cards_while_they_lie_open_and_no_longer(acts: str) -> None:
    for text, open_ in ((acts, True), (f"{acts}\nA takes", False), (f"{acts}\nA takes\ncollected", True)):
        log = read_story(text)
        told = prefixes(log)[-1]
        for viewer in VIEWERS[:3]:
            alerts = whole(snapshot(told, log).seen_by(viewer), "en")["view"]["alerts"]
            assert alerts
            assert bool(cards_said(alerts)) == open_, (viewer, alerts)
        umpire = whole(snapshot(told, log).seen_by(Viewer(Role.UMPIRE)), "en")["view"]["alerts"]
        assert cards_said(umpire)
