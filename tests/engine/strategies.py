"""Hypothesis strategies for everything the engine reads."""

from __future__ import annotations

from hypothesis import strategies as st

from bura.cards import CARDS, Card
from bura.events import (
    EVENT_TYPES,
    Accepted,
    Acknowledged,
    Amend,
    Claimed,
    Closed,
    Counted,
    DealOver,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    GameStarted,
    Lead,
    Left,
    Married,
    Missed,
    Objected,
    Ordered,
    Paused,
    Raised,
    Refused,
    Reply,
    Resumed,
    Returned,
    Revealed,
    Ruled,
    Stopped,
    TakenBack,
    Took,
    TrumpShown,
)
from bura.log import Entry, EntryBelief, Source
from bura.table import SEATS, Belief, Place

cards: st.SearchStrategy[Card] = st.sampled_from(CARDS)
maybe_card = st.none() | cards
some_cards = st.lists(maybe_card, max_size=5).map(tuple)
seats = st.sampled_from(SEATS)
maybe_seat = st.none() | seats
counts = st.integers(0, 6)
texts = st.text(max_size=12)

EVENTS: dict[type[Event], st.SearchStrategy[Event]] = {
    GameStarted: st.builds(
        GameStarted,
        st.sampled_from(["classic31", "georgian3"]),
        st.just(("A", "B")),
        st.lists(st.tuples(seats, texts), max_size=2, unique_by=lambda pair: pair[0]).map(tuple),
        st.sampled_from([(), (("threshold", 41),), (("lead_counts", (1, 3)),)]),
        st.sampled_from([(), (("accuse_from", 0.5),), (("fouls_end_deal", True),)]),
    ),
    Dealt: st.builds(Dealt, maybe_seat, maybe_seat, st.none() | st.integers(0, 6)),
    TrumpShown: st.builds(TrumpShown, maybe_card),
    Lead: st.builds(Lead, seats, some_cards, counts),
    Reply: st.builds(Reply, seats, some_cards, counts),
    Declared: st.builds(Declared, seats, st.booleans()),
    TakenBack: st.builds(TakenBack, seats, some_cards, counts),
    Took: st.builds(Took, seats),
    Drew: st.builds(Drew, seats, counts),
    Returned: st.builds(Returned, seats, counts),
    Claimed: st.builds(Claimed, seats),
    Counted: st.builds(Counted, seats, some_cards),
    Revealed: st.builds(Revealed, seats, some_cards, st.sampled_from(Place), maybe_seat),
    Stopped: st.builds(
        Stopped, seats, st.none() | st.sampled_from(["bura", "molodka", "moscow"]), some_cards
    ),
    Raised: st.builds(Raised, seats, st.none() | st.integers(0, 9)),
    Accepted: st.builds(Accepted, seats),
    Refused: st.builds(Refused, seats),
    Ordered: st.builds(Ordered, seats, counts),
    Married: st.builds(Married, seats, st.none() | st.sampled_from("CDHS")),
    Closed: st.builds(Closed, seats),
    Exchanged: st.builds(Exchanged, seats),
    Left: st.builds(Left, seats),
    Missed: st.builds(
        Missed,
        st.sampled_from(["took", "drew", "reply", "lead", "cards_laid", "claimed"]),
        maybe_seat,
        counts,
    ),
    Acknowledged: st.builds(Acknowledged, st.integers(1, 40), texts),
    Objected: st.builds(Objected, seats, st.integers(1, 40), texts),
    Ruled: st.builds(Ruled, st.integers(1, 40), st.booleans(), texts),
    Paused: st.builds(Paused, texts),
    Resumed: st.builds(Resumed),
    DealOver: st.builds(DealOver),
}

#: any event but an amendment or a new game
acts: st.SearchStrategy[Event] = st.one_of(
    *(strategy for cls, strategy in EVENTS.items() if cls is not GameStarted)
)
amends: st.SearchStrategy[Event] = st.builds(
    Amend,
    st.integers(1, 40),
    st.none() | st.lists(acts, max_size=3).map(tuple),
    texts,
    texts,
    st.none() | st.integers(1, 60),
)
events: st.SearchStrategy[Event] = st.one_of(*EVENTS.values(), amends)

probabilities = st.floats(0, 1, allow_nan=False)
beliefs = st.lists(st.tuples(cards, probabilities), max_size=3).map(lambda pairs: Belief(tuple(pairs)))
entry_beliefs = st.builds(EntryBelief, probabilities, st.lists(beliefs, max_size=3).map(tuple), st.booleans())
entries: st.SearchStrategy[Entry] = st.builds(
    Entry,
    st.integers(1, 10_000),
    st.floats(0, 1e6, allow_nan=False),
    st.sampled_from(Source),
    events,
    st.none() | entry_beliefs,
    st.none() | texts,
)

assert set(EVENTS) | {Amend} == set(EVENT_TYPES.values()), "an event type has no strategy"
