"""Cards and backs on the table over time.

A deck holds each card once, so what a face-up card *is* is its track key: wherever the ten of hearts lies, it
is the same track, and losing sight of it for a while starts no new one. Its identity is not copied from the
first reading but accumulated over all of them. Backs have no identity and are followed by place.

A card that is not seen is gone only when the place was looked at, no hand or other card covers it, and the
table there has changed; everything else is a drop-out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

import cv2
import numpy as np

from bura.cards import CARDS, Card
from bura.table import Belief, Seat, ZoneKind
from bura_vision.layout import Layout, Points, Zone
from bura_vision.scene import Scene
from bura_vision.seen import Glance, Probs, SeenBack, SeenCard, belief_of
from bura_vision.settings import TrackSettings


class Track:
    """Something card-shaped that lies, or lay, on the table."""

    def __init__(self, number: int, outline_cm: Points, at_s: float, zone: Zone | None) -> None:
        self.number = number
        """grows with every track: a later one lies on top"""
        self.outline_cm = outline_cm
        """(4, 2) the card"""
        self.zone = zone
        """where its middle lies; None between the zones"""
        self.first_s = at_s
        """when it was seen first"""
        self.last_s = at_s
        """when it was seen last"""
        self.sure_s = at_s
        """when it was known to lie here last: seen, and not for the first time since something moved there"""
        self.looks = 1
        """how many readings saw it"""
        self.missed = 0
        """how many readings in a row looked at its place and did not see it"""
        self.gone = False
        """True once it has left the table"""
        self.counted = False
        """True once it is part of an event"""
        self.in_table = False
        """True once the settled table shows it"""
        self.seat: Seat | None = None
        """whose hand laid it"""
        self.still_at_s = at_s
        """since when it has been lying still"""

    @property
    def centre_cm(self) -> Points:
        """(2,) its middle."""
        return np.asarray(self.outline_cm.mean(axis=0))

    @property
    def kind(self) -> ZoneKind | None:
        """The kind of its zone."""
        return self.zone.kind if self.zone is not None else None

    def is_at(self, point_cm: Points, within_cm: float) -> bool:
        """Is the point this near to its middle?"""
        return float(np.hypot(*(self.centre_cm - point_cm))) <= within_cm

    def saw(self, outline_cm: Points, at_s: float) -> None:
        """One more reading saw it here."""
        self.outline_cm = outline_cm
        self.last_s = at_s
        self.looks += 1
        self.missed = 0
        self.gone = False


class CardTrack(Track):
    """A face-up card."""

    def __init__(self, number: int, seen: SeenCard, at_s: float, zone: Zone | None) -> None:
        super().__init__(number, seen.outline_cm, at_s, zone)
        self.corners_cm = seen.corners_cm
        """(n, 2) where its indices were seen last"""
        self.indices_cm = seen.corners_cm
        """(n, 2) where its indices were seen when most of them were, since it lies here"""
        self._sum: Probs = seen.probs.copy()

    @property
    def probs(self) -> Probs:
        """(52,) the mean of all readings.

        Not their product: readings of one still card share its light and print, so their errors are not
        independent, and a product would be sure of a wrong card after three pictures.
        """
        return np.asarray(self._sum / self.looks)

    @property
    def card(self) -> Card:
        """The best supported card."""
        return CARDS[int(self._sum.argmax())]

    @property
    def confidence(self) -> float:
        """Its belief, 0..1."""
        return float(self.probs.max())

    def saw_card(self, seen: SeenCard, at_s: float) -> None:
        """One more reading of it."""
        moved = not self.is_at(seen.outline_cm.mean(axis=0), 1.5)
        self.saw(seen.outline_cm, at_s)
        self.corners_cm = seen.corners_cm
        if moved or len(seen.corners_cm) >= len(self.indices_cm):
            self.indices_cm = seen.corners_cm
        self._sum = self._sum + seen.probs

    def restart(self, at_s: float) -> None:
        """Begin to collect readings anew."""
        self._sum = np.zeros_like(self._sum)
        self.looks = 0
        self.first_s = at_s

    def belief(self, excluded: Iterable[Card] = ()) -> Belief:
        """Its ranked belief, knowing that it is none of the excluded cards (they are seen elsewhere)."""
        probs = self.probs.copy()
        for card in excluded:
            probs[card.index] *= 0.02
        total = probs.sum()
        return belief_of(probs / total if total > 1e-6 else self.probs)


class BackTrack(Track):
    """A face-down card."""

    def __init__(self, number: int, seen: SeenBack, at_s: float, zone: Zone | None) -> None:
        super().__init__(number, seen.outline_cm, at_s, zone)


class TrackBook:
    """All tracks of a table.

    :param layout: gives each track its zone.
    """

    def __init__(self, layout: Layout, settings: TrackSettings | None = None) -> None:
        self._layout = layout
        self._s = settings or TrackSettings()
        self._numbers = count(1)
        self._hands: dict[Seat, tuple[float, float]] = {}
        self.cards: list[CardTrack] = []
        """face-up cards, oldest first; the gone ones are dropped by `forget`"""
        self.backs: list[BackTrack] = []
        """face-down cards, likewise"""

    def move(self, scene: Scene) -> None:
        """Note whose hands are over the table; call in every moment."""
        for hand in scene.hands:
            first_s, last_s = self._hands.get(hand.seat, (scene.at_s, scene.at_s))
            self._hands[hand.seat] = (first_s if scene.at_s - last_s < 0.5 else scene.at_s, scene.at_s)

    def update(self, scene: Scene, glance: Glance) -> None:
        """Take in what one glance saw and did not see."""
        seen_before = {id(track): track.last_s for track in self.all}
        steady = [self._as_remembered(seen) for seen in glance.cards]
        steady = [seen for seen in steady if self._lies(scene, seen.outline_cm)]
        matched = self._match_cards(scene, glance, steady)
        backs = [
            seen
            for seen in glance.backs
            if seen.area_share >= self._s.back_area_min
            and self._lies(scene, seen.outline_cm)
            and not self._is_face_up(seen, glance.cards)
        ]
        matched_backs = self._match_backs(scene, glance, backs)
        for track in (*matched, *matched_backs):
            self._ascertain(scene, track, seen_before)
            # seen where nothing differs from the settled table: the settled table shows it
            track.in_table = track.in_table or _differing(scene, track) <= self._s.same_share
        seen = {id(track) for track in (*matched, *matched_backs)}
        self._miss(scene, glance, [t for t in self.all if id(t) not in seen and not t.gone])
        self.cards = [t for t in self.cards if not (t.gone and not t.counted)]
        self.backs = [t for t in self.backs if not (t.gone and not t.counted)]

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
            _whole(track)
            for track in self.all
            if track.counted
            and not track.gone
            and not track.in_table
            and settle_s <= scene.still_s(track.outline_cm) < scene.at_s - track.sure_s + 1e-6
            and scene.covered(track.outline_cm) <= 0.05
            and not self.hidden(track)
        )

    def hidden(self, track: Track, without: Iterable[Track] = ()) -> bool:
        """Do later cards lie on everything by which it could be seen?

        :param without: cards that may have left themselves and hide nothing.
        """
        left = {id(t) for t in without}
        above = [t for t in self.all if t.number > track.number and not t.gone and id(t) not in left]
        points = track.corners_cm if isinstance(track, CardTrack) else track.outline_cm
        if not above:
            return False
        if all(any(_inside(other.outline_cm, point) for other in above) for point in points):
            return True
        return self._share_under(track, without) >= self._s.covered_share

    def partly_under(self, track: Track, without: Iterable[Track] = ()) -> bool:
        """Does a later card lie on part of it? Then that is what has changed at its place."""
        return self._share_under(track, without) >= self._s.under_share

    def _share_under(self, track: Track, without: Iterable[Track] = ()) -> float:
        """How much of it later cards lie on, 0..1."""
        left = {id(t) for t in without}
        above = [t for t in self.all if t.number > track.number and not t.gone and id(t) not in left]
        if not above:
            return 0.0
        samples = _samples(track.outline_cm)
        under = [any(_inside(other.outline_cm, point) for other in above) for point in samples]
        return sum(under) / len(under)

    def _lies(self, scene: Scene, outline_cm: Points) -> bool:
        """Is it at rest, not carried?"""
        return scene.still_s(outline_cm) >= 0.08

    def _zone_of(self, outline_cm: Points) -> Zone | None:
        centre = outline_cm.mean(axis=0)
        zone = self._layout.zone_at(centre)
        if zone is None or zone.kind is ZoneKind.SEAT:
            near = [z for z in self._layout.zones if z.kind is not ZoneKind.SEAT and z.contains(centre, 3.0)]
            return near[0] if near else zone
        return zone

    def _ascertain(self, scene: Scene, track: Track, seen_before: Mapping[int, float]) -> None:
        """One sighting where something has moved may be a mistake; two are none."""
        moved_s = scene.at_s - scene.still_s(track.outline_cm)
        if max(track.sure_s, seen_before.get(id(track), scene.at_s)) >= moved_s - 1e-6:
            track.sure_s = scene.at_s

    def _may_differ(self, scene: Scene, track: Track) -> bool:
        """Can something else lie at its place now than when it was seen last?

        Not when nothing has moved there since (the reading dropped out), and not when something passed over it
        but the place looks as the settled table does, which shows the card.
        """
        if scene.still_s(track.outline_cm) >= scene.at_s - track.sure_s + 1e-6:
            return False
        return not track.in_table or _differing(scene, track) >= self._s.changed_share

    def _as_remembered(self, seen: SeenCard) -> SeenCard:
        """A card known by one index, turned as the track whose index this is."""
        other = seen.turned()
        tracks = [t for t in self.cards if t.card == seen.best and not t.gone]
        if other is None or not tracks:
            return seen

        def distance(card: SeenCard) -> float:
            return min(float(np.hypot(*(card.centre_cm - t.centre_cm))) for t in tracks)

        return other if distance(other) < min(distance(seen), self._s.same_place_cm) else seen

    def _match_cards(self, scene: Scene, glance: Glance, seen: Sequence[SeenCard]) -> list[CardTrack]:
        alive = [t for t in self.cards if not t.gone or t.counted]
        near = self._s.same_place_cm
        pairs = []
        for i, card in enumerate(seen):
            for track in alive:
                distance = float(np.hypot(*(card.centre_cm - track.centre_cm)))
                same = card.best == track.card
                if same and (distance <= 1.5 * near or self._same_index(card, track)):
                    pairs.append((distance, i, track))
                elif not same and not track.gone and self._is_flip(scene, card, track):
                    pairs.append((100.0 + distance, i, track))
                elif same and not track.gone and distance <= self._s.same_card_cm:
                    pairs.append(
                        (150.0 + distance, i, track)
                    )  # not seen where it was thought to lie: here it is
                elif same and (track.gone or self._may_differ(scene, track)):
                    pairs.append((200.0 + distance, i, track))  # moved, or put back
        matched: list[CardTrack] = []
        taken: set[int] = set()
        for _, i, track in sorted(pairs, key=lambda pair: pair[:2]):
            if i in taken or track in matched:
                continue
            taken.add(i)
            matched.append(track)
            moved = not track.is_at(seen[i].centre_cm, near)
            if moved and not self._same_index(seen[i], track):
                self._moved(scene, track, seen[i])
            track.saw_card(seen[i], glance.at_s)
            if moved and not track.counted:
                self._place(scene, track)  # a lone index was taken for its half turn: the card lies elsewhere
        for i, card in enumerate(seen):
            if i not in taken:
                new = CardTrack(next(self._numbers), card, glance.at_s, self._zone_of(card.outline_cm))
                self._place(scene, new)
                self.cards.append(new)
                matched.append(new)
        return matched

    def _moved(self, scene: Scene, track: CardTrack, seen: SeenCard) -> None:
        """A known card lies elsewhere; in another zone that is an act of its own (the trump, played)."""
        zone = self._zone_of(seen.outline_cm)
        track.in_table = False
        if zone is not track.zone:
            track.zone = zone
            track.outline_cm = seen.outline_cm
            track.counted = False
            track.restart(scene.at_s)
            self._place(scene, track)

    def _same_index(self, seen: SeenCard, track: CardTrack, within_cm: float = 1.0) -> bool:
        """Do they share an index, though their outlines were estimated differently?"""
        between = seen.corners_cm[:, None] - track.indices_cm[None]
        return float(np.min(np.hypot(between[..., 0], between[..., 1]))) <= within_cm

    def _is_flip(self, scene: Scene, seen: SeenCard, track: CardTrack) -> bool:
        """Is this the same card read differently, rather than another card laid on it?"""
        if abs(float(seen.up @ _axis(track.outline_cm))) < 0.9:
            return False
        if track.is_at(seen.centre_cm, self._s.same_place_cm) and not self._may_differ(scene, track):
            return True
        # Partly covered by now, but the index stands where this card's index stood, and looks like it.
        if not self._same_index(seen, track, 0.7):
            return False
        if seen.probs[track.card.index] >= self._s.flip_share:
            return True
        alike = seen.best.rank is track.card.rank or seen.best.suit is track.card.suit
        return alike and track.in_table and scene.changed(_patch(seen.corners_cm[0])) < self._s.changed_share

    def _place(self, scene: Scene, track: Track) -> None:
        """Note whose hand laid a new track and since when it lies."""
        hand = scene.last_hand(track.outline_cm)
        # where the card lies for sure: a lone index may have been taken for its half turn
        sure = [_patch(point) for point in track.corners_cm] if isinstance(track, CardTrack) else []
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

    def _match_backs(self, scene: Scene, glance: Glance, seen: Sequence[SeenBack]) -> list[BackTrack]:
        alive = [t for t in self.backs if not t.gone]
        pairs = sorted(
            (float(np.hypot(*(back.centre_cm - track.centre_cm))), i, n)
            for i, back in enumerate(seen)
            for n, track in enumerate(alive)
        )
        matched: list[BackTrack] = []
        taken: set[int] = set()
        under: set[int] = set()
        for distance, i, n in pairs:
            if distance > self._s.same_back_cm or i in taken or alive[n] in matched:
                continue
            if distance > self._s.upon_cm and self._lies_on(scene, alive[n], seen[i].outline_cm):
                under.add(alive[n].number)
                continue
            taken.add(i)
            matched.append(alive[n])
            alive[n].saw(seen[i].outline_cm, glance.at_s)
        for i, back in enumerate(seen):
            # a back that is known may be seen faintly; a new one has to be seen well
            if i in taken or back.score < self._s.back_score:
                continue
            zone = self._zone_of(back.outline_cm)
            moved = next(
                (
                    t
                    for t in alive
                    if t not in matched
                    and t.number not in under
                    and t.zone is zone
                    and t.counted
                    and self._left_place(scene, glance, t)
                ),
                None,
            )
            if moved is not None:  # pushed aside within its zone
                moved.saw(back.outline_cm, glance.at_s)
                moved.in_table = False
                matched.append(moved)
                continue
            new = BackTrack(next(self._numbers), back, glance.at_s, zone)
            self._place(scene, new)
            self.backs.append(new)
            matched.append(new)
        return matched

    def _lies_on(self, scene: Scene, below: BackTrack, outline_cm: Points) -> bool:
        """Is it another back, laid half over a known one?

        The known one's edge that it leaves free looks as before, its own edge lies where the table looked otherwise,
        and its box is no smaller: smaller ones are parts of cards.
        """
        if (_sides(outline_cm) < self._s.upon_size * _sides(below.outline_cm)).any():
            return False
        edge, new = _free_edge(below.outline_cm, outline_cm), _free_edge(outline_cm, below.outline_cm)
        if not below.counted or scene.covered(edge) > 0.0 or scene.changed(new) < self._s.upon_share:
            return False
        differs = scene.changed(edge)
        return differs <= self._s.same_share if below.in_table else differs >= 1.0 - self._s.same_share

    def _left_place(self, scene: Scene, glance: Glance, track: Track) -> bool:
        """Was its place looked at, and does it no longer look as it did?"""
        return (
            glance.looked_at(track.outline_cm) and self._may_differ(scene, track) and not self.hidden(track)
        )

    def _is_face_up(self, back: SeenBack, cards: Iterable[SeenCard]) -> bool:
        """Is the "back" the pattern of a court card that was read as a card?"""
        return any(
            float(np.hypot(*(card.centre_cm - back.centre_cm))) < 1.5 and card.confidence >= self._s.doubtful
            for card in cards
        )

    def _miss(self, scene: Scene, glance: Glance, tracks: Sequence[Track]) -> None:
        """Count what was looked for and not seen; after enough of that it is gone."""
        if scene.unsettled:
            return
        # All at once: when a heap of cards is taken away, the upper ones no longer hide the lower ones.
        missing = [track for track in tracks if self._should_show(scene, glance, track)]
        for track in [track for track in missing if not self.hidden(track, missing)]:
            track.missed += 1
            under = self.partly_under(track, missing)
            track.gone = track.missed >= (self._s.gone_looks_under if under else self._s.gone_looks)

    def _should_show(self, scene: Scene, glance: Glance, track: Track) -> bool:
        """Was its place looked at, and is there a reason to think that it has left?"""
        where = track.corners_cm if isinstance(track, CardTrack) else track.centre_cm[None, :]
        if not glance.looked_at(where) or scene.covered(track.outline_cm) > 0.05:
            return False
        if not track.counted:
            return True
        return self._may_differ(scene, track) and scene.still_s(track.outline_cm) >= 0.08


def _whole(track: Track) -> Points:
    """(n, 2) a card's outline and the indices it was seen by: the outline may be its half turn, away from them."""
    if isinstance(track, CardTrack):
        return np.concatenate([track.outline_cm, track.corners_cm])
    return track.outline_cm


