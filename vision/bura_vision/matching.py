"""Which known track is it that a glance saw? What fits none is a new one.

Cards are matched by what they are: a card of the same name is the same card wherever it lies, and another name in
a card's place is mostly that card, misread. Backs are matched by place alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bura.table import ZoneKind
from bura_vision.layout import Points
from bura_vision.placing import Placing
from bura_vision.scene import Scene
from bura_vision.seen import Glance, SeenCard
from bura_vision.seen_back import SeenBack
from bura_vision.settings import TrackSettings
from bura_vision.shapes import axis, free_edge, inside, patch, samples, sides
from bura_vision.still_there import hidden, may_differ
from bura_vision.track import BackTrack, CardTrack, Track


class CardMatching:
    """Matches seen cards to face-up tracks.

    :param placing: tells of a new track where it lies and whose it is.
    :param numbers: the numbers of new tracks, growing; shared with the backs'.
    """

    def __init__(self, placing: Placing, numbers: Iterator[int], settings: TrackSettings) -> None:
        self._placing = placing
        self._numbers = numbers
        self._s = settings

    def as_remembered(self, seen: SeenCard, cards: Sequence[CardTrack]) -> SeenCard:
        """A card known by one index, turned as the track whose index this is."""
        other = seen.turned()
        tracks = [t for t in cards if t.card == seen.best and not t.gone]
        if other is None or not tracks:
            return seen

        def distance(card: SeenCard) -> float:
            return min(float(np.hypot(*(card.centre_cm - t.centre_cm))) for t in tracks)

        return other if distance(other) < min(distance(seen), self._s.same_place_cm) else seen

    def match(
        self, scene: Scene, glance: Glance, seen: Sequence[SeenCard], cards: Sequence[CardTrack]
    ) -> list[CardTrack]:
        """The tracks that were seen, each told so; new ones, last, for cards that are none of those known.

        :param seen: what lies at rest of the glance's cards.
        :param cards: the known tracks.
        """
        near = self._s.same_place_cm
        matched: list[CardTrack] = []
        taken: set[int] = set()
        for _, i, track in self._pairs(scene, seen, [t for t in cards if not t.gone or t.counted]):
            if i in taken or track in matched:
                continue
            taken.add(i)
            matched.append(track)
            moved = not track.is_at(seen[i].centre_cm, near)
            if moved and not _same_index(seen[i], track):
                self._moved(scene, track, seen[i])
            track.saw_card(seen[i], glance.at_s)
            if moved and not track.counted:
                # a lone index was taken for its half turn: the card lies elsewhere
                self._placing.place(scene, track)
        for i, card in enumerate(seen):
            if i not in taken:
                zone = self._placing.zone_of(card.outline_cm)
                new = CardTrack(next(self._numbers), card, glance.at_s, zone)
                self._placing.place(scene, new)
                matched.append(new)
        return matched

    def _pairs(
        self, scene: Scene, seen: Sequence[SeenCard], alive: Sequence[CardTrack]
    ) -> list[tuple[float, int, CardTrack]]:
        """What may be the same, the likeliest first: (its cost, which of those seen, track)."""
        near = self._s.same_place_cm
        pairs = []
        for i, card in enumerate(seen):
            for track in alive:
                distance = float(np.hypot(*(card.centre_cm - track.centre_cm)))
                same = card.best == track.card
                if same and (distance <= 1.5 * near or _same_index(card, track)):
                    pairs.append((distance, i, track))
                elif (
                    not same
                    and not track.gone
                    and self._is_flip(scene, card, track, [*seen[:i], *seen[i + 1 :], *alive])
                ):
                    pairs.append((100.0 + distance, i, track))
                elif same and not track.gone and distance <= self._s.same_card_cm:
                    # not seen where it was thought to lie: here it is
                    pairs.append((150.0 + distance, i, track))
                elif same and (track.gone or may_differ(scene, track, self._s)):
                    pairs.append((200.0 + distance, i, track))  # moved, or put back
        return sorted(pairs, key=lambda pair: pair[:2])

    def _moved(self, scene: Scene, track: CardTrack, seen: SeenCard) -> None:
        """A known card lies elsewhere; in another zone that is an act of its own (the trump, played)."""
        zone = self._placing.zone_of(seen.outline_cm)
        track.in_table = False
        if zone is not track.zone:
            track.zone = zone
            track.outline_cm = seen.outline_cm
            track.counted = False
            track.restart(scene.at_s)
            self._placing.place(scene, track)

    def _is_flip(
        self, scene: Scene, seen: SeenCard, track: CardTrack, others: Sequence[SeenCard | CardTrack]
    ) -> bool:
        """Is this the same card read differently, rather than another card laid on it, or in its place?

        :param others: what else is seen or known on the table.
        """
        if abs(float(seen.up @ axis(track.outline_cm))) < 0.9:
            return False
        if track.is_at(seen.centre_cm, self._s.same_place_cm) and not may_differ(scene, track, self._s):
            return not self._exchanged(scene, seen, track, others)
        # Partly covered by now, but the index stands where this card's index stood, and looks like it.
        if not _same_index(seen, track, 0.7):
            return False
        if seen.probs[track.card.index] >= self._s.flip_share:
            return True
        alike = seen.best.rank is track.card.rank or seen.best.suit is track.card.suit
        if (
            not (alike and track.in_table)
            or scene.changed(patch(seen.corners_cm[0])) >= self._s.changed_share
        ):
            return False
        return not self._exchanged(scene, seen, track, others)

    def _exchanged(
        self, scene: Scene, seen: SeenCard, track: CardTrack, others: Sequence[SeenCard | CardTrack]
    ) -> bool:
        """Does plainly another card lie in this one's place, which looks otherwise though nothing lies on it?"""
        return (
            track.in_table
            and seen.confidence >= self._s.other_sure
            and seen.probs[track.card.index] < self._s.other_share
            and scene.changed(track.outline_cm) >= self._s.other_changed
            and not any(_lies_over(other, track) for other in others if other is not track)
        )


