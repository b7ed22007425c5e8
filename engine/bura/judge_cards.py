"""What conservation says of cards that are seen, and what a shown hand is (RULEBOOK 5, 1.9)."""

from __future__ import annotations

from typing import TypeAlias

from bura.cards import Card
from bura.combos import find_combos
from bura.events import TrumpShown
from bura.infractions import Rule, Verdict, told, unclear
from bura.position import GameState, TrumpAt
from bura.result import Reason

Verdicts: TypeAlias = tuple[Verdict, ...]
_NONE: Verdicts = ()


def seen_cards(
    state: GameState, cards: tuple[Card | None, ...], seat: str, seq: int, player: int
) -> Verdicts:
    """What conservation says of cards that are seen face up in somebody's play (RULEBOOK 5)."""
    verdicts: list[Verdict] = []
    pack, lies = state.pack, state.trump_lies
    arrived = 0
    for card in cards:
        if card is None:
            verdicts.append(unclear(Rule.CARD_UNREAD, seat, (seq,)))
        elif not card.bit & pack:
            verdicts.append(
                unclear(
                    Rule.FOREIGN_CARD, seat, (seq,), (("card", str(card)), ("deck", state.rules.pack_size))
                )
            )
        elif card.bit & arrived:
            verdicts.append(duplicate(card, seat, "trick", (seq,)))
        elif state.shown[card.index] and not card.bit & state.held[player]:
            where = "trump" if card.bit & lies else state.where(card)
            if where is not None:
                verdicts.append(duplicate(card, seat, where, (state.shown[card.index], seq)))
        if card is not None:
            arrived |= card.bit
    return tuple(verdicts)


def duplicate(card: Card, seat: str | None, where: str, rests_on: tuple[int, ...]) -> Verdict:
    return unclear(
        Rule.DUPLICATE_CARD,
        seat,
        rests_on,
        (("card", str(card)), ("where", where), ("earlier", rests_on[0])),
    )


def empty_hand(state: GameState, player: int, count: int, seat: str, seq: int) -> Verdicts:
    if count <= state.hands[player]:
        return _NONE
    facts = (("place", "hand"), ("count", count), ("there", state.hands[player]))
    return (unclear(Rule.IMPOSSIBLE_COUNT, seat, (seq,), facts),)


def trump_verdicts(state: GameState, event: TrumpShown, seq: int, _after: GameState) -> Verdicts:
    card = event.card
    if card is None:
        return (unclear(Rule.CARD_UNREAD, None, (seq,)),)
    if not card.bit & state.pack:
        return (
            unclear(Rule.FOREIGN_CARD, None, (seq,), (("card", str(card)), ("deck", state.rules.pack_size))),
        )
    if state.trump is not None and state.trump != card and state.trump_at is not TrumpAt.GONE:
        earlier = state.shown[state.trump.index]
        facts = (("card", str(card)), ("before", str(state.trump)), ("earlier", earlier))
        return (unclear(Rule.TRUMP_CHANGED, None, (earlier, seq), facts),)
    where = state.where(card)
    if where is not None and where != "trump":
        return (duplicate(card, None, where, (state.shown[card.index], seq)),)
    return _NONE


def card_texts(cards: tuple[Card, ...]) -> str:
    return " ".join(str(card) for card in cards)


def combination(
    state: GameState, seat: str, rests_on: tuple[int, ...], after: GameState, cards: tuple[Card, ...]
) -> Verdicts:
    """What a whole hand that was led or shown has won."""
    effect = None
    result = after.result
    if result is not None and result is not state.result and result.reason in (Reason.COMBO, Reason.ANNUL):
        effect = result.reason.value
    if effect is None and len(after.got_out) > len(state.got_out) and after.claim is state.claim:
        effect = "leaves"
    if effect is None:
        return _NONE
    combos = find_combos(state.rules, state.trump_suit, cards)
    name = combos[0].value if combos else ""
    return (told(Rule.COMBINATION, seat, rests_on, (("effect", effect), ("combination", name))),)
