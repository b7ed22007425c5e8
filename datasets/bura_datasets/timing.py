"""When a camera delivers its pictures: evenly, repeated, dropped, stalled or at a rate that varies."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bura.errors import BuraError


@dataclass(frozen=True, slots=True)
class Timing:
    """How unsteady the camera is. The defaults are a steady one."""

    repeated: float = 0.0
    """share of pictures that show what the one before showed (a driver that repeats)"""
    dropped: float = 0.0
    """share of pictures that are missing; the file then carries each picture's own time"""
    stall_every_s: float = 0.0
    """about how often the camera hangs; 0: never"""
    stall_s: float = 0.5
    """… and for how long it then shows the same picture"""
    slowest_fps: float = 0.0
    """a phone in poor light: the rate wanders between the clip's and this one; 0: it does not"""

    def __post_init__(self) -> None:
        if not (0.0 <= self.repeated < 0.9 and 0.0 <= self.dropped < 0.9):
            raise BuraError("shares of repeated and dropped pictures: give 0 to 0.9")
        if self.slowest_fps and not 1.0 <= self.slowest_fps <= 240.0:
            raise BuraError(f"slowest {self.slowest_fps:g} frames a second: give 1 to 240")

    @property
    def uneven(self) -> bool:
        """Whether pictures need times of their own."""
        return self.dropped > 0.0 or self.slowest_fps > 0.0


def frame_times(timing: Timing, fps: float, duration_s: float, rng: Random) -> list[tuple[float, float]]:
    """(time that is shown, time in the file) of each picture, both never falling, in seconds."""
    times: list[tuple[float, float]] = []
    stamp, shown, rate = 0.0, 0.0, fps
    stalled_until = -1.0
    number = 0
    while stamp < duration_s - 1e-6:
        hangs = bool(times) and timing.stall_every_s > 0.0 and stamp >= stalled_until
        if hangs and rng.random() < 1.0 / (timing.stall_every_s * rate):
            stalled_until = stamp + timing.stall_s * rng.uniform(0.6, 1.4)
        repeats = bool(times) and rng.random() < timing.repeated
        if stamp >= stalled_until and not repeats:
            shown = stamp
        if not (timing.dropped and times and rng.random() < timing.dropped):
            times.append((shown, stamp))
        if timing.slowest_fps:
            low, high = sorted((timing.slowest_fps, fps))
            rate = min(high, max(low, rate * rng.uniform(0.85, 1.18)))
            stamp += 1.0 / rate
        else:
            number += 1
            stamp = number / fps
    return times
