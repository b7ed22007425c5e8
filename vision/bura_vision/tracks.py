"""Cards and backs on the table over time: all tracks together.

What one of them is stands in `bura_vision.track`; which of them a glance saw is told by `bura_vision.matching`, where
a new one came from by `bura_vision.placing`, and whether one that was not seen is gone by `bura_vision.still_there`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

import numpy as np

from bura.table import ZoneKind
from bura_vision.layout import Layout, Points
from bura_vision.matching import BackMatching, CardMatching
from bura_vision.placing import Placing
from bura_vision.scene import Scene
from bura_vision.seen import Glance, SeenCard
from bura_vision.seen_back import SeenBack, two_backs
from bura_vision.settings import TrackSettings
from bura_vision.still_there import comes_upon, differing, hidden, partly_under, should_show, whole
from bura_vision.track import BackTrack, CardTrack, Track


class TrackBook:
    """All tracks of a table.

    :param layout: gives each track its zone.
    """

    def __init__(self, layout: Layout, settings: TrackSettings | None = None) -> None:
        self._s = settings or TrackSettings()
        self._placing = Placing(layout, self._s)
        numbers = count(1)
        self._card_matching = CardMatching(self._placing, numbers, self._s)
        self._back_matching = BackMatching(self._placing, numbers, self._s)
        self.cards: list[CardTrack] = []
        """face-up cards, oldest first; the gone ones are dropped by `forget`"""
        self.backs: list[BackTrack] = []
        """face-down cards, likewise"""

    def move(self, scene: Scene) -> None:
        """Note whose hands are over the table; call in every moment."""
        self._placing.move(scene)

    def update(self, scene: Scene, glance: Glance) -> None:
        """Take in what one glance saw and did not see."""
        seen_before = {id(track): track.last_s for track in self.all}
        cards = [self._card_matching.as_remembered(seen, self.cards) for seen in glance.cards]
        cards = [seen for seen in cards if self._lies(scene, seen.outline_cm)]
        matched = self._card_matching.match(scene, glance, cards, self.cards)
        self.cards.extend(t for t in matched if id(t) not in seen_before)
        backs = [
            seen
            for seen in self._one_each(glance.backs)
            if seen.area_share >= self._s.back_area_min
            and self._lies(scene, seen.outline_cm)
            and not self._is_face_up(seen, glance.cards)
        ]
        matched_backs = self._back_matching.match(scene, glance, backs, self.backs, self.cards)
        self.backs.extend(t for t in matched_backs if id(t) not in seen_before)
        for track in (*matched, *matched_backs):
            self._ascertain(scene, track, seen_before)
            # seen where nothing differs from the settled table: the settled table shows it
            track.in_table = track.in_table or differing(scene, track) <= self._s.same_share
        seen = {id(track) for track in (*matched, *matched_backs)}
        outlines = (*(its.outline_cm for its in glance.cards), *(its.outline_cm for its in glance.backs))
        coming = [outline for outline in outlines if not self._lies(scene, outline)]
        unseen = [t for t in self.all if id(t) not in seen and not t.gone]
        # under what has just come there and is no track yet, nothing is missing
        self._miss(scene, glance, [t for t in unseen if not comes_upon(t, coming, self._s)])
        self.cards = [t for t in self.cards if not (t.gone and not t.counted)]
        self.backs = [t for t in self.backs if not (t.gone and not t.counted)]

    def _one_each(self, backs: Iterable[SeenBack]) -> Iterable[SeenBack]:
        """The backs, in the play zone each by itself; elsewhere they lie in piles, which nobody counts by boxes."""
        for back in backs:
            zone = self._placing.zone_of(back.outline_cm)
            play = zone is not None and zone.kind is ZoneKind.PLAY
            yield from two_backs(back, self._s.back_two) if play else (back,)

    def settle(self, bounds_cm: tuple[float, float, float, float]) -> None:
        """The settled table now shows what lies in this box."""
        x0, y0, x1, y1 = bounds_cm
        for track in self.all:
            x, y = track.centre_cm
            if not track.gone and x0 <= x <= x1 and y0 <= y <= y1:
                track.in_table = True

    def explains(self, bounds_cm: tuple[float, float, float, float], since_s: float) -> bool:
        """Has a card come to this box, or been missed there, since then?"""
        x0, y0, x1, y1 = bounds_cm
        there = [t for t in self.all if x0 <= t.centre_cm[0] <= x1 and y0 <= t.centre_cm[1] <= y1]
        return any(t.first_s >= since_s or t.missed or t.gone for t in there)

    def forget(self, tracks: Iterable[Track]) -> None:
        """Drop tracks that have served."""
        drop = {id(track) for track in tracks}
        self.cards = [t for t in self.cards if id(t) not in drop]
        self.backs = [t for t in self.backs if id(t) not in drop]

    @property
    def all(self) -> tuple[Track, ...]:
        """Cards and backs."""
        return (*self.cards, *self.backs)

    def doubted(self, scene: Scene, settle_s: float) -> tuple[Points, ...]:
        """(n, 2) places of cards, indices and all, that may have left and that no change shows.

        A card that was never part of the settled table and is swept leaves the place as the settled table has it.

        :param settle_s: a place is looked at after it has been still for this long.
        """
        return tuple(
            whole(track)
            for track in self.all
            if track.counted
            and not track.gone
            and not track.in_table
            and settle_s <= scene.still_s(track.outline_cm) < scene.at_s - track.sure_s + 1e-6
            and scene.covered(track.outline_cm) <= 0.05
            and not hidden(track, self.all, self._s)
        )

    def partly_under(self, track: Track) -> bool:
        """Does a later card lie on part of it? Then that is what has changed at its place."""
        return partly_under(track, self.all, self._s)

    def _lies(self, scene: Scene, outline_cm: Points) -> bool:
        """Is it at rest, not carried?"""
        return scene.still_s(outline_cm) >= 0.08

    def _is_face_up(self, back: SeenBack, cards: Iterable[SeenCard]) -> bool:
        """Is the "back" the pattern of a court card that was read as a card?"""
        return any(
            float(np.hypot(*(card.centre_cm - back.centre_cm))) < 1.5 and card.confidence >= self._s.doubtful
            for card in cards
        )

    def _ascertain(self, scene: Scene, track: Track, seen_before: Mapping[int, float]) -> None:
        """One sighting where something has moved may be a mistake; two are none."""
        moved_s = scene.at_s - scene.still_s(track.outline_cm)
        if max(track.sure_s, seen_before.get(id(track), scene.at_s)) >= moved_s - 1e-6:
            track.sure_s = scene.at_s

    def _miss(self, scene: Scene, glance: Glance, tracks: Sequence[Track]) -> None:
        """Count what was looked for and not seen; after enough of that it is gone."""
        if scene.unsettled:
            return
        # All at once: when a heap of cards is taken away, the upper ones no longer hide the lower ones.
        missing = [track for track in tracks if should_show(scene, glance, track, self._s)]
        for track in [t for t in missing if not hidden(t, self.all, self._s, missing)]:
            track.missed += 1
            if track.missed == 1:
                track.missed_s = scene.at_s
            under = partly_under(track, self.all, self._s, missing)
            track.gone = track.missed >= (self._s.gone_looks_under if under else self._s.gone_looks)
