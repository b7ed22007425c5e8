"""Drawing the planned deal: the still table is kept and only what moves is drawn anew."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from bura.cards import Card
from bura_datasets.camera import Camera
from bura_datasets.compose import (
    Box,
    Canvas,
    Floats,
    Patch,
    Pixels,
    Shadow,
    merge,
    smear,
    to_pixels,
    union,
)
from bura_datasets.decks import Deck
from bura_datasets.hands import HandSprite
from bura_datasets.lamps import relit
from bura_datasets.lens import Lens, LensView
from bura_datasets.motion import HandMove, Pose, Track
from bura_datasets.places import CARD_CM
from bura_datasets.stage import Plan
from bura_datasets.surfaces import Light
from bura_datasets.things import Thing
from bura_datasets.warping import OVERSAMPLE, Warper, texture_of

NOISES = 12
"""noise pictures drawn beforehand; frames take them in turn, shifted"""


Item = Card | str
"""a card, or the name of a thing"""
FLOOR = (58.0, 62.0, 66.0)
"""(B, G, R) of what shows around the table"""


class Renderer(Warper):
    """Draws the frames of one plan."""

    def __init__(
        self,
        plan: Plan,
        camera: Camera,
        deck: Deck,
        table: Floats,
        light: Light,
        hands: dict[tuple[str, str], HandSprite],
        rng: np.random.Generator,
        lens: Lens | None = None,
        things: dict[str, Thing] | None = None,
    ) -> None:
        super().__init__(camera, light)
        self.plan, self.hands = plan, hands
        self.tracks: dict[Item, Track] = {}
        for card, track in plan.cards.items():
            self.tracks[card] = track
        for name, track in plan.things.items():
            self.tracks[name] = track
        self.things = things or {}
        self.view = LensView(lens or Lens(), self.size)
        self.deck_name, self.deck_licence = deck.name, deck.licence
        texture = (
            round(CARD_CM[0] * camera.px_per_cm * OVERSAMPLE),
            round(CARD_CM[1] * camera.px_per_cm * OVERSAMPLE),
        )
        self.faces = {card: texture_of(deck.faces[card], texture) for card in plan.cards}
        self.back = texture_of(deck.back, texture)
        self.pictures = {
            name: texture_of(thing.picture, (thing.picture.shape[1], thing.picture.shape[0]))
            for name, thing in self.things.items()
        }
        self.ground = self._ground(table)
        self.rng = rng
        self.noises = [_noise(rng, light.noise, self.size) for _ in range(NOISES)]
        self.cache: dict[tuple[Item, Pose], tuple[Shadow | None, Patch]] = {}
        self.still: dict[Item, tuple[int, Pose]] = {}
        self.scene = self.ground.copy()
        self.static = to_pixels(self.scene)

    def _ground(self, table: Floats) -> Floats:
        """The lit, empty table in the picture."""
        rows, columns = table.shape[:2]
        width, height = self.camera.table_cm
        to_cm = np.diag([width / columns, height / rows, 1.0])
        warped = cv2.warpPerspective(
            table,
            self.camera.plane() @ to_cm,
            self.size,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=FLOOR,
        )
        return np.asarray(np.asarray(warped, np.float32) * self.field, dtype=np.float32)

    # -- frames ------------------------------------------------------------------------------------

    def frames(self, fps: float, start_s: float = 0.0, end_s: float | None = None) -> Iterator[Pixels]:
        """All frames of the clip, BGR."""
        end = self.plan.duration_s if end_s is None else end_s
        first, last = round(start_s * fps), math.ceil(end * fps)
        for number in range(first, last):
            yield self.frame(number / fps, number)

    def frame(self, t: float, number: int = 0) -> Pixels:
        """The picture at time ``t``; frames must be asked for in time order."""
        half = 1.0 / 60.0
        shutter = self.light.shutter_s
        moving = self._settle(t - half, t + max(half, shutter))
        hands = [move for move in self.plan.hands if move.start_s <= t + shutter and move.end_s >= t]
        picture = self.static
        if moving or hands:
            picture = self._moving(t, moving, hands)
        return self._sensor(picture, t, number)

    def _settle(self, t0: float, t1: float) -> list[Item]:
        """Bring the still picture up to date; returns the cards that move now."""
        moving: list[Item] = []
        now: dict[Item, tuple[int, Pose]] = {}
        for card, track in self.tracks.items():
            key = track.at(t0)
            if not track.still(t0, t1):
                moving.append(card)
            elif key.visible:
                now[card] = (key.order, key.pose)
        changed = [card for card in {*now, *self.still} if now.get(card) != self.still.get(card)]
        if changed:
            boxes = []
            for card in changed:
                for state in (now.get(card), self.still.get(card)):
                    if state is not None:
                        shadow, patch = self._card(card, state[1])
                        boxes.append(patch.box if shadow is None else union(patch.box, shadow.box))
            self.still = now
            for box in merge(boxes):
                self._redraw(box)
        return moving

    def _redraw(self, box: Box) -> None:
        """Draw the still picture anew inside ``box``."""
        x0, y0, x1, y1 = box
        canvas = Canvas(self.ground[y0:y1, x0:x1].copy(), (x0, y0))
        for card, (_, pose) in sorted(self.still.items(), key=lambda item: item[1][0]):
            shadow, patch = self._card(card, pose)
            if shadow is not None:
                canvas.draw(shadow)
            canvas.draw(patch)
        self.scene[y0:y1, x0:x1] = canvas.pixels
        self.static[y0:y1, x0:x1] = to_pixels(canvas.pixels)

    def _moving(self, t: float, cards: list[Item], hands: list[HandMove]) -> Pixels:
        """The still picture with everything that moves at ``t`` drawn over it, smeared by the shutter."""
        layers = self._layers(t + 0.5 * self.light.shutter_s, cards, hands)
        if not layers:
            return self.static
        picture = self.static.copy()
        for x0, y0, x1, y1 in merge([item.box for item in layers]):
            canvas = Canvas(self.scene[y0:y1, x0:x1].copy(), (x0, y0))
            for item in layers:
                canvas.draw(item)
            picture[y0:y1, x0:x1] = to_pixels(canvas.pixels)
        return picture

    def _travel(
        self, before: tuple[float, float, float], after: tuple[float, float, float]
    ) -> tuple[float, float]:
        """Way in the picture (px) between two places."""
        a, b = self.camera.project(np.array([before, after]))
        return float(b[0] - a[0]), float(b[1] - a[1])

    def _layers(self, t: float, cards: list[Item], hands: list[HandMove]) -> list[Patch | Shadow]:
        """What is drawn over the still picture at ``t``, lowest first."""
        states = [(card, self.tracks[card].at(t)) for card in cards]
        shown = sorted(((card, key) for card, key in states if key.visible), key=lambda item: item[1].order)
        shadows: list[Patch | Shadow] = []
        above: list[Patch | Shadow] = []
        gripping: list[tuple[HandSprite, HandMove]] = []
        under: list[Patch | Shadow] = []
        for move in hands:
            sprite = self.hands[move.seat, move.shape]
            grip = move.gripping(t)
            drawn = self._hand(sprite, move, t, over_only=False)
            if drawn is None:
                continue
            shadow, patch = drawn
            if shadow is not None:
                shadows.append(shadow)
            if grip:
                under.append(patch)
                gripping.append((sprite, move))
            else:
                above.append(patch)
        bodies: list[Patch | Shadow] = []
        for card, key in shown:
            half = 0.5 * self.light.shutter_s
            a, b = self.tracks[card].at(t - half).pose, self.tracks[card].at(t + half).pose
            shadow, patch = self._warp_card(card, key.pose, self._travel((a.x, a.y, a.z), (b.x, b.y, b.z)))
            if shadow is not None:
                (shadows if key.held else bodies).append(shadow)
            bodies.append(patch)
        tops: list[Patch | Shadow] = []
        for sprite, move in gripping:
            drawn = self._hand(sprite, move, t, over_only=True)
            if drawn is not None:
                tops.append(drawn[1])
        return [*shadows, *under, *bodies, *tops, *above]

    # -- sprites -----------------------------------------------------------------------------------

    def _card(self, card: Item, pose: Pose) -> tuple[Shadow | None, Patch]:
        """A still card's sprite; kept, because stacks are redrawn often."""
        found = self.cache.get((card, pose))
        if found is None:
            found = self.cache[card, pose] = self._warp_card(card, pose)
        return found

    def _warp_card(
        self, card: Item, pose: Pose, travel: tuple[float, float] = (0.0, 0.0)
    ) -> tuple[Shadow | None, Patch]:
        if isinstance(card, str):
            return self.thing(self.things[card], self.pictures[card], pose, travel)
        corners = pose.corners()
        quad = self.camera.project(corners)
        face_up = math.cos(math.radians(pose.flip)) > 0
        texture = self.faces[card] if face_up else self.back
        if not face_up:
            quad = quad[[1, 0, 3, 2]]
        lit = 0.82 + 0.18 * abs(math.cos(math.radians(pose.flip)))
        patch = self.warp(texture, quad, lit, travel)
        ground = corners.copy()
        height = corners[:, 2]
        angle = math.radians(self.light.direction_deg)
        slide = self.light.shadow_cm * (height + 0.12)
        ground[:, 0] -= math.cos(angle) * slide
        ground[:, 1] -= math.sin(angle) * slide
        ground[:, 2] = np.minimum(height, 0.02)
        mean = float(height.mean())
        soft = (0.09 + self.light.shadow_soft * 0.28 * mean) * self.camera.px_per_cm
        dark = self.light.shadow * (0.9 if mean < 1.2 else 0.62)
        return self.shadow_of(self.camera.project(ground), soft, dark), patch

    def _hand(
        self, sprite: HandSprite, move: HandMove, t: float, *, over_only: bool
    ) -> tuple[Shadow | None, Patch] | None:
        key = move.at(t)
        if key is None:
            return None
        away_x, away_y = move.shoulder[0] - key.x, move.shoulder[1] - key.y
        length = math.hypot(away_x, away_y)
        ux, uy = away_x / length, away_y / length
        s = sprite.px_per_cm
        ox, oy = sprite.origin_px
        # Four sprite points in table space at the hand's height give the homography.
        local = np.array([[-8.0, -3.0], [10.0, -3.0], [10.0, 70.0], [-8.0, 70.0]])
        space = np.stack(
            [
                key.x + local[:, 0] * uy + local[:, 1] * ux,
                key.y - local[:, 0] * ux + local[:, 1] * uy,
                key.z + 1.0 + 0.06 * np.clip(local[:, 1], 0, None),
            ],
            axis=1,
        )
        quad = self.camera.project(space)
        before, after = move.at(t - 0.5 * self.light.shutter_s), move.at(t + 0.5 * self.light.shutter_s)
        travel = (0.0, 0.0)
        if before and after:
            travel = self._travel((before.x, before.y, before.z), (after.x, after.y, after.z))
        box = self.clip(quad, 3.0 + 0.5 * math.hypot(*travel))
        if box is None:
            return None
        x0, y0, x1, y1 = box
        source = (local * s + [ox, oy]).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, (quad - [x0, y0]).astype(np.float32))
        picture = sprite.over if over_only else sprite.whole
        warped = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0)).astype(np.float32)
        warped[..., 3] /= 255.0
        body = smear(warped, *travel)
        patch = self.patch(box, body)
        if over_only:
            return None, patch
        angle = math.radians(self.light.direction_deg)
        slide = self.light.shadow_cm * (key.z + 1.6) * self.camera.px_per_cm
        dx, dy = -math.cos(angle) * slide, -math.sin(angle) * slide
        soft = (0.25 + self.light.shadow_soft * 0.3 * (key.z + 1.2)) * self.camera.px_per_cm
        wide = self.clip(np.vstack([quad, quad + np.array([dx, dy])]), 2.5 * soft)
        assert wide is not None
        wx0, wy0, wx1, wy1 = wide
        matrix_s = np.array([[1, 0, x0 + dx - wx0], [0, 1, y0 + dy - wy0]], np.float32)
        # A quarter of the resolution is enough for a soft shadow.
        small = (max(1, (wx1 - wx0) // 4), max(1, (wy1 - wy0) // 4))
        cast = cv2.warpAffine(np.ascontiguousarray(body[..., 3]), matrix_s / 4.0, small, flags=cv2.INTER_AREA)
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.6, soft / 4.0))
        cast = cv2.resize(cast, (wx1 - wx0, wy1 - wy0), interpolation=cv2.INTER_LINEAR)
        return Shadow(wide, cast * np.float32(self.light.shadow * 0.85)), patch

    # -- the sensor --------------------------------------------------------------------------------

    def _sensor(self, picture: Pixels, t: float, number: int) -> Pixels:
        """Changing lights, the lens, and noise."""
        out = self.view.show(relit(picture, self.light.switches, self.light.sun, t), t)
        if self.light.flicker > 0:
            factor = 1.0 + self.light.flicker * _flicker(t)
            out = np.asarray(cv2.convertScaleAbs(out, alpha=factor), dtype=np.uint8)
        if self.light.noise <= 0:
            return out if out is not self.static else out.copy()
        shift_x, shift_y = (number * 7) % 32, (number * 13) % 32
        noise = self.noises[number % NOISES][
            shift_y : shift_y + self.size[1], shift_x : shift_x + self.size[0]
        ]
        return np.asarray(cv2.add(out, noise, dtype=cv2.CV_8U), dtype=np.uint8)


def _noise(rng: np.random.Generator, deviation: float, size: tuple[int, int]) -> NDArray[np.int8]:
    """Sensor noise, a little larger than the picture: mostly brightness, some colour."""
    shape = (size[1] + 32, size[0] + 32)
    grey = rng.normal(0.0, deviation, (*shape, 1)).astype(np.float32)
    colour = rng.normal(0.0, 0.5 * deviation, (*shape, 3)).astype(np.float32)
    return np.asarray(np.clip(np.rint(grey + colour), -120, 120), dtype=np.int8)


def _flicker(t: float) -> float:
    """A loose lamp: -1..1, mostly near 0 with dips."""
    wave = math.sin(2 * math.pi * 2.3 * t) * math.sin(2 * math.pi * 0.37 * t + 1.0)
    dip = -1.0 if math.sin(2 * math.pi * 0.11 * t + 0.5) > 0.97 else 0.0
    return max(-1.0, 0.5 * wave + dip)
