"""What one viewer may see: the scoreboard.

State and view are different things. A view is built for one viewer on the server's side, field by field; nothing
that is hidden from him is in it under any name. Points of a running deal are shown only as the table's counting
mode allows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bura.bounds import Points
from bura.cards import cards_in
from bura.infractions import Rule, Severity, Status
from bura.judge import claim_verdict
from bura.position import ClaimState, GameState, Phase, Standing, known_texts
from bura.replay import Alert, Replay
from bura.result import DealResult
from bura.rules import RuleSet
from bura.table import Seat
from bura.texts import result_text, ruling_text, sentence


class Role(StrEnum):
    """Who looks."""

    TABLE = "table"
    """the screen everybody at the table sees"""
    SEAT = "seat"
    """one player's own screen"""
    UMPIRE = "umpire"
    """sees all that is known"""
    SPECTATOR = "spectator"
    """sees what the table sees, later"""


class Counting(StrEnum):
    """Who sees the points of a running deal."""

    OPEN = "open"
    """everybody"""
    HIDDEN = "hidden"
    """only the umpire, until a claim or the last card ends the deal"""


@dataclass(frozen=True, slots=True)
class Viewer:
    """One who looks at the scoreboard."""

    role: Role = Role.TABLE
    """what he may see"""
    seat: Seat | None = None
    """his seat, with role SEAT"""
    lang: str = "en"
    """language of the sentences"""

    @classmethod
    def parse(cls, text: str, lang: str = "en") -> Viewer:
        """``table``, ``umpire``, ``spectator``, or the letter of a seat."""
        if text in tuple(Role) and text != Role.SEAT:
            return cls(Role(text), None, lang)
        return cls(Role.SEAT, text, lang)


TABLE = Viewer()
UMPIRE = Viewer(Role.UMPIRE)
SPECTATOR = Viewer(Role.SPECTATOR)


def counting_of(state: GameState) -> Counting:
    """The counting mode of a table: as its rules have it, or as the table agrees (`Settings.counting`)."""
    if state.settings.counting != "rules":
        return Counting(state.settings.counting)
    return counting_by_rules(state.rules)


