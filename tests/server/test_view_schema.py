"""What the engine tells is what the description of the interface says, field by field."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given
from pydantic import BaseModel
from tests.engine import strategies

from bura.events import EVENT_TYPES, Dealt, Event, GameStarted, TrumpShown, event_to_json
from bura.log import Entry, Source
from bura.randomplay import play_deal
from bura.replay import Replay, replay
from bura.rules import find_ruleset
from bura.table import SEATS
from bura.view import TABLE, UMPIRE, scoreboard
from bura_server.schemas_view import LogEvent, Scoreboard


def held_against(model: type[BaseModel], told: Any) -> None:
    """Nothing is missing, of another kind, or told beyond the description, at any depth."""
    assert model.model_validate(told).model_dump(exclude_unset=True, mode="json") == told


def deal_of(preset: str, players: int, seed: int) -> list[Replay]:
    """The replay after each entry of a deal played at random."""
    rules = find_ruleset(preset)
    deal = play_deal(rules, SEATS[:players], Random(seed))
    events: list[Event] = [GameStarted(rules.preset, deal.seats), Dealt(deal.dealer), TrumpShown(deal.trump)]
    events += [act.event for act in deal.acts]
    log = tuple(Entry(n + 1, float(n), Source.VISION, event) for n, event in enumerate(events))
    return [replay(log[: n + 1]) for n in range(0, len(log), 3)] + [replay(log)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("preset", "players"), [("classic31", 2), ("classic31", 3), ("georgian3", 2)])
def test_a_scoreboard_is_described_whole(preset: str, players: int, seed: int) -> None:
    told = [
        scoreboard(now, viewer).to_json()
        for now in deal_of(preset, players, seed)
        for viewer in (TABLE, UMPIRE)
    ]
    for board in told:
        held_against(Scoreboard, board)
    # a deal from its beginning to its end: the parts that come and go were there
    assert any(board["trick"] for board in told)
    assert told[-1]["result"] is not None


@given(strategies.events)
def test_an_event_is_described_whole(event: Event) -> None:
    held_against(LogEvent, event_to_json(event))


def test_every_field_of_every_event_is_described_and_no_other() -> None:
    known = {"type"} | {spec.name for kind in EVENT_TYPES.values() for spec in fields(kind)}  # type: ignore[arg-type]
    assert set(LogEvent.model_fields) == known


def test_a_field_of_another_name_is_noticed() -> None:
    board = scoreboard(deal_of("classic31", 2, 0)[-1], TABLE).to_json()
    renamed = {("stok" if name == "stock" else name): value for name, value in board.items()}
    with pytest.raises((ValueError, AssertionError)):
        held_against(Scoreboard, renamed)
    with pytest.raises(AssertionError):
        held_against(Scoreboard, {**board, "more": 1})
