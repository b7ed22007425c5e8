"""Random whole deals: what the referee makes of them equals what a second, independent simulation knows."""

from __future__ import annotations

from random import Random

import pytest

from bura.cards import mask_of
from bura.infractions import Rule, Status
from bura.log import Entry
from bura.observe import observed_deal
from bura.position import GameState, Phase
from bura.randomplay import PlayedDeal, Style, play_deal
from bura.referee import Referee
from bura.replay import Replay, replay
from bura.rules import find_ruleset
from bura.table import SEATS

#: (preset, players): every preset of the Bura family, at the table sizes that matter
TABLES = [
    ("classic31", 2),
    ("classic31", 3),
    ("classic31", 5),
    ("classic31_000", 2),
    ("georgian3", 2),
    ("georgian5", 2),
    ("five_card_000", 2),
    ("pairs5", 4),
    ("burkozel", 2),
    ("burkozel", 4),
    ("kozel_points_pagat", 3),
    ("kozel_money", 3),
    ("leave31", 3),
    ("leave31", 5),
]
#: verdicts that are part of legal play, although they are not plainly legal
EXPECTED = {Rule.FALSE_CLAIM, Rule.CLAIM_MUST_COUNT}


def check_cards(state: GameState) -> None:
    """No card is in two places, and hidden places hold exactly the cards that are not located."""
    masks = [state.trick_known, state.trump_lies, *state.held, *(pile.known for pile in state.piles)]
    union = 0
    for mask in masks:
        assert not union & mask, "one card in two places"
        union |= mask
    hidden = (
        sum(hand - held.bit_count() for hand, held in zip(state.hands, state.held, strict=True))
        + sum(pile.hidden for pile in state.piles)
        + state.trick_hidden
        + state.dead
        + state.stock
        - (state.trump_lies.bit_count() if state.trump_at in ("stock", "top") else 0)
    )
    if state.trump is not None:
        assert hidden == state.unlocated.bit_count(), "cards lost or gained"


def check_points(state: GameState, deal: PlayedDeal) -> None:
    """The truth lies in every interval."""
    for side in range(len(state.piles)):
        seats = state.side_seats(side)
        truth = sum(card.points for seat in seats for card in deal.piles[seat])
        points = state.points(side)
        if state.phase in (Phase.OVER, Phase.COUNT, Phase.WAITING):
            assert points.lo <= truth <= points.hi, (seats, truth, points)


def check_hands(state: GameState, deal: PlayedDeal) -> None:
    """Hands stay equal between tricks wherever the rulebook says so (RULEBOOK 1.2)."""
    rules, n = deal.rules, len(deal.seats)
    stock = rules.pack_size - n * rules.hand_size
    if state.phase is Phase.LEAD and stock % n == 0 and not state.out:
        assert len(set(state.hands)) == 1


def referee_deal(deal: PlayedDeal, thorough: bool) -> Replay:
    """Feed a deal as a perfect observer; the thorough way checks every invariant after every act, and the log."""
    referee = Referee(deal.rules, deal.seats)
    for event in observed_deal(deal):
        referee.feed(event)
        if thorough:
            check_cards(referee.state)
            check_hands(referee.state, deal)
    told = referee.replay
    check_cards(told.state)
    if thorough:
        again = replay(tuple(Entry.from_json(entry.to_json()) for entry in referee.entries))
        assert again == told, "the log does not say what the referee knows"
    return told


def play_and_check(name: str, players: int, seed: int, *, thorough: bool = True) -> None:
    """One deal, start to end."""
    chance = Random(f"{name} {players} {seed}")
    style = Style(bluff=0.02, greedy=seed % 3 == 0)
    deal = play_deal(find_ruleset(name), SEATS[:players], chance, style=style)
    told = referee_deal(deal, thorough)
    for step in told.steps:
        for verdict in step.verdicts:
            assert verdict.status is Status.LEGAL or verdict.rule in EXPECTED, (step.entry, verdict)
    check_points(told.state, deal)
    result = told.outcome
    assert result is not None
    assert result.reason.value == deal.reason
    assert set(result.winners) == set(deal.winners)
    seen = mask_of(card for pile in deal.piles.values() for card in pile)
    for pile in told.state.piles:
        assert not pile.known & ~seen or deal.reason in ("combo", "one_left")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_legal_deals(name: str, players: int) -> None:
    """Every act of a legal deal is judged legal, and the result is the true one: 2,100 deals in all."""
    for seed in range(150):
        play_and_check(name, players, seed, thorough=seed % 10 == 0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_many_legal_deals(name: str, players: int) -> None:
    """The same, more than 100,000 deals in all."""
    for seed in range(1_000, 8_200):
        play_and_check(name, players, seed)
