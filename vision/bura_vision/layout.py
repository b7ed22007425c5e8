"""Where things are: the table in the picture, and the zones on the table.

A layout is a small TOML file (``layouts/overhead2.toml`` is the default for two players). Zones are
polygons in table centimetres, so they hold for any camera; only the table's four corners in the picture
depend on where the camera stands, and a homography carries points from one to the other.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from bura.errors import BuraError
from bura.table import SEATS, Seat, ZoneKind

#: (n, 2) float64 points, centimetres or pixels as the name says
Points: TypeAlias = NDArray[np.float64]

#: a table's corner further outside the picture than this share of it is a mistake (centimetres or pixels given)
CORNER_BEYOND = 0.5
#: of a zone this share must lie on the table
ON_TABLE_SHARE = 0.5
#: two zones that share this much of what they cover together are one place
SAME_PLACE_SHARE = 0.8
#: zones are compared on a grid that is this wide
_GRID = 400

#: a playing card (poker size; bridge cards are 0.6 cm narrower, which the tolerances cover)
CARD_WIDTH_CM = 6.3
CARD_HEIGHT_CM = 8.8


class LayoutError(BuraError):
    """A table layout that cannot be used."""


@dataclass(frozen=True, eq=False)
class Zone:
    """One part of the table."""

    kind: ZoneKind
    """what it is for"""
    seat: Seat | None
    """whose it is, for piles and seats; None for the others"""
    polygon_cm: Points
    """(n, 2) corners in table centimetres"""

    def contains(self, point_cm: ArrayLike, margin_cm: float = 0.0) -> bool:
        """Is the point inside, or outside by at most ``margin_cm`` (inside by at least, when negative)?"""
        x, y = np.asarray(point_cm, np.float64)
        return cv2.pointPolygonTest(self._polygon, (float(x), float(y)), True) >= -margin_cm

    @cached_property
    def _polygon(self) -> NDArray[np.float32]:
        return self.polygon_cm.astype(np.float32)

    @cached_property
    def centre_cm(self) -> Points:
        """(2,) middle of the bounding box."""
        x0, y0, x1, y1 = self.bounds_cm
        return np.array([(x0 + x1) / 2.0, (y0 + y1) / 2.0])

    @property
    def bounds_cm(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of the bounding box."""
        low, high = self.polygon_cm.min(axis=0), self.polygon_cm.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