def counting_by_rules(rules: RuleSet) -> Counting:
    """Who sees running points when the table agrees nothing else.

    The Georgian presets hide them until a claim (RULEBOOK X50) unless ``show_running_points`` opens them; at other
    tables tricks are open and everybody can count, whatever else the table agrees.
    """
    return Counting.HIDDEN if rules.hides_points and not rules.show_running_points else Counting.OPEN


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The view of one viewer; `to_json` is its stable form."""

    seq: int
    rules: str
    status: str
    paused: bool
    deal: int
    turn: Seat | None
    leader: Seat | None
    trump_suit: str | None
    trump_card: str | None
    stock: int | None
    trick: dict[str, Any] | None
    seats: dict[str, dict[str, Any]]
    alerts: tuple[dict[str, Any], ...]
    claim: dict[str, Any] | None
    result: dict[str, Any] | None
    proposed: dict[str, Any] | None
    stake: dict[str, Any]
    match: dict[str, Any]
    counting: str
    dealer: Seat | None

    def to_json(self) -> dict[str, Any]:
        """Plain data with stable names."""
        return {
            "seq": self.seq,
            "rules": self.rules,
            "status": self.status,
            "paused": self.paused,
            "deal": self.deal,
            "dealer": self.dealer,
            "turn": self.turn,
            "leader": self.leader,
            "trump": {"suit": self.trump_suit, "card": self.trump_card},
            "stock": self.stock,
            "trick": self.trick,
            "seats": self.seats,
            "alerts": list(self.alerts),
            "claim": self.claim,
            "result": self.result,
            "proposed": self.proposed,
            "stake": self.stake,
            "match": self.match,
            "counting": self.counting,
        }


def scoreboard(replay: Replay, viewer: Viewer | str = TABLE) -> Scoreboard:
    """The scoreboard of one viewer.

    :param viewer: a `Viewer`, or ``"table"``, ``"umpire"``, ``"spectator"``, or a seat's letter.
    """
    if isinstance(viewer, str):
        viewer = Viewer.parse(viewer)
    if viewer.role is Role.SPECTATOR:
        replay = delayed(replay, replay.state.settings.spectator_delay_s)
    state = replay.state
    names = dict(state.names)
    counting = counting_of(state)
    shown = counting is Counting.OPEN or viewer.role is Role.UMPIRE
    ended = state.result is not None and state.phase in (Phase.OVER, Phase.WAITING)
    to_act = state.to_act
    return Scoreboard(
        seq=replay.seq,
        rules=state.rules.name,
        status=_status(state),
        paused=state.paused,
        deal=state.deal,
        dealer=_seat(state, state.dealer),
        turn=_seat(state, to_act),
        leader=_seat(state, state.leader),
        trump_suit=None if state.trump_suit is None else state.trump_suit.value,
        trump_card=None if state.trump is None else str(state.trump),
        # before the first deal nobody knows of a stock: none is not an empty one
        stock=state.stock if state.deal else None,
        trick=_trick(state),
        seats={
            seat: _seat_view(state, player, names, _points_of(state, player, viewer, shown, ended))
            for player, seat in enumerate(state.seats)
        },
        alerts=tuple(
            alert_to_json(alert, state, viewer) for alert in replay.alerts if _visible(alert, state)
        ),
        claim=_claim(state, names, viewer.lang),
        result=_result(state.result, names, viewer, shown or ended),
        proposed=_result(None if ended else state.proposed, names, viewer, viewer.role is Role.UMPIRE),
        stake=_stake(state),
        match=_match(state),
        counting=counting.value,
    )


def delayed(replay: Replay, delay_s: float) -> Replay:
    """The replay as it was ``delay_s`` seconds before its newest entry."""
    until = replay.state.at_s - delay_s
    steps = tuple(step for step in replay.steps if step.entry.at_s <= until)
    if len(steps) == len(replay.steps):
        return replay
    if not steps:
        # the very start of the table holds no secret
        steps = replay.steps[:1]
    then = replay.state_at(len(steps))
    seqs = {step.entry.seq for step in steps}
    return replace(
        replay,
        state=then,
        steps=steps,
        alerts=tuple(alert for alert in replay.alerts if alert.seq in seqs),
        results=tuple(result for result in replay.results if result.deal < then.deal),
        refused=(),
    )


def _status(state: GameState) -> str:
    """The phase, or "over" while the result of the last deal still stands."""
    if state.phase is Phase.WAITING and state.result is not None:
        return Phase.OVER.value
    return state.phase.value


def _seat(state: GameState, player: int | None) -> Seat | None:
    return None if player is None else state.seats[player]


def _trick(state: GameState) -> dict[str, Any] | None:
    trick = state.trick
    if trick is None:
        return None
    return {
        "leader": state.seats[trick.leader],
        "taker": _seat(state, trick.taker),
        "plays": [
            {
                "seat": state.seats[play.seat],
                "cards": [None if card is None else str(card) for card in play.up],
                "face_down": play.down,
                "beats": _beats(play.standing),
                "standing": play.standing.value,
            }
            for play in trick.plays
        ],
    }


def _beats(standing: Standing) -> bool | None:
    """True: it beats; False: it is given; None: it is the lead, not complete, or cannot be told."""
    if standing in (Standing.LEAD, Standing.OPEN, Standing.UNKNOWN):
        return None
    return standing is Standing.BEATS


def _points(points: Points) -> dict[str, int]:
    return {"lo": points.lo, "hi": points.hi}


def _points_of(state: GameState, player: int, viewer: Viewer, shown: bool, ended: bool) -> Points | None:
    side = state.sides[player]
    if viewer.role is Role.UMPIRE or ended:
        return state.points(side)
    return state.public_points(side) if shown else None


def _seat_view(
    state: GameState, player: int, names: Mapping[Seat, str], points: Points | None
) -> dict[str, Any]:
    seat, side = state.seats[player], state.sides[player]
    # an agreed open hand (`open_hands`) is nobody's secret: the cards of it that were seen are shown to all
    lying_open = {"cards": list(known_texts(state.held[player]))} if state.rules.is_open(seat) else {}
    return {
        "name": names.get(seat) or seat,
        "hand": state.hands[player],
        "side": state.side_name(side),
        "active": state.active(player),
        "tricks": state.piles[side].tricks,
        "pile": state.piles[side].count,
        "points": None if points is None else _points(points),
        **lying_open,
    }


def _visible(alert: Alert, state: GameState) -> bool:
    return alert.deal == state.deal


#: rules whose sentence tells points
_TELLS_POINTS = frozenset({Rule.CLAIM_OUT_OF_WINDOW})
GATHERED = "…"
"""what an alert tells in place of cards that lie in a pile by now, where points are hidden"""


def _in_a_pile(fact: object, state: GameState) -> bool:
    """Does a fact of a verdict name a card that was gathered?"""
    piles = 0
    for pile in state.piles:
        piles |= pile.known
    words = fact.split() if isinstance(fact, str) else ()
    return any(str(card) in words for card in cards_in(piles))


def alert_to_json(alert: Alert, state: GameState, viewer: Viewer) -> dict[str, Any]:
    """An alert as one viewer may see it: what `Scoreboard.alerts` holds.

    :param state: the table now: its names, and who may see points.
    """
    verdict = alert.verdict
    names = dict(state.names)
    facts = dict(verdict.facts)
    shown = viewer.role is Role.UMPIRE or counting_of(state) is Counting.OPEN
    if not shown and alert.deal == state.deal and not state.over:
        lies = {name for name, value in facts.items() if _in_a_pile(value, state)}
        if lies:
            hidden = tuple((name, GATHERED if name in lies else value) for name, value in verdict.facts)
            verdict, facts = replace(verdict, facts=hidden), dict(hidden)
    if verdict.rule in _TELLS_POINTS and not shown:
        facts = {}
    text = sentence(verdict, names, viewer.lang)
    ruling = ruling_text(verdict.ruling, viewer.lang)
    if ruling and verdict.status is Status.FOUL and verdict.severity is Severity.LOSS:
        text = f"{text} ({ruling})"
    return {
        "seq": alert.seq,
        "at_s": alert.at_s,
        "rule": verdict.rule.value,
        "status": verdict.status.value,
        "severity": verdict.severity.value,
        "seat": verdict.seat,
        "text": text,
        "ruling": verdict.ruling,
        "facts": facts,
        "rests_on": list(verdict.rests_on),
        "acknowledged": alert.acknowledged,
    }


def _claim(state: GameState, names: Mapping[Seat, str], lang: str) -> dict[str, Any] | None:
    claim = state.claim
    if claim is None:
        return None
    seat = state.seats[claim.seat]
    wire: dict[str, Any] = {"seat": seat, "seq": claim.seq, "verdict": claim.state.value, "proof": None}
    if claim.state is not ClaimState.VOID:
        wire["proof"] = {
            "seen": claim.seen_points,
            "hidden": claim.hidden,
            "lo": claim.total.lo,
            "hi": claim.total.hi,
            "needed": claim.needed,
            "text": sentence(claim_verdict(state), names, lang),
        }
    return wire


def _result(
    result: DealResult | None, names: Mapping[Seat, str], viewer: Viewer, points: bool
) -> dict[str, Any] | None:
    if result is None:
        return None
    wire = result.to_json()
    if not points:
        wire["points"] = None
        result = replace(result, points=())
    wire["text"] = result_text(result, names, viewer.lang)
    return wire


def _stake(state: GameState) -> dict[str, Any]:
    stake = state.stake
    return {
        "value": stake.value,
        "asked": stake.open_to,
        "raised_by": stake.raised_by,
        "crawford": stake.crawford,
    }


def _match(state: GameState) -> dict[str, Any]:
    match = state.match
    if match is None:
        return {"score": {}, "over": False, "winners": [], "losers": []}
    if state.result is not None:
        match = match.after(state.rules, state.result.record())
    return {
        "kind": state.rules.match_kind.value,
        "score": dict(match.score),
        "over": match.over,
        "winners": list(match.winners),
        "losers": list(match.losers),
    }
