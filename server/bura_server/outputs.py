"""Files a person asks to be written: never one that is read, and never half of one under its own name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bura.errors import BuraError, SourceError


class OutputError(BuraError):
    """A file that cannot be written where it was asked for."""


def same_file(one: Path, other: Path) -> bool:
    """Do two paths name one file (by whatever link), or would they, were it there?"""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return one.expanduser().resolve() == other.expanduser().resolve()


def keep_apart(outputs: Mapping[str, Path | None], inputs: Mapping[str, Path | None]) -> None:
    """No output may be an input, lie as a picture in a folder that is read, or be another output.

    :param outputs: option → path; None where it was not given.
    :param inputs: what it is, in words → path.
    :raises OutputError: naming the option and the file.
    """
    from bura_vision.source import PICTURE_SUFFIXES

    taken = {what: path for what, path in inputs.items() if path is not None}
    for option, path in outputs.items():
        if path is None:
            continue
        for what, other in taken.items():
            picture = path.suffix.lower() in PICTURE_SUFFIXES and path.exists()
            inside = picture and other.is_dir() and same_file(path.resolve().parent, other)
            if inside or same_file(path, other):
                raise OutputError(f"{option} {path} would overwrite {what}: name another file")
        taken[f"the file of {option}"] = path


@contextmanager
def finished_file(path: Path) -> Iterator[Path]:
    """A name to write under; what was written gets its own name at the end, so an old file is never half lost.

    A recording that breaks off (`SourceError`) keeps what was written until then.

    :raises OutputError: when it cannot be given its name.
    """
    draft = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        try:
            yield draft
        except SourceError as error:
            _name(draft, path)
            raise SourceError(str(error).replace(str(draft), str(path))) from error
        _name(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _name(draft: Path, path: Path) -> None:
    if not draft.exists() or not draft.stat().st_size:
        return
    try:
        draft.replace(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from error
