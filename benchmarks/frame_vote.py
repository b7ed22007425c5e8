"""The obvious way to watch a table, as a baseline: read whole pictures at a steady rate, and let the majority decide.

It has the same networks, the same table layout and the same referee as Bura. What it lacks is everything else: it
knows no hands, no movement and no settling, and it does not remember. A card that most of the last pictures show in
the play zone was laid; whose it is follows from the turn; when most pictures show no card any more the trick was
taken; and who is due has drawn.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bura.cards import Card
from bura.referee import Referee
from bura.table import (
    Belief,
    CardsDrawn,
    CardsLaid,
    CardsTaken,
    DealBegan,
    Said,
    SourceBack,
    SourceLost,
    TableEvent,
    TrumpSeen,
    ZoneKind,
)
from bura_vision.detector import CardDetector
from bura_vision.layout import CARD_HEIGHT_CM, Layout, View
from bura_vision.say import SpokenQueue
from bura_vision.seen import Glance, glance_of
from bura_vision.settings import WatchSettings
from bura_vision.source import Image, Source


@dataclass(frozen=True, slots=True)
class VoteSettings:
    """How the baseline reads."""

    every_s: float = 0.4
    """a whole picture is read this often"""
    window: int = 5
    """so many readings vote"""
    majority: int = 3
    """… and so many must agree"""
    least: float = 0.5
    """a card read with less than this is no vote"""


class FrameVote:
    """One table, seen picture by picture."""

    def __init__(self, layout: Layout, detector: CardDetector, settings: VoteSettings | None = None) -> None:
        self._layout, self._detector = layout, detector
        self._s, self._watch = settings or VoteSettings(), WatchSettings()
        self._cards: deque[set[Card]] = deque(maxlen=self._s.window)
        self._backs: deque[int] = deque(maxlen=self._s.window)
        self._trumps: deque[Card | None] = deque(maxlen=self._s.window)
        self._laid: set[Card] = set()
        self._down = 0
        self._began = False

    def read(self, image: Image, at_s: float, view: View) -> Glance:
        """Everything the networks see in one picture."""
        middle = (self._layout.size_cm[0] / 2, self._layout.size_cm[1] / 2)
        scale = self._watch.glance.card_px / (CARD_HEIGHT_CM * view.px_per_cm(middle))
        sightings = self._detector.detect(image, None, min(max(scale, 0.25), 2.0))
        table = (0.0, 0.0, *self._layout.size_cm)
        return glance_of(sightings, view, at_s, (table,), self._watch.track, image)

    def vote(self, glance: Glance) -> Iterator[TableEvent]:
        """What this reading and the ones before it come to."""
        play, stock = self._layout.of(ZoneKind.PLAY)[0], self._layout.of(ZoneKind.STOCK)[0]
        seen = [card for card in glance.cards if card.confidence >= self._s.least]
        self._cards.append({card.best for card in seen if play.contains(card.centre_cm)})
        backs = [back for back in glance.backs if back.score >= self._watch.track.back_score]
        self._backs.append(sum(play.contains(back.centre_cm) for back in backs))
        self._trumps.append(next((card.best for card in seen if stock.contains(card.centre_cm)), None))
        if not self._began:
            votes = Counter(card for card in self._trumps if card is not None).most_common(1)
            card, count = votes[0] if votes else (None, 0)
            if card is not None and count >= self._s.majority:
                self._began = True
                yield DealBegan(seats=self._layout.seats, at_s=glance.at_s)
                yield TrumpSeen(belief=Belief.sure(card), at_s=glance.at_s)
            return
        votes_of = Counter(card for cards in self._cards for card in cards)
        there = {card for card, votes in votes_of.items() if votes >= self._s.majority}
        down = sorted(self._backs)[len(self._backs) // 2]
        new = sorted(there - self._laid)
        if new or down > self._down:
            yield CardsLaid(
                seat=None,
                cards=tuple(Belief.sure(card) for card in new),
                face_down=max(0, down - self._down),
                at_s=glance.at_s,
            )
            self._laid |= set(new)
            self._down = max(self._down, down)
        elif (self._laid or self._down) and not there and not down:
            self._laid, self._down = set(), 0
            yield CardsTaken(seat=None, at_s=glance.at_s)


def watch_frames(
    source: Source,
    layout: Layout,
    detector: CardDetector,
    referee: Referee,
    spoken: Iterable[Said] = (),
    settings: VoteSettings | None = None,
) -> Iterator[tuple[float, tuple[TableEvent, ...]]]:
    """(time, events) of a recording; feed them to ``referee`` before asking for the next ones."""
    s = settings or VoteSettings()
    voter, words = FrameVote(layout, detector, s), SpokenQueue(spoken)
    views: dict[tuple[int, int], View] = {}
    next_s = at_s = 0.0
    for item in source:
        if isinstance(item, SourceLost | SourceBack):
            continue
        at_s = item.at_s
        if at_s < next_s:
            continue
        next_s = at_s + s.every_s
        size = (item.image.shape[1], item.image.shape[0])
        view = views.setdefault(size, layout.view(*size))
        events = list(voter.vote(voter.read(item.image, at_s, view)))
        yield at_s, tuple(words.merge(events, at_s))
        if any(isinstance(event, CardsTaken) for event in events):
            state = referee.state
            due = [state.seats[player] for player in state.due]
            yield at_s, tuple(CardsDrawn(seat=seat, at_s=at_s) for seat in due)
    yield at_s, tuple(words.rest())
