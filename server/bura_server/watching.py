"""The observer of real tables: a source of pictures and the watcher of `bura_vision`, as looks."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

from bura.table import Said
from bura_server.observer import Look
from bura_server.picture import Draw, Image
from bura_vision.draw import draw
from bura_vision.pipeline import Tick, watch
from bura_vision.source import Source
from bura_vision.watcher import Watcher


class TableObserver:
    """Watches a source.

    :param spoken: what was said, by time; for recordings.
    """

    def __init__(self, source: Source, watcher: Watcher, spoken: Iterable[Said] = ()) -> None:
        self.name = source.name
        self.live = source.live
        self._source = source
        self._watcher = watcher
        self._spoken = tuple(spoken)
        # Set by whichever thread ends the deal, acted on between two pictures: the watcher is of one thread.
        self._ended = threading.Event()

    def looks(self) -> Iterator[Look]:
        """See `bura_server.observer.Observer`."""
        for tick in watch(self._source, self._watcher, self._spoken):
            frame = None if tick.frame is None else tick.frame.image
            yield Look(tick.at_s, tick.state.name, tick.events, self._painter(tick), frame)
            if self._ended.is_set():
                self._ended.clear()
                self._watcher.end_deal()

    def end_deal(self) -> None:
        """See `bura_server.observer.Observer`."""
        self._ended.set()

    def close(self) -> None:
        """See `bura_server.observer.Observer`."""
        self._source.close()

    def _painter(self, tick: Tick) -> Draw | None:
        """How to draw this picture later: what is known is taken down now, the drawing waits until it is wanted."""
        if tick.frame is None or tick.step is None:
            return None
        image = tick.frame.image
        overlay = self._watcher.overlay(tick.frame, tick.step)

        def paint() -> Image:
            return draw(image, overlay, zones=False, state=False)

        return paint
