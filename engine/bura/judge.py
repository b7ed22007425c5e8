"""`judge`: what the rules say of an act.

A verdict never changes the record and a foul is never an exception. Every function here answers for one kind of
event with all that is wrong with it; nothing wrong is an empty tuple. Whether a weakly seen act may be called a foul
is decided afterwards, in `bura.replay`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bura.cards import Card
from bura.combos import Combo, find_combos
from bura.events import (
    Accepted,
    Claimed,
    Counted,
    Declared,
    Drew,
    Event,
    Lead,
    Missed,
    Raised,
    Refused,
    Reply,
    Returned,
    Revealed,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.infractions import Rule, Verdict, foul, told, unclear
from bura.judge_cards import Verdicts, card_texts, combination, empty_hand, seen_cards, trump_verdicts
from bura.judge_said import (
    answer_verdicts,
    claim_verdict,
    claimed_verdicts,
    counted_verdicts,
    raised_verdicts,
    revealed_verdicts,
    stopped_verdicts,
)
from bura.judge_stock import drew_verdicts, returned_verdicts
from bura.moves import rightful
from bura.position import GameState, Phase, Standing, Trick
from bura.result import Reason
from bura.state import apply
from bura.tricklogic import beats_partly, target_before

__all__ = ["Verdicts", "claim_verdict", "judge"]

_NONE: Verdicts = ()

_DONE = (Phase.OVER, Phase.WAITING)
#: acts that are plays: after the end of a deal they are none
_PLAYS = (Lead, Reply, Declared, TakenBack, Took, Drew, Returned, Raised, Accepted, Refused)


def judge(state: GameState, event: Event, seq: int = 0, after: GameState | None = None) -> Verdicts:
    """Everything the rules say of an event; none when it is simply legal.

    :param state: the table before the event.
    :param seq: the entry of the event.
    :param after: the table after it, where the caller has it already.
    """
    if state.neighbour is not None:
        return (apply(state, event, seq) if after is None else after).said
    handler = _HANDLERS.get(type(event))
    if handler is None:
        return _NONE
    if state.phase in _DONE and isinstance(event, _PLAYS):
        return (unclear(Rule.AFTER_END, getattr(event, "seat", None), (seq,)),)
    if after is None:
        after = apply(state, event, seq)
    verdicts = handler(state, event, seq, after)
    if after.phase is not state.phase:
        verdicts += _ends(state, after, seq)
    return verdicts


def _ends(state: GameState, after: GameState, seq: int) -> Verdicts:
    """Whether the last card has just been played."""
    if after.phase is Phase.COUNT and after.claim is state.claim:
        return (told(Rule.COUNT_NEEDED, None, (seq,)),)
    result = after.result
    if result is None or result is state.result or not result.complete:
        return _NONE
    if result.reason in (Reason.COUNTED, Reason.DRAW):
        return (told(Rule.DEAL_COUNTED, None, (seq,), _totals(after)),)
    return _NONE


def _totals(state: GameState) -> tuple[tuple[str, object], ...]:
    return tuple((state.side_name(side), str(state.points(side))) for side in range(len(state.piles)))


# --- lead and reply -------------------------------------------------------------------------------------


def _lead(state: GameState, event: Lead, seq: int, after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "lead"),)),)
    trick = state.trick
    verdicts = seen_cards(state, event.cards, event.seat, seq, player)
    verdicts += empty_hand(state, player, len(event.cards) + event.face_down, event.seat, seq)
    if state.phase is Phase.TAKE and trick is not None:
        verdicts += (unclear(Rule.MISSED_ACT, None, (*trick.seqs, seq), (("what", "took"),)),)
        trick = None
    if trick is not None and trick.size and player != trick.leader:
        return verdicts + _replied(state, player, event.seat, seq, after)
    rules = state.rules
    if trick is not None and len(trick.plays) > 1 and trick.size:
        return (*verdicts, foul(rules, Rule.LATE_LEAD_CARD, event.seat, (*trick.seqs, seq)))
    if trick is None:
        verdicts += _before_lead(state, player, event.seat, seq)
    if state.stake.open_to is not None:
        verdicts += (foul(rules, Rule.PLAY_BEFORE_ANSWER, event.seat, (state.raise_seq, seq)),)
    return verdicts + _led(state, event, player, seq, after)


def _before_lead(state: GameState, player: int, seat: str, seq: int) -> Verdicts:
    """Whose turn it was, and whether all had drawn."""
    verdicts: list[Verdict] = []
    if state.phase is Phase.DRAW and state.due:
        for late in sorted(set(state.due)):
            facts: tuple[tuple[str, object], ...] = (("count", state.due.count(late)),)
            verdicts.append(foul(state.rules, Rule.MISSED_DRAW, state.seats[late], (seq,), facts))
    leader = state.leads if state.phase is not Phase.TAKE else _next_leader(state, player)
    if leader is not None and leader != player and not _may_seize(state, player):
        facts = (("turn", state.seats[leader]),)
        verdicts.append(foul(state.rules, Rule.LEAD_OUT_OF_TURN, seat, (seq,), facts))
    return tuple(verdicts)


def _next_leader(state: GameState, player: int) -> int:
    return rightful(state, None if state.trick and state.trick.taker is not None else player)


def _may_seize(state: GameState, player: int) -> bool:
    """Has he announced a combination, so that the lead out of turn is judged by the cards?"""
    return any(stop.seat == player for stop in state.stops)


def _led_cards(state: GameState, player: int, cards: tuple[Card | None, ...]) -> tuple[Card, ...]:
    """The known cards of a lead: what lay there already and what is laid now."""
    before = None if state.trick is None else state.trick.play_of(player)
    return (*(before.cards if before else ()), *(card for card in cards if card is not None))


def _led_before(state: GameState, player: int, seq: int) -> tuple[int, ...]:
    """The entries of a lead that was laid bit by bit, the newest last."""
    before = None if state.trick is None else state.trick.play_of(player)
    return (*(before.seqs if before else ()), seq)


def _led(state: GameState, event: Lead, player: int, seq: int, after: GameState) -> Verdicts:
    """The cards of a lead (RULEBOOK 1.3)."""
    seat, cards = event.seat, event.cards
    rules = state.rules
    play = None if after.trick is None else after.trick.play_of(player)
    if play is None:
        # the whole hand has left the table with its player (game 6)
        return combination(
            state, seat, _led_before(state, player, seq), after, _led_cards(state, player, cards)
        )
    rests_on = tuple(sorted({*play.seqs, seq}))
    verdicts: list[Verdict] = []
    known = play.cards
    combos = find_combos(rules, state.trump_suit, known) if play.count == rules.hand_size else ()
    stopped = [stop for stop in state.stops if stop.seat == player]
    if stopped and play.count == rules.hand_size and not combos and None not in play.up and not play.down:
        verdicts.append(
            foul(rules, Rule.FALSE_STOP, seat, (stopped[-1].seq, *rests_on), (("cards", card_texts(known)),))
        )
        return tuple(verdicts)
    combos_found = combination(state, seat, rests_on, after, known)
    if combos_found:
        return combos_found
    if play.down:
        verdicts.append(foul(rules, Rule.LEAD_FACE_DOWN, seat, rests_on))
    whole = any(combo is not Combo.MOLODKA for combo in combos)
    count = play.count
    if count == 1:
        return tuple(verdicts)
    suits = {card.suit for card in known}
    if len(suits) > 1 and rules.lead_suit == "same" and not whole:
        verdicts.append(foul(rules, Rule.MIXED_SUIT_LEAD, seat, rests_on, (("cards", card_texts(known)),)))
    most = max(rules.lead_counts)
    if count > most and not combos:
        verdicts.append(foul(rules, Rule.LEAD_COUNT, seat, rests_on, (("count", count), ("most", most))))
    elif rules.short_hand == "lead_capped":
        hands = [state.hands[i] for i in state.turn_order(player) if i != player and state.hands[i]]
        room = min(hands, default=count)
        if count > room:
            verdicts.append(foul(rules, Rule.LEAD_COUNT, seat, rests_on, (("count", count), ("most", room))))
    return tuple(verdicts)


def _reply(state: GameState, event: Reply, seq: int, after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "reply"),)),)
    if state.trick is None or player == state.trick.leader:
        return _lead(state, Lead(event.seat, event.cards, event.face_down), seq, after)
    verdicts = seen_cards(state, event.cards, event.seat, seq, player)
    verdicts += empty_hand(state, player, len(event.cards) + event.face_down, event.seat, seq)
    if state.stake.open_to is not None:
        verdicts += (foul(state.rules, Rule.PLAY_BEFORE_ANSWER, event.seat, (state.raise_seq, seq)),)
    return verdicts + _replied(state, player, event.seat, seq, after)


def _replied(state: GameState, player: int, seat: str, seq: int, after: GameState) -> Verdicts:
    """A reply as it lies now (RULEBOOK 1.4, 1.5)."""
    rules, trick = state.rules, after.trick
    assert state.trick is not None
    before = state.trick.play_of(player)
    verdicts: list[Verdict] = list(_lead_size(state, seq)) if len(state.trick.plays) == 1 else []
    facts: tuple[tuple[str, object], ...]
    if before is None or before.count >= state.trick.size:
        due = state.to_act
        if due is not None and due != player:
            facts = (("turn", state.seats[due]),)
            verdicts.append(foul(rules, Rule.REPLY_OUT_OF_TURN, seat, (*state.trick.seqs, seq), facts))
    if trick is None:
        return tuple(verdicts)
    index = next((i for i, its in enumerate(trick.plays) if its.seat == player), None)
    if index is None:
        return tuple(verdicts)
    play = trick.plays[index]
    count, size = play.count, trick.size
    if count > size or (play.standing is Standing.GIVEN and count == after.reply_size(player)):
        rests_on = tuple(sorted({*trick.plays[0].seqs, *play.seqs, seq}))
        if count > size:
            facts = (("count", count), ("led", size))
            verdicts.append(foul(rules, Rule.WRONG_COUNT, seat, rests_on, facts))
        else:
            verdicts.extend(_face(state, trick, index, seat, rests_on))
            if play.meant and rules.beat_intent == "declared":
                verdicts.append(_not_beaten(state, seat, rests_on))
    return tuple(verdicts)


def _not_beaten(state: GameState, seat: str, rests_on: tuple[int, ...]) -> Verdict:
    return foul(state.rules, Rule.BAD_DECLARATION, seat, rests_on, (("why", "not_beaten"),))


def _declared(state: GameState, event: Declared, seq: int, after: GameState) -> Verdicts:
    """What is said of a reply (`beat_intent`): in time, and true."""
    player, trick = state.index(event.seat), state.trick
    if player is None or trick is None or player == trick.leader:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "declared"),)),)
    play = trick.play_of(player)
    if play is None or state.rules.beat_intent == "auto":
        return _NONE
    if play is not trick.plays[-1]:
        facts = (("why", "declared_late"),)
        return (foul(state.rules, Rule.BAD_DECLARATION, event.seat, (*play.seqs, seq), facts),)
    assert after.trick is not None
    stands = after.trick.plays[-1]
    if event.beats and stands.standing is Standing.GIVEN:
        return (_not_beaten(state, event.seat, stands.seqs),)
    return _NONE


def _lead_size(state: GameState, seq: int) -> Verdicts:
    """Whether the finished lead has an allowed number of cards: it may grow until somebody replies."""
    assert state.trick is not None
    rules, lead = state.rules, state.trick.plays[0]
    if lead.count in rules.lead_counts or not lead.count or lead.count > max(rules.lead_counts):
        return _NONE
    facts = (("count", lead.count), ("allowed", " ".join(str(n) for n in rules.lead_counts)))
    return (foul(rules, Rule.LEAD_COUNT, state.seats[lead.seat], (*lead.seqs, seq), facts),)


def _face(state: GameState, trick: Trick, index: int, seat: str, rests_on: tuple[int, ...]) -> Verdicts:
    """Whether a given reply lies as the table wants it: face up, face down, or only partly beating."""
    rules, play = state.rules, trick.plays[index]
    if play.down:
        if rules.discard_face == "open":
            return (foul(rules, Rule.DISCARD_FACE_DOWN, seat, rests_on, (("count", play.down),)),)
        if play.up and rules.discard_face == "down_mandatory":
            return (foul(rules, Rule.DISCARD_FACE_UP, seat, rests_on, (("count", len(play.up)),)),)
        return _NONE
    target = target_before(trick, index)
    verdicts: list[Verdict] = []
    if None not in target and beats_partly(state.order, play.cards, target):  # type: ignore[arg-type]
        facts: tuple[tuple[str, object], ...] = (("cards", card_texts(play.cards)),)
        if rules.partial_beat == "take_back":
            verdicts.append(foul(rules, Rule.PARTIAL_BEAT, seat, rests_on, facts))
        else:
            verdicts.append(told(Rule.PARTIAL_BEAT, seat, rests_on, facts))
    if rules.discard_face == "down_mandatory":
        verdicts.append(foul(rules, Rule.DISCARD_FACE_UP, seat, rests_on, (("count", len(play.up)),)))
    return tuple(verdicts)


def _taken_back(state: GameState, event: TakenBack, seq: int, _after: GameState) -> Verdicts:
    player = state.index(event.seat)
    play = None if player is None or state.trick is None else state.trick.play_of(player)
    if play is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "taken_back"),)),)
    return (foul(state.rules, Rule.TAKE_BACK, event.seat, (*play.seqs, seq)),)


def _took(state: GameState, event: Took, seq: int, _after: GameState) -> Verdicts:
    player, trick = state.index(event.seat), state.trick
    if player is None or trick is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "took"),)),)
    verdicts: list[Verdict] = []
    if state.phase is not Phase.TAKE:
        for i in state.turn_order(trick.leader):
            if i == trick.leader:
                continue
            play = trick.play_of(i)
            laid = play.count if play else 0
            if laid < state.reply_size(i):
                facts: tuple[tuple[str, object], ...] = (("count", laid), ("led", trick.size))
                if laid and play is not None:
                    rests_on = (*trick.plays[0].seqs, *play.seqs, seq)
                    verdicts.append(foul(state.rules, Rule.WRONG_COUNT, state.seats[i], rests_on, facts))
                else:
                    facts = (("what", "reply"), ("count", trick.size))
                    verdicts.append(unclear(Rule.MISSED_ACT, state.seats[i], (*trick.seqs, seq), facts))
    due = rightful(state, player)
    if state.sides[due] != state.sides[player]:
        facts = (("taker", state.seats[due]),)
        verdicts.append(foul(state.rules, Rule.WRONG_PILE, event.seat, (*trick.seqs, seq), facts))
    return tuple(verdicts)


def _missed(_state: GameState, event: Missed, seq: int, _after: GameState) -> Verdicts:
    facts = (("what", event.what), ("count", event.count))
    rule = Rule.MISSED_ACT if event.what in ("took", "drew", "reply", "lead", "laid") else Rule.UNPLACED_ACT
    return (unclear(rule, event.seat, (seq,), facts),)


_HANDLERS: dict[type[Event], Callable[[GameState, Any, int, GameState], Verdicts]] = {
    TrumpShown: trump_verdicts,
    Lead: _lead,
    Reply: _reply,
    Declared: _declared,
    TakenBack: _taken_back,
    Took: _took,
    Drew: drew_verdicts,
    Returned: returned_verdicts,
    Missed: _missed,
    Claimed: claimed_verdicts,
    Counted: counted_verdicts,
    Revealed: revealed_verdicts,
    Stopped: stopped_verdicts,
    Raised: raised_verdicts,
    Accepted: answer_verdicts,
    Refused: answer_verdicts,
}
