"""Sprites of flat things in the picture: where they fall, how the lamp lights them, what shadow they cast."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from bura_datasets.camera import Camera
from bura_datasets.compose import Box, Floats, Patch, Pixels, Shadow, smear
from bura_datasets.motion import Pose
from bura_datasets.surfaces import Light, light_field
from bura_datasets.things import Thing, draw_glass, ring

OVERSAMPLE = 1.6
"""textures are kept this much finer than they appear, against jagged prints"""


class Warper:
    """Draws flat textures and glasses as one camera sees them under one light."""

    def __init__(self, camera: Camera, light: Light) -> None:
        self.camera, self.light = camera, light
        self.size = camera.size_px
        self.field = light_field(light, self.size)

    def shadow_of(self, quad: NDArray[np.float64], soft: float, dark: float) -> Shadow | None:
        """The shadow of a convex outline (n, 2), px; ``soft`` is its blur, px."""
        box = self.clip(quad, 3.0 * soft + 2)
        if box is None:
            return None
        x0, y0, x1, y1 = box
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        points = np.rint((quad - [x0, y0]) * 16).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1.0, cv2.LINE_8, 4)
        return Shadow(box, cv2.GaussianBlur(mask, (0, 0), max(0.6, soft)) * np.float32(dark))

    def warp(
        self, texture: Floats, quad: NDArray[np.float64], lit: float, travel: tuple[float, float]
    ) -> Patch:
        """Draw a (h, w, 4) texture with premultiplied alpha into the quad."""
        box = self.clip(quad, 2.0 + 0.5 * math.hypot(*travel))
        if box is None:
            return Patch((0, 0, 0, 0), np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), np.float32))
        x0, y0, x1, y1 = box
        rows, columns = texture.shape[:2]
        source = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32) - 0.5)
        warped = np.asarray(cv2.warpPerspective(texture, matrix, (x1 - x0, y1 - y0)), np.float32)
        if self.light.blur_px > 0.2:
            warped = np.asarray(cv2.GaussianBlur(warped, (0, 0), self.light.blur_px), np.float32)
        return self.patch(box, smear(warped, *travel), lit)

    def patch(self, box: Box, sprite: Floats, lit: float = 1.0) -> Patch:
        """A premultiplied sprite under the table's light."""
        x0, y0, x1, y1 = box
        return Patch(box, sprite[..., :3] * (self.field[y0:y1, x0:x1] * np.float32(lit)), sprite[..., 3])

    def thing(
        self, thing: Thing, texture: Floats, pose: Pose, travel: tuple[float, float] = (0.0, 0.0)
    ) -> tuple[Shadow | None, Patch]:
        """A thing that stands or lies at ``pose``, with its shadow."""
        px = self.camera.px_per_cm
        angle = math.radians(self.light.direction_deg)
        slide = -self.light.shadow_cm * np.array([math.cos(angle), math.sin(angle)])
        if thing.kind == "drink":
            radius = thing.size_cm[0] / 2.0
            at = np.array([pose.x, pose.y, pose.z])
            rings = [
                ring((float(at[0]), float(at[1]), float(at[2]) + height), radius * share)
                for height, share in ((0.0, 0.8), (0.66 * thing.height_cm, 0.93), (thing.height_cm, 1.0))
            ]
            low, high = rings[0].copy(), rings[2].copy()
        else:
            low = pose.corners(thing.size_cm)
            high = low + np.array([0.0, 0.0, thing.height_cm])
            rings = []
        ground = [
            np.column_stack([body[:, :2] + slide * (body[:, 2:] + 0.1), np.full(len(body), 0.01)])
            for body in (low, high)
        ]
        cast = cv2.convexHull(self.camera.project(np.vstack(ground)).astype(np.float32)).reshape(-1, 2)
        soft = (0.1 + self.light.shadow_soft * 0.28 * (pose.z + 0.5 * thing.height_cm)) * px
        # a glass lets much of the light through
        dark = self.light.shadow * (0.55 if rings else 0.85)
        if thing.kind in ("notes", "chips"):
            # no rectangle: the drawing's own outline casts the shadow
            fallen = self.warp(texture, self.camera.project(ground[1]), 1.0, travel)
            blurred = (
                cv2.GaussianBlur(fallen.alpha, (0, 0), max(0.6, soft)) if fallen.alpha.size else fallen.alpha
            )
            shadow: Shadow | None = Shadow(fallen.box, np.asarray(blurred * np.float32(dark), np.float32))
        else:
            shadow = self.shadow_of(cast.astype(np.float64), soft, dark)
        if not rings:
            quad = self.camera.project(high)
            return shadow, self.warp(texture, quad, 1.0, travel)
        base, surface, rim = (self.camera.project(points) for points in rings)
        box = self.clip(np.vstack([base, rim]), 4.0 + 0.5 * math.hypot(*travel))
        if box is None:
            return shadow, Patch((0, 0, 0, 0), np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), np.float32))
        return shadow, self.patch(box, smear(draw_glass(base, surface, rim, box, thing.colour), *travel))

    def clip(self, quad: NDArray[np.float64], margin: float) -> Box | None:
        """The quad's bounding box inside the picture; None when it lies outside."""
        x0, y0 = np.floor(quad.min(axis=0) - margin).astype(int)
        x1, y1 = np.ceil(quad.max(axis=0) + margin).astype(int)
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(self.size[0], x1), min(self.size[1], y1)
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def texture_of(picture: Pixels, size: tuple[int, int]) -> Floats:
    """A card picture at working size with premultiplied alpha, 0..255 colour and 0..1 alpha."""
    alpha = picture[..., 3:4].astype(np.float32) / 255.0
    ready = np.concatenate([picture[..., :3].astype(np.float32) * alpha, alpha], axis=2)
    shrink = picture.shape[1] > size[0]
    resized = cv2.resize(ready, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC)
    # Paper under a room lamp is no pure white: leave head room for glare.
    return np.asarray(resized * np.array([0.93, 0.93, 0.93, 1.0]), dtype=np.float32)
