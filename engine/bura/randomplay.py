"""Whole deals played to their end, with everything a camera could never know.

The deal is simulated from the rules alone (dealing, hands, who takes, who draws), not through `bura.state`, so that
it can serve as a second opinion on it. Chance is an argument: the same `random.Random` gives the same deal.

>>> from random import Random
>>> from bura.rules import find_ruleset
>>> deal = play_deal(find_ruleset("georgian3"), ("A", "B"), Random(3))
>>> deal.acts[0].event
Lead(seat='A', cards=(Card('KD'), Card('JD')), face_down=0)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from bura.cards import Card
from bura.combos import Combo, ComboRights, Effect, find_combos, may_lead_mixed
from bura.dealtable import Act, DealTable, PlayedDeal
from bura.events import Accepted, Claimed, Counted, Drew, Lead, Raised, Refused, Reply, Stopped, Took
from bura.players import Answer, Player, Style
from bura.rules import RuleSet
from bura.rulings import in_claim_window
from bura.stakes import TOP, responders
from bura.table import Seat
from bura.tricks import draw_order

__all__ = ["Act", "Deal", "PlayedDeal", "Style", "play_deal"]


def play_deal(
    rules: RuleSet,
    seats: Sequence[Seat],
    chance: Random,
    *,
    dealer: Seat | None = None,
    style: Style | None = None,
    players: Mapping[Seat, Player] | None = None,
    crawford: bool = False,
    cards: Sequence[Card] | None = None,
    first_deal: bool = True,
) -> PlayedDeal:
    """Play one deal of a Bura preset to its end.

    :param chance: shuffles, draws lots, and decides for the simple players.
    :param dealer: who deals; drawn by lot when not given.
    :param style: how the simple players play.
    :param players: who decides for which seat; a simple player where none is given.
    :param crawford: a deal in which the stake may not be raised.
    :param cards: the shuffled pack, first card first; shuffled here when not given.
    :param first_deal: is it the first of the match (`first_deal_scope`)?
    """
    deal = Deal(
        rules,
        seats,
        chance,
        dealer=dealer,
        style=style,
        players=players,
        crawford=crawford,
        cards=cards,
        first_deal=first_deal,
    )
    acts = tuple(deal.acts())
    return deal.played(acts)


class Deal(DealTable):
    """A deal being played; `acts` plays it, one act after the other."""

    def acts(self) -> Iterator[Act]:
        """Play the deal to its end."""
        truth = self.truth
        while truth.done is None:
            yield from self._claims()
            if truth.done is None and truth.tricks:
                yield from self._draws()
            if truth.done is None and not any(truth.hands[seat] for seat in truth.active):
                yield from self._count()
            if truth.done is None:
                if not truth.hands[truth.leader]:
                    truth.leader = next(seat for seat in self._turn(truth.leader) if truth.hands[seat])
                yield from self._stops()
            if truth.done is None:
                yield from self._raises()
            if truth.done is None:
                yield from self._trick()

    # --- between tricks ---------------------------------------------------------------------------------

    def _claims(self) -> Iterator[Act]:
        rules, truth = self.rules, self.truth
        for seat in self._turn(truth.leader):
            mates = self._mates(seat)
            if truth.taker is None or not in_claim_window(
                rules,
                seat=seat,
                leader=truth.leader,
                last_taker=truth.taker,
                trick_open=False,
                partners=tuple(mate for mate in mates if mate != seat),
            ):
                continue
            if not self.players[seat].claims(self._look(seat)):
                continue
            total = self._total(seat) + rules.compensation(seat)
            yield Act(Claimed(seat))
            yield Act(Counted(seat, tuple(card for mate in mates for card in truth.piles[mate])))
            if total < rules.needed:
                if rules.sixty_claim == "draw" and total == rules.needed - 1 == 60:
                    self._win("draw", ())
                else:
                    others = self._others(seat)
                    sides = {self._side(its) for its in others}
                    shared = rules.multi_loss == "deal_ends_others_win" or len(sides) == 1
                    self._win("claim_false", others if shared else ())
            elif rules.deal_end != "until_one_left":
                self._win("claim_true", mates)
            else:
                self._leave(seat)
            return

    def _leave(self, seat: Seat) -> None:
        """A player got out: his hand goes where the option says, the next in turn leads."""
        rules, truth = self.rules, self.truth
        following = next(its for its in self._turn(seat) if its != seat)
        if rules.leaver_hand == "own_pile":
            truth.piles[seat].extend(truth.hands[seat])
        elif rules.leaver_hand == "under_stock":
            truth.stock.extend(truth.hands[seat])
        truth.hands[seat] = []
        truth.active.remove(seat)
        truth.out.append(seat)
        truth.leader = following
        if len(truth.active) == 1:
            self._win("one_left", tuple(truth.out))

    def _draws(self) -> Iterator[Act]:
        truth = self.truth
        sizes = {seat: len(truth.hands[seat]) for seat in truth.active}
        first = self._turn(truth.leader)[0]
        for seat in draw_order(self.rules, self._turn(first), first, sizes, len(truth.stock)):
            card = truth.stock.pop(0)
            truth.hands[seat].append(card)
            yield Act(Drew(seat, 1), drawn=(card,))

    def _annuls(self) -> bool:
        """Is a combination shown now thrown in (`first_deal_combo`)?"""
        rules = self.rules
        return (
            rules.first_deal_combo == "redeal"
            and not self.truth.tricks
            and (rules.first_deal_scope == "initial_hand_of_each_deal" or self.first_deal)
        )

    def _stops(self) -> Iterator[Act]:
        truth, rights = self.truth, ComboRights.of(self.rules)
        for seat in self._turn(truth.leader):
            hand = tuple(truth.hands[seat])
            for combo in find_combos(self.rules, self.order.trump, hand):
                on_lead = seat == truth.leader
                effect = rights.effects[combo]
                if effect is Effect.NONE or (combo is Combo.MOLODKA and on_lead):
                    continue
                if not (on_lead or combo in rights.out_of_turn):
                    continue
                if effect is Effect.LEAD and len(hand) > self._most(seat):
                    continue  # with unequal hands the whole hand cannot be led (RULEBOOK 1.3)
                if not self.players[seat].stops(self._look(seat), combo):
                    continue
                yield Act(Stopped(seat, combo.value, hand))
                if self._annuls():
                    self._win("annul", ())
                elif effect is Effect.WIN:
                    self._win("combo", self._mates(seat))
                elif effect is Effect.LEAVE:
                    self._leave(seat)
                else:
                    truth.leader = self._seized = seat
                return

    def _raises(self) -> Iterator[Act]:
        rules, truth = self.rules, self.truth
        if not rules.stakes:
            return
        seat = truth.leader
        sides = {its: self._side(its) for its in self.seats}
        leader_side = sides[seat]
        if truth.stake.raise_foul(rules, sides[seat], None, leader_side=leader_side, card_led=False):
            return
        if not self.players[seat].raises(self._look(seat)):
            return
        while True:
            truth.stake = truth.stake.raised(sides[seat])
            to = truth.stake.open_to or TOP
            yield Act(Raised(seat, to))
            seat = self.chance.choice(responders(rules, self.seats, seat, sides))
            answer = self.players[seat].answers(self._look(seat), to, to < TOP)
            if answer == Answer.REFUSE:
                yield Act(Refused(seat))
                truth.stake = truth.stake.refused(sides[seat])
                self._win("stake_refused", self._others(seat))
                return
            if answer == Answer.ACCEPT or to >= TOP:
                yield Act(Accepted(seat))
                truth.stake = truth.stake.accepted()
                return

    # --- the trick --------------------------------------------------------------------------------------

    def _trick(self) -> Iterator[Act]:
        truth = self.truth
        seat = truth.leader
        led = self._lead(seat)
        whole = len(truth.hands[seat]) == len(led) == self.rules.hand_size
        self._lay(seat, led, 0)
        yield Act(Lead(seat, led))
        if whole and self._wins_by_lead(seat, led):
            self._plays = []
            return
        lying, target, taker = list(led), led, seat
        for other in self._turn(seat)[1:]:
            if not truth.hands[other]:
                continue
            reply, down = self.players[other].reply(self._look(other, target=target))
            self._lay(other, () if down else reply, len(reply) if down else 0, reply)
            lying.extend(reply)
            if down:
                yield Act(Reply(other, (), len(reply)), down=reply)
                continue
            yield Act(Reply(other, reply, 0))
            if self.order.beats(reply, target):
                target, taker = reply, other
        truth.piles[taker].extend(lying)
        truth.leader = truth.taker = taker
        truth.tricks += 1
        self._plays = []
        yield Act(Took(taker))

    def _lay(self, seat: Seat, up: tuple[Card, ...], down: int, cards: tuple[Card, ...] = ()) -> None:
        for card in cards or up:
            self.truth.hands[seat].remove(card)
        self._plays.append((seat, up, down))

    def _most(self, seat: Seat) -> int:
        """Most cards this player may lead: no more than the smallest hand where the lead is capped."""
        truth = self.truth
        most = len(truth.hands[seat])
        if self.rules.short_hand == "lead_capped":
            sizes = [len(truth.hands[its]) for its in truth.active if its != seat and truth.hands[its]]
            most = min([most, *sizes])
        return most

    def _lead(self, seat: Seat) -> tuple[Card, ...]:
        rules = self.rules
        hand = tuple(self.truth.hands[seat])
        most = self._most(seat)
        look = self._look(seat, most=most)
        seized, self._seized = self._seized == seat, None
        if seized:
            return hand
        if len(hand) == rules.hand_size <= most and may_lead_mixed(rules, self.order.trump, hand):
            combo = find_combos(rules, self.order.trump, hand)[0]
            if self.players[seat].stops(look, combo):
                return hand
        return self.players[seat].lead(look)

    def _wins_by_lead(self, seat: Seat, led: tuple[Card, ...]) -> bool:
        """A whole hand that was led without a word and is a combination that ends something (RULEBOOK 1.9)."""
        rights = ComboRights.of(self.rules)
        for combo in find_combos(self.rules, self.order.trump, led):
            effect = rights.effects[combo]
            if self._annuls():
                self._win("annul", ())
            elif effect is Effect.WIN:
                self._win("combo", self._mates(seat))
            elif effect is Effect.LEAVE:
                self.truth.piles[seat].extend(led)
                self._leave(seat)
            else:
                continue
            return True
        return False

    def _count(self) -> Iterator[Act]:
        """All cards are played: the piles are counted, and who has won (RULEBOOK 1.10)."""
        rules = self.rules
        if rules.deal_end != "until_one_left":
            for seat in self.seats:
                mates = self._mates(seat)
                if seat == mates[0]:
                    pile = tuple(card for mate in mates for card in self.truth.piles[mate])
                    yield Act(Counted(seat, pile))
        if rules.deal_end == "until_one_left":
            self._win("counted", tuple(self.truth.out))
            return
        if rules.no_claim_end == "void_redeal" and rules.deal_end != "play_out":
            self._win("void_redeal", ())
            return
        totals = {self._side(seat): self._total(seat) for seat in self.seats}
        most = max(totals.values())
        best = [side for side, total in totals.items() if total == most]
        if len(best) > 1:
            self._win("draw", ())
        else:
            self._win("counted", self._mates(best[0]))
