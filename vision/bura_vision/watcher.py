"""One table under one camera: pictures in, table events out.

`Watcher.step` is the whole watching side for one picture: what moved, where to look, what was seen there,
what it means. It holds no clock and no thread; a recording gives the same events every time.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from bura.table import CardsDrawn, DealBegan, Seat, SourceBack, SourceLost, TableEvent, TrumpSeen
from bura_vision.alignment import CameraWatch
from bura_vision.attention import Attention
from bura_vision.detector import CardDetector, Sighting
from bura_vision.eye import EyeMaker, PixelEye
from bura_vision.fit import FitSettings, scaled, table_scale
from bura_vision.interpreter import Interpreter, TableState
from bura_vision.layout import CARD_HEIGHT_CM, Layout, View
from bura_vision.motion import Change, Motion
from bura_vision.overlay import Overlay, overlay_of
from bura_vision.scene import Scene, bounds_of
from bura_vision.seen import Box, Glance, glance_of, with_patches
from bura_vision.settings import WatchSettings
from bura_vision.source import Frame, Image
from bura_vision.tracks import TrackBook
from bura_vision.unread import Unread
from bura_vision.visits import StockWatch

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Step:
    """What one picture led to."""

    events: tuple[TableEvent, ...]
    """what has happened, in the order in which it was understood"""
    state: TableState
    """what the table is doing"""
    looked_cm: tuple[Box, ...]
    """where the detector looked in this picture"""
    hands: tuple[tuple[Seat, Box], ...]
    """hands over the table: whose, and their boxes in centimetres"""


class Understanding:
    """The watching side without pictures: scenes and glances in, events out (the fast simulation enters here)."""

    def __init__(self, layout: Layout, settings: WatchSettings | None = None) -> None:
        self.settings = settings or WatchSettings()
        self.book = TrackBook(layout, self.settings.track)
        self.interpreter = Interpreter(layout, self.settings)
        self.stock = StockWatch(layout, self.settings.act)
        self.unread = Unread(layout, self.settings.act)

    def move(self, scene: Scene) -> tuple[TableEvent, ...]:
        """Take in one moment; call before `look`."""
        self.book.move(scene)
        collecting = self.interpreter.full or self.interpreter.sweeping
        drawn: tuple[CardsDrawn, ...] = self.stock.move(scene, self.book, collecting)
        return self.interpreter.drew(drawn)

    def look(self, scene: Scene, glance: Glance) -> None:
        """Take in what was seen in that moment, if the detector was asked."""
        self.stock.look(scene, glance, self.book)
        self.book.update(scene, glance)

    def conclude(self, scene: Scene) -> tuple[TableEvent, ...]:
        """What has happened by now; call after `look`, in every moment."""
        return self.interpreter.update(scene, self.book)

    def settle(self, scene: Scene, changes: tuple[Change, ...]) -> None:
        """These changes have been read often enough; the settled table will show them."""
        self.unread.note(scene, changes, self.book, self.interpreter.left_cm(scene.at_s))
        for change in changes:
            self.book.settle(change.bounds_cm)

    def doubted(self, scene: Scene) -> tuple[Box, ...]:
        """Where cards may have left, or lie unseen, though the table looks settled."""
        left = (bounds_of(place) for place in self.book.doubted(scene, self.settings.glance.settle_s))
        unread = (*self.unread.due(scene, self.book), *self.interpreter.untold_trump(scene, self.book))
        piles = self.interpreter.at_piles(scene, self.book)
        return (*left, *self.interpreter.uneven(scene), *self.interpreter.leaving(scene), *unread, *piles)

    def explained(self, box: Box, since_s: float) -> bool:
        """Has a card come or gone that explains the change in a box? Outside the play zone nothing need come."""
        x0, y0, x1, y1 = bounds_of(self.interpreter.play_cm)
        apart = box[2] < x0 or box[0] > x1 or box[3] < y0 or box[1] > y1
        return apart or self.book.explains(box, since_s)

    def unresolved(self, scene: Scene) -> bool:
        """Would another reading help?"""
        return self.interpreter.unresolved(scene, self.book)


class Watcher:
    """Watches one table.

    :param detector: finds and reads cards; asked only when something has changed.
    :param fit: the layout is a ready one: fit its scale to the cards in the first pictures; None takes it as it is.
    :param eye: makes what compares the pictures; the fast simulation brings its own.
    """

    def __init__(
        self,
        layout: Layout,
        detector: CardDetector,
        settings: WatchSettings | None = None,
        fit: FitSettings | None = None,
        eye: EyeMaker = PixelEye,
    ) -> None:
        self._detector = detector
        self._eye = eye
        self._s = settings or WatchSettings()
        self._fit = fit
        #: how often the camera was found to have moved, and the table with it
        self.realigned = 0
        self._fit_from_s: float | None = None
        self._measured: tuple[float, float | None] | None = None
        self._begin(layout)

    def _begin(self, layout: Layout) -> None:
        """Nothing is known yet of this table."""
        self.layout = layout
        self.understanding = Understanding(layout, self._s)
        self._attention = Attention(layout, self._s)
        self._view: View | None = None
        self._motion: Motion | None = None
        self._camera = CameraWatch(self._s.alignment)
        self._last = Step((), TableState.READY, (), ())
        self._lost = False
        self._looks = 0

    @property
    def view(self) -> View | None:
        """The layout for the pictures seen so far; None before the first."""
        return self._view

    def step(self, frame: Frame) -> Step:
        """Take in one picture."""
        if self._fit is not None:
            self._measure(frame, self._fit)
        motion, view = self._for_size(frame.image)
        scene = motion.update(frame.image, frame.at_s)
        if scene is None:
            return Step((), self._last.state, (), self._last.hands)
        # An edge of the table that lies elsewhere after a push looks like an arm that rests there.
        still = not any(hand.moving for hand in scene.hands)
        quiet = still and motion.quiet_for(self._s.alignment.quiet_s)
        moved = self._camera.step(frame.image, frame.at_s, self.layout, quiet=quiet, small=motion.small)
        if moved is not None:
            return self._realign(moved, motion)
        mind = self.understanding
        events = list(mind.move(scene))
        changes = motion.changes()
        boxes = self._attention.choose(scene, changes, mind.stock.follow(scene), mind.doubted(scene))
        if boxes:
            mind.look(scene, self._glance(frame, view, motion, boxes))
        events.extend(mind.conclude(scene))
        if boxes:
            finished = self._attention.done(scene, changes, mind.unresolved(scene), mind.explained)
            mind.settle(scene, finished)
            motion.absorb(finished)
            back_cm = mind.stock.how_backs_look(mind.book)
            if back_cm is not None and not scene.hands:
                motion.learn_back(back_cm)
        state = mind.interpreter.state(scene, self._attention.reading, mind.stock.busy)
        if self._camera.lost:
            state = TableState.DESYNC
        self._last = Step(tuple(events), state, boxes, tuple((h.seat, h.bounds_cm) for h in scene.hands))
        return self._last

    def interrupted(self, event: SourceLost | SourceBack) -> Step:
        """The source died or came back; what is on the table is kept in mind."""
        self._lost = isinstance(event, SourceLost)
        state = TableState.PAUSED if self._lost else self._last.state
        return Step((event,), state, (), ())

    @property
    def pending_s(self) -> float | None:
        """Since when something is under way that is not understood yet; None when nothing is."""
        mind = self.understanding
        times = [mind.interpreter.pending_s, mind.stock.pending_s, self._attention.pending_s]
        return min((t for t in times if t is not None), default=None)

    def overlay(self, frame: Frame, step: Step) -> Overlay:
        """What is known now, for drawing over this picture."""
        _, view = self._for_size(frame.image)
        return overlay_of(
            view, self.understanding.book, step.state, frame.at_s, step.hands, step.looked_cm, self._s.track
        )

    def end_deal(self) -> None:
        """The deal is over (the referee says so): nothing is a play until a new trump is turned."""
        self.understanding.interpreter.end_deal()

    def finish(self, at_s: float) -> tuple[TableEvent, ...]:
        """The recording is over."""
        return self.understanding.interpreter.end(at_s)

    def _for_size(self, image: Image) -> tuple[Motion, View]:
        size = (image.shape[1], image.shape[0])
        if self._motion is None or self._view is None or self._view.size_px != size:
            if self._view is not None:
                log.warning("the picture's size changed from %s to %s", self._view.size_px, size)
            self._view = self.layout.view(*size)
            self._motion = Motion(self._view, self._s.motion, self._eye(self._view, self._s.motion))
        return self._motion, self._view

    def _realign(self, moved: Layout, motion: Motion) -> Step:
        """The camera was moved: the same table is looked for where it is now. What lies on it is kept in mind."""
        log.warning("the camera has moved: the table was found again")
        assert self._view is not None
        self.layout = moved
        self._view = moved.view(*self._view.size_px)
        self._motion = motion.seen_from(self._view)
        self._attention.look_again()
        self.realigned += 1
        self._last = Step((), TableState.SETTLING, (), ())
        return self._last

    def _measure(self, frame: Frame, fit: FitSettings) -> None:
        """Fit the layout once two of the first pictures agree; until then the table is watched with the ready one."""
        self._fit_from_s = frame.at_s if self._fit_from_s is None else self._fit_from_s
        acted = any(not isinstance(event, DealBegan | TrumpSeen) for event in self._last.events)
        if acted or frame.at_s - self._fit_from_s > fit.within_s:
            self._fit = None
            log.info("no card could be measured: the ready layout is taken as it is")
            return
        before = self._measured
        pause_s = fit.retry_s if before is not None and before[1] is None else fit.every_s
        if before is not None and frame.at_s - before[0] < pause_s:
            return
        scale = table_scale(frame.image, self._detector, self.layout, fit)
        self._measured = (frame.at_s, scale)
        if scale is None or before is None or before[1] is None:
            return
        if abs(scale / before[1] - 1.0) <= fit.agree_share:
            self._fit = None
            fitted = scaled(self.layout, (scale + before[1]) / 2.0, fit)
            log.info("the table is %.0f cm wide, told from the cards", fitted.size_cm[0])
            if fitted is not self.layout:
                self._begin(fitted)

    def _glance(self, frame: Frame, view: View, motion: Motion, boxes: tuple[Box, ...]) -> Glance:
        sightings: list[Sighting] = []
        for box in boxes:
            region = view.region_px(box)
            if region is None:
                continue
            middle = ((box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0)
            card_px = CARD_HEIGHT_CM * view.px_per_cm(middle)
            turn = self._s.glance.scales[self._looks % len(self._s.glance.scales)]
            scale = min(max(turn * self._s.glance.card_px / card_px, 0.25), 2.0)
            sightings.extend(self._detector.detect(frame.image, region, scale))
        self._looks += 1
        glance = glance_of(sightings, view, frame.at_s, boxes, self._s.track, frame.image)
        patch_score, read = self._s.glance.patch_score, self._s.track.doubtful
        return with_patches(glance, motion.back_patches(), patch_score, read)
