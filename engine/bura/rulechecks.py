"""Which option sets contradict themselves or cannot be played, and why.

Values one by one are checked by `bura.options`; here is what only shows in combination.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bura.errors import RulesError
from bura.rules import Game, RuleSet
from bura.table import SEATS

#: card points of a Bura or Marriage pack (RULEBOOK 1.1)
PACK_POINTS = 120


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a set of rules cannot be played: which sentence of `bura.sentences.REFUSALS` says so, and its facts."""

    key: str
    """of the sentence"""
    facts: tuple[tuple[str, object], ...] = ()
    """what the sentence names"""

    def text(self, lang: str = "en") -> str:
        """The reason, as the tail of a sentence; in English with the options as option files name them."""
        from bura.texts import refusal_text

        return refusal_text(self.key, dict(self.facts), lang)


class ContradictionError(RulesError):
    """Options that contradict each other."""

    def __init__(self, clash: Clash) -> None:
        super().__init__(f"these rules cannot be played: {clash.text()}")
        self.clash = clash


def _clash(key: str, **facts: object) -> Clash:
    return Clash(key, tuple(facts.items()))


def contradictions(rules: RuleSet) -> Iterator[Clash]:
    """Every reason why this set cannot be played; none for a sound set."""
    if rules.game is Game.KUNKEN:
        if rules.deck != "2x52+jokers":
            yield _clash("kunken_deck")
        return
    if rules.deck == "2x52+jokers":
        yield _clash("jokers_deck", preset=rules.preset)
    elif rules.game is Game.MACAO:
        if rules.deck != 52:
            yield _clash("macao_deck")
        yield from _match(rules)
    elif rules.game is Game.MARRIAGE:
        yield from _marriage(rules)
        yield from _match(rules)
    elif rules.deck == 52:
        yield _clash("low_cards")
    else:
        yield from _pack(rules)
        yield from _combinations(rules)
        yield from _claims(rules)
        yield from _match(rules)
        yield from _open_hands(rules)


def _marriage(rules: RuleSet) -> Iterator[Clash]:
    if rules.deck not in (20, 24):
        yield _clash("marriage_deck", deck=rules.deck)
        return
    dealt = rules.hand_size * rules.players_min
    if dealt > rules.pack_size:
        yield _clash("marriage_hands", players=rules.players_min, hand=rules.hand_size, dealt=dealt)
    elif (rules.trump_card_place == "dealer_last_card") != (dealt == rules.pack_size):
        yield _clash("dealer_last_undealt" if dealt < rules.pack_size else "dealer_last_dealt")
    if rules.nine_exchange and rules.deck != 24:
        yield _clash("nine_exchange_deck", deck=rules.deck)


def _pack(rules: RuleSet) -> Iterator[Clash]:
    if rules.hand_size > 5:
        yield _clash("bura_hand", hand=rules.hand_size)
    if rules.trump_card_place == "dealer_last_card":
        yield _clash("dealer_last_stock")
    if rules.max_players < rules.players_min:
        yield _clash("hands_pack", players=rules.players_min, hand=rules.hand_size, pack=rules.pack_size)
    if too_many := [count for count in rules.lead_counts if count > rules.hand_size]:
        yield _clash("lead_many", count=too_many[0], hand=rules.hand_size)
    if 1 not in rules.lead_counts:
        yield _clash("lead_one")
    if rules.pack_size < 36:
        if rules.shokha:
            yield _clash("shokha_deck", deck=rules.deck)
        if rules.little_moscow == "sixes_with_trump":
            yield _clash("little_moscow_deck", deck=rules.deck)


def _combinations(rules: RuleSet) -> Iterator[Clash]:
    if rules.moscow == "three_aces" and rules.hand_size not in (3, 4):
        yield _clash("moscow_aces_hand", hand=rules.hand_size)
    if rules.moscow == "aces_and_tens4" and rules.hand_size != 4:
        yield _clash("moscow_tens_hand", hand=rules.hand_size)
    if rules.little_moscow != "off" and rules.hand_size != 3:
        yield _clash("little_moscow_hand", hand=rules.hand_size)
    if rules.four_ends and rules.hand_size != 4:
        yield _clash("four_ends_hand", hand=rules.hand_size)
    in_play = {
        "bura": rules.bura_effect != "off",
        "moscow": rules.moscow != "off",
        "little_moscow": rules.little_moscow != "off",
        "four_ends": rules.four_ends,
        "molodka": True,
    }
    for combo, used in in_play.items():
        if used and combo not in rules.precedence:
            yield _clash("precedence_combo", combo=combo)


def _claims(rules: RuleSet) -> Iterator[Clash]:
    if rules.needed > PACK_POINTS:
        yield _clash("threshold_pack", threshold=rules.threshold, most=PACK_POINTS)
    if rules.deal_end == "play_out" and rules.claim_window != "none":
        yield _clash("play_out_window")
    if rules.deal_end != "play_out" and rules.claim_window == "none":
        yield _clash("no_claims", deal_end=rules.deal_end)
    if rules.sixty_claim == "draw" and rules.needed != PACK_POINTS // 2 + 1:
        yield _clash("sixty_needed", needed=rules.needed)
    if rules.deal_end == "until_one_left":
        if rules.pairs or rules.players_max < 3:
            yield _clash("one_left_players")
        if rules.stakes:
            yield _clash("one_left_stakes")
    if rules.no_claim_end == "void_redeal" and rules.deal_end == "play_out":
        yield _clash("void_redeal")


def _match(rules: RuleSet) -> Iterator[Clash]:
    if rules.stakes and rules.penalty_table != "none":
        yield _clash("stakes_table", table=rules.penalty_table)


def _open_hands(rules: RuleSet) -> Iterator[Clash]:
    named = set(rules.open_hands) if isinstance(rules.open_hands, tuple) else set()
    named |= {seat for seat, _ in rules.open_compensation}
    for seat in sorted(named - set(SEATS)):
        yield _clash("no_seat", place=seat, places=", ".join(SEATS))
    for seat, points in rules.open_compensation:
        if points and not rules.is_open(seat):
            yield _clash("closed_compensation", points=points, place=seat)
