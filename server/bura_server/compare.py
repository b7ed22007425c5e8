"""What was refereed against what truly happened: for benchmarks, and for people who label their own recordings.

Acts are matched in order, within a tolerance of time, kind by kind; an act that has no match on the other
side is missed or invented. A foul that the truth does not hold is a false accusation.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bura.errors import ParseError
from bura.events import Missed
from bura.log import Entry

#: log event types that a camera has to see, and the kind under which they are counted
KINDS = {
    "lead": "plays",
    "reply": "plays",
    "drew": "draws",
    "took": "takes",
    "taken_back": "taken back",
    "revealed": "turned",
    "trump_shown": "trump",
}
#: how far the times of one act may lie apart
TOLERANCE_S = 3.0
#: how long after an act that it did not see the referee may make it good: a trick and its draws
MADE_GOOD_S = 30.0
#: what an alert must be at least, to count as an accusation
ACCUSING = ("warning", "loss")
#: verdicts that accuse nobody, whatever their weight
TOLD = frozenset(
    {
        "claim_true",
        "claim_must_count",
        "claim_draw",
        "combination",
        "deal_counted",
        "missed_draw",
        "partial_beat",
    }
)


@dataclass(frozen=True, slots=True)
class Act:
    """One act, as compared."""

    at_s: float
    kind: str
    what: str
    """seat and cards: two acts with the same text are the same act"""


@dataclass(slots=True)
class Score:
    """How one kind of act came out."""

    right: int = 0
    missed: list[Act] = field(default_factory=list)
    invented: list[Act] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many truly happened."""
        return self.right + len(self.missed)

    def add(self, other: Score) -> None:
        """Sum up clips."""
        self.right += other.right
        self.missed += other.missed
        self.invented += other.invented


@dataclass(slots=True)
class Comparison:
    """All kinds of one recording."""

    scores: dict[str, Score]
    """by kind: plays, draws, takes, …, alerts"""
    made_good: frozenset[Act] = frozenset()
    """acts that were not seen, or not wholly, and that the referee completed by himself from what followed"""

    @property
    def false_accusations(self) -> list[Act]:
        """Alerts without a foul."""
        return self.scores["alerts"].invented if "alerts" in self.scores else []

    @property
    def perfect(self) -> bool:
        """Nothing missed and nothing invented."""
        return all(not score.missed and not score.invented for score in self.scores.values())

    @property
    def untouched(self) -> bool:
        """Has nobody to correct an act: is none missed, invented or wrong that the referee did not make good?"""
        return all(act.kind == "alerts" or act in self.made_good for act, _ in self.differences())

    def differences(self) -> list[tuple[Act, str]]:
        """(act, ``missed`` or ``invented``) in order of time."""
        found = [(act, "missed") for score in self.scores.values() for act in score.missed]
        found += [(act, "invented") for score in self.scores.values() for act in score.invented]
        return sorted(found, key=lambda pair: pair[0].at_s)


