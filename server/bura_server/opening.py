"""From what the set-up page asks for to a running table, and the looks through a camera before that."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bura.errors import BuraError, LogError
from bura.position import Settings
from bura.rulefiles import save_rules
from bura.rules import RuleSet
from bura_server.errors import ApiError, Code
from bura_server.handkept import NO_CAMERA
from bura_server.host import TableHost
from bura_server.ordered import LOG_FILE, TABLE
from bura_server.picture import Image
from bura_server.preview import Preview
from bura_server.session import Json, TableSession
from bura_server.settings import LANGUAGES
from bura_server.storage import log_path, make_folder
from bura_server.store.database import Database
from bura_server.unfinished import Unfinished
from bura_vision.phone import PHONE, PhoneFeed
from bura_vision.source import Source, open_source

if TYPE_CHECKING:
    from bura_vision.reading import Reading

log = logging.getLogger(__name__)

LAST = "last-table.json"
"""file of the data folder that holds what was chosen last"""
OF_MATCH = "match"
"""name in that file: the match that was begun with it, whose players' names go when it is deleted"""
_OURS = (OF_MATCH, TABLE, LOG_FILE)
"""names in that file that no page is told"""

LOOK_LEVELS_PX = (640, 1280)
"""long sides at which a picture is searched for the meter"""
LOOK_MOST_PX = 2560
"""long side of the finest search"""


@dataclass(frozen=True, slots=True)
class TableOrder:
    """A table as the set-up page asks for it."""

    camera: str
    """number, address or file"""
    rules: RuleSet
    """what is played"""
    names: tuple[str, ...]
    """display names, clockwise from seat A"""
    counting: str = "rules"
    """who sees running points (`bura.position.Settings.counting`)"""
    spectator_delay_s: float = 60.0
    """how far behind spectators are kept"""
    layout: Json | None = None
    """as `bura_vision.layout_file.layout_from_json` reads it; None: the ready one, fitted"""
    new: bool = True
    """begin a new log"""
    last: bool = False
    """else go on with the log of the last order, as it is, whichever camera looks now; False: with this camera's"""


class Reader:
    """Reads stills at full resolution, one at a time; the networks are loaded when first wanted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._detector: Any = None

    def __call__(self, image: Image) -> Reading:
        """What a picture shows."""
        from bura_vision.reading import read_picture

        with self._lock:
            return read_picture(image, self.detector)

    @property
    def detector(self) -> Any:
        """`bura_vision.find_then_read.FindThenRead` on one core: the others are the watching's."""
        if self._detector is None:
            from bura_vision.find_then_read import load_detector

            self._detector = load_detector(threads=1)
        return self._detector


