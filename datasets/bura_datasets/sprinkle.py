"""Honest table life strewn over a finished script: drinks and phones, elbows, cards put straight, acts that overlap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bura.errors import BuraError
from bura_datasets.script import Act, Draw, Fetch, Lay, Lean, Manner, Put, Script, Straighten, Take
from bura_datasets.things import KINDS


@dataclass(frozen=True, slots=True)
class Life:
    """What happens beside the play. The defaults are a bare table."""

    things: tuple[str, ...] = ()
    """kinds of things that are put down, and some taken away again, while the deal goes on"""
    ready: tuple[str, ...] = ()
    """kinds that have been there from the beginning"""
    leans: int = 0
    """how often an elbow or a hand rests on the edge"""
    straightens: int = 0
    """how often a card that was laid is put straight"""
    hurry: float = 0.0
    """share of acts that begin before the hand before has gone"""
    manners: tuple[Manner, ...] = ()
    """ways of laying that come up besides the players' own"""

    def __post_init__(self) -> None:
        unknown = [thing for thing in (*self.things, *self.ready) if thing not in KINDS]
        if unknown:
            raise BuraError(f"thing {unknown[0]!r} is none of {', '.join(KINDS)}")


def sprinkled(script: Script, life: Life, rng: Random) -> Script:
    """The same deal with ``life`` around it; plays, draws and tricks stay as they are."""
    acts = [_mannered(act, life, rng) for act in script.acts]
    acts = [_hurried(act, before, life, rng) for act, before in zip(acts, [None, *acts], strict=False)]
    between: dict[int, list[Act]] = {}

    def strew(index: int, act: Act) -> None:
        between.setdefault(index, []).append(act)

    before = [Put(seat=rng.choice(script.seats), thing=kind, ready=True, pause_s=0.0) for kind in life.ready]
    calm = [n for n, act in enumerate(acts) if isinstance(act, (Lay, Take, Draw))]
    taken: set[tuple[str, str]] = set()
    for kind in life.things:
        seat = rng.choice([seat for seat in script.seats if (seat, kind) not in taken] or [""])
        if not seat:  # everybody has one already
            continue
        taken.add((seat, kind))
        first, second = sorted(rng.sample(range(1, max(3, len(acts))), 2))
        strew(first, Put(seat=seat, thing=kind, pause_s=_pause(rng)))
        last: Act = Fetch(seat=seat, thing=kind, pause_s=_pause(rng))
        if kind == "drink" or rng.random() < 0.3:
            last = Put(seat=seat, thing=kind, pause_s=_pause(rng))
        strew(second, last)
    for _ in range(life.leans):
        what, stay = rng.choice(["elbow", "elbow", "hand"]), rng.uniform(3.0, 11.0)
        strew(rng.choice(calm), Lean(seat=rng.choice(script.seats), what=what, stay_s=round(stay, 2)))
    laid = [n for n, act in enumerate(acts) if isinstance(act, Lay) and act.cards]
    for n in rng.sample(laid, min(life.straightens, len(laid))):
        strew(n + 1, Straighten(seat=acts[n].seat, pause_s=round(rng.uniform(0.1, 0.7), 2)))
    out: list[Act] = list(before)
    for n, act in enumerate(acts):
        out += sorted(between.get(n, []), key=lambda extra: not isinstance(extra, Straighten))
        out.append(act)
    out += [extra for n, extras in between.items() if n >= len(acts) for extra in extras]
    return replace(script, acts=tuple(out))


def _pause(rng: Random) -> float:
    """Sometimes the hand that brings a thing comes while another one is still over the table."""
    return round(rng.choice([0.4, 0.4, -0.3, -0.6]), 2)


def _mannered(act: Act, life: Life, rng: Random) -> Act:
    if not (isinstance(act, Lay) and life.manners and act.manner is Manner.EACH):
        return act
    return replace(act, manner=rng.choice([Manner.EACH, *life.manners]))


def _hurried(act: Act, before: Act | None, life: Life, rng: Random) -> Act:
    """An act of another seat may begin while the hand before is on its way out."""
    apart = before is not None and before.seat != act.seat and isinstance(before, (Lay, Draw))
    if not apart or not isinstance(act, (Lay, Draw)) or rng.random() >= life.hurry:
        return act
    return replace(act, pause_s=round(-rng.uniform(0.1, 0.35), 2))
