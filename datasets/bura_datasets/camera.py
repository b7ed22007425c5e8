"""The pinhole camera over the simulated table: table centimetres to pixels, with tilt, roll and height.

Table coordinates: x to the right and y down in the straight picture, origin at the table's top-left
corner, z up from the cloth, all in centimetres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bura.errors import BuraError
from bura_datasets.lens import Lens

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Where the camera hangs. The defaults look straight down and show exactly the table."""

    height_cm: float = 95.0
    """distance from the lens to the middle of the table; nearer means more parallax of raised things"""
    tilt_deg: float = 0.0
    """0 looks straight down; positive looks in from seat A's side"""
    roll_deg: float = 0.0
    """turn of the picture around the line of sight"""
    zoom: float = 1.0
    """1 fits the table's width to the picture's; smaller shows the floor around it"""

    def __post_init__(self) -> None:
        if not (20.0 <= self.height_cm <= 1000.0):
            raise BuraError(f"camera height {self.height_cm} cm: give 20 to 1000")
        if not (-50.0 <= self.tilt_deg <= 50.0):
            raise BuraError(f"camera tilt {self.tilt_deg} degrees: give -50 to 50")
        if not (0.2 <= self.zoom <= 5.0):
            raise BuraError(f"camera zoom {self.zoom}: give 0.2 to 5")


@dataclass(frozen=True, slots=True)
class Camera:
    """A placed camera: projects points of the table's space into one picture size."""

    size_px: tuple[int, int]
    """picture width and height"""
    table_cm: tuple[float, float]
    settings: CameraSettings = field(default_factory=CameraSettings)
    matrix: Floats = field(init=False, repr=False, compare=False)
    """(3, 4) projection of homogeneous table points"""

    def __post_init__(self) -> None:
        width_px, height_px = self.size_px
        width, height = self.table_cm
        s = self.settings
        tilt, roll = math.radians(s.tilt_deg), math.radians(s.roll_deg)
        # Camera axes in table coordinates: right, down (in the picture), forward (into the scene).
        forward = np.array([0.0, -math.sin(tilt), -math.cos(tilt)])
        right = np.array([1.0, 0.0, 0.0])
        down = np.array([0.0, math.cos(tilt), -math.sin(tilt)])
        right, down = (
            math.cos(roll) * right + math.sin(roll) * down,
            -math.sin(roll) * right + math.cos(roll) * down,
        )
        eye = np.array([width / 2, height / 2, 0.0]) - s.height_cm * forward
        rotation = np.stack([right, down, forward])
        focal = s.zoom * width_px * s.height_cm / width
        inner = np.array([[focal, 0.0, width_px / 2], [0.0, focal, height_px / 2], [0.0, 0.0, 1.0]])
        matrix = inner @ np.hstack([rotation, (-rotation @ eye)[:, None]])
        object.__setattr__(self, "matrix", matrix)

    @property
    def px_per_cm(self) -> float:
        """Scale in the middle of the table."""
        return self.settings.zoom * self.size_px[0] / self.table_cm[0]

    def project(self, points_cm: Floats) -> Floats:
        """Pixels (n, 2) of table points (n, 3) or, on the cloth, (n, 2)."""
        points = np.asarray(points_cm, dtype=np.float64)
        z = points[:, 2:3] if points.shape[1] == 3 else np.zeros((len(points), 1))
        homogeneous = np.hstack([points[:, :2], z, np.ones((len(points), 1))])
        projected = homogeneous @ self.matrix.T
        return np.asarray(projected[:, :2] / projected[:, 2:3], dtype=np.float64)

    def plane(self) -> Floats:
        """Homography (3, 3) from the cloth (x, y) to pixels."""
        return np.asarray(self.matrix[:, [0, 1, 3]], dtype=np.float64)

    def table_corners(self, lens: Lens | None = None) -> tuple[tuple[float, float], ...]:
        """The table's corners as fractions of the picture seen through ``lens``, clockwise from the top-left one."""
        width, height = self.table_cm
        corners = self.project(np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
        if lens is not None:
            corners = lens.bent(corners, self.size_px)
        return tuple((float(x / self.size_px[0]), float(y / self.size_px[1])) for x, y in corners)
