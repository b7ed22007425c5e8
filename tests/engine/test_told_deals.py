"""Told deals: the state machine against a second, simpler way to work the same deal out."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bura.beat import Order
from bura.cards import Card, Suit, pack
from bura.casechecks import play_of
from bura.casedeals import check_deal
from bura.casekit import Case, cards_of, one, suit_of
from bura.combos import ComboResult, find_combos, resolve
from bura.errors import ParseError
from bura.rules import RuleSet, find_ruleset
from bura.rulings import (
    ACT_WORDS,
    DEAL_LOST,
    Act,
    ClaimVerdict,
    count_end,
    in_claim_window,
    leave,
    rule_act,
    rule_claim,
    winners_after_loss,
)
from bura.tricks import Trick, check_lead, check_reply, draw_order, resolve_trick


@dataclass
class ToldDeal:
    """A deal told with open cards, worked out by simple functions: the oracle for the state machine."""

    rules: RuleSet
    trump: Suit | None
    seats: list[str]
    leader: str
    hands: dict[str, list[Card]]
    stock: int
    piles: dict[str, list[Card]] = field(default_factory=dict)
    tricks: list[list[Any]] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    last_taker: str | None = None
    verdict: str | None = None
    winner: str | None = None
    loser: str | None = None

    def total(self, seat: str) -> int:
        """Points of a pile."""
        return sum(card.points for card in self.piles[seat]) + self.rules.compensation(seat)

    def lose(self, verdict: str, loser: str) -> None:
        """The deal ends against one player."""
        self.verdict, self.loser = verdict, loser
        self.winner = one(winners_after_loss(self.rules, [loser], self.active))

    # --- what happens ---------------------------------------------------------------------------------

    def trick(self, event: Mapping[str, Any]) -> None:
        """A whole trick: lead and replies in turn."""
        plays = [play_of(entry) for entry in event["plays"]]
        start = self.active.index(self.leader)
        turn = [*self.active[start:], *self.active[:start]]
        for play, seat in zip(plays, turn, strict=True):
            cards = [card for card in (*play.up, *play.down) if card is not None]
            if not set(cards) <= set(self.hands[play.seat]):
                raise ParseError(f"{play.seat} lays cards that he does not hold")
            if play is plays[0]:
                others = [len(self.hands[other]) for other in turn[1:]]
                foul = check_lead(
                    self.rules,
                    self.trump,
                    cards,
                    seat=play.seat,
                    leader=self.leader,
                    other_hand_sizes=others,
                )
            else:
                foul = check_reply(
                    self.rules,
                    seat=play.seat,
                    to_act=seat,
                    led=len(plays[0].up),
                    face_up=len(play.up),
                    face_down=len(play.down),
                    hand_size=len(self.hands[play.seat]),
                )
            if foul is not None and self.rules.illegal_play == DEAL_LOST:
                self.lose(DEAL_LOST, play.seat)
                return
            for card in cards:
                self.hands[play.seat].remove(card)
        self._award(resolve_trick(self.rules, self.trump, plays), plays)

    def _award(self, trick: Trick, plays: list[Any]) -> None:
        cards = [card for play in plays for card in (*play.up, *play.down)]
        self.piles[trick.taker] += cards
        self.tricks.append([trick.taker, trick.points])
        self.leader = self.last_taker = trick.taker

    def draws(self, event: Mapping[str, Any]) -> None:
        """The draws after a trick, in the order in which they happened."""
        sizes = {seat: len(self.hands[seat]) for seat in self.seats}
        due = list(draw_order(self.rules, self.active, self.leader, sizes, self.stock))
        for seat, text in event["cards"]:
            if due and due[0] == seat:
                due.pop(0)
            else:
                full = seat not in due
                act = Act.EXTRA_CARD if full else Act.DRAW_OUT_OF_TURN
                ruling = rule_act(self.rules, act)
                if ruling == DEAL_LOST:
                    self.stock -= 1
                    self.lose(DEAL_LOST, seat)
                    return
                if full:
                    continue  # the extra card goes back
                due.remove(seat)
            self.hands[seat].append(Card.parse(text))
            self.stock -= 1

    def claim(self, event: Mapping[str, Any]) -> None:
        """A claim between tricks."""
        seat = event["player"]
        in_window = in_claim_window(
            self.rules,
            seat=seat,
            leader=self.leader,
            last_taker=self.last_taker,
            trick_open=event.get("phase") == "trick_open" or event.get("when") == "after_lead",
            to_act=event.get("to_act"),
        )
        if in_window and self.rules.deal_end == "until_one_left":
            self._leave(seat)
            return
        ruling = rule_claim(self.rules, in_window=in_window, total=self.total(seat))
        if ruling.verdict is ClaimVerdict.VOID:
            return
        if ruling.claimer_wins is False:
            self.lose(ruling.verdict.value, seat)
            return
        self.verdict = ruling.verdict.value
        self.winner = seat if ruling.claimer_wins else None

    def _leave(self, seat: str) -> None:
        left = leave(self.rules, self.active, seat, self.total(seat))
        if not left.leaves:
            self.lose(ClaimVerdict.FALSE.value, seat)
            return
        if self.rules.leaver_hand == "own_pile":
            self.piles[seat] += self.hands[seat]
        elif self.rules.leaver_hand == "under_stock":
            self.stock += len(self.hands[seat])
        self.hands[seat] = []
        self.active = list(left.active)
        if left.over:
            self.verdict, self.loser = "leaves", left.loser
        else:
            self.leader = left.next_leader or self.leader

    def combination(self, event: Mapping[str, Any]) -> None:
        """A combination announced between tricks: by the hand laid, or by the whole hand held."""
        seat = event["player"]
        hand = cards_of(event["cards"]) if "cards" in event else tuple(self.hands[seat])
        outcome = resolve(
            self.rules,
            self.trump,
            {seat: hand},
            self.leader,
            seats=self.seats,
            initial_hand=not self.tricks,
        )
        match outcome.result:
            case ComboResult.DEAL_WON:
                self.verdict, self.winner = "deal_won", seat
            case ComboResult.TAKES_LEAD:
                self.leader = seat
            case ComboResult.REDEAL | ComboResult.ANNUL:
                self.verdict = outcome.result.value
            case ComboResult.LEAVES | ComboResult.NO_EFFECT:
                pass

    def infraction(self, event: Mapping[str, Any]) -> None:
        """A foul that is told and not shown."""
        act = ACT_WORDS.get(event["act"])
        if act is None:
            raise ParseError(f"{event['act']!r} is not an act of the rulebook")
        ruling = rule_act(self.rules, act)
        if ruling == DEAL_LOST:
            self.lose(DEAL_LOST, event["player"])
        elif ruling == "implicit_claim":
            self.claim(event)


_EVENTS: Mapping[str, Callable[[ToldDeal, Mapping[str, Any]], None]] = {
    "trick": ToldDeal.trick,
    "draws": ToldDeal.draws,
    "claim": ToldDeal.claim,
    "combo": ToldDeal.combination,
    "stop": ToldDeal.combination,
    "infraction": ToldDeal.infraction,
}


def told_deal(case: Case) -> dict[str, Any]:
    """A deal from the hands as dealt to its verdict.

    :raises ParseError: for cards that cannot be: not in the pack, held twice, laid by somebody else.
    """
    situation = case.situation
    rules = case.rules(deck=situation["deck"], hand_size=situation["hand_size"])
    hands = {seat: list(cards_of(cards)) for seat, cards in situation["hands"].items()}
    held = [card for hand in hands.values() for card in hand]
    if len(set(held)) != len(held) or not set(held) <= set(pack(rules.pack_size)):
        raise ParseError("a card is dealt twice or is not in the pack")
    seats = list(situation["seats"])
    deal = ToldDeal(
        rules=rules,
        trump=suit_of(situation["trump"]),
        seats=seats,
        leader=situation["leader"],
        hands=hands,
        stock=situation["stock_count"],
        piles={seat: [] for seat in seats},
        active=list(seats),
    )
    for event in case.action["events"]:
        handler = _EVENTS.get(event["type"])
        if handler is None:
            raise ParseError(f"{event['type']!r} is not an event of a told deal")
        if deal.verdict is None:
            handler(deal, event)
    totals = {seat: deal.total(seat) for seat in seats}
    if deal.verdict is None:
        verdict, deal.winner = count_end(rules, totals)
        deal.verdict = verdict.value
    return {
        "tricks": deal.tricks,
        "totals": totals,
        "hands_left": {seat: sorted(str(card) for card in deal.hands[seat]) for seat in seats},
        "stock_left": deal.stock,
        "verdict": deal.verdict,
        "deal_winner": deal.winner,
        "deal_loser": deal.loser,
    }


def random_deal(rng: random.Random, preset: str, options: Mapping[str, Any]) -> Case:
    """A deal of that game from a shuffled pack: mostly legal, now and then a wrong draw or a bold claim."""
    rules = find_ruleset(preset).with_options(options)
    count = rng.randint(rules.players_min, min(rules.max_players, 4))
    seats = "ABCDEF"[:count]
    cards = list(pack(rules.pack_size))
    rng.shuffle(cards)
    size = rules.hand_size
    hands = {seat: cards[i * size : (i + 1) * size] for i, seat in enumerate(seats)}
    stock = cards[count * size :]
    stock = stock[1:] + stock[:1]
    trump = stock[-1].suit
    dealt = {seat: [str(card) for card in hand] for seat, hand in hands.items()}
    situation = {
        "deck": rules.pack_size,
        "trump": trump.value,
        "trump_card": str(stock[-1]),
        "hand_size": size,
        "seats": list(seats),
        "leader": "A",
        "stock_count": len(stock),
        "hands": dealt,
    }
    events: list[dict[str, Any]] = []
    leader, order = "A", Order.of(rules, trump)
    while any(hands.values()):
        start = seats.index(leader)
        turn = seats[start:] + seats[:start]
        led = _random_lead(rng, rules, trump, hands, turn)
        plays = [{"player": leader, "cards": [str(card) for card in led], "face": "up"}]
        to_beat, taker = led, leader
        for seat in turn[1:]:
            reply = rng.sample(hands[seat], len(led))
            beats = order.beats(reply, to_beat)
            down = not beats and rules.discard_face != "open" and rng.random() < 0.8
            plays.append(
                {"player": seat, "cards": [str(card) for card in reply], "face": "down" if down else "up"}
            )
            if beats:
                to_beat, taker = reply, seat
        for play in plays:
            for text in play["cards"]:
                hands[str(play["player"])].remove(Card.parse(text))
        events.append({"type": "trick", "plays": plays})
        leader = taker
        if rng.random() < 0.08:
            events.append({"type": "claim", "player": taker if rng.random() < 0.7 else rng.choice(seats)})
        sizes = {seat: len(hand) for seat, hand in hands.items()}
        draws = list(draw_order(rules, list(seats), taker, sizes, len(stock)))
        due = list(draws)
        if draws and rng.random() < 0.02:
            draws = [rng.choice(seats)]
        elif draws and rng.random() < 0.02 and len(stock) > len(draws):
            draws.append(rng.choice(seats))
        told = []
        for seat in draws:
            card = stock.pop(0)
            hands[seat].append(card)
            told.append([seat, str(card)])
        if told:
            events.append({"type": "draws", "cards": told})
        if draws != due:
            break  # what a table does after a wrong draw is another story
    return Case("random", preset, "deal", situation, {"events": events}, dict(options), {})


def _random_lead(
    rng: random.Random, rules: RuleSet, trump: Suit, hands: Mapping[str, list[Card]], turn: str
) -> list[Card]:
    most = min(len(hands[seat]) for seat in turn)
    mine = hands[turn[0]]
    suit = rng.choice(mine).suit
    same = [card for card in mine if card.suit is suit]
    counts = [count for count in rules.lead_counts if count <= min(len(same), most)]
    led = rng.sample(same, rng.choice(counts)) if counts else [rng.choice(mine)]
    if len(led) == rules.hand_size and find_combos(rules, trump, led):
        return led[:1]  # a whole hand would be a combination, which is another story
    return led


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("classic31", {}),
    ("classic31", {"extra_card": "return_warn", "draw_out_of_turn": "return_warn"}),
    ("classic31", {"claim_window": "on_turn", "claim_out_of_window": "loss"}),
    ("classic31", {"short_stock": "leave_unused", "no_claim_end": "void_redeal"}),
    ("georgian3", {}),
    ("georgian5", {"sixty_claim": "draw"}),
    ("five_card_000", {}),
    ("burkozel", {}),
    ("kozel_points_pagat", {}),
]


def _compare(rng: random.Random, preset: str, options: dict[str, Any]) -> None:
    case = random_deal(rng, preset, options)
    expected = told_deal(case)
    got = check_deal(case)
    assert got == expected, case


@pytest.mark.parametrize(("preset", "options"), GAMES)
def test_the_state_machine_tells_the_same_story(preset: str, options: dict[str, Any]) -> None:
    rng = random.Random(7)
    for _ in range(40):
        _compare(rng, preset, options)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "options"), GAMES)
def test_the_state_machine_tells_the_same_stories(preset: str, options: dict[str, Any]) -> None:
    rng = random.Random(8)
    for _ in range(500):
        _compare(rng, preset, options)