def _differing(scene: Scene, track: Track) -> float:
    """How much of a card's place differs from the settled table: of all of it, and of where its indices stand.

    The outline of a card that is known by one index may be its half turn, which lies elsewhere.
    """
    places = [_patch(point) for point in track.corners_cm] if isinstance(track, CardTrack) else []
    return max(scene.changed(place) for place in (*places, track.outline_cm))


def _patch(index_cm: Points) -> Points:
    """The small square around an index."""
    x, y = index_cm
    return np.array([[x - 0.9, y - 0.9], [x + 0.9, y - 0.9], [x + 0.9, y + 0.9], [x - 0.9, y + 0.9]])


def _sides(outline_cm: Points) -> Points:
    """(2,) how wide and how high a card's outline is."""
    across, down = outline_cm[1] - outline_cm[0], outline_cm[3] - outline_cm[0]
    return np.array([np.hypot(*across), np.hypot(*down)])


def _free_edge(outline_cm: Points, over_cm: Points) -> Points:
    """(4, 2) the strip of a card that another one of its direction, shifted, leaves free along one side."""
    corner, along, down = outline_cm[0], outline_cm[1] - outline_cm[0], outline_cm[3] - outline_cm[0]
    shift = over_cm.mean(axis=0) - outline_cm.mean(axis=0)
    parts = [float(shift @ side) / float(side @ side) for side in (along, down)]
    lengths = [abs(part) * float(np.hypot(*side)) for part, side in zip(parts, (along, down), strict=True)]
    if lengths[0] < lengths[1]:
        along, down, parts = down, along, parts[::-1]
    width = along * abs(parts[0]) * 0.8  # not up to the other's edge: outlines are a little off
    start = corner if parts[0] > 0 else corner + along - width
    return np.array([start, start + width, start + width + down, start + down])


def _axis(outline_cm: Points) -> Points:
    axis = outline_cm[0] - outline_cm[3]
    return np.asarray(axis / max(float(np.hypot(*axis)), 1e-6))


def _inside(outline_cm: Points, point_cm: Points) -> bool:
    point = (float(point_cm[0]), float(point_cm[1]))
    return cv2.pointPolygonTest(outline_cm.astype(np.float32), point, False) >= 0


def _samples(outline_cm: Points) -> Points:
    """(25, 2) points spread over a card."""
    a, b, d = outline_cm[0], outline_cm[1], outline_cm[3]
    steps = np.linspace(0.1, 0.9, 5)
    return np.array([a + (b - a) * u + (d - a) * v for u in steps for v in steps])