class Opener:
    """Opens tables and looks through cameras for one data folder.

    :param speed: how fast recordings run.
    """

    def __init__(
        self, data: Path, database: Database, *, speed: float = 1.0, preview: Preview | None = None
    ) -> None:
        self._data = data
        self._database = database
        self._speed = speed
        self.feed = PhoneFeed()
        """where a phone's pictures arrive, whether or not a table is watched"""
        self.preview = preview or Preview(lambda camera: source_of(camera, self.feed))
        self._unfinished = Unfinished(database)
        self._reader = Reader()
        self._reading = threading.Lock()
        self._read: tuple[Image, Json] | None = None

    # --- looking ------------------------------------------------------------------------------------------

    def look(self, camera: str) -> None:
        """Look through a camera.

        :raises BuraError: for something that is no camera; then none is looked through.
        """
        from bura_server.table import check_camera

        if camera == NO_CAMERA:
            self.preview.close()
            return
        # who asks for another camera has done with the one before, and with what was wrong with it
        try:
            check_camera(camera)
        except BuraError:
            self.preview.close()
            raise
        self.preview.show(camera)

    def picture(self, host: TableHost) -> Image | None:
        """The newest picture: of the running table, else of the preview."""
        return self.preview.image if host.session is None else host.session.frame

    def read(self, host: TableHost) -> Json:
        """The newest picture, read: `bura_server.schemas_setup.LookInfo`. One after another: reading takes a second.

        :raises ApiError: when there is no picture.
        """
        from bura_vision.mirror import is_mirrored
        from bura_vision.quality import measure
        from bura_vision.reading import ReadingSettings, read_picture

        with self._reading:
            image = self._picture(host)
            if self._read is not None and self._read[0] is image:
                return self._read[1]
            # Not enlarged: what the watching cannot read is not read here either, and it takes a third of the time.
            settings = ReadingSettings(
                levels_px=LOOK_LEVELS_PX, max_enlarge=1.0, max_enlarged_px=0, max_level_px=LOOK_MOST_PX
            )
            detector = self._reader.detector
            reading = read_picture(image, detector, settings)
            mirrored = is_mirrored(image, reading, lambda back: read_picture(back, detector, settings))
            size = [image.shape[1], image.shape[0]]
            told: Json = {
                "size_px": size,
                "quality": measure(image, reading, mirrored=mirrored).to_json(),
                "cards": [
                    {
                        "card": str(card.card),
                        "confidence": round(card.confidence, 3),
                        "outline": [
                            [round(float(x) / size[0], 4), round(float(y) / size[1], 4)]
                            for x, y in (
                                # one corner tells a card's place too loosely to be drawn
                                card.outline if len(card.sightings) > 1 else card.sightings[0].corners
                            )
                        ],
                    }
                    for card in reading.cards
                ],
                "doubtful": [str(card.card) for card in reading.doubtful],
                "backs": len(reading.backs),
            }
            self._read = (image, told)
            return told

    def place(self, host: TableHost, players: int, *, measure: bool = True) -> Json:
        """The ready layout laid over the newest picture: `bura_server.schemas_setup.PlacedLayout`.

        :param measure: ask the detector how large the table is.
        :raises ApiError: when there is no picture.
        :raises BuraError: when there is no ready layout for so many players.
        """
        from bura_vision.layout import default_layout
        from bura_vision.layout_file import layout_to_json, place_layout

        ready = default_layout(players)
        image = self.picture(host)
        if image is None:
            return {"layout": layout_to_json(ready), "table_found": False, "size_found": False}
        if not measure:
            layout, table, size = place_layout(image, None, ready)
        else:
            with self._reading:
                layout, table, size = place_layout(image, self._reader.detector, ready)
        return {"layout": layout_to_json(layout), "table_found": table, "size_found": size}

    def checked(self, layout: Json) -> Json:
        """A dragged layout, checked, with its zones in the picture.

        :raises BuraError: saying what is wrong with it.
        """
        from bura_vision.layout_file import layout_from_json, layout_to_json

        return layout_to_json(layout_from_json(layout))

    def _picture(self, host: TableHost) -> Image:
        image = self.picture(host)
        if image is None:
            raise ApiError(
                Code.NOT_FOUND, self.preview.state.message or "there is no picture yet: try again in a moment"
            )
        return image

    # --- opening ------------------------------------------------------------------------------------------

    def open(self, order: TableOrder) -> TableSession:
        """A table, ready to be started.

        :raises BuraError: for anything that cannot be used.
        :raises ApiError: NOT_FOUND when the last order is to be gone on with and has left no log.
        """
        from bura_server.table import TableWish, open_session

        going_on = order.last and not order.new
        match = self.unfinished() if going_on else None
        if going_on and match is None:
            raise ApiError(Code.NOT_FOUND, "there is no match to go on with: begin a new one")
        self.preview.close()
        make_folder(self._data)
        wish = TableWish(
            camera=order.camera,
            layout=None if order.layout is None else self._layout(order.layout),
            data=self._data,
            new=order.new,
            settings=Settings(counting=order.counting, spectator_delay_s=order.spectator_delay_s),
        )
        if match is not None:
            # game and names are the log's
            table, file = self._place()
            wish = replace(wish, table=table, log=file, players=len(match["names"]))
        else:
            wish = replace(wish, rules=self._rules(order.rules), names=order.names)
        return open_session(wish, _quiet, self._database, speed=self._speed, feed=self.feed)

    def _rules(self, rules: RuleSet) -> str:
        """What `rules_named` finds them by: a preset's name, or the file they are kept in."""
        if rules.name == rules.preset and not rules.deviations():
            return rules.preset
        path = self._data / "house-rules.toml"
        save_rules(rules, path)
        return str(path)

    def _layout(self, layout: Json) -> Path:
        from bura_vision.layout_file import layout_from_json, layout_text

        path = self._data / "table.toml"
        text = layout_text(layout_from_json(layout))
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BuraError(f"the layout {path} cannot be written: {error.strerror or error}") from error
        return path

    # --- what was chosen last -----------------------------------------------------------------------------

    def last(self) -> Json | None:
        """What was chosen last, or None."""
        kept = _kept(self._data)
        return None if kept is None else {name: value for name, value in kept.items() if name not in _OURS}

    def unfinished(self) -> Json | None:
        """The match that the table of the last order can go on with: `bura_server.unfinished.Unfinished.of`."""
        table, file = self._place()
        return None if table is None else self._unfinished.of(table, file)

    def _place(self) -> tuple[str | None, Path | None]:
        """Whose log the last order means: the table's name, and the file where it is one; (None, None): nobody's."""
        kept = _kept(self._data) or {}
        table, file = kept.get(TABLE), kept.get(LOG_FILE)
        if not isinstance(table, str):
            try:
                table = log_path(self._data, str(kept["camera"])).stem
            except (KeyError, OSError, RuntimeError, ValueError):
                return None, None  # no order, or a name that is no file's any more
        return table, Path(file) if isinstance(file, str) else None

    def remember(self, wish: Json, match: str | None = None, *, last: bool = False) -> None:
        """Keep what was chosen for the next time; a disk that is full does not matter.

        :param match: the match that was begun with it (`bura_server.book.Book.match`).
        :param last: with it the log of the last order was gone on with: that stays the one that is meant.
        """
        place: Json = {}
        if last:
            table, file = self._place()
            place = {TABLE: table, LOG_FILE: None if file is None else str(file)}
        try:
            make_folder(self._data)
            text = json.dumps({**wish, **place, OF_MATCH: match}, ensure_ascii=False)
            (self._data / LAST).write_text(text, encoding="utf-8")
        except (OSError, BuraError) as error:
            log.warning("what was chosen is not remembered: %s", error)

    def forget_names(self, match: str, names: Collection[str]) -> None:
        """A match was deleted: its players' names are no longer what was chosen last; all else that was stays.

        :param match: its key.
        :param names: its players, by whom it is known where what was chosen tells no match (versions before).
        :raises LogError: when the file can neither be written anew nor deleted.
        """
        kept = _kept(self._data)
        chosen = (kept or {}).get("names")
        if kept is None or not isinstance(chosen, list):
            return
        of = kept.get(OF_MATCH)
        if of != match if isinstance(of, str) else set(map(str, chosen)) != set(names):
            return
        path = self._data / LAST
        try:
            text = json.dumps({**kept, "names": [""] * len(chosen), OF_MATCH: None}, ensure_ascii=False)
            try:
                path.write_text(text, encoding="utf-8")
            except OSError:
                # on a full disk all of it goes
                path.unlink()
        except OSError as error:
            raise LogError(
                f"the names of the last table cannot be deleted from {path} ({error.strerror or error}):"
                " delete that file by hand"
            ) from error


def _kept(folder: Path) -> Json | None:
    try:
        data = json.loads((folder / LAST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def kept_language(folder: Path) -> str | None:
    """The language that was chosen for the last table of a data folder; None: none was."""
    lang = (_kept(folder) or {}).get("lang")
    return lang if isinstance(lang, str) and lang in LANGUAGES else None


def source_of(camera: str, feed: PhoneFeed | None) -> Source:
    """The source a person named, with ``phone`` for the phone.

    :raises BuraError: when it is not there or cannot be read.
    """
    if camera == PHONE and feed is not None:
        return feed.open()
    return open_source(camera)


def _quiet(_text: str) -> None:
    pass
