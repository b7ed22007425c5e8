"""Text that people may send: any letters, but no control characters.

A database cannot keep NUL, a log file is lines, and no screen shows a bell: such text is refused where it comes in.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

_UNPLAIN = ("Cc", "Cs")
"""Unicode's categories of control characters, and of halves of characters that cannot be written"""
_T = TypeVar("_T")


def is_plain(text: str) -> bool:
    """Can this be shown and kept?"""
    return all(unicodedata.category(letter) not in _UNPLAIN for letter in text)


def plain_throughout(value: _T) -> _T:
    """A value as it is, when all text in it is plain, keys included.

    :raises PydanticCustomError: when some is not.
    """
    waiting: list[Any] = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if not is_plain(part):
                raise PydanticCustomError("control_character", "a control character is in it: leave it out")
        elif isinstance(part, Mapping):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, Sequence) and not isinstance(part, bytes):
            waiting += part
    return value


Plain = Annotated[str, AfterValidator(plain_throughout)]
"""text of a request, in its body or its address"""
