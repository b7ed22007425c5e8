"""Checks of worked cases about single acts: beat, lead, reply, trick, draw, claim, bounds, combinations, fouls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bura.beat import Order
from bura.bounds import prove
from bura.cards import Card, mask_of, pack
from bura.casekit import Case, cards_of, conserved, suit_of
from bura.combos import Combo, ComboRights, Effect, find_combo, resolve
from bura.errors import ParseError
from bura.rules import RuleSet
from bura.rulings import (
    ACT_WORDS,
    DEAL_LOST,
    count_end,
    in_claim_window,
    leave,
    rule_act,
    rule_claim,
)
from bura.tricks import Play, check_lead, check_reply, draw_order, resolve_trick


def check_beat(case: Case) -> dict[str, Any]:
    """Does the reply beat the led set? Two wrong methods are shown beside the right one where asked."""
    rules = case.rules()
    order = Order.of(rules, suit_of(case.situation["trump"]))
    led, reply = cards_of(case.situation["led"]), cards_of(case.action["reply"])
    conserved(rules, led, reply)
    assignment = order.assignment(reply, led)
    return {
        "beats": assignment is not None,
        "assignment": None if assignment is None else [[str(a), str(b)] for a, b in assignment],
        "greedy_in_laid_order": greedy_in_laid_order(order, reply, led),
        "sorted_high_to_high": sorted_high_to_high(order, reply, led),
        "trick_points": sum(card.points for card in (*led, *reply)),
    }


def greedy_in_laid_order(order: Order, reply: Sequence[Card], led: Sequence[Card]) -> bool:
    """The wrong method that gives each led card the first reply card that beats it (RULEBOOK 1.4)."""
    left = list(reply)
    for target in led:
        winner = next((card for card in left if order.beats_card(card, target)), None)
        if winner is None:
            return False
        left.remove(winner)
    return len(reply) == len(led)


def sorted_high_to_high(order: Order, reply: Sequence[Card], led: Sequence[Card]) -> bool:
    """The wrong method that sorts both sides, trumps on top, and pairs them (RULEBOOK 1.4)."""

    def key(card: Card) -> tuple[bool, int]:
        return card.suit is order.trump, order.strength(card)

    ours, theirs = sorted(reply, key=key, reverse=True), sorted(led, key=key, reverse=True)
    return len(ours) == len(theirs) and all(
        order.beats_card(card, target) for card, target in zip(ours, theirs, strict=True)
    )


def _legality(reason: str | None) -> dict[str, Any]:
    return {"verdict": "legal" if reason is None else "illegal", "reason": reason}


def check_lead_case(case: Case) -> dict[str, Any]:
    """Is the lead legal?"""
    situation = case.situation
    hand = situation.get("hand")
    conserved(case.rules(), cards_of(case.action["cards"]))
    conserved(case.rules(), cards_of(hand or ()))
    reason = check_lead(
        case.rules(),
        suit_of(situation["trump"]),
        cards_of(case.action["cards"]),
        seat=case.action["player"],
        leader=situation["leader"],
        hand=None if hand is None else cards_of(hand),
        other_hand_sizes=situation.get("other_hand_sizes", ()),
    )
    return _legality(None if reason is None else reason.value)


def check_reply_case(case: Case) -> dict[str, Any]:
    """Is the reply legal in number and face?"""
    count, down = case.action["count"], case.action.get("face", "up") == "down"
    reason = check_reply(
        case.rules(),
        seat=case.action["player"],
        to_act=case.situation["to_act"],
        led=case.situation["led_count"],
        face_up=0 if down else count,
        face_down=count if down else 0,
        hand_size=case.situation.get("hand_count", case.action.get("hand_count")),
    )
    return _legality(None if reason is None else reason.value)


def play_of(entry: Mapping[str, Any]) -> Play:
    """One player's cards of a trick; ``face`` is up, down, or a list with one word a card.

    :raises ParseError: for another face.
    """
    cards = cards_of(entry["cards"])
    face = entry.get("face", "up")
    faces = [face] * len(cards) if isinstance(face, str) else list(face)
    if len(faces) != len(cards) or not set(faces) <= {"up", "down"}:
        raise ParseError(f"{face!r} is not a face: write up or down")
    meant = next(
        (entry[key] for key in ("intent", "declared", "declared_beat", "beat") if key in entry), None
    )
    if isinstance(meant, str):
        meant = meant in ("beat", "take", "declared")
    return Play(
        seat=entry["player"],
        up=tuple(card for card, side in zip(cards, faces, strict=True) if side == "up"),
        down=tuple(card for card, side in zip(cards, faces, strict=True) if side == "down"),
        meant_to_beat=meant,
    )


def check_trick(case: Case) -> dict[str, Any]:
    """Who takes the trick, what each play is, and what it is worth."""
    plays = [play_of(entry) for entry in case.action["plays"]]
    laid = ((*play.up, *play.down) for play in plays)
    conserved(case.rules(), *(tuple(card for card in cards if card is not None) for cards in laid))
    trick = resolve_trick(case.rules(), suit_of(case.situation["trump"]), plays)
    return {
        "taker": trick.taker,
        "status": {seat: status.value for seat, status in trick.status},
        "points": trick.points,
        "points_seen_by_camera": trick.seen_points,
        "hidden_cards": trick.hidden,
        "next_leader": trick.taker,
    }


def check_draw(case: Case) -> dict[str, Any]:
    """Who draws which card of the stock."""
    situation = case.situation
    sizes = dict(situation["hand_sizes"])
    stock = list(situation["stock"])
    rules = case.rules(hand_size=situation["hand_target"])
    order = draw_order(rules, situation["seats"], situation["taker"], sizes, len(stock))
    for seat in order:
        sizes[seat] += 1
    return {
        "draws": [[seat, card] for seat, card in zip(order, stock, strict=False)],
        "hand_sizes": sizes,
        "stock_left": len(stock) - len(order),
    }


def check_claim(case: Case) -> dict[str, Any]:
    """What a claim comes to when the pile is turned."""
    rules, situation, seat = case.rules(), case.situation, case.action["player"]
    pile = cards_of(situation["pile"])
    conserved(rules, pile)
    total = sum(card.points for card in pile) + rules.compensation(seat)
    sides = situation.get("sides", ())
    groups = sides.values() if isinstance(sides, dict) else sides
    partners = next((list(side) for side in groups if seat in side), [])
    partners += [situation["partner"]] if "partner" in situation else []
    in_window = in_claim_window(
        rules,
        seat=seat,
        leader=situation.get("leader"),
        last_taker=situation.get("last_taker"),
        trick_open=situation.get("phase") == "trick_open",
        to_act=situation.get("to_act"),
        partners=[partner for partner in partners if partner != seat],
    )
    ruling = rule_claim(rules, in_window=in_window, total=total, stake=situation.get("stake", 1))
    winner = {True: seat, False: situation.get("opponent"), None: None}[ruling.claimer_wins]
    return {
        "verdict": ruling.verdict.value,
        "total": total,
        "deal_winner": winner,
        "stake_points": ruling.stake,
    }


def check_count_end(case: Case) -> dict[str, Any]:
    """How a deal ends that nobody claimed."""
    verdict, winner = count_end(case.rules(), case.situation["points"])
    return {"verdict": verdict.value, "deal_winner": winner}


def check_bounds(case: Case) -> dict[str, Any]:
    """What can be proven of a pile with face-down cards."""
    situation = case.situation
    rules = case.rules(**({"deck": situation["deck"]} if "deck" in situation else {}))
    seen, others = cards_of(situation["pile_seen"]), cards_of(situation.get("seen_anywhere", ()))
    conserved(rules, seen)
    conserved(rules, others)
    pile, elsewhere = mask_of(seen), mask_of(others)
    unseen = mask_of(pack(rules.pack_size)) & ~pile & ~elsewhere
    extra = rules.compensation(case.action.get("player", ""))
    proof = prove(rules.needed, pile, situation["pile_hidden"], unseen, compensation=extra)
    return {
        "proven_min": proof.total.lo,
        "possible_max": proof.total.hi,
        "claim_is": proof.verdict.value,
        "proof": proof.facts(),
    }


def check_combo(case: Case) -> dict[str, Any]:
    """Which combination a hand is."""
    rules = case.rules(**_hand_size(case))
    hand = cards_of(case.action["hand"])
    conserved(rules, hand)
    combo = find_combo(rules, suit_of(case.situation["trump"]), hand)
    return {"combo": None if combo is None else combo.value}


def _hand_size(case: Case) -> dict[str, Any]:
    return {"hand_size": case.situation["hand_size"]} if "hand_size" in case.situation else {}


def rights_of(rules: RuleSet, options: Mapping[str, Any]) -> ComboRights:
    """The rights of the combinations, with the effects a case gives as lists laid over the options."""
    rights = ComboRights.of(rules)
    effects, out_of_turn = dict(rights.effects), set(rights.out_of_turn)
    if "instant_win" in options:
        wins = {Combo(word) for word in options["instant_win"]}
        for combo, effect in effects.items():
            if combo in wins and effect is not Effect.NONE:
                effects[combo] = Effect.WIN
            elif effect in (Effect.WIN, Effect.LEAVE):
                effects[combo] = Effect.LEAD
    if "out_of_turn" in options:
        out_of_turn = {Combo(word) for word in options["out_of_turn"]}
    if "needs_lead" in options:
        out_of_turn -= {Combo(word) for word in options["needs_lead"]}
    return ComboRights(effects, frozenset(out_of_turn), rights.order)


def check_precedence(case: Case) -> dict[str, Any]:
    """Whose combination counts when several players announce theirs."""
    rules, situation = case.rules(**_hand_size(case)), case.situation
    conserved(rules, *(cards_of(hand) for hand in case.action["hands"].values()))
    outcome = resolve(
        rules,
        suit_of(situation["trump"]),
        {seat: cards_of(hand) for seat, hand in case.action["hands"].items()},
        situation["leader"],
        seats=situation.get("seats"),
        rights=rights_of(rules, case.options),
        initial_hand=situation.get("initial_hand", False),
        first_deal_of_match=situation.get("first_deal_of_match", situation.get("deal_no", 1) == 1),
    )
    return {
        "result": outcome.result.value,
        "player": outcome.seat,
        "combo": None if outcome.combo is None else outcome.combo.value,
    }


def check_infraction(case: Case) -> dict[str, Any]:
    """What the table's options make of a foul.

    :raises ParseError: for an act the rulebook does not name.
    """
    act = ACT_WORDS.get(case.action["act"])
    if act is None:
        raise ParseError(f"{case.action['act']!r} is not an act of the rulebook")
    ruling = rule_act(case.rules(), act)
    return {"ruling": ruling, "deal_loser": case.action.get("player") if ruling == DEAL_LOST else None}


def check_leave(case: Case) -> dict[str, Any]:
    """What follows when a player claims in the game where one leaves."""
    rules, seat = case.rules(), case.action["player"]
    pile = cards_of(case.situation["pile"])
    conserved(rules, pile)
    total = sum(card.points for card in pile) + rules.compensation(seat)
    left = leave(rules, case.situation["active"], seat, total)
    return {
        "verdict": "leaves" if left.leaves else "claim_false",
        "total": total,
        "active_after": list(left.active),
        "next_leader": left.next_leader,
        "deal_over": left.over,
        "loser": left.loser,
    }


CHECKS: Mapping[str, Callable[[Case], dict[str, Any]]] = {
    "beat": check_beat,
    "lead": check_lead_case,
    "reply": check_reply_case,
    "trick": check_trick,
    "draw": check_draw,
    "claim": check_claim,
    "count_end": check_count_end,
    "bounds": check_bounds,
    "combo": check_combo,
    "precedence": check_precedence,
    "infraction": check_infraction,
    "leave": check_leave,
}
