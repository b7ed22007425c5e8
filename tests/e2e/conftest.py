"""What the browser tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.e2e.browser import browser


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A browser of a file's own: what one file leaves behind is no other's."""
    with browser() as running:
        yield running
