"""Scripted deals through the fast simulation, for tests of the watching side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from bura.cards import pack, parse_cards
from bura.table import CardsLaid, CardsTakenBack, CardsTurned, TableEvent
from bura_datasets.fast import FAST, Errors, FastDeal
from bura_datasets.habits import Habits
from bura_datasets.script import Act, Script
from bura_vision.layout import default_layout
from bura_vision.pipeline import watch
from bura_vision.watcher import Watcher

#: a detector without any error
PERFECT = Errors(miss=0.0, miss_back=0.0, confuse=0.0, half_turn=0.0, jitter_cm=0.05, ghost=0.0)

HANDS = {"A": "KC QC AH", "B": "AC 10C 7D"}


def script(acts: Sequence[Act], hands: dict[str, str] | None = None, trump: str = "9D") -> Script:
    """A classic deal with these hands and acts; the rest of the pack is the stock."""
    held = {seat: parse_cards(text) for seat, text in (hands or HANDS).items()}
    last = parse_cards(trump)
    used = {card for cards in held.values() for card in cards} | set(last)
    rest = [card for card in pack(36) if card not in used]
    Random(5).shuffle(rest)
    return Script("classic31", list(held)[-1], held, (*rest, *last), tuple(acts))


def watched(
    acts: Sequence[Act],
    errors: Errors = PERFECT,
    seed: int = 1,
    prepare: Callable[[Watcher, TableEvent], None] | None = None,
    *,
    pixels: bool = True,
    habits: Habits | None = None,
) -> list[TableEvent]:
    """Every event that the watcher makes of the acts.

    :param prepare: called with the watcher after each event, to say what a referee would say.
    :param pixels: compare the sketches' pixels; else what was drawn (`bura_datasets.fast_table.LabelEye`).
    :param habits: of the players; tidy ones without it.
    """
    play = script(acts)
    deal = FastDeal(play, seed, habits or Habits(jitter=0.05), errors)
    layout = default_layout(len(play.seats))
    watcher = Watcher(layout, deal) if pixels else Watcher(layout, deal, FAST, eye=deal.eye)
    events = []
    for tick in watch(deal, watcher):
        for event in tick.events:
            events.append(event)
            if prepare is not None:
                prepare(watcher, event)
    return events


def told(event: TableEvent) -> str:
    """An event in a few words, without times: ``laid A KC QC``, ``laid B +2``, ``drawn A 1``."""
    words = [event.NAME.removeprefix("cards_")]
    seat = getattr(event, "seat", None)
    if seat is not None or hasattr(event, "seat"):
        words.append(str(seat))
    if isinstance(event, CardsLaid | CardsTakenBack | CardsTurned):
        words += sorted(str(belief.best) for belief in event.cards)
    down = getattr(event, "face_down", 0)
    if down:
        words.append(f"+{down}")
    count = getattr(event, "count", None)
    if count is not None:
        words.append(str(count))
    return " ".join(words)


def story(events: Sequence[TableEvent]) -> list[str]:
    """All events of a deal in words, without its beginning and end."""
    skip = {"deal_began", "trump_seen", "deal_ended"}
    return [told(event) for event in events if event.NAME not in skip]
