"""What a row of the refusals' texts is (`bura_server.refusals`)."""

from __future__ import annotations

Row = tuple[str, str | None, str, str, str]
"""The sentence as it is raised, with words in braces for whatever is filled in there, then what a page says in English
(None: the same), Russian, Ukrainian and Georgian. A page need not say every word in braces."""
