"""What was spoken, from a side file, told in the right place between what was seen.

Acts are understood some tenths of a second after they are complete; a word is there at once. To keep the
order in which things happened, a word is held until everything that was under way when it was spoken has
been understood.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from bura.cards import parse_cards
from bura.errors import BuraError, ParseError
from bura.table import SEATS, Belief, Said, TableEvent, Word

#: how long after a word an act may still be understood that was complete before it, seconds
SLACK_S = 1.0
#: the longest that anything under way holds a word back, seconds
LONGEST_S = 5.0


class SpokenQueue:
    """Words waiting for their moment.

    :param words: in any order.
    """

    def __init__(self, words: Iterable[Said] = ()) -> None:
        self._words = sorted(words, key=lambda said: said.at_s)

    def merge(
        self, events: Iterable[TableEvent], now_s: float, pending_s: float | None = None
    ) -> tuple[TableEvent, ...]:
        """Put the words that are due between the events understood now.

        :param events: what was understood with the picture taken at ``now_s``.
        :param pending_s: since when something is under way that is not understood yet; None when nothing is.
        """
        merged: list[TableEvent] = []
        for event in events:
            merged.extend(self._until(event.at_s))
            merged.append(event)
        due = now_s - SLACK_S
        if pending_s is not None:
            due = max(min(due, pending_s), now_s - LONGEST_S)
        merged.extend(self._until(due))
        return tuple(merged)

    def rest(self) -> tuple[Said, ...]:
        """All that is left, at the end of a recording."""
        return tuple(self._until(float("inf")))

    def _until(self, at_s: float) -> list[Said]:
        count = sum(said.at_s <= at_s for said in self._words)
        due, self._words = self._words[:count], self._words[count:]
        return due


def read_spoken(path: Path) -> tuple[Said, ...]:
    """Read a side file, one word a line: ``{"at_s": 61.0, "seat": "A", "say": "claim"}``.

    ``cards`` (``["QH", "KH"]``), ``number``, ``combination`` and ``suit`` may stand beside it where the
    word has them.

    :raises ParseError: when the file cannot be read, or naming the line that cannot.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ParseError(f"there is no file {path} of spoken words: check the name") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"the spoken words {path} cannot be read: {error}") from error
    said = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            said.append(_said(json.loads(line)))
        except (BuraError, ValueError, TypeError, KeyError) as error:
            what = f"it has no {error}" if isinstance(error, KeyError) else str(error)
            raise ParseError(
                f'line {number} of {path} is not like {{"at_s": 61.0, "seat": "A", "say": "claim"}}: {what}'
            ) from error
    return tuple(said)


def _said(value: object) -> Said:
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")
    at_s = value["at_s"]
    if isinstance(at_s, bool) or not isinstance(at_s, int | float) or not 0 <= at_s < float("inf"):
        raise ValueError(f"at_s must be a time in seconds, not {at_s!r}")
    if value["seat"] not in SEATS:
        raise ValueError(f"the seat must be one of {', '.join(SEATS)}, not {value['seat']!r}")
    words = ", ".join(Word)
    if value["say"] not in set(Word):
        raise ValueError(f"the word must be one of {words}, not {value['say']!r}")
    number = value.get("number")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
        raise ValueError(f"number must be a whole number, not {number!r}")
    cards = value.get("cards", [])
    text = " ".join(cards) if isinstance(cards, list) else str(cards)
    return Said(
        at_s=float(at_s),
        seat=value["seat"],
        word=Word(value["say"]),
        cards=tuple(Belief.sure(card) for card in parse_cards(text)),
        number=number,
        combination=value.get("combination"),
        suit=value.get("suit"),
    )
