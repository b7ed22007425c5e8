"""Stretches of rows that only grow: a moment of a long log costs nothing to keep."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, overload

Json = dict[str, Any]


class Rows(Sequence[Json]):
    """The first rows of a list to which rows are only ever added; it stays as it is while the list grows.

    :param rows: the list, which may go on growing; None of its rows is changed or taken out.
    :param length: how many of them these are; None: all there are now.
    """

    __slots__ = ("_length", "_rows")

    def __init__(self, rows: Sequence[Json], length: int | None = None) -> None:
        self._rows = rows
        self._length = len(rows) if length is None else min(length, len(rows))

    def __len__(self) -> int:
        """How many."""
        return self._length

    def __iter__(self) -> Iterator[Json]:
        """One after another; much faster than asking for each by its place."""
        return islice(self._rows, self._length)

    @overload
    def __getitem__(self, place: int) -> Json: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Json, ...]: ...

    def __getitem__(self, place: int | slice) -> Json | tuple[Json, ...]:
        """A row, or a stretch of them; takes as long as the stretch is."""
        if isinstance(place, slice):
            return tuple(self._rows[n] for n in range(*place.indices(self._length)))
        if not -self._length <= place < self._length:
            raise IndexError(f"there is no row {place}: there are {self._length}")
        return self._rows[place % self._length]


class Curtain:
    """The rows of a log as they are told while some are covered, worked out once for each row.

    Belongs to rows that nothing has corrected since. Any thread may ask.

    :param plain: all rows, uncovered; may go on growing.
    :param cover: (row, what is covered) → the row as it is told; the same object where nothing is left out.
    :param tells_of: number of the entry that a row tells of: a correction tells of its target.
    """

    def __init__(
        self,
        plain: Sequence[Json],
        cover: Callable[[Json, frozenset[str]], Json],
        tells_of: Callable[[Json], int],
    ) -> None:
        self._plain = plain
        self._cover = cover
        self._tells_of = tells_of
        self._lock = threading.Lock()
        # only the newest way of covering is kept: what, from which entry on
        self._way: tuple[frozenset[str], int] | None = None
        self._told: list[Json] = []
        self._first = 0

    def drawn(self, types: frozenset[str], start: int, length: int) -> tuple[Rows, int]:
        """(the first ``length`` rows, seq of the first that is told without its cards or 0).

        :param types: acts whose cards are covered.
        :param start: … from this entry on.
        """
        with self._lock:
            if self._way != (types, start):
                self._way, self._told, self._first = (types, start), list(self._plain[: start - 1]), 0
            for row in self._plain[len(self._told) : length]:
                shown = self._cover(row, types) if self._tells_of(row) >= start else row
                self._told.append(shown)
                if not self._first and shown.get("hidden"):
                    self._first = int(row["seq"])
            # A moment that is not the newest may be asked for after rows were added.
            first = self._first if self._first <= length else 0
            return Rows(self._told, length), first
