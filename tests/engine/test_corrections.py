"""Corrections: after any of them the referee knows what a fresh run of the corrected story would know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import strategies

from bura.events import (
    Acknowledged,
    Amend,
    Claimed,
    DealOver,
    Dealt,
    Drew,
    Event,
    GameStarted,
    Ruled,
    TrumpShown,
)
from bura.infractions import Rule
from bura.log import Entry, Source, effective
from bura.randomplay import Style, play_deal
from bura.referee import Referee
from bura.replay import Replay, replay
from bura.rules import find_ruleset
from bura.table import SEATS
from bura.transcript import read_story
from bura.view import UMPIRE, scoreboard

TABLES = [("classic31", 2), ("georgian3", 2), ("pairs5", 4), ("burkozel", 3), ("leave31", 3)]


def legal_story(name: str, players: int, seed: int, deals: int = 1) -> list[Event]:
    """The events of some legal deals."""
    rules, chance = find_ruleset(name), Random(seed)
    story: list[Event] = [GameStarted(name, SEATS[:players])]
    for _ in range(deals):
        deal = play_deal(rules, SEATS[:players], chance, style=Style(bluff=0.1))
        story += [Dealt(deal.dealer), TrumpShown(deal.trump), *(act.event for act in deal.acts), DealOver()]
    return story


def log_of(story: list[Event]) -> tuple[Entry, ...]:
    """A log that tells this story."""
    return tuple(Entry(seq, float(seq), Source.VISION, event) for seq, event in enumerate(story, start=1))


@st.composite
def noisy_stories(draw: st.DrawFn) -> list[Event]:
    """A legal deal in which some events are replaced, dropped, doubled or made up."""
    name, players = draw(st.sampled_from(TABLES))
    story = legal_story(name, players, draw(st.integers(0, 10_000)))
    harmless = strategies.acts.filter(lambda event: not isinstance(event, Ruled | Acknowledged))
    for _ in range(draw(st.integers(0, 6))):
        place = draw(st.integers(1, len(story)))
        match draw(st.sampled_from(["drop", "double", "insert", "replace"])):
            case "drop":
                del story[place : place + 1]
            case "double":
                story[place:place] = story[place : place + 1]
            case "insert":
                story[place:place] = [draw(harmless)]
            case _:
                story[place : place + 1] = [draw(harmless)]
    return story


def seqs_erased(value: Any, back: dict[int, int]) -> Any:
    """A scoreboard with every entry number put back to the log it was corrected in."""
    if isinstance(value, dict):
        erased: dict[str, Any] = {}
        for key, item in value.items():
            if key in ("seq", "earlier"):
                erased[key] = back.get(item, item) if key == "earlier" else None
            elif key == "rests_on":
                erased[key] = sorted({back.get(seq, seq) for seq in item})
            elif key not in ("at_s", "text"):
                erased[key] = seqs_erased(item, back)
        return erased
    if isinstance(value, list | tuple):
        return [seqs_erased(item, back) for item in value]
    return value


def known(told: Replay, back: dict[int, int]) -> Any:
    """All that the umpire sees, and every verdict, without the numbering."""
    refusals = [alert for alert in told.alerts if alert.verdict.rule is Rule.AMEND_REFUSED]
    verdicts = [
        (
            verdict.status,
            verdict.rule,
            verdict.seat,
            verdict.severity,
            sorted({back.get(seq, seq) for seq in verdict.rests_on}),
        )
        for step in told.steps
        for verdict in step.verdicts
    ]
    board = scoreboard(told, UMPIRE).to_json()
    board["alerts"] = [alert for alert in board["alerts"] if alert["rule"] != "amend_refused"]
    state = told.state
    return (
        seqs_erased(board, back),
        verdicts,
        (state.hands, state.held, state.piles, state.stock, state.due, state.phase, state.trump, state.owed),
        [(r.deal, r.reason, r.winners, r.losers, r.points) for r in told.results],
        len(refusals) - len(told.refused),
    )


def fresh_run(entries: tuple[Entry, ...]) -> tuple[Replay, dict[int, int]]:
    """(the replay of the corrected story told from scratch, its numbering -> the numbering of the log)."""
    story = effective(entries).told
    # what a correction says is a person's word, whoever saw the entry first
    log = tuple(
        Entry(
            seq,
            told.entry.at_s,
            Source.HUMAN if told.amended_by else told.entry.source,
            told.event,
            None if told.amended_by else told.entry.belief,
        )
        for seq, told in enumerate(story, start=1)
    )
    return replay(log), {seq: told.entry.seq for seq, told in enumerate(story, start=1)}


corrections = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.none()
        | st.lists(
            strategies.acts.filter(lambda event: not isinstance(event, Ruled | Acknowledged)), max_size=3
        ).map(tuple),
        st.none() | st.integers(1, 100),
    ),
    max_size=5,
)


def amended(story: list[Event], changes: list[Any]) -> tuple[Entry, ...]:
    """The log of the story with these corrections at its end; some may be stale or aim at corrections."""
    log = [*story]
    for where, instead, seen in changes:
        target = 2 + int(where * (len(log) - 1))
        log.append(Amend(target, instead, seen=seen))
    return log_of(log)


@given(noisy_stories(), corrections)
@settings(max_examples=50, deadline=None)
def test_a_corrected_log_knows_what_a_fresh_run_knows(story: list[Event], changes: list[Any]) -> None:
    entries = amended(story, changes)
    corrected = replay(entries)
    fresh, back = fresh_run(entries)
    assert known(corrected, {}) == known(fresh, back)


@given(noisy_stories(), corrections)
@settings(max_examples=25, deadline=None)
def test_the_running_referee_knows_what_a_replay_knows(story: list[Event], changes: list[Any]) -> None:
    """Entry by entry, with corrections as they come, the referee equals a replay of its log."""
    entries = amended(story, changes)
    referee = Referee("classic31", ("A", "B"), entries=entries[:1])
    for entry in entries[1:]:
        event = entry.event
        if isinstance(event, Amend):
            try:
                referee.amend(event.target, event.instead, seen=event.seen, at_s=entry.at_s)
            except ValueError:
                continue
        else:
            referee.add(event, entry.at_s)
    assert referee.replay == replay(referee.entries)


@given(noisy_stories())
@settings(max_examples=20, deadline=None)
def test_undoing_a_correction_restores_everything(story: list[Event]) -> None:
    before = replay(log_of(story))
    there = amended(story, [(0.5, (), None), (0.3, (Drew("A", 2),), None)])
    targets = [entry.event.target for entry in there if isinstance(entry.event, Amend)]
    back = log_of([*(entry.event for entry in there), *(Amend(target, None) for target in targets)])
    after = replay(back)
    assert known(after, {}) == known(before, {})


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_one_entry_may_become_two_acts(name: str, players: int, seed: int) -> None:
    """Two acts put in place of one bear the same entry number, and the second is still judged as the second."""
    story = legal_story(name, players, seed)
    for place, event in enumerate(story[2:], start=3):
        seat = getattr(event, "seat", "A")
        for pair in [(event, event), (Claimed(seat), Claimed(seat)), (Claimed("A"), Claimed("B"))]:
            entries = log_of([*story, Amend(place, pair)])
            fresh, back = fresh_run(entries)
            assert known(replay(entries), {}) == known(fresh, back)


STORY = """
game classic31 A B
deal by B
trump 9H
A leads KS
B lays 10S
B takes
"""


@pytest.mark.slow
@given(noisy_stories(), corrections)
@settings(max_examples=3_000, deadline=None)
def test_many_corrected_logs_know_what_a_fresh_run_knows(story: list[Event], changes: list[Any]) -> None:
    entries = amended(story, changes)
    fresh, back = fresh_run(entries)
    assert known(replay(entries), {}) == known(fresh, back)


@pytest.mark.parametrize(
    ("amends", "taker", "refused"),
    [
        ("", "B", 0),
        ("amend 5: B lays 9S", "A", 0),  # 1 -> 1: now it was swept to the wrong side
        ("amend 5: nothing", "B", 0),  # 1 -> 0: the reply was not seen, the sweep decides
        ("amend 4: A leads 6S | A leads KS", "B", 0),  # 1 -> n: two cards led, one laid: the sweep decides
        ("amend 5: B lays 9S\namend 5: B lays AS", "B", 0),  # the newest wins
        ("amend 5: B lays 9S\namend 5: undo", "B", 0),  # undo
        ("amend 5: B lays 9S\namend 7: nothing", "A", 1),  # an amendment is never amended
        ("amend 5: B lays 9S\namend 5: B lays AS; seen 6", "A", 1),  # stale: 5 was corrected meanwhile
        ("amend 5: B lays 9S\namend 5: B lays AS; seen 7", "B", 0),  # not stale: he had seen that
        ("amend 12: nothing", "B", 1),  # no such entry
        ("amend 1: nothing", "B", 1),  # the start of the game cannot be struck out
    ],
)
def test_what_a_correction_does(amends: str, taker: str, refused: int) -> None:
    told = replay(read_story(STORY + amends))
    side = "AB".index(taker)
    assert told.state.piles[side].tricks == 1
    assert len(told.refused) == refused
    assert sum(alert.verdict.rule is Rule.AMEND_REFUSED for alert in told.alerts) == refused


def test_a_correction_clears_the_foul_that_followed_from_the_misreading() -> None:
    wrong = replay(read_story(STORY.replace("B takes", "A takes")))
    assert [alert.verdict.rule for alert in wrong.alerts] == [Rule.WRONG_PILE]
    assert wrong.alerts[0].verdict.rests_on == (4, 5, 6)
    right = replay(read_story(STORY.replace("B takes", "A takes") + "amend 5: B lays 9S"))
    assert right.alerts == ()


def test_another_start_changes_the_rules_of_the_whole_log() -> None:
    told = replay(
        read_story(STORY + "B claims\namend 1: game classic31 A B " + '{"options": {"threshold": 14}}')
    )
    assert told.outcome is not None
    assert told.outcome.reason.value == "claim_true"