class BackMatching:
    """Matches seen backs to face-down tracks.

    :param placing: tells of a new track where it lies and whose it is.
    :param numbers: the numbers of new tracks, growing; shared with the cards'.
    """

    def __init__(self, placing: Placing, numbers: Iterator[int], settings: TrackSettings) -> None:
        self._placing = placing
        self._numbers = numbers
        self._s = settings

    def match(
        self,
        scene: Scene,
        glance: Glance,
        seen: Sequence[SeenBack],
        backs: Sequence[BackTrack],
        cards: Sequence[CardTrack],
    ) -> list[BackTrack]:
        """The tracks that were seen, each told so; new ones for backs that are none of those known.

        :param seen: what lies at rest of the glance's backs.
        :param backs: the known tracks.
        :param cards: the face-up cards, which may hide backs.
        """
        alive = [t for t in backs if not t.gone]
        pairs = sorted(
            (float(np.hypot(*(back.centre_cm - track.centre_cm))), i, n)
            for i, back in enumerate(seen)
            for n, track in enumerate(alive)
        )
        matched: list[BackTrack] = []
        taken: set[int] = set()
        under: set[int] = set()
        for distance, i, n in pairs:
            within_cm = self._s.same_stock_cm if alive[n].kind is ZoneKind.STOCK else self._s.same_back_cm
            if distance > within_cm or i in taken or alive[n] in matched:
                continue
            if distance > self._s.upon_cm and self._lies_on(scene, alive[n], seen[i].outline_cm):
                under.add(alive[n].number)
                continue
            taken.add(i)
            matched.append(alive[n])
            alive[n].saw(seen[i].outline_cm, glance.at_s)
        lying: list[Track] = [*cards, *backs]
        for i, back in enumerate(seen):
            # a back that is known may be seen faintly; a new one has to be seen well
            if i in taken or back.score < self._s.back_score:
                continue
            zone = self._placing.zone_of(back.outline_cm)
            moved = next(
                (
                    t
                    for t in alive
                    if t not in matched
                    and t.number not in under
                    and t.zone is zone
                    and t.counted
                    and self._left_place(scene, glance, t, lying)
                    and not self._lies_on(scene, t, back.outline_cm)
                ),
                None,
            )
            if moved is not None:  # pushed aside within its zone
                moved.saw(back.outline_cm, glance.at_s)
                moved.in_table = False
                matched.append(moved)
                continue
            new = BackTrack(next(self._numbers), back, glance.at_s, zone)
            self._placing.place(scene, new)
            lying.append(new)
            matched.append(new)
        return matched

    def _lies_on(self, scene: Scene, below: BackTrack, outline_cm: Points) -> bool:
        """Is it another back, laid half over a known one?

        The known one's edge that it leaves free looks as before, its own edge lies where the table looked otherwise,
        and its box is no smaller: smaller ones are parts of cards.
        """
        if (sides(outline_cm) < self._s.upon_size * sides(below.outline_cm)).any():
            return False
        edge, new = free_edge(below.outline_cm, outline_cm), free_edge(outline_cm, below.outline_cm)
        if not below.counted or scene.covered(edge) > 0.0 or scene.changed(new) < self._s.upon_share:
            return False
        differs = scene.changed(edge)
        return differs <= self._s.upon_free if below.in_table else differs >= 1.0 - self._s.upon_free

    def _left_place(self, scene: Scene, glance: Glance, track: Track, lying: Sequence[Track]) -> bool:
        """Was its place looked at, and does it no longer look as it did?"""
        return (
            glance.looked_at(track.outline_cm)
            and may_differ(scene, track, self._s)
            and not hidden(track, lying, self._s)
        )


def _lies_over(other: SeenCard | CardTrack, track: CardTrack) -> bool:
    """May another card that lies there hide part of this one? One in its very place is this one, or has replaced it."""
    if isinstance(other, CardTrack) and (other.gone or other.number < track.number):
        return False
    if track.is_at(other.outline_cm.mean(axis=0), 1.5):
        return False
    return any(inside(other.outline_cm, point) for point in samples(track.outline_cm))


def _same_index(seen: SeenCard, track: CardTrack, within_cm: float = 1.0) -> bool:
    """Do they share an index, though their outlines were estimated differently?"""
    between = seen.corners_cm[:, None] - track.indices_cm[None]
    return float(np.min(np.hypot(between[..., 0], between[..., 1]))) <= within_cm
