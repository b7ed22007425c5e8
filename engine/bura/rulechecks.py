"""Which option sets contradict themselves or cannot be played, and why.

Values one by one are checked by `bura.options`; here is what only shows in combination.
"""

from __future__ import annotations

from collections.abc import Iterator

from bura.rules import Game, RuleSet
from bura.table import SEATS

#: card points of a Bura or Marriage pack (RULEBOOK 1.1)
PACK_POINTS = 120


def contradictions(rules: RuleSet) -> Iterator[str]:
    """Every reason why this set cannot be played, each the tail of one sentence; none for a sound set."""
    if rules.game is Game.KUNKEN:
        if rules.deck != "2x52+jokers":
            yield "kunken is played with deck = 2x52+jokers"
        return
    if rules.deck == "2x52+jokers":
        yield f"the two packs with jokers are for kunken, not for {rules.preset}"
    elif rules.game is Game.MACAO:
        if rules.deck != 52:
            yield "macao is played with deck = 52"
        yield from _match(rules)
    elif rules.game is Game.MARRIAGE:
        yield from _marriage(rules)
        yield from _match(rules)
    elif rules.deck == 52:
        yield "deck = 52 has cards below the six, which no game of the Bura family uses: take 36, 24 or 20"
    else:
        yield from _pack(rules)
        yield from _combinations(rules)
        yield from _claims(rules)
        yield from _match(rules)
        yield from _open_hands(rules)


def _marriage(rules: RuleSet) -> Iterator[str]:
    if rules.deck not in (20, 24):
        yield f"marriage is played with deck = 24 or 20, not {rules.deck}"
        return
    dealt = rules.hand_size * rules.players_min
    if dealt > rules.pack_size:
        yield f"{rules.players_min} hands of {rules.hand_size} cards are {dealt}, more than the pack holds"
    elif (rules.trump_card_place == "dealer_last_card") != (dealt == rules.pack_size):
        yield (
            "trump_card_place = dealer_last_card is for a pack that is dealt out completely"
            if dealt < rules.pack_size
            else "the whole pack is dealt, so trump_card_place must be dealer_last_card"
        )
    if rules.nine_exchange and rules.deck != 24:
        yield f"nine_exchange needs nines, and a pack of {rules.deck} has none"


def _pack(rules: RuleSet) -> Iterator[str]:
    if rules.hand_size > 5:
        yield f"hand_size = {rules.hand_size} is for marriage and kunken: Bura hands have 3, 4 or 5 cards"
    if rules.trump_card_place == "dealer_last_card":
        yield "trump_card_place = dealer_last_card leaves no stock to draw from: it is for marriage66_3p"
    if rules.max_players < rules.players_min:
        yield (
            f"{rules.players_min} hands of {rules.hand_size} cards and a turned trump need more than the "
            f"{rules.pack_size} cards of the pack"
        )
    if too_many := [count for count in rules.lead_counts if count > rules.hand_size]:
        yield f"lead_counts allows {too_many[0]} cards, but a hand has {rules.hand_size}"
    if 1 not in rules.lead_counts:
        yield "lead_counts must allow one card: whoever holds a single card could not lead"
    if rules.pack_size < 36:
        if rules.shokha:
            yield f"shokha is the six of spades, and a pack of {rules.deck} has no sixes"
        if rules.little_moscow == "sixes_with_trump":
            yield (
                f"little_moscow = sixes_with_trump needs sixes, and a pack of {rules.deck} has none: "
                "choose tens or off"
            )


def _combinations(rules: RuleSet) -> Iterator[str]:
    if rules.moscow == "three_aces" and rules.hand_size not in (3, 4):
        yield f"moscow = three_aces is for hands of 3 or 4 cards, not {rules.hand_size}: choose off"
    if rules.moscow == "aces_and_tens4" and rules.hand_size != 4:
        yield f"moscow = aces_and_tens4 is for hands of 4 cards, not {rules.hand_size}"
    if rules.little_moscow != "off" and rules.hand_size != 3:
        yield f"little_moscow is for hands of 3 cards, not {rules.hand_size}: choose off"
    if rules.four_ends and rules.hand_size != 4:
        yield f"four_ends is for hands of 4 cards, not {rules.hand_size}"
    in_play = {
        "bura": rules.bura_effect != "off",
        "moscow": rules.moscow != "off",
        "little_moscow": rules.little_moscow != "off",
        "four_ends": rules.four_ends,
        "molodka": True,
    }
    for combo, used in in_play.items():
        if used and combo not in rules.precedence:
            yield f"precedence says nothing of {combo}, which these rules use"


def _claims(rules: RuleSet) -> Iterator[str]:
    if rules.needed > PACK_POINTS:
        yield f"more than {rules.threshold} points are asked for, but a pack has {PACK_POINTS}"
    if rules.deal_end == "play_out" and rules.claim_window != "none":
        yield "deal_end = play_out counts every deal at its end, so claim_window must be none"
    if rules.deal_end != "play_out" and rules.claim_window == "none":
        yield f"deal_end = {rules.deal_end} waits for a claim, which claim_window = none never allows"
    if rules.sixty_claim == "draw" and rules.needed != PACK_POINTS // 2 + 1:
        yield f"sixty_claim = draw is for games to 61, and here {rules.needed} points are needed"
    if rules.deal_end == "until_one_left":
        if rules.pairs or rules.players_max < 3:
            yield "deal_end = until_one_left is for three or more players, each for himself"
        if rules.stakes:
            yield "stakes are raised between two sides, and deal_end = until_one_left has more"
    if rules.no_claim_end == "void_redeal" and rules.deal_end == "play_out":
        yield "no_claim_end = void_redeal throws in every deal when deal_end = play_out allows no claims"


def _match(rules: RuleSet) -> Iterator[str]:
    if rules.stakes and rules.penalty_table != "none":
        yield f"a match goes either by stakes or by penalty_table = {rules.penalty_table}, not by both"


def _open_hands(rules: RuleSet) -> Iterator[str]:
    named = set(rules.open_hands) if isinstance(rules.open_hands, tuple) else set()
    named |= {seat for seat, _ in rules.open_compensation}
    for seat in sorted(named - set(SEATS)):
        yield f"there is no seat {seat}: seats are {', '.join(SEATS)}"
    for seat, points in rules.open_compensation:
        if points and not rules.is_open(seat):
            yield f"open_compensation gives {points} points to seat {seat}, whose hand is not open"