@dataclass(frozen=True, eq=False)
class Layout:
    """A table as a camera sees it."""

    size_cm: tuple[float, float]
    """width and height of the table"""
    corners: Points
    """(4, 2) clockwise from the table's top left, as fractions of the picture's width and height"""
    zones: tuple[Zone, ...]
    """all zones"""

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in order (clockwise)."""
        return tuple(sorted({z.seat for z in self.zones if z.kind is ZoneKind.SEAT and z.seat is not None}))

    def of(self, kind: ZoneKind, seat: Seat | None = None) -> tuple[Zone, ...]:
        """The zones of a kind (and of a seat, when one is named)."""
        found = self._of.get((kind, seat))
        if found is None:
            found = tuple(z for z in self.zones if z.kind is kind and (seat is None or z.seat == seat))
            self._of[kind, seat] = found
        return found

    @cached_property
    def _of(self) -> dict[tuple[ZoneKind, Seat | None], tuple[Zone, ...]]:
        """Answers that were given; they are asked for in every picture."""
        return {}

    @property
    def play(self) -> Zone:
        """Where cards are laid."""
        return self.of(ZoneKind.PLAY)[0]

    def zone_at(self, point_cm: ArrayLike) -> Zone | None:
        """The zone a point lies in; seat strips last, because everything else lies further in."""
        order = sorted(self.zones, key=lambda z: z.kind is ZoneKind.SEAT)
        return next((zone for zone in order if zone.contains(point_cm)), None)

    def depth_cm(self, seat: Seat, point_cm: ArrayLike) -> float:
        """How far a point is from the edge at which a seat sits, centimetres."""
        x, y = (float(v) for v in np.asarray(point_cm, np.float64))
        w, h = self.size_cm
        cx, cy = self.of(ZoneKind.SEAT, seat)[0].centre_cm
        # the strip belongs to the edge that its middle is nearest to
        edges = {"top": cy, "bottom": h - cy, "left": cx, "right": w - cx}
        side = min(edges, key=lambda name: float(edges[name]))
        return {"top": y, "bottom": h - y, "left": x, "right": w - x}[side]

    def view(self, width_px: int, height_px: int) -> View:
        """This layout for pictures of one size."""
        size = np.array([width_px, height_px], np.float64)
        w, h = self.size_cm
        table = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        to_px = cv2.getPerspectiveTransform(table, (self.corners * size).astype(np.float32))
        matrix = np.asarray(to_px, np.float64)
        return View(self, (width_px, height_px), matrix, np.asarray(np.linalg.inv(to_px), np.float64))

    def with_corners(self, corners: ArrayLike) -> Layout:
        """The same table seen from elsewhere; corners as fractions of the picture."""
        return replace(self, corners=np.asarray(corners, np.float64))

    def scaled(self, factor: float) -> Layout:
        """The same places in the picture on a table that is this many times as large."""
        w, h = self.size_cm
        zones = tuple(replace(zone, polygon_cm=zone.polygon_cm * factor) for zone in self.zones)
        return replace(self, size_cm=(w * factor, h * factor), zones=zones)


@dataclass(frozen=True, eq=False)
class View:
    """A layout and pictures of one size: carries points between pixels and centimetres."""

    layout: Layout
    size_px: tuple[int, int]
    """width and height of the pictures"""
    to_px_matrix: NDArray[np.float64]
    """(3, 3) centimetres to pixels"""
    to_cm_matrix: NDArray[np.float64]
    """(3, 3) pixels to centimetres"""

    def to_px(self, points_cm: ArrayLike) -> Points:
        """(n, 2) centimetres to (n, 2) pixels."""
        return _transform(self.to_px_matrix, points_cm)

    def to_cm(self, points_px: ArrayLike) -> Points:
        """(n, 2) pixels to (n, 2) centimetres."""
        return _transform(self.to_cm_matrix, points_px)

    def region_px(self, bounds_cm: tuple[float, float, float, float]) -> tuple[int, int, int, int] | None:
        """The upright pixel box around a box in centimetres, cut at the picture's edge; None when outside."""
        x0, y0, x1, y1 = bounds_cm
        corners = self.to_px([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        low = np.floor(np.maximum(corners.min(axis=0), 0)).astype(int)
        high = np.ceil(np.minimum(corners.max(axis=0), self.size_px)).astype(int)
        if (high <= low).any():
            return None
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def px_per_cm(self, at_cm: ArrayLike) -> float:
        """Scale near a point, pixels per centimetre (mean of the two directions)."""
        x, y = np.asarray(at_cm, np.float64)
        a, b, c = self.to_px([[x, y], [x + 1.0, y], [x, y + 1.0]])
        return float((np.hypot(*(b - a)) + np.hypot(*(c - a))) / 2.0)


def _transform(matrix: NDArray[np.float64], points: ArrayLike) -> Points:
    array = np.asarray(points, np.float64).reshape(-1, 2)
    homogeneous = array @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


def default_layout(seats: int) -> Layout:
    """The overhead camera's layout for this many players.

    :raises LayoutError: when there is none for that many.
    """
    name = f"overhead{seats}.toml"
    file = resources.files("bura_vision").joinpath("layouts", name)
    if not file.is_file():
        raise LayoutError(
            f"there is no ready layout for {seats} players: give one with --table (2 to 4 have one)"
        )
    return parse_layout(file.read_text(encoding="utf-8"), name)


def load_layout(path: Path) -> Layout:
    """Read a layout file.

    :raises LayoutError: when it is missing or broken.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except IsADirectoryError:
        raise LayoutError(f"the table layout {path} is a folder: name the TOML file in it") from None
    except FileNotFoundError:
        raise LayoutError(f"there is no table layout {path}: check the name") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LayoutError(
            f"the table layout {path} cannot be read ({error}): it must be a TOML text"
        ) from error
    return parse_layout(text, str(path))


def parse_layout(text: str, name: str = "layout") -> Layout:
    """Read a layout from TOML text.

    :raises LayoutError: one sentence naming the layout and what is wrong with it.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(f"the table layout {name} is not valid TOML: {error}") from error
    try:
        return _layout_of(data)
    except _WrongError as error:
        raise LayoutError(f"the table layout {name} cannot be used: {error}") from None


class _WrongError(Exception):
    """What is wrong with a layout, without its name."""


def _layout_of(data: dict[str, Any]) -> Layout:
    table = data.get("table")
    if not isinstance(table, dict):
        raise _WrongError("it has no [table] with size_cm and corners")
    size = _points([table.get("size_cm")], "size_cm of [table]", 1)[0]
    if (size <= 0).any():
        raise _WrongError("size_cm of [table] must be two lengths above 0")
    corners = _points(table.get("corners"), "corners of [table]", 4, exactly=True)
    if (corners < -CORNER_BEYOND).any() or (corners > 1.0 + CORNER_BEYOND).any():
        raise _WrongError(
            "the corners of [table] are fractions of the picture's width and height, "
            f"from {-CORNER_BEYOND:g} to {1.0 + CORNER_BEYOND:g}: divide pixels by its size"
        )
    if not _is_convex_clockwise(corners):
        raise _WrongError("the corners of [table] must go clockwise from the top left around a convex shape")
    rows = data.get("zone")
    if not isinstance(rows, list) or not rows:
        raise _WrongError("it has no [[zone]]")
    zones = tuple(_zone_of(row, number) for number, row in enumerate(rows, start=1))
    _check_zones(zones)
    _check_places(zones, size)
    return Layout((float(size[0]), float(size[1])), corners, zones)


def _zone_of(row: object, number: int) -> Zone:
    if not isinstance(row, dict):
        raise _WrongError(f"zone {number} is not a [[zone]] table")
    kinds = ", ".join(ZoneKind)
    if row.get("kind") not in set(ZoneKind):
        raise _WrongError(f"zone {number} has the kind {row.get('kind')!r}: choose one of {kinds}")
    kind = ZoneKind(row["kind"])
    seat = row.get("seat")
    if kind in (ZoneKind.PILE, ZoneKind.SEAT) and seat not in SEATS:
        raise _WrongError(
            f"zone {number} ({kind}) must name its seat as one of {', '.join(SEATS)}, not {seat!r}"
        )
    polygon = _points(row.get("polygon_cm"), f"zone {number}, polygon_cm", 3)
    if abs(cv2.contourArea(polygon.astype(np.float32))) < 1.0:
        raise _WrongError(f"polygon_cm of zone {number} has no area")
    return Zone(kind, seat if kind in (ZoneKind.PILE, ZoneKind.SEAT) else None, polygon)


def _check_zones(zones: Iterable[Zone]) -> None:
    zones = tuple(zones)
    for kind in (ZoneKind.PLAY, ZoneKind.STOCK):
        count = sum(z.kind is kind for z in zones)
        if count != 1:
            raise _WrongError(f"it needs exactly one zone of kind {kind}, not {count}")
    seats = [z.seat for z in zones if z.kind is ZoneKind.SEAT and z.seat is not None]
    if len(seats) < 2 or sorted(set(seats)) != sorted(seats) or set(seats) != set(SEATS[: len(seats)]):
        raise _WrongError("it needs one seat zone for each of A, B, … (two seats at least)")
    strangers = {z.seat for z in zones if z.kind is ZoneKind.PILE} - set(seats)
    if strangers:
        raise _WrongError(
            f"the pile of {', '.join(sorted(map(str, strangers)))} belongs to no seat of the layout"
        )


def _check_places(zones: Sequence[Zone], size: Points) -> None:
    """Every zone lies on the table, and no two are one place."""
    masks = []
    for number, zone in enumerate(zones, start=1):
        # twice the table each way, so that what lies outside is seen too; what is further out is outside anyway
        grid = np.clip((zone.polygon_cm / size + 0.5) * (_GRID / 2.0), -_GRID, 2 * _GRID)
        low, high = np.minimum(grid.min(axis=0), 0.0), np.maximum(grid.max(axis=0), float(_GRID))
        height, width = (int(v) + 2 for v in (high - low)[::-1])
        whole = np.zeros((height, width), np.uint8)
        cv2.fillPoly(whole, [np.round(grid - low).astype(np.int32)], 1)
        x, y = (round(_GRID / 4.0 - float(v)) for v in low)
        part = whole[y : y + _GRID // 2, x : x + _GRID // 2]
        if float(part.sum()) < ON_TABLE_SHARE * float(whole.sum()):
            raise _WrongError(
                f"zone {number} ({_name(zone)}) lies mostly outside the table of {size[0]:g} x {size[1]:g} cm"
            )
        masks.append(part > 0)
    for (n, one), (m, other) in combinations(enumerate(masks), 2):
        if (one & other).sum() > SAME_PLACE_SHARE * (one | other).sum():
            raise _WrongError(
                f"zones {n + 1} ({_name(zones[n])}) and {m + 1} ({_name(zones[m])}) are the same place: "
                "each needs its own"
            )


def _name(zone: Zone) -> str:
    return str(zone.kind) if zone.seat is None else f"{zone.kind} of {zone.seat}"


def _points(value: object, what: str, least: int, *, exactly: bool = False) -> Points:
    for entry in value if isinstance(value, list) else ():
        for number in entry if isinstance(entry, list) else ():
            if not isinstance(number, int | float) or isinstance(number, bool) or not math.isfinite(number):
                shown = f"{number:g}" if isinstance(number, float) else repr(number)
                raise _WrongError(f"{what}: {shown} is not a number")
    ok = isinstance(value, list) and (len(value) == least if exactly else len(value) >= least)
    if ok and isinstance(value, list):
        ok = all(isinstance(p, list) and len(p) == 2 for p in value)
    if not ok:
        raise _WrongError(f"{what} must be {'' if exactly else 'at least '}{least} pair(s) of numbers [x, y]")
    return np.array(value, np.float64)


def _is_convex_clockwise(corners: Points) -> bool:
    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    # y grows downwards, so clockwise turns are positive
    return bool((edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 1e-6).all())
