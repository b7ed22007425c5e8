"""How people move: tempo, tidiness and ways of laying, one set of numbers per clip."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bura_datasets.script import Manner


@dataclass(frozen=True, slots=True)
class Habits:
    """The players' ways. The defaults are those of two calm, tidy players."""

    reach_s: float = 0.5
    """time from the edge to the target"""
    leave_s: float = 0.42
    """time back to the edge"""
    draw_s: float = 0.65
    """time in which a drawn card is pulled from the stock to the edge"""
    dwell_s: float = 0.12
    """fingers on the card after it has landed"""
    pause_s: float = 0.6
    """rest after each act"""
    jitter: float = 0.15
    """share by which all these times vary"""
    turn_sd_deg: float = 4.0
    """untidiness of a laid card's direction"""
    place_sd_cm: float = 0.35
    """untidiness of its place"""
    on_top: bool = True
    """beating cards are laid on the cards they beat (offset), else beside them"""
    fan_cm: float = 6.8
    """distance between the cards of one act; below 6.3 they overlap"""
    manner: Manner = Manner.EACH
    """how several cards are laid, where the script leaves it open"""
    pile_sd_cm: float = 0.25
    """untidiness of the pile"""
    left_handed: bool = False


def random_habits(rng: Random) -> Habits:
    """A pair of players as they come."""
    return replace(
        Habits(),
        reach_s=rng.uniform(0.38, 0.65),
        leave_s=rng.uniform(0.32, 0.55),
        draw_s=rng.uniform(0.42, 0.8),
        dwell_s=rng.uniform(0.06, 0.2),
        pause_s=rng.uniform(0.45, 0.9),
        turn_sd_deg=rng.uniform(2.0, 9.0),
        place_sd_cm=rng.uniform(0.2, 0.6),
        on_top=rng.random() < 0.6,
        fan_cm=rng.choice([6.8, 6.8, 4.2, 3.2]),
        manner=rng.choice([Manner.EACH, Manner.EACH, Manner.TOGETHER]),
        left_handed=rng.random() < 0.15,
    )
