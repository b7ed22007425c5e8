"""Checking again beside the live reading: of the cards that were laid, how many are right before and after.

    .venv/bin/python benchmarks/recheck.py CLIPS [--json OUT.json] [--details]

A clip is a folder with clip.mp4, table.toml and truth.jsonl, as `bura simulate` makes them. Each is refereed with
evidence, as `bura serve` keeps it; then every entry of a play is checked again, as the desk does it. A card counts
as doubtful where its reading was less sure than the desk's question mark asks for. "After" is what stands when the
umpire takes the likeliest card wherever checking again does not find the logged one. Nothing but the pictures that
were kept is looked at.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bura.events import Lead, Reply
from bura_server.compare import interval
from bura_server.evidence.recheck import kept_of, recheck
from bura_server.evidence.rereading import reread
from bura_server.opening import Reader
from bura_server.rows import DOUBT_BELOW
from bura_server.session import TableSession
from bura_server.store.database import Database
from bura_server.table import TableWish, open_session

NEAR_S = 4.0
"""a play is told within so many seconds of its true time"""


@dataclass(frozen=True, slots=True)
class Checked:
    """One card of a play that was seen, before and after it was checked again."""

    clip: str
    seq: int
    true: str
    live: str | None
    """as logged; None: not read"""
    confidence: float
    """with which it was read"""
    again: str | None
    """what stands after checking again"""
    sure: float
    """… and with which confidence the pictures show that"""
    read_from: str
    pictures: int

    @property
    def doubtful(self) -> bool:
        """The desk shows a question mark, or no card."""
        return self.live is None or self.confidence < DOUBT_BELOW


def referee(folder: Path, data: Path) -> TableSession:
    """A clip, watched to its end; its evidence is written."""
    database = Database.in_folder(data)
    say = folder / "say.jsonl"
    wish = TableWish(
        str(folder / "clip.mp4"),
        rules=json.loads((folder / "meta.json").read_text("utf-8"))["rules"],
        layout=folder / "table.toml",
        say=say if say.exists() else None,
        data=data,
        new=True,
    )
    session = open_session(wish, lambda _: None, database, speed=0)
    session.start()
    while session.snapshot.table["state"] != "ENDED":
        if session.snapshot.table["source"]["status"] in ("broken", "refused"):
            raise SystemExit(f"{folder}: {session.snapshot.table['source']['message']}")
        time.sleep(0.1)
    session.stop()
    return session


def plays(folder: Path) -> Iterator[tuple[float, str, str, list[str]]]:
    """(time, kind, seat, cards) of the true plays with face-up cards."""
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        event = row.get("event", {})
        if event.get("type") in ("lead", "reply") and event.get("cards"):
            yield row["at_s"], event["type"], event["seat"], event["cards"]


def check(folder: Path, reader: Reader) -> tuple[list[Checked], int]:
    """(the cards of a clip's plays, how many true ones have no entry with as many cards)."""
    with tempfile.TemporaryDirectory() as data:
        session = referee(folder, Path(data))
        book = session.book
        left = [(entry, entry.event) for entry in book.entries if isinstance(entry.event, Lead | Reply)]
        found, unmatched = [], 0
        for at_s, kind, seat, cards in plays(folder):
            fitting = [
                (entry, event)
                for entry, event in left
                if abs(entry.at_s - at_s) <= NEAR_S
                and (event.TYPE, event.seat, len(event.cards)) == (kind, seat, len(cards))
            ]
            if not fitting:
                unmatched += len(cards)
                continue
            entry, event = min(fitting, key=lambda one: abs(one[0].at_s - at_s))
            left.remove((entry, event))
            kept = kept_of(session.evidence, entry.seq)
            told = recheck(reread(kept.pictures, reader), book.entries, book.story(), entry.seq)
            beliefs = entry.belief.cards if entry.belief is not None else ()
            for number, (slot, live) in enumerate(zip(told["cards"], event.cards, strict=True)):
                best = slot["choices"][0] if slot["choices"] else None
                stays = slot["confidence"] > 0 or best is None
                found.append(
                    Checked(
                        folder.name,
                        entry.seq,
                        # cards of one play have no order: what is there is that card, the rest is compared in order
                        str(live) if str(live) in cards else _other(cards, event.cards, number),
                        None if live is None else str(live),
                        beliefs[number].confidence if number < len(beliefs) else 1.0,
                        slot["now"] if stays or best is None else best["card"],
                        slot["confidence"] if stays or best is None else best["probability"],
                        kept.source,
                        len(kept.pictures),
                    )
                )
        return found, unmatched


def _other(cards: Sequence[str], logged: Sequence[object], number: int) -> str:
    """The true card that stands for a wrong one: the first that no right one stands for, in order."""
    rest = [card for card in cards if card not in {str(one) for one in logged}]
    wrong = [place for place, one in enumerate(logged) if str(one) not in cards]
    return rest[wrong.index(number)]


def told(cards: Sequence[Checked], name: str) -> str:
    """A line: of so many cards right before, right after."""
    before = sum(card.live == card.true for card in cards)
    after = sum(card.again == card.true for card in cards)
    low, high = (100 * share for share in interval(after, len(cards)))
    return f"| {name} | {len(cards)} | {before} | {after} | {low:.0f} to {high:.0f} % |"


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--details", action="store_true")
    options = parser.parse_args()
    reader = Reader()
    cards: list[Checked] = []
    unmatched = 0
    for folder in options.clips:
        some, without = check(folder, reader)
        cards += some
        unmatched += without
        if options.details:
            for card in some:
                if card.doubtful or card.live != card.true or card.again != card.true:
                    sys.stdout.write(f"{json.dumps(asdict(card))}\n")
    groups = {
        "all cards laid": cards,
        "live reading wrong or doubtful": [c for c in cards if c.doubtful or c.live != c.true],
        "live reading right and sure": [c for c in cards if not c.doubtful and c.live == c.true],
    }
    sys.stdout.write("| cards | n | right before | right after | after, 95 % |\n|---|---|---|---|---|\n")
    for name, group in groups.items():
        sys.stdout.write(told(group, name) + "\n")
    sys.stdout.write(f"{unmatched} more have no entry with as many cards.\n")
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(card) for card in cards], indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
