"""The log as the page shows it, and what a misread card may have been."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from bura.cards import Card, Suit, mask_of
from bura.events import Amend, Dealt, Event, Lead, TrumpShown, event_to_json
from bura.log import Entry, Story
from bura_server.errors import ApiError, Code

Json = dict[str, Any]

#: a card whose probability is below this is shown with a question mark
DOUBT_BELOW = 0.9

#: order in which suits are offered
_SUITS = tuple(Suit)


def current(story: Story) -> dict[int, tuple[Event, ...]]:
    """seq of each amended entry -> the events that now stand there."""
    amended: dict[int, list[Event]] = {}
    for told in story.told:
        if told.amended_by is not None:
            amended.setdefault(told.entry.seq, []).append(told.event)
    return {seq: tuple(events) for seq, events in amended.items()}


def to_rows(entries: Sequence[Entry], story: Story) -> tuple[Json, ...]:
    """One row per entry, as `bura_server.schemas.Row`."""
    now = current(story)
    standing = {told.entry.seq for told in story.told}
    return tuple(to_row(entry, now.get(entry.seq), entry.seq in standing) for entry in entries)


def to_row(entry: Entry, now: tuple[Event, ...] | None = None, standing: bool = True) -> Json:
    """The row of one entry.

    :param now: what stands there after corrections; None: as first written.
    :param standing: False when a correction has removed it.
    """
    row = entry.to_json()
    del row["v"]
    if isinstance(entry.event, Amend):
        return row
    if now is not None:
        row["now"] = [event_to_json(event) for event in now]
        row["corrected"] = True
    elif not standing:
        row["now"] = []
        row["corrected"] = True
    elif entry.belief is not None and entry.belief.cards:
        row["doubt"] = [belief.confidence < DOUBT_BELOW for belief in entry.belief.cards]
    return row


def corrected_row(target: Entry, amend: Amend) -> Json:
    """The row of an entry after the newest correction of it."""
    return to_row(target, amend.instead or None, amend.instead is None or bool(amend.instead))


def events_at(entries: Sequence[Entry], story: Story, seq: int) -> tuple[Event, ...]:
    """What stands at an entry now.

    :raises ApiError: when there is no such entry, or it is a correction.
    """
    if not 1 <= seq <= len(entries):
        raise ApiError(Code.NOT_FOUND, f"there is no entry {seq}: the log has {len(entries)}")
    event = entries[seq - 1].event
    if isinstance(event, Amend):
        raise ApiError(Code.BAD_REQUEST, f"entry {seq} is a correction: correct entry {event.target} instead")
    return tuple(told.event for told in story.told if told.entry.seq == seq)


def cards_of(event: Event) -> tuple[Card | None, ...]:
    """The face-up cards of an event, in its order."""
    if isinstance(event, TrumpShown):
        return (event.card,)
    cards: tuple[Card | None, ...] = getattr(event, "cards", ())
    return cards


def with_card(event: Event, index: int, card: Card) -> Event:
    """The same event with another card at one place."""
    if isinstance(event, TrumpShown):
        return replace(event, card=card)
    cards = list(cards_of(event))
    cards[index] = card
    # Every event with cards has the field that a Lead has.
    return replace(cast(Lead, event), cards=tuple(cards))


def seen_in_deal(story: Story, seq: int) -> int:
    """Mask of the cards that lie face up anywhere in the deal of entry ``seq``."""
    deal = 0
    masks: list[int] = [0]
    for told in story.told:
        if isinstance(told.event, Dealt):
            masks.append(0)
        if told.entry.seq <= seq:
            deal = len(masks) - 1
        masks[-1] |= mask_of(card for card in cards_of(told.event) if card is not None)
    return masks[deal]


def offer(entries: Sequence[Entry], story: Story, pack: Iterable[Card], seq: int, card: int) -> Json:
    """What card number ``card`` of entry ``seq`` may have been, as `bura_server.schemas.Alternatives`.

    Same rank first, then same suit: a reading errs in one of the two far more often than in both. Within a
    group the observer's own second thoughts come first, then cards not seen yet in this deal; legality is
    never asked.
    """
    events = events_at(entries, story, seq)
    places = [(n, i) for n, event in enumerate(events) for i in range(len(cards_of(event)))]
    if card >= len(places):
        raise ApiError(Code.NOT_FOUND, f"entry {seq} has no card number {card}: it shows {len(places)}")
    number, index = places[card]
    now = cards_of(events[number])[index]
    belief = entries[seq - 1].belief
    thoughts = belief.cards[card].ranked if belief is not None and card < len(belief.cards) else ()
    likely = dict(thoughts)
    seen = seen_in_deal(story, seq)

    def order(other: Card) -> tuple[float, bool, int, int]:
        distance = abs(other.index % 13 - now.index % 13) if now is not None else 0
        return (-likely.get(other, 0.0), bool(seen & other.bit), distance, _SUITS.index(other.suit))

    groups: dict[str, list[Card]] = {"same_rank": [], "same_suit": [], "other": []}
    for other in sorted((c for c in pack if c != now), key=order):
        if now is not None and other.rank is now.rank:
            groups["same_rank"].append(other)
        elif now is not None and other.suit is now.suit:
            groups["same_suit"].append(other)
        else:
            groups["other"].append(other)
    return {
        "seq": len(entries),
        "target": seq,
        "card": card,
        "groups": [
            {
                "kind": kind,
                "choices": [
                    {
                        "card": str(other),
                        "seen": bool(seen & other.bit),
                        "instead": [
                            event_to_json(with_card(event, index, other) if n == number else event)
                            for n, event in enumerate(events)
                        ],
                    }
                    for other in cards
                ],
            }
            for kind, cards in groups.items()
            if cards
        ],
    }
