"""Where a new track lies, who laid it and since when: noted once, when it is seen first or lies elsewhere."""

from __future__ import annotations

from bura.table import Seat, ZoneKind
from bura_vision.layout import Layout, Points, Zone
from bura_vision.scene import Scene
from bura_vision.settings import TrackSettings
from bura_vision.shapes import patch
from bura_vision.track import CardTrack, Track


class Placing:
    """Knows the zones, and whose hands were over the table when."""

    def __init__(self, layout: Layout, settings: TrackSettings) -> None:
        self._layout = layout
        self._s = settings
        #: since when each seat's hand is, or was, over the table, and when it was there last
        self._hands: dict[Seat, tuple[float, float]] = {}

    def move(self, scene: Scene) -> None:
        """Note whose hands are over the table; call in every moment."""
        for hand in scene.hands:
            first_s, last_s = self._hands.get(hand.seat, (scene.at_s, scene.at_s))
            self._hands[hand.seat] = (first_s if scene.at_s - last_s < 0.5 else scene.at_s, scene.at_s)

    def zone_of(self, outline_cm: Points) -> Zone | None:
        """The zone in which a card's middle lies, or near which, if it is nearer to a seat; None between them."""
        centre = outline_cm.mean(axis=0)
        zone = self._layout.zone_at(centre)
        if zone is None or zone.kind is ZoneKind.SEAT:
            near = [z for z in self._layout.zones if z.kind is not ZoneKind.SEAT and z.contains(centre, 3.0)]
            return near[0] if near else zone
        return zone

    def place(self, scene: Scene, track: Track) -> None:
        """Note whose hand laid a new track and since when it lies."""
        hand = scene.last_hand(track.outline_cm)
        # where the card lies for sure: a lone index may have been taken for its half turn
        sure = [patch(point) for point in track.corners_cm] if isinstance(track, CardTrack) else []
        track.still_at_s = scene.at_s - min(scene.still_s(place) for place in sure or [track.outline_cm])
        touching = [
            last
            for place in (*sure, track.outline_cm)
            if (last := scene.last_hand(place, self._s.touch_share)) is not None
            and track.still_at_s - last[1] <= self._s.touch_s
        ]
        if hand is None or track.still_at_s - hand[1] > self._s.touch_older_s:
            if touching:  # a fan's outer cards are hardly under the hand
                hand = max(touching, key=lambda last: last[1])
            else:  # nobody's hand was near: it was thrown, or slid, by the only one there
                there = [
                    (seat, last_s)
                    for seat, (first_s, last_s) in self._hands.items()
                    if first_s <= track.still_at_s and track.still_at_s - last_s <= self._s.touch_s
                ]
                hand = there[0] if len(there) == 1 else hand
        recent = hand is not None and track.still_at_s - hand[1] <= self._s.attribute_s
        track.seat = hand[0] if hand is not None and recent else None
