"""What a perfect observer would report of an event: the bridge from a known story to the referee's port.

Simulators, tests and `bura play` know what happened; the referee wants to be told what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bura.cards import Card
from bura.events import (
    Accepted,
    Claimed,
    Counted,
    DealOver,
    Dealt,
    Drew,
    Event,
    Lead,
    Paused,
    Raised,
    Refused,
    Reply,
    Resumed,
    Returned,
    Revealed,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.randomplay import PlayedDeal
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsReturned,
    CardsTaken,
    CardsTakenBack,
    CardsTurned,
    DealBegan,
    DealEnded,
    PileSpread,
    Said,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    Word,
)


def beliefs(cards: tuple[Card | None, ...]) -> tuple[Belief, ...]:
    """Sure beliefs in these cards; an unread card is an empty belief."""
    return tuple(Belief() if card is None else Belief.sure(card) for card in cards)


def observed(event: Event, at_s: float = 0.0) -> TableEvent | None:
    """The table event of a perfect observer; None for what is not seen at a table (corrections, rulings)."""
    make = _SEEN.get(type(event))
    return None if make is None else make(event, at_s)


def observed_deal(deal: PlayedDeal, *, start_s: float = 0.0, step_s: float = 1.0) -> Iterator[TableEvent]:
    """Everything a perfect observer reports of a played deal, ``step_s`` seconds apart."""
    at_s = start_s
    events: tuple[Event, ...] = (
        Dealt(deal.dealer),
        TrumpShown(deal.trump),
        *(act.event for act in deal.acts),
        DealOver(),
    )
    for event in events:
        seen = observed(event, at_s)
        if seen is not None:
            yield seen
        at_s += step_s


_SEEN: dict[type[Event], Callable[[Any, float], TableEvent]] = {
    Dealt: lambda e, t: DealBegan(dealer=e.dealer, at_s=t),
    TrumpShown: lambda e, t: TrumpSeen(Belief() if e.card is None else Belief.sure(e.card), at_s=t),
    Lead: lambda e, t: CardsLaid(e.seat, beliefs(e.cards), e.face_down, at_s=t),
    Reply: lambda e, t: CardsLaid(e.seat, beliefs(e.cards), e.face_down, at_s=t),
    TakenBack: lambda e, t: CardsTakenBack(e.seat, beliefs(e.cards), e.face_down, at_s=t),
    Took: lambda e, t: CardsTaken(e.seat, at_s=t),
    Drew: lambda e, t: CardsDrawn(e.seat, e.count, at_s=t),
    Returned: lambda e, t: CardsReturned(e.seat, e.count, at_s=t),
    Revealed: lambda e, t: CardsTurned(e.seat, beliefs(e.cards), e.place, e.owner, at_s=t),
    Counted: lambda e, t: PileSpread(
        e.seat, beliefs(tuple(c for c in e.cards if c)), e.cards.count(None), at_s=t
    ),
    Claimed: lambda e, t: Said(e.seat, Word.CLAIM, at_s=t),
    Stopped: lambda e, t: Said(e.seat, Word.STOP, beliefs(e.cards), combination=e.combination, at_s=t),
    Raised: lambda e, t: Said(e.seat, Word.RAISE, number=e.to, at_s=t),
    Accepted: lambda e, t: Said(e.seat, Word.ACCEPT, at_s=t),
    Refused: lambda e, t: Said(e.seat, Word.REFUSE, at_s=t),
    Paused: lambda _, t: SourceLost(at_s=t),
    Resumed: lambda _, t: SourceBack(at_s=t),
    DealOver: lambda _, t: DealEnded(at_s=t),
}
