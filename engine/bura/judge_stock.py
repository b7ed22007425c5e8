"""What the rules say of draws, and of cards put back (RULEBOOK 1.7, 2.1, 2.2)."""

from __future__ import annotations

from bura.events import Drew, Returned
from bura.infractions import Rule, Verdict, foul, told, unclear
from bura.judge_cards import Verdicts
from bura.moves import award, rightful
from bura.position import GameState, Phase
from bura.state import apply

_NONE: Verdicts = ()


def drew_verdicts(state: GameState, event: Drew, seq: int, _after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "drew"),)),)
    verdicts: list[Verdict] = []
    if state.phase is Phase.TAKE and state.trick is not None:
        facts: tuple[tuple[str, object], ...] = (("what", "took"),)
        verdicts.append(unclear(Rule.MISSED_ACT, None, (*state.trick.seqs, seq), facts))
    probe = state
    one = Drew(event.seat, 1)
    for _ in range(max(1, event.count)):
        verdict = _draw(probe, player, event.seat, seq)
        if verdict is not None and verdict not in verdicts:
            verdicts.append(verdict)
        if event.count > 1:
            probe = apply(probe, one, seq)
    return tuple(verdicts)


def _draw(state: GameState, player: int, seat: str, seq: int) -> Verdict | None:
    """One drawn card (RULEBOOK 1.7, 2.1, 2.2)."""
    if state.phase is Phase.TAKE and state.trick is not None:
        state = award(state, rightful(state, None if state.trick.taker is not None else player))
    size = state.rules.hand_size
    holds = state.hands[player]
    full = holds >= size
    if full and state.owed[player]:
        return told(Rule.LATE_DRAW, seat, (seq,))
    if not state.stock:
        return unclear(Rule.IMPOSSIBLE_COUNT, seat, (seq,), (("place", "stock"), ("count", 1), ("there", 0)))
    if full:
        return foul(state.rules, Rule.EXTRA_CARD, seat, (seq,), (("holds", holds + 1), ("size", size)))
    if state.due:
        if state.draws == player or player in state.due[: state.passed]:
            return None
        facts = (("turn", state.seats[state.draws if state.draws is not None else player]),)
        return foul(state.rules, Rule.DRAW_OUT_OF_TURN, seat, (seq,), facts)
    if state.trick is not None:
        return foul(state.rules, Rule.DRAW_OUT_OF_TURN, seat, (*state.trick.seqs, seq))
    if state.rules.short_stock == "leave_unused" and state.taker is not None:
        over = (("holds", holds + 1), ("size", size), ("left", True))
        return foul(state.rules, Rule.EXTRA_CARD, seat, (seq,), over)
    # short of a card he did not draw in time: he may until the next lead (RULEBOOK 2.16)
    return told(Rule.LATE_DRAW, seat, (seq,))


def returned_verdicts(state: GameState, event: Returned, seq: int, _after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None or state.hands[player] <= state.rules.hand_size:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "returned"),)),)
    return _NONE
