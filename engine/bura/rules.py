"""Rule sets: a game of the Bura family as frozen data, one field per option.

A game differs by data first: `RULESETS` holds the presets of the rulebook, `find_ruleset` finds one by name,
`RuleSet.with_options` makes a house rule of it. Sets that contradict themselves or cannot be played are
refused with the reason (`bura.rulechecks`).

>>> classic = find_ruleset("classic31")
>>> (classic.threshold, classic.deck, classic.lead_counts)
(31, 36, (1, 2, 3))
>>> classic.with_options({"threshold": 150})
Traceback (most recent call last):
bura.errors.RulesError: option threshold = 150 is impossible: it takes a whole number from 1 to 120
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal

from bura.errors import RulesError
from bura.options import catalogue, did_you_mean, find_option
from bura.table import SEATS


class Game(StrEnum):
    """Which state machine referees the set."""

    BURA = "bura"
    """games 1-8 of the rulebook: lay, beat all or none, take, draw, claim"""
    MARRIAGE = "marriage"
    """Marriage (66)"""
    MACAO = "macao"
    """Macao ("peklo"): orders and tricks"""
    KUNKEN = "kunken"
    """Kunken: melds, values and lay-downs only"""


class MatchKind(StrEnum):
    """How single deals add up to a match."""

    ROBBER = "robber"
    """won deals, to 21 or 11 with a lead of two"""
    PENALTY = "penalty"
    """penalty points by a table, to a limit that loses"""
    STAKES = "stakes"
    """raised stakes, to 1, 3, 5, 7 or 11"""
    MARRIAGE = "marriage"
    """game points of Marriage, to 7 or 8"""
    SUM = "sum"
    """scores of all deals are added (Macao, Kunken)"""


@dataclass(frozen=True)
class RuleSet:
    """Everything in which one table's game may differ from another's. Immutable; equal sets play alike.

    No slots: `functools.cached_property` keeps what is derived, and a set is read many times per event.
    """

    name: str = field(compare=False)
    """name of the preset or of the house rule"""
    preset: str
    """the preset it was made from"""
    game: Game
    """which state machine referees it"""
    players_min: int
    """fewest players"""
    players_max: int
    """most players; see `max_players` for what the pack allows"""
    pairs: bool
    """must partners sit opposite in two sides?"""
    hides_points: bool
    """does the preset's source hide running points (003, the Georgian games) unless `show_running_points` says
    otherwise? Of the preset itself: no house rule changes it [X50]"""

    deck: Literal[20, 24, 36, 52, "2x52+jokers"]
    """cards in the pack [X01]"""
    hand_size: Literal[3, 4, 5, 6, 8, 13]
    """cards in a full hand"""
    rank_order: Literal["ace_ten", "natural"]
    """is the ten above the king? [X02]"""
    trump_card_place: Literal["bottom_face_up", "top_returned", "set_aside", "dealer_last_card"]
    """where the turned card goes [X03]"""
    next_dealer: Literal["deal_winner", "last_trick_taker", "rotate_left", "loser"]
    """who deals next [X04]"""
    first_lead: Literal["left_of_dealer", "previous_last_taker", "previous_deal_winner"]
    """who leads to the first trick [X05]"""
    lead_suit: Literal["same", "any"]
    """must several led cards be of one suit? [X06]"""
    lead_counts: tuple[int, ...]
    """how many cards may be led [X07]"""
    short_hand: Literal["lead_capped", "play_all_cannot_beat"]
    """when a replier holds fewer cards than are led [X08]"""
    beat_intent: Literal["auto", "declared"]
    """does an open covering reply beat by itself? [X09]"""
    spades_untrumpable: bool
    """trumps do not beat spades [X10]"""
    shokha: bool
    """the six of spades is the highest card of all [X11]"""
    discard_face: Literal["down_mandatory", "down_allowed", "open"]
    """may, must or must not discards lie face down? [X12]"""
    flip_after_lay: Literal["stays_discard", "allowed_until_next_act"]
    """may a face-down discard be turned to beat? [X13]"""
    partial_beat: Literal["treated_as_discard", "take_back"]
    """an open reply that beats only some cards [X14]"""
    short_stock: Literal["draw_to_end", "leave_unused"]
    """a stock too small to refill everybody [X15]"""
    threshold: int
    """points to claim [X16]"""
    threshold_strict: bool
    """more than the threshold is needed [X16]"""
    claim_window: Literal["on_lead", "after_taking", "on_turn", "none"]
    """when one may claim [X17]"""
    claim_out_of_window: Literal["void_warn", "loss"]
    """a claim at the wrong time [X18]"""
    false_claim: Literal["lose_deal", "lose_deal_double"]
    """what a false claim costs [X19]"""
    team_claim: Literal["taker_only", "either_partner"]
    """who may claim for a side [X20]"""
    no_claim_end: Literal["higher_wins", "void_redeal"]
    """all cards played and nobody claimed [X21]"""
    deal_end: Literal["on_claim", "play_out", "until_one_left"]
    """what ends a deal [X22]"""
    multi_loss: Literal["deal_ends_others_win", "deal_ends_no_winner", "eliminated_play_on"]
    """a losing foul with three or more players [X23]"""
    sixty_claim: Literal["claim_false", "draw"]
    """exactly 60 claimed in a 61 game [X62]"""
    show_running_points: bool
    """are points of a running deal shown? [X50]"""
    bura_effect: Literal["instant_win", "instant_win_on_lead", "lead_right", "off"]
    """what a full hand of trumps does [X24]"""
    molodka_out_of_turn: bool
    """may a hand of one plain suit lead out of turn? [X25]"""
    moscow: Literal["three_aces", "aces_and_tens4", "off"]
    """which hand is Moscow [X26]"""
    moscow_requires_trump_ace: bool
    """must the trump ace be in it? [X26]"""
    moscow_effect: Literal["instant_win", "lead_right"]
    """what Moscow does [X26]"""
    little_moscow: Literal["sixes_with_trump", "tens", "off"]
    """which hand is little Moscow [X27]"""
    four_ends: bool
    """four aces or four tens take the lead [X28]"""
    precedence: tuple[str, ...]
    """which combination goes before which, strongest first [X29]"""
    equal_bura: Literal["higher_cards", "annul", "leader_first"]
    """two buras [X30]"""
    equal_molodka: Literal["current_leader_keeps", "higher_cards"]
    """two molodkas [X31]"""
    combo_compare: Literal["lexicographic", "points_sum"]
    """how equal combinations are compared [X32]"""
    first_deal_combo: Literal["valid", "redeal"]
    """a combination in the hand as dealt [X33]"""
    first_deal_scope: Literal["initial_hand_of_each_deal", "first_deal_of_match"]
    """in which deals that holds [X33]"""
    combo_window: Literal["between_tricks", "until_own_reply"]
    """until when a combination may be announced [X34]"""
    bura_in_leave31: Literal["instant_leave", "lead_right"]
    """bura in the leaving game [X44]"""
    leaver_hand: Literal["own_pile", "dead", "under_stock"]
    """where the hand of a leaver goes [X45]"""
    open_hands: str | tuple[str, ...]
    """who plays with open hands [X46]"""
    open_compensation: tuple[tuple[str, int], ...]
    """points those players are given [X46]"""
    stakes: bool
    """may the stake be raised (davi, se, …)?"""
    match_to: Literal[1, 3, 5, 7, 11]
    """points that win a stakes match [X35]"""
    crawford: Literal["once_per_match", "once_per_side", "off"]
    """the unraised deal at one point short [X36]"""
    stake_responder: Literal["next_in_turn", "any_opponent"]
    """who answers a raise in pairs [X37]"""
    robber_target: Literal[21, 11]
    """won deals that win a robber [X38]"""
    robber_lead: int
    """by how many deals [X38]"""
    penalty_table: Literal["none", "T1", "T2", "T3", "T3p"]
    """how deals turn into penalty points [X39]"""
    penalty_limit: int
    """penalty points that lose the match [X39]"""
    zero_means: Literal["points", "tricks"]
    """what "nothing at all" means [X40]"""
    t3_boundary: Literal["to_2", "to_4"]
    """the gap of table T3 [X41]"""
    t3_top_tie: Literal["each_2", "each_0"]
    """a tie for most in table T3 [X42]"""
    early_end_penalty: Literal["table_winner_zero", "flat_T1"]
    """penalties when a deal ends early [X43]"""
    false_claim_penalty: int
    """penalty for a false claim or losing foul [X43]"""
    extra_card: Literal["deal_lost", "return_warn"]
    """a card too many from the stock [X47]"""
    draw_out_of_turn: Literal["deal_lost", "return_warn"]
    """drawing before one's turn [X47]"""
    peek_discards: Literal["implicit_claim", "deal_lost", "warn"]
    """turning a face-down discard [X48]"""
    look_own_pile: Literal["implicit_claim", "deal_lost", "warn"]
    """looking into one's own pile [X48]"""
    look_other_pile: Literal["warn", "deal_lost"]
    """looking into another's pile [X48]"""
    illegal_play: Literal["take_back", "deal_lost"]
    """any other illegal play [X49]"""
    wrong_pile: Literal["restore_warn", "deal_lost"]
    """a trick laid to the wrong pile [X49]"""
    must_head: bool
    """must the replier win the trick when he can? [X51]"""
    marriage_after_stock: bool
    """marriages once the stock is gone or closed [X52]"""
    marriage_needs_trick: bool
    """do marriages count only after a trick? [X53]"""
    schneider_limit: Literal[33, 34]
    """points that save the loser from paying double [X54]"""
    last_trick_bonus: Literal[0, 10]
    """points for the last trick [X55]"""
    nine_exchange: bool
    """may the trump nine be exchanged? [X55]"""
    match_points_66: Literal[7, 8]
    """game points that win the match [X55]"""
    over: Literal["fail", "ok"]
    """more tricks than ordered [X56]"""
    hook: bool
    """may the last order make the sum come out? [X57]"""
    macao_max_deal: int | str
    """cards each in the last deal [X58]"""
    laydown_min: int
    """points of a lay-down [X59]"""
    laydown_scope: Literal["sum_of_melds", "single_meld"]
    """by one meld or by several? [X59]"""
    set_distinct_suits: bool
    """must a set have different suits? [X60]"""
    jokers_total: Literal[2, 4]
    """jokers in the two packs [X61]"""

    @cached_property
    def pack_size(self) -> int:
        """Cards of the pack that can be told apart: Kunken's two packs count as 52."""
        return 52 if self.deck == "2x52+jokers" else self.deck

    @cached_property
    def max_players(self) -> int:
        """Most players this pack, this hand size and the seats of a table (`bura.table.SEATS`) can serve."""
        if self.game is not Game.BURA:
            return min(self.players_max, len(SEATS))
        return min(self.players_max, (self.pack_size - 1) // self.hand_size)

    @cached_property
    def needed(self) -> int:
        """Least number of points with which a claim is true."""
        return self.threshold + 1 if self.threshold_strict else self.threshold

    @cached_property
    def match_kind(self) -> MatchKind:
        """How deals of this set add up to a match."""
        if self.game is Game.MARRIAGE:
            return MatchKind.MARRIAGE
        if self.game is not Game.BURA:
            return MatchKind.SUM
        if self.stakes:
            return MatchKind.STAKES
        return MatchKind.ROBBER if self.penalty_table == "none" else MatchKind.PENALTY

    def compensation(self, seat: str) -> int:
        """Points added to the pile total of a player with an open hand (`open_compensation`)."""
        return dict(self.open_compensation).get(seat, 0)

    def is_open(self, seat: str) -> bool:
        """Does this player play with an open hand?"""
        return self.open_hands == "all" or (self.open_hands != "none" and seat in self.open_hands)

    def with_options(
        self, options: Mapping[str, object], *, name: str | None = None, check: bool = True
    ) -> RuleSet:
        """The same game under other options.

        Two defaults follow others unless they are given: `lead_counts` follows `hand_size`, and
        `false_claim_penalty` is 2 under table T1 and 6 under the others (RULEBOOK 3, X43).

        :param check: refuse contradictory sets; a worked case that isolates one rule passes False.
        :raises RulesError: for an unknown option, an impossible value, or a contradiction.
        """
        changes: dict[str, Any] = {key: find_option(key).parse(raw) for key, raw in options.items()}
        if "lead_counts" not in changes and self.lead_counts == _up_to(self.hand_size):
            changes["lead_counts"] = ()
        hand_size = changes.get("hand_size", self.hand_size)
        if changes.get("lead_counts") == ():
            changes["lead_counts"] = _up_to(hand_size)
        table = changes.get("penalty_table", self.penalty_table)
        if "false_claim_penalty" not in changes and table != self.penalty_table:
            changes["false_claim_penalty"] = 2 if table == "T1" else 6
        made = replace(self, name=name or self.name, **changes)
        if check:
            from bura.rulechecks import ContradictionError, contradictions

            for clash in contradictions(made):
                raise ContradictionError(clash)
        return made

    def options(self) -> dict[str, Any]:
        """Every option as plain data, in the order of the catalogue."""
        return {name: option.to_json(getattr(self, name)) for name, option in catalogue().items()}

    def deviations(self) -> dict[str, Any]:
        """The options that differ from the preset it was made from, as plain data.

        ``find_ruleset(rules.preset).with_options(rules.deviations())`` is the same set again.
        """
        base = find_ruleset(self.preset).options()
        return {name: value for name, value in self.options().items() if value != base[name]}


def _up_to(count: int) -> tuple[int, ...]:
    return tuple(range(1, count + 1))


@dataclass(frozen=True, slots=True)
class _Preset:
    """What a preset is apart from its options: the rest comes from the catalogue."""

    name: str
    game: Game
    players: tuple[int, int]
    base: str | None = None
    pairs: bool = False
    hides_points: bool = False


_PRESETS = (
    _Preset("classic31", Game.BURA, (2, 6)),
    _Preset("classic31_000", Game.BURA, (2, 6), "classic31"),
    _Preset("georgian3", Game.BURA, (2, 2), hides_points=True),
    _Preset("georgian5", Game.BURA, (2, 2), hides_points=True),
    _Preset("five_card_000", Game.BURA, (2, 2)),
    _Preset("pairs5", Game.BURA, (4, 4), pairs=True, hides_points=True),
    _Preset("burkozel", Game.BURA, (2, 4)),
    _Preset("kozel_points_pagat", Game.BURA, (2, 4), "burkozel"),
    # of Kozel for money the rulebook knows only that one or three cards are led [X07]
    _Preset("kozel_money", Game.BURA, (2, 4), "burkozel"),
    _Preset("leave31", Game.BURA, (3, 6)),
    _Preset("marriage66", Game.MARRIAGE, (2, 2)),
    _Preset("marriage66_3p", Game.MARRIAGE, (3, 3), "marriage66"),
    _Preset("macao", Game.MACAO, (2, 10)),
    _Preset("kunken", Game.KUNKEN, (2, 5)),
)


def _build(preset: _Preset) -> RuleSet:
    values: dict[str, Any] = {}
    for name, option in catalogue().items():
        value = option.default
        for source in (preset.base, preset.name):
            if source is not None and source in option.presets:
                value = option.presets[source]
        values[name] = value
    if values["lead_counts"] == ():
        values["lead_counts"] = _up_to(values["hand_size"])
    low, high = preset.players
    return RuleSet(
        name=preset.name,
        preset=preset.name,
        game=preset.game,
        players_min=low,
        players_max=high,
        pairs=preset.pairs,
        hides_points=preset.hides_points,
        **values,
    )


#: the presets of the rulebook, by name
RULESETS: Mapping[str, RuleSet] = {preset.name: _build(preset) for preset in _PRESETS}

#: the names of all options, in the order of the fields
OPTION_NAMES: tuple[str, ...] = tuple(f.name for f in fields(RuleSet) if f.name in catalogue())


def find_ruleset(name: str) -> RuleSet:
    """The preset of that name.

    :raises RulesError: naming the unknown rule set and the nearest known one.
    """
    found = RULESETS.get(name)
    if found is None:
        raise RulesError(f"there is no rule set {name!r}{did_you_mean(name, RULESETS)}")
    return found
