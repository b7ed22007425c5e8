"""What the rules say of what players say and show: claims, counts, turned cards, "Stop!", stakes."""

from __future__ import annotations

from bura import announced, shown
from bura.cards import Card, cards_in
from bura.combos import ComboResult, find_combos
from bura.events import Accepted, Claimed, Counted, Raised, Refused, Revealed, Stopped
from bura.infractions import Rule, Verdict, foul, told, unclear
from bura.judge_cards import Verdicts, card_texts, combination, duplicate, seen_cards
from bura.position import ClaimState, GameState, Phase
from bura.result import Reason
from bura.table import Place

_NONE: Verdicts = ()


def claim_facts(state: GameState) -> tuple[tuple[str, object], ...]:
    """The proof of the newest claim as facts."""
    claim = state.claim
    assert claim is not None
    return (
        ("seen", claim.seen_points),
        ("hidden", claim.hidden),
        ("lo", claim.total.lo),
        ("hi", claim.total.hi),
        ("needed", claim.needed),
        ("implicit", claim.implicit),
    )


def claimed_verdicts(state: GameState, event: Claimed, seq: int, after: GameState) -> Verdicts:
    claim = after.claim
    if state.index(event.seat) is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "claimed"),)),)
    if claim is None or claim is state.claim or claim.seq != seq:
        return (unclear(Rule.AFTER_END, event.seat, (seq,)),)
    return (_claim_verdict(after, event.seat, (*_grounds(after, claim.seat), seq)),)


def _grounds(state: GameState, player: int) -> tuple[int, ...]:
    """The entries that showed the cards of a player's pile."""
    known = state.piles[state.sides[player]].known
    seqs = set()
    while known:
        low = known & -known
        seqs.add(state.shown[low.bit_length() - 1])
        known ^= low
    return tuple(sorted(seqs))


def _claim_verdict(state: GameState, seat: str, rests_on: tuple[int, ...]) -> Verdict:
    claim = state.claim
    assert claim is not None
    facts = claim_facts(state)
    match claim.state:
        case ClaimState.TRUE:
            return told(Rule.CLAIM_TRUE, seat, rests_on, facts)
        case ClaimState.DRAW:
            return told(Rule.CLAIM_DRAW, seat, rests_on, facts)
        case ClaimState.FALSE:
            return foul(state.rules, Rule.FALSE_CLAIM, seat, rests_on, facts)
        case ClaimState.MUST_COUNT:
            return unclear(Rule.CLAIM_MUST_COUNT, seat, rests_on, facts)
        case ClaimState.VOID:
            return foul(state.rules, Rule.CLAIM_OUT_OF_WINDOW, seat, rests_on[-1:], facts)


def claim_verdict(state: GameState) -> Verdict:
    """The verdict on the newest claim as it stands now; the state must have one."""
    assert state.claim is not None
    return _claim_verdict(state, state.seats[state.claim.seat], (state.claim.seq,))


def _rejudged(state: GameState, after: GameState, seq: int) -> Verdicts:
    """A claim that more knowledge has decided: the verdict rests on the claim and on what was seen now."""
    claim = after.claim
    if claim is None or state.claim is None or claim.state is state.claim.state:
        return _NONE
    rests_on = tuple(sorted({*_grounds(after, claim.seat), claim.seq, seq}))
    return (_claim_verdict(after, state.seats[claim.seat], rests_on),)


def counted_verdicts(state: GameState, event: Counted, seq: int, after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "counted"),)),)
    pile = state.piles[state.sides[player]]
    elsewhere = state.located & ~pile.known
    verdicts: list[Verdict] = []
    read = 0
    for card in event.cards:
        if card is None:
            continue
        if not card.bit & state.pack:
            facts: tuple[tuple[str, object], ...] = (("card", str(card)), ("deck", state.rules.pack_size))
            verdicts.append(unclear(Rule.FOREIGN_CARD, event.seat, (seq,), facts))
            continue
        if card.bit & read:
            verdicts.append(duplicate(card, event.seat, "pile", (seq,)))
        elif card.bit & elsewhere:
            where = state.where(card) or "pile"
            verdicts.append(duplicate(card, event.seat, where, (state.shown[card.index], seq)))
        read |= card.bit
    missing = pile.known & ~read
    right = len(event.cards) in (pile.count, pile.count - pile.joined)
    lost = missing.bit_count() > pile.joined
    if not right or (lost and None not in event.cards):
        grounds = {state.shown[card.index] for card in cards_in(missing)}
        facts = (
            ("count", len(event.cards)),
            ("there", pile.count),
            ("missing", card_texts(tuple(cards_in(missing)))),
        )
        verdicts.append(unclear(Rule.COUNT_MISMATCH, event.seat, (*sorted(grounds), seq), facts))
    return (*verdicts, *_rejudged(state, after, seq))


