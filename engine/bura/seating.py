"""Who sits where: turn order clockwise, and the sides of partners. Answers are kept, for they are asked often."""

from __future__ import annotations

from functools import lru_cache

from bura.rules import RuleSet
from bura.table import Seat


@lru_cache(maxsize=4096)
def turn_order(players: int, out: int, start: int) -> tuple[int, ...]:
    """The players from ``start`` on, clockwise, without those whose bit is set in ``out``."""
    ring = (player % players for player in range(start, start + players))
    return tuple(player for player in ring if not out >> player & 1)


@lru_cache(maxsize=1024)
def side_seats(seats: tuple[Seat, ...], sides: tuple[int, ...], side: int) -> tuple[Seat, ...]:
    """The seats of a side."""
    return tuple(seat for seat, its in zip(seats, sides, strict=True) if its == side)


@lru_cache(maxsize=1024)
def side_name(seats: tuple[Seat, ...], sides: tuple[int, ...], side: int) -> str:
    """A side as matches name it: its seats together, "A" or "AC"."""
    return "".join(side_seats(seats, sides, side))


def sides_of(rules: RuleSet, count: int) -> tuple[int, ...]:
    """The side of each player: partners sit opposite where pairs play, else each is his own."""
    return tuple(i % 2 for i in range(count)) if rules.pairs else tuple(range(count))
