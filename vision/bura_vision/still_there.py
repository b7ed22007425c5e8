"""Does a known card still lie where it lay? What later cards hide of it, and what has changed at its place.

A card that is not seen is gone only when the place was looked at, no hand or other card covers it, and the
table there has changed; everything else is a drop-out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bura_vision.layout import Points
from bura_vision.scene import Scene
from bura_vision.seen import Glance
from bura_vision.settings import TrackSettings
from bura_vision.shapes import inside, patch, samples
from bura_vision.track import CardTrack, Track


def whole(track: Track) -> Points:
    """(n, 2) a card's outline and the indices it was seen by: the outline may be its half turn, away from them."""
    if isinstance(track, CardTrack):
        return np.concatenate([track.outline_cm, track.corners_cm])
    return track.outline_cm


def differing(scene: Scene, track: Track) -> float:
    """How much of a card's place differs from the settled table: of all of it, and of where its indices stand.

    The outline of a card that is known by one index may be its half turn, which lies elsewhere.

    :returns: 0..1, the larger share.
    """
    places = [patch(point) for point in track.corners_cm] if isinstance(track, CardTrack) else []
    return max(scene.changed(place) for place in (*places, track.outline_cm))


def may_differ(scene: Scene, track: Track, settings: TrackSettings) -> bool:
    """Can something else lie at its place now than when it was seen last?

    Not when nothing has moved there since (the reading dropped out), and not when something passed over it
    but the place looks as the settled table does, which shows the card.
    """
    if scene.still_s(track.outline_cm) >= scene.at_s - track.sure_s + 1e-6:
        return False
    return not track.in_table or differing(scene, track) >= settings.changed_share


def should_show(scene: Scene, glance: Glance, track: Track, settings: TrackSettings) -> bool:
    """Was its place looked at, and is there a reason to think that it has left?"""
    where = track.corners_cm if isinstance(track, CardTrack) else track.centre_cm[None, :]
    if not glance.looked_at(where) or scene.covered(track.outline_cm) > 0.05:
        return False
    if not track.counted:
        return True
    return may_differ(scene, track, settings) and scene.still_s(track.outline_cm) >= 0.08


def hidden(
    track: Track, tracks: Iterable[Track], settings: TrackSettings, without: Iterable[Track] = ()
) -> bool:
    """Do later cards lie on everything by which it could be seen?

    :param tracks: all that is known on the table.
    :param without: cards that may have left themselves and hide nothing.
    """
    above = _above(track, tracks, without)
    points = track.corners_cm if isinstance(track, CardTrack) else track.outline_cm
    if not above:
        return False
    if all(any(inside(other.outline_cm, point) for other in above) for point in points):
        return True
    return _share_under(track, above) >= settings.covered_share


def partly_under(
    track: Track, tracks: Iterable[Track], settings: TrackSettings, without: Iterable[Track] = ()
) -> bool:
    """Has a later card come to lie on part of it? Then that is what has changed at its place.

    One that lay there while this one was still seen does not count, nor one that came to a place found empty.

    :param tracks: all that is known on the table.
    :param without: cards that may have left themselves and lie on nothing.
    """
    above = _above(track, tracks, without)
    if track.missed:
        above = [t for t in above if track.last_s < t.first_s <= track.missed_s]
    return _share_under(track, above) >= settings.under_share


def comes_upon(track: Track, outlines_cm: Iterable[Points], settings: TrackSettings) -> bool:
    """Does something that is seen there, and does not lie still yet, hide part of it?

    :param outlines_cm: (4, 2) each, what is not at rest.
    """
    points = samples(track.outline_cm)
    return any(
        sum(inside(outline, point) for point in points) >= settings.under_share * len(points)
        for outline in outlines_cm
    )


def _above(track: Track, tracks: Iterable[Track], without: Iterable[Track]) -> list[Track]:
    """The cards that came later and lie there."""
    left = {id(t) for t in without}
    return [t for t in tracks if t.number > track.number and not t.gone and id(t) not in left]


def _share_under(track: Track, above: Sequence[Track]) -> float:
    """How much of a card these lie on, 0..1."""
    if not above:
        return 0.0
    under = [any(inside(other.outline_cm, point) for other in above) for point in samples(track.outline_cm)]
    return sum(under) / len(under)
