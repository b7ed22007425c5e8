"""Perft: all ways to play small endgames out, counted three times.

A position is two or three known hands with an empty stock. A *ply* is one act of a player (a lead or a reply; the
sweep that follows is no choice). For every depth the number of legal ways to get there is counted

* by the engine: every conceivable act (every set of cards in the hand, face up and face down, legal or not) is
  applied and judged, and those without a foul are followed;
* by plain combinatorics from the rulebook: sets of one suit are led, sets of the same size reply, face up or down;
* and compared with the numbers in ``tests/golden/perft.json``, which also hold how many of the conceivable acts the
  engine calls fouls, by rule, and in how many ways each seat takes the last trick.

Example, two cards each, 10S 6H against KS 7H with hearts trump under classic31: A can lead 10S or 6H (two suits: not
both), so 2; B replies with one of two cards, up or down, so 8; then each has one card: 8 leads and 16 replies.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from bura.beat import Order
from bura.cards import Card, Suit, parse_cards
from bura.events import Event, Lead, Reply, Took
from bura.infractions import Status
from bura.judge import judge
from bura.position import GameState, Phase, TrumpAt, evolve, new_state
from bura.rules import RuleSet, find_ruleset
from bura.state import apply
from bura.table import SEATS

STORED = Path(__file__).parents[1] / "golden" / "perft.json"
Hands = tuple[tuple[Card, ...], ...]


@dataclass
class Count:
    """What was counted."""

    legal: list[int] = field(default_factory=list)
    fouls: Counter[str] = field(default_factory=Counter)
    last: Counter[str] = field(default_factory=Counter)

    def add(self, depth: int) -> None:
        """One more way to get to this depth."""
        while len(self.legal) <= depth:
            self.legal.append(0)
        self.legal[depth] += 1


def position(rules: RuleSet, trump: Suit, hands: Hands) -> GameState:
    """An endgame: A has to lead, the stock is empty."""
    state = new_state(rules, SEATS[: len(hands)])
    return evolve(
        state,
        deal=1,
        phase=Phase.LEAD,
        leader=0,
        order=Order.of(rules, trump),
        trump_at=TrumpAt.GONE,
        hands=tuple(len(hand) for hand in hands),
        tricks=1,
    )


def sets_of(hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every set of cards of a hand but the empty one."""
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def conceivable(
    state: GameState, player: int, hand: tuple[Card, ...]
) -> Iterator[tuple[Event, tuple[Card, ...]]]:
    """Everything the player could do with his cards: legal or not."""
    seat = state.seats[player]
    for cards in sets_of(hand):
        if state.phase is Phase.LEAD:
            yield Lead(seat, cards), cards
            yield Lead(seat, (), len(cards)), cards
        else:
            yield Reply(seat, cards, 0), cards
            yield Reply(seat, (), len(cards)), cards


def by_engine(state: GameState, hands: Hands, count: Count, depth: int = 0) -> None:
    """Count with `apply` and `judge`."""
    if state.phase is Phase.TAKE and state.trick is not None and state.trick.taker is not None:
        taker = state.seats[state.trick.taker]
        state = apply(state, Took(taker))
        if state.phase in (Phase.COUNT, Phase.OVER):
            count.last[taker] += 1
            return
    player = state.to_act
    assert player is not None
    for act, cards in conceivable(state, player, hands[player]):
        after = apply(state, act)
        fouls = [its.rule.value for its in judge(state, act, 0, after) if its.status is Status.FOUL]
        short = isinstance(act, Reply) and after.phase is Phase.REPLY and after.to_act == player
        if fouls or short:
            count.fouls.update(fouls or ["too_few"])
            continue
        count.add(depth)
        rest = tuple(card for card in hands[player] if card not in cards)
        by_engine(after, (*hands[:player], rest, *hands[player + 1 :]), count, depth + 1)


def by_rulebook(
    rules: RuleSet, order: Order, hands: Hands, count: Count, leader: int = 0, depth: int = 0
) -> None:
    """Count from RULEBOOK 1.3 and 1.4, without the engine's state."""
    for led in sets_of(hands[leader]):
        others = [len(hands[i]) for i in range(len(hands)) if i != leader]
        if (
            len({card.suit for card in led}) > 1
            or len(led) > min(others)
            or len(led) not in rules.lead_counts
        ):
            continue
        count.add(depth)
        replies(rules, order, without(hands, leader, led), count, [(leader, led)], led, leader, depth + 1)


def replies(
    rules: RuleSet,
    order: Order,
    hands: Hands,
    count: Count,
    plays: list[tuple[int, tuple[Card, ...]]],
    target: tuple[Card, ...],
    taker: int,
    depth: int,
) -> None:
    """All replies to a trick, then the tricks after it."""
    if len(plays) == len(hands):
        if any(hands):
            by_rulebook(rules, order, hands, count, taker, depth)
        else:
            count.last[SEATS[taker]] += 1
        return
    player = (plays[0][0] + len(plays)) % len(hands)
    for cards in combinations(hands[player], len(plays[0][1])):
        rest = without(hands, player, cards)
        beats = order.beats(cards, target)
        faces = [True] if rules.discard_face == "open" else [True, False]
        for up in faces:
            if up and not beats and rules.discard_face == "down_mandatory":
                continue
            count.add(depth)
            best = (cards, player) if up and beats else (target, taker)
            replies(rules, order, rest, count, [*plays, (player, cards)], *best, depth + 1)


def without(hands: Hands, player: int, cards: tuple[Card, ...]) -> Hands:
    """The hands after a player has laid cards."""
    rest = tuple(card for card in hands[player] if card not in cards)
    return (*hands[:player], rest, *hands[player + 1 :])


def stored() -> list[dict[str, Any]]:
    """The endgames with their numbers."""
    rows: list[dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8"))
    return rows


def measured(row: dict[str, Any]) -> tuple[Count, Count]:
    """(by the engine, by the rulebook) for a stored endgame."""
    rules, trump = find_ruleset(row["rules"]), Suit(row["trump"])
    hands = tuple(parse_cards(text) for text in row["hands"])
    engine, book = Count(), Count()
    by_engine(position(rules, trump, hands), hands, engine)
    by_rulebook(rules, Order.of(rules, trump), hands, book)
    return engine, book


@pytest.mark.parametrize("row", stored(), ids=lambda row: f"{row['rules']} {'/'.join(row['hands'])}")
def test_perft(row: dict[str, Any]) -> None:
    """Engine, rulebook and the stored numbers agree at every depth."""
    engine, book = measured(row)
    assert engine.legal == book.legal == row["legal"]
    assert dict(engine.last) == dict(book.last) == row["last_trick"]
    assert dict(engine.fouls) == row["fouls"]
