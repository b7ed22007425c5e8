"""JSON from outside, read strictly: what the standard library lets pass, or lets fall through as another error.

Python's reader takes NaN and Infinity, which are no JSON (RFC 8259); the last of two equal keys wins silently; a number
of thousands of digits raises an error of another kind.
"""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

from bura.errors import ParseError

#: longest piece of foreign text that a message repeats, characters
QUOTED = 80


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    :raises ParseError: saying why it is none.
    """
    try:
        return json.loads(
            text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_each_key_once
        )
    except ParseError:
        raise
    except json.JSONDecodeError as error:
        raise ParseError(f"it is not JSON ({error})") from error
    except UnicodeDecodeError as error:
        raise ParseError("it is not JSON (not UTF-8 text)") from error
    except RecursionError as error:
        raise ParseError("it is not JSON that anything here writes (nested too deeply)") from error
    except ValueError as error:  # Python refuses to read integers of thousands of digits
        raise ParseError("a number in it has too many digits") from error


def quoted(text: str) -> str:
    """A piece of foreign text as a message repeats it: between quotation marks, never long."""
    text = text.strip()
    return repr(text) if len(text) <= QUOTED else f"{text[:QUOTED]!r}… ({len(text)} characters)"


def _no_constant(name: str) -> NoReturn:
    raise ParseError(f"it is not JSON ({name} is not a number)")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ParseError(f"the number {text[:QUOTED]} is too large")
    return number


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ParseError(f"it says {quoted(key)} twice: keep one of them")
        found[key] = value
    return found
