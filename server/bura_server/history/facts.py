"""What is to be said of each deal of a log, worked out from the log alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bura.events import Amend, Claimed, Dealt, Lead, Reply
from bura.infractions import Rule, Status
from bura.log import Entry, Source
from bura.position import ClaimState, GameState
from bura.replay import Replay, Step, replay

VERSION = 1
"""raised whenever the same log gives other facts, so that every index is made anew"""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player in one deal."""

    seat: str
    name: str
    won: bool | None
    """None: nobody won, or the deal runs"""
    points_lo: int
    points_hi: int
    tricks: int
    claims_true: int
    claims_false: int
    claims_other: int
    """void, drawn, or never counted"""
    fouls: int
    acts: int
    """leads and replies"""
    seconds: float
    """taken for them: from the act before until the cards lay"""


@dataclass(frozen=True, slots=True)
class DealFacts:
    """One deal."""

    number: int
    first_seq: int
    last_seq: int
    began_s: float
    """on the log's clock"""
    seconds: float
    reason: str | None
    """what ended it (`bura.result.Reason`); None while it runs"""
    winners: tuple[str, ...]
    stake: int
    plays: int
    """leads and replies that the camera reported"""
    corrected: int
    """how many of them a person corrected"""
    players: tuple[PlayerFacts, ...]


@dataclass
class _Tally:
    claims: dict[int, tuple[str, str]] = field(default_factory=dict)
    """seq → (seat, true, false or other)"""
    fouls: dict[str, int] = field(default_factory=dict)
    acts: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


def corrected_seqs(entries: Sequence[Entry], told: Replay) -> frozenset[int]:
    """The entries that a person's correction stands for."""
    refused = {seq for seq, _ in told.refused}
    newest = {
        entry.event.target: entry.event
        for entry in entries
        if isinstance(entry.event, Amend) and entry.seq not in refused
    }
    return frozenset(target for target, amend in newest.items() if amend.instead is not None)


def deals_of(entries: Sequence[Entry], told: Replay | None = None) -> tuple[DealFacts, ...]:
    """The deals of a log, oldest first.

    :raises LogError: for a log that does not begin with the start of a game.
    """
    told = replay(entries) if told is None else told
    begins = [n for n, step in enumerate(told.steps) if isinstance(step.event, Dealt)]
    corrected = corrected_seqs(entries, told)
    deals = []
    ends = [*begins, len(told.steps)][1:]
    for number, (first, end) in enumerate(zip(begins, ends, strict=True), start=1):
        steps = told.steps[first:end]
        last_seq = told.steps[end].entry.seq - 1 if end < len(told.steps) else len(entries)
        seen = [
            entry
            for entry in entries[steps[0].entry.seq - 1 : last_seq]
            if entry.source is Source.VISION and isinstance(entry.event, Lead | Reply)
        ]
        state = told.state_at(end)
        result = state.result
        deals.append(
            DealFacts(
                number=number,
                first_seq=steps[0].entry.seq,
                last_seq=last_seq,
                began_s=steps[0].entry.at_s,
                seconds=max(0.0, steps[-1].entry.at_s - steps[0].entry.at_s),
                reason=None if result is None else result.reason.value,
                winners=() if result is None else result.winners,
                stake=state.stake.value if result is None else result.stake,
                plays=len(seen),
                corrected=sum(entry.seq in corrected for entry in seen),
                players=_players(state, _tally(steps, state)),
            )
        )
    return tuple(deals)


def _tally(steps: Sequence[Step], end: GameState) -> _Tally:
    tally = _Tally()
    before = steps[0].entry.at_s
    for step in steps:
        seat = getattr(step.event, "seat", None)
        if isinstance(step.event, Lead | Reply):
            tally.acts[step.event.seat] = tally.acts.get(step.event.seat, 0) + 1
            taken = max(0.0, step.entry.at_s - before)
            tally.seconds[step.event.seat] = tally.seconds.get(step.event.seat, 0.0) + taken
        elif isinstance(step.event, Claimed):
            rules = {verdict.rule for verdict in step.verdicts}
            kind = "true" if Rule.CLAIM_TRUE in rules else "false" if Rule.FALSE_CLAIM in rules else "other"
            tally.claims[step.entry.seq] = (step.event.seat, kind)
        for verdict in step.verdicts:
            blamed = verdict.seat or seat
            if verdict.status is Status.FOUL and blamed is not None:
                tally.fouls[blamed] = tally.fouls.get(blamed, 0) + 1
        before = step.entry.at_s
    claim = end.claim
    if claim is not None and claim.seq in tally.claims:
        # what was counted after the claim decides it
        final = {ClaimState.TRUE: "true", ClaimState.FALSE: "false"}.get(claim.state, "other")
        tally.claims[claim.seq] = (tally.claims[claim.seq][0], final)
    return tally


def _players(state: GameState, tally: _Tally) -> tuple[PlayerFacts, ...]:
    names = dict(state.names)
    result = state.result
    blank = PlayerFacts("", "", None, 0, 0, 0, 0, 0, 0, 0, 0, 0.0)
    players = []
    for player, seat in enumerate(state.seats):
        side = state.sides[player]
        points = state.points(side)
        kinds = [kind for who, kind in tally.claims.values() if who == seat]
        players.append(
            replace(
                blank,
                seat=seat,
                name=names.get(seat) or seat,
                won=None if result is None or not result.winners else seat in result.winners,
                points_lo=points.lo,
                points_hi=points.hi,
                tricks=state.piles[side].tricks,
                claims_true=kinds.count("true"),
                claims_false=kinds.count("false"),
                claims_other=kinds.count("other"),
                fouls=tally.fouls.get(seat, 0),
                acts=tally.acts.get(seat, 0),
                seconds=round(tally.seconds.get(seat, 0.0), 3),
            )
        )
    return tuple(players)
