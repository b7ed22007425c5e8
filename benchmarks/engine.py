"""How fast the engine referees: events applied and judged per second, replay time, and how both grow with the log.

    python benchmarks/engine.py [--write docs/benchmarks-engine.md]

Times are processor time of one thread, best of some rounds, so that other work on the machine counts little. The
first line measures the machine itself, because the figures mean nothing without it.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bura.beat import Order
from bura.cards import pack
from bura.events import DealOver, Dealt, Drew, Event, GameStarted, Lead, Ordered, Reply, Took, TrumpShown
from bura.following import Laid, winner
from bura.log import Entry, Source
from bura.observe import observed_deal
from bura.randomplay import Style, play_deal
from bura.referee import Referee
from bura.replay import replay
from bura.rules import Game, RuleSet, find_ruleset
from bura.table import SEATS, TableEvent
from bura.view import scoreboard

#: log lengths measured
LENGTHS = (150, 1_000, 5_000, 20_000)
#: (preset, players) of the table by game
TABLES = (
    ("classic31", 2),
    ("classic31", 4),
    ("georgian3", 2),
    ("pairs5", 4),
    ("burkozel", 3),
    ("leave31", 4),
    ("marriage66", 2),
    ("macao", 4),
)
#: what is asked for: events per second, and milliseconds for a log of 150 entries
WANTED_PER_S, WANTED_MS = 20_000, 10.0


def cpu_s(work: Callable[[], object], rounds: int = 3) -> float:
    """Least processor time of some rounds, in seconds.

    What earlier measurements left in memory is put out of the garbage collector's way; it stays on.
    """
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.freeze()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def machine() -> float:
    """Million additions per second in a plain Python loop."""

    def loop() -> int:
        total = 0
        for i in range(1_000_000):
            total += i
        return total

    return 1.0 / cpu_s(loop)


def events_of(name: str, players: int, count: int) -> list[Event]:
    """The events of legal deals, at least ``count``, cut to it."""
    rules, chance = find_ruleset(name), Random(7)
    story: list[Event] = [GameStarted(name, SEATS[:players])]
    while len(story) < count:
        deal = play_deal(rules, SEATS[:players], chance, style=Style(bluff=0.02))
        story += [Dealt(deal.dealer), TrumpShown(deal.trump), *(act.event for act in deal.acts), DealOver()]
    return story[:count]


def singles_of(name: str, players: int, count: int) -> list[Event]:
    """The events of legal games of single cards (Marriage, Macao), at least ``count``, cut to it."""
    rules, chance, seats = find_ruleset(name), Random(7), SEATS[:players]
    marriage = rules.game is Game.MARRIAGE
    story: list[Event] = []
    while len(story) < count:
        story.append(GameStarted(name, seats))
        sizes = [rules.hand_size] * 50 if marriage else range(1, 53 // players)
        for number, size in enumerate(sizes):
            story += _single_deal(rules, seats, number % players, size, chance)
    return story[:count]


def _single_deal(
    rules: RuleSet, seats: tuple[str, ...], dealer: int, size: int, chance: Random
) -> list[Event]:
    deck = list(pack(rules.pack_size))
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(size)] for _ in seats]
    turned = deck.pop()
    stock = [turned, *deck] if rules.game is Game.MARRIAGE else []
    order, turn = Order.of(rules, turned.suit), (dealer + 1) % len(seats)
    points = [0] * len(seats)
    story: list[Event] = [Dealt(seats[dealer], hand=None if stock else size), TrumpShown(turned)]
    if not stock:
        story += [Ordered(seats[(turn + i) % len(seats)], 0) for i in range(len(seats))]
    while any(hands) and max(points) < 66:
        plays: list[Laid] = []
        for i in range(len(seats)):
            seat = (turn + i) % len(seats)
            held = hands[seat]
            suit = [card for card in held if plays and card.suit is plays[0].card.suit]
            trumps = [card for card in held if plays and card.suit is turned.suit]
            card = chance.choice(held if stock else suit or trumps or held)
            held.remove(card)
            story.append((Reply if plays else Lead)(seats[seat], (card,)))
            plays.append(Laid(seats[seat], card))
        turn = seats.index(winner(order, plays).seat)
        points[turn] += sum(play.card.points for play in plays)
        story.append(Took(seats[turn]))
        for i in range(len(seats)):
            if stock and max(points) < 66:
                hands[(turn + i) % len(seats)].append(stock.pop())
                story.append(Drew(seats[(turn + i) % len(seats)]))
        if rules.game is Game.MACAO:
            points = [0] * len(seats)
    return [*story, DealOver()]


def log_of(story: list[Event]) -> tuple[Entry, ...]:
    """A log that tells this story."""
    return tuple(Entry(seq, float(seq), Source.VISION, event) for seq, event in enumerate(story, start=1))


def sights_of(name: str, players: int, deals: int) -> list[TableEvent]:
    """What a perfect camera reports of some deals."""
    rules, chance = find_ruleset(name), Random(7)
    return [
        event
        for _ in range(deals)
        for event in observed_deal(play_deal(rules, SEATS[:players], chance, style=Style(bluff=0.02)))
    ]


def report() -> tuple[str, bool]:
    """(the tables as Markdown, were the targets met?)."""
    lines = [
        f"Python {platform.python_version()}, {platform.machine()}, one thread, processor time;"
        f" plain loop: {machine():.1f} million additions per second.",
        "",
        "| log entries | replay, ms | events per second |",
        "|---:|---:|---:|",
    ]
    rates: dict[int, float] = {}
    times: dict[int, float] = {}
    for length in LENGTHS:
        log = log_of(events_of("classic31", 2, length))
        spent = cpu_s(lambda log=log: replay(log), rounds=30 if length < 1_000 else 9)  # type: ignore[misc]
        rates[length], times[length] = length / spent, spent * 1000
        lines.append(f"| {length} | {spent * 1000:.1f} | {length / spent:,.0f} |")
    lines += ["", "| game | events per second |", "|---|---:|"]
    slowest = min(rates.values())
    for name, players in TABLES:
        made = events_of if find_ruleset(name).game is Game.BURA else singles_of
        log = log_of(made(name, players, 5_000))
        spent = cpu_s(lambda log=log: replay(log), rounds=9)  # type: ignore[misc]
        slowest = min(slowest, len(log) / spent)
        lines.append(f"| {name}, {players} players | {len(log) / spent:,.0f} |")
    lines += ["", "| one call | microseconds |", "|---|---:|"]
    sights = sights_of("classic31", 2, 40)

    def feed() -> Referee:
        referee = Referee("classic31", ("A", "B"))
        for sight in sights:
            referee.feed(sight)
        return referee

    lines.append(f"| `Referee.feed` of a table event | {cpu_s(feed) / len(sights) * 1e6:.0f} |")
    told = replay(log_of(events_of("classic31", 2, 150)))
    board = cpu_s(lambda: [scoreboard(told).to_json() for _ in range(100)]) / 100
    lines.append(f"| `scoreboard(replay).to_json()` after 150 entries | {board * 1e6:.0f} |")
    met = slowest >= WANTED_PER_S and times[150] <= WANTED_MS
    lines += [
        "",
        f"Wanted: at least {WANTED_PER_S:,} events per second everywhere, at most {WANTED_MS:.0f} ms for 150 entries:"
        f" {'met' if met else 'not met'}.",
    ]
    return "\n".join(lines) + "\n", met


HEAD = """# Engine speed

Measured by `python benchmarks/engine.py --write docs/benchmarks-engine.md`. A log is replayed from its first entry:
every event is applied and judged, all alerts are derived. The time grows in proportion to the length of the log.

"""


def main() -> int:
    """Print the tables, and write them where asked; exit 1 when a target is missed."""
    parser = argparse.ArgumentParser(description="Engine speed")
    parser.add_argument("--write", type=Path, help="also write the tables into this Markdown file")
    arguments = parser.parse_args()
    text, met = report()
    print(text, end="")
    if arguments.write is not None:
        arguments.write.write_text(HEAD + text, encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