def interval(right: int, total: int) -> tuple[float, float]:
    """95 % Wilson interval of a share."""
    if total == 0:
        return 0.0, 1.0
    z, p = 1.96, right / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    reach = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def read_truth(path: Path) -> list[dict[str, Any]]:
    """The lines of a truth file.

    :raises ParseError: naming the file and the line that cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ParseError(f"the truth file {path} cannot be read: {error}") from error
    rows = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            float(row["at_s"])
            if not isinstance(row.get("event", row.get("verdict")), dict):
                raise ValueError("it holds neither an event nor a verdict")
        except (ValueError, TypeError, KeyError) as error:
            raise ParseError(f"line {number} of {path} is no line of a truth file: {error}") from error
        rows.append(row)
    return rows


def compare(
    truth: Iterable[Mapping[str, Any]],
    entries: Iterable[Entry],
    alerts: Iterable[Mapping[str, Any]],
    tolerance_s: float = TOLERANCE_S,
) -> Comparison:
    """Match a log and its alerts with the truth.

    :param alerts: of a scoreboard, as JSON.
    :param tolerance_s: how far the times of one act may lie apart.
    """
    true_acts: list[Act] = []
    for row in truth:
        if "event" in row:
            true_acts += _acts(float(row["at_s"]), row["event"])
        elif row["verdict"]["rule"] not in TOLD:
            verdict = row["verdict"]
            true_acts.append(
                Act(float(row["at_s"]), "alerts", f"{verdict['rule']} {verdict.get('seat') or ''}")
            )
    seen: list[Act] = []
    seen_entries = tuple(entries)
    for entry in seen_entries:
        seen += _acts(entry.at_s, entry.to_json()["event"])
    mild: set[Act] = set()
    for alert in alerts:
        if alert["rule"] not in TOLD:
            act = Act(float(alert["at_s"]), "alerts", f"{alert['rule']} {alert.get('seat') or ''}")
            seen.append(act)
            if alert["severity"] not in ACCUSING:
                mild.add(act)
    kinds = dict.fromkeys(["plays", "draws", "takes", "trump"])
    kinds |= dict.fromkeys(act.kind for act in [*true_acts, *seen])
    scores = {
        kind: _match(
            [act for act in _joined(true_acts) if act.kind == kind],
            [act for act in _joined(seen) if act.kind == kind],
            tolerance_s,
        )
        for kind in kinds
    }
    if "alerts" in scores:
        # a notice that is not in the truth accuses nobody
        scores["alerts"].invented = [act for act in scores["alerts"].invented if act not in mild]
    return Comparison(scores, _made_good(scores, seen_entries))


def _made_good(scores: Mapping[str, Score], entries: Sequence[Entry]) -> frozenset[Act]:
    """What the referee wrote down as done unseen, and was."""
    good: list[Act] = []

    def take(acts: Sequence[Act], what: str, at_s: float) -> Act | None:
        """The newest act with these words that is not made good yet, and not long ago."""
        fits = [its for its in acts if its.what == what and 0.0 <= at_s - its.at_s <= MADE_GOOD_S]
        return next((its for its in reversed(fits) if its not in good), None)

    for entry in entries:
        missed = entry.event
        if not isinstance(missed, Missed) or missed.seat is None:
            continue
        if missed.what in ("drew", "took"):
            kind = "draws" if missed.what == "drew" else "takes"
            for _ in range(max(1, missed.count)):
                act = take(scores[kind].missed, f"{missed.seat} {kind}", entry.at_s)
                good += [act] if act is not None else []
        elif missed.what == "laid":
            good += _hidden(scores["plays"], missed, entry.at_s)
    return frozenset(good)


def _hidden(plays: Score, missed: Missed, at_s: float) -> tuple[Act, ...]:
    """The play as it was and as it was seen, with so many cards fewer, when those lay face down."""
    for told in reversed(plays.invented):
        words, down = _down(told.what)
        if words[0] != missed.seat or not 0.0 <= at_s - told.at_s <= MADE_GOOD_S:
            continue
        for act in reversed(plays.missed):
            if abs(act.at_s - told.at_s) <= TOLERANCE_S and _down(act.what) == (words, down + missed.count):
                return act, told
    return ()


def _down(what: str) -> tuple[list[str], int]:
    """(the words of a play without its face-down cards, their number)."""
    words = what.split()
    if words[-1] != "down":
        return words, 0
    return words[:-2], int(words[-2])


def _acts(at_s: float, event: Mapping[str, Any]) -> list[Act]:
    kind = KINDS.get(event["type"])
    if kind is None:
        return []
    seat = event.get("seat", "")
    if kind == "draws":
        return [Act(at_s, kind, f"{seat} draws")] * int(event.get("count", 1))
    if kind == "takes":
        return [Act(at_s, kind, f"{seat} takes")]
    if kind == "trump":
        return [Act(at_s, kind, f"trump {event.get('card')}")]
    cards = " ".join(sorted(str(card) for card in event.get("cards", ())))
    down = int(event.get("face_down", 0))
    words = [seat, event["type"], cards, f"+{down} down" if down else ""]
    return [Act(at_s, kind, " ".join(word for word in words if word))]


def _joined(acts: Sequence[Act]) -> list[Act]:
    """Acts by time, equal times in the order given."""
    return sorted(acts, key=lambda act: act.at_s)


def _match(true_acts: Sequence[Act], seen: Sequence[Act], tolerance_s: float) -> Score:
    """The longest common course of two courses of acts (both in order of time)."""
    rows, columns = len(true_acts), len(seen)
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            take = 1 + best[i + 1][j + 1] if _same(true_acts[i], seen[j], tolerance_s) else 0
            best[i][j] = max(take, best[i + 1][j], best[i][j + 1])
    score = Score()
    i = j = 0
    while i < rows and j < columns:
        if _same(true_acts[i], seen[j], tolerance_s) and best[i][j] == 1 + best[i + 1][j + 1]:
            score.right += 1
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            score.missed.append(true_acts[i])
            i += 1
        else:
            score.invented.append(seen[j])
            j += 1
    score.missed += true_acts[i:]
    score.invented += seen[j:]
    return score


def _same(a: Act, b: Act, tolerance_s: float) -> bool:
    return a.what == b.what and abs(a.at_s - b.at_s) <= tolerance_s
