"""Pages of plain sentences, each in all four languages: the reader's own comes first."""

from __future__ import annotations

import re
from importlib.resources import files

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from bura_server.languages import asked_language

STATIC = files("bura_server") / "static"
_SAID = re.compile(r'^ *<(?:p|form)\b[^>]*\blang="(\w\w)"')
"""a line that says the whole thing in one language"""


def plain_page(connection: HTTPConnection, name: str, status: int, **filled: str) -> HTMLResponse:
    """``static/<name>`` with ``{{words}}`` filled in, in the reader's language first.

    :param filled: what stands for each word; it is put in as it is, so it must be HTML.
    """
    lang = asked_language(connection) or connection.app.state.host.lang
    text = (STATIC / name).read_text("utf-8")
    for word, value in {"lang": lang, **filled}.items():
        text = text.replace("{{" + word + "}}", value)
    answer = HTMLResponse(_own_first(text, lang), status_code=status)
    answer.headers["cache-control"] = "no-store"
    answer.headers["vary"] = "accept, accept-language"
    return answer


def _own_first(text: str, lang: str) -> str:
    lines = text.split("\n")
    said = [(n, match[1]) for n, line in enumerate(lines) if (match := _SAID.match(line))]
    # sorted() keeps the order of those that are alike
    moved = [lines[n] for n, _ in sorted(said, key=lambda one: one[1] != lang)]
    for (n, _), line in zip(said, moved, strict=True):
        lines[n] = line
    return "\n".join(lines)