def revealed_verdicts(state: GameState, event: Revealed, seq: int, after: GameState) -> Verdicts:
    player = state.index(event.seat)
    owner = player if event.owner is None else state.index(event.owner)
    if player is None or owner is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "revealed"),)),)
    verdicts = _rejudged(state, after, seq)
    counting = state.over or state.phase is Phase.COUNT
    if counting or event.place is Place.HAND:
        return verdicts
    rules = state.rules
    facts: tuple[tuple[str, object], ...] = (("owner", state.seats[owner]),)
    if event.place is Place.DISCARD:
        play = shown.discard_of(state, owner if event.owner is not None else None, player)
        if play is not None and shown.may_flip(state, play, player):
            return verdicts
        if play is not None and play.seat == player and state.trick is not None:
            return (*verdicts, foul(rules, Rule.FLIP_DISCARD, event.seat, (*play.seqs, seq)))
        return (*verdicts, foul(rules, Rule.PEEK_DISCARDS, event.seat, (seq,), facts))
    if event.place is Place.PILE and state.piles[state.sides[owner]].count:
        own = state.sides[owner] == state.sides[player]
        rule = Rule.LOOK_OWN_PILE if own else Rule.LOOK_OTHER_PILE
        return (*verdicts, foul(rules, rule, event.seat, (seq,), facts))
    return (*verdicts, unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "revealed"),)))


def stopped_verdicts(state: GameState, event: Stopped, seq: int, after: GameState) -> Verdicts:
    player = state.index(event.seat)
    won = state.result is not None and state.result.reason is Reason.COMBO
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "stopped"),)),)
    if state.over and not won:
        return (unclear(Rule.AFTER_END, event.seat, (seq,)),)
    rules = state.rules
    facts: tuple[tuple[str, object], ...] = (("combination", event.combination or ""),)
    if not announced.in_stop_window(state, player) and not won:
        return (foul(rules, Rule.FALSE_STOP, event.seat, (seq,), (*facts, ("late", True))),)
    doubts = seen_cards(state, event.cards, event.seat, seq, player)
    cards = tuple(card for card in event.cards if card is not None and card.bit & state.pack)
    if len(cards) != rules.hand_size:
        return doubts
    return doubts + _shown_hand(state, event, seq, after, cards)


def _shown_hand(
    state: GameState, event: Stopped, seq: int, after: GameState, cards: tuple[Card, ...]
) -> Verdicts:
    """A whole hand is shown with the word: whether it is what was said, and what it does."""
    rules = state.rules
    facts: tuple[tuple[str, object], ...] = (("combination", event.combination or ""),)
    combos = find_combos(rules, state.trump_suit, cards)
    named = event.combination is None or any(combo.value == event.combination for combo in combos)
    if not combos or not named:
        return (foul(rules, Rule.FALSE_STOP, event.seat, (seq,), (*facts, ("cards", card_texts(cards)))),)
    found = combination(state, event.seat, (seq,), after, cards)
    if found:
        return found
    outcome = announced.combo_outcome(after)
    if outcome.result is ComboResult.TAKES_LEAD and outcome.seat == event.seat:
        facts = (("effect", "lead"), ("combination", outcome.combo.value if outcome.combo else ""))
        return (told(Rule.COMBINATION, event.seat, (seq,), facts),)
    effect = "void" if outcome.result is ComboResult.NO_EFFECT else "none"
    facts = (("effect", effect), ("combination", combos[0].value))
    return (told(Rule.COMBINATION, event.seat, (seq,), facts),)


def raised_verdicts(state: GameState, event: Raised, seq: int, _after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", "raised"),)),)
    wrong = announced.raise_foul(state, player, event.to)
    if wrong is None:
        return _NONE
    facts = (("why", wrong.value), ("to", event.to if event.to is not None else 0))
    return (foul(state.rules, Rule.BAD_RAISE, event.seat, (seq,), facts),)


def answer_verdicts(state: GameState, event: Accepted | Refused, seq: int, _after: GameState) -> Verdicts:
    player = state.index(event.seat)
    if player is None:
        return (unclear(Rule.UNPLACED_ACT, event.seat, (seq,), (("what", event.TYPE),)),)
    wrong = announced.answer_foul(state, player)
    if wrong is None:
        return _NONE
    return (foul(state.rules, Rule.BAD_ANSWER, event.seat, (seq,), (("why", wrong.value),)),)
