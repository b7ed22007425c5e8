"""Does a card that is seen count already? What passes by, or is shown and withdrawn, is no act."""

from __future__ import annotations

from bura_vision.scene import Scene
from bura_vision.settings import WatchSettings
from bura_vision.shapes import grown
from bura_vision.track import CardTrack, Track


def is_ready(scene: Scene, track: Track, settings: WatchSettings) -> bool:
    """Has it been seen often, surely and still enough to count?"""
    limits = settings.track
    still_s = scene.still_s(track.outline_cm)
    if track.looks < limits.min_looks or track.missed or still_s < limits.min_still_s:
        return False
    touching = scene.covered(grown(track.outline_cm, settings.motion.clear_cm)) > 0.03
    if touching and still_s < settings.glance.held_s:
        return False
    if isinstance(track, CardTrack) and track.confidence < limits.doubtful:
        # a card that stays doubtful counts only if somebody can have laid it; the rest is cloth and print
        return track.looks >= settings.glance.most and track.seat is not None
    return True
