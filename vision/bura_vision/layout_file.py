"""Layouts as plain data for a page, and as the TOML text that `bura_vision.layout` reads."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bura_vision.detector import CardDetector
from bura_vision.find_table import find_table
from bura_vision.fit import scaled, table_scale
from bura_vision.layout import Layout, LayoutError, Points, parse_layout

_GRID = 1000
"""fractions of the picture times this are the pixels of a square picture, whose homography is the same"""


def layout_text(layout: Layout) -> str:
    """The layout as TOML; `parse_layout` reads it back."""

    def pairs(points: Points, digits: int) -> str:
        return ", ".join(f"[{x:.{digits}f}, {y:.{digits}f}]" for x, y in points)

    width, height = layout.size_cm
    lines = [
        "[table]",
        f"size_cm = [{width:.2f}, {height:.2f}]",
        f"corners = [{pairs(layout.corners, 5)}]",
    ]
    for zone in layout.zones:
        lines += ["", "[[zone]]", f'kind = "{zone.kind.value}"']
        if zone.seat is not None:
            lines.append(f'seat = "{zone.seat}"')
        lines.append(f"polygon_cm = [{pairs(zone.polygon_cm, 2)}]")
    return "\n".join(lines) + "\n"


def layout_to_json(layout: Layout) -> dict[str, Any]:
    """The layout for a page: every zone both in centimetres and as fractions of the picture."""
    view = layout.view(_GRID, _GRID)
    return {
        "size_cm": [round(float(v), 2) for v in layout.size_cm],
        "corners": _rounded(layout.corners),
        "zones": [
            {
                "kind": zone.kind.value,
                "seat": zone.seat,
                "polygon_cm": _rounded(zone.polygon_cm, 2),
                "outline": _rounded(view.to_px(zone.polygon_cm) / _GRID),
            }
            for zone in layout.zones
        ],
    }


def layout_from_json(data: dict[str, Any], name: str = "on the page") -> Layout:
    """The layout that a page sends. A zone counts by its ``polygon_cm``, or, without one, by its ``outline``.

    :raises LayoutError: one sentence about what is wrong with it, as for a file.
    """
    try:
        size = [float(v) for v in data["size_cm"]]
        corners = np.array(data["corners"], np.float64).reshape(4, 2)
        frame = Layout((size[0], size[1]), corners, ()).view(_GRID, _GRID)
        lines = ["[table]", f"size_cm = {size}", f"corners = {corners.tolist()}"]
        for zone in data["zones"]:
            if zone.get("polygon_cm") is not None:
                polygon = np.array(zone["polygon_cm"], np.float64).reshape(-1, 2)
            else:
                outline = np.array(zone["outline"], np.float64).reshape(-1, 2)
                polygon = frame.to_cm(outline * _GRID)
            lines += ["[[zone]]", f"kind = {str(zone['kind'])!r}", f"polygon_cm = {polygon.tolist()}"]
            if zone.get("seat") is not None:
                lines.append(f"seat = {str(zone['seat'])!r}")
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise LayoutError(
            "the table layout needs size_cm, four corners, and zones with a kind and an outline: reload the page"
        ) from error
    # one place decides what a sound layout is
    return parse_layout("\n".join(lines), name)


def place_layout(
    image: NDArray[np.uint8], detector: CardDetector | None, ready: Layout
) -> tuple[Layout, bool, bool]:
    """A ready layout laid over a picture: corners where the table is found, size by the cards that lie on it.

    :param image: (H, W, 3) uint8 BGR.
    :param detector: finds the cards that tell the size; None: the ready layout's size is kept.
    :returns: the layout, whether the table was found, whether a card told the size.
    """
    layout, corners = ready, find_table(image)
    if corners is not None:
        size_px = corners * [image.shape[1], image.shape[0]]
        sides = np.hypot(*(np.roll(size_px, -1, axis=0) - size_px).T)
        # seen from above the sides are as long as they look; the ready zones stretch with them
        ratio = float((sides[1] + sides[3]) / max(float(sides[0] + sides[2]), 1e-6))
        layout = _reshaped(ready, ratio).with_corners(corners)
    scale = None if detector is None else table_scale(image, detector, layout)
    return (layout if scale is None else scaled(layout, scale)), corners is not None, scale is not None


def _reshaped(layout: Layout, ratio: float) -> Layout:
    """The same layout on a table whose height is ``ratio`` times its width."""
    width, height = layout.size_cm
    stretch = np.array([1.0, ratio * width / height])
    zones = tuple(type(zone)(zone.kind, zone.seat, zone.polygon_cm * stretch) for zone in layout.zones)
    return Layout((width, width * ratio), layout.corners, zones)


def _rounded(points: Points, digits: int = 5) -> list[list[float]]:
    return [[round(float(x), digits), round(float(y), digits)] for x, y in points]
