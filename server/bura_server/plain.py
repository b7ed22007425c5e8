"""Text that people may send: any letters, but no control characters.

A database cannot keep NUL, a log file is lines, and no screen shows a bell: such text is refused where it comes in.
So is what turns the direction of writing: one name with it turns whatever stands behind it on the page.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

_UNPLAIN = ("Cc", "Cs")
"""Unicode's categories of control characters, and of halves of characters that cannot be written"""
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Unicode's characters that steer the direction of writing (its property Bidi_Control)"""
_UNSEEN = ("Cf", "Cc", "Cs")
"""Unicode's categories of characters without width, among them the zero-width spaces and joiners"""
_T = TypeVar("_T")


_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""letters and signs, by their category, that show nothing: fillers of Hangul, Khmer and Braille"""


def as_seen(text: str) -> str:
    """What of a text anybody sees: without blanks at its ends, and without characters that have no width."""
    seen = "".join(
        letter for letter in text if unicodedata.category(letter) not in _UNSEEN and letter not in _BLANKS
    ).strip()
    # marks stand on letters; by themselves (variation selectors, say) they are nothing to read
    return seen if any(unicodedata.category(letter)[0] not in "MZ" for letter in seen) else ""


def is_plain(text: str) -> bool:
    """Can this be shown and kept?"""
    return all(unicodedata.category(letter) not in _UNPLAIN and letter not in _TURNS for letter in text)


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
