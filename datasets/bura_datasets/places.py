"""Where things lie on the simulated table, taken from the same layout file that the watching side reads."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from bura.errors import BuraError

Point = tuple[float, float]
CARD_CM = (6.3, 8.8)
"""width and height of a poker card"""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's side of the table."""

    seat: str
    edge: Point
    """middle of the seat's strip on the table's edge, cm"""
    inward: Point
    """unit vector from that edge into the table"""
    pile: Point
    """where the taken tricks lie, cm"""

    @property
    def upright_deg(self) -> float:
        """Turn of a card that stands upright for this player (0 for the bottom edge, clockwise in the picture)."""
        return float(np.degrees(np.arctan2(self.inward[0], -self.inward[1])))

    @property
    def right(self) -> Point:
        """Unit vector to this player's right hand."""
        return (-self.inward[1], self.inward[0])


@dataclass(frozen=True, slots=True)
class Places:
    """The table's geometry for a number of seats."""

    size_cm: Point
    seats: tuple[str, ...]
    sides: dict[str, Side]
    play: tuple[float, float, float, float]
    """play zone x0, y0, x1, y1 in cm"""
    stock: tuple[float, float, float, float]
    zones: tuple[dict[str, object], ...]
    """the zones as read, for writing the layout again"""

    @property
    def play_centre(self) -> Point:
        x0, y0, x1, y1 = self.play
        return ((x0 + x1) / 2, (y0 + y1) / 2)

    @property
    def stock_at(self) -> Point:
        """Centre of the stock's cards: left of the zone's middle, so that the crosswise trump fits too."""
        x0, y0, x1, y1 = self.stock
        return ((x0 + x1) / 2 - 2.6, (y0 + y1) / 2)


def _bounds(polygon: list[list[float]]) -> tuple[float, float, float, float]:
    points = np.array(polygon, dtype=float)
    x0, y0 = points.min(axis=0)
    x1, y1 = points.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def load_places(seats: int, width_cm: float | None = None) -> Places:
    """The default overhead layout for ``seats`` players, scaled so that the table is ``width_cm`` wide.

    :raises BuraError: when there is no layout for that many seats, or the width is not usable.
    """
    name = f"overhead{seats}.toml"
    file = resources.files("bura_vision").joinpath("layouts", name)
    if not file.is_file():
        raise BuraError(f"{seats} seats: there are layouts for 2, 3 and 4 players")
    return _places(tomllib.loads(file.read_text(encoding="utf-8")), width_cm, name)


def _places(data: dict[str, object], width_cm: float | None, name: str) -> Places:
    table = data["table"]
    zones = data["zone"]
    assert isinstance(table, dict)
    assert isinstance(zones, list)
    width, height = (float(value) for value in table["size_cm"])
    factor = 1.0 if width_cm is None else width_cm / width
    if not (0.5 <= factor <= 3.0):
        raise BuraError(
            f"table width {width_cm} cm: {name} can be scaled to between {width / 2:g} and {width * 3:g} cm"
        )
    size = (width * factor, height * factor)
    scaled: list[dict[str, object]] = []
    rects: dict[tuple[str, str], tuple[float, float, float, float]] = {}
    for zone in zones:
        polygon = [[round(float(x) * factor, 3), round(float(y) * factor, 3)] for x, y in zone["polygon_cm"]]
        scaled.append({**zone, "polygon_cm": polygon})
        rects[zone["kind"], zone.get("seat", "")] = _bounds(polygon)
    names = tuple(sorted(seat for kind, seat in rects if kind == "seat"))
    sides = {seat: _side(seat, rects["seat", seat], rects["pile", seat], size) for seat in names}
    return Places(size, names, sides, rects["play", ""], rects["stock", ""], tuple(scaled))


def _side(
    seat: str, strip: tuple[float, float, float, float], pile: tuple[float, float, float, float], size: Point
) -> Side:
    middle = ((strip[0] + strip[2]) / 2, (strip[1] + strip[3]) / 2)
    distances = {
        (0.0, 1.0): middle[1],
        (0.0, -1.0): size[1] - middle[1],
        (1.0, 0.0): middle[0],
        (-1.0, 0.0): size[0] - middle[0],
    }
    inward = min(distances, key=lambda way: distances[way])
    edge = (
        (middle[0], 0.0 if inward[1] > 0 else size[1])
        if inward[0] == 0.0
        else (0.0 if inward[0] > 0 else size[0], middle[1])
    )
    return Side(seat, edge, inward, ((pile[0] + pile[2]) / 2, (pile[1] + pile[3]) / 2))


def layout_toml(places: Places, corners: tuple[Point, ...]) -> str:
    """The layout as TOML, with the table's corners in the simulated picture."""
    lines = [
        "# The table of this simulated clip; centimetres from the table's top-left corner, x right, y down.",
        "[table]",
        f"size_cm = [{places.size_cm[0]:g}, {places.size_cm[1]:g}]",
        "corners = [" + ", ".join(f"[{x:.5f}, {y:.5f}]" for x, y in corners) + "]",
    ]
    for zone in places.zones:
        polygon = zone["polygon_cm"]
        assert isinstance(polygon, list)
        lines += ["", "[[zone]]", f'kind = "{zone["kind"]}"']
        if "seat" in zone:
            lines.append(f'seat = "{zone["seat"]}"')
        lines.append("polygon_cm = [" + ", ".join(f"[{x:g}, {y:g}]" for x, y in polygon) + "]")
    return "\n".join(lines) + "\n"


def write_layout(path: Path, places: Places, corners: tuple[Point, ...]) -> None:
    """Write `layout_toml` to ``path``."""
    path.write_text(layout_toml(places, corners), encoding="utf-8")
