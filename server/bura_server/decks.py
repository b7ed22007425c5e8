"""Where enrolled decks lie, and finding one by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from bura.errors import BuraError
from bura_server.storage import data_folder

if TYPE_CHECKING:
    from bura_vision.enrolled import EnrolledDeck

SUFFIX = ".npz"


class DeckNameError(BuraError):
    """A deck's name that names none, or cannot be one."""


def deck_path(name: str, data: Path | None = None) -> Path:
    """The file of a deck: ``NAME.npz`` among the enrolled decks, or the file itself when a file is named.

    :raises DeckNameError: when the name cannot be a file's.
    """
    if name.endswith(SUFFIX):
        return Path(name).expanduser()
    if not re.fullmatch(r"[\w][\w .-]{0,59}", name):
        raise DeckNameError(
            f"{name!r} cannot be a deck's name: use letters, digits, spaces, points and hyphens"
        )
    return data_folder(data) / "decks" / f"{name}{SUFFIX}"


def deck_names(data: Path | None = None) -> list[str]:
    """Names of all enrolled decks."""
    folder = data_folder(data) / "decks"
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def named_deck(name: str, data: Path | None = None) -> EnrolledDeck:
    """An enrolled deck.

    :raises BuraError: when there is none of this name, or its file cannot be read.
    """
    from bura_vision.enrolled import load_deck

    path = deck_path(name, data)
    if not path.is_file():
        known = deck_names(data)
        there = f"enrolled are {', '.join(known)}" if known else "none is enrolled yet"
        raise DeckNameError(f"there is no enrolled deck {name!r} ({there}): show it with bura enrol {name}")
    return load_deck(path)
