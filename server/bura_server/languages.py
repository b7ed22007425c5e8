"""Which language a request is answered in, where the page itself cannot choose: refusals and pages of plain words."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from bura_server.settings import LANGUAGES


def asked_language(connection: HTTPConnection) -> str | None:
    """The language a request asks for: ``?lang=``, else the first of ``Accept-Language`` that the pages speak.

    None: it asks for none of them. English is only an answer where it is asked for.
    """
    wanted = connection.query_params.get("lang")
    if wanted in LANGUAGES:
        return wanted
    return _accepted(connection.headers.get("accept-language", ""))


def _accepted(header: str) -> str | None:
    """The best of ``ru-RU,ru;q=0.9,en;q=0.8`` that is one of ours."""
    best, best_q = None, 0.0
    for part in header.split(","):
        name, _, rest = part.strip().partition(";")
        code = name.strip().split("-")[0].lower()
        try:
            q = float(rest.partition("=")[2]) if rest.strip().startswith("q=") else 1.0
        except ValueError:
            continue
        if code in LANGUAGES and q > best_q:
            best, best_q = code, q
    return best


def wants_page(connection: HTTPConnection) -> bool:
    """Is it a browser that would show what it gets as a page? Programs, and pages' own requests, get JSON."""
    method = connection.scope.get("method")
    path: str = connection.scope["path"]
    return (
        connection.scope["type"] == "http"
        and method in ("GET", "HEAD")
        and not path.startswith(("/api/", "/static/"))
        and "text/html" in connection.headers.get("accept", "")
    )
