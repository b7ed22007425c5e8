"""Worked cases that tell a whole deal: the story goes through the same state machine as a live table.

The teller of a case sees every card, a referee does not: face-down cards and draws reach the machine as backs, and
what they are is told only when a pile is counted, after a claim or at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bura.cards import Card, pack
from bura.casechecks import play_of
from bura.casekit import Case, cards_of, one, suit_of
from bura.errors import ParseError
from bura.events import (
    Claimed,
    Counted,
    Dealt,
    Drew,
    Event,
    Lead,
    Reply,
    Returned,
    Revealed,
    Stopped,
    Took,
    TrumpShown,
)
from bura.infractions import Rule
from bura.log import Entry, Source
from bura.position import GameState, Settings, new_state
from bura.replay import Fold, Step
from bura.result import Reason
from bura.rules import RuleSet
from bura.rulings import ACT_WORDS, DEAL_LOST, Act, count_end, rule_act
from bura.table import Place
from bura.tricks import Play

#: how the machine names the end of a deal -> how worked cases do
VERDICTS: Mapping[Reason, str] = {
    Reason.INFRACTION: DEAL_LOST,
    Reason.COMBO: "deal_won",
    Reason.ONE_LEFT: "leaves",
}

#: fouls that are told, not shown -> the event that shows them
_SHOWN_BY: Mapping[Act, Callable[[str], Event]] = {
    Act.TURN_HIDDEN_DISCARD: lambda seat: Revealed(seat, place=Place.DISCARD),
    Act.LOOK_OWN_PILE: lambda seat: Revealed(seat, place=Place.PILE),
}


@dataclass
class _Story:
    """A told deal on its way through the state machine."""

    fold: Fold
    hands: dict[str, list[Card]]
    piles: dict[str, list[Card]]
    tricks: list[list[Any]] = field(default_factory=list)
    lost: str | None = None
    """who lost by a foul that was told and that no event shows"""

    @property
    def state(self) -> GameState:
        """The table now."""
        return self.fold.state

    @property
    def ended(self) -> bool:
        """Is the deal over?"""
        return self.state.result is not None or self.lost is not None

    @property
    def claimable(self) -> bool:
        """Does a claim still decide something? After the last trick it comes before the count."""
        result = self.state.result
        counts = (Reason.COUNTED, Reason.DRAW, Reason.VOID_REDEAL)
        return self.lost is None and (result is None or result.reason in counts)

    def tell(self, event: Event) -> Step:
        """One more event of the log, judged."""
        seq = self.state.seq + 1
        return self.fold.tell(Entry(seq, float(seq), Source.HUMAN, event), event)

    # --- what happens ---------------------------------------------------------------------------------

    def trick(self, event: Mapping[str, Any]) -> None:
        """A whole trick: lead, replies, and who takes it."""
        plays = [play_of(entry) for entry in event["plays"]]
        for play in plays:
            self._lay(play, leads=play is plays[0])
        if self.ended:
            return
        trick = self.state.trick
        assert trick is not None
        taker = self.state.seats[trick.leader if trick.taker is None else trick.taker]
        self.tell(Took(taker))
        cards = [card for play in plays for card in (*play.up, *play.down) if card is not None]
        self.piles[taker] += cards
        self.tricks.append([taker, sum(card.points for card in cards)])

    def _lay(self, play: Play, *, leads: bool) -> None:
        if self.ended:
            return
        cards = [card for card in (*play.up, *play.down) if card is not None]
        if not set(cards) <= set(self.hands[play.seat]):
            raise ParseError(f"{play.seat} lays cards that he does not hold")
        for card in cards:
            self.hands[play.seat].remove(card)
        kind = Lead if leads else Reply
        self.tell(kind(play.seat, play.up, len(play.down)))

    def draws(self, event: Mapping[str, Any]) -> None:
        """The draws after a trick, in the order in which they happened."""
        for seat, text in event["cards"]:
            if self.ended:
                return
            before = self.state.hands[self._index(seat)]
            verdict = self.tell(Drew(seat)).verdict
            if verdict.rule is Rule.EXTRA_CARD and verdict.ruling == "return_warn":
                self.tell(Returned(seat))
            elif not self.ended and self.state.hands[self._index(seat)] > before:
                self.hands[seat].append(Card.parse(text))

    def claim(self, event: Mapping[str, Any]) -> None:
        """A claim; the pile is turned when it decides something."""
        seat = event["player"]
        self.tell(Claimed(seat))
        self._count(seat)

    def combination(self, event: Mapping[str, Any]) -> None:
        """ "Stop!" with the whole hand shown."""
        seat = event["player"]
        cards = cards_of(event["cards"]) if "cards" in event else tuple(self.hands[seat])
        self.tell(Stopped(seat, event.get("combo"), cards))

    def infraction(self, event: Mapping[str, Any]) -> None:
        """A foul that is told."""
        act = ACT_WORDS.get(event["act"])
        if act is None:
            raise ParseError(f"{event['act']!r} is not an act of the rulebook")
        if act in _SHOWN_BY:
            self.tell(_SHOWN_BY[act](event["player"]))
            self._count(event["player"])
        elif rule_act(self.state.rules, act) == DEAL_LOST:
            self.lost = event["player"]

    def _count(self, seat: str) -> None:
        if self.state.claim is not None and self.state.claim.total.exact is False:
            self.tell(Counted(seat, tuple(self.piles[seat])))

    def _index(self, seat: str) -> int:
        place = self.state.index(seat)
        if place is None:
            raise ParseError(f"{seat!r} does not sit at this table")
        return place

    # --- how it ends ----------------------------------------------------------------------------------

    def totals(self) -> dict[str, int]:
        """Points of the piles, with the hand of a player who left and compensations."""
        rules = self.state.rules
        result = {}
        for seat, pile in self.piles.items():
            cards = list(pile)
            left = self._index(seat) in self.state.got_out
            if left and rules.leaver_hand == "own_pile":
                cards += self.hands[seat]
            result[seat] = sum(card.points for card in cards) + rules.compensation(seat)
        return result

    def end(self) -> tuple[str, str | None, str | None]:
        """(verdict, winner, loser) of the deal; a story that stops early is counted as it stands."""
        seats = self.state.seats
        if self.lost is not None:
            rest = [seat for seat in seats if seat != self.lost]
            return DEAL_LOST, one(rest), self.lost
        if self.state.result is None and not any(self.state.hands):
            for seat in seats:
                self.tell(Counted(seat, tuple(self.piles[seat])))
        result = self.state.result
        if result is None:
            verdict, winner = count_end(self.state.rules, self.totals())
            return verdict.value, winner, None
        fault = result.reason in (Reason.CLAIM_FALSE, Reason.DEAL_LOST, Reason.INFRACTION, Reason.ONE_LEFT)
        loser = one(result.losers) if fault else None
        winner = one(result.winners) if result.reason is not Reason.ONE_LEFT else None
        return VERDICTS.get(result.reason, result.reason.value), winner, loser


_EVENTS: Mapping[str, Callable[[_Story, Mapping[str, Any]], None]] = {
    "trick": _Story.trick,
    "draws": _Story.draws,
    "claim": _Story.claim,
    "combo": _Story.combination,
    "stop": _Story.combination,
    "infraction": _Story.infraction,
}


def _undeclared(rules: RuleSet) -> RuleSet:
    """The rules of a story in which nobody declares a combination.

    Declaring is a right (RULEBOOK 1.9): a whole hand that is merely led is a lead. Only where laying it on one's
    own lead *is* the declaration does it stay one.
    """
    if rules.bura_effect == "instant_win":
        rules = replace(rules, bura_effect="lead_right")
    return replace(rules, moscow_effect="lead_right")


def check_deal(case: Case) -> dict[str, Any]:
    """A deal from the hands as dealt to its verdict. Totals and the verdict are per seat, also in pairs.

    :raises ParseError: for cards that cannot be: not in the pack, dealt twice, laid by somebody else.
    """
    situation = case.situation
    rules = replace(case.rules(deck=situation["deck"], hand_size=situation["hand_size"]), pairs=False)
    if not any(event["type"] in ("combo", "stop") for event in case.action["events"]):
        rules = _undeclared(rules)
    seats = tuple(situation["seats"])
    hands = {seat: list(cards_of(situation["hands"][seat])) for seat in seats}
    held = [card for hand in hands.values() for card in hand]
    if len(set(held)) != len(held) or not set(held) <= set(pack(rules.pack_size)):
        raise ParseError("a card is dealt twice or is not in the pack")
    story = _Story(
        Fold(new_state(rules, seats, settings=Settings(fouls_end_deal=True))),
        hands=hands,
        piles={seat: [] for seat in seats},
    )
    story.tell(Dealt(leader=situation["leader"]))
    trump = suit_of(situation["trump"])
    if "trump_card" in situation:
        card = Card.parse(situation["trump_card"])
    else:  # which one it is matters to nobody who sees every card
        card = next(card for card in pack(rules.pack_size) if card.suit is trump and card not in held)
    if card.suit is not trump:
        raise ParseError(f"the turned {card} is not of the trump suit")
    story.tell(TrumpShown(card))
    for event in case.action["events"]:
        handler = _EVENTS.get(event["type"])
        if handler is None:
            raise ParseError(f"{event['type']!r} is not an event of a told deal")
        if not story.ended or (handler is _Story.claim and story.claimable):
            handler(story, event)
    stock = story.state.stock
    verdict, winner, loser = story.end()
    return {
        "tricks": story.tricks,
        "totals": story.totals(),
        "hands_left": {
            seat: []
            if story._index(seat) in story.state.got_out
            else sorted(str(card) for card in story.hands[seat])
            for seat in seats
        },
        "stock_left": stock,
        "verdict": verdict,
        "deal_winner": winner,
        "deal_loser": loser,
    }


CHECKS: Mapping[str, Callable[[Case], dict[str, Any]]] = {"deal": check_deal}
