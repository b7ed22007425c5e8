"""Checks of worked cases about the neighbours: Marriage, Macao, Kunken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bura import kunken, macao, marriage
from bura.cards import Card
from bura.casekit import Case, cards_of, suit_of
from bura.errors import ParseError


def _legality(reason: str | None) -> dict[str, Any]:
    return {"verdict": "legal" if reason is None else "illegal", "reason": reason}


def _strict(case: Case) -> bool:
    """Is the stock of the situation gone or closed?"""
    situation = case.situation
    closed = bool(situation.get("closed")) or situation.get("closed_by") is not None
    return marriage.is_strict(case.rules(), stock=situation.get("stock", 0), closed=closed)


def check_m66_reply(case: Case) -> dict[str, Any]:
    """Is the reply legal in Marriage?"""
    best = case.situation.get("best", case.situation.get("to_beat"))
    foul = marriage.check_reply(
        case.rules(),
        suit_of(case.situation["trump"]),
        Card.parse(case.situation["led"]),
        Card.parse(case.action["card"]),
        cards_of(case.situation["hand"]),
        strict=_strict(case),
        best=None if best is None else Card.parse(best),
    )
    return _legality(None if foul is None else foul.value)


def check_m66_marriage(case: Case) -> dict[str, Any]:
    """May the marriage be announced, and what is it worth?"""
    rules, suit = case.rules(), suit_of(case.action["suit"])
    assert suit is not None
    lead = case.action.get("lead")
    foul = marriage.check_marriage(
        rules,
        suit,
        None if lead is None else Card.parse(lead),
        cards_of(case.situation["hand"]),
        strict=_strict(case),
    )
    worth = marriage.marriage_points(suit, suit_of(case.situation["trump"])) if foul is None else 0
    if rules.marriage_needs_trick and case.situation.get("tricks") == 0:
        return {**_legality(None if foul is None else foul.value), "points": 0, "pending": worth}
    return {**_legality(None if foul is None else foul.value), "points": worth, "pending": 0}


def check_m66_score(case: Case) -> dict[str, Any]:
    """Who wins the deal of Marriage, and how much."""
    rules, totals = case.rules(), dict(case.situation["points"])
    last = case.situation.get("last_trick")
    if last is not None:
        totals[last] += rules.last_trick_bonus
    result = marriage.game_points(
        rules, totals, closed_by=case.situation.get("closed_by"), first=case.situation.get("first")
    )
    return {"winner": result.winner, "game_points": result.points}


def check_macao_setup(case: Case) -> dict[str, Any]:
    """The sizes of a deal of Macao."""
    deal = macao.setup(case.rules(), case.situation["players"], case.situation["deal_no"])
    return {
        "cards_each": deal.cards_each,
        "trump_card_index": deal.trump_card_index,
        "is_last": deal.is_last,
    }


def check_macao_order(case: Case) -> dict[str, Any]:
    """May so many tricks be ordered?"""
    situation, action = case.situation, case.action
    order = next(action[key] for key in ("order", "bid") if key in action)
    before = next((situation[key] for key in ("before", "orders", "bids") if key in situation), ())
    said = list(before.values()) if isinstance(before, Mapping) else list(before)
    size = next(situation[key] for key in ("cards_each", "hand_size", "deal_no") if key in situation)
    foul = macao.check_order(case.rules(), order, size, said, situation["players"])
    return _legality(None if foul is None else foul.value)


def check_macao_reply(case: Case) -> dict[str, Any]:
    """Is the reply legal in Macao?"""
    foul = macao.check_reply(
        case.rules(),
        suit_of(case.situation.get("trump")),
        Card.parse(case.situation["led"]),
        Card.parse(case.action["card"]),
        cards_of(case.situation["hand"]),
    )
    return _legality(None if foul is None else foul.value)


def check_macao_score(case: Case) -> dict[str, Any]:
    """Scores of a deal of Macao."""
    return {"scores": macao.scores(case.rules(), case.situation["bid_taken"])}


def _in_two_packs(case: Case, cards: Iterable[kunken.MeldCard]) -> None:
    """:raises ParseError: naming a card that is there more often than the two packs hold it."""
    extra = kunken.check_sightings(case.rules(), cards)
    if extra is not None:
        raise ParseError(f"{extra} is there more often than two packs with jokers hold it")


def check_rummy_meld(case: Case) -> dict[str, Any]:
    """Are the cards a meld, and what is it worth?"""
    kind, cards = kunken.parse_meld(case.action["type"], case.action["cards"])
    # jokers too many are a fault of the meld, which it names itself
    _in_two_packs(case, [card for card in cards if isinstance(card, Card)])
    meld = kunken.judge_meld(case.rules(), kind, cards)
    return {
        "valid": meld.valid,
        "value": meld.value,
        "reason": None if meld.foul is None else meld.foul.value,
        "stands_for": [None if card is None else str(card) for card in meld.stands_for],
    }


def check_rummy_laydown(case: Case) -> dict[str, Any]:
    """May the melds be laid down with the bank card, and what does the player take?"""
    melds = [kunken.parse_meld(meld["type"], meld["cards"]) for meld in case.action["melds"]]
    bank = [kunken.parse_meld_card(text) for text in case.situation["bank"]]
    bank_card = kunken.parse_meld_card(case.action["bank_card"])
    laid = [card for _, cards in melds for card in cards]
    # the bank card lies in one of the melds: the bank and the melds each hold a card twice at most
    _in_two_packs(case, laid)
    _in_two_packs(case, bank)
    laydown = kunken.judge_laydown(case.rules(), bank, bank_card, melds)
    return {
        **_legality(None if laydown.foul is None else laydown.foul.value),
        "total": laydown.total,
        "takes": [str(card) for card in laydown.takes],
    }


CHECKS: Mapping[str, Callable[[Case], dict[str, Any]]] = {
    "m66_reply": check_m66_reply,
    "m66_marriage": check_m66_marriage,
    "m66_score": check_m66_score,
    "macao_setup": check_macao_setup,
    "macao_order": check_macao_order,
    "macao_bid": check_macao_order,
    "macao_reply": check_macao_reply,
    "macao_play": check_macao_reply,
    "macao_score": check_macao_score,
    "rummy_meld": check_rummy_meld,
    "rummy_laydown": check_rummy_laydown,
}
