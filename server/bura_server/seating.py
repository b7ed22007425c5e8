"""Are the seats a person names at the table?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bura.errors import BuraError
from bura.table import Said, Seat


class SeatError(BuraError):
    """A seat that is not at the table."""


def _at_table(seats: Sequence[Seat]) -> str:
    return f"the seats are {', '.join(seats)}"


def check_dealer(dealer: Seat | None, seats: Sequence[Seat]) -> None:
    """The dealer named on the command line sits at the table.

    :raises SeatError: when not.
    """
    if dealer is not None and dealer not in seats:
        raise SeatError(f"--dealer {dealer} is not at the table: {_at_table(seats)}")


def check_spoken(path: Path | None, spoken: Iterable[Said], seats: Sequence[Seat]) -> None:
    """Whoever speaks in a side file sits at the table.

    :raises SeatError: naming the first word of somebody else.
    """
    for said in spoken:
        if said.seat not in seats:
            raise SeatError(
                f"{path} has seat {said.seat} speak at {said.at_s:g} s, but {_at_table(seats)}: correct the seat"
            )


def check_viewer(viewer: str, roles: Iterable[str], seats: Sequence[Seat]) -> None:
    """Whoever looks at a scoreboard is known.

    :param roles: viewers that are no seats.
    :raises SeatError: when it is neither one of them nor a seat.
    """
    known = tuple(roles)
    if viewer not in known and viewer not in seats:
        raise SeatError(f"--viewer {viewer} is nobody here: {_at_table(seats)}, or {', '.join(known)}")
