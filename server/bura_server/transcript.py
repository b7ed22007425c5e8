"""A deal in words, one line an entry, for `bura watch`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bura.cards import Card
from bura.events import Event
from bura.log import Entry
from bura.texts import people_text

#: below this probability a card is written with a question mark
DOUBT_BELOW = 0.85


def clock(at_s: float) -> str:
    """``1:04.2``."""
    minutes, seconds = divmod(max(at_s, 0.0), 60.0)
    return f"{int(minutes)}:{seconds:04.1f}"


def describe(entry: Entry, names: Mapping[str, str]) -> str:
    """One entry as a line: its time and what happened.

    :param names: display names by seat; seats without one keep their letter.
    """
    event = entry.event
    said = _SENTENCES.get(event.TYPE, _plain)(event, names)
    return f"{clock(entry.at_s):>7}  {said}{_doubt(entry)}"


def alert_line(alert: Mapping[str, Any]) -> str:
    """One alert of a scoreboard as a line."""
    return f"{clock(float(alert['at_s'])):>7}  ** {alert['text']}"


def summary(board: Mapping[str, Any]) -> str:
    """A scoreboard in a few lines."""
    lines = [""]
    for seat, facts in board["seats"].items():
        points = facts.get("points")
        range_text = "" if not points else f", points {points['lo']}"
        if points and points["hi"] != points["lo"]:
            range_text += f" to {points['hi']}"
        lines.append(f"{facts.get('name') or seat}: {facts['tricks']} tricks{range_text}")
    result = board.get("result")
    if result:
        names = [board["seats"].get(seat, {}).get("name") or seat for seat in result.get("winners", ())]
        winners = people_text(names) if names else "nobody"
        lines.append(f"The deal is over ({result['reason'].replace('_', ' ')}): won by {winners}.")
    alerts = board.get("alerts", [])
    lines.append(f"{len(alerts)} alert{'' if len(alerts) == 1 else 's'}.")
    return "\n".join(lines)


def _doubt(entry: Entry) -> str:
    belief = entry.belief
    if belief is None:
        return ""
    doubtful = [b for b in belief.cards if b.confidence < DOUBT_BELOW]
    notes = []
    if doubtful:
        rivals = [
            f"{b.ranked[0][0].symbol} or {b.ranked[1][0].symbol}" for b in doubtful if len(b.ranked) > 1
        ]
        notes.append("card not sure" + (f": {', '.join(rivals)}" if rivals else ""))
    if belief.seat_guessed:
        notes.append("whose was not seen")
    if belief.confidence < DOUBT_BELOW:
        notes.append(f"{belief.confidence:.0%} sure that it happened")
    return f"   ({'; '.join(notes)})" if notes else ""


def _cards(event: Event) -> str:
    cards: tuple[Card | None, ...] = getattr(event, "cards", ())
    words = [card.symbol if card is not None else "an unread card" for card in cards]
    down = getattr(event, "face_down", 0)
    if down:
        words.append(f"{down} face down")
    return " ".join(words) if not down else ", ".join([" ".join(words[:-1]), words[-1]]).removeprefix(", ")


def _name(event: Event, names: Mapping[str, str]) -> str:
    seat = getattr(event, "seat", None)
    return names.get(seat, seat) if seat else "somebody"


def _act(verb: str) -> Callable[[Any, Mapping[str, str]], str]:
    return lambda event, names: f"{_name(event, names)} {verb} {_cards(event)}".rstrip()


def _word(words: str) -> Callable[[Any, Mapping[str, str]], str]:
    return lambda event, names: f"{_name(event, names)} {words}"


def _missed(event: Any, names: Mapping[str, str]) -> str:
    who = f" of {_name(event, names)}" if event.seat else ""
    return f"something was missed: {event.what.replace('_', ' ')}{who}"


def _plain(event: Event, names: Mapping[str, str]) -> str:
    who = f"{_name(event, names)}: " if getattr(event, "seat", None) else ""
    return f"{who}{event.TYPE.replace('_', ' ')} {_cards(event)}".rstrip()


_SENTENCES: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "game_started": lambda e, _: f"{e.rules}, players {', '.join(e.seats)}",
    "dealt": lambda e, names: (
        "a deal begins" + (f", {names.get(e.dealer, e.dealer)} dealt" if e.dealer else "")
    ),
    "trump_shown": lambda e, _: f"trump {e.card.symbol if e.card else 'not read'}",
    "lead": _act("leads"),
    "reply": _act("lays"),
    "took": _word("takes the trick"),
    "drew": lambda e, names: f"{_name(e, names)} draws" + (f" {e.count} cards" if e.count != 1 else ""),
    "returned": lambda e, names: f"{_name(e, names)} puts {e.count} back on the stock",
    "taken_back": _act("takes back"),
    "revealed": _act("turns up"),
    "counted": _act("is counted:"),
    "claimed": _word("claims"),
    "stopped": _word('says "Stop!"'),
    "raised": lambda e, names: f"{_name(e, names)} raises" + (f" to {e.to}" if e.to else ""),
    "accepted": _word("accepts"),
    "refused": _word("refuses"),
    "objected": lambda e, names: f"{_name(e, names)} objects to the correction in entry {e.target}",
    "missed": _missed,
    "paused": lambda e, _: f"paused: {e.reason}" if e.reason else "paused",
    "resumed": lambda _e, _n: "resumed",
    "deal_over": lambda _e, _n: "the deal is over",
}
