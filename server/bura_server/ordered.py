"""What the command line asked for, as set-up would have: so that the page can go on with that table as well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bura_server.handkept import NO_CAMERA
from bura_server.session import Json, TableSession
from bura_server.storage import NO_FILES

if TYPE_CHECKING:
    from bura_server.table import TableWish

TABLE = "table"
"""name in what is kept of an order: the table of the database whose log is meant; missing: the camera's"""
LOG_FILE = "log_file"
"""name in what is kept of an order: the file that holds the log, where it is not in the database"""


def order_of(wish: TableWish, session: TableSession, lang: str | None) -> Json:
    """The order that `bura_server.opening.Opener.remember` keeps, as ``POST /table`` would have brought it.

    Rules, names and settings are the log's: the command line may have left them out.

    :param wish: what was asked for.
    :param session: the table that came of it.
    :param lang: the language chosen at set-up before; None: none was.
    :raises BuraError: when the table's layout cannot be read any more.
    """
    state = session.book.state
    names = dict(state.names)
    told: Json = {
        "camera": _from_anywhere(wish.camera),
        "rules": {"preset": state.rules.preset, "options": state.rules.deviations()},
        "names": [names.get(seat) or seat for seat in state.seats],
        "counting": str(state.settings.counting),
        "spectator_delay_s": state.settings.spectator_delay_s,
        "layout": None,
        "new": wish.new,
        "lang": lang,
    }
    if wish.layout is not None:
        from bura_vision.layout import load_layout
        from bura_vision.layout_file import layout_to_json

        told["layout"] = layout_to_json(load_layout(wish.layout))
    if wish.log is not None:
        told[LOG_FILE] = str(wish.log.resolve())
    elif wish.table is not None:
        told[TABLE] = wish.table
    return told


def _from_anywhere(camera: str) -> str:
    """A camera as it can be named whatever folder the program is begun in."""
    if camera in (*NO_FILES, NO_CAMERA) or (camera.isascii() and camera.isdigit()) or "://" in camera:
        return camera
    return str(Path(camera).expanduser().resolve())
