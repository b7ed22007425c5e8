"""A hard shadow that wanders over the table lays, takes and draws nothing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from tests.vision.support.deals import PERFECT, script, story

from bura.cards import parse_cards
from bura_datasets.fast import FastDeal
from bura_datasets.habits import Habits
from bura_datasets.script import Act, Draw, Lay, Rest, Take
from bura_vision.layout import default_layout
from bura_vision.pipeline import watch
from bura_vision.source import Frame, Item
from bura_vision.watcher import Watcher

ENTERS_S = 6.0
"""when the shadow enters; the lead lies still by then"""
ACTS: tuple[Act, ...] = (
    Lay(seat="A", cards=parse_cards("KC QC")),
    Rest(seconds=16.0),
    Lay(seat="B", cards=parse_cards("AC 10C")),
    Take(seat="B"),
    Draw(seat="B"),
    Draw(seat="A"),
)
TOLD = ["laid A KC QC", "laid B 10C AC", "taken B", "drawn B 1", "drawn A 1"]


class Shaded(FastDeal):
    """A deal over which the edge of a shadow passes: what lies behind it has less light from then on."""

    light = 0.4
    """what of the light is left in the shadow"""
    speed_cm_s = 25.0
    direction_deg = 0.0
    enters_s = ENTERS_S
    cloud_s = 0.0
    """the shadow is that of the window beside the sun, and a cloud takes the difference away this often"""

    def __iter__(self) -> Iterator[Item]:
        noise = np.random.default_rng(1)
        across, down = np.meshgrid(np.arange(self.size_px[0]), np.arange(self.size_px[1]))
        angle = np.radians(self.direction_deg)
        depth = (across * np.cos(angle) + down * np.sin(angle)) / self.scale
        depth -= depth.min()
        for item in super().__iter__():
            assert isinstance(item, Frame)
            edge = (item.at_s - self.enters_s) * self.speed_cm_s
            dark = np.clip((edge - depth) / 1.5 + 0.5, 0.0, 1.0)  # the edge is a few millimetres soft
            if self.cloud_s:
                dark *= np.clip(0.5 + np.sin(2 * np.pi * item.at_s / self.cloud_s), 0.0, 1.0)
            gain = 1.0 - (1.0 - self.light) * dark
            lit = item.image * gain[..., None] + noise.normal(0.0, 1.0, item.image.shape)
            yield Frame(np.clip(lit, 0, 255).astype(np.uint8), item.index, item.at_s)


def watched(**light: float) -> list[str]:
    deal = Shaded(script(ACTS), 1, Habits(jitter=0.05, fan_cm=6.8), PERFECT)
    for name, value in light.items():
        setattr(deal, name, value)
    events = [event for tick in watch(deal, Watcher(default_layout(2), deal)) for event in tick.events]
    return joined(story(events))


def joined(words: list[str]) -> list[str]:
    """One line for cards that one seat laid one after the other."""
    found: list[list[str]] = []
    for line in words:
        parts = line.split()
        if found and parts[0] == "laid" and found[-1][:2] == parts[:2]:
            found[-1] += parts[2:]
        else:
            found.append(parts)
    return [" ".join([*parts[:2], *sorted(parts[2:])]) for parts in found]


@pytest.mark.parametrize(
    ("light", "speed_cm_s", "direction_deg"),
    [(0.65, 40.0, 0.0), (0.4, 25.0, 90.0), (0.4, 12.0, 215.0), (0.25, 25.0, 0.0)],
)
def test_a_shadow_that_passes_over_lying_cards_is_no_play(
    light: float, speed_cm_s: float, direction_deg: float
) -> None:
    assert watched(light=light, speed_cm_s=speed_cm_s, direction_deg=direction_deg) == TOLD


def plays(told: list[str]) -> list[str]:
    """What was laid and taken; a draw may go unseen where the light on the stock changes, none may be made up."""
    assert set(told) <= set(TOLD)
    return [line for line in told if not line.startswith("drawn")]


@pytest.mark.parametrize("direction_deg", [25.0, 160.0])
@pytest.mark.parametrize(("light", "edge_cm"), [(0.4, 20.0), (0.6, 45.0)])
def test_light_that_creeps_over_the_table_is_no_hand(
    light: float, edge_cm: float, direction_deg: float
) -> None:
    """A shadow's edge at the stock or in the play zone that wanders six times as fast as the sun makes it."""
    speed_cm_s = 0.12
    enters_s = -edge_cm / speed_cm_s
    told = watched(light=light, speed_cm_s=speed_cm_s, direction_deg=direction_deg, enters_s=enters_s)
    assert plays(told) == plays(TOLD)


@pytest.mark.parametrize("cloud_s", [9.0, 31.0])
@pytest.mark.parametrize("direction_deg", [20.0, 160.0])
def test_clouds_before_the_sun_lay_and_take_nothing(cloud_s: float, direction_deg: float) -> None:
    """Half the table lies in the sun, which comes and goes."""
    told = watched(light=0.6, speed_cm_s=1e-3, direction_deg=direction_deg, enters_s=-45e3, cloud_s=cloud_s)
    assert plays(told) == plays(TOLD)
