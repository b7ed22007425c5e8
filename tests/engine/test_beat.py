"""Beating: single cards, whole sets, and the matching against brute force."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from bura.beat import SHOKHA, Order
from bura.cards import Card, Suit, pack, parse_cards
from bura.rules import find_ruleset

H, S = Suit.HEARTS, Suit.SPADES
SPADES = Order(H, spades_untrumpable=True)

#: order, card, target, does it beat, what the row shows
CARDS = [
    (Order(H), "10S", "KS", True, "ten above king"),
    (Order(H), "KS", "10S", False, "king below ten"),
    (Order(H, ace_ten=False), "KS", "10S", True, "natural order"),
    (Order(H), "AS", "10S", True, "ace above ten"),
    (Order(H), "6H", "AS", True, "any trump over any plain card"),
    (Order(H), "AS", "6H", False, "never the other way"),
    (Order(H), "AC", "6S", False, "another plain suit beats nothing"),
    (Order(None), "AH", "6S", False, "without trump only the suit counts"),
    (Order(H), "AS", "AS", False, "a card does not beat itself"),
    (SPADES, "AH", "9S", False, "spades are not trumped"),
    (SPADES, "AH", "9C", True, "other suits are"),
    (SPADES, "10S", "9S", True, "a higher spade beats a spade"),
    (Order(S, spades_untrumpable=True), "6S", "AD", True, "spades as trump beat as usual"),
    (Order(S, spades_untrumpable=True), "7S", "6S", True, "and each other"),
    (Order(H, shokha=True), "6S", "AH", True, "shokha beats the trump ace"),
    (Order(H, shokha=True), "AH", "6S", False, "nothing beats shokha"),
    (Order(H, shokha=True), "AS", "6S", False, "not even the ace of its suit"),
    (Order(H, shokha=True, spades_untrumpable=True), "6S", "AS", True, "also under the spade exception"),
]


@pytest.mark.parametrize(("order", "card", "target", "beats", "shows"), CARDS, ids=[row[4] for row in CARDS])
def test_card_over_card(order: Order, card: str, target: str, beats: bool, shows: str) -> None:
    assert order.beats_card(Card.parse(card), Card.parse(target)) is beats


def test_order_follows_the_rules() -> None:
    five = Order.of(find_ruleset("five_card_000"), H)
    assert five == Order(H, spades_untrumpable=True)
    kozel = Order.of(find_ruleset("kozel_points_pagat"), S)
    assert kozel.shokha
    assert kozel.strength(SHOKHA) > kozel.strength(Card.parse("AS"))


@pytest.mark.parametrize(
    ("led", "reply", "pairs"),
    [
        ("6S AS", "6H 7S", "7S-6S 6H-AS"),
        ("7S 9S KS", "10S 6H 8S", "8S-7S 6H-9S 10S-KS"),
    ],
)
def test_assignment_names_the_pairs(led: str, reply: str, pairs: str) -> None:
    assignment = Order(H).assignment(parse_cards(reply), parse_cards(led))
    assert assignment is not None
    assert {f"{high}-{low}" for high, low in assignment} == set(pairs.split())


def test_different_counts_never_beat() -> None:
    order = Order(H)
    assert order.assignment(parse_cards("AS"), parse_cards("6S 7S")) is None
    assert order.assignment(parse_cards("AS 10S"), parse_cards("6S")) is None
    assert order.coverable(parse_cards("AS"), parse_cards("6S 7S")) == 1


def _compare(rounds: int, seed: int) -> None:
    rng = random.Random(seed)
    cards = pack(36)
    for _ in range(rounds):
        order = Order(
            rng.choice([None, *Suit]),
            ace_ten=rng.random() < 0.8,
            spades_untrumpable=rng.random() < 0.4,
            shokha=rng.random() < 0.3,
        )
        size = rng.randint(1, 5)
        drawn = rng.sample(cards, 2 * size)
        if rng.random() < 0.7:  # leads are mostly of one suit
            suit = rng.choice(list(Suit))
            drawn.sort(key=lambda card: card.suit is not suit)
        led, reply = drawn[:size], drawn[size:]
        rng.shuffle(reply)
        best = max(
            sum(order.beats_card(a, b) for a, b in zip(way, led, strict=True)) for way in permutations(reply)
        )
        case = f"{order} led {led} reply {reply}"
        assert order.coverable(reply, led) == best, case
        assignment = order.assignment(reply, led)
        assert (assignment is not None) == (best == size), case
        if assignment is not None:
            assert sorted(high for high, _ in assignment) == sorted(reply), case
            assert [low for _, low in assignment] == led, case
            assert all(order.beats_card(high, low) for high, low in assignment), case


def test_matching_equals_brute_force() -> None:
    _compare(4_000, seed=1)


@pytest.mark.slow
def test_matching_equals_brute_force_on_many_sets() -> None:
    _compare(120_000, seed=2)
